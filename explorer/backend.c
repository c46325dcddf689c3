/* The table of engines. */
#include "explorer/backend.h"

#include <stddef.h>
#include <string.h>

static int always_available(const char **reason) {
    *reason = NULL;
    return 1;
}

static const struct backend cpu = {"cpu", always_available, explore_cpu, trace_rebuild_cpu, graph_build_cpu};

const struct backend *const backends[] = {&cpu, NULL};

const struct backend *backend_find(const char *name) {
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (strcmp((*backend)->name, name) == 0) {
            return *backend;
        }
    }
    return NULL;
}
