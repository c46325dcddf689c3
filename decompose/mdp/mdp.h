#ifndef HEDDLE_DECOMPOSE_MDP_MDP_H
#define HEDDLE_DECOMPOSE_MDP_MDP_H

#include <stdint.h>

#include "base/memory.h"
#include "explorer/graph/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct graph;
struct network;
struct run;

#define MDP_NO_LABEL UINT32_MAX

/*
 * A Markov decision process in host memory. Decompositions ask for the supports of distributions alone:
 * probabilities are kept for who writes it, or compares what it is. Choices of a state stand one behind the
 * other, the edges of a choice together and sorted by target, each target once. A state without choices is a
 * deadlock.
 */
struct mdp {
    struct memory *memory;
    uint64_t states, choices, edges;
    uint32_t initial;
    /* Bitmap over states: those that the initial state reaches. NULL: the states all count. Of a network: the
     * states that maximal progress cuts off keep their numbers, have no choices and are not to count. */
    uint32_t *reachable;
    uint64_t reachable_states; /* how many; `states` where reachable is NULL */
    uint64_t *offsets;         /* states + 1 */
    uint32_t *targets;         /* edges */
    uint32_t
        *begins; /* bitmap over edges: the first of each choice; NULL: every edge is a choice of its own */
    uint32_t *labels;  /* edges: index into label_text, all edges of a choice the same; MDP_NO_LABEL for
                          choices without one; or NULL when no choice has one. Of a network: the result label
                          without its "; prob P" or "; rate R"; MDP_NO_LABEL for `prob P` and `rate R` alone,
                          and for a race of rates with different labels */
    char **label_text; /* label_count texts, sorted by bytes; owned. They may be of no choice that is there */
    uint32_t label_count;
    double *probabilities; /* edges, or NULL: not kept, or every edge is a choice of its own */
    /* Of files: */
    int chain;         /* it is a Markov chain: no state has a second choice */
    int rewards;       /* it has rewards, which are not kept */
    int variables;     /* a .sta file beside it has values of variables */
    int drawn_initial; /* as struct lts (explorer/model/lts.h) has it */
    /* Labels of states, from .lab and .drn files, sorted by bytes: a bitmap over states for each. */
    char **state_label_text;
    uint32_t **state_labels;
    uint32_t state_label_count;
    /* the arrays of the same names */
    struct memory_range offset_range, target_range, begin_range, label_range, probability_range;
};

/* A view, for decompositions. */
static inline struct digraph mdp_digraph(const struct mdp *mdp) {
    struct digraph graph = {mdp->states, mdp->edges, mdp->offsets, mdp->targets, 0, mdp->begins};
    return graph;
}

/* NULL is allowed. */
void mdp_free(struct mdp *mdp);

#ifdef __cplusplus
}
#endif
#endif
