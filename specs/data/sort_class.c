/* Classes of places of one sort: a forest of sets (Tarjan 1975), with the values that occur in each. */
#include "specs/data/sort_class.h"

#include <string.h>

#include "base/array.h"
#include "base/core.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/data/number_gaps.h"

#define MOST_FINITE 65536u /* most values of a finite sort */
#define MOST_DEPTH 64u     /* most nesting of declared sorts */
#define MOST_LISTED_DEPTH 1000u
#define MOST_LISTED (1u << 24) /* most values of all finite sorts */

void sort_classes_close(struct sort_classes *classes) {
    for (uint64_t i = 0; i < classes->count; i++) {
        struct sort_class *class = &classes->class[i];
        memory_free(classes->memory, class->value, class->capacity * sizeof *class->value);
        memory_free(classes->memory, class->point, class->points * sizeof *class->point);
        memory_free(classes->memory, class->room,
                    class->room == NULL ? 0 : (class->points + 1) * sizeof *class->room);
        index_free(&class->index, classes->memory);
    }
    memory_free(classes->memory, classes->class, classes->capacity * sizeof *classes->class);
    memory_free(classes->memory, classes->place, classes->place_capacity * sizeof *classes->place);
    index_free(&classes->by_place, classes->memory);
}

uint32_t sort_class_new(struct sort_classes *classes) {
    if (classes->count >= CLASS_NONE ||
        MEMORY_GROW(classes->memory, &classes->class, &classes->capacity, classes->count + 1) != 0) {
        return CLASS_NONE;
    }
    uint32_t class = (uint32_t)classes->count++;
    classes->class[class] = (struct sort_class){.parent = class, .element = CLASS_NONE};
    return class;
}

uint32_t sort_class_find(const struct sort_classes *classes, uint32_t class) {
    while (classes->class[class].parent != class) {
        class = classes->class[class].parent = classes->class[classes->class[class].parent].parent;
    }
    return class;
}

static uint64_t hash_place(enum place_kind kind, const void *name, uint32_t arity, uint32_t index) {
    return core_mix((uint64_t)(uintptr_t)name ^
                    core_mix((uint64_t)kind << 60 ^ (uint64_t)arity << 32 ^ index));
}

static const struct sort_place *find_place(const struct sort_classes *classes, enum place_kind kind,
                                           const void *name, uint32_t arity, uint32_t index) {
    for (struct index_walk walk = index_find(&classes->by_place, hash_place(kind, name, arity, index));
         index_next(&walk);) {
        const struct sort_place *place = &classes->place[walk.number];
        if (place->kind == kind && place->name == name && place->arity == arity && place->index == index) {
            return place;
        }
    }
    return NULL;
}

uint32_t sort_class_known(const struct sort_classes *classes, enum place_kind kind, const void *name,
                          uint32_t arity, uint32_t index) {
    const struct sort_place *place = find_place(classes, kind, name, arity, index);
    return place == NULL ? CLASS_NONE : sort_class_find(classes, place->class);
}

uint32_t sort_class_of_place(struct sort_classes *classes, enum place_kind kind, const void *name,
                             uint32_t arity, uint32_t index) {
    uint32_t class = sort_class_known(classes, kind, name, arity, index);
    if (class != CLASS_NONE) {
        return class;
    }
    class = sort_class_new(classes);
    if (class == CLASS_NONE ||
        MEMORY_GROW(classes->memory, &classes->place, &classes->place_capacity, classes->places + 1) != 0 ||
        index_add(&classes->by_place, classes->memory, hash_place(kind, name, arity, index),
                  (uint32_t)classes->places) != 0) {
        return CLASS_NONE;
    }
    classes->place[classes->places++] = (struct sort_place){
        .kind = kind, .name = name, .arity = arity, .index = index, .class = class, .listing = CLASS_NONE};
    return class;
}

uint32_t sort_class_element(struct sort_classes *classes, uint32_t class) {
    class = sort_class_find(classes, class);
    if (classes->class[class].element == CLASS_NONE) {
        uint32_t element = sort_class_new(classes);
        classes->class[class].element = element;
        classes->class[class].extent = EXTENT_INFINITE;
    }
    return classes->class[class].element;
}

/* --- values --- */

