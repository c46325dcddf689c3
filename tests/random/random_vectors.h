#ifndef HEDDLE_TESTS_RANDOM_RANDOM_VECTORS_H
#define HEDDLE_TESTS_RANDOM_RANDOM_VECTORS_H

#include <stdint.h>

struct test_folder;

/*
 * Writes a network of two to six small processes, loosely coupled by vectors of one to four labels, into the
 * folder; some have more than 64 processes, of which most do nothing. Returns the path, valid until the
 * folder's next one is made. Reductions of interleavings find much to do there, unlike in the networks of
 * random_network.h. The same numbers give the same files.
 */
const char *random_vectors_write(struct test_folder *folder, uint64_t *random);

#endif
