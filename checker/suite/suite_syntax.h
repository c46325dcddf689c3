#ifndef HEDDLE_CHECKER_SUITE_SUITE_SYNTAX_H
#define HEDDLE_CHECKER_SUITE_SUITE_SYNTAX_H

#include <sys/types.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/index.h"
#include "base/text/scanner_room.h"
#include "base/text/text_buffer.h"
#include "checker/suite/suite.h"

/* What scanner, parser and the rest of the reader of suites share; internal to the reader. */

/* A file that was read, or is being read. */
struct suite_file {
    const char *path;
    dev_t device;
    ino_t inode;
    int is_open;             /* it is being read */
    struct suite_file *from; /* the file that includes it; NULL for a file of the command line */
};

/* A macro, or a section of declarations (sort, map, act ..), as it was written. */
struct suite_definition {
    const char *name, *text, *path; /* name: NULL for a section */
    size_t name_length, length;
    struct formula_position where;
};

struct suite {
    const struct run *run;
    enum formula_dialect dialect; /* AUTO: by the name of each file */
    arena *arena;                 /* all texts, properties' lists, files */
    GROWING(struct suite_property) properties;
    GROWING(struct suite_definition) definitions;
    GROWING(struct suite_file *) files;
    struct index names, macros; /* the properties and the definitions, by name */
};

/* A place in a file that is being read. */
struct suite_place {
    struct suite_syntax *syntax;
    struct formula_position where;
};

#define SUITE_MOST_INCLUDES 100 /* most files that include each other in a chain */

/* The state of reading one file. */
struct suite_syntax {
    struct scanner_room room;
    suite *suite;
    struct suite_file *file;
    uint32_t depth; /* number of files that are being read */
    struct error *error;
    int failed; /* *error is filled */
    /* scanner */
    const char *line_start, *end;
    uint32_t line;
    const char *token; /* the last token as written, for messages */
    size_t token_length;
    const char *region,
        *region_end; /* a formula or macro that is being read: its first byte, and its end so far */
    struct formula_position region_where;
    int in_include;       /* the last word between properties was `include` */
    uint64_t parentheses; /* open ones in the arguments of a label */
    struct formula_position arguments_where;
    enum formula_dialect dialect; /* of formulas: MCL or MCF */
    /* parser */
    struct suite_property property; /* the one that is being read */
    GROWING(struct suite_text) texts;
    GROWING(uint64_t) numbers;
};

/* Parses `length` bytes at `text`, which has room for two more bytes and is changed. Returns 0, or -1 with
 * *syntax->error filled. */
int suite_syntax_parse(struct suite_syntax *syntax, char *text, uint64_t length);

/* Reports an error in the file and returns -1. Later calls keep the first error. */
int suite_syntax_error(struct suite_syntax *syntax, struct formula_position where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int suite_syntax_memory(struct suite_syntax *syntax);
/* Reports the last token as unexpected; expected: the names of `count` tokens that could be there. */
void suite_syntax_unexpected(struct suite_syntax *syntax, struct formula_position where,
                             const char *const *expected, int count);

/* Whether an item of a suite begins after a semicolon in a section, or seems to: its first word may be
 * misspelt. The text ends with a NUL. */
int suite_ends_section(const char *text);
/* What a word in the place of `property`, `include` or `macro` may mean: one of these, or NULL. */
const char *suite_nearest_item(const char *word, size_t length);

/* Refuse a formula that begins with a misspelt kind of property, and a misspelt `expect`: 0 if it is none. */
int suite_refuse_misspelt_kind(struct suite_syntax *syntax);
int suite_refuse_misspelt_expect(struct suite_syntax *syntax, struct formula_position where, const char *word,
                                 size_t length);

/* The actions of the parser (suite_actions.c): 0, or -1 with *syntax->error filled. */

/* Begins a property with this name. */
int suite_begin(struct suite_syntax *syntax, const struct suite_text *name);
/* Adds a label or pattern, the file of a monitor, or the number of an error state to the property. */
int suite_add_text(struct suite_syntax *syntax, const struct suite_text *text);
int suite_add_monitor(struct suite_syntax *syntax, const struct suite_text *name);
int suite_add_number(struct suite_syntax *syntax, const struct suite_text *text);
/* Sets the kind of the property and where it is described. */
void suite_set_kind(struct suite_syntax *syntax, enum property_kind kind, struct formula_position where);
/* Sets the text of a formula, which the scanner has found. */
int suite_set_formula(struct suite_syntax *syntax);
int suite_set_expectation(struct suite_syntax *syntax, const struct suite_text *word);
/* Adds the property to the suite. */
int suite_end(struct suite_syntax *syntax);
/* Adds the macro, or the section, that the scanner has found. */
int suite_define(struct suite_syntax *syntax);
int suite_declare(struct suite_syntax *syntax);
/* Reads a file that this one includes. */
int suite_include(struct suite_syntax *syntax, const struct suite_text *name);

/* The path that a name in the file `from` means; in the suite's arena, NULL when memory runs out. */
const char *suite_path(suite *suite, const char *from, const char *name);
/* suite_read for a file that another one includes at this place (NULL: none does). */
enum suite_outcome suite_read_from(suite *suite, const char *path, const struct suite_place *place,
                                   struct text_buffer *text, struct error *error);

#endif
