#ifndef HEDDLE_API_CHECK_REPORT_BASE_H
#define HEDDLE_API_CHECK_REPORT_BASE_H

struct error;
struct json_t;
struct run;

/*
 * Reads what `heddle check --json` printed in an earlier run, and keeps what the page of a report compares:
 * {"file": .., "counts": {..}, "properties": [{"name": .., "kind": .., "verdict": .., "steps": ..}, ..]}.
 * Traces are not kept. The caller releases the object. NULL with *error filled: ERROR_INPUT if the file is
 * something else.
 */
struct json_t *report_base_read(const char *path, const struct run *run, struct error *error);

#endif
