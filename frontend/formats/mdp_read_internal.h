#ifndef HEDDLE_FRONTEND_FORMATS_MDP_READ_INTERNAL_H
#define HEDDLE_FRONTEND_FORMATS_MDP_READ_INTERNAL_H

#include <string.h>

#include "model/mdp.h"
#include "decompose/mdp/mdp_builder.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/scan.h"

/* What the readers of MDPs share. Each begins at the first line that is not blank. */

/* keep: the probabilities. */
struct mdp *mdp_read_tra(struct lines *lines, int keep, const struct run *run, struct error *error);
struct mdp *mdp_read_drn(struct lines *lines, int keep, const struct run *run, struct error *error);
/* Closes the lines. */
struct mdp *mdp_read_aut(struct lines *lines, const char *path, const struct mdp_read_options *options,
                         const struct run *run, struct error *error);
/* Labels of states for an MDP that has none, in PRISM's or Storm's dialect. 0 or -1. */
int mdp_read_labels(const char *path, struct mdp *mdp, const struct run *run, struct error *error);
/* Whether the .sta file is of as many states. 0 or -1. */
int mdp_check_states(const char *path, struct mdp *mdp, const struct run *run, struct error *error);

/* The kind of model, in any case: 0 and whether it is a chain, `dtmc` or `ctmc` (else `mdp`), and has rates;
 * -1 for kinds that are not supported. */
int mdp_read_kind(const struct scan *scan, const char *text, size_t length, int *is_chain, int *has_rates);
static inline struct mdp_place mdp_place_of(const struct scan *scan, const char *at) {
    uint64_t column = (uint64_t)(at - scan->begin) + 1;
    return (struct mdp_place){scan->line, column > UINT32_MAX ? UINT32_MAX : (uint32_t)column};
}

#endif
