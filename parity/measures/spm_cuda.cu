/*
 * Steps of small progress measures on a GPU (parity/measures/spm_rounds_core.h): a thread an item; a block an
 * item where rows are long; a warp a group of items that are queued together.
 */
#include "parity/measures/spm_cuda.h"

#include <cub/device/device_scan.cuh>

#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"

#define THREADS 256u
#define BLOCKS_PER_PROCESSOR 8u

/* --- kernels --- */

/* Adds what the threads of a block have counted to the counter of the step. */
static __device__ void add_up(uint64_t *counter, uint32_t count) {
    __shared__ uint32_t sum;
    if (threadIdx.x == 0) {
        sum = 0;
    }
    __syncthreads();
    count = __reduce_add_sync(ALL_LANES, count);
    if (threadIdx.x % 32 == 0 && count != 0) {
        atomicAdd(&sum, count);
    }
    __syncthreads();
    if (threadIdx.x == 0 && sum != 0) {
        atomicAdd((unsigned long long *)counter, (unsigned long long)sum);
    }
}

template <enum spm_step step>
static __global__ void __launch_bounds__(THREADS)
    each_item(const __grid_constant__ struct spm_view view, uint64_t items) {
    uint32_t count = 0;
    if (spm_is_round(step) && __syncthreads_or(threadIdx.x == 0 && spm_is_over(&view))) {
        return;
    }
    for (uint64_t item = device_grid_thread(); item < items; item += device_grid_step()) {
        count += spm_do(&view, step, item);
    }
    add_up(spm_counter(&view, step), count);
}

static __global__ void __launch_bounds__(THREADS) find_long(const __grid_constant__ struct spm_view view) {
    for (uint64_t vertex = device_grid_thread(); vertex < view.vertices; vertex += device_grid_step()) {
        if (spm_row_is_long(&view.rows, vertex)) {
            view.rows.longs[shared64_add(&view.counters->longs, 1)] = (uint32_t)vertex;
        }
    }
}

/* A warp a group. */
template <enum spm_step step>
static __global__ void __launch_bounds__(THREADS)
    queue_groups(const __grid_constant__ struct spm_view view, uint64_t groups) {
    uint32_t *queue = step == SPM_STEP_QUEUE ? view.queue : view.edge_queue;
    uint64_t *queued = step == SPM_STEP_QUEUE ? &view.counters->queued : &view.counters->queued_edges;
    for (uint64_t item = device_grid_thread(); item / SPM_GROUP < groups; item += device_grid_step()) {
        if (__any_sync(ALL_LANES, spm_is_wanted(&view, step, item)) && item % SPM_GROUP == 0) {
            queue[shared64_add(queued, 1)] = (uint32_t)(item / SPM_GROUP);
        }
    }
}

/* A block a vertex. */
static __global__ void __launch_bounds__(THREADS)
    fused_long(const __grid_constant__ struct spm_view view, uint64_t items) {
    __shared__ uint64_t best[THREADS];
    if (__syncthreads_or(threadIdx.x == 0 && spm_is_over(&view))) {
        return;
    }
    for (uint64_t item = blockIdx.x; item < items; item += gridDim.x) {
        uint32_t vertex = view.rows.longs[item], label = view.label[vertex];
        int least = spm_owner(label) == view.player;
        if (spm_is_decided(label) || !__syncthreads_or(spm_may_rise(&view, vertex, threadIdx.x, THREADS))) {
            continue;
        }
        best[threadIdx.x] = spm_look(&view, vertex, least, threadIdx.x, THREADS);
        for (uint32_t half = THREADS / 2; half > 0; half /= 2) {
            __syncthreads();
            if (threadIdx.x < half) {
                best[threadIdx.x] = spm_choose(best[threadIdx.x], best[threadIdx.x + half], least);
            }
        }
        if (threadIdx.x == 0 && spm_rise(&view, vertex, label, best[0])) {
            shared64_add(&view.counters->lifts, 1);
        }
        __syncthreads();
    }
}

static __global__ void __launch_bounds__(THREADS)
    lift_long(const __grid_constant__ struct spm_view view, uint64_t items) {
    __shared__ uint64_t best[THREADS];
    if (__syncthreads_or(threadIdx.x == 0 && spm_is_over(&view))) {
        return;
    }
    for (uint64_t item = blockIdx.x; item < items; item += gridDim.x) {
        uint32_t vertex = view.rows.longs[item];
        int least = spm_owner(view.label[vertex]) == view.player;
        if (!spm_is_asked(&view, vertex)) {
            continue;
        }
        best[threadIdx.x] = spm_look_at_edges(&view, vertex, least, threadIdx.x, THREADS);
        for (uint32_t half = THREADS / 2; half > 0; half /= 2) {
            __syncthreads();
            if (threadIdx.x < half) {
                best[threadIdx.x] =
                    spm_choose_edge(&view, best[threadIdx.x], best[threadIdx.x + half], least);
            }
        }
        if (threadIdx.x == 0 && spm_rise_by_edge(&view, vertex, best[0])) {
            shared64_add(&view.counters->lifts, 1);
        }
        __syncthreads();
    }
}

