/*
 * Evaluates data expressions, in a logic of three values: what is not known exactly is UNKNOWN. Mappings are
 * computed by their equations, tried in order, innermost first, with a bound on steps and depth.
 */
#include <string.h>

#include "base/core.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/data/environment.h"

#define MOST_DEPTH 400u
#define MOST_ARGUMENTS 64u
#define STEPS_BETWEEN_LOOKS 0xffffu

/* --- symbols --- */

static uint64_t hash_symbol(const char *name, uint32_t arity) {
    return core_mix((uint64_t)(uintptr_t)name + arity);
}

int evaluation_knows_symbol(const struct evaluation *evaluation, const char *name, uint32_t arity) {
    for (struct index_walk walk = index_find(&evaluation->by_symbol, hash_symbol(name, arity));
         index_next(&walk);) {
        if (evaluation->symbol[walk.number].name == name && evaluation->symbol[walk.number].arity == arity) {
            return 1;
        }
    }
    return 0;
}

int evaluation_add_symbol(struct evaluation *evaluation, const char *name, uint32_t arity) {
    struct memory *memory = evaluation->values->memory;
    if (evaluation_knows_symbol(evaluation, name, arity)) {
        return 0;
    }
    if (MEMORY_GROW(memory, &evaluation->symbol, &evaluation->symbol_capacity, evaluation->symbols + 1) !=
            0 ||
        index_add(&evaluation->by_symbol, memory, hash_symbol(name, arity), (uint32_t)evaluation->symbols) !=
            0) {
        return -1;
    }
    evaluation->symbol[evaluation->symbols++] = (struct known_symbol){name, arity};
    return 0;
}

/* --- domains --- */

static struct domain evaluation_domain(const struct evaluation *evaluation,
                                       const struct data_variable *variable) {
    struct sort_classes *classes = evaluation->classes;
    uint32_t number = sort_class_known(classes, PLACE_VARIABLE, variable, 0, 0);
    const struct sort_class *class = &classes->class[number];
    struct domain domain = {class->value, class->values, INT64_MIN, number, 0, 0, 0};
    if (class->is_truth || class->extent == EXTENT_FINITE) {
        return domain;
    }
    domain.has_fresh = 1;
    domain.is_uncertain = class->extent == EXTENT_UNKNOWN && !class->is_number;
    const struct data_sort *sort = variable->sort;
    if (sort->kind == SORT_NAME && class->is_number) {
        int is_positive = strcmp(sort->name, "Pos") == 0, is_natural = strcmp(sort->name, "Nat") == 0;
        domain.least = is_positive ? 1 : is_natural ? 0 : INT64_MIN;
        domain.is_partial = class->is_ordered && (class->highest < 0 || !(is_positive || is_natural));
    }
    return domain;
}

/* The highest index of the fresh values of a class in a value. */
static uint32_t highest_fresh(const struct evaluation *evaluation, uint32_t value, uint32_t class) {
    const struct value *of = value_at(evaluation->values, value);
    uint32_t highest = 0;
    if (of->kind == VALUE_FRESH) {
        return sort_class_find(evaluation->classes, (uint32_t)of->number) == class ? of->index : 0;
    }
    for (uint32_t i = 0; of->has_fresh && i < of->children; i++) {
        uint32_t inner = highest_fresh(evaluation, value_child(evaluation->values, value, i), class);
        highest = inner > highest ? inner : highest;
    }
    return highest;
}

static uint32_t bindings_fresh(const struct evaluation *evaluation, uint32_t class,
                               const struct binding *bindings) {
    uint32_t highest = 0;
    for (; bindings != NULL; bindings = bindings->outer) {
        uint32_t inner = bindings->variable == NULL ? 0 : highest_fresh(evaluation, bindings->value, class);
        highest = inner > highest ? inner : highest;
    }
    return highest;
}

struct quantified quantified_begin(struct evaluation *evaluation, const struct data_variable *variable,
                                   const struct binding *bindings) {
    struct domain domain = evaluation_domain(evaluation, variable);
    uint64_t fresh = domain.has_fresh ? (uint64_t)bindings_fresh(evaluation, domain.class, bindings) + 1 : 0;
    return (struct quantified){.evaluation = evaluation,
                               .domain = domain,
                               .binding = {.variable = variable, .outer = bindings},
                               .count = domain.count + fresh};
}

/* Whether a known value belongs to the variable's sort, not only to its class. */
static int is_in_domain(const struct evaluation *evaluation, const struct domain *domain, uint32_t value) {
    const struct value *of = value_at(evaluation->values, value);
    return domain->least == INT64_MIN || (of->kind == VALUE_NUMBER && of->number >= domain->least);
}

