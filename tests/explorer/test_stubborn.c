/*
 * The choice of stubborn sets: by a search (stubborn_choose) and by a group of lanes, as on a GPU, beside a
 * naive choice by the definition. On random relations of needs, and in the states of random networks, some of
 * them with up to 64 processes.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/fold_core.h"
#include "explorer/model/network.h"
#include "explorer/model/stubborn.h"
#include "explorer/model/stubborn_group_core.h"
#include "explorer/search/explore.h"
#include "explorer/search/level_store.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/random/random_network.h"
#include "tests/random/random_vectors.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define RELATIONS 2000u
#define NETWORKS 200u
#else
#define RELATIONS 20000u
#define NETWORKS 1500u
#endif
#define BUDGET ((uint64_t)1 << 30)
#define MOST_STATES 300u
#define MOST STUBBORN_GROUP_MOST
#define SYNCS 40u

/* What processes need, and their moves. */
struct relation {
    uint32_t count;
    uint64_t needs[MOST];
    uint32_t moves[MOST];
};

/* --- the naive choice --- */

static uint64_t bit(uint32_t process) {
    return (uint64_t)1 << process;
}

static uint64_t closure(const struct relation *relation, uint32_t process) {
    uint64_t set = bit(process), before;
    do {
        before = set;
        for (uint32_t k = 0; k < relation->count; k++) {
            set |= set & bit(k) ? relation->needs[k] : 0;
        }
    } while (set != before);
    return set;
}

static uint64_t sum_moves(const struct relation *relation, uint64_t set) {
    uint64_t sum = 0;
    for (uint32_t k = 0; k < relation->count; k++) {
        sum += set & bit(k) ? relation->moves[k] : 0;
    }
    return sum;
}

static uint64_t moving(const struct relation *relation) {
    uint64_t set = 0;
    for (uint32_t k = 0; k < relation->count; k++) {
        set |= relation->moves[k] != 0 ? bit(k) : 0;
    }
    return set;
}

/* The set as stubborn.h defines it; 0: all moves are to be made. */
static uint64_t choose(const struct relation *relation) {
    const uint64_t movers = moving(relation);
    uint64_t fewest = STUBBORN_NEVER, best = 0;
    for (uint32_t k = 0; k < relation->count; k++) {
        const uint64_t sum = sum_moves(relation, closure(relation, k));
        fewest = movers & bit(k) && sum < fewest ? sum : fewest;
    }
    for (uint32_t k = 0; k < relation->count; k++) {
        best |= movers & bit(k) && sum_moves(relation, closure(relation, k)) == fewest ? bit(k) : 0;
    }
    for (uint32_t root = 0; root < relation->count && fewest != STUBBORN_NEVER; root++) {
        const uint64_t found = closure(relation, root) & best;
        for (uint32_t k = 0; k < relation->count && found != 0; k++) {
            if (found & bit(k)) {
                return movers & ~closure(relation, k) ? closure(relation, k) : 0;
            }
        }
    }
    return 0;
}

/* --- random relations --- */

static uint64_t choose_by_lanes(const struct relation *relation) {
    struct stubborn_group group = {.width = stubborn_group_width(relation->count)};
    for (uint32_t k = 0; k < 64; k++) {
        if (k % 32 < group.width) {
            const uint64_t needs = k < relation->count ? relation->needs[k] | bit(k) : bit(k);
            group.moves[k / 32][k % 32] = k < relation->count ? relation->moves[k] : 0;
            group.reach[k / 32][0][k % 32] = (uint32_t)needs;
            group.reach[k / 32][1][k % 32] = (uint32_t)(needs >> 32);
        }
    }
    return stubborn_group_decide(&group, relation->count, relation->count > 32 ? 2 : 1);
}

static void draw_relation(uint64_t *random, struct relation *relation) {
    const uint32_t few = 1 + random_draw(random, 4), waits = 1 + random_draw(random, 4);
    relation->count = 1 + random_draw(random, MOST);
    for (uint32_t k = 0; k < relation->count; k++) {
        relation->needs[k] = 0;
        for (uint32_t i = random_draw(random, few); i != 0; i--) {
            relation->needs[k] |= bit(random_draw(random, relation->count));
        }
        relation->moves[k] = random_draw(random, waits + 1) != 0 ? 0
                             : random_draw(random, 4) == 0       ? STUBBORN_NEVER
                                                                 : 1 + random_draw(random, 3);
    }
}

