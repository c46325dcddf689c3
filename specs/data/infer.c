/*
 * Before expansion: infers the sorts of all places of a formula, and for each subformula the variables on
 * which its expansion depends. Recursion is bounded by MOST_NESTING and by the depth of data expressions.
 */
#include <string.h>

#include "base/array.h"
#include "base/core.h"
#include "base/memory.h"
#include "specs/data/expand_internal.h"

/* The variables around a node, the innermost first. */
struct scope {
    const struct data_variable *variable;
    uint32_t number;
    const struct scope *outer;
};

struct inference {
    struct expansion *expansion;
    struct sort_classes *classes;
    uint64_t uses;    /* variables that were met */
    uint64_t binders; /* fixpoints whose variables were met */
    uint32_t fixpoints;
    int failed;
};

static uint64_t hash_pointer(const void *pointer) {
    return core_mix((uint64_t)(uintptr_t)pointer);
}

static uint64_t bit_of(uint32_t number) {
    return 1ull << (number < 63 ? number : 63);
}

/* The bit of a variable that no other variable has, or 0. */
static uint64_t own_bit(uint32_t number) {
    return number < 63 ? 1ull << number : 0;
}

uint32_t expansion_variable_number(const struct expansion *expansion, const struct data_variable *variable) {
    for (struct index_walk walk = index_find(&expansion->by_variable, hash_pointer(variable));
         index_next(&walk);) {
        if (expansion->variable[walk.number] == variable) {
            return walk.number;
        }
    }
    return UINT32_MAX;
}

const struct node *expansion_node(const struct expansion *expansion, const struct formula *formula) {
    for (struct index_walk walk = index_find(&expansion->by_formula, hash_pointer(formula));
         index_next(&walk);) {
        if (expansion->node[walk.number].formula == formula) {
            return &expansion->node[walk.number];
        }
    }
    return NULL;
}

static uint32_t fail(struct inference *inference) {
    inference->failed = 1;
    return CLASS_NONE;
}

static uint32_t checked(struct inference *inference, uint32_t class) {
    return class == CLASS_NONE ? fail(inference) : class;
}

static uint32_t unite(struct inference *inference, uint32_t a, uint32_t b) {
    if (inference->failed || sort_class_unite(inference->classes, a, b) != 0) {
        return fail(inference);
    }
    return a;
}

static uint32_t place(struct inference *inference, enum place_kind kind, const void *name, uint32_t arity,
                      uint32_t index) {
    return checked(inference, sort_class_of_place(inference->classes, kind, name, arity, index));
}

static uint32_t element(struct inference *inference, uint32_t class) {
    return class == CLASS_NONE ? fail(inference)
                               : checked(inference, sort_class_element(inference->classes, class));
}

static struct sort_class *class_at(struct inference *inference, uint32_t class) {
    return &inference->classes->class[sort_class_find(inference->classes, class)];
}

static uint32_t truth_class(struct inference *inference) {
    static const struct data_sort truth = {.kind = SORT_NAME};
    struct data_sort sort = truth;
    sort.name = formula_intern(inference->expansion->text, "Bool", 4);
    return sort.name == NULL ? fail(inference)
                             : checked(inference, sort_class_of_sort(inference->classes, &sort));
}

/* --- declarations --- */

static int declare_variable(struct inference *inference, const struct data_variable *variable) {
    struct expansion *expansion = inference->expansion;
    uint32_t class = place(inference, PLACE_VARIABLE, variable, 0, 0);
    if (expansion_variable_number(expansion, variable) == UINT32_MAX) {
        if (MEMORY_GROW(expansion->memory, &expansion->variable, &expansion->variable_capacity,
                        expansion->variables + 1) != 0 ||
            index_add(&expansion->by_variable, expansion->memory, hash_pointer(variable),
                      (uint32_t)expansion->variables) != 0) {
            inference->failed = 1;
            return -1;
        }
        expansion->variable[expansion->variables++] = variable;
    }
    unite(inference, class, sort_class_of_sort(inference->classes, variable->sort));
    return inference->failed ? -1 : 0;
}

