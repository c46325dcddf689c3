#ifndef HEDDLE_PARITY_MEASURES_SPM_H
#define HEDDLE_PARITY_MEASURES_SPM_H

/*
 * Small progress measures on the host (Jurdzinski 2000; Bootsma 2013 for queues, both players in turn,
 * orders). Functions that return an int return 0, or -1 with *error filled, unless they say otherwise.
 * Private to parity/measures/.
 *
 * A set of vertices is solved from which no undecided vertex outside can be reached. The set is copied first,
 * in an order of its own. Then the measures of each player, the climber, are lifted from 0 until each is at
 * least what the vertex's edges require. The climber loses a vertex whose measure reaches the top, and wins
 * the others, by the edge to the least measure. So a player's measures give strategies only for the vertices
 * that this player wins; the opponent's measures give the others.
 *
 * With both players in turn, the solver searches from time to time for vertices that a player has won
 * already, even while other measures are still too low: a set of vertices whose measures are at least what
 * the edges require, and that the player need not leave (Bootsma, section 5.1). These vertices, and those
 * that they attract, are decided and need no more lifting on either side: so no player has to climb to the
 * top where the opponent finishes early.
 *
 * With shortcuts (spm_shortcuts.c) a side is lifted along these first, and then along the game's own edges,
 * from which strategies are built.
 *
 * Invariant of a side, between lifts: when a measure is below what one of the edges in use requires, the
 * target of that edge is in the queue; for a vertex of the climber this concerns only its guide, the
 * successor that was best last.
 */
#include "parity/solver/solving.h"
#include "parity/measures/spm_measure_core.h"
#include "parity/measures/spm_queue.h"

#define SPM_MOST_LEVELS (1u << 29)

#define SPM_NOT_IN_SET UINT32_MAX

/* The set as a game: vertices 0 .. count - 1, and the edges inside. */
struct spm_game {
    uint32_t count;
    uint32_t levels;
    uint64_t edges;
    uint64_t *out_begin, *in_begin; /* count + 1 */
    uint32_t *targets, *sources;
    uint32_t *target_levels, *source_levels; /* levels of edges; NULL: the levels of their sources */
    uint32_t *label;                         /* level, owner, decided */
    uint32_t *number;                        /* numbers of the vertices in the game that is solved */
    void *memory;
    uint64_t bytes;
};

struct spm_side {
    enum player climber;
    struct spm_layout layout;
    const struct spm_game *graph; /* the edges along which it is lifted: first the shortcuts, then the game */
    uint64_t *measures;           /* words of each vertex; 0: the climber has won; the top: it has lost */
    uint32_t *witness;            /* the witness in the game */
    uint32_t *guide;              /* the witness in the graph: the same array where the graph is the game */
    uint64_t *scratch;            /* two measures */
    struct spm_queue queue;
    uint64_t layout_key;
    double next_exchange; /* time of the next exchange with another side, by run_clock */
    void *memory;
    uint64_t bytes;
};

struct spm {
    struct solving *solving;
    const struct spm_options *options;
    struct spm_game game;
    struct spm_game shortcuts; /* with the game's labels and numbers; zeros: no shortcuts */
    struct spm_side side[2];   /* by climber */
    uint32_t *place;           /* [vertex of the solver]: its number in the set, or SPM_NOT_IN_SET */
    uint8_t *inside;           /* in spm_settle: vertices that may be won */
    uint32_t *list;            /* room for all vertices */
    uint64_t undecided;
    uint64_t work; /* work of lifting and of searching for won vertices, in edges */
    void *memory;
    uint64_t bytes;
};

/* Copies the set. `solving` and `place` are set before, the rest is zeros; `place` has SPM_NOT_IN_SET for
 * each vertex of the game before, and again after spm_close. Returns 0, or -1 with *error filled; the caller
 * closes it in any case. */
int spm_open(struct spm *spm, const uint32_t *list, uint64_t count);
void spm_close(struct spm *spm);

/* --- the set (spm_game.c) --- */

/* Copies the set, in the order of the options, and fills `place`. */
int spm_game_open(struct spm_game *game, struct solving *solving, enum spm_order order, const uint32_t *list,
                  uint64_t count, uint32_t *place);
void spm_game_close(struct spm_game *game, struct solving *solving, uint32_t *place);
/* Writes all vertices of solving->game in an order to `ordered`; `place` is room for as many. Of `solving`,
 * the fields that solving_allocate needs suffice. */
int spm_order_vertices(struct solving *solving, enum spm_order order, uint32_t *place, uint32_t *ordered);
/* Allocates the rows of game->count vertices and game->edges edges, with or without levels of edges; in_begin
 * is 0. */
int spm_game_take(struct spm_game *game, struct solving *solving, int with_levels);
/* Fills sources and in_begin, which holds the in-degree of each vertex before. */
int spm_game_turn(struct spm_game *game, struct solving *solving);

/* --- shortcuts (spm_shortcuts.c) --- */

/* Makes the rows of a game after the given number of passes, at least 1, that replace edges by shortcuts.
 * ERROR_MEMORY says how much they take.
 */
int spm_shortcuts_open(struct spm_game *shortcuts, struct solving *solving, const struct spm_game *game,
                       unsigned passes);
void spm_shortcuts_close(struct spm_game *shortcuts, struct solving *solving);

/* --- the measures of one player (spm_side.c) --- */

/* Sets the first measures, which are at least what edges to measures of 0 require. ERROR_MEMORY says how much
 * they take. */
int spm_side_open(struct spm_side *side, struct spm *spm, enum player climber);
void spm_side_close(struct spm_side *side, struct spm *spm);

/* --- lifting (spm_lift.c) --- */

/* Lifts until nothing is left to lift, or for `most` work. Returns -1 with *error filled when the run must
 * stop. */
int spm_side_lift(struct spm_side *side, struct spm *spm, uint64_t most);
/* Lifts all vertices once, along all of their edges: then the invariant holds whatever the measures were
 * before. Returns -1 with *error filled when the run must stop. */
int spm_side_lift_all(struct spm_side *side, struct spm *spm);
/* Whether nothing is left to lift: the measures are the least ones. */
static inline int spm_side_is_done(const struct spm_side *side) {
    return side->queue.size == 0 && side->graph->target_levels == NULL;
}
CORE_FUNCTION struct spm_measure spm_measure(const struct spm_side *side, uint32_t vertex, uint32_t words) {
    return (struct spm_measure){side->measures + (uint64_t)vertex * words, 1};
}

/* Computes what an edge of a level to a vertex requires: in `few`, if that has enough room. */
CORE_FUNCTION struct spm_measure spm_ask(const struct spm_side *side, uint32_t level, uint32_t target,
                                         uint64_t few[2], uint32_t words) {
    struct spm_measure asked = {words <= 2 ? few : side->scratch, 1};
    spm_progress(&side->layout, level, spm_measure(side, target, words), asked, words);
    return asked;
}

/* Whether a move from a vertex to another requires no more than the vertex's measure. */
CORE_FUNCTION int spm_suffices(const struct spm_side *side, const struct spm_game *game, uint32_t source,
                               uint32_t target, uint32_t words) {
    uint64_t few[2];
    return !spm_is_greater(spm_ask(side, spm_level(game->label[source]), target, few, words),
                           spm_measure(side, source, words), words);
}

/* --- won vertices (spm_settle.c) --- */

/* Decides the vertices that the climber has won already, and those that they attract. */
int spm_settle(struct spm_side *side, struct spm *spm);

#endif
