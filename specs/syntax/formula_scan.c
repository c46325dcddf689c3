/* What the scanners of formulas share: places in the text, and words in quotes and braces. */
#include <string.h>

#include "specs/syntax/formula_syntax.h"

void formula_syntax_begin(struct formula_syntax *syntax, const char *text, uint64_t length) {
    syntax->room.used = 0;
    syntax->line = 1;
    syntax->begin = syntax->line_start = text;
    syntax->end = text + length;
    syntax->operand = OPERAND_FREE;
}

/* The place in the text before its macros were replaced. */
static struct formula_position original_place(const struct formula_syntax *syntax, const char *text) {
    uint64_t before = formula_regions_origin(syntax->regions, (uint64_t)(text - syntax->begin)).before;
    uint64_t line = formula_last_before(syntax->line_begins, syntax->line_count, sizeof(uint64_t), before);
    return (struct formula_position){(uint32_t)line + 1, (uint32_t)(before - syntax->line_begins[line]) + 1};
}

void formula_syntax_locate(const struct formula_syntax *syntax, const char *text, size_t length,
                           struct formula_token *token) {
    token->text = text;
    token->length = length;
    token->where = syntax->regions->pieces.count != 0
                       ? original_place(syntax, text)
                       : (struct formula_position){syntax->line, (uint32_t)(text - syntax->line_start) + 1};
}

void formula_syntax_newline(struct formula_syntax *syntax, const char *next) {
    syntax->line++;
    syntax->line_start = next;
}

/* Takes the text between the first and the last byte. */
static char *take_inside(struct formula_syntax *syntax, struct formula_token *token) {
    char *copy = arena_copy(syntax->arena, token->text + 1, token->length - 2);
    const uint32_t length = (uint32_t)(token->length - 2);
    if (copy == NULL) {
        formula_syntax_memory(syntax);
    }
    token->word = (struct formula_word){.text = copy, .length = length, .name_length = length};
    return copy;
}

int formula_syntax_quoted(struct formula_syntax *syntax, struct formula_token *token, const char *escaped) {
    char *copy = take_inside(syntax, token);
    if (copy == NULL) {
        return -1;
    }
    char *to = copy;
    for (const char *from = copy; *from != '\0';) {
        if (*from == '\\' && from[1] != '\0') {
            if (strchr(escaped, from[1]) == NULL) {
                *to++ = *from;
            }
            from++;
        }
        *to++ = *from++;
    }
    *to = '\0';
    token->word.length = token->word.name_length = (uint32_t)(to - copy);
    return 0;
}

int formula_syntax_arguments(struct formula_syntax *syntax, struct formula_token *token) {
    token->word.source = (struct data_source){token->text, token->length, token->where};
    token->word.text = arena_copy(syntax->arena, syntax->arguments.data, syntax->arguments.length);
    token->word.length = (uint32_t)syntax->arguments.length;
    return token->word.text == NULL ? formula_syntax_memory(syntax) : 0;
}

int formula_syntax_predicate(struct formula_syntax *syntax, struct formula_token *token) {
    return take_inside(syntax, token) == NULL ? -1 : 0;
}
