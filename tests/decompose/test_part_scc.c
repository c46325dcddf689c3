/*
 * Strongly connected components of thousands of random graphs that one to four ranks have parts of, against
 * the naive oracle: vertices are dealt to ranks at random, or by their order. Components, edges inside them
 * and counts must be right, whether what trimming leaves is gathered or stays apart, and with one rank short
 * of memory nothing may be wrong. Ranks are threads here (thread_ranks.h). HEDDLE_CASES and HEDDLE_SEED
 * choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/components/components.h"
#include "decompose/ranks/part_scc.h"
#include "explorer/graph/digraph_core.h"
#include "explorer/graph/graph_part.h"
#include "tests/oracle/oracle_scc.h"
#include "tests/random/random_graph.h"
#include "tests/support/testing.h"
#include "tests/support/thread_ranks.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 300u
#else
#define DEFAULT_CASES 3000u
#endif
#define MOST_VERTICES 200u
#define BUDGET ((uint64_t)1 << 30)

struct totals {
    uint64_t cases, wrong, large, many, rounds, gathered, failed, enough, shapes[RANDOM_SHAPES];
};

/* A graph, dealt. */
struct trial {
    const struct digraph *graph;
    uint32_t exact[MOST_VERTICES + 1];
    uint64_t name[MOST_VERTICES]; /* of each vertex, in the whole graph of all ranks */
    uint32_t number[THREAD_RANKS_MOST][MOST_VERTICES];
    struct graph_part part[THREAD_RANKS_MOST];
    unsigned count;
    struct thread_ranks *ranks;
    int keep_apart;
    unsigned short_rank;
    uint64_t short_budget;
    uint64_t component[MOST_VERTICES]; /* as its rank says */
    uint8_t *inside;                   /* [edges] */
    struct component_counts counts[THREAD_RANKS_MOST];
    struct part_scc_report report[THREAD_RANKS_MOST];
    struct memory memory[THREAD_RANKS_MOST];
    int result[THREAD_RANKS_MOST];
    enum error_code code[THREAD_RANKS_MOST];
};

/* Labels are 1 for live edges. */
static const uint8_t live_labels[] = {0, 1};

static void deal(struct trial *trial, uint64_t *random) {
    const struct digraph *graph = trial->graph;
    const int in_order = random_next(random) % 4 == 0;
    for (unsigned r = 0; r < trial->count; r++) {
        trial->part[r] = (struct graph_part){.rank = r, .ranks = trial->count};
    }
    for (uint64_t v = 0; v < graph->vertices; v++) {
        const unsigned rank =
            (unsigned)(in_order ? v * trial->count / graph->vertices : random_next(random) % trial->count);
        trial->number[rank][trial->part[rank].vertices] = (uint32_t)v;
        trial->name[v] = graph_part_vertex(rank, trial->part[rank].vertices++);
    }
    for (unsigned r = 0; r < trial->count; r++) {
        struct graph_part *part = &trial->part[r];
        part->offsets = test_allocate(part->vertices + 1, sizeof *part->offsets);
        part->targets = test_allocate(graph->edges + 1, sizeof *part->targets);
        part->labels = test_allocate(graph->edges + 1, sizeof *part->labels);
        part->offsets[0] = 0;
        for (uint64_t v = 0; v < part->vertices; v++) {
            const uint32_t vertex = trial->number[r][v];
            for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
                part->labels[part->edges] = digraph_is_live(graph, edge) ? 1 : 0;
                part->targets[part->edges++] = trial->name[graph->targets[edge]];
            }
            part->offsets[v + 1] = part->edges;
        }
    }
}

static void take_back(struct trial *trial) {
    for (unsigned r = 0; r < trial->count; r++) {
        free(trial->part[r].offsets);
        free(trial->part[r].targets);
        free(trial->part[r].labels);
    }
}

