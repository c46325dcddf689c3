/*
 * Probabilistic equivalence beside its definition: a naive refinement that adds numbers as whole multiples of
 * 1/60, on random graphs whose states were copied, with rates, distributions of several choices and plain
 * labels; its quotient; and exact numbers.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/compare/compare.h"
#include "base/fraction.h"
#include "reduce/lump/lump.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"

#define CASES 2000u
#define BUDGET ((uint64_t)1 << 30)
#define UNITS 60u /* of the oracle: units of 1 */
#define MOST_STATES 24u
#define MOST_ROW 12u
#define MOST_EDGES (MOST_STATES * MOST_ROW)

/* Sorted by bytes. */
static const struct {
    const char *text;
    uint32_t part, units; /* labels of one part are added up; units 0: a plain label */
    char kind;
} labels[] = {
    {"a", 0, 0, 0},
    {"a; prob 0.25", 1, 15, 'p'},
    {"a; prob 1/2", 1, 30, 'p'},
    {"a; prob 1/3", 1, 20, 'p'},
    {"a; prob 2/12", 1, 10, 'p'},
    {"a; prob 5e-1", 1, 30, 'p'},
    {"a; rate 1", 2, 60, 'r'},
    {"a; rate 2", 2, 120, 'r'},
    {"b; prob 1/2", 3, 30, 'p'},
    {"b; prob 1/4", 3, 15, 'p'},
    {"i", 4, 0, 0},
    {"prob 0.5", 5, 30, 'p'},
    {"rate 0.2", 6, 12, 'r'},
    {"rate 0.4", 6, 24, 'r'},
    {"rate 1/5", 6, 12, 'r'},
};

/* Distributions as lists of labels that sum to 1. */
static const uint32_t distributions[][5] = {{2, 2, 99},       {2, 1, 1, 99},    {3, 3, 3, 99}, {2, 5, 99},
                                            {1, 1, 1, 1, 99}, {4, 4, 4, 2, 99}, {3, 4, 2, 99}, {8, 8, 99},
                                            {8, 9, 9, 99},    {11, 11, 99}};

static const struct lump_options with_quotient = {.quotient = 1};

struct trial {
    struct memory memory;
    struct run run;
    uint64_t mismatches, smaller, twofold, unequal;
    uint64_t random;
};

struct edge {
    uint32_t label, target, choice;
};

struct drawn {
    uint32_t states;
    struct edge rows[MOST_STATES][MOST_ROW];
    uint32_t length[MOST_STATES];
};

static uint32_t draw(struct trial *trial, uint32_t below) {
    return random_draw(&trial->random, below);
}

static void complain(struct trial *trial, uint64_t seed, const char *what) {
    printf("\n  seed %llu: %s\n", (unsigned long long)seed, what);
    trial->mismatches++;
}

/* --- random graphs --- */

static void add_edge(struct drawn *drawn, uint32_t state, uint32_t label, uint32_t target, uint32_t choice) {
    struct edge *row = drawn->rows[state];
    for (uint32_t i = 0; i < drawn->length[state]; i++) {
        if (row[i].label == label && row[i].target == target && row[i].choice == choice) {
            return;
        }
    }
    if (drawn->length[state] < MOST_ROW) {
        row[drawn->length[state]++] = (struct edge){label, target, choice};
    }
}

/* Adds a distribution, with distinct edges, as rows are sets. */
static void add_distribution(struct trial *trial, struct drawn *drawn, uint32_t state, uint32_t choice,
                             uint32_t states) {
    const uint32_t *list = distributions[draw(trial, LENGTH(distributions))];
    uint32_t length = 0;
    while (list[length] != 99) {
        length++;
    }
    if (drawn->length[state] + length > MOST_ROW || states < length) {
        return;
    }
    uint32_t target = draw(trial, states);
    for (uint32_t i = 0; i < length; i++, target = (target + 1) % states) {
        add_edge(drawn, state, list[i], target, choice);
    }
}

