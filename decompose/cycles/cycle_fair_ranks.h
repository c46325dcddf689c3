#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_FAIR_RANKS_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_FAIR_RANKS_H

/* The components of a graph of which each rank has a part, for cycle_ranks.c. */
#include <stdint.h>

#include "decompose/ranks/part_scc.h"

struct cycle_goal;

struct fair_components {
    const struct graph_part *part;
    const struct cycle_goal *goal;
    int keep_apart; /* for tests: part_scc_options.keep_apart */
    const struct run *run;
    struct error *error;
    struct part_components components; /* the result, freed with part_components_free, whatever is returned */
};

/*
 * Collective: decomposes the live edges; with strong conditions, vertices of a component in which one is
 * possible, but never met there, lose their edges, and what is left is decomposed again, as in cycle_find.
 * For strong conditions it takes a bit for each edge and 4 bytes for each vertex more than part_scc. 0, or -1
 * in all ranks.
 */
int fair_decompose(struct fair_components *fair);
/* For questions of struct mail_questions: whom to ask about a component, by the vertex that names it. */
void fair_ask_component(uint64_t name, uint32_t *whom, uint64_t *words);

#endif
