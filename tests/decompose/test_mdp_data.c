/*
 * MDPs of models with data: probabilities, rewards and labels against the walker, state by state; files read
 * back; end components of the examples; what Storm reads of .drn files.
 */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "decompose/engine.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/backend.h"
#include "model/digraph_core.h"
#include "explorer/graph/graph.h"
#include "explorer/model/network.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/prism_space.h"
#include "tests/random/random_prism.h"
#include "tests/support/prism_example.h"
#include "tests/support/process.h"
#include "tests/support/place_model.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 400
#define MOST_STATES 1500
#define STORM_STATES 800 /* Python is slow */
#define WIDTH 64

/* A model, its search, and its MDP. */
struct subject {
    struct placed_model placed;
    struct exploration *exploration;
    struct graph *graph;
    graph_states *states;
    struct mdp *mdp;
    int action_labels; /* the MDP's labels of states are those of actions, too */
};

/* Searches, in a layout that the seed draws, and makes the graph. 0, or -1 if the model has an error. */
static int search_subject(struct subject *subject, uint64_t seed) {
    static const uint32_t words[] = {0, 2, 4, 5};
    struct model_options layout = {.words = words[random_draw(&seed, LENGTH(words))]};
    struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = 1};
    struct graph_options how = {GRAPH_LABELS | GRAPH_CHOICES, &subject->states};
    const model *model = placed_model_compile(&subject->placed, &layout);
    subject->exploration = backends[0]->explore(model, &options, &place.run, &place.error);
    if (subject->exploration == NULL) {
        return -1;
    }
    subject->graph = backends[0]->graph(subject->exploration, &how, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->graph);
    return 0;
}

static void free_subject(struct subject *subject) {
    mdp_free(subject->mdp);
    graph_states_free(subject->states);
    graph_free(subject->graph);
    exploration_free(subject->exploration);
    placed_model_free(&subject->placed);
}

/* --- a state beside the walker --- */

struct tally {
    struct random_prism random;
    uint64_t mismatches, models, states, deadlocks, chains, rates, earning, faults, several, wide;
};

struct comparison {
    const struct subject *subject;
    const struct prism_model *model;
    const struct prism_space *space;
    prism_walk *walk;
    uint32_t *vertex_of; /* [states of the space] */
    struct prism_choices choices;
    uint64_t first_choice; /* of the state, among all */
    int exact;             /* sums are in the walker's order */
};

static int same_number(const struct comparison *compare, double a, double b) {
    return a == b || (!compare->exact && fabs(a - b) <= 1e-13 * fabs(a));
}

static void values_of(const struct subject *subject, const struct prism_model *model, uint64_t vertex,
                      int32_t *values) {
    uint32_t tuple[WIDTH];
    graph_states_tuple(subject->states, vertex, tuple);
    for (uint32_t i = 0; i < model->variable_count; i++) {
        values[i] = (int32_t)((int64_t)model->variables[i].low + tuple[i]);
    }
}

/* What a row earns: see mdp_weights.h. */
static double row_earns(struct comparison *compare, uint32_t structure, const int32_t *state,
                        const struct prism_row *row) {
    double sum = 0, count = (double)compare->choices.count;
    for (uint64_t i = 0; i < compare->choices.count; i++) {
        const struct prism_choice *choice = &compare->choices.items[i];
        double one = 0, weight = 0;
        if (row->choice != PRISM_NO_CHOICE && row->choice != i) {
            continue;
        }
        CU_ASSERT_EQUAL(
            prism_walk_action_reward(compare->walk, structure, state, choice->action, &one, &place.error), 0);
        for (uint64_t j = 0; j < choice->branch_count; j++) {
            weight += choice->branches[j].weight;
        }
        sum += compare->model->kind == PRISM_MDP    ? one
               : compare->model->kind == PRISM_DTMC ? one / count
                                                    : one * weight;
    }
    return sum;
}

