/*
 * Vacuous verdicts: random formulas on random networks, against the definition
 * (tests/oracle/oracle_vacuity.h), and cycles whose labels never occur.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/run.h"
#include "checker/check.h"
#include "explorer/backend.h"
#include "tests/oracle/oracle_vacuity.h"
#include "tests/random/random_formula.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_network.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 500u
#endif
#define FORMULAS 6u
#define PROPERTIES (FORMULAS + 1) /* with a starvation */
#define MOST_STATES 60u
#define MOST_LABELS 24u
#define MOST_TEXT 4096u

struct totals {
    struct test_folder folder;
    uint64_t networks, mismatches, compared, vacuous, boxes, implications, unfired, by_labels, limited;
};

struct subject {
    uint64_t seed, random;
    struct drawn_network *drawn;
    struct oracle_lts lts;
    const char *labels[MOST_LABELS + 2];
    uint32_t label_count;
    struct property properties[PROPERTIES];
    struct totals *totals;
};

static void report(const struct subject *subject, const char *what, const struct property *property) {
    subject->totals->mismatches++;
    fprintf(stderr, "seed %llu: %s: %s\n", (unsigned long long)subject->seed, what, property->name);
}

/* --- formulas --- */

static void put_formula(struct subject *subject, char *text, int depth);

static void put_regular(struct subject *subject, char *text) {
    uint64_t *random = &subject->random;
    const char *label = subject->labels[random_draw(random, subject->label_count)];
    const char *next = subject->labels[random_draw(random, subject->label_count)];
    const struct regular *regular;
    switch (random_draw(random, 8)) {
    case 0:
        text_append(text, MOST_TEXT, "true*");
        return;
    case 1:
    case 2:
        text_append(text, MOST_TEXT, "true* . \"%s\"", label);
        return;
    case 3:
        text_append(text, MOST_TEXT, "true* . \"%s\" . (not \"%s\")*", label, next);
        return;
    case 4:
        text_append(text, MOST_TEXT, "\"%s\"", label);
        return;
    case 5:
        text_append(text, MOST_TEXT, "true* . \"%s\" . \"%s\"", label, next);
        return;
    default: {
        formula_text *drawn = random_regular_make(random, subject->labels, subject->label_count,
                                                  &subject->drawn->memory, &regular);
        char *printed = random_regular_print(regular, 1);
        text_append(text, MOST_TEXT, "%s", printed);
        free(printed);
        formula_text_free(drawn);
    }
    }
}

/* A box that a fixpoint leads to, with loops of single steps, or of words; in some, a choice is between. */
static void put_loop(struct subject *subject, char *text, int depth) {
    uint64_t *random = &subject->random;
    const char *label = subject->labels[random_draw(random, subject->label_count)];
    const char *next = subject->labels[random_draw(random, subject->label_count)];
    text_append(text, MOST_TEXT, "(nu X%d . ", depth);
    switch (random_draw(random, 4)) {
    case 0:
        text_append(text, MOST_TEXT, "([true] X%d && [true . \"%s\"] (", depth, label);
        break;
    case 1:
        text_append(text, MOST_TEXT, "([\"%s\"] X%d && [not \"%s\"] X%d && [\"%s\"] (", label, depth, next,
                    depth, label);
        break;
    case 2:
        text_append(text, MOST_TEXT, "((nu Y . ([true] X%d && [not \"%s\"] Y)) && [true . \"%s\"] (", depth,
                    label, next);
        break;
    default:
        text_append(text, MOST_TEXT, "(((<\"%s\"> true) || [true] X%d) && [true . \"%s\"] (", label, depth,
                    next);
    }
    put_formula(subject, text, depth - 1);
    text_append(text, MOST_TEXT, ")))");
}

