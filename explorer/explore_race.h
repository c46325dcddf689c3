#ifndef HEDDLE_EXPLORER_EXPLORE_RACE_H
#define HEDDLE_EXPLORER_EXPLORE_RACE_H

#include "explorer/explore_auto.h"

/*
 * Searches on both sides at once: on the host from the beginning, and on the device from when it is ready and
 * the host has found engines->leave_states. The first result is the result; this function stops the other
 * side and waits for it. The host gives up early if the device has found many times its states. A device that
 * fails does not disturb the host.
 *
 * options->decided is called by one thread at a time, and not again after it has ended one of the searches.
 * NULL with *error filled only if neither side could begin. *why: why the device did not do the work, code
 * ERROR_NONE if it did or did not fail.
 */
struct exploration *race_explore(const struct auto_engines *engines, const model *model,
                                 const struct explore_options *options, const struct run *run,
                                 struct error *why, struct error *error);

#endif
