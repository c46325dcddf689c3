#ifndef HEDDLE_TESTS_BACKEND_TEST_H
#define HEDDLE_TESTS_BACKEND_TEST_H

#include "explorer/backend.h"

/* Whether the engine can run here; says once for all tests that it is skipped if it cannot. */
int backend_is_testable(const struct backend *backend);

#endif
