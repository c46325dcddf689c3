/*
 * Searches on several GPUs. On any machine: how lists of GPUs are read, which part owns a state, and how keys
 * lie in the buffers between parts. On one with a GPU: random networks and larger ones, with two and three
 * parts on GPU 0, in buffers so small that each level takes many rounds and the buffers grow, against the
 * naive explorer and one thread of the CPU: counts, levels, levels of labels, traces.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/device/device_list.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "explorer/search/owners_core.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/same_trace.h"
#include "tests/support/testing.h"

#define DEFAULT_CASES 600u
#define MOST_STATES 6000u
#define BUDGET ((uint64_t)1 << 30)

/* --- on any machine --- */

static void test_lists(void) {
    static const struct {
        const char *text;
        enum device_list_result result;
        unsigned count, number[5];
    } cases[] = {
        {"0", DEVICE_LIST_READ, 1, {0}},
        {"7", DEVICE_LIST_READ, 1, {7}},
        {"0,2", DEVICE_LIST_READ, 2, {0, 2}},
        {"2,0", DEVICE_LIST_READ, 2, {2, 0}},
        {"0-3", DEVICE_LIST_READ, 4, {0, 1, 2, 3}},
        {"3-3", DEVICE_LIST_READ, 1, {3}},
        {"0-1,4,6-7", DEVICE_LIST_READ, 5, {0, 1, 4, 6, 7}},
        {"0,0,0", DEVICE_LIST_READ, 3, {0, 0, 0}},
        {"007", DEVICE_LIST_READ, 1, {7}},
        {"all", DEVICE_LIST_READ, 0, {0}},
        {"", DEVICE_LIST_MALFORMED, 0, {0}},
        {"x", DEVICE_LIST_MALFORMED, 0, {0}},
        {"-1", DEVICE_LIST_MALFORMED, 0, {0}},
        {"1-", DEVICE_LIST_MALFORMED, 0, {0}},
        {"3-1", DEVICE_LIST_MALFORMED, 0, {0}},
        {"0,", DEVICE_LIST_MALFORMED, 0, {0}},
        {",0", DEVICE_LIST_MALFORMED, 0, {0}},
        {"0 1", DEVICE_LIST_MALFORMED, 0, {0}},
        {"all,0", DEVICE_LIST_MALFORMED, 0, {0}},
        {"0-1-2", DEVICE_LIST_MALFORMED, 0, {0}},
        {"4294967296", DEVICE_LIST_NUMBER, 0, {0}},
        {"0,99999999999", DEVICE_LIST_NUMBER, 0, {0}},
        {"0-16", DEVICE_LIST_LONG, 0, {0}},
        {"0-2000000000", DEVICE_LIST_LONG, 0, {0}},
        {"0-15,3", DEVICE_LIST_LONG, 0, {0}},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct device_list list;
        const enum device_list_result result = device_list_read(cases[i].text, &list);
        CU_ASSERT_EQUAL(result, cases[i].result);
        if (result == DEVICE_LIST_READ && cases[i].result == result) {
            CU_ASSERT_EQUAL(list.count, cases[i].count);
            CU_ASSERT_EQUAL(memcmp(list.number, cases[i].number, list.count * sizeof *list.number), 0);
        }
    }
    struct device_list list;
    CU_ASSERT_EQUAL(device_list_read("1,0,1", &list), DEVICE_LIST_READ);
    CU_ASSERT_EQUAL(device_list_uses(&list, 1), 2);
    CU_ASSERT_EQUAL(device_list_uses(&list, 0), 1);
    CU_ASSERT_EQUAL(device_list_uses(&list, 2), 0);
}

/* Owners have equal shares, also of states that differ in few bits; and not by the bits that place keys. */
static void test_owners(void) {
    const uint64_t all_bits[2] = {OWNER_ALL_BITS, OWNER_ALL_BITS};
    for (uint32_t owners = 2; owners <= OWNERS_MOST; owners++) {
        uint64_t shares[OWNERS_MOST] = {0}, wide[OWNERS_MOST] = {0}, most = 0, least = UINT64_MAX;
        for (uint64_t i = 0; i < 100000; i++) {
            const uint64_t narrow = i * 3, vector[2] = {i % 7, i};
            const uint32_t owner = owner_of(owner_hash(&narrow, all_bits, 1), owners);
            CU_ASSERT_FATAL(owner < owners);
            shares[owner]++;
            wide[owner_of(owner_hash(vector, all_bits, 2), owners)]++;
        }
        for (uint32_t o = 0; o < owners; o++) {
            most = shares[o] > most ? shares[o] : most;
            most = wide[o] > most ? wide[o] : most;
            least = shares[o] < least ? shares[o] : least;
            least = wide[o] < least ? wide[o] : least;
        }
        CU_ASSERT_TRUE(most - least < 100000 / owners / 5);
    }
}

