/*
 * Mappings are computed by their equations, tried in the order of the text: an equation applies if its left
 * side matches and its condition is true. If that is not known of one, the value is unknown.
 */
#include <string.h>

#include "base/memory.h"
#include "specs/data/environment.h"

#define MOST_VARIABLES 64u /* most variables of a left side */

/* The bindings of an equation's variables, while its left side is matched. */
struct matching {
    struct binding binding[MOST_VARIABLES];
    uint32_t count;
    const struct bound_variables *variables;
    int is_overloaded; /* a value is matched only with a variable of its sort */
};

static const struct bound_variable *variable_named(const struct bound_variables *variables,
                                                   const char *name) {
    for (uint32_t i = 0; variables != NULL && i < variables->count; i++) {
        if (variables->variable[i].name == name) {
            return &variables->variable[i];
        }
    }
    return NULL;
}

static uint32_t match(struct evaluation *evaluation, struct matching *matching, const struct data *pattern,
                      uint32_t value);

static uint32_t match_variable(struct evaluation *evaluation, struct matching *matching,
                               const struct bound_variable *variable, uint32_t value) {
    for (uint32_t i = 0; i < matching->count; i++) {
        if (matching->binding[i].variable == variable) {
            return evaluate_equal(evaluation, matching->binding[i].value, value);
        }
    }
    if (matching->count == MOST_VARIABLES) {
        return UNKNOWN;
    }
    int is_number = value_at(evaluation->values, value)->kind == VALUE_NUMBER;
    uint32_t fits = matching->is_overloaded || is_number ? evaluation_fits(evaluation, variable->sort, value)
                                                         : TRUE_VALUE;
    if (matching->is_overloaded ? fits != TRUE_VALUE : fits == FALSE_VALUE) {
        return matching->is_overloaded
                   ? fits
                   : UNKNOWN; /* the value is not of that sort: the equation does not apply */
    }
    struct binding *binding = &matching->binding[matching->count];
    *binding = (struct binding){
        .variable = variable, .value = value, .outer = matching->count == 0 ? NULL : binding - 1};
    matching->count++;
    return TRUE_VALUE;
}

/* Whether a variable of the equation occurs in a pattern. */
static int has_variable(const struct matching *matching, const struct data *pattern) {
    int has = pattern->kind == DATA_NAME && variable_named(matching->variables, pattern->name) != NULL;
    for (uint32_t i = 0; i < pattern->children && !has; i++) {
        has = has_variable(matching, pattern->child[i]);
    }
    return has;
}

/* Whether a name is that of a mapping. */
static int is_mapping(const struct evaluation *evaluation, const struct data *pattern) {
    const struct declarations *declarations = evaluation->declarations;
    uint32_t at = declarations_find(declarations, pattern->name, pattern->children);
    while (at != DECLARATIONS_END && declarations->list.data[at].kind != DECLARED_MAPPING) {
        at = declarations->list.data[at].next;
    }
    return at != DECLARATIONS_END;
}

/* Matches h |> t with a list. */
static uint32_t match_cons(struct evaluation *evaluation, struct matching *matching,
                           const struct data *pattern, uint32_t value) {
    struct value of = *value_at(evaluation->values, value);
    if (of.kind != VALUE_LIST) {
        return UNKNOWN;
    }
    if (of.children == 0) {
        return FALSE_VALUE;
    }
    uint64_t bytes = of.children * sizeof(uint32_t);
    uint32_t *rest = memory_allocate(evaluation->values->memory, bytes);
    if (rest == NULL) {
        return evaluation_checked(evaluation, VALUE_NONE);
    }
    memcpy(rest, evaluation->values->child + of.first, bytes);
    uint32_t head = rest[0];
    uint32_t tail = evaluation_checked(
        evaluation, value_make(evaluation->values, VALUE_LIST, NULL, rest + 1, of.children - 1));
    memory_free(evaluation->values->memory, rest, bytes);
    uint32_t result = match(evaluation, matching, pattern->child[0], head);
    return result == TRUE_VALUE ? match(evaluation, matching, pattern->child[1], tail) : result;
}

