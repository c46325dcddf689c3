/*
 * Partition refinement and quotients beside the naive equivalences (oracle_relation.h), on random graphs:
 * thread counts, sketches of few bits, whose proofs fail, and rounds over all vertices or those that may
 * change alone.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"
#include "reduce/quotient/quotient.h"
#include "reduce/refine/refine.h"
#include "tests/oracle/oracle_relation.h"
#include "tests/random/random_lts.h"
#include "tests/support/refined_kinds.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"

#define CASES 3000u
#define MOST_VERTICES 28u
#define BUDGET ((uint64_t)1 << 30)

struct trial {
    struct memory memory;
    struct run run;
    uint64_t mismatches;
    uint64_t
        coarser[2]; /* cases where branching is coarser than divbranching, and divbranching than strong */
    uint64_t many_rounds;
};

static void complain(struct trial *trial, uint64_t seed, enum equivalence equivalence, const char *what) {
    printf("\n  seed %llu, %s: %s\n", (unsigned long long)seed, equivalence_name(equivalence), what);
    trial->mismatches++;
}

/* --- the quotient from its definition --- */

static int has_edge(const struct graph *graph, uint32_t from, uint32_t label, uint32_t to) {
    for (uint64_t edge = graph->offsets[from]; edge < graph->offsets[from + 1]; edge++) {
        if (graph->labels[edge] == label && graph->targets[edge] == to) {
            return 1;
        }
    }
    return 0;
}

static int is_divergent_class(const struct graph *graph, const uint32_t *class_of, uint32_t block) {
    /* a path of as many inert steps as there are vertices has a cycle */
    uint8_t alive[MOST_VERTICES * 4];
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        alive[vertex] = class_of[vertex] == block;
    }
    for (uint64_t round = 0; round < graph->vertices; round++) {
        uint8_t next[sizeof alive] = {0};
        for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
            for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
                next[vertex] |= alive[vertex] && alive[graph->targets[edge]] &&
                                strcmp(graph->label_text[graph->labels[edge]], "i") == 0;
            }
        }
        memcpy(alive, next, sizeof alive);
    }
    return memchr(alive, 1, graph->vertices) != NULL;
}

/* Whether the quotient has exactly the edges that it should have. */
static int is_quotient(const struct graph *graph, enum equivalence equivalence, const uint32_t *class_of,
                       const struct graph *quotient) {
    uint64_t expected = 0;
    uint32_t internal = prepare_internal_label(graph);
    int strong = equivalence == EQUIVALENCE_STRONG;
    for (uint32_t from = 0; from < quotient->vertices; from++) {
        for (uint32_t label = 0; label < graph->label_count; label++) {
            for (uint32_t to = 0; to < quotient->vertices; to++) {
                int wanted = 0;
                for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
                    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
                        wanted |= class_of[vertex] == from && graph->labels[edge] == label &&
                                  class_of[graph->targets[edge]] == to;
                    }
                }
                if (!strong && label == internal && from == to) {
                    wanted =
                        equivalence == EQUIVALENCE_DIVBRANCHING && is_divergent_class(graph, class_of, from);
                }
                expected += (uint64_t)wanted;
                if (wanted != has_edge(quotient, from, label, to)) {
                    return 0;
                }
            }
        }
    }
    return quotient->edges == expected && quotient->initial == class_of[graph->initial];
}

/* --- cases --- */

static int same_block(const struct partition *partition, const uint32_t *class_of) {
    return memcmp(partition->block, class_of, partition->vertices * sizeof *class_of) == 0;
}

