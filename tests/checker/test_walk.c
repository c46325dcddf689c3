/*
 * Walks in process: random ones are paths of the naive explorer's graph, on random networks; going back, on
 * and another way; traces loaded, followed by their labels, and printed. HEDDLE_CASES and HEDDLE_SEED choose
 * other random networks.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/trace_follow.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/trace_step.h"
#include "checker/evidence/trace_table.h"
#include "checker/strategy/strategy_lane.h"
#include "checker/verify/walk.h"
#include "frontend/exp/walk/semantics.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle.h"
#include "tests/support/drawn_network.h"
#include "tests/support/same_trace.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 240u
#endif
#define MOST_STATES 4000u
#define STEPS 60u
#define MOST_PROCESSES 4096u

/* A network, read, and a walk through it. */
struct place {
    struct memory memory;
    struct run run;
    struct error error;
    exp_tree *tree;
    walker *walker;
    walk *walk;
};

static void place_open(struct place *place, const char *path, const struct exp_options *options) {
    memset(place, 0, sizeof *place);
    memory_init(&place->memory, UINT64_MAX);
    place->run = (struct run){.memory = &place->memory, .threads = 1};
    place->tree = exp_tree_read(path, options, &place->run, &place->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(place->tree);
    place->walker = semantics_create(exp_tree_root(place->tree), exp_tree_labels(place->tree),
                                     exp_tree_options(place->tree), &place->run, &place->error);
    place->walk = place->walker == NULL ? NULL : walk_create(place->walker, &place->run, &place->error);
}

static void place_close(struct place *place) {
    walk_free(place->walk);
    walker_free(place->walker);
    exp_tree_free(place->tree);
    CU_ASSERT_EQUAL(memory_used(&place->memory), 0);
}

static uint64_t choice_count(struct place *place) {
    const struct walker_transition *choices;
    uint64_t count = 0;
    CU_ASSERT_EQUAL(walk_choices(place->walk, &choices, &count, &place->error), 0);
    return count;
}

/* The number of choices that differ in label or target. */
static uint64_t target_count(struct place *place) {
    const struct walker_transition *choices;
    uint64_t count = 0, targets = 0, components = walker_components(place->walker);
    uint32_t tuples[2][MOST_PROCESSES];
    CU_ASSERT_FATAL(components <= MOST_PROCESSES);
    CU_ASSERT_EQUAL(walk_choices(place->walk, &choices, &count, &place->error), 0);
    for (uint64_t i = 0; i < count; i++) {
        walker_target(place->walker, walk_state(place->walk), &choices[i], tuples[i % 2]);
        targets += i == 0 || choices[i].label != choices[i - 1].label ||
                   memcmp(tuples[0], tuples[1], components * sizeof **tuples) != 0;
    }
    return targets;
}

/* Takes the choice of this label, the last of them. */
static void take(struct place *place, const char *label) {
    const struct walker_transition *choices;
    uint64_t count, found = UINT64_MAX;
    CU_ASSERT_EQUAL(walk_choices(place->walk, &choices, &count, &place->error), 0);
    for (uint64_t i = 0; i < count; i++) {
        found = strcmp(choices[i].label, label) == 0 ? i : found;
    }
    CU_ASSERT_NOT_EQUAL_FATAL(found, UINT64_MAX);
    CU_ASSERT_EQUAL(walk_take(place->walk, found, &place->error), 0);
}

/* --- random networks --- */

static const uint32_t *tuple(const struct oracle_graph *graph, uint64_t state) {
    return graph->tuples + state * graph->leaves;
}

/* The state to which an edge of this label leads from `from`, as the tuple; UINT64_MAX when there is none. */
static uint64_t follow_edge(const struct oracle_graph *graph, uint64_t from, const char *label,
                            const uint32_t *to) {
    for (uint64_t edge = graph->offsets[from]; edge < graph->offsets[from + 1]; edge++) {
        if (strcmp(graph->edge_label[edge], label) == 0 &&
            memcmp(tuple(graph, graph->edge_target[edge]), to, graph->leaves * sizeof *to) == 0) {
            return graph->edge_target[edge];
        }
    }
    return UINT64_MAX;
}

/* Random steps with the seed, now and then a step back; every state and choice is the graph's. */
static void walk_on_graph(struct place *place, const struct oracle_graph *graph, uint64_t seed) {
    uint64_t random = seed, state[STEPS + 1] = {0};
    for (unsigned i = 0; i < STEPS; i++) {
        uint64_t at = walk_position(place->walk);
        uint64_t edges = graph->offsets[state[at] + 1] - graph->offsets[state[at]];
        CU_ASSERT_EQUAL(target_count(place), edges);
        int taken = walk_take_random(place->walk, &random, &place->error);
        CU_ASSERT_EQUAL(taken, edges > 0);
        if (taken == 1) {
            CU_ASSERT_EQUAL(walk_position(place->walk), at + 1);
            state[at + 1] =
                follow_edge(graph, state[at], walk_whole(place->walk)->labels[at], walk_state(place->walk));
            CU_ASSERT_NOT_EQUAL_FATAL(state[at + 1], UINT64_MAX);
        }
        if (taken == 0 || random % 8 == 0) {
            at = walk_position(place->walk);
            walk_goto(place->walk, at / 2);
            CU_ASSERT_EQUAL(memcmp(walk_state(place->walk), tuple(graph, state[at / 2]),
                                   graph->leaves * sizeof(uint32_t)),
                            0);
        }
    }
}

/* The trace can be loaded, and its labels can be followed along some path. */
static void load_and_follow(struct place *place, const struct trace *trace) {
    walk *again = walk_create(place->walker, &place->run, &place->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(again);
    CU_ASSERT_EQUAL(walk_load(again, trace, &place->error), 0);
    CU_ASSERT_EQUAL(walk_position(again), 0);
    CU_ASSERT(same_trace(walk_whole(again), trace));
    struct trace followed = {0};
    CU_ASSERT_EQUAL(
        trace_follow(place->walker, trace->labels, trace->steps, &place->run, &followed, &place->error), 0);
    CU_ASSERT_EQUAL(followed.steps, trace->steps);
    CU_ASSERT_EQUAL(walk_load(again, &followed, &place->error), 0);
    CU_ASSERT(same_trace(walk_whole(again), &followed));
    trace_free(&place->memory, &followed);
    walk_free(again);
}

static void check_network(const struct random_network *network, void *context) {
    uint64_t *compared = context;
    struct place place, other;
    place_open(&place, network->path, &network->options);
    struct oracle_graph *graph = oracle_explore(place.tree, MOST_STATES);
    CU_ASSERT_EQUAL(place.walk == NULL, graph->outcome == ORACLE_PRIO_CYCLE);
    if (graph->outcome == ORACLE_DONE && place.walk != NULL) {
        walk_on_graph(&place, graph, network->seed);
        place_open(&other, network->path, &network->options);
        walk_on_graph(&other, graph, network->seed);
        CU_ASSERT(same_trace(walk_whole(place.walk), walk_whole(other.walk)));
        struct trace trace = walk_trace(other.walk);
        load_and_follow(&place, &trace);
        place_close(&other);
        ++*compared;
    }
    oracle_free(graph);
    place_close(&place);
}

static void test_random_networks(void) {
    uint64_t compared = 0;
    uint64_t cases = drawn_networks_check(DEFAULT_CASES, 777, check_network, &compared);
    CU_ASSERT(compared >= cases * 3 / 4);
}

/* --- by hand --- */

/* Two machines and a choice: `a` leads to two states, `b` leads back from one of them, `c` stays. */
static const char choice_aut[] = "des (0, 6, 4)\n"
                                 "(0, a, 1)\n(0, a, 2)\n(1, b, 0)\n(2, c, 2)\n(2, d, 3)\n(1, a, 2)\n";

static void open_choice(struct place *place, struct test_folder *folder) {
    struct exp_options options = {0};
    test_folder_create(folder);
    test_folder_write(folder, "choice.aut", choice_aut);
    test_folder_write(folder, "other.aut", "des (0, 1, 2)\n(0, \"go there\", 1)\n");
    place_open(place, test_folder_write(folder, "net.exp", "choice.aut ||| other.aut"), &options);
    CU_ASSERT_PTR_NOT_NULL_FATAL(place->walk);
}

static void test_back_and_forth(void) {
    struct test_folder folder;
    struct place place;
    open_choice(&place, &folder);
    walk *walk = place.walk;
    CU_ASSERT_EQUAL(choice_count(&place), 3);
    take(&place, "a"); /* the second: to 2 */
    take(&place, "c");
    take(&place, "go there");
    CU_ASSERT_EQUAL(walk_length(walk), 3);
    walk_goto(walk, 1);
    CU_ASSERT_EQUAL(walk_state(walk)[0], 2);
    CU_ASSERT_EQUAL(walk_trace(walk).steps, 1);
    CU_ASSERT_EQUAL(walk_whole(walk)->steps, 3);
    take(&place, "c"); /* a step along the known path: the later steps stay */
    CU_ASSERT_EQUAL(walk_length(walk), 3);
    CU_ASSERT_EQUAL(walk_position(walk), 2);
    walk_goto(walk, 0);
    CU_ASSERT_EQUAL(walk_take(walk, 0, &place.error), 0); /* `a`, but elsewhere */
    CU_ASSERT_EQUAL(walk_length(walk), 1);
    CU_ASSERT_EQUAL(walk_state(walk)[0], 1);
    take(&place, "a");
    take(&place, "d");
    take(&place, "go there");
    CU_ASSERT_EQUAL(choice_count(&place), 0);
    uint64_t random = 1;
    CU_ASSERT_EQUAL(walk_take_random(walk, &random, &place.error), 0);
    CU_ASSERT_EQUAL(walk_position(walk), 4);
    place_close(&place);
    test_folder_remove(&folder);
}

/* If another caller asks the walker about another state, the walk still answers correctly. */
static void test_shared_walker(void) {
    struct test_folder folder;
    struct place place;
    open_choice(&place, &folder);
    CU_ASSERT_EQUAL(choice_count(&place), 3);
    const struct walker_transition *transitions;
    uint64_t count;
    uint32_t elsewhere[2] = {2, 1};
    CU_ASSERT_EQUAL(walker_transitions(place.walker, elsewhere, &transitions, &count, &place.error), 0);
    CU_ASSERT_EQUAL(count, 2);
    CU_ASSERT_EQUAL(walk_take(place.walk, 2, &place.error), 0);
    CU_ASSERT_STRING_EQUAL(walk_whole(place.walk)->labels[0], "go there");
    CU_ASSERT_EQUAL(walk_state(place.walk)[0], 0);
    CU_ASSERT_EQUAL(walk_state(place.walk)[1], 1);
    place_close(&place);
    test_folder_remove(&folder);
}

/* Equal ways to one target are one choice; other processes that take part, and other targets, make others. */
static void test_same_choices(void) {
    struct test_folder folder;
    struct place place;
    struct exp_options options = {0};
    test_folder_create(&folder);
    test_folder_write(&folder, "x.aut", "des (0, 3, 2)\n(0, a, 0)\n(0, a, 1)\n(0, b, 0)\n");
    place_open(&place,
               test_folder_write(&folder, "net.exp",
                                 "par using a * _ -> t, a * b -> t, a * _ -> t in x.aut || x.aut end par"),
               &options);
    const struct walker_transition *transitions;
    uint64_t count;
    CU_ASSERT_EQUAL_FATAL(
        walker_transitions(place.walker, walk_state(place.walk), &transitions, &count, &place.error), 0);
    CU_ASSERT_EQUAL(count, 6);
    CU_ASSERT_EQUAL(choice_count(&place), 4);
    CU_ASSERT_EQUAL(target_count(&place), 2);
    place_close(&place);
    test_folder_remove(&folder);
}

/* Transitions that differ in own labels alone are choices, and a step of the walk, also of one that is
 * loaded, remembers which it was. */
static void test_ways(void) {
    struct test_folder folder;
    struct place place;
    struct exp_options options = {0};
    const char *own[2];
    test_folder_create(&folder);
    test_folder_write(&folder, "x.aut", "des (0, 3, 2)\n(0, a, 1)\n(0, b, 1)\n(1, c, 0)\n");
    place_open(&place, test_folder_write(&folder, "net.exp", "hide a, b in x end hide"), &options);
    for (uint64_t choice = 0; choice < 2; choice++) {
        const struct walker_transition *choices;
        uint64_t count, next;
        walk_goto(place.walk, 0);
        CU_ASSERT_EQUAL_FATAL(walk_choices(place.walk, &choices, &count, &place.error), 0);
        CU_ASSERT_EQUAL_FATAL(count, 2);
        own[choice] = walker_own_label(place.walker, &choices[choice], &choices[choice].moves[0]);
        CU_ASSERT_EQUAL(walk_take(place.walk, choice, &place.error), 0);
        CU_ASSERT_EQUAL(walk_length(place.walk), 1); /* the other choice is another step */
        CU_ASSERT_EQUAL(trace_way(walk_whole(place.walk), 0), choice);
        take(&place, "c");
        walk_goto(place.walk, 0);
        CU_ASSERT_EQUAL(walk_next_choice(place.walk, &next, &place.error), 0);
        CU_ASSERT_EQUAL(next, choice);
        CU_ASSERT_EQUAL(walk_take(place.walk, choice, &place.error), 0);
        CU_ASSERT_EQUAL(walk_length(place.walk), 2);
        walk *again = walk_create(place.walker, &place.run, &place.error);
        CU_ASSERT_EQUAL(walk_load(again, walk_whole(place.walk), &place.error), 0);
        const struct walker_transition *taken = trace_transition(walk_whole(again), place.walker, 0);
        CU_ASSERT_PTR_NOT_NULL_FATAL(taken);
        CU_ASSERT_EQUAL(walker_own_label(place.walker, taken, &taken->moves[0]), own[choice]);
        walk_free(again);
    }
    CU_ASSERT_STRING_EQUAL(own[0], "a");
    CU_ASSERT_STRING_EQUAL(own[1], "b");
    place_close(&place);
    test_folder_remove(&folder);
}

static void expect_refused(struct place *place, const struct trace *trace, const char *message) {
    CU_ASSERT_EQUAL(walk_load(place->walk, trace, &place->error), -1);
    CU_ASSERT_EQUAL(place->error.code, ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(place->error.text, message));
}

/* The choice that is the next known step, also around a loop. */
static void test_next_choice(void) {
    struct test_folder folder;
    struct place place;
    uint64_t choice;
    open_choice(&place, &folder);
    uint32_t states[] = {0, 0, 1, 0, 0, 0};
    const char *labels[] = {"a", "b"};
    struct trace trace = {.components = 2, .steps = 2, .lasso = 0, .labels = labels, .states = states};
    CU_ASSERT_EQUAL(walk_next_choice(place.walk, &choice, &place.error), 0);
    CU_ASSERT_EQUAL(choice, UINT64_MAX);
    CU_ASSERT_EQUAL(walk_load(place.walk, &trace, &place.error), 0);
    CU_ASSERT_EQUAL(walk_next_choice(place.walk, &choice, &place.error), 0);
    CU_ASSERT_EQUAL(choice, 0); /* `a` to 1; to 2 is the second */
    walk_goto(place.walk, 2);
    CU_ASSERT_EQUAL(walk_next_choice(place.walk, &choice, &place.error), 0);
    CU_ASSERT_EQUAL(choice, 0);
    CU_ASSERT_EQUAL(walk_take(place.walk, 1, &place.error), 0);
    CU_ASSERT_EQUAL(walk_next_choice(place.walk, &choice, &place.error), 0);
    CU_ASSERT_EQUAL(choice, UINT64_MAX);
    place_close(&place);
    test_folder_remove(&folder);
}

static void test_load(void) {
    struct test_folder folder;
    struct place place;
    open_choice(&place, &folder);
    uint32_t states[] = {0, 0, 2, 0, 3, 0};
    const char *labels[] = {"a", "d"};
    struct trace trace = {.components = 2, .steps = 2, .lasso = TRACE_NO_LASSO, .labels = labels};
    trace.states = states;
    CU_ASSERT_EQUAL(walk_load(place.walk, &trace, &place.error), 0);
    CU_ASSERT_EQUAL(walk_length(place.walk), 2);
    labels[1] = "c";
    expect_refused(&place, &trace, "step 2, 'c'");
    CU_ASSERT_EQUAL(walk_length(place.walk), 1); /* the steps up to the impossible one */
    labels[1] = "d";
    states[2] = 3;
    expect_refused(&place, &trace, "step 1, 'a'");
    states[2] = 2;
    states[1] = 1;
    expect_refused(&place, &trace, "initial state");
    states[1] = 0;
    trace.components = 3;
    expect_refused(&place, &trace, "3 processes");
    trace.components = 2;
    trace.lasso = 1;
    expect_refused(&place, &trace, "back");
    place_close(&place);
    test_folder_remove(&folder);
}

/* By labels alone, `a` must lead to the state from which the next label is possible. */
static void test_follow(void) {
    struct test_folder folder;
    struct place place;
    open_choice(&place, &folder);
    struct trace trace = {0};
    const char *labels[] = {"a", "a", "c", "d"};
    CU_ASSERT_EQUAL(trace_follow(place.walker, labels, 4, &place.run, &trace, &place.error), 0);
    const uint32_t expected[] = {0, 0, 1, 0, 2, 0, 2, 0, 3, 0};
    CU_ASSERT_EQUAL_FATAL(trace.steps, 4);
    CU_ASSERT_EQUAL(memcmp(trace.states, expected, sizeof expected), 0);
    trace_free(&place.memory, &trace);
    memset(&trace, 0, sizeof trace);
    labels[2] = "b";
    CU_ASSERT_EQUAL(trace_follow(place.walker, labels, 4, &place.run, &trace, &place.error), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, "step 3, 'b'"));
    trace_free(&place.memory, &trace);
    place_close(&place);
    test_folder_remove(&folder);
}

static void test_read_labels(void) {
    static const struct {
        const char *text, *labels; /* NULL: not linear */
        int returns;
    } cases[] = {
        {"des (0, 0, 1)\n", "", 0},
        {"des (2, 2, 3)\n(2, a, 0)\n(0, b, 1)\n", "ab", 0},
        {"des (0, 3, 3)\n(0, a, 1)\n(1, b, 2)\n(2, c, 1)\n", "abc", 1},
        {"des (0, 2, 3)\n(0, a, 1)\n(0, b, 2)\n", NULL, 0},
        {"des (0, 3, 3)\n(0, a, 0)\n(1, b, 2)\n(2, c, 1)\n", NULL, 0},
        {"des (0, 5, 5)\n(0, a, 1)\n(1, b, 0)\n(2, c, 3)\n(3, c, 4)\n(4, c, 2)\n", NULL, 0},
        {"des (1, 1, 2)\n(0, a, 1)\n", NULL, 0},
    };
    struct test_folder folder;
    test_folder_create(&folder);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct memory memory;
        struct error error;
        memory_init(&memory, UINT64_MAX);
        struct run run = {.memory = &memory, .threads = 1};
        label_table *table = label_table_create(&memory, 0, NULL, 0);
        const char *path = test_folder_write(&folder, "trace.aut", cases[i].text);
        struct trace_labels labels;
        int failed = trace_read_labels(path, table, &run, &labels, &error);
        CU_ASSERT_EQUAL(failed, cases[i].labels == NULL ? -1 : 0);
        if (failed == 0) {
            CU_ASSERT_EQUAL(labels.returns, cases[i].returns);
            CU_ASSERT_EQUAL_FATAL(labels.count, strlen(cases[i].labels));
            for (uint64_t k = 0; k < labels.count; k++) {
                CU_ASSERT_EQUAL(labels.labels[k][0], cases[i].labels[k]);
            }
        } else {
            CU_ASSERT_PTR_NOT_NULL(strstr(error.text, "this graph is not a trace"));
        }
        trace_labels_free(&labels, &run);
        label_table_free(table);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    test_folder_remove(&folder);
}

/* --- the table --- */

static void expect_table(const struct trace *trace, walker *walker, uint64_t most, const char *expected) {
    static const char *const names[] = {"producer", "consumer"};
    struct evidence_subject subject = {.components = names, .walker = walker};
    char text[1024] = "";
    FILE *stream = fmemopen(text, sizeof text, "w");
    CU_ASSERT_EQUAL(
        trace_print(&(struct trace_table){trace, &subject, NULL, NULL, most, NULL, NULL, NULL}, stream), 0);
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(text, expected);
}

static void test_table(void) {
    uint32_t states[] = {0, 0, 1, 0, 0, 12, 0, 12, 0, 0};
    const char *labels[] = {"make", "hand over", "wait", "i"};
    struct trace trace = {.components = 2, .steps = 4, .lasso = TRACE_NO_LASSO, .labels = labels};
    trace.states = states;
    expect_table(&trace, NULL, 4,
                 "step  label      process   from    to\n"
                 "   1  make       producer     0     1\n"
                 "   2  hand over  producer     1     0\n"
                 "                 consumer     0    12\n"
                 "   3  wait\n"
                 "   4  i          consumer    12     0\n");
    expect_table(&trace, NULL, 3,
                 "step  label      process   from    to\n"
                 "   1  make       producer     0     1\n"
                 "   2  hand over  producer     1     0\n"
                 "                 consumer     0    12\n"
                 "... 1 step ...\n"
                 "   4  i          consumer    12     0\n");
    trace.lasso = 0;
    expect_table(&trace, NULL, 1,
                 "step  label  process   from    to\n"
                 "      -- here the cycle of 4 steps begins --\n"
                 "   1  make   producer     0     1\n"
                 "... 3 steps ...\n"
                 "and back to the initial state, for ever\n");
    labels[0] = "\xc3\xa9t\xc3\xa9 \xe2\x88\x80"; /* columns count characters, not bytes */
    labels[2] = "\x1b";
    expect_table(&trace, NULL, 4,
                 "step  label      process   from    to\n"
                 "      -- here the cycle of 4 steps begins --\n"
                 "   1  \xc3\xa9t\xc3\xa9 \xe2\x88\x80      producer     0     1\n"
                 "   2  hand over  producer     1     0\n"
                 "                 consumer     0    12\n"
                 "   3  \\x1b\n"
                 "   4  i          consumer    12     0\n"
                 "and back to the initial state, for ever\n");
    trace.lasso = 3;
    expect_table(&trace, NULL, 2,
                 "step  label  process   from    to\n"
                 "   1  \xc3\xa9t\xc3\xa9 \xe2\x88\x80  producer     0     1\n"
                 "... 2 steps ...\n"
                 "      -- here the cycle of 1 step begins --\n"
                 "   4  i      consumer    12     0\n"
                 "and back to the state after step 3, for ever\n");
    trace.lasso = 1;
    expect_table(&trace, NULL, 2,
                 "step  label  process   from    to\n"
                 "   1  \xc3\xa9t\xc3\xa9 \xe2\x88\x80  producer     0     1\n"
                 "... 2 steps; the cycle begins after step 1 ...\n"
                 "   4  i      consumer    12     0\n"
                 "and back to the state after step 1, for ever\n");
    trace.steps = 0;
    expect_table(&trace, NULL, 1, "step  label  process  from    to\n");
}

/* The walker says which processes take part without changing state, and which take no part. */
static void test_table_walker(void) {
    struct test_folder folder;
    struct place place;
    struct exp_options options = {0};
    test_folder_create(&folder);
    test_folder_write(&folder, "x.aut", "des (0, 3, 1)\n(0, a, 0)\n(0, own, 0)\n(0, b, 0)\n");
    test_folder_write(&folder, "y.aut", "des (0, 2, 2)\n(0, a, 1)\n(1, b, 1)\n");
    place_open(&place, test_folder_write(&folder, "net.exp", "x.aut |[a, b]| y.aut"), &options);
    CU_ASSERT_PTR_NOT_NULL_FATAL(place.walker);
    uint32_t states[] = {0, 0, 0, 0, 0, 1, 0, 1, 0, 0};
    const char *labels[] = {"own", "a", "b", "gone"};
    struct trace trace = {.components = 2, .steps = 4, .lasso = TRACE_NO_LASSO, .labels = labels};
    trace.states = states;
    expect_table(&trace, place.walker, 4,
                 "step  label  process   from    to\n"
                 "   1  own    producer     0     0\n"
                 "   2  a      producer     0     0\n"
                 "             consumer     0     1\n"
                 "   3  b      producer     0     0\n"
                 "             consumer     1     1\n"
                 "   4  gone   consumer     1     0\n"); /* no step of the network: the process that moved */
    expect_table(&trace, NULL, 4,
                 "step  label  process   from    to\n"
                 "   1  own\n"
                 "   2  a      consumer     0     1\n"
                 "   3  b\n"
                 "   4  gone   consumer     1     0\n");
    place_close(&place);
    test_folder_remove(&folder);
}

/* Own labels, states of a monitor, and a label that is longer than its column. */
static void test_table_own(void) {
    struct test_folder folder;
    struct place place;
    struct exp_options options = {0};
    char text[2048] = "";
    static const char *const names[] = {"x", "y"};
    test_folder_create(&folder);
    test_folder_write(&folder, "x.aut", "des (0, 3, 1)\n(0, a, 0)\n(0, own, 0)\n(0, \"b !\033[2J\", 0)\n");
    test_folder_write(&folder, "y.aut", "des (0, 2, 2)\n(0, c, 1)\n(1, \"b !\033[2J\", 1)\n");
    place_open(&place,
               test_folder_write(
                   &folder, "net.exp",
                   "total hide \"a label.*\" in rename own -> put in par using a * c -> \"a label of many "
                   "words that needs a line alone\", own * _ -> own, b * b -> b in x.aut || y.aut "
                   "end par end rename end hide"),
               &options);
    CU_ASSERT_PTR_NOT_NULL_FATAL(place.walker);
    uint32_t states[] = {0, 0, 0, 0, 0, 1, 0, 1};
    const char *labels[] = {"put", "i", "b !\033[2J"};
    struct trace trace = {.components = 2, .steps = 3, .lasso = TRACE_NO_LASSO, .labels = labels};
    struct evidence_subject subject = {.components = names, .walker = place.walker};
    const uint32_t monitor[] = {0, 0, 10, 3}, still[] = {4, 4, 4, 4};
    trace.states = states;
    FILE *stream = fmemopen(text, sizeof text, "w");
    CU_ASSERT_EQUAL(
        trace_print(&(struct trace_table){&trace, &subject, monitor, NULL, 3, NULL, NULL, NULL}, stream), 0);
    CU_ASSERT_EQUAL(
        trace_print(&(struct trace_table){&trace, &subject, still, NULL, 1, NULL, NULL, NULL}, stream), 0);
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(text, "step  label       monitor  process  from    to\n"
                                 "   1  put (own)            x           0     0\n"
                                 "   2  i (a)       0 -> 10  x           0     0\n"
                                 "      (c)                  y           0     1\n"
                                 "   3  b !\\x1b[2J  10 -> 3  x           0     0\n"
                                 "                           y           1     1\n"
                                 "step  label      process  from    to\n"
                                 "   1  put (own)  x           0     0\n"
                                 "... 2 steps ...\n");
    place_close(&place);
    test_folder_remove(&folder);
}

/* A label that is longer than the column has a line of its own. */
static void test_table_long(void) {
    char label[201] = "", expected[512];
    uint32_t states[] = {0, 0, 1, 2};
    const char *labels[] = {label};
    struct trace trace = {.components = 2, .steps = 1, .lasso = TRACE_NO_LASSO, .labels = labels};
    trace.states = states;
    memset(label, 'x', sizeof label - 1);
    snprintf(expected, sizeof expected,
             "step  label                                     process   from    to\n"
             "   1  %s\n"
             "%48sproducer     0     1\n"
             "%48sconsumer     0     2\n",
             label, "", "");
    expect_table(&trace, NULL, 1, expected);
}

/* Only a table without a limit lists all processes of a step. */
static void test_table_many(void) {
    enum { PROCESSES = 14 };
    const char *names[PROCESSES], *labels[] = {"all"};
    uint32_t states[2 * PROCESSES], monitor[] = {0, 1};
    struct trace trace = {.components = PROCESSES, .steps = 1, .lasso = TRACE_NO_LASSO, .labels = labels};
    struct evidence_subject subject = {.components = names};
    char text[2048] = "";
    trace.states = states;
    for (uint32_t k = 0; k < PROCESSES; k++) {
        names[k] = "p";
        states[k] = 0;
        states[PROCESSES + k] = 1;
    }
    for (int all = 0; all < 2; all++) {
        FILE *stream = fmemopen(text, sizeof text, "w");
        struct trace_table table = {&trace, &subject, monitor, NULL, all ? UINT64_MAX : 100,
                                    NULL,   NULL,     NULL};
        CU_ASSERT_EQUAL(trace_print(&table, stream), 0);
        fclose(stream);
        uint64_t lines = 0;
        for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) {
            lines++;
        }
        CU_ASSERT_EQUAL(lines, all ? 1 + PROCESSES : 1 + 12 + 1);
        CU_ASSERT_EQUAL(strstr(text, "\n                      and 2 more processes\n") != NULL, !all);
    }
}

