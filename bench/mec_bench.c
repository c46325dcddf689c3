/* heddle bench mec: maximal end components of networks that are Markov decision processes. */
#include <assert.h>
#include <stdio.h>

#include "base/array.h"
#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/decomposition.h"
#include "bench/mdp_networks.h"
#include "bench/prism_model.h"
#include "bench/scc_families.h"
#include "bench/subject.h"
#include "model/mdp.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"

/* Tarjan's algorithm takes too long on larger graphs; the others are compared with one another then. */
#define TARJAN_EDGES ((uint64_t)1 << 31)
#define TARJAN_PRISM_EDGES ((uint64_t)1 << 27) /* of PRISM models, whose graphs are large on a GPU */

#define NAME 32
/* What both kinds of tables begin with. heading: of the choices; NULL: only in CSV. */
#define FIRST_COLUMNS(heading)                                                                               \
    DECOMPOSITION_COLUMN("network", "model", TEXT, name),                                                    \
        DECOMPOSITION_COLUMN("states", "states", ROUGH, vertices),                                           \
        DECOMPOSITION_COLUMN("choices", heading, ROUGH, choices),                                            \
        DECOMPOSITION_COLUMN("edges", "edges", ROUGH, edges),                                                \
        DECOMPOSITION_COLUMN("sccs", "SCCs", ROUGH, sccs),                                                   \
        DECOMPOSITION_COLUMN("mecs", "MECs", ROUGH, mecs),                                                   \
        DECOMPOSITION_COLUMN("states_in_mecs", NULL, COUNT, inside), DECOMPOSITION_TIMES

static const struct statistic_row columns[] = {
    FIRST_COLUMNS("choices"),
    DECOMPOSITION_COLUMN("times_tarjan", "times", NUMBER, times_tarjan),
    DECOMPOSITION_COLUMN("exact", "exact", TRUTH, exact),
    DECOMPOSITION_COLUMN("outcome", NULL, TEXT, outcome),
};

/* Of graphs, also how often auto finds SCCs, and how long that takes once. */
static const struct statistic_row graph_columns[] = {
    FIRST_COLUMNS(NULL),
    DECOMPOSITION_COLUMN("rounds", "rounds", COUNT, rounds),
    DECOMPOSITION_COLUMN("scc_seconds", "of SCCs", MILLI, scc_seconds),
    DECOMPOSITION_COLUMN("times_tarjan", NULL, NUMBER, times_tarjan),
    DECOMPOSITION_COLUMN("exact", "exact", TRUTH, exact),
    DECOMPOSITION_COLUMN("outcome", NULL, TEXT, outcome),
};

/* Of PRISM models, also the size of the article's graph. */
static const struct statistic_row prism_columns[] = {
    FIRST_COLUMNS(NULL),
    DECOMPOSITION_COLUMN("constants", NULL, TEXT, constants),
    DECOMPOSITION_COLUMN("published_states", "published", RATE, published_vertices),
    DECOMPOSITION_COLUMN("published_edges", NULL, RATE, published_edges),
    DECOMPOSITION_COLUMN("exact", "exact", TRUTH, exact),
    DECOMPOSITION_COLUMN("outcome", NULL, TEXT, outcome),
};

/* clang-format off */
#define VARIANTS(VARIANT)                                                                                    \
    VARIANT(0, "f01_ms", "F0,1", .scc = {.algorithm = SCC_FBT})                                              \
    VARIANT(1, "f07_ms", "F0,7", .scc = {.algorithm = SCC_FBT, .out_degree_bound = 7})                       \
    VARIANT(2, "f07_single_pivots_ms", "F0,7-sp", .scc = {.algorithm = SCC_FBT, .out_degree_bound = 7, .single_pivots = 1}) \
    VARIANT(3, "f07_j_ms", "F0,7-j", .scc = {.algorithm = SCC_FBT, .out_degree_bound = 7}, .pivots_from_j = 1) \
    VARIANT(4, "f07_single_pivots_j_ms", "F0,7-sp-j", .scc = {.algorithm = SCC_FBT, .out_degree_bound = 7, .single_pivots = 1}, .pivots_from_j = 1) \
    VARIANT(5, "b07_ms", "B0,7", .scc = {.algorithm = SCC_BFBT, .out_degree_bound = 7})                      \
    VARIANT(6, "b07_j_ms", "B0,7-j", .scc = {.algorithm = SCC_BFBT, .out_degree_bound = 7}, .pivots_from_j = 1) \
    VARIANT(7, "ecl_ms", "ecl", .scc = {.algorithm = SCC_ECL})

static const struct mec_options variants[] = {VARIANTS(DECOMPOSITION_OPTIONS)};

