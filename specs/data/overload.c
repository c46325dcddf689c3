/* Whether values are of sorts; and so, which declaration is meant by a name that is declared for several. */
#include <string.h>

#include "base/core.h"
#include "base/memory.h"
#include "specs/data/environment.h"
#include "specs/data/number_gaps.h"

/* Whether all values of a sort are known by their form: it is neither undeclared, nor `sort D;`, nor one of
 * functions. */
static int has_known_forms(const struct evaluation *evaluation, const struct data_sort *sort) {
    return sort->element != NULL || data_sort_number(sort) != NUMBER_NONE ||
           data_sort_has_constructors(evaluation->classes->sections, sort);
}

/* The values of a sort that is not closed are those that occur where it is asked for. */
static uint32_t occurring_fits(const struct evaluation *evaluation, const struct data_sort *sort,
                               uint32_t value) {
    uint32_t number = sort->kind != SORT_NAME
                          ? CLASS_NONE
                          : sort_class_known(evaluation->classes, PLACE_SORT, sort->name, 0, 0);
    const struct sort_class *class = number == CLASS_NONE ? NULL : &evaluation->classes->class[number];
    return class != NULL && !class->is_mixed && index_find_key(&class->index, value) != INDEX_NONE
               ? TRUE_VALUE
               : UNKNOWN;
}

/* Whether the children of a value are of sorts: each of its own one, or all of one sort; of a bag, every
 * other child. */
static uint32_t children_fit(struct evaluation *evaluation, const struct data_sort *const *sort, int is_one,
                             uint32_t value) {
    const struct value of = *value_at(evaluation->values, value);
    uint32_t result = TRUE_VALUE;
    for (uint32_t i = 0; i < of.children && result != FALSE_VALUE; i += of.kind == VALUE_BAG ? 2 : 1) {
        uint32_t fits =
            evaluation_fits(evaluation, sort[is_one ? 0 : i], value_child(evaluation->values, value, i));
        result = evaluation_part(evaluation) != 0 ? UNKNOWN : truth_and(result, fits);
    }
    return result;
}

/* Whether a term is of a sort, by a declaration of its name. */
static uint32_t declared_fits(struct evaluation *evaluation, const struct declaration *declaration,
                              const struct data_sort *sort, uint32_t value) {
    const struct data_sort *result = data_sort_resolve(evaluation->classes->sections, declaration->result);
    int are_names = sort->kind == SORT_NAME && result->kind == SORT_NAME;
    int is_same = are_names && sort->name == result->name;
    if (is_same && (declaration->kind == DECLARED_CONSTRUCTOR || !has_known_forms(evaluation, sort))) {
        return children_fit(evaluation, declaration->parameter, 0, value);
    }
    if (declaration->kind == DECLARED_CONSTRUCTOR) {
        return FALSE_VALUE;
    }
    /* a mapping of a label that cannot be computed: it is any value of its sort */
    int are_numbers = data_sort_number(sort) != NUMBER_NONE && data_sort_number(result) != NUMBER_NONE;
    return is_same || are_numbers || sort->kind != SORT_NAME || result->kind != SORT_NAME ||
                   data_sort_is_undeclared(evaluation->classes->sections, sort) ||
                   data_sort_is_undeclared(evaluation->classes->sections, result)
               ? UNKNOWN
               : FALSE_VALUE;
}