/* One way to refine. */
static void judge_way(struct trial *trial, uint64_t seed, const struct graph *graph, unsigned kind,
                      const uint32_t *class_of, uint64_t classes) {
    uint64_t state = seed * 3 + kind;
    static const uint32_t bits[] = {0, 0, 8, 2};
    const struct refine_options how = {.sketch_bits = bits[random_draw(&state, 4)],
                                       .full_rounds = random_draw(&state, 3) == 0};
    enum equivalence equivalence = kinds[kind].equivalence;
    struct partition partition;
    struct error error;
    trial->run.threads = 1u << random_draw(&state, 3);
    if (refine_cpu(graph, equivalence, &how, &trial->run, &partition, &error) != 0) {
        complain(trial, seed, equivalence, error.text);
    } else if (partition.blocks != classes || !same_block(&partition, class_of)) {
        complain(trial, seed, equivalence, "other classes than the oracle's");
    } else {
        struct graph *quotient = quotient_make(graph, equivalence, &partition, &trial->run, &error);
        if (quotient == NULL || !is_quotient(graph, equivalence, class_of, quotient)) {
            complain(trial, seed, equivalence, "another quotient than by the definition");
        }
        graph_free(quotient);
        trial->many_rounds += partition.rounds > 3;
    }
    partition_free(&partition, &trial->memory);
}

static void judge_case(uint64_t seed, void *context) {
    struct trial *trial = context;
    struct graph *graph = random_lts_graph(seed, MOST_VERTICES, 1, &trial->memory);
    uint64_t classes[LENGTH(kinds)];
    uint32_t class_of[ORACLE_RELATION_MOST];
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        classes[kind] = oracle_relation_classes(graph, kinds[kind].relation, class_of);
        judge_way(trial, seed, graph, kind, class_of, classes[kind]);
    }
    trial->coarser[0] += classes[1] < classes[2];
    trial->coarser[1] += classes[2] < classes[0];
    graph_free(graph);
}

static void test_oracle(void) {
    struct trial trial = {.mismatches = 0};
    memory_init(&trial.memory, BUDGET);
    trial.run = (struct run){.memory = &trial.memory, .threads = 1};
    uint64_t cases = judge_seeds(CASES, 1, judge_case, &trial, &trial.mismatches);
    report_counts("cases", cases, "branching is coarser than divbranching", trial.coarser[0],
                  "divbranching is coarser than strong", trial.coarser[1], "more than 3 rounds",
                  trial.many_rounds, NULL);
    CU_ASSERT(trial.coarser[0] * 3 >= cases);
    CU_ASSERT(trial.coarser[1] * 3 >= cases);
    CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
}

/* --- graphs on which several threads work --- */

#define LARGE_EVERY 256u /* one of so many cases is large */

/*
 * A graph of `base` states, each of them four times: an edge leads to any copy of its target, and some pass
 * through a copy by `i`, which is inert. Copies of a state are equivalent.
 */
static struct graph *make_large(uint64_t seed, uint64_t base, struct memory *memory) {
    uint64_t state = seed, vertices = base * RANDOM_LTS_COPIES;
    struct lts_edge *edges = test_allocate(base * 3 * RANDOM_LTS_COPIES, sizeof *edges);
    uint64_t count = random_lts_copies(&state, base, edges);
    struct graph *graph = lts_of_edges(edges, count, vertices, 0, memory);
    free(edges);
    return graph;
}

/* All ways give the same classes, with as many rounds on any number of threads. */
static void judge_large(uint64_t seed, void *context) {
    static const struct refine_options ways[] = {{.sketch_bits = 0}, {.full_rounds = 1}, {.sketch_bits = 8}};
    struct trial *trial = context;
    if (seed % LARGE_EVERY != 1) {
        return;
    }
    struct graph *graph = make_large(seed, 700 + 100 * (seed / LARGE_EVERY % 16), &trial->memory);
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        struct partition first = {0}, other;
        struct error error;
        for (unsigned way = 0; way < 2 * LENGTH(ways); way++) {
            trial->run.threads = way % 2 == 0 ? 1 : 4;
            int failed = refine_cpu(graph, kinds[kind].equivalence, &ways[way / 2], &trial->run,
                                    way == 0 ? &first : &other, &error);
            uint64_t rounds = way % 2 == 0 ? 0 : trial->many_rounds;
            const struct partition *found = way == 0 ? &first : &other;
            trial->many_rounds = found->rounds;
            if (failed || found->blocks != first.blocks || !same_block(found, first.block) ||
                (rounds != 0 && rounds != found->rounds)) {
                complain(trial, seed, kinds[kind].equivalence, "ways to refine differ");
            }
            if (way > 0) {
                partition_free(&other, &trial->memory);
            }
        }
        for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
            if (first.block[vertex] != first.block[vertex / RANDOM_LTS_COPIES * RANDOM_LTS_COPIES]) {
                complain(trial, seed, kinds[kind].equivalence, "copies of a state are apart");
                break;
            }
        }
        trial->coarser[0] += first.blocks > graph->vertices / (2 * RANDOM_LTS_COPIES);
        partition_free(&first, &trial->memory);
    }
    graph_free(graph);
}

