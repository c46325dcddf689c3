#ifndef HEDDLE_CHECKER_VERIFY_EVIDENCE_ROWS_H
#define HEDDLE_CHECKER_VERIFY_EVIDENCE_ROWS_H

#include <stdint.h>

#include "checker/verify/evidence_read.h"

struct error;
struct memory;

/* Reads the lines of evidence of components, schedulers and formulas, one per state or node
 * (docs/evidence-format.md). */
#define EVIDENCE_NULL UINT32_MAX

/* The choices of all states, one after the other: label (EVIDENCE_NULL: none), number of targets, targets; or
 * the moves of all nodes: label (EVIDENCE_NULL: none), target. Begins as zeros with `memory` set. */
struct evidence_choices {
    struct memory *memory;
    uint32_t *numbers;
    uint64_t count, capacity;
};

/* One line about a state. Numbers that the kind of evidence does not have are 0. */
struct evidence_row {
    uint32_t component; /* MEC: EVIDENCE_NULL for a state outside all components; COMPARISON: the class */
    uint32_t rank;      /* SCHEDULER: EVIDENCE_NULL if no scheduler reaches the goal from the state */
    uint32_t cut; /* MEC: when the leaf and the leaf of the previous rank were separated; SCHEDULER: TIME of a
                     state without rank */
    uint32_t forward, forward_depth, backward, backward_depth; /* EVIDENCE_NULL outside MECs */
    uint32_t
        choice_count; /* MEC: number of internal choices; SCHEDULER: 1 if a choice is chosen, otherwise 0 */
    uint64_t choices; /* where the choices begin in evidence_choices.numbers */
};

/*
 * Reads the next row of the evidence that evidence_read returned last. The state is a tuple of `length`
 * numbers, or a single number if the evidence is not about a network. Only the form of the numbers is
 * checked. Choices are added to *choices. Returns 1, 0 after the last row, or -1 with
 * *error filled.
 */
int evidence_read_row(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct evidence_row *row,
                      struct evidence_choices *choices, struct error *error);

/* A node of a strategy. */
struct evidence_node {
    uint32_t owner, priority;
    uint64_t moves; /* where the moves begin in *choices, two numbers each */
    uint64_t move_count;
};

/* Reads the next node: its tuple, then the observer's state, `length` numbers in all. Otherwise like
 * evidence_read_row. */
int evidence_read_node(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct evidence_node *node,
                       struct evidence_choices *moves, struct error *error);

#endif
