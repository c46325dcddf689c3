/* Infers the sorts of declarations and expressions (infer.c). A name that is declared for several sorts
 * stands for the one that fits the arguments. */
#include <string.h>

#include "base/array.h"
#include "base/core.h"
#include "base/memory.h"
#include "specs/data/infer_internal.h"

uint32_t infer_fail(struct inference *inference) {
    inference->failed = 1;
    return CLASS_NONE;
}

static uint32_t checked(struct inference *inference, uint32_t class) {
    return class == CLASS_NONE ? infer_fail(inference) : class;
}

uint32_t infer_unite(struct inference *inference, uint32_t a, uint32_t b) {
    if (inference->failed || sort_class_unite(inference->classes, a, b) != 0) {
        return infer_fail(inference);
    }
    return a;
}

uint32_t infer_place(struct inference *inference, enum place_kind kind, const void *name, uint32_t arity,
                     uint32_t index) {
    return checked(inference, sort_class_of_place(inference->classes, kind, name, arity, index));
}

static uint32_t of_sort(struct inference *inference, const struct data_sort *sort) {
    return checked(inference, sort_class_of_sort(inference->classes, sort));
}

static uint32_t element(struct inference *inference, uint32_t class) {
    return class == CLASS_NONE ? infer_fail(inference)
                               : checked(inference, sort_class_element(inference->classes, class));
}

uint32_t infer_truth(struct inference *inference) {
    struct data_sort sort = {.kind = SORT_NAME,
                             .name = formula_intern(inference->expansion->text, "Bool", 4)};
    return sort.name == NULL ? infer_fail(inference) : of_sort(inference, &sort);
}

static uint32_t number_class(struct inference *inference) {
    uint32_t class = checked(inference, sort_class_new(inference->classes));
    if (!inference->failed) {
        inference->classes->class[class].is_number = 1;
        inference->classes->class[class].extent = EXTENT_INFINITE;
    }
    return class;
}

static void mark_ordered(struct inference *inference, uint32_t class) {
    if (!inference->failed) {
        inference->classes->class[sort_class_find(inference->classes, class)].is_ordered = 1;
    }
}

/* --- declarations --- */

int infer_declare_variable(struct inference *inference, const struct bound_variable *variable) {
    struct formula_expansion *expansion = inference->expansion;
    uint32_t class = infer_place(inference, PLACE_VARIABLE, variable, 0, 0);
    if (!inference->failed && expansion_add_variable(expansion, variable) != 0) {
        infer_fail(inference);
    }
    if (!inference->failed && variable->sort != NULL) {
        infer_unite(inference, class, of_sort(inference, variable->sort));
    }
    return inference->failed ? -1 : 0;
}

static const struct declaration *declared(const struct inference *inference, const char *name,
                                          uint32_t arity) {
    const struct declarations *declarations = inference->expansion->evaluation.declarations;
    uint32_t first = declarations_find(declarations, name, arity);
    return first == DECLARATIONS_END ? NULL : &declarations->list.data[first];
}

/* Gives a function that is declared once its sorts. A projection has those of its place in the constructors.
 */
static void declare(struct inference *inference, const struct declaration *declaration) {
    if (declaration->next != DECLARATIONS_END ||
        declared(inference, declaration->name, declaration->arity) != declaration) {
        return;
    }
    for (uint32_t i = 0; i < declaration->arity && !inference->failed; i++) {
        infer_unite(inference,
                    infer_place(inference, PLACE_FUNCTION, declaration->name, declaration->arity, i),
                    of_sort(inference, declaration->parameter[i]));
    }
    if (!inference->failed) {
        infer_unite(
            inference,
            infer_place(inference, PLACE_FUNCTION, declaration->name, declaration->arity, PLACE_RESULT),
            of_sort(inference, declaration->result));
    }
}

