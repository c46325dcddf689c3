/*
 * How mCRL2 orders values: false is less than true; numbers have their order; lists are compared by the first
 * element that differs, and a list is less than a longer one that begins with it; structs are compared by the
 * order in which their constructors are declared, then as lists; sets and bags by inclusion. The order of
 * other values is not known.
 */
#include "specs/data/environment.h"
#include "specs/data/number_gaps.h"
#include "specs/data/value_number.h"

static int both_are(const struct evaluation *evaluation, uint32_t a, uint32_t b, enum value_kind kind) {
    return value_at(evaluation->values, a)->kind == kind && value_at(evaluation->values, b)->kind == kind;
}

/* --- numbers --- */

static const struct sort_class *class_of(const struct evaluation *evaluation, const struct value *fresh) {
    return &evaluation->classes->class[sort_class_find(evaluation->classes, (uint32_t)fresh->number)];
}

/* -1 or 1 if a fresh number is less or greater than another value, 0 if that is not known. */
static int compare_fresh(const struct evaluation *evaluation, uint32_t fresh, uint32_t other) {
    const struct value *of = value_at(evaluation->values, fresh), *with = value_at(evaluation->values, other);
    const struct sort_class *class = class_of(evaluation, of);
    if (of->region == REGION_OTHER) {
        return 0;
    }
    if (with->kind == VALUE_NUMBER) {
        return number_gaps_compare(evaluation->classes, class, of->region, other);
    }
    return with->kind != VALUE_FRESH || with->region == REGION_OTHER || class_of(evaluation, with) != class
               ? 0
               : (of->region / 2 > with->region / 2) - (of->region / 2 < with->region / 2);
}

/* --- structs and lists --- */

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

/* By the first child that differs; if none does, by the numbers of children. */
static uint32_t less_children(struct evaluation *evaluation, uint32_t a, uint32_t b) {
    uint32_t left = value_at(evaluation->values, a)->children;
    uint32_t right = value_at(evaluation->values, b)->children;
    for (uint32_t i = 0; i < left && i < right; i++) {
        if (evaluation_part(evaluation) != 0) {
            return UNKNOWN;
        }
        uint32_t x = value_child(evaluation->values, a, i), y = value_child(evaluation->values, b, i);
        uint32_t same = evaluate_equal(evaluation, x, y);
        if (same != TRUE_VALUE) {
            return same == FALSE_VALUE ? evaluate_less(evaluation, x, y) : UNKNOWN;
        }
    }
    return value_truth(left < right);
}

static uint32_t less_term(struct evaluation *evaluation, uint32_t a, uint32_t b) {
    const struct declaration *left = constructor_of(evaluation, a), *right = constructor_of(evaluation, b);
    if (left == NULL || right == NULL || left->result->name != right->result->name) {
        return UNKNOWN;
    }
    return left != right ? value_truth(left < right) : less_children(evaluation, a, b);
}

/* --- all values --- */

uint32_t evaluate_less(struct evaluation *evaluation, uint32_t a, uint32_t b) {
    enum value_kind left = value_at(evaluation->values, a)->kind;
    enum value_kind right = value_at(evaluation->values, b)->kind;
    if (both_are(evaluation, a, b, VALUE_NUMBER)) {
        return value_truth(value_compare(evaluation->values, a, b) < 0);
    }
    if (truth_of(a) != UNKNOWN && truth_of(b) != UNKNOWN) {
        return value_truth(a == FALSE_VALUE && b == TRUE_VALUE);
    }
    if (both_are(evaluation, a, b, VALUE_SET) || both_are(evaluation, a, b, VALUE_BAG)) {
        return truth_and(evaluate_included(evaluation, a, b), truth_not(evaluate_included(evaluation, b, a)));
    }
    if (a == b && left != VALUE_OPAQUE && left != VALUE_UNKNOWN) {
        return FALSE_VALUE;
    }
    if (both_are(evaluation, a, b, VALUE_TERM)) {
        return less_term(evaluation, a, b);
    }
    if (both_are(evaluation, a, b, VALUE_LIST)) {
        return less_children(evaluation, a, b);
    }
    int order = left == VALUE_FRESH    ? compare_fresh(evaluation, a, b)
                : right == VALUE_FRESH ? -compare_fresh(evaluation, b, a)
                                       : 0;
    return order == 0 ? UNKNOWN : value_truth(order < 0);
}

uint32_t evaluate_at_most(struct evaluation *evaluation, uint32_t a, uint32_t b) {
    return both_are(evaluation, a, b, VALUE_SET) || both_are(evaluation, a, b, VALUE_BAG)
               ? evaluate_included(evaluation, a, b)
               : truth_or(evaluate_less(evaluation, a, b), evaluate_equal(evaluation, a, b));
}
