/*
 * The operators of data on values: equality, order, numbers, lists and sets. What a fresh value decides is
 * unknown, except that it is not equal to any known value of its class, and larger than the known numbers of
 * a class whose numbers are all known up to the highest one.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "specs/data/environment.h"

uint32_t evaluate_unknown(struct evaluation *evaluation, struct formula_position where, const char *format,
                          ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(evaluation->reason, sizeof evaluation->reason, format, arguments);
    va_end(arguments);
    evaluation->where = where;
    return UNKNOWN;
}

enum operator_sorts evaluate_operator_sorts(const struct data *data) {
    static const struct {
        const char *name;
        uint32_t arity;
        enum operator_sorts sorts;
    } operators[] = {
        {"!", 1, SORTS_COMPUTE},       {"&&", 2, SORTS_TRUTH},        {"||", 2, SORTS_TRUTH},
        {"=>", 2, SORTS_TRUTH},        {"==", 2, SORTS_EQUAL},        {"!=", 2, SORTS_EQUAL},
        {"<", 2, SORTS_ORDER},         {"<=", 2, SORTS_ORDER},        {">", 2, SORTS_ORDER},
        {">=", 2, SORTS_ORDER},        {"+", 2, SORTS_COMPUTE},       {"-", 2, SORTS_COMPUTE},
        {"*", 2, SORTS_COMPUTE},       {"/", 2, SORTS_COMPUTE},       {"div", 2, SORTS_COMPUTE},
        {"mod", 2, SORTS_COMPUTE},     {"max", 2, SORTS_COMPUTE},     {"min", 2, SORTS_COMPUTE},
        {"-", 1, SORTS_COMPUTE},       {"succ", 1, SORTS_COMPUTE},    {"pred", 1, SORTS_COMPUTE},
        {"abs", 1, SORTS_COMPUTE},     {"Nat2Int", 1, SORTS_COMPUTE}, {"Pos2Int", 1, SORTS_COMPUTE},
        {"Pos2Nat", 1, SORTS_COMPUTE}, {"Int2Nat", 1, SORTS_COMPUTE}, {"Int2Pos", 1, SORTS_COMPUTE},
        {"Nat2Pos", 1, SORTS_COMPUTE}, {"in", 2, SORTS_MEMBER},       {"|>", 2, SORTS_CONS},
        {"<|", 2, SORTS_SNOC},         {"++", 2, SORTS_LIST},         {"tail", 1, SORTS_LIST},
        {"rtail", 1, SORTS_LIST},      {"#", 1, SORTS_SIZE},          {".", 2, SORTS_AT},
        {"head", 1, SORTS_HEAD},       {"rhead", 1, SORTS_HEAD},      {"if", 3, SORTS_IF},
    };
    for (size_t i = 0; i < LENGTH(operators); i++) {
        if (operators[i].arity == data->children && strcmp(operators[i].name, data->name) == 0) {
            return operators[i].sorts;
        }
    }
    return SORTS_OTHER;
}

static uint32_t checked(struct evaluation *evaluation, uint32_t value) {
    if (value == VALUE_NONE) {
        evaluation->failed = 1;
        return UNKNOWN;
    }
    return value;
}

static uint32_t opposite(uint32_t truth) {
    return truth == UNKNOWN ? UNKNOWN : value_truth(truth == FALSE_VALUE);
}

/* --- equality --- */

static uint32_t fresh_equals(const struct evaluation *evaluation, const struct value *fresh, uint32_t other) {
    const struct value *with = value_at(evaluation->values, other);
    const struct sort_class *class =
        &evaluation->classes->class[sort_class_find(evaluation->classes, (uint32_t)fresh->number)];
    if (with->kind == VALUE_FRESH && with->number == fresh->number) {
        return FALSE_VALUE;
    }
    if (with->kind == VALUE_NUMBER && class->is_ordered && class->highest >= 0 &&
        with->number <= class->highest) {
        return FALSE_VALUE;
    }
    return index_find_key(&class->index, other) != INDEX_NONE ? FALSE_VALUE : UNKNOWN;
}

