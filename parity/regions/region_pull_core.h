#ifndef HEDDLE_PARITY_REGIONS_REGION_PULL_CORE_H
#define HEDDLE_PARITY_REGIONS_REGION_PULL_CORE_H

/*
 * The steps of attractors without sources (parity/regions/region_core.h): in each round, every vertex below
 * the level looks along its own edges, until a round attracts none (as the bottom-up steps of Beamer,
 * Asanovic, Patterson: "Direction-Optimizing Breadth-First Search", 2012). Most edges of a game lead from
 * earlier vertices to later ones, so the last vertices are looked at first, and one round often does the work
 * of many.
 *
 * A round looks at each edge of these vertices at most once; making sources costs about ten times as much.
 * The last round proves that nothing else is attracted.
 */
#include "parity/regions/region_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Vertices of the order from the end back. */
CORE_FUNCTION uint32_t region_ordered_back(const struct region_view *view, uint64_t at) {
    return view->order[view->vertices - 1 - at];
}

/* Whether the place is in the region of the view's level; of decided vertices, whether the player wins it. */
CORE_FUNCTION int region_is_inside(const struct region_view *view, uint32_t place) {
    const uint32_t other = REGION_OWNER | REGION_TAINTED;
    return (place | other) == (region_place(view, 0) | other);
}

/* The player needs one edge into the region, which becomes the strategy, and the opponent one elsewhere. */
CORE_FUNCTION uint32_t region_pull_look(const struct region_view *view, uint32_t vertex, uint32_t lane,
                                        uint32_t lanes, const struct step_sink *sink) {
    uint64_t end = view->offsets[vertex + 1];
    uint32_t place = region_load(&view->place[vertex]);
    int players = region_owner(place) == view->player;
    (void)sink;
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end && region_level(place) < view->level;
         edge += lanes) {
        uint32_t target = view->targets[edge], there = region_load(&view->place[target]);
        if (!players && region_level(there) < view->level) {
            return REGION_SEES_LOWER;
        }
        if (players && region_is_inside(view, there)) {
            shared_store(&view->strategy[vertex], target);
            return REGION_SEES_SOUND;
        }
    }
    return 0;
}

CORE_FUNCTION void region_pull(const struct region_view *view, const struct step_item *item,
                               const struct step_sink *sink) {
    uint32_t vertex = item->vertex, place = region_load(&view->place[vertex]);
    if (region_level(place) < view->level &&
        (region_owner(place) == view->player ? (item->seen & REGION_SEES_SOUND) != 0
                                             : !(item->seen & REGION_SEES_LOWER))) {
        region_claim(view, vertex, place, region_load(&view->strategy[vertex]), sink);
    }
}

/* What a vertex of the region looks for: TAINTED if one edge to a tainted vertex taints it, SOUND if one to a
 * vertex that is not tainted prevents that. */
CORE_FUNCTION uint32_t region_taints_by(const struct region_view *view, uint32_t vertex, uint32_t place) {
    return region_owner(place) == view->player && region_is_head(view, vertex) ? REGION_SEES_SOUND
                                                                               : REGION_SEES_TAINTED;
}

CORE_FUNCTION uint32_t region_pull_taint_look(const struct region_view *view, uint32_t vertex, uint32_t lane,
                                              uint32_t lanes, const struct step_sink *sink) {
    uint32_t place = region_load(&view->place[vertex]), escape = REGION_NO_ESCAPE;
    (void)sink;
    if (place & REGION_TAINTED) {
        return 0;
    }
    if (region_owner(place) == view->player && !region_is_head(view, vertex)) {
        uint32_t target = view->strategy[vertex];
        return region_see(view, vertex, target, region_load(&view->place[target]), &escape);
    }
    return region_look(view, vertex, lane, lanes, region_taints_by(view, vertex, place), &escape);
}

CORE_FUNCTION void region_pull_taint(const struct region_view *view, const struct step_item *item,
                                     const struct step_sink *sink) {
    uint32_t vertex = item->vertex, place = region_load(&view->place[vertex]);
    uint32_t by = region_taints_by(view, vertex, place);
    if (!(place & REGION_TAINTED) && ((item->seen & by) != 0) == (by == REGION_SEES_TAINTED)) {
        region_taint_one(view, vertex, place, sink);
    }
}

#ifdef __cplusplus
}
#endif
#endif
