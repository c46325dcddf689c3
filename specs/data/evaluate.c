/*
 * Evaluates data expressions, in a logic of three values: what is not known exactly is UNKNOWN. Mappings are
 * computed by their equations, tried in order, innermost first, with a bound on steps and depth.
 */
#include <string.h>

#include "base/array.h"
#include "base/core.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/data/environment.h"
#include "specs/data/value_number.h"

#define MOST_DEPTH (DATA_MOST_DEPTH + 100u)
#define MOST_ARGUMENTS 64u
#define MOST_VALUE_DEPTH 2000u /* functions recurse to the depth of a value */
#define STEPS_BETWEEN_LOOKS 4096u
#define PARTS_OF_STEP 2u /* parts of values that are looked at as fast as a step is done */

/* --- steps --- */

int evaluation_step(struct evaluation *evaluation) {
    struct values *values = evaluation->values;
    const uint64_t before = evaluation->steps, cost = 1 + values->work / PARTS_OF_STEP;
    values->work %= PARTS_OF_STEP;
    evaluation->steps -= cost < before ? cost : before;
    if (before / STEPS_BETWEEN_LOOKS != evaluation->steps / STEPS_BETWEEN_LOOKS &&
        run_should_stop(evaluation->run)) {
        evaluation->steps = 0;
    }
    return evaluation->steps > 0 ? 0 : -1;
}

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

/* --- names --- */

static uint32_t evaluate_declared(struct evaluation *evaluation, const struct data *data, uint32_t first,
                                  uint32_t *argument);

/* A term of known arguments. In a label, before sorts are known, a name that is no constructor may stand for
 * any other value. */
static uint32_t term_value(struct evaluation *evaluation, const struct data *data, uint32_t *argument) {
    const uint32_t value = evaluation_checked(
        evaluation, value_make(evaluation->values, VALUE_TERM, data->name, argument, data->children));
    if (evaluation->in_label && value != UNKNOWN &&
        !declarations_has_constructor(evaluation->declarations, data->name, data->children)) {
        value_make_symbolic(evaluation->values, value);
    }
    return value;
}

static const struct binding *find_binding(const struct binding *bindings, const char *name) {
    while (bindings != NULL && (bindings->variable == NULL || bindings->variable->name != name)) {
        bindings = bindings->outer;
    }
    return bindings;
}

static uint32_t evaluate_name(struct evaluation *evaluation, const struct data *data,
                              const struct binding *bindings) {
    const struct binding *binding = find_binding(bindings, data->name);
    if (binding != NULL) {
        return binding->value;
    }
    if (strcmp(data->name, "true") == 0 || strcmp(data->name, "false") == 0) {
        return value_truth(*data->name == 't');
    }
    uint32_t declared = declarations_find(evaluation->declarations, data->name, 0);
    if (declared != DECLARATIONS_END) {
        return evaluate_declared(evaluation, data, declared, NULL);
    }
    if (evaluation_knows_symbol(evaluation, data->name, 0)) {
        return term_value(evaluation, data, NULL);
    }
    return evaluate_unknown(evaluation, data->where,
                            "'%.80s' occurs in no label and is not declared, so its value is not known",
                            data->name);
}

/* --- structured sorts --- */

/*
 * Recognisers and projections of the constructors of a struct: which one made the argument shows what they
 * are. VALUE_NONE if it is no such function, or no constructor is known to have made it.
 */
static uint32_t take_apart(struct evaluation *evaluation, const struct data *data, uint32_t argument) {
    const struct data_sections *sections = evaluation->declarations->sections;
    const struct value of = *value_at(evaluation->values, argument);
    uint32_t result = VALUE_NONE;
    for (uint64_t i = 0; sections != NULL && of.kind == VALUE_TERM && i < sections->definitions; i++) {
        const struct data_sort *sort = sections->definition[i].sort;
        for (uint32_t k = 0; sort != NULL && sort->kind == SORT_STRUCT && k < sort->constructors; k++) {
            const struct data_symbol *symbol = &sort->constructor[k];
            int is = of.name == symbol->name && of.children == symbol->parameters;
            if (symbol->recogniser == data->name) {
                result = is || result == TRUE_VALUE ? TRUE_VALUE : of.is_symbolic ? result : FALSE_VALUE;
            }
            for (uint32_t p = 0; p < symbol->parameters && is; p++) {
                uint32_t child = value_child(evaluation->values, argument, p);
                if (symbol->projection[p] == data->name) {
                    result = result == VALUE_NONE || result == child ? child : UNKNOWN;
                }
            }
        }
    }
    return result == UNKNOWN ? VALUE_NONE : result;
}

