/*
 * Steps of pruning on a GPU: a thread an item, where it is small; a block an item, where it has many parts.
 *
 * The queue is drained level by level. Levels of a few states are done by one block that goes on by itself,
 * for a launch each would cost more than the work: a chain of a million states that fall is a million levels.
 */
#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"
#include "explorer/graph/graph_transpose.h"
#include "decompose/prune/prune.h"
#include "decompose/prune/sides/prune_item_core.h"

#define THREADS 256u
#define MOST_PARTS 256u          /* of an item that a thread does alone */
#define SMALL_LEVEL 2048u        /* states that the one block takes at a time */
#define LEVELS_OF_A_LAUNCH 8192u /* then the host looks at the stop flag */
#define BLOCKS_PER_PROCESSOR 32u

/* --- memory --- */

static void *cuda_allocate(struct prune *prune, uint64_t bytes) {
    return device_allocate(prune->device, bytes, prune->error);
}

static void cuda_release(struct prune *prune, void *block, uint64_t bytes) {
    device_free(prune->device, block, bytes);
}

static int cuda_fill(struct prune *prune, void *block, int byte, uint64_t bytes) {
    return DEVICE_CHECK(cudaMemset(block, byte, bytes), prune->error);
}

static int cuda_copy(struct prune *prune, void *to, const void *from, uint64_t bytes) {
    return DEVICE_CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice), prune->error);
}

static int cuda_fetch(struct prune *prune, void *to, const void *from, uint64_t bytes) {
    return device_download(to, from, bytes, prune->error);
}

static int cuda_put(struct prune *prune, void *to, const void *from, uint64_t bytes) {
    return device_upload(to, from, bytes, prune->error);
}

/* --- kernels --- */

/* Large items of a block's round, for all its threads. */
struct large_items {
    uint64_t items[THREADS];
    unsigned count;
};

/*
 * The items [first, first + count) that fall to `part` of `parts` blocks. All threads of the block; large is
 * in its shared memory, and its count 0 before and after.
 */
template <enum prune_step step>
static __device__ void do_items(const struct prune_view *view, uint64_t first, uint64_t count, uint64_t part,
                                uint64_t parts, struct large_items *large) {
    for (uint64_t base = part * THREADS; base < count; base += parts * THREADS) {
        uint64_t item = first + base + threadIdx.x;
        if (base + threadIdx.x < count) {
            if (prune_item_parts(view, step, item) <= MOST_PARTS) {
                prune_item(view, step, item, 0, 1);
            } else {
                large->items[atomicAdd(&large->count, 1u)] = item;
            }
        }
        __syncthreads();
        unsigned some = large->count;
        for (unsigned i = 0; i < some; i++) {
            prune_item(view, step, large->items[i], threadIdx.x, THREADS);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            large->count = 0;
        }
        __syncthreads();
    }
}

template <enum prune_step step>
static __global__ void __launch_bounds__(THREADS)
    each_item(const __grid_constant__ struct prune_view view, uint64_t first, uint64_t count) {
    __shared__ struct large_items large;
    if (threadIdx.x == 0) {
        large.count = 0;
    }
    __syncthreads();
    do_items<step>(&view, first, count, blockIdx.x, gridDim.x, &large);
}

/*
 * Levels of the queue from place *at on, by one block, until it is empty or a level is large; *at is where
 * the next begins.
 */
template <enum prune_step step>
static __global__ void __launch_bounds__(THREADS)
    small_levels(const __grid_constant__ struct prune_view view, uint64_t *at) {
    __shared__ struct large_items large;
    if (threadIdx.x == 0) {
        large.count = 0;
    }
    uint64_t first = *at;
    for (unsigned level = 0; level < LEVELS_OF_A_LAUNCH; level++) {
        __syncthreads(); /* what the level before queued is there */
        uint64_t end = shared64_load(&view.counters->queued);
        if (first == end || end - first > SMALL_LEVEL) {
            break;
        }
        __syncthreads(); /* all have seen the end before it moves */
        do_items<step>(&view, first, end - first, 0, 1, &large);
        first = end;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *at = first;
    }
}

/* --- steps --- */

