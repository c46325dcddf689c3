/*
 * Steps of solving by regions on a GPU (parity/regions/region_core.h): a thread an item, where it has few
 * edges; a block an item, where it has many.
 *
 * Attraction goes in rounds, and there may be many thin ones: those are done by one block that goes on by
 * itself, for a launch each would cost more than the work. Wide rounds are launches of their own, several of
 * them between two looks at the counters. No launch is long: then the host looks at the stop flag.
 */
#include "parity/regions/region_cuda.h"

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"

#define THREADS 256u
#define THIN_THREADS 1024u
#define MOST_PARTS 64u   /* of an item that a thread does alone */
#define THIN_ROUND 4096u /* items that the one block takes at a time */
#define THIN_LANES 8u    /* of its threads that share an item, at most */
#define ROUNDS_OF_A_LAUNCH 1024u
#define WIDE_ROUND (1u << 18) /* items */
#define LAUNCHES 16u          /* of rounds that are not wide, between two looks at the counters */
#define STAGED 2u             /* vertices a thread that a block keeps back */
#define BLOCKS_PER_PROCESSOR 8u

/* What the threads of a block share. */
struct block_work {
    uint32_t staged[STAGED * THREADS];
    uint32_t staged_count; /* wanted; there may be fewer */
    uint32_t sees;
    uint32_t large_count;
    unsigned long long at;
    uint64_t first, end; /* of the round */
    uint64_t large[THREADS];
};

static __device__ struct region_sink block_begin(const struct region_view *view, enum region_step step,
                                                 struct block_work *work) {
    enum region_line_name line = region_step_line(step);
    struct region_sink sink = {view->lines[line], &view->counters->lines[line].tail, work->staged,
                               &work->staged_count, STAGED * THREADS};
    if (threadIdx.x == 0) {
        work->staged_count = work->large_count = work->sees = 0;
    }
    __syncthreads();
    return sink;
}

/* Appends what was kept back. All threads. */
static __device__ void block_flush(const struct region_sink *sink, struct block_work *work) {
    __syncthreads();
    uint32_t count = work->staged_count < sink->staged_most ? work->staged_count : sink->staged_most;
    if (count == 0) { /* for all threads or for none */
        return;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        work->at = atomicAdd((unsigned long long *)sink->tail, (unsigned long long)count);
        work->staged_count = 0;
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < count; i += THREADS) {
        sink->line[work->at + i] = work->staged[i];
    }
    __syncthreads();
}

template <enum region_step step>
static __device__ __forceinline__ int is_huge(const struct region_view *view, uint32_t vertex) {
    return (step == REGION_ATTRACT || step == REGION_TAINT) && region_parts(view, step, vertex) > REGION_HUGE;
}

/* Many sources are for a launch of their own. */
static __device__ void put_off(const struct region_view *view, uint32_t vertex) {
    if (threadIdx.x == 0) {
        uint64_t at = shared64_add(&view->counters->lines[REGION_HUGES].tail, 1);
        view->lines[REGION_HUGES][at] = vertex;
    }
}

/* One item, by all threads. */
template <enum region_step step>
static __device__ void do_large(const struct region_view *view, uint64_t item, const struct region_sink *sink,
                                struct block_work *work) {
    uint32_t vertex = region_vertex(view, step, item);
    if (is_huge<step>(view, vertex)) {
        put_off(view, vertex);
        return;
    }
    uint32_t sees = region_begin(view, step, vertex, threadIdx.x, THREADS, sink);
    if (sees != 0) {
        atomicOr(&work->sees, sees);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        region_end(view, step, item, vertex, work->sees, sink);
        work->sees = 0;
    }
    __syncthreads();
}

