#ifndef HEDDLE_FRONTEND_PRISM_COMPILE_PRISM_CODE_H
#define HEDDLE_FRONTEND_PRISM_COMPILE_PRISM_CODE_H

#include "base/arena.h"
#include "base/index.h"
#include "explorer/model/data/data_model.h"
#include "frontend/prism/syntax/prism_tree.h"

/* What the parts of the compiler share. */
struct prism_coder {
    const prism_tree *tree;
    const struct prism_model *model;
    struct data_builder builder;
    struct memory *memory;
    const struct run *run;
    arena *arena;
    struct index constants;  /* finds those of the builder */
    uint32_t *first_command; /* [module_count] */
    uint64_t unasked;        /* work since the run was asked */
    int failed;              /* no memory, or stopped */
    int stopped;
};

/* After some work: asks now and then whether the run must stop, and makes the coder fail then. */
void prism_code_ask(struct prism_coder *coder);
/* Says why it failed. Returns -1. */
int prism_code_failure(const struct prism_coder *coder, struct error *error);

/* Writes the program of an expression, of type PRISM_BOOL, PRISM_INT or PRISM_DOUBLE (to which an int is
 * widened). Returns where it begins; coder->failed when memory runs out. */
uint32_t prism_code_program(struct prism_coder *coder, const struct prism_expression *expression,
                            enum prism_type type);
/* The program of a weight: its double, or NaN where prism_weight_value refuses a 0. */
uint32_t prism_code_weight(struct prism_coder *coder, const struct prism_weight *weight);

/* Makes classes and rules from the operators between modules. 0, or -1 with *error filled. */
int prism_code_rules(struct prism_coder *coder, struct error *error);

/* The number of a command among all. */
uint32_t prism_command_number(const struct prism_coder *coder, const struct prism_command *command);

#endif