/* Whether a choice of the MDP is the row. */
static int is_row(struct comparison *compare, const int32_t *state, const struct prism_row *row,
                  const uint64_t range[2], uint64_t choice) {
    const struct mdp *mdp = compare->subject->mdp;
    if (range[1] - range[0] != row->entry_count) {
        return 0;
    }
    for (uint64_t i = 0; i < row->entry_count; i++) {
        uint32_t vertex = compare->vertex_of[prism_space_find(compare->space, row->entries[i].target)];
        uint64_t edge = range[0];
        while (edge < range[1] && mdp->targets[edge] != vertex) {
            edge++;
        }
        if (edge == range[1] || !same_number(compare, row->entries[i].weight, mdp->probabilities[edge])) {
            return 0;
        }
    }
    const char *name = mdp->labels == NULL || mdp->labels[range[0]] == MDP_NO_LABEL
                           ? NULL
                           : mdp->label_text[mdp->labels[range[0]]];
    if (row->choice != PRISM_NO_CHOICE) {
        uint32_t action = compare->choices.items[row->choice].action;
        const char *text = action == PRISM_NONE ? NULL : compare->model->actions[action];
        if ((name == NULL) != (text == NULL) || (name != NULL && strcmp(name, text) != 0)) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < mdp->earned_count; i++) {
        double earned = mdp->earned[i].choices == NULL ? 0 : mdp->earned[i].choices[choice];
        if (!same_number(compare, row_earns(compare, i, state, row), earned)) {
            return 0;
        }
    }
    return 1;
}

/* The rows of a state are those of the walker, in its order if no system composes the modules. */
static const char *compare_rows(struct comparison *compare, uint64_t vertex, const int32_t *state) {
    const struct mdp *mdp = compare->subject->mdp;
    const struct digraph graph = mdp_digraph(mdp);
    struct prism_rows rows;
    CU_ASSERT_EQUAL_FATAL(prism_walk_rows(compare->walk, &rows, &place.error), 0);
    uint64_t edge = mdp->offsets[vertex], end = mdp->offsets[vertex + 1], count = 0;
    for (; edge < end; count++) {
        uint64_t range[2] = {edge, digraph_choice_end(&graph, edge, end)}, i = count;
        if (compare->exact && (i >= rows.count || !is_row(compare, state, &rows.items[i], range,
                                                          compare->first_choice + count))) {
            return "a choice";
        }
        for (i = 0; !compare->exact && i < rows.count; i++) {
            if (is_row(compare, state, &rows.items[i], range, compare->first_choice + count)) {
                break;
            }
        }
        if (i >= rows.count) {
            return "a choice";
        }
        edge = range[1];
    }
    compare->first_choice += count;
    return count != rows.count ? "the number of choices" : NULL;
}

static uint32_t label_of(const struct mdp *mdp, const char *text) {
    uint32_t label = 0;
    while (label < mdp->state_label_count && strcmp(mdp->state_label_text[label], text) != 0) {
        label++;
    }
    CU_ASSERT_FATAL(label < mdp->state_label_count);
    return label;
}

static int has_label(const struct mdp *mdp, const char *text, uint64_t state) {
    return bitmap_has(mdp->state_labels[label_of(mdp, text)], state);
}

/* With action_labels: whether the actions are labels of the states in which they can happen. */
static int same_actions(const struct comparison *compare, uint64_t vertex) {
    const struct mdp *mdp = compare->subject->mdp;
    for (uint32_t action = 0; action < compare->model->action_count; action++) {
        const char *text = compare->model->actions[action];
        uint32_t label = 0;
        int can = 0;
        for (uint64_t i = 0; i < compare->choices.count; i++) {
            can |= compare->choices.items[i].action == action && compare->choices.items[i].branch_count > 0;
        }
        while (label < mdp->state_label_count && strcmp(mdp->state_label_text[label], text) != 0) {
            label++;
        }
        if (can != (label < mdp->state_label_count && bitmap_has(mdp->state_labels[label], vertex))) {
            return 0;
        }
    }
    return 1;
}

static const char *compare_state(struct comparison *compare, uint64_t vertex) {
    const struct subject *subject = compare->subject;
    const struct mdp *mdp = subject->mdp;
    int32_t state[WIDTH];
    values_of(subject, compare->model, vertex, state);
    for (uint32_t i = 0; i < compare->model->label_count; i++) {
        if (prism_walk_predicate(compare->walk, i, state, &place.error) !=
            has_label(mdp, compare->model->labels[i].name.text, vertex)) {
            return "a label";
        }
    }
    for (uint32_t i = 0; i < compare->model->reward_count; i++) {
        double reward;
        CU_ASSERT_EQUAL(prism_walk_state_reward(compare->walk, i, state, &reward, &place.error), 0);
        if (reward != (mdp->earned[i].states == NULL ? 0 : mdp->earned[i].states[vertex])) {
            return "a state reward";
        }
    }
    CU_ASSERT_EQUAL_FATAL(prism_walk_choices(compare->walk, state, &compare->choices, &place.error), 0);
    uint64_t branches = 0;
    for (uint64_t i = 0; i < compare->choices.count; i++) {
        branches += compare->choices.items[i].branch_count;
    }
    if (has_label(mdp, "deadlock", vertex) != (branches == 0) ||
        mdp_is_initial(mdp, vertex) != (vertex < compare->space->initial) ||
        has_label(mdp, "init", vertex) != (vertex < compare->space->initial)) {
        return "deadlock or init";
    }
    if (subject->action_labels && !same_actions(compare, vertex)) {
        return "a label of an action";
    }
    return compare_rows(compare, vertex, state);
}