static void test_relations(void) {
    uint64_t random = 20261, sets = 0, of_several = 0;
    for (uint32_t i = 0; i < RELATIONS; i++) {
        struct relation relation;
        const uint64_t seed = random;
        draw_relation(&random, &relation);
        const uint64_t set = choose(&relation);
        if (choose_by_lanes(&relation) != set) {
            fprintf(stderr, "state %" PRIu64 " of the generator: sets differ\n", seed);
            CU_FAIL_FATAL("sets differ");
        }
        sets += set != 0;
        of_several += (set & (set - 1)) != 0;
    }
    report_counts("relations", (uint64_t)RELATIONS, "with a set", sets, "of several", of_several, NULL);
    CU_ASSERT_TRUE(sets > RELATIONS / 4 && of_several > RELATIONS / 10);
}

/* --- states of networks --- */

struct totals {
    struct test_folder folder;
    uint64_t mismatches, states, sets, of_several, in_large;
};

struct subject {
    uint64_t seed;
    struct memory memory;
    struct run run;
    language_tree *tree;
    struct network *network;
    uint64_t random;
    struct totals *totals;
};

/* A network of more than 32 processes, which take part in rules of two to four. */
static const char *write_large(struct subject *subject) {
    static uint32_t syncs[MOST][SYNCS], sync_counts[MOST];
    uint64_t *random = &subject->random;
    struct test_folder *folder = &subject->totals->folder;
    const uint32_t count = 33 + random_draw(random, MOST - 32);
    char *text = test_allocate(65536, 1), name[32];
    size_t used = 0;
    memset(sync_counts, 0, sizeof sync_counts);
    for (uint32_t s = 0; s < SYNCS; s++) {
        for (uint32_t i = 2 + random_draw(random, 3); i != 0; i--) {
            const uint32_t process = random_draw(random, count), last = sync_counts[process];
            if (last == 0 || syncs[process][last - 1] != s) {
                syncs[process][sync_counts[process]++] = s;
            }
        }
    }
    used += (size_t)sprintf(text, "par\n");
    for (uint32_t k = 0; k < count; k++) {
        char graph[400];
        int length = sprintf(graph, "des (0, 4, 3)\n");
        for (uint32_t i = 0; i < 4; i++) {
            const int alone = sync_counts[k] == 0 || random_draw(random, 40) == 0;
            length +=
                sprintf(graph + length, "(%u, %c%u, %u)\n", i % 3, alone ? 't' : 's',
                        alone ? k : syncs[k][random_draw(random, sync_counts[k])], random_draw(random, 3));
        }
        snprintf(name, sizeof name, "p%u.aut", k);
        test_folder_write(folder, name, graph);
        used += (size_t)sprintf(text + used, "%s", k == 0 ? "" : "||\n");
        for (uint32_t i = 0; i < sync_counts[k]; i++) {
            used += (size_t)sprintf(text + used, "%ss%u", i == 0 ? "" : ", ", syncs[k][i]);
        }
        used += (size_t)sprintf(text + used, "%s%s\n", sync_counts[k] == 0 ? "" : " -> ", name);
    }
    sprintf(text + used, "end par\n");
    const char *path = test_folder_write(folder, "large.exp", text);
    free(text);
    return path;
}

static void differ(const struct subject *subject, const char *what) {
    subject->totals->mismatches++;
    fprintf(stderr, "seed %" PRIu64 ": sets differ: %s (%s)\n", subject->seed, what,
            subject->totals->folder.path);
}

