/* Parses sorts, and the sections of declarations before and after a formula: sort, cons, map, var, eqn, act.
 */
#include <string.h>

#include "base/memory.h"
#include "base/text/spelling.h"
#include "base/text/syntax_message.h"
#include "specs/syntax/data_parse_internal.h"

#define MOST_DEPTH 100u

/* --- sorts --- */

/* Symbols, and what their parameters are, while they are read. */
struct symbols {
    struct data_symbol *symbol;
    uint64_t count, capacity;
};

struct parameters {
    const struct data_sort **sort;
    const char **projection;
    uint64_t count, sort_capacity, projection_capacity;
};

static int add_parameter(struct data_parser *parser, struct parameters *parameters, const char *projection,
                         const struct data_sort *sort) {
    struct memory *memory = formula_text_memory(parser->text);
    if (sort == NULL) {
        return -1;
    }
    if (MEMORY_GROW(memory, &parameters->sort, &parameters->sort_capacity, parameters->count + 1) != 0 ||
        MEMORY_GROW(memory, &parameters->projection, &parameters->projection_capacity,
                    parameters->count + 1) != 0) {
        return data_no_memory(parser);
    }
    parameters->projection[parameters->count] = projection;
    parameters->sort[parameters->count++] = sort;
    return 0;
}

/* Gives the parameters to a symbol. */
static int give_parameters(struct data_parser *parser, struct parameters *parameters,
                           struct data_symbol *symbol) {
    struct memory *memory = formula_text_memory(parser->text);
    symbol->parameter = data_copy(parser, parameters->sort, parameters->count, sizeof *parameters->sort);
    symbol->projection =
        data_copy(parser, parameters->projection, parameters->count, sizeof *parameters->projection);
    symbol->parameters = (uint32_t)parameters->count;
    memory_free(memory, parameters->sort, parameters->sort_capacity * sizeof *parameters->sort);
    memory_free(memory, parameters->projection,
                parameters->projection_capacity * sizeof *parameters->projection);
    *parameters = (struct parameters){0};
    return parser->failed ? -1 : 0;
}

/* a(x: S, T)?is_a */
static int read_constructor(struct data_parser *parser, struct symbols *symbols) {
    struct data_symbol symbol = {.where = parser->where, .name = data_name(parser)};
    struct parameters parameters = {0};
    if (symbol.name != NULL && data_take(parser, "(")) {
        do {
            const char *projection = NULL;
            const struct data_sort *sort = data_sort_of(parser);
            if (sort != NULL && sort->kind == SORT_NAME && data_take(parser, ":")) {
                projection = sort->name;
                sort = data_sort_of(parser);
            }
            add_parameter(parser, &parameters, projection, sort);
        } while (data_take(parser, ","));
        data_need(parser, ")");
    }
    if (data_take(parser, "?")) {
        symbol.recogniser = data_name(parser);
    }
    give_parameters(parser, &parameters, &symbol);
    if (!parser->failed && MEMORY_GROW(formula_text_memory(parser->text), &symbols->symbol,
                                       &symbols->capacity, symbols->count + 1) != 0) {
        data_no_memory(parser);
    }
    if (!parser->failed) {
        symbols->symbol[symbols->count++] = symbol;
    }
    return parser->failed ? -1 : 0;
}

static int read_struct(struct data_parser *parser, struct data_sort *sort) {
    struct symbols symbols = {0};
    sort->kind = SORT_STRUCT;
    do {
        read_constructor(parser, &symbols);
    } while (data_take(parser, "|"));
    sort->constructor = data_copy(parser, symbols.symbol, symbols.count, sizeof *symbols.symbol);
    sort->constructors = (uint32_t)symbols.count;
    memory_free(formula_text_memory(parser->text), symbols.symbol, symbols.capacity * sizeof *symbols.symbol);
    return parser->failed ? -1 : 0;
}

static int read_simple_sort(struct data_parser *parser, struct data_sort *sort) {
    static const struct {
        const char *name;
        enum sort_kind kind;
    } made[] = {
        {"List", SORT_LIST}, {"Set", SORT_SET}, {"FSet", SORT_SET}, {"Bag", SORT_BAG}, {"FBag", SORT_BAG}};
    for (size_t i = 0; i < LENGTH(made); i++) {
        if (data_take(parser, made[i].name)) {
            sort->kind = made[i].kind;
            return data_need(parser, "(") == 0 && (sort->element = data_sort_of(parser)) != NULL
                       ? data_need(parser, ")")
                       : -1;
        }
    }
    if (data_take(parser, "struct")) {
        return read_struct(parser, sort);
    }
    if (parser->kind != DATA_TOKEN_NAME) {
        return data_unexpected(parser, "a sort");
    }
    sort->name = data_name(parser);
    return sort->name == NULL ? -1 : 0;
}

