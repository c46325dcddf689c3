#ifndef HEDDLE_CHECKER_SUITE_SUITE_H
#define HEDDLE_CHECKER_SUITE_SUITE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "checker/property/property.h"

struct run;
struct text_buffer;

/*
 * Suites: files with many named properties (docs/suites.md).
 *
 *     property NAME: deadlock | never LABEL | .. | FORMULA [expect holds|violated];
 *     include "FILE";
 *     macro NAME (PARAMETERS) = FORMULA end_macro
 *
 * Reading a suite needs no network: suite_read finds out what the properties are, and suite_make_property
 * makes one of them for a network. The text of a formula is read then, with the macros that it uses before
 * it.
 */

/* A label, a pattern, the name of a file or a number, without quotes. */
struct suite_text {
    const char *text;
    int is_pattern;
    struct formula_position where;
};

/* A property as the suite has it. All texts belong to the suite. */
struct suite_property {
    enum property_kind kind;
    const char *name, *path;              /* path: the file that has it */
    struct formula_position named, where; /* the places of its name, and of what comes after the colon */
    const struct suite_text *texts;       /* one label or file; NEVER_CYCLE: all labels */
    uint32_t text_count;
    const uint64_t *error_states; /* MONITOR */
    uint64_t error_state_count;
    const char *formula; /* FORMULA: its text, which begins at `where` */
    size_t length;
    uint64_t definitions; /* FORMULA: the number of the suite's definitions that come before it */
    enum property_expectation expected;
};

typedef struct suite suite;

/* dialect: that of all formulas; AUTO: by the name of each file. The run must outlive the suite. NULL when
 * memory runs out. */
suite *suite_create(const struct run *run, enum formula_dialect dialect);
void suite_free(suite *suite); /* NULL is allowed */

enum suite_outcome { SUITE_FAILED = -1, SUITE_READ, SUITE_IS_FORMULA };

/*
 * Reads a file ("-": standard input), the files that it includes, and adds their properties; a file that the
 * suite has read already is not read again. If the file is no suite, its text is left in *text, which the
 * caller frees with the run's memory in any case. SUITE_FAILED with *error filled (the file, line and
 * column).
 */
enum suite_outcome suite_read(suite *suite, const char *path, struct text_buffer *text, struct error *error);

/* The properties in the order of the files; pointers stay valid until more files are read. */
const struct suite_property *suite_entries(const suite *suite, uint64_t *count);

/* Makes a property for the network of the maker, as property_make does. Errors name the place in the suite.
 */
int suite_make_property(const suite *suite, const struct suite_property *wanted,
                        const struct property_maker *maker, struct property *property);

#endif
