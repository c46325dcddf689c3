#ifndef HEDDLE_CHECKER_EVIDENCE_CERTIFICATE_H
#define HEDDLE_CHECKER_EVIDENCE_CERTIFICATE_H

#include <stdint.h>

struct error;
struct evidence_subject;
struct exploration;
struct property;
struct run;

/*
 * A file of certificates (docs/evidence.md): the reachable states of complete searches that kept their
 * levels, for the properties that hold there.
 */
typedef struct certificate certificate;

/* The file is opened when the first certificate is added, and appears under its name only when finished. NULL
 * with *error filled. `path` and `subject` must outlive it. */
certificate *certificate_create(const char *path, const struct evidence_subject *subject,
                                const struct run *run, struct error *error);
/*
 * Adds the states of a search, in canonical order, and what they show: `properties` has `count` of them. If
 * that is a monitor, the search was that of its product. Consumes the exploration's table and levels. 0, or
 * -1 with *error filled: nothing can be added any more.
 */
int certificate_add(certificate *certificate, struct exploration *exploration,
                    const struct property *const *properties, uint32_t count, struct error *error);
/* Completes the file if anything was added, and frees; *written says whether there is one now. 0 or -1. */
int certificate_finish(certificate *certificate, int *written, struct error *error);
/* Gives up; frees. NULL is allowed. */
void certificate_discard(certificate *certificate);

#endif