int quantified_next(struct quantified *quantified) {
    struct evaluation *evaluation = quantified->evaluation;
    const struct domain *domain = &quantified->domain;
    while (quantified->next < quantified->count) {
        uint64_t which = quantified->next++;
        int is_known = which < domain->count;
        uint32_t value =
            is_known ? evaluation->classes->class[domain->class].value[which]
                     : value_fresh(evaluation->values, domain->class, (uint32_t)(which - domain->count) + 1);
        if (value == VALUE_NONE) {
            return -1;
        }
        if (!is_known || is_in_domain(evaluation, domain, value)) {
            quantified->binding.value = value;
            quantified->is_uncertain = !is_known && domain->is_uncertain;
            return 1;
        }
    }
    return 0;
}

/* --- names --- */

static uint32_t mapping_value(struct evaluation *evaluation, const struct data *data,
                              const uint32_t *argument);

static int is_mapping(const struct evaluation *evaluation, const char *name, uint32_t arity) {
    const struct data_sections *sections = evaluation->sections;
    for (uint64_t i = 0; sections != NULL && i < sections->mappings; i++) {
        if (sections->mapping[i].name == name && sections->mapping[i].parameters == arity) {
            return 1;
        }
    }
    return 0;
}

static uint32_t checked(struct evaluation *evaluation, uint32_t value) {
    if (value == VALUE_NONE) {
        evaluation->failed = 1;
        return UNKNOWN;
    }
    return value;
}

static uint32_t evaluate_name(struct evaluation *evaluation, const struct data *data,
                              const struct binding *bindings) {
    for (; bindings != NULL; bindings = bindings->outer) {
        if (bindings->variable != NULL && bindings->variable->name == data->name) {
            return bindings->value;
        }
    }
    if (strcmp(data->name, "true") == 0 || strcmp(data->name, "false") == 0) {
        return value_truth(*data->name == 't');
    }
    if (is_mapping(evaluation, data->name, 0)) {
        return mapping_value(evaluation, data, NULL);
    }
    if (evaluation_knows_symbol(evaluation, data->name, 0)) {
        return checked(evaluation, value_make(evaluation->values, VALUE_TERM, data->name, NULL, 0));
    }
    return evaluate_unknown(evaluation, data->where,
                            "'%.80s' occurs in no label and is not declared, so its value is not known",
                            data->name);
}

/* --- equations --- */

/* The bindings of an equation's variables, while its left side is matched. */
struct matching {
    struct binding binding[MOST_ARGUMENTS];
    uint32_t count;
    const struct data_variables *variables;
};

static const struct data_variable *variable_named(const struct data_variables *variables, const char *name) {
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
                               const struct data_variable *variable, uint32_t value) {
    for (uint32_t i = 0; i < matching->count; i++) {
        if (matching->binding[i].variable == variable) {
            return evaluate_equal(evaluation, matching->binding[i].value, value);
        }
    }
    if (matching->count == MOST_ARGUMENTS) {
        return UNKNOWN;
    }
    struct binding *binding = &matching->binding[matching->count];
    *binding = (struct binding){
        .variable = variable, .value = value, .outer = matching->count == 0 ? NULL : binding - 1};
    matching->count++;
    return TRUE_VALUE;
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
        return checked(evaluation, VALUE_NONE);
    }
    memcpy(rest, evaluation->values->child + of.first, bytes);
    uint32_t head = rest[0];
    uint32_t tail =
        checked(evaluation, value_make(evaluation->values, VALUE_LIST, NULL, rest + 1, of.children - 1));
    memory_free(evaluation->values->memory, rest, bytes);
    uint32_t result = match(evaluation, matching, pattern->child[0], head);
    return result == TRUE_VALUE ? match(evaluation, matching, pattern->child[1], tail) : result;
}

/* Matches a pattern: TRUE_VALUE, FALSE_VALUE or UNKNOWN. */
static uint32_t match(struct evaluation *evaluation, struct matching *matching, const struct data *pattern,
                      uint32_t value) {
    const struct data_variable *variable =
        pattern->kind == DATA_NAME ? variable_named(matching->variables, pattern->name) : NULL;
    struct value of = *value_at(evaluation->values, value);
    if (variable != NULL) {
        return match_variable(evaluation, matching, variable, value);
    }
    if (value == UNKNOWN) {
        return UNKNOWN;
    }
    if (pattern->kind == DATA_APPLY && strcmp(pattern->name, "|>") == 0) {
        return match_cons(evaluation, matching, pattern, value);
    }
    if (pattern->kind == DATA_APPLY && of.kind == VALUE_TERM) {
        if (of.name != pattern->name || of.children != pattern->children) {
            return FALSE_VALUE;
        }
        uint32_t result = TRUE_VALUE;
        for (uint32_t i = 0; i < of.children && result == TRUE_VALUE; i++) {
            result =
                match(evaluation, matching, pattern->child[i], value_child(evaluation->values, value, i));
        }
        return result;
    }
    return pattern->kind == DATA_APPLY
               ? UNKNOWN
               : evaluate_equal(evaluation, evaluate_data(evaluation, pattern, NULL), value);
}