static void declare_symbol(struct inference *inference, const struct data_symbol *symbol,
                           enum place_kind kind) {
    for (uint32_t i = 0; i < symbol->parameters && !inference->failed; i++) {
        unite(inference, place(inference, kind, symbol->name, symbol->parameters, i),
              sort_class_of_sort(inference->classes, symbol->parameter[i]));
    }
    if (symbol->result != NULL) {
        unite(inference, place(inference, PLACE_FUNCTION, symbol->name, symbol->parameters, PLACE_RESULT),
              sort_class_of_sort(inference->classes, symbol->result));
    }
}

static void declare_struct(struct inference *inference, const struct data_definition *definition) {
    struct data_sort sort = {.kind = SORT_NAME, .name = definition->name};
    struct evaluation *evaluation = &inference->expansion->evaluation;
    for (uint32_t i = 0; i < definition->sort->constructors && !inference->failed; i++) {
        struct data_symbol symbol = definition->sort->constructor[i];
        symbol.result = &sort;
        declare_symbol(inference, &symbol, PLACE_FUNCTION);
        inference->failed |= evaluation_add_symbol(evaluation, symbol.name, symbol.parameters) != 0;
        for (uint32_t p = 0; p < symbol.parameters && !inference->failed; p++) {
            if (symbol.projection[p] != NULL) {
                unite(inference, place(inference, PLACE_FUNCTION, symbol.projection[p], 1, PLACE_RESULT),
                      place(inference, PLACE_FUNCTION, symbol.name, symbol.parameters, p));
                unite(inference, place(inference, PLACE_FUNCTION, symbol.projection[p], 1, 0),
                      sort_class_of_sort(inference->classes, &sort));
            }
        }
    }
}

/* Whether no other action has the name and number of parameters. */
static int is_only_action(const struct data_sections *sections, const struct data_symbol *symbol) {
    for (uint64_t i = 0; i < sections->actions; i++) {
        const struct data_symbol *other = &sections->action[i];
        if (other != symbol && other->name == symbol->name && other->parameters == symbol->parameters) {
            return 0;
        }
    }
    return 1;
}

static void declare_sections(struct inference *inference, const struct data_sections *sections) {
    for (uint64_t i = 0; i < sections->definitions && !inference->failed; i++) {
        if (sections->definition[i].sort != NULL && sections->definition[i].sort->kind == SORT_STRUCT) {
            declare_struct(inference, &sections->definition[i]);
        }
    }
    for (uint64_t i = 0; i < sections->constructors && !inference->failed; i++) {
        const struct data_symbol *symbol = &sections->constructor[i];
        declare_symbol(inference, symbol, PLACE_FUNCTION);
        inference->failed |=
            evaluation_add_symbol(&inference->expansion->evaluation, symbol->name, symbol->parameters) != 0;
    }
    for (uint64_t i = 0; i < sections->mappings && !inference->failed; i++) {
        declare_symbol(inference, &sections->mapping[i], PLACE_FUNCTION);
    }
    for (uint64_t i = 0; i < sections->actions && !inference->failed; i++) {
        if (is_only_action(sections, &sections->action[i])) {
            declare_symbol(inference, &sections->action[i], PLACE_ACTION);
        }
    }
}

/* --- expressions --- */

static uint32_t infer_data(struct inference *inference, const struct data *data, const struct scope *scope);

/* Adds the value of an expression without variables to its class. */
static uint32_t add_constant(struct inference *inference, const struct data *data, uint32_t class) {
    uint32_t value =
        inference->failed ? UNKNOWN : evaluate_data(&inference->expansion->evaluation, data, NULL);
    if (value != UNKNOWN && !inference->failed && sort_class_collect(inference->classes, class, value) != 0) {
        return fail(inference);
    }
    return class;
}

