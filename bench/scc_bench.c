/* heddle bench scc: strongly connected components of graphs of many kinds, by every algorithm. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/scc_families.h"
#include "bench/scc_subject.h"
#include "bench/subject.h"
#include "explorer/graph/graph.h"

/* Tarjan's algorithm runs on the renumbered graph, too, if it took at most so many seconds on the natural
 * one. */
#define TARJAN_SECONDS 0.3

const char *const bench_scc_parts[] = {"published", "meshes", "power_law", "options", NULL};

struct line {
    const char *graph, *outcome;
    uint64_t vertices, edges, components, largest;
    double rough[4]; /* the same, for people */
    struct scc_times times;
    double published, times_published, times_tarjan;
    double variants[10]; /* milliseconds */
    int scrambled, exact;
};

#define AT(member) offsetof(struct line, member)

static const struct statistic_row columns[] = {
    {"graph", "graph", NULL, STATISTIC_TEXT, AT(graph)},
    {"scrambled", "mix", NULL, STATISTIC_TRUTH, AT(scrambled)},
    {"vertices", NULL, NULL, STATISTIC_COUNT, AT(vertices)},
    {NULL, "states", NULL, STATISTIC_RATE, AT(rough[0])},
    {"edges", NULL, NULL, STATISTIC_COUNT, AT(edges)},
    {NULL, "edges", NULL, STATISTIC_RATE, AT(rough[1])},
    {"components", NULL, NULL, STATISTIC_COUNT, AT(components)},
    {NULL, "SCCs", NULL, STATISTIC_RATE, AT(rough[2])},
    {"largest", NULL, NULL, STATISTIC_COUNT, AT(largest)},
    {NULL, "largest", NULL, STATISTIC_RATE, AT(rough[3])},
    SCC_TIMES_ROWS(struct line),
    {"published_seconds", NULL, NULL, STATISTIC_NUMBER, AT(published)},
    {"times_published", "x ECL", NULL, STATISTIC_NUMBER, AT(times_published)},
    {"times_tarjan", NULL, NULL, STATISTIC_NUMBER, AT(times_tarjan)},
    {"exact", "exact", NULL, STATISTIC_TRUTH, AT(exact)},
    {"outcome", NULL, NULL, STATISTIC_TEXT, AT(outcome)},
};

/* --- options --- */

/* In the order of option_columns, which name them. */
static const struct scc_options variants[10] = {
    {.algorithm = SCC_FBT},
    {.algorithm = SCC_FBT, .out_degree_bound = 7},
    {.algorithm = SCC_FBT, .cache_rounds = 3},
    {.algorithm = SCC_FBT, .cache_rounds = 3, .out_degree_bound = 7},
    {.algorithm = SCC_FBT, .out_degree_bound = 7, .separate_searches = 1},
    {.algorithm = SCC_FBT, .out_degree_bound = 7, .single_pivots = 1},
    {.algorithm = SCC_BFBT, .out_degree_bound = 7},
    {.algorithm = SCC_ECL},
    {.algorithm = SCC_ECL, .no_compression = 1},
    {.algorithm = SCC_ECL, .synchronous = 1},
};

#define VARIANT(i, key, label)                                                                               \
    { key, label, NULL, STATISTIC_NUMBER, AT(variants[i]) }

static const struct statistic_row option_columns[] = {
    {"graph", "graph", NULL, STATISTIC_TEXT, AT(graph)},
    VARIANT(0, "f01_ms", "F0,1"),
    VARIANT(1, "f07_ms", "F0,7"),
    VARIANT(2, "f31_ms", "F3,1"),
    VARIANT(3, "f37_ms", "F3,7"),
    VARIANT(4, "f07_no_hybrid_ms", "F0,7-nh"),
    VARIANT(5, "f07_single_pivots_ms", "F0,7-sp"),
    VARIANT(6, "b07_ms", "B0,7"),
    VARIANT(7, "ecl_ms", "ecl"),
    VARIANT(8, "ecl_no_compression_ms", "ecl-nc"),
    VARIANT(9, "ecl_synchronous_ms", "ecl-sy"),
    {"exact", "exact", NULL, STATISTIC_TRUTH, AT(exact)},
};

