#ifndef HEDDLE_FRONTEND_FORMATS_MDP_READ_INTERNAL_H
#define HEDDLE_FRONTEND_FORMATS_MDP_READ_INTERNAL_H

#include <string.h>

#include "decompose/mdp/mdp.h"
#include "decompose/mdp/mdp_builder.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/aut_lines.h"
#include "frontend/formats/aut_scan.h"

/* What the readers of the formats share. Lines stand at the first one that is not blank. */
struct lts;

/* keep: the probabilities. */
struct mdp *mdp_read_tra(struct aut_lines *lines, int keep, const struct run *run, struct error *error);
struct mdp *mdp_read_drn(struct aut_lines *lines, int keep, const struct run *run, struct error *error);
/* Closes the lines. */
struct mdp *mdp_read_aut(struct aut_lines *lines, const char *path, const struct mdp_read_options *options,
                         const struct run *run, struct error *error);
/* Labels of states for an MDP that has none, in PRISM's or Storm's dialect. 0 or -1. */
int mdp_read_labels(const char *path, struct mdp *mdp, const struct run *run, struct error *error);
/* Whether the .sta file is of as many states. 0 or -1. */
int mdp_check_states(const char *path, struct mdp *mdp, const struct run *run, struct error *error);

/* --- pieces of lines --- */

/* The next line that is not blank, without blanks at its ends: 1, 0 at the end of the file, -1. */
int mdp_next_line(struct aut_lines *lines, struct aut_scan *scan, struct error *error);
/* Whether the line goes on with the word, which ends there. */
int mdp_scan_is_word(const struct aut_scan *scan, const char *word);
/* Bytes up to the next blank or the end of the line. */
size_t mdp_scan_word_length(const struct aut_scan *scan);
/* Blanks, then a positive number, which ends at a blank or the end of the line. 0 or -1. */
int mdp_scan_probability(struct aut_scan *scan, double *probability);
/* Blanks, then a number below `states`; `what` describes it. 0 or -1. */
int mdp_scan_state(struct aut_scan *scan, uint64_t states, uint32_t *state, const char *what);
/* Blanks, then the end of the line. 0 or -1. */
int mdp_scan_end(struct aut_scan *scan);
/* The kind of model, in any case: 0 and whether it is `dtmc` (else `mdp`); -1 for kinds that are not
 * supported. */
int mdp_scan_kind(const struct aut_scan *scan, const char *text, size_t length, int *is_chain);
/* "expected WHAT, found the end of the file". -1. */
int mdp_fail_end(const struct aut_lines *lines, const char *what, struct error *error);

static inline struct mdp_place mdp_place_of(const struct aut_scan *scan, const char *at) {
    uint64_t column = (uint64_t)(at - scan->begin) + 1;
    return (struct mdp_place){scan->line, column > UINT32_MAX ? UINT32_MAX : (uint32_t)column};
}

#endif