static uint32_t infer_name(struct inference *inference, const struct data *data, const struct scope *scope) {
    for (; scope != NULL; scope = scope->outer) {
        if (scope->variable->name == data->name) {
            inference->uses |= bit_of(scope->number);
            return place(inference, PLACE_VARIABLE, scope->variable, 0, 0);
        }
    }
    if (strcmp(data->name, "true") == 0 || strcmp(data->name, "false") == 0) {
        return truth_class(inference);
    }
    return add_constant(inference, data, place(inference, PLACE_FUNCTION, data->name, 0, PLACE_RESULT));
}

static void mark_ordered(struct inference *inference, uint32_t class) {
    if (!inference->failed) {
        class_at(inference, class)->is_ordered = 1;
    }
}

/* The kinds of built-in operators by their sorts. */
enum operator_sorts {
    SORTS_OTHER,
    SORTS_TRUTH,   /* truth values alone */
    SORTS_EQUAL,   /* two of one sort to a truth value */
    SORTS_ORDER,   /* the same, of numbers */
    SORTS_COMPUTE, /* of one sort, numbers or sets */
    SORTS_MEMBER,
    SORTS_CONS,
    SORTS_SNOC,
    SORTS_LIST, /* of one sort: lists */
    SORTS_SIZE,
    SORTS_AT,
    SORTS_HEAD,
    SORTS_IF
};

static enum operator_sorts sorts_of(const struct data *data) {
    static const struct {
        const char *name;
        uint32_t arity;
        enum operator_sorts sorts;
    } operators[] = {
        {"!", 1, SORTS_COMPUTE},       {"&&", 2, SORTS_TRUTH},        {"||", 2, SORTS_TRUTH},
        {"=>", 2, SORTS_TRUTH},        {"==", 2, SORTS_EQUAL},        {"!=", 2, SORTS_EQUAL},
        {"<", 2, SORTS_ORDER},         {"<=", 2, SORTS_ORDER},        {">", 2, SORTS_ORDER},
        {">=", 2, SORTS_ORDER},        {"+", 2, SORTS_COMPUTE},       {"-", 2, SORTS_COMPUTE},
        {"*", 2, SORTS_COMPUTE},       {"/", 2, SORTS_COMPUTE},       {"div", 2, SORTS_COMPUTE},
        {"mod", 2, SORTS_COMPUTE},     {"max", 2, SORTS_COMPUTE},     {"min", 2, SORTS_COMPUTE},
        {"-", 1, SORTS_COMPUTE},       {"succ", 1, SORTS_COMPUTE},    {"pred", 1, SORTS_COMPUTE},
        {"abs", 1, SORTS_COMPUTE},     {"Nat2Int", 1, SORTS_COMPUTE}, {"Pos2Int", 1, SORTS_COMPUTE},
        {"Pos2Nat", 1, SORTS_COMPUTE}, {"Int2Nat", 1, SORTS_COMPUTE}, {"Int2Pos", 1, SORTS_COMPUTE},
        {"Nat2Pos", 1, SORTS_COMPUTE}, {"in", 2, SORTS_MEMBER},       {"|>", 2, SORTS_CONS},
        {"<|", 2, SORTS_SNOC},         {"++", 2, SORTS_LIST},         {"tail", 1, SORTS_LIST},
        {"rtail", 1, SORTS_LIST},      {"#", 1, SORTS_SIZE},          {".", 2, SORTS_AT},
        {"head", 1, SORTS_HEAD},       {"rhead", 1, SORTS_HEAD},      {"if", 3, SORTS_IF},
    };
    for (size_t i = 0; i < LENGTH(operators); i++) {
        if (operators[i].arity == data->children && strcmp(operators[i].name, data->name) == 0) {
            return operators[i].sorts;
        }
    }
    return SORTS_OTHER;
}

