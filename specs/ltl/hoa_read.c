/* Reads the Hanoi format: the whole text is read and parsed. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/input.h"
#include "base/text/syntax_message.h"
#include "base/text/text_buffer.h"
#include "specs/ltl/hoa_syntax.h"
#include "specs/syntax/formula.h"

/* --- messages --- */

static struct source_position position_of(const struct hoa_syntax *syntax, struct hoa_place where) {
    return (struct source_position){syntax->path, where.line, where.column};
}

int hoa_syntax_error(struct hoa_syntax *syntax, struct hoa_place where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    syntax_message_error(syntax->pool->error, &syntax->failed, position_of(syntax, where), format, arguments);
    va_end(arguments);
    return -1;
}

int hoa_syntax_limit(struct hoa_syntax *syntax, struct hoa_place where, const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return syntax_message_fail(syntax->pool->error, &syntax->failed, ERROR_LIMIT, position_of(syntax, where),
                               text);
}

int hoa_syntax_memory(struct hoa_syntax *syntax) {
    return syntax_message_fail(syntax->pool->error, &syntax->failed, ERROR_MEMORY,
                               (struct source_position){.path = syntax->path},
                               "not enough memory to read the automaton");
}

void hoa_syntax_unexpected(struct hoa_syntax *syntax, const char *expected) {
    char shown[80];
    if (syntax->failed) {
        return;
    }
    if (syntax->token_length == 0 && !syntax->draft.has_begun && syntax->aborted.line != 0) {
        hoa_syntax_error(syntax, syntax->aborted, "the automaton was given up by the program that wrote it");
        return;
    }
    if (syntax->token_length == 0) {
        hoa_syntax_error(syntax, syntax->where, "unexpected end, expected %s", expected);
        return;
    }
    const int is_second =
        syntax->draft.in_body && syntax->token_length == 4 && memcmp(syntax->token, "HOA:", 4) == 0;
    syntax_message_show(syntax->token, syntax->token_length, shown, sizeof shown);
    hoa_syntax_error(syntax, syntax->where, "unexpected '%s', expected %s%s", shown, expected,
                     is_second ? ": one automaton of a file is read" : "");
}

/* --- reading --- */

static void forget_draft(struct hoa_syntax *syntax) {
    struct memory *memory = syntax->memory;
    struct hoa_draft *draft = &syntax->draft;
    GROWING_FREE(memory, draft->start);
    GROWING_FREE(memory, draft->atom);
    GROWING_FREE(memory, draft->used_atom);
    GROWING_FREE(memory, draft->alias);
    GROWING_FREE(memory, draft->state);
    GROWING_FREE(memory, draft->edge);
    GROWING_FREE(memory, draft->member);
    index_free(&draft->by_text, memory);
    index_free(&draft->by_alias, memory);
    arena_free(draft->arena);
    *draft = (struct hoa_draft){.arena = NULL};
}

int hoa_syntax_begin(struct hoa_syntax *syntax) {
    forget_draft(syntax);
    hoa_free(syntax->hoa);
    syntax->is_aborted = 0;
    syntax->draft.arena = arena_create(syntax->memory);
    syntax->hoa->texts = arena_create(syntax->memory);
    return syntax->draft.arena == NULL || syntax->hoa->texts == NULL ? hoa_syntax_memory(syntax) : 0;
}

static int read_text(struct formula_source source, const char *name, struct bdd_pool *pool,
                     struct text_buffer *text) {
    if (source.text == NULL) {
        input *input = input_open(pool->run, source.name, pool->error);
        const int failed = input == NULL || input_read_text(input, text, pool->error) != 0;
        input_close(input);
        return failed ? -1 : 0;
    }
    return source.length > INPUT_TEXT_MOST
               ? error_in(pool->error, ERROR_LIMIT, name, "this automaton is longer than 2^30 bytes")
           : text_buffer_append(pool->memory, text, source.text, source.length) != 0
               ? error_in(pool->error, ERROR_MEMORY, name, "not enough memory to read the automaton")
               : 0;
}

int hoa_read(struct hoa *hoa, struct bdd_pool *pool, struct formula_source source) {
    const char *name = source.text == NULL && strcmp(source.name, "-") == 0 ? "<stdin>" : source.name;
    struct text_buffer text = {0};
    struct hoa_syntax syntax = {.pool = pool, .memory = pool->memory, .hoa = hoa, .path = name};
    hoa_init(hoa, pool);
    int failed = pool->failed || read_text(source, name, pool, &text) != 0;
    if (!failed) {
        const uint64_t skip = text.length >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        failed = hoa_syntax_parse(&syntax, text.data + skip, text.length - skip) != 0;
    }
    forget_draft(&syntax);
    text_buffer_free(pool->memory, &text);
    return failed ? -1 : 0;
}
