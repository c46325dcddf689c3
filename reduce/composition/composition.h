#ifndef HEDDLE_REDUCE_COMPOSITION_COMPOSITION_H
#define HEDDLE_REDUCE_COMPOSITION_COMPOSITION_H

#include <stdint.h>

#include "reduce/equivalence.h"

struct error;
struct network;
struct run;

/*
 * Compositional generation: a network becomes smaller before it is searched. Each component, and then groups
 * of components, the parts, are replaced by one component: their product as the rest of the network sees it
 * (seam.h), minimised. The result is equivalent to the network, because the equivalences are congruences for
 * the rules of a network; where they are not (guards of prio, probabilities, rates) the step is skipped or
 * weaker. Which components are joined follows how much becomes internal (source: Crouzen, Lang 2011), or a
 * plan.
 */
typedef struct composition composition;

enum composition_skip {
    COMPOSITION_DONE,
    COMPOSITION_GUARDED,  /* rules with prio touch the parts */
    COMPOSITION_RATED,    /* probabilities or rates */
    COMPOSITION_TOO_LARGE /* more states than allowed, or than there is memory for */
};

/* Parts that were joined, or that could have been. Names belong to the composition. */
struct composition_step {
    const char *name; /* of the component that replaces the parts */
    const char *const *parts;
    uint32_t part_count;
    enum composition_skip skip;
    enum equivalence equivalence; /* by which it was minimised */
    uint64_t product;             /* of the numbers of the parts' states; UINT64_MAX: at least that */
    uint64_t states, transitions; /* of the parts' product, as far as it is reached */
    uint64_t minimised_states, minimised_transitions;
};

struct composition_plan; /* reduce/composition/plan.h */

struct composition_options {
    enum equivalence equivalence;        /* strong, branching, divbranching */
    uint64_t most_states;                /* of a product of parts; more: the step is skipped */
    const struct composition_plan *plan; /* what to join, in this order; NULL: the best next */
    /* Called before larger products are tried: 0 ends the joining. May be NULL. */
    int (*may_grow)(void *context);
    void *may_grow_context;
    int keep_tree; /* remember what was joined, for composition_expand (expand.h) */
    /* Called after each step; may be NULL. */
    void (*report)(void *context, const struct composition_step *step);
    void *report_context;
};

/*
 * The network must outlive the composition. A network with data is an error. NULL with *error filled:
 * ERROR_INPUT, ERROR_MEMORY, ERROR_INTERRUPTED.
 */
composition *composition_make(const struct network *network, const struct composition_options *options,
                              const struct run *run, struct error *error);
void composition_free(composition *composition);

/* Whether a network of tables has probabilities or rates. */
int composition_is_rated(const struct network *network);
/* The network that came of it, which belongs to the composition. Its labels are those of the original that
 * may still occur. */
const struct network *composition_network(const composition *composition);
/* What was done, in order. */
const struct composition_step *composition_steps(const composition *composition, uint64_t *count);

#endif