/* Draws some states, then copies of them whose edges lead to copies. */
static void draw_graph(struct trial *trial, struct drawn *drawn) {
    static const uint32_t plain[] = {0, 6, 7, 10, 12, 13, 14};
    const uint32_t states = 2 + draw(trial, 10), palette = 1 + draw(trial, LENGTH(plain));
    const uint32_t one_in = 1 + draw(trial, 3);
    memset(drawn, 0, sizeof *drawn);
    for (uint32_t state = 0; state < states; state++) {
        const uint32_t edges = draw(trial, 4), choices = draw(trial, one_in) == 0 ? draw(trial, 3) : 0;
        for (uint32_t i = 0; i < edges; i++) {
            add_edge(drawn, state, plain[draw(trial, palette)], draw(trial, states), UINT32_MAX);
        }
        for (uint32_t choice = 0; choice < choices; choice++) {
            add_distribution(trial, drawn, state, choice, states);
        }
    }
    drawn->states = states;
    for (uint32_t copies = draw(trial, MOST_STATES - states); copies > 0; copies--) {
        const uint32_t state = draw(trial, states), own = drawn->states++;
        memcpy(drawn->rows[own], drawn->rows[state], sizeof drawn->rows[own]);
        drawn->length[own] = drawn->length[state];
        /* some edge that led to the state leads to the copy; edges of a choice keep their number */
        const uint32_t other = draw(trial, own + 1);
        for (uint32_t i = 0; i < drawn->length[other]; i++) {
            if (drawn->rows[other][i].target == state && draw(trial, 2) == 0) {
                drawn->rows[other][i].target = own;
            }
        }
    }
}

static int compare_edges(const void *a, const void *b) {
    const struct edge *first = a, *second = b;
    return first->label != second->label ? (first->label < second->label ? -1 : 1)
           : first->target != second->target
               ? (first->target < second->target ? -1 : 1)
               : (first->choice > second->choice) - (first->choice < second->choice);
}

static struct graph *make_graph(struct trial *trial, struct drawn *drawn) {
    const char *texts[LENGTH(labels)];
    struct error error;
    for (uint32_t label = 0; label < LENGTH(labels); label++) {
        texts[label] = labels[label].text;
    }
    struct graph *graph =
        test_present(graph_create_labelled(drawn->states, texts, LENGTH(labels), &trial->run, &error));
    CU_ASSERT_FATAL(graph_add_choices(graph) == 0 && graph_extend(graph, MOST_EDGES) == 0);
    for (uint32_t state = 0; state < drawn->states; state++) {
        qsort(drawn->rows[state], drawn->length[state], sizeof(struct edge), compare_edges);
        for (uint32_t i = 0; i < drawn->length[state]; i++) {
            graph->labels[graph->edges] = drawn->rows[state][i].label;
            graph->targets[graph->edges] = drawn->rows[state][i].target;
            graph->choices[graph->edges++] = drawn->rows[state][i].choice;
        }
        graph->offsets[state + 1] = graph->edges;
    }
    return graph;
}

/* --- the definition --- */

/* Units that a state's edges of a part and choice give to each class; for plain labels 1 or 0. */
static void measure(const struct drawn *drawn, const uint32_t *class_of, uint32_t state, uint32_t part,
                    uint32_t choice, uint32_t *units) {
    memset(units, 0, MOST_STATES * sizeof *units);
    for (uint32_t i = 0; i < drawn->length[state]; i++) {
        const struct edge *edge = &drawn->rows[state][i];
        if (labels[edge->label].part != part || edge->choice != choice) {
            continue;
        }
        uint32_t *of = &units[class_of[edge->target]];
        *of = labels[edge->label].units == 0 ? 1 : *of + labels[edge->label].units;
    }
}

