/*
 * Solving by regions on a GPU (parity/regions/region.h): the steps, memory, sources and levels.
 *
 * Attraction runs in rounds, of which many may be thin. One block runs many thin rounds in a single launch,
 * because a launch for each would cost more than the work. Each wide round is a launch; the host reads the
 * counters after several of them. No launch is long, so that the host can check the stop flag.
 */
#include "parity/regions/region.h"

#include "base/device/device_check.cuh"
#include "base/error.h"
#include "base/run.h"
#include "base/steps/steps.cuh"
#include "explorer/graph/digraph_device.h"
#include "parity/regions/region_pull_core.h"

#define THIN_THREADS 1024u
#define THIN_ROUND 4096u /* most items of a thin round */
#define THIN_LANES 8u    /* most threads that share an item */
#define ROUNDS_OF_A_LAUNCH 1024u
#define WIDE_ROUND (1u << 18) /* items */
#define LAUNCHES 16u          /* launches of rounds that are not wide between two reads of the counters */
#define ROUND_COST ((uint64_t)1 << 19) /* edges looked at in the time of a launch */
#define PULL_EFFORT 5u                 /* looks at all edges in half the time that sources take */

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

/* A step for a line. A vertex with very many sources is put off for a launch of its own. */
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

/* Examines the sources of one vertex. */
template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    each_source(const __grid_constant__ struct region_view view, uint32_t vertex) {
    __shared__ struct steps_block<Step> block;
    struct step_sink sink = steps_begin<Step>(&view, &block);
    Step::look(&view, vertex, blockIdx.x * STEPS_THREADS + threadIdx.x, gridDim.x * STEPS_THREADS, &sink);
    steps_flush<Step>(&sink, &block);
}

/* Runs the round [head, end) of a line; the last block that finishes begins the next one. */
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
    steps_do_items<Step>(&view, {first, end, blockIdx.x, gridDim.x}, &sink, &block);
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
 * Thin rounds, by one block. The time of a round is that of its successive accesses to memory: so the items
 * are in shared memory, several threads share the sources of each, and the line is only written.
 */
struct thin_count {
    uint32_t found; /* items for the next round */
    uint64_t more;  /* number of them that did not fit */
    uint32_t large; /* items of this round with very many sources */
};

struct thin_work {
    uint32_t fronts[2][THIN_ROUND]; /* the items of this round and of the next one, alternately */
    struct thin_count counts[3];    /* in turn: some threads still read one while others write the next */
    uint16_t large[THIN_ROUND];     /* places of large items in the front */
};

/* Returns how many threads share an item. */
static __device__ unsigned thin_lanes(uint32_t count) {
    unsigned lanes = 1;
    while (lanes < THIN_LANES && count * lanes <= THIN_THREADS) {
        lanes *= 2;
    }
    return lanes;
}

/* Processes the items of a round, those with very many sources last. All threads call it. */
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

