#ifndef HEDDLE_CHECKER_COMPOSED_PROPERTY_VIEW_H
#define HEDDLE_CHECKER_COMPOSED_PROPERTY_VIEW_H

#include <stdint.h>

#include "reduce/equivalence.h"

struct error;
struct network;
struct property;
struct run;

/*
 * What of a network a property can see. Labels that it cannot tell from the internal action may be hidden,
 * for any property; which equivalence keeps its verdict depends on its kind, and for a formula on its syntax
 * (Mateescu, Wijs 2014: maximal hiding).
 */
struct property_view {
    const char *refusal; /* why no smaller network decides the property; NULL: one does */
    enum equivalence equivalence;
    uint8_t *hidden; /* [label_count]: labels of the network that may become `i` */
    uint64_t bytes;  /* of hidden */
};

/*
 * The network is of tables, without probabilities and rates; formulas were expanded for it
 * (check_plan_formulas). Returns 0, or -1 with *error filled: ERROR_MEMORY, or a pattern that cannot be
 * matched. The caller frees the view in any case.
 */
int property_view_find(const struct network *network, const struct property *property, const struct run *run,
                       struct property_view *view, struct error *error);
void property_view_free(struct property_view *view, const struct run *run);

#endif
