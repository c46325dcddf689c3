/*
 * Evidence that two inputs are related: of thousands of pairs of random graphs it is written, verified and
 * confirmed; with changes, the verifier agrees with naive checks of what docs/evidence-format.md asks for,
 * and confirms nothing of graphs that are not related.
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "checker/evidence/comparison_evidence.h"
#include "checker/verify/verify.h"
#include "explorer/graph/graph.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "reduce/compare/compare.h"
#include "tests/oracle/oracle_relation.h"
#include "tests/random/random_lts.h"
#include "tests/support/evidence_file.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 150u
#else
#define DEFAULT_CASES 2000u
#endif
#define MOST_VERTICES 8u
#define CHANGES 6

static const struct {
    const char *name;
    int is_preorder;
    enum oracle_relation oracle, classes; /* classes: which equivalence they are of */
    enum compare_relation compare;
} relations[] = {
    {"strong", 0, ORACLE_STRONG, ORACLE_STRONG, COMPARE_STRONG},
    {"branching", 0, ORACLE_BRANCHING, ORACLE_BRANCHING, COMPARE_BRANCHING},
    {"divbranching", 0, ORACLE_DIVBRANCHING, ORACLE_DIVBRANCHING, COMPARE_DIVBRANCHING},
    {"weak", 0, ORACLE_WEAK, ORACLE_WEAK, COMPARE_WEAK},
    {"trace", 0, ORACLE_TRACE, ORACLE_STRONG, COMPARE_TRACE},
    {"weaktrace", 0, ORACLE_WEAKTRACE, ORACLE_BRANCHING, COMPARE_WEAKTRACE},
    {"simulation", 1, ORACLE_SIMULATION, ORACLE_STRONG, COMPARE_SIMULATION},
    {"trace", 1, ORACLE_TRACE_INCLUSION, ORACLE_STRONG, COMPARE_TRACE_INCLUSION},
    {"weaktrace", 1, ORACLE_WEAKTRACE_INCLUSION, ORACLE_BRANCHING, COMPARE_WEAKTRACE_INCLUSION},
};

struct totals {
    uint64_t cases, mismatches, related, confirmed, refuted, unrelated_refuted;
};

struct pair {
    uint64_t seed, random;
    struct totals *totals;
    size_t relation;
    struct graph *graphs[2], *together;
    struct evidence_subject subjects[2];
    struct exp_options options;
    char paths[2][512];
    uint32_t class_of[ORACLE_RELATION_MOST]; /* of both, as the evidence has them */
};

static void tell(const struct pair *pair, const char *what, const char *why) {
    pair->totals->mismatches++;
    fprintf(stderr, "seed %llu, %s%s: %s: %s\n", (unsigned long long)pair->seed,
            relations[pair->relation].name, relations[pair->relation].is_preorder ? " (preorder)" : "", what,
            why);
}

/* --- naive checks of classes --- */

static int is_internal(const struct graph *graph, uint64_t edge) {
    return strcmp(graph->label_text[graph->labels[edge]], "i") == 0;
}

/* What a state reaches by internal steps; inside: that stay in its class. */
static void reach(const struct pair *pair, uint32_t from, int inside, uint8_t *seen) {
    const struct graph *graph = pair->together;
    memset(seen, 0, ORACLE_RELATION_MOST);
    seen[from] = 1;
    for (uint64_t round = 0; round < graph->vertices; round++) {
        for (uint64_t s = 0; s < graph->vertices; s++) {
            for (uint64_t edge = graph->offsets[s]; seen[s] && edge < graph->offsets[s + 1]; edge++) {
                const uint32_t t = graph->targets[edge];
                seen[t] |= is_internal(graph, edge) && (!inside || pair->class_of[t] == pair->class_of[from]);
            }
        }
    }
}

