#ifndef HEDDLE_BASE_OPTIONS_OPTIONS_RULES_H
#define HEDDLE_BASE_OPTIONS_OPTIONS_RULES_H

struct error;
struct option_list;
struct options_command;

/* Whether the options that are given keep the rules of the command. 0, or -1 with *error filled: ERROR_USAGE.
 */
int options_check_rules(const struct options_command *command, const struct option_list *given,
                        struct error *error);

#endif
