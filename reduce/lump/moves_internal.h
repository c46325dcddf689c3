#ifndef HEDDLE_REDUCE_LUMP_MOVES_INTERNAL_H
#define HEDDLE_REDUCE_LUMP_MOVES_INTERNAL_H

/* For the files that make moves. */
#include "base/hash.h"
#include "base/index.h"
#include "reduce/lump/moves.h"

#define MOVES_NO_FORM UINT32_MAX

/* The number of a form, which is copied if it is new, but for its text; MOVES_NO_FORM when memory runs out.
 */
uint32_t moves_find_form(struct moves *moves, struct index *index, const struct moves_form *form,
                         struct memory *memory);

#endif
