/*
 * FBT and BFBT on CPU threads (Wijs, Katoen, Bosnacki 2016). A round trims, chooses a pivot in each region,
 * and searches forward and backward from all pivots at once. The vertices that both searches found are the
 * pivot's component, and the rest of a region is split into up to three regions. BFBT: when the searches of
 * one direction are done everywhere, the others stay among the vertices that these found; the rest is split
 * into two regions.
 *
 * Rounds end when there are enough regions of similar size to keep all threads busy, or when the largest
 * region hardly shrinks (which could go on for as many rounds as there are components). Then each thread
 * takes whole regions and decomposes them by Tarjan's algorithm, so the work is that of few rounds and one
 * search for any graph.
 */
#include <stddef.h>

#include "base/run.h"
#include "base/team.h"
#include "model/digraph_core.h"
#include "decompose/scc/parallel/scc_regions.h"

#define REGIONS_PER_THREAD 4u
#define BOUNDING_ALONE 8u /* batches; searches that bound each other must keep in step */

struct fbt {
    struct scc_regions regions;     /* first */
    uint64_t region_count, largest; /* number of regions, and the size of the largest */
    uint8_t classes;                /* the searches that split the rest of a region */
};

/* --- pivots: `scratch[0]` has, at the number of a region, the highest rank of its candidates --- */

static void forget_pivots(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t region = regions->component[regions->open[i]];
        shared_store(&regions->scratch[0][region], 0);
        shared_store(&regions->scratch[1][region], 0);
    }
}

static int may_be_pivot(const struct scc_regions *regions, uint32_t vertex) {
    return regions->options->candidates == NULL || bitmap_has(regions->options->candidates, vertex);
}

static void propose_pivots(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i];
        if (may_be_pivot(regions, vertex)) {
            raise_number(&regions->scratch[0][regions->component[vertex]], rank_of_vertex(vertex));
        }
    }
}

/* A region without candidates becomes a component, named by one of its members. */
static void propose_names(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i], region = regions->component[vertex];
        if (regions->scratch[0][region] == 0) {
            raise_number(&regions->scratch[1][region], rank_of_vertex(vertex));
        }
    }
}

static void leave_regions(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i], region = regions->component[vertex];
        if (regions->scratch[0][region] == 0) {
            regions->component[vertex] = vertex_of_rank(regions->scratch[1][region]);
            set_status(regions, vertex, STATUS_DONE);
        }
    }
}

static int choose_pivots(struct scc_regions *regions) {
    struct team *team = regions->team;
    if (team_for(team, regions->open_count, forget_pivots, regions) != 0 ||
        team_for(team, regions->open_count, propose_pivots, regions) != 0) {
        return -1;
    }
    if (regions->options->candidates == NULL) {
        return 0;
    }
    return team_for(team, regions->open_count, propose_names, regions) != 0 ||
                   team_for(team, regions->open_count, leave_regions, regions) != 0
               ? -1
               : scc_regions_sweep(regions);
}

/* --- whether another round pays off: `scratch[1]` has, at the number of a region, its size --- */

static void forget_sizes(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    for (uint64_t i = begin; i < end; i++) {
        shared_store(&regions->scratch[1][regions->component[regions->open[i]]], 0);
    }
}

static void add_sizes(void *context, uint64_t begin, uint64_t end) {
    struct fbt *fbt = context;
    struct scc_regions *regions = &fbt->regions;
    uint64_t largest = 0, begun = 0, seen;
    for (uint64_t i = begin, same; i < end; i += same) {
        uint32_t region = regions->component[regions->open[i]];
        for (same = 1; i + same < end && regions->component[regions->open[i + same]] == region; same++) {
        }
        uint64_t before = __atomic_fetch_add(&regions->scratch[1][region], (uint32_t)same, __ATOMIC_RELAXED);
        begun += before == 0;
        largest = before + same > largest ? before + same : largest;
    }
    __atomic_fetch_add(&fbt->region_count, begun, __ATOMIC_RELAXED);
    seen = __atomic_load_n(&fbt->largest, __ATOMIC_RELAXED);
    while (seen < largest && !__atomic_compare_exchange_n(&fbt->largest, &seen, largest, 1, __ATOMIC_RELAXED,
                                                          __ATOMIC_RELAXED)) {
    }
}

/* Returns 1 for another round, 0 if it is not worth it, -1 to stop. */
static int is_round_worth(struct fbt *fbt) {
    struct scc_regions *regions = &fbt->regions;
    uint64_t before = fbt->largest, threads = team_threads(regions->team);
    fbt->largest = fbt->region_count = 0;
    if (team_for(regions->team, regions->open_count, forget_sizes, regions) != 0 ||
        team_for(regions->team, regions->open_count, add_sizes, fbt) != 0) {
        return -1;
    }
    int balanced = fbt->region_count >= REGIONS_PER_THREAD * threads &&
                   fbt->largest <= regions->open_count / (2 * threads);
    return !balanced && fbt->largest <= before - before / 8;
}

/* --- the searches --- */

