/*
 * Formulas in memory and as text: random trees of both dialects come back from what is written of them;
 * actions match as their definition says, evaluated naively; nesting without a bound. HEDDLE_CASES and
 * HEDDLE_SEED choose other draws.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/run.h"
#include "specs/syntax/formula_own.h"
#include "specs/syntax/formula_write.h"
#include "specs/syntax/multiaction.h"
#include "tests/support/formula_reading.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define DEFAULT_CASES 4000
#define MOST_SCOPES 12

/* Random trees. */
struct drawing {
    uint64_t random;
    formula_text *text;
    enum formula_dialect dialect;
    struct {
        const struct formula *binder;
        int negated, equivalences;
    } scopes[MOST_SCOPES];
    int scope_count;
    int negated, equivalences; /* around the drawn node */
    uint64_t *seen;            /* [kind of formula, regular or action]: how many were drawn */
};

enum {
    SEEN_REGULAR = FORMULA_NU + 1,
    SEEN_ACTION = SEEN_REGULAR + REGULAR_OPTION + 1,
    SEEN = SEEN_ACTION + ACTION_IMPLIES + 1
};

static uint32_t below(struct drawing *drawing, uint32_t bound) {
    return (uint32_t)((random_next(&drawing->random) >> 32) * bound >> 32);
}

#define PICK(drawing, list) ((list)[below((drawing), sizeof(list) / sizeof *(list))])

static const char *const mcl_labels[] = {"a",      "send",  "SEND !1 !\"x\"",
                                         "x\\y\\", "",      "true",
                                         "nil",    "mu",    "mux",
                                         "_",      "9a",    "send(1, 2)",
                                         "a.b",    "%",     "(*",
                                         "'",      "val",   "val(1)",
                                         "I",      "f(1)g", "a|b"};
static const char *const mcf_labels[] = {"a",    "send", "i",   "nil", "any",  "deadlock",
                                         "tau2", "or",   "a|b", "\"",  "f(x)", "a'"};
static const char *const patterns[] = {"a.*",  "[ab]*", "it's", "\\(a\\)\\1", "",
                                       "\\\\", "\"",    ".'.'", "\\.",        "x\\\\'"};
static const char *const arguments[] = {"f(1)", "g(1,(2))", "h()", "F(*x)", "f((*)*)", "f(%)", "k(\"a')"};
static const char *const multiactions[] = {"b|a",   "a|a",         "c(1)|b|a(2,3)", "f'(1)|b'",
                                           "x y|x", "val(1)|true", "i|nil",         "f(a|b)|a",
                                           "|",     "f(*)|)|a)",   "a|\"|\\"};

static struct action *draw_action(struct drawing *drawing, int depth) {
    formula_text *text = drawing->text;
    int mcf = drawing->dialect == FORMULA_DIALECT_MCF;
    enum action_kind kind =
        depth > 0 && below(drawing, 3) == 0 ? ACTION_NOT + below(drawing, 4) : below(drawing, 6);
    const char *label = mcf ? PICK(drawing, mcf_labels) : PICK(drawing, mcl_labels);
    struct error error;
    drawing->seen[SEEN_ACTION + kind]++;
    switch (kind) {
    case ACTION_LABEL:
        return formula_new_label(text, kind, label, strlen(label));
    case ACTION_PATTERN:
        label = PICK(drawing, patterns);
        return formula_new_pattern(text, label, strlen(label), 0, &error);
    case ACTION_MULTIACTION:
        label = mcf && below(drawing, 2) ? PICK(drawing, multiactions) : PICK(drawing, arguments);
        return formula_new_label(text, kind, label, strlen(label));
    case ACTION_NOT:
        return formula_new_action(text, kind, draw_action(drawing, depth - 1), NULL);
    case ACTION_AND:
    case ACTION_OR:
    case ACTION_IMPLIES: {
        struct action *left = draw_action(drawing, depth - 1);
        return formula_new_action(text, kind, left, draw_action(drawing, depth - 1));
    }
    default:
        return formula_new_action(text, kind, NULL, NULL);
    }
}

