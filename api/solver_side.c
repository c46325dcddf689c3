/* Whether the solver that --solver names runs on the side that --device names. */
#include "api/solver_side.h"

#include "api/job.h"
#include "explorer/backend.h"
#include "parity/solve_auto.h"

static int needs_a_gpu(struct job *job) {
    const struct solve_engine *device = solve_device_engine();
    const char *reason = "this build has no cuda backend: it was made without nvcc or with CUDA=0";
    if (!job->backend->on_device && !job->backend->is_auto) {
        return error_set(&job->error, ERROR_USAGE,
                         "--solver regions runs on a GPU: leave --device cpu out, or choose --solver "
                         "promotion, which does the same on a CPU");
    }
    return device != NULL && device->available(&reason)
               ? 0
               : error_set(
                     &job->error, ERROR_DEVICE,
                     "--solver regions runs on a GPU: %.300s; --solver promotion does the same on a CPU",
                     reason);
}

int solver_side_check(struct job *job, enum solver solver, int follows) {
    if (solver == SOLVER_REGIONS) {
        return needs_a_gpu(job);
    }
    return !follows && job->backend->on_device && solver_sides(solver) == SOLVE_ON_HOST
               ? error_set(&job->error, ERROR_USAGE,
                           "--solver %s runs on the CPU: leave --device cuda out, or choose --solver "
                           "regions, which runs on a GPU",
                           solver_name(solver))
               : 0;
}
