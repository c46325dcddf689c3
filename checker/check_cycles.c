/* Properties that are decided on the graph of all states: labels, and verdicts and traces of properties of
 * cycles. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "checker/check_internal.h"
#include "checker/check_ltl.h"
#include "decompose/cycles/cycle_colour.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"
#include "space/questions.h"

/* --- labels --- */

/* The cycle may have any labels, and must have one label of each part. */
static int find_needed(struct checking *checking, const struct property *property,
                       struct cycle_labels *labels, struct error *error) {
    int any = 1;
    labels->live = memory_allocate(checking->run->memory, check_label_bytes(checking));
    labels->needed =
        memory_allocate_zeroed(checking->run->memory, property->part_count * sizeof *labels->needed);
    if (labels->live == NULL || labels->needed == NULL) {
        return error_memory(error, "for the properties");
    }
    memset(labels->live, 1, check_label_bytes(checking));
    for (uint32_t i = 0; i < property->part_count && any >= 0; i++) {
        const struct label_choice choice = {.property = &property->parts[i]};
        int some = check_mark_labels(checking, &choice, &labels->needed[i], error);
        any = some < 0 ? -1 : any && some;
    }
    return any;
}

int check_find_cycle_labels(struct checking *checking, uint32_t index, struct error *error) {
    const struct property *property = &checking->properties[index];
    struct cycle_labels *labels = &checking->cycle_labels[index];
    const enum property_cycle cycle = property_row(property->kind)->cycle;
    static const struct label_choice internal = {.internal = 1};
    const struct label_choice other = {.property = property, .others = 1};
    return cycle == PROPERTY_CYCLE_OF_PARTS
               ? find_needed(checking, property, labels, error)
               : check_mark_labels(checking, cycle == PROPERTY_CYCLE_INTERNAL ? &internal : &other,
                                   &labels->live, error);
}

void check_free_cycle_labels(struct checking *checking, uint32_t index) {
    struct memory *memory = checking->run->memory;
    struct cycle_labels *labels = &checking->cycle_labels[index];
    uint32_t parts = checking->properties[index].part_count;
    memory_free(memory, labels->live, check_label_bytes(checking));
    for (uint32_t i = 0; i < parts && labels->needed != NULL; i++) {
        memory_free(memory, labels->needed[i], check_label_bytes(checking));
    }
    memory_free(memory, labels->needed, parts * sizeof *labels->needed);
    *labels = (struct cycle_labels){0};
}

/* --- verdicts --- */

/* Makes a trace of the lasso, whose states are given. Returns 0, or -1 if memory runs out. */
static int write_trace(const struct cycle *cycle, const graph_states *states, const struct network *network,
                       struct memory *memory, struct trace *trace) {
    const uint32_t width = graph_states_width(states); /* perhaps with an observer, which comes last */
    uint32_t *tuple = memory_allocate_array(memory, width, sizeof *tuple);
    int failed = tuple == NULL;
    *trace = (struct trace){.components = network->component_count};
    for (uint64_t i = 0; i <= cycle->steps && !failed; i++) {
        graph_states_tuple(states, i, tuple);
        failed = trace_append(memory, trace, i == 0 ? NULL : network->labels[cycle->labels[i - 1]].text,
                              tuple) != 0;
    }
    trace->lasso = cycle->back;
    memory_free(memory, tuple, width * sizeof *tuple);
    return failed ? -1 : 0;
}

static void conclude(const struct checking *checking, struct check_result *result,
                     const struct cycle_query *query) {
    if (query->error.code != ERROR_NONE) {
        result->why = query->error;
        return;
    }
    result->verdict = query->cycle.found ? VERDICT_VIOLATED : VERDICT_HOLDS;
    if (!query->cycle.found) {
        return;
    }
    result->length = query->cycle.steps;
    result->cycle_length = query->cycle.steps - query->cycle.back;
    if (!checking->options->no_traces) {
        result->has_trace =
            query->states != NULL && write_trace(&query->cycle, query->states, checking->network,
                                                 checking->run->memory, &result->trace) == 0;
        if (!result->has_trace) {
            error_memory(&result->why, "for the trace");
        }
    }
}

/* Which cycles violate the property, as far as fairness is assumed. */
static struct cycle_goal goal_of(const struct checking *checking, uint32_t index, int is_fair) {
    const struct cycle_labels *labels = &checking->cycle_labels[index];
    const struct check_ltl *ltl = &checking->ltl[index];
    const struct observer_acceptance *acceptance = &ltl->observer.acceptance;
    const int is_ltl = check_ltl_has_cycles(checking, index);
    struct cycle_goal goal = {.live = is_ltl ? ltl->live : labels->live,
                              .needed = (const uint8_t *const *)(is_ltl ? ltl->needed : labels->needed),
                              .needed_count =
                                  is_ltl ? acceptance->marks : checking->properties[index].part_count,
                              .kinds = is_ltl ? acceptance->kinds : 0};
    if (is_fair) {
        goal.weak = (const uint8_t *const *)(is_ltl ? ltl->fair : checking->fair.set);
        goal.strong = goal.weak + checking->fair.weak_count;
        goal.weak_count = checking->fair.weak_count;
        goal.strong_count = checking->fair.strong_count;
    }
    return goal;
}

static int asks_for_cycles(const struct checking *checking, uint32_t index) {
    return property_is_of_cycles(checking->properties[index].kind) || check_ltl_has_cycles(checking, index);
}

