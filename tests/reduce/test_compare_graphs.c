/*
 * Comparisons of thousands of pairs of small random graphs, half of them equivalent by construction, by each
 * relation: verdicts against the naive oracle; each word by the words that the graphs have, each formula by
 * the naive evaluator on both graphs. Deterministic graphs and weak classes against the oracle, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/compare/compare.h"
#include "reduce/prepare/prepare.h"
#include "reduce/quotient/quotient.h"
#include "reduce/refine/refine.h"
#include "reduce/traces/traces.h"
#include "reduce/weak/weak.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/oracle/oracle_relation.h"
#include "tests/random/random_lts.h"
#include "tests/support/formula_reading.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define MOST_VERTICES 9u

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 300u
#else
#define DEFAULT_CASES 3000u
#endif

struct totals {
    uint64_t cases, mismatches, related, unrelated;
    uint64_t kinds[DIFFERENCE_FORMULA + 1];
    uint64_t fixpoints, negations; /* formulas with them */
};

struct compared {
    struct graph *graphs[2];
    struct graph *together; /* both beside each other */
    uint32_t vertices[2];   /* their initial vertices there */
    uint64_t seed;
    struct totals *totals;
};

static const enum oracle_relation oracle_of[COMPARE_RELATIONS] = {
    [COMPARE_STRONG] = ORACLE_STRONG,
    [COMPARE_BRANCHING] = ORACLE_BRANCHING,
    [COMPARE_DIVBRANCHING] = ORACLE_DIVBRANCHING,
    [COMPARE_WEAK] = ORACLE_WEAK,
    [COMPARE_TRACE] = ORACLE_TRACE,
    [COMPARE_WEAKTRACE] = ORACLE_WEAKTRACE,
    [COMPARE_SIMULATION] = ORACLE_SIMULATION,
    [COMPARE_TRACE_INCLUSION] = ORACLE_TRACE_INCLUSION,
    [COMPARE_WEAKTRACE_INCLUSION] = ORACLE_WEAKTRACE_INCLUSION};

static void tell(const struct compared *compared, enum compare_relation relation, const char *what,
                 const char *text) {
    compared->totals->mismatches++;
    fprintf(stderr, "seed %llu, %s%s: %s%s\n", (unsigned long long)compared->seed,
            compare_relation_name(relation), relation >= COMPARE_FIRST_PREORDER ? " (preorder)" : "", what,
            text);
}

/* Whether the graph satisfies the formula. */
static int satisfies(const struct graph *graph, const struct formula *formula) {
    const char **labels = test_allocate(graph->edges, sizeof *labels);
    uint8_t holds[ORACLE_RELATION_MOST];
    for (uint64_t edge = 0; edge < graph->edges; edge++) {
        labels[edge] = graph->label_text[graph->labels[edge]];
    }
    const struct oracle_lts lts = {(uint32_t)graph->vertices, graph->offsets, labels, graph->targets};
    oracle_formula_evaluate(formula, &lts, holds);
    free(labels);
    return holds[graph->initial];
}

static void judge_formula(const struct compared *compared, enum compare_relation relation,
                          const struct difference *difference) {
    struct formula_reading reading;
    const struct formula_options options = {.dialect = FORMULA_DIALECT_MCL};
    if (difference->formula.data == NULL) {
        tell(compared, relation, "there is no formula", "");
        return;
    }
    formula_reading_begin(&reading, difference->formula.data, &options);
    if (reading.text == NULL) {
        tell(compared, relation, "the formula cannot be read: ", difference->formula.data);
    } else {
        const struct formula *formula = formula_root(reading.text);
        int holds[2] = {satisfies(compared->graphs[0], formula), satisfies(compared->graphs[1], formula)};
        if (!holds[difference->holds_in - 1] || holds[2 - difference->holds_in]) {
            tell(compared, relation, "the formula does not tell them apart: ", difference->formula.data);
        }
    }
    compared->totals->fixpoints += strchr(difference->formula.data, 'X') != NULL;
    compared->totals->negations += strstr(difference->formula.data, "not ") != NULL;
    formula_reading_end(&reading);
}

static void judge_word(const struct compared *compared, enum compare_relation relation,
                       const struct difference *difference) {
    int weak = relation != COMPARE_STRONG && relation != COMPARE_TRACE && relation != COMPARE_TRACE_INCLUSION;
    int alone = difference->kind == DIFFERENCE_TRACE;
    for (int k = 0; k < 2; k++) {
        int has = oracle_has_word(compared->graphs[k], weak, compared->graphs[k]->initial, difference->word,
                                  difference->length);
        if (has != (!alone || difference->holds_in == k + 1)) {
            tell(compared, relation, "its word", "");
        }
        if (alone && !oracle_has_word(compared->graphs[k], weak, compared->graphs[k]->initial,
                                      difference->word, difference->length - 1)) {
            tell(compared, relation, "its word is not shortest", "");
        }
    }
}

