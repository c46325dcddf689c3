/* The values over which quantified variables range. */
#include "specs/data/environment.h"
#include "specs/data/number_gaps.h"
#include "specs/data/value_number.h"

#define MANY_VALUES 60000u /* a sort that is too large to be listed may have few more */

/* Whether there may be no set of such elements but those that occur: unless there are infinitely many
 * elements. */
static int may_have_few_sets(const struct sort_classes *classes, const struct data_sort *element) {
    element = data_sort_resolve(classes->sections, element);
    const struct sort_place *place = sort_class_declared(classes, element);
    return element->kind == SORT_SET
               ? may_have_few_sets(classes, element->element)
               : element->kind == SORT_OPAQUE || (place != NULL && place->extent != EXTENT_INFINITE);
}

/* Whether a sort, which was resolved, may be one of numbers: it is declared as one, or nowhere. */
static int may_have_numbers(const struct sort_classes *classes, const struct data_sort *sort) {
    return data_sort_number(sort) != NUMBER_NONE || data_sort_is_undeclared(classes->sections, sort);
}

static struct domain evaluation_domain(const struct evaluation *evaluation,
                                       const struct bound_variable *variable) {
    const struct sort_classes *classes = evaluation->classes;
    const struct data_sort *sort = data_sort_resolve(classes->sections, variable->sort);
    const struct sort_place *place = sort_class_declared(classes, sort);
    uint32_t number = sort_class_known(classes, PLACE_VARIABLE, variable, 0, 0);
    if (place != NULL && place->extent == EXTENT_FINITE) {
        return (struct domain){.count = classes->class[place->listing].values,
                               .known = place->listing,
                               .class = number,
                               .others = classes->class[number].values};
    }
    const struct sort_class *class = &classes->class[number];
    enum sort_extent extent = class->is_mixed && place != NULL ? place->extent : class->extent;
    int is_number = class->is_number && may_have_numbers(classes, sort);
    struct domain domain = {.count = class->values,
                            .known = number,
                            .class = number,
                            .is_number = is_number,
                            .number_sort = data_sort_number(sort),
                            .regions = is_number ? number_gaps_regions(class) : 1,
                            .is_uncertain = extent == EXTENT_UNKNOWN && !is_number};
    int may_be_few = place != NULL && place->extent == EXTENT_INFINITE && class->values > MANY_VALUES;
    if ((sort->kind == SORT_SET && may_have_few_sets(classes, sort->element)) || may_be_few ||
        (is_number && class->is_mixed && domain.number_sort == NUMBER_NONE)) {
        domain.is_uncertain = 1;
    }
    return domain;
}

/* The highest index of the fresh values of a region of a class in a value; any if no step is left. */
static uint32_t highest_fresh(struct evaluation *evaluation, uint32_t value, uint32_t class,
                              uint32_t region) {
    const struct value *of = value_at(evaluation->values, value);
    uint32_t highest = 0;
    if (evaluation_part(evaluation) != 0) {
        return 0;
    }
    if (of->kind == VALUE_FRESH) {
        return of->region == region && sort_class_find(evaluation->classes, (uint32_t)of->number) == class
                   ? of->index
                   : 0;
    }
    for (uint32_t i = 0; of->has_fresh && i < of->children; i++) {
        uint32_t inner = highest_fresh(evaluation, value_child(evaluation->values, value, i), class, region);
        highest = inner > highest ? inner : highest;
    }
    return highest;
}

static uint32_t bindings_fresh(struct evaluation *evaluation, uint32_t class, uint32_t region,
                               const struct binding *bindings) {
    uint32_t highest = 0;
    for (; bindings != NULL; bindings = bindings->outer) {
        uint32_t inner =
            bindings->variable == NULL ? 0 : highest_fresh(evaluation, bindings->value, class, region);
        highest = inner > highest ? inner : highest;
    }
    return highest;
}

struct quantified quantified_begin(struct evaluation *evaluation, const struct bound_variable *variable,
                                   const struct binding *bindings) {
    return (struct quantified){.evaluation = evaluation,
                               .domain = evaluation_domain(evaluation, variable),
                               .binding = {.variable = variable, .outer = bindings}};
}

/* Takes the next term of a label that may be a mapping, and so any value of a finite sort. */
static int next_other(struct quantified *quantified) {
    struct evaluation *evaluation = quantified->evaluation;
    const struct domain *domain = &quantified->domain;
    const struct sort_class *class = &evaluation->classes->class[domain->class];
    const struct sort_class *listing = &evaluation->classes->class[domain->known];
    while (quantified->next - domain->count < domain->others) {
        uint32_t value = class->value[quantified->next++ - domain->count];
        evaluation->values->work++;
        if (value_at(evaluation->values, value)->kind == VALUE_TERM &&
            index_find_key(&listing->index, value) == INDEX_NONE &&
            evaluation_fits(evaluation, quantified->binding.variable->sort, value) != FALSE_VALUE) {
            quantified->binding.value = value;
            quantified->is_uncertain = 1;
            return 1;
        }
    }
    return 0;
}

/* Takes the next known value that may be of the sort. */
static int next_known(struct quantified *quantified) {
    struct evaluation *evaluation = quantified->evaluation;
    const struct domain *domain = &quantified->domain;
    const struct sort_class *class = &evaluation->classes->class[domain->known];
    while (quantified->next < domain->count) {
        uint64_t which = quantified->next++;
        evaluation->values->work++;
        uint32_t value = class->value[which];
        uint32_t fits = domain->regions == 0
                            ? TRUE_VALUE
                            : evaluation_fits(evaluation, quantified->binding.variable->sort, value);
        /* whether an undeclared sort has 0 and negative numbers is not known */
        int fills = domain->is_number && which >= class->occurring && domain->number_sort == NUMBER_NONE &&
                    value_is_number(evaluation->values, value) && value_sign(evaluation->values, value) <= 0;
        if (fits != FALSE_VALUE) {
            quantified->binding.value = value;
            quantified->is_uncertain = fits == UNKNOWN || fills;
            return 1;
        }
    }
    return 0;
}

/* How many fresh values the variable takes in a region. */
static uint32_t room_in(struct quantified *quantified, uint32_t region) {
    struct evaluation *evaluation = quantified->evaluation;
    const struct domain *domain = &quantified->domain;
    uint32_t room = UINT32_MAX;
    uint32_t fresh_region = domain->is_number ? region : REGION_OTHER;
    uint32_t used = bindings_fresh(evaluation, domain->class, fresh_region, quantified->binding.outer) + 1;
    quantified->is_uncertain = domain->is_uncertain;
    if (domain->is_number) {
        room = number_gaps_room(evaluation->classes, &evaluation->classes->class[domain->class], region,
                                domain -> number_sort, &quantified -> is_uncertain);
        quantified->is_uncertain |= domain->is_uncertain;
    }
    return used < room ? used : room;
}

int quantified_next(struct quantified *quantified) {
    const struct domain *domain = &quantified->domain;
    if (next_known(quantified) || next_other(quantified)) {
        return 1;
    }
    for (; quantified->region < domain->regions; quantified->region++, quantified->fresh = 0) {
        if (quantified->fresh < room_in(quantified, quantified->region)) {
            uint32_t region = domain->is_number ? quantified->region : REGION_OTHER;
            quantified->binding.value =
                value_fresh(quantified->evaluation->values, domain->class, region, ++quantified->fresh);
            return quantified->binding.value == VALUE_NONE ? -1 : 1;
        }
    }
    return 0;
}
