/*
 * Random suites on random networks: properties of all kinds, with odd names, comments, blanks and includes.
 * Each property has the verdict and the length of trace that it has alone, made of the texts of the command
 * line; and the exit code is as its definition says.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "base/text/text_buffer.h"
#include "checker/check.h"
#include "checker/suite/suite.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/random/random_formula.h"
#include "tests/support/drawn_network.h"
#include "tests/oracle/oracle.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 400u
#endif
#define MOST_STATES 200u
#define MOST_LABELS 30u
#define PROPERTIES 8u
#define BUDGET ((uint64_t)1 << 30)

struct totals {
    struct test_folder folder;
    uint64_t networks, mismatches, kinds[PROPERTY_KINDS], verdicts[2], expected[3], included, shared;
};

/* A property as it is drawn. */
struct wish {
    enum property_kind kind;
    char *text; /* as the command line has it */
    char name[64];
    enum property_expectation expected;
};

struct subject {
    uint64_t seed, random;
    struct totals *totals;
    struct run run;
    struct memory memory;
    language_tree *tree;
    struct network *network;
    const char *labels[MOST_LABELS + 2];
    uint32_t label_count;
    struct wish wishes[PROPERTIES];
    uint32_t count;
    FILE *file; /* the suite that is being written */
};

static void report(const struct subject *subject, const char *what, const char *which) {
    subject->totals->mismatches++;
    fprintf(stderr, "seed %llu: %s: %s\n", (unsigned long long)subject->seed, what, which);
}

/* --- drawing --- */

static char *copy_of(const char *text) {
    char *copy = malloc(strlen(text) + 3);
    return strcpy(test_present(copy), text);
}

static const char *draw_label(struct subject *subject) {
    return subject->labels[random_draw(&subject->random, subject->label_count)];
}

/* "label", or 'pattern' of its first characters, in a text of the command line. */
static char *draw_quoted(struct subject *subject) {
    char text[700];
    const char *label = draw_label(subject);
    int pattern = random_draw(&subject->random, 3) == 0 && strpbrk(label, "*[]^$.+?(){}|\\") == NULL;
    snprintf(text, sizeof text, pattern ? "'%.1s.*'" : "\"%s\"", label);
    return copy_of(text);
}

static char *draw_formula(struct subject *subject) {
    formula_text *text =
        (random_draw(&subject->random, 3) == 0 ? random_formula_make : random_plan_formula_make)(
            &subject->random, subject->labels, subject->label_count, &subject->memory);
    char *printed = random_formula_print(formula_root(text), 1);
    formula_text_free(text);
    return printed;
}

static void draw_wish(struct subject *subject, uint32_t index, struct wish *wish) {
    static const enum property_kind kinds[] = {PROPERTY_DEADLOCK,   PROPERTY_NEVER,       PROPERTY_LIVELOCK,
                                               PROPERTY_STARVATION, PROPERTY_NEVER_CYCLE, PROPERTY_FORMULA,
                                               PROPERTY_FORMULA,    PROPERTY_MONITOR};
    static const char *const names[] = {"p%u",  "a-b.%u",    "9%u_", "a name; with \"quotes\" %u",
                                        "\\%u", "\xc3\xa4%u"};
    wish->kind = kinds[random_draw(&subject->random, 8)];
    wish->expected = (enum property_expectation)random_draw(&subject->random, 3);
    snprintf(wish->name, sizeof wish->name, names[random_draw(&subject->random, 6)], index);
    switch (wish->kind) {
    case PROPERTY_NEVER:
    case PROPERTY_STARVATION:
        wish->text = draw_quoted(subject);
        break;
    case PROPERTY_NEVER_CYCLE: {
        char *first = draw_quoted(subject), *second = draw_quoted(subject);
        wish->text = test_present(malloc(strlen(first) + strlen(second) + 4));
        sprintf(wish->text, "%s , %s", first, second);
        free(first);
        free(second);
        break;
    }
    case PROPERTY_FORMULA:
        wish->text = draw_formula(subject);
        break;
    case PROPERTY_MONITOR:
        wish->text = copy_of(test_folder_path(&subject->totals->folder, "monitor.aut"));
        break;
    default:
        wish->text = NULL;
    }
}

/* --- writing --- */

/* Blanks and comments. */
static void put_space(struct subject *subject) {
    static const char *const spaces[] = {" ",    "\n",   "\t", " (* ; expect *) ", " % property \"x\n",
                                         "\r\n", "(***)"};
    for (uint32_t n = random_draw(&subject->random, 3); n > 0; n--) {
        fputs(spaces[random_draw(&subject->random, 7)], subject->file);
    }
}

static int is_word(const char *name) {
    return strpbrk(name, " \\\"") == NULL;
}