/* Matches [a, b] with a list. */
static uint32_t match_list(struct evaluation *evaluation, struct matching *matching,
                           const struct data *pattern, uint32_t value) {
    struct value of = *value_at(evaluation->values, value);
    uint32_t result = of.kind != VALUE_LIST ? UNKNOWN : value_truth(of.children == pattern->children);
    for (uint32_t i = 0; i < pattern->children && result == TRUE_VALUE; i++) {
        result = match(evaluation, matching, pattern->child[i], value_child(evaluation->values, value, i));
    }
    return result;
}

/* Matches a pattern: TRUE_VALUE, FALSE_VALUE or UNKNOWN. */
static uint32_t match(struct evaluation *evaluation, struct matching *matching, const struct data *pattern,
                      uint32_t value) {
    const struct bound_variable *variable =
        pattern->kind == DATA_NAME ? variable_named(matching->variables, pattern->name) : NULL;
    struct value of = *value_at(evaluation->values, value);
    if (variable != NULL) {
        return match_variable(evaluation, matching, variable, value);
    }
    if (value == UNKNOWN) {
        return UNKNOWN;
    }
    if (pattern->kind == DATA_LIST) {
        return match_list(evaluation, matching, pattern, value);
    }
    if (pattern->kind == DATA_APPLY && strcmp(pattern->name, "|>") == 0) {
        return match_cons(evaluation, matching, pattern, value);
    }
    if (pattern->kind == DATA_APPLY && of.kind == VALUE_TERM && !is_mapping(evaluation, pattern)) {
        if (of.name != pattern->name || of.children != pattern->children) {
            return of.is_symbolic ? UNKNOWN : FALSE_VALUE;
        }
        uint32_t result = TRUE_VALUE;
        for (uint32_t i = 0; i < of.children && result == TRUE_VALUE; i++) {
            result =
                match(evaluation, matching, pattern->child[i], value_child(evaluation->values, value, i));
        }
        return result;
    }
    return has_variable(matching, pattern)
               ? UNKNOWN
               : evaluate_equal(evaluation, evaluate_data(evaluation, pattern, NULL), value);
}

/* Tries an equation. Returns whether it applies: TRUE_VALUE with *result set, FALSE_VALUE or UNKNOWN. */
static uint32_t apply(struct evaluation *evaluation, struct matching *matching,
                      const struct data_equation *equation, const uint32_t *argument, uint32_t *result) {
    uint32_t matches = TRUE_VALUE;
    for (uint32_t i = 0; i < equation->left->children && matches == TRUE_VALUE; i++) {
        matches = match(evaluation, matching, equation->left->child[i], argument[i]);
    }
    const struct binding *bindings = matching->count == 0 ? NULL : &matching->binding[matching->count - 1];
    if (matches == TRUE_VALUE && equation->condition != NULL) {
        matches = evaluate_data(evaluation, equation->condition, bindings);
    }
    if (matches == TRUE_VALUE) {
        *result = evaluate_data(evaluation, equation->right, bindings);
    }
    return matches;
}

uint32_t evaluate_mapping(struct evaluation *evaluation, const struct data *data, const uint32_t *argument,
                          int is_overloaded) {
    const struct declarations *declarations = evaluation->declarations;
    for (uint32_t i = declarations_equation(declarations, data->name, data->children); i != DECLARATIONS_END;
         i = declarations->next_equation.data[i]) {
        struct matching matching = {.variables = declarations->sections->equation[i].variables,
                                    .is_overloaded = is_overloaded};
        uint32_t result = UNKNOWN, applies = apply(evaluation, &matching,
                                                   &declarations->sections->equation[i], argument, &result);
        if (applies == TRUE_VALUE) {
            return result;
        }
        if (applies != FALSE_VALUE) {
            break;
        }
    }
    return evaluate_unknown(evaluation, data->where, "no equation of '%.80s' is known to apply here",
                            data->name);
}
