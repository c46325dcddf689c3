/* The PRISM models of examples/prism: counts and end components at several sizes, by the walker. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "decompose/components/components.h"
#include "decompose/mec/mec.h"
#include "model/digraph.h"
#include "tests/oracle/prism_space.h"
#include "tests/support/prism_example.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/place_model.h"
#include "tests/support/workplace.h"

#define MOST_STATES 25000u
#define MOST_STATES_LONG 200000u

/* The graph of what is reachable, in rows of choices. */
struct rows {
    struct memory *memory;
    GROWING(uint64_t) offsets;
    GROWING(uint32_t) targets;
    uint32_t *begins;
};

struct checking {
    uint64_t states, components;
};

/* Adds the choices of a state; the bits of their first edges are set in `begins`. */
static void add_rows(struct rows *rows, const struct prism_space *space, const struct prism_rows *found) {
    for (uint64_t i = 0; i < found->count; i++) {
        uint64_t begin = rows->targets.count;
        rows->begins[begin / 32] |= (uint32_t)1 << begin % 32;
        for (uint64_t j = 0; j < found->items[i].entry_count; j++) {
            uint64_t target = prism_space_find(space, found->items[i].entries[j].target);
            CU_ASSERT_FATAL(GROWING_ADD(rows->memory, rows->targets, (uint32_t)target) == 0);
        }
    }
    CU_ASSERT_FATAL(GROWING_ADD(rows->memory, rows->offsets, rows->targets.count) == 0);
}

/* How many different components there are, and states in them. */
static void count_components(const uint32_t *component, uint64_t states, uint64_t *count, uint64_t *inside) {
    *count = *inside = 0;
    for (uint64_t i = 0; i < states; i++) {
        *inside += component[i] != COMPONENT_NONE;
        *count += component[i] == i;
    }
}

static void check_components(struct checking *checking, const struct prism_example *example,
                             const prism_tree *tree, const struct prism_space *space) {
    struct rows rows = {.memory = &place.memory};
    struct mec_options options = {0};
    struct mec_report report;
    uint64_t count, inside;
    prism_walk *walk = prism_walk_create(tree, &place.run, &place.error);
    rows.begins = test_allocate(space->transitions / 32 + 1, sizeof *rows.begins);
    CU_ASSERT_FATAL(walk != NULL && GROWING_ADD(rows.memory, rows.offsets, 0) == 0);
    for (uint64_t i = 0; i < space->states; i++) {
        struct prism_choices choices;
        struct prism_rows found;
        CU_ASSERT_FATAL(prism_walk_choices(walk, prism_space_state(space, i), &choices, &place.error) == 0 &&
                        prism_walk_rows(walk, &found, &place.error) == 0);
        add_rows(&rows, space, &found);
    }
    struct digraph graph = {.vertices = space->states,
                            .edges = rows.targets.count,
                            .offsets = rows.offsets.data,
                            .targets = rows.targets.data,
                            .begins = rows.begins};
    struct mec_result result = {.component = test_allocate(space->states, sizeof(uint32_t))};
    CU_ASSERT_EQUAL_FATAL(mec_cpu(&graph, &options, &place.run, &result, &report, &place.error), 0);
    count_components(result.component, space->states, &count, &inside);
    if (count != example->components || inside != example->inside) {
        printf("\n%s %u %s: %" PRIu64 " end components with %" PRIu64 " states\n", example->model,
               example->processes, example->constants, count, inside);
        CU_FAIL("other end components");
    }
    checking->components += count;
    free(result.component);
    free(rows.begins);
    GROWING_FREE(rows.memory, rows.offsets);
    GROWING_FREE(rows.memory, rows.targets);
    prism_walk_free(walk);
}

static void check_example(const struct prism_example *example, void *context) {
    struct checking *checking = context;
    struct prism_space space;
    char *text = prism_example_text(example, &place.folder);
    prism_tree *tree = prism_text_read(text, example->constants);
    free(text);
    if (tree == NULL || prism_tree_complete(tree, &place.error) != 0 ||
        prism_space_explore(&space, tree, MOST_STATES_LONG, &place.run, &place.error) != 0) {
        printf("\n%s %u %s: %s", example->model, example->processes, example->constants, place.error.text);
        CU_FAIL_FATAL("not explored");
    }
    if (space.states != example->states || space.choices != example->choices ||
        space.transitions != example->transitions || space.deadlocks != example->deadlocks ||
        space.initial != example->initial) {
        printf("\n%s %u %s: %" PRIu64 " states, %" PRIu64 " choices, %" PRIu64 " transitions, %" PRIu64
               " deadlocks, %" PRIu64 " initial\n",
               example->model, example->processes, example->constants, space.states, space.choices,
               space.transitions, space.deadlocks, space.initial);
        CU_FAIL("other counts");
    }
    CU_ASSERT_EQUAL(example->is_mdp, prism_tree_model(tree)->kind == PRISM_MDP);
    if (example->is_mdp) {
        check_components(checking, example, tree, &space);
    }
    checking->states += space.states;
    prism_space_free(&space);
    prism_tree_free(tree);
}

static void test_table(void) {
    struct checking checking = {.states = 0};
    unsigned rows =
        prism_example_each(test_is_long() ? MOST_STATES_LONG : MOST_STATES, check_example, &checking);
    uint64_t models = rows;
    report_counts("models", models, "states", checking.states, "end components", checking.components, NULL);
    CU_ASSERT(rows >= 45);
}

/* With as many processes as it has, a model stays what it is. */
static void test_resized(void) {
    static const struct {
        const char *model;
        unsigned processes;
    } models[] = {{"coin", 2},           {"herman", 7},       {"leader", 3},
                  {"crowds", 5},         {"philosophers", 3}, {"philosophers_timed", 3},
                  {"cryptographers", 3}, {"test_and_set", 3}, {"itai_rodeh", 3},
                  {"mutual", 3}};
    for (size_t i = 0; i < LENGTH(models); i++) {
        struct prism_example example = {.processes = models[i].processes};
        snprintf(example.model, sizeof example.model, "%s", models[i].model);
        char *resized = prism_example_text(&example, &place.folder);
        example.processes = 0;
        char *text = prism_example_text(&example, &place.folder);
        if (strcmp(resized, text) != 0) {
            printf("\n%s: another text with %u processes\n", models[i].model, models[i].processes);
            CU_FAIL("resize.sh");
        }
        free(resized);
        free(text);
    }
}

void suite_prism_examples(void) {
    suite_add("PRISM examples", workplace_open, workplace_close, "counts and end components", test_table,
              "resized models", test_resized, NULL);
}
