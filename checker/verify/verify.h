#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_H

#include <stdint.h>

#include "base/text/text_buffer.h"
#include "checker/verify/evidence_read.h"
#include "frontend/language/language.h"

struct error;
struct memory;
struct property;
struct run;

/* Checks evidence against a network by walking the network's tree (frontend/exp/walk/semantics.h),
 * independently of the code that made the evidence. */
#define VERIFICATION_REASON 4096

struct verification {
    int confirmed;
    uint64_t steps;                   /* steps of a trace that were followed */
    uint64_t states;                  /* states of a certificate that were checked */
    uint64_t nodes;                   /* nodes of a strategy that were checked */
    struct text_buffer properties;    /* this program's names of the properties */
    char reason[VERIFICATION_REASON]; /* what was confirmed, or what is wrong */
};

/*
 * Each function fills *verification and returns 0; or, if neither can be said, it returns -1 with *error
 * filled: ERROR_INPUT (the form of evidence or network is wrong), ERROR_MEMORY, ERROR_LIMIT,
 * ERROR_INTERRUPTED. The caller frees *verification with verification_free, even after an error.
 */
void verification_free(struct verification *verification, const struct run *run);

/* Checks a trace with its states: every step, and that its end violates the property. */
int verify_trace(const struct evidence *evidence, language_tree *tree, const struct run *run,
                 struct verification *verification, struct error *error);
/*
 * Checks a trace of labels alone (trace_read_labels), with texts of the tree's table. It is confirmed if the
 * network has a path with these labels whose end violates the property (NULL: any path will do). For a
 * formula it is confirmed if such a path alone decides it, whatever else the network does; the reason then
 * says whether the formula holds.
 */
int verify_labels(const char *const *labels, uint64_t count, const struct property *property,
                  language_tree *tree, const struct run *run, struct verification *verification,
                  struct error *error);
/* Whether the evidence names the same processes as the network. Returns 1, or 0 with the difference in
 * *error (ERROR_INPUT). */
int verify_same_components(const struct evidence *evidence, const semantics *semantics, struct error *error);
/* Checks a certificate, whose tuples the reader reads next: they include every reachable state, and no
 * state among them violates a property. */
int verify_certificate(evidence_reader *reader, const struct evidence *evidence, language_tree *tree,
                       const struct run *run, struct verification *verification, struct error *error);
/* Checks a strategy (evidence->has_strategy), whose nodes the reader reads next: it is a strategy of the
 * game of network (whose labels are in the evidence) and formula, and it wins from the initial state. For a
 * trace, also that all plays follow it. */
int verify_formula(evidence_reader *reader, const struct evidence *evidence, language_tree *tree,
                   const struct run *run, struct verification *verification, struct error *error);

#endif