/* The projections of a constructor, if declared once, have the classes of its parameters. */
static void declare_projections(struct inference *inference, const struct data_symbol *symbol) {
    const struct declaration *constructor = declared(inference, symbol->name, symbol->parameters);
    for (uint32_t p = 0; p < symbol->parameters && !inference->failed; p++) {
        const struct declaration *projection =
            symbol->projection[p] == NULL ? NULL : declared(inference, symbol->projection[p], 1);
        if (projection != NULL && projection->next == DECLARATIONS_END &&
            constructor->next == DECLARATIONS_END) {
            infer_unite(inference,
                        infer_place(inference, PLACE_FUNCTION, symbol->projection[p], 1, PLACE_RESULT),
                        infer_place(inference, PLACE_FUNCTION, symbol->name, symbol->parameters, p));
        }
    }
}

/* Another action of the name and number of parameters, or NULL. */
static const struct data_symbol *other_action(const struct data_sections *sections,
                                              const struct data_symbol *symbol) {
    for (uint64_t i = 0; i < sections->actions; i++) {
        const struct data_symbol *other = &sections->action[i];
        if (other != symbol && other->name == symbol->name && other->parameters == symbol->parameters) {
            return other;
        }
    }
    return NULL;
}

static void declare_action(struct inference *inference, const struct data_symbol *symbol) {
    for (uint32_t i = 0; i < symbol->parameters && !inference->failed; i++) {
        infer_unite(inference, infer_place(inference, PLACE_ACTION, symbol->name, symbol->parameters, i),
                    of_sort(inference, symbol->parameter[i]));
    }
}

/* Of an action that is declared for several sorts: a value may be of any of them. */
static void mix_action(struct inference *inference, const struct data_symbol *a,
                       const struct data_symbol *b) {
    const struct data_sections *sections = inference->classes->sections;
    for (uint32_t i = 0; i < a->parameters && !inference->failed; i++) {
        const struct data_sort *left = data_sort_resolve(sections, a->parameter[i]);
        const struct data_sort *right = data_sort_resolve(sections, b->parameter[i]);
        if (left != right &&
            (left->kind != SORT_NAME || right->kind != SORT_NAME || left->name != right->name)) {
            uint32_t class = infer_place(inference, PLACE_ACTION, a->name, a->parameters, i);
            if (!inference->failed) {
                inference->classes->class[sort_class_find(inference->classes, class)].is_mixed = 1;
            }
        }
    }
}

static void infer_equations(struct inference *inference, const struct data_sections *sections) {
    for (uint64_t i = 0; i < sections->equations && !inference->failed; i++) {
        const struct data_equation *equation = &sections->equation[i];
        uint32_t count = equation->variables == NULL ? 0 : equation->variables->count;
        struct variable_scope *scope =
            arena_allocate(inference->expansion->arena, ((uint64_t)count + 1) * sizeof *scope);
        if (scope == NULL) {
            infer_fail(inference);
            return;
        }
        for (uint32_t v = 0; v < count && !inference->failed; v++) {
            const struct bound_variable *variable = &equation->variables->variable[v];
            infer_declare_variable(inference, variable);
            scope[v] = (struct variable_scope){variable, 63, v == 0 ? NULL : &scope[v - 1]};
        }
        const struct variable_scope *all = count == 0 ? NULL : &scope[count - 1];
        uint32_t left = infer_data(inference, equation->left, all);
        infer_unite(inference, left, infer_data(inference, equation->right, all));
        if (equation->condition != NULL) {
            infer_data(inference, equation->condition, all);
        }
    }
    inference->uses = 0;
}

