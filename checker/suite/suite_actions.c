/* The semantic actions of the parser of suites. */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/run.h"
#include "checker/suite/suite_syntax.h"

/* --- properties --- */

static uint64_t hash_name(const char *name) {
    return hash_bytes(name, strlen(name), 0);
}

static const struct suite_property *find_property(const suite *suite, const char *name) {
    for (struct index_walk walk = index_find(&suite->names, hash_name(name)); index_next(&walk);) {
        if (strcmp(suite->properties.data[walk.number].name, name) == 0) {
            return &suite->properties.data[walk.number];
        }
    }
    return NULL;
}

int suite_begin(struct suite_syntax *syntax, const struct suite_text *name) {
    const struct suite_property *other = find_property(syntax->suite, name->text);
    if (*name->text == '\0') {
        return suite_syntax_error(syntax, name->where, "the name of this property is empty");
    }
    if (other != NULL) {
        return suite_syntax_error(
            syntax, name->where,
            "there is a property '%.100s' already (%.300s:%u): give this one another name", name->text,
            other->path, other->named.line);
    }
    syntax->property =
        (struct suite_property){.name = name->text, .path = syntax->file->path, .named = name->where};
    syntax->texts.count = syntax->numbers.count = 0;
    return 0;
}

int suite_add_monitor(struct suite_syntax *syntax, const struct suite_text *name) {
    struct suite_text path = *name;
    path.text = suite_path(syntax->suite, syntax->file->path, name->text);
    return path.text == NULL ? suite_syntax_memory(syntax) : suite_add_text(syntax, &path);
}

int suite_add_text(struct suite_syntax *syntax, const struct suite_text *text) {
    return GROWING_ADD(syntax->suite->run->memory, syntax->texts, *text) == 0 ? 0
                                                                              : suite_syntax_memory(syntax);
}

int suite_add_number(struct suite_syntax *syntax, const struct suite_text *text) {
    uint64_t number;
    if (quantity_parse_number(text->text, &number) != 0) {
        return suite_syntax_error(syntax, text->where, "'%.100s' is not the number of a state", text->text);
    }
    return GROWING_ADD(syntax->suite->run->memory, syntax->numbers, number) == 0
               ? 0
               : suite_syntax_memory(syntax);
}

void suite_set_kind(struct suite_syntax *syntax, enum property_kind kind, struct formula_position where) {
    syntax->property.kind = kind;
    syntax->property.where = where;
}

int suite_set_formula(struct suite_syntax *syntax) {
    struct suite_property *property = &syntax->property;
    property->length = (size_t)(syntax->region_end - syntax->region);
    property->formula = arena_copy(syntax->suite->arena, syntax->region, property->length);
    property->definitions = syntax->suite->definitions.count;
    if (suite_refuse_misspelt_kind(syntax) != 0) {
        return -1;
    }
    if (property->length == 0) {
        return suite_syntax_error(
            syntax, property->where,
            "expected a formula, or deadlock, livelock, never, starvation, never-cycle, "
            "almost-surely, almost-surely-repeatedly, almost-surely-ltl or monitor");
    }
    return property->formula == NULL ? suite_syntax_memory(syntax) : 0;
}

int suite_set_expectation(struct suite_syntax *syntax, const struct suite_text *word) {
    int holds = strcmp(word->text, "holds") == 0;
    if (!holds && strcmp(word->text, "violated") != 0) {
        return suite_syntax_error(syntax, word->where, "unexpected '%.40s': expected 'holds' or 'violated'",
                                  word->text);
    }
    syntax->property.expected = holds ? EXPECTED_TO_HOLD : EXPECTED_VIOLATED;
    return 0;
}

/* Copies an array to the suite's arena. */
static const void *keep(struct suite_syntax *syntax, const void *items, uint64_t bytes) {
    void *copy = arena_allocate(syntax->suite->arena, bytes);
    if (copy != NULL && bytes != 0) {
        memcpy(copy, items, bytes);
    }
    return copy;
}

