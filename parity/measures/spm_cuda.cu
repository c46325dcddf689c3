/* Steps of small progress measures on a GPU (parity/measures/spm_rounds_core.h). */
#include "parity/measures/spm_rounds.h"

#include <cub/device/device_scan.cuh>

#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"
#include "parity/game/game_levels.h"
#include "base/steps/steps.cuh"

struct spm_machine : steps_machine<struct spm_view> {
    static constexpr unsigned BLOCKS = 8;
};

/* A step for groups that are queued together. */
#define GROUP_TYPE(machine, name, is_wanted, queue_of, queued_of)                                            \
    struct name##_STEP : machine##_machine {                                                                 \
        static __device__ __forceinline__ bool wants(const view_type *view, uint64_t item) {                 \
            return is_wanted(view, item);                                                                    \
        }                                                                                                    \
        static __device__ __forceinline__ void append(const view_type *view, uint64_t group) {               \
            view->queue_of[shared64_add(&view->counters->queued_of, 1)] = (uint32_t)group;                   \
        }                                                                                                    \
    };

/* A step for vertices with long rows. */
#define LONG_TYPE(machine, name, rows_of, waits_of, look_of, choose_of, end_of)                              \
    struct name##_STEP : machine##_machine {                                                                 \
        static __device__ __forceinline__ uint32_t item(const view_type *view, uint64_t at) {                \
            return view->rows_of.longs[at];                                                                  \
        }                                                                                                    \
        static __device__ __forceinline__ bool waits(const view_type *view, uint32_t vertex,                 \
                                                     uint32_t label) {                                       \
            return waits_of(view, vertex, label, threadIdx.x, STEPS_THREADS);                                \
        }                                                                                                    \
        static __device__ __forceinline__ uint64_t look(const view_type *view, uint32_t vertex,              \
                                                        uint32_t label) {                                    \
            return look_of(view, vertex, label, threadIdx.x, STEPS_THREADS);                                 \
        }                                                                                                    \
        static __device__ __forceinline__ uint64_t choose(const view_type *view, uint32_t label, uint64_t a, \
                                                          uint64_t b) {                                      \
            return choose_of(view, label, a, b);                                                             \
        }                                                                                                    \
        static __device__ __forceinline__ uint32_t end(const view_type *view, uint32_t vertex,               \
                                                       uint32_t label, uint64_t best) {                      \
            return end_of(view, vertex, label, best);                                                        \
        }                                                                                                    \
    };

SPM_STEPS(STEPS_TYPE_COUNTED)
SPM_GROUP_STEPS(GROUP_TYPE)
SPM_LONG_STEPS(LONG_TYPE)

/* --- kernels --- */

/* One warp for each group. */
template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    queue_groups(const __grid_constant__ struct spm_view view, uint64_t groups) {
    for (uint64_t item = device_grid_thread(); item / SPM_GROUP < groups; item += device_grid_step()) {
        if (__any_sync(ALL_LANES, Step::wants(&view, item)) && item % SPM_GROUP == 0) {
            Step::append(&view, item / SPM_GROUP);
        }
    }
}

/* One block for each vertex. */
template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    look_at_long(const __grid_constant__ struct spm_view view, uint64_t items) {
    __shared__ uint64_t best[STEPS_THREADS];
    if (__syncthreads_or(threadIdx.x == 0 && spm_is_over(&view))) {
        return;
    }
    for (uint64_t item = blockIdx.x; item < items; item += gridDim.x) {
        uint32_t vertex = Step::item(&view, item), label = view.label[vertex];
        if (!__syncthreads_or(Step::waits(&view, vertex, label))) {
            continue;
        }
        best[threadIdx.x] = Step::look(&view, vertex, label);
        for (uint32_t half = STEPS_THREADS / 2; half > 0; half /= 2) {
            __syncthreads();
            if (threadIdx.x < half) {
                best[threadIdx.x] = Step::choose(&view, label, best[threadIdx.x], best[threadIdx.x + half]);
            }
        }
        if (threadIdx.x == 0 && Step::end(&view, vertex, label, best[0])) {
            shared64_add(&view.counters->lifts, 1);
        }
        __syncthreads();
    }
}

/* --- the side --- */

template <class Step>
static void launch_groups(const struct steps *steps, const void *view, uint64_t first, uint64_t groups) {
    (void)first; /* always 0 */
    queue_groups<Step><<<steps_blocks<Step>(steps, (groups * SPM_GROUP + STEPS_THREADS - 1) / STEPS_THREADS),
                         STEPS_THREADS>>>(*(const struct spm_view *)view, groups);
}

