/*
 * Contracts the strongly connected components of the `i` edges: all states of a component are branching
 * equivalent. Components are numbered by level: the level of one is 1 + the greatest of those that its `i`
 * edges lead to; within a level by their least members.
 */
#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/team.h"
#include "decompose/scc/scc.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"
#include "reduce/refine/refine_internal.h"

struct contraction {
    const struct graph *graph;
    struct refine_input *input;
    struct memory *memory;
    uint32_t internal;
    uint32_t *live;      /* bitmap of `i` edges */
    uint32_t *cyclic;    /* bitmap of components with a cycle, by least member */
    uint32_t *component; /* [vertex]: the least member of its component */
    uint32_t *next;      /* [vertex]: the next member of its component, or UINT32_MAX */
    uint32_t *waits;     /* [component]: `i` edges to components that have no level yet; then its number */
    uint32_t *queue;     /* components in the order of levels */
    uint64_t components;
    struct graph_reverse back; /* of the `i` edges */
};

static int open_contraction(struct contraction *work) {
    const struct graph *graph = work->graph;
    struct memory *memory = work->memory;
    uint64_t bytes = graph->vertices * sizeof(uint32_t);
    work->live = memory_allocate_zeroed(memory, bitmap_bytes(graph->edges));
    work->cyclic = memory_allocate_zeroed(memory, bitmap_bytes(graph->vertices));
    work->component = memory_allocate(memory, bytes);
    work->next = memory_allocate(memory, bytes);
    work->waits = memory_allocate_zeroed(memory, bytes);
    work->queue = memory_allocate(memory, bytes);
    return work->live == NULL || work->cyclic == NULL || work->component == NULL || work->next == NULL ||
                   work->waits == NULL || work->queue == NULL
               ? -1
               : 0;
}

static void close_contraction(struct contraction *work) {
    const struct graph *graph = work->graph;
    struct memory *memory = work->memory;
    uint64_t bytes = graph->vertices * sizeof(uint32_t);
    memory_free(memory, work->live, bitmap_bytes(graph->edges));
    memory_free(memory, work->cyclic, bitmap_bytes(graph->vertices));
    memory_free(memory, work->component, bytes);
    memory_free(memory, work->next, bytes);
    memory_free(memory, work->waits, bytes);
    memory_free(memory, work->queue, bytes);
    graph_reverse_free(&work->back, memory);
}

/* Sets words [begin, end) of the bitmap of `i` edges. */
static void select_internal(void *context, uint64_t begin, uint64_t end) {
    const struct contraction *work = context;
    const struct graph *graph = work->graph;
    for (uint64_t word = begin; word < end; word++) {
        uint64_t first = word * BITMAP_WORD_BITS, left = graph->edges - first;
        uint32_t bits = 0;
        for (uint32_t k = 0; k < BITMAP_WORD_BITS && k < left; k++) {
            bits |= (uint32_t)(graph->labels[first + k] == work->internal) << k;
        }
        work->live[word] = bits;
    }
}

static struct digraph internal_graph(const struct contraction *work) {
    const struct graph *graph = work->graph;
    return (struct digraph){graph->vertices, graph->edges, graph->offsets, graph->targets, work->live, NULL};
}

/* Lists the members of each component, counts what it waits for, and marks those that have cycles. */
static void describe_components(struct contraction *work) {
    const struct graph *graph = work->graph;
    const uint32_t *component = work->component;
    memset(work->next, 0xff, graph->vertices * sizeof *work->next);
    for (uint64_t vertex = graph->vertices; vertex-- > 0;) {
        uint32_t own = component[vertex];
        if (own != vertex) {
            work->next[vertex] = work->next[own];
            work->next[own] = (uint32_t)vertex;
        } else {
            work->components++;
        }
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (graph->labels[edge] == work->internal) {
                if (component[graph->targets[edge]] == own) {
                    bitmap_set(work->cyclic, own);
                } else {
                    work->waits[own]++;
                }
            }
        }
    }
}

/* A component has got its level: those that waited for it alone follow. Returns the queue's new length. */
static uint64_t follow(struct contraction *work, uint32_t component, uint64_t queued) {
    for (uint32_t member = component; member != UINT32_MAX; member = work->next[member]) {
        for (uint64_t edge = work->back.offsets[member]; edge < work->back.offsets[member + 1]; edge++) {
            uint32_t from = work->component[work->back.targets[edge]];
            if (from != component && --work->waits[from] == 0) {
                work->queue[queued++] = from;
            }
        }
    }
    return queued;
}

/*
 * Queues the components level by level. level_of[component] is its level, level_begin where it begins in the
 * queue.
 */
