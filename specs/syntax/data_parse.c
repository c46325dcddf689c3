/*
 * Parses data expressions, sorts and lists of variables, by precedence climbing. Operators and their
 * precedence are those of mCRL2. Functions as values are read, as expressions that cannot be computed.
 */
#include <string.h>

#include "base/memory.h"
#include "base/text/syntax_message.h"
#include "specs/syntax/data_parse_internal.h"

#define WHERE_LEVEL 0 /* of expressions that `whr` may follow */
#define PREFIX_LEVEL 12
#define MOST_SMALL_DIGITS 18u /* of numbers that are an int64_t for certain */

static const struct operator{
    const char *sign;
    int level, right;
}
operators[] = {
    {"=>", 2, 1}, {"||", 3, 1}, {"&&", 4, 1},   {"==", 5, 0},   {"!=", 5, 0}, {"<", 6, 0},  {"<=", 6, 0},
    {">=", 6, 0}, {">", 6, 0},  {"in", 6, 0},   {"|>", 7, 1},   {"<|", 8, 0}, {"++", 9, 0}, {"+", 10, 0},
    {"-", 10, 0}, {"/", 11, 0}, {"div", 11, 0}, {"mod", 11, 0}, {"*", 12, 0}, {".", 12, 0},
};

static const struct operator* operator_of(const struct data_parser *parser) {
    for (size_t i = 0; i < LENGTH(operators); i++) {
        if (data_is(parser, operators[i].sign)) {
            return &operators[i];
        }
    }
    return NULL;
}

static const struct data *climb(struct data_parser *parser, int level);

/* --- nodes --- */

/* Children of a node while they are read. */
struct child_terms {
    const struct data **child;
    uint64_t count, capacity;
};

static int add_child(struct data_parser *parser, struct child_terms *children, const struct data *child) {
    if (child == NULL) {
        return -1;
    }
    if (MEMORY_GROW(formula_text_memory(parser->text), &children->child, &children->capacity,
                    children->count + 1) != 0) {
        return data_no_memory(parser);
    }
    children->child[children->count++] = child;
    return 0;
}

static int too_deep(struct data_parser *parser, struct formula_position where) {
    return data_too_deep(parser, where, "this data expression", DATA_MOST_DEPTH,
                         "give parts of it names with whr");
}

/* The depth of a node. Each of its variables is a level. */
static uint64_t depth_of(const struct data *model, const struct child_terms *children) {
    uint64_t depth = 0;
    uint32_t variables = model->variables == NULL ? 0 : model->variables->count;
    for (uint64_t i = 0; i < children->count; i++) {
        depth = children->child[i]->depth > depth ? children->child[i]->depth : depth;
    }
    for (uint32_t i = 0; i < variables; i++) {
        const struct data *value = model->variables->variable[i].value;
        depth = value != NULL && value->depth > depth ? value->depth : depth;
    }
    return depth + (variables > 1 ? variables : 1);
}

/* Makes a node that takes over the children; NULL if something failed before. */
static struct data *make_node(struct data_parser *parser, const struct data *model,
                              struct child_terms *children) {
    const uint64_t depth = parser->failed ? 0 : depth_of(model, children);
    if (depth > DATA_MOST_DEPTH) { /* a + b + .. nests without the parser's recursion */
        too_deep(parser, model->where);
    }
    struct data *data = parser->failed ? NULL : data_copy(parser, model, 1, sizeof *model);
    if (data != NULL) {
        data->child = data_copy(parser, children->child, children->count, sizeof *children->child);
        data->children = (uint32_t)children->count;
        data->depth = (uint32_t)depth;
    }
    memory_free(formula_text_memory(parser->text), children->child,
                children->capacity * sizeof *children->child);
    return parser->failed ? NULL : data;
}

/* Reads expressions with commas between them, up to a closing sign, which is taken. */
static int read_children(struct data_parser *parser, const char *close, struct child_terms *children) {
    if (data_take(parser, close)) {
        return 0;
    }
    do {
        if (add_child(parser, children, climb(parser, WHERE_LEVEL)) != 0) {
            return -1;
        }
    } while (data_take(parser, ","));
    return data_need(parser, close);
}

