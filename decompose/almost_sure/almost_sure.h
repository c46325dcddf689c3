#ifndef HEDDLE_DECOMPOSE_ALMOST_SURE_ALMOST_SURE_H
#define HEDDLE_DECOMPOSE_ALMOST_SURE_ALMOST_SURE_H

#include <stdint.h>

#include "decompose/mec/mec.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device;
struct error;
struct run;

#define ALMOST_SURE_NONE UINT32_MAX
#define ALMOST_SURE_NO_CHOICE UINT64_MAX

/* The goal: choices to take, states to visit, or both. NULL stands for the empty set, and at most one is
 * NULL. */
struct almost_sure_goal {
    const uint32_t *edges;  /* bitmap over edges: all edges of the choices to take */
    const uint32_t *states; /* bitmap over vertices: the states to visit */
};

/*
 * The result, in the same memory as the graph. A scheduler that takes these choices reaches
 * the goal with probability 1 from every state that has a rank. For each such state: rank 0 is a goal, and
 * its choice is the one that performs the goal, or none if the state itself is the goal; the edges of the
 * choice of any other state all lead to states with a rank, and one of them to a lower rank.
 */
struct almost_sure_plan {
    uint32_t *rank;   /* vertices; ALMOST_SURE_NONE: no scheduler reaches the goal from here */
    uint64_t *choice; /* vertices: first edge of a choice, or ALMOST_SURE_NO_CHOICE; NULL: not requested */
    uint32_t *inside; /* bitmap over vertices: used by almost_sure_repeat_* alone (see there), else NULL */
};

struct almost_sure_report {
    double seconds;
    uint64_t rounds; /* number of backward searches */
    uint64_t bytes;  /* peak memory, without graph, goal and plan */
};

/*
 * States from which some scheduler reaches the goal with probability 1: the greatest set X of which each
 * state can reach the goal by choices all of whose edges lead to X (nu X . mu Y ..; de Alfaro 1997).
 * A choice that performs the goal need not stay in X. Choices that are not live are ignored, and a state
 * without live choices has lost unless it is a goal. Each round searches backward from the goal; states that
 * the search did not find fall, and choices that lead to fallen states die; rounds repeat until a fixpoint.
 * The ranks are the lengths of shortest paths in the last search, and each choice is the first in its row
 * that fits, so CPU and GPU give the same result.
 *
 * Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED; ERROR_LIMIT for a state with 2^31
 * choices. Takes 1.5 bits an edge, 8 bytes and 3 bits a vertex, and 8 bytes a vertex and 4 bytes an edge for
 * the transpose, without which it sweeps over all vertices.
 */
int almost_sure_reach_cpu(const struct digraph *graph, const struct almost_sure_goal *goal,
                          const struct run *run, const struct almost_sure_plan *plan,
                          struct almost_sure_report *report, struct error *error);

/*
 * States from which some scheduler takes choices with the label infinitely often with probability 1: those
 * that almost surely reach MECs with such a choice inside. The label is a bitmap over edges with all edges of
 * each choice.
 *
 * plan->inside: the states of those MECs. Their ranks and choices lead to a choice with the label, and a
 * state of rank 0 has such a choice; all edges of their choices stay in the MEC. The ranks (from 1 on) and
 * choices of all other states lead to states inside, which count as rank 0 for them.
 *
 * Takes the memory of a MEC decomposition, then that of almost_sure_reach_cpu; and in addition to both, a bit
 * an edge and 16 bytes a vertex.
 */
int almost_sure_repeat_cpu(const struct digraph *graph, const uint32_t *label,
                           const struct mec_options *options, const struct run *run,
                           const struct almost_sure_plan *plan, struct almost_sure_report *report,
                           struct error *error);

/* The same with graph, goal and plan in the memory of a GPU; also ERROR_DEVICE. */
int almost_sure_reach_cuda(struct device *device, const struct digraph *graph,
                           const struct almost_sure_goal *goal, const struct run *run,
                           const struct almost_sure_plan *plan, struct almost_sure_report *report,
                           struct error *error);
int almost_sure_repeat_cuda(struct device *device, const struct digraph *graph, const uint32_t *label,
                            const struct mec_options *options, const struct run *run,
                            const struct almost_sure_plan *plan, struct almost_sure_report *report,
                            struct error *error);

#ifdef __cplusplus
}
#endif
#endif
