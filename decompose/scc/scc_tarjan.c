/*
 * Strongly connected components by one depth-first search (Tarjan 1972), without recursion, in the form that
 * keeps one number a vertex (Pearce 2016): while a vertex is open it has the least index that it is known to
 * reach, from 1 on in the order of visits; once its component is closed it has the component's number, from
 * the largest index downwards, which is above that of every open vertex. So the one comparison "less than
 * mine" tells both an open vertex that was visited before and a closed one.
 *
 * The same search serves for one region of a parallel decomposition (scc_regions.h), with edges that leave
 * the region left out.
 *
 * 12 bytes a vertex beside the components: the stack of the search and that of open components, which
 * together never have more than all vertices, grow towards one another; and a place in its row for each
 * vertex on the search's stack.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/digraph_core.h"
#include "decompose/scc/scc_internal.h"
#include "decompose/scc/forward_backward/scc_regions.h"

#define STEPS_BETWEEN_LOOKS ((uint64_t)1 << 20) /* at the stop flag */

#define ROW_AHEAD 32u /* edges that are asked for when a vertex is entered */

#define LOWERED ((uint64_t)1 << 63) /* in a place: the vertex reaches an older open one */

struct search {
    const struct digraph *graph;
    const struct regions *regions; /* NULL: the whole graph is searched */
    uint32_t region;
    uint64_t room;      /* vertices of graph or region */
    uint32_t *number;   /* 0: not visited */
    uint32_t *vertices; /* both stacks */
    uint64_t *places;   /* of the search's stack: the next edge to look at, and LOWERED */
    uint64_t depth;     /* of the search's stack, from the bottom of `vertices` */
    uint64_t kept;      /* where the stack of open components begins, at the top of `vertices` */
    uint32_t next_index, next_component;
    uint64_t visited;
};

/*
 * What the search waits for is memory: numbers and rows of targets, which it looks at one by one. So they are
 * asked for all together, as soon as the row is known.
 */
static inline void enter(struct search *search, uint32_t vertex) {
    const struct digraph *graph = search->graph;
    uint64_t begin = graph->offsets[vertex], end = graph->offsets[vertex + 1];
    end = end - begin < ROW_AHEAD ? end : begin + ROW_AHEAD;
    for (uint64_t edge = begin; edge < end; edge++) {
        __builtin_prefetch(&search->number[graph->targets[edge]], 1);
        __builtin_prefetch(&graph->offsets[graph->targets[edge]]);
    }
    search->vertices[search->depth] = vertex;
    search->places[search->depth++] = begin;
    search->number[vertex] = search->next_index++;
    search->visited++;
}

/* The vertex on top is done and reaches no older one: it and what was kept since then are a component. */
static inline void close_component(struct search *search, uint32_t vertex) {
    uint32_t *number = search->number;
    uint32_t index = number[vertex];
    search->next_index--;
    while (search->kept < search->room && number[search->vertices[search->kept]] >= index) {
        number[search->vertices[search->kept++]] = search->next_component;
        search->next_index--;
    }
    number[vertex] = search->next_component--;
}

/* Goes on with the vertex on top of the stack, up to the first child or to its end. */
static inline void step(struct search *search) {
    const struct digraph *graph = search->graph;
    uint32_t *number = search->number;
    uint32_t vertex = search->vertices[search->depth - 1], least = number[vertex];
    uint64_t lowered = search->places[search->depth - 1] & LOWERED;
    uint64_t place = search->places[search->depth - 1] & ~LOWERED, end = graph->offsets[vertex + 1];
    for (; place < end; place++) {
        uint32_t target = graph->targets[place];
        if (!digraph_is_live(graph, place) ||
            (search->regions != NULL && !is_open_in(search->regions, target, search->region))) {
            continue;
        }
        if (number[target] == 0) {
            number[vertex] = least;
            search->places[search->depth - 1] = place | lowered; /* looked at again when the child is done */
            enter(search, target);
            return;
        }
        if (number[target] < least) {
            least = number[target];
            lowered = LOWERED;
        }
    }
    number[vertex] = least;
    search->depth--;
    if (lowered) {
        search->vertices[--search->kept] = vertex;
    } else {
        close_component(search, vertex);
    }
}

