#ifndef HEDDLE_CHECKER_VERIFY_WALK_H
#define HEDDLE_CHECKER_VERIFY_WALK_H

#include <stdint.h>

#include "frontend/exp/walk/semantics.h"
#include "explorer/trace/trace.h"

struct error;
struct run;

/*
 * A walk through a network, step by step from its initial state, over the semantics of its syntax tree. The
 * walk stands after some step; later steps are kept, to be taken again, until another way is chosen.
 */
typedef struct walk walk;

/* Both arguments must outlive the walk. NULL with *error filled when memory is spent. */
walk *walk_create(semantics *semantics, const struct run *run, struct error *error);
/* NULL is allowed. */
void walk_free(walk *walk);

/* Steps from the initial state to where the walk stands, and all steps that it knows. */
uint64_t walk_position(const walk *walk);
uint64_t walk_length(const walk *walk);
const uint32_t *walk_state(const walk *walk);
/* Views, good until the next step: of the way to where the walk stands, and of all steps. */
struct trace walk_trace(const walk *walk);
const struct trace *walk_whole(const walk *walk);

/*
 * What is possible where the walk stands, one choice for each label and target, sorted by the bytes of the
 * label, then by the target tuple. Valid until the walk moves or anybody asks the semantics for transitions.
 * 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int walk_choices(walk *walk, const struct semantics_transition **choices, uint64_t *count,
                 struct error *error);
/*
 * Takes a choice, by its index. Steps beyond are forgotten unless the first of them is the same. 0, or -1
 * with *error filled and the walk where it was.
 */
int walk_take(walk *walk, uint64_t choice, struct error *error);
/* Takes a choice at random, all equally likely; *random is the generator's state. 1, 0 in a deadlock, or -1.
 */
int walk_take_random(walk *walk, uint64_t *random, struct error *error);
/* Goes to the state after a step, at most walk_length. */
void walk_goto(walk *walk, uint64_t position);

/*
 * Makes the steps of a trace, from the initial state, and its lasso those that the walk knows; it stands at
 * their beginning. -1 with *error filled (ERROR_INPUT: the network has no such path) leaves the steps up to
 * there.
 */
int walk_load(walk *walk, const struct trace *trace, struct error *error);

#endif