/* --- one graph --- */

/* Geometric means of the ratios of all graphs of a table. */
struct means {
    double published, tarjan; /* sums of logarithms */
    unsigned published_count, tarjan_count;
};

/* A graph with its expected components. */
struct case_of {
    const struct scc_family *family;
    const struct digraph *graph;
    uint32_t *expected;
    int scrambled, known;         /* `expected` is filled */
    double tarjan_seconds;        /* of the graph in natural numbers */
    uint64_t components, largest; /* once they are known; renumbering does not change them */
    struct means *means;
};

static int count(struct case_of *of, const struct run *run, struct error *error) {
    struct component_counts counts = {0};
    int failed =
        of->components == 0 ? component_counts_make(of->graph, of->expected, run, &counts, error) : 0;
    if (failed == 0 && of->components == 0) {
        of->components = counts.components;
        of->largest = counts.largest;
    }
    component_counts_free(&counts, run->memory);
    return failed;
}

static struct line line_of(const struct case_of *of) {
    struct line line = {.graph = of->family->name,
                        .scrambled = of->scrambled,
                        .vertices = of->graph->vertices,
                        .edges = of->graph->edges,
                        .components = STATISTIC_ABSENT,
                        .largest = STATISTIC_ABSENT,
                        .rough = {(double)of->graph->vertices, (double)of->graph->edges, -1, -1},
                        .times = scc_times_none(),
                        .published = of->family->published > 0 ? of->family->published : -1,
                        .times_published = -1,
                        .times_tarjan = -1,
                        .exact = 1};
    return line;
}

/* The first result becomes the expected one; later results must equal it. */
static void check(struct case_of *of, const uint32_t *component, struct line *line) {
    uint64_t bytes = of->graph->vertices * sizeof *component;
    if (!of->known) {
        memcpy(of->expected, component, bytes);
        of->known = 1;
    } else if (memcmp(of->expected, component, bytes) != 0) {
        line->exact = 0;
    }
}

static int run_tarjan(struct scc_subject *subject, struct case_of *of, struct line *line) {
    struct scc_measure measure;
    if (of->scrambled && of->tarjan_seconds > TARJAN_SECONDS) {
        return 0;
    }
    if (scc_subject_tarjan(subject, &measure) != 0) {
        return -1;
    }
    line->times.tarjan = measure.seconds;
    if (!of->scrambled) {
        of->tarjan_seconds = measure.seconds;
    }
    if (measure.seconds >= 0) {
        check(of, subject->component, line);
    }
    return 0;
}

static int run_algorithm(struct scc_subject *subject, struct case_of *of, enum scc_algorithm algorithm,
                         struct line *line) {
    struct scc_options options = {.algorithm = algorithm};
    struct scc_measure measure;
    if (scc_subject_run(subject, &options, &measure) != 0) {
        return -1;
    }
    scc_times_take(&line->times, algorithm, &measure);
    if (measure.seconds >= 0) {
        check(of, subject->component, line);
    } else {
        line->outcome = "memory is spent";
    }
    return 0;
}

static void take_ratios(struct case_of *of, struct line *line) {
    double ours = line->times.seconds[SCC_AUTO];
    if (ours > 0 && line->published > 0) {
        line->times_published = line->published / ours;
        of->means->published += log(line->times_published);
        of->means->published_count++;
    }
    if (ours > 0 && line->times.tarjan > 0) {
        line->times_tarjan = line->times.tarjan / ours;
        of->means->tarjan += log(line->times_tarjan);
        of->means->tarjan_count++;
    }
}