/* Visits what can be reached from the root and was not visited. 0, or -1 to stop. */
static inline int visit(struct search *search, uint32_t root, uint64_t *steps, const struct run *run) {
    if (search->number[root] == 0) {
        enter(search, root);
    }
    while (search->depth > 0) {
        step(search);
        if (++*steps % STEPS_BETWEEN_LOOKS == 0) {
            if (run_should_stop(run)) {
                return -1;
            }
            if (search->regions == NULL) {
                scc_tell_progress(run, search->visited, search->room);
            }
        }
    }
    return 0;
}

static int visit_all(struct search *search, const struct run *run) {
    uint64_t steps = 0;
    for (uint64_t root = 0; root < search->graph->vertices; root++) {
        if (visit(search, (uint32_t)root, &steps, run) != 0) {
            return -1;
        }
    }
    return 0;
}

/* From component numbers to smallest members; `least` has room for a number a component. */
static void name_components(uint64_t vertices, uint32_t *number, uint32_t *least) {
    memset(least, 0xff, vertices * sizeof *least);
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        uint32_t *first = &least[UINT32_MAX - number[vertex]];
        *first = *first == UINT32_MAX ? (uint32_t)vertex : *first;
        number[vertex] = *first;
    }
}

int scc_tarjan_region(const struct regions *regions, const uint32_t *vertices, uint64_t count,
                      uint32_t *numbers, uint32_t *stacks, uint64_t *places) {
    struct search search = {.graph = regions->graph,
                            .regions = regions,
                            .region = regions->component[vertices[0]],
                            .room = count,
                            .number = numbers,
                            .vertices = stacks,
                            .places = places,
                            .kept = count,
                            .next_index = 1,
                            .next_component = UINT32_MAX};
    uint64_t steps = 0;
    for (uint64_t i = 0; i < count; i++) {
        numbers[vertices[i]] = 0;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (visit(&search, vertices[i], &steps, regions->run) != 0) {
            return -1;
        }
    }
    /* Other threads ask whether these vertices are in their regions. */
    memset(stacks, 0xff, count * sizeof *stacks);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t *first = &stacks[UINT32_MAX - numbers[vertices[i]]];
        *first = *first == UINT32_MAX ? vertices[i] : *first;
        shared_store(&regions->component[vertices[i]], *first);
    }
    return 0;
}

uint64_t scc_tarjan_bytes(const struct digraph *graph) {
    return graph->vertices * (sizeof(uint32_t) + sizeof(uint64_t));
}

int scc_tarjan(const struct digraph *graph, const struct run *run, uint32_t *component, struct error *error) {
    uint64_t vertices = graph->vertices;
    struct search search = {.graph = graph,
                            .room = vertices,
                            .number = component,
                            .vertices = memory_allocate_array(run->memory, vertices, sizeof(uint32_t)),
                            .places = memory_allocate_array(run->memory, vertices, sizeof(uint64_t)),
                            .kept = vertices,
                            .next_index = 1,
                            .next_component = UINT32_MAX};
    int result = 0;
    if (search.vertices == NULL || search.places == NULL) {
        result = error_set(error, ERROR_MEMORY, "not enough memory for strongly connected components");
    } else {
        memset(component, 0, vertices * sizeof *component);
        if (visit_all(&search, run) != 0) {
            result = error_set(error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
        } else {
            name_components(vertices, component, search.vertices);
        }
    }
    memory_free(run->memory, search.vertices, vertices * sizeof(uint32_t));
    memory_free(run->memory, search.places, vertices * sizeof(uint64_t));
    return result;
}
