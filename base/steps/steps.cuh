#ifndef HEDDLE_BASE_STEPS_STEPS_CUH
#define HEDDLE_BASE_STEPS_STEPS_CUH

/*
 * Kernels for the steps of a machine (base/steps/steps_core.h): one thread for an item with few parts, one
 * block for an item with many.
 *
 * A step is a type here, made from its row of the list; its base M_machine holds the settings that all steps
 * of M share:
 *
 *     struct M_machine : steps_machine<struct M_view> {
 *         static constexpr unsigned MOST_PARTS = ..; // most parts of an item that one thread does alone
 *         static constexpr unsigned BLOCKS = ..;     // blocks of a grid for each processor
 *         static constexpr unsigned STAGED = ..;     // vertices staged per thread of a block; 0: none
 *     };
 *     M_STEPS(STEPS_TYPE)                            // or STEPS_TYPE_HALVES, STEPS_TYPE_COUNTED
 *     static const step_function launches[] = {M_STEPS(STEPS_LAUNCH)};
 *
 * STEPS_LAUNCH_LARGE is for steps in which every item is done by a block, STEPS_LAUNCH_COUNTED for counted
 * steps.
 */
#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/steps/steps.h"
#include "base/steps/steps_core.h"

#define STEPS_THREADS 256u

template <class View> struct steps_machine {
    typedef View view_type;
    static constexpr unsigned STAGED = 0;
    static constexpr bool ENDS = false;           /* the step has a second half */
    static constexpr unsigned SMALL_LEVEL = 2048; /* most items of a level of a queue that one block does */

    static __device__ __forceinline__ struct step_sink line(const View *view) {
        (void)view;
        return {};
    }
    /*
     * Whether an item has too many parts even for a block, and is left for later. Called by all threads of
     * the block.
     */
    static __device__ __forceinline__ bool put_off(const View *view, uint32_t vertex) {
        (void)view;
        (void)vertex;
        return false;
    }
    static __device__ __forceinline__ void end(const View *view, const struct step_item *item,
                                               const struct step_sink *sink) {
        step_no_end(view, item, sink);
    }
};

/* Members that a plain step and a step of two halves share. */
#define STEPS_TYPE_ITEM(item_of, row_of)                                                                     \
    static __device__ __forceinline__ uint32_t item(const view_type *view, uint64_t at) {                    \
        return item_of(view, at);                                                                            \
    }                                                                                                        \
    static __device__ __forceinline__ uint64_t row(const view_type *view, uint32_t vertex) {                 \
        return row_of(view, vertex);                                                                         \
    }                                                                                                        \
    static __device__ __forceinline__ uint32_t look(const view_type *view, uint32_t vertex, uint32_t lane,   \
                                                    uint32_t lanes, const struct step_sink *sink)

#define STEPS_TYPE(machine, name, item_of, row_of, act)                                                      \
    struct name##_STEP : machine##_machine {                                                                 \
        STEPS_TYPE_ITEM(item_of, row_of) {                                                                   \
            (void)sink;                                                                                      \
            act(view, vertex, lane, lanes);                                                                  \
            return 0;                                                                                        \
        }                                                                                                    \
    };

#define STEPS_TYPE_HALVES(machine, name, item_of, row_of, look_of, end_of, line_of)                          \
    struct name##_STEP : machine##_machine {                                                                 \
        static constexpr bool ENDS = true;                                                                   \
        STEPS_TYPE_ITEM(item_of, row_of) {                                                                   \
            return look_of(view, vertex, lane, lanes, sink);                                                 \
        }                                                                                                    \
        static __device__ __forceinline__ void end(const view_type *view, const struct step_item *item,      \
                                                   const struct step_sink *sink) {                           \
            end_of(view, item, sink);                                                                        \
        }                                                                                                    \
        static __device__ __forceinline__ struct step_sink line(const view_type *view) {                     \
            return line_of(view);                                                                            \
        }                                                                                                    \
    };

#define STEPS_TYPE_COUNTED(machine, name, act_of, over_of, counter_of)                                       \
    struct name##_STEP : machine##_machine {                                                                 \
        static __device__ __forceinline__ uint32_t act(const view_type *view, uint64_t at) {                 \
            return act_of(view, at);                                                                         \
        }                                                                                                    \
        static __device__ __forceinline__ bool over(const view_type *view) {                                 \
            return over_of(view);                                                                            \
        }                                                                                                    \
        static __device__ __forceinline__ uint64_t *counter(const view_type *view) {                         \
            return counter_of(view);                                                                         \
        }                                                                                                    \
    };

#define STEPS_LAUNCH(machine, name, ...) steps_launch<name##_STEP>,
#define STEPS_LAUNCH_COUNTED(machine, name, ...) steps_launch_counted<name##_STEP>,
#define STEPS_LAUNCH_LARGE(machine, name, ...) steps_launch_large<name##_STEP>,

