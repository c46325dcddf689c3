#ifndef HEDDLE_CHECKER_EVIDENCE_STATE_WINDOWS_H
#define HEDDLE_CHECKER_EVIDENCE_STATE_WINDOWS_H

#include <stdint.h>

#include "base/records.h"

struct error;

/*
 * What takes the sorted states of several ranks, window by window. put: returns 0, or -1 with *error filled.
 */
struct windows_sink {
    void *context;
    int (*put)(void *context, const struct records *window, struct error *error);
    uint64_t most_states; /* of each rank in a window; 0: the default */
};

/*
 * Collective, with own->run->ranks: rank 0 puts the states of all ranks, in order. own: those of this rank,
 * as records_sort leaves them; no state is in two ranks, and all have the same fields. Beside its own states,
 * rank 0 holds a window, and twice that while it is sorted. failed: this rank cannot go on, and *error is
 * filled. 0; or -1 in all ranks, with *error filled, if one has failed or was stopped, or a `put` has failed.
 */
int state_windows_put(const struct records *own, const struct windows_sink *sink, int failed,
                      struct error *error);

#endif
