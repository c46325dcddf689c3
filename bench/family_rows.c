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

/* --- one pass over many items, by all threads --- */

struct pass {
    const struct run *run;
    uint64_t items;
    void (*work)(void *context, uint64_t begin, uint64_t end);
    void *context;
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
        if (run_should_stop(pass->run)) {
            __atomic_store_n(&pass->stopped, 1, __ATOMIC_RELAXED);
            return;
        }
        if (thread == 0) {
            run_tell(pass->run, "making the graph", begin, pass->items, "items");
        }
        uint64_t rest = pass->items - begin;
        pass->work(pass->context, begin, begin + (rest < BETWEEN_LOOKS ? rest : BETWEEN_LOOKS));
    }
}

static int pass_over(uint64_t items, void (*work)(void *, uint64_t, uint64_t), void *context,
                     const struct run *run, struct error *error) {
    struct pass pass = {run, items, work, context, 0, 0};
    parallel_run(run->threads, pass_work, &pass);
    return pass.stopped ? error_set(error, ERROR_INTERRUPTED, "interrupted while making a graph") : 0;
}

/* --- the graph's arrays --- */

struct arrays {
    struct family_graph *made;
    uint64_t *offsets;
    uint32_t *targets;
    const void *source; /* family_rows, family_edges, or struct renumbering */
};

/* Offsets of zeros. */
static int begin_graph(struct arrays *arrays, uint64_t vertices, const struct run *run,
                       struct family_graph *made, struct error *error) {
    *made = (struct family_graph){.memory = run->memory, .graph.vertices = vertices};
    arrays->made = made;
    arrays->offsets = memory_allocate_zeroed(run->memory, (vertices + 1) * sizeof(uint64_t));
    made->graph.offsets = arrays->offsets;
    return arrays->offsets == NULL ? error_memory(error, "for the graph") : 0;
}

/* Turns offsets[v + 1] from the number of edges of row v into where the row ends, and allocates the targets.
 */
static int add_up(struct arrays *arrays, struct error *error) {
    struct digraph *graph = &arrays->made->graph;
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        arrays->offsets[vertex + 1] += arrays->offsets[vertex];
    }
    graph->edges = arrays->offsets[graph->vertices];
    arrays->targets = memory_allocate_array(arrays->made->memory, graph->edges, sizeof(uint32_t));
    graph->targets = arrays->targets;
    return arrays->targets == NULL ? error_memory(error, "for the graph") : 0;
}

void family_graph_free(struct family_graph *made) {
    struct digraph *graph = &made->graph;
    memory_free(made->memory, (void *)graph->offsets, (graph->vertices + 1) * sizeof(uint64_t));
    memory_free(made->memory, (void *)graph->targets, graph->edges * sizeof(uint32_t));
    *made = (struct family_graph){0};
}

/* --- rows --- */

static void count_rows(void *context, uint64_t begin, uint64_t end) {
    struct arrays *arrays = context;
    const struct family_rows *rows = arrays->source;
    uint32_t targets[FAMILY_ROW_MOST];
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        arrays->offsets[vertex + 1] = rows->row(rows->context, (uint32_t)vertex, targets);
    }
}

static void fill_rows(void *context, uint64_t begin, uint64_t end) {
    struct arrays *arrays = context;
    const struct family_rows *rows = arrays->source;
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        rows->row(rows->context, (uint32_t)vertex, &arrays->targets[arrays->offsets[vertex]]);
    }
}

int family_rows_make(const struct family_rows *rows, const struct run *run, struct family_graph *made,
                     struct error *error) {
    struct arrays arrays = {.source = rows};
    if (begin_graph(&arrays, rows->vertices, run, made, error) != 0 ||
        pass_over(rows->vertices, count_rows, &arrays, run, error) != 0 || add_up(&arrays, error) != 0 ||
        pass_over(rows->vertices, fill_rows, &arrays, run, error) != 0) {
        family_graph_free(made);
        return -1;
    }
    return 0;
}

