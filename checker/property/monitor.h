#ifndef HEDDLE_CHECKER_PROPERTY_MONITOR_H
#define HEDDLE_CHECKER_PROPERTY_MONITOR_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/label.h"

struct error;
struct lts;
struct run;

/*
 * A monitor: an automaton, read from an AUT file, that follows the result labels of a network. On a label for
 * which its state has no transition it stays where it is (the internal action is a label like any other). A
 * network violates it when some run of the monitor reaches an error state: one with an outgoing transition
 * labelled ERROR, or one that is named.
 */
typedef struct monitor monitor;

#define MONITOR_ERROR_LABEL "ERROR"

/*
 * Labels are interned in `labels`, the table that the network was read with. error_states: states that are
 * errors beside those with an ERROR transition. NULL with *error filled (a state that the file has not, a
 * file that is no AUT graph). The caller frees the result.
 */
monitor *monitor_read(const char *path, const uint64_t *error_states, uint64_t error_state_count,
                      label_table *labels, const struct run *run, struct error *error);
/* NULL is allowed. */
void monitor_free(monitor *monitor);

const struct lts *monitor_lts(const monitor *monitor);
const char *monitor_path(const monitor *monitor);
/* The text of one of its labels, 0 .. monitor_lts()->label_count - 1. */
const char *monitor_label(const monitor *monitor, uint32_t label);
/* Of all error states, ascending. */
const uint32_t *monitor_errors(const monitor *monitor, uint32_t *count);
int monitor_is_error(const monitor *monitor, uint32_t state);
/* The monitor's number of a label text; LABEL_NONE when it has no such label. And what monitor_moves gives
 * for the number. */
uint32_t monitor_find_label(const monitor *monitor, const char *text, size_t length);
uint32_t monitor_moves_on(const monitor *monitor, uint32_t state, uint32_t label, const uint32_t **targets);
/*
 * Where the monitor goes from `state` on a label text: *targets (in the monitor's own memory), whose number
 * is returned; 0 when it stays.
 */
uint32_t monitor_moves(const monitor *monitor, uint32_t state, const char *text, size_t length,
                       const uint32_t **targets);

#endif
