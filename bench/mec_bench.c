/* heddle bench mec: maximal end components of networks that are Markov decision processes. */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/mdp_networks.h"
#include "bench/scc_subject.h"
#include "bench/subject.h"
#include "decompose/mdp/mdp.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/graph/graph.h"

/* Tarjan's algorithm takes too long on larger graphs; the others are compared with one another then. */
#define TARJAN_EDGES ((uint64_t)1 << 31)

const char *const bench_mec_parts[] = {"networks", "options", "large", NULL};

#define NAME 32

struct line {
    const char *network, *outcome;
    char name[NAME]; /* what `network` points to */
    uint64_t states, choices, edges, sccs, mecs, inside;
    double rough[6]; /* the same, for people */
    struct scc_times times;
    double times_tarjan;
    double variants[8]; /* milliseconds */
    int exact;
};

#define AT(member) offsetof(struct line, member)

static const struct statistic_row columns[] = {
    {"network", "model", NULL, STATISTIC_TEXT, AT(network)},
    {"states", NULL, NULL, STATISTIC_COUNT, AT(states)},
    {NULL, "states", NULL, STATISTIC_RATE, AT(rough[0])},
    {"choices", NULL, NULL, STATISTIC_COUNT, AT(choices)},
    {NULL, "choices", NULL, STATISTIC_RATE, AT(rough[1])},
    {"edges", NULL, NULL, STATISTIC_COUNT, AT(edges)},
    {NULL, "edges", NULL, STATISTIC_RATE, AT(rough[2])},
    {"sccs", NULL, NULL, STATISTIC_COUNT, AT(sccs)},
    {NULL, "SCCs", NULL, STATISTIC_RATE, AT(rough[3])},
    {"mecs", NULL, NULL, STATISTIC_COUNT, AT(mecs)},
    {NULL, "MECs", NULL, STATISTIC_RATE, AT(rough[4])},
    {"states_in_mecs", NULL, NULL, STATISTIC_COUNT, AT(inside)},
    SCC_TIMES_ROWS(struct line),
    {"times_tarjan", "times", NULL, STATISTIC_NUMBER, AT(times_tarjan)},
    {"exact", "exact", NULL, STATISTIC_TRUTH, AT(exact)},
    {"outcome", NULL, NULL, STATISTIC_TEXT, AT(outcome)},
};

/* --- options --- */

/* In the order of option_columns, which name them. */
static const struct mec_options variants[8] = {
    {.scc = {.algorithm = SCC_FBT}},
    {.scc = {.algorithm = SCC_FBT, .out_degree_bound = 7}},
    {.scc = {.algorithm = SCC_FBT, .out_degree_bound = 7, .single_pivots = 1}},
    {.scc = {.algorithm = SCC_FBT, .out_degree_bound = 7}, .pivots_from_j = 1},
    {.scc = {.algorithm = SCC_FBT, .out_degree_bound = 7, .single_pivots = 1}, .pivots_from_j = 1},
    {.scc = {.algorithm = SCC_BFBT, .out_degree_bound = 7}},
    {.scc = {.algorithm = SCC_BFBT, .out_degree_bound = 7}, .pivots_from_j = 1},
    {.scc = {.algorithm = SCC_ECL}},
};

#define VARIANT(i, key, label)                                                                               \
    { key, label, NULL, STATISTIC_NUMBER, AT(variants[i]) }

static const struct statistic_row option_columns[] = {
    {"network", "model", NULL, STATISTIC_TEXT, AT(network)},
    VARIANT(0, "f01_ms", "F0,1"),
    VARIANT(1, "f07_ms", "F0,7"),
    VARIANT(2, "f07_single_pivots_ms", "F0,7-sp"),
    VARIANT(3, "f07_j_ms", "F0,7-j"),
    VARIANT(4, "f07_single_pivots_j_ms", "F0,7-sp-j"),
    VARIANT(5, "b07_ms", "B0,7"),
    VARIANT(6, "b07_j_ms", "B0,7-j"),
    VARIANT(7, "ecl_ms", "ecl"),
    {"exact", "exact", NULL, STATISTIC_TRUTH, AT(exact)},
};

/* --- one MDP --- */

struct work {
    struct bench *bench;
    const struct digraph *graph;
    struct scc_subject subject;
    uint32_t *expected; /* components, once `known` */
    int known, exact;
    struct line line;
};

static void check(struct work *work) {
    uint64_t bytes = work->graph->vertices * sizeof *work->expected;
    if (!work->known) {
        memcpy(work->expected, work->subject.component, bytes);
        work->known = 1;
    } else if (memcmp(work->expected, work->subject.component, bytes) != 0) {
        work->line.exact = 0;
    }
}

