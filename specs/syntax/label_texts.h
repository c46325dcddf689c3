#ifndef HEDDLE_SPECS_SYNTAX_LABEL_TEXTS_H
#define HEDDLE_SPECS_SYNTAX_LABEL_TEXTS_H

#include "specs/syntax/formula.h"

struct error;
struct memory;

/* The arrays of label texts, to be filled: by label. */
struct label_arrays {
    const char **text;
    uint32_t *length;
    uint8_t *is_internal;
};

/* Makes label texts whose arrays the caller fills; the texts stay the caller's. Returns 0, or -1 with *error
 * filled and nothing to free: ERROR_MEMORY. */
int label_texts_open(uint32_t count, struct memory *memory, struct label_texts *labels,
                     struct label_arrays *arrays, struct error *error);
/* Fills in a label that ends with 0. */
void label_arrays_put(const struct label_arrays *arrays, uint32_t label, const char *text);
void label_texts_free(struct label_texts *labels, struct memory *memory);

#endif
