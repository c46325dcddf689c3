/* Builds a lasso from the steps of an engine. */
#include "decompose/cycles/cycle.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/cycles/cycle_engine.h"

/* A search for a wanted edge at work: the queue's vertices at distance d are [begin[d], begin[d + 1]). */
struct cycle_search {
    const struct cycle_engine *engine;
    const struct run *run;
    struct cycle *cycle;
    struct error *error;
    uint64_t *begin;
    uint64_t capacity;
};

static int check_stop(const struct run *run, struct error *error) {
    run_tell(run, "looking for cycles", 0, 0, NULL);
    return run_should_stop(run) ? error_set(error, ERROR_INTERRUPTED, "interrupted while cycles were sought")
                                : 0;
}

/* Components say that there is a way, so that only a GPU that lost something gets here. */
static int fail_lost(struct error *error) {
    return error_set(error, ERROR_DEVICE, "a transition was lost: a cycle that is there is not found");
}

/* Room for `steps` steps. */
static int reserve_steps(const struct cycle_search *seeking, uint64_t steps) {
    struct cycle *cycle = seeking->cycle;
    struct memory *memory = seeking->run->memory;
    if (MEMORY_GROW(memory, &cycle->vertices, &cycle->vertex_capacity, steps + 1) != 0 ||
        MEMORY_GROW(memory, &cycle->labels, &cycle->label_capacity, steps) != 0) {
        return error_memory(seeking->error, "for the trace");
    }
    return 0;
}

/* --- to the cycle --- */