/* --- membership --- */

/*
 * Whether an element is in the set or list that an expression stands for. Of a set by a condition it asks the
 * condition, so that the set may be infinite; VALUE_NONE: the expression shows no such set.
 */
static uint32_t evaluate_member(struct evaluation *evaluation, uint32_t element, const struct data *of,
                                const struct binding *bindings) {
    if (of->kind == DATA_COMPREHENSION) {
        struct binding binding = {
            .variable = &of->variables->variable[0], .value = element, .outer = bindings};
        return truth_of(evaluate_data(evaluation, of->child[0], &binding));
    }
    if (of->kind == DATA_NAME && find_binding(bindings, of->name) == NULL) { /* a constant */
        const struct declarations *declarations = evaluation->declarations;
        uint32_t declared = declarations_find(declarations, of->name, 0);
        uint32_t equation = declarations_equation(declarations, of->name, 0);
        if (declared == DECLARATIONS_END || declarations->list.data[declared].next != DECLARATIONS_END ||
            equation == DECLARATIONS_END || declarations->sections->equation[equation].condition != NULL ||
            evaluation->depth >= MOST_DEPTH) {
            return VALUE_NONE;
        }
        evaluation->depth++;
        uint32_t result =
            evaluate_member(evaluation, element, declarations->sections->equation[equation].right, NULL);
        evaluation->depth--;
        return result;
    }
    return VALUE_NONE;
}

/* --- applications --- */

/* && || => if and in: not all sides need be known. VALUE_NONE: another function. */
static uint32_t evaluate_lazily(struct evaluation *evaluation, const struct data *data,
                                const struct binding *bindings) {
    const char *name = data->name;
    int is_and = strcmp(name, "&&") == 0, implies = strcmp(name, "=>") == 0;
    if (data->children == 3 && strcmp(name, "if") == 0) {
        uint32_t condition = truth_of(evaluate_data(evaluation, data->child[0], bindings));
        return condition == UNKNOWN
                   ? UNKNOWN
                   : evaluate_data(evaluation, data->child[condition == TRUE_VALUE ? 1 : 2], bindings);
    }
    if (data->children == 2 && strcmp(name, "in") == 0) {
        uint32_t element = evaluate_data(evaluation, data->child[0], bindings);
        return element == UNKNOWN ? UNKNOWN : evaluate_member(evaluation, element, data->child[1], bindings);
    }
    if (data->children != 2 || (!is_and && !implies && strcmp(name, "||") != 0)) {
        return VALUE_NONE;
    }
    uint32_t left = truth_of(evaluate_data(evaluation, data->child[0], bindings));
    left = implies ? truth_not(left) : left;
    uint32_t decides = is_and ? FALSE_VALUE : TRUE_VALUE;
    if (left == decides) {
        return decides;
    }
    uint32_t right = truth_of(evaluate_data(evaluation, data->child[1], bindings));
    return right == decides || left != UNKNOWN ? right : UNKNOWN;
}

static int is_any_unknown(const uint32_t *argument, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (argument[i] == UNKNOWN) {
            return 1;
        }
    }
    return 0;
}

static uint32_t make_term(struct evaluation *evaluation, const struct data *data, uint32_t *argument) {
    return is_any_unknown(argument, data->children) ? UNKNOWN : term_value(evaluation, data, argument);
}

