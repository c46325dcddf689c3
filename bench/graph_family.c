/*
 * Families of graphs that anybody can generate again: a row, or an edge, depends on its number alone. Threads
 * make them in parallel: they count the edges of each row, add up, fill.
 */
#include "bench/graph_family.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/shared_core.h"
#include "bench/keys_core.h"

#define ROW_MOST 64u         /* edges of a row that is made from a vertex's number */
#define BETWEEN_LOOKS 65536u /* rows or edges between two looks at the stop flag */

/* --- rows --- */

static uint64_t draw(const struct graph_family *family, uint64_t number) {
    return core_mix(core_mix(family->seed * 0x9e3779b97f4a7c15u + number) + number);
}

/* The vertex one step along the dimension, or back (step -1); UINT32_MAX where there is none. */
static uint32_t lattice_step(const struct graph_family *family, const uint32_t *at, unsigned dimension,
                             int step) {
    uint32_t to[3] = {at[0], at[1], at[2]}, size = family->size[dimension];
    unsigned mirrored = dimension == 0 ? 1 : 0;
    int across = step > 0 ? at[dimension] + 1 == size : at[dimension] == 0;
    if (across && (family->ends[dimension] == LATTICE_OPEN || size == 1)) {
        return UINT32_MAX;
    }
    to[dimension] = across ? (step > 0 ? 0 : size - 1) : at[dimension] + (uint32_t)step;
    if (across && family->ends[dimension] == LATTICE_FLIPPED) {
        to[mirrored] = family->size[mirrored] - 1 - to[mirrored];
    }
    return (to[2] * family->size[1] + to[1]) * family->size[0] + to[0];
}

/* Whether the link along x from vertex `from`, which is at place x, has an edge forward, or (back) one back.
 */
static int link_goes(const struct graph_family *family, uint32_t from, uint32_t x, int back) {
    int turned = family->turned && x >= family->size[0] / 2;
    if (back == turned) {
        return 1;
    }
    return (double)(draw(family, from) >> 11) < family->mutual * (double)((uint64_t)1 << 53);
}

static uint32_t lattice_row(const struct graph_family *family, uint32_t vertex, uint32_t *targets) {
    uint32_t count = 0, rest = vertex / family->size[0];
    uint32_t at[3] = {vertex % family->size[0], rest % family->size[1], rest / family->size[1]};
    uint32_t before = lattice_step(family, at, 0, -1), after = lattice_step(family, at, 0, 1);
    if (before != UINT32_MAX && link_goes(family, before, at[0] > 0 ? at[0] - 1 : family->size[0] - 1, 1)) {
        targets[count++] = before;
    }
    if (after != UINT32_MAX && link_goes(family, vertex, at[0], 0)) {
        targets[count++] = after;
    }
    for (unsigned dimension = 1; dimension < 3; dimension++) {
        after = lattice_step(family, at, dimension, 1);
        if (after != UINT32_MAX) {
            targets[count++] = after;
        }
    }
    return count;
}

static uint32_t cycles_row(const struct graph_family *family, uint32_t vertex, uint32_t *targets) {
    uint32_t cycle = vertex / family->length, place = vertex % family->length;
    targets[0] = place + 1 < family->length ? vertex + 1 : cycle * family->length;
    if (place > 0 || cycle + 1 == family->cycles) {
        return 1;
    }
    targets[1] = vertex + family->length;
    return 2;
}

/* --- solid rings --- */

/* How far along the ray the cell lies. The ray is parallel to no face and to no plane of symmetry. */
static double ring_height(const struct graph_family *family, const uint32_t *at) {
    static const double circle = 6.283185307179586, ray[3] = {0.793, 0.524, 0.311};
    double around = circle * (at[0] + 0.5) / family->size[0], tube = circle * (at[1] + 0.5) / family->size[1];
    double inside = (at[2] + 0.5) / family->size[2], outward = 3 + inside * cos(tube);
    return outward * (cos(around) * ray[0] + sin(around) * ray[1]) + inside * sin(tube) * ray[2];
}

