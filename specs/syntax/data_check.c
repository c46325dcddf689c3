/* What is wrong for certain with declarations, and with literals in the place of values of a sort. Other
 * expressions are not looked at: their sorts are inferred when the formula is written out. */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/core.h"
#include "base/index.h"
#include "base/memory.h"
#include "specs/syntax/data.h"

#define MOST_DEPTH 1000u /* names of sorts inside each other */

/* --- sorts --- */

static const char *const number_sorts[] = {
    [NUMBER_POS] = "Pos", [NUMBER_NAT] = "Nat", [NUMBER_INT] = "Int", [NUMBER_REAL] = "Real"};

enum number_sort data_sort_number(const struct data_sort *sort) {
    for (unsigned i = NUMBER_POS; i <= NUMBER_REAL && sort->kind == SORT_NAME; i++) {
        if (strcmp(sort->name, number_sorts[i]) == 0) {
            return (enum number_sort)i;
        }
    }
    return NUMBER_NONE;
}

static uint64_t hash_pointer(const void *pointer) {
    return core_mix((uint64_t)(uintptr_t)pointer);
}

const struct data_definition *data_sort_definition(const struct data_sections *sections, const char *name) {
    if (sections == NULL) {
        return NULL;
    }
    for (struct index_walk walk = index_find(&sections->by_name, hash_pointer(name)); index_next(&walk);) {
        if (sections->definition[walk.number].name == name) {
            return &sections->definition[walk.number];
        }
    }
    return NULL;
}

const struct data_sort *data_sort_resolve(const struct data_sections *sections,
                                          const struct data_sort *sort) {
    while (sort->kind == SORT_NAME) {
        const struct data_definition *definition = data_sort_definition(sections, sort->name);
        if (definition == NULL || definition->sort == NULL || definition->sort->kind == SORT_STRUCT) {
            break;
        }
        sort = definition->sort;
    }
    return sort;
}

int data_sort_has_constructors(const struct data_sections *sections, const struct data_sort *sort) {
    if (sort->kind != SORT_NAME) {
        return sort->kind == SORT_STRUCT;
    }
    const struct data_definition *definition = data_sort_definition(sections, sort->name);
    int found = strcmp(sort->name, "Bool") == 0 || (definition != NULL && definition->sort != NULL);
    for (uint64_t i = 0; sections != NULL && i < sections->constructors && !found; i++) {
        const struct data_sort *result = sections->constructor[i].result;
        found = result != NULL && result->kind == SORT_NAME && result->name == sort->name;
    }
    return found;
}

int data_sort_is_undeclared(const struct data_sections *sections, const struct data_sort *sort) {
    return sort->kind == SORT_NAME && data_sort_number(sort) == NUMBER_NONE &&
           !data_sort_has_constructors(sections, sort) && data_sort_definition(sections, sort->name) == NULL;
}

/* --- reports --- */

static int refuse(struct data_failure *failure, struct formula_position where, const char *format,
                  const char *name, struct formula_position first) {
    *failure = (struct data_failure){.where = where};
    snprintf(failure->text, sizeof failure->text, format, name, first.line, first.column);
    return -1;
}

/* --- declarations --- */

