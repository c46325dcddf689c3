/* Operators of sets and bags. */
#include <string.h>

#include "base/memory.h"
#include "specs/data/environment.h"
#include "specs/data/value_number.h"

static int is_kind(const struct evaluation *evaluation, uint32_t value, enum value_kind kind) {
    return value_at(evaluation->values, value)->kind == kind;
}

/* --- membership --- */

uint32_t evaluate_is_member(struct evaluation *evaluation, uint32_t element, uint32_t of) {
    uint32_t result = FALSE_VALUE, children = value_at(evaluation->values, of)->children;
    for (uint32_t i = 0; i < children && result != TRUE_VALUE; i++) {
        if (evaluation_part(evaluation) != 0) {
            return UNKNOWN;
        }
        result =
            truth_or(result, evaluate_equal(evaluation, element, value_child(evaluation->values, of, i)));
    }
    return result;
}

uint32_t evaluate_count(struct evaluation *evaluation, uint32_t element, uint32_t bag) {
    uint32_t children = value_at(evaluation->values, bag)->children;
    for (uint32_t i = 0; i < children; i += 2) {
        if (evaluation_part(evaluation) != 0) {
            return UNKNOWN;
        }
        uint32_t same = evaluate_equal(evaluation, element, value_child(evaluation->values, bag, i));
        if (same != FALSE_VALUE) {
            return same == TRUE_VALUE ? value_child(evaluation->values, bag, i + 1) : UNKNOWN;
        }
    }
    return evaluation_checked(evaluation, value_number(evaluation->values, 0));
}

uint32_t evaluate_included(struct evaluation *evaluation, uint32_t a, uint32_t b) {
    uint32_t result = TRUE_VALUE, children = value_at(evaluation->values, a)->children;
    int is_bag = is_kind(evaluation, a, VALUE_BAG);
    for (uint32_t i = 0; i < children && result != FALSE_VALUE; i += is_bag ? 2 : 1) {
        uint32_t element = value_child(evaluation->values, a, i), holds;
        if (is_bag) {
            uint32_t count = evaluate_count(evaluation, element, b);
            holds = count == UNKNOWN
                        ? UNKNOWN
                        : value_truth(value_compare(evaluation->values, count,
                                                    value_child(evaluation->values, a, i + 1)) >= 0);
        } else {
            holds = evaluate_is_member(evaluation, element, b);
        }
        result = truth_and(result, holds);
    }
    return result;
}

/* --- making sets and bags --- */

/* Values that become the children of another one. */
struct child_values {
    struct evaluation *evaluation;
    uint32_t *child;
    uint32_t count;
    uint64_t capacity;
};

static void add_child(struct child_values *children, uint32_t value) {
    struct evaluation *evaluation = children->evaluation;
    if (MEMORY_GROW(evaluation->values->memory, &children->child, &children->capacity,
                    (uint64_t)children->count + 1) != 0) {
        evaluation->failed = 1;
        return;
    }
    children->child[children->count++] = value;
}

/* The value of these children, which are freed; UNKNOWN if not all are known, or when memory runs out. */
static uint32_t finish(struct child_values *children, enum value_kind kind, int known) {
    struct evaluation *evaluation = children->evaluation;
    uint32_t made = !known || evaluation->failed
                        ? UNKNOWN
                        : evaluation_checked(evaluation, value_make(evaluation->values, kind, NULL,
                                                                    children->child, children->count));
    memory_free(evaluation->values->memory, children->child, children->capacity * sizeof *children->child);
    return made;
}

static uint32_t add_numbers(struct evaluation *evaluation, uint32_t a, uint32_t b, int negated) {
    mpq_t left, right;
    mpq_inits(left, right, NULL);
    value_get_rational(evaluation->values, a, left);
    value_get_rational(evaluation->values, b, right);
    if (negated) {
        mpq_sub(left, left, right);
    } else {
        mpq_add(left, left, right);
    }
    uint32_t sum = evaluation_checked(evaluation, value_rational(evaluation->values, left));
    mpq_clears(left, right, NULL);
    return sum;
}

/* Adds an element to a bag that is being made. Returns whether the new bag is known. */
static int add_counted(struct child_values *bag, uint32_t element, uint32_t count) {
    struct evaluation *evaluation = bag->evaluation;
    if (!value_is_number(evaluation->values, count) ||
        !evaluate_number_is_of(evaluation->values, count, NUMBER_NAT)) {
        return 0;
    }
    if (value_sign(evaluation->values, count) == 0) {
        return 1;
    }
    for (uint32_t i = 0; i + 1 < bag->count; i += 2) {
        if (evaluation_part(evaluation) != 0) {
            return 0;
        }
        uint32_t same = evaluate_equal(evaluation, element, bag->child[i]);
        if (same == TRUE_VALUE) {
            bag->child[i + 1] = add_numbers(evaluation, bag->child[i + 1], count, 0);
        }
        /* a label has each element once, as mCRL2 writes bags */
        if (same != FALSE_VALUE && (same == TRUE_VALUE || !evaluation->in_label)) {
            return same == TRUE_VALUE && bag->child[i + 1] != UNKNOWN;
        }
    }
    add_child(bag, element);
    add_child(bag, count);
    return 1;
}

uint32_t evaluate_bag(struct evaluation *evaluation, const uint32_t *pair, uint32_t pairs) {
    struct child_values bag = {.evaluation = evaluation};
    int known = 1;
    for (uint32_t i = 0; i < pairs && known && !evaluation->failed; i++) {
        known = pair[2 * i] != UNKNOWN && add_counted(&bag, pair[2 * i], pair[2 * i + 1]);
    }
    return finish(&bag, VALUE_BAG, known);
}

