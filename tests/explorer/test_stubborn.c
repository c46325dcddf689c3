/*
 * The choice of stubborn sets: by a search (stubborn_choose), by a group of lanes and by a warp, as on a GPU,
 * beside a naive choice by the definition. On random relations of needs, and in the states of random
 * networks, some of them with up to 200 processes, and of PRISM models, where sets are of commands.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/fold_core.h"
#include "explorer/model/network.h"
#include "model/observer.h"
#include "explorer/model/stubborn.h"
#include "explorer/model/stubborn_data_core.h"
#include "explorer/model/stubborn_wide_core.h"
#include "explorer/search/explore.h"
#include "explorer/search/level_store.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/stubborn_choice.h"
#include "tests/random/random_modules.h"
#include "tests/random/random_network.h"
#include "tests/random/random_vectors.h"
#include "tests/support/folder.h"
#include "tests/support/small_network.h"
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
#define SYNCS 40u

/* --- choices by lanes --- */

static uint64_t choose_by_group(const struct needs_relation *relation) {
    struct stubborn_group group = {.width = stubborn_group_width(relation->count)};
    for (uint32_t k = 0; k < 64; k++) {
        if (k % 32 < group.width) {
            const uint64_t own = (uint64_t)1 << k;
            const uint64_t needs = k < relation->count ? relation->needs[k] | own : own;
            group.moves[k / 32][k % 32] = k < relation->count ? relation->moves[k] : 0;
            group.reach[k / 32][0][k % 32] = (uint32_t)needs;
            group.reach[k / 32][1][k % 32] = (uint32_t)(needs >> 32);
        }
    }
    return stubborn_group_decide(&group, relation->count, relation->count > 32 ? 2 : 1);
}

static uint32_t take_look(void *context, uint32_t process, uint64_t *needs, uint32_t words) {
    const struct needs_relation *relation = context;
    memcpy(needs, relation->needs + (uint64_t)process * words, words * sizeof *needs);
    return relation->moves[process];
}

static int choose_by_warp(struct needs_relation *relation, struct process_set *chosen) {
    static uint64_t memory[ORACLE_PROCESSES * (ORACLE_SET_WORDS + 1)];
    const struct stubborn_wide wide = stubborn_wide_in(memory, relation->count, relation->words, 0);
    struct stubborn_spread roots = stubborn_spread_empty(&wide), found;
    memcpy(roots.word, relation->roots.word, sizeof relation->roots);
    const struct stubborn_spread movers = stubborn_wide_look(&wide, take_look, relation);
    const int any = stubborn_wide_choose(&wide, &roots, &movers, &found);
    memcpy(chosen, found.word, sizeof *chosen);
    return any;
}

/* What differs between the naive choice and those by lanes, or NULL. */
static const char *compare_lanes(struct needs_relation *relation, int any, const struct process_set *chosen) {
    struct process_set found;
    if (choose_by_warp(relation, &found) != any || (any && !process_set_is_same(&found, chosen))) {
        return "by a warp";
    }
    const struct stubborn_wide wide = {.width = STUBBORN_LANES, .count = relation->count};
    const struct stubborn_spread all = stubborn_wide_all(&wide);
    return relation->count <= STUBBORN_GROUP_MOST &&
                   memcmp(all.word, relation->roots.word, sizeof relation->roots) == 0 &&
                   choose_by_group(relation) != (any ? chosen->word[0] : 0)
               ? "by a group"
               : NULL;
}

/* --- random relations --- */

static void draw_relation(uint64_t *random, struct needs_relation *relation) {
    const uint32_t few = 1 + random_draw(random, 4), waits = 1 + random_draw(random, 4);
    const uint32_t rooted = random_draw(random, 3);
    memset(relation, 0, sizeof *relation);
    relation->count =
        1 + random_draw(random, random_draw(random, 6) == 0 ? ORACLE_PROCESSES : STUBBORN_GROUP_MOST);
    relation->words = (relation->count + 63) / 64;
    for (uint32_t k = 0; k < relation->count; k++) {
        for (uint32_t i = random_draw(random, few); i != 0; i--) {
            const uint32_t other = random_draw(random, relation->count);
            relation->needs[k * relation->words + other / 64] |= (uint64_t)1 << other % 64;
        }
        relation->moves[k] = random_draw(random, waits + 1) != 0 ? 0
                             : random_draw(random, 4) == 0       ? STUBBORN_NEVER
                                                                 : 1 + random_draw(random, 3);
        if (relation->moves[k] != 0 || rooted != 0 || random_draw(random, 3) == 0) {
            process_set_put(&relation->roots, k);
        }
    }
}

