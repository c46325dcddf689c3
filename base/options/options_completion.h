#ifndef HEDDLE_BASE_OPTIONS_OPTIONS_COMPLETION_H
#define HEDDLE_BASE_OPTIONS_OPTIONS_COMPLETION_H

/* Shared by the files that write completion scripts, so that all shells offer the same. */
#include <stddef.h>
#include <stdio.h>

#include "base/options/options.h"
#include "base/options/options_text.h"

/* Writes the words of "one|two[:K]|three", separated by blanks, without the parts in brackets. */
void completion_write_words(FILE *stream, const char *argument);
/* Writes the names of all commands, separated by blanks. */
void completion_write_commands(FILE *stream, const struct options_program *program);
/* Writes the options of a command that have an argument, each with a blank after it: "--output -o ". */
void completion_write_taking(FILE *stream, const struct options_command *command);

/* Whether the argument of an option is one of several words. */
int completion_takes_words(const struct option_row *row);
/* Whether the argument of an option, which is not a flag, is a file. */
int completion_takes_file(const struct option_row *row);
/* Whether the operands of a command are words, "one|two|three"; placeholders are in capitals. */
int completion_has_words(const struct options_command *command);
/* What the command's table says of an option's argument, or NULL. */
const struct option_argument *completion_argument(const struct options_command *command,
                                                  const struct option_row *row);
/* If an argument is made of labels: how ("label", "labels" or "formula"); else NULL. */
const char *completion_label_mode(const struct option_argument *argument);
/* The endings of an option's files, NULL: any; `argument` may be NULL. */
const char *completion_endings(const struct option_argument *argument, const struct option_row *row);
/* The length of the beginning of a help text, as much as fits into a list of choices. */
size_t completion_summary_length(const char *text);

#endif