/* Whether there is an edge from the first cell to the second, and not the other way. `link`: its number. */
static int ray_crosses(const struct graph_family *family, const uint32_t *first, const uint32_t *second,
                       uint64_t link) {
    int is_wrong = (double)(draw(family, link) >> 11) < family->wrong * (double)((uint64_t)1 << 53);
    return (ring_height(family, first) < ring_height(family, second)) != is_wrong;
}

static uint32_t solid_ring_row(const struct graph_family *family, uint32_t vertex, uint32_t *targets) {
    const uint32_t *size = family->size;
    uint32_t count = 0, at[3] = {vertex % size[0], vertex / size[0] % size[1], vertex / size[0] / size[1]};
    for (unsigned dimension = 0; dimension < 3; dimension++) {
        for (unsigned back = 0; back < 2; back++) {
            uint32_t to[3] = {at[0], at[1], at[2]};
            int is_outermost = at[2] == (back ? 0 : size[2] - 1);
            if (size[dimension] < 3 || (dimension == 2 && is_outermost)) {
                continue;
            }
            to[dimension] = (at[dimension] + (back ? size[dimension] - 1 : 1)) % size[dimension];
            uint32_t other = (to[2] * size[1] + to[1]) * size[0] + to[0];
            uint64_t link = (uint64_t)(back ? other : vertex) * 3 + dimension;
            if (ray_crosses(family, back ? to : at, back ? at : to, link) != (int)back) {
                targets[count++] = other;
            }
        }
    }
    return count;
}

/* --- cycles with chords --- */

/* The first vertex of a cycle, or the end of the last one. */
static uint32_t cycle_begin(const struct graph_family *family, uint32_t cycle) {
    uint32_t shift = (uint32_t)core_multiply_high(draw(family, cycle), family->length / 2);
    return cycle * family->length + (cycle == 0 || cycle == family->cycles ? 0 : shift);
}

static uint32_t chords_row(const struct graph_family *family, uint32_t vertex, uint32_t *targets) {
    uint32_t cycle = vertex / family->length, last = family->cycles * family->length - 1;
    cycle -= vertex < cycle_begin(family, cycle);
    uint32_t next = vertex + 1 == cycle_begin(family, cycle + 1) ? cycle_begin(family, cycle) : vertex + 1;
    uint64_t choice = draw(family, (uint64_t)1 << 32 | vertex);
    uint32_t onward = vertex + 1 + (uint32_t)core_multiply_high(choice, 2 * family->length);
    targets[0] = next;
    if (vertex == last) {
        return 1;
    }
    targets[1] = onward < last ? onward : last;
    return 2;
}

/* --- all rows --- */

static uint32_t random_row(const struct graph_family *family, uint32_t vertex, uint32_t *targets) {
    uint64_t first = (uint64_t)vertex * (ROW_MOST + 1);
    uint32_t count = 1 + (uint32_t)core_multiply_high(draw(family, first), family->degree);
    for (uint32_t i = 0; i < count; i++) {
        targets[i] = (uint32_t)core_multiply_high(draw(family, first + 1 + i), family->vertices);
    }
    return count;
}

static uint32_t family_row(const struct graph_family *family, uint32_t vertex, uint32_t *targets) {
    switch (family->kind) {
    case FAMILY_LATTICE:
        return lattice_row(family, vertex, targets);
    case FAMILY_CYCLES:
        return cycles_row(family, vertex, targets);
    case FAMILY_SOLID_RING:
        return solid_ring_row(family, vertex, targets);
    case FAMILY_CHORDS:
        return chords_row(family, vertex, targets);
    default:
        return random_row(family, vertex, targets);
    }
}

/* --- edges of power laws --- */

