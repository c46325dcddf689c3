#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_INTERNAL_H

#include "checker/property/property.h"
#include "frontend/exp/walk/semantics.h"
#include "checker/strategy/tuple_set.h"
#include "checker/verify/verify.h"

/* What the files of the verifier share: one piece of evidence at work. */
struct verifier {
    const struct run *run;
    semantics *semantics;
    struct property *properties;
    uint32_t property_count;
    struct verification *verification;
    struct error *error;
};

/* Walks the tree; 0, or -1 with *verifier->error filled. verify_end frees, whatever happened. */
int verify_begin(struct verifier *verifier, language_tree *tree);
int verify_make_properties(struct verifier *verifier, const struct evidence *evidence, language_tree *tree);
void verify_end(struct verifier *verifier);
/* Adds a name to those of the verification; 0 or -1. */
int verify_name_property(struct verifier *verifier, const struct property *property);

/* Whether the components are those of the network: 1, or 0 with the reason. */
int verify_components(struct verifier *verifier, const struct evidence *evidence);

/* Adds to the reason, as much as there is room for. */
void verify_say(struct verifier *verifier, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* (producer 1, consumer 0) */
void verify_say_state(struct verifier *verifier, const uint32_t *state);
/* The labels of the transitions, each once. */
void verify_say_labels(struct verifier *verifier, const struct semantics_transition *transitions,
                       uint64_t count);
/* Whether all local states exist; else the reason says which one does not. */
int verify_in_range(struct verifier *verifier, const uint32_t *state);

/* Of a trace: progress. */
void verify_report_step(const struct run *run, uint64_t done, uint64_t total);
/* Whether the last state is a deadlock: 1, 0 with the reason, or -1. */
int verify_ends_in_deadlock(struct verifier *verifier, const uint32_t *state);
/* Whether the last label (NULL when there is none) is one that the property forbids: the same. */
int verify_ends_with_label(struct verifier *verifier, const struct property *property, const char *label);
/* Fills the verification from what the checks returned; 0 or -1. property: or NULL; shows_holding: that is
 * what the trace is for, rather than for a violation. */
int verify_conclude(struct verifier *verifier, const struct property *property, int shows_holding, int holds);

#endif
