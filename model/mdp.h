#ifndef HEDDLE_MODEL_MDP_H
#define HEDDLE_MODEL_MDP_H

#include <stdint.h>

#include "base/bitmap_core.h"
#include "base/memory.h"
#include "model/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct graph;
struct network;
struct run;

#define MDP_NO_LABEL UINT32_MAX

/* A reward structure: what states earn for each time that they are visited (in continuous time: for each unit
 * of time), and what choices earn when they are taken (in continuous time: for each unit of time, the sum of
 * rate times reward). */
struct mdp_reward {
    char *name;      /* "": none; owned */
    double *states;  /* [states], or NULL: nothing */
    double *choices; /* [choices], or NULL */
};

/*
 * A Markov decision process in host memory. Decompositions need only the supports of distributions;
 * probabilities are kept for writing and comparing MDPs. The choices of a state are consecutive; the edges of
 * a choice are consecutive and sorted by target, each target once. A state without choices is a deadlock.
 */
struct mdp {
    struct memory *memory;
    uint64_t states, choices, edges;
    uint32_t initial;
    uint32_t *initials; /* bitmap over states, of state_labels: the initial states, where there are several;
                           `initial` is the first; else NULL */
    /* Bitmap over states: those that the initial state reaches. NULL: all states count. In the MDP of a
     * network, the states that maximal progress cuts off keep their numbers, have no choices and do not
     * count. */
    uint32_t *reachable;
    uint64_t reachable_states; /* number of reachable states; equals `states` where reachable is NULL */
    uint64_t *offsets;         /* states + 1 */
    uint32_t *targets;         /* edges */
    uint32_t
        *begins; /* bitmap over edges: the first of each choice; NULL: every edge is a choice of its own */
    uint32_t *labels;  /* edges: index into label_text, the same for all edges of a choice; MDP_NO_LABEL for
                          choices without one; or NULL when no choice has one. In the MDP of a network: the
                          result label  without its "; prob P" or "; rate R"; MDP_NO_LABEL for `prob P` and
                          `rate R` alone,  and for a race of rates with different labels */
    char **label_text; /* label_count texts, sorted by bytes; owned. No choice needs to have one of them */
    uint32_t label_count;
    double
        *probabilities; /* probabilities of edges, or NULL: not kept, or every edge is a choice of its own */
    /* For MDPs that were read from files: */
    int chain;         /* the MDP is a Markov chain: no state has a second choice */
    int rates;         /* .. in continuous time: probabilities are rates */
    int rewards;       /* the files have rewards, which are not kept */
    int variables;     /* a .sta file next to the file has values of variables */
    int drawn_initial; /* as in struct lts (model/lts.h) */
    /* Labels of states, from .lab and .drn files, sorted by bytes: a bitmap over states for each. */
    char **state_label_text;
    uint32_t **state_labels;
    uint32_t state_label_count;
    /* Of the model with data that the MDP was made from (mdp_weigh): */
    struct mdp_reward *earned;
    uint32_t earned_count;
    /* the arrays of the same names in struct mdp */
    struct memory_range offset_range, target_range, begin_range, label_range, probability_range;
};

/* A view of the MDP for decompositions. */
static inline struct digraph mdp_digraph(const struct mdp *mdp) {
    struct digraph graph = {mdp->states, mdp->edges, mdp->offsets, mdp->targets, 0, mdp->begins};
    return graph;
}

static inline int mdp_is_initial(const struct mdp *mdp, uint64_t state) {
    return mdp->initials != NULL ? bitmap_has(mdp->initials, state) : state == mdp->initial;
}

/* NULL is allowed. */
void mdp_free(struct mdp *mdp);

/* The states with a label; NULL if no label has this name. */
const uint32_t *mdp_state_label(const struct mdp *mdp, const char *text);
/* The same for a label that may be in double quotes. */
const uint32_t *mdp_state_label_of(const struct mdp *mdp, const char *predicate);

#ifdef __cplusplus
}
#endif
#endif
