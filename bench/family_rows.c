/* Makes graphs in parallel: counts the edges of each row, adds up, fills. */
#include "bench/family_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/shared_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "bench/keys_core.h"

#define BETWEEN_LOOKS 65536u /* rows or edges between two looks at the stop flag */

/* A graph that is being made: each item (a vertex or an edge) adds to the number of edges of a row, then its
 * edges. */
struct making {
    uint64_t vertices, items;
    void (*count)(struct making *making, uint64_t begin, uint64_t end); /* fills offsets[v + 1] */
    void (*fill)(struct making *making, uint64_t begin, uint64_t end);
    const void *source; /* family_rows, family_edges, or struct renumbering */
    const struct run *run;
    uint64_t *offsets;
    uint32_t *targets;
};

/* --- one pass over many items, by all threads --- */

struct pass {
    struct making *making;
    uint64_t items;
    void (*work)(struct making *making, uint64_t begin, uint64_t end);
    uint64_t next; /* fetched atomically */
    int stopped;
};

static void pass_work(void *context, unsigned thread) {
    struct pass *pass = context;
    for (;;) {
        uint64_t begin = shared64_add(&pass->next, BETWEEN_LOOKS);
        if (begin >= pass->items) {
            return;
        }
        if (run_should_stop(pass->making->run)) {
            __atomic_store_n(&pass->stopped, 1, __ATOMIC_RELAXED);
            return;
        }
        if (thread == 0) {
            run_tell(pass->making->run, "making the graph", begin, pass->items, "items");
        }
        uint64_t rest = pass->items - begin;
        pass->work(pass->making, begin, begin + (rest < BETWEEN_LOOKS ? rest : BETWEEN_LOOKS));
    }
}

static int pass_over(struct making *making, uint64_t items,
                     void (*work)(struct making *making, uint64_t begin, uint64_t end), struct error *error) {
    struct pass pass = {making, items, work, 0, 0};
    parallel_run(making->run->threads, pass_work, &pass);
    return pass.stopped ? error_set(error, ERROR_INTERRUPTED, "interrupted while making a graph") : 0;
}

/* --- the graph's arrays --- */

/* Turns offsets[v + 1] from the number of edges of row v into where the row ends, and allocates the targets.
 */
static int add_up(struct making *making, struct digraph *graph, struct error *error) {
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        making->offsets[vertex + 1] += making->offsets[vertex];
    }
    graph->edges = making->offsets[graph->vertices];
    making->targets = memory_allocate_array(making->run->memory, graph->edges, sizeof(uint32_t));
    graph->targets = making->targets;
    return making->targets == NULL ? error_memory(error, "for the graph") : 0;
}

/* 0, or -1 with *error filled and nothing to free. */
static int make_graph(struct making *making, struct family_graph *made, struct error *error) {
    struct memory *memory = making->run->memory;
    *made = (struct family_graph){.memory = memory, .graph.vertices = making->vertices};
    making->offsets = memory_allocate_zeroed(memory, (making->vertices + 1) * sizeof(uint64_t));
    made->graph.offsets = making->offsets;
    int failed = making->offsets == NULL ? error_memory(error, "for the graph")
                                         : pass_over(making, making->items, making->count, error);
    if (failed != 0 || add_up(making, &made->graph, error) != 0 ||
        pass_over(making, making->items, making->fill, error) != 0) {
        family_graph_free(made);
        return -1;
    }
    return 0;
}

void family_graph_free(struct family_graph *made) {
    struct digraph *graph = &made->graph;
    memory_free(made->memory, (void *)graph->offsets, (graph->vertices + 1) * sizeof(uint64_t));
    memory_free(made->memory, (void *)graph->targets, graph->edges * sizeof(uint32_t));
    *made = (struct family_graph){0};
}

/* --- rows --- */

static void count_rows(struct making *making, uint64_t begin, uint64_t end) {
    const struct family_rows *rows = making->source;
    uint32_t targets[FAMILY_ROW_MOST];
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        making->offsets[vertex + 1] = rows->row(rows->context, (uint32_t)vertex, targets);
    }
}

static void fill_rows(struct making *making, uint64_t begin, uint64_t end) {
    const struct family_rows *rows = making->source;
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        rows->row(rows->context, (uint32_t)vertex, &making->targets[making->offsets[vertex]]);
    }
}

int family_rows_make(const struct family_rows *rows, const struct run *run, struct family_graph *made,
                     struct error *error) {
    struct making making = {rows->vertices, rows->vertices, count_rows, fill_rows, rows, run, NULL, NULL};
    return make_graph(&making, made, error);
}

/* --- edges --- */

static void count_edges(struct making *making, uint64_t begin, uint64_t end) {
    const struct family_edges *edges = making->source;
    uint32_t source, target;
    for (uint64_t i = begin; i < end; i++) {
        edges->edge(edges->context, i, &source, &target);
        shared64_add(&making->offsets[source + 1], 1);
    }
}

/* offsets[v] goes from the beginning of the row to its end. */
static void fill_edges(struct making *making, uint64_t begin, uint64_t end) {
    const struct family_edges *edges = making->source;
    uint32_t source, target;
    for (uint64_t i = begin; i < end; i++) {
        edges->edge(edges->context, i, &source, &target);
        making->targets[shared64_add(&making->offsets[source], 1)] = target;
    }
}

static int compare_targets(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

/* Threads fill rows in any order. */
static void sort_rows(struct making *making, uint64_t begin, uint64_t end) {
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        uint64_t first = making->offsets[vertex];
        qsort(making->targets + first, making->offsets[vertex + 1] - first, sizeof *making->targets,
              compare_targets);
    }
}

int family_edges_make(const struct family_edges *edges, const struct run *run, struct family_graph *made,
                      struct error *error) {
    struct making making = {edges->vertices, edges->edges, count_edges, fill_edges, edges, run, NULL, NULL};
    if (make_graph(&making, made, error) != 0) {
        return -1;
    }
    memmove(making.offsets + 1, making.offsets, edges->vertices * sizeof *making.offsets);
    making.offsets[0] = 0;
    if (pass_over(&making, edges->vertices, sort_rows, error) != 0) {
        family_graph_free(made);
        return -1;
    }
    return 0;
}

/* --- other numbers --- */

struct renumbering {
    const struct digraph *graph;
    uint32_t *position;
    struct key_sequence sequence;
};

static void renumber(struct making *making, uint64_t begin, uint64_t end) {
    const struct renumbering *how = making->source;
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        uint32_t position = (uint32_t)vertex;
        do {
            position = key_sequence_permute(&how->sequence, position);
        } while (position >= how->graph->vertices);
        how->position[vertex] = position;
        making->offsets[position + 1] = how->graph->offsets[vertex + 1] - how->graph->offsets[vertex];
    }
}

static void move_rows(struct making *making, uint64_t begin, uint64_t end) {
    const struct renumbering *how = making->source;
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        uint32_t *target = &making->targets[making->offsets[how->position[vertex]]];
        for (uint64_t edge = how->graph->offsets[vertex]; edge < how->graph->offsets[vertex + 1]; edge++) {
            *target++ = how->position[how->graph->targets[edge]];
        }
    }
}

int digraph_scramble(const struct digraph *graph, uint64_t seed, const struct run *run, uint32_t *position,
                     struct family_graph *made, struct error *error) {
    struct renumbering how = {graph, position,
                              key_sequence_of(graph->vertices, graph->vertices, (uint32_t)seed)};
    struct making making = {graph->vertices, graph->vertices, renumber, move_rows, &how, run, NULL, NULL};
    return make_graph(&making, made, error);
}