/* What is declared of this name, from `first` on. VALUE_NONE if the arguments are of none of these sorts. */
static uint32_t evaluate_declared(struct evaluation *evaluation, const struct data *data, uint32_t first,
                                  uint32_t *argument) {
    const struct declarations *declarations = evaluation->declarations;
    int is_overloaded = declarations->list.data[first].next != DECLARATIONS_END, is_clear = 1;
    uint32_t chosen = is_overloaded || evaluate_is_operator(data)
                          ? evaluation_choose(evaluation, first, argument, &is_clear)
                          : first;
    if (chosen == DECLARATIONS_END) {
        return VALUE_NONE;
    }
    if (!is_clear) {
        return evaluate_unknown(evaluation, data->where,
                                "'%.80s' is declared several times, and which one is meant is not known here",
                                data->name);
    }
    switch (declarations->list.data[chosen].kind) {
    case DECLARED_CONSTRUCTOR:
        return make_term(evaluation, data, argument);
    case DECLARED_MAPPING:
        if (evaluation->in_label &&
            declarations_equation(declarations, data->name, data->children) == DECLARATIONS_END) {
            return make_term(evaluation, data, argument);
        }
        return evaluate_mapping(evaluation, data, argument, is_overloaded);
    default:
        return argument[0] == UNKNOWN ? UNKNOWN : take_apart(evaluation, data, argument[0]);
    }
}

static uint32_t evaluate_applied(struct evaluation *evaluation, const struct data *data, uint32_t *argument) {
    uint32_t declared = declarations_find(evaluation->declarations, data->name, data->children);
    uint32_t result =
        declared == DECLARATIONS_END ? VALUE_NONE : evaluate_declared(evaluation, data, declared, argument);
    if (result == VALUE_NONE && is_any_unknown(argument, data->children)) {
        return UNKNOWN;
    }
    if (result == VALUE_NONE && data->children <= 2) {
        result = evaluate_operator(evaluation, data, argument);
    }
    if (result == VALUE_NONE && evaluation_knows_symbol(evaluation, data->name, data->children)) {
        return make_term(evaluation, data, argument);
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
    if (find_binding(bindings, data->name) != NULL) {
        return evaluate_unknown(evaluation, data->where,
                                "'%.80s' is a variable: functions as values are not supported", data->name);
    }
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
        return evaluation_checked(evaluation, VALUE_NONE);
    }
    for (uint32_t i = 0; i < data->children && result != UNKNOWN; i++) {
        child[i] = result = evaluate_data(evaluation, data->child[i], bindings);
    }
    if (result != UNKNOWN && data->kind == DATA_BAG) {
        result = evaluate_bag(evaluation, child, data->children / 2);
        if (result == UNKNOWN) {
            evaluate_unknown(evaluation, data->where,
                             "how often this bag has its elements is not known, or is no natural number");
        }
    } else if (result != UNKNOWN) {
        result = evaluation_checked(evaluation, value_make(evaluation->values,
                                                           data->kind == DATA_LIST ? VALUE_LIST : VALUE_SET,
                                                           NULL, child, data->children));
    }
    memory_free(memory, child, data->children * sizeof *child);
    return result;
}

/* --- expressions with variables --- */

/* {d: D | body}: exact if no value that is not known belongs to it. */
static uint32_t evaluate_comprehension(struct evaluation *evaluation, const struct data *data,
                                       const struct binding *bindings) {
    GROWING(uint32_t) elements = {0};
    struct memory *memory = evaluation->values->memory;
    if (evaluation->no_domains) {
        return UNKNOWN;
    }
    struct quantified quantified = quantified_begin(evaluation, &data->variables->variable[0], bindings);
    int found = 1, known = 1;
    while (known && !evaluation->failed && (found = quantified_next(&quantified)) > 0) {
        uint32_t truth = evaluate_data(evaluation, data->child[0], &quantified.binding);
        known = truth == FALSE_VALUE || (truth == TRUE_VALUE && !quantified.is_uncertain &&
                                         !value_at(evaluation->values, quantified.binding.value)->has_fresh);
        if (known && truth == TRUE_VALUE && GROWING_ADD(memory, elements, quantified.binding.value) != 0) {
            found = -1;
            break;
        }
    }
    uint32_t result =
        found < 0 ? VALUE_NONE
        : known   ? value_make(evaluation->values, VALUE_SET, NULL, elements.data, (uint32_t)elements.count)
                  : evaluate_unknown(evaluation, data->where,
                                     "not all values of '%.80s' of which this set consists are known",
                                     quantified.binding.variable->name);
    GROWING_FREE(memory, elements);
    return evaluation_checked(evaluation, result);
}