/* The subformulas that are left, where they change. */
static void test_table_lane(void) {
    static const char *const names[] = {"one"};
    char text[1024] = "", name[] = "[true*] \033 \xe2\x88\x80 <a> true", last[64];
    char *texts[] = {name, last, "[b] X"};
    uint32_t states[] = {0, 1, 0, 1, 0}, shown[] = {0, 0, 1, 1, 2};
    const char *labels[] = {"a", "b", "c", "d"};
    struct trace trace = {.components = 1, .steps = 4, .lasso = TRACE_NO_LASSO, .labels = labels};
    struct evidence_subject subject = {.components = names};
    struct strategy_lane lane = {.states = 5, .shown = shown, .texts = texts, .observer = 3};
    struct trace_table table = {&trace, &subject, NULL, &lane, 4, NULL, NULL, NULL};
    trace.states = states;
    memset(last, 'x', sizeof last - 1);
    last[0] = '<';
    last[sizeof last - 2] = '>';
    last[sizeof last - 1] = '\0';
    FILE *stream = fmemopen(text, sizeof text, "w");
    CU_ASSERT_EQUAL(trace_print(&table, stream), 0);
    lane.holds = 1;
    trace.steps = 2; /* both steps are taken from the same subformula */
    CU_ASSERT_EQUAL(trace_print(&table, stream), 0);
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(
        text, "step  label  process  from    to\n"
              "      -- to be refuted: [true*] \\x1b \xe2\x88\x80 <a> true --\n"
              "   1  a      one         0     1\n"
              "   2  b      one         1     0\n"
              "      -- to be refuted: <xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxx> --\n"
              "   3  c      one         0     1\n"
              "   4  d      one         1     0\n"
              "step  label  process  from    to\n"
              "   1  a      one         0     1\n"
              "   2  b      one         1     0\n");
}