/* Each bit of source and target by 16 random bits. */
static void power_law_edge(const struct graph_family *family, uint64_t number, uint32_t *source,
                           uint32_t *target) {
    static const uint32_t below[3] = {37356, 49807, 62259}; /* 0.57, 0.76, 0.95 of 2^16 */
    uint64_t bits = 0;
    *source = *target = 0;
    for (uint32_t level = 0; level < family->scale; level++) {
        bits = level % 4 == 0 ? draw(family, number * 8 + level / 4) : bits >> 16;
        uint32_t value = (uint32_t)bits & 0xffff;
        unsigned quarter = (value >= below[0]) + (value >= below[1]) + (value >= below[2]);
        *source = *source << 1 | quarter >> 1;
        *target = *target << 1 | (quarter & 1);
    }
}

/* --- making a graph --- */

/* A graph that is being made: each item (a vertex or an edge) adds to the number of edges of a row, then its
 * edges. */
struct family_making {
    uint64_t vertices, items;
    void (*count)(struct family_making *making, uint64_t begin, uint64_t end); /* fills offsets[v + 1] */
    void (*fill)(struct family_making *making, uint64_t begin, uint64_t end);
    const struct graph_family *family; /* or NULL: */
    struct renumbering *how;
    const struct run *run;
    uint64_t *offsets;
    uint32_t *targets;
};

/* --- one pass over many items, by all threads --- */

struct family_pass {
    struct family_making *making;
    uint64_t items;
    void (*work)(struct family_making *making, uint64_t begin, uint64_t end);
    uint64_t next; /* fetched atomically */
    int stopped;
};

static void pass_work(void *context, unsigned thread) {
    struct family_pass *pass = context;
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

static int pass_over(struct family_making *making, uint64_t items,
                     void (*work)(struct family_making *making, uint64_t begin, uint64_t end),
                     struct error *error) {
    struct family_pass pass = {making, items, work, 0, 0};
    parallel_run(making->run->threads, pass_work, &pass);
    return pass.stopped ? error_set(error, ERROR_INTERRUPTED, "interrupted while making a graph") : 0;
}

/* --- the graph's arrays --- */

/* Turns offsets[v + 1] from the number of edges of row v into where the row ends, and allocates the targets.
 */
static int add_up(struct family_making *making, struct digraph *graph, struct error *error) {
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        making->offsets[vertex + 1] += making->offsets[vertex];
    }
    graph->edges = making->offsets[graph->vertices];
    making->targets = memory_allocate_array(making->run->memory, graph->edges, sizeof(uint32_t));
    graph->targets = making->targets;
    return making->targets == NULL ? error_memory(error, "for the graph") : 0;
}

/* 0, or -1 with *error filled and nothing to free. */
static int make_graph(struct family_making *making, struct family_graph *made, struct error *error) {
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

/* --- graphs by rows --- */

static void count_rows(struct family_making *making, uint64_t begin, uint64_t end) {
    uint32_t targets[ROW_MOST];
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        making->offsets[vertex + 1] = family_row(making->family, (uint32_t)vertex, targets);
    }
}

static void fill_rows(struct family_making *making, uint64_t begin, uint64_t end) {
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        family_row(making->family, (uint32_t)vertex, &making->targets[making->offsets[vertex]]);
    }
}

/* --- graphs by edges --- */

static void count_edges(struct family_making *making, uint64_t begin, uint64_t end) {
    uint32_t source, target;
    for (uint64_t i = begin; i < end; i++) {
        power_law_edge(making->family, i, &source, &target);
        shared64_add(&making->offsets[source + 1], 1);
    }
}

/* offsets[v] goes from the beginning of the row to its end. */
static void fill_edges(struct family_making *making, uint64_t begin, uint64_t end) {
    uint32_t source, target;
    for (uint64_t i = begin; i < end; i++) {
        power_law_edge(making->family, i, &source, &target);
        making->targets[shared64_add(&making->offsets[source], 1)] = target;
    }
}