/* Counts the components, without their sizes. */
static int count(const struct work *work, const uint32_t *component, struct component_counts *told) {
    const struct run *run = work->bench->run;
    struct component_counts counts = {0};
    int failed = component_counts_make(work->graph, component, run, &counts, work->bench->error);
    *told = counts;
    component_counts_free(&counts, run->memory);
    return failed;
}

static int run_tarjan(struct work *work) {
    struct scc_measure measure;
    if (work->graph->edges > TARJAN_EDGES) {
        return 0;
    }
    if (scc_subject_mec_tarjan(&work->subject, &measure) != 0) {
        return -1;
    }
    work->line.times.tarjan = measure.seconds;
    if (measure.seconds >= 0) {
        check(work);
    }
    return 0;
}

static int run_options(struct work *work, const struct mec_options *options, struct scc_measure *measure) {
    if (scc_subject_run_mec(&work->subject, options, measure) != 0) {
        return -1;
    }
    if (measure->seconds >= 0) {
        check(work);
    } else {
        work->line.outcome = "memory is spent";
    }
    return 0;
}

static int run_algorithms(struct work *work) {
    struct line *line = &work->line;
    for (int algorithm = 0; algorithm < SCC_ALGORITHMS; algorithm++) {
        struct mec_options options = {.scc = {.algorithm = (enum scc_algorithm)algorithm}};
        struct scc_measure measure;
        if (algorithm == SCC_TARJAN) {
            continue;
        }
        if (run_options(work, &options, &measure) != 0) {
            return -1;
        }
        scc_times_take(&line->times, options.scc.algorithm, &measure);
    }
    if (line->times.tarjan > 0 && line->times.seconds[SCC_AUTO] > 0) {
        line->times_tarjan = line->times.tarjan / line->times.seconds[SCC_AUTO];
    }
    return 0;
}

/* Strongly connected components, for the table. */
static int count_sccs(struct work *work) {
    struct scc_options options = {.algorithm = SCC_AUTO};
    struct scc_measure measure;
    struct component_counts counts;
    if (scc_subject_run(&work->subject, &options, &measure) != 0) {
        return -1;
    }
    if (measure.seconds >= 0) {
        if (count(work, work->subject.component, &counts) != 0) {
            return -1;
        }
        work->line.sccs = counts.components;
        work->line.rough[3] = (double)counts.components;
    }
    return 0;
}

static int run_variants(struct work *work) {
    struct scc_measure measure;
    for (unsigned i = 0; i < LENGTH(variants); i++) {
        if (run_options(work, &variants[i], &measure) != 0) {
            return -1;
        }
        work->line.variants[i] = measure.seconds * 1000;
    }
    return 0;
}

static int take_mecs(struct work *work) {
    struct component_counts counts;
    if (!work->known) {
        work->line.exact = -1;
        return 0;
    }
    if (count(work, work->expected, &counts) != 0) {
        return -1;
    }
    work->line.mecs = counts.components;
    work->line.inside = counts.states_in_components;
    work->line.rough[4] = (double)counts.components;
    work->bench->wrong += work->line.exact == 0;
    return 0;
}

static int measure_open(struct work *work, int of_options) {
    uint64_t bytes = work->graph->vertices * sizeof *work->expected;
    struct memory *memory = work->bench->run->memory;
    work->expected = memory_allocate(memory, bytes);
    int failed;
    if (work->expected == NULL) {
        failed = error_memory(work->bench->error, "for components");
    } else if (of_options) {
        failed = run_tarjan(work) != 0 || run_variants(work) != 0;
    } else {
        failed = run_tarjan(work) != 0 || run_algorithms(work) != 0 || count_sccs(work) != 0;
    }
    failed = failed || take_mecs(work) != 0;
    memory_free(memory, work->expected, bytes);
    return failed ? -1 : 0;
}

static struct line line_of(const struct mdp *mdp, const char *name) {
    struct line line = {.states = mdp->states,
                        .choices = mdp->choices,
                        .edges = mdp->edges,
                        .sccs = STATISTIC_ABSENT,
                        .mecs = STATISTIC_ABSENT,
                        .inside = STATISTIC_ABSENT,
                        .rough = {(double)mdp->states, (double)mdp->choices, (double)mdp->edges, -1, -1, -1},
                        .times = scc_times_none(),
                        .times_tarjan = -1,
                        .exact = 1};
    snprintf(line.name, sizeof line.name, "%s", name);
    return line;
}

static int measure(struct bench *bench, const struct mdp *mdp, const char *name, int of_options) {
    struct digraph graph = mdp_digraph(mdp);
    struct work work = {.bench = bench, .graph = &graph, .line = line_of(mdp, name)};
    work.line.network = work.line.name;
    if (scc_subject_open(bench, &graph, &work.subject) != 0) {
        return -1;
    }
    int failed = measure_open(&work, of_options);
    scc_subject_close(&work.subject);
    return failed != 0 ? -1 : bench_line(bench, &work.line);
}