int sort_class_add(struct sort_classes *classes, uint32_t class, uint32_t value) {
    struct sort_class *to = &classes->class[sort_class_find(classes, class)];
    if (index_find_key(&to->index, value) != INDEX_NONE) {
        return 0;
    }
    if (MEMORY_GROW(classes->memory, &to->value, &to->capacity, to->values + 1) != 0 ||
        index_add(&to->index, classes->memory, index_hash_key(value), value) != 0) {
        return -1;
    }
    to->value[to->values++] = value;
    return 0;
}

static int has_other_sort(const struct sort_class *a, const struct sort_class *b) {
    int a_is_list = a->element != CLASS_NONE, b_is_list = b->element != CLASS_NONE;
    return (a->name != NULL && ((b->name != NULL && b->name != a->name) || b->is_number || b_is_list)) ||
           (b->name != NULL && (a->is_number || a_is_list)) || (a->is_number && b_is_list) ||
           (b->is_number && a_is_list);
}

/* Unites two sets, and says which pair must be united next: their elements. */
static int unite_pair(struct sort_classes *classes, uint32_t *a, uint32_t *b) {
    uint32_t into = sort_class_find(classes, *a), from = sort_class_find(classes, *b);
    if (into == from) {
        return 0;
    }
    if (classes->class[into].values < classes->class[from].values) {
        uint32_t swap = into;
        into = from;
        from = swap;
    }
    struct sort_class *to = &classes->class[into], old = classes->class[from];
    classes->class[from] = (struct sort_class){.parent = into, .element = CLASS_NONE};
    to->is_mixed |= old.is_mixed || has_other_sort(to, &old);
    to->is_number |= old.is_number;
    to->number_sorts |= old.number_sorts;
    to->is_ordered |= old.is_ordered;
    to->has_opaque |= old.has_opaque;
    to->has_others |= old.has_others;
    to->extent = old.extent > to->extent ? old.extent : to->extent;
    to->name = to->name != NULL ? to->name : old.name;
    *a = to->element;
    *b = old.element;
    to->element = to->element != CLASS_NONE ? to->element : old.element;
    int failed = 0;
    for (uint64_t i = 0; i < old.values && !failed; i++) {
        failed = sort_class_add(classes, into, old.value[i]) != 0;
    }
    memory_free(classes->memory, old.value, old.capacity * sizeof *old.value);
    index_free(&old.index, classes->memory);
    return failed ? -1 : *a != CLASS_NONE && *b != CLASS_NONE;
}

int sort_class_unite(struct sort_classes *classes, uint32_t a, uint32_t b) {
    if (a == CLASS_NONE || b == CLASS_NONE) {
        return -1;
    }
    int more;
    do {
        more = unite_pair(classes, &a, &b);
    } while (more == 1);
    return more;
}

