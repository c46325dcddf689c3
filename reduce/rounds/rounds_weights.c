/* Weights of labels on a side. */
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/rounds/rounds.h"

#define MOST_PROVED 512u /* edges of a row: the steps of the proof compare each with each */

void rounds_task_weigh(struct rounds_task *task, const struct graph *graph,
                       const struct refine_options *options) {
    task->options = options;
    task->skip_quotient = 1;
    task->skip_block = 0;
    task->widest = 0;
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        const uint64_t edges = graph->offsets[vertex + 1] - graph->offsets[vertex];
        task->widest = edges > task->widest ? edges : task->widest;
    }
}

int rounds_is_wide(const struct rounds *rounds) {
    return rounds->view.sums != NULL && rounds->task->widest > MOST_PROVED;
}

/* A copy on the side. */
static void *bring(struct rounds *rounds, const void *from, uint64_t bytes) {
    void *block = rounds_allocate(rounds, bytes);
    return block == NULL || rounds->steps.side->upload(&rounds->steps, block, from, bytes) != 0 ? NULL
                                                                                                : block;
}

int rounds_open_weights(struct rounds *rounds) {
    struct rounds_view *view = &rounds->view;
    const struct refine_options *options = rounds->task->options;
    if (options == NULL || options->weights == NULL) {
        return 0;
    }
    const struct refine_weights *weights = options->weights;
    const uint64_t labels = weights->labels;
    struct memory *memory = rounds->steps.run->memory;
    uint64_t *residue = memory_allocate_array(memory, labels, sizeof *residue);
    if (residue == NULL) {
        return error_memory(rounds->steps.error, "for the weights");
    }
    for (uint64_t label = 0; label < labels; label++) {
        const refine_weight weight = weights->weight[label];
        residue[label] = weight == 0 ? WEIGHTS_NONE : (uint64_t)(weight % SKETCH_PRIME);
    }
    view->residue = bring(rounds, residue, labels * sizeof *residue);
    view->part = bring(rounds, weights->part, labels * sizeof *weights->part);
    view->weight = bring(rounds, weights->weight, labels * sizeof *weights->weight);
    view->sums = rounds_allocate(rounds, 2 * view->vertices * sizeof *view->sums);
    memory_free(memory, residue, labels * sizeof *residue);
    return view->residue == NULL || view->part == NULL || view->weight == NULL || view->sums == NULL ? -1 : 0;
}
