#ifndef HEDDLE_TESTS_SUPPORT_FORMULA_READING_H
#define HEDDLE_TESTS_SUPPORT_FORMULA_READING_H

#include <stddef.h>

#include "base/error.h"
#include "base/memory.h"
#include "specs/syntax/formula.h"

/* A formula that a test reads, with the objects that reading needs. */
struct formula_reading {
    struct memory memory;
    struct error error, warning;
    formula_text *text;
};

/* Reads a text; text is NULL when that fails. The caller ends with formula_reading_end, which checks that the
 * memory is freed. */
void formula_reading_begin(struct formula_reading *reading, const char *text,
                           const struct formula_options *options);
void formula_reading_end(struct formula_reading *reading);

/*
 * The tree, every node in parentheses: (and F G), (mu X F), (<> R F), (-| R), X; (. R S), (* R), (not A),
 * "label", 'pattern', {multi|action}, true, false, tau, nil. For small trees. Returns buffer.
 */
const char *formula_dump(const struct formula *formula, char *buffer, size_t size);

/* Texts and the trees that they are: each must read as its tree. */
struct formula_reads {
    const char *text, *tree;
};

void formula_reads_check(const struct formula_reads *cases, size_t count,
                         const struct formula_options *options);
#define CHECK_READS(cases, options) formula_reads_check((cases), sizeof(cases) / sizeof *(cases), (options))

/*
 * Checks each row of a table: dialect (mcl, mcf or both) and the given number of fields, with tabs between
 * them, in which \n, \xNN and \\ are a line end, a byte and a backslash. Returns the number of rows.
 */
unsigned formula_table_check(const char *path, unsigned fields,
                             void (*check)(char *const *field, const struct formula_options *options));

/* Whether two small trees are the same, less their positions; variables by what binds them. */
int formulas_are_equal(const struct formula *left, const struct formula *right);

#endif
