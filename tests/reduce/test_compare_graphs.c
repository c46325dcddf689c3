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
#include "reduce/quotient/quotient.h"
#include "reduce/refine/refine.h"
#include "reduce/traces/traces.h"
#include "reduce/weak/weak.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/oracle/oracle_relation.h"
#include "tests/random/random_lts.h"
#include "tests/support/formula_reading.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define MOST_VERTICES 9u
#define FEWEST 1000u /* cases in which every kind of difference occurs */

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
    int several;            /* initial vertices: the first ones */
    uint64_t initials[2];
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
    int all = graph->initial_count > 1 || holds[graph->initial];
    for (uint64_t vertex = 0; vertex < graph->initial_count; vertex++) {
        all &= graph->initial_count == 1 || holds[vertex];
    }
    return all;
}

/* Whether some initial vertex has the word. */
static int has_word(const struct graph *graph, int weak, const char *const *word, uint64_t length) {
    int has = graph->initial_count <= 1 && oracle_has_word(graph, weak, graph->initial, word, length);
    for (uint64_t vertex = 0; graph->initial_count > 1 && vertex < graph->initial_count; vertex++) {
        has |= oracle_has_word(graph, weak, (uint32_t)vertex, word, length);
    }
    return has;
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
        int has = has_word(compared->graphs[k], weak, difference->word, difference->length);
        if (has != (!alone || difference->word_of == k + 1)) {
            tell(compared, relation, "its word", "");
        }
        if (alone && !has_word(compared->graphs[k], weak, difference->word, difference->length - 1)) {
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
    if (relation >= COMPARE_FIRST_PREORDER && !compared->several && difference->holds_in != 1) {
        tell(compared, relation, "the difference is the second one's", "");
    }
    if (relation == COMPARE_SIMULATION && strstr(difference->formula.data + 1, "not ") != NULL) {
        tell(compared, relation, "a negation: ", difference->formula.data);
    }
}

/* --- several initial vertices --- */

/* Whether t => u. */
static int reaches_internally(const struct graph *graph, uint32_t t, uint32_t u) {
    uint8_t seen[ORACLE_RELATION_MOST] = {0};
    seen[t] = 1;
    for (uint64_t round = 0; round < graph->vertices; round++) {
        for (uint64_t s = 0; s < graph->vertices; s++) {
            for (uint64_t edge = graph->offsets[s]; seen[s] && edge < graph->offsets[s + 1]; edge++) {
                seen[graph->targets[edge]] |= strcmp(graph->label_text[graph->labels[edge]], "i") == 0;
            }
        }
    }
    return seen[u];
}

/* Whether each initial vertex of one graph is related to one of the other graph; weak: or to one that is
 * reached from there by internal steps. */
static int all_have_partners(const struct compared *compared, enum oracle_relation relation, int from) {
    const struct graph *together = compared->together;
    const int weak = relation == ORACLE_WEAK;
    uint8_t *related = test_allocate(together->vertices * together->vertices, 1);
    uint32_t first[2] = {0, (uint32_t)compared->graphs[0]->vertices};
    int all = 1;
    oracle_relate(together, relation, related);
    for (uint64_t k = 0; k < compared->initials[from]; k++) {
        int found = 0;
        for (uint64_t other = 0; other < compared->initials[!from]; other++) {
            const uint32_t s = first[from] + (uint32_t)k, t = first[!from] + (uint32_t)other;
            for (uint32_t u = 0; u < together->vertices; u++) {
                const int candidate = weak ? reaches_internally(together, t, u) : u == t;
                found |= candidate && related[s * together->vertices + u];
            }
        }
        all &= found;
    }
    free(related);
    return all;
}

/* Both with one more vertex each, which has the edges of all that were initial: so it has their words. */
static struct graph *with_sums(const struct compared *compared, uint32_t sums[2]) {
    const struct graph *together = compared->together;
    const uint32_t vertices = (uint32_t)together->vertices;
    struct lts_edge *edges = test_allocate(3 * together->edges + 1, sizeof *edges);
    uint64_t count = 0;
    for (uint32_t vertex = 0; vertex < vertices + 2; vertex++) {
        const int side = vertex == vertices + 1;
        const uint32_t begin = side ? (uint32_t)compared->graphs[0]->vertices : 0;
        uint32_t low = vertex, high = vertex + 1;
        if (vertex >= vertices) {
            low = begin;
            high = begin + (uint32_t)compared->initials[side];
        }
        for (uint64_t edge = together->offsets[low]; edge < together->offsets[high]; edge++) {
            edges[count++] = (struct lts_edge){vertex, together->labels[edge], together->targets[edge]};
        }
    }
    sums[0] = vertices;
    sums[1] = vertices + 1;
    struct graph *made = lts_of_edges(edges, count, vertices + 2, 0, &place.memory);
    free(edges);
    return made;
}

static int truth_of(const struct compared *compared, enum compare_relation relation) {
    const enum oracle_relation oracle = oracle_of[relation];
    uint32_t sums[2];
    if (!compared->several) {
        return oracle_are_related(compared->together, oracle, compared->vertices[0], compared->vertices[1]);
    }
    if (relation <= COMPARE_WEAK || relation == COMPARE_SIMULATION) {
        return all_have_partners(compared, oracle, 0) &&
               (relation == COMPARE_SIMULATION || all_have_partners(compared, oracle, 1));
    }
    struct graph *summed = with_sums(compared, sums);
    const int related = oracle_are_related(summed, oracle, sums[0], sums[1]);
    graph_free(summed);
    return related;
}

/* A relation that the oracle knows: the tests of lumping judge the other one. */
static enum compare_relation draw_relation(uint64_t *random) {
    const uint64_t drawn = random_draw(random, COMPARE_RELATIONS - 1);
    return (enum compare_relation)(drawn + (drawn >= COMPARE_PROBABILISTIC));
}

static void judge_relation(const struct compared *compared, enum compare_relation relation) {
    const struct compare_options options = {
        .relation = relation, .explain = 1, .internal = "i", .classes = 1};
    struct comparison comparison;
    memset(&comparison, 0, sizeof comparison);
    int truth = truth_of(compared, relation);
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
    compared.graphs[turned] = lts_reached(first, &place.run);
    compared.graphs[!turned] = lts_reached(second, &place.run);
    compared.together = lts_union(compared.graphs[0], compared.graphs[1], &place.memory);
    compared.vertices[0] = compared.graphs[0]->initial;
    compared.vertices[1] = (uint32_t)compared.graphs[0]->vertices + compared.graphs[1]->initial;
    if (compared.together->vertices <= ORACLE_RELATION_MOST) {
        totals->cases++;
        for (int k = 0; k < 3; k++) {
            judge_relation(&compared, draw_relation(&random));
        }
        judge_deterministic(&compared, (int)random_draw(&random, 2));
        judge_weak(&compared);
    }
    graph_free(compared.together);
    graph_free(compared.graphs[0]);
    graph_free(compared.graphs[1]);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

/* The graph with the vertices of a list first, `count` of them, which are initial. */
static struct graph *begin_with(const struct graph *graph, const uint32_t *list, uint64_t count) {
    uint32_t number[MOST_VERTICES + 1], next = 0;
    struct lts_edge *edges = test_allocate(graph->edges + 1, sizeof *edges);
    memset(number, 0xff, sizeof number);
    for (uint64_t k = 0; k < count; k++) {
        number[list[k]] = next++;
    }
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        number[vertex] = number[vertex] == UINT32_MAX ? next++ : number[vertex];
    }
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            edges[edge] =
                (struct lts_edge){number[vertex], graph->labels[edge], number[graph->targets[edge]]};
        }
    }
    struct graph *made = lts_of_edges(edges, graph->edges, graph->vertices, 0, &place.memory);
    made->initial_count = count;
    free(edges);
    return lts_reached(made, &place.run);
}

