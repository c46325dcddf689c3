/*
 * The walker of PRISM models beside PRISM's choices: the branches of a state's choices, sorted here in the
 * plainest way, must be the walker's transitions, one for one.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/walk/prism_walker.h"
#include "tests/oracle/prism_space.h"
#include "tests/random/random_prism.h"
#include "tests/support/testing.h"
#include "tests/support/place_model.h"
#include "tests/support/workplace.h"

#define CASES 400
#define MOST_STATES 300
#define MOST_BRANCHES 4000
#define MOST_VARIABLES 32

struct comparison {
    struct random_prism random;
    uint64_t mismatches, models, states, transitions, errors, ties, unchanged, initial;
};

static walker *make_walker(const prism_tree *tree) {
    label_table *labels = label_table_create(&place.memory, 0, NULL, 0);
    return labels == NULL ? NULL : prism_walker_create(tree, labels, &place.run, &place.error);
}

/* --- expected transitions --- */

struct expected {
    const char *label;
    const int32_t *target;
    uint64_t choice, branch;
    double weight;
};

static uint32_t variables_compared; /* qsort takes no context */

static int compare_expected(const void *left, const void *right) {
    const struct expected *a = left, *b = right;
    int order = strcmp(a->label, b->label);
    for (uint32_t i = 0; i < variables_compared && order == 0; i++) {
        order = (a->target[i] > b->target[i]) - (a->target[i] < b->target[i]);
    }
    order = order != 0 ? order : (a->choice > b->choice) - (a->choice < b->choice);
    return order != 0 ? order : (a->branch > b->branch) - (a->branch < b->branch);
}

/* Their number, or UINT64_MAX if there are too many. */
static uint64_t expect_all(const struct prism_model *model, const struct prism_choices *choices,
                           struct expected *expected) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < choices->count; i++) {
        const struct prism_choice *choice = &choices->items[i];
        for (uint64_t j = 0; j < choice->branch_count; j++) {
            if (count == MOST_BRANCHES) {
                return UINT64_MAX;
            }
            expected[count++] =
                (struct expected){choice->action == PRISM_NONE ? "i" : model->actions[choice->action],
                                  choice->branches[j].target, i, j, choice->branches[j].weight};
        }
    }
    variables_compared = model->variable_count;
    if (count > 1) {
        qsort(expected, count, sizeof *expected, compare_expected);
    }
    return count;
}

/* Whether the moves are the variables that change, in order, and lead to the target. */
static int moves_right(struct comparison *comparison, const struct prism_model *model,
                       const struct walker_transition *transition, const int32_t *from, const int32_t *to) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < model->variable_count; i++) {
        if (from[i] == to[i]) {
            continue;
        }
        if (at == transition->move_count || transition->moves[at].component != i ||
            (int64_t)transition->moves[at].to != (int64_t)to[i] - model->variables[i].low) {
            return 0;
        }
        at++;
    }
    comparison->unchanged += at == 0;
    return at == transition->move_count;
}

/* What differs, or NULL. */
static const char *compare_state(struct comparison *comparison, const struct prism_model *model,
                                 prism_walk *walk, walker *walker, const int32_t *values) {
    static struct expected expected[MOST_BRANCHES];
    const struct walker_transition *transitions;
    struct prism_choices choices;
    struct error error;
    uint32_t state[MOST_VARIABLES];
    uint64_t count;
    for (uint32_t i = 0; i < model->variable_count; i++) {
        state[i] = (uint32_t)((int64_t)values[i] - model->variables[i].low);
    }
    int failed = prism_walk_choices(walk, values, &choices, &error);
    int walked = walker_transitions(walker, state, &transitions, &count, &place.error);
    if (failed != 0 || walked != 0) {
        comparison->errors++;
        return failed == walked && strcmp(error.text, place.error.text) == 0 && error.line == place.error.line
                   ? NULL
                   : "another error";
    }
    uint64_t wanted = expect_all(model, &choices, expected);
    if (wanted == UINT64_MAX) {
        return NULL;
    }
    if (count != wanted) {
        return "another number of transitions";
    }
    comparison->states++;
    comparison->transitions += count;
    for (uint64_t i = 0; i < count; i++) {
        const struct walker_transition *transition = &transitions[i];
        if (strcmp(transition->label, expected[i].label) != 0 || transition->choice != expected[i].choice ||
            transition->branch != expected[i].branch ||
            memcmp(&transition->weight, &expected[i].weight, sizeof(double)) != 0 ||
            !moves_right(comparison, model, transition, values, expected[i].target)) {
            return "another transition";
        }
        comparison->ties +=
            i > 0 && strcmp(expected[i - 1].label, expected[i].label) == 0 &&
            memcmp(expected[i - 1].target, expected[i].target, model->variable_count * sizeof(int32_t)) == 0;
        if (i > 0 && (walker_same_way(&transitions[i - 1], transition) ||
                      (strcmp(transitions[i - 1].label, transition->label) == 0 &&
                       transitions[i - 1].label != transition->label))) {
            return "equal ways, or two pointers to one label";
        }
    }
    return NULL;
}

