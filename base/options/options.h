#ifndef HEDDLE_BASE_OPTIONS_OPTIONS_H
#define HEDDLE_BASE_OPTIONS_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

struct error;
struct memory;

/*
 * A command's options as one table, from which parsing (base/options/options.c) and help, manual page and
 * shell completion (base/options/options_text.h) are made. Values go into a struct of the caller's, at the
 * row's offset; the caller fills it with the defaults first. --help (-h) and --version (-V) belong to every
 * command and are in no table.
 */
enum option_kind {
    OPTION_FLAG,     /* int: set to 1 */
    OPTION_NUMBER,   /* uint64_t, within minimum..maximum */
    OPTION_SIZE,     /* uint64_t bytes, within minimum..maximum */
    OPTION_DURATION, /* double, seconds */
    OPTION_CHOICE,   /* int: index of the word in `argument`, "one|two|three" */
    OPTION_TEXT,     /* const char *, into argv */
    OPTION_LIST      /* struct option_list: one item each time the option is given */
};

struct option_list {
    const char **items; /* into argv */
    uint64_t count, capacity;
};

struct option_row {
    const char *name; /* without dashes */
    char letter;      /* 0 for none */
    enum option_kind kind;
    size_t offset;
    const char *argument; /* what the help calls it; NULL for flags */
    uint64_t minimum, maximum;
    const char *help; /* one sentence, without a capital and a full stop */
};

/* What to say of a name that does not exist here, but does in similar programs. */
struct options_hint {
    const char *name, *advice;
};

struct options_command {
    const char *name;     /* "explore" */
    const char *operands; /* "NET" */
    const char
        *endings; /* of the operands' files, for completion: "exp aut", plain or compressed; NULL for any */
    unsigned operands_minimum, operands_maximum;
    const char *summary;                           /* one line */
    const char *description;                       /* paragraphs, an empty line between them */
    const struct option_row *rows, *advanced_rows; /* advanced: for few users; help lists them last */
    unsigned row_count, advanced_count;
    const struct options_hint *hints; /* on options that it does not have; NULL, or the last name is NULL */
};

/* The advice of the hint of that name; NULL for none. hints: NULL, or the last name is NULL. */
const char *options_advice(const struct options_hint *hints, const char *name);

/* The table's rows, then --help and --version, then those of the advanced table, from `options_advanced`. */
unsigned options_row_count(const struct options_command *command);
unsigned options_advanced(const struct options_command *command);
const struct option_row *options_row(const struct options_command *command, unsigned index);

enum options_outcome { OPTIONS_PARSED = 0, OPTIONS_HELP = 1, OPTIONS_VERSION = 2 };

/*
 * Parses argv[1..argc-1]: options and operands in any order, "--name=value", "--name value", "-xvalue", "-x
 * value", flags of one letter together, "--" before operands that begin with a dash; "-" is an operand. The
 * last of several counts. OPTIONS_HELP or OPTIONS_VERSION as soon as that option is met, else 0, or -1 with
 * *error filled. Whatever it returns, options_free frees the lists.
 *
 * given: NULL, or a list that gets the name of each option each time that it is given, for those whose order
 * among one another counts; options_list_free frees it.
 */
int options_parse(struct memory *memory, const struct options_command *command, int argc, char **argv,
                  void *values, struct option_list *operands, struct option_list *given, struct error *error);
void options_list_free(struct memory *memory, struct option_list *list);
void options_free(struct memory *memory, const struct options_command *command, void *values,
                  struct option_list *operands);

/* Whether `text` is more likely a slip for `word` than something else; smaller is nearer, UINT32_MAX for no.
 */
uint32_t options_distance(const char *text, const char *word);

#endif
