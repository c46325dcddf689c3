#ifndef HEDDLE_CLI_SIMULATE_SIMULATE_COMMAND_H
#define HEDDLE_CLI_SIMULATE_SIMULATE_COMMAND_H

#include <stdint.h>
#include <stdio.h>

struct options_term;

/* The commands of `heddle simulate`, one per line. */
enum simulate_kind {
    SIMULATE_NOTHING, /* a blank line or a comment */
    SIMULATE_CHOOSE,  /* number: the transition's number, from 1 */
    SIMULATE_LABEL,   /* text: the label; number: which of its transitions, from 1, or 0 if not given */
    SIMULATE_UNDO,
    SIMULATE_NEXT,
    SIMULATE_GOTO,
    SIMULATE_REACH, /* text: a label or pattern, or "deadlock" */
    SIMULATE_UNTIL, /* text: a label or pattern */
    SIMULATE_RANDOM,
    SIMULATE_INITIAL,  /* number: of an initial state, from 1 */
    SIMULATE_INITIALS, /* lists them */
    SIMULATE_TRACE,
    SIMULATE_STATE,
    SIMULATE_ALL,
    SIMULATE_SAVE, /* text: the file */
    SIMULATE_SCREEN,
    SIMULATE_HELP,
    SIMULATE_QUIT
};

/* What a command takes, from the least to the most to type. */
enum simulate_argument {
    ARGUMENT_NONE,
    ARGUMENT_NUMBER,
    ARGUMENT_NUMBER_OR_ONE,
    ARGUMENT_LABEL,
    ARGUMENT_FILE_NAME
};

struct simulate_command {
    enum simulate_kind kind;
    uint64_t number;       /* 1 if the command allows a number and none was given */
    char *line;            /* the whole line, without blanks at its ends */
    char *text;            /* the part of the line that the kind describes */
    const char *too_large; /* the number as written, if it does not fit into 64 bits; or NULL */
    int quoted;            /* LABEL: the label was in double quotes */
    const char *usage; /* LABEL: the usage of the command that the first word names, if the rest of the line
                          does not fit it; or NULL */
};

/* Parses a line, which it modifies. A line that is a command is taken as that command, any other line as a
 * label. A line in double quotes is always a label, which ends at the last quote of the line, whatever quotes
 * it contains. */
void simulate_parse(char *line, struct simulate_command *command);

/* What the command of this word or letter takes; if it may take several, the last one of the enum. */
enum simulate_argument simulate_argument_of(const char *text, size_t length);
/* The words of the commands, from 0 on (a word may occur again), and whether a label or file follows; NULL
 * after the last one. */
const char *simulate_word(unsigned index, int *has_argument);

/* Splits "LABEL #K": cuts `text` at the blanks before # and returns K; returns 0 if the text does not end
 * like that. */
uint64_t simulate_split_number(char *text);

/* Of which commands a letter is enough. */
#define SIMULATE_LETTERS                                                                                     \
    "The first letter of a command is enough, except for initial, redo, save, screen and until."
/* What can be typed, for help and manual, from 0 on. Returns 0 after the last one. */
int simulate_term(unsigned index, struct options_term *term);
void simulate_print_help(FILE *stream);

#endif