static const char *compare_states(const struct subject *subject, const struct prism_space *space) {
    const struct mdp *mdp = subject->mdp;
    const char *what = NULL;
    struct comparison compare = {
        .subject = subject, .model = prism_tree_model(language_prism(subject->placed.tree)), .space = space};
    compare.exact = compare.model->system_count == 0;
    compare.walk = prism_walk_create(language_prism(subject->placed.tree), &place.run, &place.error);
    compare.vertex_of = test_present(calloc(mdp->states, sizeof *compare.vertex_of));
    if (mdp->states != space->states || mdp->choices != space->choices || mdp->edges != space->transitions ||
        mdp->chain != (compare.model->kind != PRISM_MDP) ||
        mdp->rates != (compare.model->kind == PRISM_CTMC)) {
        what = "counts";
    }
    for (uint64_t vertex = 0; vertex < mdp->states && what == NULL; vertex++) {
        int32_t values[WIDTH];
        values_of(subject, compare.model, vertex, values);
        compare.vertex_of[prism_space_find(space, values)] = (uint32_t)vertex;
    }
    for (uint64_t vertex = 0; vertex < mdp->states && what == NULL; vertex++) {
        what = compare_state(&compare, vertex);
    }
    free(compare.vertex_of);
    prism_walk_free(compare.walk);
    return what;
}

/* --- files --- */

static int same_probabilities(const struct mdp *one, const struct mdp *other) {
    for (uint64_t edge = 0; edge < one->edges; edge++) {
        /* Where every choice has one edge, the reader keeps none: 1, within rounding. */
        double left = one->probabilities[edge];
        double right = other->probabilities == NULL ? left : other->probabilities[edge];
        if (one->targets[edge] != other->targets[edge] || left != right ||
            (other->probabilities == NULL && fabs(left - 1) > 1e-6)) {
            return 0;
        }
    }
    return 1;
}

/* Writes the MDP as DRN, with values of variables, and reads it back. */
static const char *write_and_read(const struct subject *subject, const char *path) {
    const struct mdp *mdp = subject->mdp;
    struct mdp_valuations valuations;
    const struct mdp_read_options how = {.keep = 1};
    CU_ASSERT_EQUAL_FATAL(mdp_valuations_open(&valuations, subject->placed.network, subject->states,
                                              &place.memory, &place.error),
                          0);
    const struct mdp_write_options options = {.valuations = &valuations};
    int failed = mdp_write_drn(mdp, path, &options, &place.run, &place.error);
    mdp_valuations_close(&valuations);
    if (failed) {
        return "not written";
    }
    struct mdp *read = mdp_read_as(path, &how, &place.run, &place.error);
    const char *what = NULL;
    if (read == NULL) {
        return "not read";
    }
    if (read->states != mdp->states || read->choices != mdp->choices || read->edges != mdp->edges ||
        read->chain != mdp->chain || read->rates != mdp->rates || read->initial != mdp->initial ||
        (read->initials == NULL) != (mdp->initials == NULL) || !same_probabilities(mdp, read)) {
        what = "read otherwise";
    }
    for (uint64_t state = 0; state < mdp->states && what == NULL; state++) {
        what = mdp_is_initial(read, state) != mdp_is_initial(mdp, state) ? "another initial state" : NULL;
    }
    mdp_free(read);
    return what;
}

/* --- random models --- */

/* Whether a label or reward has no value in a state of the space. */
static int has_fault(const struct prism_space *space, const prism_tree *tree) {
    char *text = NULL;
    size_t size;
    FILE *file = test_present(open_memstream(&text, &size));
    struct error error = {.code = ERROR_NONE};
    int status = prism_space_write(space, tree, &place.run, file, &error);
    fclose(file);
    free(text);
    return status != 0;
}

