#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_REGION_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_REGION_H

#include <stdint.h>

#include "base/array.h"
#include "checker/strategy/strategy_moves.h"
#include "checker/strategy/tuple_set.h"

/* The most states of a region, and the most vertices of the game that are visited for them. */
#define STRATEGY_REGION_MOST 50000u
#define STRATEGY_REGION_VERTICES 1000000u

/* A transition of the network between states of a region. */
struct region_move {
    uint32_t from, label, to;
};

/* The states of the network that plays of a game can visit from a vertex on. */
struct strategy_region {
    struct memory *memory;
    struct tuple_set states;           /* in the order of a breadth-first search from the first one */
    int is_part;                       /* there are more states: there were too many vertices */
    int is_closed;                     /* no transition of the network leaves the region */
    uint8_t *occurs;                   /* labels: some state of the region has a transition with it */
    GROWING(struct region_move) moves; /* sorted by `from`, each transition of the network once */
    uint32_t label_count;
};

/* Finds the region of a vertex, which the caller frees with strategy_region_free, even after an error. If it
 * is only a part, the rest is not filled. Returns 0, or -1 with *error filled: ERROR_MEMORY,
 * ERROR_INTERRUPTED, ERROR_INPUT for a transition with an unknown label. */
int strategy_region_find(struct strategy_moves *moves, const uint32_t *tuple, struct strategy_region *region,
                         struct error *error);
void strategy_region_free(struct strategy_region *region);

/* The number of the region's strongly connected components, and in component[state] the component of each
 * state; edges lead to components with smaller numbers. Returns 0, or -1 when memory runs out. */
int strategy_region_components(const struct strategy_region *region, uint32_t *component, uint32_t *count);

#endif