/* A formula that often has antecedents; depth: how many operators may be inside each other. */
static void put_formula(struct subject *subject, char *text, int depth) {
    static const char *const leaves[] = {"true", "false", "<true> true", "<true*> [true] false"};
    uint64_t *random = &subject->random;
    uint32_t what = depth <= 0 ? random_draw(random, 2) : random_draw(random, 18);
    if (what < 1) {
        text_append(text, MOST_TEXT, "%s", leaves[random_draw(random, 4)]);
    } else if (what < 3) {
        int is_box = random_draw(random, 2) == 0;
        text_append(text, MOST_TEXT, is_box ? "[" : "<");
        put_regular(subject, text);
        text_append(text, MOST_TEXT, is_box ? "] false" : "> true");
    } else if (what < 9) {
        text_append(text, MOST_TEXT, "[");
        put_regular(subject, text);
        text_append(text, MOST_TEXT, "] (");
        put_formula(subject, text, depth - 1);
        text_append(text, MOST_TEXT, ")");
    } else if (what < 11) {
        static const char *const operators[] = {"&&", "&&", "&&", "||"};
        text_append(text, MOST_TEXT, "((");
        put_formula(subject, text, depth - 1);
        text_append(text, MOST_TEXT, ") %s (", operators[random_draw(random, 4)]);
        put_formula(subject, text, depth - 1);
        text_append(text, MOST_TEXT, "))");
    } else if (what < 13) {
        text_append(text, MOST_TEXT, "((");
        if (random_draw(random, 3) == 0) {
            put_formula(subject, text, depth - 2);
        } else {
            text_append(text, MOST_TEXT, "<");
            put_regular(subject, text);
            text_append(text, MOST_TEXT, "> true");
        }
        text_append(text, MOST_TEXT, ") => (");
        put_formula(subject, text, depth - 1);
        text_append(text, MOST_TEXT, "))");
    } else if (what < 14) {
        text_append(text, MOST_TEXT, "!(<");
        put_regular(subject, text);
        text_append(text, MOST_TEXT, "> !(");
        put_formula(subject, text, depth - 1);
        text_append(text, MOST_TEXT, "))");
    } else if (what < 16) {
        put_loop(subject, text, depth);
    } else {
        int is_box = random_draw(random, 8) != 0;
        text_append(text, MOST_TEXT, "(%s X%d . (%s", random_draw(random, 4) ? "nu" : "mu", depth,
                    is_box ? "[" : "<");
        put_regular(subject, text);
        text_append(text, MOST_TEXT, "%s X%d %s ", is_box ? "]" : ">", depth,
                    random_draw(random, 6) ? "&&" : "||");
        put_formula(subject, text, depth - 1);
        if (random_draw(random, 3) == 0) {
            text_append(text, MOST_TEXT, " && [true] X%d", depth);
        }
        text_append(text, MOST_TEXT, "))");
    }
}

/* A formula of its own, or of the usual generator. Zeros if it cannot be read. */
static void draw_formula(struct subject *subject, struct property *property) {
    struct run run = {.memory = &subject->drawn->memory, .threads = 1};
    static const struct formula_options options = {.dialect = FORMULA_DIALECT_MCF};
    struct error warning, error;
    property->kind = PROPERTY_FORMULA;
    property->name = test_allocate(MOST_TEXT, 1);
    if (random_draw(&subject->random, 6) == 0) {
        formula_text *text = random_formula_make(&subject->random, subject->labels, subject->label_count,
                                                 &subject->drawn->memory);
        char *printed = random_formula_print(formula_root(text), 1);
        text_append(property->name, MOST_TEXT, "%s", printed);
        free(printed);
        formula_text_free(text);
    } else {
        put_formula(subject, property->name, 1 + (int)random_draw(&subject->random, 4));
    }
    property->formula =
        formula_read((struct formula_source){"formula", property->name, strlen(property->name)}, &options,
                     &run, &warning, &error);
    if (property->formula == NULL) { /* too long, or not monotonic */
        strcpy(property->name, "true");
        property->formula =
            formula_read((struct formula_source){"formula", "true", 4}, &options, &run, &warning, &error);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(property->formula);
}

static void draw_properties(struct subject *subject) {
    for (uint32_t i = 0; i < FORMULAS; i++) {
        draw_formula(subject, &subject->properties[i]);
    }
    struct property *starvation = &subject->properties[FORMULAS];
    starvation->kind = PROPERTY_STARVATION;
    starvation->name = test_allocate(MOST_TEXT, 1);
    strcpy(starvation->name, subject->labels[random_draw(&subject->random, subject->label_count)]);
    starvation->text = starvation->name;
}

static void free_properties(struct subject *subject) {
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        formula_text_free(subject->properties[i].formula);
        free(subject->properties[i].name);
        subject->properties[i] = (struct property){0};
    }
}

/* --- comparing --- */

static int never_fires(const struct oracle_lts *lts, const char *label) {
    for (uint64_t edge = 0; edge < lts->offsets[lts->states]; edge++) {
        if (strcmp(lts->edge_label[edge], label) == 0) {
            return 0;
        }
    }
    return 1;
}

static const char *compare_formula(struct subject *subject, const struct property *property,
                                   const struct check_result *result) {
    struct totals *totals = subject->totals;
    uint8_t *holds = test_allocate(subject->lts.states, 1);
    const char *what = NULL;
    oracle_formula_evaluate(formula_root(property->formula), &subject->lts, holds);
    if ((result->verdict == VERDICT_HOLDS) != holds[0]) {
        what = "another verdict";
    } else if (result->verdict == VERDICT_VIOLATED) {
        what = result->vacuous != VACUITY_NONE ? "violated, but vacuous" : NULL;
    } else if (result->vacuous == VACUITY_LABELS || result->vacuous == VACUITY_FORM) {
        totals->by_labels++;
    } else {
        struct oracle_vacuity truth = oracle_vacuity_of(formula_root(property->formula), &subject->lts);
        int told = result->vacuous == VACUITY_ANTECEDENT;
        totals->compared++;
        totals->vacuous += (uint64_t)told;
        totals->boxes += truth.boxes;
        totals->implications += truth.implications;
        what = told && truth.vacuous_boxes + truth.vacuous_implications == 0 ? "wrongly vacuous"
               : !told && truth.vacuous_boxes + truth.vacuous_simple != 0 ? "vacuous, which is not reported"
                                                                          : NULL;
    }
    if (what == NULL && result->vacuous == VACUITY_ANTECEDENT) {
        oracle_formula_evaluate(result->antecedent.never, &subject->lts, holds);
        what = holds[0] ? NULL : "the antecedent is met";
    }
    free(holds);
    return what;
}