static void put_name(struct subject *subject, const char *name) {
    if (is_word(name) && random_draw(&subject->random, 2)) {
        fputs(name, subject->file);
        return;
    }
    fputc('"', subject->file);
    for (; *name != '\0'; name++) {
        fprintf(subject->file, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
    }
    fputc('"', subject->file);
}

static void put_property(struct subject *subject, const struct wish *wish) {
    static const char *const expected[] = {"", " expect holds", " expect\nviolated"};
    int formula = wish->kind == PROPERTY_FORMULA;
    fputs("property ", subject->file);
    put_space(subject);
    put_name(subject, wish->name);
    put_space(subject);
    fputc(':', subject->file);
    put_space(subject);
    if (!formula || strncmp(wish->text, "deadlock", 8) == 0 || random_draw(&subject->random, 2)) {
        fprintf(subject->file, "%s ", property_row(wish->kind)->name);
    }
    put_space(subject);
    if (wish->kind == PROPERTY_MONITOR) {
        fputs("\"monitor.aut\"", subject->file);
    } else if (wish->text != NULL) {
        fputs(wish->text, subject->file);
    }
    put_space(subject);
    fputs(expected[wish->expected], subject->file);
    put_space(subject);
    fputc(';', subject->file);
    put_space(subject);
}

/* Writes the suite, the last properties of which may be in a file that it includes. Returns its path. */
static const char *write_suite(struct subject *subject) {
    struct test_folder *folder = &subject->totals->folder;
    uint32_t own =
        random_draw(&subject->random, 2) ? subject->count : random_draw(&subject->random, subject->count);
    subject->file = fopen(test_folder_path(folder, "rest.suite"), "w");
    fputs("(* the rest *)", subject->file);
    for (uint32_t i = own; i < subject->count; i++) {
        put_property(subject, &subject->wishes[i]);
    }
    fclose(subject->file);
    subject->file = fopen(test_folder_path(folder, "drawn.suite"), "w");
    put_space(subject);
    for (uint32_t i = 0; i < own; i++) {
        put_property(subject, &subject->wishes[i]);
    }
    if (own < subject->count) {
        subject->totals->included++;
        fputs("include", subject->file);
        put_space(subject);
        fputs("\"rest.suite\" ;", subject->file);
        put_space(subject);
    }
    fclose(subject->file);
    return test_folder_path(folder, "drawn.suite");
}

/* --- checking --- */

static struct check *check_all(const struct subject *subject, struct property *properties, uint32_t count,
                               struct error *error) {
    struct check_options options = {.backend = backends[0], .explore.max_depth = UINT64_MAX};
    if (check_plan_formulas(subject->network, properties, count, &subject->run, error) < 0) {
        return NULL;
    }
    return check_run(subject->network, properties, count, &options, &subject->run, error);
}

static void compare(const struct subject *subject, uint32_t index, const struct check_result *together,
                    const struct check_result *alone) {
    if (together->verdict != alone->verdict) {
        report(subject, "another verdict", subject->wishes[index].name);
    }
    if (together->verdict == VERDICT_VIOLATED &&
        (together->length != alone->length || together->cycle_length != alone->cycle_length)) {
        report(subject, "another length", subject->wishes[index].name);
    }
    subject->totals->verdicts[together->verdict == VERDICT_HOLDS]++;
}

static struct property_maker property_maker_of(const struct subject *subject, struct error *error,
                                               struct error *warning) {
    return (struct property_maker){.tree = subject->tree,
                                   .run = &subject->run,
                                   .error = error,
                                   .warning = warning,
                                   .dialect = FORMULA_DIALECT_MCF};
}

static void check_alone(const struct subject *subject, uint32_t index, const struct check_result *together) {
    const struct wish *wish = &subject->wishes[index];
    struct property property = {0};
    struct error error, warning;
    struct property_maker maker = property_maker_of(subject, &error, &warning);
    struct check *check = property_make(&maker, wish->kind, wish->text, &property) != 0
                              ? NULL
                              : check_all(subject, &property, 1, &error);
    if (check == NULL) {
        report(subject, error.text, wish->text);
    } else {
        compare(subject, index, together, &check->results[0]);
        check_free(check, &subject->run);
    }
    property_free(&property, &subject->run);
}

/* Checks the properties of the suite together, and compares each with itself alone. */
static void check_suite(struct subject *subject, const suite *suite, struct property *properties) {
    uint64_t count;
    const struct suite_property *all = suite_entries(suite, &count);
    struct error error, warning;
    struct property_maker maker = property_maker_of(subject, &error, &warning);
    if (count != subject->count) {
        report(subject, "another number of properties", "");
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct wish *wish = &subject->wishes[i];
        if (suite_make_property(suite, &all[i], &maker, &properties[i]) != 0) {
            if (strstr(error.text, "which mCRL2 refuses") == NULL) {
                report(subject, error.text, wish->name);
            }
            return;
        }
        subject->totals->kinds[wish->kind]++;
        subject->totals->expected[wish->expected]++;
        if (strcmp(properties[i].name, wish->name) != 0 || properties[i].kind != wish->kind ||
            properties[i].expected != wish->expected) {
            report(subject, "another property", wish->name);
        }
    }
    struct check *check = check_all(subject, properties, subject->count, &error);
    if (check == NULL) {
        report(subject, error.text, "all");
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        check_alone(subject, i, &check->results[i]);
    }
    subject->totals->shared += check->search_count < count;
    check_free(check, &subject->run);
}

static void check_drawn(struct subject *subject) {
    struct property properties[PROPERTIES] = {{0}};
    struct text_buffer text = {0};
    struct error error;
    subject->count = 1 + random_draw(&subject->random, PROPERTIES);
    for (uint32_t i = 0; i < subject->count; i++) {
        draw_wish(subject, i, &subject->wishes[i]);
    }
    suite *suite = suite_create(&subject->run, FORMULA_DIALECT_MCF);
    if (suite_read(suite, write_suite(subject), &text, &error) != SUITE_READ) {
        report(subject, "is no suite", error.text);
    } else {
        check_suite(subject, suite, properties);
    }
    for (uint32_t i = 0; i < subject->count; i++) {
        property_free(&properties[i], &subject->run);
        free(subject->wishes[i].text);
    }
    text_buffer_free(&subject->memory, &text);
    suite_free(suite);
}

static void check_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct random_network drawn;
    struct error error;
    struct subject subject = {.seed = seed, .random = seed * 2017, .totals = totals};
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, totals->folder.path, &drawn), 0);
    memory_init(&subject.memory, BUDGET);
    subject.run = (struct run){.memory = &subject.memory, .threads = 1};
    subject.tree = language_read(drawn.path, &drawn.options, &subject.run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject.tree);
    struct oracle_graph *graph = oracle_explore(language_exp(subject.tree), MOST_STATES);
    subject.network =
        graph->outcome == ORACLE_DONE ? language_compile(subject.tree, &subject.run, &error) : NULL;
    if (subject.network != NULL && network_has_plain_labels(subject.network) &&
        !drawn.options.regex_extended) {
        for (uint32_t i = 0; i < subject.network->label_count && subject.label_count < MOST_LABELS; i++) {
            subject.labels[subject.label_count++] = subject.network->labels[i].text;
        }
        subject.labels[subject.label_count++] = "i";
        subject.labels[subject.label_count++] = "nowhere";
        totals->networks++;
        check_drawn(&subject);
    }
    network_free(&subject.memory, subject.network);
    oracle_free(graph);
    language_free(subject.tree);
    if (memory_used(&subject.memory) != 0) {
        report(&subject, "memory is left", "");
    }
}