static const char *judge_subject(struct tally *tally, struct subject *subject,
                                 const struct prism_space *space, uint64_t seed) {
    const struct prism_model *model = prism_tree_model(language_prism(subject->placed.tree));
    int fault = has_fault(space, language_prism(subject->placed.tree));
    place.run.threads = 1 + (unsigned)(seed % 3);
    CU_ASSERT_EQUAL_FATAL(search_subject(subject, seed), 0);
    subject->action_labels = (int)(seed >> 2 & 1);
    subject->mdp = mdp_from_graph_to_write(subject->graph, subject->states, subject->placed.network,
                                           subject->action_labels, &place.run, &place.error);
    place.run.threads = 1;
    tally->faults += (uint64_t)fault;
    if (fault || subject->mdp == NULL) {
        return fault && subject->mdp == NULL && place.error.code == ERROR_INPUT && place.error.line > 0
                   ? NULL
                   : "an error of the model in a label or reward";
    }
    tally->models++;
    tally->states += space->states;
    tally->deadlocks += space->deadlocks > 0;
    tally->chains += model->kind != PRISM_MDP;
    tally->rates += model->kind == PRISM_CTMC;
    tally->earning += model->reward_count > 0;
    tally->several += space->initial > 1;
    for (uint64_t state = 0; state < subject->mdp->states; state++) {
        tally->wide += subject->mdp->offsets[state + 1] - subject->mdp->offsets[state] > 8;
    }
    const char *what = compare_states(subject, space);
    return what != NULL ? what : write_and_read(subject, test_folder_path(&place.folder, "written.drn"));
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    struct subject subject = {.mdp = NULL};
    struct prism_space space;
    struct error walked = {.code = ERROR_NONE};
    if (placed_model_draw(&subject.placed, &tally->random, seed) == 0) {
        prism_space_explore(&space, language_prism(subject.placed.tree), MOST_STATES, &place.run, &walked);
        const char *what = walked.code == ERROR_NONE ? judge_subject(tally, &subject, &space, seed) : NULL;
        tally->mismatches += placed_model_tell(&subject.placed, seed, what);
        prism_space_free(&space);
    }
    free_subject(&subject);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("models", tally.models, "states", tally.states, "with deadlocks", tally.deadlocks, "chains",
                  tally.chains, "rates", tally.rates, "rewards", tally.earning, "faults", tally.faults,
                  "several initial", tally.several, "wide states", tally.wide, NULL);
    CU_ASSERT(cases < CASES || (tally.models > cases / 2 && tally.deadlocks > 5 && tally.rates > cases / 10 &&
                                tally.earning > cases / 10 && tally.several > 5 && tally.wide > 20));
}

/* Rates and probabilities that are finite and above 0, but whose sums or products as doubles are not. */
static void test_beyond_doubles(void) {
    static const struct {
        const char *text, *message;
    } models[] = {
        {"ctmc module m x:[0..1]; [a] x=0 -> 1e200:(x'=1); endmodule module n [a] true -> 1e200:true; "
         "endmodule",
         "the rate of a transition, a product or sum, is Infinity as a double, in the state x=0"},
        {"ctmc module m x:[0..1]; [a] true -> 1e-200:(x'=1); endmodule module n [a] x=1 -> 1e-200:true; [a] "
         "x=0 -> true; endmodule",
         "the rate of a transition, a product or sum, is 0 as a double, in the state x=1"},
        {"ctmc module m x:[0..1]; [] x=0 -> 1e308:(x'=1); [] x=0 -> 1e308:(x'=1); endmodule",
         "the rate of a transition, a product or sum, is Infinity as a double, in the state x=0"},
        {"mdp module m x:[0..1]; [a] true -> 1e-200:(x'=1) + 1:true; endmodule module n y:bool; [a] true -> "
         "1e-200:(y'=true) + 1:true; endmodule",
         "the probability of a transition, a product or sum, is 0 as a double, in the state x=0, y=false"},
        {"ctmc module m x:[0..1]; [] x=0 -> 1e308:(x'=1); [] x=0 -> 7e307:(x'=1); endmodule", NULL},
    };
    for (size_t i = 0; i < LENGTH(models); i++) {
        struct subject subject = {.mdp = NULL};
        CU_ASSERT_EQUAL_FATAL(placed_model_load(&subject.placed, models[i].text, ""), 0);
        CU_ASSERT_EQUAL_FATAL(search_subject(&subject, 0), 0);
        subject.mdp = mdp_from_graph_to_write(subject.graph, subject.states, subject.placed.network, 0,
                                              &place.run, &place.error);
        CU_ASSERT_EQUAL((subject.mdp == NULL), (models[i].message != NULL));
        if (models[i].message != NULL) {
            if (place.error.code != ERROR_INPUT || strcmp(place.error.text, models[i].message) != 0) {
                printf("\n%s: %s\n", models[i].text, place.error.text);
                CU_FAIL("another error");
            }
        }
        free_subject(&subject);
    }
}

/* --- the examples --- */

