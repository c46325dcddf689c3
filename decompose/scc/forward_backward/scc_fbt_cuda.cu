/*
 * The host's part of FBT and BFBT on a GPU. A round trims, gathers undecided vertices, splits regions, lets
 * vertices race to become pivots, and searches from the pivots. The host waits once a round, for the number
 * of undecided vertices.
 */
#include "decompose/scc/scc_internal.h"

#include <cub/device/device_select.cuh>
#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/run.h"
#include "explorer/graph/digraph_device.h"
#include "decompose/scc/forward_backward/scc_fbt_layout.cuh"
#include "decompose/scc/forward_backward/scc_fbt_pivots.cuh"
#include "decompose/scc/forward_backward/scc_fbt_search.cuh"
#include "decompose/scc/scc_names.cuh"
#include "base/device/device_watch.cuh"

struct undecided {
    const uint32_t *bits;
    __device__ __forceinline__ bool operator()(uint32_t vertex) const {
        return ((bits[vertex / 32 * 2] & bits[vertex / 32 * 2 + 1]) >> vertex % 32 & 1) == 0;
    }
};

/* Arrays of a number for each vertex, which serve several purposes, one after the other. */
enum fbt_numbers {
    FBT_LIST,   /* undecided vertices; swapped with the next one */
    FBT_OTHER,  /* queue of trimming, next list of undecided vertices, backward queue */
    FBT_FIRST,  /* in-degrees, parents, forward queue; least members */
    FBT_SECOND, /* out-degrees, table */
    FBT_NUMBERS
};

struct fbt_run {
    struct device *device;
    const struct scc_options *options;
    const struct run *run;
    struct error *error;
    struct device_watch watch;
    struct fbt_work work;
    struct fbt_layout layouts[2];
    struct digraph_transpose back;
    uint32_t *numbers[FBT_NUMBERS];
    uint64_t most_wide; /* capacity of each list of wide rows */
    void *temporary;
    size_t temporary_bytes;
};

/* --- opening and closing --- */

static void free_transpose(struct fbt_run *all) {
    device_free(all->device, all->back.offsets, (all->work.vertices + 1) * 8);
    device_free(all->device, all->back.sources, all->back.edges * 4);
    all->back.offsets = NULL;
    all->back.sources = NULL;
}

static void close_decomposition(struct fbt_run *all) {
    struct device *device = all->device;
    struct fbt_work *work = &all->work;
    uint64_t words = bitmap_words(work->vertices);
    free_transpose(all);
    for (int i = 0; i < 2; i++) {
        fbt_layout_free(device, &all->layouts[i]);
        device_free(device, work->wide[i], all->most_wide * 4);
    }
    for (int i = 0; i < FBT_NUMBERS; i++) {
        device_free(device, all->numbers[i], work->vertices * 4);
    }
    device_free(device, work->bits, words * 8);
    device_free(device, work->claimed, words * 4);
    device_free(device, work->front, words * 8);
    device_free(device, work->control, sizeof *work->control);
    device_free(device, all->temporary, all->temporary_bytes);
    device_watch_close(&all->watch);
}

static int restructure(struct fbt_run *all, const struct digraph *graph) {
    struct fbt_work *work = &all->work;
    struct digraph back = {work->vertices, all->back.edges, all->back.offsets, all->back.sources, NULL, NULL};
    uint32_t bound = all->options->out_degree_bound;
    if (fbt_layout_make(all->device, graph, bound, &all->layouts[FBT_FORWARD], all->error) != 0 ||
        fbt_layout_make(all->device, &back, bound, &all->layouts[FBT_BACKWARD], all->error) != 0) {
        return -1;
    }
    free_transpose(all);
    work->rows[FBT_FORWARD] = all->layouts[FBT_FORWARD].rows;
    work->rows[FBT_BACKWARD] = all->layouts[FBT_BACKWARD].rows;
    return 0;
}

