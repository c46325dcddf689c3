/* The end of a decomposition, when regions are many or hard for searches: vertices are sorted by region, and
 * each thread takes whole regions and decomposes them by Tarjan's algorithm. It ignores vertices of other
 * regions, so threads do not depend on one another. */
#include <string.h>

#include "base/array.h"
#include "base/run.h"
#include "base/tarjan.h"
#include "base/team.h"
#include "decompose/scc/parallel/scc_regions.h"
#include "model/digraph_core.h"

struct finishing {
    struct scc_regions *regions;
    uint64_t placed; /* vertices for which places are reserved */
    int stopped;
};

/* At the number of a region, `scratch[1]` has its size, and `scratch[0]` the place of its next vertex,
 * plus 1. */
static void forget_places(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = ((struct finishing *)context)->regions;
    for (uint64_t i = begin; i < end; i++) {
        shared_store(&regions->scratch[0][regions->component[regions->open[i]]], 0);
    }
}

static void give_room(void *context, uint64_t begin, uint64_t end) {
    struct finishing *finishing = context;
    struct scc_regions *regions = finishing->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t region = regions->component[regions->open[i]], none = 0;
        uint32_t *next = &regions->scratch[0][region];
        if (shared_load(next) == 0 &&
            __atomic_compare_exchange_n(next, &none, 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            uint64_t room =
                __atomic_fetch_add(&finishing->placed, regions->scratch[1][region], __ATOMIC_RELAXED);
            shared_store(next, (uint32_t)room + 1);
        }
    }
}

static void sort_by_region(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = ((struct finishing *)context)->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i];
        uint32_t *next = &regions->scratch[0][regions->component[vertex]];
        regions->spare[__atomic_fetch_add(next, 1, __ATOMIC_RELAXED) - 1] = vertex;
    }
}

/* Sets open[i] to the size of the region that begins with spare[i], or 0. */
static void mark_begins(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = ((struct finishing *)context)->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t region = regions->component[regions->spare[i]];
        int begins = i == 0 || regions->component[regions->spare[i - 1]] != region;
        regions->open[i] = begins ? regions->scratch[1][region] : 0;
    }
}

/* --- one region --- */

struct scc_region_graph {
    const struct scc_regions *regions;
    uint32_t region;
};

static uint64_t row_begin(const void *context, uint32_t vertex) {
    return ((const struct scc_region_graph *)context)->regions->graph->offsets[vertex];
}

static uint64_t row_end(const void *context, uint32_t vertex) {
    return ((const struct scc_region_graph *)context)->regions->graph->offsets[vertex + 1];
}

static uint32_t target_in_region(const void *context, uint64_t edge) {
    const struct scc_region_graph *part = context;
    const struct digraph *graph = part->regions->graph;
    uint32_t target = graph->targets[edge];
    return digraph_is_live(graph, edge) && is_open_in(part->regions, target, part->region) ? target
                                                                                           : TARJAN_NO_EDGE;
}

/* Decomposes a region of `search->room` vertices: component[v] becomes the first vertex of v's component in
 * the given order. 0, or -1 to stop. */
static int decompose_region(struct tarjan *search, const struct scc_regions *regions,
                            const uint32_t *vertices) {
    static const struct tarjan_rows rows = {row_begin, row_end, target_in_region, NULL};
    const struct scc_region_graph part = {regions, regions->component[vertices[0]]};
    uint64_t steps = 0;
    search->graph = &part;
    tarjan_start(search);
    for (uint64_t i = 0; i < search->room; i++) {
        search->number[vertices[i]] = 0;
    }
    for (uint64_t i = 0; i < search->room; i++) {
        if (search->number[vertices[i]] == 0) {
            tarjan_enter(search, &rows, vertices[i]);
        }
        while (search->depth > 0) {
            tarjan_step(search, &rows);
            if (run_stops_after(regions->run, &steps, 1, 65536)) {
                return -1;
            }
        }
    }
    /* Other threads check whether these vertices are in their regions. */
    uint32_t *first = search->vertices;
    memset(first, 0xff, search->room * sizeof *first);
    for (uint64_t i = 0; i < search->room; i++) {
        uint32_t *name = &first[tarjan_component(search, vertices[i])];
        *name = *name == UINT32_MAX ? vertices[i] : *name;
        shared_store(&regions->component[vertices[i]], *name);
    }
    return 0;
}

static void decompose_regions(void *context, uint64_t begin, uint64_t end) {
    struct finishing *finishing = context;
    struct scc_regions *regions = finishing->regions;
    for (uint64_t i = begin; i < end; i++) {
        struct tarjan search = {.room = regions->open[i],
                                .number = regions->scratch[1],
                                .vertices = regions->scratch[0] + i,
                                .places = regions->places + i};
        if (search.room != 0 && decompose_region(&search, regions, regions->spare + i) != 0) {
            __atomic_store_n(&finishing->stopped, 1, __ATOMIC_RELAXED);
            return;
        }
    }
}

int scc_regions_finish(struct scc_regions *regions) {
    static void (*const phases[])(void *context, uint64_t begin, uint64_t end) = {
        forget_places, give_room, sort_by_region, mark_begins, decompose_regions};
    struct finishing finishing = {.regions = regions};
    for (unsigned phase = 0; phase < LENGTH(phases); phase++) {
        if (team_for(regions->team, regions->open_count, phases[phase], &finishing) != 0) {
            return -1;
        }
    }
    return finishing.stopped ? -1 : 0;
}
