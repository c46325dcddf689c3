/* Which side does work on a graph in host memory. */
#include "space/side.h"

#include "base/device/device_start.h"
#include "base/run.h"
#include "explorer/backend.h"

int side_is_worth_a_gpu(const struct backend *backend, const struct side_costs *costs, double items,
                        const struct run *run) {
    const struct device_start *start = &device_start_process;
    const double starts = device_start_state(start) == DEVICE_FAILED ? 0 : device_start_remaining(start);
    if (!backend_may_use_device(backend) || device_start_state(start) == DEVICE_ABSENT ||
        items * costs->host_item < starts + costs->device + items * costs->device_item) {
        return 0;
    }
    backend_start_device(backend, run);
    return device_start_await(start, run) || device_start_state(start) == DEVICE_FAILED;
}
