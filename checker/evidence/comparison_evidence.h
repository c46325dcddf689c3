#ifndef HEDDLE_CHECKER_EVIDENCE_COMPARISON_EVIDENCE_H
#define HEDDLE_CHECKER_EVIDENCE_COMPARISON_EVIDENCE_H

#include <stdint.h>

#include "checker/evidence/evidence.h"

/* One of two inputs that are related. */
struct comparison_side {
    const struct evidence_subject *subject;
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

/* Writes evidence that the inputs are related (docs/evidence.md): a class for each state. 0, or -1 with
 * *error filled. */
int evidence_write_comparison(const char *path, const struct comparison_evidence *evidence,
                              const struct run *run, struct error *error);

#endif
