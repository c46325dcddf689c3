#ifndef HEDDLE_PARITY_TANGLES_TANGLE_SET_H
#define HEDDLE_PARITY_TANGLES_TANGLE_SET_H

/*
 * A set of tangles. A tangle of a player is a set of vertices with a strategy of this player, such that the
 * strategy's graph is strongly connected and the player wins all of its cycles. So the opponent must leave it
 * sooner or later, by one of its escapes. If these are all in a region of the player, the region attracts the
 * whole tangle. Private to parity/tangles/.
 *
 * While a game is searched, region[] of a vertex is the number of the part or region that it is in; numbers
 * begin again at 0 when all regions are dissolved.
 */
#include "parity/solver/solving.h"
#include "parity/tangles/tangles.h"

struct tangle {
    uint64_t begin;    /* place in `words` of its vertices, each followed by its successor, and its escapes */
    uint64_t inside;   /* the serial number of the last region that attracted it; 0: none */
    uint32_t vertices; /* number of vertices; the player's successors, and SOLUTION_NONE for the opponent */
    uint32_t escapes;  /* number of escapes; 0: the player wins it */
    /* Where the last searches for an escape and for a vertex out of a region's reach ended. */
    uint32_t last_escape, last_vertex;
    uint8_t player;
    uint8_t is_dead; /* the opponent has won a vertex, or the player has won all of them */
};

/* An entry of the list of tangles that a vertex is an escape of. */
struct tangle_link {
    uint32_t tangle, next;
};

#define NO_LINK UINT32_MAX

/* A part of the game that is searched: the vertices of list[0 .. left), sorted by level, whose region[] is
 * its number. */
struct tangle_part {
    const uint32_t *list;
    uint64_t left;
    uint64_t begin; /* the end of the log when the search of the part ends */
    uint32_t number;
};

/* A region that was made in the whole game, not in an inner part. */
struct outer_region {
    uint32_t number; /* the regions made inside it have higher ones, and lower ones than the next */
    uint32_t left;   /* `left` of the whole game before it was made */
};

#define MOST_PARTS 64u /* parts inside one another; regions of the last one are not searched */

struct tangles {
    struct solving *solving;
    struct tangle *tangles;
    struct tangle_link *links;
    uint32_t *words;
    uint64_t count, capacity, link_count, link_capacity, word_count, word_capacity;
    int is_full; /* memory did not suffice: no more tangles are learned */

    uint32_t *first;     /* [2 * vertex + player]: the first link of the player's tangles, or NO_LINK */
    uint32_t *component; /* [vertex]: in the search for components; else 0 */
    uint32_t *stack;     /* of that search */
    uint64_t *places;    /* of that search; keys for sorting */
    uint64_t bytes;      /* of this block */

    /* The search (tangles.c). The log holds the region that is made, and the lists of inner parts. */
    uint32_t *list; /* the undecided vertices, sorted by level */
    uint64_t left;  /* their number */
    uint32_t *log;
    uint64_t log_top, log_room;
    struct tangle_part parts[MOST_PARTS];
    uint32_t depth;
    struct outer_region *outer; /* by rising numbers */
    uint64_t outer_count;
    uint32_t number; /* the last number given since all regions were dissolved */
    uint64_t serial; /* the serial number of a region is this and its number */
};

/* A player attracts the vertices of a part to a region. */
struct attraction {
    uint32_t part, region; /* their numbers */
    unsigned player;
};

/* Appends to the log the vertices that the player attracts to log[from .. log_top) by edges and by tangles,
 * and moves them to the region. Returns 0, or -1 with *error filled. */
int tangle_set_attract(struct tangles *tangles, const struct attraction *attraction, uint64_t from);

/* Learns the tangles of log[begin .. log_top), a closed region: the bottom components of its strategy's
 * graph. Sets is_full when memory does not suffice. Returns 0, or -1 with *error filled. */
int tangle_set_learn(struct tangles *tangles, const struct attraction *region, uint64_t begin);

/* Decides the undecided vertices of a tangle for its player, who wins all of its escapes. */
void tangle_set_decide(struct tangles *tangles, struct tangle *tangle);
/* Decides the tangles of which this vertex, which its player has won, was the last undecided escape. All
 * decisions must have been spread. */
void tangle_set_spread(struct tangles *tangles, uint32_t vertex);

/* Forgets all tangles, whose escapes are in this list. */
void tangle_set_clear(struct tangles *tangles, const uint32_t *list, uint64_t count);

#endif
