#ifndef HEDDLE_CLI_SIMULATE_SIMULATE_COMMAND_H
#define HEDDLE_CLI_SIMULATE_SIMULATE_COMMAND_H

#include <stdint.h>
#include <stdio.h>

/* What can be said to `heddle simulate`, one command a line. */
enum simulate_kind {
    SIMULATE_NOTHING, /* a blank line, a comment */
    SIMULATE_CHOOSE,  /* number: of the transition, from 1 */
    SIMULATE_LABEL,   /* text; number: which target, from 1, or 0 when that was not said */
    SIMULATE_UNDO,
    SIMULATE_NEXT,
    SIMULATE_GOTO,
    SIMULATE_RANDOM,
    SIMULATE_TRACE,
    SIMULATE_STATE,
    SIMULATE_ALL,
    SIMULATE_SAVE, /* text: the file */
    SIMULATE_HELP,
    SIMULATE_QUIT
};

struct simulate_command {
    enum simulate_kind kind;
    uint64_t number;   /* 1 where a command may go without it and does */
    char *line;        /* all of it, without blanks at its ends */
    char *text;        /* part of it */
    int quoted;        /* LABEL: it was written in double quotes */
    const char *usage; /* LABEL: of the command that the first word names, which wants something else behind
                          it; or NULL */
};

/*
 * Takes a line (which is cut up) apart. A line that is a command is that command, any other is a label; in
 * double quotes it is a label for sure: up to the last quote on the line, whatever quotes are between.
 */
void simulate_parse(char *line, struct simulate_command *command);

/* Splits "LABEL #K" at the last blanks: cuts `text` there and returns K; 0 when it does not end so. */
uint64_t simulate_split_number(char *text);

void simulate_print_help(FILE *stream);

#endif