/* A sort that is no function, unless it stands in parentheses. */
static const struct data_sort *simple_sort_of(struct data_parser *parser) {
    struct data_sort sort = {.kind = SORT_NAME, .where = parser->where}, *made = NULL;
    if (++parser->sort_depth > MOST_DEPTH) {
        data_too_deep(parser, parser->where, "this sort", MOST_DEPTH, "give parts of it names of their own");
    } else if (!parser->failed && data_take(parser, "(")) {
        const struct data_sort *inner = data_sort_of(parser);
        data_need(parser, ")");
        parser->sort_depth--;
        return parser->failed ? NULL : inner;
    } else if (!parser->failed && read_simple_sort(parser, &sort) == 0) {
        made = data_copy(parser, &sort, 1, sizeof sort);
    }
    parser->sort_depth--;
    return parser->failed ? NULL : made;
}

const struct data_sort *data_sort_of(struct data_parser *parser) {
    const struct data_sort *sort = simple_sort_of(parser);
    while (sort != NULL && (data_take(parser, "#") || data_take(parser, "->"))) { /* a function */
        const struct data_sort *next = simple_sort_of(parser);
        sort = next == NULL
                   ? NULL
                   : data_copy(parser, &(struct data_sort){.kind = SORT_OPAQUE, .where = sort->where}, 1,
                               sizeof *sort);
    }
    return sort;
}

/* --- declarations --- */

/* Where a section's declarations go. */
struct declaring {
    struct data_parser *parser;
    struct data_sections *sections;
    const struct bound_variables *variables; /* of the last `var` */
};

static int is_section(const struct data_parser *parser) {
    static const char *const words[] = {"sort", "cons", "map",  "var",  "eqn",
                                        "act",  "form", "glob", "proc", "init"};
    for (size_t i = 0; i < LENGTH(words); i++) {
        if (data_is(parser, words[i])) {
            return 1;
        }
    }
    return parser->kind == DATA_TOKEN_END || parser->failed;
}

/* Refuses a misspelt word of a section in the place of a declaration: `mapp f: Nat;`. `section`: the first
 * letter of the section's word. Equations begin with any expression, but not with two names. 0 or -1. */
static int refuse_misspelt(struct data_parser *parser, char section) {
    static const char *const words[] = {"sort", "cons", "map", "var", "eqn", "act", "form"};
    const char *nearest = parser->kind == DATA_TOKEN_NAME
                              ? spelling_nearest(parser->token, parser->length, words, LENGTH(words))
                              : NULL;
    struct data_failure ignored;
    struct data_parser ahead = *parser;
    ahead.failure = &ignored;
    if (nearest == NULL) {
        return 0;
    }
    data_next(&ahead);
    const int is_declared = section == 'e' ? ahead.kind != DATA_TOKEN_NAME
                                           : data_is(&ahead, ",") || data_is(&ahead, ":") ||
                                                 data_is(&ahead, ";") || data_is(&ahead, "=");
    char shown[80];
    return is_declared
               ? 0
               : data_fail(parser, parser->where, "unknown word '%s': did you mean '%s'?",
                           syntax_message_show(parser->token, parser->length, shown, sizeof shown), nearest);
}

static int define_sorts(struct declaring *declaring) {
    struct data_parser *parser = declaring->parser;
    struct data_sections *sections = declaring->sections;
    uint64_t first = sections->definitions;
    const struct data_sort *sort = NULL;
    do {
        struct data_definition definition = {.where = parser->where, .name = data_name(parser)};
        if (!parser->failed && MEMORY_GROW(formula_text_memory(parser->text), &sections->definition,
                                           &sections->definition_capacity, sections->definitions + 1) != 0) {
            data_no_memory(parser);
        }
        if (!parser->failed) {
            sections->definition[sections->definitions++] = definition;
        }
    } while (data_take(parser, ","));
    if (sections->definitions == first + 1 && data_take(parser, "=")) {
        sort = data_sort_of(parser);
    }
    for (uint64_t i = first; i < sections->definitions; i++) {
        sections->definition[i].sort = sort;
    }
    return data_need(parser, ";");
}

/* A list of names, while a declaration is read. */
struct declared_names {
    const char **name;
    struct formula_position *where;
    uint64_t count, capacity, where_capacity;
};

static int read_names(struct data_parser *parser, struct declared_names *names) {
    struct memory *memory = formula_text_memory(parser->text);
    do {
        struct formula_position where = parser->where;
        const char *name = data_name(parser);
        if (name == NULL) {
            return -1;
        }
        if (MEMORY_GROW(memory, &names->name, &names->capacity, names->count + 1) != 0 ||
            MEMORY_GROW(memory, &names->where, &names->where_capacity, names->count + 1) != 0) {
            return data_no_memory(parser);
        }
        names->where[names->count] = where;
        names->name[names->count++] = name;
    } while (data_take(parser, ","));
    return 0;
}

