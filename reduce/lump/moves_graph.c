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

struct taking {
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
static int copy_texts(struct taking *taking) {
    for (uint32_t label = 0; label < taking->labels->count; label++) {
        const char *text = taking->graph->label_text[label];
        const int is_step = move_of(taking->labels, label) == MEASURED_STEP;
        const char *copy =
            arena_copy(taking->moves->arena, text, is_step ? strlen(text) : taking->labels->action[label]);
        if (copy == NULL) {
            return -1;
        }
        taking->texts[label] = is_step                           ? copy
                               : copy[0] == '\0'                 ? NULL
                               : taking->labels->internal[label] ? "i"
                                                                 : copy;
    }
    return 0;
}

static int compare_joined(const void *a, const void *b) {
    const struct joined_edge *first = a, *second = b;
    return first->part != second->part ? sort_compare(first->part, second->part)
                                       : sort_compare(first->choice, second->choice);
}

static int begins(const struct taking *taking, uint64_t i) {
    const struct joined_edge *row = taking->row.data;
    return i == 0 || row[i].part >> 32 == MEASURED_STEP || compare_joined(&row[i - 1], &row[i]) != 0 ||
           (row[i].part >> 32 == MEASURED_PROB && row[i].choice == UINT32_MAX);
}

/* 0, or -1 when memory runs out. */
static int add_vertex(struct taking *taking, uint64_t vertex) {
    const struct graph *graph = taking->graph;
    const struct lump_labels *labels = taking->labels;
    struct moves *moves = taking->moves;
    int failed = 0;
    taking->row.count = 0;
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1] && !failed; edge++) {
        const uint32_t label = graph->labels[edge];
        const enum measured_move move = move_of(labels, label);
        const struct joined_edge joined = {
            (uint64_t)move << 32 | labels->part[label],
            graph->choices == NULL || move != MEASURED_PROB ? 0 : graph->choices[edge], label,
            graph->targets[edge]};
        failed = GROWING_ADD(taking->memory, taking->row, joined) != 0;
    }
    sort_items(taking->row.data, taking->row.count, sizeof *taking->row.data, compare_joined);
    for (uint64_t i = 0; i < taking->row.count && !failed; i++) {
        const struct joined_edge *edge = &taking->row.data[i];
        const enum measured_move move = (enum measured_move)(edge->part >> 32);
        if (begins(taking, i)) {
            const struct moves_form form = {move, taking->texts[(uint32_t)edge->part], NULL};
            const struct moves_move one = {moves_find_form(moves, &taking->index, &form, taking->memory),
                                           moves->draws.count};
            failed = one.form == MOVES_NO_FORM || GROWING_ADD(taking->memory, moves->moves, one) != 0;
        }
        const struct moves_draw draw = {edge->target,
                                        move == MEASURED_STEP ? moves->units : labels->weight[edge->label]};
        failed = failed || GROWING_ADD(taking->memory, moves->draws, draw) != 0;
    }
    return failed || GROWING_ADD(taking->memory, moves->offsets, moves->moves.count) != 0 ? -1 : 0;
}

static int add_initial(struct taking *taking, const struct graph *const graphs[2]) {
    uint32_t shift = 0;
    int failed = 0;
    for (int k = 0; k < 2; k++) {
        const uint64_t count = graphs[k]->initial_count > 1 ? graphs[k]->initial_count : 1;
        for (uint64_t i = 0; i < count && !failed; i++) {
            const uint32_t vertex = shift + (count > 1 ? (uint32_t)i : graphs[k]->initial);
            failed = GROWING_ADD(taking->memory, taking->moves->initial[k], vertex) != 0;
        }
        shift += (uint32_t)graphs[k]->vertices;
    }
    return failed ? -1 : 0;
}

static int take(struct taking *taking, const struct graph *const graphs[2], const struct run *run,
                struct error *error) {
    struct moves *moves = taking->moves;
    const struct moves_move end = {0, 0};
    moves->arena = arena_create(taking->memory);
    moves->units = taking->labels->units;
    moves->states = taking->graph->vertices;
    int failed = moves->arena == NULL || taking->texts == NULL || copy_texts(taking) != 0 ||
                 GROWING_ADD(taking->memory, moves->offsets, 0) != 0;
    for (uint64_t vertex = 0; vertex < moves->states && !failed; vertex++) {
        if (vertex % 65536 == 0 && run_should_stop(run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        failed = add_vertex(taking, vertex) != 0;
    }
    failed = failed || GROWING_ADD(taking->memory, moves->moves, end) != 0;
    if (failed || add_initial(taking, graphs) != 0) {
        return error_memory(error, "for the difference");
    }
    moves->moves.data[moves->moves.count - 1].begin = moves->draws.count;
    return 0;
}

int moves_of_graphs(const struct graph *joined, const struct graph *const graphs[2], const struct run *run,
                    struct moves *moves, struct error *error) {
    struct lump_labels labels;
    struct taking taking = {.graph = joined, .labels = &labels, .memory = run->memory, .moves = moves};
    int failed = lump_labels_make(joined, NULL, run, &labels, error) != 0;
    const uint64_t bytes = labels.count * sizeof *taking.texts;
    taking.texts = memory_allocate(run->memory, bytes);
    failed = failed || take(&taking, graphs, run, error) != 0;
    memory_free(run->memory, (void *)taking.texts, bytes);
    GROWING_FREE(run->memory, taking.row);
    index_free(&taking.index, run->memory);
    lump_labels_free(&labels, run->memory);
    return failed ? -1 : 0;
}