static int open_rows(struct fbt_run *all, const struct digraph *graph) {
    struct fbt_work *work = &all->work;
    if (digraph_transpose_cuda(all->device, graph, all->run, &all->back, all->error) != 0) {
        return -1;
    }
    work->edges = graph->edges;
    if (all->options->out_degree_bound != 0) {
        return restructure(all, graph);
    }
    work->rows[FBT_FORWARD].offsets = graph->offsets;
    work->rows[FBT_FORWARD].targets = graph->targets;
    work->rows[FBT_FORWARD].live = graph->live;
    work->rows[FBT_BACKWARD].offsets = all->back.offsets;
    work->rows[FBT_BACKWARD].targets = all->back.sources;
    return 0;
}

static void *allocate_unless_failed(struct fbt_run *all, uint64_t bytes, int *failed) {
    void *block = *failed ? NULL : device_allocate(all->device, bytes, all->error);
    *failed |= block == NULL;
    return block;
}

static int select_undecided(struct fbt_run *all, void *temporary, size_t *bytes) {
    struct fbt_work *work = &all->work;
    struct undecided keep = {work->bits};
    return DEVICE_CHECK(cub::DeviceSelect::If(temporary, *bytes, all->numbers[FBT_LIST],
                                              all->numbers[FBT_OTHER], &work->control->active,
                                              (int64_t)work->active_count, keep),
                        all->error);
}

static int open_arrays(struct fbt_run *all) {
    struct fbt_work *work = &all->work;
    uint64_t words = bitmap_words(work->vertices);
    int failed = 0;
    all->most_wide = work->edges / FBT_WIDE + 1;
    for (int i = 0; i < FBT_NUMBERS; i++) {
        all->numbers[i] = (uint32_t *)allocate_unless_failed(all, work->vertices * 4, &failed);
    }
    for (int i = 0; i < 2; i++) {
        work->wide[i] = (uint32_t *)allocate_unless_failed(all, all->most_wide * 4, &failed);
    }
    work->bits = (uint32_t *)allocate_unless_failed(all, words * 8, &failed);
    work->claimed = (uint32_t *)allocate_unless_failed(all, words * 4, &failed);
    work->front = (uint32_t *)allocate_unless_failed(all, words * 8, &failed);
    work->control = (struct fbt_control *)allocate_unless_failed(all, sizeof *work->control, &failed);
    if (failed || select_undecided(all, NULL, &all->temporary_bytes) != 0) {
        return -1;
    }
    all->temporary = allocate_unless_failed(all, all->temporary_bytes, &failed);
    return failed || device_clear(work->bits, words * 8, all->error) != 0 ||
                   device_clear(work->claimed, words * 4, all->error) != 0 ||
                   device_clear(work->front, words * 8, all->error) != 0 ||
                   device_clear(work->control, sizeof *work->control, all->error) != 0
               ? -1
               : 0;
}

/* --- launches --- */

static __global__ void fbt_begin_vertices(uint64_t vertices, uint32_t *component, uint32_t *list) {
    for (uint64_t vertex = device_grid_thread(); vertex < vertices; vertex += device_grid_step()) {
        component[vertex] = 0;
        list[vertex] = (uint32_t)vertex;
    }
}

static int clear_turns(struct fbt_run *all) {
    struct fbt_control *control = all->work.control;
    return DEVICE_CHECK(cudaMemsetAsync(control->turns, 0, sizeof control->turns, 0), all->error);
}

/* Launches a kernel with blocks that wait for one another: as many as run at once, or as `items` need. */
typedef void (*fbt_kernel)(struct fbt_work);

static int launch_together(struct fbt_run *all, fbt_kernel kernel, uint64_t items) {
    int fit = 0;
    if (DEVICE_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, FBT_THREADS, 0),
                     all->error)) {
        return -1;
    }
    unsigned wanted = device_grid_blocks(items, FBT_THREADS), most = (unsigned)fit * all->device->processors;
    void *arguments[] = {&all->work};
    return clear_turns(all) || DEVICE_CHECK(cudaLaunchCooperativeKernel((const void *)kernel,
                                                                        wanted < most ? wanted : most,
                                                                        FBT_THREADS, arguments, 0, 0),
                                            all->error)
               ? -1
               : 0;
}

/* --- a round --- */