static const char *compare_starvation(struct subject *subject, const struct property *property,
                                      const struct check_result *result) {
    int expected = result->verdict == VERDICT_HOLDS && result->vacuous != VACUITY_LABELS &&
                   never_fires(&subject->lts, property->text);
    subject->totals->unfired += (uint64_t)expected;
    return (result->vacuous == VACUITY_UNFIRED) == expected ? NULL
                                                            : "starvation of a label that never occurs";
}

/* Under a limit nothing wrong may be said; without the option nothing at all. */
static void check_others(struct subject *subject, const struct check *whole, struct check_options options,
                         const struct run *run) {
    struct error error;
    int off = random_draw(&subject->random, 2) == 0;
    options.vacuity = !off;
    options.explore.max_states = off ? 0 : 1 + random_draw(&subject->random, subject->lts.states);
    struct check *check =
        check_run(subject->drawn->network, subject->properties, PROPERTIES, &options, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        const struct check_result *result = &check->results[i];
        subject->totals->limited += result->vacuous >= VACUITY_UNFIRED;
        if (result->vacuous >= VACUITY_UNFIRED && (off || whole->results[i].vacuous == VACUITY_NONE)) {
            report(subject, off ? "vacuous without the option" : "vacuous under a limit alone",
                   &subject->properties[i]);
        }
    }
    check_free(check, run);
}

static void check_with(struct subject *subject, const struct backend *backend) {
    struct error error;
    struct run run = {.memory = &subject->drawn->memory,
                      .threads = 1 + random_draw(&subject->random, 3),
                      .device_bytes = TEST_DEVICE_BYTES};
    const struct check_options options = {.backend = backend,
                                          .explore.max_depth = UINT64_MAX,
                                          .no_traces = random_draw(&subject->random, 2) == 0,
                                          .keep_going = random_draw(&subject->random, 3) == 0,
                                          .games = random_draw(&subject->random, 2) == 0,
                                          .vacuity = 1};
    CU_ASSERT_TRUE_FATAL(
        check_plan_formulas(subject->drawn->network, subject->properties, PROPERTIES, &run, &error) >= 0);
    struct check *check =
        check_run(subject->drawn->network, subject->properties, PROPERTIES, &options, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        const struct property *property = &subject->properties[i];
        const char *what = i < FORMULAS ? compare_formula(subject, property, &check->results[i])
                                        : compare_starvation(subject, property, &check->results[i]);
        if (what != NULL) {
            report(subject, what, property);
        }
    }
    check_others(subject, check, options, &run);
    check_free(check, &run);
}

static void check_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct drawn_network drawn;
    static struct subject subject;
    drawn_network_open(&drawn, seed, totals->folder.path, MOST_STATES);
    if (drawn.network != NULL) {
        subject = (struct subject){.seed = seed, .random = seed * 1013, .drawn = &drawn, .totals = totals};
        subject.lts = (struct oracle_lts){(uint32_t)drawn.graph->states, drawn.graph->offsets,
                                          drawn.graph->edge_label, drawn.graph->edge_target};
        for (uint32_t i = 0; i < drawn.network->label_count && subject.label_count < MOST_LABELS; i++) {
            const char *text = drawn.network->labels[i].text;
            if (strpbrk(text, "\"'|\n\\") == NULL && strcmp(text, "i") != 0 && strlen(text) < 60) {
                subject.labels[subject.label_count++] = text;
            }
        }
        subject.labels[subject.label_count++] = "nowhere";
        totals->networks++;
        for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
            if (backend_is_testable(*backend)) {
                draw_properties(&subject);
                check_with(&subject, *backend);
                free_properties(&subject);
            }
        }
    }
    drawn_network_close(&drawn);
}

static void test_random_formulas(void) {
    struct totals totals = {0};
    uint64_t cases =
        judge_in_folder(&totals.folder, DEFAULT_CASES, 5101, check_seed, &totals, &totals.mismatches);
    report_counts("formulas that hold", totals.compared, "on networks", totals.networks, "vacuous",
                  totals.vacuous, "boxes", totals.boxes, "implications", totals.implications, "by labels",
                  totals.by_labels, "labels that never occur", totals.unfired, "under limits", totals.limited,
                  NULL);
    if (cases >= 500) {
        CU_ASSERT_TRUE(totals.vacuous > totals.networks / 4 && 2 * totals.compared > 3 * totals.vacuous &&
                       totals.boxes > totals.networks && totals.implications > totals.networks / 8);
        CU_ASSERT_TRUE(totals.unfired > 0 && totals.by_labels > 0 && totals.limited > 0);
    }
}

void suite_check_vacuity(void) {
    suite_add("vacuous verdicts", NULL, NULL, "random formulas, against the definition", test_random_formulas,
              NULL);
}
