#ifndef HEDDLE_TESTS_RANDOM_RANDOM_PRISM_INTERNAL_H
#define HEDDLE_TESTS_RANDOM_RANDOM_PRISM_INTERNAL_H

#include <stddef.h>

#include "tests/random/random_prism.h"

/* A random PRISM model while it is written: its text, and what its expressions may name. */
#define VARIABLES 12
#define MODULES 4

struct drawn_variable {
    char name[12];
    int is_bool, low, high;
    int is_wide; /* so many values that they are not counted through */
    int module;  /* -1: global */
};

/* What the branches of a plain command do to the variable that it steps. */
enum plain_branches {
    PLAIN_CONSTANTS,
    PLAIN_STEP,
    PLAIN_CONSTANT,
    PLAIN_STEP_OR_CONSTANT,
    PLAIN_STEP_OR_COPY
};

struct drawing {
    struct random_prism *random;
    uint64_t state;
    char *text;
    size_t size, used;
    struct drawn_variable variables[VARIABLES];
    unsigned variable_count, module_count, action_count, formula_count;
    int kind;     /* 0 dtmc, 1 mdp, 2 ctmc */
    int is_plain; /* branches of a command differ visibly */
    int has_given, has_limits, only_labelled, is_double_formula[4];
    /* A command adds `step_by` to this variable, which its guard allows; NULL: to none. */
    const struct drawn_variable *stepped;
    int step_by;
    enum plain_branches plain, odd; /* of the command; what some commands of the model have */
    int readable;                   /* variables that expressions may read: all, or none in constants */
    int user[3];                    /* of actions: 1 + the last module that has a command with it */
    unsigned char seen[RANDOM_PRISM_COUNT];
};

/* Appends to the text: at most 400 bytes. */
void drawing_put(struct drawing *drawing, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint32_t drawing_draw(struct drawing *drawing, uint32_t bound);
/* The model has this construct. */
void drawing_note(struct drawing *drawing, enum random_prism_construct construct);

/* How tightly operators bind, as in the grammar. */
enum {
    CONDITIONAL = 1,
    IMPLIES,
    EQUIVALENT,
    OR,
    AND,
    NOT,
    EQUALITY,
    RELATION,
    SUM,
    PRODUCT,
    POWER,
    MINUS,
    ATOM
};

/* Write an expression of a type, of at most so many operators inside each other, for a place that asks for
 * operators that bind at least as tightly as `least`. */
void drawing_put_int(struct drawing *drawing, unsigned depth, int least);
void drawing_put_double(struct drawing *drawing, unsigned depth, int least);
void drawing_put_bool(struct drawing *drawing, unsigned depth, int least);
/* A constant; INT_MIN is no literal. */
void drawing_put_number(struct drawing *drawing, int number);
/* "mod(" and an int that is its first operand. */
void drawing_put_dividend(struct drawing *drawing, unsigned depth);
/* A conjunction of comparisons of variables with numbers, and of bool variables; sometimes more. */
void drawing_put_tests(struct drawing *drawing);

/* The parts of a model that stand outside of modules. */
void drawing_put_labels(struct drawing *drawing);
void drawing_put_rewards(struct drawing *drawing);
void drawing_put_initial(struct drawing *drawing);
/* Modules m0 to the last one (and their copy), composed, and with them the module `all`. */
void drawing_put_system(struct drawing *drawing, int has_copy);

#endif