static struct regular *draw_regular(struct drawing *drawing, int depth) {
    enum regular_kind kind = depth > 0 ? below(drawing, REGULAR_OPTION + 1) : REGULAR_ACTION;
    if (kind == REGULAR_NIL && drawing->dialect == FORMULA_DIALECT_MCF) {
        kind = REGULAR_ACTION;
    }
    drawing->seen[SEEN_REGULAR + kind]++;
    if (kind == REGULAR_ACTION) {
        return formula_new_regular(drawing->text, kind, NULL, NULL, draw_action(drawing, 3));
    }
    int binary = kind == REGULAR_CONCATENATION || kind == REGULAR_CHOICE;
    struct regular *left = kind == REGULAR_NIL ? NULL : draw_regular(drawing, depth - 1);
    struct regular *right = binary ? draw_regular(drawing, depth - 1) : NULL;
    return formula_new_regular(drawing->text, kind, left, right, NULL);
}

/* A variable that may stand here: no inner binder has its name, and the negations are even. */
static const struct formula *find_binder(struct drawing *drawing) {
    int at = drawing->scope_count == 0 ? -1 : (int)below(drawing, (uint32_t)drawing->scope_count);
    if (at < 0 || drawing->scopes[at].negated != drawing->negated ||
        drawing->scopes[at].equivalences != drawing->equivalences) {
        return NULL;
    }
    for (int i = at + 1; i < drawing->scope_count; i++) {
        if (strcmp(drawing->scopes[i].binder->name, drawing->scopes[at].binder->name) == 0) {
            return NULL;
        }
    }
    return drawing->scopes[at].binder;
}

static struct formula *draw_formula(struct drawing *drawing, int depth);

static struct formula *draw_negated(struct drawing *drawing, int depth) {
    drawing->negated = !drawing->negated;
    struct formula *formula = draw_formula(drawing, depth);
    drawing->negated = !drawing->negated;
    return formula;
}

static struct formula *draw_fixpoint(struct drawing *drawing, enum formula_kind kind, int depth) {
    static const char *const mcl_names[] = {"X", "Y", "Reach_1"}, *const mcf_names[] = {"X'", "i",
                                                                                        "deadlock"};
    char name[80];
    strcpy(name,
           drawing->dialect == FORMULA_DIALECT_MCF ? PICK(drawing, mcf_names) : PICK(drawing, mcl_names));
    for (int i = 0; drawing->dialect == FORMULA_DIALECT_MCF && i < drawing->scope_count; i++) {
        if (strcmp(drawing->scopes[i].binder->name, name) == 0 &&
            drawing->scopes[i].negated != drawing->negated) {
            strcat(name, "'"); /* mCRL2 counts negations from every fixpoint of the name */
            i = -1;
        }
    }
    struct formula *binder = formula_new_named(drawing->text, kind, name, strlen(name), NULL);
    drawing->scopes[drawing->scope_count].binder = binder;
    drawing->scopes[drawing->scope_count].negated = drawing->negated;
    drawing->scopes[drawing->scope_count++].equivalences = drawing->equivalences;
    binder->left = draw_formula(drawing, depth - 1);
    drawing->scope_count--;
    return binder;
}

