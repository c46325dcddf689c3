#ifndef HEDDLE_TESTS_RANDOM_RANDOM_MEASURED_H
#define HEDDLE_TESTS_RANDOM_RANDOM_MEASURED_H

#include <stdint.h>
#include <stdio.h>

#include "specs/measured/measured.h"

/*
 * Random states whose moves have numbers: networks with labels, and Markov models of all kinds. Numbers are
 * whole multiples of 1 / MEASURED_UNITS.
 */
#define MEASURED_UNITS 60u
#define MEASURED_STATES 20u
#define MEASURED_ROW 5u   /* moves of a state */
#define MEASURED_DRAWS 8u /* of a move */
#define MEASURED_NAMES 3u /* "a", "b", and none */

struct drawn_move {
    enum measured_move kind;
    uint32_t name, length;
    uint32_t targets[MEASURED_DRAWS], units[MEASURED_DRAWS]; /* targets are distinct */
};

struct drawn_state {
    uint32_t label;                         /* whether it is `good` */
    uint32_t reward, earns[MEASURED_NAMES]; /* of the state, and of its moves by their names: thirds */
    uint32_t length;
    struct drawn_move moves[MEASURED_ROW];
};

/* MEASURED_STEP: a network, whose moves are steps, distributions and rates; else all moves are of this kind.
 */
struct drawn_measured {
    enum measured_move kind;
    uint32_t states, initial;
    int has_rewards;
    struct drawn_state state[MEASURED_STATES];
};

const char *random_measured_name(uint32_t name); /* NULL: none */

void random_measured_make(uint64_t *random, struct drawn_measured *drawn);
/* Gives states and moves rewards; only a PRISM model has them. */
void random_measured_add_rewards(uint64_t *random, struct drawn_measured *drawn);
/* Copies states, leads some numbers of moves to copies, some of them in part, and renumbers all states: an
 * equivalent one. */
void random_measured_unfold(uint64_t *random, struct drawn_measured *drawn);
/* Changes one number, target, move, label or reward, and perhaps nothing that matters. */
void random_measured_change(uint64_t *random, struct drawn_measured *drawn);
/* Writes a Markov model as PRISM's language has it. */
void random_measured_write_prism(uint64_t *random, const struct drawn_measured *drawn, FILE *file);
/* Writes an .aut or, of a Markov model, a .drn file. */
void random_measured_write(uint64_t *random, const struct drawn_measured *drawn, FILE *file);

#endif