/* The items [first, end) that fall to `part` of `parts` blocks. All threads; leaves some of it kept back. */
template <enum region_step step>
static __device__ void do_items(const struct region_view *view, uint64_t first, uint64_t end, uint64_t part,
                                uint64_t parts, const struct region_sink *sink, struct block_work *work) {
    for (uint64_t base = first + part * THREADS; base < end; base += parts * THREADS) {
        uint64_t item = base + threadIdx.x;
        if (item < end) {
            uint32_t vertex = region_vertex(view, step, item);
            if (region_parts(view, step, vertex) <= MOST_PARTS) {
                uint32_t sees = region_begin(view, step, vertex, 0, 1, sink);
                region_end(view, step, item, vertex, sees, sink);
            } else {
                work->large[atomicAdd(&work->large_count, 1u)] = item;
            }
        }
        __syncthreads();
        uint32_t large = work->large_count;
        for (uint32_t i = 0; i < large; i++) {
            do_large<step>(view, work->large[i], sink, work);
        }
        int full = work->staged_count > STAGED * THREADS / 2;
        __syncthreads();
        if (threadIdx.x == 0) {
            work->large_count = 0;
        }
        if (full) {
            block_flush(sink, work);
        }
        __syncthreads();
    }
}

template <enum region_step step>
static __global__ void __launch_bounds__(THREADS)
    each_item(const __grid_constant__ struct region_view view, uint64_t first, uint64_t count) {
    __shared__ struct block_work work;
    struct region_sink sink = block_begin(&view, step, &work);
    do_items<step>(&view, first, first + count, blockIdx.x, gridDim.x, &sink, &work);
    block_flush(&sink, &work);
}

/* A block an item. */
template <enum region_step step>
static __global__ void __launch_bounds__(THREADS)
    each_large(const __grid_constant__ struct region_view view, uint64_t count) {
    __shared__ struct block_work work;
    struct region_sink sink = block_begin(&view, step, &work);
    for (uint64_t item = blockIdx.x; item < count; item += gridDim.x) {
        do_large<step>(&view, item, &sink, &work);
    }
    block_flush(&sink, &work);
}

/* The sources of one vertex. */
template <enum region_step step>
static __global__ void __launch_bounds__(THREADS)
    each_source(const __grid_constant__ struct region_view view, uint32_t vertex) {
    __shared__ struct block_work work;
    struct region_sink sink = block_begin(&view, step, &work);
    region_begin(&view, step, vertex, blockIdx.x * THREADS + threadIdx.x, gridDim.x * THREADS, &sink);
    block_flush(&sink, &work);
}

/* The round [head, end) of a line; the last block that is done with it begins the next one. */
template <enum region_step step>
static __global__ void __launch_bounds__(THREADS)
    wide_round(const __grid_constant__ struct region_view view) {
    __shared__ struct block_work work;
    struct region_line *line = &view.counters->lines[region_step_line(step)];
    struct region_sink sink = block_begin(&view, step, &work);
    if (threadIdx.x == 0) {
        work.first = line->head;
        work.end = line->end;
    }
    __syncthreads();
    do_items<step>(&view, work.first, work.end, blockIdx.x, gridDim.x, &sink, &work);
    block_flush(&sink, &work);
    if (threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&view.counters->blocks, 1u) == gridDim.x - 1) {
            view.counters->blocks = 0;
            line->head = work.end;
            line->end = atomicAdd((unsigned long long *)&line->tail, 0ull);
        }
    }
}

/*
 * Thin rounds, by one block. A round is one wait for memory after the other, so the fewer the better: its
 * items are in the block's memory, several threads share the sources of each, and the line is only written.
 */
struct thin_count {
    uint32_t found; /* items for the next round, */
    uint64_t more;  /* and how many of them did not fit */
    uint32_t large; /* items of this round with very many sources */
};

struct thin_work {
    uint32_t fronts[2][THIN_ROUND]; /* a round's items; in turns */
    struct thin_count counts[3];    /* in turns: some still read one while others write the next */
    uint16_t large[THIN_ROUND];     /* places of the front */
};

/* How many threads share an item. */
static __device__ unsigned thin_lanes(uint32_t count) {
    unsigned lanes = 1;
    while (lanes < THIN_LANES && count * lanes <= THIN_THREADS) {
        lanes *= 2;
    }
    return lanes;
}