/* Units cover each run once, in order, and none is larger than it may be. */
static void test_units(void) {
    uint64_t random = number_from_environment("HEDDLE_SEED", 5);
    for (unsigned i = 0; i < 2000; i++) {
        struct owners_units units = {.sources = 1 + (uint32_t)(random_next(&random) % (OWNERS_MOST - 1)),
                                     .unit = 1 + random_next(&random) % 9};
        uint64_t seen[OWNERS_MOST] = {0};
        for (uint32_t s = 0; s < units.sources; s++) {
            units.count[s] = random_next(&random) % 3 * (random_next(&random) % 40);
        }
        owners_units_number(&units);
        int right = 1;
        for (uint64_t number = 0; number < owners_units_all(&units); number++) {
            const struct owners_unit unit = owners_units_take(&units, number);
            right &= unit.source < units.sources && unit.at == seen[unit.source] && unit.count != 0 &&
                     unit.count <= units.unit;
            seen[unit.source % OWNERS_MOST] += unit.count;
        }
        CU_ASSERT_TRUE(right);
        CU_ASSERT_EQUAL(memcmp(seen, units.count, units.sources * sizeof *seen), 0);
    }
}

static void test_buffers(void) {
    for (uint32_t to = 0; to < 5; to++) {
        unsigned seen = 0;
        for (uint32_t from = 0; from < 5; from++) {
            if (from != to) {
                CU_ASSERT_TRUE(owners_run(from, to) < 4);
                seen |= 1u << owners_run(from, to);
            }
        }
        CU_ASSERT_EQUAL(seen, 15);
    }
    CU_ASSERT_EQUAL(owners_crowded(1000, 100), 900);
    CU_ASSERT_EQUAL(owners_crowded(1000, 500), 500);
    CU_ASSERT_EQUAL(owners_crowded(1000, 5000), 500);
    CU_ASSERT_EQUAL(owners_recent_slot(0x123456, 16), 6);
}

/* --- with a GPU --- */

struct configuration {
    struct device_list devices;
    const char *exchange;
    uint64_t keys, slots, max_depth, owner_seed, uneven_states;
    struct model_options model;
    int watch, unread, forgetful;
};

static const struct backend *several(void) {
    static int told;
    const struct backend *backend = backend_find("cuda");
    if (backend == NULL && !told) {
        told = 1;
        test_skip("searches on several GPUs", "this build has no cuda backend");
    }
    return backend != NULL && backend_is_testable(backend) ? backend : NULL;
}

static struct configuration draw_configuration(uint64_t *random) {
    static const uint32_t words[] = {0, 0, 2, 4}, block_bits[] = {0, 1, 3, 5};
    static const uint64_t keys[] = {64, 100, 400, 4000, 0};
    struct configuration drawn = {.devices.count = 2 + (unsigned)(random_next(random) % 2)};
    drawn.exchange = random_next(random) % 2 ? "copy" : "direct";
    drawn.keys = keys[random_next(random) % 5];
    drawn.slots = random_next(random) % 2 ? 8 : 0;
    drawn.max_depth = random_next(random) % 3 == 0 ? random_next(random) % 8 : UINT64_MAX;
    drawn.model.words = words[random_next(random) % 4];
    drawn.model.block_bits = block_bits[random_next(random) % 4];
    drawn.model.labels = random_next(random) % 4 != 0;
    drawn.owner_seed = random_next(random) % 2 * random_next(random);
    drawn.uneven_states = random_next(random) % 2 * 50;
    drawn.watch = random_next(random) % 2 != 0;
    drawn.unread = random_next(random) % 2 != 0;
    drawn.forgetful = random_next(random) % 2 != 0;
    return drawn;
}

struct totals {
    uint64_t compared, large, folded, mismatches, words[3], bytes, traces, limited, at_limit;
    struct test_folder folder;
};

/* A deadlock's traces by both; NULL, or what differs. */
static const char *compare_traces(const struct backend *backend, struct exploration *found,
                                  struct exploration *expected, const struct run *run,
                                  struct totals *totals) {
    const struct trace_goal goal = {.kind = TRACE_TO_DEADLOCK};
    struct run alone = *run;
    struct trace traces[2] = {{0}, {0}};
    struct error error;
    alone.devices = NULL;
    const int failed = backend->trace(found, &goal, run, &traces[0], &error) != 0 ||
                       trace_rebuild_cpu(expected, &goal, &alone, &traces[1], &error) != 0;
    const int same = !failed && same_trace(&traces[0], &traces[1]);
    totals->traces++;
    trace_free(run->memory, &traces[0]);
    trace_free(run->memory, &traces[1]);
    return failed ? "the trace, which fails," : same ? NULL : "traces";
}

static const char *compare_results(const struct explore_result *a, const struct explore_result *b,
                                   const struct network *network) {
    if (a->outcome != b->outcome) {
        return "the outcome";
    }
    if (a->states != b->states) {
        return "states";
    }
    if (a->transitions != b->transitions) {
        return "transitions";
    }
    if (a->deadlocks != b->deadlocks || a->deadlock_level != b->deadlock_level) {
        return "deadlocks";
    }
    if (a->levels != b->levels) {
        return "levels";
    }
    return a->label_level != NULL &&
                   memcmp(a->label_level, b->label_level, network->label_count * sizeof *a->label_level) != 0
               ? "the levels of labels"
               : NULL;
}

