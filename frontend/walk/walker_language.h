#ifndef HEDDLE_FRONTEND_WALK_WALKER_LANGUAGE_H
#define HEDDLE_FRONTEND_WALK_WALKER_LANGUAGE_H

#include "base/array.h"
#include "base/memory.h"
#include "frontend/walk/walker.h"

struct run;

/* What a language writes: the functions of its walker. Those that may be NULL have the meaning given there.
 */
struct walker_functions {
    /* Frees what the language has in the walker, and the walker itself. */
    void (*free)(walker *walker);
    /*
     * Adds the transitions of the state to walker->transitions, which is empty, in any order. Moves are by
     * component, and stay until the next call. 0, or -1 with *error filled.
     */
    int (*derive)(walker *walker, const uint32_t *state, struct error *error);
    uint64_t (*local_states)(const walker *walker, uint32_t component);
    uint32_t (*label_count)(const walker *walker);
    const char *(*label)(const walker *walker, uint32_t index);
    /* NULL: no component has distributions */
    int (*has_distributions)(const walker *walker, uint32_t component);
    /* NULL: components are processes */
    struct walker_variable (*variable)(const walker *walker, uint32_t component);
    /* Whether a predicate of the tree holds: 1, 0, or -1 with *error filled. NULL: there are none */
    int (*holds)(walker *walker, uint32_t predicate, const uint32_t *state, struct error *error);
    /* NULL: components have no labels of their own */
    const char *(*own_label)(const walker *walker, const struct walker_transition *transition,
                             const struct walker_move *move);
    /* As walker_weigh; NULL: there are no numbers */
    int (*weigh)(walker *walker, const uint32_t *state, struct walker_weighed *weighed, struct error *error);
    /* As walker_process; NULL: processes are components */
    uint32_t (*process)(const walker *walker, const struct walker_transition *transition, uint32_t number);
    /* NULL: transitions have no lines */
    uint32_t (*lines)(const walker *walker, const struct walker_transition *transition, uint64_t *lines,
                      uint32_t most);
};

/* The first member of every language's walker. The language fills it; what grows begins empty. */
struct walker {
    const struct walker_functions *functions;
    const struct run *run;
    uint32_t components;
    const char *const *names; /* [components], owned by the language */
    uint32_t processes;
    const char *const *process_names; /* [processes], where the functions have `process` */
    GROWING(uint32_t) initial;        /* one tuple after the other, in order */
    uint64_t initial_count;           /* of tuples */
    int has_choices;                  /* transitions are branches of choices */
    int is_chain;                     /* .. and all those of a state are one */
    struct walker_numbers numbers;    /* with has_choices */
    GROWING(struct walker_transition) transitions, scratch;
    uint64_t work;     /* steps since the stop flag was last checked */
    uint64_t calls;    /* of walker_transitions */
    int lacked_memory; /* for one of these calls */
};

/* Counts a step of long work; fails, at a check of the stop flag, if the run must stop: -1 with *error
 * filled. */
int walker_step(walker *walker, struct error *error);
/* Adds an initial state: 0, or -1 when memory runs out. */
int walker_add_initial(walker *walker, const uint32_t *state);
/* Sets ERROR_MEMORY and returns -1. */
int walker_memory(struct error *error);
/* Frees what this room has in the walker, for the language's function `free`. */
void walker_close(walker *walker);

#endif