/* What is asked about the graph; the arrays have room for all properties. */
struct asked {
    struct checking *checking;
    uint32_t search;
    struct scope scope; /* of the arrays */
    struct cycle_query *queries;
    struct label_goal *goals;
    struct scheduler_goal *contexts; /* of the goals */
    uint32_t *without_fairness; /* by property: 1 + the query that asks whether it needs its fairness; or 0 */
    uint32_t cycles, goal_count;
    int schedulers;                   /* some property is of schedulers */
    int of_states;                    /* some property is of labels of states */
    int is_reduced;                   /* the search left out moves */
    struct cycle_colouring colouring; /* of the product of a property of linear time */
};

/* Whether it is asked, too, if the property needs the fairness that is assumed. */
static int asks_without_fairness(const struct asked *asked, uint32_t index) {
    const struct checking *checking = asked->checking;
    return checking->options->vacuity && check_is_open_in(checking, index, asked->search) &&
           asks_for_cycles(checking, index) && check_is_fair(checking, &checking->properties[index]);
}

static void visit_graph(void *context, const struct graph *graph, const graph_states *states) {
    struct asked *asked = context;
    check_take_goals(asked->checking, asked->goals, asked->goal_count);
    check_schedulers(asked->checking, graph, states);
}

static int open_asked(struct asked *asked, struct error *error) {
    const struct checking *checking = asked->checking;
    struct scope *scope = &asked->scope;
    scope->memory = checking->run->memory;
    asked->queries = scope_zeroed(scope, 2 * (uint64_t)checking->count, sizeof *asked->queries);
    asked->without_fairness = scope_zeroed(scope, checking->count, sizeof *asked->without_fairness);
    asked->goals = scope_zeroed(scope, checking->count, sizeof *asked->goals);
    asked->contexts = scope_zeroed(scope, checking->count, sizeof *asked->contexts);
    if (scope_check(scope, "for the properties", error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < checking->count; i++) {
        const struct ltl_observer *ltl = &checking->ltl[i].observer;
        if (!check_is_open_in(checking, i, asked->search)) {
            continue;
        }
        if (asks_for_cycles(checking, i)) {
            asked->queries[asked->cycles++].goal =
                goal_of(checking, i, check_is_fair(checking, &checking->properties[i]));
        }
        if (ltl->has_cycles) {
            asked->colouring =
                (struct cycle_colouring){&ltl->observer, &ltl->acceptance, checking->network->label_count};
        }
        asked->schedulers |= property_is_of_schedulers(checking->properties[i].kind);
        asked->of_states |= property_sees_states(&checking->properties[i]);
    }
    for (uint32_t i = 0, fair = 0; i < checking->count; i++) {
        if (asks_without_fairness(asked, i)) {
            asked->queries[asked->cycles++] =
                (struct cycle_query){.goal = goal_of(checking, i, 0), .unless = &asked->queries[fair]};
            asked->without_fairness[i] = asked->cycles;
        }
        fair += check_is_open_in(checking, i, asked->search) && asks_for_cycles(checking, i);
    }
    asked->goal_count = check_make_goals(checking, asked->contexts, asked->goals);
    return 0;
}

static void close_asked(struct asked *asked) {
    for (uint32_t i = 0; i < asked->cycles; i++) {
        cycle_free(asked->scope.memory, &asked->queries[i].cycle);
        graph_states_free(asked->queries[i].states);
    }
    scope_close(&asked->scope);
}

/* Takes the answers to open properties. why: there is no graph; NULL: there was one. */
static void take_answers(struct asked *asked, const struct error *why) {
    struct checking *checking = asked->checking;
    uint32_t next = 0;
    check_take_goals(checking, asked->goals, asked->goal_count);
    for (uint32_t i = 0; i < checking->count; i++) {
        struct check_result *result = &checking->check->results[i];
        const int is_open = check_is_open_in(checking, i, asked->search);
        if (is_open && why != NULL && result->verdict == VERDICT_UNDECIDED) {
            result->why = *why;
        } else if (is_open && why == NULL && asks_for_cycles(checking, i)) {
            conclude(checking, result, &asked->queries[next++]);
            result->reduced = asked->is_reduced && result->verdict == VERDICT_VIOLATED;
        }
        const uint32_t query = why == NULL ? asked->without_fairness[i] : 0;
        result->needs_no_fairness |= query != 0 && result->verdict == VERDICT_HOLDS &&
                                     asked->queries[query - 1].error.code == ERROR_NONE &&
                                     !asked->queries[query - 1].cycle.found;
    }
}

void check_graph_properties(struct checking *checking, uint32_t search, struct space *space) {
    const struct check_options *options = checking->options;
    struct asked asked = {
        .checking = checking, .search = search, .is_reduced = space->exploration->result.reduced != 0};
    struct error error;
    const double begun = run_clock();
    const int missing = open_asked(&asked, &error) != 0;
    const struct space_questions questions = {
        .cycles = asked.queries,
        .cycle_count = asked.cycles,
        .colouring = asked.colouring.observer == NULL ? NULL : &asked.colouring,
        .goals = asked.goals,
        .goal_count = asked.goal_count,
        .keep_races = options->keep_races,
        .visit = asked.schedulers ? visit_graph : NULL,
        .context = &asked,
        .with_states = asked.of_states || (asked.cycles != 0 && !options->no_traces) ||
                       (asked.schedulers && (options->scheduler != NULL || options->write_product != NULL)),
        .keep_apart = options->keep_apart,
        .failed = missing};
    const int failed = space_ask(space, &questions, checking->run, &error) != 0;
    checking->check->graph_seconds += run_clock() - begun;
    take_answers(&asked, failed ? &error : NULL);
    close_asked(&asked);
}
