#ifndef HEDDLE_BASE_OPTIONS_OPTIONS_H
#define HEDDLE_BASE_OPTIONS_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "base/array.h"

struct error;
struct memory;
struct options_program;
struct options_term;

/*
 * One table for a command's options. Parsing (base/options/options.c) uses it, and so do help, manual page
 * and shell completion (base/options/options_text.h). Values are stored into a struct of the caller's, at the
 * row's offset; the caller fills in the defaults first. Every command has --help (-h) and --version (-V),
 * which are in no table.
 */
enum option_kind {
    OPTION_FLAG,     /* int: set to 1 */
    OPTION_NUMBER,   /* uint64_t, within minimum..maximum */
    OPTION_SIZE,     /* uint64_t bytes, within minimum..maximum */
    OPTION_DURATION, /* double, seconds */
    OPTION_CHOICE,   /* int: index of the word in `argument`, "one|two|three" */
    OPTION_TEXT,     /* const char *, pointing into argv */
    OPTION_LIST      /* struct option_list: gets one item each time the option is given */
};

struct option_list {
    const char **items; /* pointers into argv */
    uint64_t count, capacity;
};

/* A command line that was parsed. The caller sets `memory`, and may set `program`; the rest starts as zeros.
 */
struct options_line {
    struct memory *memory;
    const struct options_program *program; /* its commands may have an option that this one has not */
    struct option_list operands;
    struct option_list
        given; /* the name of each option each time it is given, in this order; never an old one */
};

struct option_row {
    const char *name; /* without the dashes */
    char letter;      /* 0 for none */
    enum option_kind kind;
    size_t offset;
    const char *argument; /* name of the argument in the help; NULL for flags */
    uint64_t minimum, maximum;
    const char *help; /* one sentence, without capital letter and full stop */
};

/* Advice about an option or command that does not exist here, but in similar programs. */
struct options_hint {
    const char *name, *advice;
};

/* A name that an option had. It still works, and is in no help, manual or completion. */
struct options_old_name {
    const char *old, *name;
};

/*
 * Which options go together. A command line that breaks a rule is refused; help, manual and completion show
 * the rules.
 */
enum option_relation {
    OPTION_EXCLUDES, /* each of the others */
    OPTION_NEEDS     /* one of the others */
};

struct option_rule {
    const char *option;
    enum option_relation relation;
    const char *others; /* names with blanks between them */
    const char *does;   /* what the option does, as in "says what is joined" */
};

/* What completion offers for the argument of an option. Without such a row, the argument's name says it:
 * files if it begins with FILE, with an ending in "FILE.aut"; or the words of "one|two". */
enum option_completion {
    COMPLETION_FILES,  /* those with the endings */
    COMPLETION_LABEL,  /* a label of the network on the line */
    COMPLETION_LABELS, /* several, with commas between them */
    COMPLETION_FORMULA /* labels inside a formula */
};

struct option_argument {
    const char *option; /* the name of the option */
    enum option_completion completion;
    const char *endings; /* FILES: "exp aut"; also compressed */
};

struct options_table {
    const struct option_row *rows;
    unsigned count;
};

#define OPTIONS_TABLE(rows)                                                                                  \
    { rows, LENGTH(rows) }

struct options_command {
    const char *name;     /* "explore" */
    const char *operands; /* "NET" */
    const char *endings;  /* endings of operands, for completion: "exp aut"; NULL: any. Also compressed */
    unsigned fewest_operands, most_operands; /* both 0: as many as `operands` names */
    const char *summary;                     /* one line */
    const char *description;                 /* paragraphs with an empty line between them */
    struct options_table options, advanced;  /* advanced: for few users, listed last in the help */
    const struct options_hint *hints; /* on options that do not exist; NULL, or ends with a NULL name */
    const struct option_argument *arguments;  /* for completion; NULL, or ends with a NULL option */
    const struct options_old_name *old_names; /* NULL, or ends with a NULL name */
    const struct option_rule *rules;          /* NULL, or ends with a NULL option */
    /* Advice about an operand that is one too many, or NULL; may be NULL. */
    const char *(*operand_advice)(const char *operand);
    /* A list for help and manual: fills *term, or returns 0 after the last one; NULL: there is none. */
    int (*term)(unsigned index, struct options_term *term);
    const char *term_heading; /* of the list */
};

/* The advice of the hint with that name, or NULL. hints: NULL, or the last name is NULL. */
const char *options_advice(const struct options_hint *hints, const char *name);

/*
 * All rows: those of the table, then --help and --version, then the advanced ones, from `options_advanced`
 * on.
 */
unsigned options_row_count(const struct options_command *command);
unsigned options_advanced(const struct options_command *command);
const struct option_row *options_row(const struct options_command *command, unsigned index);
/* The row of a long name of `length` bytes, an old one included, or of a letter; or NULL. */
const struct option_row *options_find_name(const struct options_command *command, const char *name,
                                           size_t length);
const struct option_row *options_find_letter(const struct options_command *command, char letter);

/* Whether the command lines that have both options are refused. */
int options_exclude(const struct options_command *command, const struct option_row *one,
                    const struct option_row *other);
/* "not with --a, --b" or "only with --a or --b", each name between two marks; cut off at `size` bytes.
 * Returns the length. */
size_t options_rule_names(const struct option_rule *rule, const char *mark, char *text, size_t size);
/* The same, and after ": it " what the option does. */
void options_rule_text(const struct option_rule *rule, char *text, size_t size);
#define OPTIONS_RULE_TEXT 400u /* bytes that suffice */

enum options_outcome { OPTIONS_PARSED = 0, OPTIONS_HELP = 1, OPTIONS_VERSION = 2 };

/*
 * Parses argv[1..argc-1]: options and operands in any order, "--name=value", "--name value", "-xvalue", "-x
 * value", flags of one letter together, "--" before operands that begin with a dash; "-" is an operand. If an
 * option is repeated, the last one counts. An argument is missing where the next word is the whole name of an
 * option; "--name=--other" takes such a word. The rules are asked in their order. Returns OPTIONS_HELP or
 * OPTIONS_VERSION as soon as that option occurs, else 0, or -1 with *error filled by what is wrong first; the
 * other options have their values then, too. In all cases, options_free frees the lists.
 */
int options_parse(const struct options_command *command, int argc, char **argv, void *values,
                  struct options_line *line, struct error *error);
void options_free(const struct options_command *command, void *values, struct options_line *line);

#endif
