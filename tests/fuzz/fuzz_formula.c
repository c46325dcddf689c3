/*
 * Fuzzing the reader of formulas: whatever the text is, there is a formula whose variables are bound and
 * which is written and read again as the same text, or an error with a code and a position, and no memory is
 * left.
 */
#include <stdint.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/syntax/formula_write.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)256 << 20)
#define MOST_DEPTH 200 /* the greatest depth of formulas that are walked here */

static void check_action(const struct action *action) {
    static const char *const labels[] = {"i", "a", "send(1, 2)", "b|a", "SEND !1", ""};
    struct error error = {.code = ERROR_NONE};
    for (size_t i = 0; i < LENGTH(labels); i++) {
        int matches = action_matches(action, labels[i], strlen(labels[i]), i == 0, &error);
        require(matches == 0 || matches == 1 || error.code != ERROR_NONE, "match");
    }
}

static void check_regular(const struct regular *regular, int depth) {
    require(regular->where.line > 0 && regular->where.column > 0, "position");
    require((regular->kind == REGULAR_ACTION) == (regular->action != NULL), "action");
    if (regular->kind == REGULAR_ACTION) {
        check_action(regular->action);
    }
    for (int side = 0; side < 2 && depth < MOST_DEPTH; side++) {
        const struct regular *child = side == 0 ? regular->left : regular->right;
        if (child != NULL) {
            check_regular(child, depth + 1);
        }
    }
}

static void check_formula(const struct formula *formula, int depth) {
    require(formula->where.line > 0 && formula->where.column > 0, "position");
    if (formula->kind == FORMULA_VARIABLE) {
        require(formula->binder != NULL && strcmp(formula->binder->name, formula->name) == 0, "binder");
    }
    if (formula->regular != NULL) {
        check_regular(formula->regular, 0);
    }
    for (int side = 0; side < 2 && depth < MOST_DEPTH; side++) {
        const struct formula *child = side == 0 ? formula->left : formula->right;
        if (child != NULL) {
            check_formula(child, depth + 1);
        }
    }
}

/* What is written reads again, and is written as before; memory may end on the way. Pattern texts keep case,
 * labels do not: folding twice is folding once. */
static void check_written(const formula_text *text, const struct formula_options *options,
                          const struct run *run) {
    struct text_buffer first = {NULL, 0, 0}, second = {NULL, 0, 0};
    struct error error = {.code = ERROR_NONE}, warning;
    if (formula_write(formula_root(text), options->dialect, 0, run->memory, &first) == 0) {
        formula_text *again = formula_read((struct formula_source){"written", first.data, first.length},
                                           options, run, &warning, &error);
        require(again != NULL || error.code == ERROR_MEMORY, "what was written reads");
        if (again != NULL &&
            formula_write(formula_root(again), options->dialect, 0, run->memory, &second) == 0) {
            require(first.length == second.length && memcmp(first.data, second.data, first.length) == 0,
                    "what was written is written again");
        }
        formula_text_free(again);
    }
    text_buffer_free(run->memory, &first);
    text_buffer_free(run->memory, &second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct memory memory;
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 1};
    struct error error = {.code = ERROR_NONE}, warning;
    static const char *const internal[] = {"hidden"};
    /* The size draws the options. */
    struct formula_options options = {.dialect = size % 2 ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL,
                                      .ignore_case = size / 2 % 2,
                                      .extended = size / 4 % 2,
                                      .internal = internal,
                                      .internal_count = size / 8 % 2};
    formula_text *text =
        formula_read((struct formula_source){"fuzz", size == 0 ? "" : (const char *)data, size}, &options,
                     &run, &warning, &error);
    if (text != NULL) {
        check_formula(formula_root(text), 0);
        check_written(text, &options, &run);
    } else {
        require(error.code == ERROR_INPUT || error.code == ERROR_MEMORY, "code");
        require(error.code != ERROR_INPUT ||
                    (error.text[0] != '\0' && error.path[0] != '\0' && error.line > 0 && error.column > 0),
                "position");
    }
    formula_text_free(text);
    require(memory_used(&memory) == 0, "memory left");
    return 0;
}
