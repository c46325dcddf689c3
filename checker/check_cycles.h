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

/* The labels of a property of cycles, in the form that cycle_goal needs. Initialise it with zeros. */
struct cycle_labels {
    uint8_t *live;
    uint8_t **needed;
    uint32_t needed_count, label_count;
};

/*
 * Finds the labels of a property. *any: whether a cycle can have the labels that it needs; if not, the
 * property holds. Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, or the error of a
 * pattern that cannot be matched. The caller frees the labels with cycle_labels_free and the same
 * run->memory, even after an error.
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
 * Decides the properties of cycles, with traces if `traces`, on the graph of a complete exploration, which it
 * consumes (see cycle_search). The same graph decides the properties about schedulers (check_schedulers.h;
 * NULL if there are none). If a property cannot be decided, its result is undecided, and `why` gives the
 * reason.
 */
void check_cycles(const struct backend *backend, struct exploration *exploration,
                  const struct cycle_check *checks, uint32_t count, const struct scheduler_checks *schedulers,
                  int traces, const struct run *run);

#endif
