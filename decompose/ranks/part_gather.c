/* What little is left of a graph of several ranks: each has all of it, and decides it alone (part_scc.h). */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/sort.h"
#include "decompose/ranks/part_scc_internal.h"
#include "decompose/scc/scc.h"

/* A rank has at most `most_vertices` and `most_edges`, and its parts of the arrays are of that length. */
struct gathered {
    uint64_t *counts; /* [2 * ranks] vertices and edges of each rank */
    uint64_t vertices, edges, most_vertices, most_edges;
    uint64_t *own, own_words, *all, all_words; /* what this rank shows, and what all do */
    uint32_t *members;                         /* [ranks * most_vertices] their own numbers, ascending */
    uint64_t *offsets;                         /* [vertices + 1] */
    uint32_t *targets, *component;             /* [edges], [vertices] */
};

static uint64_t degree_of(const struct part_work *work, uint64_t vertex) {
    const struct graph_part *part = work->part;
    uint64_t count = 0;
    for (uint64_t edge = part->offsets[vertex]; edge < part->offsets[vertex + 1]; edge++) {
        count += (uint64_t)part_is_live(work, edge);
    }
    return count;
}

static void count_all(struct part_work *work, struct gathered *gathered) {
    const struct graph_part *part = work->part;
    uint64_t own[2] = {0, 0};
    for (uint64_t v = 0; v < part->vertices; v++) {
        if (bitmap_has(work->alive, v)) {
            own[0]++;
            own[1] += degree_of(work, v);
        }
    }
    ranks_gather(work->run->ranks, own, gathered->counts, 2);
    for (uint32_t r = 0; r < part->ranks; r++) {
        const uint64_t *theirs = gathered->counts + 2 * r;
        gathered->vertices += theirs[0];
        gathered->edges += theirs[1];
        gathered->most_vertices = theirs[0] > gathered->most_vertices ? theirs[0] : gathered->most_vertices;
        gathered->most_edges = theirs[1] > gathered->most_edges ? theirs[1] : gathered->most_edges;
    }
}

static int open_gathered(struct part_work *work, struct gathered *gathered) {
    struct memory *memory = work->run->memory;
    const uint64_t ranks = work->part->ranks;
    gathered->own_words = gathered->most_vertices + 2 * gathered->most_edges;
    gathered->all_words = ranks * gathered->own_words;
    gathered->own = memory_allocate_zeroed(memory, gathered->own_words * sizeof *gathered->own);
    gathered->all = memory_allocate_array(memory, gathered->all_words, sizeof *gathered->all);
    gathered->members =
        memory_allocate_array(memory, ranks * gathered->most_vertices, sizeof *gathered->members);
    gathered->offsets = memory_allocate_array(memory, gathered->vertices + 1, sizeof *gathered->offsets);
    gathered->targets = memory_allocate_array(memory, gathered->edges, sizeof *gathered->targets);
    gathered->component = memory_allocate_array(memory, gathered->vertices, sizeof *gathered->component);
    return gathered->own == NULL || gathered->all == NULL || gathered->members == NULL ||
                   gathered->offsets == NULL || gathered->targets == NULL || gathered->component == NULL
               ? error_memory(work->error, "to gather the rest of the graph")
               : 0;
}

/* This rank's words: its vertices, then for each edge the source, by its place among them, and the target. */
static void fill_own(const struct part_work *work, struct gathered *gathered) {
    const struct graph_part *part = work->part;
    uint64_t count = 0, *out = gathered->own + gathered->most_vertices;
    for (uint64_t v = 0; v < part->vertices; v++) {
        if (!bitmap_has(work->alive, v)) {
            continue;
        }
        for (uint64_t edge = part->offsets[v]; edge < part->offsets[v + 1]; edge++) {
            if (part_is_live(work, edge)) {
                *out++ = count;
                *out++ = part->targets[edge];
            }
        }
        gathered->own[count++] = v;
    }
}

/* The place among all of a vertex; UINT64_MAX: it is decided. */
static uint64_t place_of(const struct gathered *gathered, uint64_t vertex) {
    const uint32_t rank = graph_part_rank(vertex);
    const uint64_t count = gathered->counts[2 * rank];
    const uint64_t at = sort_find(gathered->members + rank * gathered->most_vertices, count,
                                  (uint32_t)graph_part_index(vertex));
    uint64_t before = 0;
    for (uint32_t r = 0; r < rank; r++) {
        before += gathered->counts[2 * r];
    }
    return at < count ? before + at : UINT64_MAX;
}

