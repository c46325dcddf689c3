/* Code that the parallel decompositions on the host share: regions of open vertices, trimming, naming. */
#include "decompose/scc/parallel/scc_regions.h"

#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "base/team.h"
#include "model/digraph_core.h"

#define MANY UINT32_MAX /* this many edges or more; not counted down */

uint64_t scc_regions_bytes(const struct digraph *graph) {
    return graph->vertices * SCC_REGIONS_VERTEX_BYTES + graph_reverse_bytes(graph);
}

static void begin_vertices(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    memset(regions->component + begin, 0, (end - begin) * sizeof(uint32_t));
    memset(regions->status + begin, 0, end - begin);
    for (uint64_t v = begin; v < end; v++) {
        regions->open[v] = (uint32_t)v;
    }
}

static int open_regions(struct scc_regions *regions, struct team *team, const struct scc_task *task) {
    const struct digraph *graph = task->graph;
    const struct run *run = task->run;
    struct memory *memory = run->memory;
    uint64_t vertices = graph->vertices;
    memset(regions, 0, sizeof *regions);
    regions->graph = graph;
    regions->options = task->options;
    regions->run = run;
    regions->team = team;
    regions->component = task->component;
    regions->open_count = vertices;
    regions->whole = 1;
    regions->status = memory_allocate(memory, vertices);
    regions->open = memory_allocate_array(memory, vertices, sizeof(uint32_t));
    regions->spare = memory_allocate_array(memory, vertices, sizeof(uint32_t));
    regions->places = memory_allocate_array(memory, vertices, sizeof(uint64_t));
    regions->scratch[0] = memory_allocate_array(memory, vertices, sizeof(uint32_t));
    regions->scratch[1] = memory_allocate_array(memory, vertices, sizeof(uint32_t));
    regions->first = (uint32_t *)regions->places;
    regions->second = regions->first + vertices;
    scc_queue_open(&regions->queue, run, team_threads(team), vertices, regions->first, regions->second);
    if (regions->status == NULL || regions->open == NULL || regions->spare == NULL ||
        regions->places == NULL || regions->scratch[0] == NULL || regions->scratch[1] == NULL) {
        return 1;
    }
    int failed = graph_reverse_make(team, graph, run, &regions->reverse);
    regions->bytes = vertices * SCC_REGIONS_VERTEX_BYTES + graph_reverse_bytes(&regions->reverse.graph);
    return failed != 0 ? failed : team_for(team, vertices, begin_vertices, regions);
}

static void close_regions(struct scc_regions *regions, struct scc_report *report) {
    report->rounds = regions->rounds;
    report->trimmed = regions->trimmed;
    report->bytes = regions->bytes;
    struct memory *memory = regions->run->memory;
    uint64_t vertices = regions->graph->vertices;
    memory_free(memory, regions->status, vertices);
    memory_free(memory, regions->open, vertices * sizeof(uint32_t));
    memory_free(memory, regions->spare, vertices * sizeof(uint32_t));
    memory_free(memory, regions->places, vertices * sizeof(uint64_t));
    memory_free(memory, regions->scratch[0], vertices * sizeof(uint32_t));
    memory_free(memory, regions->scratch[1], vertices * sizeof(uint32_t));
    graph_reverse_free(&regions->reverse, memory);
    scc_queue_close(&regions->queue);
}

/* --- trimming: `scratch[0]` counts edges to the region, `scratch[1]` edges from it --- */

static uint32_t count_row(const struct scc_regions *regions, const struct digraph *graph, uint64_t vertex) {
    uint32_t region = regions->component[vertex];
    int untouched = regions->open_count == graph->vertices;
    uint64_t count = 0;
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
        uint32_t target = graph->targets[edge];
        count += target != vertex && digraph_is_live(graph, edge) &&
                 (untouched || is_open_in(regions, target, region));
    }
    return count < MANY ? (uint32_t)count : MANY;
}

static void count_edges(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i];
        regions->scratch[0][vertex] = count_row(regions, regions->graph, vertex);
        regions->scratch[1][vertex] = count_row(regions, &regions->reverse.graph, vertex);
    }
}

static void begin_trimming(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    struct scc_found found = {.queue = &regions->queue};
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i];
        if (regions->scratch[0][vertex] == 0 || regions->scratch[1][vertex] == 0) {
            set_status(regions, vertex, STATUS_DONE | STATUS_TRIMMED);
            scc_found_add(&found, vertex);
        }
    }
    scc_found_flush(&found);
}

