/* Follows the path that a strategy forces, station by station. */
#include "checker/strategy/strategy_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "checker/strategy/strategy.h"
#include "checker/strategy/strategy_lost.h"

#define NONE UINT64_MAX
#define MOST_VISITS 4 /* the most stations of a node, on average */
#define MOST_LOOKS 64 /* the most earlier stations with the same least member that are compared */

/* The members of all stations, one station after the other. */
struct stations {
    struct strategy *evidence;
    uint8_t *rest;           /* nodes: enum strategy_rest */
    enum strategy_rest ends; /* plays end at nodes with this rest, or a higher one */
    GROWING(uint32_t) members;
    uint64_t *begin;    /* stations + 1 */
    uint64_t *previous; /* the previous station with the same least member, or NONE */
    uint64_t count, begin_capacity, previous_capacity;
    uint64_t *last;    /* nodes: the last station with this least member, or NONE */
    uint64_t *seen_in; /* nodes: the last station of the node, or NONE */
};

/* How the path goes on from a station. */
enum stations_next { PATH_FAILED = -1, PATH_BRANCHES, PATH_STEPS, PATH_ENDS };

static int add_end(struct stations *stations, enum strategy_end_kind kind, uint32_t node, uint64_t step) {
    struct strategy *evidence = stations->evidence;
    return GROWING_ADD(evidence->memory, evidence->ends,
                       (struct strategy_end){.kind = kind, .node = node, .step = step});
}

/* Adds a node to the current station, unless plays end there. Returns 0, or -1 if memory runs out. */
static int add_member(struct stations *stations, uint32_t node) {
    if (stations->seen_in[node] == stations->count) {
        return 0;
    }
    stations->seen_in[node] = stations->count;
    if (stations->rest[node] >= (uint8_t)stations->ends) {
        return add_end(stations, STRATEGY_END_LOST, node, stations->count);
    }
    return GROWING_ADD(stations->evidence->memory, stations->members, node);
}

/* Adds the nodes that the observer's own moves reach, and ends the station. Returns 0, or -1 if memory runs
 * out. */
static int end_station(struct stations *stations) {
    const struct strategy *evidence = stations->evidence;
    uint64_t begin = stations->count == 0 ? 0 : stations->begin[stations->count];
    for (uint64_t at = begin; at < stations->members.count; at++) {
        uint32_t node = stations->members.data[at];
        int divides = strategy_state(evidence, node)->kind == OBSERVER_ROOT; /* other states of the model */
        for (uint64_t edge = evidence->offsets[node]; edge < evidence->offsets[node + 1] && !divides;
             edge++) {
            if (evidence->edge_labels[edge] == STRATEGY_NO_LABEL &&
                add_member(stations, evidence->targets[edge]) != 0) {
                return -1;
            }
        }
    }
    sort_numbers(stations->members.data + begin, stations->members.count - begin);
    uint64_t station = stations->count;
    if (MEMORY_GROW(evidence->memory, &stations->begin, &stations->begin_capacity, station + 2) != 0 ||
        MEMORY_GROW(evidence->memory, &stations->previous, &stations->previous_capacity, station + 1) != 0) {
        return -1;
    }
    stations->begin[station] = begin;
    stations->begin[station + 1] = stations->members.count;
    if (stations->members.count > begin) {
        stations->previous[station] = stations->last[stations->members.data[begin]];
        stations->last[stations->members.data[begin]] = station;
    }
    stations->count++;
    return 0;
}

/* The earlier station with the same members, or NONE. */
static uint64_t find_same(const struct stations *stations, uint64_t station) {
    const uint64_t *begin = stations->begin;
    uint64_t size = begin[station + 1] - begin[station];
    uint64_t same = stations->previous[station];
    for (int looks = 0; same != NONE && looks < MOST_LOOKS; looks++) {
        if (begin[same + 1] - begin[same] == size &&
            memcmp(stations->members.data + begin[same], stations->members.data + begin[station],
                   size * sizeof *stations->members.data) == 0) {
            return same;
        }
        same = stations->previous[same];
    }
    return NONE;
}

/* Follows the moves of the network from the last station: *first is the first of them; their targets begin
 * the next station. */
