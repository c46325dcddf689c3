/*
 * The naive relations (tests/oracle/oracle_relation.h) and the random graphs for them: each relation within
 * the coarser ones, changes of graphs that keep what they are to keep, and graphs on which relations differ.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/graph/graph.h"
#include "tests/oracle/oracle_relation.h"
#include "tests/random/random_lts.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define MOST_VERTICES 12u
#define MOST_PAIRS (MOST_VERTICES * MOST_VERTICES)

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 150u
#else
#define DEFAULT_CASES 1500u
#endif

struct totals {
    uint64_t cases, mismatches;
    uint64_t diverging;  /* branching is not divbranching */
    uint64_t inert;      /* strong is not branching */
    uint64_t weaker;     /* branching is not weak */
    uint64_t simulating; /* simulation both ways is not strong */
    uint64_t unreached;  /* some states are not reached from the initial one */
};

static void tell(struct totals *totals, uint64_t seed, const char *what) {
    fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, what);
    totals->mismatches++;
}

/* 0 if left is no subset of right, 1 if it is, 2 if they are equal. */
static int subset(const uint8_t *left, const uint8_t *right, uint64_t pairs) {
    int equal = 1;
    for (uint64_t i = 0; i < pairs; i++) {
        if (left[i] > right[i]) {
            return 0;
        }
        equal &= left[i] == right[i];
    }
    return 1 + equal;
}

static void judge_order(const struct graph *graph, uint64_t seed, struct totals *totals) {
    uint8_t related[ORACLE_RELATIONS][MOST_PAIRS], both[MOST_PAIRS];
    uint64_t n = graph->vertices, pairs = n * n;
    static const enum oracle_relation chain[] = {ORACLE_STRONG, ORACLE_DIVBRANCHING, ORACLE_BRANCHING,
                                                 ORACLE_WEAK};
    for (int i = 0; i < 4; i++) {
        oracle_relate(graph, chain[i], related[chain[i]]);
    }
    oracle_relate(graph, ORACLE_SIMULATION, related[ORACLE_SIMULATION]);
    for (uint64_t s = 0; s < n; s++) {
        for (uint64_t t = 0; t < n; t++) {
            both[s * n + t] = related[ORACLE_SIMULATION][s * n + t] && related[ORACLE_SIMULATION][t * n + s];
        }
    }
    for (int i = 0; i < 3; i++) {
        if (!subset(related[chain[i]], related[chain[i + 1]], pairs)) {
            tell(totals, seed, "a finer relation relates more");
        }
    }
    if (!subset(related[ORACLE_STRONG], both, pairs)) {
        tell(totals, seed, "bisimilar states do not simulate each other");
    }
    totals->diverging += subset(related[ORACLE_DIVBRANCHING], related[ORACLE_BRANCHING], pairs) == 1;
    totals->inert += subset(related[ORACLE_STRONG], related[ORACLE_BRANCHING], pairs) == 1;
    totals->weaker += subset(related[ORACLE_BRANCHING], related[ORACLE_WEAK], pairs) == 1;
    totals->simulating += subset(related[ORACLE_STRONG], both, pairs) == 1;
    uint32_t s = (uint32_t)(seed % n), t = (uint32_t)(seed / n % n);
    if (related[ORACLE_WEAK][s * n + t] && !oracle_are_related(graph, ORACLE_WEAKTRACE, s, t)) {
        tell(totals, seed, "weakly bisimilar states have different traces");
    }
    if (related[ORACLE_SIMULATION][s * n + t] && !oracle_are_related(graph, ORACLE_TRACE_INCLUSION, s, t)) {
        tell(totals, seed, "simulation does not include traces");
    }
}

static void judge_change(const struct graph *graph, uint64_t seed, enum random_lts_change change,
                         enum oracle_relation kept, struct totals *totals) {
    struct graph *changed = random_lts_change(graph, seed, change, graph->memory);
    struct graph *together = lts_union(graph, changed, graph->memory);
    if (together->vertices <= ORACLE_RELATION_MOST &&
        !oracle_are_related(together, kept, graph->initial, (uint32_t)graph->vertices + changed->initial)) {
        tell(totals, seed, oracle_relation_name(kept));
    }
    graph_free(together);
    graph_free(changed);
}

