/* Ends a refinement on the host, where it goes on with the blocks that the side has found. */
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/quotient/quotient.h"
#include "reduce/rounds/rounds.h"

/* A copy of the side's graph, with hidden labels; rows are as they are there. */
static struct graph *copy_graph(const struct rounds *rounds) {
    const struct steps *steps = &rounds->steps;
    const struct rounds_task *task = rounds->task;
    const struct rounds_graph *from = &task->graph;
    const uint64_t bytes = from->edges * sizeof(uint32_t);
    struct graph *copy =
        graph_create_labelled(from->vertices, task->label_text, task->label_count, steps->run, steps->error);
    if (copy == NULL) {
        return NULL;
    }
    int failed = graph_extend(copy, from->edges) != 0 ? error_memory(steps->error, "for the graph") : 0;
    copy->edges = from->edges;
    copy->initial = task->initial;
    failed = failed ||
             steps->side->download(steps, copy->offsets, from->offsets,
                                   (from->vertices + 1) * sizeof *copy->offsets) != 0 ||
             steps->side->download(steps, copy->targets, from->targets, bytes) != 0 ||
             steps->side->download(steps, copy->labels, from->labels, bytes) != 0;
    if (failed) {
        graph_free(copy);
        return NULL;
    }
    return copy;
}

int rounds_leave(struct rounds *rounds, struct rounds_result *result) {
    const struct steps *steps = &rounds->steps;
    const struct rounds_task *task = rounds->task;
    struct partition *partition = &result->partition;
    const uint64_t bytes = task->graph.vertices * sizeof(uint32_t);
    uint32_t *start = memory_allocate(steps->run->memory, bytes);
    struct graph *graph = NULL;
    struct refine_options options = {.start = start, .start_blocks = rounds->view.blocks};
    int failed = start == NULL ? error_memory(steps->error, "to refine classes") : 0;
    failed = failed || rounds_number_blocks(rounds) != 0 ||
             steps->side->download(steps, start, rounds->proof.result, bytes) != 0 ||
             (graph = copy_graph(rounds)) == NULL;
    if (!failed) {
        options.sketch_bits = rounds->view.how.bits;
        options.weights = task->options == NULL ? NULL : task->options->weights;
        partition_free(partition, steps->run->memory);
        failed = refine_cpu(graph, task->equivalence, &options, steps->run, partition, steps->error) != 0;
        partition->rounds += rounds->rounds;
    }
    const int has_quotient = options.weights == NULL;
    if (!failed && has_quotient) {
        result->quotient = quotient_make(graph, task->equivalence, partition, steps->run, steps->error);
    }
    graph_free(graph);
    memory_free(steps->run->memory, start, bytes);
    if (failed || !has_quotient) {
        return failed ? -1 : 0;
    }
    if (result->quotient == NULL) {
        return -1;
    }
    result->transitions = result->quotient->edges;
    return 0;
}