/* --- components and initial states --- */

struct visited {
    struct comparison *comparison;
    const struct prism_model *model;
    const walker *walker;
    uint64_t number;
    int wrong;
};

static int visit_initial(void *context, const int32_t *values) {
    struct visited *visited = context;
    const struct prism_model *model = visited->model;
    uint64_t count;
    const uint32_t *initial = walker_initial(visited->walker, &count);
    uint32_t state[MOST_VARIABLES];
    for (uint32_t i = 0; i < model->variable_count; i++) {
        state[i] = (uint32_t)((int64_t)values[i] - model->variables[i].low);
    }
    visited->wrong |= visited->number >= count ||
                      memcmp(initial + visited->number * model->variable_count, state,
                             model->variable_count * sizeof *state) != 0 ||
                      !walker_is_initial(visited->walker, state);
    visited->number++;
    return visited->wrong;
}

static const char *compare_components(const struct prism_model *model, const walker *walker) {
    char text[WALKER_STATE_TEXT], shown[WALKER_STATE_TEXT];
    if (walker_components(walker) != model->variable_count) {
        return "another number of components";
    }
    for (uint32_t i = 0; i < model->variable_count; i++) {
        const struct prism_variable *variable = &model->variables[i];
        uint64_t states = walker_local_states(walker, i);
        if (strcmp(walker_name(walker, i), variable->name.text) != 0 ||
            (int64_t)states != (int64_t)variable->high - variable->low + 1 ||
            walker_has_distributions(walker, i)) {
            return "another component";
        }
        const char *found = walker_state_text(walker, i, (uint32_t)states - 1, text);
        if (strcmp(found, prism_show_variable(variable, variable->high, shown, sizeof shown)) != 0) {
            return "another text of a value";
        }
    }
    return NULL;
}

static const char *compare_initial(struct comparison *comparison, const struct prism_model *model,
                                   prism_walk *walk, const walker *walker) {
    struct visited visited = {comparison, model, walker, 0, 0};
    uint64_t count;
    walker_initial(walker, &count);
    int failed = prism_walk_initial(walk, visit_initial, &visited, &place.error);
    comparison->initial += count;
    return failed != 0 || visited.number != count ? "other initial states" : NULL;
}

/* --- models --- */

static const char *compare_model(struct comparison *comparison, const prism_tree *tree) {
    const struct prism_model *model = prism_tree_model(tree);
    struct prism_space space;
    struct error error;
    prism_walk *walk = prism_walk_create(tree, &place.run, &error);
    walker *walker = make_walker(tree);
    const char *what = NULL;
    CU_ASSERT_PTR_NOT_NULL_FATAL(walk);
    prism_space_explore(&space, tree, MOST_STATES, &place.run, &error);
    if (walker == NULL) {
        what = space.states == 0 ? NULL : "no walker";
    } else {
        what = compare_components(model, walker);
        what = what != NULL ? what : compare_initial(comparison, model, walk, walker);
        for (uint64_t i = 0; i < space.states && what == NULL; i++) {
            what = compare_state(comparison, model, walk, walker, prism_space_state(&space, i));
        }
    }
    prism_space_free(&space);
    prism_walk_free(walk);
    walker_free(walker);
    return what;
}

static void judge(uint64_t seed, void *context) {
    struct comparison *comparison = context;
    char given[64];
    char *text = random_prism_model(&comparison->random, seed, given);
    prism_tree *tree = prism_text_read(text, given);
    const char *what = compare_model(comparison, tree);
    comparison->models++;
    if (what != NULL) {
        printf("\nHEDDLE_SEED=%" PRIu64 ": %s\n%s\n", seed, what, text);
        comparison->mismatches++;
    }
    prism_tree_free(tree);
    free(text);
}

