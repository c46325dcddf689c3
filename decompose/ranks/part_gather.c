/* What little is left of a graph of several ranks: each has all of it, and decides it alone (part_scc.h). */
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/ranks/part_scc_internal.h"
#include "decompose/scc/scc.h"
#include "explorer/graph/graph_gather.h"

struct gathered_graph {
    struct graph_gather gather;
    uint64_t *offsets;             /* [vertices + 1] */
    uint32_t *targets, *component; /* [edges], [vertices] */
};

static int open_gathered(struct part_work *work, struct gathered_graph *gathered) {
    const struct graph_part *part = work->part;
    uint64_t vertices = 0, edges = 0;
    for (uint64_t v = 0; v < part->vertices; v++) {
        if (!bitmap_has(work->alive, v)) {
            continue;
        }
        vertices++;
        for (uint64_t edge = part->offsets[v]; edge < part->offsets[v + 1]; edge++) {
            edges += (uint64_t)part_is_live(work, edge);
        }
    }
    return graph_gather_open(&gathered->gather, vertices, edges, work->mail, work->run, work->error);
}

/* The words of this rank: an edge has the place of its source, and its target. */
static void fill_own(const struct part_work *work, const struct gathered_graph *gathered) {
    const struct graph_part *part = work->part;
    uint64_t *vertices = graph_gather_own_vertices(&gathered->gather);
    uint64_t *edges = graph_gather_own_edges(&gathered->gather), count = 0;
    for (uint64_t v = 0; v < part->vertices; v++) {
        if (!bitmap_has(work->alive, v)) {
            continue;
        }
        for (uint64_t edge = part->offsets[v]; edge < part->offsets[v + 1]; edge++) {
            if (part_is_live(work, edge)) {
                *edges++ = count;
                *edges++ = part->targets[edge];
            }
        }
        vertices[count++] = v;
    }
}

static int open_graph(const struct part_work *work, struct gathered_graph *gathered) {
    struct memory *memory = work->run->memory;
    const struct graph_gather *gather = &gathered->gather;
    gathered->offsets = memory_allocate_zeroed(memory, (gather->vertices + 1) * sizeof *gathered->offsets);
    gathered->targets = memory_allocate_array(memory, gather->edges, sizeof *gathered->targets);
    gathered->component = memory_allocate_array(memory, gather->vertices, sizeof *gathered->component);
    return gathered->offsets == NULL || gathered->targets == NULL || gathered->component == NULL
               ? error_memory(work->error, "to gather the rest of the graph")
               : 0;
}

/* The graph of all words: sources come in ascending order. Edges to vertices that are decided are left out.
 */
static struct digraph make_graph(const struct part_work *work, const struct gathered_graph *gathered) {
    const struct graph_gather *gather = &gathered->gather;
    uint64_t kept = 0;
    for (uint32_t r = 0; r < work->part->ranks; r++) {
        const uint64_t *edge = graph_gather_edges(gather, r), first = graph_gather_first(gather, r);
        for (uint64_t i = 0; i < gather->counts[2 * r + 1]; i++, edge += 2) {
            const uint64_t target = graph_gather_place(gather, edge[1]);
            if (target != UINT64_MAX) {
                gathered->offsets[first + edge[0] + 1]++;
                gathered->targets[kept++] = (uint32_t)target;
            }
        }
    }
    for (uint64_t v = 0; v < gather->vertices; v++) {
        gathered->offsets[v + 1] += gathered->offsets[v];
    }
    return (struct digraph){.vertices = gather->vertices,
                            .edges = kept,
                            .offsets = gathered->offsets,
                            .targets = gathered->targets};
}

static int decompose_gathered(struct part_work *work, struct gathered_graph *gathered) {
    const struct scc_options options = {.algorithm = SCC_TARJAN};
    struct scc_report report;
    if (open_graph(work, gathered) != 0) {
        return -1;
    }
    const struct digraph graph = make_graph(work, gathered);
    if (scc_cpu(&graph, &options, work->run, gathered->component, &report, work->error) != 0) {
        return -1;
    }
    uint64_t place = graph_gather_first(&gathered->gather, work->part->rank);
    for (uint64_t v = 0; v < work->part->vertices; v++) {
        if (bitmap_has(work->alive, v)) {
            work->component[v] = graph_gather_vertex(&gathered->gather, gathered->component[place++]);
            bitmap_clear(work->alive, v);
        }
    }
    return 0;
}

int part_gather(struct part_work *work) {
    struct memory *memory = work->run->memory;
    struct gathered_graph gathered = {.offsets = NULL};
    int failed = open_gathered(work, &gathered);
    if (!failed) {
        fill_own(work, &gathered);
        graph_gather_share(&gathered.gather);
        failed = graph_gather_agree(&gathered.gather, decompose_gathered(work, &gathered));
    }
    memory_free(memory, gathered.offsets, (gathered.gather.vertices + 1) * sizeof *gathered.offsets);
    memory_free(memory, gathered.targets, gathered.gather.edges * sizeof *gathered.targets);
    memory_free(memory, gathered.component, gathered.gather.vertices * sizeof *gathered.component);
    graph_gather_close(&gathered.gather);
    return failed ? -1 : 0;
}
