#ifndef HEDDLE_MODEL_MDP_INTERNAL_H
#define HEDDLE_MODEL_MDP_INTERNAL_H

#include "model/mdp.h"

/* For the functions that build an MDP. */

/* Returns an empty MDP in the memory to which mdp_free returns it; NULL when memory runs out. */
struct mdp *mdp_create(struct memory *memory);

#endif