/* Trims, gathers the undecided vertices and counts them. */
static int trim_and_gather(struct fbt_run *all) {
    struct fbt_work *work = &all->work;
    work->active = all->numbers[FBT_LIST];
    work->degree[FBT_FORWARD] = all->numbers[FBT_FIRST];
    work->degree[FBT_BACKWARD] = all->numbers[FBT_SECOND];
    /* No vertex is in both queues. */
    work->queue[FBT_FORWARD] = all->numbers[FBT_OTHER];
    work->queue[FBT_BACKWARD] = all->numbers[FBT_OTHER] + (work->vertices - 1);
    work->step[FBT_FORWARD] = 1;
    work->step[FBT_BACKWARD] = -1;
    unsigned long long left = 0;
    if (launch_together(all, fbt_trim, work->active_count) != 0 ||
        select_undecided(all, all->temporary, &all->temporary_bytes) != 0 ||
        device_watch_finish(&all->watch, SCC_INTERRUPTED, all->error) != 0 ||
        device_download(&left, &work->control->active, sizeof left, all->error) != 0) {
        return -1;
    }
    uint32_t *list = all->numbers[FBT_OTHER];
    all->numbers[FBT_OTHER] = all->numbers[FBT_LIST];
    all->numbers[FBT_LIST] = work->active = list;
    work->active_count = left;
    return 0;
}

/* In the first round all vertices are in one region, unless only some edges or candidates count. */
static int is_split(const struct fbt_run *all, const struct digraph *graph) {
    return all->work.round != 0 || graph->live != NULL || all->work.candidates != NULL;
}

static int split_into_parts(struct fbt_run *all, const struct digraph *graph) {
    struct fbt_work *work = &all->work;
    work->parent = all->numbers[FBT_FIRST];
    work->table = all->numbers[FBT_SECOND];
    work->whole = 0;
    if (is_split(all, graph)) {
        return launch_together(all, fbt_split, work->active_count);
    }
    return DEVICE_CHECK(cudaMemsetAsync(work->table, 0xff, sizeof *work->table, 0), all->error);
}

static int select_pivots(struct fbt_run *all) {
    struct fbt_work *work = &all->work;
    unsigned blocks = device_grid_blocks(work->active_count, FBT_THREADS);
    work->queue[FBT_FORWARD] = all->numbers[FBT_FIRST];
    work->queue[FBT_BACKWARD] = all->numbers[FBT_OTHER];
    work->step[FBT_FORWARD] = work->step[FBT_BACKWARD] = 1;
    fbt_race<<<blocks, FBT_THREADS>>>(*work);
    if (DEVICE_CHECK(cudaGetLastError(), all->error) ||
        DEVICE_CHECK(cudaMemsetAsync(&work->control->pivots, 0, sizeof work->control->pivots, 0),
                     all->error)) {
        return -1;
    }
    fbt_name<<<blocks, FBT_THREADS>>>(*work);
    return DEVICE_CHECK(cudaGetLastError(), all->error);
}

static void tell_progress(const struct fbt_run *all) {
    run_tell(all->run, "decomposing", all->work.vertices - all->work.active_count, all->work.vertices,
             "states");
}

static int run_rounds(struct fbt_run *all, const struct digraph *graph) {
    struct fbt_work *work = &all->work;
    fbt_begin_vertices<<<device_grid_blocks(work->vertices, FBT_THREADS), FBT_THREADS>>>(
        work->vertices, work->component, all->numbers[FBT_LIST]);
    if (DEVICE_CHECK(cudaGetLastError(), all->error)) {
        return -1;
    }
    work->whole = 1;
    for (work->round = 0;; work->round++) {
        if (trim_and_gather(all) != 0) {
            return -1;
        }
        tell_progress(all);
        if (work->active_count == 0) {
            return 0;
        }
        if (split_into_parts(all, graph) != 0 || select_pivots(all) != 0) {
            return -1;
        }
        work->whole = !is_split(all, graph);
        if (launch_together(all, fbt_search, work->active_count) != 0) {
            return -1;
        }
        work->whole = 0;
    }
}

