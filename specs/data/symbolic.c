/*
 * Which terms of labels may stand for other values. A term is made by a constructor, declared or not; unless
 * its sort is one of numbers, lists or declared constructors: then another name is a mapping
 * of which nothing is known. The places of labels where one name occurs have one sort, and so have those that
 * the formula says have.
 */
#include "base/memory.h"
#include "specs/data/expand_internal.h"

struct naming {
    struct formula_expansion *expansion;
    struct sort_classes places; /* of the labels: has_others, if a value there is no undeclared term */
    struct index visited;       /* terms whose arguments were */
};

static int is_undeclared(const struct naming *naming, uint32_t value) {
    const struct value *of = value_at(&naming->expansion->values, value);
    return of->kind == VALUE_TERM &&
           !declarations_has_constructor(&naming->expansion->declarations, of->name, of->children);
}

static int mark_others(struct naming *naming, uint32_t class) {
    if (class != CLASS_NONE) {
        naming->places.class[sort_class_find(&naming->places, class)].has_others = 1;
    }
    return class == CLASS_NONE ? -1 : 0;
}

/* --- what the formula says of sorts --- */

/* The class that stands for one of the formula's. */
static uint32_t class_of(struct naming *naming, uint32_t class) {
    const uintptr_t number = sort_class_find(&naming->expansion->classes, class);
    return sort_class_of_place(&naming->places, PLACE_VARIABLE, (const void *)(number + 1), 0, 0);
}

static int has_other_values(const struct naming *naming, const struct sort_class *class) {
    int has = class->extent != EXTENT_UNKNOWN || class->is_number;
    for (uint64_t i = 0; i < class->values && !has; i++) {
        has = value_at(&naming->expansion->values, class->value[i])->kind != VALUE_OPAQUE &&
              !is_undeclared(naming, class->value[i]);
    }
    return has;
}

static int take_classes(struct naming *naming) {
    const struct sort_classes *classes = &naming->expansion->classes;
    int failed = 0;
    for (uint64_t i = 0; i < classes->places && !failed; i++) {
        const struct sort_place *place = &classes->place[i];
        failed = sort_class_unite(&naming->places,
                                  sort_class_of_place(&naming->places, place->kind, place->name, place->arity,
                                                      place->index),
                                  class_of(naming, place->class)) != 0;
    }
    for (uint32_t c = 0; c < classes->count && !failed; c++) {
        const struct sort_class *class = &classes->class[c];
        if (class->parent == c && class->element != CLASS_NONE) {
            const uint32_t own = class_of(naming, c);
            failed = own == CLASS_NONE ||
                     sort_class_unite(&naming->places, sort_class_element(&naming->places, own),
                                      class_of(naming, class->element)) != 0;
        }
        failed = failed || (class->parent == c && has_other_values(naming, class) &&
                            mark_others(naming, class_of(naming, c)) != 0);
    }
    return failed ? -1 : 0;
}

/* --- what labels say --- */

static int visit(struct naming *naming, uint32_t class, uint32_t value) {
    struct sort_classes *places = &naming->places;
    struct memory *memory = naming->expansion->memory;
    const struct value of = *value_at(&naming->expansion->values, value);
    if (class == CLASS_NONE || of.kind == VALUE_OPAQUE) {
        return class == CLASS_NONE ? -1 : 0;
    }
    if (is_undeclared(naming, value)) {
        const uint32_t result =
            sort_class_of_place(places, PLACE_FUNCTION, of.name, of.children, PLACE_RESULT);
        if (sort_class_unite(places, class, result) != 0) {
            return -1;
        }
    } else if (mark_others(naming, class) != 0) {
        return -1;
    }
    if (of.kind == VALUE_TERM) {
        if (index_find_key(&naming->visited, value) != INDEX_NONE) {
            return 0;
        }
        if (index_add(&naming->visited, memory, index_hash_key(value), value) != 0) {
            return -1;
        }
    }
    for (uint32_t i = 0; i < of.children; i += of.kind == VALUE_BAG ? 2 : 1) {
        const uint32_t place = of.kind == VALUE_TERM
                                   ? sort_class_of_place(places, PLACE_FUNCTION, of.name, of.children, i)
                                   : sort_class_element(places, class);
        if (visit(naming, place, value_child(&naming->expansion->values, value, i)) != 0) {
            return -1;
        }
    }
    return 0;
}

static int visit_label(struct naming *naming, uint32_t label) {
    const struct values *values = &naming->expansion->values;
    const uint32_t parts = value_at(values, label)->children;
    int failed = 0;
    for (uint32_t p = 0; p < parts && !failed; p++) {
        const uint32_t part = value_child(values, label, p);
        const struct value of = *value_at(values, part);
        for (uint32_t i = 0; i < of.children && !failed; i++) {
            failed =
                visit(naming, sort_class_of_place(&naming->places, PLACE_ACTION, of.name, of.children, i),
                      value_child(values, part, i)) != 0;
        }
    }
    return failed ? -1 : 0;
}

/* --- terms --- */

/* Whether a term may stand for other values of its sort. */
static int is_symbolic(struct naming *naming, uint32_t value) {
    const struct value *of = value_at(&naming->expansion->values, value);
    const uint32_t class =
        is_undeclared(naming, value)
            ? sort_class_known(&naming->places, PLACE_FUNCTION, of->name, of->children, PLACE_RESULT)
            : CLASS_NONE;
    return class != CLASS_NONE && naming->places.class[class].has_others;
}

static int note_terms(struct naming *naming) {
    struct values *values = &naming->expansion->values;
    struct sort_classes *classes = &naming->expansion->classes;
    int failed = 0;
    for (uint64_t i = 0; i < values->count && !failed; i++) {
        failed = is_symbolic(naming, (uint32_t)i) && values_make_symbolic(values, (uint32_t)i) != 0;
    }
    values_note_symbolic(values);
    for (uint32_t c = 0; c < classes->count && values->symbolic.count > 0; c++) {
        for (uint64_t i = 0; i < classes->class[c].values; i++) {
            classes->class[c].has_opaque |= value_at(values, classes->class[c].value[i])->is_symbolic;
        }
    }
    return failed ? -1 : 0;
}

int expansion_note_symbolic(struct formula_expansion *expansion) {
    struct naming naming = {.expansion = expansion,
                            .places = {.memory = expansion->memory,
                                       .run = expansion->run,
                                       .known = &expansion->values,
                                       .sections = expansion->classes.sections}};
    int failed = take_classes(&naming) != 0, stopped = 0;
    for (uint64_t i = 0; i < expansion->label_count && !failed && !stopped; i++) {
        stopped = expansion_step(expansion) != 0;
        failed = !stopped && visit_label(&naming, expansion->label[i].value) != 0;
    }
    failed = failed || (!stopped && note_terms(&naming) != 0);
    sort_classes_close(&naming.places);
    index_free(&naming.visited, expansion->memory);
    return stopped ? -1 : failed ? expansion_memory(expansion) : 0;
}