static uint64_t level_of(const struct cycle_levels *levels, uint32_t vertex) {
    uint64_t low = 0, high = levels->count; /* begin[low] <= vertex < begin[high] */
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (levels->begin[middle] <= vertex) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The shortest path from the initial vertex, made from its end: predecessors are one level before. */
static int find_way(const struct cycle_search *seeking, const struct cycle_levels *levels, uint32_t vertex) {
    const struct cycle_engine *engine = seeking->engine;
    struct cycle *cycle = seeking->cycle;
    uint64_t level = level_of(levels, vertex);
    if (reserve_steps(seeking, level) != 0) {
        return -1;
    }
    cycle->steps = cycle->back = level;
    cycle->vertices[level] = vertex;
    for (; level > 0; level--) {
        if (check_stop(seeking->run, seeking->error) != 0 ||
            engine->before_in_graph(engine->context, levels->begin[level - 1], levels->begin[level],
                                    cycle->vertices[level], &cycle->vertices[level - 1],
                                    &cycle->labels[level - 1], seeking->error) != 0) {
            return -1;
        }
        if (cycle->vertices[level - 1] == CYCLE_NONE) {
            return fail_lost(seeking->error);
        }
    }
    return 0;
}

/* --- round it --- */

static int note_distance(struct cycle_search *seeking, uint64_t distance, uint64_t begin) {
    if (MEMORY_GROW(seeking->run->memory, &seeking->begin, &seeking->capacity, distance + 1) != 0) {
        return error_memory(seeking->error, "for the trace");
    }
    seeking->begin[distance] = begin;
    return 0;
}

/* Searches from a vertex: *distance and *source of the nearest wanted edges, the least source of them. */
static int search_nearest(struct cycle_search *seeking, uint32_t from, const struct cycle_want *want,
                          uint64_t *distance, uint32_t *source) {
    const struct cycle_engine *engine = seeking->engine;
    uint64_t first = 0, end = 1;
    if (engine->begin(engine->context, from, want, seeking->error) != 0) {
        return -1;
    }
    for (*distance = 0;; ++*distance) {
        uint64_t count;
        if (check_stop(seeking->run, seeking->error) != 0 || note_distance(seeking, *distance, first) != 0 ||
            engine->expand(engine->context, first, end, source, &count, seeking->error) != 0) {
            return -1;
        }
        if (*source != CYCLE_NONE) {
            return note_distance(seeking, *distance + 1, end);
        }
        if (count == end) {
            return fail_lost(seeking->error);
        }
        first = end;
        end = count;
    }
}

/* Goes on from the lasso's end by a shortest path and a wanted edge at its end; *label: of that edge. */
static int extend_path(struct cycle_search *seeking, const struct cycle_want *want, uint32_t *label) {
    const struct cycle_engine *engine = seeking->engine;
    struct cycle *cycle = seeking->cycle;
    uint64_t at = cycle->steps, distance;
    uint32_t source;
    if (search_nearest(seeking, cycle->vertices[at], want, &distance, &source) != 0 ||
        reserve_steps(seeking, at + distance + 1) != 0 ||
        engine->edge(engine->context, source, want, label, &cycle->vertices[at + distance + 1],
                     seeking->error) != 0) {
        return -1;
    }
    cycle->labels[at + distance] = *label;
    cycle->vertices[at + distance] = source;
    for (uint64_t d = distance; d > 0; d--) {
        uint32_t target = cycle->vertices[at + d], before, same;
        struct cycle_want step = {.target = target};
        if (check_stop(seeking->run, seeking->error) != 0 ||
            engine->before(engine->context, seeking->begin[d - 1], seeking->begin[d], target, &before,
                           seeking->error) != 0) {
            return -1;
        }
        if (before == CYCLE_NONE) {
            return fail_lost(seeking->error);
        }
        if (engine->edge(engine->context, before, &step, &cycle->labels[at + d - 1], &same, seeking->error) !=
            0) {
            return -1;
        }
        cycle->vertices[at + d - 1] = before;
    }
    cycle->steps = at + distance + 1;
    return 0;
}

/* The union of the sets that are still missing; whether there are any. */
static int unite_missing(const struct cycle_goal *goal, const uint8_t *has, uint32_t labels, uint8_t *set) {
    int any = 0;
    memset(set, 0, labels);
    for (uint32_t i = 0; i < goal->needed_count; i++) {
        for (uint32_t label = 0; label < labels && !has[i]; label++) {
            set[label] |= goal->needed[i][label];
        }
        any |= !has[i];
    }
    return any;
}

static int close_lasso(struct cycle_search *seeking, const struct cycle_goal *goal, uint8_t *has,
                       uint8_t *set) {
    struct cycle *cycle = seeking->cycle;
    const uint32_t start = cycle->vertices[cycle->back];
    uint32_t label;
    while (unite_missing(goal, has, seeking->engine->label_count, set)) {
        struct cycle_want want = {.labels = set};
        if (extend_path(seeking, &want, &label) != 0) {
            return -1;
        }
        for (uint32_t i = 0; i < goal->needed_count; i++) {
            has[i] |= goal->needed[i][label] != 0;
        }
    }
    if (cycle->steps > cycle->back && cycle->vertices[cycle->steps] == start) {
        return 0;
    }
    struct cycle_want want = {.target = start};
    return extend_path(seeking, &want, &label);
}

static int find_lasso(struct cycle_search *seeking, const struct cycle_goal *goal) {
    struct memory *memory = seeking->run->memory;
    uint64_t sets = (uint64_t)goal->needed_count + 1, labels = (uint64_t)seeking->engine->label_count + 1;
    uint8_t *has = memory_allocate_zeroed(memory, sets), *set = memory_allocate_zeroed(memory, labels);
    int failed = has == NULL || set == NULL ? error_memory(seeking->error, "for the trace")
                                            : close_lasso(seeking, goal, has, set);
    memory_free(memory, has, sets);
    memory_free(memory, set, labels);
    return failed;
}

int cycle_find_with(const struct cycle_engine *engine, const struct cycle_levels *levels,
                    const struct cycle_goal *goal, const struct run *run, struct cycle *cycle,
                    struct error *error) {
    struct cycle_search seeking = {.engine = engine, .run = run, .cycle = cycle, .error = error};
    uint32_t vertex;
    if (engine->decompose(engine->context, goal, &vertex, error) != 0) {
        return -1;
    }
    if (vertex == CYCLE_NONE) {
        return 0;
    }
    int failed = find_way(&seeking, levels, vertex) != 0 || find_lasso(&seeking, goal) != 0;
    cycle->found = !failed;
    memory_free(run->memory, seeking.begin, seeking.capacity * sizeof *seeking.begin);
    return failed ? -1 : 0;
}

void cycle_free(struct memory *memory, struct cycle *cycle) {
    memory_free(memory, cycle->vertices, cycle->vertex_capacity * sizeof *cycle->vertices);
    memory_free(memory, cycle->labels, cycle->label_capacity * sizeof *cycle->labels);
    *cycle = (struct cycle){0};
}
