#ifndef HEDDLE_DECOMPOSE_ALMOST_SURE_ALMOST_SURE_H
#define HEDDLE_DECOMPOSE_ALMOST_SURE_ALMOST_SURE_H

#include <stdint.h>

#include "decompose/mec/mec.h"

struct digraph_device;
struct error;
struct run;

#define ALMOST_SURE_NONE UINT32_MAX
#define ALMOST_SURE_NO_CHOICE UINT64_MAX

/* The goal: to take certain choices or visit certain states once, or to take certain choices infinitely
 * often. The bitmaps are in the same memory as the graph; NULL stands for the empty set. */
struct almost_sure_goal {
    const uint32_t *edges;  /* bitmap over edges: all edges of the choices to take */
    const uint32_t *states; /* bitmap over vertices: the states to visit; ignored if `repeatedly` */
    int repeatedly;         /* take the choices infinitely often; `edges` is not NULL */
    int every;              /* once: by every scheduler; the plan is then how one avoids the goal */
    struct mec_options mec; /* if `repeatedly`: options of the MEC decomposition; zeros are the defaults */
};

/*
 * The result, in the same memory as the graph. A scheduler that takes these choices reaches the goal with
 * probability 1 from every state that has a rank.
 *
 * Once: a state of rank 0 is a goal, and its choice is the one that performs the goal, or none if the state
 * itself is the goal; the edges of the choice of any other state all lead to states with a rank, and one of
 * them to a lower rank.
 *
 * Repeatedly: ranks and choices of the states inside MECs with a goal lead to a choice of the goal, and a
 * state of rank 0 has such a choice; all edges of their choices stay in the MEC. The ranks (from 1 on) and
 * choices of all other states lead to states inside, which count as rank 0 for them.
 *
 * Every: a scheduler that takes these choices avoids the goal with positive probability from every state that
 * has a rank, and none does from the others. No choice performs the goal, and no state with a rank is one. A
 * state of rank 0 has no live choice, or the choice leads to states of rank 0 alone; that of any other state
 * can lead to the next lower rank.
 */
struct almost_sure_plan {
    uint32_t *rank; /* vertices; ALMOST_SURE_NONE: no scheduler reaches (every: avoids) the goal from here */
    uint64_t *choice; /* vertices: first edge of a choice, or ALMOST_SURE_NO_CHOICE; NULL: not requested */
    uint32_t *inside; /* repeatedly: bitmap over vertices: states of MECs with a choice of the goal inside;
                         NULL: not requested */
};

struct almost_sure_report {
    double seconds;
    uint64_t rounds; /* number of backward searches */
    uint64_t bytes;  /* peak memory, without graph, goal and plan */
};

/*
 * Finds the states from which some scheduler reaches the goal with probability 1.
 *
 * Once: the greatest set X of which each state can reach the goal by choices all of whose edges lead to X
 * (nu X . mu Y ..; de Alfaro 1997). A choice that performs the goal need not stay in X. Choices that are not
 * live are ignored, and a state without live choices has lost unless it is a goal. Each round searches
 * backward from the goal; states that the search did not find fall, and choices that lead to fallen states
 * die; rounds repeat until a fixpoint. The ranks are the lengths of shortest paths in the last search, and
 * each choice is the first in its row that fits, so CPU and GPU give the same result.
 *
 * Repeatedly: the states that almost surely reach MECs with a choice of the goal inside.
 *
 * Every: the states from which some scheduler avoids the goal with positive probability. Those where one
 * avoids it surely are the greatest set of states that are no goals, each without a live choice, or with one
 * that does not perform the goal and stays in the set; from the others, a path leads there on which no goal
 * is (Baier and Katoen, Principles of Model Checking, section 10.6.1).
 *
 * Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED; ERROR_LIMIT for a state with 2^31
 * choices. Takes 1.5 bits an edge, 8 bytes and 3 bits a vertex, and 8 bytes a vertex and 4 bytes an edge for
 * the transpose, without which it sweeps over all vertices. Repeatedly: the memory of a MEC decomposition
 * before, and in addition to both a bit an edge and 16 bytes a vertex.
 */
int almost_sure_cpu(const struct digraph *graph, const struct almost_sure_goal *goal, const struct run *run,
                    const struct almost_sure_plan *plan, struct almost_sure_report *report,
                    struct error *error);
/* The same with graph, goal and plan in the memory of a GPU; also ERROR_DEVICE. */
int almost_sure_cuda(const struct digraph_device *graph, const struct almost_sure_goal *goal,
                     const struct run *run, const struct almost_sure_plan *plan,
                     struct almost_sure_report *report, struct error *error);
#endif