static uint32_t member(struct evaluation *evaluation, uint32_t element, uint32_t of);

/* Whether each element of `a` is in `b`. */
static uint32_t included(struct evaluation *evaluation, uint32_t a, uint32_t b) {
    uint32_t result = TRUE_VALUE, children = value_at(evaluation->values, a)->children;
    for (uint32_t i = 0; i < children && result != FALSE_VALUE; i++) {
        uint32_t is_in = member(evaluation, value_child(evaluation->values, a, i), b);
        result = is_in == TRUE_VALUE ? result : is_in;
    }
    return result;
}

static uint32_t both(uint32_t a, uint32_t b) {
    return a == FALSE_VALUE || b == FALSE_VALUE ? FALSE_VALUE
           : a == UNKNOWN || b == UNKNOWN       ? UNKNOWN
                                                : TRUE_VALUE;
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
    if (left->kind == VALUE_OPAQUE || right->kind == VALUE_OPAQUE) {
        return UNKNOWN;
    }
    if (left->kind != right->kind || (!left->has_fresh && !right->has_fresh)) {
        return FALSE_VALUE;
    }
    if (left->kind == VALUE_SET) {
        return both(included(evaluation, a, b), included(evaluation, b, a));
    }
    if (left->children != right->children || left->name != right->name) {
        return FALSE_VALUE;
    }
    uint32_t result = TRUE_VALUE, children = left->children;
    for (uint32_t i = 0; i < children; i++) {
        result = both(result, evaluate_equal(evaluation, value_child(evaluation->values, a, i),
                                             value_child(evaluation->values, b, i)));
    }
    return result;
}

static uint32_t member(struct evaluation *evaluation, uint32_t element, uint32_t of) {
    uint32_t result = FALSE_VALUE, children = value_at(evaluation->values, of)->children;
    for (uint32_t i = 0; i < children && result != TRUE_VALUE; i++) {
        uint32_t same = evaluate_equal(evaluation, element, value_child(evaluation->values, of, i));
        result = same == FALSE_VALUE ? result : same;
    }
    return result;
}

/* --- numbers --- */

static int is_number(const struct evaluation *evaluation, uint32_t value) {
    return value_at(evaluation->values, value)->kind == VALUE_NUMBER;
}

/* Whether a fresh number is larger than a known one: its class has all numbers up to the highest. */
static int is_larger_fresh(const struct evaluation *evaluation, uint32_t fresh, uint32_t number) {
    const struct value *of = value_at(evaluation->values, fresh);
    if (of->kind != VALUE_FRESH || !is_number(evaluation, number)) {
        return 0;
    }
    const struct sort_class *class =
        &evaluation->classes->class[sort_class_find(evaluation->classes, (uint32_t)of->number)];
    return class->is_ordered && class->highest >= 0 &&
           value_at(evaluation->values, number)->number <= class->highest;
}

/* The only constructor of a struct with the name of a term; NULL if there is none. */
static const struct declaration *constructor_of(const struct evaluation *evaluation, uint32_t term) {
    const struct declarations *declarations = evaluation->declarations;
    const struct value *of = value_at(evaluation->values, term);
    uint32_t at = declarations_find(declarations, of->name, of->children);
    if (at == DECLARATIONS_END || declarations->list.data[at].next != DECLARATIONS_END ||
        declarations->list.data[at].kind != DECLARED_CONSTRUCTOR) {
        return NULL;
    }
    const struct declaration *found = &declarations->list.data[at];
    for (uint64_t i = 0; i < declarations->sections->definitions; i++) {
        const struct data_definition *definition = &declarations->sections->definition[i];
        if (definition->name == found->result->name && definition->sort != NULL &&
            definition->sort->kind == SORT_STRUCT) {
            return found;
        }
    }
    return NULL;
}

static uint32_t less(struct evaluation *evaluation, uint32_t a, uint32_t b);