/* Notes what a rank found. */
static void note(struct trial *trial, unsigned rank, const struct part_components *components) {
    const struct graph_part *part = &trial->part[rank];
    for (uint64_t v = 0; v < part->vertices; v++) {
        const uint32_t vertex = trial->number[rank][v];
        const uint64_t named = components->component[v];
        trial->component[vertex] = trial->number[graph_part_rank(named)][graph_part_index(named)];
        for (uint64_t edge = 0; edge < part->offsets[v + 1] - part->offsets[v]; edge++) {
            trial->inside[trial->graph->offsets[vertex] + edge] =
                (uint8_t)bitmap_has(components->inside, part->offsets[v] + edge);
        }
    }
}

static void run_rank(void *context, unsigned rank) {
    struct trial *trial = context;
    struct error error = {.code = ERROR_NONE};
    struct memory *memory = &trial->memory[rank];
    struct part_components components;
    memory_init(memory, trial->short_budget != 0 && rank == trial->short_rank ? trial->short_budget : BUDGET);
    const struct run run = {.memory = memory, .threads = 1, .ranks = thread_ranks_get(trial->ranks, rank)};
    const struct part_scc_options options = {.live = trial->graph->live != NULL ? live_labels : NULL,
                                             .keep_apart = trial->keep_apart};
    struct component_counts *counts = &trial->counts[rank];
    *counts = (struct component_counts){0};
    trial->result[rank] =
        part_scc(&trial->part[rank], &options, &run, &components, &trial->report[rank], &error);
    if (trial->result[rank] == 0) {
        note(trial, rank, &components);
        /* Counts are of graphs whose edges are all live. */
        trial->result[rank] = part_scc_count(&trial->part[rank], &components, &run, counts, &error);
    }
    trial->code[rank] = error.code;
    part_components_free(&components);
}

/* Whether the names are the same partition, each a member. */
static int same_components(const struct trial *trial) {
    const struct digraph *graph = trial->graph;
    for (uint64_t v = 0; v < graph->vertices; v++) {
        if (trial->exact[trial->component[v]] != trial->exact[v] ||
            trial->component[v] != trial->component[trial->exact[v]]) {
            return 0;
        }
        for (uint64_t edge = graph->offsets[v]; edge < graph->offsets[v + 1]; edge++) {
            const int inside =
                digraph_is_live(graph, edge) && trial->exact[v] == trial->exact[graph->targets[edge]];
            if (trial->inside[edge] != inside) {
                return 0;
            }
        }
    }
    return 1;
}

static void run_ranks(struct trial *trial, uint64_t seed) {
    trial->ranks = thread_ranks_create(trial->count, seed);
    thread_ranks_run(trial->ranks, run_rank, trial);
    CU_ASSERT(thread_ranks_are_idle(trial->ranks));
    thread_ranks_free(trial->ranks);
}

/* What is wrong, or NULL. */
static const char *judge(struct trial *trial, uint64_t seed) {
    const char *wrong = NULL;
    run_ranks(trial, seed);
    for (unsigned r = 0; r < trial->count; r++) {
        if (trial->result[r] != 0) {
            wrong = "it failed";
        } else if (trial->graph->live == NULL &&
                   !oracle_counts_are(trial->graph, trial->exact, &trial->counts[r])) {
            wrong = "its counts";
        }
        component_counts_free(&trial->counts[r], &trial->memory[r]);
        if (memory_used(&trial->memory[r]) != 0) {
            wrong = "memory is left";
        }
    }
    return wrong == NULL && !same_components(trial) ? "its components" : wrong;
}

