#ifndef HEDDLE_CLI_CHECK_WARN_H
#define HEDDLE_CLI_CHECK_WARN_H

#include "checker/property.h"
#include "cli/common.h"

/* Warns of labels that no transition of the network can have, and of monitors without error states. */
void check_warn(struct job *job, const struct property *properties, uint64_t count, exp_tree *tree,
                const struct network *network);

#endif