static void test_random_suites(void) {
    struct totals totals = {0};
    test_folder_create(&totals.folder);
    test_folder_write(&totals.folder, "monitor.aut", "des (0, 3, 3)\n(0, i, 1)\n(1, i, 2)\n(2, ERROR, 2)\n");
    uint64_t cases = judge_seeds(DEFAULT_CASES, 4201, check_seed, &totals, &totals.mismatches);
    test_folder_remove(&totals.folder);
    report_counts("networks", totals.networks, "deadlock", totals.kinds[PROPERTY_DEADLOCK], "never",
                  totals.kinds[PROPERTY_NEVER], "livelock", totals.kinds[PROPERTY_LIVELOCK], "starvation",
                  totals.kinds[PROPERTY_STARVATION], "cycles with labels", totals.kinds[PROPERTY_NEVER_CYCLE],
                  "formulas", totals.kinds[PROPERTY_FORMULA], "monitors", totals.kinds[PROPERTY_MONITOR],
                  "hold", totals.verdicts[1], "violated", totals.verdicts[0], "expected violated",
                  totals.expected[EXPECTED_VIOLATED], "with includes", totals.included,
                  "with shared searches", totals.shared, NULL);
    if (cases >= 200) {
        CU_ASSERT(totals.kinds[PROPERTY_DEADLOCK] > 10 && totals.kinds[PROPERTY_NEVER] > 10);
        CU_ASSERT(totals.kinds[PROPERTY_LIVELOCK] > 10 && totals.kinds[PROPERTY_STARVATION] > 10);
        CU_ASSERT(totals.kinds[PROPERTY_NEVER_CYCLE] > 10 && totals.kinds[PROPERTY_FORMULA] > 20);
        CU_ASSERT(totals.kinds[PROPERTY_MONITOR] > 10 && totals.included > 10 && totals.shared > 10);
        CU_ASSERT(totals.verdicts[0] > 20 && totals.verdicts[1] > 20);
    }
}

void suite_suites_random(void) {
    suite_add("random suites", NULL, NULL, "each property as alone", test_random_suites, NULL);
}
