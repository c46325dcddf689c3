#ifndef HEDDLE_TESTS_RANDOM_RANDOM_INTERNAL_H
#define HEDDLE_TESTS_RANDOM_RANDOM_INTERNAL_H

#include <stdint.h>
#include <stdio.h>

#include "tests/random/random_network.h"

#define POOL_MAX 12
#define FILES_MAX 200
#define TEXT_MAX 128

/* A file that was written, to be used again. */
struct random_file {
    uint32_t bits; /* bits of the states in it */
    uint32_t sync; /* nested: whether its root synchronises */
    double states; /* a guess at how many it has alone */
};

/* A network in the making. */
struct generator {
    uint64_t random;
    struct random_network *out;
    const char *directory;
    FILE *file; /* the .exp being written */
    const char *newline;
    int failed;
    char gates[POOL_MAX][TEXT_MAX]; /* what patterns and gate lists choose from */
    uint32_t gate_count;
    char labels[POOL_MAX][TEXT_MAX]; /* visible labels of components */
    uint32_t label_count;
    int with_stochastic, with_exit;
    struct random_file components[FILES_MAX];
    uint32_t component_count;
    struct random_file nested[FILES_MAX];
    uint32_t nested_count;
    uint32_t bits;         /* bits of the leaves so far */
    uint32_t prio_depth;   /* prio operators around */
    uint32_t nested_depth; /* files around */
};

/* random_text.c */
uint32_t random_below(struct generator *generator, uint32_t bound);
/* True in `percent` of 100 cases. */
int random_chance(struct generator *generator, uint32_t percent);
void random_count(struct generator *generator, enum random_feature feature);
void random_separator(struct generator *generator);
/* Tokens, each with blanks, newlines or comments before it. */
void random_symbol(struct generator *generator, const char *text);
void random_keyword(struct generator *generator, const char *text);
/* A label, gate or pattern; quoted where it must be and elsewhere at random; under ignore_case in any case.
 */
void random_name(struct generator *generator, const char *text);
/* The same in the case as given. */
void random_exact_name(struct generator *generator, const char *text);
const char *random_gate(struct generator *generator);
const char *random_label(struct generator *generator);
/* A name of the internal action. */
const char *random_internal(struct generator *generator);
/* Writes a pattern for the mode (TOTAL, PARTIAL or GATE) into `pattern`. */
void random_pattern(struct generator *generator, enum exp_mode mode, char pattern[TEXT_MAX]);
/* A clause of rename for the mode. */
void random_clause(struct generator *generator, enum exp_mode mode, char from[TEXT_MAX], char to[TEXT_MAX]);

/* random_component.c */
void random_pool(struct generator *generator);
/* Writes a component of at most `states` states, or takes one that is there; returns its number. */
uint32_t random_component(struct generator *generator, uint32_t states, int may_reuse);
/*
 * Components of special shapes: random_ring does all labels in turn, `rounds` times, with some choices of how
 * far it gets; random_source does one label `times` times; random_relay does left, then right, maybe with a
 * free move between.
 */
uint32_t random_ring(struct generator *generator, uint32_t rounds, uint32_t choices);
uint32_t random_source(struct generator *generator, const char *label, uint32_t times);
uint32_t random_relay(struct generator *generator, const char *left, const char *free, const char *right);
/* Writes a reference to the file LETTER NUMBER ENDING, without the ending in so many percent of the cases. */
void random_file_name(struct generator *generator, unsigned bare_percent, const char *letter,
                      const char *ending, uint32_t number);
void random_component_name(struct generator *generator, uint32_t component);

/* random_operator.c */
/* The place of an expression, which decides whether it needs parentheses. */
enum random_place { PLACE_FREE, PLACE_LEFT, PLACE_RIGHT, PLACE_BRANCH };
/*
 * Writes an expression of about `states` states; `depth` bounds the operators above each other. Returns
 * whether its root synchronises.
 */
int random_expression(struct generator *generator, double states, uint32_t depth, enum random_place place);

/* random_prio.c */
/* Writes a prio over an expression of about `states` states. */
void random_prio(struct generator *generator, double states, uint32_t depth);

/* random_wide.c */
/* Writes an expression of many components and not too many states. */
void random_wide_expression(struct generator *generator);

#endif
