#ifndef HEDDLE_API_CHECK_CHECK_WARN_H
#define HEDDLE_API_CHECK_CHECK_WARN_H

#include "api/check/check_vacuity.h"
#include "api/property_list.h"

/* The network whose labels properties should have; `tree` describes it. */
struct label_warner {
    struct job *job;
    language_tree *tree; /* NULL: an MDP in a file */
    const struct network *network;
    struct absent_labels *absent; /* gets the labels of the property at hand */
    int in_file; /* labels and patterns are written as in a formula or a suite, not as for a shell */
};

/* Warns of labels that no transition of the network can have, and of monitors without error states.
 * warner->absent: one list for each property, which gets its absent labels. */
void check_warn(const struct label_warner *warner, const struct property *properties, uint64_t count);
/* Says that memory was short for warnings. */
void check_warn_lacks_memory(const struct label_warner *warner);
/* After an error, says so if memory was short; others are those of the check, or end the run. Returns -1. */
int check_warn_forgive(const struct label_warner *warner, const struct error *error);
/* Warns of a label or pattern that matches nothing; `name` names its property in the message. */
void check_warn_label(const struct label_warner *warner, const char *name, const char *text, int is_pattern);
struct mdp;
/* Warns of labels in a formula that no choice of an MDP in a file has. */
void check_warn_mdp_formula(const struct label_warner *warner, const struct mdp *mdp,
                            const struct property *property);
/* Warns of labels and patterns in the formula that messages call `name` (check_warn_formula.c). */
void check_warn_formula(const struct label_warner *warner, const char *name, const struct property *property);

#endif
