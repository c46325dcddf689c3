/*
 * The operators of data on values: equality, and all others by what they are applied to. A fresh value is not
 * equal to any known value of its class, nor to another fresh one; and it may have a place among the numbers
 * that occur (number_gaps.h). What else it decides is unknown.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "specs/data/environment.h"
#include "specs/data/number_gaps.h"
#include "specs/data/value_number.h"

#define MOST_ELEMENTS (1u << 22) /* most elements of a list that two make */

uint32_t evaluate_unknown(struct evaluation *evaluation, struct formula_position where, const char *format,
                          ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(evaluation->reason, sizeof evaluation->reason, format, arguments);
    va_end(arguments);
    evaluation->where = where;
    return UNKNOWN;
}

enum operator_sorts evaluate_sorts_of(const char *name, size_t length, uint32_t arity) {
    static const struct {
        const char *name;
        uint32_t length, arity;
        enum operator_sorts sorts;
    } operators[] = {
        // clang-format off
        {"!", 1, 1, SORTS_COMPUTE}, {"&&", 2, 2, SORTS_TRUTH}, {"||", 2, 2, SORTS_TRUTH},
        {"=>", 2, 2, SORTS_TRUTH}, {"==", 2, 2, SORTS_EQUAL}, {"!=", 2, 2, SORTS_EQUAL},
        {"<", 1, 2, SORTS_ORDER}, {"<=", 2, 2, SORTS_ORDER}, {">", 1, 2, SORTS_ORDER},
        {">=", 2, 2, SORTS_ORDER}, {"+", 1, 2, SORTS_COMPUTE}, {"-", 1, 2, SORTS_COMPUTE},
        {"*", 1, 2, SORTS_COMPUTE}, {"/", 1, 2, SORTS_COMPUTE}, {"div", 3, 2, SORTS_COMPUTE},
        {"mod", 3, 2, SORTS_COMPUTE}, {"max", 3, 2, SORTS_COMPUTE}, {"min", 3, 2, SORTS_COMPUTE},
        {"exp", 3, 2, SORTS_COMPUTE}, {"-", 1, 1, SORTS_COMPUTE}, {"succ", 4, 1, SORTS_COMPUTE},
        {"pred", 4, 1, SORTS_COMPUTE}, {"abs", 3, 1, SORTS_COMPUTE}, {"floor", 5, 1, SORTS_COMPUTE},
        {"ceil", 4, 1, SORTS_COMPUTE}, {"round", 5, 1, SORTS_COMPUTE}, {"sqrt", 4, 1, SORTS_COMPUTE},
        {"in", 2, 2, SORTS_MEMBER}, {"count", 5, 2, SORTS_COUNT}, {"Set2Bag", 7, 1, SORTS_CONVERT},
        {"Bag2Set", 7, 1, SORTS_CONVERT}, {"|>", 2, 2, SORTS_CONS}, {"<|", 2, 2, SORTS_SNOC},
        {"++", 2, 2, SORTS_LIST}, {"tail", 4, 1, SORTS_LIST}, {"rtail", 5, 1, SORTS_LIST},
        {"#", 1, 1, SORTS_SIZE}, {".", 1, 2, SORTS_AT}, {"head", 4, 1, SORTS_HEAD},
        {"rhead", 5, 1, SORTS_HEAD}, {"if", 2, 3, SORTS_IF},
        // clang-format on
    };
    for (size_t i = 0; i < LENGTH(operators); i++) {
        if (operators[i].length == length && operators[i].arity == arity &&
            memcmp(operators[i].name, name, length) == 0) {
            return operators[i].sorts;
        }
    }
    return arity == 1 && evaluate_conversion(name, length) != NUMBER_NONE ? SORTS_COMPUTE : SORTS_OTHER;
}

enum operator_sorts evaluate_operator_sorts(const struct data *data) {
    return evaluate_sorts_of(data->name, strlen(data->name), data->children);
}

/* --- equality --- */

static uint32_t fresh_equals(const struct evaluation *evaluation, const struct value *fresh, uint32_t other) {
    const struct value *with = value_at(evaluation->values, other);
    const struct sort_classes *classes = evaluation->classes;
    uint32_t number = sort_class_find(classes, (uint32_t)fresh->number);
    const struct sort_class *class = &classes->class[number];
    if (with->kind == VALUE_FRESH) {
        return sort_class_find(classes, (uint32_t)with->number) == number ? FALSE_VALUE : UNKNOWN;
    }
    if (index_find_key(&class->index, other) != INDEX_NONE) {
        return FALSE_VALUE;
    }
    return fresh->region != REGION_OTHER && with->kind == VALUE_NUMBER &&
                   !number_gaps_may_have(classes, class, fresh->region, other)
               ? FALSE_VALUE
               : UNKNOWN;
}

