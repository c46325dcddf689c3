/* The table of engines that decompose graphs. */
#include "decompose/engine.h"

#include <stddef.h>

#include "decompose/engine_cuda.h"

static int always_available(const char **reason) {
    *reason = NULL;
    return 1;
}

static const struct decompose_engine cpu = {"cpu", 0, always_available, scc_cpu, mec_cpu, component_counts_make};

const struct decompose_engine *const decompose_engines[] = {&cpu, NULL};
