#ifndef HEDDLE_PARITY_REGIONS_REGION_CORE_H
#define HEDDLE_PARITY_REGIONS_REGION_CORE_H

/*
 * The steps of solving by regions (parity/regions/region.h) for a single vertex, on a GPU and, in tests, on
 * the host.
 *
 * A vertex has a place: the level of the region that it is in, or its own level where it is in none. Level d
 * is a priority after compression, of the same parity, and REGION_DECIDED, above all, is the place of
 * vertices whose winner is known. Vertices in a region of a higher level are outside the subgame of level d,
 * so that "inside the subgame and not attracted yet" is "below d": marks are never cleared, subgames never
 * copied.
 *
 * Attractors are computed in two ways. While they begin with many vertices, all others look along their own
 * edges for the region, in rounds (region_pull_core.h); this needs no sources. Where rounds attract too few,
 * the sources of vertices are made, and each vertex that was attracted examines its own.
 *
 * Within a step places of different vertices change in any order. Attractors are correct nevertheless: a
 * place only rises to the level of the attractor, and each vertex that rises is queued and then examines its
 * sources; so the last successor of a vertex to rise examines it again.
 */
#include "base/steps/steps_core.h"
#include "parity/game/game_levels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of a place. */
#define REGION_OWNER GAME_LEVEL_OWNER /* enum player */
#define REGION_TAINTED 2u             /* the region can perhaps be left from here */
#define REGION_FOR_ODD 4u             /* of a decided vertex: Odd wins it */
#define REGION_SHIFT GAME_LEVEL_SHIFT /* where the level begins */

#define REGION_DECIDED (GAME_MOST_LEVEL + 1)
#define REGION_NO_ESCAPE UINT32_MAX
#define REGION_HUGE (1u << 14) /* most sources that a block examines */
#define REGION_LONG 64u        /* most successors that one thread examines */
#define REGION_AHEAD 4u        /* successors that a thread examines together when latency matters */

/* A queue that is processed round by round: the current round is [head, end). */
struct region_line {
    uint64_t head, end, tail;
};

enum region_line_name {
    REGION_QUEUE, /* regions, the highest first */
    REGION_LIST,  /* vertices that are tainted or collected */
    REGION_LONGS, /* vertices with long rows; does not change */
    REGION_HUGES, /* vertices with many sources, which a whole grid examines; at most REGION_HUGE of
                     them */
    REGION_LINES
};

struct region_counters {
    struct region_line lines[REGION_LINES];
    uint32_t escape; /* the lowest level above to which the opponent can move; REGION_NO_ESCAPE: none */
    uint32_t open;   /* the region can be left to lower levels (an edge falls, for REGION_FALLS) */
    uint32_t waits;  /* a vertex with a long row waits */
    uint32_t blocks; /* blocks of a grid that finished the round */
};

struct region_view {
    uint64_t vertices;
    const uint64_t *offsets;
    const uint32_t *targets;
    /* The transpose, at least of the edges from vertices that are not decided; NULLs until it is needed. */
    const uint64_t *sources_begin;
    const uint32_t *sources;
    uint32_t *place;
    const uint32_t *base;  /* the place of a vertex that is in no region */
    const uint32_t *order; /* vertices, highest levels first */
    uint32_t *lines[REGION_LINES];
    uint8_t *winner;
    uint32_t *strategy; /* while a vertex is in a region of its owner: where it goes */
    struct region_counters *counters;
    /* The arguments of the step. */
    uint32_t level;
    uint32_t player;
    uint32_t all;   /* REGION_COLLECT: whether to collect tainted vertices */
    uint64_t begin; /* REGION_CONVERT: positions of the queue from here on */
};

/* --- steps --- */

