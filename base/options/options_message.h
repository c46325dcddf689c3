#ifndef HEDDLE_BASE_OPTIONS_OPTIONS_MESSAGE_H
#define HEDDLE_BASE_OPTIONS_OPTIONS_MESSAGE_H

#include <stddef.h>

#include "base/options/options.h"

struct error;

/* Messages about command lines (for base/options/options.c). All functions that fill *error return -1. */

/* An operand that directly follows the argument of an option, and may belong to it; NULLs for none. */
struct options_stray {
    const struct option_row *option;
    const char *argument, *operand;
};

/* The largest number of operands. */
unsigned options_most_operands(const struct options_command *command);

/* Refuses an option: `name` is what follows the dashes, with "=VALUE" where it has that. If other commands of
 * the program (NULL: unknown) have it, the message names them. */
int options_unknown(const struct options_command *command, const struct options_program *program,
                    const char *dashes, const char *name, struct error *error);
/* The same of a letter. */
int options_unknown_letter(const struct options_command *command, const struct options_program *program,
                           char letter, struct error *error);
/* Whether there is advice about an option of that name, which does not exist. */
int options_has_advice(const struct options_command *command, const char *name, size_t length);
/* Whether some command of the program (NULL: none) has it. */
int options_is_known(const struct options_program *program, const char *name, size_t length);
/* Whether letters after one dash look like a misspelled long name. */
int options_is_like_name(const struct options_command *command, const char *letters);

/* Says that an operand is missing. If `last`, an option's argument, names a file that the option does not
 * want, it may be that operand. */
int options_refuse_missing(const struct options_command *command, const char *missing,
                           const struct options_stray *last, struct error *error);

/* Refuses the argument of an OPTION_CHOICE. */
int options_refuse_choice(const struct option_row *row, const char *text, struct error *error);

/*
 * Refuses one of too many operands, the one that the user most likely has to change: the one that an option's
 * argument should have included; one that the command has advice about; one that is no file; or the first of
 * the superfluous ones.
 */
int options_refuse_operand(const struct options_command *command, const struct option_list *operands,
                           const struct options_stray *stray, struct error *error);

#endif
