/*
 * Transposition on the host. Places in rows are reserved by atomic additions, which on most machines wait for
 * all earlier accesses; so targets are prefetched, and edges are written one batch after their places were
 * reserved.
 */
#include "explorer/graph/graph_reverse.h"

#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "base/team.h"

#define BATCH_EDGES 64u

struct reversing {
    const struct digraph *graph;
    uint64_t *offsets; /* at v + 1: the next place of row v, in the end its end */
    uint32_t *targets;
    int alone;
};

static inline uint64_t add_one(const struct reversing *reversing, uint64_t *counter) {
    return reversing->alone ? (*counter)++ : __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/* Counts the edges to each vertex v in offsets[v + 1]. */
static void count_rows(void *context, uint64_t begin, uint64_t end) {
    struct reversing *reversing = context;
    const struct digraph *graph = reversing->graph;
    for (uint64_t edge = graph->offsets[begin], last = graph->offsets[end]; edge < last; edge++) {
        if (edge + BATCH_EDGES < last) {
            __builtin_prefetch(&reversing->offsets[(uint64_t)graph->targets[edge + BATCH_EDGES] + 1], 1);
        }
        if (digraph_is_live(graph, edge)) {
            add_one(reversing, &reversing->offsets[(uint64_t)graph->targets[edge] + 1]);
        }
    }
}

struct batch {
    uint64_t places[BATCH_EDGES];
    uint32_t sources[BATCH_EDGES];
    uint32_t count;
};

static void write_batch(const struct reversing *reversing, struct batch *batch) {
    for (uint32_t i = 0; i < batch->count; i++) {
        reversing->targets[batch->places[i]] = batch->sources[i];
    }
    batch->count = 0;
}

static void place_edges(void *context, uint64_t begin, uint64_t end) {
    struct reversing *reversing = context;
    const struct digraph *graph = reversing->graph;
    struct batch batches[2] = {{.count = 0}, {.count = 0}};
    unsigned current = 0;
    uint64_t last = graph->offsets[end];
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (edge + BATCH_EDGES < last) {
                __builtin_prefetch(&reversing->offsets[(uint64_t)graph->targets[edge + BATCH_EDGES] + 1], 1);
            }
            if (!digraph_is_live(graph, edge)) {
                continue;
            }
            struct batch *batch = &batches[current];
            uint64_t place = add_one(reversing, &reversing->offsets[(uint64_t)graph->targets[edge] + 1]);
            __builtin_prefetch(&reversing->targets[place], 1);
            batch->places[batch->count] = place;
            batch->sources[batch->count++] = (uint32_t)vertex;
            if (batch->count == BATCH_EDGES) {
                current ^= 1;
                write_batch(reversing, &batches[current]);
            }
        }
    }
    write_batch(reversing, &batches[0]);
    write_batch(reversing, &batches[1]);
}

/* Turns the number of edges of row v, in offsets[v + 1], into the row's begin; returns the total. */
static uint64_t sum_rows(uint64_t *offsets, uint64_t vertices) {
    uint64_t sum = 0;
    for (uint64_t v = 0; v < vertices; v++) {
        uint64_t edges = offsets[v + 1];
        offsets[v + 1] = sum;
        sum += edges;
    }
    return sum;
}

uint64_t graph_reverse_bytes(const struct digraph *graph) {
    return (graph->vertices + 1) * sizeof(uint64_t) + graph->edges * sizeof(uint32_t);
}

int graph_reverse_make(struct team *team, const struct digraph *graph, const struct run *run,
                       struct graph_reverse *reverse) {
    uint64_t vertices = graph->vertices;
    memset(reverse, 0, sizeof *reverse);
    reverse->graph.vertices = vertices;
    reverse->offsets = memory_allocate_array(run->memory, vertices + 1, sizeof(uint64_t));
    if (reverse->offsets == NULL) {
        return 1;
    }
    memset(reverse->offsets, 0, (vertices + 1) * sizeof(uint64_t));
    struct reversing reversing = {
        .graph = graph, .offsets = reverse->offsets, .alone = team_threads(team) == 1};
    if (team_for(team, vertices, count_rows, &reversing) != 0) {
        return -1;
    }
    reverse->graph.edges = sum_rows(reverse->offsets, vertices);
    reverse->targets = memory_allocate_array(run->memory, reverse->graph.edges, sizeof(uint32_t));
    if (reverse->targets == NULL) {
        return 1;
    }
    reversing.targets = reverse->targets;
    reverse->graph.offsets = reverse->offsets;
    reverse->graph.targets = reverse->targets;
    return team_for(team, vertices, place_edges, &reversing);
}

void graph_reverse_free(struct graph_reverse *reverse, struct memory *memory) {
    memory_free(memory, reverse->offsets, (reverse->graph.vertices + 1) * sizeof(uint64_t));
    memory_free(memory, reverse->targets, reverse->graph.edges * sizeof(uint32_t));
    memset(reverse, 0, sizeof *reverse);
}
