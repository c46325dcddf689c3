/* Writes the product of a Markov model and an automaton as a Markov decision process (ltl_product.h). */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/ltl_product.h"
#include "decompose/mdp/mdp_state_labels.h"
#include "frontend/formats/mdp_write.h"
#include "model/mdp.h"
#include "model/mdp_internal.h"

#define ACCEPTING "accepting"

struct writing {
    const struct ltl_product *product;
    const struct mdp *model;
    const uint32_t *accepting;
    const struct run *run;
    struct error *error;
    struct mdp *mdp;
    int is_empty; /* no state is accepting */
};

static int no_memory(const struct writing *writing) {
    return error_memory(writing->error, "to write the product");
}

/* --- choices --- */

static int open_arrays(struct writing *writing) {
    struct mdp *mdp = writing->mdp;
    struct memory *memory = mdp->memory;
    const struct digraph *graph = &writing->product->graph;
    const uint64_t bytes = graph->edges * sizeof(uint32_t);
    if (memory_range_fill(memory, &mdp->offset_range, (mdp->states + 1) * sizeof *mdp->offsets) != 0 ||
        memory_range_fill(memory, &mdp->target_range, bytes) != 0 ||
        memory_range_fill(memory, &mdp->label_range, bytes) != 0 ||
        memory_range_fill(memory, &mdp->begin_range, bitmap_bytes(graph->edges)) != 0 ||
        memory_range_fill(memory, &mdp->probability_range, graph->edges * sizeof *mdp->probabilities) != 0) {
        return no_memory(writing);
    }
    mdp->offsets = mdp->offset_range.base;
    mdp->targets = mdp->target_range.base;
    mdp->labels = mdp->label_range.base;
    mdp->begins = mdp->begin_range.base;
    mdp->probabilities = mdp->probability_range.base;
    return 0;
}

/* The probability, or rate, of an edge of the model: that of an edge of a choice of its own is 1. */
static double weight_of(const struct mdp *model, uint64_t origin) {
    return origin == LTL_PRODUCT_END || model->probabilities == NULL ? 1 : model->probabilities[origin];
}

static void copy_choices(struct writing *writing) {
    struct mdp *mdp = writing->mdp;
    const struct mdp *model = writing->model;
    const struct ltl_product *product = writing->product;
    const struct digraph *graph = &product->graph;
    mdp->edges = graph->edges;
    for (uint64_t v = 0; v <= mdp->states; v++) {
        mdp->offsets[v] = graph->vertices != 0 && v <= graph->vertices ? graph->offsets[v] : graph->edges;
    }
    if (graph->edges != 0) {
        memcpy(mdp->begins, product->begins, bitmap_bytes(graph->edges));
    }
    for (uint64_t edge = 0; edge < graph->edges; edge++) {
        const uint64_t origin = product->origin.data[edge];
        mdp->targets[edge] = graph->targets[edge];
        mdp->choices += (uint64_t)bitmap_has(product->begins, edge);
        mdp->labels[edge] =
            origin == LTL_PRODUCT_END || model->labels == NULL ? MDP_NO_LABEL : model->labels[origin];
        mdp->probabilities[edge] = weight_of(model, origin);
    }
}

/* Turns rates into probabilities: a choice of the product has all edges of one of the model. */
static void divide_rates(struct mdp *mdp) {
    for (uint64_t begin = 0, end; begin < mdp->edges; begin = end) {
        double sum = mdp->probabilities[begin];
        for (end = begin + 1; end < mdp->edges && !bitmap_has(mdp->begins, end); end++) {
            sum += mdp->probabilities[end];
        }
        for (uint64_t edge = begin; edge < end; edge++) {
            mdp->probabilities[edge] /= sum;
        }
    }
}

static int copy_names(struct writing *writing) {
    struct mdp *mdp = writing->mdp;
    const struct mdp *model = writing->model;
    mdp->label_text = memory_allocate_zeroed(mdp->memory, model->label_count * sizeof *mdp->label_text);
    if (mdp->label_text == NULL) {
        return no_memory(writing);
    }
    mdp->label_count = model->label_count;
    for (uint32_t i = 0; i < model->label_count; i++) {
        const uint64_t bytes = strlen(model->label_text[i]) + 1;
        mdp->label_text[i] = memory_allocate(mdp->memory, bytes);
        if (mdp->label_text[i] == NULL) {
            return no_memory(writing);
        }
        memcpy(mdp->label_text[i], model->label_text[i], bytes);
    }
    return 0;
}

/* --- labels of states --- */

