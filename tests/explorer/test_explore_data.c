/* Searches of models with data beside the walker: counts, errors of the model, layouts, threads. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "explorer/model/data/data_model_core.h"
#include "explorer/model/network.h"
#include "explorer/model/stubborn.h"
#include "model/trace.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/prism_space.h"
#include "tests/random/random_prism.h"
#include "tests/support/backend_test.h"
#include "tests/support/place_model.h"
#include "tests/support/reduction_difference.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 3000
#define MOST_STATES 5000
#define DEVICE_SHARE 4 /* a GPU takes one in so many, since a search takes milliseconds there; twice */

/* --- random models --- */

struct tally {
    struct random_prism random;
    uint64_t mismatches, models, faults, deep, large, deadlocks, folded, states, several, on_device, reduced,
        reduced_there;
    /* models whose compiled form has these shapes */
    uint64_t distinct, alike, tested, partly_tested, sums, copies, certain, uncertain;
};

static const char *compare_counts(const struct prism_space *space, const struct placed_model *subject,
                                  const struct exploration *found) {
    return found == NULL                                       ? "the search failed"
           : found->result.outcome != EXPLORE_DONE             ? "the search did not end"
           : found->result.states != space->states             ? "states"
           : found->result.transitions != space->transitions   ? "transitions"
           : found->result.choices != space->choices           ? "choices"
           : found->result.deadlocks != space->deadlocks       ? "deadlocks"
           : subject->network->initial_count != space->initial ? "initial states"
                                                               : NULL;
}

/* --- errors of random models --- */

/* What the walker finds wrong in the least state of the first level that has one: *level, and the message. */
struct least_fault {
    uint64_t level;
    struct error error;
};

/* For each state its level, as far as it is known: initial states; the others UINT64_MAX. To be freed. */
static uint64_t *initial_levels(const struct prism_space *space) {
    uint64_t *levels = test_allocate(space->states + 1, sizeof *levels);
    for (uint64_t i = 0; i < space->states; i++) {
        levels[i] = i < space->initial ? 0 : UINT64_MAX;
    }
    return levels;
}

/* Adds the level of each target that has none; levels UINT64_MAX: not reached yet. */
static void reach_targets(const struct prism_space *space, const struct prism_choices *choices,
                          uint64_t *levels, uint64_t level) {
    for (uint64_t i = 0; i < choices->count; i++) {
        for (uint64_t j = 0; j < choices->items[i].branch_count; j++) {
            uint64_t target = prism_space_find(space, choices->items[i].branches[j].target);
            if (target != UINT64_MAX && levels[target] == UINT64_MAX) {
                levels[target] = level;
            }
        }
    }
}

static int is_less(const struct prism_space *space, uint64_t a, uint64_t b) {
    const int32_t *left = prism_space_state(space, a), *right = prism_space_state(space, b);
    uint32_t i = 0;
    while (i + 1 < space->model->variable_count && left[i] == right[i]) {
        i++;
    }
    return left[i] < right[i];
}

/* The states of the space are in the order of levels, up to the first one that is wrong or farther. */
static struct least_fault find_least_fault(const struct prism_space *space, const prism_tree *tree) {
    struct least_fault fault = {.level = UINT64_MAX, .error = {.code = ERROR_NONE}};
    uint64_t *levels = initial_levels(space), least = 0;
    prism_walk *walk = prism_walk_create(tree, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walk);
    for (uint64_t i = 0; i < space->states && levels[i] <= fault.level; i++) {
        struct prism_choices choices;
        struct error error = {.code = ERROR_NONE};
        if (prism_walk_choices(walk, prism_space_state(space, i), &choices, &error) == 0) {
            reach_targets(space, &choices, levels, levels[i] + 1);
        } else if (fault.level == UINT64_MAX || is_less(space, i, least)) {
            least = i;
            fault = (struct least_fault){levels[i], error};
        }
    }
    prism_walk_free(walk);
    free(levels);
    return fault;
}

/* Whether the search has said the same, and then how the state is reached. */
static int names_least(const struct least_fault *fault, const struct error *error) {
    char path[80];
    size_t length = strlen(fault->error.text);
    if (fault->level == 0) {
        snprintf(path, sizeof path, "; it is an initial state");
    } else {
        snprintf(path, sizeof path, "; the shortest path there has %" PRIu64 " step%s: ", fault->level,
                 fault->level == 1 ? "" : "s");
    }
    return strncmp(error->text, fault->error.text, length) == 0 &&
           strncmp(error->text + length, path, strlen(path)) == 0 && error->line == fault->error.line &&
           error->column == fault->error.column;
}

