#ifndef HEDDLE_PARITY_GAME_GAME_PART_H
#define HEDDLE_PARITY_GAME_GAME_PART_H

/*
 * Parts of a solved game that is too large to be copied, for evidence: in host memory, whatever memory holds
 * the game. A part has the first vertices of the game, which are those nearest to the start (struct graph
 * numbers vertices by breadth-first levels), and grows on demand. Beyond it, the given winning strategy is
 * followed, and the rows that it meets are copied.
 */
#include "base/array.h"
#include "base/index.h"
#include "parity/game/game.h"

struct device;
struct error;
struct graph_states;
struct run;

/* A solved game, as a view of its owner's arrays. */
struct solved_game {
    struct game game;                  /* from a search: the start is vertex 0 */
    struct solution solution;          /* on the same side */
    const struct graph_states *states; /* of the vertices, on any side; NULL: there are none */
    struct device *device;             /* NULL: game and solution are in host memory */
    int copy; /* copy parts even of a game in host memory, as those of a GPU are copied; for tests */
};

/* The moves of a vertex. A vertex of the winner beyond the part has only the move of its strategy. */
struct game_row {
    const uint32_t *targets;
    uint64_t count;
    uint32_t strategy; /* SOLUTION_NONE where the loser moves */
};

/* A row beyond the part. */
struct far_row {
    uint32_t vertex, strategy;
    uint64_t begin, end; /* in far_targets; begin is FAR_UNKNOWN if only the state is known */
};

#define FAR_UNKNOWN UINT64_MAX

struct game_part {
    /*
     * Vertices and solution of the part have their numbers in the whole game. Targets, and vertices of the
     * strategy, from game.vertices on are beyond the part, and who wins them is not known there; game.edges
     * counts the edges of the part's rows.
     */
    struct game game;
    struct solution solution;
    enum player winner; /* of the start */
    uint64_t vertices;  /* of the whole game */
    struct solved_game whole;
    /* The rest is for game_part.c. */
    const struct run *run;
    int copied;
    uint64_t *offsets;
    uint32_t *targets, *priority, *strategy;
    uint8_t *owner, *winners;
    uint64_t offset_capacity, target_capacity, priority_capacity, strategy_capacity, owner_capacity,
        winner_capacity;
    struct graph_states *states, *far_states;
    struct index far_index; /* of the vertices of far_rows */
    GROWING(struct far_row) far_rows;
    GROWING(uint32_t) far_targets;
};

/*
 * Opens a part with `vertices` vertices, or with all if there are fewer, but with one at least. The run and
 * the arrays of the solved game must outlive the part. Returns 0, or -1 with *error filled: ERROR_MEMORY,
 * ERROR_DEVICE; the caller closes it even then.
 */
int game_part_open(struct game_part *part, const struct solved_game *solved, uint64_t vertices,
                   const struct run *run, struct error *error);
/* Adds vertices, up to `vertices` in all; pointers in `game` and `solution` change. Returns as above; after
 * an error the part is as it was. */
int game_part_extend(struct game_part *part, uint64_t vertices, struct error *error);
void game_part_close(struct game_part *part); /* a part of zeros is allowed */

/*
 * Follows the strategy from the first of these vertices, which the winner wins: makes its row known if it is
 * beyond the part, its state, and the states of the targets of its moves (of a vertex of the winner, the
 * target of the given strategy). Does the same, at once, for some of the others and for vertices to which the
 * strategy leads on, because every copy from a GPU takes time. Returns as above; after an error the part can
 * only be closed.
 */
int game_part_follow(struct game_part *part, const uint32_t *vertices, uint64_t count, struct error *error);
/* The row of a vertex that is in the part, or was followed; valid until the part changes. */
struct game_row game_part_row(const struct game_part *part, uint32_t vertex);
/* The numbers in a tuple; and the tuple of a vertex that is in the part, or was followed, or is the target of
 * one that was followed (graph_states_tuple). */
uint32_t game_part_width(const struct game_part *part);
void game_part_tuple(const struct game_part *part, uint32_t vertex, uint32_t *tuple);

#endif
