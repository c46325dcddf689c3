/* Reads a formula: the whole text is read, parsed, and its variables are bound. */
#include <string.h>

#include "base/error.h"
#include "base/stream/input.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/text_buffer.h"
#include "frontend/formats/table/file_format.h"
#include "specs/syntax/ctl_macros.h"
#include "specs/syntax/formula_macros.h"
#include "specs/syntax/formula_syntax.h"
#include "specs/syntax/ltl_syntax.h"

static int read_source(struct formula_source from, const char *name, const struct run *run,
                       struct text_buffer *source, struct error *error) {
    if (from.text == NULL) {
        input *input = input_open(run, from.name, error);
        int failed = input == NULL || input_read_text(input, source, error) != 0;
        input_close(input);
        return failed ? -1 : 0;
    }
    if (from.length > INPUT_TEXT_MOST) {
        return error_in(error, ERROR_LIMIT, name, "this formula is longer than 2^30 bytes");
    }
    return text_buffer_append(run->memory, source, from.text, from.length) == 0
               ? 0
               : error_in(error, ERROR_MEMORY, name, "not enough memory to read the formula");
}

enum formula_dialect formula_dialect_of(enum formula_dialect dialect, const char *name) {
    if (dialect != FORMULA_DIALECT_AUTO) {
        return dialect;
    }
    return file_format_of_name(name, NULL) == FILE_MCF ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL;
}

void formula_syntax_free(struct formula_syntax *syntax) {
    text_buffer_free(syntax->memory, &syntax->arguments);
    text_buffer_free(syntax->memory, &syntax->parts);
    memory_free(syntax->memory, syntax->line_begins, syntax->line_capacity * sizeof *syntax->line_begins);
    memory_free(syntax->memory, syntax->data_parts, syntax->data_part_capacity * sizeof *syntax->data_parts);
    memory_free(syntax->memory, syntax->brackets, syntax->bracket_capacity * sizeof *syntax->brackets);
    label_table_free(syntax->labels);
    arena_free(syntax->arena);
}

/* Parses a formula of linear temporal logic, or of CTL, whose meaning follows from its tree. */
static int parse_tree(struct formula_syntax *syntax, struct ltl_tree *tree, char *text, uint64_t length) {
    if (ltl_syntax_parse(syntax, tree, text, length) != 0) {
        return -1;
    }
    if (syntax->dialect == FORMULA_DIALECT_CTL) {
        syntax->meaning = ctl_macros_expand(syntax, tree);
        if (syntax->meaning == NULL) {
            return -1;
        }
    }
    if (syntax->root == NULL) { /* it has no atoms */
        syntax->root =
            formula_make(syntax, FORMULA_TRUE, NULL, NULL, (struct formula_location){{1, 1}, {0, 0}});
    }
    return syntax->root == NULL ? -1 : 0;
}

static int parse_ltl(struct formula_syntax *syntax, char *text, uint64_t length) {
    struct ltl_tree *tree = formula_text_ltl(syntax->text);
    return tree == NULL ? formula_syntax_memory(syntax) : parse_tree(syntax, tree, text, length);
}

static int parse_ctl(struct formula_syntax *syntax, char *text, uint64_t length) {
    struct ltl_tree tree = {.root = 0};
    const int failed = parse_tree(syntax, &tree, text, length);
    GROWING_FREE(syntax->memory, tree.node);
    GROWING_FREE(syntax->memory, tree.atom);
    return failed;
}

/* Parses the text, after its macros are replaced. */
static int parse_text(struct formula_syntax *syntax, struct text_buffer *source) {
    /* A byte order mark is no part of the text. */
    uint64_t skip = source->length >= 3 && memcmp(source->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    char *text = source->data + skip;
    uint64_t length = source->length - skip;
    syntax->regions = formula_text_regions(syntax->text);
    syntax->regions->skip = skip;
    struct text_buffer replaced = {0};
    int failed = 0;
    if (formula_macros_begin(text, length)) {
        failed = formula_macros_replace(syntax, text, length, &replaced) != 0;
        text = replaced.data;
        length = replaced.length;
    }
    if (syntax->dialect == FORMULA_DIALECT_LTL) {
        failed = failed || parse_ltl(syntax, text, length) != 0;
    } else if (syntax->dialect == FORMULA_DIALECT_CTL) {
        failed = failed || parse_ctl(syntax, text, length) != 0;
    } else {
        failed = failed || formula_syntax_sections(syntax, text, length) != 0 ||
                 formula_syntax_parse(syntax, text, length) != 0;
    }
    text_buffer_free(syntax->memory, &replaced);
    return failed ? -1 : 0;
}

/* Parses a source and changes it. */
static formula_text *parse_source(struct text_buffer *source, const char *name,
                                  const struct formula_options *options, const struct run *run,
                                  struct error *warning, struct error *error) {
    struct formula_syntax syntax = {.memory = run->memory,
                                    .arena = arena_create(run->memory),
                                    .text = formula_text_create(run),
                                    .options = options,
                                    .dialect = formula_dialect_of(options->dialect, name),
                                    .labels = label_table_create(run->memory, options->ignore_case,
                                                                 options->internal, options->internal_count),
                                    .run = run,
                                    .error = error,
                                    .warning = warning,
                                    .path = name};
    if (source->length >= 2 &&
        (memcmp(source->data, "\xff\xfe", 2) == 0 || memcmp(source->data, "\xfe\xff", 2) == 0)) {
        formula_syntax_error(&syntax, (struct formula_position){1, 1},
                             "this text is in UTF-16: save it in UTF-8");
    }
    int status = syntax.arena == NULL || syntax.text == NULL || syntax.labels == NULL ||
                         formula_text_set_source(syntax.text, source->data, source->length) != 0
                     ? formula_syntax_memory(&syntax)
                 : syntax.failed ? -1
                                 : parse_text(&syntax, source);
    status = status != 0 ? status : formula_syntax_resolve(&syntax);
    formula_syntax_free(&syntax);
    if (status != 0) {
        formula_text_free(syntax.text);
        return NULL;
    }
    formula_text_set_root(syntax.text, syntax.root);
    if (syntax.meaning != NULL) {
        formula_text_set_meaning(syntax.text, syntax.meaning);
    }
    formula_text_set_dialect(syntax.text, syntax.dialect);
    if (options->ignore_case) {
        formula_text_ignore_case(syntax.text);
    }
    if (syntax.has_data) {
        formula_text_set_data(syntax.text);
    }
    return syntax.text;
}

formula_text *formula_read(struct formula_source from, const struct formula_options *options,
                           const struct run *run, struct error *warning, struct error *error) {
    struct text_buffer source = {0};
    const char *name = from.text == NULL && strcmp(from.name, "-") == 0 ? "<stdin>" : from.name;
    formula_text *text = NULL;
    warning->code = ERROR_NONE;
    if (read_source(from, name, run, &source, error) == 0) {
        text = parse_source(&source, name, options, run, warning, error);
        if (text == NULL && error->code == ERROR_INPUT) {
            file_format_refuse(name, "", 0, FILE_MCL, error);
        }
    }
    text_buffer_free(run->memory, &source);
    return text;
}