/* Runs rounds of a line until it is empty or a round is not thin any more. */
template <class Step>
static __global__ void __launch_bounds__(THIN_THREADS)
    thin_rounds(const __grid_constant__ struct region_view view) {
    __shared__ struct thin_work work;
    struct region_line *line = &view.counters->lines[Step::LINE];
    uint32_t *const items = view.lines[Step::LINE];
    uint64_t tail = line->tail, count = tail - line->head; /* the entries of the round */
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

/* Launches some rounds, the first of which has `width` items. */
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

/* Launches a kernel for each vertex that was put off. */
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

/* --- a game --- */

/* The memory for solving a game. */
struct region_work {
    struct region_solver solver;
    struct game_order arrays; /* while vertices are ordered; later the order, the place and two lines */
    uint32_t *base, *longs, *huges;
    struct region_counters *counters; /* begins the block that has all of the above */
    uint64_t bytes;                   /* size of the block */
    uint64_t *sources_begin;          /* the transpose */
    uint32_t *sources;
    uint64_t source_count;
};

#define WORD_ARRAYS 5u /* arrays of a word for each vertex */
#define ALIGNMENT 64u  /* arrays begin at multiples of this many words */

static uint64_t aligned(uint64_t words) {
    return (words + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Returns a bound of the number of vertices with more than `length` edges. */
static uint64_t most_rows(const struct game *game, uint64_t length) {
    return game->edges / (length + 1);
}

static uint64_t words_bytes(const struct game *game) {
    return sizeof(uint32_t) * (aligned(sizeof(struct region_counters) / sizeof(uint32_t)) +
                               WORD_ARRAYS * aligned(game->vertices) + most_rows(game, REGION_LONG) +
                               most_rows(game, REGION_HUGE));
}

/* Without sources. */
static uint64_t least_bytes(const struct game *game) {
    return words_bytes(game) + game_levels_bytes(game->vertices);
}

uint64_t region_game_bytes(const struct game *game) {
    struct digraph graph = {};
    graph.vertices = game->vertices;
    graph.edges = game->edges;
    return least_bytes(game) + digraph_transpose_cuda_bytes(&graph);
}

static int check_memory(struct device *device, const struct game *game, struct error *error) {
    uint64_t need = least_bytes(game), left = memory_left(&device->memory);
    return need <= left
               ? 0
               : error_set(error, ERROR_MEMORY,
                           "not enough memory on the GPU: solving takes %llu bytes or more beside the game, "
                           "and %llu are left",
                           (unsigned long long)need, (unsigned long long)left);
}

/* The solver is the first member of its work. */
static int cuda_find_sources(struct region_solver *solver) {
    struct region_work *work = (struct region_work *)solver;
    struct region_view *view = &solver->view;
    const struct digraph_rows rows = {view->place, REGION_DECIDED << REGION_SHIFT};
    struct digraph graph = {};
    struct digraph_transpose back;
    graph.vertices = view->vertices;
    graph.edges = solver->edges;
    graph.offsets = view->offsets;
    graph.targets = view->targets;
    if (digraph_transpose_rows_cuda(solver->steps.device, &graph, &rows, solver->steps.run, &back,
                                    solver->steps.error) != 0) {
        int too_little = solver->steps.error->code == ERROR_MEMORY;
        solver->steps.error->code = too_little ? ERROR_NONE : solver->steps.error->code;
        return too_little ? 0 : -1;
    }
    view->sources_begin = work->sources_begin = back.offsets;
    view->sources = work->sources = back.sources;
    work->source_count = back.edges;
    return 1;
}

static const struct region_side cuda_side = {region_steps, cuda_drain, cuda_find_sources};

/* Allocates one block, because every allocation takes time. */
static int allocate(struct region_work *work, const struct game *game) {
    uint64_t stride = aligned(game->vertices);
    work->bytes = words_bytes(game);
    work->counters = (struct region_counters *)device_allocate(work->solver.steps.device, work->bytes,
                                                               work->solver.steps.error);
    if (work->counters == NULL) {
        return -1;
    }
    work->base = (uint32_t *)work->counters + aligned(sizeof *work->counters / sizeof(uint32_t));
    work->arrays.order = work->base + stride;
    work->arrays.spare = work->arrays.order + stride;
    work->arrays.keys = work->arrays.spare + stride;
    work->arrays.spare_keys = work->arrays.keys + stride;
    work->longs = work->arrays.spare_keys + stride;
    work->huges = work->longs + most_rows(game, REGION_LONG);
    return 0;
}

static void release(struct region_work *work, uint64_t vertices) {
    struct region_solver *solver = &work->solver;
    struct device *device = solver->steps.device;
    struct memory *memory = solver->steps.run->memory;
    if (work->sources_begin != NULL) {
        device_free(device, work->sources_begin, (vertices + 1) * sizeof(uint64_t));
        device_free(device, work->sources, work->source_count * sizeof(uint32_t));
    }
    device_free(device, work->counters, work->bytes);
    memory_free(memory, solver->frames, solver->levels.groups * sizeof *solver->frames);
    game_levels_free(&solver->levels, memory);
}

static void make_view(struct region_work *work, const struct game *game, struct solution *solution) {
    struct region_view *view = &work->solver.view;
    view->vertices = game->vertices;
    view->offsets = game->offsets;
    view->targets = game->targets;
    view->place = work->arrays.spare_keys;
    view->base = work->base;
    view->order = work->arrays.order;
    view->lines[REGION_QUEUE] = work->arrays.spare;
    view->lines[REGION_LIST] = work->arrays.keys;
    view->lines[REGION_LONGS] = work->longs;
    view->lines[REGION_HUGES] = work->huges;
    view->winner = solution->winner;
    view->strategy = solution->strategy;
    view->counters = work->counters;
}

static int solve_by_regions(struct region_work *work, const struct solve_task *task) {
    const struct game *game = task->game;
    struct region_solver *solver = &work->solver;
    solver->edges = game->edges;
    solver->effort = PULL_EFFORT * game->edges;
    solver->round_cost = ROUND_COST;
    if (allocate(work, game) != 0 ||
        game_levels_make(&solver->steps, game, &work->arrays, work->base, &solver->levels) != 0) {
        return -1;
    }
    solver->frames = (struct region_frame *)memory_allocate_array(
        solver->steps.run->memory, solver->levels.groups, sizeof *solver->frames);
    if (solver->frames == NULL) {
        return error_memory(solver->steps.error, "for the game's priorities");
    }
    make_view(work, game, task->solution);
    return DEVICE_CHECK(cudaMemcpyAsync(solver->view.place, work->base, game->vertices * sizeof *work->base,
                                        cudaMemcpyDeviceToDevice),
                        solver->steps.error) != 0
               ? -1
               : region_solve(solver, task->options);
}

int region_solve_game(const struct steps *steps, const struct solve_task *task) {
    const struct game *game = task->game;
    struct region_work work = {};
    if (check_memory(steps->device, game, steps->error) != 0) {
        return -1;
    }
    work.solver.steps = *steps;
    work.solver.side = &cuda_side;
    work.solver.report = task->report;
    int result = solve_by_regions(&work, task);
    release(&work, game->vertices);
    return result;
}