static __global__ void __launch_bounds__(THREADS)
    settle_long(const __grid_constant__ struct spm_view view, uint64_t items) {
    __shared__ unsigned long long found;
    if (__syncthreads_or(threadIdx.x == 0 && spm_is_over(&view))) {
        return;
    }
    for (uint64_t item = blockIdx.x; item < items; item += gridDim.x) {
        uint32_t vertex = view.plain.longs[item], label = view.label[vertex];
        if (threadIdx.x == 0) {
            found = SPM_NO_EDGE;
        }
        if (!__syncthreads_or(threadIdx.x == 0 && view.inside[vertex])) {
            continue;
        }
        uint64_t edge = spm_settle_look(&view, vertex, label, threadIdx.x, THREADS);
        if (edge != SPM_NO_EDGE) {
            atomicMin(&found, (unsigned long long)edge);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            spm_settle_end(&view, vertex, label, found);
        }
        __syncthreads();
    }
}

/* --- launches --- */

static unsigned blocks_for(const struct spm_rounds *rounds, uint64_t blocks) {
    uint64_t most = (uint64_t)BLOCKS_PER_PROCESSOR * rounds->device->processors;
    return (unsigned)(blocks < most ? blocks : most);
}

template <enum spm_step step> static void launch_each(const struct spm_rounds *rounds, uint64_t count) {
    each_item<step><<<blocks_for(rounds, (count + THREADS - 1) / THREADS), THREADS>>>(rounds->view, count);
}

template <enum spm_step step> static void launch_queue(const struct spm_rounds *rounds, uint64_t groups) {
    queue_groups<step>
        <<<blocks_for(rounds, (groups * SPM_GROUP + THREADS - 1) / THREADS), THREADS>>>(rounds->view, groups);
}

static void launch(const struct spm_rounds *rounds, enum spm_step step, uint64_t count) {
    const struct spm_view &view = rounds->view;
    unsigned blocks = blocks_for(rounds, count);
    switch (step) {
    case SPM_STEP_LOOPS:
        launch_each<SPM_STEP_LOOPS>(rounds, count);
        break;
    case SPM_STEP_FIND_LONG:
        find_long<<<blocks_for(rounds, (count + THREADS - 1) / THREADS), THREADS>>>(view);
        break;
    case SPM_STEP_SOURCES:
        launch_each<SPM_STEP_SOURCES>(rounds, count);
        break;
    case SPM_STEP_BEGIN:
        launch_each<SPM_STEP_BEGIN>(rounds, count);
        break;
    case SPM_STEP_FUSED:
        launch_each<SPM_STEP_FUSED>(rounds, count);
        break;
    case SPM_STEP_LIFT:
        launch_each<SPM_STEP_LIFT>(rounds, count);
        break;
    case SPM_STEP_INSIDE:
        launch_each<SPM_STEP_INSIDE>(rounds, count);
        break;
    case SPM_STEP_SETTLE:
        launch_each<SPM_STEP_SETTLE>(rounds, count);
        break;
    case SPM_STEP_DECIDE:
        launch_each<SPM_STEP_DECIDE>(rounds, count);
        break;
    case SPM_STEP_EXCHANGE:
        launch_each<SPM_STEP_EXCHANGE>(rounds, count);
        break;
    case SPM_STEP_COUNT:
        launch_each<SPM_STEP_COUNT>(rounds, count);
        break;
    case SPM_STEP_FILL:
        launch_each<SPM_STEP_FILL>(rounds, count);
        break;
    case SPM_STEP_PROGRESS:
        launch_each<SPM_STEP_PROGRESS>(rounds, count);
        break;
    case SPM_STEP_QUEUE:
        launch_queue<SPM_STEP_QUEUE>(rounds, count);
        break;
    case SPM_STEP_QUEUE_EDGES:
        launch_queue<SPM_STEP_QUEUE_EDGES>(rounds, count);
        break;
    case SPM_STEP_FUSED_LONG:
        fused_long<<<blocks, THREADS>>>(view, count);
        break;
    case SPM_STEP_LIFT_LONG:
        lift_long<<<blocks, THREADS>>>(view, count);
        break;
    case SPM_STEP_SETTLE_LONG:
        settle_long<<<blocks, THREADS>>>(view, count);
        break;
    }
}

/* --- the side --- */

static void *cuda_allocate(struct spm_rounds *rounds, uint64_t bytes) {
    return device_allocate(rounds->device, bytes, rounds->error);
}

static void cuda_release(struct spm_rounds *rounds, void *block, uint64_t bytes) {
    device_free(rounds->device, block, bytes);
}

static int cuda_upload(struct spm_rounds *rounds, void *to, const void *from, uint64_t bytes) {
    return device_upload(to, from, bytes, rounds->error);
}

static int cuda_download(struct spm_rounds *rounds, void *to, const void *from, uint64_t bytes) {
    return device_download(to, from, bytes, rounds->error);
}

static int cuda_clear(struct spm_rounds *rounds, void *block, uint64_t bytes) {
    return device_clear(block, bytes, rounds->error);
}