/* --- several commands in a state of a DTMC --- */

/* Whether the search names the least state of a DTMC with several choices, of the first level that has one.
 */
static int names_several(const struct prism_space *space, const prism_tree *tree,
                         const struct exploration *found) {
    uint64_t *levels = initial_levels(space), least = UINT64_MAX;
    int same = 1;
    prism_walk *walk = prism_walk_create(tree, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walk);
    for (uint64_t i = 0; i < space->states && space->model->kind == PRISM_DTMC; i++) {
        struct prism_choices choices;
        if (least != UINT64_MAX && levels[i] > levels[least]) {
            break;
        }
        CU_ASSERT_EQUAL(prism_walk_choices(walk, prism_space_state(space, i), &choices, &place.error), 0);
        least = choices.count > 1 && (least == UINT64_MAX || is_less(space, i, least)) ? i : least;
        reach_targets(space, &choices, levels, levels[i] + 1);
    }
    prism_walk_free(walk);
    free(levels);
    for (uint32_t i = 0; i < space->model->variable_count && least != UINT64_MAX; i++) {
        same &= found->several != NULL && prism_space_state(space, least)[i] ==
                                              space->model->variables[i].low + (int64_t)found->several[i];
    }
    return least == UINT64_MAX ? found->several == NULL : same;
}

/* --- searches --- */

/* Notes the shapes that spare the interpreter work. */
static void note_shapes(struct tally *tally, const struct data_header *image) {
    int tested = 0, partly = 0, sums = 0, copies = 0, certain = 0, uncertain = 0;
    for (uint64_t i = 0; i < image->commands.count; i++) {
        const struct data_command *command = &data_commands(image)[i];
        tested |= command->test_count > 0 && command->is_tested;
        partly |= command->test_count > 0 && !command->is_tested;
        certain |= command->certain != 0;
        uncertain |= command->certain == 0;
    }
    for (uint64_t i = 0; i < image->assignments.count; i++) {
        const struct data_assignment *assignment = &data_assignments(image)[i];
        sums |= assignment->is_sum && assignment->from != DATA_NONE && assignment->add != 0;
        copies |= assignment->is_sum && assignment->from != DATA_NONE && assignment->add == 0;
    }
    tally->distinct += image->distinct != 0;
    tally->alike += image->distinct == 0;
    tally->tested += (uint64_t)tested;
    tally->partly_tested += (uint64_t)partly;
    tally->sums += (uint64_t)sums;
    tally->copies += (uint64_t)copies;
    tally->certain += (uint64_t)certain;
    tally->uncertain += (uint64_t)uncertain;
}

/* What is made of a search that kept its levels: its graph, and if there are deadlocks a trace to one. */
struct product {
    struct graph *graph;
    struct trace trace;
};

static int make_product(const struct backend *backend, struct exploration *found, struct product *product) {
    const struct trace_goal goal = {.kind = TRACE_TO_DEADLOCK};
    *product = (struct product){
        .trace = {.components = model_network(found->model)->component_count, .lasso = TRACE_NO_LASSO}};
    if (found->result.deadlocks > 0 &&
        backend->trace(found, &goal, &place.run, &product->trace, &place.error) != 0) {
        return -1;
    }
    product->graph = backend->graph(found, NULL, &place.run, &place.error);
    return product->graph == NULL ? -1 : 0;
}

static void free_product(struct product *product) {
    trace_free(&place.memory, &product->trace);
    graph_free(product->graph);
}

static const char *compare_products(const struct product *product, const struct product *expected) {
    const struct graph *one = product->graph, *other = expected->graph;
    const struct trace *trace = &product->trace;
    const uint64_t bytes = one->edges * sizeof *one->targets;
    if (one->vertices != other->vertices || one->edges != other->edges ||
        memcmp(one->offsets, other->offsets, (one->vertices + 1) * sizeof *one->offsets) != 0 ||
        (bytes != 0 && (memcmp(one->targets, other->targets, bytes) != 0 ||
                        memcmp(one->labels, other->labels, bytes) != 0))) {
        return "graphs";
    }
    if ((one->choices == NULL) != (other->choices == NULL) ||
        (one->choices != NULL && bytes != 0 && memcmp(one->choices, other->choices, bytes) != 0)) {
        return "choices of graphs";
    }
    if (trace->steps != expected->trace.steps ||
        (trace->steps != 0 && memcmp(trace->states, expected->trace.states,
                                     (trace->steps + 1) * trace->components * sizeof *trace->states) != 0)) {
        return "traces";
    }
    return NULL;
}

