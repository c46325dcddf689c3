#ifndef HEDDLE_SPECS_DATA_SORT_CLASS_H
#define HEDDLE_SPECS_DATA_SORT_CLASS_H

#include "base/index.h"
#include "specs/data/value.h"
#include "specs/syntax/data.h"

struct error;

/*
 * Sorts are inferred: places that must have the same sort are united into a class (Hindley 1969, Milner 1978,
 * without functions as values). A place is an argument of an action, an argument or the result of a function,
 * a variable, or an expression. Each class collects the values that occur at its places in the labels of the
 * network, and the constants of the formula there. They are the values over which a variable of the class
 * ranges, and one fresh value more for each variable: a value that occurs nowhere behaves as any other such
 * value as long as values are only compared for equality.
 */
enum place_kind { PLACE_ACTION, PLACE_FUNCTION, PLACE_VARIABLE, PLACE_SORT, PLACE_STRUCT };

/* The index of a place that is the result of a function. */
#define PLACE_RESULT UINT32_MAX

/* How the values of a class are known. */
enum sort_extent {
    EXTENT_UNKNOWN,  /* an undeclared sort: there may be other values */
    EXTENT_INFINITE, /* there are infinitely many */
    EXTENT_FINITE    /* `value` is all of them */
};

struct sort_place {
    enum place_kind kind;
    const void *name; /* interned, or a struct bound_variable, or the struct data_sort of a STRUCT */
    uint32_t arity, index;
    uint32_t class;
    enum sort_extent extent; /* of SORT and STRUCT, when completed */
    uint32_t listing;        /* if that is FINITE: a class of exactly the values of the sort */
};

struct sort_class {
    uint32_t parent;
    uint32_t element; /* of lists, sets and bags; CLASS_NONE */
    const char *name; /* of the declared sort, or NULL */
    enum sort_extent extent;
    int is_number;
    int is_mixed;          /* places of different sorts are in it, because names are used for several sorts */
    int is_ordered;        /* numbers are compared by order, or computed with */
    unsigned number_sorts; /* of places that are declared as numbers, as bits 1 << NUMBER_POS, .. */
    uint32_t *value;       /* distinct; ascending in the order of their making */
    uint64_t values, capacity;
    int has_opaque; /* some value is not known */
    int has_others; /* some value is known, and is no number */
    uint64_t
        occurring; /* when completed: the number of values that occur; the others fill gaps (number_gaps.h) */
    uint32_t *point; /* the points, ascending */
    uint32_t *room;  /* by gap, of points + 1 */
    uint64_t points;
    struct index index; /* finds them */
};

#define CLASS_NONE UINT32_MAX

struct sort_classes {
    struct memory *memory;
    const struct run *run; /* for the stop flag */
    struct values *known;
    const struct data_sections *sections; /* or NULL */
    uint64_t listed;                      /* values of finite sorts that were listed */
    struct sort_class *class;
    uint64_t count, capacity;
    struct sort_place *place;
    uint64_t places, place_capacity;
    struct index by_place;
};

void sort_classes_close(struct sort_classes *classes);
/* Each returns a class, or CLASS_NONE when memory runs out. */
uint32_t sort_class_new(struct sort_classes *classes);
uint32_t sort_class_find(const struct sort_classes *classes, uint32_t class);
uint32_t sort_class_of_place(struct sort_classes *classes, enum place_kind kind, const void *name,
                             uint32_t arity, uint32_t index);
/* The place of a sort, which was resolved; NULL if it has none, as numbers, lists and sets. */
const struct sort_place *sort_class_declared(const struct sort_classes *classes,
                                             const struct data_sort *sort);
/* The class of a place that is there; CLASS_NONE if it is not. */
uint32_t sort_class_known(const struct sort_classes *classes, enum place_kind kind, const void *name,
                          uint32_t arity, uint32_t index);
uint32_t sort_class_of_sort(struct sort_classes *classes, const struct data_sort *sort);
uint32_t sort_class_element(struct sort_classes *classes, uint32_t class);
/* Each returns 0, or -1 when memory runs out. */
int sort_class_unite(struct sort_classes *classes, uint32_t a, uint32_t b);
int sort_class_add(struct sort_classes *classes, uint32_t class, uint32_t value);
/* Adds a value and, to their classes, the values inside it. */
int sort_class_collect(struct sort_classes *classes, uint32_t class, uint32_t value);
/* Completes the values of all classes, after everything is collected. */
int sort_classes_complete(struct sort_classes *classes);

#endif
