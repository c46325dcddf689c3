#ifndef HEDDLE_CHECKER_EVIDENCE_COMPONENT_EVIDENCE_H
#define HEDDLE_CHECKER_EVIDENCE_COMPONENT_EVIDENCE_H

#include <stdint.h>

#include "checker/evidence/evidence.h"
#include "checker/property/goal.h"
#include "model/digraph.h"

struct almost_sure_plan;
struct error;
struct mdp;
struct run;

/* The input that evidence of components or of a scheduler is about: one of network, graph and mdp is set.
 * */
struct component_subject {
    const struct evidence_subject *network;
    const char *graph; /* path of a stored graph, as aut_read reads it; every edge counts */
    const char *mdp;   /* path of an MDP, as mdp_read reads it; labels: path of its .lab file, or NULL */
    const char *labels;
    int keep_races; /* network only: --no-maximal-progress */
    /* Network only: gives the local states of a vertex, one per process. Vertex 0 is the initial state. */
    void (*tuple)(void *context, uint64_t vertex, uint32_t *tuple);
    void *context;
};

/*
 * The next functions make evidence (decompose/components/component_certificate.h,
 * decompose/almost_sure/scheduler_certificate.h) and write it (docs/evidence-format.md). The file appears
 * under its name when it is complete, and is compressed if the name ends in .gz or .zst. They return 0, or -1
 * with *error filled: also ERROR_INPUT if the arguments are not such a decomposition.
 */

/* component: the result of scc_cpu. Every edge of the input is an edge of the graph, and `live` is NULL. */
int evidence_write_scc(const char *path, const struct component_subject *subject, const struct digraph *graph,
                       const uint32_t *component, const struct run *run, struct error *error);
/* component: the result of mec_cpu for mdp_digraph(mdp). */
int evidence_write_mec(const char *path, const struct component_subject *subject, const struct mdp *mdp,
                       const uint32_t *component, const struct run *run, struct error *error);
/* A scheduler for a goal of an MDP. plan: the result of almost_sure_cpu. The goal's label has the form of
 * mdp->label_text; its pattern is read with the options of the network, or as a basic one if there is no
 * network. */
struct scheduler_evidence {
    const struct mdp *mdp;
    const struct evidence_goal *goal;
    const struct almost_sure_plan *plan;
};

int evidence_write_scheduler(const char *path, const struct component_subject *subject,
                             const struct scheduler_evidence *scheduler, const struct run *run,
                             struct error *error);

/*
 * The same for a formula: of the product of an MDP and an automaton (checker/ltl_product.h). A state has the
 * automaton's state after those of the network, or after its number in a file.
 */
struct product_evidence {
    const struct mdp *mdp;
    const struct digraph *graph;
    const uint64_t *vertex; /* [vertices]: the MDP's state in the high half, and the automaton's */
    const uint32_t *labels; /* [edges]: as those of the MDP */
    const uint32_t *marked; /* bitmap over edges: the choices to take again and again */
    const struct evidence_goal *goal;
    const struct almost_sure_plan *plan;
};
int evidence_write_product(const char *path, const struct component_subject *subject,
                           const struct product_evidence *product, const struct run *run,
                           struct error *error);

/* Labels of choices. */
struct evidence_labels {
    char *const *text;
    uint32_t count;
};

/* Sets matches[0 .. count) to whether a choice with that label performs the goal, which is a label or a
 * pattern. Returns 0, or -1 with *error filled: ERROR_INPUT for a malformed pattern. */
int evidence_match_goal(const struct evidence_labels *labels, const struct evidence_goal *goal,
                        const struct exp_options *options, const struct run *run, unsigned char *matches,
                        struct error *error);

/* Bitmaps of the edges and of the states that reach a goal. */
struct evidence_goal_marks {
    uint32_t *edges, *states;
};

/* Marks the goal, for almost-sure reachability; the caller has zeroed both bitmaps. Returns 0, or -1 with
 * *error filled: ERROR_INPUT for a malformed pattern. */
int evidence_mark_goal(const struct mdp *mdp, const struct evidence_goal *goal,
                       const struct exp_options *options, const struct run *run,
                       const struct evidence_goal_marks *marks, struct error *error);

#endif
