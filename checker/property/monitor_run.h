#ifndef HEDDLE_CHECKER_PROPERTY_MONITOR_RUN_H
#define HEDDLE_CHECKER_PROPERTY_MONITOR_RUN_H

#include <stdint.h>

#include "checker/property/monitor.h"

struct memory;

/* The labels of a path. */
struct monitor_path {
    const char *const *labels;
    uint64_t steps;
};

/*
 * Finds a run of the monitor along the path that ends in an error state, the least one; writes its states,
 * path->steps + 1 numbers, the initial state first. Returns 1, 0 if no run ends in an error state, or -1 when
 * memory runs out. Needs memory for all states that the runs can be in after each step.
 */
int monitor_run(const monitor *monitor, const struct monitor_path *path, struct memory *memory,
                uint32_t *states);

#endif