static int compare_targets(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

/* Threads fill rows in any order. */
static void sort_rows(struct family_making *making, uint64_t begin, uint64_t end) {
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        uint64_t first = making->offsets[vertex];
        qsort(making->targets + first, making->offsets[vertex + 1] - first, sizeof *making->targets,
              compare_targets);
    }
}

static int make_by_edges(struct family_making *making, struct family_graph *made, struct error *error) {
    if (make_graph(making, made, error) != 0) {
        return -1;
    }
    memmove(making->offsets + 1, making->offsets, making->vertices * sizeof *making->offsets);
    making->offsets[0] = 0;
    if (pass_over(making, making->vertices, sort_rows, error) != 0) {
        family_graph_free(made);
        return -1;
    }
    return 0;
}

/* --- all families --- */

static uint64_t count_vertices(const struct graph_family *family) {
    switch (family->kind) {
    case FAMILY_LATTICE:
    case FAMILY_SOLID_RING:
        return (uint64_t)family->size[0] * family->size[1] * family->size[2];
    case FAMILY_CYCLES:
    case FAMILY_CHORDS:
        return (uint64_t)family->cycles * family->length;
    case FAMILY_RANDOM:
        return family->vertices;
    default:
        return (uint64_t)1 << family->scale;
    }
}

int graph_family_make(const struct graph_family *family, const struct run *run, struct family_graph *made,
                      struct error *error) {
    uint64_t vertices = count_vertices(family);
    struct family_making making = {.vertices = vertices, .family = family, .run = run};
    if (family->kind == FAMILY_POWER_LAW) {
        making.items = vertices * family->degree;
        making.count = count_edges;
        making.fill = fill_edges;
        return make_by_edges(&making, made, error);
    }
    making.items = vertices;
    making.count = count_rows;
    making.fill = fill_rows;
    return make_graph(&making, made, error);
}

/* Whether the lattice is open along every dimension, or along none. */
static int ends_alike(const struct graph_family *family, int open) {
    int alike = 1;
    for (unsigned dimension = 0; dimension < 3; dimension++) {
        alike = alike && (family->size[dimension] == 1 || (family->ends[dimension] == LATTICE_OPEN) == open);
    }
    return alike;
}

uint64_t graph_family_components(const struct graph_family *family) {
    switch (family->kind) {
    case FAMILY_LATTICE:
        if (ends_alike(family, 1) && family->mutual == 0) {
            return count_vertices(family);
        }
        /* Each step permutes the vertices then, so each can be undone by repeating it. */
        return ends_alike(family, 0) && !family->turned ? 1 : 0;
    case FAMILY_SOLID_RING:
        return family->wrong == 0 ? count_vertices(family) : 0;
    case FAMILY_CYCLES:
    case FAMILY_CHORDS:
        return family->cycles;
    default:
        return 0;
    }
}

/* --- other numbers --- */

struct renumbering {
    const struct digraph *graph;
    uint32_t *position;
    struct key_sequence sequence;
};

static void renumber(struct family_making *making, uint64_t begin, uint64_t end) {
    struct renumbering *how = making->how;
    for (uint64_t vertex = begin; vertex < end; vertex++) {
        uint32_t position = (uint32_t)vertex;
        do {
            position = key_sequence_permute(&how->sequence, position);
        } while (position >= how->graph->vertices);
        how->position[vertex] = position;
        making->offsets[position + 1] = how->graph->offsets[vertex + 1] - how->graph->offsets[vertex];
    }
}

static void move_rows(struct family_making *making, uint64_t begin, uint64_t end) {
    struct renumbering *how = making->how;
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
    struct family_making making = {.vertices = graph->vertices,
                                   .items = graph->vertices,
                                   .count = renumber,
                                   .fill = move_rows,
                                   .how = &how,
                                   .run = run};
    return make_graph(&making, made, error);
}