/* The order of a struct: by constructor, as declared, then by the first argument that differs. */
static uint32_t less_term(struct evaluation *evaluation, uint32_t a, uint32_t b) {
    const struct declaration *left = constructor_of(evaluation, a), *right = constructor_of(evaluation, b);
    if (left == NULL || right == NULL || left->result->name != right->result->name) {
        return UNKNOWN;
    }
    uint32_t same = TRUE_VALUE, children = value_at(evaluation->values, a)->children;
    for (uint32_t i = 0; left == right && i < children && same == TRUE_VALUE; i++) {
        uint32_t x = value_child(evaluation->values, a, i), y = value_child(evaluation->values, b, i);
        same = evaluate_equal(evaluation, x, y);
        if (same == FALSE_VALUE) {
            return less(evaluation, x, y);
        }
    }
    return same == UNKNOWN ? UNKNOWN : value_truth(left < right);
}

/* Whether a < b: TRUE_VALUE, FALSE_VALUE or UNKNOWN. */
static uint32_t less(struct evaluation *evaluation, uint32_t a, uint32_t b) {
    if (is_number(evaluation, a) && is_number(evaluation, b)) {
        return value_truth(value_at(evaluation->values, a)->number < value_at(evaluation->values, b)->number);
    }
    if (a == b) {
        return value_at(evaluation->values, a)->kind == VALUE_OPAQUE ? UNKNOWN : FALSE_VALUE;
    }
    if (value_at(evaluation->values, a)->kind == VALUE_TERM &&
        value_at(evaluation->values, b)->kind == VALUE_TERM) {
        return less_term(evaluation, a, b);
    }
    if ((a == TRUE_VALUE && b == FALSE_VALUE) || (a == FALSE_VALUE && b == TRUE_VALUE)) {
        return value_truth(b == TRUE_VALUE);
    }
    return is_larger_fresh(evaluation, a, b)   ? FALSE_VALUE
           : is_larger_fresh(evaluation, b, a) ? TRUE_VALUE
                                               : UNKNOWN;
}

/* Sets *result; returns whether it fits, and the divisor is not 0. */
static int compute(const char *name, int64_t a, int64_t b, int64_t *result) {
    if (strcmp(name, "+") == 0) {
        return !__builtin_add_overflow(a, b, result);
    }
    if (strcmp(name, "-") == 0) {
        return !__builtin_sub_overflow(a, b, result);
    }
    if (strcmp(name, "*") == 0) {
        return !__builtin_mul_overflow(a, b, result);
    }
    if (strcmp(name, "max") == 0 || strcmp(name, "min") == 0) {
        *result = (a > b) == (name[1] == 'a') ? a : b;
        return 1;
    }
    if (b <= 0) {
        return 0;
    }
    int64_t rest = a % b < 0 ? a % b + b : a % b;
    *result = strcmp(name, "mod") == 0 ? rest : (a - rest) / b;
    return strcmp(name, "/") != 0 || rest == 0;
}

static uint32_t arithmetic(struct evaluation *evaluation, const struct data *data, const uint32_t *argument) {
    int64_t result;
    if (!is_number(evaluation, argument[0]) || !is_number(evaluation, argument[1]) ||
        !compute(data->name, value_at(evaluation->values, argument[0])->number,
                 value_at(evaluation->values, argument[1])->number, &result)) {
        return evaluate_unknown(evaluation, data->where,
                                "'%s' cannot be computed for a value that occurs in no label", data->name);
    }
    return checked(evaluation, value_number(evaluation->values, result));
}

/* --- lists and sets --- */

/* Makes a list or set of the elements of two values. keep: for sets, which elements of the first stay: 2 all,
 * 1 those in the second, 0 those not in it. */
