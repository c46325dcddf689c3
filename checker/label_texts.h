#ifndef HEDDLE_CHECKER_LABEL_TEXTS_H
#define HEDDLE_CHECKER_LABEL_TEXTS_H

#include "specs/syntax/label_texts.h"

struct error;
struct memory;
struct network;

/* Makes the label texts of a network, against which the actions of formulas are matched; the texts stay the
 * network's. Returns 0, or -1 with *error filled and nothing to free: ERROR_MEMORY. */
int label_texts_make(const struct network *network, struct memory *memory, struct label_texts *labels,
                     struct error *error);
/* The same of the labels of choices, which stay the MDP's. */
struct mdp;
int label_texts_of_mdp(const struct mdp *mdp, struct memory *memory, struct label_texts *labels,
                       struct error *error);

#endif
