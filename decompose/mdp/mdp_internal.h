#ifndef HEDDLE_DECOMPOSE_MDP_MDP_INTERNAL_H
#define HEDDLE_DECOMPOSE_MDP_MDP_INTERNAL_H

#include "decompose/mdp/mdp.h"

/* For the functions that build an MDP. */

/* Returns an empty MDP in the memory to which mdp_free returns it; NULL when memory runs out. */
struct mdp *mdp_create(struct memory *memory);
/* Allocates a range of exactly so many bytes, zeroed; 0 bytes are allowed. Returns 0, or -1 when memory runs
 * out. */
int mdp_range_fill(struct memory *memory, struct memory_range *range, uint64_t bytes);

#endif