template <class Step>
static void launch_long(const struct steps *steps, const void *view, uint64_t first, uint64_t items) {
    (void)first;
    look_at_long<Step>
        <<<steps_blocks<Step>(steps, items), STEPS_THREADS>>>(*(const struct spm_view *)view, items);
}

#define LAUNCH_GROUPS(machine, name, ...) launch_groups<name##_STEP>,
#define LAUNCH_LONG(machine, name, ...) launch_long<name##_STEP>,

static const step_function spm_steps[] = {SPM_STEPS(STEPS_LAUNCH_COUNTED) SPM_GROUP_STEPS(LAUNCH_GROUPS)
                                              SPM_LONG_STEPS(LAUNCH_LONG)};

static int cuda_sum(struct spm_rounds *rounds, uint64_t *words, uint64_t count) {
    size_t bytes = 0;
    if (DEVICE_CHECK(cub::DeviceScan::ExclusiveSum(NULL, bytes, words, words, count), rounds->steps.error) !=
        0) {
        return -1;
    }
    void *scratch = device_allocate(rounds->steps.device, bytes, rounds->steps.error);
    int failed =
        scratch == NULL || DEVICE_CHECK(cub::DeviceScan::ExclusiveSum(scratch, bytes, words, words, count),
                                        rounds->steps.error) != 0;
    device_free(rounds->steps.device, scratch, bytes);
    return failed ? -1 : 0;
}

static const struct spm_rounds_side cuda_side = {spm_steps, cuda_sum};

/* --- a game --- */

static_assert(SPM_LEVEL_SHIFT == GAME_LEVEL_SHIFT && SPM_OWNER == GAME_LEVEL_OWNER, "labels are levels");

struct spm_work {
    struct spm_rounds rounds;
    struct game_levels levels;
    uint32_t *label;
    uint32_t *level_size; /* on the host */
};

/* Counts the vertices of each level, on the host; the first group has the highest level. */
static int count_levels(struct spm_work *work) {
    const struct game_levels *order = &work->levels;
    uint64_t levels = order->lowest_level + order->groups;
    work->level_size =
        (uint32_t *)memory_allocate_zeroed(work->rounds.steps.run->memory, levels * sizeof *work->level_size);
    if (work->level_size == NULL) {
        return error_memory(work->rounds.steps.error, "for the game's priorities");
    }
    for (uint64_t group = 0; group < order->groups; group++) {
        work->level_size[levels - 1 - group] = order->group_begin[group + 1] - order->group_begin[group];
    }
    work->rounds.level_size = work->level_size;
    work->rounds.levels = (uint32_t)levels;
    return 0;
}

static int label_vertices(struct spm_work *work, const struct game *game) {
    const struct steps *steps = &work->rounds.steps;
    uint64_t n = game->vertices, bytes = 4 * n * sizeof(uint32_t);
    uint32_t *block = (uint32_t *)device_allocate(steps->device, bytes, steps->error);
    if (block == NULL) {
        return -1;
    }
    struct game_order arrays = {block, block + n, block + 2 * n, block + 3 * n};
    int failed =
        game_levels_make(steps, game, &arrays, work->label, &work->levels) != 0 || count_levels(work) != 0;
    device_free(steps->device, block, bytes);
    game_levels_free(&work->levels, steps->run->memory);
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

int spm_solve_game(const struct steps *steps, const struct solve_task *task) {
    const struct game *game = task->game;
    struct spm_work work = {};
    uint64_t label_bytes = game->vertices * sizeof *work.label;
    struct spm_rounds *rounds = &work.rounds;
    rounds->side = &cuda_side;
    rounds->steps = *steps;
    rounds->report = task->report;
    rounds->options = &task->options->spm;
    work.label = (uint32_t *)device_allocate(steps->device, label_bytes, steps->error);
    int failed = work.label == NULL || label_vertices(&work, game) != 0;
    if (!failed) {
        make_view(&work, game, task->solution);
        failed = spm_rounds_solve(rounds, task->options->keep_loops) != 0;
    }
    device_free(steps->device, work.label, label_bytes);
    memory_free(steps->run->memory, work.level_size, rounds->levels * sizeof *work.level_size);
    return failed ? -1 : 0;
}