/* One rank has little memory: all fail, or all are right. */
static const char *judge_short(struct trial *trial, uint64_t seed, uint64_t *random, struct totals *totals) {
    const char *wrong = NULL;
    trial->short_rank = (unsigned)(random_next(random) % trial->count);
    trial->short_budget = 1 + random_next(random) % ((uint64_t)1 << (17 + random_next(random) % 6));
    run_ranks(trial, seed);
    for (unsigned r = 0; r < trial->count; r++) {
        const enum error_code expected = r == trial->short_rank ? ERROR_MEMORY : ERROR_LIMIT;
        if (trial->result[r] != trial->result[0] || (trial->result[r] != 0 && trial->code[r] != expected)) {
            wrong = "ranks disagree when one is short";
        }
        component_counts_free(&trial->counts[r], &trial->memory[r]);
        wrong = memory_used(&trial->memory[r]) != 0 ? "memory is left" : wrong;
    }
    totals->failed += trial->result[0] != 0;
    totals->enough += trial->result[0] == 0;
    if (wrong == NULL && trial->result[0] == 0 && !same_components(trial)) {
        wrong = "components when one is short";
    }
    trial->short_budget = 0;
    return wrong;
}

static void weigh(const struct trial *trial, enum random_shape shape, struct totals *totals) {
    uint64_t components = 0, most = 0, size[MOST_VERTICES] = {0};
    for (uint64_t v = 0; v < trial->graph->vertices; v++) {
        const uint64_t members = ++size[trial->exact[v]];
        components += members == 1;
        most = members > most ? members : most;
    }
    totals->cases++;
    totals->large += most >= 3;
    totals->many += components >= 10;
    totals->rounds += trial->report[0].rounds >= 2;
    totals->gathered += trial->report[0].gathered != 0;
    totals->shapes[shape]++;
}

static void judge_case(uint64_t seed, struct totals *totals) {
    static struct trial trial;
    struct random_graph drawn;
    uint64_t random = seed * 13 + 3;
    random_graph_make(seed, MOST_VERTICES, &drawn);
    memset(&trial, 0, sizeof trial);
    trial.graph = &drawn.graph;
    trial.count = 1 + (unsigned)(random_next(&random) % THREAD_RANKS_MOST);
    trial.keep_apart = random_next(&random) % 3 != 0;
    trial.inside = test_allocate(drawn.graph.edges + 1, 1);
    oracle_scc(&drawn.graph, trial.exact);
    deal(&trial, &random);
    const char *wrong = judge(&trial, seed);
    weigh(&trial, drawn.shape, totals);
    if (wrong == NULL && seed % 3 == 0) {
        wrong = judge_short(&trial, seed, &random, totals);
    }
    if (wrong != NULL) {
        fprintf(stderr, "seed %llu (%s), %u ranks%s: %s\n", (unsigned long long)seed,
                random_shape_name(drawn.shape), trial.count, trial.keep_apart ? ", apart" : "", wrong);
        totals->wrong++;
    }
    take_back(&trial);
    free(trial.inside);
    random_graph_free(&drawn);
}

static void test_random(void) {
    static struct totals totals;
    const uint64_t cases = number_of_cases(DEFAULT_CASES),
                   seed = number_from_environment("HEDDLE_SEED", 3100);
    memset(&totals, 0, sizeof totals);
    for (uint64_t i = 0; i < cases && totals.wrong < 10; i++) {
        judge_case(seed + i, &totals);
    }
    report_counts("graphs", totals.cases, "with a component of 3", totals.large, "with 10 components",
                  totals.many, "of 2 rounds", totals.rounds, "gathered", totals.gathered,
                  "failed for one rank's memory", totals.failed, "enough", totals.enough, NULL);
    CU_ASSERT_EQUAL(totals.wrong, 0);
    if (totals.wrong == 0 && cases >= 100) {
        CU_ASSERT(totals.large >= cases / 4 && totals.many >= cases / 4);
        CU_ASSERT(totals.rounds >= cases / 10 && totals.gathered >= cases / 10);
        CU_ASSERT(totals.failed >= cases / 20 && totals.enough >= cases / 20);
        for (int shape = 0; shape < RANDOM_SHAPES; shape++) {
            CU_ASSERT(totals.shapes[shape] != 0);
        }
    }
}

void suite_part_scc(void) {
    suite_add("components of graphs of several ranks", NULL, NULL, "random graphs", test_random, NULL);
}
