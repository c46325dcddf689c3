#ifndef HEDDLE_CHECKER_EVIDENCE_TRACE_STEP_H
#define HEDDLE_CHECKER_EVIDENCE_TRACE_STEP_H

#include <stdint.h>

struct evidence_claim;
struct evidence_subject;
struct json_t;
struct memory;
struct property;
struct walker;
struct walker_transition;
struct text_buffer;
struct trace;

/*
 * The transition of the network that a step of the trace (from 0) takes, with the processes that take part:
 * of several with other processes or own labels, the one that the trace means (trace_way). NULL if that is
 * unknown, for example without a walker. The result is valid until the walker computes transitions again.
 */
const struct walker_transition *trace_transition(const struct trace *trace, struct walker *walker,
                                                 uint64_t step);

/* The own label that all processes which take part in the transition have, if it is not the transition's; or
 * NULL. */
const char *trace_common_label(const struct walker *walker, const struct walker_transition *transition);

/* Makes a JSON value of a text: json_bytes or json_text. */
typedef struct json_t *trace_text_maker(struct memory *memory, const char *text);

/*
 * The own labels of the processes that take part in the transition, where they differ from its label:
 * [{"process": .., "label": ..}, ..], or null if none does. NULL when memory runs out.
 */
struct json_t *trace_local_json(const struct evidence_subject *subject,
                                const struct walker_transition *transition, trace_text_maker *make,
                                struct memory *memory);
/*
 * A list with trace_local_json for each step; null if it would have nothing but nulls, or if it is unknown
 * which processes take part. NULL when memory runs out.
 */
struct json_t *trace_locals_json(const struct evidence_subject *subject, const struct trace *trace,
                                 trace_text_maker *make, struct memory *memory);
/*
 * The states of the property's monitor before the first step of the trace and after each step, on a run to an
 * error state; *states is NULL if the property has no monitor, or no such run. The caller frees
 * trace->steps + 1 numbers. 0, or -1 when memory runs out.
 */
int trace_monitor(const struct property *property, const struct trace *trace, struct memory *memory,
                  uint32_t **states);
/*
 * A list with a value for each state of the trace: the states of the monitor; if the claim has a strategy,
 * the texts of the subformulas that are left to be shown (checker/strategy/strategy_lane.h). null if there is
 * neither, or if all texts are the same. NULL when memory runs out.
 */
struct json_t *trace_observer_json(const struct evidence_claim *claim, struct memory *memory);
/*
 * Appends the own labels as text for people, with a blank before: " (crash)" if all processes that take part
 * have this label, " (sender: put, receiver: get)" otherwise; nothing if none differs. 0, or -1 when memory
 * runs out.
 */
int trace_local_text(const struct evidence_subject *subject, const struct walker_transition *transition,
                     struct memory *memory, struct text_buffer *text);

#endif