static int refuse(void *context, const char *text, size_t length) {
    (void)text, (void)length;
    return --*(int *)context < 0 ? -1 : 0;
}

static void test_table_failure(void) {
    static const char *const names[] = {"one"};
    uint32_t states[] = {0, 1};
    const char *labels[] = {"a"};
    struct trace trace = {.components = 1, .steps = 1, .lasso = TRACE_NO_LASSO, .labels = labels};
    struct evidence_subject subject = {.components = names};
    trace.states = states;
    for (int pieces = 0; pieces < 8; pieces++) {
        int left = pieces;
        CU_ASSERT_EQUAL(
            trace_write_table(&(struct trace_table){&trace, &subject, NULL, NULL, 1, NULL, NULL, NULL},
                              refuse, &left),
            -1);
        CU_ASSERT_EQUAL(left, -1); /* nothing is written after a failure */
    }
}

void suite_walk(void) {
    suite_add("walks", NULL, NULL, "random walks are paths of the naive explorer", test_random_networks,
              "back and forth", test_back_and_forth, "somebody else asks the walker", test_shared_walker,
              "one choice for each way", test_same_choices, "ways that differ in own labels", test_ways,
              "the next known choice", test_next_choice, "loading a trace", test_load, "following labels",
              test_follow, "linear graphs", test_read_labels, "traces as tables", test_table,
              "tables that say which processes take part", test_table_walker,
              "tables with own labels and monitors", test_table_own, "a label that is longer than its column",
              test_table_long, "tables with subformulas", test_table_lane, "steps of many processes",
              test_table_many, "a table that cannot be written", test_table_failure, NULL);
}
