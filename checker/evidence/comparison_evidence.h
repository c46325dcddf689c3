#ifndef HEDDLE_CHECKER_EVIDENCE_COMPARISON_EVIDENCE_H
#define HEDDLE_CHECKER_EVIDENCE_COMPARISON_EVIDENCE_H

#include <stdint.h>

#include "checker/evidence/evidence.h"
#include "specs/measured/measured.h"

/* One of two inputs that are related. */
struct comparison_side {
    const struct evidence_subject *subject;
    int is_mdp; /* a file that has a Markov model: a state is its number; `subject` has no components */
    uint64_t states;
    /* The class of a state, and its local states in `tuple`; 0 if the state is not reached, and not written.
     */
    int (*state)(void *context, uint64_t state, uint32_t *tuple, uint32_t *class);
    void *context;
};

struct comparison_evidence {
    struct comparison_side sides[2];
    const char *relation; /* "strong", .. */
    int is_preorder;
    const char *const *hidden; /* [hidden_count] lists of labels and 'patterns', as listed.h reads them */
    uint64_t hidden_count;
    int hides_others;
};

/* Writes evidence that the inputs are related (docs/evidence-format.md): a class for each state. 0, or -1
 * with *error filled. */
int evidence_write_comparison(const char *path, const struct comparison_evidence *evidence,
                              const struct run *run, struct error *error);

/* Writes evidence that some initial state of input holds_in (1 or 2) satisfies the formula, and none of the
 * other one does. Of the sides, the subjects count alone. 0, or -1 with *error filled. */
int evidence_write_difference(const char *path, const struct comparison_evidence *evidence,
                              const struct measured_formula *formula, int holds_in, const struct run *run,
                              struct error *error);

#endif