static uint32_t infer_function(struct inference *inference, const struct data *data,
                               const uint32_t *argument) {
    for (uint32_t i = 0; i < data->children && !inference->failed; i++) {
        unite(inference, place(inference, PLACE_FUNCTION, data->name, data->children, i), argument[i]);
    }
    return place(inference, PLACE_FUNCTION, data->name, data->children, PLACE_RESULT);
}

static uint32_t number_class(struct inference *inference) {
    uint32_t class = checked(inference, sort_class_new(inference->classes));
    if (!inference->failed) {
        inference->classes->class[class].is_number = 1;
        inference->classes->class[class].extent = EXTENT_INFINITE;
    }
    return class;
}

static uint32_t infer_operator(struct inference *inference, const struct data *data,
                               const uint32_t *argument) {
    enum operator_sorts sorts = sorts_of(data);
    uint32_t first = argument[0], second = data->children > 1 ? argument[1] : first;
    switch (sorts) {
    case SORTS_TRUTH:
        return truth_class(inference);
    case SORTS_EQUAL:
        unite(inference, first, second);
        return truth_class(inference);
    case SORTS_ORDER:
        mark_ordered(inference, unite(inference, first, second));
        return truth_class(inference);
    case SORTS_COMPUTE:
        unite(inference, first, second);
        mark_ordered(inference, first);
        return first;
    case SORTS_MEMBER:
        unite(inference, element(inference, second), first);
        return truth_class(inference);
    case SORTS_CONS:
        unite(inference, element(inference, second), first);
        return second;
    case SORTS_SNOC:
        unite(inference, element(inference, first), second);
        return first;
    case SORTS_LIST:
        return unite(inference, first, second);
    case SORTS_SIZE:
        return number_class(inference);
    case SORTS_AT:
        mark_ordered(inference, second);
        return element(inference, first);
    case SORTS_HEAD:
        return element(inference, first);
    case SORTS_IF:
        return unite(inference, second, argument[2]);
    default:
        return infer_function(inference, data, argument);
    }
}

static uint32_t infer_apply(struct inference *inference, const struct data *data, const struct scope *scope) {
    uint32_t few[8], *argument = few, class;
    uint64_t outside = inference->uses, bytes = data->children * sizeof *argument;
    int many = data->children > LENGTH(few);
    if (many && (argument = memory_allocate(inference->expansion->memory, bytes)) == NULL) {
        return fail(inference);
    }
    inference->uses = 0;
    for (uint32_t i = 0; i < data->children && !inference->failed; i++) {
        argument[i] = infer_data(inference, data->child[i], scope);
    }
    class = inference->failed     ? CLASS_NONE
            : data->children == 0 ? place(inference, PLACE_FUNCTION, data->name, 0, PLACE_RESULT)
                                  : infer_operator(inference, data, argument);
    if (many) {
        memory_free(inference->expansion->memory, argument, bytes);
    }
    if (inference->uses == 0 && !inference->failed) {
        class = add_constant(inference, data, class);
    }
    inference->uses |= outside;
    return class;
}

static uint32_t infer_collection(struct inference *inference, const struct data *data,
                                 const struct scope *scope) {
    uint32_t class = checked(inference, sort_class_new(inference->classes));
    uint64_t outside = inference->uses;
    uint32_t inner = element(inference, class);
    inference->uses = 0;
    for (uint32_t i = 0; i < data->children && !inference->failed; i++) {
        unite(inference, inner, infer_data(inference, data->child[i], scope));
    }
    if (inference->uses == 0 && !inference->failed) {
        class = add_constant(inference, data, class);
    }
    inference->uses |= outside;
    return class;
}

static uint32_t infer_quantifier(struct inference *inference, const struct data *data, uint32_t first,
                                 const struct scope *scope) {
    if (first == data->variables->count) {
        infer_data(inference, data->child[0], scope);
        return truth_class(inference);
    }
    const struct data_variable *variable = &data->variables->variable[first];
    if (declare_variable(inference, variable) != 0) {
        return CLASS_NONE;
    }
    struct scope inner = {variable, expansion_variable_number(inference->expansion, variable), scope};
    uint32_t class = infer_quantifier(inference, data, first + 1, &inner);
    inference->uses &= ~own_bit(inner.number);
    return class;
}

