#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_REGION_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_REGION_H

#include <stdint.h>

#include "base/array.h"
#include "checker/strategy/strategy_moves.h"
#include "checker/strategy/tuple_set.h"

/* The most states of a region whose transitions are kept, and the most vertices of the game that are met for
 * them. */
#define STRATEGY_REGION_MOST 50000u
#define STRATEGY_REGION_VERTICES 1000000u
/* A region of more states is counted first, if there is someone who counts. */
#define STRATEGY_REGION_FEW 2000u

/* What is known of a region that someone has counted. */
struct strategy_count {
    uint64_t states; /* 0: it was not counted */
    int is_closed;
    const uint8_t *occurs; /* labels: some state has a transition with it */
};

/* Someone who counts regions without their transitions, as the memory that holds the game can. */
struct strategy_counter {
    /* Counts the region of `node`, or leaves *count as it is. Returns 0, or -1 with *error filled. The array
     * is valid until the next call. */
    int (*count)(const struct strategy_counter *counter, struct strategy_count *count, struct error *error);
    void *context;
    uint32_t node;  /* of the strategy */
    uint64_t index; /* of the explanation: 0, or from 1 on for those in "also" */
};

/* A transition of the network between states of a region. */
struct region_move {
    uint32_t from, label, to;
};

/* The states of the network that plays of a game can visit from a vertex on. */
struct strategy_region {
    struct memory *memory;
    struct tuple_set states;           /* in the order of a breadth-first search from the first one */
    uint64_t count;                    /* its states; of a part at least 1 and fewer than all */
    int is_part;                       /* there are more states than that: it was too large to visit */
    int is_counted;                    /* the moves are left out */
    int is_closed;                     /* no transition of the network leaves the region */
    uint8_t *occurs;                   /* labels: some state of the region has a transition with it */
    GROWING(struct region_move) moves; /* sorted by `from`, each transition of the network once */
    uint32_t label_count;
};

/*
 * Finds the region of a vertex, which the caller frees with strategy_region_free, even after an error. If it
 * is only a part, the rest is not filled. If it has too many states, it is a part unless `counter` counts
 * them; then `states` has only some of them. NULL: nobody counts. Returns 0, or -1 with *error filled:
 * ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_INPUT for a transition with an unknown label; or the error of the
 * counter.
 */
int strategy_region_find(struct strategy_moves *moves, const uint32_t *tuple,
                         const struct strategy_counter *counter, struct strategy_region *region,
                         struct error *error);
/* Counts the region of a vertex by visiting it, so that it has no moves; it is a part if it has more than
 * `most` vertices. Otherwise as above. */
int strategy_region_count(struct strategy_moves *moves, const uint32_t *tuple, uint64_t most,
                          struct strategy_region *region, struct error *error);
void strategy_region_free(struct strategy_region *region);

/* The number of the region's strongly connected components, and in component[state] the component of each
 * state; edges lead to components with smaller numbers. Returns 0, or -1 when memory runs out. */
int strategy_region_components(const struct strategy_region *region, uint32_t *component, uint32_t *count);

#endif
