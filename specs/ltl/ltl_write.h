#ifndef HEDDLE_SPECS_LTL_LTL_WRITE_H
#define HEDDLE_SPECS_LTL_LTL_WRITE_H

#include "specs/ltl/ltl.h"

struct text_buffer;

/*
 * Appends a formula as users write it, with `->`, W, F and G where it has their form; atom: the texts of
 * atoms, by number. Recurses as deep as the formula is: the caller bounds that. Returns 0, or -1 when memory
 * runs out.
 */
int ltl_write(const struct ltl_store *store, ltl formula, const struct text_buffer *atom,
              struct text_buffer *text);

#endif
