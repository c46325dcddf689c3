/* heddle bench scc: strongly connected components of graphs of many kinds, by every algorithm. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/decomposition.h"
#include "bench/scc_families.h"
#include "bench/subject.h"
#include "explorer/graph/graph.h"

/* Tarjan's algorithm runs on the renumbered graph, too, if it took at most this many seconds on the natural
 * one. */
#define TARJAN_SECONDS 0.3

static const struct statistic_row columns[] = {
    DECOMPOSITION_COLUMN("graph", "graph", TEXT, name),
    DECOMPOSITION_COLUMN("scrambled", "mix", TRUTH, scrambled),
    DECOMPOSITION_COLUMN("vertices", "states", ROUGH, vertices),
    DECOMPOSITION_COLUMN("edges", "edges", ROUGH, edges),
    DECOMPOSITION_COLUMN("components", "SCCs", ROUGH, sccs),
    DECOMPOSITION_COLUMN("largest", "largest", ROUGH, largest),
    DECOMPOSITION_TIMES,
    DECOMPOSITION_COLUMN("published_seconds", NULL, NUMBER, published),
    DECOMPOSITION_COLUMN("times_published", "x ECL", NUMBER, times_published),
    DECOMPOSITION_COLUMN("times_tarjan", NULL, NUMBER, times_tarjan),
    DECOMPOSITION_COLUMN("exact", "exact", TRUTH, exact),
    DECOMPOSITION_COLUMN("outcome", NULL, TEXT, outcome),
};

/* --- options --- */

/* clang-format off */
#define VARIANTS(VARIANT)                                                                                    \
    VARIANT(0, "f01_ms", "F0,1", .scc = {.algorithm = SCC_FBT})                                              \
    VARIANT(1, "f07_ms", "F0,7", .scc = {.algorithm = SCC_FBT, .out_degree_bound = 7})                       \
    VARIANT(2, "f31_ms", "F3,1", .scc = {.algorithm = SCC_FBT, .cache_rounds = 3})                           \
    VARIANT(3, "f37_ms", "F3,7", .scc = {.algorithm = SCC_FBT, .cache_rounds = 3, .out_degree_bound = 7})    \
    VARIANT(4, "f07_no_hybrid_ms", "F0,7-nh", .scc = {.algorithm = SCC_FBT, .out_degree_bound = 7, .separate_searches = 1}) \
    VARIANT(5, "f07_single_pivots_ms", "F0,7-sp", .scc = {.algorithm = SCC_FBT, .out_degree_bound = 7, .single_pivots = 1}) \
    VARIANT(6, "b07_ms", "B0,7", .scc = {.algorithm = SCC_BFBT, .out_degree_bound = 7})                      \
    VARIANT(7, "ecl_ms", "ecl", .scc = {.algorithm = SCC_ECL})                                               \
    VARIANT(8, "ecl_no_compression_ms", "ecl-nc", .scc = {.algorithm = SCC_ECL, .no_compression = 1})        \
    VARIANT(9, "ecl_synchronous_ms", "ecl-sy", .scc = {.algorithm = SCC_ECL, .synchronous = 1})

static const struct mec_options variants[] = {VARIANTS(DECOMPOSITION_OPTIONS)};

static const struct statistic_row option_columns[] = {
    DECOMPOSITION_COLUMN("graph", "graph", TEXT, name),
    VARIANTS(DECOMPOSITION_VARIANT)
    DECOMPOSITION_COLUMN("exact", "exact", TRUTH, exact),
};
/* clang-format on */

static const struct bench_table tables[] = {
    {"published",
     "Strongly connected components, from compressed rows where the engine has them: milliseconds (Tarjan:\n"
     "seconds, once, on the host). mix: vertices numbered at random. x ECL: times as fast as ECL-SCC\n"
     "1.0 on an H200 (on the graph in natural numbers) is auto.",
     columns, LENGTH(columns)},
    {"meshes", "The same of graphs of the kinds of ECL-SCC's meshes.", columns, LENGTH(columns)},
    {"power_law", "The same of graphs whose degrees follow a power law.", columns, LENGTH(columns)},
    {"shapes", "The same of graphs with skewed degrees, or in which components follow one another far.",
     columns, LENGTH(columns)},
    {"states", "The same of state spaces: processes that share variables, tokens on a ring, random tables.",
     columns, LENGTH(columns)},
    {"options",
     "Options, in milliseconds. FC,B: fbt with C rounds in caches and rows interleaved up to out-degree B "
     "(1: not),\nB: bfbt; nh: no hybrid search; sp: single pivots; nc: no path compression; sy: synchronous "
     "blocks.",
     option_columns, LENGTH(option_columns)},
};

/* --- one graph --- */

/* The part that is measured. */
struct part {
    struct bench *bench;
    int of_options;
    /* Sums of logarithms of the ratios of all its graphs, for their geometric means. */
    double published, tarjan;
    unsigned published_count, tarjan_count;
};

static int measure(struct part *part, struct bench_decomposition *work, int with_tarjan) {
    struct decomposition_line *line = &work->line;
    if (decomposition_measure(work, variants, part->of_options ? LENGTH(variants) : 0, with_tarjan) != 0) {
        return -1;
    }
    double ours = line->seconds[SCC_AUTO];
    if (ours > 0 && line->published > 0) {
        line->times_published = line->published / ours;
        part->published += log(line->times_published);
        part->published_count++;
    }
    if (line->times_tarjan > 0) {
        part->tarjan += log(line->times_tarjan);
        part->tarjan_count++;
    }
    return bench_line(part->bench, line);
}

