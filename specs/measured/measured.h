#ifndef HEDDLE_SPECS_MEASURED_MEASURED_H
#define HEDDLE_SPECS_MEASURED_MEASURED_H

#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/fraction.h"
#include "base/text/text_buffer.h"

/*
 * Formulas of states whose moves have numbers: the logic of Larsen and Skou (1991) with conjunctions of
 * bounds, as several distributions may have one action (Parma, Segala 2007). Two states are probabilistically
 * equivalent exactly if they satisfy the same ones.
 */
enum measured_kind {
    MEASURED_LABEL,  /* the state has the label `text` */
    MEASURED_REWARD, /* the state earns `value` of the rewards `text` */
    MEASURED_EARNED, /* in a Markov chain: so does its only choice */
    MEASURED_NOT,    /* not the one node */
    MEASURED_ALL,    /* all nodes; `true` if there is none */
    MEASURED_MOVE    /* some move of this form satisfies all bounds */
};

/* What a move is, and what it gives to its targets. */
enum measured_move {
    MEASURED_STEP, /* a transition with the label `text`, without a number: 1 to its target */
    MEASURED_PROB, /* a distribution of labels `text; prob P`: the probabilities */
    MEASURED_RATE, /* all transitions with labels `text; rate R` together: the rates */
    MEASURED_DRAW, /* a choice of a decision process with the name `text` that earns `earnings`: probabilities
                    */
    MEASURED_CHAIN, /* what the state of a Markov chain does, in discrete time: probabilities .. */
    MEASURED_RACE,  /* .. in continuous time: rates */
    MEASURED_MOVES
};

/* "step", "prob", .. in JSON; and the move of that name, or -1. */
const char *measured_move_name(enum measured_move move);
int measured_move_find(const char *name);

/* What a move gives to the states that satisfy a node, all together: at least, or at most, the bound. */
struct measured_bound {
    uint32_t node;
    int at_most;
    struct fraction bound;
};

struct measured_earning {
    const char *rewards, *value; /* `value` as a number */
};

/* Texts are the formula's or borrowed. */
struct measured_node {
    enum measured_kind kind;
    enum measured_move move;
    const char *text;                        /* NULL: a move without action */
    const char *value;                       /* of rewards, as a number */
    uint32_t begin, count;                   /* NOT, ALL: in `references`; MOVE: in `bounds` */
    uint32_t earnings_begin, earnings_count; /* DRAW: what is not here is 0 */
};

/* Nodes refer to nodes before them; the last one is the formula. Begins as zeros. */
struct measured_formula {
    arena *arena; /* of texts, or NULL */
    GROWING(struct measured_node) nodes;
    GROWING(uint32_t) references;
    GROWING(struct measured_bound) bounds;
    GROWING(struct measured_earning) earnings;
};

void measured_formula_free(struct measured_formula *formula, struct memory *memory);

/*
 * The name of rewards in formulas: their own or, of those without a name, "", "#2", "#3" ..; `unnamed` counts
 * those without a name before these. The buffer has MEASURED_REWARDS_TEXT bytes.
 */
#define MEASURED_REWARDS_TEXT 16
const char *measured_rewards_text(const char *name, uint32_t unnamed, char *buffer);

/* Whether the text stands for the number, or for the double (base/fraction.h). */
int measured_is_number(const char *text, struct fraction number);
int measured_is_value(const char *text, double value);

/*
 * Appends the text of the formula, for people (docs/compare.md). 1; 0 if it would have more than `most`
 * nodes, as shared parts are written as often as they occur; -1 when memory runs out.
 */
int measured_formula_write(const struct measured_formula *formula, uint64_t most, struct memory *memory,
                           struct text_buffer *text);

#endif
