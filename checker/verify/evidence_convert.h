#ifndef HEDDLE_CHECKER_VERIFY_EVIDENCE_CONVERT_H
#define HEDDLE_CHECKER_VERIFY_EVIDENCE_CONVERT_H

#include <jansson.h>

#include "base/arena.h"
#include "checker/verify/evidence_read.h"

/* Arguments for converting a JSON value to evidence. */
struct evidence_value {
    struct memory *memory; /* memory for the trace's arrays */
    arena *arena;          /* memory for everything else */
    const char *path;
    uint64_t line; /* where the value begins */
    struct error *error;
};

/* Returns 0, or -1 with *value->error filled; the caller frees the trace in either case. */
int evidence_convert(const struct evidence_value *value, const json_t *json, struct evidence *evidence);

#endif
