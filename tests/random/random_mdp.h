#ifndef HEDDLE_TESTS_RANDOM_RANDOM_MDP_H
#define HEDDLE_TESTS_RANDOM_RANDOM_MDP_H

#include <stdint.h>

#include "model/digraph.h"

#define RANDOM_MDP_STATES 60u
#define RANDOM_MDP_EDGES 4096u
/* How many a suite draws, and how many states lie in a row in its deepest MDP. */
#ifdef HEDDLE_SANITIZED
#define RANDOM_MDP_CASES 800u
#define RANDOM_MDP_DEEP 20000u
#else
#define RANDOM_MDP_CASES 6000u
#define RANDOM_MDP_DEEP 1000000u
#endif

/* What random MDPs look like, before choices die. */
enum random_mdp_shape {
    RANDOM_MDP_UNIFORM, /* targets anywhere */
    RANDOM_MDP_LOCAL,   /* targets nearby */
    RANDOM_MDP_CHAIN,   /* a way back from everywhere, unless an earlier state fell: one falls after the other
                         */
    RANDOM_MDP_NESTED,  /* each round of a decomposition takes a layer away */
    RANDOM_MDP_BLOCKS,  /* end components and choices between them */
    RANDOM_MDP_HUB,     /* a state with more than 64 edges to a chain */
    RANDOM_MDP_GRAPH,   /* every edge is a choice */
    RANDOM_MDP_TRAPS,   /* most states have few choices or none */
    RANDOM_MDP_SHAPES
};

const char *random_mdp_shape_name(enum random_mdp_shape shape);

struct random_mdp {
    enum random_mdp_shape shape;
    struct digraph graph; /* views the arrays below; `live` or `begins` may be NULL */
    uint64_t offsets[RANDOM_MDP_STATES + 1];
    uint32_t targets[RANDOM_MDP_EDGES];
    uint32_t live[RANDOM_MDP_EDGES / 32], begins[RANDOM_MDP_EDGES / 32];
    uint32_t label[RANDOM_MDP_EDGES / 32];       /* some choices: all their edges */
    uint32_t states[RANDOM_MDP_STATES / 32 + 1]; /* some states */
    uint64_t choices;                            /* dead ones, too */
};

/* A random MDP of at most `most` (up to RANDOM_MDP_STATES) states; the same seed gives the same one. The
 * structure points into itself: it is not to be copied. */
void random_mdp_make(uint64_t seed, uint64_t most, struct random_mdp *out);

#endif
