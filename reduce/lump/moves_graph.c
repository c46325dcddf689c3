/* The moves of two graphs beside each other. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/graph/graph.h"
#include "reduce/lump/lump_internal.h"
#include "reduce/lump/moves_internal.h"

/* An edge; `part` and `choice` say with which others it is added up. */
struct joined_edge {
    uint64_t part;   /* enum measured_move << 32 | part */
    uint32_t choice; /* of `prob` labels alone */
    uint32_t label, target;
};

struct graph_moves_build {
    const struct graph *graph;
    const struct lump_labels *labels;
    struct memory *memory;
    struct moves *moves;
    const char **texts;              /* [labels->count]: of forms; NULL: no action */
    struct index index;              /* of forms */
    GROWING(struct joined_edge) row; /* of a vertex */
};

static enum measured_move move_of(const struct lump_labels *labels, uint32_t label) {
    return labels->kind[label] == LABEL_PROB   ? MEASURED_PROB
           : labels->kind[label] == LABEL_RATE ? MEASURED_RATE
                                               : MEASURED_STEP;
}

/* The texts of forms by label: L of "L; prob P". 0, or -1 when memory runs out. */
static int copy_texts(struct graph_moves_build *build) {
    for (uint32_t label = 0; label < build->labels->count; label++) {
        const char *text = build->graph->label_text[label];
        const int is_step = move_of(build->labels, label) == MEASURED_STEP;
        const char *copy =
            arena_copy(build->moves->arena, text, is_step ? strlen(text) : build->labels->action[label]);
        if (copy == NULL) {
            return -1;
        }
        build->texts[label] = is_step                          ? copy
                              : copy[0] == '\0'                ? NULL
                              : build->labels->internal[label] ? "i"
                                                               : copy;
    }
    return 0;
}

static int compare_joined(const void *a, const void *b) {
    const struct joined_edge *first = a, *second = b;
    return first->part != second->part ? sort_compare(first->part, second->part)
                                       : sort_compare(first->choice, second->choice);
}

static int begins(const struct graph_moves_build *build, uint64_t i) {
    const struct joined_edge *row = build->row.data;
    return i == 0 || row[i].part >> 32 == MEASURED_STEP || compare_joined(&row[i - 1], &row[i]) != 0 ||
           (row[i].part >> 32 == MEASURED_PROB && row[i].choice == UINT32_MAX);
}

/* 0, or -1 when memory runs out. */
static int add_vertex(struct graph_moves_build *build, uint64_t vertex) {
    const struct graph *graph = build->graph;
    const struct lump_labels *labels = build->labels;
    struct moves *moves = build->moves;
    int failed = 0;
    build->row.count = 0;
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1] && !failed; edge++) {
        const uint32_t label = graph->labels[edge];
        const enum measured_move move = move_of(labels, label);
        const struct joined_edge joined = {
            (uint64_t)move << 32 | labels->part[label],
            graph->choices == NULL || move != MEASURED_PROB ? 0 : graph->choices[edge], label,
            graph->targets[edge]};
        failed = GROWING_ADD(build->memory, build->row, joined) != 0;
    }
    sort_items(build->row.data, build->row.count, sizeof *build->row.data, compare_joined);
    for (uint64_t i = 0; i < build->row.count && !failed; i++) {
        const struct joined_edge *edge = &build->row.data[i];
        const enum measured_move move = (enum measured_move)(edge->part >> 32);
        if (begins(build, i)) {
            const struct moves_form form = {move, build->texts[(uint32_t)edge->part], NULL};
            const struct moves_move one = {moves_find_form(moves, &build->index, &form, build->memory),
                                           moves->draws.count};
            failed = one.form == MOVES_NO_FORM || GROWING_ADD(build->memory, moves->moves, one) != 0;
        }
        const struct moves_draw draw = {edge->target,
                                        move == MEASURED_STEP ? moves->units : labels->weight[edge->label]};
        failed = failed || GROWING_ADD(build->memory, moves->draws, draw) != 0;
    }
    return failed || GROWING_ADD(build->memory, moves->offsets, moves->moves.count) != 0 ? -1 : 0;
}

static int add_initial(struct graph_moves_build *build, const struct graph *const graphs[2]) {
    uint32_t shift = 0;
    int failed = 0;
    for (int k = 0; k < 2; k++) {
        const uint64_t count = graphs[k]->initial_count > 1 ? graphs[k]->initial_count : 1;
        for (uint64_t i = 0; i < count && !failed; i++) {
            const uint32_t vertex = shift + (count > 1 ? (uint32_t)i : graphs[k]->initial);
            failed = GROWING_ADD(build->memory, build->moves->initial[k], vertex) != 0;
        }
        shift += (uint32_t)graphs[k]->vertices;
    }
    return failed ? -1 : 0;
}

static int build_moves(struct graph_moves_build *build, const struct graph *const graphs[2],
                       const struct run *run, struct error *error) {
    struct moves *moves = build->moves;
    const struct moves_move end = {0, 0};
    moves->arena = arena_create(build->memory);
    moves->units = build->labels->units;
    moves->states = build->graph->vertices;
    int failed = moves->arena == NULL || build->texts == NULL || copy_texts(build) != 0 ||
                 GROWING_ADD(build->memory, moves->offsets, 0) != 0;
    for (uint64_t vertex = 0; vertex < moves->states && !failed; vertex++) {
        if (run_stops_at(run, vertex, 65536)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        failed = add_vertex(build, vertex) != 0;
    }
    failed = failed || GROWING_ADD(build->memory, moves->moves, end) != 0;
    if (failed || add_initial(build, graphs) != 0) {
        return error_memory(error, "for the difference");
    }
    moves->moves.data[moves->moves.count - 1].begin = moves->draws.count;
    return 0;
}

int moves_of_graphs(const struct graph *joined, const struct graph *const graphs[2], const struct run *run,
                    struct moves *moves, struct error *error) {
    struct lump_labels labels;
    struct graph_moves_build build = {
        .graph = joined, .labels = &labels, .memory = run->memory, .moves = moves};
    int failed = lump_labels_make(joined, NULL, run, &labels, error) != 0;
    const uint64_t bytes = labels.count * sizeof *build.texts;
    build.texts = memory_allocate(run->memory, bytes);
    failed = failed || build_moves(&build, graphs, run, error) != 0;
    memory_free(run->memory, (void *)build.texts, bytes);
    GROWING_FREE(run->memory, build.row);
    index_free(&build.index, run->memory);
    lump_labels_free(&labels);
    return failed ? -1 : 0;
}
