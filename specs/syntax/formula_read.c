/* Reading a formula: its text, whole; the parser; the variables and their binders. */
#include <string.h>

#include "base/error.h"
#include "base/stream/input.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/table/file_format.h"
#include "specs/syntax/formula_syntax.h"

#define FIRST_BYTES 4096u
#define MOST_BYTES ((uint64_t)1 << 30)
#define SCANNER_ROOM 2u /* bytes that the scanner needs after the text */

/* The bytes of a formula, followed by SCANNER_ROOM. */
struct source {
    char *data;
    uint64_t length, capacity;
};

static int too_long(const char *path, struct error *error) {
    return error_at(error, ERROR_LIMIT, path, 0, 0, "a formula of more than %llu bytes",
                    (unsigned long long)MOST_BYTES);
}

static int make_room(struct memory *memory, struct source *source, uint64_t bytes, const char *path,
                     struct error *error) {
    if (bytes > MOST_BYTES) {
        return too_long(path, error);
    }
    if (MEMORY_GROW(memory, &source->data, &source->capacity, bytes + SCANNER_ROOM) != 0) {
        return error_at(error, ERROR_MEMORY, path, 0, 0, "not enough memory to read the formula");
    }
    return 0;
}

static int read_source(const char *path, const char *name, const struct run *run, struct source *source,
                       struct error *error) {
    input *input = input_open(run, path, error);
    if (input == NULL) {
        return -1;
    }
    int64_t got = 1;
    while (got > 0) {
        if (run_should_stop(run)) {
            got = error_at(error, ERROR_INTERRUPTED, name, 0, 0, "interrupted while reading the formula");
        } else if (make_room(run->memory, source, source->length + FIRST_BYTES, name, error) != 0) {
            got = -1;
        } else {
            char *read = source->data + source->length;
            got = input_read(input, read, source->capacity - source->length - SCANNER_ROOM, error);
            source->length += got > 0 ? (uint64_t)got : 0;
            if (got > 0 && memchr(read, '\0', (size_t)got) != NULL) {
                break; /* no formula, which its scanner says; it may be a device without an end */
            }
        }
    }
    input_close(input);
    return got < 0 ? -1 : 0;
}

enum formula_dialect formula_dialect_of(enum formula_dialect dialect, const char *name) {
    if (dialect != FORMULA_DIALECT_AUTO) {
        return dialect;
    }
    return file_format_of_name(name, NULL) == FILE_MCF ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL;
}

void formula_syntax_free(struct formula_syntax *syntax) {
    memory_free(syntax->memory, syntax->bytes, syntax->byte_capacity);
    memory_free(syntax->memory, syntax->parts, syntax->part_capacity);
    memory_free(syntax->memory, syntax->brackets, syntax->bracket_capacity * sizeof *syntax->brackets);
    label_table_free(syntax->labels);
    arena_free(syntax->arena);
}

/* Parses a source, which is changed. */
static formula_text *parse_source(struct source *source, const char *name,
                                  const struct formula_options *options, const struct run *run,
                                  struct error *warning, struct error *error) {
    struct formula_syntax syntax = {.memory = run->memory,
                                    .arena = arena_create(run->memory),
                                    .text = formula_text_create(run->memory),
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
        formula_syntax_error(&syntax, (struct formula_location){1, 1},
                             "this text is in UTF-16: save it in UTF-8");
    }
    /* A byte order mark is no part of the text. */
    uint64_t skip = source->length >= 3 && memcmp(source->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    int status = syntax.arena == NULL || syntax.text == NULL || syntax.labels == NULL ||
                         formula_text_set_source(syntax.text, source->data, source->length) != 0
                     ? formula_syntax_memory(&syntax)
                 : syntax.failed ? -1
                                 : formula_syntax_parse(&syntax, source->data + skip, source->length - skip);
    status = status != 0 ? status : formula_syntax_resolve(&syntax);
    formula_syntax_free(&syntax);
    if (status != 0) {
        formula_text_free(syntax.text);
        return NULL;
    }
    formula_text_set_root(syntax.text, syntax.root);
    return syntax.text;
}

formula_text *formula_read(struct formula_source from, const struct formula_options *options,
                           const struct run *run, struct error *warning, struct error *error) {
    struct source source = {NULL, 0, 0};
    const char *name = from.text == NULL && strcmp(from.name, "-") == 0 ? "<stdin>" : from.name;
    formula_text *text = NULL;
    warning->code = ERROR_NONE;
    int failed = from.text == NULL ? read_source(from.name, name, run, &source, error)
                                   : make_room(run->memory, &source, from.length, name, error);
    if (!failed) {
        if (from.text != NULL) {
            source.length = from.length;
            memcpy(source.data, from.text, from.length);
        }
        text = parse_source(&source, name, options, run, warning, error);
    }
    memory_free(run->memory, source.data, source.capacity);
    return text;
}
