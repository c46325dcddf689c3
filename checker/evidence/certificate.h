#ifndef HEDDLE_CHECKER_EVIDENCE_CERTIFICATE_H
#define HEDDLE_CHECKER_EVIDENCE_CERTIFICATE_H

#include <stdint.h>

#include "base/records.h"

struct error;
struct evidence_subject;
struct exploration;
struct property;
struct run;

/*
 * A file of certificates (docs/evidence-format.md): the reachable states of complete searches, with the
 * properties that hold there. Such a search must keep its levels. Of several ranks (run->ranks), each has a
 * certificate and gives its own states; rank 0 writes the file, which is that of one process.
 */
typedef struct certificate certificate;

/*
 * Opens the file when the first certificate is added; it appears under its name when it is finished.
 * Returns NULL with *error filled. `path` and `subject` must outlive the certificate. window: of several
 * ranks, the most states of each that rank 0 holds at a time; 0: the default.
 */
certificate *certificate_create(const char *path, const struct evidence_subject *subject, uint64_t window,
                                const struct run *run, struct error *error);
/* The states of a complete search, of this rank, as certificates have them: tuples of local states (with a
 * monitor, its state is the last number), sorted. Consumes the exploration's levels. Returns 0, or -1 with
 * *error filled; the caller frees the states in either case. */
int certificate_states(struct exploration *exploration, const struct run *run, struct records *states,
                       struct error *error);

/* More states than these are packed; fewer are lines of text, which people can read. */
#define CERTIFICATE_MOST_LINES 10000u

/* A condition of fairness: of a process; or of a set of labels of the assumption, or of one label in it. */
struct certificate_condition {
    int is_process;
    uint64_t number;   /* of the process, or of the set */
    const char *label; /* or NULL */
};

/* What the last four numbers of the states mean for a property of runs: a set of obligations, a part, a
 * number, and a lack (docs/evidence-format.md). Borrowed. */
struct certificate_runs {
    const char *const *obligations; /* texts, for people */
    uint64_t obligation_count;
    const uint64_t *sets; /* of obligations */
    uint64_t set_count;
    const struct certificate_condition *conditions;
    uint64_t condition_count;
    uint32_t (*parts)[3]; /* in which part, with which number; the condition */
    uint64_t part_count;
};

/*
 * Adds the states of a search and the `count` properties that they prove. For a monitor, the search must be
 * that of its product. runs: for a single property of runs; else NULL. Collective; all ranks give the same
 * properties. Returns 0, or -1 with *error filled, in all ranks: nothing more can be added.
 */
int certificate_add(certificate *certificate, const struct records *states,
                    const struct certificate_runs *runs, const struct property *const *properties,
                    uint32_t count, struct error *error);
/* Completes the file if anything was added, and frees the certificate. Collective. *written: whether there is
 * a file now. Returns 0, or -1 with *error filled, in all ranks. */
int certificate_finish(certificate *certificate, int *written, struct error *error);
/* Abandons the file and frees the certificate. NULL is allowed. */
void certificate_discard(certificate *certificate);

#endif
