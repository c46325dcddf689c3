/* Compares two graphs by their quotients, and explains a difference. */
#include "reduce/compare/compare.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/compare/compare_internal.h"
#include "reduce/compare/join.h"
#include "reduce/compare/root.h"
#include "reduce/compare/set_pairs.h"
#include "reduce/compare/simulation.h"
#include "reduce/quotient/minimal.h"
#include "reduce/refine/refine.h"

static const char *const relation_names[COMPARE_RELATIONS] = {
    "strong",    "branching",     "divbranching", "weak",  "trace",
    "weaktrace", "probabilistic", "simulation",   "trace", "weaktrace"};

const char *compare_relation_name(enum compare_relation relation) {
    return relation_names[relation];
}

const char *difference_kind_name(enum difference_kind kind) {
    static const char *const names[] = {"none", "trace", "divergence", "deadlock", "formula"};
    return names[kind];
}

/* The equivalence whose quotients are compared. */
static enum equivalence equivalence_before(enum compare_relation relation) {
    switch (relation) {
    case COMPARE_BRANCHING:
    case COMPARE_WEAKTRACE:
    case COMPARE_WEAKTRACE_INCLUSION:
        return EQUIVALENCE_BRANCHING;
    case COMPARE_DIVBRANCHING:
        return EQUIVALENCE_DIVBRANCHING;
    case COMPARE_WEAK:
        return EQUIVALENCE_WEAK;
    default:
        return EQUIVALENCE_STRONG;
    }
}

/* --- decisions; 0, or -1 with *error filled --- */

/* The number of a class of the joined graph without those of the roots. */
static uint32_t without_roots(const struct comparing *comparing, const uint32_t roots[2], uint32_t class) {
    const int other = roots[0] != roots[1];
    return comparing->has_roots ? class - (class > roots[0]) - (other && class > roots[1]) : class;
}

/* The classes of the vertices of both graphs, if they are asked for, by those of the quotients' classes.
 * roots: the classes of the initial vertices. */
static int take_classes(struct comparing *comparing, const struct partition *partition,
                        const uint32_t roots[2]) {
    struct comparison *comparison = comparing->comparison;
    for (int k = 0; k < 2 && comparing->options->classes; k++) {
        const struct partition *own = &comparing->own[k];
        comparison->classes[k] =
            memory_allocate_array(comparing->run->memory, own->vertices, sizeof *comparison->classes[k]);
        if (comparison->classes[k] == NULL) {
            return error_memory(comparing->error, "for the classes");
        }
        comparison->class_counts[k] = own->vertices;
        for (uint64_t vertex = 0; vertex < own->vertices; vertex++) {
            comparison->classes[k][vertex] =
                without_roots(comparing, roots, partition->block[comparing->shifts[k] + own->block[vertex]]);
        }
    }
    return 0;
}

/* Two quotients of the same equivalence are equivalent only if they have as many classes. */
static int decide_bisimulation(struct comparing *comparing) {
    const uint64_t *states = comparing->comparison->minimised_states;
    const struct refine_options refining = {.watched = comparing->vertices};
    struct partition partition;
    if (states[0] != states[1]) {
        comparing->comparison->related = 0;
        return 0;
    }
    int failed = minimal_classes(comparing->joined, equivalence_before(comparing->options->relation),
                                 &refining, comparing->run, &partition, comparing->error) != 0;
    comparing->comparison->related =
        !failed && partition.block[comparing->vertices[0]] == partition.block[comparing->vertices[1]];
    if (!failed && comparing->comparison->related) {
        const uint32_t root = partition.block[comparing->vertices[0]];
        failed = take_classes(comparing, &partition, (const uint32_t[2]){root, root}) != 0;
    }
    partition_free(&partition, comparing->run->memory);
    return failed ? -1 : 0;
}

/*
 * For relations that are coarser than bisimulation: equivalent vertices of both quotients become one, so the
 * walks below end where both sides are the same. Decides at once if the initial vertices are equivalent.
 */
static int merge_equivalent(struct comparing *comparing) {
    enum equivalence equivalence = equivalence_before(comparing->options->relation);
    struct partition partition;
    struct graph *merged =
        minimal_graph(comparing->joined, equivalence, comparing->run, &partition, comparing->error);
    if (merged != NULL) {
        graph_free(comparing->joined);
        comparing->joined = merged;
        for (int k = 0; k < 2; k++) {
            comparing->vertices[k] = partition.block[comparing->vertices[k]];
        }
        comparing->comparison->related = comparing->vertices[0] == comparing->vertices[1];
    }
    const int failed = merged == NULL || take_classes(comparing, &partition, comparing->vertices) != 0;
    partition_free(&partition, comparing->run->memory);
    return failed ? -1 : 0;
}