static uint32_t infer_data(struct inference *inference, const struct data *data, const struct scope *scope) {
    uint32_t class = CLASS_NONE;
    if (inference->failed) {
        return CLASS_NONE;
    }
    switch (data->kind) {
    case DATA_NAME:
        return infer_name(inference, data, scope);
    case DATA_NUMBER:
        class = number_class(inference);
        return inference->failed ? CLASS_NONE : add_constant(inference, data, class);
    case DATA_APPLY:
        return infer_apply(inference, data, scope);
    case DATA_LIST:
    case DATA_SET:
        return infer_collection(inference, data, scope);
    default:
        return infer_quantifier(inference, data, 0, scope);
    }
}

static void infer_equations(struct inference *inference, const struct data_sections *sections) {
    for (uint64_t i = 0; i < sections->equations && !inference->failed; i++) {
        const struct data_equation *equation = &sections->equation[i];
        uint32_t count = equation->variables == NULL ? 0 : equation->variables->count;
        struct scope *scope =
            arena_allocate(inference->expansion->arena, ((uint64_t)count + 1) * sizeof *scope);
        if (scope == NULL) {
            fail(inference);
            return;
        }
        for (uint32_t v = 0; v < count && !inference->failed; v++) {
            const struct data_variable *variable = &equation->variables->variable[v];
            declare_variable(inference, variable);
            scope[v] = (struct scope){variable, 63, v == 0 ? NULL : &scope[v - 1]};
        }
        const struct scope *all = count == 0 ? NULL : &scope[count - 1];
        unite(inference, infer_data(inference, equation->left, all),
              infer_data(inference, equation->right, all));
        if (equation->condition != NULL) {
            infer_data(inference, equation->condition, all);
        }
    }
    inference->uses = 0;
}

/* --- actions --- */

static int infer_action(struct inference *inference, const struct action *action, const struct scope *scope,
                        unsigned depth);

static int infer_parts(struct inference *inference, const struct formula_data *data,
                       const struct scope *scope) {
    for (uint32_t i = 0; i < data->parts && data->failure == NULL; i++) {
        const struct data_part *part = &data->part[i];
        for (uint32_t k = 0; k < part->arguments && !inference->failed; k++) {
            unite(inference, place(inference, PLACE_ACTION, part->name, part->arguments, k),
                  infer_data(inference, part->argument[k], scope));
        }
    }
    return inference->failed ? -1 : 0;
}

static int infer_action_variables(struct inference *inference, const struct action *action, uint32_t first,
                                  const struct scope *scope, unsigned depth) {
    const struct data_variables *variables = action->data->variables;
    if (first == variables->count) {
        return infer_action(inference, action->left, scope, depth + 1);
    }
    const struct data_variable *variable = &variables->variable[first];
    if (declare_variable(inference, variable) != 0) {
        return -1;
    }
    struct scope inner = {variable, expansion_variable_number(inference->expansion, variable), scope};
    int failed = infer_action_variables(inference, action, first + 1, &inner, depth);
    inference->uses &= ~own_bit(inner.number);
    return failed;
}

static int too_deep(struct inference *inference, struct formula_position where) {
    struct expansion *expansion = inference->expansion;
    inference->failed = 1;
    return error_at(expansion->error, ERROR_LIMIT,
                    (struct source_position){expansion->name, where.line, where.column},
                    "a formula with data is nested more than %u levels deep here", MOST_NESTING);
}

