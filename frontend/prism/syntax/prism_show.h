#ifndef HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_SHOW_H
#define HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_SHOW_H

#include <stddef.h>
#include <stdint.h>

#include "frontend/prism/syntax/prism_tree.h"

/*
 * How parts of a model are written: as the language writes them, on one line, with the parentheses that they
 * need alone. A formula is written by its name, but in a renamed module as what it stands for, in
 * parentheses. Texts that do not fit into the buffer end in "..". All return the buffer.
 */
#define PRISM_SHOWN 200 /* a buffer for messages */

char *prism_show_expression(const struct prism_model *model, const struct prism_expression *expression,
                            char *buffer, size_t size);
/* "[a] x>0 -> 0.5:(x'=x-1) + 0.5:true" */
char *prism_show_command(const struct prism_model *model, const struct prism_command *command, char *buffer,
                         size_t size);
/* "x=3, b=true" */
char *prism_show_state(const struct prism_model *model, const int32_t *state, char *buffer, size_t size);
/* The value of one variable: "3", "true". */
char *prism_show_variable(const struct prism_variable *variable, int32_t value, char *buffer, size_t size);
/* A value, a double so that it reads as the same double. */
char *prism_show_value(const struct prism_value *value, char *buffer, size_t size);
/* The operator or function of an expression, for messages: "'&'", "mod". */
const char *prism_show_operator(const struct prism_expression *expression);

#endif
