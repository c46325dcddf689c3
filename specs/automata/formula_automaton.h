#ifndef HEDDLE_SPECS_AUTOMATA_FORMULA_AUTOMATON_H
#define HEDDLE_SPECS_AUTOMATA_FORMULA_AUTOMATON_H

#include <stdint.h>

#include "base/arena.h"
#include "specs/automata/formula_observer.h"

/*
 * An observer under construction: an alternating parity automaton on the classes of labels. Kinds and owners
 * are those of struct observer_state. Priorities are of max-parity, with 0 for "does not matter": on every
 * cycle there is one that is not 0. All functions return 0, or -1 with *error filled: ERROR_MEMORY,
 * ERROR_LIMIT, ERROR_INTERRUPTED; the automaton can only be freed then.
 */
enum automaton_owner { OWNER_EVEN = 0, OWNER_ODD = 1 };

struct automaton_move {
    uint32_t label_class; /* 0 in EPSILON states; in a TEST state 1 if the predicate holds, else 0 */
    uint32_t target;
};

struct automaton_state {
    const struct formula *origin;
    struct formula_meaning meaning;
    uint64_t first, count; /* its moves, by class and target in ascending order, each once */
    uint32_t priority;
    uint32_t predicate; /* TEST */
    uint8_t kind, owner;
};

struct automaton {
    struct memory *memory;
    const struct run *run;
    struct error *error; /* where functions report */
    struct automaton_state *state;
    uint64_t states, state_capacity;
    struct automaton_move *move;
    uint64_t moves, move_capacity; /* number of all moves, including those that no state has any more */
    uint32_t classes, initial;
    arena
        *made; /* formulas and expressions that nobody wrote; NULL of a monitor, whose states mean nothing */
};

#define AUTOMATON_NONE UINT32_MAX
/* Keeps twice a state's number, plus a bit, within the range of priorities. */
#define AUTOMATON_MOST_STATES ((uint64_t)1 << 30)

void automaton_free(struct automaton *automaton); /* an automaton of zeros is allowed */
/* An automaton without states on the same classes, with the same memory, run and error. */
struct automaton automaton_like(const struct automaton *automaton);
/* Ends the making of another automaton in the place of this one. Returns 0; if that failed, the other one is
 * freed, and the result is -1. */
int automaton_replace(struct automaton *automaton, struct automaton *made, int failed);
int automaton_add_state(struct automaton *automaton, const struct automaton_state *state);
int automaton_add_move(struct automaton *automaton, uint32_t label_class, uint32_t target);
/* By label class, then by target; for qsort. */
int automaton_compare_moves(const void *a, const void *b);
/* Sorts the automaton's moves from `first` on and drops duplicates. */
void automaton_sort_moves(struct automaton *automaton, uint64_t first);
/* Drops states that the initial state does not reach, and moves that no state has; the others keep their
 * order.
 */
int automaton_prune(struct automaton *automaton);

/* --- what states mean (formula_meaning.c) --- */

/* left . right, or left*. NULL when memory runs out, as for the next one. */
const struct regular *meaning_combine(arena *made, enum regular_kind kind, const struct regular *left,
                                      const struct regular *right);
/* A modality over what remains of its expression: `regular`, and then `after`. Where that is the rest of the
 * same modality, both become one expression. */
const struct formula *meaning_of_rest(arena *made, const struct formula *modality,
                                      const struct regular *regular, const struct formula *after,
                                      int is_same);
/* Adds to the meaning of a state, of which only kind and owner are set before the first one, what another
 * state means: the owner may go on as from either. Returns 0, or -1. */
int automaton_add_meaning(struct automaton *automaton, struct automaton_state *state,
                          const struct formula_meaning *meaning);

/* --- strongly connected components (automaton_components.c) --- */

/*
 * The strongly connected components: their numbers (from next_component on, those that others lead to first),
 * and a list of states in which each component is contiguous.
 */
struct automaton_components {
    uint32_t *component;
    uint32_t *part; /* only edges between states of the same part count */
    uint32_t *list;
    uint32_t *number, *vertices, *latest; /* arrays of the search (base/tarjan.h) */
    uint64_t *places;
    uint32_t next_component;
};

/* Takes arrays from the arena. Begins with zeros: every state is in part 0. */
int automaton_components_create(const struct automaton *automaton, arena *arena,
                                struct automaton_components *components);
