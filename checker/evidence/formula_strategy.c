/* Strategies for evidence: examines a part of the game and computes the winner's attractor to the core of
 * this part, vertex by vertex in the order of ranks. */
#include "checker/evidence/formula_strategy.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/evidence/formula_strategy_internal.h"
#include "model/transpose.h"

#define STOP_VERTICES 65536u

int strategy_memory(const struct strategy_work *work) {
    return error_memory(work->error, "to shorten a strategy");
}

static int stopped(const struct strategy_work *work, uint64_t done) {
    if (done % STOP_VERTICES != 0) {
        return 0;
    }
    run_tell(work->run, "shortening a strategy", done, 0, "vertices");
    return run_ask(work->run, work->error, "interrupted while a strategy was shortened");
}

/* --- indices --- */

static uint32_t find_index(const struct formula_strategy *strategy, uint32_t vertex) {
    return strategy->numbers == NULL || vertex >= strategy->game_vertices ? STRATEGY_NONE
                                                                          : strategy->numbers[vertex] - 1;
}

/* Finds or adds the index of a vertex; *index is STRATEGY_NONE if it is not examined. Returns 0 or -1. */
static int take_vertex(struct strategy_work *work, uint32_t vertex, uint32_t *index) {
    struct formula_strategy *strategy = work->strategy;
    *index = find_index(strategy, vertex);
    if (*index != STRATEGY_NONE) {
        return 0;
    }
    if (strategy->count >= work->most_vertices || vertex >= strategy->game_vertices) {
        uint64_t distance = (uint64_t)work->distance[work->count] + 1;
        strategy->distance = distance < strategy->distance ? distance : strategy->distance;
        return 0;
    }
    if (MEMORY_GROW(work->memory, &strategy->vertices, &strategy->capacity, strategy->count + 1) != 0 ||
        MEMORY_GROW(work->memory, &work->distance, &work->distance_capacity, strategy->count + 1) != 0) {
        return strategy_memory(work);
    }
    *index = (uint32_t)strategy->count;
    work->distance[*index] = *index == 0 ? 0 : work->distance[work->count] + 1;
    strategy->vertices[strategy->count] = vertex;
    strategy->numbers[vertex] = (uint32_t)++strategy->count;
    return 0;
}

int strategy_wins(const struct strategy_work *work, uint32_t index) {
    return work->game->owner[work->strategy->vertices[index]] == work->winner;
}

uint32_t strategy_given(const struct strategy_work *work, uint32_t index) {
    uint32_t vertex = work->solution->strategy[work->strategy->vertices[index]];
    return vertex == SOLUTION_NONE ? STRATEGY_NONE : find_index(work->strategy, vertex);
}

/* --- the part --- */

static int add_edge(struct strategy_work *work, uint32_t target) {
    if (MEMORY_GROW(work->memory, &work->targets, &work->edge_capacity, work->edges + 1) != 0) {
        return strategy_memory(work);
    }
    work->targets[work->edges++] = target;
    return 0;
}

/* Adds the row of the next vertex: those of its successors that the winner of the game wins. Of successors
 * beyond the game, which is a part then, only those of the loser and of the given strategy are surely won. */
static int add_row(struct strategy_work *work) {
    const struct game *game = work->game;
    uint32_t vertex = work->strategy->vertices[work->count], index;
    if (MEMORY_GROW(work->memory, &work->offsets, &work->offset_capacity, work->count + 2) != 0 ||
        MEMORY_GROW(work->memory, &work->open, &work->open_capacity, work->count + 1) != 0) {
        return strategy_memory(work);
    }
    work->offsets[work->count] = work->edges;
    work->open[work->count] = 0;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        if (game->targets[edge] < game->vertices &&
            work->solution->winner[game->targets[edge]] != work->winner) {
            continue;
        }
        if (take_vertex(work, game->targets[edge], &index) != 0) {
            return -1;
        }
        if (index == STRATEGY_NONE) {
            work->open[work->count] |= game->owner[vertex] != work->winner ||
                                       work->solution->strategy[vertex] == game->targets[edge];
        } else if (add_edge(work, index) != 0) {
            return -1;
        }
    }
    work->offsets[++work->count] = work->edges;
    return 0;
}

