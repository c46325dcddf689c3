/*
 * Steps of solving by regions on a GPU (parity/regions/region_core.h).
 *
 * Attraction goes in rounds, and there may be many thin ones: those are done by one block that goes on by
 * itself, for a launch each would cost more than the work. Wide rounds are launches of their own, several of
 * them between two looks at the counters. No launch is long: then the host looks at the stop flag.
 */
#include "parity/regions/region_cuda.h"

#include "base/device/device_check.cuh"
#include "base/error.h"
#include "base/steps/steps.cuh"

#define THIN_THREADS 1024u
#define THIN_ROUND 4096u /* items that the one block takes at a time */
#define THIN_LANES 8u    /* of its threads that share an item, at most */
#define ROUNDS_OF_A_LAUNCH 1024u
#define WIDE_ROUND (1u << 18) /* items */
#define LAUNCHES 16u          /* of rounds that are not wide, between two looks at the counters */

struct region_machine : steps_machine<struct region_view> {
    static constexpr unsigned MOST_PARTS = 64;
    static constexpr unsigned BLOCKS = 8;
    static constexpr unsigned STAGED = 2;
};

REGION_STEPS(STEPS_TYPE_HALVES)
REGION_LONG_STEPS(STEPS_TYPE_HALVES)
REGION_LINE_STEPS(STEPS_TYPE_HALVES)

static const step_function region_steps[] = {REGION_STEPS(STEPS_LAUNCH)
                                                 REGION_LONG_STEPS(STEPS_LAUNCH_LARGE)};

/* --- rounds of a line --- */

/* A step for a line. Vertices with many sources are put off, for a launch of their own. */
template <class Step, unsigned NAME> struct line_step : Step {
    static constexpr unsigned LINE = NAME;
    static constexpr bool ENDS = false;

    static __device__ __forceinline__ bool put_off(const struct region_view *view, uint32_t vertex) {
        if (Step::row(view, vertex) <= REGION_HUGE) {
            return false;
        }
        if (threadIdx.x == 0) {
            uint64_t at = shared64_add(&view->counters->lines[REGION_HUGES].tail, 1);
            view->lines[REGION_HUGES][at] = vertex;
        }
        return true;
    }
};

typedef line_step<REGION_ATTRACT_STEP, REGION_QUEUE> attract_step;
typedef line_step<REGION_TAINT_STEP, REGION_LIST> taint_step;

/* The sources of one vertex. */
template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    each_source(const __grid_constant__ struct region_view view, uint32_t vertex) {
    __shared__ struct steps_block<Step> block;
    struct step_sink sink = steps_begin<Step>(&view, &block);
    Step::look(&view, vertex, blockIdx.x * STEPS_THREADS + threadIdx.x, gridDim.x * STEPS_THREADS, &sink);
    steps_flush<Step>(&sink, &block);
}