/* Compares graph and trace with those of the CPU in the usual layout. */
static const char *compare_with_host(const struct backend *backend, struct exploration *found) {
    struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = 1};
    struct model_options layout = {0};
    struct product product, expected;
    model *model = model_compile(model_network(found->model), &layout, &place.run, &place.error);
    struct exploration *on_host = backends[0]->explore(model, &options, &place.run, &place.error);
    CU_ASSERT_EQUAL_FATAL(make_product(backends[0], on_host, &expected), 0);
    const char *what = make_product(backend, found, &product) != 0 ? "the graph or the trace failed"
                                                                   : compare_products(&product, &expected);
    free_product(&product);
    free_product(&expected);
    exploration_free(on_host);
    model_free(model);
    return what;
}

static int never_decided(void *context, const struct exploration *exploration) {
    (void)context;
    (void)exploration;
    return 0;
}

/* Searches with partial-order reduction on a GPU, and compares with what the CPU found. */
static const char *compare_reduced_there(const struct backend *backend, const struct exploration *reduced,
                                         const struct explore_options *options) {
    struct exploration *found = backend->explore(reduced->model, options, &place.run, &place.error);
    const char *what = found == NULL ? "the reduced search on a GPU failed"
                                     : reduction_difference(&reduced->result, &found->result);
    exploration_free(found);
    return what;
}

/* Searches with partial-order reduction on the CPU, and on the engine, in the same layout. */
static const char *compare_reduced(struct tally *tally, const struct backend *backend, const model *model,
                                   const struct exploration *found) {
    const struct explore_options options = {.max_depth = UINT64_MAX, .partial_order = 1};
    if (stubborn_refusal(model_network(model)) != NULL) {
        return NULL;
    }
    struct exploration *reduced = backends[0]->explore(model, &options, &place.run, &place.error);
    const char *what = reduced == NULL                           ? "the reduced search failed"
                       : reduced->result.outcome != EXPLORE_DONE ? "the reduced search did not end"
                       : reduced->result.deadlocks != found->result.deadlocks ? "deadlocks with reduction"
                       : reduced->result.states > found->result.states        ? "states with reduction"
                                                                              : NULL;
    if (what == NULL && backend->on_device) {
        what = compare_reduced_there(backend, reduced, &options);
        tally->reduced_there += what == NULL && reduced->result.states < found->result.states;
    }
    tally->reduced += what == NULL && reduced->result.states < found->result.states;
    exploration_free(reduced);
    return what;
}