/* clang-format off */
/* Steps that run for each item. */
#define REGION_STEPS(STEP)                                                                                   \
    /* finds out whether there is an edge to a lower level */                                                                 \
    STEP(region, REGION_FALLS, step_vertex, region_edges, region_look_for_falls, step_no_end, region_queue)  \
    /* lists vertices with many successors */                                                                \
    STEP(region, REGION_FIND_LONG, step_vertex, step_one, step_no_look, region_list_long, region_longs)      \
    /* decides vertices whose loop wins for the player, or that have no other edge */                   \
    STEP(region, REGION_LOOPS, step_vertex, region_edges, region_look_for_loop, region_loop, region_queue)   \
    /* queues vertices of the level that are in no higher region */                                        \
    STEP(region, REGION_GATHER, region_ordered, step_one, step_no_look, region_gather, region_queue)         \
    /* items of the queue: taints vertices from which the region can be left at once */                            \
    STEP(region, REGION_SEED, region_queued, region_edges, region_seed_look, region_seed, region_list)       \
    /* items of the queue: lists those that are not tainted, or all; heads get their strategy */                          \
    STEP(region, REGION_COLLECT, region_queued, region_edges, region_choose, region_collect, region_list)    \
    /* items of the queue: moves them to their own levels */                                                                     \
    STEP(region, REGION_RESET, region_queued, step_one, step_no_look, region_reset, region_queue)            \
    /* items of the list: moves them to the level, and queues them */                                                      \
    STEP(region, REGION_CONVERT, region_listed, step_one, step_no_look, region_convert, region_queue)        \
    /* vertices of the order, the last one first: attracts those whose edges lead to the level */            \
    STEP(region, REGION_PULL, region_ordered_back, region_edges, region_pull_look, region_pull, region_queue) \
    /* items of the queue: taints those that cannot avoid moving to a tainted vertex */                      \
    STEP(region, REGION_PULL_TAINT, region_queued, region_edges, region_pull_taint_look, region_pull_taint,  \
         region_list)

/* Steps for vertices with long rows, which wait because a single thread should not examine these: many
 * threads share each row. */
#define REGION_LONG_STEPS(STEP)                                                                              \
    STEP(region, REGION_ATTRACT_LONG, region_long_row, region_edges,                                         \
         region_attract_long_look, region_attract_long, region_queue)                                        \
    STEP(region, REGION_TAINT_LONG, region_long_row, region_edges,                                           \
         region_taint_long_look, region_taint_long, region_list)

/* Steps for a line from its head on, and for the vertices that they append. */
#define REGION_LINE_STEPS(STEP)                                                                              \
    /* attracts sources to the vertex */                                                                     \
    STEP(region, REGION_ATTRACT, region_queued, region_sources, region_attract, step_no_end, region_queue)   \
    /* taints sources of the vertex that cannot avoid moving to it */                                                  \
    STEP(region, REGION_TAINT, region_listed, region_sources, region_taint, step_no_end, region_list)
/* clang-format on */

enum region_step { REGION_STEPS(STEPS_ENUM) REGION_LONG_STEPS(STEPS_ENUM) REGION_LINE_STEPS(STEPS_ENUM) };

CORE_FUNCTION struct step_sink region_line(const struct region_view *view, enum region_line_name name) {
    struct step_sink sink = {view->lines[name], &view->counters->lines[name].tail, NULL, NULL, 0};
    return sink;
}

CORE_FUNCTION struct step_sink region_queue(const struct region_view *view) {
    return region_line(view, REGION_QUEUE);
}

CORE_FUNCTION struct step_sink region_list(const struct region_view *view) {
    return region_line(view, REGION_LIST);
}

CORE_FUNCTION struct step_sink region_longs(const struct region_view *view) {
    return region_line(view, REGION_LONGS);
}

/* Reads a word that other threads wrote, bypassing the first-level cache, which may hold an old value. */
CORE_FUNCTION uint32_t region_load(const uint32_t *word) {
#ifdef __CUDA_ARCH__
    uint32_t value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    return value;
#else
    return __atomic_load_n(word, __ATOMIC_RELAXED);
#endif
}

CORE_FUNCTION void region_raise(uint32_t *flag) {
    if (shared_glance(flag) == 0) {
        shared_store(flag, 1);
    }
}

/* Lowers the escape to at most this level. */
CORE_FUNCTION void region_lower_escape(struct region_counters *counters, uint32_t level) {
    if (level < shared_glance(&counters->escape)) {
#ifdef __CUDA_ARCH__
        atomicMin(&counters->escape, level);
#else
        uint32_t seen = shared_glance(&counters->escape);
        while (level < seen && !shared_replace(&counters->escape, seen, level)) {
            seen = shared_glance(&counters->escape);
        }
#endif
    }
}

