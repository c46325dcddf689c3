/* Properties of cycles: their labels, their verdicts, and their traces. */
#include "checker/check_cycles.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/check_schedulers.h"
#include "decompose/cycles/cycle_search.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"

#define LOOK_LABELS 4096u /* labels between two checks of the stop flag */

/* --- labels --- */

static uint64_t set_bytes(const struct cycle_labels *labels) {
    return (uint64_t)labels->label_count + 1;
}

/* Marks the network's labels that match the property, or that are the internal action if `matches` is NULL;
 * if `inverted`, all other labels. */
static int fill_set(uint8_t *set, const struct property *matches, int inverted, const struct network *network,
                    int *any, const struct run *run, struct error *error) {
    *any = 0;
    for (uint32_t i = 0; i < network->label_count; i++) {
        const struct network_label *label = &network->labels[i];
        int has = matches == NULL ? label->kind == LABEL_INTERNAL
                                  : property_matches(matches, label->text, label->length, error);
        if (has < 0) {
            return -1;
        }
        if (i % LOOK_LABELS == LOOK_LABELS - 1 && run_should_stop(run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while the properties were prepared");
        }
        set[i] = (uint8_t)(has != inverted);
        *any |= set[i];
    }
    return 0;
}

/* The cycle may have any labels, and must have one label of each part. */
static int fill_needed(struct cycle_labels *labels, const struct property *property,
                       const struct network *network, int *any, const struct run *run, struct error *error) {
    *any = 1;
    labels->needed = memory_allocate_zeroed(run->memory, property->part_count * sizeof *labels->needed);
    if (labels->needed == NULL) {
        return error_memory(error, "for the properties");
    }
    labels->needed_count = property->part_count;
    for (uint32_t i = 0; i < network->label_count; i++) {
        labels->live[i] = 1;
    }
    for (uint32_t i = 0; i < property->part_count; i++) {
        int some;
        labels->needed[i] = memory_allocate_zeroed(run->memory, set_bytes(labels));
        if (labels->needed[i] == NULL) {
            return error_memory(error, "for the properties");
        }
        if (fill_set(labels->needed[i], &property->parts[i], 0, network, &some, run, error) != 0) {
            return -1;
        }
        *any &= some;
    }
    return 0;
}

int cycle_labels_make(struct cycle_labels *labels, const struct property *property,
                      const struct network *network, int *any, const struct run *run, struct error *error) {
    labels->label_count = network->label_count;
    labels->live = memory_allocate_zeroed(run->memory, set_bytes(labels));
    if (labels->live == NULL) {
        return error_memory(error, "for the properties");
    }
    switch (property->kind) {
    case PROPERTY_LIVELOCK:
        return fill_set(labels->live, NULL, 0, network, any, run, error);
    case PROPERTY_STARVATION:
        return fill_set(labels->live, property, 1, network, any, run, error);
    default:
        return fill_needed(labels, property, network, any, run, error);
    }
}

void cycle_labels_free(struct cycle_labels *labels, const struct run *run) {
    memory_free(run->memory, labels->live, set_bytes(labels));
    for (uint32_t i = 0; i < labels->needed_count; i++) {
        memory_free(run->memory, labels->needed[i], set_bytes(labels));
    }
    memory_free(run->memory, labels->needed, labels->needed_count * sizeof *labels->needed);
    *labels = (struct cycle_labels){0};
}

/* --- verdicts --- */

/* Makes a trace of the lasso. Returns 0, or -1 if memory runs out. */
static int write_trace(const struct cycle *cycle, const graph_states *states, const struct network *network,
                       struct memory *memory, struct trace *trace) {
    uint32_t width = graph_states_width(states);
    uint32_t *tuple = memory_allocate_array(memory, width, sizeof *tuple);
    int failed = tuple == NULL;
    *trace = (struct trace){.components = width};
    for (uint64_t i = 0; i <= cycle->steps && !failed; i++) {
        graph_states_tuple(states, cycle->vertices[i], tuple);
        failed = trace_append(memory, trace, i == 0 ? NULL : network->labels[cycle->labels[i - 1]].text,
                              tuple) != 0;
    }
    trace->lasso = cycle->back;
    memory_free(memory, tuple, width * sizeof *tuple);
    return failed ? -1 : 0;
}

static void conclude(struct check_result *result, const struct cycle_query *query, const graph_states *states,
                     const struct network *network, const struct run *run) {
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
    if (states != NULL) {
        result->has_trace = write_trace(&query->cycle, states, network, run->memory, &result->trace) == 0;
        if (!result->has_trace) {
            error_memory(&result->why, "for the trace");
        }
    }
}

/* The graph, on which the properties about schedulers are decided. */
struct scheduling {
    const struct scheduler_checks *schedulers;
    graph_states *const *states;
    const struct network *network;
    const struct run *run;
};

static void visit_graph(void *context, const struct graph *graph) {
    const struct scheduling *scheduling = context;
    check_schedulers(scheduling->schedulers, graph, *scheduling->states, scheduling->network,
                     scheduling->run);
}

void check_cycles(const struct backend *backend, struct exploration *exploration,
                  const struct cycle_check *checks, uint32_t count, const struct scheduler_checks *schedulers,
                  int traces, const struct run *run) {
    struct error error;
    graph_states *states = NULL;
    struct scheduling scheduling = {schedulers, &states, model_network(exploration->model), run};
    struct graph_visitor visitor = {visit_graph, &scheduling};
    int needs_states = traces || (schedulers != NULL && schedulers->path != NULL);
    struct cycle_query *queries = memory_allocate_zeroed(run->memory, count * sizeof *queries);
    int failed = queries == NULL && error_memory(&error, "for the properties") != 0;
    for (uint32_t i = 0; i < count && !failed; i++) {
        const struct cycle_labels *labels = checks[i].labels;
        queries[i].goal =
            (struct cycle_goal){labels->live, (const uint8_t *const *)labels->needed, labels->needed_count};
    }
    failed =
        failed || cycle_search(backend, exploration, queries, count, schedulers != NULL ? &visitor : NULL,
                               needs_states ? &states : NULL, run, &error) != 0;
    for (uint32_t i = 0; i < count; i++) {
        if (failed) {
            checks[i].result->why = error;
        } else {
            conclude(checks[i].result, &queries[i], traces ? states : NULL, scheduling.network, run);
        }
    }
    for (uint32_t i = 0; schedulers != NULL && i < schedulers->count && failed; i++) {
        schedulers->checks[i].result->why = error;
    }
    for (uint32_t i = 0; i < count && queries != NULL; i++) {
        cycle_free(run->memory, &queries[i].cycle);
    }
    graph_states_free(states);
    memory_free(run->memory, queries, count * sizeof *queries);
}
