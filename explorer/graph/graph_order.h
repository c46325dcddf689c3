#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_ORDER_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_ORDER_H

#include "base/memory.h"

struct error;
struct exploration;
struct run;

/* The keys of all states, level by level, in no order within a level. Drops the exploration's levels.
 * Otherwise like graph_order_keys. */
int graph_gather_keys(struct exploration *exploration, const struct run *run, struct memory_range *keys,
                      struct error *error);
/*
 * The keys of all states in canonical order: by level, within a level by the tuple of component states. Drops
 * the exploration's levels. keys: exploration->states keys of key_words words, with bits 63 set. 0 or -1.
 */
int graph_order_keys(struct exploration *exploration, const struct run *run, struct memory_range *keys,
                     struct error *error);

#endif
