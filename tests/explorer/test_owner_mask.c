/*
 * Which components decide the owner of a state: on some examples, owners have nearly equal parts, and more
 * successors stay with the owner than if all components decided. In small state spaces, folded vectors, and
 * where parts are uneven, all of them do.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/checkpoint/checkpoint.h"
#include "explorer/distributed/owner.h"
#include "explorer/search/expand.h"
#include "explorer/search/explore.h"
#include "explorer/search/level_store.h"
#include "explorer/search/owner_mask.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/command.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"

#define BUDGET ((uint64_t)2 << 30)
#define MOST_OWNERS 8u

struct subject {
    struct memory memory;
    struct run run;
    language_tree *tree;
    struct network *network;
    model *model;
};

static void open_subject(struct subject *subject, const char *example, uint32_t words) {
    char path[PATH_BYTES];
    struct error error;
    const struct exp_options options = {0};
    const struct model_options layout = {.words = words};
    memset(subject, 0, sizeof *subject);
    memory_init(&subject->memory, BUDGET);
    subject->run = (struct run){.memory = &subject->memory, .threads = 1};
    CU_ASSERT_EQUAL_FATAL(language_load(command_example(example, path), &options, &subject->run,
                                        &subject->tree, &subject->network, &error),
                          0);
    subject->model = model_compile(subject->network, &layout, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->model);
}

static void close_subject(struct subject *subject) {
    model_free(subject->model);
    network_free(&subject->memory, subject->network);
    language_free(subject->tree);
    CU_ASSERT_EQUAL(memory_used(&subject->memory), 0);
}

static void fill(uint64_t *mask) {
    for (uint32_t w = 0; w < MODEL_KEY_WORDS; w++) {
        mask[w] = OWNER_ALL_BITS;
    }
}

/* --- examples --- */

/* How a mask parts a state space. */
struct parting {
    uint64_t mask[MODEL_KEY_WORDS];
    uint64_t part[MOST_OWNERS];
    uint64_t largest; /* states of the largest part of each level, in sum */
    uint64_t away;    /* transitions to a state of another owner */
};

static uint32_t owner_by(const struct parting *parting, const struct model_header *header,
                         const uint64_t *vector, uint32_t owners) {
    return owner_of(owner_hash(vector, parting->mask, header->words), owners);
}

static void part_segment(struct expansion *expansion, const struct level_segment *segment, uint32_t owners,
                         struct parting *partings, uint64_t (*level)[MOST_OWNERS]) {
    const struct model_header *header = expansion->model.header;
    for (uint64_t at = 0; at < segment->count; at += expansion->sources) {
        const uint64_t *states = segment->keys + at * header->words;
        uint64_t next = 0;
        CU_ASSERT_EQUAL_FATAL(expansion_batch(expansion, states, segment->count - at), 0);
        for (uint32_t i = 0; i < expansion->sources; i++) {
            uint32_t own[2];
            for (uint32_t p = 0; p < 2; p++) {
                own[p] = owner_by(&partings[p], header, states + i * header->words, owners);
                level[p][own[p]]++;
            }
            for (; next < expansion->ends[i]; next++) {
                for (uint32_t p = 0; p < 2; p++) {
                    partings[p].away += owner_by(&partings[p], header, expansion->keys + next * header->words,
                                                 owners) != own[p];
                }
            }
        }
    }
}

static void part_levels(const struct exploration *exploration, const struct run *run, uint32_t owners,
                        struct parting *partings) {
    struct expansion expansion;
    CU_ASSERT_EQUAL_FATAL(expansion_init(&expansion, exploration, run, 0), 0);
    for (uint64_t level = 0; level < exploration->space.levels; level++) {
        uint64_t count, parts[2][MOST_OWNERS] = {{0}};
        const struct level_segment *segments =
            level_store_segments(exploration->space.level_store, level, &count);
        for (uint64_t s = 0; s < count; s++) {
            part_segment(&expansion, &segments[s], owners, partings, parts);
        }
        for (uint32_t p = 0; p < 2; p++) {
            uint64_t most = 0;
            for (uint32_t o = 0; o < owners; o++) {
                most = parts[p][o] > most ? parts[p][o] : most;
                partings[p].part[o] += parts[p][o];
            }
            partings[p].largest += most;
        }
    }
    expansion_free(&expansion);
}

/* Each component counts with all of its bits or with none. */
static void expect_fields(const model *model, const uint64_t *mask) {
    const struct model_view view = model_view_of(model_image(model));
    for (uint32_t c = 0; c < view.header->components; c++) {
        const uint64_t field = view.component[c].mask << view.component[c].shift;
        const uint64_t counts = mask[view.component[c].word] & field;
        CU_ASSERT(counts == 0 || counts == field);
    }
}

