/* What the tests of formulas share. Recursive: for trees that a test has made, and small. */
#include "tests/support/formula_reading.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/run.h"

void formula_reading_begin(struct formula_reading *reading, const char *text,
                           const struct formula_options *options) {
    memset(reading, 0, sizeof *reading);
    memory_init(&reading->memory, (uint64_t)1 << 32);
    struct run run = {.memory = &reading->memory, .threads = 1};
    reading->text = formula_read((struct formula_source){"formula", text, strlen(text)}, options, &run,
                                 &reading->warning, &reading->error);
}

void formula_reading_end(struct formula_reading *reading) {
    formula_text_free(reading->text);
    CU_ASSERT_EQUAL(memory_used(&reading->memory), 0);
}

struct out {
    char *buffer;
    size_t size, used;
};

static void put(struct out *out, const char *text) {
    size_t length = strlen(text);
    if (out->used + length < out->size) {
        memcpy(out->buffer + out->used, text, length + 1);
        out->used += length;
    }
}

static void put_quoted(struct out *out, const char *before, const char *text, const char *after) {
    put(out, before);
    put(out, text);
    put(out, after);
}

static void put_action(struct out *out, const struct action *action) {
    static const char *const names[] = {
        [ACTION_NOT] = "(not ", [ACTION_AND] = "(and ", [ACTION_OR] = "(or ", [ACTION_IMPLIES] = "(implies "};
    switch (action->kind) {
    case ACTION_TRUE:
        put(out, "true");
        return;
    case ACTION_FALSE:
        put(out, "false");
        return;
    case ACTION_INTERNAL:
        put(out, "tau");
        return;
    case ACTION_LABEL:
        put_quoted(out, "\"", action->text, "\"");
        return;
    case ACTION_PATTERN:
        put_quoted(out, "'", action->text, "'");
        return;
    case ACTION_MULTIACTION:
        put_quoted(out, "{", action->text, "}");
        return;
    default:
        put(out, names[action->kind]);
        put_action(out, action->left);
        if (action->kind != ACTION_NOT) {
            put(out, " ");
            put_action(out, action->right);
        }
        put(out, ")");
    }
}

static void put_regular(struct out *out, const struct regular *regular) {
    static const char *const names[] = {[REGULAR_CONCATENATION] = "(. ",
                                        [REGULAR_CHOICE] = "(| ",
                                        [REGULAR_STAR] = "(* ",
                                        [REGULAR_PLUS] = "(+ ",
                                        [REGULAR_OPTION] = "(? "};
    if (regular->kind == REGULAR_ACTION) {
        put_action(out, regular->action);
        return;
    }
    if (regular->kind == REGULAR_NIL) {
        put(out, "nil");
        return;
    }
    put(out, names[regular->kind]);
    put_regular(out, regular->left);
    if (regular->right != NULL) {
        put(out, " ");
        put_regular(out, regular->right);
    }
    put(out, ")");
}

static void put_formula(struct out *out, const struct formula *formula) {
    static const char *const names[] = {
        [FORMULA_NOT] = "(not ",         [FORMULA_AND] = "(and ",        [FORMULA_OR] = "(or ",
        [FORMULA_IMPLIES] = "(implies ", [FORMULA_EQUIVALENT] = "(equ ", [FORMULA_DIAMOND] = "(<> ",
        [FORMULA_BOX] = "([] ",          [FORMULA_FOREVER] = "(@ ",      [FORMULA_SATURATED] = "(-| ",
        [FORMULA_MU] = "(mu ",           [FORMULA_NU] = "(nu "};
    if (formula->kind == FORMULA_TRUE || formula->kind == FORMULA_FALSE) {
        put(out, formula->kind == FORMULA_TRUE ? "true" : "false");
        return;
    }
    if (formula->kind == FORMULA_VARIABLE) {
        put(out, formula->name);
        return;
    }
    put(out, names[formula->kind]);
    if (formula->regular != NULL) {
        put_regular(out, formula->regular);
        put(out, formula->left != NULL ? " " : "");
    }
    if (formula->name != NULL) {
        put(out, formula->name);
        put(out, " ");
    }
    if (formula->left != NULL) {
        put_formula(out, formula->left);
    }
    if (formula->right != NULL) {
        put(out, " ");
        put_formula(out, formula->right);
    }
    put(out, ")");
}

const char *formula_dump(const struct formula *formula, char *buffer, size_t size) {
    struct out out = {buffer, size, 0};
    *buffer = '\0';
    put_formula(&out, formula);
    return buffer;
}

/* --- equality --- */

#define DEPTH 256

/* Binders around two formulas, pairwise. */
struct binders {
    const struct formula *left[DEPTH], *right[DEPTH];
    size_t count;
};