static const struct statistic_row option_columns[] = {
    DECOMPOSITION_COLUMN("network", "model", TEXT, name),
    VARIANTS(DECOMPOSITION_VARIANT)
    DECOMPOSITION_COLUMN("exact", "exact", TRUTH, exact),
};
/* clang-format on */

/* An MDP to decompose. */
struct measured {
    const struct mdp *mdp;
    const char *name;
    const char *constants; /* of a PRISM model, or NULL */
    int of_options;
    uint64_t components;                        /* that there must be; 0: unknown */
    double published_vertices, published_edges; /* 0: none */
};

static uint64_t most_tarjan_edges(const struct measured *measured) {
    return measured->constants != NULL ? TARJAN_PRISM_EDGES : TARJAN_EDGES;
}

static int measure(struct bench *bench, const struct measured *measured) {
    struct digraph graph = mdp_digraph(measured->mdp);
    int of_options = measured->of_options;
    struct bench_decomposition work;
    if (decomposition_open(bench, &graph, &work) != 0) {
        return -1;
    }
    work.into_mecs = 1;
    work.must = measured->components;
    work.line.name = measured->name;
    work.line.constants = measured->constants;
    work.line.choices = measured->mdp->choices;
    if (measured->published_vertices > 0) {
        work.line.published_vertices = measured->published_vertices;
        work.line.published_edges = measured->published_edges;
    }
    int failed = decomposition_measure(&work, variants, of_options ? LENGTH(variants) : 0,
                                       graph.edges <= most_tarjan_edges(measured));
    decomposition_close(&work);
    return failed != 0 ? -1 : bench_line(bench, &work.line);
}

/* --- networks --- */

static int write_network(const void *network, const char *folder, struct error *error) {
    return mdp_network_write(network, folder, error);
}

/* The MDP of the subject; NULL without an error if memory runs out. */
static int make_mdp(struct bench *bench, const struct subject *subject, struct mdp **mdp) {
    struct graph *graph;
    *mdp = NULL;
    int failed = subject_graph(bench, subject, &graph);
    if (failed == 0 && graph != NULL) {
        *mdp = mdp_from_graph(graph, subject->network, 0, bench->run, bench->error);
        failed = *mdp == NULL ? -1 : 0;
    }
    graph_free(graph);
    return failed;
}

/* Measures the MDP of the subject, which it closes. */
static int measure_subject(struct bench *bench, struct subject *subject, struct measured *measured) {
    struct mdp *mdp;
    int failed = make_mdp(bench, subject, &mdp);
    subject_close(bench, subject);
    if (failed == 0 && mdp != NULL) {
        measured->mdp = mdp;
        failed = measure(bench, measured);
    }
    mdp_free(mdp);
    return failed;
}

static int measure_network(struct bench *bench, const struct mdp_network *network, int of_options) {
    static const char *const names[] = {"phil", "coin", "leader", "tas", "zero"};
    char name[NAME];
    struct subject subject;
    struct measured measured = {.name = name, .of_options = of_options};
    snprintf(name, sizeof name, network->bound != 0 ? "%s-%u-%u" : "%s-%u", names[network->kind],
             network->size, network->bound);
    int failed =
        subject_open_written(bench, write_network, network, mdp_network_counts(network), &subject) != 0
            ? -1
            : measure_subject(bench, &subject, &measured);
    return bench_pass_memory(bench, name, failed);
}

/* clang-format off */
static const struct mdp_network networks[BENCH_SIZES][5] = { /* by bench_size */
    {{MDP_PHILOSOPHERS, 4, 0}, {MDP_COIN, 2, 1}, {MDP_LEADER, 3, 0}, {MDP_TEST_AND_SET, 3, 0}, {MDP_ZEROCONF, 2, 2}},
    {{MDP_PHILOSOPHERS, 7, 0}, {MDP_COIN, 5, 3}, {MDP_LEADER, 5, 0}, {MDP_TEST_AND_SET, 6, 0}, {MDP_ZEROCONF, 4, 2}},
    {{MDP_PHILOSOPHERS, 8, 0}, {MDP_COIN, 6, 3}, {MDP_LEADER, 6, 0}, {MDP_TEST_AND_SET, 7, 0}, {MDP_ZEROCONF, 4, 3}},
    {{MDP_PHILOSOPHERS, 9, 0}, {MDP_COIN, 7, 3}, {MDP_LEADER, 7, 0}, {MDP_TEST_AND_SET, 8, 0}, {MDP_ZEROCONF, 4, 4}},
};
/* clang-format on */

static const struct mdp_network large[] = {{MDP_COIN, 8, 3}, {MDP_TEST_AND_SET, 9, 0}};

static int measure_networks(struct bench *bench, const struct bench_table *table,
                            const struct mdp_network *list, unsigned count) {
    int failed = bench_begin(bench, table);
    for (unsigned i = 0; i < count && failed == 0; i++) {
        failed = measure_network(bench, &list[i], table->columns == option_columns);
    }
    return failed;
}

