#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_H

#include <stdint.h>

#include "checker/verify/evidence_read.h"
#include "frontend/language/language.h"

struct error;
struct memory;
struct property;
struct run;

/*
 * Checks evidence against a network by walking its tree (frontend/exp/walk/semantics.h), independently of how
 * the evidence was found.
 */
#define VERIFICATION_REASON 4096

struct verification {
    int confirmed;
    uint64_t steps;  /* of a trace that were followed */
    uint64_t states; /* of a certificate that were checked */
    uint64_t nodes;  /* of a strategy */
    char *property;  /* names of the properties, as this program gives them; or NULL */
    uint64_t property_bytes;
    char reason[VERIFICATION_REASON]; /* what was confirmed, or what is wrong */
};

/*
 * Each fills *verification and returns 0, or returns -1 with *error filled when nothing can be said:
 * ERROR_INPUT (evidence or network is wrong in form), ERROR_MEMORY, ERROR_LIMIT, ERROR_INTERRUPTED. The
 * caller frees *verification with verification_free, whatever they return.
 */
void verification_free(struct verification *verification, const struct run *run);

/* A trace with its states: every step, and that its end violates its property. */
int verify_trace(const struct evidence *evidence, language_tree *tree, const struct run *run,
                 struct verification *verification, struct error *error);
/*
 * A trace of labels alone (trace_read_labels), texts as the tree's table has them. Confirmed when the network
 * has a path with these labels whose end violates the property (NULL for none); of a formula, when such a
 * path alone decides it, whatever else the network does: the reason says which way.
 */
int verify_labels(const char *const *labels, uint64_t count, const struct property *property,
                  language_tree *tree, const struct run *run, struct verification *verification,
                  struct error *error);
/*
 * Whether the components are those of the network, by their names: 1, or 0 with what differs in *error
 * (ERROR_INPUT).
 */
int verify_same_components(const struct evidence *evidence, const semantics *semantics, struct error *error);
/* A certificate, whose tuples the reader is about to read: they are the whole of what can be reached, or
 * more, and none of them violates a property. */
int verify_certificate(evidence_reader *reader, const struct evidence *evidence, language_tree *tree,
                       const struct run *run, struct verification *verification, struct error *error);
/* A strategy (evidence->has_strategy), whose nodes the reader is about to read: it is one of the game of
 * network (whose labels the evidence has) and formula, and wins from the initial state; of a trace, that all
 * plays go along it. */
int verify_formula(evidence_reader *reader, const struct evidence *evidence, language_tree *tree,
                   const struct run *run, struct verification *verification, struct error *error);

#endif
