/* Finds the single path of a strategy, if there is one, station by station. */
#include "checker/strategy/strategy_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "checker/strategy/strategy.h"

#define NONE UINT64_MAX
#define MOST_VISITS 4 /* the most stations of a node, on average */
#define MOST_LOOKS 64 /* the most earlier stations with the same least member that are compared */

/* The members of all stations, one station after the other. */
struct stations {
    struct strategy *evidence;
    uint32_t *members;
    uint64_t member_count, member_capacity;
    uint64_t *begin;    /* stations + 1 */
    uint64_t *previous; /* the previous station with the same least member, or NONE */
    uint64_t count, begin_capacity, previous_capacity;
    uint64_t *last;    /* nodes: the last station with this least member, or NONE */
    uint64_t *seen_in; /* nodes: the last station of the node, or NONE */
};

/* Adds a node to the current station. Returns 0, or -1 if memory runs out. */
static int add_member(struct stations *stations, uint32_t node) {
    if (stations->seen_in[node] == stations->count) {
        return 0;
    }
    stations->seen_in[node] = stations->count;
    if (MEMORY_GROW(stations->evidence->memory, &stations->members, &stations->member_capacity,
                    stations->member_count + 1) != 0) {
        return -1;
    }
    stations->members[stations->member_count++] = node;
    return 0;
}

static int compare(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

/* Adds the nodes that the observer's own moves reach, and ends the station. Returns 0, or -1 if memory runs
 * out. */
static int end_station(struct stations *stations) {
    const struct strategy *evidence = stations->evidence;
    uint64_t begin = stations->count == 0 ? 0 : stations->begin[stations->count];
    for (uint64_t at = begin; at < stations->member_count; at++) {
        uint32_t node = stations->members[at];
        for (uint64_t edge = evidence->offsets[node]; edge < evidence->offsets[node + 1]; edge++) {
            if (evidence->edge_labels[edge] == STRATEGY_NO_LABEL &&
                add_member(stations, evidence->targets[edge]) != 0) {
                return -1;
            }
        }
    }
    qsort(stations->members + begin, stations->member_count - begin, sizeof *stations->members, compare);
    uint64_t station = stations->count;
    if (MEMORY_GROW(evidence->memory, &stations->begin, &stations->begin_capacity, station + 2) != 0 ||
        MEMORY_GROW(evidence->memory, &stations->previous, &stations->previous_capacity, station + 1) != 0) {
        return -1;
    }
    stations->begin[station] = begin;
    stations->begin[station + 1] = stations->member_count;
    stations->previous[station] = stations->last[stations->members[begin]];
    stations->last[stations->members[begin]] = station;
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
            memcmp(stations->members + begin[same], stations->members + begin[station],
                   size * sizeof *stations->members) == 0) {
            return same;
        }
        same = stations->previous[same];
    }
    return NONE;
}

static const uint32_t *tuple_of(const struct strategy *evidence, uint32_t node) {
    return evidence->tuples + (uint64_t)node * (evidence->components + 1);
}

/* Follows the moves of the network from the last station: *first is the first of them (NONE: there is
 * none); their targets begin the next station. Returns 1, 0 if the moves differ, or -1 if memory runs out. */
static int follow(struct stations *stations, uint64_t *first) {
    const struct strategy *evidence = stations->evidence;
    uint64_t begin = stations->begin[stations->count - 1], end = stations->begin[stations->count];
    *first = NONE;
    for (uint64_t at = begin; at < end; at++) {
        uint32_t node = stations->members[at];
        for (uint64_t edge = evidence->offsets[node]; edge < evidence->offsets[node + 1]; edge++) {
            if (evidence->edge_labels[edge] == STRATEGY_NO_LABEL) {
                continue;
            }
            *first = *first == NONE ? edge : *first;
            if (evidence->edge_labels[edge] != evidence->edge_labels[*first] ||
                memcmp(tuple_of(evidence, evidence->targets[edge]),
                       tuple_of(evidence, evidence->targets[*first]),
                       evidence->components * sizeof *evidence->tuples) != 0) {
                return 0;
            }
            if (add_member(stations, evidence->targets[edge]) != 0) {
                return -1;
            }
        }
    }
    return 1;
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

/* --- the path --- */

/* Returns 1 with the trace complete; 0 if the strategy has no single path; -1 if memory runs out. */
static int find_path(struct stations *stations) {
    struct strategy *evidence = stations->evidence;
    struct trace *trace = &evidence->trace;
    if (add_member(stations, 0) != 0 || end_station(stations) != 0 ||
        trace_append(evidence->memory, trace, NULL, tuple_of(evidence, 0)) != 0) {
        return -1;
    }
    while (stations->member_count / MOST_VISITS <= evidence->nodes) {
        uint64_t first;
        int status = follow(stations, &first);
        if (status != 1) {
            return status;
        }
        if (first == NONE) {
            evidence->shape = STRATEGY_TRACE;
            return 1;
        }
        if (end_station(stations) != 0 ||
            trace_append(evidence->memory, trace, evidence->labels->text[evidence->edge_labels[first]],
                         tuple_of(evidence, evidence->targets[first])) != 0) {
            return -1;
        }
        trace->lasso = find_same(stations, stations->count - 1);
        if (trace->lasso != NONE) {
            evidence->shape = STRATEGY_LASSO;
            shorten_lasso(trace);
            return 1;
        }
    }
    return 0;
}

int strategy_path_find(struct strategy *evidence, struct error *error) {
    struct memory *memory = evidence->memory;
    struct stations stations = {.evidence = evidence};
    uint64_t bytes = evidence->nodes * sizeof *stations.last;
    stations.last = memory_allocate(memory, bytes);
    stations.seen_in = memory_allocate(memory, bytes);
    evidence->trace = (struct trace){.components = evidence->components, .lasso = TRACE_NO_LASSO};
    int status = -1;
    if (stations.last != NULL && stations.seen_in != NULL) {
        memset(stations.last, 0xff, bytes);
        memset(stations.seen_in, 0xff, bytes);
        status = find_path(&stations);
    }
    if (status != 1) {
        trace_free(memory, &evidence->trace);
        evidence->shape = STRATEGY_GRAPH;
    }
    memory_free(memory, stations.last, bytes);
    memory_free(memory, stations.seen_in, bytes);
    memory_free(memory, stations.members, stations.member_capacity * sizeof *stations.members);
    memory_free(memory, stations.begin, stations.begin_capacity * sizeof *stations.begin);
    memory_free(memory, stations.previous, stations.previous_capacity * sizeof *stations.previous);
    return status < 0 ? error_memory(error, "for the path of a strategy") : 0;
}
