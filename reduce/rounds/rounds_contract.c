/* Prepares the graph of a refinement on a side: hides labels, and contracts cycles of internal edges. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "explorer/graph/graph.h"
#include "reduce/rounds/rounds.h"

static int contract_do(struct rounds *rounds, enum contract_step step, uint64_t count) {
    return rounds->steps.side->each(&rounds->steps, rounds->side->contract[step], &rounds->contract, 0,
                                    count);
}

static int read_contract_counters(struct rounds *rounds, struct contract_counters *counters) {
    return rounds->steps.side->download(&rounds->steps, counters, rounds->contract.counters,
                                        sizeof *counters);
}

static void *zeroed(struct rounds *rounds, uint64_t bytes) {
    void *block = rounds_allocate(rounds, bytes);
    if (block != NULL && rounds->steps.side->fill(&rounds->steps, block, 0, bytes) != 0) {
        rounds_release(rounds, block);
        return NULL;
    }
    return block;
}

/* --- labels --- */

/* Replaces the labels, and counts the edges that remain. */
static int hide(struct rounds *rounds, struct rounds_result *result) {
    const struct rounds_task *task = rounds->task;
    struct contract_view *view = &rounds->contract;
    struct contract_counters counters;
    const uint64_t bytes = task->rank_count * sizeof *task->rank;
    result->edges = view->edges;
    if (task->rank == NULL) {
        return 0;
    }
    uint32_t *rank = rounds_allocate(rounds, bytes);
    view->rank = rank;
    if (rank == NULL || rounds->steps.side->upload(&rounds->steps, rank, task->rank, bytes) != 0 ||
        contract_do(rounds, CONTRACT_REPEAT, view->vertices) != 0 ||
        contract_do(rounds, CONTRACT_HIDE, view->vertices) != 0 ||
        read_contract_counters(rounds, &counters) != 0) {
        return -1;
    }
    result->edges -= counters.repeated;
    rounds_release(rounds, rank);
    return 0;
}

/* --- components --- */

int rounds_select(struct rounds *rounds, uint32_t wants_visible, uint32_t *live) {
    struct contract_view *view = &rounds->contract;
    view->live = live;
    view->wants_visible = wants_visible;
    return contract_do(rounds, CONTRACT_SELECT, bitmap_words(view->edges));
}

/* Whether there are rows that are put off, and room for these. */
static int find_huge(struct rounds *rounds) {
    struct contract_view *view = &rounds->contract;
    const uint64_t most = rounds->side->most_parts;
    struct contract_counters counters;
    if (most == UINT64_MAX) {
        return 0;
    }
    view->huge.least = most;
    return contract_do(rounds, CONTRACT_WIDEST, view->vertices) != 0 ||
                   read_contract_counters(rounds, &counters) != 0
               ? -1
           : counters.widest != 0 ? rounds_open_huge(rounds, &view->huge, view->edges)
                                  : 0;
}

/* Finds the components of internal edges. counters: whether there are internal edges, and cycles of them. */
static int find_components(struct rounds *rounds, struct contract_counters *counters) {
    struct contract_view *view = &rounds->contract;
    uint32_t *live = rounds_allocate(rounds, bitmap_bytes(view->edges));
    if (live == NULL || rounds_select(rounds, 0, live) != 0 ||
        read_contract_counters(rounds, counters) != 0) {
        return -1;
    }
    if (counters->internal) {
        const struct digraph graph = {view->vertices, view->edges, view->offsets, view->targets, live, NULL};
        uint32_t *component = rounds_allocate(rounds, view->vertices * sizeof *component);
        view->component = component;
        view->cyclic = zeroed(rounds, bitmap_bytes(view->vertices));
        if (component == NULL || view->cyclic == NULL ||
            rounds->side->components(rounds, &graph, component) != 0 ||
            contract_do(rounds, CONTRACT_CYCLES, view->vertices) != 0 ||
            read_contract_counters(rounds, counters) != 0) {
            return -1;
        }
    }
    rounds_release(rounds, live);
    return 0;
}

static int read_long(struct rounds *rounds, uint64_t *number, const uint64_t *at) {
    return rounds->steps.side->download(&rounds->steps, number, at, sizeof *number);
}