int sort_class_collect(struct sort_classes *classes, uint32_t class, uint32_t value) {
    const struct value of = *value_at(classes->known, value);
    if (sort_class_add(classes, class, value) != 0) {
        return -1;
    }
    class = sort_class_find(classes, class);
    classes->class[class].is_number |= of.kind == VALUE_NUMBER;
    classes->class[class].has_opaque |= of.kind == VALUE_OPAQUE;
    classes->class[class].has_others |= of.kind != VALUE_OPAQUE && of.kind != VALUE_NUMBER;
    if (of.kind == VALUE_TERM) {
        uint32_t result = sort_class_known(classes, PLACE_FUNCTION, of.name, of.children, PLACE_RESULT);
        if (result != CLASS_NONE && sort_class_unite(classes, class, result) != 0) {
            return -1;
        }
    }
    for (uint32_t i = 0; i < of.children; i += of.kind == VALUE_BAG ? 2 : 1) {
        uint32_t place = of.kind == VALUE_TERM
                             ? sort_class_known(classes, PLACE_FUNCTION, of.name, of.children, i)
                             : classes->class[sort_class_find(classes, class)].element;
        if (place != CLASS_NONE &&
            sort_class_collect(classes, place, value_child(classes->known, value, i)) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- declared sorts --- */

const struct sort_place *sort_class_declared(const struct sort_classes *classes,
                                             const struct data_sort *sort) {
    return sort->kind == SORT_NAME     ? find_place(classes, PLACE_SORT, sort->name, 0, 0)
           : sort->kind == SORT_STRUCT ? find_place(classes, PLACE_STRUCT, sort, 0, 0)
                                       : NULL;
}

static uint32_t class_of_numbers(struct sort_classes *classes, enum number_sort sort) {
    uint32_t class = sort_class_new(classes);
    if (class != CLASS_NONE) {
        classes->class[class].is_number = 1;
        classes->class[class].number_sorts = 1u << sort;
        classes->class[class].extent = EXTENT_INFINITE;
    }
    return class;
}

uint32_t sort_class_of_sort(struct sort_classes *classes, const struct data_sort *sort) {
    sort = data_sort_resolve(classes->sections, sort);
    if (data_sort_number(sort) != NUMBER_NONE) {
        return class_of_numbers(classes, data_sort_number(sort));
    }
    if (sort->kind == SORT_NAME) {
        uint32_t class = sort_class_of_place(classes, PLACE_SORT, sort->name, 0, 0);
        if (class != CLASS_NONE && classes->class[class].name == NULL) {
            classes->class[class].name = sort->name;
        }
        return class;
    }
    uint32_t class = sort->kind == SORT_STRUCT ? sort_class_of_place(classes, PLACE_STRUCT, sort, 0, 0)
                                               : sort_class_new(classes);
    if (class != CLASS_NONE && sort->element != NULL) {
        uint32_t inner = sort_class_of_sort(classes, sort->element);
        if (inner == CLASS_NONE ||
            sort_class_unite(classes, sort_class_element(classes, class), inner) != 0) {
            return CLASS_NONE;
        }
    }
    return class;
}

/* The values of a finite sort, while they are listed. */
struct value_listing {
    struct sort_classes *classes;
    uint32_t *value;
    uint64_t count, capacity;
};

/* What listing found. */
enum listed { LISTED_FAILED = -1, LISTED_FINITE, LISTED_INFINITE, LISTED_UNKNOWN };

static enum listed list_sort(struct value_listing *listing, const struct data_sort *sort, unsigned depth);

static enum listed add_listed(struct value_listing *listing, uint32_t value) {
    if (value == VALUE_NONE ||
        MEMORY_GROW(listing->classes->memory, &listing->value, &listing->capacity, listing->count + 1) != 0) {
        return LISTED_FAILED;
    }
    listing->value[listing->count++] = value;
    if (run_stops_at(listing->classes->run, ++listing->classes->listed, 65536)) {
        return LISTED_FAILED;
    }
    if (listing->classes->listed > MOST_LISTED) {
        return LISTED_UNKNOWN;
    }
    return listing->count > MOST_FINITE ? LISTED_INFINITE : LISTED_FINITE;
}

#define MOST_PARAMETERS 16u

/* Adds all terms of a constructor: every combination of the values of its parameters. */
static enum listed list_constructor(struct value_listing *listing, const struct data_symbol *symbol,
                                    unsigned depth) {
    struct value_listing inner[MOST_PARAMETERS] = {{0}};
    uint64_t at[MOST_PARAMETERS] = {0};
    uint32_t child[MOST_PARAMETERS], parameters = symbol->parameters;
    enum listed listed = parameters > MOST_PARAMETERS ? LISTED_UNKNOWN : LISTED_FINITE;
    for (uint32_t i = 0; i < parameters && listed == LISTED_FINITE; i++) {
        inner[i].classes = listing->classes;
        listed = list_sort(&inner[i], symbol->parameter[i], depth + 1);
        listed = listed == LISTED_FINITE && inner[i].count == 0 ? LISTED_UNKNOWN : listed;
    }
    for (int more = 1; more && listed == LISTED_FINITE;) {
        for (uint32_t i = 0; i < parameters; i++) {
            child[i] = inner[i].value[at[i]];
        }
        listed = add_listed(listing,
                            value_make(listing->classes->known, VALUE_TERM, symbol->name, child, parameters));
        more = 0;
        for (uint32_t i = 0; i < parameters && !more; i++) {
            more = ++at[i] < inner[i].count;
            at[i] = more ? at[i] : 0;
        }
    }
    for (uint32_t i = 0; i < parameters && i < MOST_PARAMETERS; i++) {
        memory_free(listing->classes->memory, inner[i].value, inner[i].capacity * sizeof *inner[i].value);
    }
    return listed;
}

static enum listed list_named(struct value_listing *listing, const char *name, unsigned depth) {
    const struct data_sections *sections = listing->classes->sections;
    const struct data_definition *definition = data_sort_definition(sections, name);
    enum listed listed = LISTED_UNKNOWN;
    if (strcmp(name, "Bool") == 0) {
        listed = add_listed(listing, FALSE_VALUE);
        return listed == LISTED_FINITE ? add_listed(listing, TRUE_VALUE) : listed;
    }
    if (data_sort_number(&(struct data_sort){.kind = SORT_NAME, .name = name}) != NUMBER_NONE) {
        return LISTED_INFINITE;
    }
    if (definition != NULL && definition->sort != NULL) {
        return list_sort(listing, definition->sort, depth + 1);
    }
    for (uint64_t i = 0; sections != NULL && i < sections->constructors; i++) {
        const struct data_symbol *symbol = &sections->constructor[i];
        if (symbol->result != NULL && symbol->result->kind == SORT_NAME && symbol->result->name == name) {
            listed = list_constructor(listing, symbol, depth);
            if (listed != LISTED_FINITE) {
                return listed;
            }
        }
    }
    return listed;
}

static enum listed list_sort(struct value_listing *listing, const struct data_sort *sort, unsigned depth) {
    const struct data_sections *sections = listing->classes->sections;
    uint64_t sorts = sections == NULL ? 0 : sections->definitions + sections->constructors;
    if (depth > MOST_LISTED_DEPTH ||
        depth > MOST_DEPTH + 4 * sorts) { /* only recursion leads deeper than that */
        return depth > MOST_LISTED_DEPTH ? LISTED_UNKNOWN : LISTED_INFINITE;
    }
    if (sort->kind == SORT_NAME) {
        return list_named(listing, sort->name, depth);
    }
    if (sort->kind != SORT_STRUCT) {
        return sort->kind == SORT_LIST || sort->kind == SORT_BAG ? LISTED_INFINITE : LISTED_UNKNOWN;
    }
    enum listed listed = LISTED_FINITE;
    for (uint32_t i = 0; i < sort->constructors && listed == LISTED_FINITE; i++) {
        listed = list_constructor(listing, &sort->constructor[i], depth);
    }
    return listed;
}

/* --- completing --- */

/* Gives a declared sort its extent and, if it is finite, a list of its values; its class has them, too. */
static int complete_declared(struct sort_classes *classes, uint64_t number) {
    const struct sort_place place = classes->place[number];
    struct data_sort named = {.kind = SORT_NAME, .name = place.name};
    struct value_listing listing = {.classes = classes};
    uint32_t class = sort_class_find(classes, place.class), exact = CLASS_NONE;
    enum listed listed = list_sort(&listing, place.kind == PLACE_STRUCT ? place.name : &named, 0);
    int failed = listed == LISTED_FAILED;
    if (listed == LISTED_FINITE) {
        exact = sort_class_new(classes);
        failed = exact == CLASS_NONE;
    }
    for (uint64_t i = 0; i < listing.count && listed == LISTED_FINITE && !failed; i++) {
        failed = sort_class_add(classes, exact, listing.value[i]) != 0 ||
                 sort_class_add(classes, class, listing.value[i]) != 0;
    }
    enum sort_extent extent = listed == LISTED_FINITE     ? EXTENT_FINITE
                              : listed == LISTED_INFINITE ? EXTENT_INFINITE
                                                          : EXTENT_UNKNOWN;
    if (extent > classes->class[class].extent) {
        classes->class[class].extent = extent;
    }
    classes->place[number].extent = extent;
    classes->place[number].listing = exact;
    memory_free(classes->memory, listing.value, listing.capacity * sizeof *listing.value);
    return failed ? -1 : 0;
}

int sort_classes_complete(struct sort_classes *classes) {
    for (uint64_t i = 0; i < classes->places; i++) {
        if (classes->place[i].kind >= PLACE_SORT && complete_declared(classes, i) != 0) {
            return -1;
        }
    }
    for (uint32_t i = 0; i < classes->count; i++) {
        classes->class[i].is_mixed |= classes->class[i].is_number && classes->class[i].has_others;
        if (classes->class[i].parent == i && number_gaps_complete(classes, i) != 0) {
            return -1;
        }
    }
    return 0;
}
