#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_DISTINCT_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_DISTINCT_H

struct data_builder;

/*
 * Whether it is plain that no two branches of a choice lead from a state to the same state, so that each is
 * an entry of the transition matrix: the changes of any two differ, or they cannot happen in the same state.
 * After data_shape. 0 also if there are too many to compare.
 */
int data_is_distinct(const struct data_builder *builder);

#endif
