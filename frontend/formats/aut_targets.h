#ifndef HEDDLE_FRONTEND_FORMATS_AUT_TARGETS_H
#define HEDDLE_FRONTEND_FORMATS_AUT_TARGETS_H

#include "frontend/formats/scan.h"

struct memory;

/* A state as it stands in a line; `at` points to its first digit. UINT64_MAX for anything larger. */
struct aut_target {
    uint64_t state;
    double probability; /* in a distribution */
    const char *at;
};

/* One state or an mCRL2 distribution; the array grows and is used again. */
struct aut_targets {
    struct aut_target *items;
    uint64_t count, capacity;
};

/*
 * Reads blanks, then `s0 p0 s1 p1 ... sk`, k >= 0: every probability is positive and their sum is below 1, so
 * that the last state takes the rest. `what` describes s0. 0 or -1.
 */
int aut_targets_scan(struct aut_targets *targets, struct scan *scan, struct memory *memory, const char *what);

#endif