static const char *intern(struct data_parser *parser, const char *name) {
    const char *kept = formula_intern(parser->text, name, strlen(name));
    if (kept == NULL) {
        data_no_memory(parser);
    }
    return kept;
}

/* forall, exists and lambda. */
static const struct data *quantifier(struct data_parser *parser) {
    struct child_terms children = {0};
    struct data model = {.kind = *parser->token == 'f'   ? DATA_FORALL
                                 : *parser->token == 'e' ? DATA_EXISTS
                                                         : DATA_OPAQUE,
                         .where = parser->where};
    data_next(parser);
    model.name = model.kind == DATA_OPAQUE ? "a function as a value" : NULL;
    if (data_variable_list(parser, DATA_VARIABLES, ".", &model.variables) != 0) {
        return NULL;
    }
    add_child(parser, &children, climb(parser, WHERE_LEVEL + 1));
    return make_node(parser, &model, &children);
}

static const struct data *number(struct data_parser *parser) {
    struct data model = {.kind = DATA_NUMBER, .where = parser->where};
    struct child_terms none = {0};
    size_t zeros = 0;
    while (zeros + 1 < parser->length && parser->token[zeros] == '0') {
        zeros++;
    }
    if (parser->length - zeros > MOST_SMALL_DIGITS) {
        model.name = formula_intern(parser->text, parser->token + zeros, parser->length - zeros);
        if (model.name == NULL) {
            data_no_memory(parser);
        }
    }
    for (size_t i = zeros; i < parser->length && model.name == NULL; i++) {
        model.number = model.number * 10 + (parser->token[i] - '0');
    }
    data_next(parser);
    return make_node(parser, &model, &none);
}

static const struct data *list(struct data_parser *parser) {
    struct data model = {.kind = DATA_LIST, .where = parser->where};
    struct child_terms children = {0};
    data_next(parser);
    read_children(parser, "]", &children);
    return make_node(parser, &model, &children);
}

/* {d: D | body}, after its variable. */
static const struct data *comprehension(struct data_parser *parser, struct data *model, const char *name) {
    struct child_terms children = {0};
    struct bound_variable *variable = data_copy(
        parser, &(struct bound_variable){.where = model->where, .name = name, .sort = data_sort_of(parser)},
        1, sizeof *variable);
    model->kind = DATA_COMPREHENSION;
    model->variables = variable == NULL ? NULL
                                        : data_copy(parser, &(struct bound_variables){variable, 1}, 1,
                                                    sizeof *model->variables);
    if (data_need(parser, "|") == 0) {
        add_child(parser, &children, climb(parser, WHERE_LEVEL));
        data_need(parser, "}");
    }
    return make_node(parser, model, &children);
}

/* Whether a sort and a `|` come next. */
static int begins_comprehension(const struct data_parser *parser) {
    struct data_failure failure;
    struct data_parser ahead = *parser;
    ahead.failure = &failure;
    return data_sort_of(&ahead) != NULL && data_is(&ahead, "|");
}

/* {a, b}; {d: D | body}; bags: {a: 1, b: 2} and {:}. */
static const struct data *braces(struct data_parser *parser) {
    struct data model = {.kind = DATA_SET, .where = parser->where};
    struct child_terms children = {0};
    data_next(parser);
    if (parser->kind == DATA_TOKEN_NAME) {
        struct data_parser before = *parser;
        const char *name = data_name(parser);
        if (data_take(parser, ":") && begins_comprehension(parser)) {
            return name == NULL ? NULL : comprehension(parser, &model, name);
        }
        *parser = before;
    }
    if (data_take(parser, ":")) {
        model.kind = DATA_BAG;
        data_need(parser, "}");
    } else if (!data_take(parser, "}")) {
        do {
            int first = children.count == 0;
            add_child(parser, &children, climb(parser, WHERE_LEVEL));
            model.kind = first && data_is(parser, ":") ? DATA_BAG : model.kind;
            if (model.kind == DATA_BAG && data_need(parser, ":") == 0) {
                add_child(parser, &children, climb(parser, WHERE_LEVEL));
            }
        } while (data_take(parser, ","));
        data_need(parser, "}");
    }
    return make_node(parser, &model, &children);
}

