/* Decides properties about schedulers, by almost-sure reachability on the host. */
#include "checker/check_schedulers.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "checker/check_internal.h"
#include "checker/check_ltl_chance.h"
#include "checker/label_texts.h"
#include "checker/ltl_product.h"
#include "checker/evidence/component_evidence.h"
#include "decompose/almost_sure/almost_sure.h"
#include "model/digraph_core.h"
#include "explorer/graph/graph.h"
#include "model/mdp.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/model/network.h"
#include "space/questions.h"

const char check_no_repeated_evidence[] = "there is no evidence for states that are visited again and again: "
                                          "leave --scheduler or --state-label out";

/* The work on one goal; the arrays have the size of the MDP. */
struct scheduling {
    const struct goal_check *check;
    const struct run *run;
    uint32_t *goal_edges, *goal_states; /* bitmaps */
    struct almost_sure_plan plan;
};

/* Marks every choice of the goal states: to visit these states repeatedly is to take such choices
 * repeatedly. */
static void mark_choices(const struct mdp *mdp, const uint32_t *states, uint32_t *edges) {
    for (uint64_t state = 0; state < mdp->states; state++) {
        for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1] && bitmap_has(states, state);
             edge++) {
            bitmap_set(edges, edge);
        }
    }
}

static int find_plan(struct scheduling *work, struct error *error) {
    const struct goal_check *check = work->check;
    const struct digraph graph = mdp_digraph(check->mdp);
    const struct almost_sure_goal goal = {.edges = work->goal_edges,
                                          .states = check->goal->is_state_label ? work->goal_states : NULL,
                                          .repeatedly = check->goal->repeatedly,
                                          .every = check->goal->every};
    struct almost_sure_report report;
    const struct evidence_goal_marks marks = {work->goal_edges, work->goal_states};
    if (evidence_mark_goal(check->mdp, check->goal, check->options, work->run, &marks, error) != 0) {
        return -1;
    }
    if (goal.repeatedly && check->goal->is_state_label) {
        mark_choices(check->mdp, work->goal_states, work->goal_edges);
    }
    return almost_sure_cpu(&graph, &goal, work->run, &work->plan, &report, error);
}

static int decide_schedulers(struct scheduling *work, struct error *error) {
    const struct goal_check *check = work->check;
    if (find_plan(work, error) != 0) {
        return -1;
    }
    if (check->path != NULL) {
        const struct scheduler_evidence scheduler = {check->mdp, check->goal, &work->plan};
        *check->written = evidence_write_scheduler(check->path, check->subject, &scheduler, work->run,
                                                   check->write_error) == 0;
    }
    uint64_t first = check->initial;
    for (uint64_t state = 0; state < (first > 0 ? first : check->mdp->states); state++) {
        const int wins = (work->plan.rank[state] != ALMOST_SURE_NONE) != check->goal->every;
        if ((first > 0 || mdp_is_initial(check->mdp, state)) && !wins) {
            return 0;
        }
    }
    return 1;
}

int check_goal(const struct goal_check *check, const struct run *run, struct error *error) {
    const struct mdp *mdp = check->mdp;
    struct memory *memory = run->memory;
    uint64_t state_bytes = bitmap_words(mdp->states) * sizeof(uint32_t);
    uint64_t edge_bytes = bitmap_words(mdp->edges) * sizeof(uint32_t);
    struct scheduling work = {.check = check, .run = run};
    int result = -1;
    work.goal_edges = memory_allocate_zeroed(memory, edge_bytes);
    work.goal_states = memory_allocate_zeroed(memory, state_bytes);
    work.plan.rank = memory_allocate_array(memory, mdp->states, sizeof *work.plan.rank);
    work.plan.choice = memory_allocate_array(memory, mdp->states, sizeof *work.plan.choice);
    work.plan.inside = check->goal->repeatedly ? memory_allocate_zeroed(memory, state_bytes) : NULL;
    if (work.goal_edges == NULL || work.goal_states == NULL || work.plan.rank == NULL ||
        work.plan.choice == NULL || (check->goal->repeatedly && work.plan.inside == NULL)) {
        error_memory(error, "to find a scheduler");
    } else {
        result = decide_schedulers(&work, error);
    }
    memory_free(memory, work.goal_edges, edge_bytes);
    memory_free(memory, work.goal_states, state_bytes);
    memory_free(memory, work.plan.rank, mdp->states * sizeof *work.plan.rank);
    memory_free(memory, work.plan.choice, mdp->states * sizeof *work.plan.choice);
    memory_free(memory, work.plan.inside, state_bytes);
    return result;
}

/* --- of networks --- */

static void tuple_of(void *context, uint64_t vertex, uint32_t *tuple) {
    graph_states_tuple(context, vertex, tuple);
}

