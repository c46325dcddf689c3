#ifndef HEDDLE_CHECKER_PROPERTY_MONITOR_H
#define HEDDLE_CHECKER_PROPERTY_MONITOR_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/label.h"

struct error;
struct lts;
struct run;

/*
 * A monitor is an automaton, read from an AUT file, that follows the result labels of a network. If its state
 * has no transition with a label, it stays in that state (the internal action is a label like any other). A
 * network violates a monitor if some run of the monitor reaches an error state: a state with an outgoing
 * transition labelled ERROR, or a state that the user names.
 */
typedef struct monitor monitor;

#define MONITOR_ERROR_LABEL "ERROR"

/*
 * Reads a monitor. Labels are interned in `labels`, the table that the network was read with. error_states:
 * further error states, besides those with an ERROR transition. Returns NULL with *error filled (a state that
 * is not in the file, a file that is not an AUT graph). The caller frees the result.
 */
monitor *monitor_read(const char *path, const uint64_t *error_states, uint64_t error_state_count,
                      label_table *labels, const struct run *run, struct error *error);
/* NULL is allowed. */
void monitor_free(monitor *monitor);

const struct lts *monitor_lts(const monitor *monitor);
const char *monitor_path(const monitor *monitor);
/* The text of one of the monitor's labels, 0 .. monitor_lts()->label_count - 1. */
const char *monitor_label(const monitor *monitor, uint32_t label);
/* All error states, ascending. */
const uint32_t *monitor_errors(const monitor *monitor, uint32_t *count);
int monitor_is_error(const monitor *monitor, uint32_t state);
/* The monitor's number of a label text; LABEL_NONE if the monitor does not have the label. monitor_moves_on
 * is monitor_moves for such a number. */
uint32_t monitor_find_label(const monitor *monitor, const char *text, size_t length);
uint32_t monitor_moves_on(const monitor *monitor, uint32_t state, uint32_t label, const uint32_t **targets);
/* Finds the successors of `state` for a label text: returns their number, with *targets in the monitor's
 * own memory; 0 if the monitor stays in its state. */
uint32_t monitor_moves(const monitor *monitor, uint32_t state, const char *text, size_t length,
                       const uint32_t **targets);

#endif
