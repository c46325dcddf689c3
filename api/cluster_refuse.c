/* What several processes, or GPUs, cannot do. */
#include "api/cluster_refuse.h"

#include "api/job.h"
#include "explorer/backend.h"

int cluster_refuse(struct job *job, const struct cluster_wish *wishes, uint64_t count) {
    const int several = job->run.ranks != NULL, on_gpus = several && job->backend->on_device;
    for (uint64_t i = 0; i < count; i++) {
        const struct cluster_wish *wish = &wishes[i];
        if (!wish->given) {
            continue;
        }
        if (job->run.devices != NULL && !(wish->able & CLUSTER_GPUS)) {
            return error_set(&job->error, ERROR_USAGE,
                             "several GPUs cannot do this: %.300s; use one, as in --device cuda:%u",
                             wish->name, job->run.device);
        }
        if (on_gpus && (wish->able & CLUSTER_PROCESSES) == CLUSTER_CPUS) {
            return error_set(&job->error, ERROR_USAGE,
                             "several processes cannot do this on GPUs: %.300s; use --device cpu",
                             wish->name);
        }
        if (several && !(wish->able & CLUSTER_CPUS)) {
            return error_set(&job->error, ERROR_USAGE,
                             "%.300s is for one process: start heddle without mpirun, or leave that out",
                             wish->name);
        }
    }
    return 0;
}