static const struct data *primary(struct data_parser *parser) {
    struct formula_position where = parser->where;
    struct child_terms none = {0};
    if (parser->kind == DATA_TOKEN_NUMBER) {
        return number(parser);
    }
    if (data_take(parser, "(")) {
        const struct data *inner = climb(parser, WHERE_LEVEL);
        return data_need(parser, ")") == 0 ? inner : NULL;
    }
    if (data_is(parser, "[")) {
        return list(parser);
    }
    if (data_is(parser, "{")) {
        return braces(parser);
    }
    if (data_is(parser, "forall") || data_is(parser, "exists") || data_is(parser, "lambda")) {
        return quantifier(parser);
    }
    if (parser->kind != DATA_TOKEN_NAME) {
        data_unexpected(parser, "a data expression");
        return NULL;
    }
    struct data model = {.kind = DATA_NAME, .where = where, .name = data_name(parser)};
    return model.name == NULL ? NULL : make_node(parser, &model, &none);
}

/* f(a)[b -> c], an update of a function, or the application of what is no name: its parts are kept. */
static const struct data *apply_function(struct data_parser *parser, const struct data *head) {
    struct data model = {.kind = DATA_OPAQUE, .where = parser->where, .name = "a function as a value"};
    struct child_terms children = {0};
    add_child(parser, &children, head);
    if (data_take(parser, "(")) {
        read_children(parser, ")", &children);
    } else if (data_need(parser, "[") == 0) {
        add_child(parser, &children, climb(parser, WHERE_LEVEL));
        data_need(parser, "->");
        add_child(parser, &children, climb(parser, WHERE_LEVEL));
        data_need(parser, "]");
    }
    return make_node(parser, &model, &children);
}

/* Applications, after a primary. */
static const struct data *applied(struct data_parser *parser) {
    const struct data *head = primary(parser);
    while (head != NULL && (data_is(parser, "(") || data_is(parser, "["))) {
        struct data model = {.kind = DATA_APPLY, .where = head->where, .name = head->name};
        struct child_terms children = {0};
        if (head->kind != DATA_NAME || data_is(parser, "[")) {
            head = apply_function(parser, head);
            continue;
        }
        data_next(parser);
        read_children(parser, ")", &children);
        head = make_node(parser, &model, &children);
    }
    return head;
}

static const struct data *prefix(struct data_parser *parser) {
    static const char *const signs[] = {"!", "-", "#"};
    for (size_t i = 0; i < LENGTH(signs); i++) {
        struct data model = {.kind = DATA_APPLY, .where = parser->where, .name = signs[i]};
        struct child_terms children = {0};
        if (data_take(parser, signs[i])) {
            model.name = intern(parser, signs[i]);
            add_child(parser, &children, climb(parser, PREFIX_LEVEL + 1));
            return make_node(parser, &model, &children);
        }
    }
    return applied(parser);
}

/* body whr x = a, y = b end, after the body. */
static const struct data *where(struct data_parser *parser, const struct data *body) {
    struct data model = {.kind = DATA_WHERE, .where = body->where};
    struct child_terms children = {0};
    add_child(parser, &children, body);
    data_variable_list(parser, DATA_WHERE_VARIABLES, "end", &model.variables);
    return make_node(parser, &model, &children);
}

/* Reads an expression whose operators bind at least as tightly as `level`. */
static const struct data *climb(struct data_parser *parser, int level) {
    if (++parser->depth > DATA_MOST_DEPTH) {
        too_deep(parser, parser->where);
        return NULL;
    }
    const struct data *left = prefix(parser);
    const struct operator* operator;
    while (left != NULL && (operator= operator_of(parser)) != NULL && operator->level >= level) {
        struct data model = {
            .kind = DATA_APPLY, .where = parser->where, .name = intern(parser, operator->sign)};
        struct child_terms children = {0};
        data_next(parser);
        const struct data *right = climb(parser, operator->level + !operator->right);
        if (add_child(parser, &children, left) == 0) {
            add_child(parser, &children, right);
        }
        left = make_node(parser, &model, &children);
    }
    while (left != NULL && level == WHERE_LEVEL && data_take(parser, "whr")) {
        left = where(parser, left);
    }
    parser->depth--;
    return parser->failed ? NULL : left;
}

