#ifndef HEDDLE_CHECKER_VERIFY_EVIDENCE_ROWS_H
#define HEDDLE_CHECKER_VERIFY_EVIDENCE_ROWS_H

#include <stdint.h>

#include "checker/verify/evidence_read.h"

struct error;
struct memory;

/* The lines of evidence of components, schedulers and formulas, one a state or node (docs/evidence.md). */
#define EVIDENCE_NULL UINT32_MAX

/* Choices of all states, one after the other: label (EVIDENCE_NULL: none), number of targets, targets. */
struct evidence_choices {
    uint32_t *numbers;
    uint64_t count, capacity;
};

/* Numbers that a kind does not have are 0. */
struct evidence_row {
    uint32_t component; /* MEC: EVIDENCE_NULL outside them */
    uint32_t rank;      /* SCHEDULER: EVIDENCE_NULL where it does not begin */
    uint32_t cut;       /* MEC; SCHEDULER: when it fell, where it does not begin */
    uint32_t forward, forward_depth, backward, backward_depth; /* EVIDENCE_NULL outside MECs */
    uint32_t choice_count; /* MEC: internal ones; SCHEDULER: the chosen one, if any */
    uint64_t choices;      /* where they begin */
};

/*
 * Reads the next row of the evidence that evidence_read gave last. The state is a tuple of `length` numbers,
 * or one number where the evidence is not about a network. Numbers are checked for their form alone. Choices
 * are added to *choices, in `memory`. 1, 0 after the last row, or -1 with *error filled.
 */
int evidence_read_row(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct memory *memory,
                      struct evidence_row *row, struct evidence_choices *choices, struct error *error);

/* A node of a strategy. Its moves are one after the other: label (EVIDENCE_NULL: none), target. */
struct evidence_node {
    uint32_t owner, priority;
    uint64_t moves; /* where they begin in *choices, two numbers each */
    uint64_t move_count;
};

/* Reads the next node: the tuple, then the observer's state, `length` numbers in all. As
 * evidence_read_row. */
int evidence_read_node(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct memory *memory,
                       struct evidence_node *node, struct evidence_choices *moves, struct error *error);

#endif
