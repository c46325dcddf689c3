/*
 * Which vertices a round looks at: those from which inert edges lead (in no or more steps) to a vertex with
 * an edge that is not inert and whose pair is new. That is an edge to a block with a new number; or an edge
 * from such a block to the one that it was part of, which was inert before. Every other vertex has the
 * signature that its whole block had before the round, and none of the listed ones has it.
 */
#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/run.h"
#include "base/shared_core.h"
#include "base/sort.h"
#include "base/team.h"
#include "reduce/refine/refine_internal.h"

#define ALONE_VERTICES 256u
#define LARGE_BLOCK 1024u /* members that all threads share */
/* A list is sorted if it is shorter than this share of the vertices; else the bitmap is read. */
#define SORTED_SHARE 2048u

/* --- lists --- */

void refine_flush(struct refinement *refinement, struct refine_batch *batch) {
    if (batch->count > 0) {
        uint64_t at = shared64_add(&refinement->next_count, batch->count);
        memcpy(refinement->next + at, batch->vertex, batch->count * sizeof *batch->vertex);
        batch->count = 0;
    }
}

void refine_add(struct refinement *refinement, struct refine_batch *batch, uint32_t vertex) {
    if (!shared_bit_claim(refinement->dirty, vertex) || refinement->size[refinement->block[vertex]] == 1) {
        return;
    }
    batch->vertex[batch->count++] = vertex;
    if (batch->count == sizeof batch->vertex / sizeof *batch->vertex) {
        refine_flush(refinement, batch);
    }
}

static void clear_list(struct refinement *refinement) {
    for (uint64_t i = 0; i < refinement->list_count && !refinement->all; i++) {
        bitmap_clear(refinement->dirty, refinement->list[i]);
    }
    refinement->list_count = 0;
    refinement->all = 0;
}

void refine_list_all(struct refinement *refinement) {
    clear_list(refinement);
    refinement->all = 1;
    for (uint64_t vertex = 0; vertex < refinement->input->vertices; vertex++) {
        if (refinement->size[refinement->block[vertex]] > 1) {
            refinement->list[refinement->list_count++] = (uint32_t)vertex;
        }
    }
}

static int is_alone(const struct refinement *refinement, uint64_t items, uint64_t least) {
    return items < least || team_threads(refinement->team) == 1;
}

/* Runs the body over items, alone if they are few. */
static int for_each(struct refinement *refinement, uint64_t items,
                    void (*body)(void *context, uint64_t begin, uint64_t end), void *context) {
    if (is_alone(refinement, items, ALONE_VERTICES)) {
        body(context, 0, items);
        return 0;
    }
    return team_for(refinement->team, items, body, context);
}

/* --- backwards along inert edges --- */

struct closing {
    struct refinement *refinement;
    uint64_t first;
};

static void close_part(void *context, uint64_t begin, uint64_t end) {
    const struct closing *closing = context;
    struct refinement *refinement = closing->refinement;
    const struct digraph *back = &refinement->inner_back.graph;
    struct refine_batch batch = {.count = 0};
    for (uint64_t i = begin + closing->first; i < end + closing->first; i++) {
        uint32_t vertex = refinement->next[i];
        for (uint64_t edge = back->offsets[vertex]; edge < back->offsets[vertex + 1]; edge++) {
            if (refine_is_inert(refinement, back->targets[edge], vertex)) {
                refine_add(refinement, &batch, back->targets[edge]);
            }
        }
    }
    refine_flush(refinement, &batch);
}

