#ifndef HEDDLE_PARITY_PROMOTION_PROMOTION_TANGLES_H
#define HEDDLE_PARITY_PROMOTION_PROMOTION_TANGLES_H

/*
 * Tangles (van Dijk, Attracting Tangles to Solve Parity Games, CAV 2018). A tangle of a player is a set of
 * vertices with a strategy of this player, such that the strategy's graph is strongly connected and the
 * player wins all of its cycles. So the opponent must leave it sooner or later, by one of its escapes. If no
 * escape leads below a region of the player, the region attracts the whole tangle.
 *
 * The bottom components of the strategy's graph of a closed region are tangles. They are learned when the
 * region is promoted, and kept until one of their vertices is decided. When regions are dissolved, attraction
 * puts them together again. Without tangles, each must be found again by promotions, which takes
 * exponentially many of them on games that count in this way. Unlike in the article, a closed region is
 * promoted, as a whole, as soon as its tangles are known. Private to parity/promotion/.
 */
#include "parity/promotion/promotion.h"

struct tangle {
    uint64_t begin;    /* place in `words` of its vertices, each followed by its successor, and its escapes */
    uint32_t vertices; /* number of vertices; the player's successors, and SOLUTION_NONE for the opponent */
    uint32_t escapes;  /* number of escapes */
    /* Where the last searches for an escape below a region, and for a vertex above it, ended. */
    uint32_t last_escape, last_vertex;
    uint32_t inside; /* the serial number of a region that it is in; 0: none */
    int is_dead;     /* a vertex has been decided */
};

/* An entry of the list of tangles that a vertex is an escape of. */
struct tangle_link {
    uint32_t tangle, next;
};

#define NO_LINK UINT32_MAX

struct tangles {
    struct tangle *tangles;
    struct tangle_link *links;
    uint32_t *words;
    uint64_t count, capacity, link_count, link_capacity, word_count, word_capacity;
    int is_full; /* memory did not suffice: no more tangles are learned */

    uint32_t *first;     /* [2 * vertex + player]: the first link of the player's tangles, or NO_LINK */
    uint32_t *component; /* [vertex]: in the search for components; else 0 */
    uint32_t *stack;
    uint64_t *places;
    uint64_t bytes; /* of this block */
};

/* Begins to learn. Returns 0, or -1 with *error filled. */
int tangles_begin(struct promotion *promotion);
void tangles_end(struct promotion *promotion); /* nothing where learning did not begin */

/*
 * Learns the tangles of a closed region that has exits. Decides those that the opponent cannot leave at all.
 * Without enough memory, stops learning for good; that is an error only under SOLVER_TANGLES. Returns 0, or
 * -1 with *error filled.
 */
int tangles_learn(struct promotion *promotion, const struct region *region);

/* Appends to the log the vertices of tangles that the region of this level attracts because this vertex,
 * an escape of theirs, is in it. Returns the log's end. */
uint64_t tangles_attract(struct promotion *promotion, uint32_t vertex, uint32_t level, uint64_t top);

#endif