static int make_levels(struct contraction *work, uint32_t *level_of) {
    struct refine_input *input = work->input;
    uint64_t queued = 0, at = 0, capacity = 0;
    for (uint64_t vertex = 0; vertex < work->graph->vertices; vertex++) {
        if (work->component[vertex] == vertex && work->waits[vertex] == 0) {
            work->queue[queued++] = (uint32_t)vertex;
        }
    }
    for (;;) {
        if (MEMORY_GROW(work->memory, &input->level_begin, &capacity, input->levels + 1) != 0) {
            return -1;
        }
        input->level_capacity = capacity;
        input->level_begin[input->levels] = at;
        if (at == queued) {
            return 0;
        }
        for (uint64_t end = queued; at < end; at++) {
            level_of[work->queue[at]] = (uint32_t)input->levels;
            queued = follow(work, work->queue[at], queued);
        }
        input->levels++;
    }
}

/*
 * Numbers the components: `waits` becomes the numbers, `queue` the components by number. 0, or 1 when memory
 * runs out.
 */
static int number_components(struct contraction *work) {
    struct refine_input *input = work->input;
    const struct graph *graph = work->graph;
    uint64_t bytes = graph->vertices * sizeof(uint32_t);
    uint32_t *level_of = memory_allocate(work->memory, bytes);
    int failed = level_of == NULL || make_levels(work, level_of) != 0;
    uint64_t *at = failed ? NULL : memory_allocate_array(work->memory, input->levels + 1, sizeof *at);
    failed = failed || at == NULL;
    if (!failed) {
        memcpy(at, input->level_begin, (input->levels + 1) * sizeof *at);
        for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
            if (work->component[vertex] == vertex) {
                work->waits[vertex] = (uint32_t)at[level_of[vertex]]++;
                work->queue[work->waits[vertex]] = (uint32_t)vertex;
            }
        }
    }
    memory_free(work->memory, at, (input->levels + 1) * sizeof *at);
    memory_free(work->memory, level_of, bytes);
    return failed ? 1 : 0;
}

/* --- the graph of the components --- */

/* Counts the edges of components [begin, end): those of number k at k + 1 in the offsets. */
static void count_rows(void *context, uint64_t begin, uint64_t end) {
    const struct contraction *work = context;
    const struct graph *graph = work->graph;
    for (uint64_t number = begin; number < end; number++) {
        uint32_t own = work->queue[number];
        uint64_t visible = 0, inner = 0;
        for (uint32_t member = own; member != UINT32_MAX; member = work->next[member]) {
            for (uint64_t edge = graph->offsets[member]; edge < graph->offsets[member + 1]; edge++) {
                int internal = graph->labels[edge] == work->internal;
                visible += !internal;
                inner += internal && work->component[graph->targets[edge]] != own;
            }
        }
        work->input->visible_offsets[number + 1] = visible;
        work->input->inner_offsets[number + 1] = inner;
    }
}

/* Writes the rows of components [begin, end). */
static void write_rows(void *context, uint64_t begin, uint64_t end) {
    const struct contraction *work = context;
    struct refine_input *input = work->input;
    const struct graph *graph = work->graph;
    uint64_t visible = input->visible_offsets[begin], inner = input->inner_offsets[begin];
    for (uint64_t number = begin; number < end; number++) {
        uint32_t own = work->queue[number];
        for (uint32_t member = own; member != UINT32_MAX; member = work->next[member]) {
            for (uint64_t edge = graph->offsets[member]; edge < graph->offsets[member + 1]; edge++) {
                uint32_t target = work->component[graph->targets[edge]];
                if (graph->labels[edge] != work->internal) {
                    input->visible_targets[visible] = work->waits[target];
                    input->visible_labels[visible++] = graph->labels[edge];
                } else if (target != own) {
                    input->inner_targets[inner++] = work->waits[target];
                }
            }
        }
    }
}