static int explore(struct strategy_work *work) {
    struct formula_strategy *strategy = work->strategy;
    uint32_t index;
    strategy->numbers =
        memory_allocate_zeroed(work->memory, strategy->game_vertices * sizeof *strategy->numbers);
    if (strategy->numbers == NULL) {
        return strategy_memory(work);
    }
    if (take_vertex(work, work->game->start, &index) != 0) {
        return -1;
    }
    while (work->count < strategy->count) {
        if (stopped(work, work->count) != 0 || add_row(work) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- ranks --- */

struct ranked_vertex {
    uint64_t left; /* number of edges to vertices whose rank is not final */
    uint32_t rank; /* the least rank found so far; STRATEGY_NONE: none */
    int settled;   /* whether the rank is final */
};

/* An entry of the list of a rank. */
struct rank_entry {
    uint32_t vertex, following; /* following: the next entry */
};

/* Vertices by rank: one list per rank, which begins at `first`. There is room for two entries per vertex. */
struct ranking {
    struct ranked_vertex *vertices; /* count */
    uint64_t *begin;                /* count + 1: beginnings of the rows of predecessors */
    uint32_t *predecessors;
    uint32_t *first;            /* 2 * count + 1: the first entry of a rank, or STRATEGY_NONE */
    struct rank_entry *entries; /* 2 * count */
    uint64_t entry_count;
};

static int open_ranking(struct strategy_work *work, struct ranking *ranking) {
    struct memory *memory = work->memory;
    uint64_t count = work->count;
    ranking->vertices = memory_allocate_zeroed(memory, count * sizeof *ranking->vertices);
    ranking->begin = memory_allocate_array(memory, count + 1, sizeof *ranking->begin);
    ranking->predecessors = memory_allocate_array(memory, work->edges, sizeof *ranking->predecessors);
    ranking->first = memory_allocate_array(memory, 2 * count + 1, sizeof *ranking->first);
    ranking->entries = memory_allocate_array(memory, 2 * count, sizeof *ranking->entries);
    if (ranking->vertices == NULL || ranking->begin == NULL || ranking->predecessors == NULL ||
        ranking->first == NULL || ranking->entries == NULL) {
        return strategy_memory(work);
    }
    memset(ranking->first, 0xff, (2 * count + 1) * sizeof *ranking->first);
    for (uint64_t k = 0; k < count; k++) {
        ranking->vertices[k].rank = STRATEGY_NONE;
        ranking->vertices[k].left = work->offsets[k + 1] - work->offsets[k];
    }
    return 0;
}

static void close_ranking(struct strategy_work *work, struct ranking *ranking) {
    struct memory *memory = work->memory;
    uint64_t count = work->count;
    memory_free(memory, ranking->vertices, count * sizeof *ranking->vertices);
    memory_free(memory, ranking->begin, (count + 1) * sizeof *ranking->begin);
    memory_free(memory, ranking->predecessors, work->edges * sizeof *ranking->predecessors);
    memory_free(memory, ranking->first, (2 * count + 1) * sizeof *ranking->first);
    memory_free(memory, ranking->entries, 2 * count * sizeof *ranking->entries);
}

/* Adds a vertex to the list of a rank, if the rank is smaller than its present one. A vertex gets a rank at
 * most twice: from its place in the core, and from its successors. */
static void put_rank(struct ranking *ranking, uint32_t index, uint32_t rank) {
    if (rank < ranking->vertices[index].rank) {
        ranking->vertices[index].rank = rank;
        ranking->entries[ranking->entry_count] = (struct rank_entry){index, ranking->first[rank]};
        ranking->first[rank] = (uint32_t)ranking->entry_count++;
    }
}

/* Makes the rank of a vertex final, and updates its predecessors. */
static void settle(struct strategy_work *work, struct ranking *ranking, uint32_t index, uint32_t rank) {
    uint32_t *choice = work->strategy->choice;
    ranking->vertices[index].settled = 1;
    for (uint64_t k = ranking->begin[index]; k < ranking->begin[index + 1]; k++) {
        uint32_t before = ranking->predecessors[k];
        struct ranked_vertex *vertex = &ranking->vertices[before];
        vertex->left--;
        /* Cycles of the core keep their moves, so that a cycle that meets another one stays as it is. */
        if (vertex->settled || work->core[before].next != STRATEGY_NONE || rank + 1 >= vertex->rank) {
            continue;
        }
        if (strategy_wins(work, before)) {
            choice[before] = work->strategy->vertices[index];
            put_rank(ranking, before, rank + 1);
        } else if (vertex->left == 0 && !work->open[before]) {
            put_rank(ranking, before, rank + 1);
        }
    }
}

static int rank_all(struct strategy_work *work, struct ranking *ranking) {
    uint64_t done = 0;
    transpose_rows(work->count, work->edges, work->offsets, work->targets, ranking->begin,
                   ranking->predecessors);
    for (uint64_t k = 0; k < work->count; k++) {
        if (work->core[k].seed != STRATEGY_NONE) {
            put_rank(ranking, (uint32_t)k, work->core[k].seed);
        }
    }
    for (uint64_t rank = 0; rank <= 2 * work->count; rank++) {
        while (ranking->first[rank] != STRATEGY_NONE) {
            struct rank_entry entry = ranking->entries[ranking->first[rank]];
            const struct ranked_vertex *vertex = &ranking->vertices[entry.vertex];
            ranking->first[rank] = entry.following;
            if (stopped(work, ++done) != 0) {
                return -1;
            }
            if (!vertex->settled && vertex->rank == rank) {
                settle(work, ranking, entry.vertex, (uint32_t)rank);
            }
        }
    }
    return 0;
}

/* --- the strategy --- */

/* Initialises the choices: the move on a cycle of the core, or the given strategy's move. Vertices that get
 * a rank later change theirs. */
static int begin_choices(struct strategy_work *work) {
    struct formula_strategy *strategy = work->strategy;
    strategy->choice = memory_allocate_array(work->memory, work->count, sizeof *strategy->choice);
    if (strategy->choice == NULL) {
        return strategy_memory(work);
    }
    for (uint64_t k = 0; k < work->count; k++) {
        strategy->choice[k] = work->core[k].next != STRATEGY_NONE
                                  ? strategy->vertices[work->core[k].next]
                                  : work->solution->strategy[strategy->vertices[k]];
    }
    return 0;
}

static int make_strategy(struct strategy_work *work) {
    struct ranking ranking = {0};
    if (explore(work) != 0) {
        return -1;
    }
    work->core = memory_allocate_array(work->memory, work->count, sizeof *work->core);
    if (work->core == NULL) {
        return strategy_memory(work);
    }
    if (strategy_find_core(work) != 0 || begin_choices(work) != 0) {
        return -1;
    }
    int failed = open_ranking(work, &ranking) != 0 || rank_all(work, &ranking) != 0;
    work->strategy->rank = !failed && ranking.vertices[0].settled ? ranking.vertices[0].rank : SOLUTION_NONE;
    close_ranking(work, &ranking);
    return failed ? -1 : 0;
}

static void close_work(struct strategy_work *work) {
    struct memory *memory = work->memory;
    memory_free(memory, work->offsets, work->offset_capacity * sizeof *work->offsets);
    memory_free(memory, work->targets, work->edge_capacity * sizeof *work->targets);
    memory_free(memory, work->open, work->open_capacity * sizeof *work->open);
    memory_free(memory, work->distance, work->distance_capacity * sizeof *work->distance);
    memory_free(memory, work->core, work->count * sizeof *work->core);
}

int formula_strategy_make(const struct game *game, const struct solution *solution, uint64_t most_vertices,
                          const struct run *run, struct formula_strategy *strategy, struct error *error) {
    struct strategy_work work = {.game = game,
                                 .solution = solution,
                                 .run = run,
                                 .memory = run->memory,
                                 .error = error,
                                 .strategy = strategy,
                                 .winner = (enum player)solution->winner[game->start],
                                 .most_vertices = most_vertices};
    *strategy = (struct formula_strategy){
        .memory = run->memory, .distance = UINT64_MAX, .game_vertices = game->vertices};
    int failed = make_strategy(&work) != 0;
    close_work(&work);
    if (failed) {
        formula_strategy_free(strategy);
    }
    /* It is no failure if memory runs out: the strategy is then valid, but longer. */
    return failed && error->code != ERROR_MEMORY ? -1 : 0;
}

void formula_strategy_free(struct formula_strategy *strategy) {
    struct memory *memory = strategy->memory;
    if (memory != NULL) {
        memory_free(memory, strategy->vertices, strategy->capacity * sizeof *strategy->vertices);
        memory_free(memory, strategy->numbers, strategy->game_vertices * sizeof *strategy->numbers);
        if (strategy->choice != NULL) {
            memory_free(memory, strategy->choice, strategy->count * sizeof *strategy->choice);
        }
    }
    *strategy = (struct formula_strategy){0};
}

uint32_t formula_strategy_choice(const struct formula_strategy *strategy, uint32_t vertex) {
    uint32_t index = find_index(strategy, vertex);
    return index == STRATEGY_NONE ? SOLUTION_NONE : strategy->choice[index];
}

/* If the rank of the start is at most the distance of the vertices that were not examined, no such vertex can
 * make it less. If nothing was examined, memory ran out, and trying more is of no use. */
int formula_strategy_is_final(const struct formula_strategy *strategy) {
    return strategy->count == 0 || strategy->rank <= strategy->distance;
}
