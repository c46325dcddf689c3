/*
 * The sets of labels that actions match, against matching each label: random actions of all kinds on labels
 * that differ in the order of parts, in blanks, or in a parenthesis that does not close. And formulas that
 * name many labels, on a network that has many.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/automata/formula_observer.h"
#include "specs/automata/label_sets.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define DEFAULT_CASES 20000u
#define MANY 20000u

static const char *const texts[] = {"a",       "b",      "i",      "a|b",    "b|a",      "s(1,2)",
                                    "s(1, 2)", "s(2,1)", "s(1)|t", "t|s(1)", "t|s( 1 )", "a|a|b",
                                    "b|a|a",   "s(",     "s(|a",   "a|s("};
#define LABELS ((uint32_t)(sizeof texts / sizeof *texts))

static struct label_texts some_labels(void) {
    static uint32_t lengths[LABELS];
    static uint8_t internal[LABELS];
    for (uint32_t i = 0; i < LABELS; i++) {
        lengths[i] = (uint32_t)strlen(texts[i]);
        internal[i] = strcmp(texts[i], "i") == 0;
    }
    return (struct label_texts){texts, lengths, internal, LABELS};
}

static const struct action *draw_action(formula_text *text, uint64_t *random, unsigned depth) {
    static const char *const patterns[] = {".*", "a.*", "s(1.*", "zz"};
    struct error error;
    unsigned kind = (unsigned)(random_next(random) % (depth == 0 ? 10 : 30));
    const char *name = texts[random_next(random) % LABELS];
    const char *pattern = patterns[random_next(random) % 4];
    if (kind < 10) {
        return kind == 0   ? formula_new_action(text, ACTION_TRUE, NULL, NULL)
               : kind == 1 ? formula_new_action(text, ACTION_FALSE, NULL, NULL)
               : kind == 2 ? formula_new_action(text, ACTION_INTERNAL, NULL, NULL)
               : kind == 3 ? formula_new_pattern(text, pattern, strlen(pattern), 0, &error)
                           : formula_new_label(text, kind < 6 ? ACTION_LABEL : ACTION_MULTIACTION, name,
                                               strlen(name));
    }
    const struct action *left = draw_action(text, random, depth - 1);
    if (kind < 14) {
        return formula_new_action(text, ACTION_NOT, left, NULL);
    }
    return formula_new_action(text,
                              kind < 20   ? ACTION_AND
                              : kind < 26 ? ACTION_OR
                                          : ACTION_IMPLIES,
                              left, draw_action(text, random, depth - 1));
}

/* Whether the set has exactly the labels that match. */
static int is_right(const struct label_set *set, const struct action *action,
                    const struct label_texts *labels) {
    struct error error;
    uint64_t at = 0;
    for (uint32_t label = 0; label < labels->count; label++) {
        int named = at < set->count && set->label[at] == label;
        at += (uint64_t)named;
        if ((named != set->is_complement) != action_matches(action, labels->text[label],
                                                            labels->length[label], labels->is_internal[label],
                                                            &error)) {
            return 0;
        }
    }
    return at == set->count;
}

static void test_sets(void) {
    const struct label_texts labels = some_labels();
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), complements = 0, large = 0, wrong = 0;
    for (uint64_t i = 0; i < number_of_cases(DEFAULT_CASES) && wrong < 5; i++) {
        struct memory memory;
        const struct run run = {.memory = &memory};
        struct error error;
        struct label_finder finder;
        struct label_set set;
        uint64_t random = seed + i;
        memory_init(&memory, (uint64_t)1 << 30);
        formula_text *text = formula_text_create(&run);
        const struct action *action = draw_action(text, &random, 1 + (unsigned)(random % 7));
        CU_ASSERT_EQUAL_FATAL(label_finder_open(&finder, &labels, &run, &error), 0);
        CU_ASSERT_EQUAL_FATAL(label_finder_find(&finder, action, &set), 0);
        if (!is_right(&set, action, &labels)) {
            wrong++;
            fprintf(stderr, "HEDDLE_SEED=%llu: another set of labels\n", (unsigned long long)(seed + i));
        }
        complements += (uint64_t)set.is_complement;
        large += set.count > 2;
        label_set_free(&finder, &set);
        label_finder_close(&finder);
        formula_text_free(text);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_TRUE(complements > 0 && large > 0);
}

/* Not and and in turn, deeper than sets are made of: then each label is matched. */
static void test_deep(void) {
    const struct label_texts labels = some_labels();
    struct label_finder finder;
    struct label_set set;
    formula_text *text = formula_text_create(&place.run);
    const struct action *action = formula_new_label(text, ACTION_LABEL, "a", 1);
    for (unsigned i = 0; i < 1000; i++) {
        action = formula_new_action(text, i % 2 ? ACTION_AND : ACTION_OR, action,
                                    formula_new_label(text, ACTION_MULTIACTION, i % 2 ? "a" : "b", 1));
    }
    CU_ASSERT_EQUAL_FATAL(label_finder_open(&finder, &labels, &place.run, &place.error), 0);
    CU_ASSERT_EQUAL_FATAL(label_finder_find(&finder, action, &set), 0);
    CU_ASSERT_TRUE(is_right(&set, action, &labels));
    label_set_free(&finder, &set);
    label_finder_close(&finder);
    formula_text_free(text);
}

/* [l0] false and [l1] <true> true and [l2] false ..: each label is in an action of its own, which would take
 * minutes if each action were matched with each label. */
static void test_many(void) {
    static char bytes[MANY][24];
    static const char *text[MANY];
    static uint32_t length[MANY];
    static uint8_t internal[MANY];
    struct formula_observer observer;
    formula_text *formula = formula_text_create(&place.run);
    const struct formula *never = formula_new(formula, FORMULA_FALSE, NULL, NULL, NULL), *all = NULL;
    const struct action *any = formula_new_action(formula, ACTION_TRUE, NULL, NULL);
    const struct formula *again =
        formula_new(formula, FORMULA_DIAMOND, formula_new(formula, FORMULA_TRUE, NULL, NULL, NULL), NULL,
                    formula_new_regular(formula, REGULAR_ACTION, NULL, NULL, any));
    for (uint32_t i = 0; i < MANY; i++) {
        length[i] = (uint32_t)snprintf(bytes[i], sizeof *bytes, "send(%u,%u)", i / 150, i % 150);
        text[i] = bytes[i];
        const struct action *action = formula_new_label(formula, ACTION_MULTIACTION, bytes[i], length[i]);
        const struct regular *step = formula_new_regular(formula, REGULAR_ACTION, NULL, NULL, action);
        const struct formula *box = formula_new(formula, FORMULA_BOX, i % 2 ? never : again, NULL, step);
        all = all == NULL ? box : formula_new(formula, FORMULA_AND, all, box, NULL);
    }
    const struct label_texts labels = {text, length, internal, MANY};
    CU_ASSERT_EQUAL_FATAL(formula_observer_make(all, &labels, &observer, &place.run, &place.error), 0);
    CU_ASSERT_EQUAL(observer.observer.classes, MANY);
    CU_ASSERT_TRUE(observer.moves <= 2 * MANY);
    formula_observer_free(&observer);
    formula_text_free(formula);
}

void suite_label_sets(void) {
    suite_add("sets of labels", workplace_open, workplace_close, "random actions", test_sets, "deep actions",
              test_deep, "many labels and actions", test_many, NULL);
}
