/* Engines and options of decompositions, for tests. */
#include "tests/support/engine_case.h"

#include "tests/support/testing.h"

int decompose_engine_is_testable(const struct decompose_engine *engine) {
    static int told;
    return test_can_run(engine->name, engine->available, &told);
}

struct scc_options random_scc_options(uint64_t *random, int on_device) {
    struct scc_options options = {0};
    do {
        options.algorithm = (enum scc_algorithm)(random_next(random) % SCC_ALGORITHMS);
    } while (on_device && options.algorithm == SCC_TARJAN);
    options.out_degree_bound = random_next(random) % 2 ? (uint32_t)(random_next(random) % 9) : 0;
    options.cache_rounds = random_next(random) % 2 ? (uint32_t)(random_next(random) % 5) : 0;
    options.separate_searches = (int)(random_next(random) % 2);
    options.single_pivots = (int)(random_next(random) % 2);
    options.no_compression = (int)(random_next(random) % 2);
    options.synchronous = (int)(random_next(random) % 2);
    return options;
}