/* The round [head, end) of a line; the last block that is done with it begins the next one. */
template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    wide_round(const __grid_constant__ struct region_view view) {
    __shared__ struct steps_block<Step> block;
    __shared__ uint64_t first, end;
    struct region_line *line = &view.counters->lines[Step::LINE];
    struct step_sink sink = steps_begin<Step>(&view, &block);
    if (threadIdx.x == 0) {
        first = line->head;
        end = line->end;
    }
    __syncthreads();
    steps_do_items<Step>(&view, first, end, blockIdx.x, gridDim.x, &sink, &block);
    steps_flush<Step>(&sink, &block);
    if (threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&view.counters->blocks, 1u) == gridDim.x - 1) {
            view.counters->blocks = 0;
            line->head = end;
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
template <class Step>
static __device__ void thin_items(const struct region_view *view, const uint32_t *front, uint32_t count,
                                  const struct step_sink *sink, struct thin_work *work,
                                  struct thin_count *counts) {
    const unsigned lanes = thin_lanes(count), lane = threadIdx.x % lanes;
    for (uint32_t i = threadIdx.x / lanes; i < count; i += THIN_THREADS / lanes) {
        if (Step::row(view, front[i]) <= Step::MOST_PARTS) {
            Step::look(view, front[i], lane, lanes, sink);
        } else if (lane == 0) {
            work->large[atomicAdd(&counts->large, 1u)] = (uint16_t)i;
        }
    }
    __syncthreads();
    const uint32_t large = counts->large;
    for (uint32_t i = 0; i < large; i++) {
        uint32_t vertex = front[work->large[i]];
        if (!Step::put_off(view, vertex)) {
            Step::look(view, vertex, threadIdx.x, THIN_THREADS, sink);
        }
    }
    if (large != 0) { /* for all threads or for none */
        __syncthreads();
    }
}

/* Rounds of a line until it is empty or a round is not thin any more. */
template <class Step>
static __global__ void __launch_bounds__(THIN_THREADS)
    thin_rounds(const __grid_constant__ struct region_view view) {
    __shared__ struct thin_work work;
    struct region_line *line = &view.counters->lines[Step::LINE];
    uint32_t *const items = view.lines[Step::LINE];
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
        const struct step_sink sink = {items + tail + THIN_ROUND, &counts->more, fresh, &counts->found,
                                       THIN_ROUND};
        if (threadIdx.x == 0) {
            next->found = next->large = 0;
            next->more = 0;
        }
        thin_items<Step>(&view, work.fronts[round % 2], (uint32_t)count, &sink, &work, counts);
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

/* Some rounds, the first of which has `width` items. */
template <class Step> static int launch_rounds(struct region_solver *solver, uint64_t width) {
    struct region_line *line = &solver->counters.lines[Step::LINE];
    uint64_t least = solver->steps.device->processors, blocks = width / (STEPS_THREADS / 2);
    unsigned launches = width < WIDE_ROUND ? LAUNCHES : 1;
    if (line->end != line->tail) {
        line->end = line->tail;
        if (region_write(solver) != 0) {
            return -1;
        }
    }
    unsigned grid = steps_blocks<Step>(&solver->steps, blocks < least ? least : blocks);
    for (unsigned i = 0; i < launches; i++) {
        wide_round<Step><<<grid, STEPS_THREADS>>>(solver->view);
    }
    return DEVICE_CHECK(cudaGetLastError(), solver->steps.error);
}

/* What was put off, a launch each. */
template <class Step> static int launch_huge(struct region_solver *solver) {
    struct region_line *line = &solver->counters.lines[REGION_HUGES];
    unsigned grid = steps_blocks<Step>(&solver->steps, UINT64_MAX);
    uint64_t count = line->tail;
    line->tail = 0;
    if (region_write(solver) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        uint32_t vertex;
        if (device_download(&vertex, solver->view.lines[REGION_HUGES] + i, sizeof vertex,
                            solver->steps.error) != 0) {
            return -1;
        }
        each_source<Step><<<grid, STEPS_THREADS>>>(solver->view, vertex);
        if (DEVICE_CHECK(cudaGetLastError(), solver->steps.error) != 0) {
            return -1;
        }
    }
    return 0;
}

template <class Step> static int drain_line(struct region_solver *solver) {
    const struct region_line *line = &solver->counters.lines[Step::LINE];
    for (;;) {
        if (region_read(solver) != 0) {
            return -1;
        }
        uint64_t width = line->tail - line->head;
        if (width == 0 && solver->counters.lines[REGION_HUGES].tail == 0) {
            return 0;
        }
        if (steps_check(&solver->steps) != 0) {
            return -1;
        }
        if (width == 0) {
            if (launch_huge<Step>(solver) != 0) {
                return -1;
            }
        } else if (width > THIN_ROUND) {
            if (launch_rounds<Step>(solver, width) != 0) {
                return -1;
            }
        } else {
            thin_rounds<Step><<<1, THIN_THREADS>>>(solver->view);
            if (DEVICE_CHECK(cudaGetLastError(), solver->steps.error) != 0) {
                return -1;
            }
        }
    }
}

static int cuda_drain(struct region_solver *solver, enum region_step step) {
    return step == REGION_ATTRACT ? drain_line<attract_step>(solver) : drain_line<taint_step>(solver);
}

const struct region_side region_cuda_side = {region_steps, cuda_drain};