static const char *compare(const struct backend *backend, const struct network *network,
                           const struct configuration *configuration, struct memory *memory,
                           struct totals *totals) {
    struct run alone = {.memory = memory, .threads = 1, .device_bytes = TEST_DEVICE_BYTES}, run = alone;
    struct error error;
    model *model = model_compile(network, &configuration->model, &alone, &error);
    if (model == NULL) {
        return "the model was not compiled";
    }
    if (model_header(model)->fold_levels != 0) {
        totals->folded++;
        model_free(model);
        return NULL;
    }
    totals->words[model_header(model)->key_words / 2]++;
    struct explore_options options = {.keep_levels = 1,
                                      .max_depth = configuration->max_depth,
                                      .table_unread = configuration->unread,
                                      .may_forget = configuration->forgetful,
                                      .first_slots = configuration->slots,
                                      .exchange_keys = configuration->keys,
                                      .owner_seed = configuration->owner_seed,
                                      .uneven_states = configuration->uneven_states};
    uint8_t *watched = malloc(network->label_count + 1u);
    memset(watched, 1, network->label_count + 1u);
    options.watched = configuration->watch ? watched : NULL;
    run.devices = &configuration->devices;
    setenv("HEDDLE_EXCHANGE", configuration->exchange, 1);
    struct exploration *found = backend->explore(model, &options, &run, &error);
    unsetenv("HEDDLE_EXCHANGE");
    options.first_slots = 0;
    struct exploration *expected = explore_cpu(model, &options, &alone, &error);
    const char *difference = found == NULL      ? error.text
                             : expected == NULL ? "the search of the CPU"
                                                : compare_results(&found->result, &expected->result, network);
    if (difference == NULL && memcmp(found->space.level_begin, expected->space.level_begin,
                                     (found->result.levels + 1) * sizeof *found->space.level_begin) != 0) {
        difference = "the begins of levels";
    }
    if (difference == NULL && found->result.deadlock_level != UINT64_MAX) {
        difference = compare_traces(backend, found, expected, &run, totals);
    }
    totals->limited += found != NULL && found->result.outcome == EXPLORE_LIMIT;
    totals->at_limit += found != NULL && found->result.outcome == EXPLORE_DONE &&
                        found->result.levels == configuration->max_depth;
    totals->bytes += found != NULL ? found->effort.bytes_exchanged : 0;
    free(watched);
    exploration_free(found);
    exploration_free(expected);
    model_free(model);
    return difference;
}

static void judge_network(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct random_network drawn;
    struct memory memory;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 1};
    struct error error;
    uint64_t random = seed * 77;
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, totals->folder.path, &drawn), 0);
    exp_tree *tree = exp_tree_read(drawn.path, &drawn.options, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    struct oracle_graph *oracle = oracle_explore(tree, MOST_STATES);
    struct network *network = oracle->outcome == ORACLE_LIMIT ? NULL : network_compose(tree, &run, &error);
    if (network != NULL) {
        const struct configuration configuration = draw_configuration(&random);
        const char *what = compare(several(), network, &configuration, &memory, totals);
        totals->compared++;
        totals->large += oracle->states >= 50;
        if (what != NULL) {
            totals->mismatches++;
            fprintf(stderr, "seed %llu: %s differ (%s; %u parts, %s, buffers of %llu keys, %llu slots)\n",
                    (unsigned long long)seed, what, drawn.path, configuration.devices.count,
                    configuration.exchange, (unsigned long long)configuration.keys,
                    (unsigned long long)configuration.slots);
        }
    }
    network_free(&memory, network);
    oracle_free(oracle);
    exp_tree_free(tree);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_random_networks(void) {
    struct totals totals = {0};
    if (several() == NULL) {
        return;
    }
    const uint64_t cases =
        judge_in_folder(&totals.folder, DEFAULT_CASES, 77260, judge_network, &totals, &totals.mismatches);
    report_counts("compared", totals.compared, "with 50 states or more", totals.large, "folded",
                  totals.folded, "W=1", totals.words[0], "W=2", totals.words[1], "W=4", totals.words[2],
                  "traces", totals.traces, "bytes exchanged", totals.bytes, "limited", totals.limited,
                  "complete at the limit", totals.at_limit, NULL);
    if (cases >= 300) {
        CU_ASSERT_TRUE(2 * totals.large >= totals.compared);
        CU_ASSERT_TRUE(totals.words[0] > cases / 10 && totals.words[1] > cases / 20 &&
                       totals.words[2] > cases / 20);
        CU_ASSERT_TRUE(totals.limited > cases / 20 && totals.at_limit != 0 && totals.traces > cases / 20 &&
                       totals.bytes > 100 * cases);
    }
}

void suite_gpus(void) {
    suite_add("searches on several GPUs", command_open, command_close, "lists of GPUs", test_lists, "owners",
              test_owners, "units of keys", test_units, "buffers", test_buffers, "random networks",
              test_random_networks, NULL);
}
