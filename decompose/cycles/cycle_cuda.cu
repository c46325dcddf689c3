/*
 * Seeking cycles in a graph on a GPU: cycle_cpu.c's steps, a thread a vertex. Levels of a search are
 * appended to one queue; what the host asks for comes back as a few words.
 */
#include "decompose/cycles/cycle_engine.h"

#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"
#include "explorer/graph/digraph_core.h"
#include "explorer/graph/edge_mask.h"
#include "decompose/scc/scc.h"
#include "explorer/graph/digraph_device.h"
#include "explorer/graph/graph_device.h"
#include "explorer/model/network.h"

#define THREADS 256u

/* What kernels tell. */
struct cycle_answer {
    unsigned long long count; /* in the queue */
    unsigned least;           /* vertex */
    unsigned label, target;   /* of an edge */
    unsigned unused;
};

/* All in the memory of the GPU; passed by value. */
struct cycle_view {
    const uint64_t *offsets;
    const uint32_t *targets, *labels;
    uint32_t *live, *component;
    uint32_t *queue; /* vertices; while components are judged: sets found in each */
    uint32_t *visited;
    uint8_t *wanted; /* a byte a label */
    struct cycle_answer *answer;
};

struct cycle_cuda {
    struct graph_device *graph;
    const struct run *run;
    struct cycle_view view;
    uint64_t label_bytes;
    int by_label; /* what is sought: labels, or the target */
    uint32_t target;
};

/* What edges are wanted, for kernels. */
struct cycle_sought {
    const uint8_t *labels; /* or NULL */
    uint32_t target;
};

static __device__ __forceinline__ int is_inside(const struct cycle_view *view, uint32_t component,
                                                uint64_t edge) {
    return bitmap_has(view->live, edge) && view->component[view->targets[edge]] == component;
}

static __device__ __forceinline__ int is_sought(const struct cycle_view *view, struct cycle_sought sought,
                                                uint64_t edge) {
    return sought.labels != NULL ? sought.labels[view->labels[edge]] != 0
                                 : view->targets[edge] == sought.target;
}

/* --- components --- */

/* Counts for each component, at its name, the sets that it has inside: labels (NULL for any) is number
 * `index` of them. Threads that meet write the same. */
static __global__ void count_set(struct cycle_view view, uint64_t vertices, const uint8_t *labels,
                                 uint32_t index) {
    for (uint64_t vertex = device_grid_thread(); vertex < vertices; vertex += device_grid_step()) {
        uint32_t component = view.component[vertex];
        volatile uint32_t *found = view.queue + component;
        uint64_t end = view.offsets[vertex + 1];
        for (uint64_t e = view.offsets[vertex]; e < end && *found == index; e++) {
            if (is_inside(&view, component, e) && (labels == NULL || labels[view.labels[e]] != 0)) {
                *found = index + 1;
            }
        }
    }
}

static __global__ void find_least(struct cycle_view view, uint64_t vertices, uint32_t sets) {
    for (uint64_t vertex = device_grid_thread(); vertex < vertices; vertex += device_grid_step()) {
        if (view.queue[vertex] == sets) {
            atomicMin(&view.answer->least, (unsigned)vertex);
            return; /* this thread's next ones are greater */
        }
    }
}

/* --- searches --- */

/* Appends new successors of the queue's places [first, end) to the queue. */
static __global__ void expand_queue(struct cycle_view view, uint64_t first, uint64_t end,
                                    struct cycle_sought sought) {
    for (uint64_t at = first + device_grid_thread(); at < end; at += device_grid_step()) {
        uint32_t vertex = view.queue[at], component = view.component[vertex];
        int found = 0;
        for (uint64_t e = view.offsets[vertex]; e < view.offsets[vertex + 1]; e++) {
            if (!is_inside(&view, component, e)) {
                continue;
            }
            found |= is_sought(&view, sought, e);
            uint32_t target = view.targets[e], bit = 1u << target % BITMAP_WORD_BITS;
            uint32_t *word = view.visited + target / BITMAP_WORD_BITS;
            if ((*(volatile uint32_t *)word & bit) == 0 && (atomicOr(word, bit) & bit) == 0) {
                view.queue[atomicAdd(&view.answer->count, 1ULL)] = target;
            }
        }
        if (found) {
            atomicMin(&view.answer->least, (unsigned)vertex);
        }
    }
}