static void test_large(void) {
    struct trial trial = {.mismatches = 0};
    memory_init(&trial.memory, BUDGET);
    trial.run = (struct run){.memory = &trial.memory, .threads = 1};
    uint64_t cases = judge_seeds(CASES, 1, judge_large, &trial, &trial.mismatches);
    report_counts("cases", cases, "with many classes", trial.coarser[0], NULL);
    CU_ASSERT(trial.coarser[0] >= cases / LARGE_EVERY);
    CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
}

/* --- ends --- */

/* Watched vertices end the refinement as soon as they are apart, and only then. */
static void judge_watched(uint64_t seed, void *context) {
    struct trial *trial = context;
    struct graph *graph = random_lts_graph(seed, MOST_VERTICES, 1, &trial->memory);
    uint64_t state = seed;
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        uint32_t watched[2] = {random_draw(&state, (uint32_t)graph->vertices),
                               random_draw(&state, (uint32_t)graph->vertices)};
        const struct refine_options how = {.watched = watched, .sketch_bits = random_draw(&state, 2) ? 2 : 0};
        int related = oracle_are_related(graph, kinds[kind].relation, watched[0], watched[1]);
        struct partition partition;
        struct error error;
        if (refine_cpu(graph, kinds[kind].equivalence, &how, &trial->run, &partition, &error) != 0 ||
            partition.parted == related ||
            (partition.block[watched[0]] == partition.block[watched[1]]) != related) {
            complain(trial, seed, kinds[kind].equivalence, "watched vertices");
        }
        trial->coarser[related]++;
        partition_free(&partition, &trial->memory);
    }
    graph_free(graph);
}

static void test_watched(void) {
    struct trial trial = {.mismatches = 0};
    memory_init(&trial.memory, BUDGET);
    trial.run = (struct run){.memory = &trial.memory, .threads = 1};
    uint64_t cases = judge_seeds(CASES / 6, 1, judge_watched, &trial, &trial.mismatches);
    report_counts("cases", cases, "apart", trial.coarser[0], "equivalent", trial.coarser[1], NULL);
    CU_ASSERT(trial.coarser[0] >= cases / 3);
    CU_ASSERT(trial.coarser[1] >= cases / 10);
    CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
}

/* With any limit of memory, the result is the classes or ERROR_MEMORY, and no memory is lost. The same for a
 * stop. */
static void test_limits(void) {
    struct memory memory;
    memory_init(&memory, BUDGET);
    struct graph *graph = make_large(5, 500, &memory);
    uint64_t before = memory_used(&memory), refused = 0;
    const int stop = 1;
    struct error error;
    struct partition partition;
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        struct run run = {.memory = &memory, .threads = 2};
        struct shortage shortage = {
            .memory = &memory, .error = &error, .more = 1 << 12, .part = 8, .enough = 3};
        while (shortage_goes_on(&shortage)) {
            shortage.done = refine_cpu(graph, kinds[kind].equivalence, NULL, &run, &partition, &error) == 0;
            partition_free(&partition, &memory);
        }
        refused += shortage.failures;
        run.stop = &stop;
        CU_ASSERT(refine_cpu(graph, kinds[kind].equivalence, NULL, &run, &partition, &error) != 0);
        CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
        partition_free(&partition, &memory);
        CU_ASSERT_EQUAL(memory_used(&memory), before);
    }
    CU_ASSERT(refused > 10);
    graph_free(graph);
}

void suite_refine(void) {
    suite_add("refine", NULL, NULL, "classes and quotients of random graphs are the oracle's", test_oracle,
              "large graphs", test_large, "watched vertices", test_watched, "limits", test_limits, NULL);
}
