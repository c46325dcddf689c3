/* Properties that are formulas: their texts, names and plans. */
#include <string.h>

#include "base/error.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text.h"
#include "checker/property.h"
#include "specs/formula_observer.h"

#define COMMAND_LINE "formula" /* what errors call a text that is in no file */

struct bytes {
    char *data;
    uint64_t count, capacity;
};

static int fail_memory(struct error *error) {
    return error_set(error, ERROR_MEMORY, "not enough memory for the property");
}

/* All of a file, with a NUL behind it. The caller frees what there is, whatever it returns. */
static int read_file(const char *path, struct bytes *text, const struct run *run, struct error *error) {
    input *input = input_open(run->memory, path, error);
    int64_t count = 1;
    if (input == NULL) {
        return -1;
    }
    while (count > 0) {
        if (memory_grow(run->memory, (void **)&text->data, &text->capacity, text->count + 4096, 1) != 0) {
            count = fail_memory(error);
        } else if (run_should_stop(run)) {
            count = error_set(error, ERROR_INTERRUPTED, "interrupted while a formula was read");
        } else {
            char *read = text->data + text->count;
            count = input_read(input, read, text->capacity - text->count - 1, error);
            text->count += count > 0 ? (uint64_t)count : 0;
            if (count > 0 && memchr(read, '\0', (size_t)count) != NULL) {
                break; /* no formula, which its reader says; it may be a device without an end */
            }
        }
    }
    input_close(input);
    if (count >= 0) {
        text->data[text->count] = '\0';
    }
    return count < 0 ? -1 : 0;
}

static char *copy(const char *text, size_t length, uint64_t *bytes, const struct run *run,
                  struct error *error) {
    char *result = memory_allocate(run->memory, length + 1);
    if (result == NULL) {
        fail_memory(error);
        return NULL;
    }
    memcpy(result, text, length);
    result[length] = '\0';
    *bytes = length + 1;
    return result;
}

/* Blanks and line ends in a row become one blank, those at the ends none. */
static void fit_in_line(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (strchr(" \t\r\n\v\f", *from) == NULL) {
            *to++ = *from;
        } else if (to > text && to[-1] != ' ') {
            *to++ = ' ';
        }
    }
    to -= to > text && to[-1] == ' ';
    *to = '\0';
}

/* `name`: of the file; NULL for a text that is its own name. */
static int make(struct property *property, const char *text, size_t length, const char *name,
                enum formula_dialect dialect, exp_tree *tree, const struct run *run, struct error *warning,
                struct error *error) {
    const struct exp_options *how = exp_tree_options(tree);
    struct formula_options options = {.dialect = dialect,
                                      .extended = how->regex_extended,
                                      .ignore_case = how->ignore_case,
                                      .internal = how->internal,
                                      .internal_count = how->internal_count};
    *warning = (struct error){.code = ERROR_NONE};
    *property = (struct property){.kind = PROPERTY_FORMULA, .dialect = dialect, .in_file = name != NULL};
    property->formula =
        formula_read_text(text, length, name == NULL ? COMMAND_LINE : name, &options, run, warning, error);
    if (property->formula == NULL || formula_plan_make(property->formula, &property->plan, error) != 0) {
        return -1;
    }
    const char *called = name == NULL ? text : name;
    property->text = copy(text, length, &property->text_bytes, run, error);
    property->name = copy(called, strlen(called), &property->name_bytes, run, error);
    if (property->text == NULL || property->name == NULL) {
        return -1;
    }
    if (name == NULL) {
        fit_in_line(property->name);
    }
    return 0;
}

int property_make_formula(struct property *property, const char *text, enum formula_dialect dialect,
                          exp_tree *tree, const struct run *run, struct error *warning, struct error *error) {
    dialect = dialect == FORMULA_DIALECT_AUTO ? FORMULA_DIALECT_MCL : dialect;
    return make(property, text, strlen(text), NULL, dialect, tree, run, warning, error);
}

int property_make_formula_file(struct property *property, const char *path, enum formula_dialect dialect,
                               exp_tree *tree, const struct run *run, struct error *warning,
                               struct error *error) {
    struct bytes text = {0};
    if (dialect == FORMULA_DIALECT_AUTO) {
        dialect = text_ends_with(path, ".mcf") ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL;
    }
    *property = (struct property){.kind = PROPERTY_FORMULA};
    int failed = read_file(path, &text, run, error) != 0 ||
                 make(property, text.data, text.count, path, dialect, tree, run, warning, error) != 0;
    memory_free(run->memory, text.data, text.capacity);
    return failed ? -1 : 0;
}

const char *property_formula_file(const struct property *property) {
    return property->in_file ? property->name : COMMAND_LINE;
}