static void judge_state(struct subject *subject, const stubborn *tables, const struct stubborn_state *state,
                        uint64_t *work) {
    const uint32_t count = state->tables->count;
    struct relation relation = {.count = count};
    struct stubborn_group group = {.width = stubborn_group_width(count)};
    for (uint32_t k = 0; k < count; k++) {
        relation.moves[k] = stubborn_look_at(state, k, &relation.needs[k], 1);
    }
    const uint64_t movers = moving(&relation), set = choose(&relation);
    const uint64_t *searched = stubborn_choose(tables, state->vector, work);
    if ((searched == NULL ? 0 : *searched & movers) != (set & movers) || (searched == NULL) != (set == 0)) {
        differ(subject, "by a search");
    }
    if (stubborn_group_choose(&group, state, count > 32 ? 2 : 1) != set) {
        differ(subject, "by lanes");
    }
    subject->totals->states++;
    subject->totals->sets += set != 0;
    subject->totals->of_several += (set & (set - 1)) != 0;
    subject->totals->in_large += set != 0 && count > 32;
}

static void judge_states(struct subject *subject, const struct exploration *found, const uint8_t *watched) {
    struct error error;
    const struct model_view view = model_view_of(model_header(found->model));
    stubborn *tables = stubborn_create(&view, watched, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tables);
    uint64_t *work = test_allocate(stubborn_work_words(tables), sizeof *work);
    uint64_t *row = test_allocate(fold_stride(view.header), sizeof *row);
    const struct stubborn_state state = {stubborn_tables(tables), &view, row};
    for (uint64_t level = 0; level < found->space.levels && subject->totals->mismatches == 0; level++) {
        uint64_t count;
        const struct level_segment *segments = level_store_segments(found->space.level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            for (uint64_t k = 0; k < segments[i].count; k++) {
                fold_undo(view.header, exploration_pairs(found),
                          segments[i].keys + k * view.header->key_words, row);
                judge_state(subject, tables, &state, work);
            }
        }
    }
    free(row);
    free(work);
    stubborn_free(tables);
}

static void search_network(struct subject *subject) {
    struct error error;
    struct model_options layout = {.words = random_draw(&subject->random, 3) == 0 ? 5 : 0, .labels = 1};
    const struct explore_options how = {.keep_levels = 1, .max_depth = UINT64_MAX, .max_states = MOST_STATES};
    uint8_t *watched = test_allocate((uint64_t)subject->network->label_count + 1, 1);
    watched[random_draw(&subject->random, subject->network->label_count + 1)] = 1;
    model *model = model_compile(subject->network, &layout, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct exploration *found = explore_cpu(model, &how, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    judge_states(subject, found, random_draw(&subject->random, 2) ? watched : NULL);
    exploration_free(found);
    model_free(model);
    free(watched);
}

static void judge_network(uint64_t seed, void *context) {
    static const struct exp_options options;
    struct totals *totals = context;
    struct subject subject = {.seed = seed, .random = seed * 7919, .totals = totals};
    struct error error;
    memory_init(&subject.memory, BUDGET);
    subject.run = (struct run){.memory = &subject.memory, .threads = 1};
    const char *path =
        seed % 3 == 0 ? write_large(&subject) : random_vectors_write(&totals->folder, &subject.random);
    CU_ASSERT_EQUAL_FATAL(
        language_load(path, &options, &subject.run, &subject.tree, &subject.network, &error), 0);
    if (stubborn_refusal(subject.network) == NULL && stubborn_device_refusal(subject.network) == NULL) {
        search_network(&subject);
    }
    network_free(&subject.memory, subject.network);
    language_free(subject.tree);
    CU_ASSERT_EQUAL(memory_used(&subject.memory), 0);
}

static void test_networks(void) {
    struct totals totals = {.mismatches = 0};
    uint64_t cases =
        judge_in_folder(&totals.folder, NETWORKS, 1701, judge_network, &totals, &totals.mismatches);
    report_counts("states", totals.states, "with a set", totals.sets, "of several processes",
                  totals.of_several, "of more than 32 processes", totals.in_large, NULL);
    if (cases >= 500) {
        CU_ASSERT_TRUE(totals.states >= 20 * cases);
        CU_ASSERT_TRUE(totals.of_several >= cases);
        CU_ASSERT_TRUE(totals.in_large >= cases);
    }
}

void suite_stubborn(void) {
    suite_add("stubborn sets", NULL, NULL, "relations of needs", test_relations, "states of networks",
              test_networks, NULL);
}
