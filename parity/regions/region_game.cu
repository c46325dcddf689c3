/* A game on a GPU, solved by regions: memory, the transpose, levels, and then parity/regions/region.h. */
#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/run.h"
#include "explorer/graph/graph_transpose.h"
#include "parity/regions/region_cuda.h"

/* What a game is solved with, on the GPU. */
struct region_work {
    struct region_solver solver;
    struct game_order arrays; /* while vertices are ordered; later the order, the place and two lines */
    uint32_t *base, *longs, *huges;
    struct region_counters *counters; /* the others lie after it, in a block of so many bytes */
    uint64_t bytes;
    uint64_t *sources_begin; /* the transpose */
    uint32_t *sources;
    uint64_t source_count;
};

#define WORD_ARRAYS 5u /* of a word a vertex */
#define ALIGNMENT 64u  /* words that arrays begin at multiples of */

static uint64_t aligned(uint64_t words) {
    return (words + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Vertices whose rows have more than `length` of the edges, at most. */
static uint64_t most_rows(const struct game *game, uint64_t length) {
    return game->edges / (length + 1);
}

static uint64_t words_bytes(const struct game *game) {
    return sizeof(uint32_t) * (aligned(sizeof(struct region_counters) / sizeof(uint32_t)) +
                               WORD_ARRAYS * aligned(game->vertices) + most_rows(game, REGION_LONG) +
                               most_rows(game, REGION_HUGE));
}

/* The transpose takes 4 a vertex more while it is made, but that is before the rest is there. */
uint64_t region_game_bytes(const struct game *game) {
    return (game->vertices + 1) * sizeof(uint64_t) + game->edges * sizeof(uint32_t) + words_bytes(game) +
           game_levels_bytes(game->vertices);
}

static int check_memory(struct device *device, const struct game *game, struct error *error) {
    uint64_t need = region_game_bytes(game), left = memory_left(&device->memory);
    return need <= left ? 0
                        : error_set(error, ERROR_MEMORY,
                                    "not enough memory on the GPU: solving takes %llu bytes beside the game, "
                                    "and %llu are left",
                                    (unsigned long long)need, (unsigned long long)left);
}

static int transpose(struct region_work *work, const struct game *game) {
    struct digraph graph;
    memset(&graph, 0, sizeof graph);
    graph.vertices = game->vertices;
    graph.edges = game->edges;
    graph.offsets = game->offsets;
    graph.targets = game->targets;
    return digraph_transpose_cuda(work->solver.steps.device, &graph, work->solver.steps.run,
                                  &work->sources_begin, &work->sources, &work->source_count,
                                  work->solver.steps.error);
}

/* One block, for each allocation takes its time. */
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
    view->sources_begin = work->sources_begin;
    view->sources = work->sources;
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
    if (transpose(work, game) != 0 || allocate(work, game) != 0 ||
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
    struct region_work work;
    if (check_memory(steps->device, game, steps->error) != 0) {
        return -1;
    }
    memset(&work, 0, sizeof work);
    work.solver.steps = *steps;
    work.solver.side = &region_cuda_side;
    work.solver.report = task->report;
    int result = solve_by_regions(&work, task);
    release(&work, game->vertices);
    return result;
}
