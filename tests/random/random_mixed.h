#ifndef HEDDLE_TESTS_RANDOM_RANDOM_MIXED_H
#define HEDDLE_TESTS_RANDOM_RANDOM_MIXED_H

#include <stdint.h>

#include "tests/random/random_network.h"

/*
 * Makes PRISM models of some AUT files of a random network (random_network_generate), which stay, and lets
 * the .exp files of the folder name them instead: the network is then the same. A state of the AUT is one
 * variable or two, moves are commands or branches of them, and some are there twice; the models' own systems
 * hide, rename and block actions of their texts. Returns how many references there are now to PRISM models.
 */
unsigned random_mixed_convert(const struct random_network *network, const char *directory, uint64_t seed);

/* Lets most `prob` labels of a random network's AUT files, which are all one half, add up to 1: each choice
 * has two states then. */
void random_mixed_halve(const char *directory);

#endif
