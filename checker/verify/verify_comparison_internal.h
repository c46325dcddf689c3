#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_COMPARISON_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_COMPARISON_INTERNAL_H

/* Shared by the files that check comparisons. Functions that check return 1; 0 with the reason in the
 * verification; or -1 with *verifier->error filled. */
#include "base/array.h"
#include "base/index.h"
#include "base/text/label.h"
#include "base/text/pattern.h"
#include "checker/verify/verify_internal.h"

/* Sets of numbers of 64 bits, sorted, each kept once and numbered. Begins as zeros with `memory` set. */
struct number_sets {
    struct memory *memory;
    GROWING(uint64_t) numbers; /* of all sets, one after the other */
    GROWING(uint64_t) begin;   /* of each set, and the end of the last */
    struct index index;
};

/* Sorts the numbers, without duplicates, and finds or adds their set. 0, or -1 when memory runs out. */
int number_sets_find(struct number_sets *sets, uint64_t *numbers, uint64_t count, uint32_t *set);
const uint64_t *number_sets_members(const struct number_sets *sets, uint32_t set, uint64_t *count);
void number_sets_free(struct number_sets *sets);

#define COMPARISON_INTERNAL 0u           /* the label of internal steps */
#define COMPARISON_DIVERGENCE UINT32_MAX /* that of infinite runs of them, whose class is 0 */
#define COMPARISON_NONE UINT32_MAX

struct comparison_check {
    struct verifier *verifier;
    const struct evidence *evidence;
    walker *walkers[2];
    struct tuple_set tuples[2];
    uint64_t states;            /* of both inputs; those of the second come after those of the first */
    GROWING(uint32_t) class_of; /* [states] */
    GROWING(uint64_t) offsets;  /* [states + 1] */
    GROWING(uint64_t) edges;    /* label << 32 | target */
    label_table *labels;        /* label k + 1 of edges is label k here */
    pattern **patterns;         /* [evidence->property_count] hidden ones; NULL: a label */
    GROWING(uint8_t) hidden;    /* by label of the table */
    struct number_sets sets;    /* signatures: members are label << 32 | class */
    uint32_t *signature;        /* [states] */
    uint32_t *row_of;           /* [states]: by class its signature, or COMPARISON_NONE for no state */
};

/*
 * The signatures of all states by a relation of states; for one of sets or pairs of states, by the
 * equivalence whose classes it is about. Whether those of a class are the same.
 */
int comparison_check_classes(struct comparison_check *check, enum evidence_relation relation);
/* Whether the classes of the first input's initial states are related to those of the second's. */
int comparison_check_initial(struct comparison_check *check);
/* The same for relations of sequences of labels, and simulation, on the graph of the classes. */
int comparison_check_traces(struct comparison_check *check);
int comparison_check_simulation(struct comparison_check *check);

/* The classes of the initial states of an input, each once, sorted: the caller frees [*count]. */
int comparison_initial_classes(struct comparison_check *check, int side, uint64_t **classes, uint64_t *count);

#endif
