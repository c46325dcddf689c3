/* Probabilistic equivalence: strong refinement in which numbers are added. */
#include "reduce/lump/lump.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/mdp_names.h"
#include "explorer/graph/graph.h"
#include "reduce/lump/lump_internal.h"

int lump_refine(const struct lump_refiner *refiner, const struct graph *graph,
                const struct refine_options *options, const struct run *run, struct partition *partition,
                struct error *error) {
    return refiner == NULL ? refine_cpu(graph, EQUIVALENCE_STRONG, options, run, partition, error)
                           : refiner->refine(refiner->context, graph, options, run, partition, error);
}

struct expanded {
    const struct graph *graph, *expanded;
    const struct lump_labels *labels;
    const struct lump_refiner *refiner;
    const struct run *run;
    struct error *error;
};

/* The classes of the expanded graph: distributions are never in a class with states. */
static int refine(struct expanded *work, struct partition *classes) {
    const struct graph *graph = work->graph, *expanded = work->expanded;
    const struct lump_labels *labels = work->labels;
    const struct run *run = work->run;
    struct error *error = work->error;
    const struct refine_weights weights = {labels->count + 1, labels->part, labels->weight};
    const uint64_t vertices = expanded->vertices;
    uint32_t *start = NULL;
    if (vertices > graph->vertices) {
        start = memory_allocate_array(run->memory, vertices, sizeof *start);
        if (start == NULL) {
            return error_memory(error, "for the distributions");
        }
        for (uint64_t vertex = 0; vertex < vertices; vertex++) {
            start[vertex] = vertex >= graph->vertices;
        }
    }
    const struct refine_options options = {.start = start, .start_blocks = 2, .weights = &weights};
    const int failed = lump_refine(work->refiner, expanded, &options, run, classes, error);
    memory_free(run->memory, start, vertices * sizeof *start);
    return failed;
}

/* The classes of the states alone, which have the first numbers. */
static int take_states(const struct graph *graph, const struct partition *classes, struct memory *memory,
                       struct partition *states, struct error *error) {
    *states = (struct partition){.vertices = graph->vertices, .rounds = classes->rounds};
    states->block = memory_allocate_array(memory, graph->vertices, sizeof *states->block);
    if (states->block == NULL) {
        return error_memory(error, "for the classes");
    }
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        const uint32_t block = classes->block[vertex];
        states->block[vertex] = block;
        states->blocks = block >= states->blocks ? (uint64_t)block + 1 : states->blocks;
    }
    return 0;
}

int lump_graph(const struct graph *graph, const struct lump_options *options, const struct run *run,
               struct lumping *lumping, struct error *error) {
    struct lump_labels labels;
    struct partition classes = {.vertices = 0};
    *lumping = (struct lumping){.twofold = LUMP_NONE};
    struct graph *expanded = NULL;
    int failed = lump_labels_make(graph, options->labels, run, &labels, error) != 0;
    if (!failed) {
        expanded = lump_expand(graph, options, &labels, run, error);
        struct expanded work = {graph, expanded, &labels, options->refiner, run, error};
        failed = expanded == NULL || refine(&work, &classes) != 0 ||
                 take_states(graph, &classes, run->memory, &lumping->partition, error) != 0 ||
                 (options->quotient &&
                  lump_quotient(graph, expanded, &labels, &classes, run, lumping, error) != 0);
    }
    partition_free(&classes, run->memory);
    if (expanded != graph) {
        graph_free(expanded);
    }
    lump_labels_free(&labels);
    if (failed && options->name != NULL) {
        error_name_file(error, options->name);
    }
    return failed ? -1 : 0;
}

void lumping_free(struct lumping *lumping, struct memory *memory) {
    graph_free(lumping->quotient);
    mdp_texts_free(memory, lumping->texts, lumping->text_count);
    partition_free(&lumping->partition, memory);
    memset(lumping, 0, sizeof *lumping);
}
