#ifndef HEDDLE_EXPLORER_SEARCH_OWNER_MASK_H
#define HEDDLE_EXPLORER_SEARCH_OWNER_MASK_H

#include <stdint.h>

#include "explorer/model/model.h"

struct error;
struct run;

/*
 * Chooses the components that decide which of `owners` owns a state (explorer/distributed/owner.h): as few as
 * possible, and those that change seldom, so that most successors of a state have its owner; but so many that
 * owners have equally many states of each level. Both are estimated from samples of the levels. A hash of all
 * components gives nearly every successor another owner. Source of the method: Lerda and Sisto,
 * Distributed-memory model checking with SPIN, 1999, who hash one process.
 *
 * mask: [words] of a vector, becomes the bits of these components; it stays as it is, with all bits, if the
 * state space is small, or vectors are folded. It depends on nothing but the model and `owners`. 0, or -1
 * with *error filled when memory runs out.
 */
int owner_mask_choose(const model *model, uint32_t owners, const struct run *run, uint64_t *mask,
                      struct error *error);

#endif
