#ifndef HEDDLE_TESTS_SUPPORT_COMMAND_GRID_H
#define HEDDLE_TESTS_SUPPORT_COMMAND_GRID_H

#include <stddef.h>
#include <stdint.h>

/*
 * Command lines of all commands that have --device: each option alone, and each pair of options, on small
 * inputs of each kind. They run in a folder beside the folder `in`, where the inputs are.
 */

/* What is the same on both sides; later values mean less. */
enum grid_compared {
    GRID_ALL,
    GRID_WINNERS, /* as strategies may differ, evidence need not be the same, but must be confirmed */
    GRID_FILES,   /* how much is searched differs: not standard output */
    GRID_EXIT     /* how much is found differs: the exit status alone */
};

/* What a command does, on which inputs. */
struct grid_base {
    char kind;           /* a letter that options name */
    const char *command; /* "check" */
    const char *words;   /* options and operands that say what it does; "" */
    const char *inputs;  /* letters of inputs */
};

/* Options with the same first word are not paired with one another. */
struct grid_option {
    const char *kinds; /* letters of bases */
    const char *words;
    const char *inputs; /* letters of inputs; NULL: all */
};

struct grid_case {
    const struct grid_base *base;
    char input;
    const struct grid_option *options[2]; /* NULL: none */
};

/* All cases: first those of at most one option, then pairs. The caller frees them. */
struct grid_case *grid_cases(uint64_t *count, uint64_t *single);
/* The command line, without the name of the program: the command, `side`, then options and operands. */
void grid_line(const struct grid_case *one, const char *side, char *line, size_t size);
enum grid_compared grid_compared_of(const struct grid_case *one);

enum grid_side { GRID_CPU, GRID_CUDA };

/*
 * What a side must refuse, with exit status 2: the message, if the case has an option that does not run
 * there; else NULL.
 */
const char *grid_refusal(const struct grid_case *one, enum grid_side side);

/* Writes the inputs into the folder `in` of the suite's folder. */
void grid_put_inputs(void);

#endif