/* Searches in a layout and by threads drawn from the seed; NULL, or what differs. */
static const char *search_on(struct tally *tally, const struct backend *backend,
                             const struct placed_model *subject, const struct prism_space *space,
                             const struct least_fault *fault, uint64_t seed) {
    uint8_t watched[64] = {0};
    static const uint32_t words[] = {0, 2, 4, 5};
    struct model_options layout = {.words = words[random_draw(&seed, LENGTH(words))]};
    struct explore_options options = {.max_depth = UINT64_MAX,
                                      .keep_levels = (int)random_draw(&seed, 2),
                                      .first_slots = random_draw(&seed, 2) * 64};
    place.run.threads = 1 + (unsigned)random_draw(&seed, 3);
    place.run.device_bytes = TEST_DEVICE_BYTES;
    model *model = model_compile(subject->network, &layout, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    tally->folded += model_header(model)->fold_levels != 0;
    place.error = (struct error){.code = ERROR_NONE};
    if (backend->on_device) { /* on the CPU, these do not choose the way */
        options.cache_bytes = random_draw(&seed, 2) * 4096;
        options.table_unread = (int)random_draw(&seed, 2);
        if (random_draw(&seed, 3) == 0 && model_header(model)->labels <= sizeof watched) {
            options.watched = watched; /* nothing, but labels matter */
            options.decided = never_decided;
        }
    }
    struct exploration *found = backend->explore(model, &options, &place.run, &place.error);
    const char *what = NULL;
    tally->on_device += found != NULL && found->effort.on_device;
    if (fault == NULL) {
        what = compare_counts(space, subject, found);
        if (what == NULL) {
            what = compare_reduced(tally, backend, model, found);
        }
        if (what == NULL && !names_several(space, language_prism(subject->tree), found)) {
            what = "several commands in a state";
        }
        if (what == NULL && backend->on_device && options.keep_levels && !options.table_unread) {
            what = compare_with_host(backend, found);
        }
        tally->several += what == NULL && found->several != NULL;
    } else if (found != NULL || place.error.code != ERROR_INPUT || place.error.line == 0) {
        what = "the search found no error of the model";
    } else if (!names_least(fault, &place.error)) {
        what = fault->error.text; /* the error of the least state */
    }
    exploration_free(found);
    model_free(model);
    place.run.threads = 1;
    return what;
}

/* Searches on all engines. */
static const char *search_subject(struct tally *tally, const struct placed_model *subject,
                                  const struct prism_space *space, const struct least_fault *fault,
                                  uint64_t seed) {
    const char *what = NULL;
    for (const struct backend *const *backend = backends; *backend != NULL && what == NULL; backend++) {
        const uint64_t times = !(*backend)->on_device ? 1 : seed % DEVICE_SHARE == 0 ? 2 : 0;
        for (uint64_t i = 0; i < times && what == NULL && backend_takes(*backend, subject->network); i++) {
            what = search_on(tally, *backend, subject, space, fault, seed + (i << 32));
        }
    }
    if (fault == NULL) {
        tally->deadlocks += space->deadlocks > 0;
        tally->states += space->states;
    }
    return what;
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    struct placed_model subject;
    struct prism_space space;
    struct error walked = {.code = ERROR_NONE};
    if (placed_model_draw(&subject, &tally->random, seed) != 0) {
        placed_model_free(&subject);
        return; /* no initial state, or an error in one */
    }
    tally->models++;
    prism_space_explore(&space, language_prism(subject.tree), MOST_STATES, &place.run, &walked);
    tally->faults += walked.code == ERROR_INPUT;
    tally->large += walked.code == ERROR_LIMIT;
    note_shapes(tally, subject.network->data);
    if (walked.code != ERROR_LIMIT) {
        struct least_fault fault = {.level = 0};
        if (walked.code == ERROR_INPUT) {
            fault = find_least_fault(&space, language_prism(subject.tree));
            tally->deep += fault.level > 1;
        }
        const char *what =
            search_subject(tally, &subject, &space, walked.code == ERROR_INPUT ? &fault : NULL, seed);
        tally->mismatches += placed_model_tell(&subject, seed, what);
    }
    prism_space_free(&space);
    placed_model_free(&subject);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("models", tally.models, "states", tally.states, "with an error", tally.faults,
                  "after two steps", tally.deep, "with deadlocks", tally.deadlocks, "folded", tally.folded,
                  "too large", tally.large, "several commands in a dtmc", tally.several, "searches on a GPU",
                  tally.on_device, "fewer states with reduction", tally.reduced, "on a GPU",
                  tally.reduced_there, NULL);
    report_counts("distinct", tally.distinct, "alike", tally.alike, "tested", tally.tested, "partly tested",
                  tally.partly_tested, "sums", tally.sums, "copies", tally.copies, "certain", tally.certain,
                  "uncertain", tally.uncertain, NULL);
    const uint64_t few = cases / 20;
    CU_ASSERT(cases < CASES || (tally.models > cases * 3 / 4 && tally.faults > few &&
                                tally.deep > cases / 600 && tally.deadlocks > few && tally.folded > few &&
                                tally.several > few && tally.large < cases / 20));
    CU_ASSERT(cases < CASES || (tally.distinct > few / 2 && tally.alike > few && tally.tested > few &&
                                tally.partly_tested > few && tally.sums > few && tally.copies > few &&
                                tally.certain > few && tally.uncertain > few));
}

/* --- errors of the model --- */

static void expect_fault(const char *text, uint64_t line, uint64_t column, const char *message) {
    struct placed_model subject;
    struct explore_options options = {.max_depth = UINT64_MAX};
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&subject, text, ""), 0);
    model *model = placed_model_compile(&subject, &(struct model_options){0});
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        for (options.keep_levels = 0; options.keep_levels < 2 && backend_takes(*backend, subject.network);
             options.keep_levels++) {
            place.error = (struct error){.code = ERROR_NONE};
            CU_ASSERT_PTR_NULL((*backend)->explore(model, &options, &place.run, &place.error));
            place_expect_error(text, (struct source_position){place.error.path, line, column}, ERROR_INPUT,
                               message);
            CU_ASSERT_STRING_EQUAL(place.error.text, message);
        }
    }
    placed_model_free(&subject);
}