/* Shared memory of a block. */
template <class Step> struct steps_block {
    uint32_t staged[Step::STAGED == 0 ? 1 : Step::STAGED * STEPS_THREADS];
    uint32_t
        staged_count; /* vertices appended to `staged`; more than fit if some went directly to the line */
    uint32_t seen;
    uint32_t large_count;
    unsigned long long at;
    uint64_t large[STEPS_THREADS]; /* items of the current round that the whole block does */
};

/* Called by all threads, like all functions below. */
template <class Step>
static __device__ struct step_sink steps_begin(const typename Step::view_type *view,
                                               struct steps_block<Step> *block) {
    struct step_sink sink = Step::line(view);
    if (Step::STAGED != 0) {
        sink.staged = block->staged;
        sink.staged_count = &block->staged_count;
        sink.staged_most = Step::STAGED * STEPS_THREADS;
    }
    if (threadIdx.x == 0) {
        block->staged_count = block->large_count = block->seen = 0;
    }
    __syncthreads();
    return sink;
}

/* Appends the staged vertices to the line. */
template <class Step>
static __device__ void steps_flush(const struct step_sink *sink, struct steps_block<Step> *block) {
    if (Step::STAGED == 0) {
        return;
    }
    __syncthreads();
    uint32_t count = block->staged_count < sink->staged_most ? block->staged_count : sink->staged_most;
    if (count == 0) { /* the same for all threads */
        return;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        block->at = shared64_add_anywhere(sink->tail, count);
        block->staged_count = 0;
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < count; i += STEPS_THREADS) {
        sink->line[block->at + i] = block->staged[i];
    }
    __syncthreads();
}

/* Does one item with all threads of the block. */
template <class Step>
static __device__ void steps_do_large(const typename Step::view_type *view, uint64_t at,
                                      const struct step_sink *sink, struct steps_block<Step> *block) {
    uint32_t vertex = Step::item(view, at);
    if (Step::put_off(view, vertex)) {
        return;
    }
    uint32_t seen = Step::look(view, vertex, threadIdx.x, STEPS_THREADS, sink);
    if (Step::ENDS) {
        if (seen != 0) {
            atomicOr(&block->seen, seen);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            const struct step_item item = {at, vertex, block->seen};
            Step::end(view, &item, sink);
            block->seen = 0;
        }
        __syncthreads();
    }
}

/* The share of block `part` of `parts` in the items [first, end). */
struct steps_share {
    uint64_t first, end, part, parts;
};

/* Does a share of items; some of the vertices it appends stay staged. */
template <class Step>
static __device__ void steps_do_items(const typename Step::view_type *view, struct steps_share share,
                                      const struct step_sink *sink, struct steps_block<Step> *block) {
    for (uint64_t base = share.first + share.part * STEPS_THREADS; base < share.end;
         base += share.parts * STEPS_THREADS) {
        uint64_t at = base + threadIdx.x;
        if (at < share.end) {
            uint32_t vertex = Step::item(view, at);
            if (Step::row(view, vertex) <= Step::MOST_PARTS) {
                const struct step_item item = {at, vertex, Step::look(view, vertex, 0, 1, sink)};
                Step::end(view, &item, sink);
            } else {
                block->large[atomicAdd(&block->large_count, 1u)] = at;
            }
        }
        __syncthreads();
        uint32_t large = block->large_count;
        for (uint32_t i = 0; i < large; i++) {
            steps_do_large<Step>(view, block->large[i], sink, block);
        }
        if (Step::STAGED != 0 && large != 0) { /* the same for all threads */
            __syncthreads();
        }
        bool is_full = Step::STAGED != 0 && block->staged_count > Step::STAGED * STEPS_THREADS / 2;
        __syncthreads();
        if (threadIdx.x == 0) {
            block->large_count = 0;
        }
        if (is_full) {
            steps_flush<Step>(sink, block);
        }
        __syncthreads();
    }
}

template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    steps_items(const __grid_constant__ typename Step::view_type view, uint64_t first, uint64_t count) {
    __shared__ struct steps_block<Step> block;
    struct step_sink sink = steps_begin<Step>(&view, &block);
    steps_do_items<Step>(&view, {first, first + count, blockIdx.x, gridDim.x}, &sink, &block);
    steps_flush<Step>(&sink, &block);
}

/* One block for each item. */
template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    steps_large_items(const __grid_constant__ typename Step::view_type view, uint64_t first, uint64_t count) {
    __shared__ struct steps_block<Step> block;
    struct step_sink sink = steps_begin<Step>(&view, &block);
    for (uint64_t i = blockIdx.x; i < count; i += gridDim.x) {
        steps_do_large<Step>(&view, first + i, &sink, &block);
    }
    steps_flush<Step>(&sink, &block);
}

