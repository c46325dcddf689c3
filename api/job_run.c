/* The engine and the limits of a command. */
#include <string.h>
#include <unistd.h>

#include "api/job.h"
#include "base/array.h"
#include "base/parallel.h"
#include "base/ranks/ranks.h"
#include "explorer/backend.h"

/* The processors for this process. A launcher may have bound it to some; else those of the machine are
 * shared. */
static unsigned own_processors(const struct ranks *ranks) {
    const unsigned usable = parallel_processors();
    const long all = sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned share = ranks == NULL || (long)usable < all ? 1 : ranks->on_host;
    return usable / share != 0 ? usable / share : 1;
}

/* 0, or -1 with the job's error if several GPUs are named, but the command does not search on them. */
static int check_devices(struct job *job, const char *device) {
    static const char *const able[] = {"explore", "check", "scc", "mec", "minimise", "compare"};
    int may = job->devices.count <= 1;
    for (unsigned i = 0; i < LENGTH(able); i++) {
        may |= strcmp(job->command, able[i]) == 0;
    }
    return may ? 0
               : error_set(&job->error, ERROR_USAGE,
                           "--device %s: this command uses one GPU: name one, as in --device cuda:%u", device,
                           job->devices.number[0]);
}

/* The GPU of this process, one of those named, or of all if `device` names none. 0, or -1 with the job's
 * error. */
static int choose_gpu(struct job *job, const char *device, const struct ranks *ranks) {
    struct device_list *list = &job->devices;
    if (strcmp(device, "cuda") == 0 && backend_choose("cuda:all", "--device", list, &job->error) == NULL) {
        return -1;
    }
    if (ranks->on_host > list->count) {
        return error_set(
            &job->error, ERROR_USAGE,
            "--device %s: this machine has %u processes, but %u GPU%s to use: start one process for "
            "each GPU, or use --device cpu",
            device, ranks->on_host, list->count, list->count == 1 ? "" : "s");
    }
    *list = (struct device_list){.count = 1, .number = {list->number[ranks->host_index]}};
    return 0;
}

int job_set_run(struct job *job, const struct run_options *options, struct ranks *ranks) {
    job->strict = options->strict;
    job->backend = backend_choose(options->device, "--device", &job->devices, &job->error);
    if (job->backend == NULL || check_devices(job, options->device) != 0) {
        return -1;
    }
    if (ranks != NULL && !job->backend->on_device) {
        job->backend = backends[0];
    }
    if (ranks != NULL && job->backend->on_device && choose_gpu(job, options->device, ranks) != 0) {
        return -1;
    }
    const uint64_t available =
        memory_used(&job->memory) + memory_available() / (ranks != NULL ? ranks->on_host : 1);
    /* --memory limits the engine's own side, and both sides if the search may move from one to the other.
     * */
    const int on_host = !job->backend->on_device || options->bounds_host;
    job->memory.limit = options->memory != 0 && on_host ? options->memory : available;
    job->spill.limit = available > job->memory.limit ? available - job->memory.limit : 0;
    job->run = (struct run){
        .memory = &job->memory,
        .device = job->devices.number[0],
        .devices = job->devices.count > 1 ? &job->devices : NULL,
        .device_bytes = options->memory,
        .spill = &job->spill,
        .threads = options->threads != 0 ? (unsigned)options->threads : own_processors(ranks),
        .ranks = ranks,
        .files_read = &job->files_read,
        .progress = job->voice != NULL ? job->voice->progress : NULL,
        .progress_context = job,
        .stop = job->voice != NULL ? job->voice->stop : NULL,
        .deadline = options->timeout >= 0 ? job->started + options->timeout : 0,
    };
    return 0;
}
