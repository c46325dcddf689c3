/* Properties that are decided on the graph of all states: labels, and verdicts and traces of properties of
 * cycles. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "decompose/cycles/cycle_search.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"

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
    static const struct label_choice internal = {.internal = 1};
    const struct label_choice other = {.property = property, .others = 1};
    return property->kind == PROPERTY_NEVER_CYCLE
               ? find_needed(checking, property, labels, error)
               : check_mark_labels(checking, property->kind == PROPERTY_LIVELOCK ? &internal : &other,
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
    uint32_t width = graph_states_width(states);
    uint32_t *tuple = memory_allocate_array(memory, width, sizeof *tuple);
    int failed = tuple == NULL;
    *trace = (struct trace){.components = width};
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

static void visit_graph(void *context, const struct graph *graph, const graph_states *states) {
    check_schedulers(context, graph, states);
}

#ifdef HEDDLE_CUDA
static int visit_graph_there(void *context, struct graph_device *graph, uint64_t *peak, struct error *error) {
    return check_schedulers_there(context, graph, peak, error);
}
#endif

/* Makes the queries of the properties of cycles. Returns their number. */
static uint32_t make_queries(const struct checking *checking, struct cycle_query *queries) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < checking->count; i++) {
        const struct cycle_labels *labels = &checking->cycle_labels[i];
        if (check_is_open(checking, i) && property_is_of_cycles(checking->properties[i].kind)) {
            queries[count++].goal = (struct cycle_goal){labels->live, (const uint8_t *const *)labels->needed,
                                                        checking->properties[i].part_count};
        }
    }
    return count;
}

void check_graph_properties(struct checking *checking, struct exploration *exploration) {
    struct memory *memory = checking->run->memory;
    const struct check_options *options = checking->options;
    struct graph_visitor visitor = {.visit = visit_graph, .context = checking};
    struct error error;
    uint32_t needing = 0, cycles = 0, next = 0, of_states = 0;
    double begun = run_clock();
    struct cycle_query *queries = memory_allocate_zeroed(memory, checking->count * sizeof *queries);
    int failed = queries == NULL ? error_memory(&error, "for the properties") : 0;
    for (uint32_t i = 0; i < checking->count; i++) {
        needing += (uint32_t)check_is_open(checking, i);
        of_states += (uint32_t)checking->properties[i].is_state_label;
    }
#ifdef HEDDLE_CUDA
    /* In a chain, labels are those of edges, not of choices: the host looks at them. */
    visitor.visit_there = network_is_chain(checking->network) ? NULL : visit_graph_there;
#endif
    if (!failed) {
        cycles = make_queries(checking, queries);
        int schedulers = needing > cycles, with_states = of_states != 0 ||
                                                         (cycles != 0 && !options->no_traces) ||
                                                         (schedulers && options->scheduler != NULL);
        const struct cycle_task task = {.backend = options->backend,
                                        .exploration = exploration,
                                        .queries = queries,
                                        .count = cycles,
                                        .visitor = schedulers ? &visitor : NULL,
                                        .with_states = with_states,
                                        .keep_apart = options->keep_apart};
        failed = cycle_search(&task, checking->run, &error);
    } else if (checking->run->ranks != NULL) {
        ranks_meet(checking->run->ranks, RANKS_GRAPH, 0, 1, &error);
    }
    checking->check->graph_seconds += run_clock() - begun;
    for (uint32_t i = 0; i < checking->count; i++) {
        if (check_is_open(checking, i) && failed) {
            checking->check->results[i].why = error;
        } else if (check_is_open(checking, i) && property_is_of_cycles(checking->properties[i].kind)) {
            conclude(checking, &checking->check->results[i], &queries[next++]);
        }
    }
    for (uint32_t i = 0; i < cycles; i++) {
        cycle_free(memory, &queries[i].cycle);
        graph_states_free(queries[i].states);
    }
    memory_free(memory, queries, checking->count * sizeof *queries);
}
