#ifndef HEDDLE_CLI_CHECK_CHECK_WARN_H
#define HEDDLE_CLI_CHECK_CHECK_WARN_H

#include "checker/property/property.h"
#include "cli/common.h"

/* Warns of labels that no transition of the network can have, and of monitors without error states. */
void check_warn(struct job *job, const struct property *properties, uint64_t count, language_tree *tree,
                const struct network *network);
/* Warns of a label or pattern that matches nothing; `name` names its property in the message. */
void check_warn_label(struct job *job, const char *name, const char *text, int is_pattern,
                      language_tree *tree, const struct network *network);
/* Warns of labels and patterns in the formula that messages call `name` (check_warn_formula.c). */
void check_warn_formula(struct job *job, const struct property *property, const char *name,
                        language_tree *tree, const struct network *network);

#endif
