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

/* What is to be reached: one of both or both; NULL is nothing. */
struct almost_sure_goal {
    const uint32_t *edges;  /* bitmap over edges: all those of choices that are to be taken */
    const uint32_t *states; /* bitmap over vertices: states that are to be visited */
};

/*
 * Where to reach it and how, in the memory where the graph is. A scheduler that takes these choices reaches
 * the goal with probability 1 from every state that has a rank. For each such state: rank 0 is a goal, which
 * has the choice that performs it, or none if only the state is one; the edges of the choice of any other
 * state all lead to states with a rank, and one of them to a lower rank.
 */
struct almost_sure_plan {
    uint32_t *rank;   /* vertices; ALMOST_SURE_NONE: no scheduler does it from here */
    uint64_t *choice; /* vertices: first edge of a choice, or ALMOST_SURE_NO_CHOICE; or NULL: not wanted */
    uint32_t *inside; /* bitmap over vertices: only of almost_sure_repeat_*, see there; else NULL */
};

struct almost_sure_report {
    double seconds;
    uint64_t rounds; /* backward searches */
    uint64_t bytes;  /* most memory that it took beside graph, goal and plan */
};

/*
 * States from which some scheduler reaches the goal with probability 1: the greatest set X of which each
 * state can reach the goal by choices all of whose edges lead to X (nu X . mu Y ..; de Alfaro 1997).
 * A choice that performs the goal need not stay in X. Choices that are not live are as if they were not
 * there, and a state without any has lost unless it is a goal. By rounds: a backward search from the goal;
 * states that it did not find fall, choices that lead to those die, to a fixpoint. The ranks are the lengths
 * of shortest ways of the last search, and the choices the first in their rows that fit: every side gives the
 * same.
 *
 * 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED; ERROR_LIMIT for a state with 2^31 choices.
 * Takes 1.5 bits an edge, 8 bytes and 3 bits a vertex, and 8 bytes a vertex and 4 bytes an edge for the
 * transpose, without which it sweeps.
 */
int almost_sure_reach_cpu(const struct digraph *graph, const struct almost_sure_goal *goal,
                          const struct run *run, const struct almost_sure_plan *plan,
                          struct almost_sure_report *report, struct error *error);

/*
 * States from which some scheduler takes choices with the label (a bitmap over edges, all those of a choice)
 * infinitely often with probability 1: those that almost surely reach MECs which have such a choice inside.
 *
 * plan->inside: the states of those MECs. Their ranks and choices are for reaching a choice with the label,
 * rank 0 is one that has it; all edges of their choices lead to states that are inside and of the same MEC.
 * The ranks of the others, from 1 on, and their choices are for reaching states that are inside, which count
 * as rank 0 for them.
 *
 * Takes the memory of a MEC decomposition, then that of almost_sure_reach_cpu; and beside both a bit an edge,
 * and 16 bytes a vertex.
 */
int almost_sure_repeat_cpu(const struct digraph *graph, const uint32_t *label,
                           const struct mec_options *options, const struct run *run,
                           const struct almost_sure_plan *plan, struct almost_sure_report *report,
                           struct error *error);

/* The same with graph, goal and plan in the memory of a GPU; ERROR_DEVICE, too. */
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