static int same_text(const char *left, size_t left_length, const char *right, size_t right_length) {
    return left_length == right_length && (left_length == 0 || memcmp(left, right, left_length) == 0);
}

static int same_action(const struct action *left, const struct action *right) {
    if (left == NULL || right == NULL) {
        return left == right;
    }
    return left->kind == right->kind && same_text(left->text, left->length, right->text, right->length) &&
           (left->pattern == NULL) == (right->pattern == NULL) && same_action(left->left, right->left) &&
           same_action(left->right, right->right);
}

static int same_regular(const struct regular *left, const struct regular *right) {
    if (left == NULL || right == NULL) {
        return left == right;
    }
    return left->kind == right->kind && same_action(left->action, right->action) &&
           same_regular(left->left, right->left) && same_regular(left->right, right->right);
}

static int same_binder(const struct binders *binders, const struct formula *left,
                       const struct formula *right) {
    for (size_t i = binders->count; i > 0; i--) {
        if (binders->left[i - 1] == left || binders->right[i - 1] == right) {
            return binders->left[i - 1] == left && binders->right[i - 1] == right;
        }
    }
    return 0;
}

static int same_formula(struct binders *binders, const struct formula *left, const struct formula *right) {
    if (left == NULL || right == NULL) {
        return left == right;
    }
    if (left->kind != right->kind || (left->name == NULL) != (right->name == NULL) ||
        (left->name != NULL && strcmp(left->name, right->name) != 0)) {
        return 0;
    }
    if (left->kind == FORMULA_VARIABLE) {
        return same_binder(binders, left->binder, right->binder);
    }
    int binds = left->kind == FORMULA_MU || left->kind == FORMULA_NU;
    if (binds) {
        CU_ASSERT_FATAL(binders->count < DEPTH);
        binders->left[binders->count] = left;
        binders->right[binders->count++] = right;
    }
    int same = same_regular(left->regular, right->regular) &&
               same_formula(binders, left->left, right->left) &&
               same_formula(binders, left->right, right->right);
    binders->count -= (size_t)binds;
    return same;
}

int formulas_are_equal(const struct formula *left, const struct formula *right) {
    struct binders binders = {.count = 0};
    return same_formula(&binders, left, right);
}

void formula_reads_check(const struct formula_reads *cases, size_t count,
                         const struct formula_options *options) {
    for (size_t i = 0; i < count; i++) {
        struct formula_reading reading;
        char tree[2000];
        formula_reading_begin(&reading, cases[i].text, options);
        if (reading.text == NULL) {
            printf("\n%s: %llu:%llu %s\n", cases[i].text, (unsigned long long)reading.error.line,
                   (unsigned long long)reading.error.column, reading.error.text);
            CU_FAIL("does not read");
        } else if (strcmp(formula_dump(formula_root(reading.text), tree, sizeof tree), cases[i].tree) != 0) {
            printf("\n%s: %s instead of %s\n", cases[i].text, tree, cases[i].tree);
            CU_FAIL("another tree");
        }
        formula_reading_end(&reading);
    }
}

/* Replaces \n, \xNN and \\ by the bytes that they stand for. */
static void unescape(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        unsigned byte = (unsigned char)*from;
        if (*from == '\\') {
            from++;
            byte = *from == 'n' ? '\n' : (unsigned char)*from;
            if (*from == 'x') {
                CU_ASSERT_EQUAL_FATAL(sscanf(from + 1, "%2x", &byte), 1);
                from += 2;
            }
        }
        *to++ = (char)byte;
    }
    *to = '\0';
}

unsigned formula_table_check(const char *path, unsigned fields,
                             void (*check)(char *const *field, const struct formula_options *options)) {
    static const struct formula_options mcl = {.dialect = FORMULA_DIALECT_MCL};
    static const struct formula_options mcf = {.dialect = FORMULA_DIALECT_MCF};
    char line[512], *field[4] = {NULL};
    unsigned rows = 0;
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned count = 0;
        char *rest = line;
        if (*line == '#' || *line == '\n') {
            continue;
        }
        line[strcspn(line, "\n")] = '\0';
        for (char *part; (part = strsep(&rest, "\t")) != NULL; field[count++] = part) {
            CU_ASSERT_FATAL(count <= fields);
            unescape(part);
        }
        CU_ASSERT_EQUAL_FATAL(count, fields + 1);
        if (strcmp(field[0], "mcf") != 0) {
            check(field + 1, &mcl);
        }
        if (strcmp(field[0], "mcl") != 0) {
            check(field + 1, &mcf);
        }
        rows++;
    }
    fclose(file);
    return rows;
}