/* --- all of them --- */

static int write_network(const void *network, const char *folder, struct error *error) {
    return mdp_network_write(network, folder, error);
}

/* The MDP of the network; NULL without an error if it does not fit in memory. */
static int make_mdp(struct bench *bench, const struct mdp_network *network, struct mdp **mdp) {
    struct subject subject;
    struct graph *graph;
    *mdp = NULL;
    if (subject_open_written(bench, write_network, network, mdp_network_counts(network), &subject) != 0) {
        return -1;
    }
    int failed = subject_graph(bench, &subject, &graph);
    if (failed == 0 && graph != NULL) {
        *mdp = mdp_from_graph(graph, subject.network, 0, bench->run, bench->error);
        failed = *mdp == NULL ? -1 : 0;
    }
    graph_free(graph);
    subject_close(bench, &subject);
    return failed;
}

static int measure_network(struct bench *bench, const struct mdp_network *network, int of_options) {
    static const char *const names[] = {"phil", "coin", "leader", "tas", "zero"};
    char name[NAME];
    struct mdp *mdp;
    snprintf(name, sizeof name, network->bound != 0 ? "%s-%u-%u" : "%s-%u", names[network->kind],
             network->size, network->bound);
    int failed = make_mdp(bench, network, &mdp);
    if (failed == 0 && mdp != NULL) {
        failed = measure(bench, mdp, name, of_options);
    }
    mdp_free(mdp);
    if (failed != 0 && bench->error->code == ERROR_MEMORY) {
        bench->stopped++;
        bench_note(bench, "%s: %s", name, bench->error->text);
        bench->error->code = ERROR_NONE;
        return 0;
    }
    return failed;
}

/* By bench_size. */
static const struct mdp_network networks[BENCH_SIZES][5] = {
    {{MDP_PHILOSOPHERS, 4, 0},
     {MDP_COIN, 2, 1},
     {MDP_LEADER, 3, 0},
     {MDP_TEST_AND_SET, 3, 0},
     {MDP_ZEROCONF, 2, 2}},
    {{MDP_PHILOSOPHERS, 7, 0},
     {MDP_COIN, 5, 3},
     {MDP_LEADER, 5, 0},
     {MDP_TEST_AND_SET, 6, 0},
     {MDP_ZEROCONF, 4, 2}},
    {{MDP_PHILOSOPHERS, 8, 0},
     {MDP_COIN, 6, 3},
     {MDP_LEADER, 6, 0},
     {MDP_TEST_AND_SET, 7, 0},
     {MDP_ZEROCONF, 4, 3}},
    {{MDP_PHILOSOPHERS, 9, 0},
     {MDP_COIN, 7, 3},
     {MDP_LEADER, 7, 0},
     {MDP_TEST_AND_SET, 8, 0},
     {MDP_ZEROCONF, 4, 4}},
};

static const struct mdp_network large[] = {{MDP_COIN, 8, 3}, {MDP_TEST_AND_SET, 9, 0}};

int bench_mec(struct bench *bench) {
    static const struct bench_table tables[] = {
        {"networks",
         "Maximal end components, from compressed rows where the engine has them: milliseconds (Tarjan: "
         "seconds,\n"
         "once, on the host). times: how much faster than with Tarjan auto is. tas: test and set; zero: "
         "zeroconf.",
         columns, LENGTH(columns)},
        {"options",
         "Options, in milliseconds. FC,B: fbt with C rounds in caches and rows interleaved up to out-degree "
         "B\n"
         "(1: not), B: bfbt; sp: single pivots; j: pivots from the set J.",
         option_columns, LENGTH(option_columns)},
        {"large",
         "Maximal end components of larger networks: with Tarjan they take a minute each on the host.",
         columns, LENGTH(columns)},
    };
    for (unsigned i = 0; i < LENGTH(tables); i++) {
        int is_large = strcmp(tables[i].name, "large") == 0;
        unsigned size = bench_size(bench);
        unsigned smaller = size + 1 == BENCH_SIZES && strcmp(tables[i].name, "options") == 0;
        const struct mdp_network *list = is_large ? large : networks[size - smaller];
        unsigned count = is_large ? LENGTH(large) : LENGTH(networks[0]);
        /* Larger networks run on a GPU, or when the user names this part. */
        if (!bench_wants(bench, tables[i].name) ||
            (is_large && bench->only == NULL && bench_size(bench) + 1 < BENCH_SIZES)) {
            continue;
        }
        if (bench_begin(bench, &tables[i]) != 0) {
            return -1;
        }
        for (unsigned k = 0; k < count; k++) {
            if (measure_network(bench, &list[k], i == 1) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
