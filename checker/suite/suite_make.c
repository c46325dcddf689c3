/* Makes the properties of suites: joins a formula and the macros that it uses, and finds the places of
 * errors. */
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/suite/suite_syntax.h"

/* --- the text of a formula --- */

struct joining {
    const suite *suite;
    const struct suite_property *wanted;
    unsigned char *is_used; /* by definition */
    GROWING(uint32_t) open; /* definitions in use whose texts have not been searched */
    struct text_buffer text;
    GROWING(struct property_piece) pieces;
    uint32_t lines; /* of `text` so far */
    int has_sections;
};

/* Marks the definitions that the text uses. Returns 0, or -1 when memory runs out. */
static int mark_used(struct joining *joining, const char *text) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    const suite *suite = joining->suite;
    for (text += strcspn(text, letters); *text != '\0'; text += strcspn(text, letters)) {
        size_t length = strspn(text, letters);
        struct index_walk walk = index_find(&suite->macros, hash_bytes(text, length, 0));
        while (index_next(&walk)) {
            const struct suite_definition *definition = &suite->definitions.data[walk.number];
            if (walk.number < joining->wanted->definitions && !joining->is_used[walk.number] &&
                definition->name_length == length && memcmp(definition->name, text, length) == 0) {
                joining->is_used[walk.number] = 1;
                if (GROWING_ADD(suite->run->memory, joining->open, walk.number) != 0) {
                    return -1;
                }
            }
        }
        text += length;
    }
    return 0;
}

/* Adds a piece, which begins on a line of its own. */
static int add_piece(struct joining *joining, const char *text, size_t length, struct source_position from) {
    struct memory *memory = joining->suite->run->memory;
    if (joining->text.length != 0) {
        if (text_buffer_add(memory, &joining->text, "\n") != 0) {
            return -1;
        }
        joining->lines++;
    }
    if (GROWING_ADD(memory, joining->pieces, (struct property_piece){joining->lines + 1, from}) != 0 ||
        text_buffer_append(memory, &joining->text, text, length) != 0) {
        return -1;
    }
    for (const char *at = text; (at = memchr(at, '\n', length - (size_t)(at - text))) != NULL; at++) {
        joining->lines++;
    }
    return 0;
}

static struct source_position place_of(const char *path, struct formula_position where) {
    return (struct source_position){path, where.line, where.column};
}

/* Adds the macros that the formula uses, or the sections, which are for formulas in mCRL2's dialect. */
static int add_definitions(struct joining *joining, int sections) {
    const struct suite_property *wanted = joining->wanted;
    int is_mcf = property_row(wanted->kind)->dialect == FORMULA_DIALECT_AUTO &&
                 formula_dialect_of(joining->suite->dialect, wanted->path) == FORMULA_DIALECT_MCF,
        failed = 0;
    for (uint64_t i = 0; i < wanted->definitions && !failed; i++) {
        const struct suite_definition *definition = &joining->suite->definitions.data[i];
        int is_section = definition->name == NULL;
        if (is_section == sections && (is_section ? is_mcf : joining->is_used[i])) {
            joining->has_sections |= is_section;
            failed = add_piece(joining, definition->text, definition->length,
                               place_of(definition->path, definition->where));
        }
    }
    return failed;
}

/* Adds the formula, between `form` and `;` after sections. */
static int add_formula(struct joining *joining) {
    const struct suite_property *wanted = joining->wanted;
    struct source_position place = place_of(wanted->path, wanted->where);
    return (joining->has_sections && add_piece(joining, "form", strlen("form"), place) != 0) ||
                   add_piece(joining, wanted->formula, wanted->length, place) != 0 ||
                   (joining->has_sections && add_piece(joining, ";", 1, place) != 0)
               ? -1
               : 0;
}

/* Joins the definitions that the formula uses, in order, and the formula. */
static int join_definitions(struct joining *joining) {
    const struct suite_property *wanted = joining->wanted;
    struct memory *memory = joining->suite->run->memory;
    joining->is_used = memory_allocate_zeroed(memory, wanted->definitions);
    int failed = joining->is_used == NULL || mark_used(joining, wanted->formula) != 0;
    while (!failed && joining->open.count > 0) {
        uint32_t next = joining->open.data[--joining->open.count];
        failed = mark_used(joining, joining->suite->definitions.data[next].text) != 0;
    }
    failed = failed || add_definitions(joining, 0) != 0 || add_definitions(joining, 1) != 0 ||
             add_formula(joining) != 0;
    memory_free(memory, joining->is_used, wanted->definitions);
    GROWING_FREE(memory, joining->open);
    return failed ? -1 : 0;
}

