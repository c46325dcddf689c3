/* One plain pass of attractors over a game. */
#include "bench/attractor_pass.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/run.h"

struct attractor_pass {
    const struct game *game;
    uint64_t *begins; /* [vertex]: where its predecessors begin */
    uint32_t *predecessors;
    uint64_t *left;   /* for each vertex, its edges to vertices that are not attracted; 0: it is attracted */
    uint32_t *order;  /* vertices by priority */
    uint64_t *counts; /* the number of vertices of each priority; later where the higher priorities begin in
                         `order` */
    uint32_t *queue;
    uint64_t priorities, queued;
};

static void turn_around(struct attractor_pass *pass) {
    const struct game *game = pass->game;
    uint64_t *ends = pass->begins + 1;
    for (uint64_t edge = 0; edge < game->edges; edge++) {
        ends[(uint64_t)game->targets[edge] + 1]++;
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        ends[v + 1] += ends[v];
        pass->left[v] = game->offsets[v + 1] - game->offsets[v];
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
            pass->predecessors[ends[game->targets[edge]]++] = (uint32_t)v;
        }
    }
}

static void sort_by_priority(struct attractor_pass *pass) {
    const struct game *game = pass->game;
    for (uint64_t v = 0; v < game->vertices; v++) {
        pass->counts[game->priority[v] + 1]++;
    }
    for (uint64_t priority = 0; priority < pass->priorities; priority++) {
        pass->counts[priority + 1] += pass->counts[priority];
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        pass->order[pass->counts[game->priority[v]]++] = (uint32_t)v;
    }
}

static void enqueue(struct attractor_pass *pass, uint32_t vertex) {
    pass->left[vertex] = 0;
    pass->queue[pass->queued++] = vertex;
}

/* Adds to the queue all vertices from which the player can force a visit to the entries from `first` on. */
static void attract(struct attractor_pass *pass, uint64_t first, uint8_t player) {
    const struct game *game = pass->game;
    for (uint64_t i = first; i < pass->queued; i++) {
        uint32_t vertex = pass->queue[i];
        for (uint64_t edge = pass->begins[vertex]; edge < pass->begins[vertex + 1]; edge++) {
            uint32_t from = pass->predecessors[edge];
            if (pass->left[from] != 0 && (game->owner[from] == player || --pass->left[from] == 0)) {
                enqueue(pass, from);
            }
        }
    }
}

static void descend(struct attractor_pass *pass) {
    for (uint64_t i = pass->game->vertices; i > 0; i--) {
        uint32_t vertex = pass->order[i - 1], priority = pass->game->priority[vertex];
        uint64_t first = pass->queued;
        if (pass->left[vertex] == 0) {
            continue;
        }
        for (; i > 0 && pass->game->priority[pass->order[i - 1]] == priority; i--) {
            if (pass->left[pass->order[i - 1]] != 0) {
                enqueue(pass, pass->order[i - 1]);
            }
        }
        i++;
        attract(pass, first, priority % 2);
    }
}

static uint64_t count_priorities(const struct game *game) {
    uint64_t most = 0;
    for (uint64_t v = 0; v < game->vertices; v++) {
        most = game->priority[v] > most ? game->priority[v] : most;
    }
    return most + 1;
}

int attractor_pass(const struct game *game, const struct run *run, double *seconds, struct error *error) {
    uint64_t n = game->vertices;
    arena *arena = arena_create(run->memory);
    struct attractor_pass pass = {.game = game, .priorities = count_priorities(game)};
    pass.begins = arena_allocate(arena, (n + 2) * sizeof *pass.begins);
    pass.predecessors = arena_allocate(arena, game->edges * sizeof *pass.predecessors);
    pass.left = arena_allocate(arena, n * sizeof *pass.left);
    pass.order = arena_allocate(arena, n * sizeof *pass.order);
    pass.queue = arena_allocate(arena, n * sizeof *pass.queue);
    pass.counts = arena_allocate(arena, (pass.priorities + 1) * sizeof *pass.counts);
    int failed = arena_failed(arena) ? error_memory(error, "for a pass of attractors") : 0;
    if (failed == 0) {
        double begun = run_clock();
        turn_around(&pass);
        sort_by_priority(&pass);
        descend(&pass);
        *seconds = run_clock() - begun;
    }
    if (arena != NULL) {
        arena_free(arena);
    }
    return failed;
}