void infer_sections(struct inference *inference, const struct data_sections *sections) {
    const struct declarations *declarations = inference->expansion->evaluation.declarations;
    for (uint64_t i = 0; i < declarations->list.count && !inference->failed; i++) {
        declare(inference, &declarations->list.data[i]);
    }
    for (uint64_t i = 0; i < sections->definitions && !inference->failed; i++) {
        const struct data_sort *sort = sections->definition[i].sort;
        for (uint32_t k = 0; sort != NULL && sort->kind == SORT_STRUCT && k < sort->constructors; k++) {
            declare_projections(inference, &sort->constructor[k]);
        }
    }
    for (uint64_t i = 0; i < sections->actions && !inference->failed; i++) {
        const struct data_symbol *action = &sections->action[i], *other = other_action(sections, action);
        if (other == NULL) {
            declare_action(inference, action);
        } else {
            mix_action(inference, action, other);
        }
    }
    infer_equations(inference, sections);
}

/* --- applications --- */

/* Adds the value of an expression without variables to its class. */
static uint32_t add_constant(struct inference *inference, const struct data *data, uint32_t class) {
    uint32_t value =
        inference->failed ? UNKNOWN : evaluate_data(&inference->expansion->evaluation, data, NULL);
    if (value != UNKNOWN && !inference->failed && sort_class_collect(inference->classes, class, value) != 0) {
        return infer_fail(inference);
    }
    return class;
}

/* Whether the expressions of a class may be of a sort. */
static int may_be(const struct inference *inference, uint32_t class, const struct data_sort *sort) {
    const struct sort_class *of = &inference->classes->class[sort_class_find(inference->classes, class)];
    sort = data_sort_resolve(inference->classes->sections, sort);
    if (of->is_mixed) {
        return 1;
    }
    if (of->is_number || data_sort_number(sort) != NUMBER_NONE) {
        return data_sort_number(sort) != NUMBER_NONE && of->name == NULL && of->element == CLASS_NONE;
    }
    if (of->element != CLASS_NONE || sort->element != NULL) {
        return of->name == NULL && sort->element != NULL &&
               (of->element == CLASS_NONE || may_be(inference, of->element, sort->element));
    }
    return of->name == NULL || sort->kind != SORT_NAME || of->name == sort->name;
}

/* The only declaration that may be meant; NULL if there is none, with *count, or if there are several. */
static const struct declaration *choose(const struct inference *inference,
                                        const struct declaration *declaration, const uint32_t *argument,
                                        unsigned *count) {
    const struct declarations *declarations = inference->expansion->evaluation.declarations;
    const struct declaration *chosen = NULL;
    *count = 0;
    for (;;) {
        int may = 1;
        for (uint32_t i = 0; i < declaration->arity && may; i++) {
            may = may_be(inference, argument[i], declaration->parameter[i]);
        }
        *count += (unsigned)may;
        chosen = may ? declaration : chosen;
        if (declaration->next == DECLARATIONS_END) {
            return *count == 1 ? chosen : NULL;
        }
        declaration = &declarations->list.data[declaration->next];
    }
}

static uint32_t infer_function(struct inference *inference, const struct data *data,
                               const uint32_t *argument) {
    for (uint32_t i = 0; i < data->children && !inference->failed; i++) {
        infer_unite(inference, infer_place(inference, PLACE_FUNCTION, data->name, data->children, i),
                    argument[i]);
    }
    return infer_place(inference, PLACE_FUNCTION, data->name, data->children, PLACE_RESULT);
}

/* What is declared of the name. *found: 0 if that is not meant. */
static uint32_t infer_declared(struct inference *inference, const struct data *data, const uint32_t *argument,
                               int *found) {
    const struct declaration *declaration = declared(inference, data->name, data->children);
    unsigned count = 0;
    *found = declaration != NULL;
    if (declaration == NULL || inference->failed) {
        return CLASS_NONE;
    }
    if (declaration->next == DECLARATIONS_END && !evaluate_is_operator(data)) {
        return infer_function(inference, data, argument);
    }
    const struct declaration *chosen = choose(inference, declaration, argument, &count);
    if (chosen == NULL) {
        *found = count != 0;
        return count == 0 ? CLASS_NONE : checked(inference, sort_class_new(inference->classes));
    }
    for (uint32_t i = 0; i < data->children && !inference->failed; i++) {
        infer_unite(inference, of_sort(inference, chosen->parameter[i]), argument[i]);
    }
    return inference->failed ? CLASS_NONE : of_sort(inference, chosen->result);
}

