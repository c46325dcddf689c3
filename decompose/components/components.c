/*
 * Counts of components, on all threads: one array of 4 bytes a vertex serves first for marks of
 * components that an edge leaves, then for their sizes. Components of s vertices are at most vertices / s, so
 * small sizes are counted in a table and the few large ones are sorted.
 */
#include "decompose/components/components.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "explorer/graph/digraph_core.h"

#define CHUNK_VERTICES ((uint64_t)1 << 14)
#define SMALL_SIZES 4096u /* sizes below are counted in a table */

struct counting {
    const struct digraph *graph;
    const uint32_t *component;
    const struct run *run;
    uint32_t *marks; /* by component: whether an edge leaves it; then its size */
    uint64_t next;   /* vertex of the next chunk */
    int stopped;
};

/* Finds the next vertices [*begin, *end) to process; returns 0 when there are none. */
static int claim_chunk(struct counting *counting, uint64_t *begin, uint64_t *end) {
    uint64_t vertices = counting->graph->vertices;
    *begin = __atomic_fetch_add(&counting->next, CHUNK_VERTICES, __ATOMIC_RELAXED);
    if (*begin >= vertices) {
        return 0;
    }
    if (run_should_stop(counting->run)) {
        __atomic_store_n(&counting->stopped, 1, __ATOMIC_RELAXED);
        return 0;
    }
    *end = *begin + CHUNK_VERTICES < vertices ? *begin + CHUNK_VERTICES : vertices;
    return 1;
}

static int leaves_component(const struct digraph *graph, const uint32_t *component, uint64_t vertex) {
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
        if (component[graph->targets[edge]] != component[vertex] && digraph_is_live(graph, edge)) {
            return 1;
        }
    }
    return 0;
}

static void mark_left(void *context, unsigned thread) {
    (void)thread;
    struct counting *counting = context;
    uint64_t begin, end;
    while (claim_chunk(counting, &begin, &end)) {
        for (uint64_t vertex = begin; vertex < end; vertex++) {
            uint32_t own = counting->component[vertex];
            if (own != COMPONENT_NONE && !__atomic_load_n(&counting->marks[own], __ATOMIC_RELAXED) &&
                leaves_component(counting->graph, counting->component, vertex)) {
                __atomic_store_n(&counting->marks[own], 1, __ATOMIC_RELAXED);
            }
        }
    }
}

/* Neighbours are often of one component: those are added together. */
static void add_sizes(void *context, unsigned thread) {
    (void)thread;
    struct counting *counting = context;
    uint64_t begin, end;
    while (claim_chunk(counting, &begin, &end)) {
        for (uint64_t vertex = begin, same; vertex < end; vertex += same) {
            uint32_t own = counting->component[vertex];
            for (same = 1; vertex + same < end && counting->component[vertex + same] == own; same++) {
            }
            if (own != COMPONENT_NONE) {
                __atomic_fetch_add(&counting->marks[own], (uint32_t)same, __ATOMIC_RELAXED);
            }
        }
    }
}

static int run_pass(struct counting *counting, void (*work)(void *context, unsigned thread)) {
    run_tell(counting->run, "counting the components", 0, 0, NULL);
    counting->next = 0;
    parallel_run(counting->graph->vertices <= CHUNK_VERTICES ? 1 : counting->run->threads, work, counting);
    return counting->stopped ? -1 : 0;
}

static int compare_sizes(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

static int append_size(const struct run *run, struct component_counts *counts, uint64_t size,
                       uint64_t count) {
    void *sizes = counts->sizes;
    if (memory_grow(run->memory, &sizes, &counts->size_capacity, counts->size_count + 1,
                    sizeof *counts->sizes) != 0) {
        return -1;
    }
    counts->sizes = sizes;
    counts->sizes[counts->size_count++] = (struct component_size){size, count};
    return 0;
}

/* The list by size; sizes[0 .. vertices) are 0 where no component is named so, and are overwritten. */
static int list_sizes(uint32_t *sizes, uint64_t vertices, const struct run *run,
                      struct component_counts *counts) {
    uint64_t small[SMALL_SIZES] = {0}, large = 0;
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        uint32_t size = sizes[vertex];
        if (size < SMALL_SIZES) {
            small[size]++;
        } else {
            sizes[large++] = size;
        }
    }
    qsort(sizes, large, sizeof *sizes, compare_sizes);
    for (uint64_t size = 1; size < SMALL_SIZES; size++) {
        if (small[size] != 0 && append_size(run, counts, size, small[size]) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0, same; i < large; i += same) {
        for (same = 1; i + same < large && sizes[i + same] == sizes[i]; same++) {
        }
        if (append_size(run, counts, sizes[i], same) != 0) {
            return -1;
        }
    }
    return 0;
}

static void sum_sizes(struct component_counts *counts) {
    for (uint64_t i = 0; i < counts->size_count; i++) {
        counts->components += counts->sizes[i].count;
        counts->states_in_components += counts->sizes[i].size * counts->sizes[i].count;
        counts->trivial += counts->sizes[i].size == 1 ? counts->sizes[i].count : 0;
        counts->largest = counts->sizes[i].size;
    }
}

/* Returns 0, -1 when memory runs out, 1 to stop. */
static int count_components(struct counting *counting, struct component_counts *counts) {
    uint64_t vertices = counting->graph->vertices;
    memset(counting->marks, 0, vertices * sizeof *counting->marks);
    if (run_pass(counting, mark_left) != 0) {
        return 1;
    }
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        counts->bottom += counting->component[vertex] == vertex && !counting->marks[vertex];
    }
    memset(counting->marks, 0, vertices * sizeof *counting->marks);
    if (run_pass(counting, add_sizes) != 0) {
        return 1;
    }
    if (list_sizes(counting->marks, vertices, counting->run, counts) != 0) {
        return -1;
    }
    sum_sizes(counts);
    return 0;
}

int component_counts_make(const struct digraph *graph, const uint32_t *component, const struct run *run,
                          struct component_counts *counts, struct error *error) {
    struct counting counting = {.graph = graph, .component = component, .run = run};
    memset(counts, 0, sizeof *counts);
    counting.marks = memory_allocate_array(run->memory, graph->vertices, sizeof *counting.marks);
    int result = counting.marks == NULL ? -1 : count_components(&counting, counts);
    memory_free(run->memory, counting.marks, graph->vertices * sizeof *counting.marks);
    if (result < 0) {
        return error_memory(error, "to count components");
    }
    return result == 0 ? 0 : error_set(error, ERROR_INTERRUPTED, "interrupted while counting components");
}

void component_counts_free(struct component_counts *counts, struct memory *memory) {
    memory_free(memory, counts->sizes, counts->size_capacity * sizeof *counts->sizes);
    memset(counts, 0, sizeof *counts);
}
