/* What sections declare, by name and number of arguments. */
#include "specs/data/declarations.h"

#include "base/core.h"
#include "base/memory.h"

static uint64_t hash_name(const char *name, uint32_t arity) {
    return core_mix((uint64_t)(uintptr_t)name + arity);
}

uint32_t declarations_find(const struct declarations *declarations, const char *name, uint32_t arity) {
    for (struct index_walk walk = index_find(&declarations->by_name, hash_name(name, arity));
         index_next(&walk);) {
        const struct declaration *declaration = &declarations->list.data[walk.number];
        if (declaration->name == name && declaration->arity == arity) {
            return walk.number;
        }
    }
    return DECLARATIONS_END;
}

static int same_sort(const struct data_sort *a, const struct data_sort *b) {
    while (a != b && a->kind == b->kind && (a->kind == SORT_LIST || a->kind == SORT_SET)) {
        a = a->element;
        b = b->element;
    }
    return a == b || (a->kind == SORT_NAME && b->kind == SORT_NAME && a->name == b->name);
}

static int same_signature(const struct declaration *a, const struct declaration *b) {
    int same = a->kind == b->kind && same_sort(a->result, b->result);
    for (uint32_t i = 0; i < a->arity && same; i++) {
        same = same_sort(a->parameter[i], b->parameter[i]);
    }
    return same;
}

/* Adds a declaration after those of its name, unless it is there, as a projection of several constructors is.
 */
static int add_declaration(struct declarations *declarations, struct declaration declaration) {
    uint32_t number = (uint32_t)declarations->list.count;
    uint32_t at = declarations_find(declarations, declaration.name, declaration.arity);
    int is_first = at == DECLARATIONS_END;
    declaration.next = DECLARATIONS_END;
    while (!is_first) {
        struct declaration *other = &declarations->list.data[at];
        if (same_signature(other, &declaration)) {
            return 0;
        }
        if (other->next == DECLARATIONS_END) {
            break;
        }
        at = other->next;
    }
    if (GROWING_ADD(declarations->memory, declarations->list, declaration) != 0) {
        return -1;
    }
    if (!is_first) {
        declarations->list.data[at].next = number;
        return 0;
    }
    return index_add(&declarations->by_name, declarations->memory,
                     hash_name(declaration.name, declaration.arity), number);
}

static int add_symbol(struct declarations *declarations, enum declaration_kind kind,
                      const struct data_symbol *symbol, const struct data_sort *result) {
    return add_declaration(declarations, (struct declaration){.kind = kind,
                                                              .name = symbol->name,
                                                              .arity = symbol->parameters,
                                                              .parameter = symbol->parameter,
                                                              .result = result});
}

/* A function of one argument, which is of the sort `owner`. */
static int add_unary(struct declarations *declarations, enum declaration_kind kind, const char *name,
                     const struct data_sort *const *owner, const struct data_sort *result) {
    return name == NULL
               ? 0
               : add_declaration(
                     declarations,
                     (struct declaration){
                         .kind = kind, .name = name, .arity = 1, .parameter = owner, .result = result});
}

/* Declares the constructors, projections and recognisers of `sort NAME = struct ..`. */
static int add_struct(struct declarations *declarations, const struct data_definition *definition,
                      const struct data_sort *truth) {
    struct data_sort *sort = arena_allocate(declarations->arena, sizeof *sort);
    const struct data_sort **owner = arena_allocate(declarations->arena, sizeof *owner);
    int failed = sort == NULL || owner == NULL;
    if (!failed) {
        *sort = (struct data_sort){.kind = SORT_NAME, .where = definition->where, .name = definition->name};
        *owner = sort;
    }
    for (uint32_t i = 0; i < definition->sort->constructors && !failed; i++) {
        const struct data_symbol *symbol = &definition->sort->constructor[i];
        failed = add_symbol(declarations, DECLARED_CONSTRUCTOR, symbol, sort) != 0 ||
                 add_unary(declarations, DECLARED_RECOGNISER, symbol->recogniser, owner, truth) != 0;
        for (uint32_t p = 0; p < symbol->parameters && !failed; p++) {
            failed = add_unary(declarations, DECLARED_PROJECTION, symbol->projection[p], owner,
                               symbol->parameter[p]) != 0;
        }
    }
    return failed ? -1 : 0;
}