static struct formula *draw_formula(struct drawing *drawing, int depth) {
    enum formula_kind kind =
        depth > 0 ? FORMULA_NOT + below(drawing, FORMULA_NU - FORMULA_NOT + 1) : below(drawing, 3);
    const struct formula *binder = kind == FORMULA_VARIABLE ? find_binder(drawing) : NULL;
    kind = kind == FORMULA_VARIABLE && binder == NULL ? FORMULA_TRUE : kind;
    drawing->seen[kind]++;
    struct formula *left = NULL, *right = NULL;
    struct regular *regular = NULL;
    switch (kind) {
    case FORMULA_VARIABLE:
        return formula_new_named(drawing->text, kind, binder->name, strlen(binder->name), binder);
    case FORMULA_NOT:
        left = draw_negated(drawing, depth - 1);
        break;
    case FORMULA_IMPLIES:
        left = draw_negated(drawing, depth - 1);
        right = draw_formula(drawing, depth - 1);
        break;
    case FORMULA_AND:
    case FORMULA_OR:
        left = draw_formula(drawing, depth - 1);
        right = draw_formula(drawing, depth - 1);
        break;
    case FORMULA_EQUIVALENT:
        drawing->equivalences++;
        left = draw_formula(drawing, depth - 1);
        right = draw_formula(drawing, depth - 1);
        drawing->equivalences--;
        break;
    case FORMULA_DIAMOND:
    case FORMULA_BOX:
        left = draw_formula(drawing, depth - 1);
        regular = draw_regular(drawing, 3);
        break;
    case FORMULA_FOREVER:
    case FORMULA_SATURATED:
        regular = draw_regular(drawing, 3);
        break;
    case FORMULA_MU:
    case FORMULA_NU:
        return draw_fixpoint(drawing, kind, depth);
    default:
        break;
    }
    return formula_new(drawing->text, kind, left, right, regular);
}

/* Whether the user's own text of each subformula is what is written of it: it was written so. */
static int owns_what_is_written(const formula_text *text, const struct formula *formula) {
    struct text_buffer own = {NULL, 0, 0}, written = {NULL, 0, 0};
    if (formula == NULL) {
        return 1;
    }
    int same = formula_own_text(text, formula->extent, 1 << 20, &place.memory, &own) == 0 &&
               formula_write(formula, formula_dialect_read(text), 0, &place.memory, &written) == 0 &&
               strcmp(own.data, written.data) == 0;
    if (!same) {
        printf("\n%s\nis shown as %s\n", written.data, own.data);
    }
    text_buffer_free(&place.memory, &own);
    text_buffer_free(&place.memory, &written);
    return same && owns_what_is_written(text, formula->left) && owns_what_is_written(text, formula->right);
}

/* Writes a tree, reads the text and compares the trees. Returns 1 if they are equal. */
static int comes_back(const struct formula *root, const struct formula_options *options,
                      struct memory *memory, uint64_t seed) {
    struct text_buffer text = {NULL, 0, 0}, again = {NULL, 0, 0};
    CU_ASSERT_EQUAL_FATAL(formula_write(root, options->dialect, 0, memory, &text), 0);
    struct formula_reading reading;
    formula_reading_begin(&reading, text.data, options);
    int same = reading.text != NULL && formulas_are_equal(root, formula_root(reading.text));
    if (same) {
        CU_ASSERT_EQUAL(formula_write(formula_root(reading.text), options->dialect, 0, memory, &again), 0);
        same = strcmp(text.data, again.data) == 0 &&
               owns_what_is_written(reading.text, formula_root(reading.text));
    }
    if (!same) {
        printf("\nseed %llu: %s\n%s\n", (unsigned long long)seed, text.data,
               reading.text != NULL ? "reads as another" : reading.error.text);
    }
    text_buffer_free(memory, &text);
    text_buffer_free(memory, &again);
    formula_reading_end(&reading);
    return same;
}

