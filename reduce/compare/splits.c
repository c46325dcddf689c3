/*
 * Refinement that remembers. In a round of strong equivalence only vertices with a successor in a block that
 * the round before made are looked at; the others of their block cannot have the same signature. In a round
 * of the other equivalences all vertices are looked at, targets of internal steps first.
 */
#include "reduce/compare/splits.h"

#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/sort.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"

#define NONE UINT32_MAX
#define SEED 0x5eedu
#define MOST_WORK ((uint64_t)500000000) /* vertices and edges in all rounds: some 10 s */

struct split_block {
    uint32_t parent, born; /* the block of which it was a part, and the round */
    uint64_t size;
    uint32_t group;  /* in a round: the first group of it; NONE */
    uint32_t record; /* its last record; NONE */
};

/* The signature of a block that a split made or left. */
struct split_record {
    uint32_t round, before; /* the block's record before it */
    uint64_t begin, count;  /* in `recorded` */
};

/* Vertices of a block that were looked at in a round and have the same signature. */
struct split_group {
    uint32_t block, next;  /* the block's next group; NONE */
    uint32_t made;         /* the block that it becomes */
    uint64_t begin, count; /* its signature, in `pairs` */
    uint64_t size;
};

struct splits {
    const struct graph *graph;
    const struct run *run;
    enum equivalence equivalence;
    uint32_t internal; /* the label whose steps may be inert; PREPARE_NONE: none */
    uint32_t round;
    struct scope scope;                 /* of the next six */
    uint32_t *block, *order, *group_of; /* [vertices] */
    uint64_t *begin, *count;            /* [vertices]: the signature, if looked at in this round */
    uint8_t *is_new;                    /* [vertices]: its block is new since the round before */
    GROWING(struct split_block) blocks;
    GROWING(struct split_record) records;
    GROWING(uint64_t) recorded;
    GROWING(uint64_t) pairs; /* the signatures of a round */
    GROWING(struct split_group) groups;
    struct index index; /* of groups */
};

static int no_memory(struct error *error) {
    return error_memory(error, "for the distinguishing formula");
}

uint32_t splits_block(const splits *splits, uint32_t vertex) {
    return splits->block[vertex];
}

/* --- an order in which targets of internal steps come first --- */

/* The next edge from `edge` on that is an internal step to a vertex that has no place yet. */
static uint64_t next_step(const splits *splits, uint32_t vertex, uint64_t edge, const uint8_t *seen) {
    const struct graph *graph = splits->graph;
    while (edge < graph->offsets[vertex + 1] &&
           (graph->labels[edge] != splits->internal || seen[graph->targets[edge]])) {
        edge++;
    }
    return edge;
}

/* Depth first along internal steps. `stack` and `cursor` have room for all vertices. */
static void put_in_order(splits *splits, uint8_t *seen, uint32_t *stack, uint64_t *cursor) {
    const struct graph *graph = splits->graph;
    uint64_t placed = 0;
    for (uint32_t root = 0; root < graph->vertices; root++) {
        uint64_t depth = 0;
        if (!seen[root]) {
            seen[root] = 1;
            cursor[depth] = graph->offsets[root];
            stack[depth++] = root;
        }
        while (depth > 0) {
            uint32_t vertex = stack[depth - 1];
            uint64_t edge = next_step(splits, vertex, cursor[depth - 1], seen);
            if (edge == graph->offsets[vertex + 1]) {
                splits->order[placed++] = vertex;
                depth--;
                continue;
            }
            cursor[depth - 1] = edge + 1;
            seen[graph->targets[edge]] = 1;
            cursor[depth] = graph->offsets[graph->targets[edge]];
            stack[depth++] = graph->targets[edge];
        }
    }
}

static int make_order(splits *splits, struct error *error) {
    struct memory *memory = splits->run->memory;
    uint64_t vertices = splits->graph->vertices;
    uint8_t *seen = memory_allocate_zeroed(memory, vertices);
    uint64_t *cursor = memory_allocate_array(memory, vertices, sizeof *cursor);
    int failed = seen == NULL || cursor == NULL;
    if (!failed) {
        put_in_order(splits, seen, splits->group_of, cursor);
    }
    memory_free(memory, seen, vertices);
    memory_free(memory, cursor, vertices * sizeof *cursor);
    return failed ? no_memory(error) : 0;
}

