#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_INTERNAL_H

#include "checker/property/fairness.h"
#include "frontend/walk/walker.h"
#include "checker/strategy/tuple_set.h"
#include "checker/verify/verify.h"

/* Shared by the files of the verifier: the check of one piece of evidence. */
struct verifier {
    const struct run *run;
    const struct evidence *evidence; /* NULL: labels alone */
    evidence_reader *reader;
    const struct verify_input *input;
    struct verification *verification;
    struct error *error;
    walker *walker; /* NULL: a stored input */
    struct property *properties;
    uint32_t property_count;
    struct fairness fairness;  /* what they assume */
    struct evidence localised; /* the evidence with local states, if it has values of variables */
    uint32_t *states;          /* those of its trace; or NULL */
};

/* The checks of the kinds of evidence. Here and below, a check returns 1; 0 with the reason in the
 * verification; or -1 with *verifier->error filled. */
int verify_trace(struct verifier *verifier);
int verify_certificate(struct verifier *verifier);
int verify_decomposition(struct verifier *verifier);
int verify_formula(struct verifier *verifier);
int verify_comparison(struct verifier *verifier);
int verify_difference(struct verifier *verifier);

/* Checks the own labels and the monitor's states of a trace, whose steps are known to be transitions. */
int verify_local(struct verifier *verifier);

/* Whether a run that begins with the trace, whose steps are known to be transitions, violates the property of
 * linear time, by the definition of each operator. trace: NULL for labels alone, which is an error. */
int verify_ltl(struct verifier *verifier, const struct property *property, const struct trace *trace);

/* Whether the loop of a trace, whose steps are known to be transitions, is fair, as the property assumes, by
 * the definition: what is possible in its states, and what its steps may be. */
int verify_fairness(struct verifier *verifier, const struct property *property, const struct trace *trace);

/* Checks a trace of labels alone; property: NULL if any path will do. */
int verify_path(struct verifier *verifier, const struct property *property, const char *const *labels,
                uint64_t count);

/* --- shared by the kinds (checker/verify/verify.c) --- */

/* Call it for each unit of work: it reports progress and honours the stop flag. Returns 0, or -1 with *error
 * filled. */
int verify_stopped(const struct verifier *verifier, const char *phase, uint64_t done, uint64_t total,
                   const char *unit);
/* Sets ERROR_MEMORY and returns -1. */
int verify_memory(const struct verifier *verifier);
/* The states to which the label leads a monitor; if it has no such move, it stays in its state. Returns their
 * number. */
uint32_t verify_monitor_moves(const monitor *monitor, const uint32_t *state, const char *label,
                              const uint32_t **targets);
/* The same for the monitor's number of a label (monitor_find_label). */
uint32_t verify_monitor_moves_on(const monitor *monitor, const uint32_t *state, uint32_t label,
                                 const uint32_t **targets);
/* Writes out the data of a formula for the labels of the network, or of the MDP. 0, or -1. */
int verify_expand(const struct verifier *verifier, const struct property *property);
/* Whether all local states exist. */
int verify_in_range(struct verifier *verifier, const uint32_t *state);

#define VERIFY_MOST_SAID 20 /* most processes of a state, and labels, in a message */

/* Adds a text to the reason, cut where there is no more room. Returns 0, the result of a check that fails. */
int verify_say(struct verifier *verifier, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a state to the reason: (producer 1, consumer 0) */
void verify_say_state(struct verifier *verifier, const uint32_t *state);
/* Adds the line of the evidence to the reason. */
void verify_say_line(struct verifier *verifier);

#endif
