/* The disjoint union of two graphs. Labels are merged in order, so rows remain sorted. */
#include "reduce/compare/join.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"

/* The labels of both graphs in byte order, and the rank of each label of each graph among them. */
struct label_merging {
    const char **texts;
    uint32_t *ranks[2];
    uint32_t count;
};

static void merge_labels(const struct graph *const graphs[2], struct label_merging *merging) {
    uint32_t at[2] = {0, 0};
    while (at[0] < graphs[0]->label_count || at[1] < graphs[1]->label_count) {
        int order = at[0] == graphs[0]->label_count ? 1
                    : at[1] == graphs[1]->label_count
                        ? -1
                        : strcmp(graphs[0]->label_text[at[0]], graphs[1]->label_text[at[1]]);
        int side = order > 0;
        merging->texts[merging->count] = graphs[side]->label_text[at[side]];
        for (int k = 0; k < 2; k++) {
            if (order == 0 || k == side) {
                merging->ranks[k][at[k]++] = merging->count;
            }
        }
        merging->count++;
    }
}

static void copy_rows(const struct graph *from, const uint32_t *ranks, uint64_t shift, struct graph *to) {
    for (uint64_t vertex = 0; vertex < from->vertices; vertex++) {
        for (uint64_t edge = from->offsets[vertex]; edge < from->offsets[vertex + 1]; edge++) {
            to->labels[to->edges] = ranks[from->labels[edge]];
            if (to->choices != NULL) {
                to->choices[to->edges] = from->choices == NULL ? 0 : from->choices[edge];
            }
            to->targets[to->edges++] = (uint32_t)(from->targets[edge] + shift);
        }
        to->offsets[shift + vertex + 1] = to->edges;
    }
}

struct graph *join_graphs(const struct graph *first, const struct graph *second, const struct run *run,
                          struct error *error) {
    const struct graph *const graphs[2] = {first, second};
    uint64_t vertices = first->vertices + second->vertices;
    uint64_t labels = (uint64_t)first->label_count + second->label_count;
    struct label_merging merging = {.count = 0};
    struct graph *joined = NULL;
    if (vertices > GRAPH_MOST_VERTICES) {
        error_set(error, ERROR_LIMIT, "both together have more than %llu states",
                  (unsigned long long)GRAPH_MOST_VERTICES);
        return NULL;
    }
    merging.texts = memory_allocate_array(run->memory, labels, sizeof *merging.texts);
    for (int k = 0; k < 2; k++) {
        merging.ranks[k] =
            memory_allocate_array(run->memory, graphs[k]->label_count, sizeof *merging.ranks[k]);
    }
    if (merging.texts == NULL || merging.ranks[0] == NULL || merging.ranks[1] == NULL) {
        error_memory(error, "for both graphs together");
    } else {
        merge_labels(graphs, &merging);
        joined = graph_create_labelled(vertices, merging.texts, merging.count, run, error);
    }
    const int chooses = first->choices != NULL || second->choices != NULL;
    if (joined != NULL && ((chooses && graph_add_choices(joined) != 0) ||
                           graph_extend(joined, first->edges + second->edges) != 0)) {
        graph_free(joined);
        joined = NULL;
        error_memory(error, "for both graphs together");
    }
    if (joined != NULL) {
        copy_rows(first, merging.ranks[0], 0, joined);
        copy_rows(second, merging.ranks[1], first->vertices, joined);
        joined->initial = first->initial;
    }
    for (int k = 0; k < 2; k++) {
        memory_free(run->memory, merging.ranks[k], graphs[k]->label_count * sizeof *merging.ranks[k]);
    }
    memory_free(run->memory, merging.texts, labels * sizeof *merging.texts);
    return joined;
}