static int is_predefined(const char *name) {
    static const char *const names[] = {"Bool", "Pos", "Nat", "Int",  "Real",
                                        "List", "Set", "Bag", "FSet", "FBag"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Makes the sorts known by their names, which must differ. */
static int add_names(struct memory *memory, struct data_sections *sections, struct data_failure *failure) {
    for (uint64_t i = 0; i < sections->definitions; i++) {
        const struct data_definition *definition = &sections->definition[i];
        const struct data_definition *first = data_sort_definition(sections, definition->name);
        if (is_predefined(definition->name)) {
            return refuse(failure, definition->where, "sort '%.80s' is predefined: take another name",
                          definition->name, definition->where);
        }
        if (first != NULL) {
            return refuse(failure, definition->where,
                          "sort '%.80s' is declared twice: first in line %u, column %u", definition->name,
                          first->where);
        }
        if (index_add(&sections->by_name, memory, hash_pointer(definition->name), (uint32_t)i) != 0) {
            *failure = (struct data_failure){.no_memory = 1};
            return -1;
        }
    }
    return 0;
}

/* Refuses a sort that stands for itself, as A in `sort A = List(B); B = A;`, where no struct is between.
 * Other sorts are *deep if too many stand for each other, or such a one is among them. */
static int check_circle(const struct data_sections *sections, const struct data_definition *begin,
                        const struct data_definition **deep, struct data_failure *failure) {
    const struct data_sort *sort = begin->sort;
    for (unsigned depth = 0; sort != NULL && sort->kind != SORT_STRUCT && sort->kind != SORT_OPAQUE;
         depth++) {
        if (sort->kind == SORT_NAME && sort->name == begin->name) {
            return refuse(failure, begin->where, "sort '%.80s' is defined by itself: only a struct may be",
                          begin->name, begin->where);
        }
        if (depth == MOST_DEPTH) {
            *deep = *deep == NULL ? begin : *deep;
            return 0;
        }
        const struct data_definition *next =
            sort->kind == SORT_NAME ? data_sort_definition(sections, sort->name) : NULL;
        sort = sort->kind != SORT_NAME ? sort->element : next == NULL ? NULL : next->sort;
    }
    return 0;
}

/* Whether two sorts are equal for certain. */
static int same_sort(const struct data_sections *sections, const struct data_sort *a,
                     const struct data_sort *b) {
    a = data_sort_resolve(sections, a);
    b = data_sort_resolve(sections, b);
    return a->kind == b->kind && (a == b || (a->kind == SORT_NAME && a->name == b->name) ||
                                  (a->kind == SORT_LIST && same_sort(sections, a->element, b->element)));
}

/* A constructor or mapping, and its sort: a struct has a name, others a result. */
struct declared {
    const struct data_symbol *symbol;
    const struct data_sort *result;
};

struct declared_all {
    struct memory *memory;
    GROWING(struct declared) list;
    struct index by_name;
};

static int add_symbol(struct declared_all *all, const struct data_sections *sections,
                      const struct declared *declared, struct data_failure *failure) {
    const struct data_symbol *symbol = declared->symbol;
    uint64_t hash = hash_pointer(symbol->name);
    for (struct index_walk walk = index_find(&all->by_name, hash); index_next(&walk);) {
        const struct declared *other = &all->list.data[walk.number];
        int same = other->symbol->name == symbol->name && other->symbol->parameters == symbol->parameters &&
                   same_sort(sections, other->result, declared->result);
        for (uint32_t i = 0; i < symbol->parameters && same; i++) {
            same = same_sort(sections, other->symbol->parameter[i], symbol->parameter[i]);
        }
        if (same) {
            return refuse(failure, symbol->where,
                          "'%.80s' is declared twice for these sorts: first in line %u, column %u",
                          symbol->name, other->symbol->where);
        }
    }
    if (index_add(&all->by_name, all->memory, hash, (uint32_t)all->list.count) != 0 ||
        GROWING_ADD(all->memory, all->list, *declared) != 0) {
        *failure = (struct data_failure){.no_memory = 1};
        return -1;
    }
    return 0;
}

static int check_symbols(struct memory *memory, const struct data_sections *sections,
                         struct data_failure *failure) {
    struct declared_all all = {.memory = memory};
    int failed = 0;
    for (uint64_t i = 0; i < sections->definitions && !failed; i++) {
        const struct data_sort *sort = sections->definition[i].sort;
        for (uint32_t k = 0; sort != NULL && sort->kind == SORT_STRUCT && k < sort->constructors && !failed;
             k++) {
            failed = add_symbol(&all, sections, &(struct declared){&sort->constructor[k], sort}, failure);
        }
    }
    for (uint64_t i = 0; i < sections->constructors + sections->mappings && !failed; i++) {
        const struct data_symbol *symbol = i < sections->constructors
                                               ? &sections->constructor[i]
                                               : &sections->mapping[i - sections->constructors];
        failed = add_symbol(&all, sections, &(struct declared){symbol, symbol->result}, failure);
    }
    GROWING_FREE(memory, all.list);
    index_free(&all.by_name, memory);
    return failed;
}

/* --- literals --- */

enum literal { NO_LITERAL, LITERAL_NEGATIVE, LITERAL_ZERO, LITERAL_POSITIVE, LITERAL_TRUTH, LITERAL_OTHER };

static enum literal literal_of(const struct data *data) {
    if (data->kind == DATA_NUMBER) {
        return data->name == NULL && data->number == 0 ? LITERAL_ZERO : LITERAL_POSITIVE;
    }
    if (data->kind == DATA_APPLY) {
        return data->children == 1 && strcmp(data->name, "-") == 0 &&
                       literal_of(data->child[0]) == LITERAL_POSITIVE
                   ? LITERAL_NEGATIVE
                   : NO_LITERAL;
    }
    if (data->kind == DATA_NAME) {
        return strcmp(data->name, "true") == 0 || strcmp(data->name, "false") == 0 ? LITERAL_TRUTH
                                                                                   : NO_LITERAL;
    }
    return data->kind == DATA_LIST || data->kind == DATA_SET || data->kind == DATA_BAG ? LITERAL_OTHER
                                                                                       : NO_LITERAL;
}

/* Whether a scalar literal, or a collection, may be of a sort with a name. */
static int may_be_named(const struct data_sections *sections, const struct data_sort *sort,
                        enum literal literal) {
    enum number_sort number = data_sort_number(sort);
    if (number != NUMBER_NONE) {
        return literal == LITERAL_POSITIVE || (literal == LITERAL_ZERO && number != NUMBER_POS) ||
               (literal == LITERAL_NEGATIVE && number >= NUMBER_INT);
    }
    return (literal == LITERAL_TRUTH && strcmp(sort->name, "Bool") == 0) ||
           data_sort_is_undeclared(sections, sort);
}

const struct data *data_misfit(const struct data_sections *sections, const struct data_sort *sort,
                               const struct data *data) {
    enum literal literal = literal_of(data);
    sort = data_sort_resolve(sections, sort);
    if (literal == NO_LITERAL || sort->kind == SORT_OPAQUE) {
        return NULL;
    }
    if (sort->kind == SORT_NAME || sort->kind == SORT_STRUCT) {
        return sort->kind == SORT_NAME && may_be_named(sections, sort, literal) ? NULL : data;
    }
    enum data_kind kind = sort->kind == SORT_LIST ? DATA_LIST : sort->kind == SORT_SET ? DATA_SET : DATA_BAG;
    if (data->kind != kind) {
        return data->kind == DATA_SET && data->children == 0 && kind == DATA_BAG ? NULL : data;
    }
    const struct data *misfit = NULL;
    for (uint32_t i = 0; i < data->children && misfit == NULL; i += kind == DATA_BAG ? 2 : 1) {
        misfit = data_misfit(sections, sort->element, data->child[i]);
    }
    return misfit;
}

/* The same of arguments. */
static const struct data *misfit_of(const struct data_sections *sections, const struct data_symbol *symbol,
                                    const struct data *const *argument) {
    const struct data *misfit = NULL;
    for (uint32_t i = 0; i < symbol->parameters && misfit == NULL; i++) {
        misfit = data_misfit(sections, symbol->parameter[i], argument[i]);
    }
    return misfit;
}

const struct data *data_misfit_action(const struct data_sections *sections, const struct action_part *part) {
    const struct data *misfit = NULL;
    for (uint64_t i = 0; sections != NULL && i < sections->actions; i++) {
        const struct data_symbol *action = &sections->action[i];
        if (action->name == part->name && action->parameters == part->arguments) {
            misfit = misfit_of(sections, action, part->argument);
            if (misfit == NULL) {
                return NULL;
            }
        }
    }
    return misfit;
}

static const struct data *misfit_equation(const struct data_sections *sections,
                                          const struct data_equation *equation) {
    const struct data *left = equation->left, *misfit = NULL;
    for (uint64_t i = 0; i < sections->mappings; i++) {
        const struct data_symbol *mapping = &sections->mapping[i];
        if (mapping->name == left->name && mapping->parameters == left->children &&
            (left->kind == DATA_NAME || left->kind == DATA_APPLY)) {
            misfit = misfit_of(sections, mapping, left->child);
            misfit = misfit != NULL ? misfit : data_misfit(sections, mapping->result, equation->right);
            if (misfit == NULL) {
                return NULL;
            }
        }
    }
    return misfit;
}

int data_check_sections(const formula_text *text, struct data_sections *sections,
                        struct data_failure *failure) {
    struct memory *memory = formula_text_memory(text);
    const struct data_definition *deep = NULL;
    if (add_names(memory, sections, failure) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < sections->definitions; i++) {
        if (check_circle(sections, &sections->definition[i], &deep, failure) != 0) {
            return -1;
        }
    }
    if (deep != NULL) {
        return refuse(failure, deep->where,
                      "sort '%.80s' is nested too deep: too many sorts stand for others", deep->name,
                      deep->where);
    }
    if (check_symbols(memory, sections, failure) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < sections->equations; i++) {
        const struct data *misfit = misfit_equation(sections, &sections->equation[i]);
        if (misfit != NULL) {
            return refuse(failure, misfit->where, "%s", DATA_MISFIT, misfit->where);
        }
    }
    return 0;
}
