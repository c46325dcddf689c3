#ifndef HEDDLE_FRONTEND_FORMATS_WRITE_PROGRESS_H
#define HEDDLE_FRONTEND_FORMATS_WRITE_PROGRESS_H

#include "base/error.h"
#include "base/run.h"

/* Writers call this when they have written `done` of `all` states (or what else the unit is). Returns 0, or
 * -1 with *error filled if the run must stop. */
static inline int write_progress_now(const struct run *run, uint64_t done, uint64_t all, const char *unit,
                                     struct error *error) {
    if (run_should_stop(run)) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while writing");
    }
    run_tell(run, "writing", done, all, unit);
    return 0;
}

/* The same for writers who call it before each state; it does something now and then. */
static inline int write_progress(const struct run *run, uint64_t done, uint64_t all, const char *unit,
                                 struct error *error) {
    return done % 65536 != 0 ? 0 : write_progress_now(run, done, all, unit, error);
}

#endif
