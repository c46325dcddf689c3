/* The actions of the parser that make the parts of formulas with data: quantifiers, values, parameters,
 * arguments. */
#include <ctype.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text/spelling.h"
#include "base/text/syntax_message.h"
#include "specs/syntax/formula_syntax.h"
#include "specs/syntax/multiaction.h"

static int report_failure(struct formula_syntax *syntax, const struct data_failure *failure) {
    return failure->no_memory ? formula_syntax_memory(syntax)
                              : formula_syntax_error(syntax, failure->where, "%s", failure->text);
}

/* What looks like arguments, but is none, may be a formula of another language, G (a -> F b). */
static void report_arguments(struct formula_syntax *syntax, struct formula_word word,
                             const struct data_failure *failure) {
    const char *foreign =
        formula_data_is_value(word) ? NULL : formula_word_foreign(word.text, word.name_length);
    if (foreign != NULL && !failure->no_memory) {
        formula_syntax_error(syntax, word.source.where, "'%.*s': %s", (int)word.name_length, word.text,
                             foreign);
    } else {
        report_failure(syntax, failure);
    }
}

int formula_refuse_misfit(struct formula_syntax *syntax, const struct data *misfit) {
    return misfit == NULL ? 0 : formula_syntax_error(syntax, misfit->where, DATA_MISFIT);
}

static struct formula_data *new_data(struct formula_syntax *syntax) {
    struct formula_data *data = formula_allocate(syntax->text, sizeof *data);
    if (data == NULL) {
        formula_syntax_memory(syntax);
    }
    return data;
}

/* --- formulas --- */

/* Reads the variables of a quantifier; NULL with the error reported. */
static const struct formula_data *read_quantifier(struct formula_syntax *syntax, struct formula_word word) {
    struct formula_data *data = new_data(syntax);
    struct data_failure failure;
    syntax->has_data = 1;
    if (data != NULL && data_parse_variables(syntax->text, word.source, 0, &data->variables, &failure) != 0) {
        report_failure(syntax, &failure);
        return NULL;
    }
    return data;
}

static int is_universal(struct formula_word word) {
    return *word.text == 'f';
}

struct formula *formula_make_quantifier(struct formula_syntax *syntax, struct formula_word word,
                                        const struct formula *body, struct formula_location location) {
    const struct formula_data *data = read_quantifier(syntax, word);
    struct formula *formula = data == NULL
                                  ? NULL
                                  : formula_make(syntax, is_universal(word) ? FORMULA_FORALL : FORMULA_EXISTS,
                                                 body, NULL, location);
    if (formula != NULL) {
        formula->data = data;
    }
    return formula;
}

int formula_data_is_value(struct formula_word word) {
    return word.name_length == 3 && word.length > 3 && memcmp(word.text, "val", 3) == 0;
}

/* Whether the value of an expression is a number by its form. */
static int is_quantity(const struct data *data) {
    static const char *const operators[] = {"-", "+", "*", "/", "div", "mod", "#"};
    int is = data->kind == DATA_NUMBER;
    for (size_t i = 0; data->kind == DATA_APPLY && i < LENGTH(operators); i++) {
        is |= strcmp(data->name, operators[i]) == 0;
    }
    return is;
}

const struct formula_data *formula_read_arguments(struct formula_syntax *syntax, struct formula_word word) {
    struct formula_data *data = new_data(syntax);
    struct action_part part;
    struct data_failure failure;
    syntax->has_data = 1;
    if (data == NULL) {
        return NULL;
    }
    if (data_parse_arguments(syntax->text, word.source, &part, &failure) != 0) {
        report_arguments(syntax, word, &failure);
        return NULL;
    }
    if (formula_data_is_value(word) && part.arguments != 1) {
        formula_syntax_error(syntax, word.source.where, "val(..) takes one expression");
        return NULL;
    }
    if (formula_data_is_value(word) && is_quantity(part.argument[0])) {
        formula_syntax_error(
            syntax, word.source.where,
            "the value of val(..) is a number here: quantitative formulas are not supported");
        return NULL;
    }
    data->argument = part.argument;
    data->arguments = part.arguments;
    return data;
}

const struct formula_data *formula_read_parameters(struct formula_syntax *syntax, struct formula_word word) {
    struct formula_data *data = new_data(syntax);
    struct data_failure failure;
    struct data_source source = word.source;
    size_t skip = word.name_length;
    syntax->has_data = 1;
    if (data == NULL) {
        return NULL;
    }
    while (source.text[skip] != '(') {
        skip++;
    }
    for (skip++; skip > 0; skip--, source.text++, source.length--) {
        source.where.line += *source.text == '\n';
        source.where.column = *source.text == '\n' ? 1 : source.where.column + 1;
    }
    source.length--; /* the closing parenthesis */
    if (data_parse_variables(syntax->text, source, 1, &data->variables, &failure) != 0) {
        report_failure(syntax, &failure);
        return NULL;
    }
    for (uint32_t i = 0; i < data->variables->count; i++) {
        const struct bound_variable *variable = &data->variables->variable[i];
        if (formula_refuse_misfit(syntax, data_misfit(syntax->sections, variable->sort, variable->value)) !=
            0) {
            return NULL;
        }
    }
    return data;
}