/* Fills in the counts, and checks them against those known for such a graph. */
static int finish_line(struct bench *bench, struct case_of *of, struct line *line) {
    uint64_t known = graph_family_components(&of->family->family);
    known = of->family->nodes[0] != 0 ? 1 : known;
    if (!of->known) {
        line->exact = -1;
        return 0;
    }
    if (count(of, bench->run, bench->error) != 0) {
        return -1;
    }
    line->components = of->components;
    line->largest = of->largest;
    line->rough[2] = (double)of->components;
    line->rough[3] = (double)of->largest;
    line->exact = line->exact && (known == 0 || line->components == known);
    bench->wrong += line->exact == 0;
    return 0;
}

static int measure(struct bench *bench, struct case_of *of) {
    struct line line = line_of(of);
    struct scc_subject subject;
    if (scc_subject_open(bench, of->graph, &subject) != 0) {
        return -1;
    }
    int failed = run_tarjan(&subject, of, &line) != 0;
    for (int algorithm = SCC_ALGORITHMS - 1; algorithm >= 0 && !failed; algorithm--) {
        failed =
            algorithm != SCC_TARJAN && run_algorithm(&subject, of, (enum scc_algorithm)algorithm, &line) != 0;
    }
    scc_subject_close(&subject);
    if (failed) {
        return -1;
    }
    take_ratios(of, &line);
    return finish_line(bench, of, &line) != 0 ? -1 : bench_line(bench, &line);
}

static int measure_options(struct bench *bench, struct case_of *of) {
    struct line line = line_of(of);
    struct scc_subject subject;
    struct scc_measure measure = {0};
    if (scc_subject_open(bench, of->graph, &subject) != 0) {
        return -1;
    }
    int failed = run_tarjan(&subject, of, &line) != 0;
    for (unsigned i = 0; i < LENGTH(variants) && !failed; i++) {
        failed = scc_subject_run(&subject, &variants[i], &measure) != 0;
        line.variants[i] = measure.seconds * 1000;
        if (!failed && measure.seconds >= 0) {
            check(of, subject.component, &line);
        }
    }
    scc_subject_close(&subject);
    bench->wrong += !failed && line.exact == 0;
    return failed ? -1 : bench_line(bench, &line);
}

/* --- other numbers --- */

/* Components in the numbers of `position`, from those in the old ones; `least` has room for all vertices. */
static void move_components(const struct case_of *from, const uint32_t *position, uint32_t *least,
                            struct case_of *to) {
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
}

static int measure_scrambled(struct bench *bench, const struct case_of *natural) {
    struct memory *memory = bench->run->memory;
    uint64_t vertices = natural->graph->vertices, bytes = vertices * sizeof(uint32_t);
    struct family_graph made = {0};
    struct case_of scrambled = *natural;
    uint32_t *position = memory_allocate(memory, bytes), *least = memory_allocate(memory, bytes);
    scrambled.expected = memory_allocate(memory, bytes);
    scrambled.graph = &made.graph;
    scrambled.scrambled = 1;
    int failed;
    if (position == NULL || least == NULL || scrambled.expected == NULL) {
        failed = error_memory(bench->error, "to scramble a graph");
    } else {
        failed = digraph_scramble(natural->graph, 1, bench->run, position, &made, bench->error);
    }
    if (failed == 0) {
        if (natural->known) {
            move_components(natural, position, least, &scrambled);
        }
        failed = measure(bench, &scrambled);
    }
    family_graph_free(&made);
    memory_free(memory, position, bytes);
    memory_free(memory, least, bytes);
    memory_free(memory, scrambled.expected, bytes);
    return failed;
}

static int measure_graph(struct bench *bench, const struct scc_family *family, const struct digraph *graph,
                         int of_options, struct means *means) {
    struct memory *memory = bench->run->memory;
    uint64_t bytes = graph->vertices * sizeof(uint32_t);
    struct case_of natural = {.family = family, .graph = graph, .means = means};
    natural.expected = memory_allocate(memory, bytes);
    if (natural.expected == NULL) {
        return error_memory(bench->error, "for components");
    }
    int failed = of_options ? measure_options(bench, &natural)
                            : measure(bench, &natural) != 0 || measure_scrambled(bench, &natural) != 0;
    memory_free(memory, natural.expected, bytes);
    return failed ? -1 : 0;
}