/* Subtracts an edge; returns whether it was the last one. */
static int count_down(uint32_t *count) {
    return shared_load(count) != MANY && __atomic_sub_fetch(count, 1, __ATOMIC_RELAXED) == 0;
}

/* Subtracts the edges of a trimmed vertex from the counts of its neighbours. */
static void take_edges(struct scc_regions *regions, const struct digraph *graph, uint64_t vertex,
                       uint32_t *count, struct scc_found *found) {
    uint32_t region = shared_load(&regions->component[vertex]);
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
        uint32_t target = graph->targets[edge];
        if (target != vertex && digraph_is_live(graph, edge) && is_open_in(regions, target, region) &&
            count_down(&count[target]) &&
            !(set_status(regions, target, STATUS_DONE | STATUS_TRIMMED) & STATUS_DONE)) {
            scc_found_add(found, target);
        }
    }
}

static void trim_batch(void *context, const uint32_t *vertices, uint32_t count, int first,
                       struct scc_found *found) {
    (void)first;
    struct scc_regions *regions = context;
    for (uint32_t i = 0; i < count; i++) {
        take_edges(regions, regions->graph, vertices[i], regions->scratch[1], found);
        take_edges(regions, &regions->reverse.graph, vertices[i], regions->scratch[0], found);
    }
}

int scc_regions_trim(struct scc_regions *regions) {
    scc_queue_reset(&regions->queue);
    if (team_for(regions->team, regions->open_count, count_edges, regions) != 0 ||
        team_for(regions->team, regions->open_count, begin_trimming, regions) != 0) {
        return -1;
    }
    regions->queue.separate = regions->queue.by_levels = 0;
    regions->queue.most_alone = SCC_REGIONS_ALONE;
    return regions->queue.lanes[0].tail == 0 ? 0
           : scc_queue_run(&regions->queue, regions->team, trim_batch, regions) != 0
               ? -1
               : scc_regions_sweep(regions);
}

/* --- open vertices --- */

static void keep_open(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    uint32_t kept[SCC_QUEUE_BATCH], count = 0;
    uint64_t trimmed = 0;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t vertex = regions->open[i];
        uint8_t status = regions->status[vertex];
        if (!(status & STATUS_DONE)) {
            kept[count++] = vertex;
        } else if (status & STATUS_TRIMMED) {
            regions->component[vertex] = vertex;
            trimmed++;
        }
        if (count == SCC_QUEUE_BATCH || i + 1 == end) {
            uint64_t at = __atomic_fetch_add(&regions->open_count, count, __ATOMIC_RELAXED);
            memcpy(regions->spare + at, kept, count * sizeof *kept);
            count = 0;
        }
    }
    __atomic_fetch_add(&regions->trimmed, trimmed, __ATOMIC_RELAXED);
}

int scc_regions_sweep(struct scc_regions *regions) {
    uint64_t before = regions->open_count;
    uint32_t *open = regions->open;
    regions->open_count = 0;
    if (team_for(regions->team, before, keep_open, regions) != 0) {
        return -1;
    }
    regions->open = regions->spare;
    regions->spare = open;
    scc_tell_progress(regions->run, regions->graph->vertices - regions->open_count, regions->graph->vertices);
    return 0;
}

/* --- names --- */

static void forget_names(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    memset(regions->first + begin, 0xff, (end - begin) * sizeof(uint32_t));
}

static void find_names(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    for (uint64_t v = begin; v < end; v++) {
        uint32_t *least = &regions->first[regions->component[v]], seen = shared_load(least);
        while (v < seen && !__atomic_compare_exchange_n(least, &seen, (uint32_t)v, 1, __ATOMIC_RELAXED,
                                                        __ATOMIC_RELAXED)) {
        }
    }
}

static void give_names(void *context, uint64_t begin, uint64_t end) {
    struct scc_regions *regions = context;
    for (uint64_t v = begin; v < end; v++) {
        regions->component[v] = regions->first[regions->component[v]];
    }
}

static int name_components(struct scc_regions *regions) {
    uint64_t vertices = regions->graph->vertices;
    return team_for(regions->team, vertices, forget_names, regions) != 0 ||
                   team_for(regions->team, vertices, find_names, regions) != 0 ||
                   team_for(regions->team, vertices, give_names, regions) != 0
               ? -1
               : 0;
}

int scc_regions_run(struct scc_regions *regions, struct team *team, const struct scc_task *task,
                    int (*rounds)(struct scc_regions *regions)) {
    int result = open_regions(regions, team, task);
    if (result == 0) {
        result = rounds(regions) != 0 ? -1 : name_components(regions);
    }
    close_regions(regions, task->report);
    return result;
}
