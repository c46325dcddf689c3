#ifndef HEDDLE_DECOMPOSE_MDP_MDP_INTERNAL_H
#define HEDDLE_DECOMPOSE_MDP_MDP_INTERNAL_H

#include "decompose/mdp/mdp.h"

/* For the functions that make an MDP. */

/* An empty one, in the memory that mdp_free gives it back to; NULL when that is spent. */
struct mdp *mdp_create(struct memory *memory);
/* A range of exactly so many bytes, zeroed; 0 bytes are allowed. 0, or -1 when memory is spent. */
int mdp_range_fill(struct memory *memory, struct memory_range *range, uint64_t bytes);

#endif
