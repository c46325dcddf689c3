/* The product of a graph and of the runs that violate a formula (run_product.h). */
#include "checker/run_product.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"

static int no_memory(const struct run_product *product) {
    return error_memory(product->error, "for a certificate");
}

/* The number of a set. 0 or -1. */
static int find_set(struct run_product *product, uint64_t set, uint32_t *number) {
    const uint64_t hash = hash_bytes(&set, sizeof set, 0);
    for (struct index_walk walk = index_find(&product->set_index, hash); index_next(&walk);) {
        if (product->set.data[walk.number] == set) {
            *number = walk.number;
            return 0;
        }
    }
    *number = (uint32_t)product->set.count;
    return GROWING_ADD(product->run->memory, product->set, set) != 0 ||
                   index_add(&product->set_index, product->run->memory, hash, *number) != 0
               ? no_memory(product)
               : 0;
}

/* The number of a pair. 0 or -1. */
static int find_pair(struct run_product *product, struct run_pair pair, uint32_t *number) {
    const uint64_t hash = hash_bytes(&pair, sizeof pair, 0);
    for (struct index_walk walk = index_find(&product->pair_index, hash); index_next(&walk);) {
        const struct run_pair *other = &product->pair.data[walk.number];
        if (other->vertex == pair.vertex && other->set == pair.set) {
            *number = walk.number;
            return 0;
        }
    }
    if (product->pair.count == UINT32_MAX - 1) {
        return error_set(product->error, ERROR_LIMIT, "a certificate has at most %u lines", UINT32_MAX - 1);
    }
    *number = (uint32_t)product->pair.count;
    return GROWING_ADD(product->run->memory, product->pair, pair) != 0 ||
                   index_add(&product->pair_index, product->run->memory, hash, *number) != 0
               ? no_memory(product)
               : 0;
}

/* Adds an edge for each way to go on with the letter. */
static int add_edges(struct run_product *product, uint64_t set, uint64_t letter, uint32_t vertex,
                     uint32_t label) {
    const struct ltl_choice *choices;
    uint64_t count;
    int failed = ltl_alternating_step(&product->automaton, set, letter, &choices, &count) != 0;
    for (uint64_t i = 0; i < count && !failed; i++) {
        struct run_pair pair = {.vertex = vertex};
        struct run_edge edge = {.label = label, .unmet = choices[i].unmet};
        failed =
            find_set(product, choices[i].next, &pair.set) != 0 || find_pair(product, pair, &edge.target) != 0;
        if (!failed && GROWING_ADD(product->run->memory, product->edge, edge) != 0) {
            failed = no_memory(product);
        }
    }
    return failed ? -1 : 0;
}

static int expand(struct run_product *product, uint64_t number) {
    const struct graph *graph = product->graph;
    const struct run_pair pair = product->pair.data[number];
    const uint64_t set = product->set.data[pair.set],
                   state = product->letters.vertex == NULL ? 0 : product->letters.vertex[pair.vertex];
    const uint64_t begin = graph->offsets[pair.vertex], end = graph->offsets[pair.vertex + 1];
    if (GROWING_ADD(product->run->memory, product->row, product->edge.count) != 0) {
        return no_memory(product);
    }
    for (uint64_t e = begin; e < end; e++) {
        if (add_edges(product, set, state | product->letters.label[graph->labels[e]], graph->targets[e],
                      graph->labels[e]) != 0) {
            return -1;
        }
    }
    return begin != end ? 0 : add_edges(product, set, state | product->letters.end, pair.vertex, RUN_END);
}

static int add_initial(struct run_product *product) {
    const struct graph *graph = product->graph;
    const uint64_t count = graph->initial_count > 1 ? graph->initial_count : 1;
    uint32_t set, number;
    int failed = find_set(product, product->automaton.initial, &set) != 0;
    for (uint64_t i = 0; i < count && !failed; i++) {
        const uint32_t vertex = graph->initial_count > 1 ? (uint32_t)i : graph->initial;
        failed = find_pair(product, (struct run_pair){vertex, set}, &number) != 0;
    }
    return failed ? -1 : 0;
}

int run_product_make(struct run_product *product, const struct graph *graph, const struct ltl_tree *tree,
                     const struct run_letters_of *letters, const struct run *run, struct error *error) {
    *product = (struct run_product){.run = run, .error = error, .graph = graph, .letters = *letters};
    int failed =
        ltl_alternating_open(&product->automaton, tree, run, error) != 0 || add_initial(product) != 0;
    for (uint64_t number = 0; number < product->pair.count && !failed; number++) {
        if (run_stops_at(run, number, 4096)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        if (number % 4096 == 0) {
            run_tell(run, "making a certificate", number, 0, "pairs");
        }
        failed = expand(product, number) != 0;
    }
    if (!failed && GROWING_ADD(run->memory, product->row, product->edge.count) != 0) {
        failed = no_memory(product);
    }
    return failed ? -1 : 0;
}

void run_product_free(struct run_product *product) {
    if (product->run == NULL) {
        return;
    }
    struct memory *memory = product->run->memory;
    ltl_alternating_close(&product->automaton);
    GROWING_FREE(memory, product->set);
    GROWING_FREE(memory, product->pair);
    GROWING_FREE(memory, product->row);
    GROWING_FREE(memory, product->edge);
    index_free(&product->set_index, memory);
    index_free(&product->pair_index, memory);
    *product = (struct run_product){.run = NULL};
}