/* --- actions --- */

int formula_make_action_quantifier(struct formula_syntax *syntax, struct formula_word word,
                                   struct formula_expression body, struct formula_location location,
                                   struct formula_expression *result) {
    if (body.regular != NULL) {
        return formula_syntax_error(syntax, body.regular->where,
                                    "a quantifier ranges over actions, and not over regular expressions");
    }
    const struct formula_data *data = read_quantifier(syntax, word);
    return data == NULL ? -1
                        : formula_give_data_action(syntax, is_universal(word) ? ACTION_FORALL : ACTION_EXISTS,
                                                   body.action, data, location, result);
}

int formula_give_data_action(struct formula_syntax *syntax, enum action_kind kind, const struct action *left,
                             const struct formula_data *data, struct formula_location location,
                             struct formula_expression *result) {
    struct action *action = formula_new_data_action(syntax->text, kind, left, data);
    if (action == NULL) {
        return formula_syntax_memory(syntax);
    }
    action->where = location.where;
    *result = (struct formula_expression){action, NULL, location.extent};
    return 0;
}

void formula_begin_parts(struct formula_syntax *syntax) {
    syntax->data_part_count = 0;
    syntax->part_failure = NULL;
}

int formula_read_part(struct formula_syntax *syntax, struct formula_word word, int quoted) {
    struct data_failure failure = {.no_memory = 0};
    struct data_source source = word.source;
    if (source.text == NULL) {
        source = (struct data_source){word.text, word.length, syntax->token.where};
    }
    if (MEMORY_GROW(syntax->memory, &syntax->data_parts, &syntax->data_part_capacity,
                    syntax->data_part_count + 1) != 0) {
        return formula_syntax_memory(syntax);
    }
    struct action_part *part = &syntax->data_parts[syntax->data_part_count++];
    if (!quoted && data_parse_arguments(syntax->text, source, part, &failure) == 0) {
        return formula_refuse_misfit(syntax, data_misfit_action(syntax->sections, part));
    }
    if (failure.no_memory) {
        return formula_syntax_memory(syntax);
    }
    struct data_failure *kept = formula_allocate(syntax->text, sizeof *kept);
    if (kept == NULL) {
        return formula_syntax_memory(syntax);
    }
    *kept = failure;
    syntax->part_failure = syntax->part_failure != NULL ? syntax->part_failure : kept;
    syntax->no_data = syntax->no_data != NULL || quoted ? syntax->no_data : kept;
    return 0;
}

const struct formula_data *formula_end_parts(struct formula_syntax *syntax) {
    struct formula_data *data = new_data(syntax);
    uint64_t bytes = syntax->data_part_count * sizeof *syntax->data_parts;
    struct action_part *parts = data == NULL ? NULL : formula_allocate(syntax->text, bytes + 1);
    if (parts == NULL) {
        formula_syntax_memory(syntax);
        return NULL;
    }
    if (bytes > 0) {
        memcpy(parts, syntax->data_parts, bytes);
    }
    data->part = parts;
    data->parts = (uint32_t)syntax->data_part_count;
    data->failure = syntax->part_failure;
    return data;
}

/* --- sections --- */

/* Whether a word stands at `at`, between bytes that belong to no word. */
static int is_word_at(const char *text, const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    const char *after = at + length;
    return (size_t)(end - at) >= length && memcmp(at, word, length) == 0 &&
           (at == text || strchr(" \t\r\n\f\v;", at[-1]) != NULL) &&
           (after == end || strchr(" \t\r\n\f\v(<[!", *after) != NULL);
}

/* Finds a word, or a byte, outside of comments; NULL if there is none. */
static char *find_outside(char *from, const char *text, const char *end, const char *wanted) {
    for (char *at = from; at < end; at++) {
        if (*at == '%') {
            while (at < end && *at != '\n') {
                at++;
            }
        } else if (*wanted == ';' ? *at == ';' : is_word_at(text, at, end, wanted)) {
            return at;
        }
    }
    return NULL;
}

static const char *const section_words[] = {"sort", "cons", "map", "var", "eqn", "act", "form"};