/* Its MDP is still to be made. */
static void open_example(struct subject *subject, const struct prism_example *example) {
    *subject = (struct subject){.mdp = NULL};
    char *text = prism_example_text(example, &place.folder);
    CU_ASSERT_EQUAL_FATAL(placed_model_load(&subject->placed, text, example->constants), 0);
    subject->placed.text = text;
    CU_ASSERT_EQUAL_FATAL(search_subject(subject, 0), 0);
}

static void count_components(const struct prism_example *example, void *context) {
    const struct decompose_engine *engine = decompose_engines[0];
    const struct mec_options how = {.scc = {.algorithm = SCC_AUTO}};
    struct subject subject;
    struct mec_report report;
    struct component_counts counts;
    (void)context;
    if (!example->is_mdp) {
        return;
    }
    open_example(&subject, example);
    subject.mdp = mdp_from_graph(subject.graph, subject.placed.network, 0, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject.mdp);
    const struct digraph graph = mdp_digraph(subject.mdp);
    uint32_t *component = test_present(calloc(graph.vertices, sizeof *component));
    const struct mec_result found = {.component = component};
    CU_ASSERT_EQUAL(engine->mec(&graph, &how, &place.run, &found, &report, &place.error), 0);
    CU_ASSERT_EQUAL(engine->count(&graph, component, &place.run, &counts, &place.error), 0);
    CU_ASSERT_EQUAL(subject.mdp->choices, example->choices);
    CU_ASSERT_EQUAL(subject.mdp->edges, example->transitions);
    CU_ASSERT_EQUAL(counts.components, example->components);
    CU_ASSERT_EQUAL(counts.states_in_components, example->inside);
    component_counts_free(&counts, &place.memory);
    free(component);
    free_subject(&subject);
}

static void test_components(void) {
    CU_ASSERT(prism_example_each(6000, count_components, NULL) > 20);
}

/* --- Storm --- */

struct storm_list {
    FILE *file;
    uint64_t count;
};

static void write_example(const struct prism_example *example, void *context) {
    struct storm_list *list = context;
    struct subject subject;
    char name[100];
    open_example(&subject, example);
    subject.mdp = mdp_from_graph_to_write(subject.graph, subject.states, subject.placed.network, 0,
                                          &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject.mdp);
    snprintf(name, sizeof name, "%" PRIu64 ".prism", list->count);
    fprintf(list->file, "%s\t%s", test_folder_write(&place.folder, name, subject.placed.text),
            *example->constants == '\0' ? "-" : example->constants);
    snprintf(name, sizeof name, "%" PRIu64 ".drn", list->count++);
    const char *path = test_folder_path(&place.folder, name);
    fprintf(list->file, "\t%s\n", path);
    CU_ASSERT_PTR_NULL(write_and_read(&subject, path));
    free_subject(&subject);
}

static void test_storm(void) {
    char list_path[600], results[600], out[600], err[600], line[500];
    snprintf(list_path, sizeof list_path, "%s", test_folder_path(&place.folder, "list"));
    snprintf(results, sizeof results, "%s", test_folder_path(&place.folder, "results"));
    snprintf(out, sizeof out, "%s", test_folder_path(&place.folder, "out"));
    snprintf(err, sizeof err, "%s", test_folder_path(&place.folder, "err"));
    struct storm_list list = {.file = test_present(fopen(list_path, "w"))};
    uint64_t same = 0;
    prism_example_each(STORM_STATES, write_example, &list);
    fclose(list.file);
    const char *const arguments[] = {storm_python(), "tests/oracle/drn_storm.py", list_path, results, NULL};
    struct process process;
    process_finish(process_start(arguments, out, err), out, err, &process);
    CU_ASSERT_EQUAL(process.code, 0);
    process_free(&process);
    FILE *file = test_present(fopen(results, "r"));
    while (fgets(line, sizeof line, file) != NULL) {
        same += strcmp(line, "same\n") == 0;
        if (strcmp(line, "same\n") != 0) {
            printf("\n%s", line);
        }
    }
    fclose(file);
    CU_ASSERT(list.count > 10);
    CU_ASSERT_EQUAL(same, list.count);
}

void suite_mdp_data(void) {
    CU_pSuite suite = suite_add("MDPs of models with data", workplace_open, workplace_close,
                                "random models beside the walker", test_random, "beyond doubles",
                                test_beyond_doubles, "end components of examples", test_components, NULL);
    if (storm_python() == NULL) {
        test_skip("DRN of PRISM models in Storm",
                  "there is no build/storm (make build/storm.done, which needs stormpy)");
    } else {
        CU_add_test(suite, "Storm reads DRN", test_storm);
    }
}
