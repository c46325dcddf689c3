#ifndef HEDDLE_FRONTEND_EXP_COMPILE_COMPOSE_DATA_H
#define HEDDLE_FRONTEND_EXP_COMPILE_COMPOSE_DATA_H

struct composer;
struct owned_network;

/*
 * Makes a model with data of a network with PRISM models: their variables are its components, and the state
 * of each other process is one variable, by whose value its moves are indexed. The rules become those of the
 * model. names: those of the models' variables, in the order of processes. 0, or -1 with the error filled.
 */
int compose_data(struct composer *composer, struct owned_network *owned, const char *const *names);

#endif