/* Gives a label to the states that have it in the model. */
static int copy_label(const struct writing *writing, struct mdp_state_labels *labels, uint32_t of_model) {
    const struct mdp *model = writing->model;
    const char *text = model->state_label_text[of_model];
    const uint32_t label = mdp_state_labels_name(labels, text, strlen(text), writing->error);
    int failed = label == MDP_NO_NAME;
    for (uint64_t v = 0; v < writing->product->graph.vertices && !failed; v++) {
        failed = bitmap_has(model->state_labels[of_model], writing->product->vertex.data[v] >> 32) &&
                 mdp_state_labels_set(labels, label, (uint32_t)v, writing->error) != 0;
    }
    return failed ? -1 : 0;
}

static int add_initial(const struct writing *writing, struct mdp_state_labels *labels) {
    const uint64_t initial = writing->product->initial;
    const uint32_t label = mdp_state_labels_name(labels, "init", 4, writing->error);
    int failed = label == MDP_NO_NAME;
    for (uint64_t v = 0; v < (initial == 0 ? 1 : initial) && !failed; v++) {
        failed = mdp_state_labels_set(labels, label, (uint32_t)v, writing->error) != 0;
    }
    return failed ? -1 : 0;
}

/* If no state is accepting, one that is not reached is: other tools refuse labels that no state has. */
static int add_accepting(const struct writing *writing, struct mdp_state_labels *labels) {
    const uint64_t vertices = writing->product->graph.vertices, states = writing->mdp->states;
    const uint32_t label = mdp_state_labels_name(labels, ACCEPTING, sizeof ACCEPTING - 1, writing->error);
    int failed = label == MDP_NO_NAME;
    for (uint64_t v = 0; v < states && !failed; v++) {
        const int accepts =
            v < vertices ? (int)bitmap_has(writing->accepting, v) : writing->is_empty && v + 1 == states;
        failed = accepts && mdp_state_labels_set(labels, label, (uint32_t)v, writing->error) != 0;
    }
    return failed ? -1 : 0;
}

static int copy_state_labels(struct writing *writing) {
    const struct mdp *model = writing->model;
    struct mdp_state_labels labels;
    int failed = mdp_state_labels_open(&labels, "the product", writing->mdp->memory, writing->error);
    for (uint32_t i = 0; i < model->state_label_count && !failed; i++) {
        const char *text = model->state_label_text[i];
        failed = strcmp(text, ACCEPTING) == 0
                     ? error_set(writing->error, ERROR_INPUT,
                                 "the model has a label of states \"" ACCEPTING
                                 "\", which marks the accepting end components of the product: rename it")
                 : strcmp(text, "init") == 0 || strcmp(text, "deadlock") == 0
                     ? 0
                     : copy_label(writing, &labels, i);
    }
    failed = failed || add_initial(writing, &labels) != 0 || add_accepting(writing, &labels) != 0 ||
             mdp_state_labels_finish(&labels, writing->mdp, writing->error) != 0;
    mdp_state_labels_close(&labels);
    return failed ? -1 : 0;
}

/* Where the automaton accepts nothing, there is one state all the same, the initial one. */
static void choose_states(struct writing *writing) {
    const uint64_t vertices = writing->product->graph.vertices;
    uint64_t v = 0;
    while (v < vertices && !bitmap_has(writing->accepting, v)) {
        v++;
    }
    writing->is_empty = v == vertices;
    writing->mdp->states = (vertices == 0 ? 1 : vertices) + (uint64_t)writing->is_empty;
    writing->mdp->reachable_states = writing->mdp->states;
}

int ltl_product_write(const struct ltl_product *product, const struct mdp *model, const uint32_t *accepting,
                      const char *path, const struct run *run, struct error *error) {
    static const struct mdp_write_options how = {.deadlock_loops = 1};
    struct writing writing = {.product = product,
                              .model = model,
                              .accepting = accepting,
                              .run = run,
                              .error = error,
                              .mdp = mdp_create(run->memory)};
    if (writing.mdp == NULL) {
        return no_memory(&writing);
    }
    choose_states(&writing);
    if (open_arrays(&writing) == 0) {
        copy_choices(&writing);
        if (model->rates) {
            divide_rates(writing.mdp);
        }
        if (copy_names(&writing) == 0 && copy_state_labels(&writing) == 0 &&
            mdp_write_drn(writing.mdp, path, &how, run, error) == 0) {
            mdp_free(writing.mdp);
            return 0;
        }
    }
    mdp_free(writing.mdp);
    return -1;
}
