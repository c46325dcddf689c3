/*
 * Canonical numbers, by refinement of an ordered partition. A cell is a range of places, and its number is
 * the first of these. In a round, each cell is divided by the signatures of its vertices, which are sets of
 * pairs (label, number of the target's cell). The parts are ordered by size, largest first, then by
 * signature; neither depends on how vertices are numbered. So the largest part keeps the cell's number, and
 * only vertices with an edge to another part are looked at in the next round: that takes m log n steps.
 * Vertices of a quotient are all different, hence in the end every cell has one vertex.
 */
#include "reduce/canonical/canonical.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "base/team.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_reverse.h"
#include "reduce/refine/refine.h"

/* A vertex that is looked at, or any one of those of its cell that are not. */
struct vertex_signature {
    uint32_t cell, vertex;
    uint64_t begin, length; /* its signature in `pairs` */
    int is_rest;
};

/* Vertices of a cell with one signature. */
struct cell_part {
    uint32_t cell, size, start;
    uint64_t first; /* item; of the rest, its only one */
};

struct canonical_numbering {
    const struct graph *graph;
    const struct run *run;
    struct error *error;
    struct graph_reverse back;
    uint32_t *cell;           /* [vertex]: the first place of its cell */
    uint32_t *size;           /* [cell] */
    uint32_t *member, *place; /* the vertices by place, and back */
    uint32_t *looked;         /* [cell]: vertices that are looked at in this round */
    uint32_t *list, *next;    /* vertices that are looked at */
    uint64_t list_count, next_count;
    uint32_t *dirty;         /* bitmap of `list`, then of `next` */
    GROWING(uint64_t) pairs; /* label << 32 | cell */
    GROWING(struct vertex_signature) items;
    GROWING(struct cell_part) parts;
};

#define ARRAYS 7
static void list_arrays(struct canonical_numbering *work, uint32_t **arrays[ARRAYS]) {
    uint32_t **all[ARRAYS] = {&work->cell,   &work->size, &work->member, &work->place,
                              &work->looked, &work->list, &work->next};
    memcpy(arrays, all, sizeof all);
}

static int fail_memory(const struct canonical_numbering *work) {
    return error_memory(work->error, "for canonical numbers");
}

/* --- signatures --- */

/* Adds an item with the vertex's signature. 0, or -1 when memory runs out. */
static int add_item(struct canonical_numbering *work, uint32_t vertex, int is_rest) {
    const struct graph *graph = work->graph;
    uint64_t begin = work->pairs.count, length = graph->offsets[vertex + 1] - graph->offsets[vertex];
    if (MEMORY_GROW(work->run->memory, &work->pairs.data, &work->pairs.capacity, begin + length) != 0 ||
        MEMORY_GROW(work->run->memory, &work->items.data, &work->items.capacity, work->items.count + 1) !=
            0) {
        return -1;
    }
    uint64_t *pairs = work->pairs.data + begin;
    for (uint64_t i = 0; i < length; i++) {
        uint64_t edge = graph->offsets[vertex] + i;
        pairs[i] = (uint64_t)graph->labels[edge] << 32 | work->cell[graph->targets[edge]];
    }
    const uint64_t kept = sort_unique_long(pairs, length);
    work->pairs.count += kept;
    work->items.data[work->items.count++] =
        (struct vertex_signature){work->cell[vertex], vertex, begin, kept, is_rest};
    return 0;
}

static int compare_signatures(const struct canonical_numbering *work, const struct vertex_signature *a,
                              const struct vertex_signature *b) {
    if (a->length != b->length) {
        return sort_compare(a->length, b->length);
    }
    for (uint64_t i = 0; i < a->length; i++) {
        if (work->pairs.data[a->begin + i] != work->pairs.data[b->begin + i]) {
            return sort_compare(work->pairs.data[a->begin + i], work->pairs.data[b->begin + i]);
        }
    }
    return 0;
}

static int compare_items(const void *a, const void *b, void *context) {
    const struct vertex_signature *left = a, *right = b;
    return left->cell != right->cell ? sort_compare(left->cell, right->cell)
                                     : compare_signatures(context, left, right);
}

static int compare_parts(const void *a, const void *b, void *context) {
    const struct canonical_numbering *work = context;
    const struct cell_part *left = a, *right = b;
    return left->cell != right->cell ? sort_compare(left->cell, right->cell)
           : left->size != right->size
               ? sort_compare(right->size, left->size)
               : compare_signatures(work, &work->items.data[left->first], &work->items.data[right->first]);
}