static uint32_t join(struct evaluation *evaluation, const struct data *data, const uint32_t *argument,
                     int keep) {
    struct values *values = evaluation->values;
    struct value left = *value_at(values, argument[0]), right = *value_at(values, argument[1]);
    uint64_t capacity = (uint64_t)left.children + right.children;
    uint32_t count = 0, *child = memory_allocate_array(values->memory, capacity, sizeof *child),
             result = UNKNOWN;
    int known = child != NULL;
    for (uint32_t i = 0; i < left.children && known; i++) {
        uint32_t element = values->child[left.first + i];
        uint32_t is_in = keep == 2 ? FALSE_VALUE : member(evaluation, element, argument[1]);
        known = is_in != UNKNOWN;
        if (keep == 2 || (is_in == TRUE_VALUE) == keep) {
            child[count++] = element;
        }
    }
    for (uint32_t i = 0; i < right.children && keep == 2 && known; i++) {
        child[count++] = values->child[right.first + i];
    }
    evaluation->failed |= child == NULL;
    if (known) {
        result = checked(evaluation, value_make(values, left.kind, NULL, child, count));
    }
    memory_free(values->memory, child, capacity * sizeof *child);
    return known ? result
                 : evaluate_unknown(evaluation, data->where, "'%s' cannot be computed here", data->name);
}

