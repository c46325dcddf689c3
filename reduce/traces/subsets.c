/* Sets of vertices, interned: the members of all sets one after the other, found by a hash. */
#include "reduce/traces/subsets.h"

#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"

#define LOOK_WORK ((uint64_t)1 << 17) /* edges and members between two looks at the stop flag */
#define SEED 0x5eedu

struct subsets {
    const struct graph *graph;
    const struct run *run;
    uint32_t internal; /* the label that is left out; PREPARE_NONE: none */
    uint64_t most;
    uint64_t work;           /* since the last look at the stop flag */
    GROWING(uint64_t) begin; /* of each set, and the end of the last */
    GROWING(uint32_t) members;
    GROWING(uint64_t) pairs; /* label << 32 | target, of the set that moves */
    GROWING(uint32_t) next;  /* the set that is being made */
    GROWING(struct subset_move) moves;
    uint8_t *is_next; /* [vertices]: whether `next` has it */
    struct index index;
};

static int no_memory(struct error *error) {
    return error_memory(error, "for sets of states");
}

subsets *subsets_create(const struct graph *graph, int weak, uint64_t most, const struct run *run,
                        struct error *error) {
    subsets *made = memory_allocate_zeroed(run->memory, sizeof *made);
    if (made != NULL) {
        made->graph = graph;
        made->run = run;
        made->internal = weak ? prepare_internal_label(graph) : PREPARE_NONE;
        made->most = most < INDEX_NONE ? most : INDEX_NONE - 1;
        made->is_next = memory_allocate_zeroed(run->memory, graph->vertices);
    }
    if (made == NULL || made->is_next == NULL || GROWING_ADD(run->memory, made->begin, 0) != 0) {
        subsets_free(made);
        no_memory(error);
        return NULL;
    }
    return made;
}

void subsets_free(subsets *subsets) {
    if (subsets != NULL) {
        struct memory *memory = subsets->run->memory;
        GROWING_FREE(memory, subsets->begin);
        GROWING_FREE(memory, subsets->members);
        GROWING_FREE(memory, subsets->pairs);
        GROWING_FREE(memory, subsets->next);
        GROWING_FREE(memory, subsets->moves);
        index_free(&subsets->index, memory);
        memory_free(memory, subsets->is_next, subsets->graph->vertices);
        memory_free(memory, subsets, sizeof *subsets);
    }
}

uint64_t subsets_count(const subsets *subsets) {
    return subsets->begin.count - 1;
}

const uint32_t *subsets_members(const subsets *subsets, uint32_t set, uint64_t *count) {
    *count = subsets->begin.data[set + 1] - subsets->begin.data[set];
    return subsets->members.data + subsets->begin.data[set];
}

/* Counts work, and looks at the stop flag now and then. 0, or -1 with *error filled. */
static int count_work(subsets *subsets, uint64_t work, struct error *error) {
    return run_stops_after(subsets->run, &subsets->work, work, LOOK_WORK)
               ? error_set(error, ERROR_INTERRUPTED, "interrupted")
               : 0;
}

/* Adds a vertex to the set that is being made. 0, or -1 when memory runs out. */
static int add_next(subsets *subsets, uint32_t vertex) {
    if (subsets->is_next[vertex]) {
        return 0;
    }
    subsets->is_next[vertex] = 1;
    return GROWING_ADD(subsets->run->memory, subsets->next, vertex);
}

/* Adds what the set that is being made reaches by `i`. 0, or -1 with *error filled. */
static int close_next(subsets *subsets, struct error *error) {
    const struct graph *graph = subsets->graph;
    for (uint64_t at = 0; at < subsets->next.count && subsets->internal != PREPARE_NONE; at++) {
        uint32_t vertex = subsets->next.data[at];
        if (count_work(subsets, 1 + graph->offsets[vertex + 1] - graph->offsets[vertex], error) != 0) {
            return -1;
        }
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (graph->labels[edge] == subsets->internal && add_next(subsets, graph->targets[edge]) != 0) {
                return no_memory(error);
            }
        }
    }
    return 0;
}

