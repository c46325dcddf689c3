#ifndef HEDDLE_PARITY_MEASURES_SPM_H
#define HEDDLE_PARITY_MEASURES_SPM_H

/*
 * Small progress measures on the host (Jurdzinski 2000; Bootsma 2013 for queues, both players in turn,
 * orders). Private to parity/.
 *
 * A set of vertices is solved that no undecided vertex is outside of in reach. It is copied first, in an
 * order of its own. Then the measures of each player, the climber, are lifted from 0 until none is below what
 * the edges ask for. A vertex whose measure reaches the top is lost for her, one that stays below is won, by
 * the edge to the least measure. So her measures have strategies for what she wins, and only for that: what
 * she loses is left to her opponent's measures.
 *
 * With both players in turn, now and then a look is taken for what a player wins already, be the measures
 * below the least ones or not: a set of vertices whose measures are no lower than the edges ask for and that
 * she need not leave (Bootsma, section 5.1). It is decided, with what it attracts, and needs no more lifting
 * on either side: so neither has to climb to the top where the other one is soon done.
 *
 * With shortcuts (spm_shortcuts.c) a side is lifted over those first, and when nothing is left to lift, over
 * the game's own edges, of which strategies are made.
 *
 * Invariant of a side, between lifts: when a measure is below what an edge asks for of those that it is
 * lifted over, the edge's target is in the queue; of a vertex of the climber's that is about her guide, the
 * successor by which she last did best.
 */
#include "parity/solver/solving.h"
#include "parity/measures/spm_measure_core.h"
#include "parity/measures/spm_queue.h"

#define SPM_MOST_LEVELS (1u << 30)

#define SPM_NOT_IN_SET UINT32_MAX

/* The set as a game: vertices 0 .. count - 1, edges inside. */
struct spm_game {
    uint32_t count;
    uint32_t levels;
    uint64_t edges;
    uint64_t *out_begin, *in_begin; /* count + 1 */
    uint32_t *targets, *sources;
    uint32_t *target_levels, *source_levels; /* of edges, beside them; NULL: their sources' levels */
    uint32_t *label;                         /* level, owner, decided */
    uint32_t *number;                        /* in the game that is solved */
    void *memory;
    uint64_t bytes;
};

struct spm_side {
    enum player climber;
    struct spm_layout layout;
    const struct spm_game *graph; /* whose edges it is lifted over: the shortcuts, then the game */
    uint64_t *measures; /* words of each vertex; 0 where the climber has won, the top where she has lost */
    uint32_t *witness;  /* in the game */
    uint32_t *guide;    /* the witness in the graph: the same array where that is the game */
    uint64_t *scratch;  /* two measures */
    struct spm_queue queue;
    uint64_t layout_key;
    double next_exchange; /* with another side, by run_clock */
    void *memory;
    uint64_t bytes;
};

struct spm {
    struct solving *solving;
    const struct spm_options *options;
    struct spm_game game;
    struct spm_game shortcuts; /* with labels and numbers of the game; zeros: there are none */
    struct spm_side side[2];   /* by climber */
    uint32_t *place;           /* of the solver's vertices: in the set, or SPM_NOT_IN_SET */
    uint8_t *inside;           /* in spm_settle: what may be won */
    uint32_t *list;            /* room for all */
    uint64_t undecided;
    uint64_t work; /* of lifting and looking for what is won: edges */
    void *memory;
    uint64_t bytes;
};

/* Solves the set: decides all of its undecided vertices. `place` has room for a number a vertex of the game,
 * all of them SPM_NOT_IN_SET, and is so again. 0, or -1 with *error filled. */
int spm_solve(struct solving *solving, uint32_t *place, const uint32_t *list, uint64_t count);

/* The parts of that: takes the set, and what is taken is given back, whatever was returned. `solving` and
 * `place` are set before, the rest is zeros. 0, or -1 with *error filled. */
int spm_open(struct spm *spm, const uint32_t *list, uint64_t count);
void spm_close(struct spm *spm);

