#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_SHAPE_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_SHAPE_H

struct data_builder;

/*
 * Finds in checked programs what needs no interpreter: conditions of guards that compare a variable with a
 * constant (struct data_test), assigned values that are sums of a variable and a constant (struct
 * data_assignment), weights that are right in all states (struct data_command). 0, or -1 when memory runs
 * out.
 */
int data_shape(struct data_builder *builder);

#endif