/* Tries an equation. Returns whether it applies: TRUE_VALUE with *result set, FALSE_VALUE or UNKNOWN. */
static uint32_t apply(struct evaluation *evaluation, const struct data_equation *equation,
                      const uint32_t *argument, uint32_t *result) {
    struct matching matching = {.count = 0, .variables = equation->variables};
    uint32_t matches = TRUE_VALUE;
    for (uint32_t i = 0; i < equation->left->children && matches == TRUE_VALUE; i++) {
        matches = match(evaluation, &matching, equation->left->child[i], argument[i]);
    }
    const struct binding *bindings = matching.count == 0 ? NULL : &matching.binding[matching.count - 1];
    if (matches == TRUE_VALUE && equation->condition != NULL) {
        matches = evaluate_data(evaluation, equation->condition, bindings);
    }
    if (matches == TRUE_VALUE) {
        *result = evaluate_data(evaluation, equation->right, bindings);
    }
    return matches;
}

static uint32_t mapping_value(struct evaluation *evaluation, const struct data *data,
                              const uint32_t *argument) {
    const struct data_sections *sections = evaluation->sections;
    for (uint64_t i = 0; i < sections->equations; i++) {
        const struct data_equation *equation = &sections->equation[i];
        if (equation->left->name != data->name || equation->left->children != data->children) {
            continue;
        }
        uint32_t result = UNKNOWN, applies = apply(evaluation, equation, argument, &result);
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

/* --- structured sorts --- */

/* Recognisers and projections of the constructors of a struct. VALUE_NONE if it is no such function. */
static uint32_t take_apart(struct evaluation *evaluation, const struct data *data, uint32_t argument) {
    const struct data_sections *sections = evaluation->sections;
    const struct value of = *value_at(evaluation->values, argument);
    for (uint64_t i = 0; sections != NULL && i < sections->definitions; i++) {
        const struct data_sort *sort = sections->definition[i].sort;
        for (uint32_t k = 0; sort != NULL && sort->kind == SORT_STRUCT && k < sort->constructors; k++) {
            const struct data_symbol *symbol = &sort->constructor[k];
            int is = of.name == symbol->name && of.children == symbol->parameters;
            if (symbol->recogniser == data->name && of.kind == VALUE_TERM) {
                return value_truth(is);
            }
            for (uint32_t p = 0; p < symbol->parameters && is; p++) {
                if (symbol->projection[p] == data->name) {
                    return value_child(evaluation->values, argument, p);
                }
            }
        }
    }
    return VALUE_NONE;
}

/* --- applications --- */

/* && || => and if: the left side may decide alone. VALUE_NONE: another function. */
static uint32_t evaluate_lazily(struct evaluation *evaluation, const struct data *data,
                                const struct binding *bindings) {
    const char *name = data->name;
    int is_and = strcmp(name, "&&") == 0, implies = strcmp(name, "=>") == 0;
    if (data->children == 3 && strcmp(name, "if") == 0) {
        uint32_t condition = evaluate_data(evaluation, data->child[0], bindings);
        return condition == UNKNOWN
                   ? UNKNOWN
                   : evaluate_data(evaluation, data->child[condition == TRUE_VALUE ? 1 : 2], bindings);
    }
    if (data->children != 2 || (!is_and && !implies && strcmp(name, "||") != 0)) {
        return VALUE_NONE;
    }
    uint32_t left = evaluate_data(evaluation, data->child[0], bindings);
    left = !implies || left == UNKNOWN ? left : value_truth(left == FALSE_VALUE);
    uint32_t decides = is_and ? FALSE_VALUE : TRUE_VALUE;
    if (left == decides) {
        return decides;
    }
    uint32_t right = evaluate_data(evaluation, data->child[1], bindings);
    return right == decides || left != UNKNOWN ? right : UNKNOWN;
}

static uint32_t evaluate_applied(struct evaluation *evaluation, const struct data *data, uint32_t *argument) {
    uint32_t result = VALUE_NONE;
    if (is_mapping(evaluation, data->name, data->children)) {
        return mapping_value(evaluation, data, argument);
    }
    if (evaluation_knows_symbol(evaluation, data->name, data->children)) {
        for (uint32_t i = 0; i < data->children; i++) {
            if (argument[i] == UNKNOWN) {
                return UNKNOWN;
            }
        }
        return checked(evaluation,
                       value_make(evaluation->values, VALUE_TERM, data->name, argument, data->children));
    }
    if (data->children <= 2) {
        for (uint32_t i = 0; i < data->children; i++) {
            if (argument[i] == UNKNOWN) {
                return UNKNOWN;
            }
        }
        result = evaluate_operator(evaluation, data, argument);
        if (result == VALUE_NONE && data->children == 1) {
            result = take_apart(evaluation, data, argument[0]);
        }
    }
    return result != VALUE_NONE
               ? result
               : evaluate_unknown(
                     evaluation, data->where,
                     "'%.80s' cannot be computed here: it is not declared, occurs in no label, or is not "
                     "defined for these values",
                     data->name);
}

static uint32_t evaluate_apply(struct evaluation *evaluation, const struct data *data,
                               const struct binding *bindings) {
    uint32_t argument[MOST_ARGUMENTS];
    uint32_t result = evaluate_lazily(evaluation, data, bindings);
    if (result != VALUE_NONE) {
        return result;
    }
    if (data->children > MOST_ARGUMENTS) {
        return evaluate_unknown(evaluation, data->where, "'%.80s' has too many arguments", data->name);
    }
    for (uint32_t i = 0; i < data->children; i++) {
        argument[i] = evaluate_data(evaluation, data->child[i], bindings);
    }
    return evaluate_applied(evaluation, data, argument);
}

static uint32_t evaluate_collection(struct evaluation *evaluation, const struct data *data,
                                    const struct binding *bindings) {
    struct memory *memory = evaluation->values->memory;
    uint32_t *child = memory_allocate_array(memory, data->children, sizeof *child), result = TRUE_VALUE;
    if (child == NULL) {
        return checked(evaluation, VALUE_NONE);
    }
    for (uint32_t i = 0; i < data->children && result != UNKNOWN; i++) {
        child[i] = result = evaluate_data(evaluation, data->child[i], bindings);
    }
    if (result != UNKNOWN) {
        result = checked(evaluation,
                         value_make(evaluation->values, data->kind == DATA_LIST ? VALUE_LIST : VALUE_SET,
                                    NULL, child, data->children));
    }
    memory_free(memory, child, data->children * sizeof *child);
    return result;
}

/* --- quantifiers --- */

/* The quantified variables from `first` on. decides: the truth value of the body that decides alone. */
static uint32_t evaluate_quantifier(struct evaluation *evaluation, const struct data *data, uint32_t first,
                                    const struct binding *bindings) {
    if (first == data->variables->count) {
        return evaluate_data(evaluation, data->child[0], bindings);
    }
    if (evaluation->no_domains) {
        return UNKNOWN;
    }
    uint32_t decides = data->kind == DATA_FORALL ? FALSE_VALUE : TRUE_VALUE;
    struct quantified quantified = quantified_begin(evaluation, &data->variables->variable[first], bindings);
    uint32_t result = quantified.domain.is_partial
                          ? evaluate_unknown(evaluation, data->where, "not all values of '%.80s' are known",
                                             quantified.binding.variable->name)
                          : value_truth(decides == FALSE_VALUE);
    int found = 1;
    while (result != decides && !evaluation->failed && evaluation->steps > 0 &&
           (found = quantified_next(&quantified)) > 0) {
        uint32_t truth = evaluate_quantifier(evaluation, data, first + 1, &quantified.binding);
        if (truth == decides && !quantified.is_uncertain) {
            result = decides;
        } else if (truth == UNKNOWN || truth == decides) {
            result = UNKNOWN;
        }
    }
    if (found < 0) {
        return checked(evaluation, VALUE_NONE);
    }
    return evaluation->steps == 0 ? UNKNOWN : result;
}

uint32_t evaluate_data(struct evaluation *evaluation, const struct data *data,
                       const struct binding *bindings) {
    uint32_t result = UNKNOWN;
    if (evaluation->steps == 0 || evaluation->depth == MOST_DEPTH) {
        return evaluate_unknown(evaluation, data->where, "this takes too many steps to compute");
    }
    if ((--evaluation->steps & STEPS_BETWEEN_LOOKS) == 0 && run_should_stop(evaluation->run)) {
        evaluation->steps = 0;
    }
    evaluation->depth++;
    switch (data->kind) {
    case DATA_NAME:
        result = evaluate_name(evaluation, data, bindings);
        break;
    case DATA_NUMBER:
        result = checked(evaluation, value_number(evaluation->values, data->number));
        break;
    case DATA_APPLY:
        result = evaluate_apply(evaluation, data, bindings);
        break;
    case DATA_LIST:
    case DATA_SET:
        result = evaluate_collection(evaluation, data, bindings);
        break;
    case DATA_FORALL:
    case DATA_EXISTS:
        result = evaluate_quantifier(evaluation, data, 0, bindings);
        break;
    }
    evaluation->depth--;
    return result;
}
