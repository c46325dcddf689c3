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

#define LOOK_WORK 262144u /* edges and vertices between two looks at the stop flag */

struct saturation {
    const struct graph *graph;
    struct graph *made;
    uint32_t internal;
    GROWING(uint32_t) reached; /* from the vertex, or after a label */
    GROWING(uint64_t) pairs;   /* label << 32 | target */
    GROWING(uint64_t) row;
    GROWING(uint32_t) inside; /* reached from the vertex by `i` alone, sorted */
    uint8_t *is_reached;
    uint64_t work; /* since the last look */
    const struct run *run;
    struct error *error;
};

static int out_of_memory(const struct saturation *saturation) {
    return error_memory(saturation->error, "for weak equivalence");
}

/* Looks at the stop flag after some work. 0 or -1. */
static int look(struct saturation *saturation, uint64_t work) {
    return run_stops_after(saturation->run, &saturation->work, work, LOOK_WORK)
               ? error_set(saturation->error, ERROR_INTERRUPTED, "interrupted")
               : 0;
}

static int reach(struct saturation *saturation, uint32_t vertex) {
    if (saturation->is_reached[vertex]) {
        return 0;
    }
    saturation->is_reached[vertex] = 1;
    return GROWING_ADD(saturation->run->memory, saturation->reached, vertex) != 0 ? out_of_memory(saturation)
                                                                                  : 0;
}

/* Adds to what is reached all that it reaches by `i`. 0 or -1. */
static int reach_internally(struct saturation *saturation) {
    const struct graph *graph = saturation->graph;
    for (uint64_t at = 0; at < saturation->reached.count; at++) {
        uint32_t vertex = saturation->reached.data[at];
        if (look(saturation, 1 + graph->offsets[vertex + 1] - graph->offsets[vertex]) != 0) {
            return -1;
        }
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (graph->labels[edge] == saturation->internal && reach(saturation, graph->targets[edge]) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* Sorts what is reached, and forgets that it is. */
static void end_reaching(struct saturation *saturation) {
    sort_numbers(saturation->reached.data, saturation->reached.count);
    for (uint64_t at = 0; at < saturation->reached.count; at++) {
        saturation->is_reached[saturation->reached.data[at]] = 0;
    }
}

/* Adds sorted vertices to the row, with this label. 0 or -1. */
static int add_targets(struct saturation *saturation, uint32_t label, const uint32_t *targets,
                       uint64_t count) {
    for (uint64_t at = 0; at < count; at++) {
        if (GROWING_ADD(saturation->run->memory, saturation->row, (uint64_t)label << 32 | targets[at]) != 0) {
            return out_of_memory(saturation);
        }
    }
    return 0;
}

/* Keeps what the vertex reaches by `i` alone. 0 or -1. */
static int keep_inside(struct saturation *saturation) {
    saturation->inside.count = 0;
    end_reaching(saturation);
    for (uint64_t at = 0; at < saturation->reached.count && saturation->internal != PREPARE_NONE; at++) {
        if (GROWING_ADD(saturation->run->memory, saturation->inside, saturation->reached.data[at]) != 0) {
            return out_of_memory(saturation);
        }
    }
    saturation->reached.count = 0;
    return 0;
}

/* The visible edges of all that is reached. 0 or -1. */
static int collect_pairs(struct saturation *saturation) {
    const struct graph *graph = saturation->graph;
    saturation->pairs.count = 0;
    for (uint64_t at = 0; at < saturation->reached.count; at++) {
        uint32_t vertex = saturation->reached.data[at];
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (graph->labels[edge] != saturation->internal &&
                GROWING_ADD(saturation->run->memory, saturation->pairs,
                            (uint64_t)graph->labels[edge] << 32 | graph->targets[edge]) != 0) {
                return out_of_memory(saturation);
            }
        }
    }
    sort_items(saturation->pairs.data, saturation->pairs.count, sizeof *saturation->pairs.data,
               sort_compare_long);
    return look(saturation, saturation->pairs.count);
}

/* The row of a vertex, sorted. 0 or -1. */
static int make_row(struct saturation *saturation, uint32_t vertex) {
    saturation->row.count = 0;
    int failed = reach(saturation, vertex) != 0 || reach_internally(saturation) != 0 ||
                 collect_pairs(saturation) != 0 || keep_inside(saturation) != 0;
    uint64_t inside = failed ? 0 : saturation->inside.count; /* those that are not in the row yet */
    for (uint64_t at = 0; at < saturation->pairs.count && !failed;) {
        const uint32_t label = (uint32_t)(saturation->pairs.data[at] >> 32);
        for (; at < saturation->pairs.count && saturation->pairs.data[at] >> 32 == label; at++) {
            failed = failed || reach(saturation, (uint32_t)saturation->pairs.data[at]) != 0;
        }
        if (!failed && label > saturation->internal) {
            failed = add_targets(saturation, saturation->internal, saturation->inside.data, inside) != 0;
            inside = 0;
        }
        failed = failed || reach_internally(saturation) != 0;
        end_reaching(saturation);
        failed = failed ||
                 add_targets(saturation, label, saturation->reached.data, saturation->reached.count) != 0;
        saturation->reached.count = 0;
    }
    return failed ? -1 : add_targets(saturation, saturation->internal, saturation->inside.data, inside);
}

static int add_row(struct saturation *saturation, uint32_t vertex) {
    struct graph *made = saturation->made;
    if (make_row(saturation, vertex) != 0) {
        return -1;
    }
    if (graph_extend(made, made->edges + saturation->row.count) != 0) {
        return out_of_memory(saturation);
    }
    for (uint64_t at = 0; at < saturation->row.count; at++) {
        made->labels[made->edges] = (uint32_t)(saturation->row.data[at] >> 32);
        made->targets[made->edges++] = (uint32_t)saturation->row.data[at];
    }
    made->offsets[vertex + 1] = made->edges;
    return 0;
}

static int add_rows(struct saturation *saturation) {
    const uint64_t vertices = saturation->graph->vertices;
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        run_tell(saturation->run, "saturating", vertex, vertices, "states");
        if (look(saturation, LOOK_WORK / 64) != 0 || add_row(saturation, (uint32_t)vertex) != 0) {
            return -1;
        }
    }
    return 0;
}

struct graph *weak_saturate(const struct graph *graph, const struct run *run, struct error *error) {
    struct saturation saturation = {
        .graph = graph, .internal = prepare_internal_label(graph), .run = run, .error = error};
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
    failed = failed || add_rows(&saturation) != 0;
    memory_free(run->memory, saturation.is_reached, graph->vertices);
    GROWING_FREE(run->memory, saturation.reached);
    GROWING_FREE(run->memory, saturation.pairs);
    GROWING_FREE(run->memory, saturation.row);
    GROWING_FREE(run->memory, saturation.inside);
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
