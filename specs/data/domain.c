/* The values over which quantified variables range. */
#include <string.h>

#include "specs/data/environment.h"

/* Whether there may be no set of such elements but those that occur: unless there are infinitely many
 * elements. */
static int may_have_few_sets(const struct sort_classes *classes, const struct data_sort *element) {
    const struct place *place = sort_class_declared(classes, sort_class_resolve(classes, element));
    return place != NULL && place->extent != EXTENT_INFINITE;
}

static struct domain evaluation_domain(const struct evaluation *evaluation,
                                       const struct data_variable *variable) {
    const struct sort_classes *classes = evaluation->classes;
    const struct data_sort *sort = sort_class_resolve(classes, variable->sort);
    const struct place *place = sort_class_declared(classes, sort);
    uint32_t number = sort_class_known(classes, PLACE_VARIABLE, variable, 0, 0);
    if (place != NULL && place->extent == EXTENT_FINITE) {
        return (struct domain){
            .count = classes->class[place->listing].values, .known = place->listing, .class = number};
    }
    const struct sort_class *class = &classes->class[number];
    enum sort_extent extent = class->is_mixed && place != NULL ? place->extent : class->extent;
    struct domain domain = {.count = class->values,
                            .known = number,
                            .class = number,
                            .is_mixed = class->is_mixed || sort_class_is_number(sort),
                            .has_fresh = 1,
                            .is_uncertain = extent == EXTENT_UNKNOWN && !class->is_number};
    if (sort_class_is_number(sort)) {
        int has_least = strcmp(sort->name, "Pos") == 0 || strcmp(sort->name, "Nat") == 0;
        domain.is_uncertain = 0;
        domain.is_partial = class->is_ordered && (class->highest < 0 || !has_least);
    } else if (sort->kind == SORT_SET && may_have_few_sets(classes, sort->element)) {
        domain.is_uncertain = 1;
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

int quantified_next(struct quantified *quantified) {
    struct evaluation *evaluation = quantified->evaluation;
    const struct domain *domain = &quantified->domain;
    while (quantified->next < quantified->count) {
        uint64_t which = quantified->next++;
        int is_known = which < domain->count;
        uint32_t value =
            is_known ? evaluation->classes->class[domain->known].value[which]
                     : value_fresh(evaluation->values, domain->class, (uint32_t)(which - domain->count) + 1);
        if (value == VALUE_NONE) {
            return -1;
        }
        if (!is_known || !domain->is_mixed ||
            evaluation_fits(evaluation, quantified->binding.variable->sort, value) != FALSE_VALUE) {
            quantified->binding.value = value;
            quantified->is_uncertain = !is_known && domain->is_uncertain;
            return 1;
        }
    }
    return 0;
}