static void test_examples(void) {
    static const struct {
        const char *example;
        uint32_t owners;
        double away;    /* at most, of what it is with all components */
        double largest; /* at most, of the mean, of the largest parts of levels */
    } cases[] = {
        {"ring-10/ring.exp", 2, 0.6, 1.1},
        {"ring-10/ring.exp", 4, 0.7, 1.15},
        {"gas_station-6/gas_station.exp", 3, 0.5, 1.15},
        {"gas_station-6/gas_station.exp", 8, 0.5, 1.35},
        {"counters-6-10/counters.exp", 4, 0.6, 1.15},
        {"filter-4/filter.exp", 4, 0.6, 1.15},
    };
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        const uint32_t owners = cases[i].owners;
        struct subject subject;
        struct error error;
        struct parting partings[2] = {{{0}, {0}, 0, 0}, {{0}, {0}, 0, 0}};
        uint64_t again[MODEL_KEY_WORDS];
        open_subject(&subject, cases[i].example, 0);
        const struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
        struct exploration *exploration = explore_cpu(subject.model, &options, &subject.run, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(exploration);
        fill(partings[0].mask);
        fill(partings[1].mask);
        fill(again);
        CU_ASSERT_EQUAL(owner_mask_choose(subject.model, owners, &subject.run, partings[1].mask, &error), 0);
        CU_ASSERT_EQUAL(owner_mask_choose(subject.model, owners, &subject.run, again, &error), 0);
        CU_ASSERT_EQUAL(memcmp(partings[1].mask, again, model_header(subject.model)->words * sizeof *again),
                        0);
        expect_fields(subject.model, again);
        part_levels(exploration, &subject.run, owners, partings);
        const double states = (double)exploration->result.states;
        CU_ASSERT((double)partings[1].away < cases[i].away * (double)partings[0].away);
        CU_ASSERT((double)partings[1].largest * owners < cases[i].largest * states);
        for (uint32_t o = 0; o < owners; o++) {
            CU_ASSERT((double)partings[1].part[o] * owners < cases[i].largest * states);
        }
        exploration_free(exploration);
        close_subject(&subject);
    }
}

/* --- all components --- */

static void expect_all(const char *example, uint32_t words) {
    struct subject subject;
    struct error error;
    uint64_t mask[16];
    open_subject(&subject, example, words);
    const uint32_t all = model_header(subject.model)->words;
    CU_ASSERT_FATAL(all <= 16);
    memset(mask, 0x55, sizeof mask);
    CU_ASSERT_EQUAL(owner_mask_choose(subject.model, 4, &subject.run, mask, &error), 0);
    for (uint32_t w = 0; w < all; w++) {
        CU_ASSERT_EQUAL(mask[w], 0x5555555555555555u); /* as it was */
    }
    close_subject(&subject);
}

static void test_all_components(void) {
    expect_all("ring-3/ring.exp", 0);
    expect_all("ring-10/ring.exp", 9);
}

/* With too little memory there is an error, and nothing stays allocated. */
static void test_memory(void) {
    struct subject subject;
    struct error error;
    uint64_t mask[MODEL_KEY_WORDS];
    struct shortage shortage = {.memory = &subject.memory, .error = &error, .step = 200000, .enough = 3};
    open_subject(&subject, "ring-10/ring.exp", 0);
    while (shortage_goes_on(&shortage)) {
        fill(mask);
        shortage.done = owner_mask_choose(subject.model, 4, &subject.run, mask, &error) == 0;
        CU_ASSERT(!shortage.done || error.code == ERROR_NONE);
    }
    CU_ASSERT(shortage.failures > 4 && shortage.failures < 40);
    close_subject(&subject);
}

static void test_uneven(void) {
    const struct explore_options options = {.uneven_states = 100}, all = {.by_all_components = 1};
    struct checkpoint checkpoint = {0};
    const struct explore_options usual = {0}, saved = {.checkpoint = &checkpoint};
    CU_ASSERT(exploration_is_uneven(&options, EXPLORE_DONE, 1000, 61, 120, 3));
    CU_ASSERT_FALSE(exploration_is_uneven(&options, EXPLORE_DONE, 1000, 60, 120, 3));
    CU_ASSERT_FALSE(exploration_is_uneven(&options, EXPLORE_DONE, 10, 99, 99, 3));
    CU_ASSERT_FALSE(exploration_is_uneven(&usual, EXPLORE_DONE, 5001, 4000, 5000, 2));
    CU_ASSERT(exploration_is_uneven(&usual, EXPLORE_DONE, 5000, 4000, 5000, 2));
    CU_ASSERT_FALSE(exploration_is_uneven(&usual, EXPLORE_DONE, 50, 4000, 5000, 2)); /* late */
    CU_ASSERT_FALSE(exploration_is_uneven(&usual, EXPLORE_LIMIT, 5000, 4000, 5000, 2));
    CU_ASSERT(exploration_is_uneven(&usual, EXPLORE_FULL, 5000, 90, 120, 2));
    CU_ASSERT_FALSE(exploration_is_uneven(&usual, EXPLORE_FULL, 5000, 67, 120, 2));
    CU_ASSERT_FALSE(exploration_is_uneven(&all, EXPLORE_DONE, 5000, 4000, 5000, 2));
    CU_ASSERT_FALSE(exploration_is_uneven(&all, EXPLORE_FULL, 5000, 4000, 5000, 2));
    CU_ASSERT_FALSE(exploration_is_uneven(&saved, EXPLORE_FULL, 5000, 4000, 5000, 2));
}

void suite_owner_mask(void) {
    CU_pSuite suite = command_suite("which components decide the owner of a state", "examples", test_examples,
                                    "all components", test_all_components, "memory", test_memory, NULL);
    if (suite != NULL) {
        CU_add_test(suite, "uneven parts", test_uneven);
    }
}
