/*
 * The end of a decomposition whose regions are many, or hard for searches: vertices are sorted by region, and
 * each thread takes whole regions and decomposes them by Tarjan's algorithm. Vertices of other regions it
 * does not see, so threads need not know of one another.
 */
#include "base/run.h"
#include "decompose/scc/scc_internal.h"
#include "decompose/scc/forward_backward/scc_regions.h"
#include "base/team.h"

struct finishing {
    struct regions *regions;
    uint64_t placed; /* vertices that have a place */
    int stopped;
};

/* By number of a region: `third` its size, `fourth` one more than where its next vertex goes. */
static void forget_sizes(void *context, uint64_t begin, uint64_t end) {
    struct regions *regions = ((struct finishing *)context)->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t region = regions->component[regions->open[i]];
        shared_store(&regions->third[region], 0);
        shared_store(&regions->fourth[region], 0);
    }
}

static void add_sizes(void *context, uint64_t begin, uint64_t end) {
    struct regions *regions = ((struct finishing *)context)->regions;
    for (uint64_t i = begin, same; i < end; i += same) {
        uint32_t region = regions->component[regions->open[i]];
        for (same = 1; i + same < end && regions->component[regions->open[i + same]] == region; same++) {
        }
        __atomic_fetch_add(&regions->third[region], (uint32_t)same, __ATOMIC_RELAXED);
    }
}

static void give_room(void *context, uint64_t begin, uint64_t end) {
    struct finishing *finishing = context;
    struct regions *regions = finishing->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t region = regions->component[regions->open[i]], none = 0;
        uint32_t *next = &regions->fourth[region];
        if (shared_load(next) == 0 &&
            __atomic_compare_exchange_n(next, &none, 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            uint64_t room = __atomic_fetch_add(&finishing->placed, regions->third[region], __ATOMIC_RELAXED);
            shared_store(next, (uint32_t)room + 1);
        }
    }
}

static void sort(void *context, uint64_t begin, uint64_t end) {
    struct regions *regions = ((struct finishing *)context)->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i];
        uint32_t *next = &regions->fourth[regions->component[vertex]];
        regions->spare[__atomic_fetch_add(next, 1, __ATOMIC_RELAXED) - 1] = vertex;
    }
}

/* open[i]: the size of the region that begins with spare[i], or 0. */
static void mark_begins(void *context, uint64_t begin, uint64_t end) {
    struct regions *regions = ((struct finishing *)context)->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t region = regions->component[regions->spare[i]];
        int begins = i == 0 || regions->component[regions->spare[i - 1]] != region;
        regions->open[i] = begins ? regions->third[region] : 0;
    }
}

static void decompose(void *context, uint64_t begin, uint64_t end) {
    struct finishing *finishing = context;
    struct regions *regions = finishing->regions;
    for (uint64_t i = begin; i < end; i++) {
        if (regions->open[i] != 0 &&
            scc_tarjan_region(regions, regions->spare + i, regions->open[i], regions->fourth,
                              regions->third + i, regions->places + i) != 0) {
            __atomic_store_n(&finishing->stopped, 1, __ATOMIC_RELAXED);
            return;
        }
    }
}

int regions_finish(struct regions *regions) {
    static void (*const phases[])(void *context, uint64_t begin, uint64_t end) = {
        forget_sizes, add_sizes, give_room, sort, mark_begins, decompose};
    struct finishing finishing = {.regions = regions};
    for (unsigned phase = 0; phase < sizeof phases / sizeof *phases; phase++) {
        if (team_for(regions->team, regions->open_count, phases[phase], &finishing) != 0) {
            return -1;
        }
    }
    return finishing.stopped ? -1 : 0;
}