template <enum prune_step step> static int launch_items(struct prune *prune, uint64_t first, uint64_t count) {
    uint64_t blocks = (count + THREADS - 1) / THREADS;
    uint64_t most = (uint64_t)BLOCKS_PER_PROCESSOR * prune->device->processors;
    if (count == 0) {
        return 0;
    }
    if (run_should_stop(prune->run)) {
        return error_set(prune->error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
    }
    run_tell(prune->run, "pruning", prune->view.round, 0, "rounds");
    each_item<step><<<(unsigned)(blocks < most ? blocks : most), THREADS>>>(prune->view, first, count);
    return DEVICE_CHECK(cudaGetLastError(), prune->error);
}

static int cuda_each(struct prune *prune, enum prune_step step, uint64_t first, uint64_t count) {
    switch (step) {
    case PRUNE_COUNT:
        return launch_items<PRUNE_COUNT>(prune, first, count);
    case PRUNE_EMPTY:
        return launch_items<PRUNE_EMPTY>(prune, first, count);
    case PRUNE_FALL:
        return launch_items<PRUNE_FALL>(prune, first, count);
    case PRUNE_HEAVY:
        return launch_items<PRUNE_HEAVY>(prune, first, count);
    case PRUNE_SWEEP:
        return launch_items<PRUNE_SWEEP>(prune, first, count);
    case PRUNE_FORGET:
        return launch_items<PRUNE_FORGET>(prune, first, count);
    case MEC_LEAVE:
        return launch_items<MEC_LEAVE>(prune, first, count);
    case MEC_MARK:
        return launch_items<MEC_MARK>(prune, first, count);
    case MEC_SETTLE:
        return launch_items<MEC_SETTLE>(prune, first, count);
    case SURE_BEGIN:
        return launch_items<SURE_BEGIN>(prune, first, count);
    case SURE_REACH:
        return launch_items<SURE_REACH>(prune, first, count);
    case SURE_SWEEP:
        return launch_items<SURE_SWEEP>(prune, first, count);
    case SURE_DROP:
        return launch_items<SURE_DROP>(prune, first, count);
    case SURE_CHOOSE:
        return launch_items<SURE_CHOOSE>(prune, first, count);
    case SURE_MEMBERS:
        return launch_items<SURE_MEMBERS>(prune, first, count);
    case SURE_JOIN:
        return launch_items<SURE_JOIN>(prune, first, count);
    }
    return 0;
}

/* The queue from place 0 on; `at` is on the device. */
template <enum prune_step step> static int drain_levels(struct prune *prune, uint64_t *at) {
    uint64_t first = 0;
    if (cuda_fill(prune, at, 0, sizeof *at) != 0) {
        return -1;
    }
    for (;;) {
        struct prune_counters counters;
        if (prune_read(prune, &counters) != 0) {
            return -1;
        }
        if (first == counters.queued) {
            return 0;
        }
        if (counters.queued - first > SMALL_LEVEL) {
            if (launch_items<step>(prune, first, counters.queued - first) != 0) {
                return -1;
            }
            first = counters.queued;
            if (cuda_put(prune, at, &first, sizeof first) != 0) {
                return -1;
            }
            continue;
        }
        if (run_should_stop(prune->run)) {
            return error_set(prune->error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
        }
        small_levels<step><<<1, THREADS>>>(prune->view, at);
        if (DEVICE_CHECK(cudaGetLastError(), prune->error) ||
            cuda_fetch(prune, &first, at, sizeof first) != 0) {
            return -1;
        }
    }
}

static int cuda_drain(struct prune *prune, enum prune_step step) {
    uint64_t *at = (uint64_t *)prune_allocate(prune, sizeof *at);
    int result = at == NULL           ? -1
                 : step == PRUNE_FALL ? drain_levels<PRUNE_FALL>(prune, at)
                                      : drain_levels<SURE_REACH>(prune, at);
    prune_release(prune, at, sizeof *at);
    return result;
}

static int cuda_transpose(struct prune *prune, uint64_t **begin, uint32_t **sources, uint64_t *edges) {
    return digraph_transpose_cuda(prune->device, &prune->view.graph, prune->run, begin, sources, edges,
                                  prune->error);
}

const struct prune_side prune_cuda_side = {cuda_allocate, cuda_release, cuda_fill,  cuda_copy,     cuda_fetch,
                                           cuda_put,      cuda_each,    cuda_drain, cuda_transpose};

struct prune prune_on_device(struct device *device, const struct run *run, struct error *error) {
    struct prune prune;
    memset(&prune, 0, sizeof prune);
    prune.side = &prune_cuda_side;
    prune.memory = &device->memory;
    prune.device = device;
    prune.run = run;
    prune.error = error;
    return prune;
}