static void judge_difference(const struct compared *compared, enum compare_relation relation,
                             const struct difference *difference) {
    compared->totals->kinds[difference->kind]++;
    judge_formula(compared, relation, difference);
    if (difference->kind != DIFFERENCE_FORMULA) {
        judge_word(compared, relation, difference);
    }
    if (relation >= COMPARE_FIRST_PREORDER && difference->holds_in != 1) {
        tell(compared, relation, "the difference is the second one's", "");
    }
    if (relation == COMPARE_SIMULATION && strstr(difference->formula.data, "not ") != NULL) {
        tell(compared, relation, "a negation: ", difference->formula.data);
    }
}

static void judge_relation(const struct compared *compared, enum compare_relation relation) {
    const struct compare_options options = {relation, 1, "i"};
    struct comparison comparison;
    memset(&comparison, 0, sizeof comparison);
    int truth = oracle_are_related(compared->together, oracle_of[relation], compared->vertices[0],
                                   compared->vertices[1]);
    if (compare_graphs((const struct graph *const *)compared->graphs, &options, &place.run, &comparison,
                       &place.error) != 0) {
        tell(compared, relation, "it failed: ", place.error.text);
    } else if (comparison.related != truth) {
        tell(compared, relation, truth ? "they are related" : "they are not related", "");
    } else if (!truth) {
        judge_difference(compared, relation, &comparison.difference);
    }
    compared->totals->related += truth != 0;
    compared->totals->unrelated += truth == 0;
    comparison_free(&comparison, &place.memory);
}

/* A graph without states that are not reached. */
static struct graph *reached(struct graph *graph) {
    struct prepared prepared;
    memset(&prepared, 0, sizeof prepared);
    CU_ASSERT_EQUAL_FATAL(prepare_graph(graph, NULL, &place.run, &prepared, &place.error), 0);
    struct graph *made = prepared.graph;
    prepared.graph = NULL;
    prepared_free(&prepared, &place.run);
    return made;
}

/* The least deterministic graph has the same words, is deterministic, and no two of its vertices have the
 * same. */
