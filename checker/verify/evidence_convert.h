#ifndef HEDDLE_CHECKER_VERIFY_EVIDENCE_CONVERT_H
#define HEDDLE_CHECKER_VERIFY_EVIDENCE_CONVERT_H

#include <jansson.h>

#include "base/arena.h"
#include "checker/verify/evidence_read.h"

/* What turning a JSON value into evidence needs. */
struct evidence_value {
    struct memory *memory; /* of the trace's arrays */
    arena *arena;          /* of everything else */
    const char *path;
    uint64_t line; /* where the value begins */
    struct error *error;
};

/* 0, or -1 with *value->error filled; the trace is to be freed in either case. */
int evidence_convert(const struct evidence_value *value, const json_t *root, struct evidence *evidence);

#endif