/* Of the queue's vertices [first, end), the least with a live edge to the target; of the graph's when
 * `in_graph`, by any edge. */
static __global__ void find_before(struct cycle_view view, int in_graph, uint64_t first, uint64_t end,
                                   uint32_t target) {
    for (uint64_t at = first + device_grid_thread(); at < end; at += device_grid_step()) {
        uint32_t vertex = in_graph ? (uint32_t)at : view.queue[at];
        if (vertex >= *(volatile unsigned *)&view.answer->least) {
            continue;
        }
        for (uint64_t e = view.offsets[vertex]; e < view.offsets[vertex + 1]; e++) {
            if (view.targets[e] == target && (in_graph || bitmap_has(view.live, e))) {
                atomicMin(&view.answer->least, (unsigned)vertex);
                break;
            }
        }
    }
}

/* The first edge of a row, which is sorted, that is sought: one thread. */
static __global__ void find_edge_of(struct cycle_view view, int in_graph, uint32_t vertex,
                                    struct cycle_sought sought) {
    for (uint64_t e = view.offsets[vertex]; e < view.offsets[vertex + 1]; e++) {
        if (is_sought(&view, sought, e) && (in_graph || is_inside(&view, view.component[vertex], e))) {
            view.answer->label = view.labels[e];
            view.answer->target = view.targets[e];
            return;
        }
    }
}

static struct cycle_answer fresh_answer(uint64_t count) {
    struct cycle_answer answer;
    memset(&answer, 0, sizeof answer);
    answer.count = count;
    answer.least = CYCLE_NONE;
    answer.label = answer.target = CYCLE_NONE;
    return answer;
}

static int send_question(struct cycle_cuda *cycles, const struct cycle_answer *fresh, struct error *error) {
    return device_upload(cycles->view.answer, fresh, sizeof *fresh, error);
}

/* Waits for what was launched. */
static int fetch_answer(struct cycle_cuda *cycles, struct cycle_answer *answer, struct error *error) {
    return DEVICE_CHECK(cudaGetLastError(), error) ||
                   device_download(answer, cycles->view.answer, sizeof *answer, error) != 0
               ? -1
               : 0;
}

/* --- the engine --- */

