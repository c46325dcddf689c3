/* The naive product of a graph and an observer. */
#include "tests/oracle/oracle_product.h"

#include <stdlib.h>
#include <string.h>

static void meet(struct oracle_product *product, uint32_t from, uint32_t to) {
    if (product->level[to] == UINT32_MAX) {
        product->level[to] = product->level[from] + 1;
        product->queue[product->vertices++] = to;
    }
    if (product->edge_count == product->edge_capacity) {
        product->edge_capacity = 2 * product->edge_capacity + 1024;
        product->edges = realloc(product->edges, product->edge_capacity * sizeof *product->edges);
    }
    product->edges[product->edge_count++] = (struct oracle_product_edge){from, to};
}

/* Adds all pairs to which the observer moves from `from` on a class when the network moves to `state`. */
static void observe(struct oracle_product *product, uint32_t from, uint32_t class_index, uint32_t state) {
    const struct observer *observer = product->observer;
    const uint64_t *row = observer->row + from % observer->states * observer->classes + class_index;
    for (uint64_t i = row[0]; i < row[1]; i++) {
        meet(product, from, state * observer->states + observer->target[i]);
    }
}

static void expand(struct oracle_product *product, uint32_t from) {
    const struct oracle_graph *graph = product->graph;
    const struct observer *observer = product->observer;
    uint32_t state = from / observer->states;
    switch (observer->state[from % observer->states].kind) {
    case OBSERVER_EPSILON:
        observe(product, from, 0, state);
        break;
    case OBSERVER_STEP:
        for (uint64_t e = graph->offsets[state]; e < graph->offsets[state + 1]; e++) {
            observe(product, from, observer->class_of_label[product->label_of_edge[e]],
                    graph->edge_target[e]);
        }
        break;
    default:
        break;
    }
}

static int compare_pairs(const void *a, const void *b, void *context) {
    const struct oracle_product *product = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b, states = product->observer->states;
    if (product->level[x] != product->level[y]) {
        return product->level[x] < product->level[y] ? -1 : 1;
    }
    uint32_t leaves = product->graph->leaves;
    const uint32_t *left = product->graph->tuples + (uint64_t)(x / states) * leaves;
    const uint32_t *right = product->graph->tuples + (uint64_t)(y / states) * leaves;
    for (uint32_t k = 0; k < leaves; k++) {
        if (left[k] != right[k]) {
            return left[k] < right[k] ? -1 : 1;
        }
    }
    return x % states < y % states ? -1 : x % states > y % states;
}

static int compare_edges(const void *a, const void *b) {
    const struct oracle_product_edge *x = a, *y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    return x->to < y->to ? -1 : x->to > y->to;
}

static void renumber(struct oracle_product *product) {
    qsort_r(product->queue, product->vertices, sizeof *product->queue, compare_pairs, product);
    for (uint64_t i = 0; i < product->vertices; i++) {
        product->number[product->queue[i]] = (uint32_t)i;
    }
    for (uint64_t i = 0; i < product->edge_count; i++) {
        struct oracle_product_edge *edge = &product->edges[i];
        *edge = (struct oracle_product_edge){product->number[edge->from], product->number[edge->to]};
    }
    if (product->edge_count != 0) {
        qsort(product->edges, product->edge_count, sizeof *product->edges, compare_edges);
    }
    uint64_t kept = 0;
    for (uint64_t i = 0; i < product->edge_count; i++) {
        if (kept == 0 || compare_edges(&product->edges[kept - 1], &product->edges[i]) != 0) {
            product->edges[kept++] = product->edges[i];
        }
    }
    product->edge_count = kept;
}

void oracle_product_make(struct oracle_product *product, const struct oracle_graph *graph,
                         const struct observer *observer, const uint32_t *label_of_edge) {
    uint64_t pairs = graph->states * observer->states;
    *product = (struct oracle_product){.graph = graph, .observer = observer, .label_of_edge = label_of_edge};
    product->level = malloc(pairs * sizeof *product->level);
    product->queue = malloc(pairs * sizeof *product->queue);
    product->number = malloc(pairs * sizeof *product->number);
    memset(product->level, 0xff, pairs * sizeof *product->level);
    product->level[observer->initial] = 0;
    product->queue[product->vertices++] = observer->initial;
    for (uint64_t i = 0; i < product->vertices; i++) {
        expand(product, product->queue[i]);
    }
    renumber(product);
}

void oracle_product_free(struct oracle_product *product) {
    free(product->level);
    free(product->queue);
    free(product->number);
    free(product->edges);
}

uint32_t *oracle_edge_labels(const struct oracle_graph *graph, const struct network *network) {
    uint32_t *labels = calloc(graph->edges + 1, sizeof *labels);
    for (uint64_t e = 0; e < graph->edges; e++) {
        while (strcmp(network->labels[labels[e]].text, graph->edge_label[e]) != 0) {
            labels[e]++;
        }
    }
    return labels;
}
