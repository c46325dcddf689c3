#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_COMPARISON_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_COMPARISON_INTERNAL_H

/* Shared by the files that check comparisons. Functions that check return 1; 0 with the reason in the
 * verification; or -1 with *verifier->error filled. */
#include "base/array.h"
#include "base/index.h"
#include "checker/verify/verify_hidden.h"
#include "checker/verify/verify_internal.h"
#include "checker/verify/verify_weighed.h"

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

#define COMPARISON_INTERNAL HIDDEN_INTERNAL
#define COMPARISON_DIVERGENCE UINT32_MAX /* that of infinite runs of them, whose class is 0 */
#define COMPARISON_NONE UINT32_MAX

struct comparison_check {
    struct verifier *verifier;
    const struct evidence *evidence;
    walker *walkers[2];        /* or */
    const struct mdp *mdps[2]; /* Markov models of files */
    uint32_t *initial[2];      /* .. whose initial states are these [initial_count] */
    uint64_t initial_count[2];
    struct tuple_set tuples[2];
    uint64_t states;            /* of both inputs; those of the second come after those of the first */
    GROWING(uint32_t) class_of; /* [states] */
    GROWING(uint64_t) offsets;  /* [states + 1] */
    GROWING(uint64_t) edges;    /* label << 32 | target */
    struct hidden_labels labels;
    struct number_sets sets; /* signatures: members are label << 32 | class */
    uint32_t *signature;     /* [states] */
    uint32_t *row_of;        /* [states]: by class its signature, or COMPARISON_NONE for no state */
};

/*
 * The signatures of all states by a relation of states; for one of sets or pairs of states, by the
 * equivalence whose classes it is about. Whether those of a class are the same.
 */
int comparison_check_classes(struct comparison_check *check, enum evidence_relation relation);
/* The same for probabilistic equivalence, with sums of numbers (verify_lumped.c). */
int comparison_check_lumped(struct comparison_check *check);
/* Whether all states of a class have one signature. */
int comparison_compare_signatures(struct comparison_check *check);
/* Whether the classes of the first input's initial states are related to those of the second's. */
int comparison_check_initial(struct comparison_check *check);
/* The same for relations of sequences of labels, and simulation, on the graph of the classes. */
int comparison_check_traces(struct comparison_check *check);
int comparison_check_simulation(struct comparison_check *check);

/* Opens both inputs; closes what was opened, but for what the caller has. */
int comparison_open(struct comparison_check *check);
void comparison_close(struct comparison_check *check);
/* Opens both inputs in numbers, which the caller closes in any case. 1; 0 if they are of different kinds; or
 * -1. */
int comparison_open_weighed(struct comparison_check *check, struct weighed_names *names,
                            struct weighed_input inputs[2], int grows);
/* Adds the labels that the claim hides to the reason. 1 or -1. */
int comparison_say_hidden(struct comparison_check *check);
/* Adds that rewards of files are not read, if a file has some. */
void comparison_say_unread(struct comparison_check *check);
/* The initial states of an input, one tuple after the other. */
const uint32_t *comparison_initial(const struct comparison_check *check, int side, uint64_t *count);
/* Adds a state of an input to the reason. */
void comparison_say_state(struct comparison_check *check, int side, const uint32_t *tuple);
/* Adds that a step of the input leads from a state to one that is missing. Returns 0. */
int comparison_say_missing(struct comparison_check *check, int side, uint64_t state, const char *label,
                           const uint32_t *target);
/* The classes of the initial states of an input, each once, sorted: the caller frees [*count]. */
int comparison_initial_classes(struct comparison_check *check, int side, uint64_t **classes, uint64_t *count);

#endif