static int bench_networks(struct bench *bench) {
    static const struct bench_table table = {"networks",
                                             "Maximal end components, from compressed rows where the engine "
                                             "has them: milliseconds (Tarjan: seconds,\n"
                                             "once, on the host). times: how much faster than with Tarjan "
                                             "auto is. tas: test and set; zero: zeroconf.",
                                             columns, LENGTH(columns)};
    return measure_networks(bench, &table, networks[bench_size(bench)], LENGTH(networks[0]));
}

static int bench_options(struct bench *bench) {
    static const struct bench_table table = {
        "options",
        "Options, in milliseconds. FC,B: fbt with C rounds in caches and rows interleaved up to out-degree "
        "B\n"
        "(1: not), B: bfbt; sp: single pivots; j: pivots from the set J.",
        option_columns, LENGTH(option_columns)};
    unsigned size = bench_size(bench);
    return measure_networks(bench, &table, networks[size - (size + 1 == BENCH_SIZES)], LENGTH(networks[0]));
}

static int bench_large(struct bench *bench) {
    static const struct bench_table table = {
        "large",
        "Maximal end components of larger networks: with Tarjan they take a minute each on the host.",
        columns, LENGTH(columns)};
    return measure_networks(bench, &table, large, LENGTH(large));
}

/* --- PRISM models --- */

#define PRISM_MODELS 10u

/* The models of Table 2 of the article (Wijs, Katoen, Bosnacki 2016), as examples/prism has them, in its
 * order.
 */
struct mdp_model {
    struct prism_subject subject;
    uint64_t components;
};

static const struct {
    double vertices, edges;
} published[PRISM_MODELS] = {{12.6e6, 28.1e6},   {11.0e6, 98.5e6},  {42.9e6, 279.4e6}, {51.4e6, 468.5e6},
                             {68.7e6, 280.5e6},  {72.9e6, 425.6e6}, {87.9e6, 583.0e6}, {76.2e6, 653.7e6},
                             {118.6e6, 273.5e6}, {129.3e6, 293.6e6}};

/* clang-format off */
static const struct mdp_model prism_models[3][PRISM_MODELS] = { /* quick; on the CPU; on a GPU */
    {{{"wlan", "BOFF=0,TRANS_TIME_MAX=10", {4952, 8856, 0, 0}}, 1},
     {{"philosophers-3", "", {956, 3696, 0, 0}}, 1},
     {{"cryptographers-3", "", {380, 776, 0, 0}}, 32},
     {{"test_and_set-3", "", {463, 1714, 0, 0}}, 8},
     {{"itai_rodeh-3", "", {812, 1737, 0, 0}}, 3},
     {{"philosophers_timed-3", "K=3", {6694, 18236, 0, 0}}, 1},
     {{"coin-3", "K=4", {5216, 13380, 0, 0}}, 24},
     {{"mutual-3", "", {637, 2520, 0, 0}}, 1},
     {{"zeroconf_dl", "N=1000,K=1,reset=true,second=1,T=10", {1551, 2226, 0, 0}}, 121},
     {{"firewire_dl", "deadline=100,delay=3", {11598, 16070, 0, 0}}, 373}},
    {{{"wlan", "BOFF=2,TRANS_TIME_MAX=100", {166533, 362387, 0, 0}}, 1},
     {{"philosophers-5", "", {93068, 599600, 0, 0}}, 1},
     {{"cryptographers-6", "", {63063, 246820, 0, 0}}, 448},
     {{"test_and_set-6", "", {217762, 1649401, 0, 0}}, 64},
     {{"itai_rodeh-5", "", {149640, 494605, 0, 0}}, 5},
     {{"philosophers_timed-4", "K=6", {351940, 1609436, 0, 0}}, 1},
     {{"coin-4", "K=16", {166016, 559072, 0, 0}}, 64},
     {{"mutual-6", "", {319333, 2506644, 0, 0}}, 1},
     {{"zeroconf_dl", "N=1000,K=6,reset=false,second=10,T=200", {1442953, 2547497, 0, 0}}, 9638},
     {{"firewire_dl", "deadline=200,delay=36", {2261506, 4096570, 0, 0}}, 40038}},
    {{{"wlan", "BOFF=6,TRANS_TIME_MAX=100", {19598335, 41357610, 0, 0}}, 1},
     {{"philosophers-7", "", {9043420, 81568144, 0, 0}}, 1},
     {{"cryptographers-10", "", {42906171, 279384204, 0, 0}}, 11264},
     {{"test_and_set-8", "", {12346584, 125091057, 0, 0}}, 256},
     {{"itai_rodeh-7", "", {30330186, 135881928, 0, 0}}, 7},
     {{"philosophers_timed-5", "K=10", {14066598, 87182780, 0, 0}}, 1},
     {{"coin-8", "K=3", {87887872, 583015424, 0, 0}}, 2048},
     {{"mutual-8", "", {18941489, 197650320, 0, 0}}, 1},
     {{"zeroconf_dl", "N=1000,K=6,reset=false,second=10,T=1000", {6771235, 11649425, 0, 0}}, 3668},
     {{"firewire_dl", "deadline=800,delay=36", {39260738, 67900524, 0, 0}}, 64359}}};