/* A round's items, those with very many sources last. All threads. */
template <enum region_step step>
static __device__ void thin_items(const struct region_view *view, const uint32_t *front, uint32_t count,
                                  const struct region_sink *sink, struct thin_work *work,
                                  struct thin_count *counts) {
    const unsigned lanes = thin_lanes(count), lane = threadIdx.x % lanes;
    for (uint32_t i = threadIdx.x / lanes; i < count; i += THIN_THREADS / lanes) {
        if (region_parts(view, step, front[i]) <= MOST_PARTS) {
            region_begin(view, step, front[i], lane, lanes, sink);
        } else if (lane == 0) {
            work->large[atomicAdd(&counts->large, 1u)] = (uint16_t)i;
        }
    }
    __syncthreads();
    const uint32_t large = counts->large;
    for (uint32_t i = 0; i < large; i++) {
        uint32_t vertex = front[work->large[i]];
        if (is_huge<step>(view, vertex)) {
            put_off(view, vertex);
        } else {
            region_begin(view, step, vertex, threadIdx.x, THIN_THREADS, sink);
        }
    }
    if (large != 0) { /* for all threads or for none */
        __syncthreads();
    }
}

/* Rounds of a line until it is empty or a round is not thin any more. */
template <enum region_step step>
static __global__ void __launch_bounds__(THIN_THREADS)
    thin_rounds(const __grid_constant__ struct region_view view) {
    __shared__ struct thin_work work;
    struct region_line *line = &view.counters->lines[region_step_line(step)];
    uint32_t *const items = view.lines[region_step_line(step)];
    uint64_t tail = line->tail, count = tail - line->head; /* of the round */
    for (uint64_t i = threadIdx.x; i < count && count <= THIN_ROUND; i += THIN_THREADS) {
        work.fronts[0][i] = items[tail - count + i];
    }
    if (threadIdx.x == 0) {
        work.counts[0].found = work.counts[0].large = 0;
        work.counts[0].more = 0;
    }
    __syncthreads();
    for (unsigned round = 0; round < ROUNDS_OF_A_LAUNCH && count != 0 && count <= THIN_ROUND; round++) {
        struct thin_count *counts = &work.counts[round % 3], *next = &work.counts[(round + 1) % 3];
        uint32_t *fresh = work.fronts[(round + 1) % 2];
        const struct region_sink sink = {items + tail + THIN_ROUND, &counts->more, fresh, &counts->found,
                                         THIN_ROUND};
        if (threadIdx.x == 0) {
            next->found = next->large = 0;
            next->more = 0;
        }
        thin_items<step>(&view, work.fronts[round % 2], (uint32_t)count, &sink, &work, counts);
        count = counts->found;
        for (uint64_t i = threadIdx.x; i < count && i < THIN_ROUND; i += THIN_THREADS) {
            items[tail + i] = fresh[i];
        }
        tail += count;
    }
    if (threadIdx.x == 0) {
        line->head = tail - count;
        line->end = line->tail = tail;
    }
}

/* --- the host's side --- */

template <enum region_step step>
static int launch_items(struct region_solver *solver, uint64_t first, uint64_t count) {
    uint64_t blocks = (count + THREADS - 1) / THREADS;
    uint64_t most = (uint64_t)BLOCKS_PER_PROCESSOR * solver->device->processors;
    each_item<step><<<(unsigned)(blocks < most ? blocks : most), THREADS>>>(solver->view, first, count);
    return DEVICE_CHECK(cudaGetLastError(), solver->error);
}

template <enum region_step step> static int launch_large(struct region_solver *solver, uint64_t count) {
    uint64_t most = (uint64_t)BLOCKS_PER_PROCESSOR * solver->device->processors;
    each_large<step><<<(unsigned)(count < most ? count : most), THREADS>>>(solver->view, count);
    return DEVICE_CHECK(cudaGetLastError(), solver->error);
}

