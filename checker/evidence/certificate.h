#ifndef HEDDLE_CHECKER_EVIDENCE_CERTIFICATE_H
#define HEDDLE_CHECKER_EVIDENCE_CERTIFICATE_H

#include <stdint.h>

#include "base/records.h"

struct error;
struct evidence_subject;
struct exploration;
struct property;
struct run;

/* A file of certificates (docs/evidence.md): the reachable states of complete searches, with the properties
 * that hold there. Such a search must keep its levels. */
typedef struct certificate certificate;

/* Opens the file when the first certificate is added; it appears under its name when it is finished.
 * Returns NULL with *error filled. `path` and `subject` must outlive the certificate. */
certificate *certificate_create(const char *path, const struct evidence_subject *subject,
                                const struct run *run, struct error *error);
/* The states of a complete search as certificates have them: tuples of local states (with a monitor, its
 * state is the last number), sorted. Consumes the exploration's levels. Returns 0, or -1 with *error filled;
 * the caller frees the states in either case. */
int certificate_states(struct exploration *exploration, const struct run *run, struct records *states,
                       struct error *error);

/* More states than these are packed; fewer are lines of text, which people can read. */
#define CERTIFICATE_MOST_LINES 10000u

/*
 * Adds the states of a search and the `count` properties that they prove. For a monitor, the search must be
 * that of its product. Returns 0, or -1 with *error filled: nothing more can be added.
 */
int certificate_add(certificate *certificate, const struct records *states,
                    const struct property *const *properties, uint32_t count, struct error *error);
/* Completes the file if anything was added, and frees the certificate. *written: whether there is a file
 * now. Returns 0 or -1. */
int certificate_finish(certificate *certificate, int *written, struct error *error);
/* Abandons the file and frees the certificate. NULL is allowed. */
void certificate_discard(certificate *certificate);

#endif
