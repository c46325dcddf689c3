/*
 * Canonical quotients: those of a graph and of an equivalent one are equal, edge by edge; those of graphs
 * that the oracle tells apart are not.
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
#include "reduce/canonical/canonical.h"
#include "reduce/prepare/prepare.h"
#include "reduce/quotient/quotient.h"
#include "reduce/refine/refine.h"
#include "tests/oracle/oracle_relation.h"
#include "tests/random/random_lts.h"
#include "tests/support/refined_kinds.h"
#include "tests/support/testing.h"

#define CASES 1500u
#define MOST_VERTICES 16u
#define BUDGET ((uint64_t)1 << 30)

struct trial {
    struct memory memory;
    struct run run;
    uint64_t mismatches, equal[LENGTH(kinds)], different[LENGTH(kinds)];
};

/* Takes the graph over. */
static struct graph *canonical_quotient(struct trial *trial, struct graph *graph,
                                        enum equivalence equivalence) {
    struct prepared prepared;
    struct partition partition;
    struct error error;
    CU_ASSERT_FATAL(prepare_graph(graph, NULL, &trial->run, &prepared, &error) == 0);
    CU_ASSERT_FATAL(refine_cpu(prepared.graph, equivalence, NULL, &trial->run, &partition, &error) == 0);
    struct graph *quotient = quotient_make(prepared.graph, equivalence, &partition, &trial->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(quotient);
    uint32_t *number = test_allocate(quotient->vertices, sizeof *number);
    CU_ASSERT_FATAL(canonical_number(quotient, &trial->run, number, &error) == 0);
    CU_ASSERT_FATAL(canonical_renumber(&partition, number, &trial->run, &error) == 0);
    graph_free(quotient);
    quotient = quotient_make(prepared.graph, equivalence, &partition, &trial->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(quotient);
    free(number);
    partition_free(&partition, &trial->memory);
    prepared_free(&prepared, &trial->run);
    return quotient;
}

static int are_equal(const struct graph *one, const struct graph *other) {
    if (one->vertices != other->vertices || one->edges != other->edges || one->initial != other->initial ||
        memcmp(one->offsets, other->offsets, (one->vertices + 1) * sizeof *one->offsets) != 0 ||
        memcmp(one->targets, other->targets, one->edges * sizeof *one->targets) != 0) {
        return 0;
    }
    for (uint64_t edge = 0; edge < one->edges; edge++) {
        if (strcmp(one->label_text[one->labels[edge]], other->label_text[other->labels[edge]]) != 0) {
            return 0;
        }
    }
    return 1;
}

/* A graph and one that was changed, most often in a way that an equivalence does not see. */
static void judge_case(uint64_t seed, void *context) {
    struct trial *trial = context;
    enum random_lts_change change = (enum random_lts_change)(seed % 4);
    struct graph *graph = random_lts_graph(seed, MOST_VERTICES, 1, &trial->memory);
    struct graph *changed = random_lts_change(graph, seed, change, &trial->memory);
    struct graph *both = lts_union(graph, changed, &trial->memory);
    if (both->vertices <= ORACLE_RELATION_MOST) {
        for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
            int related = oracle_are_related(both, kinds[kind].relation, graph->initial,
                                             (uint32_t)graph->vertices + changed->initial);
            struct graph *again = random_lts_graph(seed, MOST_VERTICES, 1, &trial->memory);
            struct graph *one = canonical_quotient(trial, again, kinds[kind].equivalence);
            again = random_lts_change(graph, seed, change, &trial->memory);
            struct graph *other = canonical_quotient(trial, again, kinds[kind].equivalence);
            if (are_equal(one, other) != related) {
                printf("\n  seed %llu, %s: canonical quotients are %s\n", (unsigned long long)seed,
                       equivalence_name(kinds[kind].equivalence), related ? "different" : "equal");
                trial->mismatches++;
            }
            trial->equal[kind] += related && one->vertices > 2;
            trial->different[kind] += !related;
            graph_free(one);
            graph_free(other);
        }
    }
    graph_free(graph);
    graph_free(changed);
    graph_free(both);
}

static void test_equivalent(void) {
    struct trial trial = {.mismatches = 0};
    memory_init(&trial.memory, BUDGET);
    trial.run = (struct run){.memory = &trial.memory, .threads = 2};
    uint64_t cases = judge_seeds(CASES, 1, judge_case, &trial, &trial.mismatches);
    report_counts("cases", cases, "equal: strong", trial.equal[0], "branching", trial.equal[1],
                  "divbranching", trial.equal[2], "different", trial.different[0], "branching",
                  trial.different[1], "divbranching", trial.different[2], NULL);
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        CU_ASSERT(trial.equal[kind] * 8 >= cases);
        CU_ASSERT(trial.different[kind] * 8 >= cases);
    }
    CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
}

void suite_canonical(void) {
    suite_add("canonical", NULL, NULL, "canonical quotients are equal exactly if the graphs are equivalent",
              test_equivalent, NULL);
}
