#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_TABLES_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_TABLES_H

#include <stdint.h>

#include "explorer/model/data/data_tables_core.h"

struct arena;
struct data_header;
struct memory;

/*
 * The tables of a model (data_tables_core.h), for the layout that its image has, with vectors of `words`
 * words. All of it is in the arena. Rules of more than `rule_outcomes` outcomes are products; 0: as is best.
 * NULL where tables do not pay, and when memory runs out: models need none.
 */
const struct data_tables *data_tables_create(struct arena *arena, struct memory *memory,
                                             const struct data_header *image, uint32_t words,
                                             uint32_t rule_outcomes);

#endif
