#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_INTERNAL_H

#include "checker/property/property.h"
#include "frontend/exp/walk/semantics.h"
#include "checker/strategy/tuple_set.h"
#include "checker/verify/verify.h"

/* Shared by the files of the verifier: the check of one piece of evidence. */
struct verifier {
    const struct run *run;
    semantics *semantics;
    struct property *properties;
    uint32_t property_count;
    struct verification *verification;
    struct error *error;
};

/* Prepares the semantics of the tree. Returns 0, or -1 with *verifier->error filled. verify_end frees the
 * verifier, even after an error. */
int verify_begin(struct verifier *verifier, language_tree *tree);
int verify_make_properties(struct verifier *verifier, const struct evidence *evidence, language_tree *tree);
void verify_end(struct verifier *verifier);
/* Adds a name to the names of the verification. Returns 0 or -1. */
int verify_name_property(struct verifier *verifier, const struct property *property);

/* Whether the evidence names the processes of the network. Returns 1, or 0 with the reason. */
int verify_components(struct verifier *verifier, const struct evidence *evidence);

/* Adds a text to the reason, cut where there is no more room. */
void verify_say(struct verifier *verifier, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a state to the reason: (producer 1, consumer 0) */
void verify_say_state(struct verifier *verifier, const uint32_t *state);
/* Adds the labels of the transitions to the reason, each label once. */
void verify_say_labels(struct verifier *verifier, const struct semantics_transition *transitions,
                       uint64_t count);
/* Whether all local states exist; otherwise the reason names the one that does not. */
int verify_in_range(struct verifier *verifier, const uint32_t *state);

/* Reports progress in checking a trace. */
void verify_report_step(const struct run *run, uint64_t done, uint64_t total);
/* Whether the last state is a deadlock. Returns 1, 0 with the reason, or -1. */
int verify_ends_in_deadlock(struct verifier *verifier, const uint32_t *state);
/* Whether the property forbids the last label (NULL if there is none). Returns 1, 0 with the reason, or -1.
 * */
int verify_ends_with_label(struct verifier *verifier, const struct property *property, const char *label);
/* Fills the verification from the result of the checks. Returns 0 or -1. property: may be NULL.
 * shows_holding: the trace is to prove that the property holds, rather than a violation. */
int verify_conclude(struct verifier *verifier, const struct property *property, int shows_holding, int holds);

#endif