static uint32_t infer_operator(struct inference *inference, const struct data *data,
                               const uint32_t *argument) {
    uint32_t first = argument[0], second = data->children > 1 ? argument[1] : first;
    switch (evaluate_operator_sorts(data)) {
    case SORTS_TRUTH:
        return infer_truth(inference);
    case SORTS_EQUAL:
        infer_unite(inference, first, second);
        return infer_truth(inference);
    case SORTS_ORDER:
        mark_ordered(inference, infer_unite(inference, first, second));
        return infer_truth(inference);
    case SORTS_COMPUTE:
        infer_unite(inference, first, second);
        mark_ordered(inference, first);
        return first;
    case SORTS_MEMBER:
        infer_unite(inference, element(inference, second), first);
        return infer_truth(inference);
    case SORTS_COUNT:
        infer_unite(inference, element(inference, second), first);
        return number_class(inference);
    case SORTS_CONVERT:
        second = checked(inference, sort_class_new(inference->classes));
        infer_unite(inference, element(inference, first), element(inference, second));
        return second;
    case SORTS_CONS:
        infer_unite(inference, element(inference, second), first);
        return second;
    case SORTS_SNOC:
        infer_unite(inference, element(inference, first), second);
        return first;
    case SORTS_LIST:
        return infer_unite(inference, first, second);
    case SORTS_SIZE:
        return number_class(inference);
    case SORTS_AT:
        mark_ordered(inference, second);
        return element(inference, first);
    case SORTS_HEAD:
        return element(inference, first);
    case SORTS_IF:
        return infer_unite(inference, second, argument[2]);
    default:
        return infer_function(inference, data, argument);
    }
}

static const struct variable_scope *find_scope(const struct variable_scope *scope, const char *name) {
    while (scope != NULL && scope->variable->name != name) {
        scope = scope->outer;
    }
    return scope;
}

static uint32_t infer_arguments(struct inference *inference, const struct data *data,
                                const struct variable_scope *scope, uint32_t *argument) {
    const struct variable_scope *function = find_scope(scope, data->name);
    int found;
    for (uint32_t i = 0; i < data->children && !inference->failed; i++) {
        argument[i] = infer_data(inference, data->child[i], scope);
    }
    if (inference->failed) {
        return CLASS_NONE;
    }
    if (function != NULL) { /* a variable that is a function: nothing is known of its values */
        inference->uses |= bit_of(function->number);
        return checked(inference, sort_class_new(inference->classes));
    }
    uint32_t class = infer_declared(inference, data, argument, &found);
    return found || inference->failed ? class
           : data->children == 0      ? infer_place(inference, PLACE_FUNCTION, data->name, 0, PLACE_RESULT)
                                      : infer_operator(inference, data, argument);
}

static uint32_t infer_apply(struct inference *inference, const struct data *data,
                            const struct variable_scope *scope) {
    uint32_t few[8], *argument = few;
    uint64_t outside = inference->uses, bytes = data->children * sizeof *argument;
    int many = data->children > LENGTH(few);
    if (many && (argument = memory_allocate(inference->expansion->memory, bytes)) == NULL) {
        return infer_fail(inference);
    }
    inference->uses = 0;
    uint32_t class = infer_arguments(inference, data, scope, argument);
    if (many) {
        memory_free(inference->expansion->memory, argument, bytes);
    }
    if (inference->uses == 0 && !inference->failed) {
        class = add_constant(inference, data, class);
    }
    inference->uses |= outside;
    return class;
}

/* --- other expressions --- */