static int decide_property(struct checking *checking, uint32_t index, const struct mdp *mdp,
                           const graph_states *states, const uint32_t *goal_states) {
    const struct check_options *options = checking->options;
    const struct property *property = &checking->properties[index];
    const struct component_subject subject = {.network = options->subject,
                                              .keep_races = options->keep_races,
                                              .tuple = tuple_of,
                                              .context = (void *)(uintptr_t)states};
    const struct evidence_goal goal = {.text = property->text,
                                       .is_pattern = property->pattern != NULL,
                                       .is_state_label = property->is_state_label,
                                       .states = goal_states,
                                       .repeatedly = property_row(property->kind)->repeatedly,
                                       .every = property->by_every_scheduler};
    const struct goal_check how = {.mdp = mdp,
                                   .goal = &goal,
                                   .initial = checking->network->initial_count,
                                   .options = options->subject->options,
                                   .path = options->scheduler,
                                   .subject = &subject,
                                   .written = &checking->check->scheduled,
                                   .write_error = &checking->check->scheduler_error};
    return check_goal(&how, checking->run, &checking->check->results[index].why);
}

/* --- formulas of linear time --- */

/* What they are decided on. */
struct chances {
    struct checking *checking;
    const struct graph *graph;
    const graph_states *states;
};

static int mark_predicate(void *context, const struct formula *predicate, uint32_t *marks,
                          struct error *error) {
    const struct chances *chances = context;
    return check_mark_states(chances->checking, predicate->predicate, chances->graph, chances->states, marks,
                             error);
}

/* All that a state of a chain does is one choice. */
static void begin_rows(const struct graph *graph, uint32_t *begins) {
    for (uint64_t state = 0; state < graph->vertices; state++) {
        if (graph->offsets[state] < graph->offsets[state + 1]) {
            bitmap_set(begins, graph->offsets[state]);
        }
    }
}

/* The view of a chain, whose edges have the labels of the network. */
static int view_chain(const struct chances *chances, uint32_t *begins, struct chance_model *model,
                      struct error *error) {
    const struct graph *graph = chances->graph;
    begin_rows(graph, begins);
    model->graph = (struct digraph){.vertices = graph->vertices,
                                    .edges = graph->edges,
                                    .offsets = graph->offsets,
                                    .targets = graph->targets,
                                    .begins = begins};
    model->labels = graph->labels;
    return label_texts_make(chances->checking->network, chances->checking->run->memory, &model->texts, error);
}

static int view_mdp(const struct mdp *mdp, struct memory *memory, struct chance_model *model,
                    struct error *error) {
    model->graph = mdp_digraph(mdp);
    model->labels = mdp->labels;
    return label_texts_of_mdp(mdp, memory, &model->texts, error);
}

/* mdp: NULL for a chain, unless its product is written, which has no events then. weighed: for the product,
 * if it is written; or NULL. */
static int decide_view(struct chances *chances, uint32_t index, const struct mdp *mdp,
                       const struct mdp *weighed, struct error *error) {
    struct checking *checking = chances->checking;
    const struct check_options *options = checking->options;
    const struct graph *graph = chances->graph;
    struct check *check = checking->check;
    struct scope scope = {.memory = checking->run->memory};
    const struct component_subject subject = {.network = options->subject,
                                              .keep_races = options->keep_races,
                                              .tuple = tuple_of,
                                              .context = (void *)(uintptr_t)chances->states};
    const struct chance_files files = {
        .mdp = mdp,
        .weighed = weighed,
        .subject = &subject,
        .evidence = {options->scheduler, &check->scheduled, &check->scheduler_error},
        .product = {weighed == NULL ? NULL : options->write_product, &check->produced,
                    &check->product_error}};
    struct chance_model model = {.ends = graph->offsets, .mark = mark_predicate, .context = chances};
    uint32_t *begins = scope_zeroed(&scope, bitmap_bytes(graph->edges), 1),
             *initial = scope_zeroed(&scope, bitmap_bytes(graph->vertices), 1);
    int holds = -1;
    if (scope_check(&scope, "to find a scheduler", error) == 0) {
        for (uint64_t i = 0; i < checking->network->initial_count; i++) {
            bitmap_set(initial, i);
        }
        model.initial = initial;
        const int failed = mdp == NULL ? view_chain(chances, begins, &model, error)
                                       : view_mdp(mdp, scope.memory, &model, error);
        holds = failed ? -1
                       : check_ltl_chance(&model, &checking->properties[index], &files,
                                          &check->results[index], checking->run, error);
        label_texts_free(&model.texts, scope.memory);
    }
    scope_close(&scope);
    return holds;
}

/* Whether both have the same choices. */
static int is_alike(const struct mdp *mdp, const struct mdp *weighed) {
    return mdp->edges == weighed->edges && (mdp->begins == NULL) == (weighed->begins == NULL) &&
           memcmp(mdp->offsets, weighed->offsets, (mdp->states + 1) * sizeof *mdp->offsets) == 0 &&
           (mdp->edges == 0 ||
            memcmp(mdp->targets, weighed->targets, mdp->edges * sizeof *mdp->targets) == 0) &&
           (mdp->begins == NULL || memcmp(mdp->begins, weighed->begins, bitmap_bytes(mdp->edges)) == 0);
}

