/* The way around a cycle (cycle_tour.h). */
#include "decompose/cycles/cycle_tour.h"

#include <string.h>

#include "decompose/cycles/cycle.h"

/* Unites the sets that are still missing; returns whether there are any. */
static int unite_missing(const struct cycle_tour *tour) {
    const struct cycle_goal *goal = tour->goal;
    int any = 0;
    memset(tour->set, 0, tour->label_count);
    for (uint32_t i = 0; i < goal->needed_count; i++) {
        for (uint64_t label = 0; label < tour->label_count && !tour->has[i]; label++) {
            tour->set[label] |= goal->needed[i][label];
        }
        any |= !tour->has[i];
    }
    return any;
}

static int visit_needed(const struct cycle_tour *tour) {
    const struct cycle_goal *goal = tour->goal;
    uint32_t label;
    while (unite_missing(tour)) {
        if (tour->want_set(tour->context, tour->set, 0) != 0 || tour->extend(tour->context, 1, &label) != 0) {
            return -1;
        }
        for (uint32_t i = 0; i < goal->needed_count; i++) {
            tour->has[i] |= goal->needed[i][label] != 0;
        }
    }
    return 0;
}

static int cycle_has(const struct cycle *cycle, const uint8_t *set) {
    uint64_t step = cycle->back;
    while (step < cycle->steps && !set[cycle->labels[step]]) {
        step++;
    }
    return step < cycle->steps;
}

/* Goes on so that the cycle satisfies a weak condition: it has an edge of the set, or a vertex without one.
 */
static int visit_weakly(const struct cycle_tour *tour, const uint8_t *set) {
    uint32_t label;
    if (cycle_has(tour->cycle, set)) {
        return 0;
    }
    const int rests = tour->want_set(tour->context, set, 1) != 0 ? -1 : tour->rests(tour->context);
    return rests != 0 ? (rests < 0 ? -1 : 0) : tour->extend(tour->context, 1, &label);
}

/* Goes on so that the cycle satisfies the conditions of fairness. */
static int visit_fairly(const struct cycle_tour *tour) {
    const struct cycle_goal *goal = tour->goal;
    uint32_t label;
    int failed = 0;
    for (uint32_t i = 0; i < goal->weak_count && !failed; i++) {
        failed = visit_weakly(tour, goal->weak[i]) != 0;
    }
    for (uint32_t i = 0; i < goal->strong_count && !failed; i++) {
        if (!cycle_has(tour->cycle, goal->strong[i])) { /* perhaps it is possible in no state */
            failed = tour->want_set(tour->context, goal->strong[i], 0) != 0 ||
                     tour->extend(tour->context, 0, &label) < 0;
        }
    }
    return failed ? -1 : 0;
}

int cycle_tour_make(const struct cycle_tour *tour) {
    uint32_t label;
    if (visit_needed(tour) != 0 || visit_fairly(tour) != 0) {
        return -1;
    }
    if (tour->cycle->steps > tour->cycle->back && tour->is_closed(tour->context)) {
        return 0;
    }
    tour->want_start(tour->context);
    return tour->extend(tour->context, 1, &label);
}
