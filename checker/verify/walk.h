#ifndef HEDDLE_CHECKER_VERIFY_WALK_H
#define HEDDLE_CHECKER_VERIFY_WALK_H

#include <stdint.h>

#include "frontend/walk/walker.h"
#include "model/trace.h"

struct error;
struct run;

/* A walk through a model, step by step from an initial state, by its walker. The
 * walk has a current step; later steps are kept, so that the user can go forward again, until the user takes
 * another step. */
typedef struct walk walk;

/* Both arguments must outlive the walk. Returns NULL with *error filled if memory runs out. */
walk *walk_create(walker *walker, const struct run *run, struct error *error);
/* NULL is allowed. */
void walk_free(walk *walk);

walker *walk_walker(const walk *walk);
/* The number of steps from the initial state to the current state, and the number of all steps that are
 * kept. */
uint64_t walk_position(const walk *walk);
uint64_t walk_length(const walk *walk);
const uint32_t *walk_state(const walk *walk);
/* Grows with each step that is added to those that are kept. */
uint64_t walk_added(const walk *walk);
/* The path to the current state, and the path of all steps. Valid until the next step. */
struct trace walk_trace(const walk *walk);
const struct trace *walk_whole(const walk *walk);

/*
 * The possible choices in the current state, one for each label, target, and own labels of the processes that
 * take part, sorted like walker_transitions. A step of the walk knows which it is (trace_way). Valid until
 * the walk moves or the walker computes other transitions. Returns 0, or -1 with *error filled:
 * ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int walk_choices(walk *walk, const struct walker_transition **choices, uint64_t *count, struct error *error);
/* Sets *choice to the choice that is the next step of the walk, as far as it is known (at the end of a lasso:
 * the first step of its loop); UINT64_MAX if there is none. Returns 0, or -1 like walk_choices. */
int walk_next_choice(walk *walk, uint64_t *choice, struct error *error);
/* Takes a choice, by its index. Later steps are removed unless the first of them is the same step. Returns
 * 0, or -1 with *error filled and the walk unchanged. */
int walk_take(walk *walk, uint64_t choice, struct error *error);
/* Takes a random choice, by the chances of the transitions; *random is the state of the random number
 * generator. Returns 1, 0 in a deadlock, or -1. */
int walk_take_random(walk *walk, uint64_t *random, struct error *error);
/* Goes to the state after step `position`, at most walk_length. */
void walk_goto(walk *walk, uint64_t position);

/* Removes all steps, and begins in the initial state of this number (walker_initial), from 0 on. */
void walk_begin(walk *walk, uint64_t initial);

/* Takes the steps of a trace that begins in the current state; its lasso is ignored. Returns -1 with *error
 * filled (ERROR_INPUT: the network has no such path); the walk is then at the step that failed. */
int walk_follow(walk *walk, const struct trace *trace, struct error *error);

/* Replaces the steps of the walk by those of a trace from the initial state, with its lasso, and goes to
 * their beginning. Returns -1 with *error filled (ERROR_INPUT: the network has no such path); the steps
 * before the failing one are kept. */
int walk_load(walk *walk, const struct trace *trace, struct error *error);

#endif