/* The MDP with its weights; NULL if no product is written, or it cannot be, as product_error says. */
static struct mdp *weigh(const struct chances *chances, const struct mdp *mdp) {
    const struct checking *checking = chances->checking;
    struct error *error = &checking->check->product_error;
    struct mdp *weighed = checking->options->write_product == NULL
                              ? NULL
                              : mdp_from_graph_to_write(chances->graph, chances->states, checking->network, 0,
                                                        checking->run, error);
    if (weighed != NULL && mdp != NULL && !is_alike(mdp, weighed)) {
        error_set(error, ERROR_INPUT, "the choices of the model cannot be written with their probabilities");
        mdp_free(weighed);
        return NULL;
    }
    return weighed;
}

static int decide_ltl(struct chances *chances, uint32_t index, const struct mdp *mdp, struct error *error) {
    struct mdp *weighed = weigh(chances, mdp);
    const int holds = decide_view(chances, index, mdp == NULL ? weighed : mdp, weighed, error);
    mdp_free(weighed);
    return holds;
}

/* --- all kinds --- */

/* A property of labels of states: those states first. Other properties: NULL to *goal_states. The caller
 * frees them. Returns 0, or -1 with *error filled. */
static int find_goal_states(const struct checking *checking, uint32_t index, const struct graph *graph,
                            const graph_states *states, uint32_t **goal_states, struct error *error) {
    const struct property *property = &checking->properties[index];
    *goal_states = NULL;
    if (!property->is_state_label) {
        return 0;
    }
    *goal_states = memory_allocate_zeroed(checking->run->memory, bitmap_bytes(graph->vertices));
    return *goal_states == NULL
               ? error_memory(error, "for the states with the label")
               : check_mark_states(checking, property->predicate, graph, states, *goal_states, error);
}

/* The callback label_goal.mark. */
static int mark_goal(void *context, char *const *texts, uint32_t count, unsigned char *matches,
                     struct error *error) {
    const struct scheduler_goal *goal = context;
    const struct checking *checking = goal->checking;
    const struct property *property = &checking->properties[goal->property];
    const struct evidence_labels labels = {texts, count};
    const struct evidence_goal how = {.text = property->text, .is_pattern = property->pattern != NULL};
    return evidence_match_goal(&labels, &how, checking->options->subject->options, checking->run, matches,
                               error);
}

/* Whether some property needs the graph in host memory. */
static int needs_host(const struct checking *checking) {
    int needs = network_is_chain(checking->network);
    for (uint32_t i = 0; i < checking->count; i++) {
        needs |= check_is_open(checking, i) && property_is_of_likely_runs(checking->properties[i].kind);
    }
    return needs;
}

uint32_t check_make_goals(const struct checking *checking, struct scheduler_goal *contexts,
                          struct label_goal *goals) {
    const int none = needs_host(checking);
    uint32_t count = 0;
    for (uint32_t i = 0; i < checking->count && !none; i++) {
        const struct property *property = &checking->properties[i];
        if (check_is_open(checking, i) && property_is_of_schedulers(property->kind)) {
            contexts[count] = (struct scheduler_goal){checking, i};
            goals[count] = (struct label_goal){.mark = mark_goal,
                                               .context = &contexts[count],
                                               .repeatedly = property_row(property->kind)->repeatedly,
                                               .every = property->by_every_scheduler};
            count++;
        }
    }
    return count;
}

void check_take_goals(struct checking *checking, const struct label_goal *goals, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const struct scheduler_goal *goal = goals[i].context;
        struct check_result *result = &checking->check->results[goal->property];
        if (goals[i].done && goals[i].why.code == ERROR_NONE) {
            result->verdict = goals[i].holds ? VERDICT_HOLDS : VERDICT_VIOLATED;
        } else if (goals[i].done) {
            result->why = goals[i].why;
            check_note_fault(checking, &result->why);
        }
    }
}

void check_schedulers(struct checking *checking, const struct graph *graph, const graph_states *states) {
    const struct network *network = checking->network;
    int is_chain = network_is_chain(network);
    struct chances chances = {checking, graph, states};
    struct error error;
    struct mdp *mdp =
        is_chain ? NULL
                 : mdp_from_graph(graph, network, checking->options->keep_races, checking->run, &error);
    for (uint32_t i = 0; i < checking->count; i++) {
        if (!check_is_open(checking, i) || !property_is_of_schedulers(checking->properties[i].kind)) {
            continue;
        }
        struct check_result *result = &checking->check->results[i];
        if (mdp == NULL && !is_chain) {
            result->why = error;
            continue;
        }
        uint32_t *goal = NULL;
        int holds = property_is_of_likely_runs(checking->properties[i].kind)
                        ? decide_ltl(&chances, i, mdp, &result->why)
                    : find_goal_states(checking, i, graph, states, &goal, &result->why) != 0 ? -1
                    : is_chain ? check_chain(checking, i, graph, goal, &result->why)
                               : decide_property(checking, i, mdp, states, goal);
        memory_free(checking->run->memory, goal, bitmap_bytes(graph->vertices));
        if (holds >= 0) {
            result->verdict = holds ? VERDICT_HOLDS : VERDICT_VIOLATED;
        } else {
            check_note_fault(checking, &result->why);
        }
    }
    mdp_free(mdp);
}
