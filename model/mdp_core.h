#ifndef HEDDLE_MODEL_MDP_CORE_H
#define HEDDLE_MODEL_MDP_CORE_H

/*
 * How the edges of a labelled graph become the choices of a Markov decision process, on the host and on a
 * GPU: the meaning of labels, the key that edges of one choice share, and which states remain.
 */
#include "base/steps/steps_core.h"

enum mdp_label_kind { MDP_PLAIN = 0, MDP_INTERNAL, MDP_PROB, MDP_RATE };

/* Which edges with the same choice number form one choice. */
enum mdp_joining {
    MDP_JOINS_NOTHING, /* none */
    MDP_JOINS_NAME,    /* those of the same name */
    MDP_JOINS_CHOICE   /* all */
};

/* A label of the graph. */
struct mdp_label {
    double value;   /* P or R of `prob P` and `rate R`; 0 for others */
    uint32_t kind;  /* enum mdp_label_kind */
    uint32_t name;  /* the text of the label without "; prob P" or "; rate R", an index into texts that are
                       sorted by bytes; MDP_NAMELESS for `prob P` and `rate R` alone */
    uint32_t joins; /* enum mdp_joining: MDP_JOINS_NAME for `prob` labels, and for all labels of a graph with
                       mCRL2's distributions; MDP_JOINS_CHOICE for those of models with data */
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
    if (label->joins != MDP_JOINS_NOTHING && choice != MDP_NO_CHOICE_NUMBER) {
        uint32_t name = label->joins == MDP_JOINS_NAME ? label->name : 0;
        return MDP_KEY_JOINED | (uint64_t)choice << 30 | name;
    }
    return rank;
}

/* --- maximal progress --- */

/* The search for the states that remain when maximal progress cuts races off (mdp_reach.c). */
struct mdp_reach_view {
    uint64_t states, rows; /* states from `rows` on have no edges */
    const uint64_t *offsets;
    const uint32_t *targets, *labels;
    const struct mdp_label *meaning; /* the meanings of labels */
    int races;                       /* races are not cut off */
    uint32_t *reached;               /* bitmap over states */
    uint32_t *queue;                 /* states, each once */
    uint64_t *queued;
};

/* clang-format off */
#define MDP_REACH_STEPS(STEP)                                                                                \
    /* appends new successors to the queue */                                                                \
    STEP(mdp_reach, MDP_REACH, mdp_reach_state, mdp_reach_row, mdp_reach_expand)                             \
    /* items are words of `reached`; the states that were not reached become those that are */               \
    STEP(mdp_reach, MDP_FLIP,  step_vertex,     step_one,      mdp_reach_flip)
/* clang-format on */

enum mdp_reach_step { MDP_REACH_STEPS(STEPS_ENUM) };

CORE_FUNCTION uint32_t mdp_reach_state(const struct mdp_reach_view *view, uint64_t at) {
    return view->queue[at];
}

CORE_FUNCTION uint64_t mdp_reach_row(const struct mdp_reach_view *view, uint32_t state) {
    return state < view->rows ? view->offsets[state + 1] - view->offsets[state] : 0;
}

/* Whether the edges [edge, end) of a state have an internal one, which cuts off its races. */
CORE_FUNCTION int mdp_progresses(const uint32_t *labels, const struct mdp_label *meaning, uint64_t edge,
                                 uint64_t end) {
    while (edge < end && meaning[labels[edge]].kind != MDP_INTERNAL) {
        edge++;
    }
    return edge < end;
}

CORE_FUNCTION void mdp_reach_expand(const struct mdp_reach_view *view, uint32_t state, uint32_t lane,
                                    uint32_t lanes) {
    if (state >= view->rows) {
        return;
    }
    uint64_t begin = view->offsets[state], end = view->offsets[state + 1];
    int progresses = !view->races && mdp_progresses(view->labels, view->meaning, begin, end);
    for (uint64_t edge = begin + lane; edge < end; edge += lanes) {
        if (!(progresses && view->meaning[view->labels[edge]].kind == MDP_RATE) &&
            shared_bit_claim(view->reached, view->targets[edge])) {
            view->queue[shared64_add(view->queued, 1)] = view->targets[edge];
        }
    }
}

CORE_FUNCTION void mdp_reach_flip(const struct mdp_reach_view *view, uint32_t word, uint32_t lane,
                                  uint32_t lanes) {
    (void)lanes;
    if (lane == 0) {
        uint32_t bits = ~view->reached[word] & bits_in_range(word, 0, view->states);
        view->reached[word] = bits;
        for (; bits != 0; bits &= bits - 1) {
            view->queue[shared64_add(view->queued, 1)] =
                word * BITMAP_WORD_BITS + core_count_trailing_zeros(bits);
        }
    }
}

#endif
