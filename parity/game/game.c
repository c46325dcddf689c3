/* Games and solutions in host memory. */
#include "parity/game/game.h"

#include <string.h>

#include "base/error.h"
#include "base/index.h"
#include "explorer/graph/graph.h"

int game_store_create(struct game_store *store, uint64_t vertices, uint64_t edge_capacity,
                      struct memory *memory, struct error *error) {
    *store = (struct game_store){.memory = memory, .edge_capacity = edge_capacity};
    if (vertices > GRAPH_MOST_VERTICES) {
        return error_set(error, ERROR_LIMIT, "a game has at most %llu vertices",
                         (unsigned long long)GRAPH_MOST_VERTICES);
    }
    if (edge_capacity > UINT64_MAX / sizeof *store->targets) {
        return error_memory(error, "for a game");
    }
    store->game.vertices = vertices;
    store->offsets = memory_allocate_zeroed(memory, (vertices + 1) * sizeof *store->offsets);
    store->targets = memory_allocate_zeroed(memory, edge_capacity * sizeof *store->targets);
    store->owner = memory_allocate_zeroed(memory, vertices * sizeof *store->owner);
    store->priority = memory_allocate_zeroed(memory, vertices * sizeof *store->priority);
    if (store->offsets == NULL || store->targets == NULL || store->owner == NULL || store->priority == NULL) {
        game_store_free(store);
        return error_memory(error, "for a game");
    }
    store->game.offsets = store->offsets;
    store->game.targets = store->targets;
    store->game.owner = store->owner;
    store->game.priority = store->priority;
    return 0;
}

void game_store_free(struct game_store *store) {
    uint64_t vertices = store->game.vertices;
    memory_free(store->memory, store->offsets, (vertices + 1) * sizeof *store->offsets);
    memory_free(store->memory, store->targets, store->edge_capacity * sizeof *store->targets);
    memory_free(store->memory, store->owner, vertices * sizeof *store->owner);
    memory_free(store->memory, store->priority, vertices * sizeof *store->priority);
    memory_free(store->memory, store->ids, vertices * sizeof *store->ids);
    memory_free(store->memory, store->names, vertices * sizeof *store->names);
    memory_free(store->memory, store->name_text, store->name_bytes);
    *store = (struct game_store){0};
}

void game_turn_priorities(struct game_store *store) {
    uint32_t most = 0;
    for (uint64_t v = 0; v < store->game.vertices; v++) {
        most = store->priority[v] > most ? store->priority[v] : most;
    }
    most += most % 2;
    for (uint64_t v = 0; v < store->game.vertices; v++) {
        store->priority[v] = most - store->priority[v];
    }
}

/* Counts with a bit for each priority up to the highest. Returns 0, or -1 if memory runs out. */
static int count_in_bits(const struct game *game, struct memory *memory, uint64_t words, uint64_t *count) {
    uint64_t *seen = memory_allocate_zeroed(memory, words * sizeof *seen);
    *count = 0;
    for (uint64_t v = 0; v < game->vertices && seen != NULL; v++) {
        uint64_t bit = (uint64_t)1 << game->priority[v] % 64, *word = &seen[game->priority[v] / 64];
        *count += (*word & bit) == 0;
        *word |= bit;
    }
    memory_free(memory, seen, words * sizeof *seen);
    return seen == NULL ? -1 : 0;
}

int game_count_priorities(const struct game *game, struct memory *memory, uint64_t *count,
                          struct error *error) {
    struct index seen = {0};
    uint32_t most = 0;
    for (uint64_t v = 0; v < game->vertices; v++) {
        most = game->priority[v] > most ? game->priority[v] : most;
    }
    if (game->vertices != 0 && most / 32 <= game->vertices) { /* at most 4 bytes a vertex */
        return count_in_bits(game, memory, most / 64 + 1, count) == 0
                   ? 0
                   : error_memory(error, "for the priorities of a game");
    }
    int failed = 0;
    for (uint64_t v = 0; v < game->vertices && !failed; v++) {
        uint32_t priority = game->priority[v];
        if (index_find_key(&seen, priority) == INDEX_NONE) {
            failed = index_add(&seen, memory, index_hash_key(priority), priority);
        }
    }
    *count = seen.count;
    index_free(&seen, memory);
    return failed ? error_memory(error, "for the priorities of a game") : 0;
}

uint64_t game_store_id(const struct game_store *store, uint64_t vertex) {
    return store->ids != NULL ? store->ids[vertex] : vertex;
}

int game_store_find(const struct game_store *store, uint64_t id, uint32_t *vertex) {
    uint64_t begin = 0, end = store->game.vertices;
    while (begin < end) {
        uint64_t middle = begin + (end - begin) / 2;
        if (game_store_id(store, middle) < id) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    if (begin == store->game.vertices || game_store_id(store, begin) != id) {
        return -1;
    }
    *vertex = (uint32_t)begin;
    return 0;
}

static uint64_t count_dead(const struct game_store *store) {
    uint64_t dead = 0;
    for (uint64_t v = 0; v < store->game.vertices; v++) {
        dead += store->offsets[v] == store->offsets[v + 1];
    }
    return dead;
}

int game_add_loops(struct game_store *store, struct error *error) {
    uint64_t dead = count_dead(store), edges = store->game.edges;
    if (edges + dead > store->edge_capacity) {
        uint32_t *targets =
            memory_reallocate(store->memory, store->targets, store->edge_capacity * sizeof *targets,
                              (edges + dead) * sizeof *targets);
        if (targets == NULL) {
            return error_memory(error, "for the loops of a game");
        }
        store->edge_capacity = edges + dead;
        store->targets = targets;
        store->game.targets = targets;
    }
    store->game.edges = edges + dead;
    /* From the last row to the first, so that rows move to free places. */
    for (uint64_t v = store->game.vertices; v-- > 0 && dead > 0;) {
        uint64_t begin = store->offsets[v], end = store->offsets[v + 1];
        store->offsets[v + 1] = end + dead;
        if (begin == end) {
            dead--;
            store->targets[begin + dead] = (uint32_t)v;
            store->priority[v] = store->owner[v] == PLAYER_EVEN ? 1 : 0;
        } else {
            memmove(store->targets + begin + dead, store->targets + begin,
                    (end - begin) * sizeof *store->targets);
        }
    }
    return 0;
}

int solution_create(struct solution *solution, uint64_t vertices, struct memory *memory,
                    struct error *error) {
    *solution = (struct solution){memory_allocate_zeroed(memory, vertices * sizeof *solution->winner),
                                  memory_allocate_array(memory, vertices, sizeof *solution->strategy)};
    if (solution->winner == NULL || solution->strategy == NULL) {
        solution_free(solution, vertices, memory);
        return error_memory(error, "for the solution of a game");
    }
    memset(solution->strategy, 0xff, vertices * sizeof *solution->strategy);
    return 0;
}

void solution_free(struct solution *solution, uint64_t vertices, struct memory *memory) {
    memory_free(memory, solution->winner, vertices * sizeof *solution->winner);
    memory_free(memory, solution->strategy, vertices * sizeof *solution->strategy);
    *solution = (struct solution){0};
}
