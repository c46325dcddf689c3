#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_INTERNAL_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_INTERNAL_H

/* A search for a cycle, for cycle_find and cycle_find_cuda. */
#include "base/steps/steps.h"
#include "decompose/components/components.h"
#include "decompose/cycles/cycle.h"
#include "decompose/cycles/cycle_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* On its side, except for `cycle` and `begin`. */
struct cycle_search {
    struct steps steps;
    const step_function *functions; /* by enum cycle_step */
    /* Fills view.live with the edges that have a label in view.wanted_set. 0, or -1 with the error filled. */
    int (*select)(struct cycle_search *search);
    /* Fills view.component with the strongly connected components over live edges. Likewise. */
    int (*decompose)(struct cycle_search *search);
    struct cycle_view view; /* the caller gives graph (without `live`) and labels */
    uint8_t *set;           /* room for a set of labels: label_count bytes */
    uint64_t label_count;   /* .. of the graph; then with kinds */
    uint32_t *idle;         /* for view.idle; NULL without weak conditions */
    struct cycle *cycle;
    uint64_t *begin; /* search from a vertex: entries at distance d are [begin[d], begin[d + 1]) */
    uint64_t capacity;
    uint64_t found; /* number of vertices that the last search found */
};

/* The caller has filled everything up to `label_count`, except for `set` and the rest of the view. */
int cycle_find_on_side(struct cycle_search *search, const struct cycle_levels *levels,
                       const struct cycle_goal *goal, struct cycle *cycle);

#ifdef __cplusplus
}
#endif
#endif