static enum stations_next follow(struct stations *stations, uint64_t *first) {
    const struct strategy *evidence = stations->evidence;
    uint64_t begin = stations->begin[stations->count - 1], end = stations->begin[stations->count];
    *first = NONE;
    for (uint64_t at = begin; at < end; at++) {
        uint32_t node = stations->members.data[at];
        for (uint64_t edge = evidence->offsets[node]; edge < evidence->offsets[node + 1]; edge++) {
            if (evidence->edge_labels[edge] == STRATEGY_NO_LABEL) {
                continue;
            }
            *first = *first == NONE ? edge : *first;
            if (evidence->edge_labels[edge] != evidence->edge_labels[*first] ||
                memcmp(strategy_tuple(evidence, evidence->targets[edge]),
                       strategy_tuple(evidence, evidence->targets[*first]),
                       evidence->components * sizeof *evidence->tuples) != 0) {
                return PATH_BRANCHES;
            }
        }
    }
    for (uint64_t at = begin; at < end; at++) {
        uint32_t node = stations->members.data[at];
        for (uint64_t edge = evidence->offsets[node]; edge < evidence->offsets[node + 1]; edge++) {
            if (evidence->edge_labels[edge] != STRATEGY_NO_LABEL &&
                add_member(stations, evidence->targets[edge]) != 0) {
                return PATH_FAILED;
            }
        }
    }
    return *first == NONE ? PATH_ENDS : PATH_STEPS;
}

/* --- lassos --- */

static int is_same_step(const struct trace *trace, uint64_t one, uint64_t other) {
    return trace->labels[one] == trace->labels[other] &&
           memcmp(trace_state(trace, one), trace_state(trace, other),
                  trace->components * sizeof *trace->states) == 0;
}

/* Whether the cycle repeats its first `period` steps. */
static int has_period(const struct trace *trace, uint64_t period) {
    uint64_t step = trace->lasso;
    while (step + period < trace->steps && is_same_step(trace, step, step + period)) {
        step++;
    }
    return step + period == trace->steps;
}

/* Shortens the lasso to the fewest steps with the same endless path: the observer may distinguish parts of
 * the path in which the network only repeats itself. */
static void shorten_lasso(struct trace *trace) {
    uint64_t length = trace->steps - trace->lasso, period = 1;
    while (period < length && (length % period != 0 || !has_period(trace, period))) {
        period++;
    }
    trace->steps = trace->lasso + period;
    while (trace->lasso > 0 && is_same_step(trace, trace->lasso - 1, trace->steps - 1)) {
        trace->lasso--;
        trace->steps--;
    }
}

/* Whether some play goes on from a node for ever: a move leads to a node of which that is not known to be
 * wrong. */
static int goes_on(const struct strategy *evidence, const uint8_t *ends, uint32_t node) {
    for (uint64_t edge = evidence->offsets[node]; edge < evidence->offsets[node + 1]; edge++) {
        if (evidence->targets[edge] < evidence->nodes && !ends[evidence->targets[edge]]) {
            return 1;
        }
    }
    return 0;
}

/* Marks, among the members of the stations from `from` on, those from which all plays end; other nodes are
 * marked, too. */
static void mark_endings(const struct stations *stations, uint64_t from, uint8_t *ends) {
    uint64_t begin = stations->begin[from], end = stations->begin[stations->count];
    memset(ends, 1, stations->evidence->nodes);
    for (uint64_t at = begin; at < end; at++) {
        ends[stations->members.data[at]] = 0;
    }
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint64_t at = end; at-- > begin;) {
            uint32_t node = stations->members.data[at];
            if (!ends[node] && !goes_on(stations->evidence, ends, node)) {
                ends[node] = changed = 1;
            }
        }
    }
}

/* Adds a member of the stations from `from` on with the highest priority of those on endless plays: it
 * decides them. */
static int add_loop(struct stations *stations, uint64_t from) {
    const struct strategy *evidence = stations->evidence;
    uint32_t best = stations->members.data[stations->begin[from]];
    uint8_t *ends = memory_allocate(evidence->memory, evidence->nodes);
    if (ends == NULL) {
        return -1;
    }
    mark_endings(stations, from, ends);
    for (uint64_t at = stations->begin[from]; at < stations->begin[stations->count]; at++) {
        uint32_t node = stations->members.data[at], priority = strategy_state(evidence, node)->priority;
        uint32_t highest = strategy_state(evidence, best)->priority;
        if (!ends[node] &&
            (ends[best] || priority > highest ||
             (priority == highest && strategy_state(evidence, node) < strategy_state(evidence, best)))) {
            best = node;
        }
    }
    memory_free(evidence->memory, ends, evidence->nodes);
    return add_end(stations, STRATEGY_END_LOOP, best, stations->count - 1);
}

