#ifndef HEDDLE_SPECS_DATA_DECLARATIONS_H
#define HEDDLE_SPECS_DATA_DECLARATIONS_H

#include "base/arena.h"
#include "base/array.h"
#include "base/index.h"
#include "specs/syntax/data.h"

struct memory;

/* What is declared as a function or a constant. The functions of a `struct` are declared with it. */
enum declaration_kind { DECLARED_CONSTRUCTOR, DECLARED_MAPPING, DECLARED_PROJECTION, DECLARED_RECOGNISER };

struct declaration {
    enum declaration_kind kind;
    const char *name;
    uint32_t arity;
    uint32_t next; /* the next one of this name and arity; DECLARATIONS_END */
    const struct data_sort *const *parameter;
    const struct data_sort *result;
};

#define DECLARATIONS_END UINT32_MAX

/*
 * The declarations and equations of the sections, found by name and number of arguments. A name may be
 * declared for several sorts.
 */
struct declarations {
    struct memory *memory;
    arena *arena;
    const struct data_sections *sections; /* or NULL */
    GROWING(struct declaration) list;     /* those of one name and arity in the order of the text */
    GROWING(uint32_t) next_equation;      /* by equation: the next one of that name and arity */
    struct index by_name, by_equation;    /* find the first one of each name and arity */
};

/* sections: or NULL; truth: the interned name Bool, or NULL when memory ran out. Returns 0, or -1 when memory
 * runs out. Close it in any case. */
int declarations_open(struct declarations *declarations, const struct data_sections *sections,
                      const char *truth, arena *arena, struct memory *memory);
void declarations_close(struct declarations *declarations);
/* The first declaration, or DECLARATIONS_END. */
uint32_t declarations_find(const struct declarations *declarations, const char *name, uint32_t arity);
/* Whether the name is declared as a constructor, perhaps beside others. */
int declarations_has_constructor(const struct declarations *declarations, const char *name, uint32_t arity);
/* The first equation whose left side begins with the name, or DECLARATIONS_END. */
uint32_t declarations_equation(const struct declarations *declarations, const char *name, uint32_t arity);

#endif
