/* Random networks, read and explored naively. */
#include "tests/support/drawn_network.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/run.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"
#include "explorer/model/model.h"

void drawn_network_read(struct drawn_network *drawn, const char *path, const struct exp_options *options,
                        uint64_t most_states) {
    memory_init(&drawn->memory, (uint64_t)1 << 30);
    struct run run = {.memory = &drawn->memory, .threads = 1};
    drawn->tree = exp_tree_read(path, options, &run, &drawn->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(drawn->tree);
    drawn->graph = oracle_explore(drawn->tree, most_states);
    drawn->network =
        drawn->graph->outcome == ORACLE_DONE ? network_compose(drawn->tree, &run, &drawn->error) : NULL;
}

void drawn_network_open(struct drawn_network *drawn, uint64_t seed, const char *folder,
                        uint64_t most_states) {
    struct random_network random;
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, folder, &random), 0);
    drawn_network_read(drawn, random.path, &random.options, most_states);
}

void drawn_network_close(struct drawn_network *drawn) {
    network_free(&drawn->memory, drawn->network);
    oracle_free(drawn->graph);
    exp_tree_free(drawn->tree);
    CU_ASSERT_EQUAL(memory_used(&drawn->memory), 0);
}

uint64_t drawn_networks_check(uint64_t cases, uint64_t seed,
                              void (*check)(const struct random_network *drawn, void *context),
                              void *context) {
    struct test_folder folder;
    cases = number_of_cases(cases);
    seed = number_from_environment("HEDDLE_SEED", seed);
    test_folder_create(&folder);
    for (uint64_t i = 0; i < cases; i++) {
        struct random_network network;
        unsigned failures = CU_get_number_of_failures();
        CU_ASSERT_EQUAL_FATAL(random_network_generate(seed + i, folder.path, &network), 0);
        check(&network, context);
        if (CU_get_number_of_failures() > failures) {
            printf("\n  seed %llu (%s)", (unsigned long long)network.seed, network.path);
            return 0;
        }
    }
    test_folder_remove(&folder);
    return cases;
}

int network_has_plain_labels(const struct network *network) {
    for (uint32_t i = 0; i < network->label_count; i++) {
        if (strpbrk(network->labels[i].text, "\"'|\n\\") != NULL) {
            return 0;
        }
    }
    return 1;
}

uint32_t network_label_texts(const struct network *network, const char **texts, uint32_t most) {
    uint32_t count = 0;
    while (count < network->label_count && count < most - 1) {
        texts[count] = network->labels[count].text;
        count++;
    }
    texts[count++] = "i";
    return count;
}

/* Whether vectors are folded, or have more words than this, or the network cannot be compiled. */
static int is_beyond(const struct network *network, const struct run *run, uint32_t words) {
    struct error error;
    model *model = model_compile(network, &(struct model_options){0}, run, &error);
    const int is =
        model == NULL || model_header(model)->fold_levels != 0 || model_header(model)->words > words;
    model_free(model);
    return is;
}

int network_is_folded(const struct network *network, const struct run *run) {
    return is_beyond(network, run, UINT32_MAX);
}

int network_is_long(const struct network *network, const struct run *run) {
    return is_beyond(network, run, 3);
}