/* Whether some choice of the part at `state` has these units. */
static int has_distribution(const struct drawn *drawn, const uint32_t *class_of, uint32_t state,
                            uint32_t part, const uint32_t *units) {
    uint32_t own[MOST_STATES];
    for (uint32_t i = 0; i < drawn->length[state]; i++) {
        const struct edge *edge = &drawn->rows[state][i];
        if (labels[edge->label].part == part) {
            measure(drawn, class_of, state, part, edge->choice, own);
            if (memcmp(own, units, sizeof own) == 0) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether t answers all that s can do. */
static int answers(const struct drawn *drawn, const uint32_t *class_of, uint32_t s, uint32_t t) {
    uint32_t own[MOST_STATES], other[MOST_STATES];
    for (uint32_t i = 0; i < drawn->length[s]; i++) {
        const struct edge *edge = &drawn->rows[s][i];
        const uint32_t part = labels[edge->label].part;
        measure(drawn, class_of, s, part, edge->choice, own);
        measure(drawn, class_of, t, part, edge->choice, other);
        if (labels[edge->label].kind == 'p' ? !has_distribution(drawn, class_of, t, part, own)
                                            : memcmp(own, other, sizeof own) != 0) {
            return 0;
        }
    }
    return 1;
}

/* Classes by least states: refines until nothing changes. Returns the number of classes. */
static uint32_t refine_naively(const struct drawn *drawn, uint32_t *class_of) {
    uint32_t before = 0, classes = 1, next[MOST_STATES];
    memset(class_of, 0, MOST_STATES * sizeof *class_of);
    while (classes != before) {
        before = classes;
        classes = 0;
        for (uint32_t s = 0; s < drawn->states; s++) {
            uint32_t t = 0;
            while (t < s && !(class_of[s] == class_of[t] && answers(drawn, class_of, s, t) &&
                              answers(drawn, class_of, t, s))) {
                t++;
            }
            next[s] = t < s ? next[t] : classes++;
        }
        memcpy(class_of, next, drawn->states * sizeof *class_of);
    }
    return classes;
}

/* --- trials --- */

/* The quotient has no smaller one, and is equivalent to the graph. */
static void judge_quotient(struct trial *trial, uint64_t seed, const struct graph *graph,
                           const struct graph *quotient) {
    const struct graph *const graphs[2] = {graph, quotient};
    const struct compare_options how = {.relation = COMPARE_PROBABILISTIC, .internal = "i"};
    struct comparison comparison;
    struct lumping again;
    struct error error;
    memset(&comparison, 0, sizeof comparison);
    if (compare_graphs(graphs, &how, &trial->run, &comparison, &error) != 0 || !comparison.related) {
        complain(trial, seed, "the quotient is not equivalent to the graph");
    }
    comparison_free(&comparison, &trial->memory);
    if (lump_graph(quotient, &with_quotient, &trial->run, &again, &error) != 0 ||
        again.partition.blocks != quotient->vertices || again.quotient->edges != quotient->edges) {
        complain(trial, seed, "the quotient is not the smallest");
    }
    lumping_free(&again, &trial->memory);
}

/* Another initial state is equivalent only if it is in the same class. */
static void judge_comparison(struct trial *trial, uint64_t seed, struct graph *graph,
                             const struct graph *other, const uint32_t *class_of) {
    const struct graph *const graphs[2] = {other, graph};
    const struct compare_options how = {.relation = COMPARE_PROBABILISTIC, .internal = "i"};
    struct comparison comparison;
    struct error error;
    memset(&comparison, 0, sizeof comparison);
    graph->initial = draw(trial, (uint32_t)graph->vertices);
    if (compare_graphs(graphs, &how, &trial->run, &comparison, &error) != 0 ||
        comparison.related != (class_of[0] == class_of[graph->initial])) {
        complain(trial, seed, "the comparison is wrong");
    }
    trial->unequal += !comparison.related;
    comparison_free(&comparison, &trial->memory);
}

static void judge(uint64_t seed, void *context) {
    struct trial *trial = context;
    struct drawn drawn;
    struct lumping lumping;
    struct error error;
    uint32_t class_of[MOST_STATES];
    trial->random = seed * 0x9e3779b97f4a7c15ULL;
    trial->run.threads = 1 + (uint32_t)(seed % 3);
    draw_graph(trial, &drawn);
    struct graph *graph = make_graph(trial, &drawn), *other = make_graph(trial, &drawn);
    const uint32_t classes = refine_naively(&drawn, class_of);
    if (lump_graph(graph, &with_quotient, &trial->run, &lumping, &error) != 0) {
        complain(trial, seed, error.text);
    } else if (lumping.partition.blocks != classes ||
               memcmp(lumping.partition.block, class_of, drawn.states * sizeof *class_of) != 0) {
        complain(trial, seed, "the classes are not those of the definition");
    } else {
        judge_quotient(trial, seed, graph, lumping.quotient);
        judge_comparison(trial, seed, graph, other, class_of);
        trial->smaller += classes < drawn.states;
        trial->twofold += lumping.twofold != LUMP_NONE;
    }
    lumping_free(&lumping, &trial->memory);
    graph_free(graph);
    graph_free(other);
}

static void test_oracle(void) {
    struct trial trial = {.mismatches = 0};
    memory_init(&trial.memory, BUDGET);
    trial.run = (struct run){.memory = &trial.memory, .threads = 1};
    const uint64_t cases = judge_seeds(CASES, 1, judge, &trial, &trial.mismatches);
    report_counts("cases", cases, "smaller", trial.smaller, "twofold", trial.twofold, "not equivalent",
                  trial.unequal, NULL);
    if (cases >= CASES) {
        CU_ASSERT(trial.smaller > cases / 4);
        CU_ASSERT(trial.twofold > cases / 100);
        CU_ASSERT(trial.unequal > cases / 4);
    }
    CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
}

/* Weights of few bits in the sketch: then proofs fail, and the sums decide. */
static void test_proof(void) {
    enum { VERTICES = 600 };
    static const uint32_t part[] = {0, 0, 2};
    static const refine_weight weight[] = {1, 2, 0};
    static const char *const texts[] = {"rate 1", "rate 2", "x"};
    struct memory memory;
    struct error error;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 2};
    struct graph *graph = test_present(graph_create_labelled(VERTICES, texts, 3, &run, &error));
    CU_ASSERT_FATAL(graph_extend(graph, 3 * VERTICES) == 0);
    uint64_t random = 1;
    for (uint32_t vertex = 0; vertex < VERTICES; vertex++) {
        for (uint32_t label = 0; label < 3 && vertex > 0; label++) {
            random = random * 6364136223846793005ULL + 1442695040888963407ULL;
            graph->labels[graph->edges] = label;
            graph->targets[graph->edges++] = (uint32_t)((random >> 40) % vertex) % 40;
        }
        graph->offsets[vertex + 1] = graph->edges;
    }
    const struct refine_weights weights = {LENGTH(part), part, weight};
    struct partition whole;
    const struct refine_options plain = {.weights = &weights};
    CU_ASSERT(refine_cpu(graph, EQUIVALENCE_STRONG, &plain, &run, &whole, &error) == 0);
    for (uint32_t bits = 1; bits <= 16; bits *= 2) {
        const struct refine_options options = {.weights = &weights, .sketch_bits = bits};
        struct partition partition;
        CU_ASSERT(refine_cpu(graph, EQUIVALENCE_STRONG, &options, &run, &partition, &error) == 0);
        CU_ASSERT(partition.blocks == whole.blocks &&
                  memcmp(partition.block, whole.block, VERTICES * sizeof *whole.block) == 0);
        partition_free(&partition, &memory);
    }
    CU_ASSERT(whole.blocks > 20 && whole.blocks < VERTICES);
    partition_free(&whole, &memory);
    graph_free(graph);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_numbers(void) {
    static const struct {
        const char *text, *shown; /* NULL: too long or wrong */
    } cases[] = {{"1", "1"},         {"0.25", "1/4"},
                 {".5", "0.5"},      {"1e-3", "0.001"},
                 {"2/6", "1/3"},     {"1.50", "1.5"},
                 {"1E2", "100"},     {"100/4", "25"},
                 {"10e-1", "1"},     {"0.125", "1/8"},
                 {"3/7", "3/7"},     {"1e38", "100000000000000000000000000000000000000"},
                 {"1e40", NULL},     {"1e-40", NULL},
                 {"", NULL},         {"1/0", NULL},
                 {"0", "0"},         {"1.0000000000000000000000000000000000000000000000", "1"},
                 {"120/100", "1.2"}, {"3000/1000000", "0.003"}};
    for (uint32_t i = 0; i < LENGTH(cases); i++) {
        struct fraction number;
        char text[FRACTION_TEXT];
        const int failed = fraction_parse(cases[i].text, strlen(cases[i].text), &number);
        CU_ASSERT_EQUAL(failed != 0, cases[i].shown == NULL);
        if (failed == 0 && cases[i].shown != NULL) {
            fraction_write(number.numerator, number.denominator, text);
            CU_ASSERT_STRING_EQUAL(text, cases[i].shown);
        }
    }
}

/* With any limit of memory: the classes or ERROR_MEMORY, and nothing is lost. */
static void test_limits(void) {
    struct trial trial = {.random = 7};
    struct drawn drawn;
    struct error error;
    struct shortage shortage = {
        .memory = &trial.memory, .error = &error, .more = 64, .step = 1, .part = 16, .enough = 10};
    memory_init(&trial.memory, BUDGET);
    trial.run = (struct run){.memory = &trial.memory, .threads = 1};
    do {
        draw_graph(&trial, &drawn);
    } while (drawn.states < 20);
    struct graph *graph = make_graph(&trial, &drawn);
    while (shortage_goes_on(&shortage)) {
        struct lumping lumping;
        shortage.done = lump_graph(graph, &with_quotient, &trial.run, &lumping, &error) == 0;
        lumping_free(&lumping, &trial.memory);
    }
    CU_ASSERT(shortage.failures > 10);
    graph_free(graph);
}

void suite_lump(void) {
    suite_add("lump", NULL, NULL, "classes and quotients are those of the definition", test_oracle,
              "proofs with sketches of few bits", test_proof, "exact numbers", test_numbers, "limits",
              test_limits, NULL);
}
