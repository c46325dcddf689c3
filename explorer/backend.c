/* The table of engines. */
#include "explorer/backend.h"

#include <stddef.h>
#include <string.h>

#include "explorer/explore_cuda.h"

static int always_available(const char **reason) {
    *reason = NULL;
    return 1;
}

static const struct backend cpu = {"cpu",          0, always_available, explore_cpu, trace_rebuild_cpu,
                                   graph_build_cpu};

#ifdef HEDDLE_CUDA
static const struct backend cuda = {
    "cuda", 1, explore_cuda_available, explore_cuda, trace_rebuild_cuda, graph_build_cuda};

const struct backend *const backends[] = {&cpu, &cuda, NULL};
#else
const struct backend *const backends[] = {&cpu, NULL};
#endif

const struct backend *backend_find(const char *name) {
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (strcmp((*backend)->name, name) == 0) {
            return *backend;
        }
    }
    return NULL;
}