/* --- edges --- */

static void count_edges(void *context, uint64_t begin, uint64_t end) {
    struct arrays *arrays = context;
    const struct family_edges *edges = arrays->source;
    uint32_t source, target;
    for (uint64_t i = begin; i < end; i++) {
        edges->edge(edges->context, i, &source, &target);
        shared64_add(&arrays->offsets[source + 1], 1);
    }
}

/* offsets[v] goes from the beginning of the row to its end. */
static void fill_edges(void *context, uint64_t begin, uint64_t end) {
    struct arrays *arrays = context;
    const struct family_edges *edges = arrays->source;
    uint32_t source, target;
    for (uint64_t i = begin; i < end; i++) {
        edges->edge(edges->context, i, &source, &target);
        arrays->targets[shared64_add(&arrays->offsets[source], 1)] = target;
    }
}

static int compare_targets(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

/* Threads fill rows in any order. */
static void sort_rows(void *context, uint64_t begin, uint64_t end) {
    struct arrays *arrays = context;
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        uint64_t first = arrays->offsets[vertex];
        qsort(arrays->targets + first, arrays->offsets[vertex + 1] - first, sizeof *arrays->targets,
              compare_targets);
    }
}

int family_edges_make(const struct family_edges *edges, const struct run *run, struct family_graph *made,
                      struct error *error) {
    struct arrays arrays = {.source = edges};
    int failed = begin_graph(&arrays, edges->vertices, run, made, error) != 0 ||
                 pass_over(edges->edges, count_edges, &arrays, run, error) != 0 ||
                 add_up(&arrays, error) != 0 || pass_over(edges->edges, fill_edges, &arrays, run, error) != 0;
    if (!failed) {
        memmove(arrays.offsets + 1, arrays.offsets, edges->vertices * sizeof *arrays.offsets);
        arrays.offsets[0] = 0;
        failed = pass_over(edges->vertices, sort_rows, &arrays, run, error) != 0;
    }
    if (failed) {
        family_graph_free(made);
    }
    return failed ? -1 : 0;
}

/* --- other numbers --- */

struct renumbering {
    const struct digraph *graph;
    uint32_t *position;
    struct key_sequence sequence;
};

static void renumber(void *context, uint64_t begin, uint64_t end) {
    struct arrays *arrays = context;
    const struct renumbering *how = arrays->source;
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        uint32_t position = (uint32_t)vertex;
        do {
            position = key_sequence_permute(&how->sequence, position);
        } while (position >= how->graph->vertices);
        how->position[vertex] = position;
        arrays->offsets[position + 1] = how->graph->offsets[vertex + 1] - how->graph->offsets[vertex];
    }
}

static void move_rows(void *context, uint64_t begin, uint64_t end) {
    struct arrays *arrays = context;
    const struct renumbering *how = arrays->source;
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        uint32_t *target = &arrays->targets[arrays->offsets[how->position[vertex]]];
        for (uint64_t edge = how->graph->offsets[vertex]; edge < how->graph->offsets[vertex + 1]; edge++) {
            *target++ = how->position[how->graph->targets[edge]];
        }
    }
}

int digraph_scramble(const struct digraph *graph, uint64_t seed, const struct run *run, uint32_t *position,
                     struct family_graph *made, struct error *error) {
    struct renumbering how = {graph, position,
                              key_sequence_of(graph->vertices, graph->vertices, (uint32_t)seed)};
    struct arrays arrays = {.source = &how};
    if (begin_graph(&arrays, graph->vertices, run, made, error) != 0 ||
        pass_over(graph->vertices, renumber, &arrays, run, error) != 0 || add_up(&arrays, error) != 0 ||
        pass_over(graph->vertices, move_rows, &arrays, run, error) != 0) {
        family_graph_free(made);
        return -1;
    }
    return 0;
}