static void test_round_trip(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t first = number_from_environment("HEDDLE_SEED", 20272);
    uint64_t seen[SEEN] = {0};
    for (uint64_t i = 0; i < cases; i++) {
        struct memory memory;
        memory_init(&memory, (uint64_t)1 << 30);
        struct drawing drawing = {
            .random = first + i, .text = formula_text_create(&(struct run){.memory = &memory}), .seen = seen};
        struct formula_options options = {.dialect = i % 2 ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL};
        drawing.dialect = options.dialect;
        const struct formula *root = draw_formula(&drawing, 1 + (int)below(&drawing, 5));
        formula_text_set_root(drawing.text, root);
        CU_ASSERT(comes_back(root, &options, &memory, first + i));
        formula_text_free(drawing.text);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    for (int i = 0; i < SEEN && cases >= 2000; i++) {
        CU_ASSERT(seen[i] >= 100);
    }
}

/* Texts that the writer reproduces: it writes few parentheses, and each construct in one way. */
static void test_written(void) {
    static const char *const texts[] = {
        "true",
        "not not false",
        "mu X . <a> X or [b . c*] (X and true)",
        "not (mu X . X)",
        "(nu X . X) and true",
        "(true implies false) implies (true equ false)",
        "true equ false equ true",
        "<a and (b or not c)> @",
        "[(a | b)* . c?+ | nil] -|",
        "<i | \"tau x\" | 'a\\'.*' | send(1,2)> true",
        "<(a implies b)* . (not a)?> true",
        "<a . (b . c) | (d | e)> true",
        "[true] false",
    };
    static const char *const mcf[] = {"<a|b|f(x) + tau . i+> true", "nu i . [(a + b)*] i",
                                      "<\"a b\"|c> true"};
    struct memory memory;
    memory_init(&memory, 1 << 20);
    for (size_t i = 0; i < LENGTH(texts) + LENGTH(mcf); i++) {
        int is_mcf = i >= LENGTH(texts);
        const char *text = is_mcf ? mcf[i - LENGTH(texts)] : texts[i];
        struct formula_options options = {.dialect = is_mcf ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL};
        struct formula_reading reading;
        struct text_buffer written = {NULL, 0, 0};
        formula_reading_begin(&reading, text, &options);
        CU_ASSERT_PTR_NOT_NULL_FATAL(reading.text);
        CU_ASSERT_EQUAL(formula_write(formula_root(reading.text), options.dialect, 0, &memory, &written), 0);
        if (strcmp(written.data, text) != 0) {
            printf("\n%s: %s\n", text, written.data);
        }
        CU_ASSERT_STRING_EQUAL(written.data, text);
        text_buffer_free(&memory, &written);
        formula_reading_end(&reading);
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_cut(void) {
    static const struct formula_options options = {.dialect = FORMULA_DIALECT_MCL};
    struct memory memory;
    struct formula_reading reading;
    struct text_buffer written = {NULL, 0, 0};
    memory_init(&memory, 1 << 20);
    formula_reading_begin(&reading, "nu X . [a] X and <b.(c)*> true", &options);
    const struct formula *root = formula_root(reading.text);
    CU_ASSERT_EQUAL(text_buffer_append(&memory, &written, "here: ", 6), 0);
    CU_ASSERT_EQUAL(formula_write(root, FORMULA_DIALECT_AUTO, 10, &memory, &written), 0);
    CU_ASSERT_STRING_EQUAL(written.data, "here: nu X . [a]...");
    written.length = 0;
    CU_ASSERT_EQUAL(formula_write(root, FORMULA_DIALECT_AUTO, 30, &memory, &written), 0);
    CU_ASSERT_STRING_EQUAL(written.data, "nu X . [a] X and <b . c*> true");
    text_buffer_free(&memory, &written);
    formula_reading_end(&reading);
    /* mCRL2's dialect has no keyword for the empty word, and `i` is an action there. */
    formula_reading_begin(&reading, "<(nil . nil)* | i> true", &options);
    CU_ASSERT_EQUAL(formula_write(formula_root(reading.text), FORMULA_DIALECT_MCF, 0, &memory, &written), 0);
    CU_ASSERT_STRING_EQUAL(written.data, "<(false* . false*)* + tau> true");
    text_buffer_free(&memory, &written);
    formula_reading_end(&reading);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* --- actions --- */

static const struct action *read_action(struct formula_reading *reading, const char *text,
                                        const struct formula_options *options) {
    char formula[200];
    snprintf(formula, sizeof formula, "<%s> true", text);
    formula_reading_begin(reading, formula, options);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading->text);
    return formula_root(reading->text)->regular->action;
}

static void check_match(const char *text, const struct formula_options *options, const char *label,
                        int expected) {
    struct formula_reading reading;
    struct error error;
    const struct action *action = read_action(&reading, text, options);
    int is_internal = strcmp(label, "i") == 0;
    int matches = action_matches(action, label, strlen(label), is_internal, &error);
    if (matches != expected) {
        printf("\n%s on '%s': %d\n", text, label, matches);
    }
    CU_ASSERT_EQUAL(matches, expected);
    formula_reading_end(&reading);
}

static void test_matching(void) {
    static const struct formula_options mcl = {.dialect = FORMULA_DIALECT_MCL},
                                        mcf = {.dialect = FORMULA_DIALECT_MCF};
    static const struct formula_options extended = {.dialect = FORMULA_DIALECT_MCL, .extended = 1};
    static const struct formula_options folded = {.dialect = FORMULA_DIALECT_MCL, .ignore_case = 1};
    static const struct {
        const char *action, *label;
        const struct formula_options *options;
        int expected;
    } cases[] = {
        {"true", "a", &mcl, 1},
        {"true", "i", &mcl, 1},
        {"any", "i", &mcl, 1},
        {"false", "i", &mcl, 0},
        {"tau", "i", &mcl, 1},
        {"i", "i", &mcl, 1},
        {"i", "a", &mcl, 0},
        {"not i", "a", &mcl, 1},
        {"i", "i", &mcf, 0},
        {"not i", "i", &mcf, 1},
        {"a", "a", &mcl, 1},
        {"a", "A", &mcl, 0},
        {"a", "ab", &mcl, 0},
        {"\"a b\"", "a b", &mcl, 1},
        {"'.*'", "i", &mcl, 1},
        {"'i'", "i", &mcl, 1},
        {"'[^i]'", "i", &mcl, 0},
        {"'a'", "ab", &mcl, 0},
        {"'a.'", "ab", &mcl, 1},
        {"'(a|b)'", "(a|b)", &mcl, 1},
        {"'(a|b)'", "b", &mcl, 0},
        {"'(a|b)'", "b", &extended, 1},
        {"'A.'", "ab", &folded, 1},
        {"send", "SEND", &folded, 1},
        {"\"i\"", "i", &folded, 1},
        {"I", "i", &folded, 1},
        {"f(1,2)", "f(1,2)", &mcl, 1},
        {"f(1, 2)", "f( 1,2 )", &mcl, 1},
        {"f(1,2)", "f(1,2)x", &mcl, 0},
        {"f(1,2)", "f (1,2)", &mcl, 1},
        {"f(1,2)", "f(1,2) g", &mcl, 0},
        {"a|f(1)", " f(1) | a", &mcf, 1},
        {"\"f(1,2)\"", "f(1, 2)", &mcl, 0},
        {"f(a|b)", "f(b|a)", &mcl, 0},
        {"a|b", "b|a", &mcf, 1},
        {"a|b", "a", &mcf, 0},
        {"a|b", "a|b|b", &mcf, 0},
        {"a|a|b", "a|b|b", &mcf, 0},
        {"a|a|b", "a|b|a", &mcf, 1},
        {"c(1)|a|c(2)", "c( 2)|c(1 )|a", &mcf, 1},
        {"c(1)|a|c(2)", "c(1)|c(1)|a", &mcf, 0},
        {"a|b", "i", &mcf, 0},
        {"i|a", "a|i", &mcf, 1},
        {"a and not 'b.*' or i", "a", &mcl, 1},
        {"not (a implies b)", "a", &mcl, 1},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        check_match(cases[i].action, cases[i].options, cases[i].label, cases[i].expected);
    }
}

static void test_matching_by_definition(void) {
    static const char *const labels[] = {
        "i", "a", "send", "x", "a|b", "b|a", "a|a", "h()", "f( 1 )", "c( 1 )|b|a(2,3)", "i|nil", "\""};
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t first = number_from_environment("HEDDLE_SEED", 20273);
    uint64_t seen[SEEN] = {0}, matched = 0;
    for (uint64_t i = 0; i < cases; i++) {
        struct memory memory;
        struct error error;
        memory_init(&memory, (uint64_t)1 << 30);
        struct drawing drawing = {
            .random = first + i, .text = formula_text_create(&(struct run){.memory = &memory}), .seen = seen};
        drawing.dialect = i % 2 ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL;
        const struct action *action = draw_action(&drawing, 5);
        const char *label = PICK(&drawing, labels);
        int is_internal = label[0] == 'i' && label[1] == '\0';
        int matches = action_matches(action, label, strlen(label), is_internal, &error);
        if (matches != oracle_action_matches(action, label)) {
            printf("\nseed %llu: '%s' %d\n", (unsigned long long)(first + i), label, matches);
        }
        CU_ASSERT_EQUAL(matches, oracle_action_matches(action, label));
        matched += matches == 1;
        formula_text_free(drawing.text);
    }
    CU_ASSERT(cases < 100 || (matched > cases / 5 && matched < cases - cases / 5));
}

/* Multi-actions of few short parts, so that equal ones are frequent. */
static void draw_multiaction(struct drawing *drawing, char *text) {
    static const char *const parts[] = {"a", "a(1)", " a ( 1 ) ", "b(|)", " a b", "", "a (1", ")"};
    uint32_t kinds = below(drawing, 4) == 0 ? 8 : 5;
    int count = 1 + (int)below(drawing, 4);
    *text = '\0';
    for (int i = 0; i < count; i++) {
        strcat(text, i > 0 ? "|" : "");
        strcat(text, parts[below(drawing, kinds)]);
    }
}

static void test_multiactions(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t first = number_from_environment("HEDDLE_SEED", 20274), equal = 0;
    for (uint64_t i = 0; i < cases; i++) {
        struct drawing drawing = {.random = first + i};
        struct memory memory;
        char left[100], right[100], normal[100];
        memory_init(&memory, 1 << 20);
        draw_multiaction(&drawing, left);
        draw_multiaction(&drawing, right);
        strcpy(normal, left);
        size_t length = strlen(normal);
        CU_ASSERT_EQUAL(multiaction_normalise(&memory, normal, &length), 0);
        CU_ASSERT_EQUAL(length, strlen(normal));
        int same = multiaction_matches(normal, length, right, strlen(right));
        if (same != oracle_multiaction_matches(left, right) ||
            !multiaction_matches(normal, length, left, strlen(left))) {
            printf("\nseed %llu: '%s' '%s': %d\n", (unsigned long long)(first + i), left, right, same);
        }
        CU_ASSERT_EQUAL(same, oracle_multiaction_matches(left, right));
        CU_ASSERT(multiaction_matches(normal, length, left, strlen(left)));
        equal += (uint64_t)same;
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    CU_ASSERT(cases < 500 || (equal > cases / 50 && equal < cases));
}

/* A label that is too long for a pattern is an error, unless another operand decides. */
static void test_matching_errors(void) {
    size_t length = PATTERN_TEXT_BYTES + 1;
    char *label = calloc(1, length + 1);
    memset(label, 'a', length);
    static const struct formula_options mcl = {.dialect = FORMULA_DIALECT_MCL};
    static const char *const texts[] = {"'a*'", "not 'a*'", "'a*' and true", "a or not 'a*'",
                                        "'a*' implies 'b*'"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct formula_reading reading;
        struct error error = {.code = ERROR_NONE};
        const struct action *action = read_action(&reading, texts[i], &mcl);
        CU_ASSERT_EQUAL(action_matches(action, label, length, 0, &error), -1);
        CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
        formula_reading_end(&reading);
    }
    free(label);
}

static int naive_nullable(const struct regular *regular) {
    switch (regular->kind) {
    case REGULAR_ACTION:
        return 0;
    case REGULAR_CONCATENATION:
        return naive_nullable(regular->left) && naive_nullable(regular->right);
    case REGULAR_CHOICE:
        return naive_nullable(regular->left) || naive_nullable(regular->right);
    case REGULAR_PLUS:
        return naive_nullable(regular->left);
    default:
        return 1;
    }
}

static void test_nullable(void) {
    static const struct {
        const char *text;
        int nullable;
    } table[] = {{"a", 0},       {"nil", 1},    {"a*", 1},       {"a+", 0},         {"a?", 1},    {"a*+", 1},
                 {"false*", 1},  {"a.b*", 0},   {"a*.b?", 1},    {"a | b*", 1},     {"a | b", 0}, {"true", 0},
                 {"nil.nil", 1}, {"(a.b)*", 1}, {"(a|nil)+", 1}, {"a*.b | c.d*", 0}};
    static const struct formula_options mcl = {.dialect = FORMULA_DIALECT_MCL};
    for (size_t i = 0; i < LENGTH(table); i++) {
        struct formula_reading reading;
        char formula[100];
        snprintf(formula, sizeof formula, "<%s> true", table[i].text);
        formula_reading_begin(&reading, formula, &mcl);
        CU_ASSERT_PTR_NOT_NULL_FATAL(reading.text);
        CU_ASSERT_EQUAL(formula_root(reading.text)->regular->is_nullable, table[i].nullable);
        formula_reading_end(&reading);
    }
    uint64_t cases = number_of_cases(DEFAULT_CASES), seen[SEEN] = {0};
    uint64_t first = number_from_environment("HEDDLE_SEED", 20275);
    for (uint64_t i = 0; i < cases; i++) {
        struct memory memory;
        memory_init(&memory, (uint64_t)1 << 30);
        struct drawing drawing = {
            .random = first + i, .text = formula_text_create(&(struct run){.memory = &memory}), .seen = seen};
        const struct regular *regular = draw_regular(&drawing, 5);
        CU_ASSERT_EQUAL(regular->is_nullable, naive_nullable(regular));
        formula_text_free(drawing.text);
    }
}

/* --- nesting --- */

#ifdef HEDDLE_SANITIZED
#define DEPTH 30000
#else
#define DEPTH 300000 /* a recursion of 32 bytes a level would exhaust the stack */
#endif

/* An action that is deep to the left, to the right, or by one operand only. */
static const struct action *deep_action(formula_text *text, int shape) {
    static const enum action_kind kinds[] = {ACTION_NOT, ACTION_AND, ACTION_OR, ACTION_IMPLIES,
                                             ACTION_IMPLIES};
    const struct action *action = formula_new_label(text, ACTION_LABEL, "a", 1);
    for (uint64_t i = 0; i < DEPTH; i++) {
        const struct action *other =
            shape == 0 ? NULL : formula_new_label(text, ACTION_LABEL, i % 2 ? "a" : "b", 1);
        action = formula_new_action(text, kinds[shape], shape % 2 || shape == 0 ? action : other,
                                    shape == 0  ? NULL
                                    : shape % 2 ? other
                                                : action);
    }
    return action;
}

/* The value of the deep action, computed from the bottom up. */
static int deep_value(int shape, int is_a) {
    int value = is_a;
    for (uint64_t i = 0; i < DEPTH; i++) {
        int other = i % 2 ? is_a : !is_a;
        int left = shape % 2 ? value : other, right = shape % 2 ? other : value;
        value = shape == 0   ? !value
                : shape == 1 ? left && right
                : shape == 2 ? left || right
                             : !left || right;
    }
    return value;
}

static void test_deep_actions(void) {
    for (int shape = 0; shape < 5; shape++) {
        struct memory memory;
        struct error error;
        struct text_buffer written = {NULL, 0, 0};
        memory_init(&memory, (uint64_t)1 << 34);
        formula_text *text = formula_text_create(&(struct run){.memory = &memory});
        const struct action *action = deep_action(text, shape);
        CU_ASSERT_EQUAL(action_matches(action, "a", 1, 0, &error), deep_value(shape, 1));
        CU_ASSERT_EQUAL(action_matches(action, "b", 1, 0, &error), deep_value(shape, 0));
        const struct regular *regular = formula_new_regular(text, REGULAR_ACTION, NULL, NULL, action);
        const struct formula *body = formula_new(text, FORMULA_TRUE, NULL, NULL, NULL);
        const struct formula *formula = formula_new(text, FORMULA_DIAMOND, body, NULL, regular);
        CU_ASSERT_EQUAL(formula_write(formula, FORMULA_DIALECT_MCL, 0, &memory, &written), 0);
        CU_ASSERT(written.length > DEPTH);
        text_buffer_free(&memory, &written);
        formula_text_free(text);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

static void test_deep_formulas(void) {
    static const enum formula_kind kinds[] = {FORMULA_NOT, FORMULA_AND, FORMULA_OR, FORMULA_BOX, FORMULA_MU};
    for (size_t shape = 0; shape < LENGTH(kinds); shape++) {
        struct memory memory;
        struct text_buffer written = {NULL, 0, 0}, again = {NULL, 0, 0};
        memory_init(&memory, (uint64_t)1 << 34);
        formula_text *text = formula_text_create(&(struct run){.memory = &memory});
        const struct formula *formula = formula_new(text, FORMULA_TRUE, NULL, NULL, NULL);
        const struct formula *leaf = formula;
        const struct action *action = formula_new_label(text, ACTION_LABEL, "a", 1);
        const struct regular *regular = formula_new_regular(text, REGULAR_ACTION, NULL, NULL, action);
        for (uint64_t i = 0; i < DEPTH; i++) {
            struct formula *outer = kinds[shape] == FORMULA_MU
                                        ? formula_new_named(text, FORMULA_MU, "X", 1, NULL)
                                        : formula_new(text, kinds[shape], leaf, NULL, regular);
            if (kinds[shape] == FORMULA_AND || kinds[shape] == FORMULA_OR) {
                outer->right = formula;
                outer->regular = NULL;
            } else {
                outer->left = formula;
                outer->regular = kinds[shape] == FORMULA_BOX ? regular : NULL;
            }
            formula = outer;
        }
        CU_ASSERT_EQUAL(formula_write(formula, FORMULA_DIALECT_MCL, 0, &memory, &written), 0);
        struct formula_reading reading;
        formula_reading_begin(&reading, written.data,
                              &(struct formula_options){.dialect = FORMULA_DIALECT_MCL});
        CU_ASSERT_PTR_NOT_NULL(reading.text);
        if (reading.text != NULL) {
            CU_ASSERT_EQUAL(
                formula_write(formula_root(reading.text), FORMULA_DIALECT_MCL, 0, &memory, &again), 0);
            CU_ASSERT(written.length == again.length && memcmp(written.data, again.data, again.length) == 0);
        }
        formula_reading_end(&reading);
        text_buffer_free(&memory, &written);
        text_buffer_free(&memory, &again);
        formula_text_free(text);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* With every budget, only memory is reported, and nothing stays allocated. */
static void test_memory(void) {
    static const struct formula_options options = {.dialect = FORMULA_DIALECT_MCL};
    struct formula_reading reading;
    formula_reading_begin(&reading, "nu X . [a . (b | c)*] (X and <'d' and not \"e f\"> @)", &options);
    struct shortage shortage = {.memory = &place.memory, .step = 8};
    while (shortage_goes_on(&shortage)) {
        struct text_buffer written = {NULL, 0, 0};
        shortage.done =
            formula_write(formula_root(reading.text), FORMULA_DIALECT_MCL, 0, &place.memory, &written) == 0;
        text_buffer_free(&place.memory, &written);
    }
    CU_ASSERT(shortage.failures > 10);
    formula_reading_end(&reading);
}

void suite_formula_write(void) {
    suite_add("formula_write", workplace_open, workplace_close, "test_round_trip", test_round_trip,
              "test_written", test_written, "test_cut", test_cut, "test_matching", test_matching,
              "test_matching_by_definition", test_matching_by_definition, "test_multiactions",
              test_multiactions, "test_matching_errors", test_matching_errors, "test_nullable", test_nullable,
              "test_deep_actions", test_deep_actions, "test_deep_formulas", test_deep_formulas, "test_memory",
              test_memory, NULL);
}