/* --- signatures --- */

static int add_pair(splits *splits, uint32_t label, uint32_t block) {
    return GROWING_ADD(splits->run->memory, splits->pairs, (uint64_t)label << 32 | block);
}

/* Adds the signature of the target of an inert step, which is known in this round. */
static int add_inert(splits *splits, uint32_t target) {
    uint64_t count = splits->count[target], at = splits->pairs.count;
    if (MEMORY_GROW(splits->run->memory, &splits->pairs.data, &splits->pairs.capacity, at + count) != 0) {
        return -1;
    }
    if (count > 0) {
        memcpy(splits->pairs.data + at, splits->pairs.data + splits->begin[target],
               count * sizeof *splits->pairs.data);
    }
    splits->pairs.count += count;
    return 0;
}

/* Adds the pair of an edge, or what stands for it. 0, or -1 when memory runs out. */
static int add_edge(splits *splits, uint32_t vertex, uint64_t edge) {
    const struct graph *graph = splits->graph;
    uint32_t target = graph->targets[edge], label = graph->labels[edge], block = splits->block[target];
    if (label != splits->internal || block != splits->block[vertex]) {
        return add_pair(splits, label, block);
    }
    if (target != vertex) {
        return add_inert(splits, target);
    }
    return splits->equivalence == EQUIVALENCE_DIVBRANCHING ? add_pair(splits, SPLITS_DIVERGENCE, block) : 0;
}

static int make_signature(splits *splits, uint32_t vertex) {
    const struct graph *graph = splits->graph;
    const uint64_t begin = splits->pairs.count;
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
        if (add_edge(splits, vertex, edge) != 0) {
            return -1;
        }
    }
    const uint64_t kept = sort_unique_long(splits->pairs.data + begin, splits->pairs.count - begin);
    splits->pairs.count = begin + kept;
    splits->begin[vertex] = begin;
    splits->count[vertex] = kept;
    return 0;
}

/* --- groups --- */

/* The group of the vertex, which has the last signature that was made. 0, or -1 when memory runs out. */
static int find_group(splits *splits, uint32_t vertex) {
    struct memory *memory = splits->run->memory;
    uint32_t block = splits->block[vertex];
    uint64_t begin = splits->begin[vertex], count = splits->count[vertex];
    uint64_t bytes = count * sizeof *splits->pairs.data;
    const uint64_t *pairs = splits->pairs.data + begin;
    uint64_t hash = hash_bytes(pairs, bytes, SEED + block);
    for (struct index_walk walk = index_find(&splits->index, hash); index_next(&walk);) {
        struct split_group *group = &splits->groups.data[walk.number];
        if (group->block == block && group->count == count &&
            (count == 0 || memcmp(splits->pairs.data + group->begin, pairs, bytes) == 0)) {
            group->size++;
            splits->group_of[vertex] = walk.number;
            return 0;
        }
    }
    uint32_t number = (uint32_t)splits->groups.count;
    struct split_group group = {block, splits->blocks.data[block].group, NONE, begin, count, 1};
    splits->blocks.data[block].group = number;
    splits->group_of[vertex] = number;
    return GROWING_ADD(memory, splits->groups, group) != 0 ||
                   index_add(&splits->index, memory, hash, number) != 0
               ? -1
               : 0;
}

/* Whether the vertex must be looked at in this round. */
static int may_change(const splits *splits, uint32_t vertex) {
    const struct graph *graph = splits->graph;
    int changes = splits->equivalence != EQUIVALENCE_STRONG || splits->round == 1;
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1] && !changes; edge++) {
        changes = splits->is_new[graph->targets[edge]];
    }
    return changes;
}

