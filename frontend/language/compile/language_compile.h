#ifndef HEDDLE_FRONTEND_LANGUAGE_COMPILE_LANGUAGE_COMPILE_H
#define HEDDLE_FRONTEND_LANGUAGE_COMPILE_LANGUAGE_COMPILE_H

#include "explorer/model/network.h"
#include "frontend/language/language.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Compiles a model to the network that searches know (explorer/model/network.h), for network_free to free
 * with the run's memory. The tree must outlive it. NULL with *error filled, as network_compose.
 */
struct network *language_compile(const language_tree *tree, const struct run *run, struct error *error);

/*
 * Reads and compiles. 0 with both to free, or -1 with *error filled and nothing to free.
 */
int language_load(const char *path, const struct exp_options *options, const struct run *run,
                  language_tree **tree, struct network **network, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