/* f, g: S # T -> U (actions: without result). */
static int declare(struct declaring *declaring, int action, struct data_symbol **array, uint64_t *count,
                   uint64_t *capacity) {
    struct data_parser *parser = declaring->parser;
    struct memory *memory = formula_text_memory(parser->text);
    struct declared_names names = {0};
    struct parameters parameters = {0};
    struct data_symbol symbol = {.name = NULL};
    if (read_names(parser, &names) == 0 && (!action || data_is(parser, ":")) && data_need(parser, ":") == 0) {
        do {
            add_parameter(parser, &parameters, NULL, simple_sort_of(parser));
        } while (data_take(parser, "#"));
        if (!action && data_take(parser, "->")) {
            symbol.result = data_sort_of(parser);
        } else if (!action && !parser->failed) {
            symbol.result = parameters.sort[--parameters.count];
        }
    }
    give_parameters(parser, &parameters, &symbol);
    for (uint64_t i = 0; i < names.count && !parser->failed; i++) {
        if (MEMORY_GROW(memory, array, capacity, *count + 1) != 0) {
            data_no_memory(parser);
            break;
        }
        symbol.name = names.name[i];
        symbol.where = names.where[i];
        (*array)[(*count)++] = symbol;
    }
    memory_free(memory, names.name, names.capacity * sizeof *names.name);
    memory_free(memory, names.where, names.where_capacity * sizeof *names.where);
    return data_need(parser, ";");
}

static int read_equation(struct declaring *declaring) {
    struct data_parser *parser = declaring->parser;
    struct data_sections *sections = declaring->sections;
    struct data_equation equation = {.variables = declaring->variables, .left = data_expression(parser)};
    if (data_take(parser, "->")) {
        equation.condition = equation.left;
        equation.left = data_expression(parser);
    }
    if (data_need(parser, "=") != 0 || (equation.right = data_expression(parser)) == NULL) {
        return -1;
    }
    if (MEMORY_GROW(formula_text_memory(parser->text), &sections->equation, &sections->equation_capacity,
                    sections->equations + 1) != 0) {
        return data_no_memory(parser);
    }
    sections->equation[sections->equations++] = equation;
    return data_need(parser, ";");
}

/* var d, e: D; n: Nat; */
static int read_variables(struct declaring *declaring) {
    struct data_parser *parser = declaring->parser;
    struct bound_variables *all = data_copy(parser, &(struct bound_variables){NULL, 0}, 1, sizeof *all);
    while (!parser->failed && !is_section(parser)) {
        const struct bound_variables *group;
        if (refuse_misspelt(parser, 'v') != 0 ||
            data_variable_list(parser, DATA_VARIABLES, ";", &group) != 0) {
            return -1;
        }
        struct bound_variable *joined =
            formula_allocate(parser->text, ((uint64_t)all->count + group->count) * sizeof *joined + 1);
        if (joined == NULL) {
            return data_no_memory(parser);
        }
        if (all->count > 0) {
            memcpy(joined, all->variable, all->count * sizeof *joined);
        }
        memcpy(joined + all->count, group->variable, group->count * sizeof *joined);
        all->variable = joined;
        all->count += group->count;
    }
    declaring->variables = all;
    return parser->failed ? -1 : 0;
}

static int read_declaration(struct declaring *declaring, char section) {
    struct data_sections *sections = declaring->sections;
    if (refuse_misspelt(declaring->parser, section) != 0) {
        return -1;
    }
    switch (section) {
    case 's':
        return define_sorts(declaring);
    case 'c':
        return declare(declaring, 0, &sections->constructor, &sections->constructors,
                       &sections->constructor_capacity);
    case 'm':
        return declare(declaring, 0, &sections->mapping, &sections->mappings, &sections->mapping_capacity);
    case 'e':
        return read_equation(declaring);
    default:
        return declare(declaring, 1, &sections->action, &sections->actions, &sections->action_capacity);
    }
}

int data_parse_sections(formula_text *text, struct data_source source, struct data_sections *sections,
                        struct data_failure *failure) {
    struct data_parser parser;
    struct declaring declaring = {.parser = &parser, .sections = sections};
    data_begin(&parser, text, source, failure);
    while (!parser.failed && parser.kind != DATA_TOKEN_END) {
        char shown[80], section = *parser.token;
        if (!is_section(&parser) || section == 'f' || section == 'g' || section == 'p' || section == 'i') {
            return data_fail(&parser, parser.where,
                             "unexpected '%s', expected sort, cons, map, var, eqn or act",
                             syntax_message_show(parser.token, parser.length, shown, sizeof shown));
        }
        data_next(&parser);
        if (section == 'v') {
            read_variables(&declaring);
        }
        while (section != 'v' && !is_section(&parser)) {
            read_declaration(&declaring, section);
        }
        declaring.variables = section == 'v' ? declaring.variables : NULL;
    }
    return parser.failed ? -1 : 0;
}