/* --- two sets or bags --- */

/* The union, difference or intersection of two sets. */
static uint32_t join_sets(struct evaluation *evaluation, char sign, const uint32_t *argument) {
    struct values *values = evaluation->values;
    struct child_values set = {.evaluation = evaluation};
    uint32_t left = value_at(values, argument[0])->children, right = value_at(values, argument[1])->children;
    int known = 1;
    for (uint32_t i = 0; i < left && known; i++) {
        uint32_t element = value_child(values, argument[0], i);
        uint32_t is_in = sign == '+' ? FALSE_VALUE : evaluate_is_member(evaluation, element, argument[1]);
        known = is_in != UNKNOWN;
        if (sign == '+' || (is_in == TRUE_VALUE) == (sign == '*')) {
            add_child(&set, element);
        }
    }
    for (uint32_t i = 0; i < right && sign == '+'; i++) {
        add_child(&set, value_child(values, argument[1], i));
    }
    return finish(&set, VALUE_SET, known);
}

/* The sum, difference or intersection of two bags. */
static uint32_t join_bags(struct evaluation *evaluation, char sign, const uint32_t *argument) {
    struct values *values = evaluation->values;
    struct child_values bag = {.evaluation = evaluation};
    uint32_t left = value_at(values, argument[0])->children, right = value_at(values, argument[1])->children;
    int known = 1;
    for (uint32_t i = 0; i < left && known && !evaluation->failed; i += 2) {
        uint32_t element = value_child(values, argument[0], i),
                 count = value_child(values, argument[0], i + 1);
        uint32_t other = sign == '+' ? UNKNOWN : evaluate_count(evaluation, element, argument[1]);
        known = sign == '+' || other != UNKNOWN;
        if (known && sign != '+') {
            int more = value_compare(values, count, other) > 0;
            count = sign == '*' ? more ? other : count
                    : more      ? add_numbers(evaluation, count, other, 1)
                                : evaluation_checked(evaluation, value_number(values, 0));
        }
        known = known && add_counted(&bag, element, count);
    }
    for (uint32_t i = 0; i < right && sign == '+' && known && !evaluation->failed; i += 2) {
        known =
            add_counted(&bag, value_child(values, argument[1], i), value_child(values, argument[1], i + 1));
    }
    return finish(&bag, VALUE_BAG, known);
}

/* --- one set or bag --- */

/* A set as a bag, or a bag as a set. */
static uint32_t convert(struct evaluation *evaluation, uint32_t value) {
    struct values *values = evaluation->values;
    struct child_values made = {.evaluation = evaluation};
    int is_bag = is_kind(evaluation, value, VALUE_BAG), known = 1;
    uint32_t children = value_at(values, value)->children;
    uint32_t one = evaluation_checked(evaluation, value_number(values, 1));
    for (uint32_t i = 0; i < children && known && !evaluation->failed; i += is_bag ? 2 : 1) {
        uint32_t element = value_child(values, value, i);
        if (is_bag) {
            add_child(&made, element);
        } else {
            uint32_t before = made.count;
            known = add_counted(&made, element, one) && made.count > before;
        }
    }
    return finish(&made, is_bag ? VALUE_SET : VALUE_BAG, known);
}

static uint32_t size_of(struct evaluation *evaluation, uint32_t value) {
    struct values *values = evaluation->values;
    const struct value *of = value_at(values, value);
    uint32_t children = of->children, sum;
    if (of->kind == VALUE_SET) { /* elements that may be equal count once or twice */
        return of->has_fresh ? UNKNOWN : evaluation_checked(evaluation, value_number(values, children));
    }
    sum = evaluation_checked(evaluation, value_number(values, 0));
    for (uint32_t i = 1; i < children && sum != UNKNOWN; i += 2) {
        sum = add_numbers(evaluation, sum, value_child(values, value, i), 0);
    }
    return sum;
}

static uint32_t set_operator(struct evaluation *evaluation, const struct data *data,
                             const uint32_t *argument) {
    const char *name = data->name;
    uint32_t last = argument[data->children - 1], count;
    int is_set = is_kind(evaluation, last, VALUE_SET), is_bag = is_kind(evaluation, last, VALUE_BAG);
    if (!is_set && !is_bag) {
        return VALUE_NONE;
    }
    if (data->children == 1) {
        return strcmp(name, "#") == 0                              ? size_of(evaluation, last)
               : strcmp(name, is_set ? "Set2Bag" : "Bag2Set") == 0 ? convert(evaluation, last)
                                                                   : VALUE_NONE;
    }
    if (strcmp(name, "in") == 0) {
        count = is_set ? evaluate_is_member(evaluation, argument[0], last)
                       : evaluate_count(evaluation, argument[0], last);
        return is_set || count == UNKNOWN ? count : value_truth(value_sign(evaluation->values, count) > 0);
    }
    if (strcmp(name, "count") == 0 && is_bag) {
        return evaluate_count(evaluation, argument[0], last);
    }
    if (strchr("+-*", *name) == NULL || name[1] != '\0' ||
        !is_kind(evaluation, argument[0], is_set ? VALUE_SET : VALUE_BAG)) {
        return VALUE_NONE;
    }
    return is_set ? join_sets(evaluation, *name, argument) : join_bags(evaluation, *name, argument);
}

uint32_t evaluate_set_operator(struct evaluation *evaluation, const struct data *data,
                               const uint32_t *argument) {
    uint32_t result = set_operator(evaluation, data, argument);
    return result != UNKNOWN
               ? result
               : evaluate_unknown(evaluation, data->where,
                                  "'%s' depends on elements whose values are not known", data->name);
}
