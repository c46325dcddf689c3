#ifndef HEDDLE_REDUCE_LUMP_LUMP_MODEL_INTERNAL_H
#define HEDDLE_REDUCE_LUMP_LUMP_MODEL_INTERNAL_H

/* For the files that lump models. Functions return 0, or -1 with *error filled. */
#include "base/bitmap_core.h"
#include "model/mdp.h"
#include "reduce/lump/lump_model.h"

struct model_work {
    struct model_lumping *lumping;
    const struct lump_refiner *refiner;
    const struct run *run;
    struct error *error;
    int chain;           /* a state has at most one choice, which is no vertex */
    struct graph *graph; /* states that count, then their choices */
    uint64_t states, choices, edges, vertices;
    uint32_t *start; /* [vertices]: the blocks to begin with */
    uint32_t start_blocks;
};

/* Makes work->start, which the caller frees. */
int model_start(struct model_work *work);

/* The name of the model's rewards i among those of formulas (specs/measured/measured.h), by which those of
 * two models are matched; and the rewards of such a name, or NULL. */
const char *model_reward_text(const struct mdp *mdp, uint32_t i, char *buffer);
const struct mdp_reward *model_find_reward(const struct mdp *mdp, const char *text);

/* Whether an edge is the first of a choice. */
static inline int model_begins(const struct mdp *mdp, uint64_t edge) {
    return mdp->begins == NULL || bitmap_has(mdp->begins, edge);
}

/* Where the choice ends that begins with the edge; end: of the state's row. */
static inline uint64_t model_choice_end(const struct mdp *mdp, uint64_t edge, uint64_t end) {
    do {
        edge++;
    } while (edge < end && !model_begins(mdp, edge));
    return edge;
}

#endif
