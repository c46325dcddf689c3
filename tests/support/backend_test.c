/* Engines that tests can use here. */
#include "tests/support/backend_test.h"

#include "explorer/model/data/data_model_core.h"
#include "explorer/model/network.h"
#include "tests/support/testing.h"

int backend_is_testable(const struct backend *backend) {
    static int told;
    return test_can_run(backend->name, backend->available, &told);
}

int backend_takes(const struct backend *backend, const struct network *network) {
    return (network->data == NULL || network->data->portable || !backend->on_device) &&
           backend_is_testable(backend);
}
