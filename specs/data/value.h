#ifndef HEDDLE_SPECS_DATA_VALUE_H
#define HEDDLE_SPECS_DATA_VALUE_H

#include <stdint.h>

#include "base/index.h"

struct memory;

/*
 * Values of data, each kept once: two values are equal if and only if their numbers are. Names are interned,
 * so equal names have equal pointers.
 */
enum value_kind {
    VALUE_UNKNOWN, /* not computed exactly */
    VALUE_FALSE,
    VALUE_TRUE,
    VALUE_NUMBER, /* a rational number of any size (value_number.h) */
    VALUE_TERM,   /* a constructor, with its arguments */
    VALUE_LIST,
    VALUE_SET,   /* elements in ascending order */
    VALUE_BAG,   /* elements in ascending order, each followed by how often it occurs: at least once */
    VALUE_FRESH, /* a value of the sort class `number` that is not one of its known values, in `region` of the
                    class (number_gaps.h); `index` tells such values of one region apart */
    VALUE_OPAQUE /* of a label, whose text is `name`: two of them may be equal, but for the same text */
};

/* The numbers of the values without arguments. */
#define UNKNOWN 0u
#define FALSE_VALUE 1u
#define TRUE_VALUE 2u
#define VALUE_NONE UINT32_MAX /* memory ran out */

struct value {
    enum value_kind kind;
    uint32_t index, region; /* FRESH */
    int64_t number;         /* NUMBER, see `digits`; FRESH: the class */
    const char *name;
    uint64_t first; /* the children are child[first..first + children) */
    uint32_t children;
    /* NUMBER: 0, or of a number that is no int64_t its digits in base 2^32, at child[first..first + digits):
       those of the numerator, whose sign and count `number` has, then those of the denominator, unless that
       is 1 */
    uint32_t digits;
    int is_symbolic; /* TERM: it may equal any other value of its sort (values_make_symbolic) */
    int has_fresh;   /* it is FRESH, OPAQUE or symbolic, or a child has one */
    uint32_t depth;  /* of the children inside each other; 0: there are none */
};

struct values {
    struct memory *memory;
    struct value *value;
    uint32_t *child;
    uint64_t count, capacity, child_count, child_capacity;
    struct index index;
    struct index symbolic; /* finds one term of each name and number of arguments that are symbolic */
    uint64_t work;         /* parts of values that were looked at, to be counted as steps (evaluation_step) */
};

/* 0, or -1 when memory runs out; close it in any case. */
int values_open(struct values *values, struct memory *memory);
void values_close(struct values *values);
/* Each returns the number of a value, or VALUE_NONE. */
uint32_t value_number(struct values *values, int64_t number);
uint32_t value_fresh(struct values *values, uint32_t sort_class, uint32_t region, uint32_t index);
/* A value that is not there yet, or the equal one. content: its children, or digits; not in values->child. */
uint32_t value_intern(struct values *values, struct value *value, const uint32_t *content);
/* Sorts values by their numbers. */
void value_sort(uint32_t *value, uint32_t count);
/* TERM, LIST, SET (which is sorted, and loses doubles), BAG (which is sorted): the children must not be in
 * values->child. */
uint32_t value_make(struct values *values, enum value_kind kind, const char *name, uint32_t *child,
                    uint32_t children);
/* All terms of this one's name and number of arguments become symbolic: those that are made from now on, and
 * the others when values_note_symbolic is called. Returns 0, or -1 when memory runs out. */
int values_make_symbolic(struct values *values, uint32_t term);
void values_note_symbolic(struct values *values);
/* Makes one term symbolic, and what is made of it, until values_note_symbolic is called. */
void value_make_symbolic(struct values *values, uint32_t term);
static inline uint32_t value_truth(int truth) {
    return truth ? TRUE_VALUE : FALSE_VALUE;
}
static inline const struct value *value_at(const struct values *values, uint32_t value) {
    return &values->value[value];
}
static inline uint32_t value_child(const struct values *values, uint32_t value, uint32_t which) {
    return values->child[values->value[value].first + which];
}

#endif