static void test_faults(void) {
    /* Two states of level 2 are faulty; the least of them is named. */
    expect_fault(
        "mdp module m x:[0..2]; b:bool;\n"
        " [up] x<=2 -> (x'=x+1);\n"
        " [] !b -> (b'=true);\n"
        "endmodule\n",
        2, 16,
        "the value 3 of x+1 is not in the range 0..2 of the variable 'x', in the command [up] x<=2 -> "
        "(x'=x+1) of 'm', in the state x=2, b=false; the shortest path there has 2 steps: [up] x=1, "
        "[up] x=2");
    expect_fault("dtmc module m x:[0..2] init 1;\n [] true -> 0.5:(x'=0) + 0.4:(x'=1);\nendmodule\n", 2, 2,
                 "the sum of the probabilities is 0.9, not 1, in the command [] true -> 0.5:(x'=0) + "
                 "0.4:(x'=1) of 'm', in the state x=1; it is an initial state");
    expect_fault(
        "ctmc const int n=0; module m x:[0..2];\n [] x=1 -> mod(x,n):(x'=2);\n [] x=0 -> (x'=1);\n"
        "endmodule\n",
        2, 12,
        "mod(x, n): the divisor 0 is not positive, in the command [] x=1 -> mod(x, n):(x'=2) of 'm', in "
        "the state x=1; the shortest path there has 1 step: [i] x=1");
}

/* --- branches that lead to different states --- */

/* Where guards fix a value, or forbid it only; counts are by the definition. */
static void test_distinct(void) {
    static const struct {
        const char *text;
        uint32_t distinct;
        uint64_t transitions;
    } models[] = {
        {"mdp module m x:[0..3]; [] x<3 -> 0.5:(x'=x+1) + 0.5:true; endmodule", 1, 7},
        {"mdp module m x:[0..3]; [] x<3 -> 0.5:(x'=x+1) + 0.5:(x'=3); endmodule", 0, 6},
        {"mdp module m x:[0..3]; [] x=1 -> 0.5:(x'=x+1) + 0.5:(x'=3); [] x=0 -> (x'=1); endmodule", 1, 5},
        {"mdp module m x:[0..3]; [] x<3 -> 0.5:(x'=3) + 0.5:(x'=3); endmodule", 0, 2},
        {"mdp module m x:[0..3]; [] x=0 -> 0.5:(x'=x+2) + 0.5:(x'=2); endmodule", 0, 2},
        {"mdp module m x:[0..3]; [] x<3 -> 0.5:(x'=2) + 0.5:(x'=3); endmodule", 1, 5},
        {"mdp module m x:[0..3]; [] x!=1 & x<3 -> 0.5:(x'=x+1) + 0.5:(x'=3); [] x=1 -> (x'=2); endmodule", 0,
         5},
        {"mdp module m x:[0..3]; y:[0..3]; [] x<3 -> 0.5:(x'=x+1) + 0.5:(x'=y); endmodule", 0, 7},
        {"mdp module m b:bool; [] !b -> 0.5:(b'=true) + 0.5:true; [] b -> 0.5:(b'=false) + 0.5:(b'=true); "
         "endmodule",
         0, 4},
        {"dtmc module m x:[0..3]; [] x<2 -> (x'=x+1); [] x>=2 -> (x'=x-1); endmodule", 1, 3},
        {"dtmc module m x:[0..3]; [] x<=2 -> (x'=x+1); [] x>=2 -> (x'=3); endmodule", 0, 4},
        {"ctmc module m x:[0..3]; y:[0..1]; [] x<3 -> 2:(x'=x+1); [] y=0 -> 3:(y'=1); endmodule", 1, 11},
    };
    for (size_t i = 0; i < LENGTH(models); i++) {
        struct placed_model subject;
        struct explore_options options = {.max_depth = UINT64_MAX};
        CU_ASSERT_EQUAL_FATAL(placed_model_load(&subject, models[i].text, ""), 0);
        model *model = placed_model_compile(&subject, &(struct model_options){0});
        for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
            if (!backend_takes(*backend, subject.network)) {
                continue;
            }
            struct exploration *found = (*backend)->explore(model, &options, &place.run, &place.error);
            CU_ASSERT_PTR_NOT_NULL_FATAL(found);
            if (subject.network->data->distinct != models[i].distinct ||
                found->result.transitions != models[i].transitions) {
                printf("\n%s: %u, %" PRIu64 " transitions\n", models[i].text, subject.network->data->distinct,
                       found->result.transitions);
                CU_FAIL("distinct branches");
            }
            exploration_free(found);
        }
        placed_model_free(&subject);
    }
}

void suite_explore_data(void) {
    suite_add("searches of models with data", workplace_open, workplace_close,
              "random models beside the walker", test_random, "errors of the model", test_faults,
              "distinct branches", test_distinct, NULL);
}
