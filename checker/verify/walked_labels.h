#ifndef HEDDLE_CHECKER_VERIFY_WALKED_LABELS_H
#define HEDDLE_CHECKER_VERIFY_WALKED_LABELS_H

#include "frontend/walk/walker.h"
#include "specs/syntax/formula.h"

struct error;
struct memory;

/* The labels of a walker, which owns their texts. 0, or -1 with *error filled; free them in any case. */
int walked_labels_make(const walker *walker, struct memory *memory, struct label_texts *labels,
                       struct error *error);
void walked_labels_free(struct label_texts *labels, struct memory *memory);

#endif