static void test_relations(void) {
    static struct needs_relation relation;
    uint64_t random = 20261, sets = 0, of_several = 0, large = 0;
    for (uint32_t i = 0; i < RELATIONS; i++) {
        struct process_set chosen;
        const uint64_t seed = random;
        draw_relation(&random, &relation);
        const int any = needs_relation_choose(&relation, &chosen);
        const char *what = compare_lanes(&relation, any, &chosen);
        if (what != NULL) {
            fprintf(stderr, "state %" PRIu64 " of the generator: sets differ: %s\n", seed, what);
            CU_FAIL_FATAL("sets differ");
        }
        sets += (uint64_t)any;
        of_several += any && process_set_size(&chosen) > 1;
        large += any && relation.words > 1 && process_set_size(&chosen) > 1;
    }
    report_counts("relations", (uint64_t)RELATIONS, "with a set", sets, "of several", of_several,
                  "of more than 64 processes", large, NULL);
    CU_ASSERT_TRUE(sets > RELATIONS / 4 && of_several > RELATIONS / 10 && large > RELATIONS / 100);
}

/* --- states of networks --- */

struct totals {
    struct test_folder folder;
    uint64_t mismatches, states, sets, of_several, in_large, in_wide, of_commands;
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
    static uint32_t syncs[ORACLE_PROCESSES][SYNCS], sync_counts[ORACLE_PROCESSES];
    uint64_t *random = &subject->random;
    struct test_folder *folder = &subject->totals->folder;
    const uint32_t most = random_draw(random, 2) ? ORACLE_PROCESSES : STUBBORN_GROUP_MOST;
    const uint32_t count = 33 + random_draw(random, most - 32);
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

/* Looks at the processes, or commands, of a state. 0, or -1 where a model has an error. */
static int find_relation(const struct stubborn_state *state, uint64_t *room,
                         struct needs_relation *relation) {
    const struct stubborn_view *tables = state->tables;
    const struct data_header *image = stubborn_image(state->model);
    const int has_data = state->model->header->kind == MODEL_DATA;
    struct data_scratch scratch = {.fields = NULL};
    relation->count = tables->count;
    relation->words = tables->words;
    memset(&relation->roots, 0, sizeof relation->roots);
    if (has_data) {
        scratch = data_scratch_at(image, room);
        if (stubborn_data_begin(image, state->vector, room) != 0) {
            return -1;
        }
    }
    for (uint32_t k = 0; k < tables->count; k++) {
        uint64_t *needs = relation->needs + (uint64_t)k * tables->words;
        relation->moves[k] = has_data ? stubborn_data_look_at(tables, image, &scratch, k, needs)
                                      : stubborn_look_at(state, k, needs, tables->words);
        if (!has_data || stubborn_data_is_enabled(&scratch, k)) {
            process_set_put(&relation->roots, k);
        }
    }
    return 0;
}

static void judge_state(struct subject *subject, const stubborn *tables, const struct stubborn_state *state,
                        uint64_t *work, uint64_t *room) {
    static struct needs_relation relation;
    struct process_set chosen, searched = {{0}};
    if (find_relation(state, room, &relation) != 0) {
        return;
    }
    const int any = needs_relation_choose(&relation, &chosen);
    const char *what = compare_lanes(&relation, any, &chosen);
    const uint64_t *found = stubborn_choose(tables, state->vector, work);
    if (found != NULL) {
        memcpy(&searched, found, relation.words * sizeof *found);
    }
    const struct process_set movers = needs_relation_movers(&relation, &chosen),
                             found_movers = needs_relation_movers(&relation, &searched);
    if ((found != NULL) != any || (any && !process_set_is_same(&found_movers, &movers))) {
        what = "by a search";
    }
    if (what != NULL) {
        differ(subject, what);
    }
    struct totals *totals = subject->totals;
    totals->states++;
    totals->sets += (uint64_t)any;
    totals->of_several += any && process_set_size(&chosen) > 1;
    totals->in_large += any && relation.count > 32 && relation.words == 1;
    totals->in_wide += any && relation.words > 1;
    totals->of_commands += any && state->model->header->kind == MODEL_DATA;
}

static void judge_states(struct subject *subject, const struct exploration *found, const uint8_t *watched) {
    struct error error;
    const struct model_view view = model_view_of(model_header(found->model));
    stubborn *tables = stubborn_create(&view, watched, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tables);
    uint64_t *work = test_allocate(stubborn_work_words(tables), sizeof *work);
    uint64_t *row = test_allocate(fold_stride(view.header), sizeof *row);
    uint64_t *room = test_allocate((uint64_t)view.header->work_words + 1, sizeof *room);
    const struct stubborn_state state = {stubborn_tables(tables), &view, row};
    for (uint64_t level = 0; level < found->space.levels && subject->totals->mismatches == 0; level++) {
        uint64_t count;
        const struct level_segment *segments = level_store_segments(found->space.level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            for (uint64_t k = 0; k < segments[i].count; k++) {
                fold_undo(view.header, exploration_pairs(found),
                          segments[i].keys + k * view.header->key_words, row);
                judge_state(subject, tables, &state, work, room);
            }
        }
    }
    free(room);
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
    if (found != NULL) { /* else the model has an error */
        judge_states(subject, found, random_draw(&subject->random, 2) ? watched : NULL);
    } else {
        CU_ASSERT_EQUAL(error.code, ERROR_INPUT);
    }
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
    const char *path = seed % 3 == 0   ? write_large(&subject)
                       : seed % 3 == 1 ? random_modules_write(&totals->folder, &subject.random)
                                       : random_vectors_write(&totals->folder, &subject.random);
    CU_ASSERT_EQUAL_FATAL(
        language_load(path, &options, &subject.run, &subject.tree, &subject.network, &error), 0);
    if (stubborn_refusal(subject.network) == NULL &&
        (subject.network->data != NULL || subject.network->component_count <= ORACLE_PROCESSES)) {
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
                  totals.of_several, "of more than 32 processes", totals.in_large, "of more than 64",
                  totals.in_wide, "of commands", totals.of_commands, NULL);
    if (cases >= 500) {
        CU_ASSERT_TRUE(totals.states >= 20 * cases);
        CU_ASSERT_TRUE(totals.of_several >= cases);
        CU_ASSERT_TRUE(totals.in_large >= cases / 4);
        CU_ASSERT_TRUE(totals.in_wide >= cases / 4);
        CU_ASSERT_TRUE(totals.of_commands >= cases / 4);
    }
}

/* --- observers --- */

/* A state in which the observer moves alone, or not at all, has no set. */
static void test_observers(void) {
    static const struct observer_state states[] = {
        {.kind = OBSERVER_EPSILON}, {.kind = OBSERVER_STEP}, {.kind = OBSERVER_STOP}};
    static const uint64_t rows[] = {0, 1, 2, 2};
    static const uint32_t targets[] = {1, 1}, classes[4] = {0};
    const struct observer observer = {.states = LENGTH(states),
                                      .state = states,
                                      .classes = 1,
                                      .class_of_label = classes,
                                      .row = rows,
                                      .target = targets};
    struct model_options layout = {.observer = &observer};
    struct small_network small;
    struct error error;
    small_network_open(&small);
    test_folder_write(&small.folder, "a.aut", "des (0, 1, 2)\n(0, a, 1)\n");
    test_folder_write(&small.folder, "b.aut", "des (0, 1, 2)\n(0, b, 1)\n");
    small_network_compose(&small, "a.aut ||| b.aut");
    CU_ASSERT_TRUE_FATAL(small.network->label_count <= LENGTH(classes));
    model *model = model_compile(small.network, &layout, &small.run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    const struct model_view view = model_view_of(model_header(model));
    stubborn *tables = stubborn_create(&view, NULL, &small.run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tables);
    uint64_t *work = test_allocate(stubborn_work_words(tables), sizeof *work), vector = view.initial[0];
    const struct model_component *follows = view.component + view.header->components;
    CU_ASSERT_EQUAL_FATAL(view.header->words, 1);
    for (uint32_t state = 0; state < LENGTH(states); state++) {
        model_move(follows, &vector, model_field(follows, &vector), state);
        CU_ASSERT_EQUAL(stubborn_choose(tables, &vector, work) != NULL, states[state].kind == OBSERVER_STEP);
    }
    free(work);
    stubborn_free(tables);
    model_free(model);
    small_network_close(&small);
}

void suite_stubborn(void) {
    suite_add("stubborn sets", NULL, NULL, "relations of needs", test_relations, "states of networks",
              test_networks, "observers that do not follow", test_observers, NULL);
}