static uint64_t unreached(const struct graph *graph) {
    uint32_t queue[MOST_VERTICES];
    uint8_t seen[MOST_VERTICES] = {0};
    uint64_t count = 1;
    queue[0] = graph->initial;
    seen[graph->initial] = 1;
    for (uint64_t at = 0; at < count; at++) {
        for (uint64_t edge = graph->offsets[queue[at]]; edge < graph->offsets[queue[at] + 1]; edge++) {
            if (!seen[graph->targets[edge]]) {
                seen[graph->targets[edge]] = 1;
                queue[count++] = graph->targets[edge];
            }
        }
    }
    return graph->vertices - count;
}

static void judge_case(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct graph *graph = random_lts_graph(seed, MOST_VERTICES, 0, &place.memory);
    totals->cases++;
    totals->unreached += unreached(graph) != 0;
    judge_order(graph, seed, totals);
    judge_change(graph, seed, RANDOM_LTS_SPLIT, ORACLE_STRONG, totals);
    judge_change(graph, seed, RANDOM_LTS_INSERT, ORACLE_DIVBRANCHING, totals);
    judge_change(graph, seed, RANDOM_LTS_DIVERGE, ORACLE_BRANCHING, totals);
    graph_free(graph);
}

static void test_random(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES, 1, judge_case, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("graphs", totals.cases, "branching is not divbranching", totals.diverging,
                  "strong is not branching", totals.inert, "branching is not weak", totals.weaker,
                  "strong is not simulation", totals.simulating, "with states not reached", totals.unreached,
                  NULL);
    CU_ASSERT(totals.diverging * 3 >= totals.cases);
    CU_ASSERT(totals.inert * 3 >= totals.cases);
    CU_ASSERT(totals.weaker * 50 >= totals.cases);
    CU_ASSERT(totals.simulating * 25 >= totals.cases);
    CU_ASSERT(totals.unreached * 10 >= totals.cases);
}

/* The initial states of two small graphs: which relations hold, as a string of T and F. */
static void expect(struct lts_edge *edges, uint64_t count, uint32_t s, uint32_t t, const char *verdicts) {
    struct graph *graph = lts_of_edges(edges, count, MOST_VERTICES, 0, &place.memory);
    for (int relation = 0; relation < ORACLE_RELATIONS; relation++) {
        int related = oracle_are_related(graph, (enum oracle_relation)relation, s, t);
        if (related != (verdicts[relation] == 'T')) {
            fprintf(stderr, "%s of %u and %u\n", oracle_relation_name((enum oracle_relation)relation), s, t);
            CU_FAIL("a known pair");
        }
    }
    graph_free(graph);
}

enum { A, B, I, Z };

static void test_known(void) {
    /* strong, branching, divbranching, weak, trace, weaktrace, simulation, inclusions */
    /* a.(b + z) and a.b + a.z */
    expect((struct lts_edge[]){{0, A, 1}, {1, B, 2}, {1, Z, 2}, {3, A, 4}, {3, A, 5}, {4, B, 2}, {5, Z, 2}},
           7, 0, 3, "FFFFTTFTT");
    expect((struct lts_edge[]){{0, A, 1}, {1, B, 2}, {1, Z, 2}, {3, A, 4}, {3, A, 5}, {4, B, 2}, {5, Z, 2}},
           7, 3, 0, "FFFFTTTTT");
    /* a livelock and a deadlock */
    expect((struct lts_edge[]){{0, I, 0}}, 1, 0, 1, "FTFTFTFFT");
    /* a.(b + i.z) and a.(b + i.z) + a.z: weak but not branching */
    expect((struct lts_edge[]){{0, A, 1},
                               {1, B, 2},
                               {1, I, 3},
                               {3, Z, 2},
                               {4, A, 5},
                               {5, B, 2},
                               {5, I, 6},
                               {6, Z, 2},
                               {4, A, 6}},
           9, 0, 4, "FFFTFTTTT");
}

void suite_relation_oracle(void) {
    suite_add("naive relations", workplace_open, workplace_close, "known pairs", test_known, "random graphs",
              test_random, NULL);
}