/* One thread for each item. The counts of a block's threads are summed up and added once. */
template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    steps_counted_items(const __grid_constant__ typename Step::view_type view, uint64_t first, uint64_t end) {
    __shared__ uint32_t of_block;
    uint32_t sum = 0;
    if (threadIdx.x == 0) {
        of_block = 0;
    }
    if (__syncthreads_or(threadIdx.x == 0 && Step::over(&view))) {
        return;
    }
    for (uint64_t at = first + device_grid_thread(); at < end; at += device_grid_step()) {
        sum += Step::act(&view, at);
    }
    sum = __reduce_add_sync(ALL_LANES, sum);
    if (threadIdx.x % 32 == 0 && sum != 0) {
        atomicAdd(&of_block, sum);
    }
    __syncthreads();
    if (threadIdx.x == 0 && of_block != 0) {
        shared64_add(Step::counter(&view), of_block);
    }
}

/* The number of blocks of a grid, for work that could use `blocks`. */
template <class Step> static unsigned steps_blocks(const struct steps *steps, uint64_t blocks) {
    uint64_t most = (uint64_t)Step::BLOCKS * steps->device->processors;
    return (unsigned)(blocks < most ? blocks : most);
}

template <class Step>
static void steps_launch(const struct steps *steps, const void *view, uint64_t first, uint64_t count) {
    steps_items<Step>
        <<<steps_blocks<Step>(steps, (count + STEPS_THREADS - 1) / STEPS_THREADS), STEPS_THREADS>>>(
            *(const typename Step::view_type *)view, first, count);
}

template <class Step>
static void steps_launch_large(const struct steps *steps, const void *view, uint64_t first, uint64_t count) {
    steps_large_items<Step><<<steps_blocks<Step>(steps, count), STEPS_THREADS>>>(
        *(const typename Step::view_type *)view, first, count);
}

template <class Step>
static void steps_launch_counted(const struct steps *steps, const void *view, uint64_t first,
                                 uint64_t count) {
    steps_counted_items<Step>
        <<<steps_blocks<Step>(steps, (count + STEPS_THREADS - 1) / STEPS_THREADS), STEPS_THREADS>>>(
            *(const typename Step::view_type *)view, first, first + count);
}

/* --- queues --- */

#define STEPS_LEVELS_OF_A_LAUNCH 8192u /* then the host checks the stop flag */

/* A queue on the device, to which a step appends items while it does those that are there. */
struct steps_queue {
    const uint64_t *queued; /* its end */
    uint64_t *at;           /* room for the place where the next level begins */
};

/* One block does the levels of the queue from place *at on, until it is empty or a level is large. *at
 * becomes the beginning of the next level. */
template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    steps_small_levels(const __grid_constant__ typename Step::view_type view,
                       const struct steps_queue queue) {
    __shared__ struct steps_block<Step> block;
    const struct step_sink sink = steps_begin<Step>(&view, &block);
    uint64_t first = *queue.at;
    for (unsigned level = 0; level < STEPS_LEVELS_OF_A_LAUNCH; level++) {
        __syncthreads(); /* the previous level's entries are there */
        uint64_t end = shared64_load(queue.queued);
        if (first == end || end - first > Step::SMALL_LEVEL) {
            break;
        }
        __syncthreads(); /* all have read the end before it moves */
        steps_do_items<Step>(&view, {first, end, 0, 1}, &sink, &block);
        steps_flush<Step>(&sink, &block);
        first = end;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *queue.at = first;
    }
}

/* Does small levels from place *first on, which becomes the beginning of the next level. */
template <class Step>
static int steps_drain_small(const struct steps *steps, const void *view, const struct steps_queue *queue,
                             uint64_t *first) {
    if (steps_check(steps) != 0 || steps->side->upload(steps, queue->at, first, sizeof *first) != 0) {
        return -1;
    }
    steps_small_levels<Step><<<1, STEPS_THREADS>>>(*(const typename Step::view_type *)view, *queue);
    return DEVICE_CHECK(cudaGetLastError(), steps->error) != 0
               ? -1
               : steps->side->download(steps, first, queue->at, sizeof *first);
}

/*
 * Drains a queue from place `first` on, level by level. One block does small levels, one after the other: a
 * launch for each would cost more than the work, and a chain of a million vertices has a million levels.
 * Returns 0, or -1 with *steps->error filled.
 */
template <class Step>
static int steps_drain(const struct steps *steps, const void *view, const struct steps_queue *queue,
                       uint64_t first = 0) {
    uint64_t end;
    for (;;) {
        if (steps->side->download(steps, &end, queue->queued, sizeof end) != 0) {
            return -1;
        }
        if (first == end) {
            return 0;
        }
        if (end - first <= Step::SMALL_LEVEL) {
            if (steps_drain_small<Step>(steps, view, queue, &first) != 0) {
                return -1;
            }
            continue;
        }
        if (steps->side->each(steps, steps_launch<Step>, view, first, end - first) != 0) {
            return -1;
        }
        first = end;
    }
}

#endif