static int decide_traces(struct comparing *comparing) {
    enum compare_relation relation = comparing->options->relation;
    struct set_pairs_question question = {.graph = comparing->joined,
                                          .vertices = {comparing->vertices[0], comparing->vertices[1]},
                                          .weak = relation == COMPARE_WEAKTRACE ||
                                                  relation == COMPARE_WEAKTRACE_INCLUSION,
                                          .inclusion = relation >= COMPARE_FIRST_PREORDER,
                                          .most = COMPARE_MOST_SETS};
    struct set_pairs_answer answer;
    int failed = set_pairs_compare(&question, comparing->run, &answer, comparing->error) != 0;
    comparing->comparison->related = answer.end == WORD_END_NONE;
    if (!failed && answer.end != WORD_END_NONE && comparing->options->explain) {
        failed = explain_word(comparing, &answer, question.weak) != 0;
    }
    set_pairs_answer_free(&answer, comparing->run->memory);
    return failed ? -1 : 0;
}

static int decide_simulation(struct comparing *comparing) {
    struct formula_dag dag;
    memset(&dag, 0, sizeof dag);
    int failed = simulation_compare(comparing->joined, comparing->vertices, comparing->run,
                                    &comparing->comparison->related, &dag, comparing->error) != 0;
    if (!failed && !comparing->comparison->related && comparing->options->explain) {
        failed = explain_simulation(comparing, &dag) != 0;
    }
    formula_dag_free(&dag, comparing->run->memory);
    return failed ? -1 : 0;
}

static int decide_relation(struct comparing *comparing) {
    switch (comparing->options->relation) {
    case COMPARE_STRONG:
    case COMPARE_BRANCHING:
    case COMPARE_DIVBRANCHING:
    case COMPARE_WEAK:
        if (decide_bisimulation(comparing) != 0) {
            return -1;
        }
        if (!comparing->comparison->related && comparing->options->explain) {
            explain_bisimulation(comparing, equivalence_before(comparing->options->relation));
        }
        return 0;
    default:
        if (merge_equivalent(comparing) != 0) {
            return -1;
        }
        return comparing->comparison->related                       ? 0
               : comparing->options->relation == COMPARE_SIMULATION ? decide_simulation(comparing)
                                                                    : decide_traces(comparing);
    }
}

/* Puts both graphs beside each other, with roots if they need some. */
static int join_inputs(struct comparing *comparing, const struct graph *const graphs[2]) {
    const int roots = graphs[0]->initial_count > 1 || graphs[1]->initial_count > 1;
    struct graph *rooted[2] = {NULL, NULL};
    const struct graph *beside[2] = {graphs[0], graphs[1]};
    root_label(graphs, comparing->root_label);
    comparing->has_roots = roots;
    int failed = 0;
    for (int k = 0; k < 2 && roots && !failed; k++) {
        beside[k] = rooted[k] =
            root_graph(graphs[k], comparing->root_label, comparing->run, comparing->error);
        failed = rooted[k] == NULL;
    }
    if (!failed) {
        comparing->joined = join_graphs(beside[0], beside[1], comparing->run, comparing->error);
        failed = comparing->joined == NULL;
    }
    if (!failed) {
        comparing->vertices[0] = beside[0]->initial;
        comparing->shifts[1] = beside[0]->vertices;
        comparing->vertices[1] = (uint32_t)(beside[0]->vertices + beside[1]->initial);
    }
    graph_free(rooted[0]);
    graph_free(rooted[1]);
    return failed ? -1 : 0;
}

int compare_graphs(const struct graph *const graphs[2], const struct compare_options *options,
                   const struct run *run, struct comparison *comparison, struct error *error) {
    enum equivalence equivalence = equivalence_before(options->relation);
    struct graph *quotients[2] = {NULL, NULL};
    struct comparing comparing = {.options = options, .run = run, .comparison = comparison, .error = error};
    int failed = 0;
    if (options->relation == COMPARE_PROBABILISTIC) {
        return compare_lumped(graphs, options, run, comparison, error);
    }
    for (int k = 0; k < 2 && !failed; k++) {
        quotients[k] = minimal_graph(graphs[k], equivalence, run, &comparing.own[k], error);
        failed = quotients[k] == NULL;
        if (!failed) {
            comparison->minimised_states[k] = quotients[k]->vertices;
            comparison->minimised_transitions[k] = quotients[k]->edges;
        }
    }
    failed = failed || join_inputs(&comparing, (const struct graph *const *)quotients) != 0;
    graph_free(quotients[0]);
    graph_free(quotients[1]);
    for (int k = 0; k < 2 && !options->classes; k++) {
        partition_free(&comparing.own[k], run->memory);
    }
    failed = failed || decide_relation(&comparing) != 0;
    graph_free(comparing.joined);
    for (int k = 0; k < 2 && options->classes; k++) {
        partition_free(&comparing.own[k], run->memory);
    }
    return failed ? -1 : 0;
}

void comparison_free(struct comparison *comparison, struct memory *memory) {
    struct difference *difference = &comparison->difference;
    for (int k = 0; k < 2; k++) {
        memory_free(memory, comparison->classes[k], comparison->class_counts[k] * sizeof(uint32_t));
        comparison->classes[k] = NULL;
    }
    memory_free(memory, (void *)difference->word, difference->length * sizeof *difference->word);
    text_buffer_free(memory, &difference->formula);
    measured_formula_free(&difference->measured, memory);
    moves_free(&difference->moves, memory);
    memset(difference, 0, sizeof *difference);
}