/* Draws distinct vertices; of `like`, if not NULL, those that are equivalent, and perhaps one more. */
static uint64_t draw_initials(const struct graph *graph, const uint32_t *like, uint64_t count,
                              uint64_t *random, uint32_t *list) {
    uint32_t classes[ORACLE_RELATION_MOST];
    uint64_t drawn = 0, wanted = 1 + random_draw(random, 3);
    oracle_relation_classes(graph, ORACLE_BRANCHING, classes);
    for (uint64_t k = 0; k < (like != NULL ? count : wanted); k++) {
        uint32_t vertex = (uint32_t)random_draw(random, graph->vertices);
        for (uint64_t at = 0; like != NULL && at < graph->vertices; at++) {
            vertex = (vertex + 1) % (uint32_t)graph->vertices;
            if (classes[vertex] == classes[like[k]]) {
                break;
            }
        }
        uint64_t at = 0;
        while (at < drawn && list[at] != vertex) {
            at++;
        }
        list[at] = vertex;
        drawn += at == drawn;
    }
    return drawn;
}

static void judge_several(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct compared compared = {.seed = seed, .totals = totals, .several = 1};
    uint64_t random = seed * 69069 + 7;
    struct graph *graph = random_lts_graph(seed, MOST_VERTICES, 0, &place.memory);
    uint32_t lists[2][MOST_VERTICES];
    compared.initials[0] = draw_initials(graph, NULL, 0, &random, lists[0]);
    compared.initials[1] = draw_initials(graph, random_draw(&random, 3) > 0 ? lists[0] : NULL,
                                         compared.initials[0], &random, lists[1]);
    for (int k = 0; k < 2; k++) {
        compared.graphs[k] = begin_with(graph, lists[k], compared.initials[k]);
    }
    compared.together = lts_union(compared.graphs[0], compared.graphs[1], &place.memory);
    if (compared.initials[0] > 1 || compared.initials[1] > 1) {
        totals->cases++;
        for (int k = 0; k < 3; k++) {
            judge_relation(&compared, draw_relation(&random));
        }
    }
    graph_free(graph);
    graph_free(compared.together);
    graph_free(compared.graphs[0]);
    graph_free(compared.graphs[1]);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static void report_totals(const struct totals *totals) {
    report_counts("pairs", totals->cases, "related", totals->related, "not related", totals->unrelated,
                  "by a trace", totals->kinds[DIFFERENCE_TRACE], "by divergence",
                  totals->kinds[DIFFERENCE_DIVERGENCE], "by a deadlock", totals->kinds[DIFFERENCE_DEADLOCK],
                  "by a formula", totals->kinds[DIFFERENCE_FORMULA], "with a fixpoint", totals->fixpoints,
                  "with a negation", totals->negations, NULL);
}

static void test_several(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES, 1, judge_several, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_totals(&totals);
    CU_ASSERT(totals.related * 2 >= totals.cases);
    CU_ASSERT(totals.unrelated * 2 >= totals.cases);
    for (int kind = DIFFERENCE_TRACE; kind <= DIFFERENCE_FORMULA && totals.cases >= FEWEST; kind++) {
        CU_ASSERT(totals.kinds[kind] * 200 >= totals.cases);
    }
}

static void test_random(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES, 1, judge_case, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_totals(&totals);
    CU_ASSERT(totals.related >= totals.cases);
    CU_ASSERT(totals.unrelated >= totals.cases);
    const uint64_t few = 500; /* cases that need not have everything */
    for (int kind = DIFFERENCE_TRACE; kind <= DIFFERENCE_FORMULA; kind++) {
        CU_ASSERT(totals.cases < few || totals.kinds[kind] * 200 >= totals.cases);
    }
    CU_ASSERT(totals.cases < few || totals.fixpoints * 100 >= totals.cases);
    CU_ASSERT(totals.cases < few || totals.negations * 50 >= totals.cases);
}

/* With too little memory, or when stopped, a comparison fails with nothing left; with enough it does not. */
static void test_memory(void) {
    struct graph *graphs[2];
    const int stop = 1;
    graphs[0] = lts_reached(random_lts_graph(21, MOST_VERTICES, 1, &place.memory), &place.run);
    graphs[1] = lts_reached(random_lts_change(graphs[0], 21, RANDOM_LTS_DROP, &place.memory), &place.run);
    for (int relation = 0; relation < COMPARE_RELATIONS; relation++) {
        const struct compare_options options = {
            .relation = (enum compare_relation)relation, .explain = 1, .internal = "i", .classes = 1};
        struct memory memory;
        struct error error, stopped;
        struct shortage shortage = {.memory = &memory, .error = &error, .more = 1024, .part = 16};
        memory_init(&memory, UINT64_MAX);
        while (shortage_goes_on(&shortage)) {
            struct comparison comparison = {0};
            struct run run = {.memory = &memory, .threads = 1};
            shortage.done =
                compare_graphs((const struct graph *const *)graphs, &options, &run, &comparison, &error) == 0;
            comparison_free(&comparison, &memory);
            run.stop = &stop;
            CU_ASSERT(compare_graphs((const struct graph *const *)graphs, &options, &run, &comparison,
                                     &stopped) != 0);
            comparison_free(&comparison, &memory);
        }
        CU_ASSERT(shortage.failures > 10);
    }
    graph_free(graphs[0]);
    graph_free(graphs[1]);
}

void suite_compare_graphs(void) {
    suite_add("comparisons of graphs", workplace_open, workplace_close, "random graphs", test_random,
              "several initial states", test_several, "memory and interruption", test_memory, NULL);
}