/* The signatures and groups of a round. 0, or -1 when memory runs out. */
static int make_groups(splits *splits) {
    splits->pairs.count = splits->groups.count = 0;
    index_clear(&splits->index);
    for (uint64_t at = 0; at < splits->graph->vertices; at++) {
        uint32_t vertex = splits->order[at];
        splits->group_of[vertex] = NONE;
        if (may_change(splits, vertex) &&
            (make_signature(splits, vertex) != 0 || find_group(splits, vertex) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* --- splits --- */

static int add_record(splits *splits, uint32_t block, uint64_t begin, uint64_t count) {
    struct memory *memory = splits->run->memory;
    struct split_record record = {splits->round, splits->blocks.data[block].record, splits->recorded.count,
                                  count};
    if (MEMORY_GROW(memory, &splits->recorded.data, &splits->recorded.capacity,
                    splits->recorded.count + count) != 0 ||
        GROWING_ADD(memory, splits->records, record) != 0) {
        return -1;
    }
    if (count > 0) {
        memcpy(splits->recorded.data + record.begin, splits->pairs.data + begin,
               count * sizeof *splits->recorded.data);
    }
    splits->recorded.count += count;
    splits->blocks.data[block].record = (uint32_t)splits->records.count - 1;
    return 0;
}

/* Gives the groups of a block numbers. The block keeps its own for the vertices that were not looked at, or
 * for its first group. Returns how many parts are new, or -1 when memory runs out. */
static int64_t split_block(splits *splits, uint32_t number) {
    uint64_t looked_at = 0, made = 0;
    for (uint32_t at = splits->blocks.data[number].group; at != NONE; at = splits->groups.data[at].next) {
        looked_at += splits->groups.data[at].size;
    }
    int keep_first = looked_at == splits->blocks.data[number].size;
    for (uint32_t at = splits->blocks.data[number].group; at != NONE; at = splits->groups.data[at].next) {
        struct split_group *group = &splits->groups.data[at];
        group->made = number;
        if (keep_first) {
            keep_first = 0;
            continue;
        }
        struct split_block block = {number, splits->round, group->size, NONE, NONE};
        group->made = (uint32_t)splits->blocks.count;
        if (GROWING_ADD(splits->run->memory, splits->blocks, block) != 0 ||
            add_record(splits, group->made, group->begin, group->count) != 0) {
            return -1;
        }
        splits->blocks.data[number].size -= group->size;
        made++;
    }
    return (int64_t)made;
}

/* The record of the part that kept the number of a block that was split: the signature of the vertex. */
static int record_kept(splits *splits, uint32_t vertex) {
    uint32_t block = splits->block[vertex];
    uint32_t last = splits->blocks.data[block].record;
    if (last != NONE && splits->records.data[last].round == splits->round) {
        return 0;
    }
    if (splits->group_of[vertex] == NONE && make_signature(splits, vertex) != 0) {
        return -1;
    }
    return add_record(splits, block, splits->begin[vertex], splits->count[vertex]);
}

/* Splits all blocks. `was_split` has room for a byte for each vertex. Returns how many parts are new, or -1.
 */
static int64_t split_all(splits *splits, uint8_t *was_split) {
    uint64_t vertices = splits->graph->vertices, made = 0;
    for (uint64_t at = 0; at < splits->groups.count; at++) {
        uint32_t number = splits->groups.data[at].block;
        if (splits->blocks.data[number].group != NONE) {
            int64_t parts = split_block(splits, number);
            if (parts < 0) {
                return -1;
            }
            splits->blocks.data[number].group = NONE;
            was_split[number] = parts > 0;
            made += (uint64_t)parts;
        }
    }
    /* The kept parts first, while `block` is that of the round before. */
    for (uint64_t vertex = 0; vertex < vertices && made > 0; vertex++) {
        uint32_t block = splits->block[vertex], group = splits->group_of[vertex];
        if (was_split[block] && (group == NONE || splits->groups.data[group].made == block) &&
            record_kept(splits, (uint32_t)vertex) != 0) {
            return -1;
        }
    }
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        uint32_t group = splits->group_of[vertex];
        uint32_t number = group == NONE ? splits->block[vertex] : splits->groups.data[group].made;
        splits->is_new[vertex] = number != splits->block[vertex];
        splits->block[vertex] = number;
    }
    return (int64_t)made;
}

/* Rounds until the watched vertices part. 0, or -1 with *error filled. */
static int refine(splits *splits, const uint32_t watched[2], uint32_t most_rounds, uint8_t *was_split,
                  struct error *error) {
    while (splits->block[watched[0]] == splits->block[watched[1]]) {
        if (run_should_stop(splits->run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        uint64_t work = splits->graph->vertices + splits->graph->edges;
        if (splits->round == most_rounds || splits->round * work > MOST_WORK) {
            return error_set(error, ERROR_LIMIT, "the states part only after more than %u rounds",
                             splits->round);
        }
        run_tell(splits->run, "looking for a difference", splits->round++, 0, "rounds");
        memset(was_split, 0, splits->graph->vertices);
        int64_t made = make_groups(splits) != 0 ? -1 : split_all(splits, was_split);
        if (made < 0) {
            return no_memory(error);
        }
        if (made == 0) {
            return error_set(error, ERROR_USAGE, "the states are equivalent");
        }
    }
    return 0;
}

static int allocate(splits *splits) {
    const uint64_t vertices = splits->graph->vertices;
    struct scope *scope = &splits->scope;
    struct split_block all = {0, 0, vertices, NONE, NONE};
    scope->memory = splits->run->memory;
    splits->block = scope_zeroed(scope, vertices, sizeof *splits->block);
    splits->order = scope_array(scope, vertices, sizeof *splits->order);
    splits->group_of = scope_array(scope, vertices, sizeof *splits->group_of);
    splits->begin = scope_array(scope, vertices, sizeof *splits->begin);
    splits->count = scope_array(scope, vertices, sizeof *splits->count);
    splits->is_new = scope_zeroed(scope, vertices, 1);
    return scope->failed || GROWING_ADD(scope->memory, splits->blocks, all) != 0 ? -1 : 0;
}

splits *splits_make(const struct graph *graph, enum equivalence equivalence, const uint32_t watched[2],
                    uint32_t most_rounds, const struct run *run, struct error *error) {
    splits *made = memory_allocate_zeroed(run->memory, sizeof *made);
    uint8_t *was_split = memory_allocate(run->memory, graph->vertices);
    int failed = made == NULL || was_split == NULL ? no_memory(error) : 0;
    if (!failed) {
        made->graph = graph;
        made->run = run;
        made->equivalence = equivalence;
        made->internal = equivalence == EQUIVALENCE_STRONG ? PREPARE_NONE : prepare_internal_label(graph);
        failed = allocate(made) != 0 ? no_memory(error)
                                     : make_order(made, error) != 0 ||
                                           refine(made, watched, most_rounds, was_split, error) != 0;
    }
    memory_free(run->memory, was_split, graph->vertices);
    if (failed) {
        splits_free(made);
        return NULL;
    }
    return made;
}

void splits_free(splits *splits) {
    if (splits != NULL) {
        struct memory *memory = splits->run->memory;
        scope_close(&splits->scope);
        GROWING_FREE(memory, splits->blocks);
        GROWING_FREE(memory, splits->records);
        GROWING_FREE(memory, splits->recorded);
        GROWING_FREE(memory, splits->pairs);
        GROWING_FREE(memory, splits->groups);
        index_free(&splits->index, memory);
        memory_free(memory, splits, sizeof *splits);
    }
}

/* --- partings --- */

struct parting splits_parting(const splits *splits, uint32_t first, uint32_t second) {
    const struct split_block *blocks = splits->blocks.data;
    struct parting parting = {{first, second}, 0, {NULL, NULL}, {0, 0}};
    uint32_t round = 0;
    while (round == 0) {
        uint32_t *of = parting.blocks, left = blocks[of[0]].born, right = blocks[of[1]].born;
        uint32_t parents[2] = {left >= right ? blocks[of[0]].parent : of[0],
                               right >= left ? blocks[of[1]].parent : of[1]};
        if (parents[0] == parents[1]) {
            round = left > right ? left : right;
            parting.whole = parents[0];
        } else {
            of[0] = parents[0];
            of[1] = parents[1];
        }
    }
    for (int k = 0; k < 2; k++) {
        uint32_t at = blocks[parting.blocks[k]].record;
        while (splits->records.data[at].round != round) {
            at = splits->records.data[at].before;
        }
        parting.pairs[k] = splits->recorded.data + splits->records.data[at].begin;
        parting.counts[k] = splits->records.data[at].count;
    }
    return parting;
}