static void test_models(void) {
    struct comparison comparison = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &comparison, &comparison.mismatches);
    report_counts("models", comparison.models, "states", comparison.states, "transitions",
                  comparison.transitions, "to one target", comparison.ties, "without a change",
                  comparison.unchanged, "errors", comparison.errors, "initial states", comparison.initial,
                  NULL);
    CU_ASSERT(cases < CASES || (comparison.ties > 100 && comparison.unchanged > 100 &&
                                comparison.errors > 5 && comparison.initial > cases + 100));
}

/* "LABEL CHOICE.BRANCH WEIGHT (VALUES) .." of the only initial state. */
static void describe(walker *walker, char *text, size_t size) {
    const struct walker_transition *transitions;
    uint32_t target[MOST_VARIABLES];
    char value[WALKER_STATE_TEXT];
    uint64_t count;
    const uint32_t *initial = walker_initial(walker, &count);
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT_EQUAL_FATAL(walker_transitions(walker, initial, &transitions, &count, &place.error), 0);
    text[0] = '\0';
    for (uint64_t t = 0; t < count; t++) {
        walker_target(walker, initial, &transitions[t], target);
        text_append(text, size, "%s%s %u.%" PRIu64 " %g (", t == 0 ? "" : " ", transitions[t].label,
                    transitions[t].choice, transitions[t].branch, transitions[t].weight);
        for (uint32_t k = 0; k < walker_components(walker); k++) {
            text_append(text, size, "%s%s", k == 0 ? "" : ",",
                        walker_state_text(walker, k, target[k], value));
        }
        text_append(text, size, ")");
        CU_ASSERT_PTR_NULL(walker_own_label(walker, &transitions[t], &(struct walker_move){.component = 0}));
    }
}

static const char EXAMPLE[] = "mdp\n"
                              "module m\n"
                              "  x : [-2..3] init -1;\n"
                              "  b : bool;\n"
                              "  [] true -> 0.25:(x'=3) + 0.25:true + 0.5:(x'=3);\n"
                              "  [go] x<0 -> (x'=-2)&(b'=true);\n"
                              "  [tau] true -> true;\n"
                              "  [hidden] true -> (b'=true);\n"
                              "endmodule\n"
                              "system m / {hidden} endsystem\n";

/* Actions named tau and i are internal, as in networks. */
static void test_order(void) {
    char text[500];
    prism_tree *tree = prism_text_read(EXAMPLE, "");
    walker *walker = make_walker(tree);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
    describe(walker, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "go 2.0 1 (-2,true) i 0.1 0.25 (-1,false) i 3.0 1 (-1,false) "
                                 "i 1.0 1 (-1,true) i 0.0 0.25 (3,false) i 0.2 0.5 (3,false)");
    walker_free(walker);
    prism_tree_free(tree);
    tree = prism_text_read("dtmc module m x:[0..1]; endmodule init x>1 endinit", "");
    CU_ASSERT_PTR_NULL(make_walker(tree));
    CU_ASSERT_EQUAL(place.error.code, ERROR_INPUT);
    CU_ASSERT_STRING_EQUAL(place.error.text, "no state satisfies init .. endinit");
    prism_tree_free(tree);
}

static void test_memory(void) {
    char expected[500], text[500];
    prism_tree *tree = prism_text_read(EXAMPLE, "");
    uint64_t before = memory_used(&place.memory), failures = 0;
    walker *walker = make_walker(tree);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
    describe(walker, expected, sizeof expected);
    uint64_t needed = memory_used(&place.memory) - before;
    walker_free(walker);
    for (uint64_t bytes = 0; bytes <= 2 * needed; bytes += 16) {
        const struct walker_transition *transitions;
        uint64_t count;
        place.memory.limit = before + bytes;
        place.error.code = ERROR_MEMORY;
        walker = make_walker(tree);
        if (walker != NULL && walker_transitions(walker, walker_initial(walker, &count), &transitions, &count,
                                                 &place.error) == 0) {
            describe(walker, text, sizeof text);
            CU_ASSERT_STRING_EQUAL(text, expected);
        } else {
            CU_ASSERT_EQUAL(place.error.code, ERROR_MEMORY);
            failures++;
        }
        walker_free(walker);
        CU_ASSERT_EQUAL(memory_used(&place.memory), before);
    }
    CU_ASSERT(failures > 50);
    place.memory.limit = (uint64_t)1 << 30;
    prism_tree_free(tree);
}

void suite_prism_walker(void) {
    suite_add("walker of PRISM models", workplace_open, workplace_close, "order and weights", test_order,
              "random models", test_models, "memory", test_memory, NULL);
}
