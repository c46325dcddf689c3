/* Compares what paths show about formulas with the oracle. A path of a random graph never shows anything
 * false about the graph. For <R> true and [R] false it shows all that follows from the words along it.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/verify_regular.h"
#include "specs/syntax/formula.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/random/random_formula.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 1500u
#else
#define DEFAULT_CASES 12000u
#endif
#define MOST_STEPS 12u

static const char *const labels[] = {"a", "b", "send !1", "i"};
#define LABELS 4u

struct totals {
    uint64_t cases, mismatches, known[2], unknown, words[2], deadlocks;
};

struct walk {
    const char *labels[MOST_STEPS];
    struct network_path path;
};

/* A random walk from state 0. */
static void draw_walk(uint64_t *random, const struct oracle_lts *lts, struct walk *walk) {
    uint32_t state = 0, most = (uint32_t)(random_next(random) % (MOST_STEPS + 1));
    uint64_t steps = 0;
    while (steps < most && lts->offsets[state] < lts->offsets[state + 1]) {
        uint64_t edge =
            lts->offsets[state] + random_next(random) % (lts->offsets[state + 1] - lts->offsets[state]);
        walk->labels[steps++] = lts->edge_label[edge];
        state = lts->edge_target[edge];
    }
    walk->path = (struct network_path){.labels = walk->labels,
                                       .steps = steps,
                                       .ends_in_deadlock = lts->offsets[state] == lts->offsets[state + 1]};
}

static int value_of(const struct formula *formula, const struct network_path *path, struct memory *memory) {
    struct run run = {.memory = memory, .threads = 1};
    struct error error;
    int value = -2;
    CU_ASSERT_EQUAL(verify_formula_on_path(formula, path, &run, &value, &error), 0);
    return value;
}

static void mismatch(struct totals *totals, uint64_t seed, const char *what, const struct formula *formula) {
    char *text = random_formula_print(formula, 1);
    totals->mismatches++;
    fprintf(stderr, "seed %llu: %s: %s\n", (unsigned long long)seed, what, text);
    free(text);
}

/* Any formula: what the path shows is true. */
static void check_truth(uint64_t seed, uint64_t *random, const struct oracle_lts *lts,
                        const struct walk *walk, struct memory *memory, struct totals *totals) {
    formula_text *text = random_next(random) % 2 ? random_plan_formula_make(random, labels, LABELS, memory)
                                                 : random_formula_make(random, labels, LABELS, memory);
    uint8_t *holds = malloc(lts->states);
    int value = value_of(formula_root(text), &walk->path, memory);
    oracle_formula_evaluate(formula_root(text), lts, holds);
    totals->unknown += value < 0;
    if (value >= 0) {
        totals->known[value]++;
        if (value != holds[0]) {
            mismatch(totals, seed, "a path shows what is not so", formula_root(text));
        }
    }
    free(holds);
    formula_text_free(text);
}

/* Formulas about words along the path: the path shows all that is true. */
static void check_words(uint64_t seed, uint64_t *random, const struct walk *walk, struct memory *memory,
                        struct totals *totals) {
    const struct regular *regular;
    uint64_t steps = walk->path.steps, offsets[MOST_STEPS + 2];
    uint32_t targets[MOST_STEPS + 1];
    uint8_t reached[MOST_STEPS + 1], any = 0;
    formula_text *text = random_regular_make(random, labels, LABELS, memory, &regular);
    for (uint64_t i = 0; i <= steps; i++) {
        offsets[i] = i;
        targets[i] = (uint32_t)i + 1;
    }
    offsets[steps + 1] = steps;
    struct oracle_lts line = {(uint32_t)steps + 1, offsets, walk->labels, targets};
    oracle_regular_reaches(regular, &line, 0, reached);
    for (uint64_t i = 0; i <= steps; i++) {
        any |= reached[i];
    }
    struct formula *yes = formula_new(text, FORMULA_TRUE, NULL, NULL, NULL);
    struct formula *no = formula_new(text, FORMULA_FALSE, NULL, NULL, NULL);
    struct formula *diamond = formula_new(text, FORMULA_DIAMOND, yes, NULL, regular);
    struct formula *box = formula_new(text, FORMULA_BOX, no, NULL, regular);
    struct network_path open = walk->path;
    open.ends_in_deadlock = 0;
    totals->words[any]++;
    if (value_of(diamond, &open, memory) != (any ? 1 : -1)) {
        mismatch(totals, seed, "words are missed", diamond);
    }
    if (value_of(box, &open, memory) != (any ? 0 : -1)) {
        mismatch(totals, seed, "words are missed", box);
    }
    formula_text_free(text);
}

static void test_random_paths(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 31);
    struct totals totals = {0};
    for (uint64_t i = 0; i < cases && totals.mismatches < 10; i++) {
        uint64_t random = (seed + i) * 7919;
        struct memory memory;
        struct random_lts graph;
        struct walk walk;
        memory_init(&memory, UINT64_MAX);
        random_lts_make(&random, 8, labels, LABELS, &graph);
        draw_walk(&random, &graph.view, &walk);
        check_truth(seed + i, &random, &graph.view, &walk, &memory, &totals);
        check_words(seed + i, &random, &walk, &memory, &totals);
        totals.deadlocks += walk.path.ends_in_deadlock != 0;
        totals.cases++;
        random_lts_free(&graph);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    report_counts("paths", totals.cases, "that end in deadlocks", totals.deadlocks, "formulas shown to hold",
                  totals.known[1], "not to", totals.known[0], "neither", totals.unknown, "words",
                  totals.words[1], "none", totals.words[0], NULL);
    CU_ASSERT_EQUAL(totals.mismatches, 0);
    if (cases >= 1000) {
        uint64_t some = totals.cases / 20;
        CU_ASSERT_TRUE(totals.known[0] >= some && totals.known[1] >= some && totals.unknown >= some);
        CU_ASSERT_TRUE(totals.words[0] >= some && totals.words[1] >= some && totals.deadlocks >= some);
    }
}