static int make_formula(const suite *suite, const struct suite_property *wanted,
                        const struct property_maker *maker, struct property *property) {
    struct joining joining = {.suite = suite, .wanted = wanted};
    struct memory *memory = suite->run->memory;
    int failed = join_definitions(&joining) != 0 ? error_memory(maker->error, "to read the properties") : 0;
    if (!failed) {
        const struct property_text text = {joining.text.data, joining.text.length, wanted->path,
                                           joining.pieces.data, joining.pieces.count};
        struct property_maker own = *maker;
        own.dialect = suite->dialect;
        failed = property_make_text(&own, wanted->kind, &text, property);
    }
    text_buffer_free(memory, &joining.text);
    GROWING_FREE(memory, joining.pieces);
    return failed;
}

/* --- all kinds --- */

static int make_of_labels(const struct suite_property *wanted, const struct property_maker *maker,
                          struct property *property) {
    int failed = property_begin_parts(maker, wanted->kind, wanted->text_count, property);
    for (uint32_t i = 0; i < wanted->text_count && !failed; i++) {
        const struct suite_text *text = &wanted->texts[i];
        failed = property_make_part(maker, text->text, text->is_pattern, &property->parts[i]);
    }
    return failed || property_name_parts(maker, property) != 0 ? -1 : 0;
}

static int make_property(const suite *suite, const struct suite_property *wanted,
                         const struct property_maker *maker, struct property *property) {
    struct property_maker of_monitor = *maker;
    switch (property_row(wanted->kind)->takes) {
    case PROPERTY_TAKES_NOTHING:
        return property_make(maker, wanted->kind, NULL, property);
    case PROPERTY_TAKES_LABELS:
        return make_of_labels(wanted, maker, property);
    case PROPERTY_TAKES_MONITOR:
        of_monitor.error_states = wanted->error_states;
        of_monitor.error_state_count = wanted->error_state_count;
        return property_make(&of_monitor, wanted->kind, wanted->texts[0].text, property);
    case PROPERTY_TAKES_AUTOMATON:
        return property_make(maker, wanted->kind, wanted->texts[0].text, property);
    case PROPERTY_TAKES_FORMULA:
        return make_formula(suite, wanted, maker, property);
    default:
        return property_make_of_label(maker, wanted->kind, wanted->texts[0].text, wanted->texts[0].is_pattern,
                                      property);
    }
}

/* Adds the place in the suite to an error about a label, a pattern or the whole file of a monitor. */
static void blame(const struct suite_property *wanted, struct error *error) {
    int in_suite = (error->code == ERROR_INPUT || error->code == ERROR_USAGE) && error->path[0] == '\0';
    int in_file = property_row(wanted->kind)->takes == PROPERTY_TAKES_MONITOR && error->path[0] != '\0' &&
                  error->line == 0 && (error->code == ERROR_INPUT || error->code == ERROR_IO);
    if (in_suite || in_file) {
        struct formula_position where = wanted->text_count == 1 ? wanted->texts[0].where : wanted->where;
        error_prefix(error, "%.400s%s", error->path, in_file ? ": " : "");
        error_place(error, place_of(wanted->path, where));
        error->code = error->code == ERROR_USAGE ? ERROR_INPUT : error->code;
    }
}

int suite_make_property(const suite *suite, const struct suite_property *wanted,
                        const struct property_maker *maker, struct property *property) {
    *maker->error = (struct error){.code = ERROR_NONE};
    const int failed = make_property(suite, wanted, maker, property) != 0;
    property_assume(maker, property);
    if (failed) {
        blame(wanted, maker->error);
        return -1;
    }
    property->expected = wanted->expected;
    property->is_of_suite = 1;
    return property_set_name(property, maker->run, maker->error, "%s", wanted->name);
}
