/*
 * Searches on several GPUs. On any machine: how lists of GPUs are read, which part owns a state, and how keys
 * lie in the buffers between parts. On one with a GPU: random networks and PRISM models, with two and three
 * parts on GPU 0, in buffers so small that each level takes many rounds and the buffers grow, against one
 * thread of the CPU: counts, levels, levels of labels, traces.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/device/device_list.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "explorer/search/owners_core.h"
#include "tests/support/backend_test.h"
#include "tests/support/search_part.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define DEFAULT_CASES 900u
#define MOST_STATES 6000u

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
    struct explore_options options;
    struct model_options layout;
    const char *exchange;
    unsigned gpus;
    int watch;
};

static struct configuration draw_configuration(uint64_t *random) {
    static const uint32_t words[] = {0, 0, 2, 4}, block_bits[] = {0, 1, 3, 5};
    static const uint64_t keys[] = {64, 100, 400, 4000, 0};
    struct configuration drawn = {.gpus = 2 + (unsigned)random_draw(random, 2)};
    drawn.exchange = random_draw(random, 2) ? "copy" : "direct";
    drawn.watch = random_draw(random, 2) != 0;
    drawn.layout.words = words[random_draw(random, LENGTH(words))];
    drawn.layout.block_bits = block_bits[random_draw(random, LENGTH(block_bits))];
    drawn.layout.labels = random_draw(random, 4) != 0;
    drawn.options = (struct explore_options){.keep_levels = 1, .max_depth = UINT64_MAX};
    drawn.options.exchange_keys = keys[random_draw(random, LENGTH(keys))];
    drawn.options.first_slots = random_draw(random, 2) * 8;
    drawn.options.owner_seed = random_draw(random, 2) * random_next(random);
    drawn.options.uneven_states = random_draw(random, 2) * 50;
    drawn.options.table_unread = (int)random_draw(random, 2);
    drawn.options.may_forget = (int)random_draw(random, 2);
    if (random_draw(random, 3) == 0) {
        drawn.options.max_depth = random_draw(random, 8);
    }
    return drawn;
}

struct totals {
    struct random_prism random;
    uint64_t compared, data, large, folded, mismatches, words[3], bytes, traces, limited, at_limit;
    uint64_t faults, several;
};

static void count_worth(struct totals *totals, const struct exploration *found, uint64_t max_depth) {
    const struct explore_result *result = &found->result;
    totals->data += model_network(found->model)->data != NULL;
    totals->large += result->states >= 50;
    totals->words[model_header(found->model)->key_words / 2]++;
    totals->traces += result->deadlocks != 0;
    totals->bytes += found->effort.bytes_exchanged;
    totals->limited += result->outcome == EXPLORE_LIMIT;
    totals->at_limit += result->outcome == EXPLORE_DONE && result->levels == max_depth;
    totals->several += found->several != NULL;
}

/* The same search on several GPUs. What differs, or NULL; expected: that of the CPU, NULL where the model has
 * this error. */
static const char *compare(const struct configuration *drawn, const model *model,
                           struct exploration *expected, const struct error *fault, struct totals *totals) {
    const struct backend *gpu = backend_find("cuda");
    const char *what = NULL;
    search_choose_gpus(drawn->gpus, drawn->exchange);
    struct exploration *found = gpu->explore(model, &drawn->options, &place.run, &place.error);
    totals->compared++;
    if (expected == NULL) {
        totals->faults++;
        what = found != NULL                                ? "an error is missing"
               : strcmp(place.error.text, fault->text) != 0 ? place.error.text
                                                            : NULL;
    } else {
        what = found == NULL ? place.error.text : compare_results(expected, found);
    }
    if (what == NULL && found != NULL) {
        what = compare_traces(expected, found, gpu);
        count_worth(totals, found, drawn->options.max_depth);
    }
    search_choose_gpus(1, NULL);
    exploration_free(found);
    return what;
}

static const char *judge(void *context, struct placed_model *placed, uint64_t seed) {
    uint64_t random = seed * 77;
    struct totals *totals = context;
    struct configuration drawn = draw_configuration(&random);
    const model *model = placed_model_compile(placed, &drawn.layout);
    if (model_header(model)->fold_levels != 0 || !backend_takes(backend_find("cuda"), placed->network)) {
        totals->folded += model_header(model)->fold_levels != 0;
        return NULL;
    }
    uint8_t *watched = test_allocate(model_header(model)->labels, 1);
    memset(watched, 1, model_header(model)->labels);
    drawn.options.watched = drawn.watch ? watched : NULL;
    struct explore_options alone = drawn.options;
    alone.first_slots = 0;
    alone.max_states = MOST_STATES;
    const char *what = NULL;
    struct error fault;
    struct exploration *expected = backends[0]->explore(model, &alone, &place.run, &fault);
    if (expected == NULL || expected->result.states < MOST_STATES) {
        what = compare(&drawn, model, expected, &fault, totals);
    }
    if (what != NULL) {
        fprintf(stderr, "%u parts, %s, buffers of %llu keys, %llu slots\n", drawn.gpus, drawn.exchange,
                (unsigned long long)drawn.options.exchange_keys,
                (unsigned long long)drawn.options.first_slots);
    }
    exploration_free(expected);
    free(watched);
    return what;
}

/* Networks, and PRISM models by turns. */
static void judge_model(uint64_t seed, void *context) {
    struct totals *totals = context;
    totals->mismatches += placed_model_judge(seed % 2 == 0 ? &totals->random : NULL, seed, judge, totals);
}

static void test_random_models(void) {
    struct totals totals = {.mismatches = 0};
    if (!search_has_device()) {
        return;
    }
    place.run.device_bytes = TEST_DEVICE_BYTES;
    const uint64_t cases = judge_seeds(DEFAULT_CASES, 77260, judge_model, &totals, &totals.mismatches);
    place.run.device_bytes = 0;
    report_counts("compared", totals.compared, "with data", totals.data, "with 50 states or more",
                  totals.large, "folded", totals.folded, "W=1", totals.words[0], "W=2", totals.words[1],
                  "W=4", totals.words[2], "traces", totals.traces, "bytes exchanged", totals.bytes, "limited",
                  totals.limited, "complete at the limit", totals.at_limit, "errors of models", totals.faults,
                  "several commands in a state", totals.several, NULL);
    if (cases >= 300) {
        CU_ASSERT_TRUE(3 * totals.large >= totals.compared && totals.data >= cases / 5);
        CU_ASSERT_TRUE(totals.words[0] > cases / 10 && totals.words[1] > cases / 20 &&
                       totals.words[2] > cases / 20);
        CU_ASSERT_TRUE(totals.limited > cases / 20 && totals.at_limit != 0 && totals.traces > cases / 20 &&
                       totals.bytes > 100 * cases);
        CU_ASSERT_TRUE(totals.faults != 0 && totals.several != 0);
    }
}

void suite_gpus(void) {
    suite_add("searches on several GPUs", workplace_open, workplace_close, "lists of GPUs", test_lists,
              "owners", test_owners, "units of keys", test_units, "buffers", test_buffers, "random models",
              test_random_models, NULL);
}