/* --- a round --- */

/* Makes the items: those of the list, and one for the rest of each cell. */
static int make_items(struct canonical_numbering *work) {
    work->pairs.count = work->items.count = 0;
    for (uint64_t i = 0; i < work->list_count; i++) {
        uint32_t vertex = work->list[i], cell = work->cell[vertex];
        if (add_item(work, vertex, 0) != 0) {
            return -1;
        }
        if (work->looked[cell]++ == 0) { /* the first of its cell: find one of the rest */
            uint32_t at = cell, end = cell + work->size[cell];
            while (at < end && bitmap_has(work->dirty, work->member[at])) {
                at++;
            }
            if (at < end && add_item(work, work->member[at], 1) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* Sorts the items into parts, in their final order. 0, or -1 when memory runs out. */
static int make_parts(struct canonical_numbering *work) {
    work->parts.count = 0;
    qsort_r(work->items.data, work->items.count, sizeof *work->items.data, compare_items, work);
    for (uint64_t i = 0; i < work->items.count; i++) {
        const struct vertex_signature *item = &work->items.data[i];
        if (i > 0 && compare_items(item - 1, item, work) == 0) {
            work->parts.data[work->parts.count - 1].size++;
            continue;
        }
        if (MEMORY_GROW(work->run->memory, &work->parts.data, &work->parts.capacity, work->parts.count + 1) !=
            0) {
            return -1;
        }
        uint32_t rest = work->size[item->cell] - work->looked[item->cell];
        work->parts.data[work->parts.count++] =
            (struct cell_part){item->cell, item->is_rest ? rest : 1, 0, i};
    }
    qsort_r(work->parts.data, work->parts.count, sizeof *work->parts.data, compare_parts, work);
    return 0;
}

static void place_vertex(struct canonical_numbering *work, uint32_t place, uint32_t vertex) {
    work->member[place] = vertex;
    work->place[vertex] = place;
}

/* Moves the vertices that are looked at to the end of their cells' ranges. */
static void gather_looked(struct canonical_numbering *work) {
    for (uint64_t i = 0; i < work->list_count; i++) {
        uint32_t vertex = work->list[i], cell = work->cell[vertex], from = work->place[vertex];
        uint32_t to = cell + work->size[cell] - work->looked[cell]--;
        place_vertex(work, from, work->member[to]);
        place_vertex(work, to, vertex);
    }
}

/* Gives the parts of a cell their ranges, in their order. The rest lies first so far, and stays if it is the
 * first part. */
static void lay_out(struct canonical_numbering *work, struct cell_part *parts, uint64_t count) {
    uint32_t start = parts[0].cell, *rest = work->next; /* free until vertices are marked */
    for (uint64_t i = 0; i < count; i++) {
        parts[i].start = start;
        start += parts[i].size;
        if (i > 0 && work->items.data[parts[i].first].is_rest) {
            memcpy(rest, work->member + parts[0].cell, parts[i].size * sizeof *rest);
        }
    }
    for (uint64_t i = 0; i < count; i++) {
        const struct vertex_signature *items = &work->items.data[parts[i].first];
        work->size[parts[i].start] = parts[i].size;
        for (uint32_t k = 0; k < parts[i].size && (i > 0 || !items->is_rest); k++) {
            uint32_t vertex = items->is_rest ? rest[k] : items[k].vertex;
            place_vertex(work, parts[i].start + k, vertex);
            work->cell[vertex] = parts[i].start;
        }
    }
}

static void divide_cells(struct canonical_numbering *work) {
    for (uint64_t begin = 0, end; begin < work->parts.count; begin = end) {
        for (end = begin + 1;
             end < work->parts.count && work->parts.data[end].cell == work->parts.data[begin].cell; end++) {
        }
        if (end > begin + 1) {
            lay_out(work, work->parts.data + begin, end - begin);
        } else {
            work->parts.data[begin].start = work->parts.data[begin].cell;
        }
    }
}

/* Lists what has an edge to a vertex with a new number. */
static void mark(struct canonical_numbering *work) {
    const struct digraph *back = &work->back.graph;
    for (uint64_t i = 0; i < work->list_count; i++) {
        bitmap_clear(work->dirty, work->list[i]);
    }
    for (uint64_t i = 0; i < work->parts.count; i++) {
        const struct cell_part *part = &work->parts.data[i];
        for (uint32_t k = 0; k < part->size && part->start != part->cell; k++) {
            uint32_t vertex = work->member[part->start + k];
            for (uint64_t edge = back->offsets[vertex]; edge < back->offsets[vertex + 1]; edge++) {
                uint32_t from = back->targets[edge];
                if (work->size[work->cell[from]] > 1 && !bitmap_has(work->dirty, from)) {
                    bitmap_set(work->dirty, from);
                    work->next[work->next_count++] = from;
                }
            }
        }
    }
    uint32_t *list = work->list;
    work->list = work->next;
    work->list_count = work->next_count;
    work->next = list;
    work->next_count = 0;
}

/* --- the whole --- */

static int open_numbering(struct canonical_numbering *work, struct team *team) {
    const struct graph *graph = work->graph;
    struct memory *memory = work->run->memory;
    const struct digraph view = {graph->vertices, graph->edges, graph->offsets, graph->targets, NULL, NULL};
    uint32_t **arrays[ARRAYS];
    list_arrays(work, arrays);
    for (int i = 0; i < ARRAYS; i++) {
        *arrays[i] = memory_allocate_zeroed(memory, graph->vertices * sizeof **arrays[i]);
        if (*arrays[i] == NULL) {
            return fail_memory(work);
        }
    }
    work->dirty = memory_allocate(memory, bitmap_bytes(graph->vertices));
    if (work->dirty == NULL) {
        return fail_memory(work);
    }
    int failed = graph_reverse_make(team, &view, work->run, &work->back);
    if (failed != 0) {
        return failed < 0 ? error_set(work->error, ERROR_INTERRUPTED, "interrupted") : fail_memory(work);
    }
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        work->list[vertex] = work->member[vertex] = work->place[vertex] = (uint32_t)vertex;
    }
    memset(work->dirty, 0xff, bitmap_bytes(graph->vertices));
    work->list_count = graph->vertices > 1 ? graph->vertices : 0;
    work->size[0] = (uint32_t)graph->vertices;
    return 0;
}

static void close_numbering(struct canonical_numbering *work) {
    struct memory *memory = work->run->memory;
    uint32_t **arrays[ARRAYS];
    list_arrays(work, arrays);
    for (int i = 0; i < ARRAYS; i++) {
        memory_free(memory, *arrays[i], work->graph->vertices * sizeof **arrays[i]);
    }
    memory_free(memory, work->dirty, bitmap_bytes(work->graph->vertices));
    GROWING_FREE(memory, work->pairs);
    GROWING_FREE(memory, work->items);
    GROWING_FREE(memory, work->parts);
    graph_reverse_free(&work->back, memory);
}

static int lead(struct team *team, void *context) {
    struct canonical_numbering *work = context;
    if (open_numbering(work, team) != 0) {
        return -1;
    }
    while (work->list_count > 0) {
        if (run_should_stop(work->run)) {
            return error_set(work->error, ERROR_INTERRUPTED, "interrupted");
        }
        if (make_items(work) != 0 || make_parts(work) != 0) {
            return fail_memory(work);
        }
        gather_looked(work);
        divide_cells(work);
        mark(work);
    }
    return 0;
}

int canonical_number(const struct graph *quotient, const struct run *run, uint32_t *number,
                     struct error *error) {
    struct canonical_numbering work = {.graph = quotient, .run = run, .error = error};
    int failed = team_run(run, run->threads, lead, &work);
    if (!failed) {
        memcpy(number, work.cell, quotient->vertices * sizeof *number);
    }
    close_numbering(&work);
    return failed;
}

int canonical_renumber(struct partition *partition, const uint32_t *number, const struct run *run,
                       struct error *error) {
    uint64_t bytes = bitmap_bytes(partition->blocks);
    uint32_t *divergent = NULL;
    if (partition->divergent != NULL) {
        divergent = memory_allocate_zeroed(run->memory, bytes);
        if (divergent == NULL) {
            return error_memory(error, "for canonical numbers");
        }
        for (uint64_t block = 0; block < partition->blocks; block++) {
            if (bitmap_has(partition->divergent, block)) {
                bitmap_set(divergent, number[block]);
            }
        }
    }
    memory_free(run->memory, partition->divergent, bytes);
    partition->divergent = divergent;
    for (uint64_t vertex = 0; vertex < partition->vertices; vertex++) {
        partition->block[vertex] = number[partition->block[vertex]];
    }
    return 0;
}
