#ifndef HEDDLE_TESTS_SUPPORT_BACKEND_TEST_H
#define HEDDLE_TESTS_SUPPORT_BACKEND_TEST_H

#include "explorer/backend.h"

/* Whether the engine can run here; says once for all tests that it is skipped if it cannot. */
int backend_is_testable(const struct backend *backend);
/* The same for a network: GPUs refuse models with powers or logarithms of reals. */
int backend_takes(const struct backend *backend, const struct network *network);

/* The GPU memory for searches of small networks: a small first table is made faster than one of a sixteenth
 * of all memory. */
#define TEST_DEVICE_BYTES ((uint64_t)4 << 30)

#endif