const struct data *data_expression(struct data_parser *parser) {
    return climb(parser, WHERE_LEVEL);
}

/* --- variables --- */

struct variables {
    struct bound_variable *variable;
    uint64_t count, capacity;
};

static int add_variable(struct data_parser *parser, struct variables *variables) {
    struct bound_variable variable = {.where = parser->where, .name = data_name(parser)};
    if (variable.name == NULL) {
        return -1;
    }
    if (MEMORY_GROW(formula_text_memory(parser->text), &variables->variable, &variables->capacity,
                    variables->count + 1) != 0) {
        return data_no_memory(parser);
    }
    variables->variable[variables->count++] = variable;
    return 0;
}

/* Reads `d, e: D`, `d: D = value` or `d = value`. */
static int read_group(struct data_parser *parser, enum data_variables_kind kind,
                      struct variables *variables) {
    uint64_t first = variables->count;
    const struct data_sort *sort = NULL;
    const struct data *value = NULL;
    do {
        if (add_variable(parser, variables) != 0) {
            return -1;
        }
    } while (kind == DATA_VARIABLES && data_take(parser, ","));
    if (kind != DATA_WHERE_VARIABLES &&
        (data_need(parser, ":") != 0 || (sort = data_sort_of(parser)) == NULL)) {
        return -1;
    }
    if (kind != DATA_VARIABLES &&
        (data_need(parser, "=") != 0 || (value = data_expression(parser)) == NULL)) {
        return -1;
    }
    for (uint64_t i = first; i < variables->count; i++) {
        variables->variable[i].sort = sort;
        variables->variable[i].value = value;
    }
    return 0;
}

int data_variable_list(struct data_parser *parser, enum data_variables_kind kind, const char *end,
                       const struct bound_variables **variables) {
    struct variables read = {0};
    int failed;
    do {
        failed = read_group(parser, kind, &read) != 0;
    } while (!failed && data_take(parser, ","));
    failed = failed || (end == NULL ? data_end(parser) : data_need(parser, end)) != 0;
    struct bound_variables *made =
        failed ? NULL : data_copy(parser, &(struct bound_variables){NULL, 0}, 1, sizeof *made);
    if (made != NULL) {
        made->variable = data_copy(parser, read.variable, read.count, sizeof *read.variable);
        made->count = (uint32_t)read.count;
        failed = made->variable == NULL;
    }
    memory_free(formula_text_memory(parser->text), read.variable, read.capacity * sizeof *read.variable);
    *variables = made;
    return failed || made == NULL ? -1 : 0;
}

/* --- whole texts --- */

int data_parse_expression(formula_text *text, struct data_source source, const struct data **data,
                          struct data_failure *failure) {
    struct data_parser parser;
    data_begin(&parser, text, source, failure);
    *data = data_expression(&parser);
    return *data == NULL || data_end(&parser) != 0 ? -1 : 0;
}

int data_parse_arguments(formula_text *text, struct data_source source, struct action_part *part,
                         struct data_failure *failure) {
    struct data_parser parser;
    data_begin(&parser, text, source, failure);
    *part = (struct action_part){.name = data_name(&parser)};
    if (part->name == NULL || parser.kind == DATA_TOKEN_END) {
        return part->name == NULL ? -1 : 0;
    }
    struct child_terms children = {0};
    if (data_need(&parser, "(") == 0 && read_children(&parser, ")", &children) == 0) {
        data_end(&parser);
    }
    part->argument = data_copy(&parser, children.child, children.count, sizeof *children.child);
    part->arguments = (uint32_t)children.count;
    memory_free(formula_text_memory(text), children.child, children.capacity * sizeof *children.child);
    return parser.failed ? -1 : 0;
}

int data_parse_variables(formula_text *text, struct data_source source, int with_values,
                         const struct bound_variables **variables, struct data_failure *failure) {
    struct data_parser parser;
    data_begin(&parser, text, source, failure);
    return data_variable_list(&parser, with_values ? DATA_PARAMETERS : DATA_VARIABLES, NULL, variables);
}
