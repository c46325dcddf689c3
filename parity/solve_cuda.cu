/* Solving parity games on a GPU: memory, the transpose, levels, and then regions (parity/region.h). */
#include <string.h>

#include "base/device.h"
#include "base/device_check.cuh"
#include "base/run.h"
#include "decompose/graph_transpose.h"
#include "parity/region_cuda.h"
#include "parity/solve.h"

/* What a game is solved with, on the GPU. */
struct solve_work {
    struct region_solver solver;
    struct region_order arrays; /* while vertices are ordered; later the order, the place and two lines */
    uint32_t *base, *longs;
    uint64_t longs_most;
    uint64_t *sources_begin;
    uint32_t *sources;
    uint64_t source_count;
    struct region_counters *counters;
};

static uint64_t most_longs(const struct game *game) {
    return game->edges / (REGION_LONG + 1);
}

/* 12 a vertex and 4 an edge while the transpose is made, of which 4 a vertex go before the rest comes. */
uint64_t solve_cuda_bytes(const struct game *game) {
    return game->vertices * (sizeof(uint64_t) + 5 * sizeof(uint32_t)) + sizeof(uint64_t) +
           game->edges * sizeof(uint32_t) + most_longs(game) * sizeof(uint32_t) +
           sizeof(struct region_counters) + region_order_bytes(game->vertices);
}

static int check_memory(struct device *device, const struct game *game, struct error *error) {
    uint64_t need = solve_cuda_bytes(game), left = memory_left(&device->memory);
    return need <= left ? 0
                        : error_set(error, ERROR_MEMORY,
                                    "not enough memory on the GPU: solving takes %llu bytes beside the game, "
                                    "and %llu are left",
                                    (unsigned long long)need, (unsigned long long)left);
}

static uint32_t *allocate_words(struct solve_work *work, uint64_t count) {
    return (uint32_t *)device_allocate(work->solver.device, count * sizeof(uint32_t), work->solver.error);
}

static int allocate(struct solve_work *work, const struct game *game) {
    struct digraph graph;
    uint64_t vertices = game->vertices;
    memset(&graph, 0, sizeof graph);
    graph.vertices = vertices;
    graph.edges = game->edges;
    graph.offsets = game->offsets;
    graph.targets = game->targets;
    if (digraph_transpose_cuda(work->solver.device, &graph, work->solver.run, &work->sources_begin,
                               &work->sources, &work->source_count, work->solver.error) != 0) {
        return -1;
    }
    work->longs_most = most_longs(game);
    return (work->base = allocate_words(work, vertices)) == NULL ||
                   (work->arrays.order = allocate_words(work, vertices)) == NULL ||
                   (work->arrays.spare = allocate_words(work, vertices)) == NULL ||
                   (work->arrays.keys = allocate_words(work, vertices)) == NULL ||
                   (work->arrays.spare_keys = allocate_words(work, vertices)) == NULL ||
                   (work->longs = allocate_words(work, work->longs_most)) == NULL ||
                   (work->counters = (struct region_counters *)device_allocate(
                        work->solver.device, sizeof *work->counters, work->solver.error)) == NULL
               ? -1
               : 0;
}

static void release(struct solve_work *work, uint64_t vertices) {
    struct region_solver *solver = &work->solver;
    struct device *device = solver->device;
    struct memory *memory = solver->run->memory;
    uint64_t bytes = vertices * sizeof(uint32_t);
    if (work->sources_begin != NULL) {
        device_free(device, work->sources_begin, (vertices + 1) * sizeof(uint64_t));
        device_free(device, work->sources, work->source_count * sizeof(uint32_t));
    }
    device_free(device, work->base, bytes);
    device_free(device, work->arrays.order, bytes);
    device_free(device, work->arrays.spare, bytes);
    device_free(device, work->arrays.keys, bytes);
    device_free(device, work->arrays.spare_keys, bytes);
    device_free(device, work->longs, work->longs_most * sizeof(uint32_t));
    device_free(device, work->counters, sizeof *work->counters);
    memory_free(memory, solver->group_begin, (solver->groups + 1) * sizeof *solver->group_begin);
    memory_free(memory, solver->frames, solver->groups * sizeof *solver->frames);
}

static void make_view(struct solve_work *work, const struct game *game, struct solution *solution) {
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
    view->winner = solution->winner;
    view->strategy = solution->strategy;
    view->counters = work->counters;
}

static int solve(struct solve_work *work, const struct game *game, const struct solve_options *options,
                 struct solution *solution) {
    struct region_solver *solver = &work->solver;
    if (allocate(work, game) != 0 || region_order_make(solver, game, &work->arrays, work->base) != 0) {
        return -1;
    }
    solver->frames = (struct region_frame *)memory_allocate_array(solver->run->memory, solver->groups,
                                                                  sizeof *solver->frames);
    if (solver->frames == NULL) {
        return error_set(solver->error, ERROR_MEMORY, "not enough memory for the game's priorities");
    }
    make_view(work, game, solution);
    return DEVICE_CHECK(cudaMemcpyAsync(solver->view.place, work->base, game->vertices * sizeof *work->base,
                                        cudaMemcpyDeviceToDevice),
                        solver->error) != 0
               ? -1
               : region_solve(solver, options);
}

int solve_cuda(struct device *device, const struct game *game, const struct solve_options *options,
               const struct run *run, struct solution *solution, struct solve_report *report,
               struct error *error) {
    struct solve_work work;
    struct memory *memory = &device->memory;
    uint64_t before = memory->used, peak = memory->peak;
    double begin = run_clock();
    memset(report, 0, sizeof *report);
    report->solver = options->solver == SOLVER_AUTO ? SOLVER_ATTRACTOR : options->solver;
    report->engine = "cuda";
    if (check_memory(device, game, error) != 0) {
        return -1;
    }
    memset(&work, 0, sizeof work);
    work.solver.side = &region_cuda_side;
    work.solver.device = device;
    work.solver.run = run;
    work.solver.error = error;
    work.solver.report = report;
    memory->peak = before;
    int failed = game->vertices != 0 && solve(&work, game, options, solution) != 0;
    release(&work, game->vertices);
    report->bytes = memory->peak - before;
    memory->peak = memory->peak > peak ? memory->peak : peak;
    report->seconds = run_clock() - begin;
    return failed ? -1 : 0;
}