static int infer_action(struct inference *inference, const struct action *action, const struct scope *scope,
                        unsigned depth) {
    if (action == NULL || inference->failed) {
        return inference->failed ? -1 : 0;
    }
    if (depth > MOST_NESTING) {
        return too_deep(inference, action->where);
    }
    switch (action->kind) {
    case ACTION_VALUE:
        infer_data(inference, action->data->argument[0], scope);
        return inference->failed ? -1 : 0;
    case ACTION_FORALL:
    case ACTION_EXISTS:
        return infer_action_variables(inference, action, 0, scope, depth);
    case ACTION_MULTIACTION:
        return action->data == NULL ? 0 : infer_parts(inference, action->data, scope);
    default:
        return infer_action(inference, action->left, scope, depth + 1) != 0
                   ? -1
                   : infer_action(inference, action->right, scope, depth + 1);
    }
}

static int infer_regular(struct inference *inference, const struct regular *regular,
                         const struct scope *scope, unsigned depth) {
    if (regular == NULL) {
        return 0;
    }
    if (depth > MOST_NESTING) {
        return too_deep(inference, regular->where);
    }
    return infer_action(inference, regular->action, scope, depth + 1) != 0 ||
                   infer_regular(inference, regular->left, scope, depth + 1) != 0 ||
                   infer_regular(inference, regular->right, scope, depth + 1) != 0
               ? -1
               : 0;
}

/* --- formulas --- */

/* Where a formula stands. */
struct around {
    const struct scope *scope;
    uint32_t rank;
    unsigned depth;
};

static int infer_formula(struct inference *inference, const struct formula *formula, struct around around);

static int add_node(struct inference *inference, const struct node *node) {
    struct expansion *expansion = inference->expansion;
    if (MEMORY_GROW(expansion->memory, &expansion->node, &expansion->node_capacity, expansion->nodes + 1) !=
            0 ||
        index_add(&expansion->by_formula, expansion->memory, hash_pointer(node->formula),
                  (uint32_t)expansion->nodes) != 0) {
        inference->failed = 1;
        return -1;
    }
    expansion->node[expansion->nodes++] = *node;
    return 0;
}

static uint64_t bits_of_scope(const struct scope *scope) {
    uint64_t bits = 0;
    for (; scope != NULL; scope = scope->outer) {
        bits |= bit_of(scope->number);
    }
    return bits;
}

/* Infers the body inside of variables from `first` on. */
static int infer_variables(struct inference *inference, const struct formula *formula, uint32_t first,
                           struct around around) {
    const struct data_variables *variables = formula->data == NULL ? NULL : formula->data->variables;
    if (variables == NULL || first == variables->count) {
        around.depth++;
        return infer_formula(inference, formula->left, around);
    }
    const struct data_variable *variable = &variables->variable[first];
    if (declare_variable(inference, variable) != 0) {
        return -1;
    }
    struct scope inner = {variable, expansion_variable_number(inference->expansion, variable), around.scope};
    around.scope = &inner;
    int failed = infer_variables(inference, formula, first + 1, around);
    inference->uses &= ~own_bit(inner.number);
    return failed;
}

static int infer_binder(struct inference *inference, const struct formula *formula, struct around around) {
    const struct data_variables *variables = formula->data == NULL ? NULL : formula->data->variables;
    struct node node = {.formula = formula,
                        .in_scope = bits_of_scope(around.scope),
                        .rank = around.rank + 1,
                        .number = inference->fixpoints++};
    uint64_t at = inference->expansion->nodes;
    if (add_node(inference, &node) != 0) {
        return -1;
    }
    for (uint32_t i = 0; variables != NULL && i < variables->count && !inference->failed; i++) {
        if (declare_variable(inference, &variables->variable[i]) == 0) {
            unite(inference, place(inference, PLACE_VARIABLE, &variables->variable[i], 0, 0),
                  infer_data(inference, variables->variable[i].value, around.scope));
        }
    }
    around.rank++;
    if (inference->failed || infer_variables(inference, formula, 0, around) != 0) {
        return -1;
    }
    inference->binders &= ~own_bit(node.number);
    inference->expansion->node[at].uses = inference->uses;
    inference->expansion->node[at].binders = inference->binders;
    return 0;
}

