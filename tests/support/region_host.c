/* A GPU's way to solve parity games, imitated on the host. */
#include "tests/support/region_host.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "base/steps/steps_host.h"
#include "parity/regions/region.h"
#include "parity/regions/region_pull_core.h"
#include "tests/support/shuffled_steps.h"
#include "tests/support/testing.h"

/* The solver and its steps come first, so that a side that is given them finds the rest. */
struct host {
    struct region_solver solver;
    struct shuffle shuffle;
    struct region_counters counters;
    uint64_t *sources_begin;
    uint32_t *sources, *place, *base, *order, *lines[REGION_LINES];
};

/* --- steps --- */

REGION_STEPS(STEPS_HOST_HALVES)
REGION_LONG_STEPS(STEPS_HOST_HALVES)
REGION_LINE_STEPS(STEPS_HOST_HALVES)

static const step_function host_steps[] = {REGION_STEPS(STEPS_HOST_NAME) REGION_LONG_STEPS(STEPS_HOST_NAME)
                                               REGION_LINE_STEPS(STEPS_HOST_NAME)};

static int host_each(const struct steps *steps, step_function step, const void *view, uint64_t first,
                     uint64_t count) {
    struct host *host = (struct host *)steps;
    return shuffled_each(&host->shuffle, steps, step, view, first, count);
}

static int host_copy(const struct steps *steps, void *to, const void *from, uint64_t bytes) {
    (void)steps;
    memcpy(to, from, bytes);
    return 0;
}

static int host_drain(struct region_solver *solver, enum region_step step) {
    struct region_line *line =
        &solver->view.counters->lines[step == REGION_ATTRACT ? REGION_QUEUE : REGION_LIST];
    while (line->head < line->tail) {
        uint64_t first = line->head, count = line->tail - first;
        if (steps_check(&solver->steps) != 0) {
            return -1;
        }
        line->head = line->end = line->tail;
        host_each(&solver->steps, host_steps[step], &solver->view, first, count);
    }
    return region_read(solver);
}

static const struct steps_side steps_side = {.download = host_copy, .upload = host_copy, .each = host_each};

/* --- preparation --- */

static int compare(const void *a, const void *b, void *context) {
    const struct game *game = context;
    uint32_t left = game->priority[*(const uint32_t *)a], right = game->priority[*(const uint32_t *)b];
    return left > right ? -1 : left < right;
}

/* Levels of both parities in turn, so that they order vertices as priorities do. */
static void set_levels(struct host *host, const struct game *game) {
    uint64_t vertices = game->vertices, group = 0;
    uint32_t *begin = host->solver.levels.group_begin;
    for (uint64_t i = 0; i < vertices; i++) {
        host->order[i] = (uint32_t)i;
    }
    qsort_r(host->order, vertices, sizeof *host->order, compare, (void *)game);
    for (uint64_t i = 1; i < vertices; i++) {
        if ((game->priority[host->order[i]] ^ game->priority[host->order[i - 1]]) & 1) {
            begin[++group] = (uint32_t)i;
        }
    }
    begin[group + 1] = (uint32_t)vertices;
    host->solver.levels.groups = group + 1;
    host->solver.levels.lowest_level = game->priority[host->order[vertices - 1]] & 1;
    for (uint64_t g = 0; g <= group; g++) {
        for (uint64_t i = begin[g]; i < begin[g + 1]; i++) {
            uint32_t level = host->solver.levels.lowest_level + (uint32_t)(group - g), v = host->order[i];
            host->place[v] = host->base[v] = level << REGION_SHIFT | game->owner[v];
        }
    }
}

/* Now and then there is no memory for it. */
static int find_sources(struct region_solver *solver) {
    struct host *host = (struct host *)solver;
    struct region_view *view = &solver->view;
    if (random_next(&host->shuffle.seed) % 4 == 0) {
        return 0;
    }
    uint64_t *at = test_allocate(view->vertices, sizeof *at);
    host->sources_begin = test_allocate(view->vertices + 1, sizeof *host->sources_begin);
    host->sources = test_allocate(solver->edges, sizeof *host->sources);
    for (int placing = 0; placing < 2; placing++) {
        for (uint32_t v = 0; v < view->vertices; v++) {
            uint64_t end = region_level(view->place[v]) == REGION_DECIDED ? 0 : view->offsets[v + 1];
            for (uint64_t edge = view->offsets[v]; edge < end; edge++) {
                uint32_t target = view->targets[edge];
                if (placing) {
                    host->sources[at[target]++] = v;
                } else {
                    host->sources_begin[target + 1]++;
                }
            }
        }
        for (uint64_t v = 0; v < view->vertices && !placing; v++) {
            host->sources_begin[v + 1] += host->sources_begin[v];
            at[v] = host->sources_begin[v];
        }
    }
    free(at);
    view->sources_begin = host->sources_begin;
    view->sources = host->sources;
    return 1;
}

static const struct region_side side = {host_steps, host_drain, find_sources};

static void prepare(struct host *host, const struct game *game, struct solution *solution) {
    uint64_t vertices = game->vertices;
    host->place = test_allocate(vertices, sizeof *host->place);
    host->base = test_allocate(vertices, sizeof *host->base);
    host->order = test_allocate(vertices, sizeof *host->order);
    host->solver.levels.group_begin = test_allocate(vertices + 1, sizeof *host->solver.levels.group_begin);
    host->solver.frames = test_allocate(vertices, sizeof *host->solver.frames);
    for (unsigned line = 0; line < REGION_LINES; line++) {
        host->lines[line] = line == REGION_HUGES ? NULL : test_allocate(vertices, sizeof **host->lines);
    }
    set_levels(host, game);
    host->solver.edges = game->edges;
    host->solver.round_cost = random_next(&host->shuffle.seed) % 100;
    host->solver.effort =
        random_next(&host->shuffle.seed) % 3 * random_next(&host->shuffle.seed) % (8 * game->edges + 1000);
    host->solver.view = (struct region_view){.vertices = vertices,
                                             .offsets = game->offsets,
                                             .targets = game->targets,
                                             .place = host->place,
                                             .base = host->base,
                                             .order = host->order,
                                             .winner = solution->winner,
                                             .strategy = solution->strategy,
                                             .counters = &host->counters};
    memcpy(host->solver.view.lines, host->lines, sizeof host->lines); /* nothing is huge */
}

static void forget(struct host *host) {
    free(host->sources_begin);
    free(host->sources);
    free(host->place);
    free(host->base);
    free(host->order);
    free(host->solver.levels.group_begin);
    free(host->solver.frames);
    for (unsigned line = 0; line < REGION_LINES; line++) {
        free(host->lines[line]);
    }
}

int region_host_solve(const struct solve_task *task, uint64_t seed, unsigned threads) {
    struct host host = {.shuffle = {seed, threads}};
    *task->report = (struct solve_report){.engine = "cuda"};
    host.solver.side = &side;
    host.solver.steps = (struct steps){
        .side = &steps_side, .run = task->run, .error = task->error, .task = "solving the game"};
    host.solver.report = task->report;
    prepare(&host, task->game, task->solution);
    int result = region_solve(&host.solver, task->options);
    forget(&host);
    return result;
}
