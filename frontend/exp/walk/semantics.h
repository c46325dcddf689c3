#ifndef HEDDLE_FRONTEND_EXP_WALK_SEMANTICS_H
#define HEDDLE_FRONTEND_EXP_WALK_SEMANTICS_H

#include <stdint.h>

#include "frontend/exp/syntax/exp_tree.h"

struct error;
struct run;

/*
 * The transitions of a global state of an EXP network, computed by walking the syntax tree, straight from the
 * definition of each operator (formats of EXP.OPEN: Lang 2005). It shares nothing with the flat network, its
 * rules or the search; of the frontend it uses only trees and AUT files. It is used to verify evidence
 * and to simulate, and the tests compare the search with it. It is much slower than the search.
 *
 * Processes are the leaves of the tree, depth first; every use of a nested file has leaves of its own. A
 * global state has one local state for each process.
 */
typedef struct semantics semantics;

struct semantics_move {
    uint32_t component, to;
    uint32_t label;  /* the process's number of its own label; semantics_own_label has the text */
    uint32_t choice; /* choice of the process's move (explorer/model/lts.h), or LTS_NO_CHOICE */
};

struct semantics_transition {
    const char *label; /* equal texts are equal pointers, until semantics_free; "i": internal */
    const struct semantics_move *moves; /* processes that take part, even if their state stays the same */
    uint32_t move_count;
};

/*
 * All arguments must outlive the result. NULL with *error filled: ERROR_INPUT for an invalid network (prio
 * puts a label above itself), ERROR_LIMIT for a label or pattern that is too long to be matched,
 * ERROR_MEMORY, ERROR_INTERRUPTED. Uses the run's memory.
 */
semantics *semantics_create(const struct exp_node *root, const label_table *labels,
                            const struct exp_options *options, const struct run *run, struct error *error);
/* NULL is allowed. */
void semantics_free(semantics *semantics);

uint32_t semantics_components(const semantics *semantics);
/* The process's graph, and its name: the base name of its file, with "#2", "#3" .. if the name occurs
 * again.
 */
const struct lts *semantics_lts(const semantics *semantics, uint32_t component);
const char *semantics_name(const semantics *semantics, uint32_t component);
/* The names of all processes; owned by the semantics. */
const char *const *semantics_names(const semantics *semantics);

/*
 * A local state as people read it: the number of the state, which is written to `number`; processes of EXP
 * networks have no names for their states.
 */
#define SEMANTICS_STATE_TEXT 24
const char *semantics_state_text(const semantics *semantics, uint32_t component, uint32_t state,
                                 char number[SEMANTICS_STATE_TEXT]);

/* Writes the initial state, semantics_components numbers. */
void semantics_initial(const semantics *semantics, uint32_t *state);

/* All labels that transitions have, in no particular order, and perhaps others that never occur. */
uint32_t semantics_label_count(const semantics *semantics);
const char *semantics_label(const semantics *semantics, uint32_t index);

/*
 * The transitions of a state (one local state for each process). Two ways to the same label and target are
 * two transitions. Sorted by the bytes of the label, then by the target tuple, then by the processes and
 * their own labels. Valid until the next call. 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int semantics_transitions(semantics *semantics, const uint32_t *state,
                          const struct semantics_transition **transitions, uint64_t *count,
                          struct error *error);
/*
 * The number of calls of semantics_transitions: results that the caller keeps are valid while it stays the
 * same.
 */
uint64_t semantics_calls(const semantics *semantics);
/*
 * The label of the process itself in a move of the transition, before hiding, renaming and vectors changed
 * it; NULL if it is the label of the transition.
 */
const char *semantics_own_label(const semantics *semantics, const struct semantics_transition *transition,
                                const struct semantics_move *move);
/* Whether the same processes take part in both transitions, by the same labels of their own. */
int semantics_same_way(const struct semantics_transition *a, const struct semantics_transition *b);
/* Writes the target state of the transition. */
void semantics_target(const semantics *semantics, const uint32_t *state,
                      const struct semantics_transition *transition, uint32_t *target);

#endif