static int infer_variable(struct inference *inference, const struct formula *formula,
                          const struct scope *scope) {
    const struct node *binder = expansion_node(inference->expansion, formula->binder);
    uint32_t count = formula->data == NULL ? 0 : formula->data->arguments;
    inference->binders |= own_bit(binder->number);
    inference->uses |= binder->number < 63 ? 0 : binder->in_scope;
    for (uint32_t i = 0; i < count && !inference->failed; i++) {
        unite(inference,
              place(inference, PLACE_VARIABLE, &formula->binder->data->variables->variable[i], 0, 0),
              infer_data(inference, formula->data->argument[i], scope));
    }
    return inference->failed ? -1 : 0;
}

static int infer_inside(struct inference *inference, const struct formula *formula, struct around around) {
    switch (formula->kind) {
    case FORMULA_VARIABLE:
        return infer_variable(inference, formula, around.scope);
    case FORMULA_VALUE:
        infer_data(inference, formula->data->argument[0], around.scope);
        return inference->failed ? -1 : 0;
    case FORMULA_FORALL:
    case FORMULA_EXISTS:
        return infer_variables(inference, formula, 0, around);
    case FORMULA_MU:
    case FORMULA_NU:
        return infer_binder(inference, formula, around);
    default:
        around.depth++;
        return infer_regular(inference, formula->regular, around.scope, around.depth) != 0 ||
                       (formula->left != NULL && infer_formula(inference, formula->left, around) != 0) ||
                       (formula->right != NULL && infer_formula(inference, formula->right, around) != 0)
                   ? -1
                   : 0;
    }
}

static int infer_formula(struct inference *inference, const struct formula *formula, struct around around) {
    uint64_t outside = inference->uses, binders = inference->binders;
    if (around.depth > MOST_NESTING) {
        return too_deep(inference, formula->where);
    }
    if (expansion_step(inference->expansion) != 0) {
        return -1;
    }
    inference->uses = inference->binders = 0;
    if (infer_inside(inference, formula, around) != 0) {
        return -1;
    }
    struct node node = {.formula = formula, .uses = inference->uses, .binders = inference->binders};
    int is_binder = formula->kind == FORMULA_MU || formula->kind == FORMULA_NU;
    if (!is_binder && add_node(inference, &node) != 0) {
        return -1;
    }
    inference->uses |= outside;
    inference->binders |= binders;
    return 0;
}

/* Adds to the uses of each node those of the fixpoints of which it has variables; outer ones come first. */
static void close_uses(struct expansion *expansion) {
    uint64_t uses_of[63] = {0};
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = 0; i < expansion->nodes; i++) {
            struct node *node = &expansion->node[i];
            int is_binder = node->formula->kind == FORMULA_MU || node->formula->kind == FORMULA_NU;
            for (uint64_t left = is_binder == !pass ? node->binders : 0; left != 0; left &= left - 1) {
                node->uses |= uses_of[__builtin_ctzll(left)];
            }
            if (is_binder && node->number < 63) {
                uses_of[node->number] = node->uses;
            }
        }
    }
}

int expansion_infer(struct expansion *expansion) {
    const struct data_sections *sections = formula_sections(expansion->text);
    struct inference inference = {.expansion = expansion, .classes = &expansion->classes};
    expansion->evaluation.no_domains = 1;
    truth_class(&inference);
    if (sections != NULL) {
        declare_sections(&inference, sections);
        infer_equations(&inference, sections);
    }
    int failed = inference.failed ||
                 infer_formula(&inference, formula_root(expansion->text), (struct around){NULL, 0, 0}) != 0;
    expansion->evaluation.no_domains = 0;
    close_uses(expansion);
    return !failed && !expansion->evaluation.failed ? 0
           : expansion->error->code != ERROR_NONE   ? -1
                                                    : expansion_memory(expansion);
}
