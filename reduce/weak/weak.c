/* Weak equivalence as strong equivalence of a saturated graph. */
#include "reduce/weak/weak.h"

#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"
#include "reduce/quotient/quotient.h"
#include "reduce/refine/refine.h"

#define LOOK_VERTICES 64u /* between two looks at the stop flag */

struct saturation {
    const struct graph *graph;
    struct graph *made;
    uint32_t internal;
    GROWING(uint32_t) reached; /* from the vertex, or after a label */
    GROWING(uint64_t) pairs;   /* label << 32 | target */
    GROWING(uint64_t) row;
    uint8_t *is_reached;
    const struct run *run;
};

static int reach(struct saturation *saturation, uint32_t vertex) {
    if (saturation->is_reached[vertex]) {
        return 0;
    }
    saturation->is_reached[vertex] = 1;
    return GROWING_ADD(saturation->run->memory, saturation->reached, vertex);
}

/* Adds to what is reached all that it reaches by `i`. 0, or -1 when memory runs out. */
static int reach_internally(struct saturation *saturation) {
    const struct graph *graph = saturation->graph;
    for (uint64_t at = 0; at < saturation->reached.count; at++) {
        uint32_t vertex = saturation->reached.data[at];
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (graph->labels[edge] == saturation->internal && reach(saturation, graph->targets[edge]) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* Moves what is reached into the row, with this label. 0, or -1 when memory runs out. */
static int take_reached(struct saturation *saturation, uint32_t label) {
    int failed = 0;
    for (uint64_t at = 0; at < saturation->reached.count; at++) {
        uint32_t vertex = saturation->reached.data[at];
        saturation->is_reached[vertex] = 0;
        failed = failed ||
                 GROWING_ADD(saturation->run->memory, saturation->row, (uint64_t)label << 32 | vertex) != 0;
    }
    saturation->reached.count = 0;
    return failed ? -1 : 0;
}

/* The visible edges of all that is reached. 0, or -1 when memory runs out. */
static int collect_pairs(struct saturation *saturation) {
    const struct graph *graph = saturation->graph;
    saturation->pairs.count = 0;
    for (uint64_t at = 0; at < saturation->reached.count; at++) {
        uint32_t vertex = saturation->reached.data[at];
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (graph->labels[edge] != saturation->internal &&
                GROWING_ADD(saturation->run->memory, saturation->pairs,
                            (uint64_t)graph->labels[edge] << 32 | graph->targets[edge]) != 0) {
                return -1;
            }
        }
    }
    sort_items(saturation->pairs.data, saturation->pairs.count, sizeof *saturation->pairs.data,
               sort_compare_long);
    return 0;
}

/* The row of a vertex. 0, or -1 when memory runs out. */
static int make_row(struct saturation *saturation, uint32_t vertex) {
    saturation->row.count = 0;
    if (reach(saturation, vertex) != 0 || reach_internally(saturation) != 0 ||
        collect_pairs(saturation) != 0) {
        return -1;
    }
    int failed = 0;
    if (saturation->internal != PREPARE_NONE) {
        failed = take_reached(saturation, saturation->internal);
    } else {
        saturation->is_reached[vertex] = 0;
        saturation->reached.count = 0;
    }
    for (uint64_t at = 0; at < saturation->pairs.count && failed == 0;) {
        uint32_t label = (uint32_t)(saturation->pairs.data[at] >> 32);
        for (; at < saturation->pairs.count && saturation->pairs.data[at] >> 32 == label; at++) {
            failed = failed || reach(saturation, (uint32_t)saturation->pairs.data[at]) != 0;
        }
        failed = failed || reach_internally(saturation) != 0 || take_reached(saturation, label) != 0;
    }
    sort_items(saturation->row.data, saturation->row.count, sizeof *saturation->row.data, sort_compare_long);
    return failed ? -1 : 0;
}

static int add_row(struct saturation *saturation, uint32_t vertex) {
    struct graph *made = saturation->made;
    if (make_row(saturation, vertex) != 0 || graph_extend(made, made->edges + saturation->row.count) != 0) {
        return -1;
    }
    for (uint64_t at = 0; at < saturation->row.count; at++) {
        made->labels[made->edges] = (uint32_t)(saturation->row.data[at] >> 32);
        made->targets[made->edges++] = (uint32_t)saturation->row.data[at];
    }
    made->offsets[vertex + 1] = made->edges;
    return 0;
}

static int add_rows(struct saturation *saturation, struct error *error) {
    const struct run *run = saturation->run;
    for (uint64_t vertex = 0; vertex < saturation->graph->vertices; vertex++) {
        if (vertex % LOOK_VERTICES == 0) {
            run_tell(run, "saturating", vertex, saturation->graph->vertices, "states");
            if (run_should_stop(run)) {
                return error_set(error, ERROR_INTERRUPTED, "interrupted");
            }
        }
        if (add_row(saturation, (uint32_t)vertex) != 0) {
            return error_memory(error, "for weak equivalence");
        }
    }
    return 0;
}

struct graph *weak_saturate(const struct graph *graph, const struct run *run, struct error *error) {
    struct saturation saturation = {.graph = graph, .internal = prepare_internal_label(graph), .run = run};
    if (graph->vertices > WEAK_MOST_VERTICES) {
        error_set(
            error, ERROR_LIMIT,
            "weak equivalence is computed for at most %u classes of branching equivalence, and there are "
            "%llu",
            WEAK_MOST_VERTICES, (unsigned long long)graph->vertices);
        return NULL;
    }
    saturation.is_reached = memory_allocate_zeroed(run->memory, graph->vertices);
    saturation.made =
        graph_create_labelled(graph->vertices, graph->label_text, graph->label_count, run, error);
    int failed = saturation.made == NULL;
    if (!failed && saturation.is_reached == NULL) {
        failed = error_memory(error, "for weak equivalence");
    }
    failed = failed || add_rows(&saturation, error) != 0;
    memory_free(run->memory, saturation.is_reached, graph->vertices);
    GROWING_FREE(run->memory, saturation.reached);
    GROWING_FREE(run->memory, saturation.pairs);
    GROWING_FREE(run->memory, saturation.row);
    if (failed) {
        graph_free(saturation.made);
        return NULL;
    }
    saturation.made->initial = graph->initial;
    saturation.made->initial_count = graph->initial_count;
    return saturation.made;
}

/* Refines the classes of branching equivalence by those of their saturated graph. 0 or -1. */
static int coarsen(const struct graph *graph, const struct run *run, struct partition *partition,
                   struct error *error) {
    const struct refine_options options = {0};
    struct partition coarse;
    memset(&coarse, 0, sizeof coarse);
    struct graph *quotient = quotient_make(graph, EQUIVALENCE_BRANCHING, partition, run, error);
    struct graph *saturated = quotient == NULL ? NULL : weak_saturate(quotient, run, error);
    graph_free(quotient);
    int failed =
        saturated == NULL || refine_cpu(saturated, EQUIVALENCE_STRONG, &options, run, &coarse, error) != 0;
    graph_free(saturated);
    /* Both are numbered by their least members, so the classes of classes are, too. */
    for (uint64_t vertex = 0; vertex < partition->vertices && !failed; vertex++) {
        partition->block[vertex] = coarse.block[partition->block[vertex]];
    }
    partition->blocks = failed ? partition->blocks : coarse.blocks;
    partition->rounds += failed ? 0 : coarse.rounds;
    partition_free(&coarse, run->memory);
    return failed ? -1 : 0;
}

int weak_refine(const struct graph *graph, const struct run *run, struct partition *partition,
                struct error *error) {
    return refine_cpu(graph, EQUIVALENCE_BRANCHING, NULL, run, partition, error) != 0
               ? -1
               : coarsen(graph, run, partition, error);
}