static void begin_searches(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i];
        if (rank_of_vertex(vertex) == regions->scratch[0][regions->component[vertex]]) {
            set_status(regions, vertex, STATUS_SEARCHES);
            scc_queue_put(&regions->queue, 0, &vertex, 1);
            scc_queue_put(&regions->queue, 1, &vertex, 1);
        }
    }
}

/* Extends one search from vertices that it found. A bounded search ignores vertices that the other did not
 * find. */
static void expand_batch(void *context, const uint32_t *vertices, uint32_t count, int first,
                         struct scc_found *found) {
    struct fbt *fbt = context;
    struct scc_regions *regions = &fbt->regions;
    const struct digraph *graph = found->lane == 0 ? regions->graph : &regions->reverse.graph;
    uint8_t own = (uint8_t)(1u << found->lane), other = own ^ STATUS_SEARCHES;
    int bounded = regions->options->algorithm == SCC_BFBT && first >= 0 && first != (int)found->lane;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = vertices[i], region = regions->component[vertex];
        look_ahead(graph, vertices, count, i, regions->status, sizeof *regions->status);
        if (bounded && !(load_status(regions, vertex) & other)) {
            continue;
        }
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            uint32_t target = graph->targets[edge];
            uint8_t status = load_status(regions, target);
            if ((status & (STATUS_DONE | own)) || (bounded && !(status & other)) ||
                !digraph_is_live(graph, edge) || !(regions->whole || regions->component[target] == region)) {
                continue;
            }
            if (!(set_status(regions, target, own) & own)) {
                scc_found_add(found, target);
            }
        }
    }
}

static int search_both_ways(struct fbt *fbt) {
    struct scc_regions *regions = &fbt->regions;
    struct scc_queue *queue = &regions->queue;
    scc_queue_reset(queue);
    queue->by_levels = 0;
    queue->most_alone = regions->options->algorithm == SCC_BFBT ? BOUNDING_ALONE : SCC_REGIONS_ALONE;
    queue->separate = regions->options->separate_searches;
    if (team_for(regions->team, regions->open_count, begin_searches, regions) != 0 ||
        scc_queue_run(queue, regions->team, expand_batch, fbt) != 0) {
        return -1;
    }
    fbt->classes = regions->options->algorithm != SCC_BFBT ? STATUS_SEARCHES : (uint8_t)(1 << queue->first);
    return 0;
}

/* --- splitting by old region and status; new regions are named by members --- */

static uint32_t *class_numbers(const struct fbt *fbt, uint8_t status) {
    const struct scc_regions *regions = &fbt->regions;
    switch (status & fbt->classes) {
    case 0:
        return regions->first;
    case STATUS_FORWARD:
        return regions->second;
    default:
        return regions->scratch[1];
    }
}

static void forget_numbers(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t region = regions->component[regions->open[i]];
        shared_store(&regions->first[region], 0);
        shared_store(&regions->second[region], 0);
        shared_store(&regions->scratch[1][region], 0);
    }
}

static void propose_numbers(void *context, uint64_t begin, uint64_t end) {
    struct fbt *fbt = context;
    struct scc_regions *regions = &fbt->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i], region = regions->component[vertex];
        uint8_t status = regions->status[vertex];
        if ((status & STATUS_SEARCHES) == STATUS_SEARCHES) {
            regions->status[vertex] = STATUS_DONE;
        } else {
            raise_number(&class_numbers(fbt, status)[region], rank_of_vertex(vertex));
        }
    }
}

static void assign_regions(void *context, uint64_t begin, uint64_t end) {
    struct fbt *fbt = context;
    struct scc_regions *regions = &fbt->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i], region = regions->component[vertex];
        uint8_t status = regions->status[vertex];
        if (status & STATUS_DONE) {
            regions->component[vertex] = vertex_of_rank(regions->scratch[0][region]);
        } else {
            regions->component[vertex] = vertex_of_rank(class_numbers(fbt, status)[region]);
            regions->status[vertex] = 0;
        }
    }
}

static int split_regions(struct fbt *fbt) {
    struct scc_regions *regions = &fbt->regions;
    struct team *team = regions->team;
    if (team_for(team, regions->open_count, forget_numbers, regions) != 0 ||
        team_for(team, regions->open_count, propose_numbers, fbt) != 0 ||
        team_for(team, regions->open_count, assign_regions, fbt) != 0) {
        return -1;
    }
    regions->whole = 0;
    return scc_regions_sweep(regions);
}

static int go_through_rounds(struct scc_regions *regions) {
    struct fbt *fbt = (struct fbt *)regions;
    fbt->largest = UINT64_MAX;
    for (;;) {
        if (scc_regions_trim(regions) != 0 || choose_pivots(regions) != 0) {
            return -1;
        }
        if (regions->open_count == 0) {
            return 0;
        }
        int worth = is_round_worth(fbt);
        if (worth <= 0) {
            return worth < 0 ? -1 : scc_regions_finish(regions);
        }
        regions->rounds++;
        if (search_both_ways(fbt) != 0 || split_regions(fbt) != 0) {
            return -1;
        }
    }
}

int scc_fbt_cpu(struct team *team, const struct scc_task *task) {
    struct fbt fbt;
    return scc_regions_run(&fbt.regions, team, task, go_through_rounds);
}