/* Components in the numbers of `position`, from those in the old ones; `least` has room for all vertices. */
static void move_components(const struct bench_decomposition *from, const uint32_t *position, uint32_t *least,
                            struct bench_decomposition *to) {
    uint64_t vertices = from->graph->vertices;
    memset(least, 0xff, vertices * sizeof *least);
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        uint32_t *of = &least[from->expected[vertex]];
        *of = position[vertex] < *of ? position[vertex] : *of;
    }
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        to->expected[position[vertex]] = least[from->expected[vertex]];
    }
    to->known = from->known;
    to->line.sccs = from->line.sccs;
    to->line.largest = from->line.largest;
}

/* Measures the renumbered graph; `position` and `least` have room for all vertices. */
static int measure_renumbered(struct part *part, const struct bench_decomposition *natural,
                              uint32_t *position, uint32_t *least) {
    struct family_graph made;
    struct bench_decomposition work;
    if (digraph_scramble(natural->graph, 1, part->bench->run, position, &made, part->bench->error) != 0) {
        return -1;
    }
    int failed = decomposition_open(part->bench, &made.graph, &work);
    if (failed == 0) {
        work.must = natural->must;
        work.line.name = natural->line.name;
        work.line.published = natural->line.published;
        work.line.scrambled = 1;
        if (natural->known) {
            move_components(natural, position, least, &work);
        }
        failed = measure(part, &work, natural->line.tarjan <= TARJAN_SECONDS);
        decomposition_close(&work);
    }
    family_graph_free(&made);
    return failed;
}

static int measure_scrambled(struct part *part, const struct bench_decomposition *natural) {
    struct memory *memory = part->bench->run->memory;
    uint64_t bytes = natural->graph->vertices * sizeof(uint32_t);
    uint32_t *position = memory_allocate(memory, bytes), *least = memory_allocate(memory, bytes);
    int failed = position == NULL || least == NULL ? error_memory(part->bench->error, "to scramble a graph")
                                                   : measure_renumbered(part, natural, position, least);
    memory_free(memory, position, bytes);
    memory_free(memory, least, bytes);
    return failed;
}

static int measure_graph(struct part *part, const struct scc_family *family, const char *name,
                         const struct digraph *graph) {
    struct bench_decomposition natural;
    if (decomposition_open(part->bench, graph, &natural) != 0) {
        return -1;
    }
    natural.must = family->network.sizes[0] == 0          ? graph_family_components(&family->family)
                   : family->network.kind == NETWORK_RING ? 1
                                                          : 0;
    natural.line.name = name;
    natural.line.published = family->published > 0 ? family->published : -1;
    int failed =
        measure(part, &natural, 1) != 0 || (!part->of_options && measure_scrambled(part, &natural) != 0);
    decomposition_close(&natural);
    return failed ? -1 : 0;
}

/* --- families --- */

static int measure_states(struct part *part, const struct scc_family *family) {
    struct bench *bench = part->bench;
    struct network_shape shape = {.kind = family->network.kind,
                                  .size = family->network.sizes[bench_size(bench)],
                                  .groups = family->network.groups};
    char name[32];
    struct subject subject;
    struct graph *graph;
    if (subject_open(bench, &shape, &subject) != 0) {
        return -1;
    }
    snprintf(name, sizeof name, "%s-%u", family->name, shape.size);
    int failed = subject_graph(bench, &subject, &graph);
    if (failed == 0 && graph != NULL) {
        struct digraph view = {graph->vertices, graph->edges, graph->offsets, graph->targets, NULL, NULL};
        failed = measure_graph(part, family, name, &view);
    }
    graph_free(graph);
    subject_close(bench, &subject);
    return failed;
}

static int measure_family(struct part *part, const struct scc_family *full) {
    struct bench *bench = part->bench;
    struct scc_family family = scc_family_sized(full, bench_size(bench));
    struct family_graph made;
    int failed;
    if (family.network.sizes[0] != 0) {
        failed = measure_states(part, &family);
    } else {
        failed = graph_family_make(&family.family, bench->run, &made, bench->error);
        if (failed == 0) {
            failed = measure_graph(part, &family, family.name, &made.graph);
            family_graph_free(&made);
        }
    }
    return bench_pass_memory(bench, full->name, failed);
}

static int bench_part(struct bench *bench) {
    const struct bench_table *table = tables;
    while (strcmp(table->name, bench->part) != 0) {
        table++;
    }
    struct part part = {.bench = bench, .of_options = strcmp(bench->part, "options") == 0};
    const char *families = part.of_options ? "published" : bench->part;
    int failed = bench_begin(bench, table);
    for (unsigned i = 0; i < scc_family_count && failed == 0; i++) {
        failed = strcmp(scc_families[i].part, families) == 0 ? measure_family(&part, &scc_families[i]) : 0;
    }
    if (failed == 0 && part.tarjan_count > 0) {
        bench_note(bench, "auto is %.1f times as fast as Tarjan's algorithm (geometric mean of %u)",
                   exp(part.tarjan / part.tarjan_count), part.tarjan_count);
    }
    if (failed == 0 && part.published_count > 0) {
        bench_note(bench, "auto is %.2f times as fast as ECL-SCC 1.0 (geometric mean of %u)",
                   exp(part.published / part.published_count), part.published_count);
    }
    return failed;
}

const struct benchmark bench_scc = {"scc",
                                    {{"published", bench_part, {1, 120, 10, 120}, 0},
                                     {"meshes", bench_part, {1, 30, 10, 90}, 0},
                                     {"power_law", bench_part, {0.4, 12, 5, 60}, 0},
                                     {"shapes", bench_part, {1, 20, 5, 60}, 0},
                                     {"states", bench_part, {1, 30, 5, 60}, 0},
                                     {"options", bench_part, {1, 80, 5, 60}, 0}},
                                    0};
