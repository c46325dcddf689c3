/* Names that are declared for several sorts: the values to which a function is applied show which one is
 * meant. */
#include <string.h>

#include "specs/data/environment.h"
#include "specs/data/number_gaps.h"

static uint32_t elements_fit(const struct evaluation *evaluation, const struct data_sort *sort,
                             const struct value *of) {
    uint32_t result = TRUE_VALUE;
    evaluation->values->work += of->children;
    for (uint32_t i = 0; i < of->children && result != FALSE_VALUE; i += of->kind == VALUE_BAG ? 2 : 1) {
        result = truth_and(
            result, evaluation_fits(evaluation, sort->element, evaluation->values->child[of->first + i]));
    }
    return result;
}

/* Whether a term is of a sort with a name: by the declarations of its constructor. */
static uint32_t term_fits(const struct evaluation *evaluation, const struct data_sort *sort,
                          const struct value *of) {
    const struct declarations *declarations = evaluation->declarations;
    uint32_t result = UNKNOWN;
    for (uint32_t at = declarations_find(declarations, of->name, of->children); at != DECLARATIONS_END;
         at = declarations->list.data[at].next) {
        const struct declaration *declaration = &declarations->list.data[at];
        if (declaration->kind == DECLARED_CONSTRUCTOR) {
            const struct data_sort *result_sort =
                sort_class_resolve(evaluation->classes, declaration->result);
            if (result_sort->kind == SORT_NAME && result_sort->name == sort->name) {
                return TRUE_VALUE;
            }
            result = FALSE_VALUE;
        }
    }
    return result;
}

static uint32_t fresh_fits(const struct evaluation *evaluation, const struct data_sort *sort,
                           const struct value *of) {
    const struct sort_class *class =
        &evaluation->classes->class[sort_class_find(evaluation->classes, (uint32_t)of->number)];
    enum number_sort number = sort_class_number(sort);
    if (of->region != REGION_OTHER && number != NUMBER_NONE) {
        return number_gaps_fit(evaluation->classes, class, of->region, number);
    }
    if (class->is_mixed) {
        return UNKNOWN;
    }
    if (class->is_number) {
        return value_truth(number != NUMBER_NONE);
    }
    return class->name == NULL || sort->kind != SORT_NAME ? UNKNOWN : value_truth(class->name == sort->name);
}

static uint32_t number_fits(const struct evaluation *evaluation, const struct data_sort *sort,
                            uint32_t value) {
    enum number_sort number = sort_class_number(sort);
    return value_truth(number != NUMBER_NONE && evaluate_number_is_of(evaluation->values, value, number));
}

uint32_t evaluation_fits(const struct evaluation *evaluation, const struct data_sort *sort, uint32_t value) {
    const struct value *of = value_at(evaluation->values, value);
    sort = sort_class_resolve(evaluation->classes, sort);
    int is_number = sort_class_number(sort) != NUMBER_NONE;
    int is_known =
        is_number || sort->element != NULL || sort_class_has_constructors(evaluation->classes, sort);
    switch (of->kind) {
    case VALUE_FRESH:
        return fresh_fits(evaluation, sort, of);
    case VALUE_NUMBER:
        return is_known ? number_fits(evaluation, sort, value) : UNKNOWN;
    case VALUE_FALSE:
    case VALUE_TRUE:
        return !is_known ? UNKNOWN : value_truth(sort->kind == SORT_NAME && strcmp(sort->name, "Bool") == 0);
    case VALUE_LIST:
    case VALUE_SET:
    case VALUE_BAG:
        return sort->kind == (of->kind == VALUE_LIST  ? SORT_LIST
                              : of->kind == VALUE_SET ? SORT_SET
                                                      : SORT_BAG)
                   ? elements_fit(evaluation, sort, of)
               : is_known ? FALSE_VALUE
                          : UNKNOWN;
    case VALUE_TERM:
        return sort->kind == SORT_NAME && !is_number   ? term_fits(evaluation, sort, of)
               : is_known && sort->kind != SORT_STRUCT ? FALSE_VALUE
                                                       : UNKNOWN;
    default:
        return UNKNOWN;
    }
}

uint32_t evaluation_choose(const struct evaluation *evaluation, uint32_t first, const uint32_t *argument,
                           int *is_clear) {
    const struct declarations *declarations = evaluation->declarations;
    uint32_t chosen = DECLARATIONS_END;
    *is_clear = 1;
    for (uint32_t at = first; at != DECLARATIONS_END; at = declarations->list.data[at].next) {
        const struct declaration *declaration = &declarations->list.data[at];
        uint32_t fits = TRUE_VALUE;
        for (uint32_t i = 0; i < declaration->arity && fits != FALSE_VALUE; i++) {
            fits = truth_and(fits, evaluation_fits(evaluation, declaration->parameter[i], argument[i]));
        }
        if (fits != FALSE_VALUE) {
            *is_clear &= chosen == DECLARATIONS_END;
            chosen = chosen == DECLARATIONS_END ? at : chosen;
        }
    }
    return chosen;
}
