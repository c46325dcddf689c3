#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_CONJUNCTS_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_CONJUNCTS_H

#include <stdint.h>

#include "explorer/model/data/program_core.h"

#define DATA_CONJUNCTS_MOST 64u
#define DATA_TERMS_MOST 256u /* of all conjuncts */

/* A part of a guard: instructions [begin, end), after which its truth, or its opposite, is in register `to`.
 */
struct data_condition {
    uint32_t begin, end, to;
    int negated;
    int may_fail; /* an operation may have no value */
};

/* An int: instructions [begin, end), after which it is in register `to`. It is subtracted if `negative` is
 * set. */
struct data_term {
    uint32_t begin, end, to;
    int negative;
};

struct data_conjunct {
    struct data_condition whole;
    uint32_t alternatives, alternative_count; /* it holds where one of these does; none: it is not known */
    /* It compares the sum of these with 0 (before whole.negated); none: it is no comparison of ints. */
    uint32_t terms, term_count;
    enum program_operation relation; /* EQUAL_INT, LESS_INT or AT_MOST_INT */
};

/* The conditions of a guard in the order in which they are evaluated. */
struct data_conjuncts {
    uint32_t count, alternative_count, term_count;
    struct data_conjunct parts[DATA_CONJUNCTS_MOST];
    struct data_condition alternatives[DATA_CONJUNCTS_MOST];
    struct data_term terms[DATA_TERMS_MOST];
};

/*
 * Takes the checked program of a guard apart. The guard holds where all conditions hold. One that may fail is
 * evaluated only where those before it hold; the others fail nowhere. What compilers do not write is one
 * condition.
 */
void data_conjuncts_read(const struct program_instruction *code, uint32_t guard,
                         struct data_conjuncts *conjuncts);
/* The whole guard as one condition. */
struct data_condition data_condition_of(const struct program_instruction *code, uint32_t guard);

#endif