int suite_end(struct suite_syntax *syntax) {
    suite *suite = syntax->suite;
    struct memory *memory = suite->run->memory;
    struct suite_property *property = &syntax->property;
    property->text_count = (uint32_t)syntax->texts.count;
    property->texts = keep(syntax, syntax->texts.data, syntax->texts.count * sizeof *property->texts);
    property->error_state_count = syntax->numbers.count;
    property->error_states =
        keep(syntax, syntax->numbers.data, syntax->numbers.count * sizeof *property->error_states);
    if (property->texts == NULL || property->error_states == NULL || suite->properties.count >= INDEX_NONE ||
        index_add(&suite->names, memory, hash_name(property->name), (uint32_t)suite->properties.count) != 0 ||
        GROWING_ADD(memory, suite->properties, *property) != 0) {
        return suite_syntax_memory(syntax);
    }
    return 0;
}

/* --- macros and sections --- */

/* The macro or section that the scanner has found, without name; its text is NULL when memory runs out. */
static struct suite_definition take_definition(struct suite_syntax *syntax) {
    size_t length = (size_t)(syntax->region_end - syntax->region);
    return (struct suite_definition){.text = arena_copy(syntax->suite->arena, syntax->region, length),
                                     .length = length,
                                     .path = syntax->file->path,
                                     .where = syntax->region_where};
}

static int add_definition(struct suite_syntax *syntax, struct suite_definition definition) {
    suite *suite = syntax->suite;
    return suite->definitions.count < INDEX_NONE &&
                   GROWING_ADD(suite->run->memory, suite->definitions, definition) == 0
               ? 0
               : suite_syntax_memory(syntax);
}

int suite_define(struct suite_syntax *syntax) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    suite *suite = syntax->suite;
    struct suite_definition definition = take_definition(syntax);
    if (definition.text == NULL) {
        return suite_syntax_memory(syntax);
    }
    definition.name = definition.text + strlen("macro");
    definition.name += strspn(definition.name, " \t\r\f\v\n");
    definition.name_length = strspn(definition.name, letters);
    if (definition.name_length == 0) {
        return suite_syntax_error(syntax, definition.where,
                                  "a macro is written 'macro NAME (PARAMETERS) = FORMULA end_macro'");
    }
    uint64_t hash = hash_bytes(definition.name, definition.name_length, 0);
    if (index_add(&suite->macros, suite->run->memory, hash, (uint32_t)suite->definitions.count) != 0) {
        return suite_syntax_memory(syntax);
    }
    return add_definition(syntax, definition);
}

int suite_declare(struct suite_syntax *syntax) {
    struct suite_definition definition = take_definition(syntax);
    return definition.text == NULL ? suite_syntax_memory(syntax) : add_definition(syntax, definition);
}

/* --- includes --- */

int suite_include(struct suite_syntax *syntax, const struct suite_text *name) {
    const char *path = suite_path(syntax->suite, syntax->file->path, name->text);
    struct text_buffer text = {0};
    struct error error;
    if (path == NULL) {
        return suite_syntax_memory(syntax);
    }
    enum suite_outcome outcome =
        suite_read_from(syntax->suite, path, &(struct suite_place){syntax, name->where}, &text, &error);
    text_buffer_free(syntax->suite->run->memory, &text);
    if (outcome == SUITE_READ) {
        return 0;
    }
    if (outcome == SUITE_IS_FORMULA) {
        return suite_syntax_error(syntax, name->where,
                                  "%.300s has no properties with names: it is not a suite", path);
    }
    if (error.line == 0 && error.code != ERROR_MEMORY) {
        return suite_syntax_error(syntax, name->where, "%.300s: %.600s", path, error.text);
    }
    *syntax->error = error;
    syntax->failed = 1;
    return -1;
}