/* --- items and rows --- */

CORE_FUNCTION uint32_t region_ordered(const struct region_view *view, uint64_t at) {
    return view->order[at];
}

CORE_FUNCTION uint32_t region_queued(const struct region_view *view, uint64_t at) {
    return region_load(&view->lines[REGION_QUEUE][at]);
}

CORE_FUNCTION uint32_t region_listed(const struct region_view *view, uint64_t at) {
    return region_load(&view->lines[REGION_LIST][at]);
}

CORE_FUNCTION uint32_t region_long_row(const struct region_view *view, uint64_t at) {
    return view->lines[REGION_LONGS][at];
}

CORE_FUNCTION uint64_t region_edges(const struct region_view *view, uint32_t vertex) {
    return view->offsets[vertex + 1] - view->offsets[vertex];
}

CORE_FUNCTION uint64_t region_sources(const struct region_view *view, uint32_t vertex) {
    return view->sources_begin[vertex + 1] - view->sources_begin[vertex];
}

/* --- places --- */

CORE_FUNCTION uint32_t region_level(uint32_t place) {
    return place >> REGION_SHIFT;
}

CORE_FUNCTION uint32_t region_owner(uint32_t place) {
    return place & REGION_OWNER;
}

/* The place of a vertex of this owner in the region of the view's level. */
CORE_FUNCTION uint32_t region_place(const struct region_view *view, uint32_t owner) {
    uint32_t place = view->level << REGION_SHIFT | owner;
    return view->level == REGION_DECIDED && view->player == PLAYER_ODD ? place | REGION_FOR_ODD : place;
}

/* Whether the vertex is of the region's own level: any edge inside can be its strategy. */
CORE_FUNCTION int region_is_head(const struct region_view *view, uint32_t vertex) {
    return region_level(view->base[vertex]) == view->level;
}

/* --- rows --- */

/* Bits for the targets of a vertex's edges. */
#define REGION_SEES_LOWER 1u
#define REGION_SEES_SOUND 2u /* an edge into the region, to a vertex that is not tainted */
#define REGION_SEES_TAINTED 4u
#define REGION_SEES_HIGHER 8u
#define REGION_SEES_ITSELF 16u
#define REGION_SEES_OTHERS 32u
#define REGION_SEES_INSIDE (REGION_SEES_SOUND | REGION_SEES_TAINTED)

/* Returns the bits for a target at `place`; lowers *escape to the level of a higher region. */
CORE_FUNCTION uint32_t region_see(const struct region_view *view, uint32_t vertex, uint32_t target,
                                  uint32_t place, uint32_t *escape) {
    uint32_t level = region_level(place);
    uint32_t sees = target == vertex ? REGION_SEES_ITSELF : REGION_SEES_OTHERS;
    if (level < view->level) {
        sees |= REGION_SEES_LOWER;
    } else if (level == view->level) {
        sees |= place & REGION_TAINTED ? REGION_SEES_TAINTED : REGION_SEES_SOUND;
    } else if (level != REGION_DECIDED) {
        sees |= REGION_SEES_HIGHER;
        *escape = level < *escape ? level : *escape;
    }
    return sees;
}

/* Examines the lane's part of the row, until one of `enough` is seen. */
CORE_FUNCTION uint32_t region_look(const struct region_view *view, uint32_t vertex, uint32_t lane,
                                   uint32_t lanes, uint32_t enough, uint32_t *escape) {
    uint64_t end = view->offsets[vertex + 1];
    uint32_t sees = 0;
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end && !(sees & enough); edge += lanes) {
        uint32_t target = view->targets[edge], place = region_load(&view->place[target]);
        sees |= region_see(view, vertex, target, place, escape);
    }
    return sees;
}

/* Examines the whole row by one thread, several edges at a time: this reads more than needed, but finishes
 * sooner. */