/* --- all of them --- */

static int measure_ring(struct bench *bench, struct scc_family *family, int of_options, struct means *means) {
    struct network_shape shape = {.kind = NETWORK_RING, .size = family->nodes[bench_size(bench)]};
    char name[32];
    struct subject subject;
    struct graph *graph;
    if (subject_open(bench, &shape, &subject) != 0) {
        return -1;
    }
    snprintf(name, sizeof name, "ring-%u", shape.size);
    family->name = name;
    int failed = subject_graph(bench, &subject, &graph);
    if (failed == 0 && graph != NULL) {
        struct digraph view = {graph->vertices, graph->edges, graph->offsets, graph->targets, NULL, NULL};
        failed = measure_graph(bench, family, &view, of_options, means);
    }
    graph_free(graph);
    subject_close(bench, &subject);
    return failed;
}

static int measure_family(struct bench *bench, const struct scc_family *full, int of_options,
                          struct means *means) {
    struct scc_family family = scc_family_sized(full, bench_size(bench));
    struct family_graph made;
    int failed;
    if (family.nodes[0] != 0) {
        failed = measure_ring(bench, &family, of_options, means);
    } else if (graph_family_make(&family.family, bench->run, &made, bench->error) != 0) {
        failed = -1;
    } else {
        failed = measure_graph(bench, &family, &made.graph, of_options, means);
        family_graph_free(&made);
    }
    if (failed != 0 && bench->error->code == ERROR_MEMORY) {
        bench->stopped++;
        bench_note(bench, "%s: %s", full->name, bench->error->text);
        bench->error->code = ERROR_NONE;
        return 0;
    }
    return failed;
}

static int measure_part(struct bench *bench, const struct bench_table *table) {
    int of_options = strcmp(table->name, "options") == 0;
    struct means means = {0};
    if (!bench_wants(bench, table->name)) {
        return 0;
    }
    if (bench_begin(bench, table) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < scc_family_count; i++) {
        if (strcmp(scc_families[i].part, of_options ? "published" : table->name) == 0 &&
            measure_family(bench, &scc_families[i], of_options, &means) != 0) {
            return -1;
        }
    }
    if (means.tarjan_count > 0) {
        bench_note(bench, "auto is %.1f times as fast as Tarjan's algorithm (geometric mean of %u)",
                   exp(means.tarjan / means.tarjan_count), means.tarjan_count);
    }
    if (means.published_count > 0) {
        bench_note(bench, "auto is %.2f times as fast as ECL-SCC 1.0 (geometric mean of %u)",
                   exp(means.published / means.published_count), means.published_count);
    }
    return 0;
}

int bench_scc(struct bench *bench) {
    static const struct bench_table tables[] = {
        {"published",
         "Strongly connected components, from compressed rows where the engine has them: milliseconds "
         "(Tarjan:\n"
         "seconds, once, on the host). mix: vertices numbered at random. x ECL: times as fast as ECL-SCC\n"
         "1.0 on an H200 (on the graph in natural numbers) is auto.",
         columns, LENGTH(columns)},
        {"meshes", "The same of graphs of the kinds of ECL-SCC's meshes.", columns, LENGTH(columns)},
        {"power_law", "The same of graphs whose degrees follow a power law.", columns, LENGTH(columns)},
        {"options",
         "Options, in milliseconds. FC,B: fbt with C rounds in caches and rows interleaved up to out-degree "
         "B "
         "(1: not),\nB: bfbt; nh: no hybrid search; sp: single pivots; nc: no path compression; sy: "
         "synchronous blocks.",
         option_columns, LENGTH(option_columns)},
    };
    for (unsigned i = 0; i < LENGTH(tables); i++) {
        if (measure_part(bench, &tables[i]) != 0) {
            return -1;
        }
    }
    return 0;
}
