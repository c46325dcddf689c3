/* Makes a vertex of each distribution. */
#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "model/mdp_core.h"
#include "explorer/graph/graph.h"
#include "reduce/lump/lump_internal.h"

/* An edge with a `prob` label. */
struct drawn_edge {
    uint64_t distribution; /* part << 32 | choice */
    uint64_t edge;
};

struct lump_expansion {
    const struct graph *graph;
    const struct lump_options *options;
    const struct lump_labels *labels;
    const struct run *run;
    struct error *error;
    struct graph *made;
    GROWING(struct drawn_edge) row; /* of one vertex, by distribution */
    uint64_t distributions;         /* so far */
};

/* Lists the `prob` edges of a vertex by their distributions. */
static int list_row(struct lump_expansion *expansion, uint64_t vertex) {
    const struct graph *graph = expansion->graph;
    const struct lump_labels *labels = expansion->labels;
    expansion->row.count = 0;
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
        const uint32_t label = graph->labels[edge], choice = graph->choices != NULL ? graph->choices[edge]
                                                             : expansion->options->alone ? UINT32_MAX
                                                                                         : 0;
        const struct drawn_edge drawn = {(uint64_t)labels->part[label] << 32 | choice, edge};
        if (labels->kind[label] == LABEL_PROB &&
            GROWING_ADD(expansion->run->memory, expansion->row, drawn) != 0) {
            return error_memory(expansion->error, "for the distributions");
        }
    }
    sort_items(expansion->row.data, expansion->row.count, sizeof *expansion->row.data, sort_compare_long);
    return 0;
}

/* Whether item i of the row begins a distribution. Edges without a choice are alone. */
static int begins(const struct lump_expansion *expansion, uint64_t i) {
    const struct drawn_edge *row = expansion->row.data;
    return i == 0 || row[i].distribution != row[i - 1].distribution ||
           (uint32_t)row[i].distribution == UINT32_MAX;
}

/* Checks that the distribution that begins at item i sums to 1, about. */
static int check_sum(const struct lump_expansion *expansion, uint64_t vertex, uint64_t i) {
    const struct lump_labels *labels = expansion->labels;
    const struct graph *graph = expansion->graph;
    const struct drawn_edge *row = expansion->row.data;
    const uint32_t label = graph->labels[row[i].edge], action = labels->action[label];
    refine_weight sum = 0;
    do {
        sum += labels->weight[graph->labels[row[i].edge]];
    } while (++i < expansion->row.count && !begins(expansion, i));
    const double value = (double)((long double)sum / (long double)labels->units);
    if (value > 1 - MDP_SUM_TOLERANCE && value < 1 + MDP_SUM_TOLERANCE) {
        return 0;
    }
    const char *text = graph->label_text[label];
    const char *name = expansion->options->name;
    const uint32_t *state_of = expansion->options->state_of;
    return error_in(expansion->error, ERROR_INPUT, name == NULL ? "the graph" : name,
                    "state %llu: the probabilities%s%.*s%s sum to %.9g, not to 1",
                    (unsigned long long)(state_of == NULL ? vertex : state_of[vertex]),
                    action == 0 ? "" : " of '", (int)(action < 200 ? action : 200), text,
                    action == 0 ? "" : "'", value);
}

static void add_edge(struct graph *made, uint32_t label, uint32_t target) {
    made->labels[made->edges] = label;
    made->targets[made->edges++] = target;
}

/* Looks at the stop flag now and then. */
static int may_go_on(const struct lump_expansion *expansion, uint64_t vertex) {
    return run_stops_at(expansion->run, vertex + 1, 65536)
               ? error_set(expansion->error, ERROR_INTERRUPTED, "interrupted")
               : 0;
}

/* Counts and checks distributions. */
static int count_distributions(struct lump_expansion *expansion) {
    int failed = 0;
    for (uint64_t vertex = 0; vertex < expansion->graph->vertices && !failed; vertex++) {
        failed = may_go_on(expansion, vertex) != 0 || list_row(expansion, vertex) != 0;
        for (uint64_t i = 0; i < expansion->row.count && !failed; i++) {
            if (begins(expansion, i)) {
                expansion->distributions++;
                failed = check_sum(expansion, vertex, i);
            }
        }
    }
    return failed ? -1 : 0;
}

/* The rows of the graph's vertices. */
static int write_states(struct lump_expansion *expansion) {
    const struct graph *graph = expansion->graph;
    const struct lump_labels *labels = expansion->labels;
    struct graph *made = expansion->made;
    uint64_t next = graph->vertices;
    int failed = 0;
    for (uint64_t vertex = 0; vertex < graph->vertices && !failed; vertex++) {
        failed = may_go_on(expansion, vertex) != 0 || list_row(expansion, vertex) != 0;
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1] && !failed; edge++) {
            if (labels->kind[graph->labels[edge]] != LABEL_PROB) {
                add_edge(made, graph->labels[edge], graph->targets[edge]);
            }
        }
        for (uint64_t i = 0; i < expansion->row.count && !failed; i++) {
            if (begins(expansion, i)) {
                add_edge(made, labels->count, (uint32_t)next++);
            }
        }
        made->offsets[vertex + 1] = made->edges;
    }
    return failed ? -1 : 0;
}

/* The rows of the distributions. */
static int write_distributions(struct lump_expansion *expansion) {
    const struct graph *graph = expansion->graph;
    struct graph *made = expansion->made;
    uint64_t next = graph->vertices;
    int failed = 0;
    for (uint64_t vertex = 0; vertex < graph->vertices && !failed; vertex++) {
        failed = may_go_on(expansion, vertex) != 0 || list_row(expansion, vertex) != 0;
        for (uint64_t i = 0; i < expansion->row.count && !failed; i++) {
            const uint64_t edge = expansion->row.data[i].edge;
            next += begins(expansion, i);
            add_edge(made, graph->labels[edge], graph->targets[edge]);
            made->offsets[next] = made->edges;
        }
    }
    return failed ? -1 : 0;
}

struct graph *lump_expand(const struct graph *graph, const struct lump_options *options,
                          const struct lump_labels *labels, const struct run *run, struct error *error) {
    if (!labels->has_probabilities) {
        return (struct graph *)graph;
    }
    struct lump_expansion expansion = {
        .graph = graph, .options = options, .labels = labels, .run = run, .error = error};
    int failed = count_distributions(&expansion);
    if (!failed && graph->vertices + expansion.distributions > GRAPH_MOST_VERTICES) {
        failed = error_set(error, ERROR_LIMIT, "more than %llu states and distributions",
                           (unsigned long long)GRAPH_MOST_VERTICES);
    }
    if (!failed) {
        expansion.made = graph_create_labelled(graph->vertices + expansion.distributions, graph->label_text,
                                               graph->label_count, run, error);
        failed = expansion.made == NULL ? -1 : 0;
    }
    if (!failed && graph_extend(expansion.made, graph->edges + expansion.distributions) != 0) {
        failed = error_memory(error, "for the distributions");
    }
    failed = failed || write_states(&expansion) != 0 || write_distributions(&expansion) != 0;
    GROWING_FREE(run->memory, expansion.row);
    if (failed) {
        graph_free(expansion.made);
        return NULL;
    }
    expansion.made->initial = graph->initial;
    expansion.made->initial_count = graph->initial_count;
    return expansion.made;
}
