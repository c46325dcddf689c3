#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_TOUR_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_TOUR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cycle;
struct cycle_goal;

/*
 * The way around a cycle: which edges come next, for cycle.c and cycle_lasso_ranks.c, which find the paths.
 * The lasso ends where the cycle begins; each path goes on from its end. All functions return 0, or -1 with
 * an error filled.
 */
struct cycle_tour {
    const struct cycle_goal *goal;
    struct cycle *cycle;
    uint64_t label_count; /* size of a set */
    uint8_t *has;         /* [needed_count], zeroed: whether the cycle has an edge of the set */
    uint8_t *set;         /* room for a set */
    void *context;        /* of the functions */
    /* The next paths end with an edge of the set or, if `or_idle`, with one of a vertex that has no such
     * edge. */
    int (*want_set)(void *context, const uint8_t *set, int or_idle);
    /* After want_set with `or_idle`: whether some vertex of the cycle so far has no such edge: 1, 0 or -1. */
    int (*rests)(void *context);
    /* .. with one to the vertex where the cycle begins. */
    void (*want_start)(void *context);
    /* Whether the lasso ends there. */
    int (*is_closed)(const void *context);
    /* Goes on by a shortest path with a wanted edge at its end; *label: of that edge. If there is none: 1, or
     * -1 if there `must` be one. */
    int (*extend)(void *context, int must, uint32_t *label);
};

/* Goes around: to an edge of each needed set, the nearest first, then to what each condition of fairness asks
 * for, in their order, and back. 0 or -1. */
int cycle_tour_make(const struct cycle_tour *tour);

#ifdef __cplusplus
}
#endif
#endif