uint32_t evaluate_equal(struct evaluation *evaluation, uint32_t a, uint32_t b) {
    const struct value *left = value_at(evaluation->values, a), *right = value_at(evaluation->values, b);
    if (a == UNKNOWN || b == UNKNOWN || a == b) {
        return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : TRUE_VALUE;
    }
    if (left->kind == VALUE_FRESH || right->kind == VALUE_FRESH) {
        return left->kind == VALUE_FRESH ? fresh_equals(evaluation, left, b)
                                         : fresh_equals(evaluation, right, a);
    }
    if (left->kind == VALUE_OPAQUE || right->kind == VALUE_OPAQUE || left->is_symbolic ||
        right->is_symbolic) {
        return UNKNOWN;
    }
    if (left->kind != right->kind || (!left->has_fresh && !right->has_fresh)) {
        return FALSE_VALUE;
    }
    if (left->kind == VALUE_SET || left->kind == VALUE_BAG) {
        return truth_and(evaluate_included(evaluation, a, b), evaluate_included(evaluation, b, a));
    }
    if (left->children != right->children || left->name != right->name) {
        return FALSE_VALUE;
    }
    uint32_t result = TRUE_VALUE, children = left->children;
    for (uint32_t i = 0; i < children && result != FALSE_VALUE; i++) {
        if (evaluation_part(evaluation) != 0) {
            return UNKNOWN;
        }
        result = truth_and(result, evaluate_equal(evaluation, value_child(evaluation->values, a, i),
                                                  value_child(evaluation->values, b, i)));
    }
    return result;
}

/* --- lists --- */

/* A list without some elements at its ends, and with one more. */
static uint32_t resize(struct evaluation *evaluation, uint32_t list, uint32_t skip, uint32_t drop,
                       uint32_t before, uint32_t after) {
    struct values *values = evaluation->values;
    struct value of = *value_at(values, list);
    uint64_t capacity = (uint64_t)of.children + 2;
    uint32_t count = 0, *child = memory_allocate_array(values->memory, capacity, sizeof *child), result;
    if (child == NULL) {
        return evaluation_checked(evaluation, VALUE_NONE);
    }
    if (before != VALUE_NONE) {
        child[count++] = before;
    }
    for (uint32_t i = skip; i + drop < of.children; i++) {
        child[count++] = values->child[of.first + i];
    }
    if (after != VALUE_NONE) {
        child[count++] = after;
    }
    result = evaluation_checked(evaluation, value_make(values, VALUE_LIST, NULL, child, count));
    memory_free(values->memory, child, capacity * sizeof *child);
    return result;
}

static int is_kind(const struct evaluation *evaluation, uint32_t value, enum value_kind kind) {
    return value_at(evaluation->values, value)->kind == kind;
}

/* Operators of a list alone; VALUE_NONE for another operator. */
static uint32_t list_operator(struct evaluation *evaluation, const struct data *data, uint32_t list) {
    const char *name = data->name;
    uint32_t size = value_at(evaluation->values, list)->children;
    if (strcmp(name, "#") == 0) {
        return evaluation_checked(evaluation, value_number(evaluation->values, size));
    }
    if (size == 0) {
        return evaluate_unknown(evaluation, data->where, "'%s' is not defined for an empty list", name);
    }
    if (strcmp(name, "head") == 0 || strcmp(name, "rhead") == 0) {
        return value_child(evaluation->values, list, *name == 'h' ? 0 : size - 1);
    }
    if (strcmp(name, "tail") == 0 || strcmp(name, "rtail") == 0) {
        return resize(evaluation, list, *name == 't', *name == 'r', VALUE_NONE, VALUE_NONE);
    }
    return VALUE_NONE;
}

/* Two lists, one after the other. */
static uint32_t concatenate(struct evaluation *evaluation, const struct data *data,
                            const uint32_t *argument) {
    struct values *values = evaluation->values;
    const uint32_t first = argument[0], second = argument[1];
    uint32_t left = value_at(values, first)->children, right = value_at(values, second)->children, result;
    uint64_t capacity = (uint64_t)left + right;
    if (capacity > MOST_ELEMENTS) {
        return evaluate_unknown(evaluation, data->where, "a list has more than %u elements", MOST_ELEMENTS);
    }
    uint32_t *child = memory_allocate_array(values->memory, capacity, sizeof *child);
    if (child == NULL) {
        return evaluation_checked(evaluation, VALUE_NONE);
    }
    for (uint32_t i = 0; i < left; i++) {
        child[i] = value_child(values, first, i);
    }
    for (uint32_t i = 0; i < right; i++) {
        child[left + i] = value_child(values, second, i);
    }
    result = evaluation_checked(evaluation, value_make(values, VALUE_LIST, NULL, child, (uint32_t)capacity));
    memory_free(values->memory, child, capacity * sizeof *child);
    return result;
}