/* Numbers the components. */
static int number_components(struct rounds *rounds, int divergence, uint32_t *components) {
    struct contract_view *view = &rounds->contract;
    const uint64_t vertices = view->vertices;
    view->number = rounds_allocate(rounds, (vertices + 1) * sizeof *view->number);
    view->vertex = rounds_allocate(rounds, vertices * sizeof *view->vertex);
    if (view->number == NULL || view->vertex == NULL ||
        contract_do(rounds, CONTRACT_LEAD, vertices + 1) != 0 ||
        rounds->side->sum(rounds, view->number, vertices + 1) != 0 ||
        rounds->steps.side->download(&rounds->steps, components, view->number + vertices,
                                     sizeof *components) != 0) {
        return -1;
    }
    view->diverges = divergence ? zeroed(rounds, bitmap_bytes(*components)) : NULL;
    return (divergence && view->diverges == NULL) || contract_do(rounds, CONTRACT_MAP, vertices) != 0 ? -1
                                                                                                      : 0;
}

/* Writes the contracted graph. */
static int write_components(struct rounds *rounds, uint32_t components) {
    struct contract_view *view = &rounds->contract;
    const uint64_t rows = ((uint64_t)components + 1) * sizeof(uint64_t);
    view->made_offsets = zeroed(rounds, rows);
    view->cursor = rounds_allocate(rounds, rows);
    if (view->made_offsets == NULL || view->cursor == NULL ||
        contract_do(rounds, CONTRACT_DEGREES, view->vertices) != 0 ||
        rounds->side->sum_long(rounds, view->made_offsets, (uint64_t)components + 1) != 0 ||
        rounds->steps.side->copy(&rounds->steps, view->cursor, view->made_offsets, rows) != 0 ||
        read_long(rounds, &rounds->made_edges, view->made_offsets + components) != 0) {
        return -1;
    }
    view->made_targets = rounds_allocate(rounds, rounds->made_edges * sizeof *view->made_targets);
    view->made_labels = rounds_allocate(rounds, rounds->made_edges * sizeof *view->made_labels);
    return view->made_targets == NULL || view->made_labels == NULL ||
                   contract_do(rounds, CONTRACT_WRITE, view->vertices) != 0
               ? -1
               : 0;
}

/* The contracted graph takes the place of the other one. */
static void take_contracted(struct rounds *rounds, uint32_t components) {
    struct contract_view *view = &rounds->contract;
    rounds->view.vertices = components;
    rounds->view.offsets = view->made_offsets;
    rounds->view.targets = view->made_targets;
    rounds->view.labels = view->made_labels;
    rounds->view.diverges = view->diverges;
    rounds->proof.vertex = view->vertex;
    view->vertices = components;
    view->edges = rounds->made_edges;
    view->offsets = view->made_offsets;
    view->targets = view->made_targets;
    view->labels = view->made_labels;
    rounds_release(rounds, view->number);
    rounds_release(rounds, view->cursor);
}

static int contract(struct rounds *rounds, int divergence) {
    uint32_t components = 0;
    if (number_components(rounds, divergence, &components) != 0 ||
        write_components(rounds, components) != 0) {
        return -1;
    }
    take_contracted(rounds, components);
    return 0;
}

int rounds_contract(struct rounds *rounds, struct rounds_result *result) {
    const struct rounds_task *task = rounds->task;
    const struct rounds_graph *graph = &task->graph;
    struct contract_counters counters = {0, 0, 0, 0};
    struct contract_view *view = &rounds->contract;
    view->vertices = rounds->view.vertices = graph->vertices;
    view->edges = rounds->made_edges = graph->edges;
    view->offsets = rounds->view.offsets = graph->offsets;
    view->targets = rounds->view.targets = graph->targets;
    view->labels = graph->labels;
    rounds->view.labels = graph->labels;
    view->internal = task->equivalence == EQUIVALENCE_STRONG ? ROUNDS_NONE : task->internal;
    rounds->view.internal = ROUNDS_NONE;
    view->counters = zeroed(rounds, sizeof counters);
    const uint32_t internal = view->internal;
    view->internal = task->internal; /* labels are hidden for any equivalence */
    if (view->counters == NULL || find_huge(rounds) != 0 || hide(rounds, result) != 0) {
        return -1;
    }
    view->internal = internal;
    if (internal == ROUNDS_NONE) {
        return 0;
    }
    if (find_components(rounds, &counters) != 0 ||
        (counters.cycles && contract(rounds, task->equivalence == EQUIVALENCE_DIVBRANCHING) != 0)) {
        return -1;
    }
    rounds->view.internal = counters.internal ? internal : ROUNDS_NONE;
    rounds_release(rounds, (void *)view->component);
    rounds_release(rounds, view->cyclic);
    return 0;
}
