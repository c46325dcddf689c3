#ifndef HEDDLE_CHECKER_EVIDENCE_RUN_FAIRNESS_H
#define HEDDLE_CHECKER_EVIDENCE_RUN_FAIRNESS_H

#include <stdint.h>

#include "base/array.h"

struct evidence_claim;
struct json_t;
struct memory;
struct text_buffer;

/* Why a cycle satisfies a condition of fairness (docs/fairness.md). */
enum run_reason {
    RUN_TAKEN,       /* by a step, the first one */
    RUN_IMPOSSIBLE,  /* after a step, the first one; weak conditions */
    RUN_NOT_POSSIBLE /* in no state of the cycle */
};
#define RUN_REASONS 3

struct run_condition {
    const char *name; /* of the process; or of the label, or its pattern */
    char quote;       /* around a label or pattern; '\0': a process */
    enum run_reason reason;
    uint64_t step; /* from 1; 0: before the first one */
};

/* Why the cycle of a claim's lasso is fair: all conditions that are assumed of it, those of processes first,
 * in their order. Empty if nothing is assumed, or there is no cycle or no walker. */
struct run_fairness {
    GROWING(struct run_condition) condition;
};

/* 0, or -1 when memory runs out. Names are those of the walker and the property. The caller frees in either
 * case. */
int run_fairness_find(const struct evidence_claim *claim, struct memory *memory,
                      struct run_fairness *fairness);
void run_fairness_free(struct memory *memory, struct run_fairness *fairness);
/*
 * Both for people: a text for each reason that occurs, "taken: p (step 2), q (step 3)", "not possible: r
 * (after step 2)", "not possible on the cycle: s". At most `most` names in each. 0, or -1 when memory runs
 * out. The caller frees texts[RUN_REASONS], which are zeroed, in either case.
 */
int run_fairness_explain(const struct evidence_claim *claim, uint64_t most, struct memory *memory,
                         struct text_buffer *texts);

#endif