/* Finds the components of the states list[begin .. end), which are in one part; sorts this piece of the list.
 */
void automaton_components_find(const struct automaton *automaton, struct automaton_components *components,
                               uint64_t begin, uint64_t end);
/* Finds the components of all states, and ignores earlier parts. */
void automaton_components_find_all(const struct automaton *automaton,
                                   struct automaton_components *components);
/* Returns the end of the component that begins at list[begin]. */
uint64_t automaton_component_end(const struct automaton_components *components, uint64_t begin, uint64_t end);
/* Whether the component list[begin .. end) has a cycle. */
int automaton_component_has_cycle(const struct automaton *automaton,
                                  const struct automaton_components *components, uint64_t begin,
                                  uint64_t end);

/* --- priorities (automaton_priorities.c) --- */

/*
 * Assigns the fewest priorities that have the same parity as the given ones on every cycle, after Carton and
 * Maceiras (Computing the Rabin index of a parity automaton, 1999): odd ones from 1, even ones from 2, and 0
 * where it does not matter. *alternation_depth: the length of the longest chain of nested cycles of
 * alternating parity; 1 when no component mixes them, 0 without cycles. NULL is allowed.
 */
int automaton_lower_priorities(struct automaton *automaton, uint32_t *alternation_depth);
/*
 * Call it after that: priorities that do not matter become the least of their components, and components are
 * raised by even numbers so that priorities never fall from one component to the next.
 */
int automaton_order_priorities(struct automaton *automaton);

/* --- cycles of EPSILON states (automaton_loops.c) --- */

/* The outcome of staying on a cycle of EPSILON states through a state, while the network stands still. */
enum automaton_loop {
    LOOP_NONE,    /* there is no such cycle */
    LOOP_EVEN,    /* Even wins by staying on such cycles */
    LOOP_ODD,     /* Odd wins by staying on such cycles */
    LOOP_USELESS, /* the only player who can choose there loses by staying on them, and owns all their states
                   */
    LOOP_UNCLEAR
};

/* Computes loop[s] of every state. Owners of states without a choice may change. Fills components, with all
 * states. */
void automaton_find_loops(struct automaton *automaton, struct automaton_components *components,
                          uint8_t *loop);

/* --- fewer states (automaton_decide.c, automaton_expand.c, automaton_merge.c) --- */

/*
 * Decides states that a player wins whatever the network does, drops moves that only help the opponent, and
 * bypasses EPSILON states without a choice. The winner of every state stays the same. Moves of a class may be
 * out of order afterwards, until automaton_expand.
 */
int automaton_decide(struct automaton *automaton, int *changed);
/*
 * Replaces moves to EPSILON states of the same player by the moves of these states, and makes an EPSILON
 * state that only chooses between STEP states of its player a STEP state, as long as there are no more than
 * most_moves moves.
 */
int automaton_expand(struct automaton *automaton, uint64_t most_moves, int *changed);
/*
 * Makes tests before choices (automaton_tests.c): an EPSILON state one of whose moves leads to a TEST state
 * becomes a TEST state, which leads to two EPSILON states, as long as the automaton stays small. Where the
 * result of the test decides the choice, automaton_decide finds that. always: also where neither result
 * decides anything.
 */
int automaton_test_first(struct automaton *automaton, int always, uint64_t most_states, int *changed);
/*
 * Call it at the end: TEST states become PASS states, unless they are on a cycle of TEST states, or the
 * priority of one decides a play. Priorities of monitors do not count.
 */
int automaton_pass_tests(struct automaton *automaton, int is_monitor);
/* Merges states with the same kind, owner, priority and moves, where moves to merged states are the same. */
int automaton_merge(struct automaton *automaton, int *changed);
/* Gives STEP states one move for each class where this increases neither states nor moves. */
int automaton_determinise(struct automaton *automaton, int *changed);

/* Reports that memory ran out, or that the run must stop. */
int automaton_no_memory(const struct automaton *automaton);
int automaton_check_stop(const struct automaton *automaton);

/* --- from formulas (formula_translate.c) --- */

struct label_classes;

/* Fills an automaton of zeros, except for memory, run and error, from the formula; if that is NULL, from
 * <regular> true, without priorities. *class_of_label: one a label; accounted, and the caller frees it. */
int automaton_translate(struct automaton *automaton, const struct formula *formula,
                        const struct regular *regular, const struct label_texts *labels,
                        uint32_t **class_of_label);

#endif