/* Closes the lasso that returns to a station. */
static enum stations_next close_lasso(struct stations *stations, uint64_t same) {
    struct strategy *evidence = stations->evidence;
    if (add_loop(stations, same) != 0) {
        return PATH_FAILED;
    }
    evidence->trace.lasso = same;
    evidence->shape = STRATEGY_LASSO;
    shorten_lasso(&evidence->trace);
    uint64_t lasso = evidence->trace.lasso, steps = evidence->trace.steps;
    for (uint64_t k = 0; k < evidence->ends.count; k++) {
        struct strategy_end *end = &evidence->ends.data[k];
        if (end->step > steps) { /* the first round passes this state, too */
            end->step = lasso + (end->step - lasso) % (steps - lasso);
        }
    }
    return PATH_ENDS;
}

static int compare_ends(const void *left, const void *right) {
    const struct strategy_end *a = left, *b = right;
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    return a->step != b->step ? (a->step < b->step ? -1 : 1) : (a->state > b->state) - (a->state < b->state);
}

/* --- the path --- */

/* Goes on from the last station to the end of the path. */
static enum stations_next go_on(struct stations *stations) {
    struct strategy *evidence = stations->evidence;
    struct trace *trace = &evidence->trace;
    while (stations->members.count / MOST_VISITS <= evidence->nodes) {
        uint64_t first;
        enum stations_next next = follow(stations, &first);
        if (next != PATH_STEPS) {
            return next;
        }
        if (end_station(stations) != 0 ||
            trace_append(evidence->memory, trace, evidence->labels->text[evidence->edge_labels[first]],
                         strategy_tuple(evidence, evidence->targets[first])) != 0) {
            return PATH_FAILED;
        }
        uint64_t station = stations->count - 1;
        uint64_t same =
            stations->begin[station] == stations->begin[station + 1] ? NONE : find_same(stations, station);
        if (same != NONE) {
            return close_lasso(stations, same);
        }
    }
    return PATH_BRANCHES;
}

/* Whether a play has ended at the last station. Otherwise plays stay there for ever, by moves of the
 * observer.
 */
static int has_ended(const struct stations *stations) {
    const struct strategy *evidence = stations->evidence;
    uint64_t ends = evidence->ends.count;
    return ends > 0 && evidence->ends.data[ends - 1].step == stations->count - 1;
}

/* Begins the last station again, with the nodes at which plays ended there although the winner moves later.
 */
static int begin_rest(struct stations *stations, uint64_t lost) {
    struct strategy *evidence = stations->evidence;
    uint64_t last = --stations->count;
    stations->members.count = stations->begin[last];
    stations->ends = STRATEGY_ALONE;
    memset(stations->seen_in, 0xff, evidence->nodes * sizeof *stations->seen_in);
    memset(stations->last, 0xff, evidence->nodes * sizeof *stations->last);
    for (uint64_t k = 0; k < lost; k++) {
        struct strategy_end end = evidence->ends.data[k];
        if (end.step == last && stations->rest[end.node] == STRATEGY_LOST &&
            add_member(stations, end.node) != 0) {
            return -1;
        }
    }
    return end_station(stations);
}

/* Drops the ends of the last station, among the first `lost`, that begin_rest went on from. */
static void drop_continued(const struct stations *stations, uint64_t step, uint64_t lost) {
    struct strategy *evidence = stations->evidence;
    uint64_t kept = 0;
    for (uint64_t k = 0; k < evidence->ends.count; k++) {
        struct strategy_end end = evidence->ends.data[k];
        if (k >= lost || end.step != step || stations->rest[end.node] != STRATEGY_LOST) {
            evidence->ends.data[kept++] = end;
        }
    }
    evidence->ends.count = kept;
}

/* The loser has lost at the last station. Goes on where no player has a choice: to a dead end, or round a
 * lasso. If the loser has a choice later, the path ends here. */
