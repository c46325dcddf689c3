/* Search for cycles in a graph in host memory. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/cycles/cycle_engine.h"
#include "explorer/graph/digraph_core.h"
#include "explorer/graph/edge_mask.h"
#include "decompose/scc/scc.h"
#include "explorer/graph/graph.h"

struct cycle_cpu {
    const struct graph *graph;
    const struct run *run;
    uint32_t *live; /* bitmap over edges */
    uint32_t *component;
    uint32_t *queue;   /* vertices; while components are judged: sets found in each */
    uint32_t *visited; /* bitmap over vertices */
    uint64_t count;    /* in the queue */
    struct cycle_want want;
};

/* Whether the edge is live and stays in the component of its source. */
static int is_inside(const struct cycle_cpu *cycles, uint32_t component, uint64_t edge) {
    return bitmap_has(cycles->live, edge) && cycles->component[cycles->graph->targets[edge]] == component;
}

static int is_wanted(const struct cycle_cpu *cycles, const struct cycle_want *want, uint64_t edge) {
    return want->labels != NULL ? want->labels[cycles->graph->labels[edge]]
                                : cycles->graph->targets[edge] == want->target;
}

/* --- components --- */

/* Counts for each component, at its name, the sets of labels that it has inside, one after the other: `set`
 * is number `index` of them, NULL for any label. */
static void count_set(struct cycle_cpu *cycles, const uint8_t *set, uint32_t index) {
    const struct graph *graph = cycles->graph;
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        uint32_t component = cycles->component[vertex];
        uint64_t end = graph->offsets[vertex + 1];
        for (uint64_t e = graph->offsets[vertex]; e < end && cycles->queue[component] == index; e++) {
            if (is_inside(cycles, component, e) && (set == NULL || set[graph->labels[e]])) {
                cycles->queue[component] = index + 1;
            }
        }
    }
}

