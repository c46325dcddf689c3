#ifndef HEDDLE_PARITY_TANGLES_TANGLES_H
#define HEDDLE_PARITY_TANGLES_TANGLES_H

/*
 * Tangle learning (van Dijk, Attracting Tangles to Solve Parity Games, CAV 2018), with a search inside
 * regions that are not closed; tangles.c describes it. Private to the solvers on the host.
 */
#include <stdint.h>

struct solving;
struct tangles;

/* Allocates 36 bytes for each vertex of the game; tangles take more. Returns 0, or -1 with *error filled. */
int tangles_open(struct tangles **tangles, struct solving *solving);
void tangles_close(struct tangles *tangles); /* NULL is allowed */

/* Tangle learning gives up when it exceeds one of these. They hold again from the beginning after a good part
 * of the vertices has been decided. */
struct tangle_limits {
    uint64_t work; /* as in solving->work */
    /* A pass that learns no fewer tangles than the one before is a sign that tangles count, as bits do. All
     * such passes together learn at most this many times as many as the pass that learned most (UINT64_MAX:
     * no limit). */
    uint64_t stalls;
};

/*
 * Decides the undecided vertices of a list, sorted by level, that has no edge to an undecided vertex outside;
 * and other vertices, which these attract. Gives up at the limits, or, unless the solver is TANGLES, when
 * memory does not suffice for more tangles; the rest stays undecided. The tangles stay, and the next call
 * with this list begins with them, whatever was decided meanwhile. Overwrites the stack, and strategies of
 * undecided vertices. Returns 0, 1 when it gave up, -1 with *error filled.
 */
int tangles_solve(struct tangles *tangles, const uint32_t *list, uint64_t count,
                  const struct tangle_limits *limits);
/* Forgets the tangles of a list; call before tangles_solve gets another one. NULL is allowed. */
void tangles_forget(struct tangles *tangles, const uint32_t *list, uint64_t count);

#endif
