#ifndef HEDDLE_BENCH_INSERTION_H
#define HEDDLE_BENCH_INSERTION_H

#include <stdint.h>

#include "bench/keys_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct run;

/* Find-or-put of a whole sequence of keys into an empty table that need not grow. */
struct insertion {
    struct key_sequence sequence;
    uint32_t words;           /* words of a key, 1 or 2 */
    uint32_t bucket_integers; /* 4, 8, 16, 32 */
    int by_groups;            /* a group of lanes a key, not a thread a key; only on a GPU */
    uint64_t table_bytes;     /* the table's size, about */
};

struct insertion_result {
    double seconds; /* median of BENCH_REPEATS */
    double load;    /* the table's load afterwards */
    uint64_t fresh; /* keys that were new; of the last repeat, as the rest */
    uint64_t used;  /* slots of the table that are used */
    uint64_t full;  /* keys that found no room */
};

/* On run->threads threads. 0, or -1 with *error filled. */
int insertion_run_cpu(const struct insertion *insertion, const struct run *run,
                      struct insertion_result *result, struct error *error);
/* On GPU run->device; times are of the kernel, by CUDA events. */
int insertion_run_cuda(const struct insertion *insertion, const struct run *run,
                       struct insertion_result *result, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