/* Makes the contracted graph. 0, 1 when memory runs out, -1 if the run must stop. */
static int make_rows(struct contraction *work, struct team *team) {
    struct refine_input *input = work->input;
    struct memory *memory = work->memory;
    uint64_t *visible = memory_allocate_zeroed(memory, (work->components + 1) * sizeof *visible);
    uint64_t *inner = memory_allocate_zeroed(memory, (work->components + 1) * sizeof *inner);
    input->vertices = work->components;
    input->visible_offsets = visible;
    input->inner_offsets = inner;
    if (visible == NULL || inner == NULL) {
        return 1;
    }
    if (team_for(team, work->components, count_rows, work) != 0) {
        return -1;
    }
    for (uint64_t number = 0; number < work->components; number++) {
        visible[number + 1] += visible[number];
        inner[number + 1] += inner[number];
    }
    uint64_t visible_edges = visible[work->components], inner_edges = inner[work->components];
    input->visible_targets = memory_allocate_array(memory, visible_edges, sizeof(uint32_t));
    input->visible_labels = memory_allocate_array(memory, visible_edges, sizeof(uint32_t));
    input->inner_targets = memory_allocate_array(memory, inner_edges, sizeof(uint32_t));
    input->visible =
        (struct digraph){work->components, visible_edges, visible, input->visible_targets, NULL, NULL};
    input->inner = (struct digraph){work->components, inner_edges, inner, input->inner_targets, NULL, NULL};
    input->labels = input->visible_labels;
    if (input->visible_targets == NULL || input->visible_labels == NULL || input->inner_targets == NULL) {
        return 1;
    }
    return team_for(team, work->components, write_rows, work);
}

/* Where each vertex of the graph is, and which components diverge. 0, or 1 when memory runs out. */
static int map_vertices(struct contraction *work, int divergence) {
    struct refine_input *input = work->input;
    uint64_t vertices = work->graph->vertices;
    input->vertex = work->component;
    work->component = NULL;
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        input->vertex[vertex] = work->waits[input->vertex[vertex]];
    }
    if (!divergence) {
        return 0;
    }
    input->diverges = memory_allocate_zeroed(work->memory, bitmap_bytes(input->vertices));
    for (uint64_t number = 0; number < input->vertices && input->diverges != NULL; number++) {
        if (bitmap_has(work->cyclic, work->queue[number])) {
            bitmap_set(input->diverges, number);
        }
    }
    return input->diverges == NULL ? 1 : 0;
}

static int contract(struct contraction *work, int divergence, struct team *team, const struct run *run,
                    struct error *error) {
    const struct scc_options how = {.algorithm = SCC_AUTO};
    struct scc_report report;
    if (open_contraction(work) != 0) {
        return error_memory(error, "for the components of internal steps");
    }
    const struct digraph internal = internal_graph(work);
    if (team_for(team, bitmap_words(work->graph->edges), select_internal, work) != 0) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted");
    }
    if (scc_cpu(&internal, &how, run, work->component, &report, error) != 0) {
        return -1;
    }
    describe_components(work);
    int failed = graph_reverse_make(team, &internal, run, &work->back);
    failed = failed == 0 ? number_components(work) : failed;
    failed = failed == 0 ? make_rows(work, team) : failed;
    failed = failed == 0 ? map_vertices(work, divergence) : failed;
    return failed < 0   ? error_set(error, ERROR_INTERRUPTED, "interrupted")
           : failed > 0 ? error_memory(error, "for the components of internal steps")
                        : 0;
}

int refine_input_make(const struct graph *graph, enum equivalence equivalence, struct team *team,
                      const struct run *run, struct refine_input *input, struct error *error) {
    uint32_t internal = equivalence == EQUIVALENCE_STRONG ? PREPARE_NONE : prepare_internal_label(graph);
    *input = (struct refine_input){
        .vertices = graph->vertices,
        .graph_vertices = graph->vertices,
        .internal = internal,
        .visible = {graph->vertices, graph->edges, graph->offsets, graph->targets, NULL, NULL},
        .labels = graph->labels};
    if (internal == PREPARE_NONE) {
        return 0;
    }
    struct contraction work = {.graph = graph, .input = input, .memory = run->memory, .internal = internal};
    int failed = contract(&work, equivalence == EQUIVALENCE_DIVBRANCHING, team, run, error);
    close_contraction(&work);
    return failed;
}

void refine_input_free(struct refine_input *input, struct memory *memory) {
    uint64_t rows = (input->vertices + 1) * sizeof(uint64_t);
    memory_free(memory, input->visible_offsets, rows);
    memory_free(memory, input->inner_offsets, rows);
    memory_free(memory, input->visible_targets, input->visible.edges * sizeof(uint32_t));
    memory_free(memory, input->visible_labels, input->visible.edges * sizeof(uint32_t));
    memory_free(memory, input->inner_targets, input->inner.edges * sizeof(uint32_t));
    memory_free(memory, input->diverges, bitmap_bytes(input->vertices));
    memory_free(memory, input->vertex, input->graph_vertices * sizeof *input->vertex);
    memory_free(memory, input->level_begin, input->level_capacity * sizeof *input->level_begin);
    *input = (struct refine_input){.vertices = 0};
}