/* A list without some elements at its ends, and with one more. */
static uint32_t resize(struct evaluation *evaluation, uint32_t list, uint32_t skip, uint32_t drop,
                       uint32_t before, uint32_t after) {
    struct values *values = evaluation->values;
    struct value of = *value_at(values, list);
    uint64_t capacity = (uint64_t)of.children + 2;
    uint32_t count = 0, *child = memory_allocate_array(values->memory, capacity, sizeof *child), result;
    if (child == NULL) {
        return checked(evaluation, VALUE_NONE);
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
    result = checked(evaluation, value_make(values, VALUE_LIST, NULL, child, count));
    memory_free(values->memory, child, capacity * sizeof *child);
    return result;
}

static int is_kind(const struct evaluation *evaluation, uint32_t value, enum value_kind kind) {
    return value_at(evaluation->values, value)->kind == kind;
}

/* Operators of lists, of one and two arguments; VALUE_NONE for another operator. */
static uint32_t list_operator(struct evaluation *evaluation, const struct data *data,
                              const uint32_t *argument) {
    const char *name = data->name;
    uint32_t last = data->children - 1, size = value_at(evaluation->values, argument[0])->children;
    int first_is_list = is_kind(evaluation, argument[0], VALUE_LIST);
    if (data->children == 1 && first_is_list && size > 0) {
        if (strcmp(name, "head") == 0 || strcmp(name, "rhead") == 0) {
            return value_child(evaluation->values, argument[0], *name == 'h' ? 0 : size - 1);
        }
        if (strcmp(name, "tail") == 0 || strcmp(name, "rtail") == 0) {
            return resize(evaluation, argument[0], *name == 't', *name == 'r', VALUE_NONE, VALUE_NONE);
        }
    }
    if (data->children == 2 && strcmp(name, "|>") == 0 && is_kind(evaluation, argument[last], VALUE_LIST)) {
        return resize(evaluation, argument[1], 0, 0, argument[0], VALUE_NONE);
    }
    if (data->children == 2 && strcmp(name, "<|") == 0 && first_is_list) {
        return resize(evaluation, argument[0], 0, 0, VALUE_NONE, argument[1]);
    }
    if (data->children == 2 && strcmp(name, ".") == 0 && first_is_list &&
        is_number(evaluation, argument[1])) {
        int64_t at = value_at(evaluation->values, argument[1])->number;
        return at >= 0 && at < size ? value_child(evaluation->values, argument[0], (uint32_t)at) : VALUE_NONE;
    }
    return VALUE_NONE;
}

static uint32_t size_of(struct evaluation *evaluation, const struct data *data, uint32_t value) {
    const struct value *of = value_at(evaluation->values, value);
    if (of->kind == VALUE_LIST || (of->kind == VALUE_SET && !of->has_fresh)) {
        return checked(evaluation, value_number(evaluation->values, of->children));
    }
    return evaluate_unknown(evaluation, data->where,
                            "the size of a value that occurs in no label is not known");
}

static uint32_t order(struct evaluation *evaluation, const struct data *data, const uint32_t *argument) {
    int greater = *data->name == '>', or_equal = data->name[1] == '=';
    int swapped = greater != or_equal;
    uint32_t truth = less(evaluation, argument[swapped], argument[!swapped]);
    truth = or_equal ? opposite(truth) : truth;
    return truth != UNKNOWN
               ? truth
               : evaluate_unknown(evaluation, data->where,
                                  "'%s' orders a value that occurs in no label, or is no number", data->name);
}

static uint32_t unary(struct evaluation *evaluation, const struct data *data, const uint32_t *argument) {
    static const char *const casts[] = {"Nat2Int", "Pos2Int", "Pos2Nat", "Int2Nat",
                                        "Int2Pos", "Nat2Pos", "abs"};
    const char *name = data->name;
    if (strcmp(name, "#") == 0) {
        return size_of(evaluation, data, argument[0]);
    }
    if (strcmp(name, "!") == 0) {
        return argument[0] == TRUE_VALUE || argument[0] == FALSE_VALUE ? opposite(argument[0]) : VALUE_NONE;
    }
    if (!is_number(evaluation, argument[0])) {
        return VALUE_NONE;
    }
    int64_t number = value_at(evaluation->values, argument[0])->number;
    if (strcmp(name, "-") == 0 && number != INT64_MIN) {
        return checked(evaluation, value_number(evaluation->values, -number));
    }
    if (strcmp(name, "succ") == 0 && number != INT64_MAX) {
        return checked(evaluation, value_number(evaluation->values, number + 1));
    }
    if (strcmp(name, "pred") == 0 && number != INT64_MIN) {
        return checked(evaluation, value_number(evaluation->values, number - 1));
    }
    for (size_t i = 0; i < LENGTH(casts); i++) {
        int64_t least = strstr(name, "2Pos") != NULL ? 1 : strstr(name, "2Nat") != NULL ? 0 : INT64_MIN + 1;
        if (strcmp(name, casts[i]) == 0 && (number >= least || *name == 'a')) {
            return *name == 'a' && number < 0 ? checked(evaluation, value_number(evaluation->values, -number))
                                              : argument[0];
        }
    }
    return VALUE_NONE;
}

static int is_one_of(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

uint32_t evaluate_operator(struct evaluation *evaluation, const struct data *data, uint32_t *argument) {
    static const char *const orders[] = {"<", "<=", ">", ">="};
    static const char *const computing[] = {"+", "-", "*", "/", "div", "mod", "max", "min"};
    const char *name = data->name;
    uint32_t result = list_operator(evaluation, data, argument);
    if (result != VALUE_NONE || data->children > 2) {
        return result;
    }
    if (data->children == 1) {
        return unary(evaluation, data, argument);
    }
    if (strcmp(name, "==") == 0 || strcmp(name, "!=") == 0) {
        result = evaluate_equal(evaluation, argument[0], argument[1]);
        return result == UNKNOWN
                   ? evaluate_unknown(evaluation, data->where,
                                      "'%s' compares values of which one may be the other", name)
               : *name == '=' ? result
                              : opposite(result);
    }
    if (is_one_of(name, orders, 4)) {
        return order(evaluation, data, argument);
    }
    int sets = is_kind(evaluation, argument[0], VALUE_SET) && is_kind(evaluation, argument[1], VALUE_SET);
    if (strcmp(name, "in") == 0 &&
        (is_kind(evaluation, argument[1], VALUE_SET) || is_kind(evaluation, argument[1], VALUE_LIST))) {
        return member(evaluation, argument[0], argument[1]);
    }
    if (strcmp(name, "++") == 0 && is_kind(evaluation, argument[0], VALUE_LIST) &&
        is_kind(evaluation, argument[1], VALUE_LIST)) {
        return join(evaluation, data, argument, 2);
    }
    if (sets && (strcmp(name, "+") == 0 || strcmp(name, "-") == 0 || strcmp(name, "*") == 0)) {
        return join(evaluation, data, argument, *name == '+' ? 2 : *name == '*');
    }
    return is_one_of(name, computing, 8) ? arithmetic(evaluation, data, argument) : VALUE_NONE;
}