static int cuda_each(struct spm_rounds *rounds, enum spm_step step, uint64_t count) {
    launch(rounds, step, count);
    return DEVICE_CHECK(cudaGetLastError(), rounds->error);
}

static int cuda_sum(struct spm_rounds *rounds, uint64_t *words, uint64_t count) {
    size_t bytes = 0;
    if (DEVICE_CHECK(cub::DeviceScan::ExclusiveSum(NULL, bytes, words, words, count), rounds->error) != 0) {
        return -1;
    }
    void *scratch = device_allocate(rounds->device, bytes, rounds->error);
    int failed =
        scratch == NULL ||
        DEVICE_CHECK(cub::DeviceScan::ExclusiveSum(scratch, bytes, words, words, count), rounds->error) != 0;
    device_free(rounds->device, scratch, bytes);
    return failed ? -1 : 0;
}

static const struct spm_rounds_side cuda_side = {cuda_allocate, cuda_release, cuda_upload, cuda_download,
                                                 cuda_clear,    cuda_each,    cuda_sum};

/* --- a game --- */

static __global__ void set_labels(const uint32_t *base, uint64_t vertices, uint32_t *label) {
    for (uint64_t i = device_grid_thread(); i < vertices; i += device_grid_step()) {
        label[i] = base[i] >> REGION_SHIFT << SPM_LEVEL_SHIFT | (base[i] & REGION_OWNER) << SPM_OWNER_SHIFT;
    }
}

struct spm_work {
    struct spm_rounds rounds;
    struct region_solver order; /* by which levels are found */
    uint32_t *label;
    uint32_t *level_size; /* on the host */
};

/* Levels of vertices, in the labels; `arrays` are four, of a word a vertex. */
static int find_levels(struct spm_work *work, const struct game *game, uint32_t *block) {
    uint64_t n = game->vertices;
    struct region_order arrays = {block, block + n, block + 2 * n, block + 3 * n};
    if (region_order_make(&work->order, game, &arrays, block + 4 * n) != 0) {
        return -1;
    }
    set_labels<<<device_grid_blocks(n, THREADS), THREADS>>>(block + 4 * n, n, work->label);
    return DEVICE_CHECK(cudaGetLastError(), work->rounds.error);
}

/* How many vertices each level has, on the host; groups fall from the highest level. */
static int count_levels(struct spm_work *work) {
    const struct region_solver *order = &work->order;
    uint64_t levels = order->lowest_level + order->groups;
    work->level_size =
        (uint32_t *)memory_allocate_zeroed(work->rounds.run->memory, levels * sizeof *work->level_size);
    if (work->level_size == NULL) {
        return error_set(work->rounds.error, ERROR_MEMORY, "not enough memory for the game's priorities");
    }
    for (uint64_t group = 0; group < order->groups; group++) {
        work->level_size[levels - 1 - group] = order->group_begin[group + 1] - order->group_begin[group];
    }
    work->rounds.level_size = work->level_size;
    work->rounds.levels = (uint32_t)levels;
    return 0;
}

static int label_vertices(struct spm_work *work, const struct game *game) {
    struct device *device = work->rounds.device;
    struct memory *memory = work->rounds.run->memory;
    uint64_t bytes = 5 * game->vertices * sizeof(uint32_t);
    uint32_t *block = (uint32_t *)device_allocate(device, bytes, work->rounds.error);
    int failed = block == NULL || find_levels(work, game, block) != 0 || count_levels(work) != 0;
    device_free(device, block, bytes);
    memory_free(memory, work->order.group_begin, (work->order.groups + 1) * sizeof *work->order.group_begin);
    return failed ? -1 : 0;
}

static void make_view(struct spm_work *work, const struct game *game, struct solution *solution) {
    struct spm_view *view = &work->rounds.view;
    view->vertices = game->vertices;
    view->plain.edges = game->edges;
    view->plain.offsets = game->offsets;
    view->plain.targets = game->targets;
    view->label = work->label;
    view->winner = solution->winner;
    view->strategy = solution->strategy;
}

int spm_cuda_solve(struct device *device, const struct game *game, const struct solve_options *options,
                   const struct run *run, struct solution *solution, struct solve_report *report,
                   struct error *error) {
    struct spm_work work = {};
    uint64_t label_bytes = game->vertices * sizeof *work.label;
    struct spm_rounds *rounds = &work.rounds;
    rounds->side = &cuda_side;
    rounds->device = work.order.steps.device = device;
    rounds->run = work.order.steps.run = run;
    rounds->error = work.order.steps.error = error;
    rounds->report = report;
    rounds->options = &options->spm;
    work.label = (uint32_t *)device_allocate(device, label_bytes, error);
    int failed = work.label == NULL || label_vertices(&work, game) != 0;
    if (!failed) {
        make_view(&work, game, solution);
        failed = spm_rounds_solve(rounds, options->keep_loops) != 0;
    }
    device_free(device, work.label, label_bytes);
    memory_free(run->memory, work.level_size, rounds->levels * sizeof *work.level_size);
    return failed ? -1 : 0;
}
