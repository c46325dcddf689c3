#ifndef HEDDLE_SPECS_LTL_TGBA_STEPS_H
#define HEDDLE_SPECS_LTL_TGBA_STEPS_H

#include "specs/ltl/tgba.h"

struct ltl_atom;
struct ltl_tree;

/*
 * An invisible step is a letter in which no event is true, before a letter with the same predicates. A
 * language ignores such steps if each word is in it with any finite number of them inserted or removed at
 * each position, or without. That a run has ended is no step: it is an event that stays.
 */
enum tgba_atom { TGBA_EVENT, TGBA_PREDICATE, TGBA_END };

/* Fills kind[a], enum tgba_atom, of each atom. */
void tgba_atom_kinds(const struct ltl_atom *atom, uint64_t atoms, uint8_t *kind);

/*
 * Whether the language of two automata, one of which accepts the other words, ignores invisible steps: 1, 0,
 * or -1 with the pool failed. tree: its formula, whose form may show that it does; or NULL.
 * TGBA_TOO_LARGE: an automaton has more than 64 states, and the form does not show it.
 */
int tgba_ignores_steps(const struct tgba *automaton, const struct tgba *negated, const struct ltl_tree *tree,
                       const uint8_t *kind, uint32_t atoms);
/*
 * Of an automaton without predicates whose language ignores invisible steps: one with the same language, in
 * which a letter without events leads each state to itself alone, whatever it is about. 0, or -1 with the
 * pool failed.
 */
int tgba_skip_steps(const struct tgba *automaton, const uint8_t *kind, uint32_t atoms, struct tgba *made);

#endif
