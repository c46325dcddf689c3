#ifndef HEDDLE_DECOMPOSE_MDP_MDP_CORE_H
#define HEDDLE_DECOMPOSE_MDP_MDP_CORE_H

/*
 * How the edges of a labelled graph become the choices of a Markov decision process, on the host and on a
 * GPU: the meaning of labels, and the key that edges of one choice share.
 */
#include "base/core.h"

enum mdp_label_kind { MDP_PLAIN = 0, MDP_INTERNAL, MDP_PROB, MDP_RATE };

/* A label of the graph. */
struct mdp_label {
    double value;   /* P or R of `prob P` and `rate R`; 0 for others */
    uint32_t kind;  /* enum mdp_label_kind */
    uint32_t name;  /* the text of the label without "; prob P" or "; rate R", an index into texts that are
                       sorted by bytes;  MDP_NAMELESS for `prob P` and `rate R` alone; below it */
    uint32_t joins; /* whether edges with this label and the same choice number form one choice: true for
                       `prob` labels, and for all labels of a graph with mCRL2's distributions */
};

#define MDP_NAMELESS ((1u << 30) - 1)
#define MDP_NO_CHOICE_NUMBER UINT32_MAX
/* The greatest difference from 1 that sums of probabilities may have. */
#define MDP_SUM_TOLERANCE 1e-6

/*
 * The key of an edge. In the MDP a row is sorted by (key, target) and has each pair once. Edges of one state
 * with the same key form one choice, except that each edge with a key below MDP_KEY_JOINED is a choice of its
 * own. `choice` is the graph's number for the edge (MDP_NO_CHOICE_NUMBER: none), `rank` that of its label.
 */
#define MDP_KEY_JOINED ((uint64_t)1 << 62)
#define MDP_KEY_RACE ((uint64_t)2 << 62)

CORE_FUNCTION uint64_t mdp_edge_key(const struct mdp_label *label, uint32_t rank, uint32_t choice) {
    if (label->kind == MDP_RATE) {
        return MDP_KEY_RACE;
    }
    if (label->joins && choice != MDP_NO_CHOICE_NUMBER) {
        return MDP_KEY_JOINED | (uint64_t)choice << 30 | label->name;
    }
    return rank;
}

#endif
