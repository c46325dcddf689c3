/*
 * Composition beside the naive explorer: the network that came of joining components must be equivalent to
 * the original, by the equivalence that was asked for, on random networks with all operators. HEDDLE_CASES
 * and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "explorer/model/network.h"
#include "reduce/composition/composition.h"
#include "reduce/composition/hidden.h"
#include "reduce/refine/refine.h"
#include "tests/support/drawn_network.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 400u
#else
#define DEFAULT_CASES 2700u /* more than 2000 of them are compared */
#endif
#define MOST_STATES 2000u

struct totals {
    struct test_folder folder;
    uint64_t compared, mismatches;
    uint64_t joined, smaller; /* cases with steps of several parts; with fewer states in the end */
    uint64_t joins;           /* such steps */
    uint64_t skipped[COMPOSITION_TOO_LARGE + 1], weaker; /* steps; by strong instead of another equivalence */
};

/* --- two graphs beside each other --- */

struct pair {
    const char **texts; /* sorted, without duplicates */
    uint32_t count;
    uint64_t *offsets;
    uint32_t *targets, *labels;
    struct graph graph;
};

static int compare_texts(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static uint32_t rank_of(const struct pair *pair, const char *text) {
    const char **found = bsearch(&text, pair->texts, pair->count, sizeof *pair->texts, compare_texts);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    return (uint32_t)(found - pair->texts);
}

static void collect_texts(struct pair *pair, const struct oracle_graph *first, const struct graph *second) {
    uint64_t count = 0, kept = 0;
    pair->texts = malloc((first->edges + second->label_count + 1) * sizeof *pair->texts);
    for (uint64_t i = 0; i < first->edges; i++) {
        pair->texts[count++] = first->edge_label[i];
    }
    for (uint32_t i = 0; i < second->label_count; i++) {
        pair->texts[count++] = second->label_text[i];
    }
    qsort(pair->texts, count, sizeof *pair->texts, compare_texts);
    for (uint64_t i = 0; i < count; i++) {
        if (kept == 0 || strcmp(pair->texts[kept - 1], pair->texts[i]) != 0) {
            pair->texts[kept++] = pair->texts[i];
        }
    }
    pair->count = (uint32_t)kept;
}

static void pair_open(struct pair *pair, const struct oracle_graph *first, const struct graph *second) {
    const uint64_t vertices = first->states + second->vertices, edges = first->edges + second->edges;
    collect_texts(pair, first, second);
    pair->offsets = malloc((vertices + 1) * sizeof *pair->offsets);
    pair->targets = malloc((edges + 1) * sizeof *pair->targets);
    pair->labels = malloc((edges + 1) * sizeof *pair->labels);
    memcpy(pair->offsets, first->offsets, (first->states + 1) * sizeof *pair->offsets);
    for (uint64_t i = 0; i <= second->vertices; i++) {
        pair->offsets[first->states + i] = first->edges + second->offsets[i];
    }
    for (uint64_t i = 0; i < first->edges; i++) {
        pair->targets[i] = first->edge_target[i];
        pair->labels[i] = rank_of(pair, first->edge_label[i]);
    }
    for (uint64_t i = 0; i < second->edges; i++) {
        pair->targets[first->edges + i] = (uint32_t)first->states + second->targets[i];
        pair->labels[first->edges + i] = rank_of(pair, second->label_text[second->labels[i]]);
    }
    pair->graph = (struct graph){.vertices = vertices,
                                 .edges = edges,
                                 .offsets = pair->offsets,
                                 .targets = pair->targets,
                                 .labels = pair->labels,
                                 .label_text = pair->texts,
                                 .label_count = pair->count};
}

static void pair_close(struct pair *pair) {
    free(pair->texts);
    free(pair->offsets);
    free(pair->targets);
    free(pair->labels);
}

/* --- a case --- */

static struct graph *explore(const struct network *network, const struct run *run, struct error *error) {
    const struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    const struct graph_options arrays = {GRAPH_LABELS, NULL};
    model *model = model_compile(network, &(struct model_options){.labels = 1}, run, error);
    struct exploration *found = model == NULL ? NULL : explore_cpu(model, &options, run, error);
    struct graph *graph = found == NULL ? NULL : graph_build_cpu(found, &arrays, run, error);
    exploration_free(found);
    model_free(model);
    return graph;
}

static int is_equivalent(const struct oracle_graph *original, const struct graph *made,
                         enum equivalence equivalence, const struct run *run) {
    struct pair pair;
    struct partition partition;
    struct error error;
    pair_open(&pair, original, made);
    CU_ASSERT_EQUAL_FATAL(refine_cpu(&pair.graph, equivalence, NULL, run, &partition, &error), 0);
    int same = partition.block[0] == partition.block[original->states + made->initial];
    partition_free(&partition, run->memory);
    pair_close(&pair);
    return same;
}

static void count_steps(const composition *composition, enum equivalence equivalence, struct totals *totals) {
    uint64_t count, joined = 0;
    const struct composition_step *steps = composition_steps(composition, &count);
    for (uint64_t i = 0; i < count; i++) {
        joined += steps[i].part_count > 1 && steps[i].skip == COMPOSITION_DONE;
        totals->skipped[steps[i].skip]++;
        totals->weaker += steps[i].skip == COMPOSITION_DONE && steps[i].equivalence != equivalence;
    }
    totals->joined += joined > 0;
    totals->joins += joined;
}

/* The network with every fourth label hidden, and the same in its graph. */
static struct network *hide_some(const struct drawn_network *drawn, uint64_t seed, struct memory *memory,
                                 struct error *error) {
    uint8_t *hidden = calloc(drawn->network->label_count + 1, 1);
    uint64_t random = seed;
    for (uint32_t i = 0; i < drawn->network->label_count; i++) {
        const struct network_label *label = &drawn->network->labels[i];
        hidden[i] = random_next(&random) % 4 == 0 && label->kind == LABEL_PLAIN;
        for (uint64_t edge = 0; hidden[i] && edge < drawn->graph->edges; edge++) {
            if (strcmp(drawn->graph->edge_label[edge], label->text) == 0) {
                drawn->graph->edge_label[edge] = "i";
            }
        }
    }
    struct network *network = network_hide(drawn->network, hidden, memory, error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    free(hidden);
    return network;
}

/* Composes a network, whose graph is `original`. 1 if the result is equivalent, else 0 with a message. */
static int compose(const struct network *network, const struct oracle_graph *original,
                   const struct composition_options *options, const struct run *run, struct totals *totals) {
    struct error error = {0};
    composition *composition = composition_make(network, options, run, &error);
    struct graph *graph = composition == NULL ? NULL : explore(composition_network(composition), run, &error);
    const int same = graph != NULL && is_equivalent(original, graph, options->equivalence, run);
    if (same) {
        totals->compared++;
        totals->smaller += graph->vertices < original->states;
        count_steps(composition, options->equivalence, totals);
    } else {
        printf("\n  %s: %s\n", equivalence_name(options->equivalence),
               graph == NULL ? error.text : "not equivalent");
    }
    graph_free(graph);
    composition_free(composition);
    return same;
}

static const enum equivalence kinds[] = {EQUIVALENCE_STRONG, EQUIVALENCE_DIVBRANCHING, EQUIVALENCE_BRANCHING};

static void judge_network(uint64_t seed, const struct drawn_network *drawn, const struct run *run,
                          struct totals *totals) {
    const struct composition_options options = {.equivalence = kinds[seed % LENGTH(kinds)],
                                                .most_states = seed % 4 == 0 ? 6 : 100000};
    struct error error = {0};
    struct network *network = hide_some(drawn, seed, run->memory, &error);
    if (!compose(network, drawn->graph, &options, run, totals)) {
        printf("  seed %llu\n", (unsigned long long)seed);
        totals->mismatches++;
    }
    network_free(run->memory, network);
}

static void judge(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct drawn_network drawn;
    drawn_network_open(&drawn, seed, totals->folder.path, MOST_STATES);
    struct run run = {.memory = &drawn.memory, .threads = seed % 16 == 0 ? 2 : 1};
    if (drawn.network != NULL) {
        judge_network(seed, &drawn, &run, totals);
    }
    drawn_network_close(&drawn);
}

static void test_random(void) {
    struct totals totals = {.compared = 0};
    uint64_t cases = judge_in_folder(&totals.folder, DEFAULT_CASES, 4711, judge, &totals, &totals.mismatches);
    report_counts("networks", cases, "compared", totals.compared, "with joined components", totals.joined,
                  "smaller", totals.smaller, "steps", totals.skipped[COMPOSITION_DONE],
                  "steps by strong alone", totals.weaker, "skipped for prio",
                  totals.skipped[COMPOSITION_GUARDED], "skipped for probabilities or rates",
                  totals.skipped[COMPOSITION_RATED], "skipped as too large",
                  totals.skipped[COMPOSITION_TOO_LARGE], NULL);
    CU_ASSERT(totals.compared * 2 > cases && totals.joined * 10 > cases && totals.smaller * 10 > cases);
    CU_ASSERT(totals.weaker * 20 > cases && totals.skipped[COMPOSITION_RATED] * 20 > cases);
}

/* Two pairs of the same processes, which make the same steps, of which the rest tells other ones apart. */
static void test_seen_otherwise(void) {
    static const struct exp_options as_usual;
    struct totals totals = {.compared = 0};
    struct drawn_network pairs;
    test_folder_write(&totals.folder, "cycle.aut", "des (0, 3, 3)\n(0, a, 1)\n(1, b, 2)\n(2, c, 0)\n");
    const char *path = test_folder_write(
        &totals.folder, "pairs.exp",
        "rename a -> once, b -> once, c -> then in (cycle.aut |[a, b, c]| cycle.aut) end rename |||\n"
        "rename a -> first, b -> next, c -> next in (cycle.aut |[a, b, c]| cycle.aut) end rename\n");
    drawn_network_read(&pairs, path, &as_usual, MOST_STATES);
    const struct run run = {.memory = &pairs.memory, .threads = 1};
    CU_ASSERT_PTR_NOT_NULL_FATAL(pairs.network);
    for (unsigned i = 0; i < LENGTH(kinds); i++) {
        const struct composition_options options = {.equivalence = kinds[i], .most_states = 100};
        CU_ASSERT(compose(pairs.network, pairs.graph, &options, &run, &totals));
    }
    CU_ASSERT_EQUAL(totals.joins, 2 * LENGTH(kinds)); /* each pair */
    drawn_network_close(&pairs);
    test_folder_remove(&totals.folder);
}

void suite_composition(void) {
    suite_add("composition", NULL, NULL, "random networks", test_random, "pairs that are seen otherwise",
              test_seen_otherwise, NULL);
}