static uint32_t infer_name(struct inference *inference, const struct data *data,
                           const struct variable_scope *scope) {
    int found;
    scope = find_scope(scope, data->name);
    if (scope != NULL) {
        inference->uses |= bit_of(scope->number);
        return infer_place(inference, PLACE_VARIABLE, scope->variable, 0, 0);
    }
    if (strcmp(data->name, "true") == 0 || strcmp(data->name, "false") == 0) {
        return infer_truth(inference);
    }
    uint32_t class = infer_declared(inference, data, NULL, &found);
    if (!found && !inference->failed) {
        class = infer_place(inference, PLACE_FUNCTION, data->name, 0, PLACE_RESULT);
    }
    return add_constant(inference, data, class);
}

static uint32_t infer_collection(struct inference *inference, const struct data *data,
                                 const struct variable_scope *scope) {
    uint32_t class = checked(inference, sort_class_new(inference->classes));
    uint64_t outside = inference->uses;
    uint32_t inner = element(inference, class);
    inference->uses = 0;
    for (uint32_t i = 0; i < data->children && !inference->failed; i++) {
        uint32_t part = infer_data(inference, data->child[i], scope);
        if (data->kind != DATA_BAG || i % 2 == 0) { /* the others say how often it has the element before */
            infer_unite(inference, inner, part);
        }
    }
    if (inference->uses == 0 && !inference->failed) {
        class = add_constant(inference, data, class);
    }
    inference->uses |= outside;
    return class;
}

static uint32_t infer_body(struct inference *inference, const struct data *data,
                           const struct variable_scope *scope) {
    uint32_t body = CLASS_NONE, class;
    for (uint32_t i = 0; i < data->children && !inference->failed; i++) {
        body = infer_data(inference, data->child[i], scope);
    }
    switch (inference->failed ? DATA_OPAQUE : data->kind) {
    case DATA_WHERE:
        return body;
    case DATA_FORALL:
    case DATA_EXISTS:
        return infer_truth(inference);
    case DATA_COMPREHENSION:
        class = checked(inference, sort_class_new(inference->classes));
        infer_unite(inference, element(inference, class),
                    infer_place(inference, PLACE_VARIABLE, &data->variables->variable[0], 0, 0));
        return class;
    default:
        return inference->failed ? CLASS_NONE : checked(inference, sort_class_new(inference->classes));
    }
}

/* Infers the body inside of variables from `first` on; those of `whr` have values, which see only what is
 * outside. */
static uint32_t infer_variables(struct inference *inference, const struct data *data, uint32_t first,
                                const struct variable_scope *scope, const struct variable_scope *outside) {
    if (data->variables == NULL || first == data->variables->count) {
        return infer_body(inference, data, scope);
    }
    const struct bound_variable *variable = &data->variables->variable[first];
    if (infer_declare_variable(inference, variable) != 0) {
        return CLASS_NONE;
    }
    if (data->kind == DATA_WHERE) {
        infer_unite(inference, infer_place(inference, PLACE_VARIABLE, variable, 0, 0),
                    infer_data(inference, variable->value, outside));
    }
    if (inference->failed) {
        return CLASS_NONE;
    }
    struct variable_scope inner = {variable, expansion_variable_number(inference->expansion, variable),
                                   scope};
    uint32_t class = infer_variables(inference, data, first + 1, &inner, outside);
    inference->uses &= ~own_bit(inner.number);
    return class;
}

uint32_t infer_data(struct inference *inference, const struct data *data,
                    const struct variable_scope *scope) {
    if (inference->failed) {
        return CLASS_NONE;
    }
    switch (data->kind) {
    case DATA_NAME:
        return infer_name(inference, data, scope);
    case DATA_NUMBER:
        return add_constant(inference, data, number_class(inference));
    case DATA_APPLY:
        return infer_apply(inference, data, scope);
    case DATA_LIST:
    case DATA_SET:
    case DATA_BAG:
        return infer_collection(inference, data, scope);
    default:
        return infer_variables(inference, data, 0, scope, scope);
    }
}