CORE_FUNCTION uint32_t region_look_ahead(const struct region_view *view, uint32_t vertex, uint32_t enough) {
    uint64_t end = view->offsets[vertex + 1];
    uint32_t sees = 0, escape = REGION_NO_ESCAPE;
    for (uint64_t edge = view->offsets[vertex]; edge < end && !(sees & enough); edge += REGION_AHEAD) {
        uint32_t targets[REGION_AHEAD], places[REGION_AHEAD];
        for (uint32_t i = 0; i < REGION_AHEAD; i++) {
            targets[i] = view->targets[edge + i < end ? edge + i : end - 1];
        }
        for (uint32_t i = 0; i < REGION_AHEAD; i++) {
            places[i] = region_load(&view->place[targets[i]]);
        }
        for (uint32_t i = 0; i < REGION_AHEAD; i++) {
            sees |= region_see(view, vertex, targets[i], places[i], &escape);
        }
    }
    return sees;
}

CORE_FUNCTION int region_has_long_row(const struct region_view *view, uint32_t vertex) {
    return region_edges(view, vertex) > REGION_LONG;
}

/*
 * Whether one thread finds one of `wanted` along the edges of the vertex; for long rows it returns true, and
 * they wait. lanes: the number of threads that share the current item; where there are several, the others
 * wait for this thread.
 */
CORE_FUNCTION int region_sees(const struct region_view *view, uint32_t vertex, uint32_t wanted,
                              uint32_t lanes) {
    uint32_t escape = REGION_NO_ESCAPE;
    if (region_has_long_row(view, vertex)) {
        region_raise(&view->counters->waits);
        return 1;
    }
    return ((lanes > 1 ? region_look_ahead(view, vertex, wanted)
                       : region_look(view, vertex, 0, 1, wanted, &escape)) &
            wanted) != 0;
}

/* --- attraction --- */

/* Raises a vertex that was seen at `place` to the level; `strategy` is the move of its owner. */
CORE_FUNCTION void region_claim(const struct region_view *view, uint32_t vertex, uint32_t place,
                                uint32_t strategy, const struct step_sink *sink) {
    if (shared_replace(&view->place[vertex], place, region_place(view, region_owner(place)))) {
        view->strategy[vertex] = region_owner(place) == view->player ? strategy : SOLUTION_NONE;
        if (view->level == REGION_DECIDED) {
            view->winner[vertex] = (uint8_t)view->player;
        }
        step_append(sink, vertex);
    }
}

CORE_FUNCTION uint32_t region_attract(const struct region_view *view, uint32_t target, uint32_t lane,
                                      uint32_t lanes, const struct step_sink *sink) {
    uint64_t end = view->sources_begin[target + 1];
    for (uint64_t i = view->sources_begin[target] + lane; i < end; i += lanes) {
        uint32_t source = view->sources[i], place = region_load(&view->place[source]);
        if (region_level(place) < view->level &&
            (region_owner(place) == view->player || !region_sees(view, source, REGION_SEES_LOWER, lanes))) {
            region_claim(view, source, place, target, sink);
        }
    }
    return 0;
}

/* --- leaving a region --- */

/*
 * The opponent may leave by edges to other regions; the player has to leave at a head without an edge inside.
 * Attracted vertices of the player move to where they were attracted, and promoted vertices keep their
 * strategy.
 */
CORE_FUNCTION uint32_t region_seed_look(const struct region_view *view, uint32_t vertex, uint32_t lane,
                                        uint32_t lanes, const struct step_sink *sink) {
    (void)sink;
    uint32_t escape = REGION_NO_ESCAPE;
    uint32_t sees = 0;
    if (region_owner(view->base[vertex]) != view->player) {
        sees = region_look(view, vertex, lane, lanes, REGION_SEES_LOWER, &escape);
        if (escape != REGION_NO_ESCAPE) {
            region_lower_escape(view->counters, escape);
        }
    } else if (region_is_head(view, vertex)) {
        sees = region_look(view, vertex, lane, lanes, REGION_SEES_INSIDE, &escape);
    }
    return sees;
}

