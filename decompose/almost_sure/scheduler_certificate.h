#ifndef HEDDLE_DECOMPOSE_ALMOST_SURE_SCHEDULER_CERTIFICATE_H
#define HEDDLE_DECOMPOSE_ALMOST_SURE_SCHEDULER_CERTIFICATE_H

#include <stdint.h>

#include "decompose/almost_sure/almost_sure.h"
#include "explorer/graph/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct memory;
struct run;

/*
 * What shows that a scheduler reaches a goal with probability 1, and where none does (docs/evidence.md,
 * checker/verify/verify_components.h). The goal is to take certain choices once, to visit certain states
 * once, or to take certain choices again and again.
 *
 * States with a rank: the edges of the choice that the scheduler takes there all lead to states with a rank,
 * one of them to a smaller one; unless the choice performs the goal (once, its edges may then lead anywhere),
 * or the state is one (then the choice does not matter). So from every such state some way along falling
 * ranks leads to the goal, and the scheduler never leaves such states before: in every so many steps the goal
 * comes with a probability above some bound.
 *
 * States without a rank fell at some time, from 1 on: such a state is no goal, and for each of its choices
 *
 *     some edge leads to a state that fell strictly earlier; or all lead to states that fell at the same
 * time, and the choice does not perform the goal (once: no choice of such a state does).
 *
 * So no scheduler does it from there: if it takes, with positive probability, some choice of the first kind,
 * it comes to a state that fell earlier, from where it fails by induction over the times; if not, it stays
 * among states that fell at the same time, and performs no goal there.
 */
struct scheduler_certificate {
    struct memory *memory;
    uint64_t vertices;
    uint32_t *rank; /* ALMOST_SURE_NONE: no scheduler does it from here */
    uint32_t *fell; /* 0 where there is a rank */
};

/* What is to be reached; bitmaps, NULL is nothing. */
struct scheduler_goal {
    const uint32_t *edges;  /* all those of choices that are to be taken */
    const uint32_t *states; /* that are to be visited; NULL where the goal is to be reached repeatedly */
    int repeatedly;
};

/*
 * Makes evidence from what almost-sure reachability gave (decompose/almost_sure/almost_sure.h): choice[0 ..
 * vertices), the first edge of the choice or ALMOST_SURE_NO_CHOICE; and which vertices have a rank. Ranks are
 * made again, for the choices, so that they fall all the way; times by rounds of backward searches, each
 * linear. Takes about 20 bytes a vertex and 12 an edge beside the result, on one thread. *evidence begins as
 * zeros; scheduler_certificate_free frees it, whatever was returned. 0, or -1 with *error filled:
 * ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_INPUT when the choices do not reach the goal from there, or from
 * other vertices some do.
 */
int scheduler_certificate_make(const struct digraph *graph, const struct scheduler_goal *goal,
                               const uint32_t *rank, const uint64_t *choice, const struct run *run,
                               struct scheduler_certificate *evidence, struct error *error);
void scheduler_certificate_free(struct scheduler_certificate *evidence);

#ifdef __cplusplus
}
#endif
#endif
