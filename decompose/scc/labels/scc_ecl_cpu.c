/*
 * ECL-SCC on CPU threads (Alabandi, Sands, Biros, Burtscher 2023): every vertex learns the highest rank among
 * the vertices that reach it and among those that it reaches. If both ranks are equal, the vertex is in the
 * component of their owner; vertices that differ in one of the two are in different components, so each round
 * splits regions. Ranks are independent of the numbers of vertices, which often follow a search: so a vertex
 * learns few ranks before the highest one.
 *
 * Changed vertices wait in the shared queue, so a round does no work where nothing happens. The highest ranks
 * spread first, in stages of eight times as many each: most vertices learn their final rank at once, and
 * never spread their own. Numbers of regions are mixed from the ranks; if two regions get the same number,
 * edges between them are only read in vain. Compression: a vertex that learns a rank looks up what the owner
 * of the rank has learned meanwhile.
 */
#include <stddef.h>

#include "base/run.h"
#include "base/team.h"
#include "model/digraph_core.h"
#include "decompose/scc/parallel/scc_regions.h"

#define MOST_HOPS 4u    /* hops of path compression at each visit of a vertex */
#define STAGE_FACTOR 8u /* growth of the number of ranks in a stage */

struct ecl {
    struct scc_regions regions; /* first */
    uint64_t low, high;         /* the ranks of the current stage: [low, high) */
};

/* Highest ranks by vertex: of the vertices that reach it (lane 0), and of those that it reaches. */
static uint32_t *ranks_of_lane(const struct scc_regions *regions, unsigned lane) {
    return regions->scratch[lane];
}

static void begin_ranks(void *context, uint64_t begin, uint64_t end) {
    struct ecl *ecl = context;
    struct scc_regions *regions = &ecl->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i];
        regions->scratch[0][vertex] = regions->scratch[1][vertex] = rank_of_vertex(vertex);
    }
}

/* Starts with the vertices of this stage that have not learned a higher rank before. */
static void begin_stage(void *context, uint64_t begin, uint64_t end) {
    struct ecl *ecl = context;
    struct scc_regions *regions = &ecl->regions;
    for (unsigned lane = 0; lane < SCC_QUEUE_LANES; lane++) {
        struct scc_found found = {.queue = &regions->queue, .lane = lane};
        for (uint64_t i = begin; i < end; i++) {
            uint32_t vertex = regions->open[i], rank = rank_of_vertex(vertex);
            if (rank >= ecl->low && rank < ecl->high && ranks_of_lane(regions, lane)[vertex] == rank) {
                set_status(regions, vertex, (uint8_t)(1u << lane));
                scc_found_add(&found, vertex);
            }
        }
        scc_found_flush(&found);
    }
}

/* Follows the vertex's rank to its owner's rank, and so on; returns the last one, which the vertex learns. */
static uint32_t compress_rank(uint32_t *ranks, uint32_t vertex) {
    uint32_t rank = shared_load(&ranks[vertex]);
    for (unsigned hop = 0; hop < MOST_HOPS; hop++) {
        uint32_t higher = shared_load(&ranks[vertex_of_rank(rank)]);
        if (higher <= rank) {
            break;
        }
        rank = higher;
    }
    raise_number(&ranks[vertex], rank);
    return rank;
}

static void spread_batch(void *context, const uint32_t *vertices, uint32_t count, int first,
                         struct scc_found *found) {
    (void)first;
    struct ecl *ecl = context;
    struct scc_regions *regions = &ecl->regions;
    const struct digraph *graph = found->lane == 0 ? regions->graph : &regions->reverse.graph;
    uint32_t *ranks = ranks_of_lane(regions, found->lane);
    uint8_t waits = (uint8_t)(1u << found->lane);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = vertices[i], region = regions->component[vertex];
        look_ahead(graph, vertices, count, i, ranks, sizeof *ranks);
        /* A thread that raises its rank from here on queues it again. */
        __atomic_fetch_and(&regions->status[vertex], (uint8_t)~waits, __ATOMIC_ACQ_REL);
        uint32_t rank =
            regions->options->no_compression ? shared_load(&ranks[vertex]) : compress_rank(ranks, vertex);
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            uint32_t target = graph->targets[edge];
            if (shared_load(&ranks[target]) < rank && digraph_is_live(graph, edge) &&
                is_open_in(regions, target, region) && raise_number(&ranks[target], rank) &&
                !(set_status(regions, target, waits) & waits)) {
                scc_found_add(found, target);
            }
        }
    }
}

static uint32_t mix_numbers(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t mixed = a;
    mixed = (mixed ^ b) * 0x85ebca6bu;
    mixed = ((mixed ^ mixed >> 15) + c) * 0xc2b2ae35u;
    return mixed ^ mixed >> 13;
}

static void split_by_ranks(void *context, uint64_t begin, uint64_t end) {
    struct ecl *ecl = context;
    struct scc_regions *regions = &ecl->regions;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i], in = regions->scratch[0][vertex],
                 out = regions->scratch[1][vertex];
        if (in == out) {
            regions->component[vertex] = vertex_of_rank(in);
            regions->status[vertex] = STATUS_DONE;
        } else {
            regions->component[vertex] = mix_numbers(regions->component[vertex], in, out);
        }
    }
}

/* Spreads ranks, from the highest to the lowest. */
static int spread_ranks(struct ecl *ecl) {
    struct scc_regions *regions = &ecl->regions;
    uint64_t all = (uint64_t)1 << 32, width = all / regions->open_count;
    if (team_for(regions->team, regions->open_count, begin_ranks, ecl) != 0) {
        return -1;
    }
    for (ecl->high = all; ecl->high > 0; ecl->high = ecl->low, width *= STAGE_FACTOR) {
        ecl->low = ecl->high > width ? ecl->high - width : 0;
        scc_queue_reset(&regions->queue);
        if (team_for(regions->team, regions->open_count, begin_stage, ecl) != 0 ||
            scc_queue_run(&regions->queue, regions->team, spread_batch, ecl) != 0) {
            return -1;
        }
    }
    return 0;
}

static int go_through_rounds(struct scc_regions *regions) {
    struct ecl *ecl = (struct ecl *)regions;
    for (;;) {
        if (scc_regions_trim(regions) != 0) {
            return -1;
        }
        if (regions->open_count == 0) {
            return 0;
        }
        regions->rounds++;
        regions->queue.by_levels = regions->options->synchronous;
        regions->queue.most_alone = SCC_REGIONS_ALONE;
        if (spread_ranks(ecl) != 0 ||
            team_for(regions->team, regions->open_count, split_by_ranks, ecl) != 0 ||
            scc_regions_sweep(regions) != 0) {
            return -1;
        }
        regions->whole = 0;
    }
}

int scc_ecl_cpu(struct team *team, const struct scc_task *task) {
    struct ecl ecl;
    return scc_regions_run(&ecl.regions, team, task, go_through_rounds);
}
