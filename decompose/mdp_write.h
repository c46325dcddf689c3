#ifndef HEDDLE_DECOMPOSE_MDP_WRITE_H
#define HEDDLE_DECOMPOSE_MDP_WRITE_H

#include "decompose/mdp.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writes an MDP as PRISM's explicit transitions (a .tra file; "-" is standard output), for other tools, tests
 * and benchmarks: probabilities, which an MDP here has none of, are uniform over each support. Names of
 * choices are written where they are a word. label_path: where the labels of states and the initial state go,
 * as a PRISM .lab file; NULL: nowhere. 0, or -1 with *error filled.
 */
int mdp_write(const struct mdp *mdp, const char *path, const char *label_path, const struct run *run,
              struct error *error);

#ifdef __cplusplus
}
#endif
#endif
