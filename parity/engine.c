/* The table of engines that solve games. */
#include <stddef.h>

#include "parity/solve.h"
#ifdef HEDDLE_CUDA
#include "parity/engine_cuda.h"
#endif

static int always_available(const char **reason) {
    *reason = NULL;
    return 1;
}

static const struct solve_engine cpu = {"cpu", 0, always_available, solve_cpu, NULL, NULL};

#ifdef HEDDLE_CUDA
const struct solve_engine *const solve_engines[] = {&cpu, &solve_engine_cuda, NULL};
#else
const struct solve_engine *const solve_engines[] = {&cpu, NULL};
#endif
