/* The graph of the classes. */
#include "reduce/quotient/quotient.h"

#include "base/array.h"
#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"

#define LEAST_ROW 64u /* pairs that are collected before duplicates are removed */

struct quotient {
    const struct graph *graph;
    const struct partition *partition;
    struct graph *made;
    int strong;            /* all members of a block have the same pairs: one of them is enough */
    uint32_t internal;     /* the label whose edges within a block are left out; PREPARE_NONE: none */
    uint64_t *first;       /* [blocks + 1]: where a block's members begin in `member` */
    uint32_t *member;      /* [vertices], by block */
    GROWING(uint64_t) row; /* pairs: label << 32 | block */
};

/* Sorts the vertices by block. 0, or -1 when memory runs out. */
static int list_members(struct quotient *quotient, struct memory *memory) {
    const struct partition *partition = quotient->partition;
    quotient->first = memory_allocate_zeroed(memory, (partition->blocks + 2) * sizeof *quotient->first);
    quotient->member = memory_allocate_array(memory, partition->vertices, sizeof *quotient->member);
    if (quotient->first == NULL || quotient->member == NULL) {
        return -1;
    }
    uint64_t *end = quotient->first + 1; /* of the members so far, at the block */
    for (uint64_t vertex = 0; vertex < partition->vertices; vertex++) {
        end[(uint64_t)partition->block[vertex] + 1]++;
    }
    for (uint64_t block = 1; block <= partition->blocks; block++) {
        end[block] += end[block - 1];
    }
    for (uint64_t vertex = 0; vertex < partition->vertices; vertex++) {
        quotient->member[end[partition->block[vertex]]++] = (uint32_t)vertex;
    }
    return 0;
}

static void remove_duplicates(struct quotient *quotient) {
    quotient->row.count = sort_unique_long(quotient->row.data, quotient->row.count);
}

/* Adds the pairs of a vertex. 0, or -1 when memory runs out. */
static int add_pairs(struct quotient *quotient, uint32_t vertex, struct memory *memory) {
    const struct graph *graph = quotient->graph;
    const uint32_t *block = quotient->partition->block;
    uint64_t begin = graph->offsets[vertex], end = graph->offsets[vertex + 1];
    if (MEMORY_GROW(memory, &quotient->row.data, &quotient->row.capacity,
                    quotient->row.count + end - begin) != 0) {
        return -1;
    }
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t to = block[graph->targets[edge]];
        if (graph->labels[edge] != quotient->internal || to != block[vertex]) {
            quotient->row.data[quotient->row.count++] = (uint64_t)graph->labels[edge] << 32 | to;
        }
    }
    return 0;
}

/* Collects the row of a block. */
static int make_row(struct quotient *quotient, uint32_t block, struct memory *memory) {
    const struct partition *partition = quotient->partition;
    uint64_t most = LEAST_ROW,
             end = quotient->strong ? quotient->first[block] + 1 : quotient->first[block + 1];
    quotient->row.count = 0;
    for (uint64_t at = quotient->first[block]; at < end; at++) {
        if (add_pairs(quotient, quotient->member[at], memory) != 0) {
            return -1;
        }
        if (quotient->row.count > most) {
            remove_duplicates(quotient);
            most = 2 * quotient->row.count + LEAST_ROW;
        }
    }
    if (partition->divergent != NULL && bitmap_has(partition->divergent, block)) {
        if (GROWING_ADD(memory, quotient->row, (uint64_t)quotient->internal << 32 | block) != 0) {
            return -1;
        }
    }
    remove_duplicates(quotient);
    return 0;
}

static int make_rows(struct quotient *quotient, const struct run *run, struct error *error) {
    struct graph *made = quotient->made;
    for (uint64_t block = 0; block < made->vertices; block++) {
        if (block % 4096 == 0) {
            run_tell(run, "making the quotient", block, made->vertices, "classes");
            if (run_should_stop(run)) {
                return error_set(error, ERROR_INTERRUPTED, "interrupted");
            }
        }
        if (make_row(quotient, (uint32_t)block, run->memory) != 0 ||
            graph_extend(made, made->edges + quotient->row.count) != 0) {
            return error_memory(error, "for the quotient");
        }
        for (uint64_t i = 0; i < quotient->row.count; i++) {
            made->labels[made->edges + i] = (uint32_t)(quotient->row.data[i] >> 32);
            made->targets[made->edges + i] = (uint32_t)quotient->row.data[i];
        }
        made->edges += quotient->row.count;
        made->offsets[block + 1] = made->edges;
    }
    return 0;
}

struct graph *quotient_make(const struct graph *graph, enum equivalence equivalence,
                            const struct partition *partition, const struct run *run, struct error *error) {
    struct quotient quotient = {
        .graph = graph,
        .partition = partition,
        .strong = equivalence == EQUIVALENCE_STRONG,
        .internal = equivalence == EQUIVALENCE_STRONG ? PREPARE_NONE : prepare_internal_label(graph)};
    quotient.made =
        graph_create_labelled(partition->blocks, graph->label_text, graph->label_count, run, error);
    int failed = quotient.made == NULL;
    if (!failed && list_members(&quotient, run->memory) != 0) {
        failed = error_memory(error, "for the quotient");
    }
    failed = failed || make_rows(&quotient, run, error) != 0;
    memory_free(run->memory, quotient.first, (partition->blocks + 2) * sizeof *quotient.first);
    memory_free(run->memory, quotient.member, partition->vertices * sizeof *quotient.member);
    GROWING_FREE(run->memory, quotient.row);
    if (failed) {
        graph_free(quotient.made);
        return NULL;
    }
    quotient.made->initial = partition->block[graph->initial];
    quotient.made->initial_count = partition_initial_classes(partition, graph->initial_count);
    return quotient.made;
}
