#ifndef HEDDLE_FRONTEND_LANGUAGE_COMPILE_LANGUAGE_COMPILE_H
#define HEDDLE_FRONTEND_LANGUAGE_COMPILE_LANGUAGE_COMPILE_H

#include "explorer/model/network.h"
#include "frontend/language/language.h"

/*
 * Compiles a model to a network (explorer/model/network.h), the form that searches take. The caller frees it
 * by network_free with the run's memory; the tree must outlive it. NULL with *error filled, like
 * network_compose.
 */
struct network *language_compile(const language_tree *tree, const struct run *run, struct error *error);

/*
 * Compiles the predicates that were added to the tree (language_predicate) since the network was made, for
 * its searches. Models of the network (explorer/model/model.h) that exist already do not have them. 0, or -1
 * with *error filled.
 */
int language_compile_predicates(const language_tree *tree, struct network *network, const struct run *run,
                                struct error *error);

/*
 * Reads and compiles. 0, and the caller frees both; or -1 with *error filled and nothing to free.
 */
int language_load(const char *path, const struct exp_options *options, const struct run *run,
                  language_tree **tree, struct network **network, struct error *error);
#endif
