#ifndef HEDDLE_BASE_TEXT_DEFINITIONS_H
#define HEDDLE_BASE_TEXT_DEFINITIONS_H

#include <stdint.h>

#include "base/array.h"

struct error;
struct memory;

/* Values that a user gives to names of a model: NAME=VALUE, with commas between them. */
struct definition {
    char *name, *value; /* value is in the same block */
    uint64_t bytes;
    int is_used; /* the model declares this name */
};

/* A zeroed one is empty. */
struct definitions {
    struct memory *memory;
    GROWING(struct definition) list;
};

/*
 * Adds "N=4, p = 0.25"; blanks around names and values do not count. 0, or -1 with ERROR_USAGE for a text
 * that is no such list, or a name that has a value already, or ERROR_MEMORY.
 */
int definitions_add(struct definitions *definitions, const char *text, struct error *error);
/* Adds those of another list that have no value yet. 0, or -1 with ERROR_MEMORY. */
int definitions_copy(struct definitions *definitions, const struct definitions *from, struct error *error);
void definitions_free(struct definitions *definitions);

/* The definition of a name, which is marked as used; NULL if there is none. `definitions` may be NULL. */
const struct definition *definitions_take(struct definitions *definitions, const char *name);
/* Marks the names that are used in another list as used. */
void definitions_use(struct definitions *definitions, const struct definitions *others);
/* Removes the names that nothing has declared. */
void definitions_keep_used(struct definitions *definitions);
/* The first name that nothing declares; NULL if there is none. */
const struct definition *definitions_unused(const struct definitions *definitions);

#endif
