#ifndef HEDDLE_BENCH_GAME_FAMILY_H
#define HEDDLE_BENCH_GAME_FAMILY_H

#include <stdint.h>

#include "parity/game/game.h"

struct error;
struct run;

enum game_family_kind {
    /* `width` paths of `length` vertices that can be walked both ways, owned by the players in turns, each
     * with the priority that is bad for its owner; from a source to their first vertices, and from their last
     * ones to a cycle of two that Even wins. Even wins everything, step by step along the paths. */
    GAME_FAMILY_PROPAGATION,
    /* A binary tree of `length` levels that can be walked both ways, Even's, of odd priority but for its
     * root; from one leaf to a cycle that Even wins. Even wins everything. */
    GAME_FAMILY_TREE,
    /* Jurdzinski's games (2000) of `length` levels and `width` blocks: one-sided progress measures grow
     * exponentially with the levels. Odd wins the level of low priorities and nothing else. */
    GAME_FAMILY_JURDZINSKI,
    /* `vertices` vertices with `low` to `high` successors (at least 1), owners and priorities below
     * `priorities`, all drawn. */
    GAME_FAMILY_RANDOM,
    /* The towers of Hanoi with `length` discs: a vertex for each position, all Even's. Even wins by
     * moving all discs from the first peg to the last, from every vertex. */
    GAME_FAMILY_HANOI,
    /* A model checker's game: a torus of `width` x `length` states with labels drawn, and four vertices a
     * state for nu X. mu Y. ((<a> X or <b> Y) and [c] X). */
    GAME_FAMILY_FAIRNESS,
    /* The same states, two vertices each for nu X. ((mu Y. (goal or <true> Y)) and [true] X), of which a
     * share of 1 in `priorities` is a goal: no alternation. Even wins everything where there is a goal. */
    GAME_FAMILY_INVARIANT,
    /* Counters of `length` bits, at most 1000, on which some solvers take exponentially many steps
     * (counter_family.c): the core family; the robust one, for solvers that take games apart; for delayed
     * promotion; for region recovery; for McNaughton's algorithm; for symmetric strategy improvement; a
     * distracted tangle; two counters that distract each other, with many chains or with one for each bit. */
    GAME_FAMILY_COUNTER_CORE,
    GAME_FAMILY_COUNTER_ROBUST,
    GAME_FAMILY_COUNTER_DELAYED,
    GAME_FAMILY_COUNTER_RECOVERED,
    GAME_FAMILY_COUNTER_MCNAUGHTON,
    GAME_FAMILY_COUNTER_SYMMETRIC,
    GAME_FAMILY_DISTRACTED,
    GAME_FAMILY_TWO_COUNTERS,
    GAME_FAMILY_PLAIN_TWO_COUNTERS
};

/* Games of a kind; the same values give the same game on every machine. */
struct game_family {
    enum game_family_kind kind;
    uint32_t width, length;
    uint32_t vertices, low, high, priorities;
    uint64_t seed; /* the seed of all random choices */
    int shuffled;  /* vertices are numbered at random: neighbours in the game are far apart in memory */
};

/* Makes it. 0, or -1 with *error filled: ERROR_USAGE (values that make no game), ERROR_LIMIT, ERROR_MEMORY,
 * ERROR_INTERRUPTED. */
int game_family_make(const struct game_family *family, const struct run *run, struct game_store *store,
                     struct error *error);

/* Whether the winners of such a game are known; *even is then the number of vertices that Even wins. */
int game_family_even(const struct game_family *family, uint64_t *even);

#endif
