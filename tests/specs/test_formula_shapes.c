/*
 * The automata of particular formulas: how many states and classes their observers have, so that no reduction
 * can get lost unnoticed; rows of stars, nested equivalences and deep formulas, which must stay linear; then
 * spent memory, interruption, a network without labels.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/automata/formula_observer.h"
#include "tests/random/random_formula.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEEP 2000u
#else
#define DEEP 50000u
#endif

static const char *const label_list[] = {"a", "b", "c", "i", "x|y", "send(1,2)"};
#define LABELS 6u

static struct label_texts all_labels(uint32_t count) {
    static const uint32_t lengths[LABELS] = {1, 1, 1, 1, 3, 9};
    static const uint8_t internal[LABELS] = {0, 0, 0, 1, 0, 0};
    return (struct label_texts){label_list, lengths, internal, count};
}

static struct run run_of(struct memory *memory) {
    memory_init(memory, (uint64_t)1 << 32);
    return (struct run){.memory = memory, .threads = 1};
}

/* --- the automata of some formulas --- */

struct shape {
    const char *text;
    uint32_t states, classes, alternation_depth;
};

static void test_shapes(void) {
    static const struct shape shapes[] = {
        {"true", 1, 1, 0},
        {"nu X . X", 1, 1, 0},
        {"<true> true", 2, 1, 0},
        {"<\"nowhere\"> true", 1, 1, 0},
        {"[false] false", 1, 1, 0},
        /* stars and boxes of one player are one state for each state of the network */
        {"[true*] [\"a\"] false", 2, 2, 1},
        {"[true* . \"a\"] false", 2, 2, 1},
        {"nu X . ([\"a\"] false and [true] X)", 2, 2, 1},
        {"not <true* . \"a\"> true", 2, 2, 1},
        {"[true*] ([\"a\"] false and [\"b\"] false)", 2, 3, 1},
        {"[true*] [\"a\"] false and [true*] [\"b\"] false", 2, 3, 1},
        {"<true*> <\"a\"> true", 2, 2, 1},
        {"<(\"a\" | \"b\")* . (\"b\" | nil)> <\"c\"> true", 3, 4, 1},
        /* deterministic: two more states, one after a, one at the end */
        {"[true* . \"a\" . (not \"b\")* . \"c\"] false", 3, 4, 1},
        {"mu X . (<true> true and [not \"a\"] X)", 4, 2, 1},
        {"[true*] <true> true", 4, 1, 1},
        {"[true*] <true*> <\"a\"> true", 4, 2, 1},
        {"nu X . mu Y . (<\"a\"> X or <true> Y)", 2, 2, 2},
        {"<true* . \"a\"> @", 2, 2, 2},
        {"[true* . \"a\"] -|", 2, 2, 2},
        {"mu X . nu Y . ([\"a\"] X and [not \"a\"] Y)", 2, 2, 2},
        {"nu X . nu Y . mu Z . ([true] X and (<\"a\"> Y or <\"b\"> Z))", 4, 3, 2},
        {"[nil*] false", 1, 1, 0},
        {"<nil> @", 1, 1, 0},
        {"<((\"a\"*)*)*> <\"b\"> true", 2, 3, 1},
    };
    struct label_texts labels = all_labels(LABELS);
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        struct memory memory;
        struct run run = run_of(&memory);
        struct formula_options options = {.dialect = FORMULA_DIALECT_MCL};
        struct formula_observer made;
        struct error warning, error = {.text = ""};
        formula_text *text =
            formula_read((struct formula_source){"test", shapes[i].text, strlen(shapes[i].text)}, &options,
                         &run, &warning, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        CU_ASSERT_EQUAL_FATAL(formula_observer_make(formula_root(text), &labels, &made, &run, &error), 0);
        if (made.observer.states != shapes[i].states || made.observer.classes != shapes[i].classes ||
            made.alternation_depth != shapes[i].alternation_depth) {
            printf("\n%s: %u states, %u classes, alternation %u\n", shapes[i].text, made.observer.states,
                   made.observer.classes, made.alternation_depth);
            CU_FAIL("another observer than expected");
        }
        formula_observer_free(&made);
        formula_text_free(text);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* --- sizes --- */

struct building {
    struct memory memory;
    struct run run;
    formula_text *text;
};

static void begin_building(struct building *building) {
    building->run = run_of(&building->memory);
    building->text = formula_text_create(&(struct run){.memory = &building->memory});
    CU_ASSERT_PTR_NOT_NULL_FATAL(building->text);
}

static const struct regular *step_on(formula_text *text, const char *label) {
    const struct action *action = label == NULL ? formula_new_action(text, ACTION_TRUE, NULL, NULL)
                                                : formula_new_label(text, ACTION_LABEL, label, strlen(label));
    return formula_new_regular(text, REGULAR_ACTION, NULL, NULL, action);
}

/* The observer's states and moves; 0 when it cannot be made. */
static uint32_t build_observer(struct building *building, const struct formula *formula, uint64_t *moves) {
    struct label_texts labels = all_labels(LABELS);
    struct formula_observer made;
    struct error error;
    if (formula_observer_make(formula, &labels, &made, &building->run, &error) != 0) {
        return 0;
    }
    uint32_t states = made.observer.states;
    *moves = made.moves;
    formula_observer_free(&made);
    return states;
}

static void end_building(struct building *building) {
    formula_text_free(building->text);
    CU_ASSERT_EQUAL(memory_used(&building->memory), 0);
}

/* [true* . a . true* . b ..] false with n stars has at most one state per star, and the end. */
static void test_rows_of_stars(void) {
    for (uint32_t n = 1; n <= 400; n = 3 * n + 1) {
        struct building building;
        uint64_t moves;
        begin_building(&building);
        formula_text *text = building.text;
        const struct formula *after = formula_new(text, FORMULA_FALSE, NULL, NULL, NULL);
        for (uint32_t i = 0; i < n; i++) {
            const struct regular *star =
                formula_new_regular(text, REGULAR_STAR, step_on(text, NULL), NULL, NULL);
            const struct regular *step = step_on(text, label_list[i % 3]);
            after = formula_new(text, FORMULA_BOX, after, NULL,
                                formula_new_regular(text, REGULAR_CONCATENATION, star, step, NULL));
        }
        uint32_t states = build_observer(&building, after, &moves);
        CU_ASSERT_TRUE(states != 0 && states <= n + 1);
        CU_ASSERT_TRUE(moves <= 5 * (uint64_t)n);
        end_building(&building);
    }
}

/* a* . a* . .. : each star leads to all later ones. Long rows must not be expanded into all these moves. */
static void test_nullable_rows(void) {
    for (uint32_t n = 2; n <= 3000; n *= 5) {
        struct building building;
        uint64_t moves;
        begin_building(&building);
        formula_text *text = building.text;
        const struct regular *row = NULL;
        for (uint32_t i = 0; i < n; i++) {
            const struct regular *star =
                formula_new_regular(text, REGULAR_STAR, step_on(text, label_list[i % 3]), NULL, NULL);
            row = row == NULL ? star : formula_new_regular(text, REGULAR_CONCATENATION, row, star, NULL);
        }
        const struct formula *end =
            formula_new(text, FORMULA_DIAMOND, formula_new(text, FORMULA_TRUE, NULL, NULL, NULL), NULL,
                        step_on(text, "x|y"));
        uint32_t states =
            build_observer(&building, formula_new(text, FORMULA_DIAMOND, end, NULL, row), &moves);
        CU_ASSERT_TRUE(states != 0 && states <= 3 * n + 2);
        CU_ASSERT_TRUE(moves <= 16384 + 64 * (uint64_t)n);
        end_building(&building);
    }
}

/* Sides of `equ` are shared, so the size of nested equivalences is linear. */
static void test_nested_equivalence(void) {
    struct building building;
    uint64_t moves;
    begin_building(&building);
    formula_text *text = building.text;
    const struct formula *formula = formula_new(text, FORMULA_TRUE, NULL, NULL, NULL);
    for (uint32_t i = 0; i < 200; i++) {
        const struct regular *step = step_on(text, label_list[i % 3]);
        const struct formula *side = formula_new(text, FORMULA_DIAMOND, formula, NULL, step);
        formula = formula_new(text, FORMULA_EQUIVALENT, formula, side, NULL);
    }
    uint32_t states = build_observer(&building, formula, &moves);
    CU_ASSERT_TRUE(states != 0 && states <= 8 * 200);
    formula_text_set_root(text, formula);
    const struct formula_plan *plan;
    struct error error;
    CU_ASSERT_EQUAL(formula_plan_make(text, formula_root(text), &plan, &error), 0);
    CU_ASSERT_PTR_NULL(plan);
    end_building(&building);
}

enum depth_kind { DEEP_NOT, DEEP_AND, DEEP_CHOICE, DEEP_STEPS, DEEP_STARS, DEEP_FIXPOINTS, DEEP_KINDS };

static const struct formula *deepen(formula_text *text, enum depth_kind kind, const struct formula *inner,
                                    uint32_t level) {
    const struct regular *step = step_on(text, label_list[level % 3]);
    struct formula *binder;
    switch (kind) {
    case DEEP_NOT:
        return formula_new(text, FORMULA_NOT, inner, NULL, NULL);
    case DEEP_AND:
        return formula_new(text, level % 2 ? FORMULA_AND : FORMULA_OR,
                           formula_new(text, FORMULA_BOX, inner, NULL, step), inner, NULL);
    case DEEP_FIXPOINTS:
        binder = formula_new_named(text, level % 4 ? FORMULA_MU : FORMULA_NU, "X", 1, NULL);
        binder->left =
            formula_new(text, FORMULA_OR,
                        formula_new(text, FORMULA_DIAMOND,
                                    formula_new_named(text, FORMULA_VARIABLE, "X", 1, binder), NULL, step),
                        inner, NULL);
        return binder;
    default:
        return formula_new(text, FORMULA_DIAMOND, inner, NULL, step);
    }
}

static const struct formula *deep_formula(formula_text *text, enum depth_kind kind, uint32_t depth) {
    const struct formula *inner = formula_new(
        text, FORMULA_BOX, formula_new(text, FORMULA_FALSE, NULL, NULL, NULL), NULL, step_on(text, "a"));
    const struct regular *regular = step_on(text, "b");
    for (uint32_t level = 0; level < depth && (kind == DEEP_CHOICE || kind == DEEP_STARS); level++) {
        regular = kind == DEEP_CHOICE ? formula_new_regular(text, REGULAR_CHOICE, regular,
                                                            step_on(text, label_list[level % 3]), NULL)
                                      : formula_new_regular(text, REGULAR_STAR, regular, NULL, NULL);
    }
    if (kind == DEEP_CHOICE || kind == DEEP_STARS) {
        return formula_new(text, FORMULA_DIAMOND, inner, NULL, regular);
    }
    for (uint32_t level = 0; level < depth; level++) {
        inner = deepen(text, kind, inner, level);
    }
    return inner;
}

/* Only memory bounds the depth of formulas. */
static void test_deep_formulas(void) {
    for (int kind = 0; kind < DEEP_KINDS; kind++) {
        struct building building;
        uint64_t moves;
        struct error error;
        const struct formula_plan *plan;
        begin_building(&building);
        uint32_t depth = kind == DEEP_FIXPOINTS ? DEEP / 40 : DEEP;
        const struct formula *formula = deep_formula(building.text, (enum depth_kind)kind, depth);
        CU_ASSERT_PTR_NOT_NULL_FATAL(formula);
        uint32_t states = build_observer(&building, formula, &moves);
        CU_ASSERT_TRUE(states != 0 && states <= 5 * depth + 3);
        CU_ASSERT_TRUE(kind < DEEP_STEPS || kind == DEEP_STARS ? states != 0 : states >= depth);
        formula_text_set_root(building.text, formula);
        CU_ASSERT_EQUAL(formula_plan_make(building.text, formula_root(building.text), &plan, &error), 0);
        end_building(&building);
    }
}

/* --- too little memory, interruption, no labels --- */

static int make_with(formula_text *text, uint64_t limit, const int *stop, struct error *error) {
    struct memory memory;
    struct run run = {.memory = &memory, .threads = 1, .stop = stop};
    struct label_texts labels = all_labels(LABELS);
    struct formula_observer made;
    memory_init(&memory, limit);
    memset(&made, 0x55, sizeof made);
    int result = formula_observer_make(formula_root(text), &labels, &made, &run, error);
    if (result == 0) {
        formula_observer_free(&made);
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    return result;
}

static void test_spent_memory(void) {
    uint64_t failed = 0, made = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct memory memory;
        struct error error = {.code = ERROR_NONE};
        uint64_t random = seed;
        memory_init(&memory, (uint64_t)1 << 32);
        formula_text *text = random_formula_make(&random, label_list, LABELS, &memory);
        for (uint64_t limit = 0; limit < 20000; limit += 89) {
            if (make_with(text, limit, NULL, &error) == 0) {
                made++;
            } else {
                failed++;
                CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
            }
        }
        formula_text_free(text);
    }
    CU_ASSERT_TRUE(failed > 1000 && made > 1000);
}

static void test_interruption(void) {
    struct error error = {.code = ERROR_NONE};
    uint64_t random = 3;
    int stop = 1;
    formula_text *text = random_formula_make(&random, label_list, LABELS, &place.memory);
    CU_ASSERT_EQUAL(make_with(text, (uint64_t)1 << 32, &stop, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    formula_text_free(text);
}

/* A network without labels: a diamond never holds. */
static void test_no_labels(void) {
    struct building building;
    struct label_texts labels = all_labels(0);
    struct formula_observer made;
    struct error error;
    begin_building(&building);
    const struct formula *yes = formula_new(building.text, FORMULA_TRUE, NULL, NULL, NULL);
    const struct formula *formula =
        formula_new(building.text, FORMULA_DIAMOND, yes, NULL, step_on(building.text, NULL));
    CU_ASSERT_EQUAL_FATAL(formula_observer_make(formula, &labels, &made, &building.run, &error), 0);
    CU_ASSERT_EQUAL(made.observer.states, 1);
    CU_ASSERT_EQUAL(made.observer.classes, 1);
    CU_ASSERT_EQUAL(made.observer.state[0].kind, OBSERVER_STOP);
    CU_ASSERT_EQUAL(made.observer.state[0].owner, 0 /* even */);
    formula_observer_free(&made);
    end_building(&building);
}

void suite_formula_shapes(void) {
    suite_add("formula shapes", workplace_open, workplace_close, "what some formulas become", test_shapes,
              "rows of stars", test_rows_of_stars, "rows of what may be empty", test_nullable_rows,
              "nested equivalences", test_nested_equivalence, "deep formulas", test_deep_formulas,
              "spent memory", test_spent_memory, "interruption", test_interruption, "no labels",
              test_no_labels, NULL);
}
