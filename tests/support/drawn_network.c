/* Random networks, read and explored naively. */
#include "tests/support/drawn_network.h"

#include <CUnit/CUnit.h>

#include "base/run.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/random/random_network.h"

void drawn_network_open(struct drawn_network *drawn, uint64_t seed, const char *folder,
                        uint64_t most_states) {
    struct random_network random;
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, folder, &random), 0);
    memory_init(&drawn->memory, (uint64_t)1 << 30);
    struct run run = {.memory = &drawn->memory, .threads = 1};
    drawn->tree = exp_tree_read(random.path, &random.options, &run, &drawn->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(drawn->tree);
    drawn->graph = oracle_explore(drawn->tree, most_states);
    drawn->network =
        drawn->graph->outcome == ORACLE_DONE ? network_compose(drawn->tree, &run, &drawn->error) : NULL;
}

void drawn_network_close(struct drawn_network *drawn) {
    network_free(&drawn->memory, drawn->network);
    oracle_free(drawn->graph);
    exp_tree_free(drawn->tree);
    CU_ASSERT_EQUAL(memory_used(&drawn->memory), 0);
}