/* --- the set (spm_game.c) --- */

/* Copies it, in the order that is wanted. `place` is filled. -1 with *error filled. */
int spm_game_open(struct spm_game *game, struct solving *solving, enum spm_order order, const uint32_t *list,
                  uint64_t count, uint32_t *place);
void spm_game_close(struct spm_game *game, struct solving *solving, uint32_t *place);
/* All vertices of solving->game in an order, into `ordered`; `place` is room for as many. Of `solving`, what
 * solving_allocate needs is enough. -1 with *error filled. */
int spm_order_vertices(struct solving *solving, enum spm_order order, uint32_t *place, uint32_t *ordered);
/* Room for the rows of game->count vertices and game->edges edges, with levels of edges or without; in_begin
 * is 0. -1 with *error filled. */
int spm_game_take(struct spm_game *game, struct solving *solving, int with_levels);
/* Fills in_begin, which has how many edges lead to each vertex, and sources. -1 with *error filled. */
int spm_game_turn(struct spm_game *game, struct solving *solving);

/* --- shortcuts (spm_shortcuts.c) --- */

/*
 * Makes the rows of a game after so many passes, at least 1, that replace edges by shortcuts. -1 with *error
 * filled: ERROR_MEMORY says how much they take.
 */
int spm_shortcuts_open(struct spm_game *shortcuts, struct solving *solving, const struct spm_game *game,
                       unsigned passes);
void spm_shortcuts_close(struct spm_game *shortcuts, struct solving *solving);

/* --- the measures of one player (spm_side.c) --- */

/* The first measures: what edges to zeros ask for, at least. -1 with *error filled: ERROR_MEMORY says how
 * much they take. */
int spm_side_open(struct spm_side *side, struct spm *spm, enum player climber);
void spm_side_close(struct spm_side *side, struct spm *spm);

/* --- lifting (spm_lift.c) --- */

/* Lifts until nothing is left to lift, or for `most` work. -1 with *error filled: it is time to stop. */
int spm_side_lift(struct spm_side *side, struct spm *spm, uint64_t most);
/* Lifts all vertices once, by all of their edges: then the invariant holds whatever measures were before. -1
 * with *error filled: it is time to stop. */
int spm_side_lift_all(struct spm_side *side, struct spm *spm);
/* Takes the measures of the other side that are higher, and leaves it those that are not; now and then. */
void spm_side_exchange(struct spm_side *side, struct spm *spm);
/* Whether nothing is left to lift: measures are the least ones. */
static inline int spm_side_is_done(const struct spm_side *side) {
    return side->queue.size == 0 && side->graph->target_levels == NULL;
}
static inline uint64_t *spm_measure(const struct spm_side *side, uint32_t vertex, uint32_t words) {
    return side->measures + (uint64_t)vertex * words;
}

/* What a move of a vertex to one of measure `from` asks for: in `few` where that has the room. */
CORE_FUNCTION const uint64_t *spm_ask(const struct spm_side *side, uint32_t level, const uint64_t *from,
                                      uint64_t few[2], uint32_t words) {
    uint64_t *asked = words <= 2 ? few : side->scratch;
    spm_progress(&side->layout, level, from, asked, words);
    return asked;
}

/* Whether a move from a vertex to another asks for no more than the vertex's measure. */
CORE_FUNCTION int spm_suffices(const struct spm_side *side, const struct spm_game *game, uint32_t source,
                               uint32_t target, uint32_t words) {
    uint64_t few[2];
    const uint64_t *asked =
        spm_ask(side, game->label[source] >> SPM_LEVEL_SHIFT, spm_measure(side, target, words), few, words);
    return !spm_is_greater(asked, spm_measure(side, source, words), words);
}

/* --- what is won (spm_settle.c) --- */

/* Decides what the climber wins already, and what that attracts. -1 with *error filled. */
int spm_settle(struct spm_side *side, struct spm *spm);

#endif