/* The graph of all words: sources come in ascending order. Edges to vertices that are decided are left out.
 */
static struct digraph make_graph(const struct part_work *work, struct gathered *gathered) {
    const uint32_t ranks = work->part->ranks;
    uint64_t base = 0, kept = 0;
    for (uint32_t r = 0; r < ranks; r++) {
        for (uint64_t i = 0; i < gathered->counts[2 * r]; i++) {
            gathered->members[r * gathered->most_vertices + i] =
                (uint32_t)gathered->all[r * gathered->own_words + i];
        }
    }
    memset(gathered->offsets, 0, (gathered->vertices + 1) * sizeof *gathered->offsets);
    for (uint32_t r = 0; r < ranks; r++) {
        const uint64_t *edge = gathered->all + r * gathered->own_words + gathered->most_vertices;
        for (uint64_t i = 0; i < gathered->counts[2 * r + 1]; i++, edge += 2) {
            const uint64_t target = place_of(gathered, edge[1]);
            if (target != UINT64_MAX) {
                gathered->offsets[base + edge[0] + 1]++;
                gathered->targets[kept++] = (uint32_t)target;
            }
        }
        base += gathered->counts[2 * r];
    }
    for (uint64_t v = 0; v < gathered->vertices; v++) {
        gathered->offsets[v + 1] += gathered->offsets[v];
    }
    return (struct digraph){.vertices = gathered->vertices,
                            .edges = kept,
                            .offsets = gathered->offsets,
                            .targets = gathered->targets};
}

/* The vertex at a place. */
static uint64_t vertex_at(const struct gathered *gathered, uint64_t place) {
    uint32_t rank = 0;
    for (; place >= gathered->counts[2 * rank]; rank++) {
        place -= gathered->counts[2 * rank];
    }
    return graph_part_vertex(rank, gathered->members[rank * gathered->most_vertices + place]);
}

static int decide(struct part_work *work, struct gathered *gathered) {
    const struct digraph graph = make_graph(work, gathered);
    const struct scc_options options = {.algorithm = SCC_TARJAN};
    struct scc_report report;
    uint64_t place = 0;
    if (scc_cpu(&graph, &options, work->run, gathered->component, &report, work->error) != 0) {
        return -1;
    }
    for (uint32_t r = 0; r < work->part->rank; r++) {
        place += gathered->counts[2 * r];
    }
    for (uint64_t v = 0; v < work->part->vertices; v++) {
        if (bitmap_has(work->alive, v)) {
            work->component[v] = vertex_at(gathered, gathered->component[place++]);
            bitmap_clear(work->alive, v);
        }
    }
    return 0;
}

static int agree(struct part_work *work, int failed) {
    mail_begin(work->mail, NULL, NULL);
    return mail_end(work->mail, failed, NULL, 0);
}

static int gather(struct part_work *work, struct gathered *gathered) {
    count_all(work, gathered);
    if (agree(work, open_gathered(work, gathered)) != 0) {
        return -1;
    }
    fill_own(work, gathered);
    ranks_gather(work->run->ranks, gathered->own, gathered->all, gathered->own_words);
    return agree(work, decide(work, gathered));
}

int part_gather(struct part_work *work) {
    struct memory *memory = work->run->memory;
    const uint64_t ranks = work->part->ranks;
    struct gathered gathered = {0};
    gathered.counts = memory_allocate_array(memory, 2 * ranks, sizeof *gathered.counts);
    const int failed =
        agree(work, gathered.counts == NULL ? error_memory(work->error, "to gather the rest of the graph")
                                            : 0) != 0 ||
        gather(work, &gathered) != 0;
    memory_free(memory, gathered.own, gathered.own_words * sizeof *gathered.own);
    memory_free(memory, gathered.all, gathered.all_words * sizeof *gathered.all);
    memory_free(memory, gathered.members, ranks * gathered.most_vertices * sizeof *gathered.members);
    memory_free(memory, gathered.offsets, (gathered.vertices + 1) * sizeof *gathered.offsets);
    memory_free(memory, gathered.targets, gathered.edges * sizeof *gathered.targets);
    memory_free(memory, gathered.component, gathered.vertices * sizeof *gathered.component);
    memory_free(memory, gathered.counts, 2 * ranks * sizeof *gathered.counts);
    return failed ? -1 : 0;
}
