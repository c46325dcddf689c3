/*
 * Counts of components, on all threads: one array of 4 bytes a vertex serves first for marks of components
 * that an edge leaves, then for their sizes. At most vertices / s components have s vertices, so small sizes
 * are counted in a table and the few large ones are sorted.
 */
#include "decompose/components/components.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/sort.h"
#include "model/digraph_core.h"

#define CHUNK_VERTICES ((uint64_t)1 << 14)

struct component_counting {
    const struct digraph *graph;
    const uint32_t *component;
    const struct run *run;
    uint32_t *marks; /* by component: whether an edge leaves it; then its size */
    uint64_t next;   /* vertex of the next chunk */
    int stopped;
};

/* Finds the next vertices [*begin, *end) to process; returns 0 when there are none. */
static int claim_chunk(struct component_counting *counting, uint64_t *begin, uint64_t *end) {
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
    struct component_counting *counting = context;
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

/* Neighbours are often in one component, and are added together. */
static void add_sizes(void *context, unsigned thread) {
    (void)thread;
    struct component_counting *counting = context;
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

static void run_pass(struct component_counting *counting, void (*work)(void *context, unsigned thread)) {
    run_tell(counting->run, "counting the components", 0, 0, NULL);
    counting->next = 0;
    parallel_run(counting->graph->vertices <= CHUNK_VERTICES ? 1 : counting->run->threads, work, counting);
}

static int compare_sizes(const void *left, const void *right) {
    return sort_compare(*(const uint32_t *)left, *(const uint32_t *)right);
}

int component_counts_add(struct component_counts *counts, uint64_t size, uint64_t count,
                         struct memory *memory, struct error *error) {
    if (memory_grow(memory, (void **)&counts->sizes, &counts->size_capacity, counts->size_count + 1,
                    sizeof *counts->sizes) != 0) {
        return error_memory(error, "to count components");
    }
    counts->sizes[counts->size_count++] = (struct component_size){size, count};
    counts->components += count;
    counts->states_in_components += size * count;
    counts->trivial += size == 1 ? count : 0;
    counts->largest = size;
    return 0;
}

int component_counts_sum(struct component_counts *counts, const uint32_t *small, uint32_t *large,
                         uint64_t large_count, struct memory *memory, struct error *error) {
    for (uint64_t size = 1; size < COMPONENT_SMALL_SIZES; size++) {
        if (small[size] != 0 && component_counts_add(counts, size, small[size], memory, error) != 0) {
            return -1;
        }
    }
    qsort(large, large_count, sizeof *large, compare_sizes);
    for (uint64_t i = 0, same; i < large_count; i += same) {
        for (same = 1; i + same < large_count && large[i + same] == large[i]; same++) {
        }
        if (component_counts_add(counts, large[i], same, memory, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int count_components(struct component_counting *counting, struct component_counts *counts,
                            struct error *error) {
    uint64_t vertices = counting->graph->vertices, large = 0;
    uint32_t *marks = counting->marks, small[COMPONENT_SMALL_SIZES] = {0};
    memset(marks, 0, vertices * sizeof *marks);
    run_pass(counting, mark_left);
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        counts->bottom += counting->component[vertex] == vertex && !marks[vertex];
    }
    memset(marks, 0, vertices * sizeof *marks);
    run_pass(counting, add_sizes);
    if (counting->stopped) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while counting components");
    }
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        uint32_t size = marks[vertex];
        if (size < COMPONENT_SMALL_SIZES) {
            small[size]++;
        } else {
            marks[large++] = size;
        }
    }
    return component_counts_sum(counts, small, marks, large, counting->run->memory, error);
}

int component_counts_make(const struct digraph *graph, const uint32_t *component, const struct run *run,
                          struct component_counts *counts, struct error *error) {
    struct component_counting counting = {.graph = graph, .component = component, .run = run};
    memset(counts, 0, sizeof *counts);
    counting.marks = memory_allocate_array(run->memory, graph->vertices, sizeof *counting.marks);
    int failed = counting.marks == NULL ? error_memory(error, "to count components")
                                        : count_components(&counting, counts, error);
    memory_free(run->memory, counting.marks, graph->vertices * sizeof *counting.marks);
    return failed;
}

void component_counts_free(struct component_counts *counts, struct memory *memory) {
    memory_free(memory, counts->sizes, counts->size_capacity * sizeof *counts->sizes);
    memset(counts, 0, sizeof *counts);
}
