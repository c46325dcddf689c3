/*
 * What a Markov chain of a model with data does with probability 1. All that a state does is one choice,
 * whose transitions may have different labels. So the goal is a transition, not a choice: transitions with a
 * label of the goal lead to a vertex of their own, which is to be reached. The chain takes such transitions
 * again and again if it almost surely takes one from every state (all states are reachable). States with a
 * label are goals as they are; a deadlock with the label stays in it for ever.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_internal.h"
#include "decompose/almost_sure/almost_sure.h"
#include "explorer/graph/graph.h"
#include "explorer/model/network.h"

struct chain {
    struct digraph graph; /* one vertex more than states: the goal */
    uint64_t *offsets;
    uint32_t *targets, *begins, *goal;
    struct almost_sure_plan plan;
};

static int open_chain(struct chain *chain, const struct graph *graph, struct memory *memory,
                      struct error *error) {
    uint64_t vertices = graph->vertices + 1;
    chain->offsets = memory_allocate_array(memory, vertices + 1, sizeof *chain->offsets);
    chain->targets = memory_allocate_array(memory, graph->edges, sizeof *chain->targets);
    chain->begins = memory_allocate_zeroed(memory, bitmap_bytes(graph->edges));
    chain->goal = memory_allocate_zeroed(memory, bitmap_bytes(vertices));
    chain->plan.rank = memory_allocate_array(memory, vertices, sizeof *chain->plan.rank);
    chain->graph =
        (struct digraph){vertices, graph->edges, chain->offsets, chain->targets, NULL, chain->begins};
    return chain->offsets == NULL || chain->targets == NULL || chain->begins == NULL || chain->goal == NULL ||
                   chain->plan.rank == NULL
               ? error_memory(error, "for the Markov chain")
               : 0;
}

static void close_chain(struct chain *chain, struct memory *memory) {
    uint64_t vertices = chain->graph.vertices, edges = chain->graph.edges;
    memory_free(memory, chain->offsets, (vertices + 1) * sizeof *chain->offsets);
    memory_free(memory, chain->targets, edges * sizeof *chain->targets);
    memory_free(memory, chain->begins, bitmap_bytes(edges));
    memory_free(memory, chain->goal, bitmap_bytes(vertices));
    memory_free(memory, chain->plan.rank, vertices * sizeof *chain->plan.rank);
}

/* marks: of labels; NULL: the goal is filled already. */
static void fill_chain(struct chain *chain, const struct graph *graph, const uint8_t *marks) {
    uint64_t states = graph->vertices;
    memcpy(chain->offsets, graph->offsets, (states + 1) * sizeof *chain->offsets);
    chain->offsets[states + 1] = graph->edges;
    bitmap_set(chain->goal, states);
    for (uint64_t state = 0; state < states; state++) {
        if (graph->offsets[state] < graph->offsets[state + 1]) {
            bitmap_set(chain->begins, graph->offsets[state]);
        }
    }
    for (uint64_t edge = 0; edge < graph->edges; edge++) {
        int reaches = marks != NULL && marks[graph->labels[edge]];
        chain->targets[edge] = reaches ? (uint32_t)states : graph->targets[edge];
    }
}

static int decide_chain(struct chain *chain, const struct graph *graph, const uint8_t *marks, uint64_t from,
                        const struct run *run, struct error *error) {
    const struct almost_sure_goal goal = {.states = chain->goal};
    struct almost_sure_report report;
    fill_chain(chain, graph, marks);
    if (almost_sure_cpu(&chain->graph, &goal, run, &chain->plan, &report, error) != 0) {
        return -1;
    }
    for (uint64_t state = 0; state < from; state++) {
        if (chain->plan.rank[state] == ALMOST_SURE_NONE) {
            return 0;
        }
    }
    return 1;
}

int check_chain(const struct checking *checking, uint32_t property, const struct graph *graph,
                const uint32_t *goal, struct error *error) {
    struct memory *memory = checking->run->memory;
    const struct label_choice choice = {.property = &checking->properties[property]};
    int repeatedly = property_row(checking->properties[property].kind)->repeatedly;
    uint64_t from = repeatedly ? graph->vertices : checking->network->initial_count;
    struct chain chain = {.graph = {.vertices = 0}};
    uint8_t *marks = NULL;
    int holds = goal != NULL ? 1 : check_mark_labels(checking, &choice, &marks, error);
    if (holds > 0) {
        holds = open_chain(&chain, graph, memory, error);
        if (holds == 0 && goal != NULL) {
            memcpy(chain.goal, goal, bitmap_bytes(graph->vertices));
        }
        holds = holds == 0 ? decide_chain(&chain, graph, marks, from, checking->run, error) : -1;
        close_chain(&chain, memory);
    }
    memory_free(memory, marks, check_label_bytes(checking));
    return holds;
}