/* clang-format on */

static int measure_prism(struct bench *bench, const struct mdp_model *model, unsigned at) {
    struct subject subject;
    struct measured measured = {.name = model->subject.text,
                                .constants = model->subject.constants,
                                .components = model->components,
                                .published_vertices = published[at].vertices,
                                .published_edges = published[at].edges};
    int failed = prism_subject_open(bench, &model->subject, &subject) != 0
                     ? -1
                     : measure_subject(bench, &subject, &measured);
    return bench_pass_memory(bench, measured.name, failed);
}

static int bench_prism_models(struct bench *bench) {
    static const struct bench_table table = {
        "prism",
        "Maximal end components of PRISM models (examples/prism), those of Table 2 of the article, in its\n"
        "order: milliseconds (Tarjan: seconds). published: states and edges of the article's graph, which "
        "is\n"
        "often larger, or of another text; coin-8 and cryptographers-10 have its states and edges.",
        prism_columns, LENGTH(prism_columns)};
    int failed = bench_begin(bench, &table);
    const unsigned size = bench->quick ? 0 : 1 + (bench->backend->on_device != 0);
    for (unsigned i = 0; i < PRISM_MODELS && failed == 0; i++) {
        for (unsigned s = 0; s < LENGTH(prism_models); s++) {
            assert(prism_subject_exists(&prism_models[s][i].subject));
        }
        failed = measure_prism(bench, &prism_models[size][i], i);
    }
    return failed;
}

/* --- graphs --- */

/* Marks the choices of a graph: two edges of a row each, one after the other. Returns NULL if memory runs
 * out. */
static uint32_t *pair_edges(const struct digraph *graph, struct memory *memory, uint64_t *choices) {
    uint32_t *begins = memory_allocate_zeroed(memory, bitmap_bytes(graph->edges));
    *choices = 0;
    for (uint64_t v = 0; v < graph->vertices && begins != NULL; v++) {
        for (uint64_t edge = graph->offsets[v]; edge < graph->offsets[v + 1]; edge += 2) {
            bitmap_set(begins, edge);
            ++*choices;
        }
    }
    return begins;
}

static int measure_graph(struct bench *bench, const struct scc_family *family) {
    struct memory *memory = bench->run->memory;
    struct family_graph made;
    struct bench_decomposition work;
    uint64_t choices;
    if (graph_family_make(&family->family, bench->run, &made, bench->error) != 0) {
        return -1;
    }
    struct digraph graph = made.graph;
    uint32_t *begins = pair_edges(&graph, memory, &choices);
    int failed = begins == NULL ? error_memory(bench->error, "for a graph") : 0;
    graph.begins = begins;
    if (!failed && decomposition_open(bench, &graph, &work) == 0) {
        work.into_mecs = 1;
        work.line.name = family->name;
        work.line.choices = choices;
        failed = decomposition_measure(&work, NULL, 0, 0) != 0 || bench_line(bench, &work.line) != 0;
        decomposition_close(&work);
    }
    memory_free(memory, begins, bitmap_bytes(graph.edges));
    family_graph_free(&made);
    return failed ? -1 : 0;
}

static int bench_graphs(struct bench *bench) {
    static const struct bench_table table = {
        "graphs",
        "Maximal end components of the graphs of heddle bench scc, every two edges of a state a choice:\n"
        "milliseconds. rounds: how many times auto finds SCCs; of SCCs: how long that takes once.",
        graph_columns, LENGTH(graph_columns)};
    int failed = bench_begin(bench, &table);
    for (unsigned i = 0; i < scc_family_count && failed == 0; i++) {
        struct scc_family family = scc_family_sized(&scc_families[i], bench_size(bench));
        failed = family.network.sizes[0] != 0
                     ? 0
                     : bench_pass_memory(bench, family.name, measure_graph(bench, &family));
    }
    return failed;
}

const struct benchmark bench_mec = {"mec",
                                    {{"networks", bench_networks, {0.2, 50, 5, 60}, 0},
                                     {"options", bench_options, {0.2, 40, 5, 30}, 0},
                                     {"large", bench_large, {60, 600, 60, 120}, 1},
                                     {"prism", bench_prism_models, {1, 60, 1, 1}, 0},
                                     {"graphs", bench_graphs, {1, 60, 10, 60}, 1}},
                                    0};