static uint32_t term_fits(struct evaluation *evaluation, const struct data_sort *sort, uint32_t value) {
    const struct declarations *declarations = evaluation->declarations;
    const struct value of = *value_at(evaluation->values, value);
    uint32_t result = FALSE_VALUE;
    int is_declared = 0;
    for (uint32_t at = declarations_find(declarations, of.name, of.children); at != DECLARATIONS_END;
         at = declarations->list.data[at].next) {
        const struct declaration *declaration = &declarations->list.data[at];
        if (declaration->kind == DECLARED_CONSTRUCTOR || declaration->kind == DECLARED_MAPPING) {
            is_declared = 1;
            result = truth_or(result, declared_fits(evaluation, declaration, sort, value));
        }
    }
    for (uint32_t i = 0; sort->kind == SORT_STRUCT && i < sort->constructors; i++) {
        const struct data_symbol *symbol = &sort->constructor[i];
        if (symbol->name == of.name && symbol->parameters == of.children) {
            is_declared = 1;
            result = truth_or(result, children_fit(evaluation, symbol->parameter, 0, value));
        }
    }
    if (is_declared) {
        return result;
    }
    /* a name of which nothing is known may be a mapping to any sort that the specification has */
    return has_known_forms(evaluation, sort) ? UNKNOWN : occurring_fits(evaluation, sort, value);
}

static uint32_t fresh_fits(const struct evaluation *evaluation, const struct data_sort *sort,
                           const struct value *of) {
    const struct sort_class *class =
        &evaluation->classes->class[sort_class_find(evaluation->classes, (uint32_t)of->number)];
    enum number_sort number = data_sort_number(sort);
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

static uint32_t value_fits(struct evaluation *evaluation, const struct data_sort *sort, uint32_t value) {
    const struct value *of = value_at(evaluation->values, value);
    if (of->kind == VALUE_FRESH) {
        return fresh_fits(evaluation, sort, of);
    }
    if (of->kind == VALUE_TERM) {
        return term_fits(evaluation, sort, value);
    }
    if (data_sort_is_undeclared(evaluation->classes->sections, sort)) {
        return occurring_fits(evaluation, sort, value);
    }
    switch (of->kind) {
    case VALUE_NUMBER:
        return value_truth(data_sort_number(sort) != NUMBER_NONE &&
                           evaluate_number_is_of(evaluation->values, value, data_sort_number(sort)));
    case VALUE_FALSE:
    case VALUE_TRUE:
        return value_truth(sort->kind == SORT_NAME && strcmp(sort->name, "Bool") == 0);
    case VALUE_LIST:
    case VALUE_SET:
    case VALUE_BAG:
        if (of->kind == VALUE_SET && of->children == 0 && sort->kind == SORT_BAG) {
            return TRUE_VALUE; /* {} may be written for {:} */
        }
        return sort->kind == (of->kind == VALUE_LIST  ? SORT_LIST
                              : of->kind == VALUE_SET ? SORT_SET
                                                      : SORT_BAG)
                   ? children_fit(evaluation, &sort->element, 1, value)
                   : FALSE_VALUE;
    default:
        return UNKNOWN;
    }
}

/* Remembers the answers for values with parts, once the values of all classes are known. */
uint32_t evaluation_fits(struct evaluation *evaluation, const struct data_sort *sort, uint32_t value) {
    sort = data_sort_resolve(evaluation->classes->sections, sort);
    if (evaluation->no_domains || value_at(evaluation->values, value)->children == 0) {
        return value_fits(evaluation, sort, value);
    }
    const void *of = sort->kind == SORT_NAME ? (const void *)sort->name : sort;
    uint64_t hash = core_mix((uint64_t)(uintptr_t)of + core_mix(value));
    for (struct index_walk walk = index_find(&evaluation->by_fit, hash); index_next(&walk);) {
        const struct sort_fit *fit = &evaluation->fit.data[walk.number];
        if (fit->sort == of && fit->value == value) {
            return fit->fits;
        }
    }
    uint32_t fits = value_fits(evaluation, sort, value);
    struct memory *memory = evaluation->values->memory;
    if (evaluation->fit.count < INDEX_NONE &&
        (index_add(&evaluation->by_fit, memory, hash, (uint32_t)evaluation->fit.count) != 0 ||
         GROWING_ADD(memory, evaluation->fit, (struct sort_fit){of, value, fits}) != 0)) {
        evaluation->failed = 1;
    }
    return fits;
}

uint32_t evaluation_choose(struct evaluation *evaluation, uint32_t first, const uint32_t *argument,
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
