#ifndef HEDDLE_CHECKER_EVIDENCE_ROWS_H
#define HEDDLE_CHECKER_EVIDENCE_ROWS_H

#include <stdint.h>

#include "checker/evidence_read.h"

struct error;
struct memory;

/* The lines of evidence of components and schedulers, one a state (docs/evidence.md). */
#define EVIDENCE_NULL UINT32_MAX

/* Choices of all states, one behind the other: label (EVIDENCE_NULL: none), number of targets, targets. */
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
 * are added to *choices, in `memory`. 1, 0 behind the last row, or -1 with *error filled.
 */
int evidence_read_row(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct memory *memory,
                      struct evidence_row *row, struct evidence_choices *choices, struct error *error);

#endif
