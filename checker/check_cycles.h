#ifndef HEDDLE_CHECKER_CHECK_CYCLES_H
#define HEDDLE_CHECKER_CHECK_CYCLES_H

#include <stdint.h>

struct backend;
struct check_result;
struct error;
struct exploration;
struct network;
struct property;
struct run;
struct scheduler_checks;

/* The labels of a property of cycles, as cycle_goal has them. Begins as zeros. */
struct cycle_labels {
    uint8_t *live;
    uint8_t **needed;
    uint32_t needed_count, label_count;
};

/*
 * Finds them; *any: whether a cycle can have what it needs, by its labels; if not, the property holds. 0, or
 * -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, or that a pattern cannot be matched.
 * cycle_labels_free takes run->memory, whatever this returned.
 */
int cycle_labels_make(struct cycle_labels *labels, const struct property *property,
                      const struct network *network, int *any, const struct run *run, struct error *error);
void cycle_labels_free(struct cycle_labels *labels, const struct run *run);

/* A property of cycles with its result. */
struct cycle_check {
    const struct cycle_labels *labels;
    struct check_result *result;
};

/*
 * Decides the results, with traces if `traces`, by a complete exploration, which it consumes (see
 * cycle_search); on the same graph those about schedulers (check_schedulers.h; NULL for none). What cannot be
 * decided is undecided, and `why` says why.
 */
void check_cycles(const struct backend *backend, struct exploration *exploration,
                  const struct cycle_check *checks, uint32_t count, const struct scheduler_checks *schedulers,
                  int traces, const struct run *run);

#endif