CORE_FUNCTION void region_seed(const struct region_view *view, const struct step_item *item,
                               const struct step_sink *sink) {
    uint32_t vertex = item->vertex, sees = item->seen;
    uint32_t place = view->level << REGION_SHIFT | region_owner(view->base[vertex]);
    int is_open, is_tainted;
    if (region_owner(place) != view->player) {
        is_open = (sees & REGION_SEES_LOWER) != 0;
        is_tainted = is_open || (sees & REGION_SEES_HIGHER);
    } else {
        is_open = is_tainted = region_is_head(view, vertex) && !(sees & REGION_SEES_INSIDE);
    }
    if (is_open) {
        region_raise(&view->counters->open);
    }
    shared_store(&view->place[vertex], is_tainted ? place | REGION_TAINTED : place);
    if (is_tainted) {
        step_append(sink, vertex);
    }
}

CORE_FUNCTION void region_taint_one(const struct region_view *view, uint32_t vertex, uint32_t place,
                                    const struct step_sink *sink) {
    if (shared_replace(&view->place[vertex], place, place | REGION_TAINTED)) {
        step_append(sink, vertex);
    }
}

CORE_FUNCTION uint32_t region_taint(const struct region_view *view, uint32_t target, uint32_t lane,
                                    uint32_t lanes, const struct step_sink *sink) {
    uint64_t end = view->sources_begin[target + 1];
    for (uint64_t i = view->sources_begin[target] + lane; i < end; i += lanes) {
        uint32_t source = view->sources[i], place = region_load(&view->place[source]);
        if (region_level(place) != view->level || (place & REGION_TAINTED)) {
            continue;
        }
        if (region_owner(place) == view->player &&
            (region_is_head(view, source) ? region_sees(view, source, REGION_SEES_SOUND, lanes)
                                          : view->strategy[source] != target)) {
            continue;
        }
        region_taint_one(view, source, place, sink);
    }
    return 0;
}

/* --- vertices with long rows, by many threads --- */

/* Whether the vertex waits for REGION_TAINT_LONG (taints), or for REGION_ATTRACT_LONG. */
CORE_FUNCTION int region_waits(const struct region_view *view, uint32_t vertex, uint32_t place, int taints) {
    return taints ? region_level(place) == view->level && !(place & REGION_TAINTED) &&
                        region_owner(place) == view->player && region_is_head(view, vertex)
                  : region_level(place) < view->level && region_owner(place) != view->player;
}

CORE_FUNCTION uint32_t region_long_look(const struct region_view *view, uint32_t vertex, uint32_t lane,
                                        uint32_t lanes, int taints) {
    uint32_t escape = REGION_NO_ESCAPE;
    return region_waits(view, vertex, region_load(&view->place[vertex]), taints)
               ? region_look(view, vertex, lane, lanes, taints ? REGION_SEES_SOUND : REGION_SEES_LOWER,
                             &escape)
               : 0;
}

CORE_FUNCTION uint32_t region_attract_long_look(const struct region_view *view, uint32_t vertex,
                                                uint32_t lane, uint32_t lanes, const struct step_sink *sink) {
    (void)sink;
    return region_long_look(view, vertex, lane, lanes, 0);
}

CORE_FUNCTION uint32_t region_taint_long_look(const struct region_view *view, uint32_t vertex, uint32_t lane,
                                              uint32_t lanes, const struct step_sink *sink) {
    (void)sink;
    return region_long_look(view, vertex, lane, lanes, 1);
}

CORE_FUNCTION void region_attract_long(const struct region_view *view, const struct step_item *item,
                                       const struct step_sink *sink) {
    uint32_t place = region_load(&view->place[item->vertex]);
    if (region_waits(view, item->vertex, place, 0) && !(item->seen & REGION_SEES_LOWER)) {
        region_claim(view, item->vertex, place, SOLUTION_NONE, sink);
    }
}

CORE_FUNCTION void region_taint_long(const struct region_view *view, const struct step_item *item,
                                     const struct step_sink *sink) {
    uint32_t place = region_load(&view->place[item->vertex]);
    if (region_waits(view, item->vertex, place, 1) && !(item->seen & REGION_SEES_SOUND)) {
        region_taint_one(view, item->vertex, place, sink);
    }
}

/* --- the other steps --- */

