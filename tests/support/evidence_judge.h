#ifndef HEDDLE_TESTS_SUPPORT_EVIDENCE_JUDGE_H
#define HEDDLE_TESTS_SUPPORT_EVIDENCE_JUDGE_H

#include "checker/verify/verify.h"

/* The inputs that evidence names, read as it says. */
struct evidence_inputs {
    language_tree *tree[2];
    struct mdp *mdp[2];
    struct lts *graph;
    label_table *labels;
};

/* 0, or -1 with *error filled; free them in any case. */
int evidence_inputs_read(const struct evidence *evidence, const struct run *run,
                         struct evidence_inputs *inputs, struct error *error);
void evidence_inputs_free(struct evidence_inputs *inputs, const struct run *run);
/* Views of them. */
struct verify_input evidence_inputs_view(const struct evidence_inputs *inputs);

/* The function that is called for each confirmed piece, while it is in memory; or NULL. */
struct evidence_witness {
    void (*confirmed)(const struct evidence *evidence, const struct verification *verification,
                      void *context);
    void *context;
};

/*
 * Judges all pieces of a file, as `heddle verify` does, and gives its exit status: 0, 1, 2 or 3. With 2 and
 * 3, *error says why. -1: verify says nothing of what it found.
 */
int evidence_judge(const char *path, const struct run *run, const struct evidence_witness *witness,
                   struct error *error);

#endif
