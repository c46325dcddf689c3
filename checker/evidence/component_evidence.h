#ifndef HEDDLE_CHECKER_EVIDENCE_COMPONENT_EVIDENCE_H
#define HEDDLE_CHECKER_EVIDENCE_COMPONENT_EVIDENCE_H

#include <stdint.h>

#include "checker/evidence/evidence.h"
#include "checker/property/goal.h"
#include "explorer/graph/digraph.h"

struct error;
struct mdp;
struct run;

/* What evidence of components or of a scheduler is about: one of the three. */
struct component_subject {
    const struct evidence_subject *network;
    const char *graph; /* path of a stored graph whose edges count, as aut_read reads it */
    const char *mdp;   /* path of what mdp_read reads; labels: of its .lab file, or NULL */
    const char *labels;
    int keep_races; /* of a network: --no-maximal-progress */
    /* Of a network: the local states of a vertex, one a component. Vertex 0 is the initial state. */
    void (*tuple)(void *context, uint64_t vertex, uint32_t *tuple);
    void *context;
};

/*
 * Each makes evidence (decompose/components/component_certificate.h,
 * decompose/almost_sure/scheduler_certificate.h) and writes it (docs/evidence.md); the file appears under its
 * name only when complete, compressed when that ends in .gz or .zst. 0, or -1 with *error filled: also
 * ERROR_INPUT when what is given is no such decomposition.
 */

/* component: as scc_cpu gives it. Every edge of the input is one of the graph, and `live` is NULL. */
int evidence_write_scc(const char *path, const struct component_subject *subject, const struct digraph *graph,
                       const uint32_t *component, const struct run *run, struct error *error);
/* component: as mec_cpu gives it for mdp_digraph(mdp). */
int evidence_write_mec(const char *path, const struct component_subject *subject, const struct mdp *mdp,
                       const uint32_t *component, const struct run *run, struct error *error);
/*
 * rank, choice: as almost_sure_reach_cpu or, where goal->repeatedly, almost_sure_repeat_cpu give them. The
 * goal's label is as choices have it in mdp->label_text; its pattern is read as those of the network are, or
 * as a basic one.
 */
int evidence_write_scheduler(const char *path, const struct component_subject *subject, const struct mdp *mdp,
                             const struct evidence_goal *goal, const uint32_t *rank, const uint64_t *choice,
                             const struct run *run, struct error *error);

/* The bitmaps of what performs the goal, for almost-sure reachability: goal_edges over edges and goal_states
 * over states, zeroed by the caller. 0, or -1 with *error filled: ERROR_INPUT for a pattern that is none. */
int evidence_mark_goal(const struct mdp *mdp, const struct evidence_goal *goal,
                       const struct exp_options *options, const struct run *run, uint32_t *goal_edges,
                       uint32_t *goal_states, struct error *error);

#endif