static int count_sets(struct cycle_cuda *cycles, const struct cycle_goal *goal, struct error *error) {
    uint64_t vertices = cycles->graph->vertices;
    unsigned blocks = device_grid_blocks(vertices, THREADS);
    if (device_clear(cycles->view.queue, vertices * sizeof(uint32_t), error) != 0) {
        return -1;
    }
    if (goal->needed_count == 0) {
        count_set<<<blocks, THREADS>>>(cycles->view, vertices, NULL, 0);
    }
    for (uint32_t i = 0; i < goal->needed_count; i++) {
        if (run_should_stop(cycles->run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while cycles were sought");
        }
        if (device_upload(cycles->view.wanted, goal->needed[i], cycles->label_bytes, error) != 0) {
            return -1;
        }
        count_set<<<blocks, THREADS>>>(cycles->view, vertices, cycles->view.wanted, i);
        if (device_finish(error)) {
            return -1;
        }
    }
    return DEVICE_CHECK(cudaGetLastError(), error);
}

static int find_cycles(void *context, const struct cycle_goal *goal, uint32_t *vertex, struct error *error) {
    struct cycle_cuda *cycles = (struct cycle_cuda *)context;
    struct graph_device *graph = cycles->graph;
    struct cycle_answer answer = fresh_answer(0);
    struct digraph_device there;
    struct scc_options options;
    struct scc_report report;
    memset(&there, 0, sizeof there);
    memset(&options, 0, sizeof options);
    there.device = graph->device;
    there.graph.vertices = graph->vertices;
    there.graph.edges = graph->edges;
    there.graph.offsets = graph->offsets;
    there.graph.targets = graph->targets;
    there.graph.live = cycles->view.live;
    if (device_upload(cycles->view.wanted, goal->live, cycles->label_bytes, error) != 0 ||
        edge_mask_fill_cuda(graph, cycles->view.wanted, cycles->view.live, error) != 0 ||
        scc_cuda(&there, &options, cycles->run, cycles->view.component, &report, error) != 0 ||
        count_sets(cycles, goal, error) != 0 || send_question(cycles, &answer, error) != 0) {
        return -1;
    }
    find_least<<<device_grid_blocks(graph->vertices, THREADS), THREADS>>>(
        cycles->view, graph->vertices, goal->needed_count == 0 ? 1 : goal->needed_count);
    if (fetch_answer(cycles, &answer, error) != 0) {
        return -1;
    }
    *vertex = answer.least;
    return 0;
}

static int begin_search(void *context, uint32_t vertex, const struct cycle_want *want, struct error *error) {
    struct cycle_cuda *cycles = (struct cycle_cuda *)context;
    uint64_t words = bitmap_words(cycles->graph->vertices);
    uint32_t bit = 1u << vertex % BITMAP_WORD_BITS;
    struct cycle_answer answer = fresh_answer(1);
    cycles->by_label = want->labels != NULL;
    cycles->target = want->target;
    return device_clear(cycles->view.visited, words * sizeof(uint32_t), error) != 0 ||
                   device_upload(cycles->view.visited + vertex / BITMAP_WORD_BITS, &bit, sizeof bit, error) !=
                       0 ||
                   device_upload(cycles->view.queue, &vertex, sizeof vertex, error) != 0 ||
                   (want->labels != NULL &&
                    device_upload(cycles->view.wanted, want->labels, cycles->label_bytes, error) != 0) ||
                   send_question(cycles, &answer, error) != 0
               ? -1
               : 0;
}

static struct cycle_sought sought_of(const struct cycle_cuda *cycles, int by_label, uint32_t target) {
    struct cycle_sought sought;
    sought.labels = by_label ? cycles->view.wanted : NULL;
    sought.target = target;
    return sought;
}

/* The answer has the queue's count from one call to the next. */
static int expand_search(void *context, uint64_t first, uint64_t end, uint32_t *least, uint64_t *count,
                         struct error *error) {
    struct cycle_cuda *cycles = (struct cycle_cuda *)context;
    struct cycle_answer answer = fresh_answer(end);
    if (send_question(cycles, &answer, error) != 0) {
        return -1;
    }
    expand_queue<<<device_grid_blocks(end - first, THREADS), THREADS>>>(
        cycles->view, first, end, sought_of(cycles, cycles->by_label, cycles->target));
    if (fetch_answer(cycles, &answer, error) != 0) {
        return -1;
    }
    *least = answer.least;
    *count = answer.count;
    return 0;
}

/* The labels that are wanted are those of the search that is at work. */
static int find_edge(void *context, uint32_t vertex, const struct cycle_want *want, uint32_t *label,
                     uint32_t *target, struct error *error) {
    struct cycle_cuda *cycles = (struct cycle_cuda *)context;
    struct cycle_answer answer = fresh_answer(0);
    if (send_question(cycles, &answer, error) != 0) {
        return -1;
    }
    find_edge_of<<<1, 1>>>(cycles->view, 0, vertex, sought_of(cycles, want->labels != NULL, want->target));
    if (fetch_answer(cycles, &answer, error) != 0) {
        return -1;
    }
    *label = answer.label;
    *target = answer.target;
    return 0;
}

static int find_before_in(struct cycle_cuda *cycles, int in_graph, uint64_t first, uint64_t end,
                          uint32_t target, uint32_t *vertex, struct error *error) {
    struct cycle_answer answer = fresh_answer(0);
    if (send_question(cycles, &answer, error) != 0) {
        return -1;
    }
    find_before<<<device_grid_blocks(end - first, THREADS), THREADS>>>(cycles->view, in_graph, first, end,
                                                                       target);
    if (fetch_answer(cycles, &answer, error) != 0) {
        return -1;
    }
    *vertex = answer.least;
    return 0;
}

static int find_before_in_search(void *context, uint64_t first, uint64_t end, uint32_t target,
                                 uint32_t *vertex, struct error *error) {
    return find_before_in((struct cycle_cuda *)context, 0, first, end, target, vertex, error);
}

static int find_before_in_graph(void *context, uint64_t first, uint64_t end, uint32_t target,
                                uint32_t *vertex, uint32_t *label, struct error *error) {
    struct cycle_cuda *cycles = (struct cycle_cuda *)context;
    struct cycle_answer answer = fresh_answer(0);
    if (find_before_in(cycles, 1, first, end, target, vertex, error) != 0) {
        return -1;
    }
    if (*vertex == CYCLE_NONE) {
        return 0;
    }
    if (send_question(cycles, &answer, error) != 0) {
        return -1;
    }
    find_edge_of<<<1, 1>>>(cycles->view, 1, *vertex, sought_of(cycles, 0, target));
    if (fetch_answer(cycles, &answer, error) != 0) {
        return -1;
    }
    *label = answer.label;
    return 0;
}

/* --- the engine --- */

/* Bytes of the arrays, in the order in which open_view makes them. */
struct cycle_sizes {
    uint64_t live, component, queue, visited, wanted, answer;
};

static struct cycle_sizes sizes_of(const struct cycle_cuda *cycles) {
    struct cycle_sizes sizes;
    sizes.live = bitmap_words(cycles->graph->edges) * sizeof(uint32_t);
    sizes.component = sizes.queue = cycles->graph->vertices * sizeof(uint32_t);
    sizes.visited = bitmap_words(cycles->graph->vertices) * sizeof(uint32_t);
    sizes.wanted = cycles->label_bytes;
    sizes.answer = sizeof(struct cycle_answer);
    return sizes;
}

static int open_view(struct cycle_cuda *cycles, struct error *error) {
    struct graph_device *graph = cycles->graph;
    struct device *device = graph->device;
    struct cycle_view *view = &cycles->view;
    struct cycle_sizes sizes = sizes_of(cycles);
    view->offsets = graph->offsets;
    view->targets = graph->targets;
    view->labels = graph->labels;
    return (view->live = (uint32_t *)device_allocate(device, sizes.live, error)) == NULL ||
                   (view->component = (uint32_t *)device_allocate(device, sizes.component, error)) == NULL ||
                   (view->queue = (uint32_t *)device_allocate(device, sizes.queue, error)) == NULL ||
                   (view->visited = (uint32_t *)device_allocate(device, sizes.visited, error)) == NULL ||
                   (view->wanted = (uint8_t *)device_allocate(device, sizes.wanted, error)) == NULL ||
                   (view->answer = (struct cycle_answer *)device_allocate(device, sizes.answer, error)) ==
                       NULL
               ? -1
               : 0;
}

static void close_view(struct cycle_cuda *cycles) {
    struct device *device = cycles->graph->device;
    struct cycle_view *view = &cycles->view;
    struct cycle_sizes sizes = sizes_of(cycles);
    device_free(device, view->live, sizes.live);
    device_free(device, view->component, sizes.component);
    device_free(device, view->queue, sizes.queue);
    device_free(device, view->visited, sizes.visited);
    device_free(device, view->wanted, sizes.wanted);
    device_free(device, view->answer, sizes.answer);
}

int cycle_find_cuda(struct graph_device *graph, const struct cycle_levels *levels,
                    const struct cycle_goal *goal, const struct run *run, struct cycle *cycle,
                    struct error *error) {
    struct cycle_cuda cycles;
    struct cycle_engine engine;
    memset(&cycles, 0, sizeof cycles);
    memset(&engine, 0, sizeof engine);
    cycles.graph = graph;
    cycles.run = run;
    cycles.label_bytes = graph->network->label_count;
    engine.context = &cycles;
    engine.label_count = graph->network->label_count;
    engine.decompose = find_cycles;
    engine.begin = begin_search;
    engine.expand = expand_search;
    engine.edge = find_edge;
    engine.before = find_before_in_search;
    engine.before_in_graph = find_before_in_graph;
    int failed =
        open_view(&cycles, error) != 0 || cycle_find_with(&engine, levels, goal, run, cycle, error) != 0;
    close_view(&cycles);
    return failed ? -1 : 0;
}