/* Names components by their least members instead of their pivots. */
static int name_components(struct fbt_run *all) {
    struct fbt_work *work = &all->work;
    uint32_t *least = all->numbers[FBT_FIRST];
    unsigned blocks = device_grid_blocks(work->vertices, FBT_THREADS);
    if (DEVICE_CHECK(cudaMemsetAsync(least, 0xff, work->vertices * 4, 0), all->error)) {
        return -1;
    }
    scc_find_least<<<blocks, FBT_THREADS>>>(work->component, work->vertices, least);
    if (DEVICE_CHECK(cudaGetLastError(), all->error)) {
        return -1;
    }
    scc_name_by_least<<<blocks, FBT_THREADS>>>(work->component, work->vertices, least);
    return DEVICE_CHECK(cudaGetLastError(), all->error) ||
                   device_watch_finish(&all->watch, SCC_INTERRUPTED, all->error) != 0
               ? -1
               : 0;
}

/* --- the decomposition --- */

static int run_decomposition(struct fbt_run *all, const struct digraph *graph, struct scc_report *report) {
    struct fbt_work *work = &all->work;
    unsigned long long trimmed = 0;
    if (device_watch_open(&all->watch, all->run, all->error) != 0 || open_rows(all, graph) != 0) {
        return -1;
    }
    work->stop = all->watch.stop;
    work->active_count = work->vertices;
    if (open_arrays(all) != 0 || run_rounds(all, graph) != 0 || name_components(all) != 0 ||
        device_download(&trimmed, &work->control->trimmed, sizeof trimmed, all->error) != 0) {
        return -1;
    }
    report->rounds = work->round;
    report->trimmed = trimmed;
    return 0;
}

uint64_t scc_fbt_cuda_bytes(const struct digraph *graph, const struct scc_options *options) {
    uint64_t vertices = graph->vertices, edges = graph->edges, words = bitmap_words(vertices);
    uint64_t transpose = (vertices + 1) * 8 + edges * 4;
    uint64_t wide = 2 * (edges / FBT_WIDE + 1) * 4;
    /* Selecting takes a few more bytes for each of its tiles of some thousand vertices. */
    uint64_t own = FBT_NUMBERS * vertices * 4 + words * 20 + wide + sizeof(struct fbt_control) +
                   vertices / 32 + (1u << 16);
    if (options->out_degree_bound == 0 || vertices == 0) {
        return transpose + own;
    }
    uint64_t bound = options->out_degree_bound, tall = edges / ((uint64_t)bound + 1);
    uint64_t filled = edges * 31; /* in the worst case, all edges of a segment are in one row; */
    if (bound < filled / 32 / words) {
        filled = words * 32 * bound; /* or every segment is as wide as the bound */
    }
    uint64_t entries = edges + filled;
    uint64_t layouts = 2 * ((words + 1) * 16 + (tall + 1) * 8 + entries * 4);
    return layouts + (transpose > own ? transpose : own);
}

int scc_fbt_cuda(struct device *device, const struct scc_task *task, struct error *error) {
    const struct scc_options *options = task->options;
    double begun = run_clock();
    uint64_t peak = device->memory.peak, used = device->memory.used;
    struct fbt_run all;
    memset(&all, 0, sizeof all);
    all.device = device;
    all.options = options;
    all.run = task->run;
    all.error = error;
    all.work.vertices = task->graph->vertices;
    all.work.component = task->component;
    all.work.candidates = options->candidates;
    all.work.cache_rounds = options->cache_rounds;
    all.work.bounding = options->algorithm == SCC_BFBT;
    all.work.separate = options->separate_searches;
    all.work.single_pivots = options->single_pivots;
    device->memory.peak = used; /* so that it becomes the peak of this decomposition */
    int result = run_decomposition(&all, task->graph, task->report);
    if (result != 0) {
        (void)cudaDeviceSynchronize(); /* kernels may still use the memory that is freed next */
    }
    close_decomposition(&all);
    task->report->bytes = device->memory.peak - used;
    device->memory.peak = task->report->bytes + used > peak ? task->report->bytes + used : peak;
    task->report->seconds = run_clock() - begun;
    return result;
}
