/* All tables that put published numbers beside ours. */
#include "bench/comparison.h"

#include "bench/bench.h"

int comparison_tables(struct bench *bench, const struct record *record) {
    static int (*const tables[])(struct bench *, const struct record *) = {
        comparison_gpuexplore, comparison_decomposition, comparison_ecl, comparison_measures,
        comparison_claims};
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (tables[i](bench, record) != 0) {
            return -1;
        }
    }
    return 0;
}
