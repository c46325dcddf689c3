/* A GPU's way to solve parity games, imitated on the host. */
#include "tests/support/region_host.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "parity/regions/region.h"
#include "tests/support/testing.h"

#define MOST_THREADS 8u

/* The solver comes first, so that a side that is given it finds the rest. */
struct host {
    struct region_solver solver;
    uint64_t seed;
    unsigned threads;
    struct region_counters counters;
    uint64_t *sources_begin;
    uint32_t *sources, *place, *base, *order, *lines[REGION_LINES];
};

static void *claim(uint64_t count, uint64_t size) {
    void *block = calloc(count + 1, size);
    if (block == NULL) {
        abort();
    }
    return block;
}

/* --- steps --- */

struct share {
    struct host *host;
    enum region_step step;
    const uint64_t *items;
    uint64_t begin, end, seed;
};

static void do_item(const struct region_view *view, enum region_step step, uint64_t item, uint32_t lanes) {
    enum region_line_name line = region_step_line(step);
    const struct region_sink sink = {.line = view->lines[line], .tail = &view->counters->lines[line].tail};
    uint32_t vertex = region_vertex(view, step, item), sees = 0;
    for (uint32_t lane = lanes; lane-- > 0;) {
        sees |= region_begin(view, step, vertex, lane, lanes, &sink);
    }
    region_end(view, step, item, vertex, sees, &sink);
}

static void *do_share(void *argument) {
    struct share *share = argument;
    for (uint64_t i = share->begin; i < share->end; i++) {
        uint64_t draw = random_next(&share->seed);
        do_item(&share->host->solver.view, share->step, share->items[i],
                draw % 4 == 0 ? 1 + (uint32_t)(draw / 4 % 5) : 1);
    }
    return NULL;
}

static int host_each(struct region_solver *solver, enum region_step step, uint64_t first, uint64_t count) {
    struct host *host = (struct host *)solver;
    struct share shares[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    uint64_t *items = claim(count, sizeof *items);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t other = random_next(&host->seed) % (i + 1);
        items[i] = items[other];
        items[other] = first + i;
    }
    for (unsigned i = 0; i < host->threads; i++) {
        shares[i] = (struct share){host,
                                   step,
                                   items,
                                   count * i / host->threads,
                                   count * (i + 1) / host->threads,
                                   random_next(&host->seed)};
        if (host->threads == 1) {
            do_share(&shares[i]);
        } else if (pthread_create(&threads[i], NULL, do_share, &shares[i]) != 0) {
            abort();
        }
    }
    for (unsigned i = 0; i < host->threads && host->threads > 1; i++) {
        pthread_join(threads[i], NULL);
    }
    free(items);
    return 0;
}

static int host_drain(struct region_solver *solver, enum region_step step) {
    struct region_line *line =
        &solver->view.counters->lines[step == REGION_ATTRACT ? REGION_QUEUE : REGION_LIST];
    while (line->head < line->tail) {
        uint64_t first = line->head, count = line->tail - first;
        if (run_should_stop(solver->run)) {
            return error_set(solver->error, ERROR_INTERRUPTED, "interrupted while solving the game");
        }
        line->head = line->end = line->tail;
        host_each(solver, step, first, count);
    }
    solver->counters = *solver->view.counters;
    return 0;
}

static int host_read(struct region_solver *solver) {
    solver->counters = *solver->view.counters;
    return 0;
}

static int host_write(struct region_solver *solver) {
    *solver->view.counters = solver->counters;
    return 0;
}

static const struct region_side side = {host_each, host_drain, host_read, host_write};

/* --- what is there before --- */

static int compare(const void *a, const void *b, void *context) {
    const struct game *game = context;
    uint32_t left = game->priority[*(const uint32_t *)a], right = game->priority[*(const uint32_t *)b];
    return left > right ? -1 : left < right;
}

/* Levels of both parities in turn, so that they order vertices as priorities do. */
static void set_levels(struct host *host, const struct game *game) {
    uint64_t vertices = game->vertices, group = 0;
    uint32_t *begin = host->solver.group_begin;
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
    host->solver.groups = group + 1;
    host->solver.lowest_level = game->priority[host->order[vertices - 1]] & 1;
    for (uint64_t g = 0; g <= group; g++) {
        for (uint64_t i = begin[g]; i < begin[g + 1]; i++) {
            uint32_t level = host->solver.lowest_level + (uint32_t)(group - g), v = host->order[i];
            host->place[v] = host->base[v] = level << REGION_SHIFT | game->owner[v];
        }
    }
}

static void transpose(struct host *host, const struct game *game) {
    for (uint64_t edge = 0; edge < game->edges; edge++) {
        host->sources_begin[game->targets[edge] + 1]++;
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        host->sources_begin[v + 1] += host->sources_begin[v];
    }
    uint64_t *at = claim(game->vertices, sizeof *at);
    memcpy(at, host->sources_begin, game->vertices * sizeof *at);
    for (uint64_t v = 0; v < game->vertices; v++) {
        for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
            host->sources[at[game->targets[edge]]++] = (uint32_t)v;
        }
    }
    free(at);
}

static void prepare(struct host *host, const struct game *game, struct solution *solution) {
    uint64_t vertices = game->vertices;
    host->sources_begin = claim(vertices + 1, sizeof *host->sources_begin);
    host->sources = claim(game->edges, sizeof *host->sources);
    host->place = claim(vertices, sizeof *host->place);
    host->base = claim(vertices, sizeof *host->base);
    host->order = claim(vertices, sizeof *host->order);
    host->solver.group_begin = claim(vertices + 1, sizeof *host->solver.group_begin);
    host->solver.frames = claim(vertices, sizeof *host->solver.frames);
    for (unsigned line = 0; line < REGION_HUGES; line++) {
        host->lines[line] = claim(vertices, sizeof **host->lines);
    }
    set_levels(host, game);
    transpose(host, game);
    host->solver.view =
        (struct region_view){.vertices = vertices,
                             .offsets = game->offsets,
                             .targets = game->targets,
                             .sources_begin = host->sources_begin,
                             .sources = host->sources,
                             .place = host->place,
                             .base = host->base,
                             .order = host->order,
                             .lines = {host->lines[0], host->lines[1], host->lines[2]}, /* nothing is huge */
                             .winner = solution->winner,
                             .strategy = solution->strategy,
                             .counters = &host->counters};
}

static void forget(struct host *host) {
    free(host->sources_begin);
    free(host->sources);
    free(host->place);
    free(host->base);
    free(host->order);
    free(host->solver.group_begin);
    free(host->solver.frames);
    for (unsigned line = 0; line < REGION_HUGES; line++) {
        free(host->lines[line]);
    }
}

int region_host_solve(const struct game *game, const struct solve_options *options, uint64_t seed,
                      unsigned threads, const struct run *run, struct solution *solution,
                      struct solve_report *report, struct error *error) {
    struct host host = {.seed = seed, .threads = threads < MOST_THREADS ? threads : MOST_THREADS};
    *report = (struct solve_report){.engine = "cuda"};
    host.solver.side = &side;
    host.solver.run = run;
    host.solver.error = error;
    host.solver.report = report;
    prepare(&host, game, solution);
    int result = region_solve(&host.solver, options);
    forget(&host);
    return result;
}