/* The number of the set that is being made, which is sorted. 0, or -1 with *error filled. */
static int intern_next(subsets *subsets, uint32_t *set, struct error *error) {
    struct memory *memory = subsets->run->memory;
    uint64_t count = subsets->next.count, members, bytes = count * sizeof(uint32_t);
    uint64_t hash = hash_bytes(subsets->next.data, bytes, SEED);
    for (struct index_walk walk = index_find(&subsets->index, hash); index_next(&walk);) {
        const uint32_t *known = subsets_members(subsets, walk.number, &members);
        if (members == count && memcmp(known, subsets->next.data, bytes) == 0) {
            *set = walk.number;
            return 0;
        }
    }
    *set = (uint32_t)subsets_count(subsets);
    if (*set >= subsets->most) {
        return error_set(error, ERROR_LIMIT, "there are more than %llu sets of states",
                         (unsigned long long)subsets->most);
    }
    uint64_t end = subsets->members.count + count;
    if (MEMORY_GROW(memory, &subsets->members.data, &subsets->members.capacity, end) != 0 ||
        GROWING_ADD(memory, subsets->begin, end) != 0) {
        return no_memory(error);
    }
    memcpy(subsets->members.data + subsets->members.count, subsets->next.data, bytes);
    subsets->members.count = end;
    return index_add(&subsets->index, memory, hash, *set) == 0 ? 0 : no_memory(error);
}

/* Closes the set that is being made, gives it a number and empties it. 0, or -1 with *error filled. */
static int finish_next(subsets *subsets, uint32_t *set, struct error *error) {
    int failed = close_next(subsets, error);
    for (uint64_t at = 0; at < subsets->next.count; at++) {
        subsets->is_next[subsets->next.data[at]] = 0;
    }
    sort_numbers(subsets->next.data, subsets->next.count);
    failed = failed != 0 || count_work(subsets, subsets->next.count, error) != 0
                 ? -1
                 : intern_next(subsets, set, error);
    subsets->next.count = 0;
    return failed;
}

int subsets_find(subsets *subsets, uint32_t first, uint64_t count, uint32_t *set, struct error *error) {
    for (uint64_t k = 0; k < count; k++) {
        if (add_next(subsets, (uint32_t)(first + k)) != 0) {
            return no_memory(error);
        }
    }
    return finish_next(subsets, set, error);
}

/* All edges of the members, by label. 0, or -1 with *error filled. */
static int collect_pairs(subsets *subsets, uint32_t set, struct error *error) {
    const struct graph *graph = subsets->graph;
    uint64_t count;
    const uint32_t *members = subsets_members(subsets, set, &count);
    subsets->pairs.count = 0;
    for (uint64_t at = 0; at < count; at++) {
        for (uint64_t edge = graph->offsets[members[at]]; edge < graph->offsets[members[at] + 1]; edge++) {
            if (graph->labels[edge] != subsets->internal &&
                GROWING_ADD(subsets->run->memory, subsets->pairs,
                            (uint64_t)graph->labels[edge] << 32 | graph->targets[edge]) != 0) {
                return no_memory(error);
            }
        }
    }
    sort_items(subsets->pairs.data, subsets->pairs.count, sizeof *subsets->pairs.data, sort_compare_long);
    return count_work(subsets, count + subsets->pairs.count, error);
}

int subsets_moves(subsets *subsets, uint32_t set, const struct subset_move **moves, uint64_t *count,
                  struct error *error) {
    if (collect_pairs(subsets, set, error) != 0) {
        return -1;
    }
    subsets->moves.count = 0;
    for (uint64_t at = 0; at < subsets->pairs.count;) {
        struct subset_move move = {(uint32_t)(subsets->pairs.data[at] >> 32), 0};
        for (; at < subsets->pairs.count && subsets->pairs.data[at] >> 32 == move.label; at++) {
            if (add_next(subsets, (uint32_t)subsets->pairs.data[at]) != 0) {
                return no_memory(error);
            }
        }
        if (finish_next(subsets, &move.set, error) != 0) {
            return -1;
        }
        if (GROWING_ADD(subsets->run->memory, subsets->moves, move) != 0) {
            return no_memory(error);
        }
    }
    *moves = subsets->moves.data;
    *count = subsets->moves.count;
    return 0;
}
