/* Engines that tests can use here. */
#include "tests/backend_test.h"

#include "tests/testing.h"

int backend_is_testable(const struct backend *backend) {
    static int told;
    const char *reason;
    if (backend->available(&reason)) {
        return 1;
    }
    if (!told) {
        told = 1;
        test_skip(backend->name, reason);
    }
    return 0;
}