static int add_all(struct declarations *declarations, const struct data_sort *truth) {
    const struct data_sections *sections = declarations->sections;
    int failed = 0;
    for (uint64_t i = 0; i < sections->definitions && !failed; i++) {
        const struct data_definition *definition = &sections->definition[i];
        failed = definition->sort != NULL && definition->sort->kind == SORT_STRUCT &&
                 add_struct(declarations, definition, truth) != 0;
    }
    for (uint64_t i = 0; i < sections->constructors && !failed; i++) {
        const struct data_symbol *symbol = &sections->constructor[i];
        failed = add_symbol(declarations, DECLARED_CONSTRUCTOR, symbol, symbol->result) != 0;
    }
    for (uint64_t i = 0; i < sections->mappings && !failed; i++) {
        const struct data_symbol *symbol = &sections->mapping[i];
        failed = add_symbol(declarations, DECLARED_MAPPING, symbol, symbol->result) != 0;
    }
    return failed ? -1 : 0;
}

/* --- equations --- */

static int is_named(const struct data *left) {
    return left->kind == DATA_NAME || left->kind == DATA_APPLY;
}

int declarations_has_constructor(const struct declarations *declarations, const char *name, uint32_t arity) {
    uint32_t at = declarations_find(declarations, name, arity);
    while (at != DECLARATIONS_END && declarations->list.data[at].kind != DECLARED_CONSTRUCTOR) {
        at = declarations->list.data[at].next;
    }
    return at != DECLARATIONS_END;
}

uint32_t declarations_equation(const struct declarations *declarations, const char *name, uint32_t arity) {
    for (struct index_walk walk = index_find(&declarations->by_equation, hash_name(name, arity));
         index_next(&walk);) {
        const struct data *left = declarations->sections->equation[walk.number].left;
        if (left->name == name && left->children == arity) {
            return walk.number;
        }
    }
    return DECLARATIONS_END;
}

/* Chains the equations of each name in the order of the text. */
static int add_equations(struct declarations *declarations) {
    const struct data_sections *sections = declarations->sections;
    int failed = 0;
    for (uint64_t i = 0; i < sections->equations && !failed; i++) {
        failed = GROWING_ADD(declarations->memory, declarations->next_equation, DECLARATIONS_END) != 0;
    }
    uint64_t bytes = sections->equations * sizeof(uint32_t);
    /* by the first equation of a name: the last one so far */
    uint32_t *tail = failed ? NULL : memory_allocate(declarations->memory, bytes);
    failed |= tail == NULL;
    for (uint64_t i = 0; i < sections->equations && !failed; i++) {
        const struct data *left = sections->equation[i].left;
        uint32_t first =
            is_named(left) ? declarations_equation(declarations, left->name, left->children) : (uint32_t)i;
        if (first == DECLARATIONS_END) {
            first = (uint32_t)i;
            failed = index_add(&declarations->by_equation, declarations->memory,
                               hash_name(left->name, left->children), first) != 0;
        } else if (first != i) {
            declarations->next_equation.data[tail[first]] = (uint32_t)i;
        }
        tail[first] = (uint32_t)i;
    }
    memory_free(declarations->memory, tail, bytes);
    return failed ? -1 : 0;
}

int declarations_open(struct declarations *declarations, const struct data_sections *sections,
                      const char *truth, arena *arena, struct memory *memory) {
    *declarations = (struct declarations){.memory = memory, .arena = arena, .sections = sections};
    if (sections == NULL) {
        return 0;
    }
    struct data_sort *sort = arena_allocate(arena, sizeof *sort);
    if (sort == NULL || truth == NULL) {
        return -1;
    }
    *sort = (struct data_sort){.kind = SORT_NAME, .name = truth};
    return add_all(declarations, sort) != 0 || add_equations(declarations) != 0 ? -1 : 0;
}

void declarations_close(struct declarations *declarations) {
    GROWING_FREE(declarations->memory, declarations->list);
    GROWING_FREE(declarations->memory, declarations->next_equation);
    index_free(&declarations->by_name, declarations->memory);
    index_free(&declarations->by_equation, declarations->memory);
}