/* Puts the next list in ascending order, and makes it the list. */
static void take_list(struct refinement *refinement) {
    uint64_t vertices = refinement->input->vertices, count = 0;
    uint32_t *list = refinement->next;
    if (refinement->next_count < vertices / SORTED_SHARE) {
        sort_numbers(list, refinement->next_count);
    } else {
        for (uint64_t word = 0; word < bitmap_words(vertices); word++) {
            for (uint32_t bits = refinement->dirty[word]; bits != 0; bits &= bits - 1) {
                uint32_t vertex = (uint32_t)(word * BITMAP_WORD_BITS) + (uint32_t)__builtin_ctz(bits);
                if (refinement->size[refinement->block[vertex]] > 1) {
                    list[count++] = vertex;
                }
            }
        }
    }
    refinement->next = refinement->list;
    refinement->list = list;
    refinement->list_count = refinement->next_count;
    refinement->next_count = 0;
    refinement->all = 0;
}

int refine_close(struct refinement *refinement) {
    struct closing closing = {.refinement = refinement};
    while (refinement->inner_back.offsets != NULL && closing.first < refinement->next_count) {
        uint64_t items = refinement->next_count - closing.first;
        if (for_each(refinement, items, close_part, &closing) != 0) {
            return error_set(refinement->error, ERROR_INTERRUPTED, "interrupted");
        }
        closing.first += items;
    }
    take_list(refinement);
    return 0;
}

/* --- from blocks with new numbers --- */

static void mark_vertex(struct refinement *refinement, struct refine_batch *batch, uint32_t vertex) {
    const struct refine_input *input = refinement->input;
    const struct digraph *back = &refinement->visible_back.graph;
    for (uint64_t edge = back->offsets[vertex]; edge < back->offsets[vertex + 1]; edge++) {
        refine_add(refinement, batch, back->targets[edge]);
    }
    if (input->inner_offsets == NULL) {
        return;
    }
    back = &refinement->inner_back.graph;
    for (uint64_t edge = back->offsets[vertex]; edge < back->offsets[vertex + 1]; edge++) {
        if (!refine_is_inert(refinement, back->targets[edge], vertex)) {
            refine_add(refinement, batch, back->targets[edge]);
        }
    }
    uint32_t parent = refinement->parent[refinement->block[vertex]];
    for (uint64_t edge = input->inner_offsets[vertex]; edge < input->inner_offsets[vertex + 1]; edge++) {
        if (refinement->block[input->inner_targets[edge]] == parent) {
            refine_add(refinement, batch, vertex);
            return;
        }
    }
}

/* A large block: its members. */
struct block_marking {
    struct refinement *refinement;
    uint32_t first;
};

static void mark_members(void *context, uint64_t begin, uint64_t end) {
    const struct block_marking *marking = context;
    struct refine_batch batch = {.count = 0};
    for (uint64_t at = begin; at < end; at++) {
        mark_vertex(marking->refinement, &batch, marking->refinement->member[marking->first + at]);
    }
    refine_flush(marking->refinement, &batch);
}

/* Small blocks with new numbers. */
static void mark_blocks(void *context, uint64_t begin, uint64_t end) {
    struct refinement *refinement = context;
    struct refine_batch batch = {.count = 0};
    for (uint64_t block = begin + refinement->blocks_before; block < end + refinement->blocks_before;
         block++) {
        uint32_t first = refinement->begin[block], size = refinement->size[block];
        for (uint32_t at = first; at < first + size && size < LARGE_BLOCK; at++) {
            mark_vertex(refinement, &batch, refinement->member[at]);
        }
    }
    refine_flush(refinement, &batch);
}

int refine_mark(struct refinement *refinement) {
    clear_list(refinement);
    int stopped =
        for_each(refinement, refinement->blocks - refinement->blocks_before, mark_blocks, refinement) != 0;
    for (uint32_t block = refinement->blocks_before; block < refinement->blocks && !stopped; block++) {
        struct block_marking marking = {refinement, refinement->begin[block]};
        stopped = refinement->size[block] >= LARGE_BLOCK &&
                  for_each(refinement, refinement->size[block], mark_members, &marking) != 0;
    }
    if (stopped) {
        return error_set(refinement->error, ERROR_INTERRUPTED, "interrupted");
    }
    return refine_close(refinement);
}