/* body whr x = .. end, with the values of the variables from `first` on, which see the bindings outside. */
static uint32_t evaluate_where(struct evaluation *evaluation, const struct data *data, uint32_t first,
                               const struct binding *bindings, const struct binding *outside) {
    if (first == data->variables->count) {
        return evaluate_data(evaluation, data->child[0], bindings);
    }
    const struct bound_variable *variable = &data->variables->variable[first];
    struct binding binding = {.variable = variable,
                              .value = evaluate_data(evaluation, variable->value, outside),
                              .outer = bindings};
    evaluation->depth += first > 0;
    uint32_t result = evaluate_where(evaluation, data, first + 1, &binding, outside);
    evaluation->depth -= first > 0;
    return result;
}

/* The quantified variables from `first` on: after the first one, each is a level more. */
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
    uint32_t result = value_truth(decides == FALSE_VALUE);
    int found = 1;
    while (result != decides && !evaluation->failed && evaluation->steps > 0 &&
           (found = quantified_next(&quantified)) > 0) {
        evaluation->depth += first > 0;
        uint32_t truth = truth_of(evaluate_quantifier(evaluation, data, first + 1, &quantified.binding));
        evaluation->depth -= first > 0;
        if (truth == decides && quantified.is_uncertain) {
            evaluate_unknown(evaluation, data->where, "it is not known whether a value of '%.80s' exists",
                             quantified.binding.variable->name);
            truth = UNKNOWN;
        }
        result = truth == decides || truth == UNKNOWN ? truth : result;
    }
    if (found < 0) {
        return evaluation_checked(evaluation, VALUE_NONE);
    }
    return evaluation->steps == 0 ? UNKNOWN : result;
}

static uint32_t evaluate_numeral(struct evaluation *evaluation, const struct data *data) {
    uint32_t value =
        evaluation_checked(evaluation, data->name == NULL ? value_number(evaluation->values, data->number)
                                                          : value_numeral(evaluation->values, data->name));
    return value != UNKNOWN || evaluation->failed
               ? value
               : evaluate_unknown(evaluation, data->where, "the number %.12s.. has more than %u bits",
                                  data->name, VALUE_MOST_BITS);
}

uint32_t evaluate_data(struct evaluation *evaluation, const struct data *data,
                       const struct binding *bindings) {
    uint32_t result = UNKNOWN;
    if (evaluation->steps == 0 || evaluation->depth >= MOST_DEPTH) {
        return evaluate_unknown(evaluation, data->where,
                                evaluation->steps == 0 ? "this takes too many steps to compute"
                                                       : "this is nested too deep to be computed");
    }
    evaluation_step(evaluation);
    evaluation->depth++;
    switch (data->kind) {
    case DATA_NAME:
        result = evaluate_name(evaluation, data, bindings);
        break;
    case DATA_NUMBER:
        result = evaluate_numeral(evaluation, data);
        break;
    case DATA_APPLY:
        result = evaluate_apply(evaluation, data, bindings);
        break;
    case DATA_LIST:
    case DATA_SET:
    case DATA_BAG:
        result = evaluate_collection(evaluation, data, bindings);
        break;
    case DATA_FORALL:
    case DATA_EXISTS:
        result = evaluate_quantifier(evaluation, data, 0, bindings);
        break;
    case DATA_COMPREHENSION:
        result = evaluate_comprehension(evaluation, data, bindings);
        break;
    case DATA_WHERE:
        result = evaluate_where(evaluation, data, 0, bindings, bindings);
        break;
    case DATA_OPAQUE:
        result = evaluate_unknown(evaluation, data->where, "%.80s cannot be computed here", data->name);
        break;
    }
    evaluation->depth--;
    return value_at(evaluation->values, result)->depth <= MOST_VALUE_DEPTH
               ? result
               : evaluate_unknown(evaluation, data->where, "a value is nested more than %u levels deep",
                                  MOST_VALUE_DEPTH);
}
