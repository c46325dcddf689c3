/* Families of graphs that anybody can generate again: a row depends on the vertex's number alone. */
#include "bench/graph_family.h"

#include "base/core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/family_rows.h"

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

/* Whether the link along x that begins at `from` (place x there) goes forward, and whether it goes back. */
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

static uint32_t random_row(const struct graph_family *family, uint32_t vertex, uint32_t *targets) {
    uint64_t first = (uint64_t)vertex * (FAMILY_ROW_MOST + 1);
    uint32_t count = 1 + (uint32_t)core_multiply_high(draw(family, first), family->degree);
    for (uint32_t i = 0; i < count; i++) {
        targets[i] = (uint32_t)core_multiply_high(draw(family, first + 1 + i), family->vertices);
    }
    return count;
}

static uint32_t family_row(const void *context, uint32_t vertex, uint32_t *targets) {
    const struct graph_family *family = context;
    switch (family->kind) {
    case FAMILY_LATTICE:
        return lattice_row(family, vertex, targets);
    case FAMILY_CYCLES:
        return cycles_row(family, vertex, targets);
    default:
        return random_row(family, vertex, targets);
    }
}

/* --- edges of power laws --- */

/* Each bit of source and target by 16 random bits. */
static void power_law_edge(const void *context, uint64_t number, uint32_t *source, uint32_t *target) {
    static const uint32_t below[3] = {37356, 49807, 62259}; /* 0.57, 0.76, 0.95 of 2^16 */
    const struct graph_family *family = context;
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

/* --- all of them --- */

static uint64_t count_vertices(const struct graph_family *family) {
    switch (family->kind) {
    case FAMILY_LATTICE:
        return (uint64_t)family->size[0] * family->size[1] * family->size[2];
    case FAMILY_CYCLES:
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
    if (family->kind == FAMILY_POWER_LAW) {
        struct family_edges edges = {vertices, vertices * family->degree, power_law_edge, family};
        return family_edges_make(&edges, run, made, error);
    }
    struct family_rows rows = {vertices, family_row, family};
    return family_rows_make(&rows, run, made, error);
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
    case FAMILY_CYCLES:
        return family->cycles;
    default:
        return 0;
    }
}