static int find_least_on_cycle(struct cycle_cpu *cycles, const struct cycle_goal *goal, uint32_t *vertex,
                               struct error *error) {
    uint32_t sets = goal->needed_count == 0 ? 1 : goal->needed_count;
    uint64_t vertices = cycles->graph->vertices, least = 0;
    memset(cycles->queue, 0, vertices * sizeof *cycles->queue);
    for (uint32_t i = 0; i < sets; i++) {
        if (run_should_stop(cycles->run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while cycles were sought");
        }
        run_tell(cycles->run, "looking for cycles", 0, 0, NULL);
        count_set(cycles, goal->needed_count == 0 ? NULL : goal->needed[i], i);
    }
    while (least < vertices && cycles->queue[least] != sets) { /* names are the least members */
        least++;
    }
    *vertex = least < vertices ? (uint32_t)least : CYCLE_NONE;
    return 0;
}

static int find_cycles(void *context, const struct cycle_goal *goal, uint32_t *vertex, struct error *error) {
    struct cycle_cpu *cycles = context;
    const struct graph *graph = cycles->graph;
    const struct digraph digraph = {.vertices = graph->vertices,
                                    .edges = graph->edges,
                                    .offsets = graph->offsets,
                                    .targets = graph->targets,
                                    .live = cycles->live};
    struct scc_options options = {.algorithm = SCC_AUTO};
    struct scc_report report;
    return edge_mask_fill(graph, goal->live, cycles->run, cycles->live, error) != 0 ||
                   scc_cpu(&digraph, &options, cycles->run, cycles->component, &report, error) != 0 ||
                   find_least_on_cycle(cycles, goal, vertex, error) != 0
               ? -1
               : 0;
}

/* --- searches --- */

static int begin_search(void *context, uint32_t vertex, const struct cycle_want *want, struct error *error) {
    struct cycle_cpu *cycles = context;
    (void)error;
    memset(cycles->visited, 0, bitmap_words(cycles->graph->vertices) * sizeof *cycles->visited);
    bitmap_set(cycles->visited, vertex);
    cycles->queue[0] = vertex;
    cycles->count = 1;
    cycles->want = *want;
    return 0;
}

static int expand_queue(void *context, uint64_t first, uint64_t end, uint32_t *least, uint64_t *count,
                        struct error *error) {
    struct cycle_cpu *cycles = context;
    const struct graph *graph = cycles->graph;
    (void)error;
    *least = CYCLE_NONE;
    for (uint64_t at = first; at < end; at++) {
        uint32_t vertex = cycles->queue[at], component = cycles->component[vertex];
        for (uint64_t e = graph->offsets[vertex]; e < graph->offsets[vertex + 1]; e++) {
            if (!is_inside(cycles, component, e)) {
                continue;
            }
            if (is_wanted(cycles, &cycles->want, e) && vertex < *least) {
                *least = vertex;
            }
            if (!bitmap_has(cycles->visited, graph->targets[e])) {
                bitmap_set(cycles->visited, graph->targets[e]);
                cycles->queue[cycles->count++] = graph->targets[e];
            }
        }
    }
    *count = cycles->count;
    return 0;
}

static int find_edge(void *context, uint32_t vertex, const struct cycle_want *want, uint32_t *label,
                     uint32_t *target, struct error *error) {
    struct cycle_cpu *cycles = context;
    const struct graph *graph = cycles->graph;
    (void)error;
    for (uint64_t e = graph->offsets[vertex]; e < graph->offsets[vertex + 1]; e++) { /* rows are sorted */
        if (is_inside(cycles, cycles->component[vertex], e) && is_wanted(cycles, want, e)) {
            *label = graph->labels[e];
            *target = graph->targets[e];
            break;
        }
    }
    return 0;
}

static int find_before_in_search(void *context, uint64_t first, uint64_t end, uint32_t target,
                                 uint32_t *vertex, struct error *error) {
    struct cycle_cpu *cycles = context;
    const struct graph *graph = cycles->graph;
    (void)error;
    *vertex = CYCLE_NONE;
    for (uint64_t at = first; at < end; at++) {
        uint32_t source = cycles->queue[at];
        for (uint64_t e = graph->offsets[source]; e < graph->offsets[source + 1] && source < *vertex; e++) {
            if (graph->targets[e] == target && bitmap_has(cycles->live, e)) {
                *vertex = source;
            }
        }
    }
    return 0;
}

static int find_before_in_graph(void *context, uint64_t first, uint64_t end, uint32_t target,
                                uint32_t *vertex, uint32_t *label, struct error *error) {
    struct cycle_cpu *cycles = context;
    const struct graph *graph = cycles->graph;
    (void)error;
    *vertex = CYCLE_NONE;
    for (uint64_t source = first; source < end; source++) {
        for (uint64_t e = graph->offsets[source]; e < graph->offsets[source + 1]; e++) {
            if (graph->targets[e] == target) {
                *vertex = (uint32_t)source;
                *label = graph->labels[e];
                return 0;
            }
        }
    }
    return 0;
}

/* --- the engine --- */

int cycle_find(const struct graph *graph, const struct cycle_levels *levels, const struct cycle_goal *goal,
               const struct run *run, struct cycle *cycle, struct error *error) {
    struct memory *memory = run->memory;
    uint64_t edge_words = bitmap_words(graph->edges);
    uint64_t vertex_words = bitmap_words(graph->vertices);
    struct cycle_cpu cycles = {
        .graph = graph,
        .run = run,
        .live = memory_allocate_array(memory, edge_words, sizeof *cycles.live),
        .component = memory_allocate_array(memory, graph->vertices, sizeof *cycles.component),
        .queue = memory_allocate_array(memory, graph->vertices, sizeof *cycles.queue),
        .visited = memory_allocate_array(memory, vertex_words, sizeof *cycles.visited)};
    const struct cycle_engine engine = {.context = &cycles,
                                        .label_count = graph->label_count,
                                        .decompose = find_cycles,
                                        .begin = begin_search,
                                        .expand = expand_queue,
                                        .edge = find_edge,
                                        .before = find_before_in_search,
                                        .before_in_graph = find_before_in_graph};
    int failed =
        cycles.live == NULL || cycles.component == NULL || cycles.queue == NULL || cycles.visited == NULL
            ? error_memory(error, "to seek cycles")
            : cycle_find_with(&engine, levels, goal, run, cycle, error);
    memory_free(memory, cycles.live, edge_words * sizeof *cycles.live);
    memory_free(memory, cycles.component, graph->vertices * sizeof *cycles.component);
    memory_free(memory, cycles.queue, graph->vertices * sizeof *cycles.queue);
    memory_free(memory, cycles.visited, vertex_words * sizeof *cycles.visited);
    return failed;
}
