/* The table of engines. */
#include "explorer/backend.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

#include "base/device/device_list.h"
#include "base/run.h"
#include "explorer/checkpoint/checkpoint.h"
#include "explorer/explore_again.h"
#include "explorer/explore_auto.h"
#include "explorer/explore_fault.h"
#include "explorer/search/handover.h"

#ifdef HEDDLE_CUDA
#include "base/device/device.h"
#endif

#define LARGE_FILE ((off_t)128 << 20) /* bytes */

static int always_available(const char **reason) {
    *reason = NULL;
    return 1;
}

static struct exploration *search_cpu(const model *model, const struct explore_options *options,
                                      const struct run *run, struct error *error) {
    struct exploration *found =
        explore_settle_fault(explore_cpu(model, options, run, error), options, run, error);
    if (found != NULL) { /* which a GPU may have begun */
        explore_settle_several(found, options, run);
    }
    return found;
}

/* The host has lost nothing, and has no more memory the next time. */
static int cannot_recover(struct exploration *exploration, const struct run *run, struct error *error) {
    (void)exploration, (void)run, (void)error;
    return -1;
}

static const struct backend cpu = {
    "cpu",         0, 0, always_available, search_cpu, trace_rebuild_cpu, graph_build_cpu, exploration_fetch,
    cannot_recover};

#ifdef HEDDLE_CUDA
static struct exploration *search_cuda(const model *model, const struct explore_options *options,
                                       const struct run *run, struct error *error) {
    struct exploration *found = run->devices != NULL || run->ranks != NULL
                                    ? explore_gpus(model, options, run, error)
                                    : explore_cuda(model, options, run, error);
    found = explore_settle_fault(found, options, run, error);
    const struct handover *handover = options->checkpoint != NULL ? options->checkpoint->held : NULL;
    /* Several GPUs go on with what is handed over, and know the level. */
    const int goes_on = handover != NULL && run->devices == NULL && handover->devices.count != 0;
    if (found != NULL && found->result.outcome != EXPLORE_LEFT && !goes_on) {
        explore_settle_several(found, options, run);
    }
    return found;
}

static const struct backend cuda;

/* A GPU that is too small for the work may find the states once more, and hand them to the host. */
static int recover_cuda(struct exploration *exploration, const struct run *run, struct error *error) {
    return error->code == ERROR_MEMORY ? explore_again(exploration, &cuda, run, error) : -1;
}

static const struct backend cuda = {"cuda",
                                    1,
                                    0,
                                    explore_cuda_available,
                                    search_cuda,
                                    trace_rebuild_cuda,
                                    graph_build_cuda,
                                    exploration_fetch,
                                    recover_cuda};

const struct backend *const backends[] = {&cpu, &cuda, NULL};
#else
const struct backend *const backends[] = {&cpu, NULL};
#endif

/* --- both engines together --- */

static const struct auto_engines engines = {
    .host = &cpu,
#ifdef HEDDLE_CUDA
    .device = &cuda,
    .start = explore_cuda_warm_up,
    .find_more = explore_gpus_find,
#endif
    .device_start = &device_start_process,
    .start_states = (uint64_t)1 << 14,
    .leave_states = (uint64_t)1 << 17,
};

static struct exploration *explore_auto(const model *model, const struct explore_options *options,
                                        const struct run *run, struct error *error) {
    return auto_explore(&engines, model, options, run, error);
}

static const struct backend automatic = {"auto",     0,          1,          always_available, explore_auto,
                                         auto_trace, auto_graph, auto_fetch, auto_recover};

const struct backend *backend_find(const char *name) {
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (strcmp((*backend)->name, name) == 0) {
            return *backend;
        }
    }
    return strcmp(name, automatic.name) == 0 ? &automatic : NULL;
}

static int refuse_device(const char *device, const char *option, struct error *error) {
    return error_set(error, ERROR_USAGE,
                     "%s: '%.200s' is not one of auto, cpu, cuda, cuda:K, or several GPUs as cuda:0-3, "
                     "cuda:0,2, cuda:all",
                     option, device);
}

static int refuse_count(const char *option, struct error *error) {
    return error_set(error, ERROR_USAGE, "%s: at most %u GPUs search together", option, DEVICE_LIST_MOST);
}

/* The GPUs that are named, or all; 0, or -1 with *error filled. */
static int read_devices(const char *device, const char *option, struct device_list *devices,
                        struct error *error) {
    switch (device_list_read(device + 5, devices)) {
    case DEVICE_LIST_READ:
        return 0;
    case DEVICE_LIST_NUMBER:
        return error_set(error, ERROR_USAGE, "%s: no machine has a GPU %.200s", option, device + 5);
    case DEVICE_LIST_LONG:
        return refuse_count(option, error);
    default:
        return refuse_device(device, option, error);
    }
}

/* "all": as many as there are; 0, or -1 with *error filled. */
static int take_all(const char *option, struct device_list *devices, struct error *error) {
#ifdef HEDDLE_CUDA
    const char *reason;
    const int count = device_count(&reason);
    if (count > (int)DEVICE_LIST_MOST) {
        return refuse_count(option, error);
    }
    for (int number = 0; number < count; number++) {
        devices->number[devices->count++] = (unsigned)number;
    }
#else
    (void)option, (void)devices, (void)error;
#endif
    return 0;
}

const struct backend *backend_choose(const char *device, const char *option, struct device_list *devices,
                                     struct error *error) {
    const char *reason;
    const int some = strncmp(device, "cuda:", 5) == 0;
    const int cuda = some || strcmp(device, "cuda") == 0;
    *devices = (struct device_list){.count = 1};
    if (!cuda && strcmp(device, "auto") != 0 && strcmp(device, "cpu") != 0) {
        refuse_device(device, option, error);
        return NULL;
    }
    if (some && read_devices(device, option, devices, error) != 0) {
        return NULL;
    }
    const struct backend *backend = backend_find(cuda ? "cuda" : device);
    if (backend == NULL) {
        error_set(
            error, ERROR_DEVICE,
            "%s %s: this build has no cuda backend: it was made without nvcc or with CUDA=0; use %s cpu",
            option, device, option);
        return NULL;
    }
    if (!backend->available(&reason)) {
        error_set(error, ERROR_DEVICE, "%s %s: %.300s; use %s cpu", option, device, reason, option);
        return NULL;
    }
    if (devices->count == 0 && take_all(option, devices, error) != 0) {
        return NULL;
    }
    return backend;
}

int backend_may_use_device(const struct backend *backend) {
    return backend->on_device || (backend->is_auto && engines.device != NULL && device_may_exist());
}

void backend_start_device(const struct backend *backend, const struct run *run) {
    if (backend->is_auto && engines.device != NULL && device_may_exist()) {
        device_start_begin(engines.device_start, run->device, engines.device->available, engines.start);
    }
}

void backend_expect_file(const struct backend *backend, const char *path, const struct run *run) {
    struct stat status;
    if (stat(path, &status) == 0 && status.st_size >= LARGE_FILE) {
        backend_start_device(backend, run);
    }
}
