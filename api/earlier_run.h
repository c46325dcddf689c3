#ifndef HEDDLE_API_EARLIER_RUN_H
#define HEDDLE_API_EARLIER_RUN_H

struct error;
struct json_t;
struct run;

/*
 * Reads what `heddle COMMAND --json` printed in an earlier run: an object with this command, and with an
 * array `list`. The caller releases it. NULL with *error filled: ERROR_INPUT if the file is something else.
 */
struct json_t *earlier_run_read(const char *path, const char *command, const char *list,
                                const struct run *run, struct error *error);

#endif
