#ifndef HEDDLE_FRONTEND_EXP_WALK_SEMANTICS_H
#define HEDDLE_FRONTEND_EXP_WALK_SEMANTICS_H

#include <stdint.h>

#include "frontend/exp/syntax/exp_tree.h"

struct error;
struct run;

/*
 * The transitions of a global state of an EXP network, computed by walking the syntax tree, straight from the
 * definition of each operator (formats of EXP.OPEN: Lang 2005). It shares nothing with the flat network, its
 * rules or the search, and of the frontend only trees and component files: evidence is checked with it, walks
 * are simulated with it, and the tests compare the search with it. Slow beside the search.
 *
 * Components are the leaves of the tree, depth first; every use of a nested file has leaves of its own. A
 * global state is one local state a component.
 */
typedef struct semantics semantics;

struct semantics_move {
    uint32_t component, to;
    uint32_t choice; /* of the component's move (explorer/model/lts.h), or LTS_NO_CHOICE */
};

struct semantics_transition {
    const char *label; /* equal texts are equal pointers; stable until semantics_free; "i" for the internal */
    const struct semantics_move *moves; /* components that take part, even if they stay where they are */
    uint32_t move_count;
};

/*
 * Whatever the arguments point to must outlive the result. NULL with *error filled: ERROR_INPUT for a network
 * that is wrong (a label above itself in prio), ERROR_LIMIT for a label or pattern that is too long to be
 * matched, ERROR_MEMORY, ERROR_INTERRUPTED. Takes the run's memory.
 */
semantics *semantics_create(const struct exp_node *root, const label_table *labels,
                            const struct exp_options *options, const struct run *run, struct error *error);
/* NULL is allowed. */
void semantics_free(semantics *semantics);

uint32_t semantics_components(const semantics *semantics);
/* The component's graph, and its name: the base name of its file, "#2", "#3" .. added where it is used again.
 */
const struct lts *semantics_lts(const semantics *semantics, uint32_t component);
const char *semantics_name(const semantics *semantics, uint32_t component);
/* The names of all; they belong to the semantics. */
const char *const *semantics_names(const semantics *semantics);

/* The initial state, semantics_components numbers. */
void semantics_initial(const semantics *semantics, uint32_t *state);

/* The labels that transitions can have, by no particular order: all that occur, and perhaps others, which no
 * state lets happen. */
uint32_t semantics_label_count(const semantics *semantics);
const char *semantics_label(const semantics *semantics, uint32_t index);

/*
 * The transitions of a state (one local state a component), as fired: two ways to the same label and target
 * are two. Sorted by the bytes of the label, then by the target tuple. Valid until the next call. 0, or -1
 * with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int semantics_transitions(semantics *semantics, const uint32_t *state,
                          const struct semantics_transition **transitions, uint64_t *count,
                          struct error *error);
/* How often transitions were asked for: those that the caller keeps are valid while it stays the same. */
uint64_t semantics_calls(const semantics *semantics);
/* The state that the transition leads to. */
void semantics_target(const semantics *semantics, const uint32_t *state,
                      const struct semantics_transition *transition, uint32_t *target);

#endif