static int cuda_each(struct region_solver *solver, enum region_step step, uint64_t first, uint64_t count) {
    switch (step) {
    case REGION_FALLS:
        return launch_items<REGION_FALLS>(solver, first, count);
    case REGION_FIND_LONG:
        return launch_items<REGION_FIND_LONG>(solver, first, count);
    case REGION_LOOPS:
        return launch_items<REGION_LOOPS>(solver, first, count);
    case REGION_GATHER:
        return launch_items<REGION_GATHER>(solver, first, count);
    case REGION_SEED:
        return launch_items<REGION_SEED>(solver, first, count);
    case REGION_COLLECT:
        return launch_items<REGION_COLLECT>(solver, first, count);
    case REGION_RESET:
        return launch_items<REGION_RESET>(solver, first, count);
    case REGION_CONVERT:
        return launch_items<REGION_CONVERT>(solver, first, count);
    case REGION_ATTRACT_LONG:
        return launch_large<REGION_ATTRACT_LONG>(solver, count);
    case REGION_TAINT_LONG:
        return launch_large<REGION_TAINT_LONG>(solver, count);
    case REGION_ATTRACT:
    case REGION_TAINT:
        break; /* by draining only */
    }
    return 0;
}

static int cuda_read(struct region_solver *solver) {
    return device_download(&solver->counters, solver->view.counters, sizeof solver->counters, solver->error);
}

static int cuda_write(struct region_solver *solver) {
    return device_upload(solver->view.counters, &solver->counters, sizeof solver->counters, solver->error);
}

/* Some rounds, the first of which has `width` items. */
template <enum region_step step> static int launch_rounds(struct region_solver *solver, uint64_t width) {
    struct region_line *line = &solver->counters.lines[region_step_line(step)];
    uint64_t least = solver->device->processors, most = BLOCKS_PER_PROCESSOR * least;
    uint64_t blocks = width / (THREADS / 2);
    unsigned launches = width < WIDE_ROUND ? LAUNCHES : 1;
    if (line->end != line->tail) {
        line->end = line->tail;
        if (cuda_write(solver) != 0) {
            return -1;
        }
    }
    blocks = blocks < least ? least : blocks < most ? blocks : most;
    for (unsigned i = 0; i < launches; i++) {
        wide_round<step><<<(unsigned)blocks, THREADS>>>(solver->view);
    }
    return DEVICE_CHECK(cudaGetLastError(), solver->error);
}

/* What was put off, a launch each. */
template <enum region_step step> static int launch_huge(struct region_solver *solver) {
    uint64_t most = (uint64_t)BLOCKS_PER_PROCESSOR * solver->device->processors;
    struct region_line *line = &solver->counters.lines[REGION_HUGES];
    uint64_t count = line->tail;
    line->tail = 0;
    if (cuda_write(solver) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        uint32_t vertex;
        if (device_download(&vertex, solver->view.lines[REGION_HUGES] + i, sizeof vertex, solver->error) !=
            0) {
            return -1;
        }
        each_source<step><<<(unsigned)most, THREADS>>>(solver->view, vertex);
        if (DEVICE_CHECK(cudaGetLastError(), solver->error) != 0) {
            return -1;
        }
    }
    return 0;
}

template <enum region_step step> static int drain_line(struct region_solver *solver) {
    const struct region_line *line = &solver->counters.lines[region_step_line(step)];
    for (;;) {
        if (cuda_read(solver) != 0) {
            return -1;
        }
        uint64_t width = line->tail - line->head;
        if (width == 0 && solver->counters.lines[REGION_HUGES].tail == 0) {
            return 0;
        }
        if (run_should_stop(solver->run)) {
            return error_set(solver->error, ERROR_INTERRUPTED, "interrupted while solving the game");
        }
        if (width == 0) {
            if (launch_huge<step>(solver) != 0) {
                return -1;
            }
        } else if (width > THIN_ROUND) {
            if (launch_rounds<step>(solver, width) != 0) {
                return -1;
            }
        } else {
            thin_rounds<step><<<1, THIN_THREADS>>>(solver->view);
            if (DEVICE_CHECK(cudaGetLastError(), solver->error) != 0) {
                return -1;
            }
        }
    }
}

static int cuda_drain(struct region_solver *solver, enum region_step step) {
    return step == REGION_ATTRACT ? drain_line<REGION_ATTRACT>(solver) : drain_line<REGION_TAINT>(solver);
}

const struct region_side region_cuda_side = {cuda_each, cuda_drain, cuda_read, cuda_write};