/* An element of a list, by its number from 0 on. */
static uint32_t element_at(struct evaluation *evaluation, const struct data *data, const uint32_t *argument) {
    uint32_t size = value_at(evaluation->values, argument[0])->children;
    char at[VALUE_NUMBER_TEXT];
    if (!value_is_number(evaluation->values, argument[1])) {
        return VALUE_NONE;
    }
    int64_t number = value_at(evaluation->values, argument[1])->number;
    if (value_is_small(evaluation->values, argument[1]) && number >= 0 && number < size) {
        return value_child(evaluation->values, argument[0], (uint32_t)number);
    }
    value_number_write(evaluation->values, argument[1], at);
    return evaluate_unknown(evaluation, data->where, "a list of %u elements has none with number %s", size,
                            at);
}

/* --- all operators --- */

/* Operators of one argument; VALUE_NONE for another operator. */
static uint32_t unary(struct evaluation *evaluation, const struct data *data, const uint32_t *argument,
                      enum operator_sorts sorts) {
    const char *name = data->name;
    if (strcmp(name, "!") == 0 && truth_of(argument[0]) != UNKNOWN) {
        return truth_not(argument[0]);
    }
    if (is_kind(evaluation, argument[0], VALUE_LIST)) {
        return list_operator(evaluation, data, argument[0]);
    }
    uint32_t result = evaluate_set_operator(evaluation, data, argument);
    return result != VALUE_NONE || sorts != SORTS_COMPUTE || *name == '!'
               ? result
               : evaluate_arithmetic(evaluation, data, argument);
}

/* == != < <= > >= */
static uint32_t compare(struct evaluation *evaluation, const struct data *data, const uint32_t *argument) {
    const char *name = data->name;
    uint32_t left = argument[*name == '>'], right = argument[*name != '>'];
    uint32_t truth = *name == '=' || *name == '!' ? evaluate_equal(evaluation, left, right)
                     : name[1] == '='             ? evaluate_at_most(evaluation, left, right)
                                                  : evaluate_less(evaluation, left, right);
    if (truth == UNKNOWN) {
        return evaluate_unknown(
            evaluation, data->where,
            *name == '=' || *name == '!'
                ? "'%s' compares values of which one may be the other"
                : "'%s' orders a value that occurs in no label, or one whose order is not known",
            name);
    }
    return *name == '!' ? truth_not(truth) : truth;
}

uint32_t evaluate_operator(struct evaluation *evaluation, const struct data *data, uint32_t *argument) {
    enum operator_sorts sorts = evaluate_operator_sorts(data);
    if (sorts == SORTS_OTHER || data->children == 1) {
        return sorts == SORTS_OTHER ? VALUE_NONE : unary(evaluation, data, argument, sorts);
    }
    if (sorts == SORTS_EQUAL || sorts == SORTS_ORDER) {
        return compare(evaluation, data, argument);
    }
    int first_is_list = is_kind(evaluation, argument[0], VALUE_LIST);
    int second_is_list = is_kind(evaluation, argument[1], VALUE_LIST);
    switch (sorts) {
    case SORTS_CONS:
        return second_is_list ? resize(evaluation, argument[1], 0, 0, argument[0], VALUE_NONE) : VALUE_NONE;
    case SORTS_SNOC:
        return first_is_list ? resize(evaluation, argument[0], 0, 0, VALUE_NONE, argument[1]) : VALUE_NONE;
    case SORTS_AT:
        return first_is_list ? element_at(evaluation, data, argument) : VALUE_NONE;
    case SORTS_LIST:
        return first_is_list && second_is_list ? concatenate(evaluation, data, argument) : VALUE_NONE;
    case SORTS_MEMBER:
        if (second_is_list) {
            return evaluate_is_member(evaluation, argument[0], argument[1]);
        }
        break;
    default:
        break;
    }
    uint32_t result = evaluate_set_operator(evaluation, data, argument);
    return result != VALUE_NONE || sorts != SORTS_COMPUTE ? result
                                                          : evaluate_arithmetic(evaluation, data, argument);
}
