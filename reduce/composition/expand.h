#ifndef HEDDLE_REDUCE_COMPOSITION_EXPAND_H
#define HEDDLE_REDUCE_COMPOSITION_EXPAND_H

#include "reduce/composition/composition.h"

struct trace;

/* A path of the composition's network, and what it is to become. */
struct expand_task {
    /* The network whose path is wanted: the composition's, before labels were hidden (hidden.h). */
    const struct network *network;
    const uint8_t *hidden; /* [network->label_count]: the labels that were hidden */
    const struct trace *path;
    int to_deadlock;     /* the path ends in a deadlock, and so shall the result */
    uint64_t most_steps; /* of the result */
};

/*
 * Makes a path of the whole network of one of the composition's, which kept its tree. A state of the
 * composition's network has a class for each piece; the expansion knows which state of the class each process
 * is really in. A step is preceded by the inert steps that lead to a state of the class where it can be made
 * (branching bisimulation: there are some from any state of the class), which are found in the graph of the
 * piece; these, and the step, are expanded in the same way for the parts of the piece. The graphs are made
 * again, so that composing keeps none. The steps that are not inert have the labels of the path, in its
 * order; the path is not a shortest one. A lasso becomes a lasso. The texts belong to the network.
 *
 * Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_LIMIT when the result would
 * have too many steps.
 */
int composition_expand(composition *composition, const struct expand_task *task, struct trace *trace,
                       struct error *error);

#endif