/* Whether `t` has the step to the class, by the edge itself; or after and, if weak, before internal steps. */
static int has_step(const struct pair *pair, uint32_t t, uint32_t label, uint32_t class,
                    enum oracle_relation of) {
    const struct graph *graph = pair->together;
    uint8_t before[ORACLE_RELATION_MOST], after[ORACLE_RELATION_MOST];
    reach(pair, t, of != ORACLE_WEAK, before);
    for (uint32_t u = 0; u < graph->vertices; u++) {
        if (of == ORACLE_STRONG ? u != t : !before[u]) {
            continue;
        }
        for (uint64_t edge = graph->offsets[u]; edge < graph->offsets[u + 1]; edge++) {
            if (graph->labels[edge] != label) {
                continue;
            }
            reach(pair, graph->targets[edge], 0, after);
            for (uint32_t v = 0; v < graph->vertices; v++) {
                if ((of == ORACLE_WEAK ? after[v] : v == graph->targets[edge]) &&
                    pair->class_of[v] == class) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

static int diverges(const struct pair *pair, uint32_t s) {
    const struct graph *graph = pair->together;
    uint8_t seen[ORACLE_RELATION_MOST], again[ORACLE_RELATION_MOST];
    reach(pair, s, 1, seen);
    for (uint32_t u = 0; u < graph->vertices; u++) {
        for (uint64_t edge = graph->offsets[u]; seen[u] && edge < graph->offsets[u + 1]; edge++) {
            if (is_internal(graph, edge) && seen[graph->targets[edge]]) {
                reach(pair, graph->targets[edge], 1, again);
                if (again[u]) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

/* Whether t answers the steps of s, which is in its class. */
static int answers(const struct pair *pair, uint32_t s, uint32_t t, enum oracle_relation of) {
    const struct graph *graph = pair->together;
    uint8_t silent[ORACLE_RELATION_MOST];
    for (uint64_t edge = graph->offsets[s]; edge < graph->offsets[s + 1]; edge++) {
        const uint32_t class = pair->class_of[graph->targets[edge]];
        const int internal = is_internal(graph, edge) && of != ORACLE_STRONG;
        int answered = has_step(pair, t, graph->labels[edge], class, of);
        if (internal && of == ORACLE_WEAK) {
            reach(pair, t, 0, silent);
            for (uint32_t u = 0; u < graph->vertices; u++) {
                answered |= silent[u] && pair->class_of[u] == class;
            }
        } else if (internal) {
            answered |= class == pair->class_of[s];
        }
        if (!answered) {
            return 0;
        }
    }
    return of != ORACLE_DIVBRANCHING || diverges(pair, s) == diverges(pair, t);
}

static int expected(const struct pair *pair) {
    const struct graph *graph = pair->together;
    const enum oracle_relation oracle = relations[pair->relation].oracle;
    const uint32_t first = pair->graphs[0]->initial,
                   second = (uint32_t)pair->graphs[0]->vertices + pair->graphs[1]->initial;
    for (uint32_t s = 0; s < graph->vertices; s++) {
        for (uint32_t t = 0; t < graph->vertices; t++) {
            if (pair->class_of[s] == pair->class_of[t] &&
                !answers(pair, s, t, relations[pair->relation].classes)) {
                return 0;
            }
        }
    }
    if (relations[pair->relation].classes != oracle) {
        return oracle_are_related(graph, oracle, first, second);
    }
    uint8_t silent[2][ORACLE_RELATION_MOST];
    reach(pair, first, 0, silent[0]);
    reach(pair, second, 0, silent[1]);
    int found[2] = {pair->class_of[first] == pair->class_of[second],
                    pair->class_of[first] == pair->class_of[second]};
    for (uint32_t u = 0; u < graph->vertices && oracle == ORACLE_WEAK; u++) {
        found[0] |= silent[1][u] && pair->class_of[u] == pair->class_of[first];
        found[1] |= silent[0][u] && pair->class_of[u] == pair->class_of[second];
    }
    return found[0] && found[1];
}

/* --- evidence --- */

struct side {
    const struct pair *pair;
    int number;
};

static int state_of(void *context, uint64_t state, uint32_t *tuple, uint32_t *class) {
    const struct side *side = context;
    *tuple = (uint32_t)state;
    *class = side->pair->class_of[state + (side->number ? side->pair->graphs[0]->vertices : 0)];
    return 1;
}

static void write_evidence(struct pair *pair, const char *path) {
    struct side sides[2] = {{pair, 0}, {pair, 1}};
    struct comparison_evidence evidence = {.relation = relations[pair->relation].name,
                                           .is_preorder = relations[pair->relation].is_preorder};
    for (int k = 0; k < 2; k++) {
        evidence.sides[k] = (struct comparison_side){.subject = &pair->subjects[k],
                                                     .states = pair->graphs[k]->vertices,
                                                     .state = state_of,
                                                     .context = &sides[k]};
    }
    CU_ASSERT_EQUAL_FATAL(evidence_write_comparison(path, &evidence, &place.run, &place.error), 0);
}

/* Verifies what is written of pair->class_of. */
static void judge(struct pair *pair, const char *what, int truth) {
    struct verification verification;
    char path[512];
    snprintf(path, sizeof path, "%s", test_folder_path(&place.folder, "classes.json"));
    write_evidence(pair, path);
    const int status = evidence_file_verify(path, NULL, &place.run, &verification);
    if (status != truth) {
        tell(pair, what, verification.reason);
    }
    pair->totals->confirmed += status == 1;
    pair->totals->refuted += status == 0;
}

/* --- changes --- */

static uint64_t draw(struct pair *pair, uint64_t below) {
    return random_draw(&pair->random, below);
}

static void change(struct pair *pair) {
    uint32_t before[ORACLE_RELATION_MOST];
    const uint64_t states = pair->together->vertices;
    const uint32_t one = (uint32_t)draw(pair, states), other = (uint32_t)draw(pair, states);
    const uint32_t merged = pair->class_of[one];
    memcpy(before, pair->class_of, sizeof before);
    switch (draw(pair, 4)) {
    case 0: /* another class */
        pair->class_of[one] = pair->class_of[other];
        break;
    case 1: /* a class of its own */
        pair->class_of[one] = (uint32_t)states - 1;
        break;
    case 2: /* two classes become one */
        for (uint64_t s = 0; s < states; s++) {
            pair->class_of[s] = pair->class_of[s] == merged ? before[other] : pair->class_of[s];
        }
        break;
    default: /* a finer or coarser equivalence */
        oracle_relation_classes(pair->together, (enum oracle_relation)draw(pair, 4), pair->class_of);
        break;
    }
    judge(pair, "changed classes", expected(pair));
    memcpy(pair->class_of, before, sizeof before);
}

/* A state that is left out is missed: all are reached. */
static void drop(struct pair *pair) {
    struct evidence_file file;
    struct verification verification;
    char path[512];
    snprintf(path, sizeof path, "%s", test_folder_path(&place.folder, "classes.json"));
    write_evidence(pair, path);
    evidence_file_load(&file, path);
    const uint64_t first = pair->graphs[0]->vertices, state = draw(pair, pair->together->vertices);
    json_t *head = file.lines[0];
    evidence_file_drop(&file, state);
    json_object_set_new(head, "first_states", json_integer((json_int_t)(first - (state < first))));
    evidence_file_save(&file, path);
    evidence_file_free(&file);
    if (evidence_file_verify(path, NULL, &place.run, &verification) != 0) {
        tell(pair, "a state less", verification.reason);
    }
}

/* --- cases --- */

/* The classes that the comparison itself finds are confirmed. */
static void judge_own(struct pair *pair) {
    const struct compare_options how = {
        .relation = relations[pair->relation].compare, .internal = "i", .classes = 1};
    struct comparison comparison;
    memset(&comparison, 0, sizeof comparison);
    CU_ASSERT_EQUAL_FATAL(compare_graphs((const struct graph *const *)pair->graphs, &how, &place.run,
                                         &comparison, &place.error),
                          0);
    if (comparison.related) {
        pair->totals->related++;
        memcpy(pair->class_of, comparison.classes[0], pair->graphs[0]->vertices * sizeof(uint32_t));
        memcpy(pair->class_of + pair->graphs[0]->vertices, comparison.classes[1],
               pair->graphs[1]->vertices * sizeof(uint32_t));
        judge(pair, "its own classes", 1);
        drop(pair);
    } else { /* the right classes are no evidence then */
        oracle_relation_classes(pair->together, relations[pair->relation].classes, pair->class_of);
        judge(pair, "unrelated", 0);
    }
    comparison_free(&comparison, &place.memory);
}

static void judge_pair(uint64_t seed, void *context) {
    struct pair pair = {.seed = seed, .random = seed * 69069 + 3, .totals = context};
    struct graph *first = random_lts_graph(seed, MOST_VERTICES, 0, &place.memory);
    struct graph *second =
        draw(&pair, 5) == 0
            ? random_lts_graph(seed + 1000000, MOST_VERTICES, 0, &place.memory)
            : random_lts_change(first, seed, (enum random_lts_change)draw(&pair, 4), &place.memory);
    pair.relation = seed % LENGTH(relations);
    pair.graphs[0] = lts_reached(first, &place.run);
    pair.graphs[1] = lts_reached(second, &place.run);
    pair.together = lts_union(pair.graphs[0], pair.graphs[1], &place.memory);
    for (int k = 0; k < 2; k++) {
        snprintf(pair.paths[k], sizeof pair.paths[k], "%s",
                 test_folder_path(&place.folder, k == 0 ? "first.aut" : "second.aut"));
        lts_write(pair.graphs[k], pair.paths[k]);
    }
    const char *const names[2][1] = {{"first"}, {"second"}};
    for (int k = 0; k < 2; k++) {
        pair.subjects[k] = (struct evidence_subject){pair.paths[k], &pair.options, names[k], 1, NULL};
    }
    if (pair.together->vertices <= ORACLE_RELATION_MOST) {
        pair.totals->cases++;
        judge_own(&pair);
        for (int k = 0; k < CHANGES; k++) {
            change(&pair);
        }
    }
    graph_free(pair.together);
    graph_free(pair.graphs[0]);
    graph_free(pair.graphs[1]);
    CU_ASSERT_EQUAL(memory_used(&place.memory), 0);
}

static void test_random(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES, 1, judge_pair, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("pairs", totals.cases, "related", totals.related, "confirmed", totals.confirmed, "refuted",
                  totals.refuted, NULL);
    CU_ASSERT(totals.related * 3 >= totals.cases);
    CU_ASSERT(totals.confirmed >= totals.cases);
    CU_ASSERT(totals.refuted >= totals.cases);
}

void suite_comparison_evidence(void) {
    suite_add("evidence of comparisons", workplace_open, workplace_close, "random graphs", test_random, NULL);
}