static enum stations_next add_rest(struct stations *stations) {
    struct strategy *evidence = stations->evidence;
    struct trace *trace = &evidence->trace;
    uint64_t steps = trace->steps, lost = evidence->ends.count;
    evidence->lost_after = steps;
    if (begin_rest(stations, lost) != 0) {
        return PATH_FAILED;
    }
    enum stations_next next = go_on(stations);
    if (next == PATH_ENDS && evidence->ends.count > lost &&
        (evidence->shape == STRATEGY_LASSO || has_ended(stations))) {
        drop_continued(stations, steps, lost);
    } else if (next != PATH_FAILED) {
        evidence->ends.count = lost;
        trace->steps = steps;
    }
    return next == PATH_FAILED ? PATH_FAILED : PATH_ENDS;
}

/* Adds the members of the last station, where the loser can choose. */
static int add_choice(struct stations *stations) {
    for (uint64_t at = stations->begin[stations->count - 1]; at < stations->begin[stations->count]; at++) {
        if (add_end(stations, STRATEGY_END_CHOICE, stations->members.data[at], stations->count - 1) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Finds the node where plays begin in *first: after a ROOT node, unless they divide there. Returns whether
 * they do. */
static int find_begin(const struct strategy *evidence, uint32_t *first) {
    *first = 0;
    if (strategy_state(evidence, 0)->kind != OBSERVER_ROOT) {
        return 0;
    }
    if (evidence->offsets[1] - evidence->offsets[0] != 1) {
        return 1;
    }
    *first = evidence->targets[0];
    return 0;
}

static int find_path(struct stations *stations) {
    struct strategy *evidence = stations->evidence;
    uint32_t first;
    int divides = find_begin(evidence, &first);
    stations->ends = STRATEGY_LOST;
    if (strategy_find_lost(evidence, stations->rest) != 0 || add_member(stations, first) != 0 ||
        end_station(stations) != 0 ||
        trace_append(evidence->memory, &evidence->trace, NULL, strategy_tuple(evidence, first)) != 0) {
        return -1;
    }
    evidence->shape = STRATEGY_TRACE;
    evidence->lost_after = UINT64_MAX;
    enum stations_next next = divides ? PATH_BRANCHES : go_on(stations);
    uint64_t last = stations->count - 1;
    if (next == PATH_ENDS && evidence->shape == STRATEGY_TRACE) {
        next = has_ended(stations)             ? add_rest(stations)
               : add_loop(stations, last) != 0 ? PATH_FAILED
                                               : PATH_ENDS;
    } else if (next == PATH_BRANCHES) {
        evidence->shape = STRATEGY_GRAPH;
        return add_choice(stations);
    }
    return next == PATH_FAILED ? -1 : 0;
}

/* By step, then by the state of the observer: the order does not depend on how nodes are numbered. */
static void sort_ends(struct strategy *evidence) {
    struct strategy_end *ends = evidence->ends.data;
    for (uint64_t k = 0; k < evidence->ends.count; k++) {
        ends[k].state = strategy_tuple(evidence, ends[k].node)[evidence->components];
    }
    evidence->ends.count = sort_unique(ends, evidence->ends.count, sizeof *ends, compare_ends);
}

int strategy_path_find(struct strategy *evidence, struct error *error) {
    struct memory *memory = evidence->memory;
    struct stations stations = {.evidence = evidence};
    uint64_t bytes = evidence->nodes * sizeof *stations.last;
    stations.rest = memory_allocate(memory, evidence->nodes);
    stations.last = memory_allocate(memory, bytes);
    stations.seen_in = memory_allocate(memory, bytes);
    evidence->trace = (struct trace){.components = evidence->components, .lasso = TRACE_NO_LASSO};
    int status = -1;
    if (stations.rest != NULL && stations.last != NULL && stations.seen_in != NULL) {
        memset(stations.last, 0xff, bytes);
        memset(stations.seen_in, 0xff, bytes);
        status = find_path(&stations);
        sort_ends(evidence);
    }
    memory_free(memory, stations.rest, evidence->nodes);
    memory_free(memory, stations.last, bytes);
    memory_free(memory, stations.seen_in, bytes);
    GROWING_FREE(memory, stations.members);
    memory_free(memory, stations.begin, stations.begin_capacity * sizeof *stations.begin);
    memory_free(memory, stations.previous, stations.previous_capacity * sizeof *stations.previous);
    return status < 0 ? error_memory(error, "for the path of a strategy") : 0;
}
