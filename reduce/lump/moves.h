#ifndef HEDDLE_REDUCE_LUMP_MOVES_H
#define HEDDLE_REDUCE_LUMP_MOVES_H

#include <stdint.h>

#include "base/array.h"
#include "base/fraction.h"
#include "specs/measured/measured.h"

struct error;
struct graph;
struct memory;
struct model_lumping;
struct run;

/*
 * What the states of two inputs can do, in the terms of formulas with numbers (specs/measured/measured.h): of
 * graphs with labels, or of Markov models. Moves of a state may be alike.
 */

/* What a state is by itself: a property of states, and the value that each state has. */
struct moves_property {
    enum measured_kind kind; /* LABEL, REWARD or EARNED */
    const char *text;
    uint32_t *values; /* [states]: of a label 0 or 1, else a number in `values`, or MOVES_NO_VALUE */
};

#define MOVES_NO_VALUE UINT32_MAX /* EARNED: the state has no choice */

/* What moves are alike by, but for numbers. */
struct moves_form {
    enum measured_move kind;
    const char *text; /* NULL: no action */
    uint32_t *earned; /* DRAW: [rewards] numbers in `values`; else NULL */
};

struct moves_move {
    uint32_t form;
    uint64_t begin; /* of its draws; the next move's begin is the end */
};

/* What a move gives to a target. */
struct moves_draw {
    uint32_t target;
    fraction_natural weight; /* in units of 1 / units */
};

/* Begins as zeros. Texts without another owner are in the arena. */
struct moves {
    arena *arena;
    uint64_t states;
    GROWING(uint64_t) offsets;        /* [states + 1]: the moves of each state */
    GROWING(struct moves_move) moves; /* and one after the last */
    GROWING(struct moves_draw) draws;
    fraction_natural units;
    GROWING(struct moves_form) forms; /* each once */
    GROWING(struct moves_property) properties;
    GROWING(const char *) values;  /* texts of rewards */
    GROWING(const char *) rewards; /* names of reward structures, for moves_form.earned */
    GROWING(uint32_t) initial[2];  /* the initial states of each input */
};

/*
 * Of the graphs of `heddle compare` (reduce/compare/join.h): `joined` has the vertices of the first graph,
 * and then those of the second. 0, or -1 with *error filled: as lump_graph. Free *moves in any case.
 */
int moves_of_graphs(const struct graph *joined, const struct graph *const graphs[2], const struct run *run,
                    struct moves *moves, struct error *error);
/* Of the classes of two models: class c is state c, with the choices of its least state. Texts are the
 * models'. */
int moves_of_models(const struct model_lumping *lumping, const struct run *run, struct moves *moves,
                    struct error *error);
void moves_free(struct moves *moves, struct memory *memory);

#endif