static void test_by_hand(void) {
    static const struct {
        const char *formula, *labels[4];
        int ends_in_deadlock, value;
    } cases[] = {
        {"<a+ . b> true", {"a", "a", "b"}, 0, 1},
        {"<a . b> true", {"a", "a", "b"}, 0, -1},
        {"<a* . b> true", {"b"}, 0, 1},
        {"<a+ . b> true", {"b"}, 0, -1},
        {"<a? . b> true", {"a", "b"}, 0, 1},
        {"<(a . b)+> [true] false", {"a", "b", "a", "b"}, 1, 1},
        {"[true* . b] false", {"a", "b"}, 0, 0},
        {"[true* . c] false", {"a", "b"}, 0, -1},
        {"[true*] <true> true", {"a"}, 1, 0},
        {"[true*] <true> true", {"a"}, 0, -1},
        {"[a] <b> true", {"a"}, 1, 0},
        {"[b] false", {NULL}, 1, 1},
        {"[nil] false", {NULL}, 0, 0},
        {"<i> true", {"i"}, 0, 1},
        {"<not a> true or <b> true", {"a"}, 0, -1},
        {"<true> true equ <a> true", {"a"}, 0, 1},
        {"mu X . (<a> true or [true] X)", {"a"}, 0, 1},
        {"[b] false and <a> true", {"b"}, 0, 0},
    };
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        struct formula_options options = {.dialect = FORMULA_DIALECT_MCL};
        struct network_path path = {.labels = cases[i].labels, .ends_in_deadlock = cases[i].ends_in_deadlock};
        struct memory memory;
        struct error warning, error;
        memory_init(&memory, UINT64_MAX);
        struct run run = {.memory = &memory, .threads = 1};
        while (path.steps < 4 && cases[i].labels[path.steps] != NULL) {
            path.steps++;
        }
        formula_text *text =
            formula_read((struct formula_source){"formula", cases[i].formula, strlen(cases[i].formula)},
                         &options, &run, &warning, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        int value = value_of(formula_root(text), &path, &memory);
        if (value != cases[i].value) {
            printf("\n  %s: %d", cases[i].formula, value);
            CU_FAIL("another value");
        }
        formula_text_free(text);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* Deep formulas and long paths: nothing recurses, and nothing is quadratic in the length of the path or in
 * the nesting of stars. */
static void test_sizes(void) {
    enum { DEEP = 100000, LONG = 100000 };
    formula_text *text = formula_text_create(&(struct run){.memory = &place.memory});
    struct action *any = formula_new_action(text, ACTION_TRUE, NULL, NULL);
    struct regular *step = formula_new_regular(text, REGULAR_ACTION, NULL, NULL, any);
    struct regular *regular = step;
    struct formula *formula = formula_new(text, FORMULA_TRUE, NULL, NULL, NULL);
    for (int i = 0; i < DEEP; i++) {
        formula = formula_new(text, FORMULA_NOT, formula, NULL, NULL);
    }
    static const char *one[LONG];
    for (int i = 0; i < LONG; i++) {
        one[i] = "a";
    }
    struct network_path path = {.labels = one, .steps = 3};
    CU_ASSERT_EQUAL(value_of(formula, &path, &place.memory), 1);
    for (int i = 0; i < 2000; i++) {
        regular = formula_new_regular(text, REGULAR_CONCATENATION, regular, step, NULL);
    }
    formula = formula_new(text, FORMULA_DIAMOND, formula, NULL, regular);
    CU_ASSERT_EQUAL(value_of(formula, &path, &place.memory), -1);
    path.steps = 2001;
    CU_ASSERT_EQUAL(value_of(formula, &path, &place.memory), 1);
    regular = formula_new_regular(text, REGULAR_STAR, step, NULL, NULL);
    formula = formula_new(text, FORMULA_BOX, formula_new(text, FORMULA_FALSE, NULL, NULL, NULL), NULL,
                          formula_new_regular(text, REGULAR_CONCATENATION, regular, step, NULL));
    path.steps = LONG;
    CU_ASSERT_EQUAL(value_of(formula, &path, &place.memory), 0);
    regular = step;
    for (int i = 0; i < DEEP; i++) { /* empty moves through all stars outwards */
        regular = formula_new_regular(text, i % 2 == 0 ? REGULAR_STAR : REGULAR_PLUS, regular, NULL, NULL);
    }
    formula = formula_new(text, FORMULA_BOX, formula_new(text, FORMULA_FALSE, NULL, NULL, NULL), NULL,
                          formula_new_regular(text, REGULAR_CONCATENATION, step, regular, NULL));
    path.steps = 3;
    CU_ASSERT_EQUAL(value_of(formula, &path, &place.memory), 0);
    formula_text_free(text);
}

void suite_verify_regular(void) {
    suite_add("formulas along paths", workplace_open, workplace_close, "by hand", test_by_hand,
              "random paths and formulas", test_random_paths, "deep formulas and long paths", test_sizes,
              NULL);
}