/* The first byte outside of comments and blanks. */
static const char *skip_space(const char *text, const char *end) {
    while (text < end && (*text == '%' || strchr(" \t\r\n\f\v", *text) != NULL) && *text != '\0') {
        if (*text == '%') {
            while (text < end && *text != '\n') {
                text++;
            }
        } else {
            text++;
        }
    }
    return text;
}

static int begins_section(const char *text, const char *end) {
    text = skip_space(text, end);
    for (size_t i = 0; i < LENGTH(section_words); i++) {
        if (is_word_at(text, text, end, section_words[i])) {
            return 1;
        }
    }
    return 0;
}

static struct formula_position position_at(const char *text, const char *at) {
    struct formula_position position = {1, 1};
    for (; text < at; text++) {
        position.line += *text == '\n';
        position.column = *text == '\n' ? 1 : position.column + 1;
    }
    return position;
}

/* Parses the sections in a part of the text, and makes the part blank. */
static int take_sections(struct formula_syntax *syntax, const char *text, char *from, const char *end) {
    struct data_failure failure;
    struct data_source source = {from, (size_t)(end - from), position_at(text, from)};
    if (data_parse_sections(syntax->text, source, syntax->sections, &failure) != 0) {
        return report_failure(syntax, &failure);
    }
    for (; from < end; from++) {
        *from = *from == '\n' ? '\n' : ' ';
    }
    return 0;
}

/* Refuses a misspelt word before a name, where sections begin: `atc a; form true;`. 0 or -1. */
static int refuse_misspelt(struct formula_syntax *syntax, char *text, const char *end) {
    const char *word = skip_space(text, end);
    size_t length = 0;
    while (word + length < end && isalpha((unsigned char)word[length])) {
        length++;
    }
    const char *name = skip_space(word + length, end);
    if (name == word + length || name == end || !isalpha((unsigned char)*name)) {
        return 0;
    }
    const char *nearest = spelling_nearest(word, length, section_words, LENGTH(section_words));
    char shown[80];
    return nearest == NULL
               ? 0
               : formula_syntax_error(syntax, position_at(text, word),
                                      "unknown word '%s': did you mean '%s'?",
                                      syntax_message_show(word, length, shown, sizeof shown), nearest);
}

/* Reports what is wrong with sections that no formula follows: they may be wrong before their end, where a
 * misspelt `form` is. -1. */
static int refuse_without_form(struct formula_syntax *syntax, const char *text, const char *end) {
    struct data_failure failure;
    const struct data_source source = {text, (size_t)(end - text), {1, 1}};
    const struct formula_position missing = position_at(text, end);
    if (data_parse_sections(syntax->text, source, syntax->sections, &failure) != 0 &&
        (failure.no_memory || failure.where.line < missing.line ||
         (failure.where.line == missing.line && failure.where.column < missing.column))) {
        return report_failure(syntax, &failure);
    }
    return formula_syntax_error(syntax, missing,
                                "after these sections the formula is missing: form FORMULA;");
}

int formula_syntax_sections(struct formula_syntax *syntax, char *text, uint64_t length) {
    char *end = text + length;
    if (syntax->dialect != FORMULA_DIALECT_MCF || !begins_section(text, end)) {
        return syntax->dialect == FORMULA_DIALECT_MCF ? refuse_misspelt(syntax, text, end) : 0;
    }
    char *form = find_outside(text, text, end, "form");
    char *stop = form == NULL ? NULL : find_outside(form, text, end, ";");
    if (form != NULL && stop == NULL) {
        return formula_syntax_error(syntax, position_at(text, form),
                                    "the formula after 'form' does not end: a ';' is missing");
    }
    syntax->sections = formula_sections_create(syntax->text);
    if (syntax->sections == NULL) {
        return formula_syntax_memory(syntax);
    }
    if (form == NULL) {
        return refuse_without_form(syntax, text, end);
    }
    memcpy(form, "    ", 4);
    *stop = ' ';
    struct data_failure failure;
    if (take_sections(syntax, text, text, form) != 0 || take_sections(syntax, text, stop, end) != 0) {
        return -1;
    }
    if (data_check_sections(syntax->text, syntax->sections, &failure) != 0) {
        return report_failure(syntax, &failure);
    }
    syntax->has_data |= syntax->sections->mappings > 0;
    return 0;
}

int formula_may_match(const formula_text *text, const struct action *action, const char *label, size_t length,
                      int is_internal, struct error *error) {
    const struct formula_data *data = formula_has_data(text) ? action->data : NULL;
    if (data != NULL && data->failure == NULL) {
        return 1;
    }
    return data != NULL && data->failure->is_too_deep
               ? !is_internal && multiaction_has_names(action->text, action->length, label, length)
               : action_matches(action, label, length, is_internal, error);
}
