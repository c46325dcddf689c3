#ifndef HEDDLE_DECOMPOSE_ALMOST_SURE_SCHEDULER_CERTIFICATE_H
#define HEDDLE_DECOMPOSE_ALMOST_SURE_SCHEDULER_CERTIFICATE_H

#include <stdint.h>

#include "decompose/almost_sure/almost_sure.h"
#include "model/digraph.h"

struct error;
struct memory;
struct run;

/*
 * A certificate that a scheduler reaches a goal with probability 1 from some states, and that no scheduler
 * does from the others (docs/evidence-format.md, checker/verify/verify.h). The goal is to take certain
 * choices once, to visit certain states once, or to take certain choices again and again.
 *
 * States with a rank: the edges of the choice that the scheduler takes there all lead to states with a rank,
 * one of them to a smaller one; unless the choice performs the goal (once, its edges may then lead anywhere),
 * or the state is one (then the choice does not matter). So from every such state some path along falling
 * ranks leads to the goal, and the scheduler never leaves these states before: there are a number of steps
 * and a positive bound such that within so many steps, the goal is reached with at least that probability.
 *
 * States without a rank fell at some time, from 1 on: such a state is not a goal, and for each of its choices
 *
 *     some edge leads to a state that fell strictly earlier; or all lead to states that fell at the same
 * time, and the choice does not perform the goal (once: no choice of such a state does).
 *
 * So no scheduler reaches the goal from there: if it takes, with positive probability, some choice of the
 * first kind, it comes to a state that fell earlier, from where it fails by induction over the times; if not,
 * it stays among states that fell at the same time, and performs no goal there.
 *
 * Of all schedulers (almost_sure_goal.every): the states with a rank are those from which some scheduler
 * avoids the goal with positive probability. They are no goals, and the choice of the plan does not perform
 * it. A state of rank 0 is a deadlock, or its choice leads to states of rank 0 alone, so the goal is avoided
 * for ever; the choice of any other state can lead to a smaller rank. A state without a rank is a goal, or
 * each of its choices (there is one) performs the goal, or leads to states without a rank alone, some of
 * which fell strictly earlier. So whatever the scheduler does, it stays among these states until it meets the
 * goal, and within as many steps as there are times it does so with a probability above a positive bound.
 */
struct scheduler_certificate {
    struct memory *memory;
    uint64_t vertices;
    uint32_t *rank; /* ALMOST_SURE_NONE: no scheduler reaches the goal from here */
    uint32_t *fell; /* time of the fall; 0 for vertices with a rank */
};

/*
 * Makes a certificate from the choices of a plan, and from which vertices it gives a rank; plan->inside is
 * not used. It computes the ranks again, for these choices, so that they fall along every path; and the times
 * by rounds of backward searches, each linear. Takes about 20 bytes a vertex and 12 an edge in addition to
 * the result, on one thread. *evidence begins as zeros; scheduler_certificate_free frees it, whatever was
 * returned. Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_INPUT when the
 * choices do not reach the goal from a vertex with a rank, or some scheduler reaches it from a vertex
 * without.
 */
int scheduler_certificate_make(const struct digraph *graph, const struct almost_sure_goal *goal,
                               const struct almost_sure_plan *plan, const struct run *run,
                               struct scheduler_certificate *evidence, struct error *error);
void scheduler_certificate_free(struct scheduler_certificate *evidence);

#endif