static void judge_deterministic(const struct compared *compared, int weak) {
    struct graph *least =
        traces_minimise(compared->graphs[0], weak ? EQUIVALENCE_WEAKTRACE : EQUIVALENCE_TRACE,
                        TRACES_MOST_SETS, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(least);
    enum oracle_relation relation = weak ? ORACLE_WEAKTRACE : ORACLE_TRACE;
    for (uint64_t vertex = 0; vertex < least->vertices; vertex++) {
        for (uint64_t edge = least->offsets[vertex] + 1; edge < least->offsets[vertex + 1]; edge++) {
            CU_ASSERT_NOT_EQUAL(least->labels[edge], least->labels[edge - 1]);
        }
    }
    if (least->vertices + compared->graphs[0]->vertices <= ORACLE_RELATION_MOST) {
        struct graph *together = lts_union(compared->graphs[0], least, &place.memory);
        uint32_t begin = (uint32_t)compared->graphs[0]->vertices;
        if (!oracle_are_related(together, relation, compared->graphs[0]->initial, begin + least->initial)) {
            tell(compared, weak ? COMPARE_WEAKTRACE : COMPARE_TRACE, "the deterministic graph", "");
        }
        for (uint32_t s = 0; s < least->vertices && s < 6; s++) {
            for (uint32_t t = 0; t < s; t++) {
                CU_ASSERT(!oracle_are_related(together, relation, begin + s, begin + t));
            }
        }
        graph_free(together);
    }
    graph_free(least);
}

static void judge_weak(const struct compared *compared) {
    struct partition partition;
    uint32_t exact[ORACLE_RELATION_MOST];
    CU_ASSERT_EQUAL_FATAL(weak_refine(compared->graphs[0], &place.run, &partition, &place.error), 0);
    uint64_t classes = oracle_relation_classes(compared->graphs[0], ORACLE_WEAK, exact);
    if (partition.blocks != classes ||
        memcmp(partition.block, exact, compared->graphs[0]->vertices * sizeof *exact) != 0) {
        tell(compared, COMPARE_WEAK, "its classes", "");
    }
    struct graph *quotient =
        quotient_make(compared->graphs[0], EQUIVALENCE_WEAK, &partition, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(quotient);
    struct graph *together = lts_union(compared->graphs[0], quotient, &place.memory);
    if (!oracle_are_related(together, ORACLE_WEAK, compared->graphs[0]->initial,
                            (uint32_t)compared->graphs[0]->vertices + quotient->initial)) {
        tell(compared, COMPARE_WEAK, "its quotient", "");
    }
    graph_free(together);
    graph_free(quotient);
    partition_free(&partition, &place.memory);
}

static void judge_case(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct compared compared = {.seed = seed, .totals = totals};
    uint64_t random = seed * 69069 + 1;
    struct graph *first = random_lts_graph(seed, MOST_VERTICES, 0, &place.memory);
    struct graph *second =
        random_draw(&random, 6) == 0
            ? random_lts_graph(seed + 1000000, MOST_VERTICES, 0, &place.memory)
            : random_lts_change(first, seed, (enum random_lts_change)random_draw(&random, 4), &place.memory);
    if (random_draw(&random, 5) == 0) { /* one that is nearly equivalent */
        struct graph *changed = random_lts_change(second, seed, RANDOM_LTS_DROP, &place.memory);
        graph_free(second);
        second = changed;
    }
    int turned = (int)random_draw(&random, 2);
    compared.graphs[turned] = reached(first);
    compared.graphs[!turned] = reached(second);
    compared.together = lts_union(compared.graphs[0], compared.graphs[1], &place.memory);
    compared.vertices[0] = compared.graphs[0]->initial;
    compared.vertices[1] = (uint32_t)compared.graphs[0]->vertices + compared.graphs[1]->initial;
    if (compared.together->vertices <= ORACLE_RELATION_MOST) {
        totals->cases++;
        for (int k = 0; k < 3; k++) {
            enum compare_relation relation = (enum compare_relation)random_draw(&random, COMPARE_RELATIONS);
            if (relation != COMPARE_PROBABILISTIC) { /* the tests of lumping judge that one */
                judge_relation(&compared, relation);
            }
        }
        judge_deterministic(&compared, (int)random_draw(&random, 2));
        judge_weak(&compared);
    }
    graph_free(compared.together);
    graph_free(compared.graphs[0]);
    graph_free(compared.graphs[1]);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static void test_random(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES, 1, judge_case, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("pairs", totals.cases, "related", totals.related, "not related", totals.unrelated,
                  "by a trace", totals.kinds[DIFFERENCE_TRACE], "by divergence",
                  totals.kinds[DIFFERENCE_DIVERGENCE], "by a deadlock", totals.kinds[DIFFERENCE_DEADLOCK],
                  "by a formula", totals.kinds[DIFFERENCE_FORMULA], "with a fixpoint", totals.fixpoints,
                  "with a negation", totals.negations, NULL);
    CU_ASSERT(totals.related >= totals.cases);
    CU_ASSERT(totals.unrelated >= totals.cases);
    for (int kind = DIFFERENCE_TRACE; kind <= DIFFERENCE_FORMULA; kind++) {
        CU_ASSERT(totals.kinds[kind] * 200 >= totals.cases);
    }
    CU_ASSERT(totals.fixpoints * 100 >= totals.cases);
    CU_ASSERT(totals.negations * 50 >= totals.cases);
}

/* With too little memory, or when stopped, a comparison fails with nothing left; with enough it does not. */
static void test_memory(void) {
    struct graph *graphs[2];
    const int stop = 1;
    graphs[0] = reached(random_lts_graph(21, MOST_VERTICES, 1, &place.memory));
    graphs[1] = reached(random_lts_change(graphs[0], 21, RANDOM_LTS_DROP, &place.memory));
    for (int relation = 0; relation < COMPARE_RELATIONS; relation++) {
        const struct compare_options options = {(enum compare_relation)relation, 1, "i"};
        int failed = 1, refused = 0;
        for (uint64_t bytes = 1024; failed && bytes < (uint64_t)1 << 24; bytes += bytes / 16) {
            struct memory memory;
            struct comparison comparison;
            struct run run = {.memory = &memory, .threads = 1};
            memory_init(&memory, bytes);
            memset(&comparison, 0, sizeof comparison);
            failed = compare_graphs((const struct graph *const *)graphs, &options, &run, &comparison,
                                    &place.error) != 0;
            CU_ASSERT(!failed || place.error.code == ERROR_MEMORY);
            refused += failed;
            comparison_free(&comparison, &memory);
            CU_ASSERT_EQUAL(memory_used(&memory), 0);
            run.stop = &stop;
            CU_ASSERT(compare_graphs((const struct graph *const *)graphs, &options, &run, &comparison,
                                     &place.error) != 0);
            comparison_free(&comparison, &memory);
            CU_ASSERT_EQUAL(memory_used(&memory), 0);
        }
        CU_ASSERT(!failed && refused > 10);
    }
    graph_free(graphs[0]);
    graph_free(graphs[1]);
}

void suite_compare_graphs(void) {
    suite_add("comparisons of graphs", workplace_open, workplace_close, "random graphs", test_random,
              "memory and interruption", test_memory, NULL);
}