CORE_FUNCTION uint32_t region_look_for_falls(const struct region_view *view, uint32_t vertex, uint32_t lane,
                                             uint32_t lanes, const struct step_sink *sink) {
    (void)sink;
    for (uint64_t edge = view->offsets[vertex] + lane; edge < view->offsets[vertex + 1]; edge += lanes) {
        if (region_level(view->base[view->targets[edge]]) < region_level(view->base[vertex])) {
            region_raise(&view->counters->open);
        }
    }
    return 0;
}

CORE_FUNCTION void region_list_long(const struct region_view *view, const struct step_item *item,
                                    const struct step_sink *sink) {
    if (region_has_long_row(view, item->vertex)) {
        step_append(sink, item->vertex);
    }
}

CORE_FUNCTION void region_gather(const struct region_view *view, const struct step_item *item,
                                 const struct step_sink *sink) {
    uint32_t vertex = item->vertex;
    if (view->place[vertex] == view->base[vertex]) {
        view->strategy[vertex] = SOLUTION_NONE;
        step_append(sink, vertex);
    }
}

CORE_FUNCTION uint32_t region_look_for_loop(const struct region_view *view, uint32_t vertex, uint32_t lane,
                                            uint32_t lanes, const struct step_sink *sink) {
    uint32_t sees = 0;
    (void)sink;
    for (uint64_t edge = view->offsets[vertex] + lane; edge < view->offsets[vertex + 1]; edge += lanes) {
        sees |= view->targets[edge] == vertex ? REGION_SEES_ITSELF : REGION_SEES_OTHERS;
    }
    return sees;
}

/* Decides a vertex with a loop: the owner wins if looping for ever wins, the opponent if there is no other
 * edge. */
CORE_FUNCTION void region_loop(const struct region_view *view, const struct step_item *item,
                               const struct step_sink *sink) {
    uint32_t vertex = item->vertex, sees = item->seen;
    uint32_t base = view->base[vertex], owner = region_owner(base), parity = region_level(base) & 1;
    if ((sees & REGION_SEES_ITSELF) && parity == view->player && view->place[vertex] == base &&
        (owner == parity || !(sees & REGION_SEES_OTHERS))) {
        view->place[vertex] = region_place(view, owner);
        view->strategy[vertex] = owner == parity ? vertex : SOLUTION_NONE;
        view->winner[vertex] = (uint8_t)view->player;
        step_append(sink, vertex);
    }
}

CORE_FUNCTION int region_is_taken(const struct region_view *view, uint32_t vertex) {
    return view->all || !(view->place[vertex] & REGION_TAINTED);
}

/* Chooses the strategy of a head of the player: an edge to a vertex that is collected, too. */
CORE_FUNCTION uint32_t region_choose(const struct region_view *view, uint32_t vertex, uint32_t lane,
                                     uint32_t lanes, const struct step_sink *sink) {
    uint64_t end = view->offsets[vertex + 1];
    (void)sink;
    if (!region_is_taken(view, vertex) || region_owner(view->base[vertex]) != view->player ||
        !region_is_head(view, vertex)) {
        return 0;
    }
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end; edge += lanes) {
        uint32_t place = view->place[view->targets[edge]];
        if (region_level(place) == view->level && (view->all || !(place & REGION_TAINTED))) {
            shared_store(&view->strategy[vertex], view->targets[edge]);
            return 0;
        }
    }
    return 0;
}

CORE_FUNCTION void region_collect(const struct region_view *view, const struct step_item *item,
                                  const struct step_sink *sink) {
    if (region_is_taken(view, item->vertex)) {
        step_append(sink, item->vertex);
    }
}

CORE_FUNCTION void region_reset(const struct region_view *view, const struct step_item *item,
                                const struct step_sink *sink) {
    (void)sink;
    view->place[item->vertex] = view->base[item->vertex];
}

CORE_FUNCTION void region_convert(const struct region_view *view, const struct step_item *item,
                                  const struct step_sink *sink) {
    uint32_t vertex = item->vertex;
    (void)sink;
    view->place[vertex] = region_place(view, region_owner(view->base[vertex]));
    view->lines[REGION_QUEUE][view->begin + item->at] = vertex;
    if (view->level == REGION_DECIDED) {
        view->winner[vertex] = (uint8_t)view->player;
    }
}

#ifdef __cplusplus
}
#endif
#endif
