/* Makes properties of formulas: their texts, names, and the places where they were written. */
#include "checker/property/property.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "checker/property/property_internal.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/data/expand.h"
#include "specs/syntax/formula_show.h"

#define MOST_NAME 1000u /* bytes of a name that is the formula's text */

/* Whether a text can be printed on one line as it is: without line ends, comments, and runs of blanks. */
static int is_line(const char *text, size_t length) {
    return length > 0 && length <= MOST_NAME && strpbrk(text, "\t\r\n\v\f%") == NULL &&
           strstr(text, "(*") == NULL && strstr(text, "  ") == NULL && text[0] != ' ' &&
           text[length - 1] != ' ' && strlen(text) == length;
}

/* Sets the name of a formula with data: its text on one line, without comments. */
static int name_by_text(const struct property_maker *maker, struct property *property) {
    const int is_likely = property_is_of_likely_runs(property->kind);
    char name[MOST_NAME + 8];
    size_t length = 0;
    for (const char *at = property->text; *at != '\0' && length < MOST_NAME;) {
        if (*at == '%') {
            at += strcspn(at, "\n");
        } else if (strchr(" \t\r\n\v\f", *at) != NULL) {
            at += strspn(at, " \t\r\n\v\f");
            if (length > 0) {
                name[length++] = ' ';
            }
        } else {
            name[length++] = *at++;
        }
    }
    length -= length > 0 && name[length - 1] == ' ';
    name[length] = '\0';
    return property_set_name(property, maker->run, maker->error, "%s%s%s%s%s",
                             is_likely ? property_row(property->kind)->name : "", is_likely ? " " : "", name,
                             length < MOST_NAME ? "" : "...",
                             property->by_every_scheduler ? PROPERTY_BY_EVERY : "");
}

/* Sets the name of a formula without a file. If its text does not fit on a line, the name is printed from
 * its tree. */
static int name_formula(const struct property_maker *maker, struct property *property) {
    struct memory *memory = maker->run->memory;
    struct text_buffer written = {0};
    if (formula_has_data(property->formula) || property->dialect == FORMULA_DIALECT_LTL) {
        return name_by_text(maker, property);
    }
    if (is_line(property->text, property->text_bytes - 1)) {
        return property_set_name(property, maker->run, maker->error, "%s", property->text);
    }
    int failed =
        formula_show(property->formula, formula_root(property->formula), "", MOST_NAME, memory, &written) != 0
            ? error_memory(maker->error, "for the property")
            : property_set_name(property, maker->run, maker->error, "%.*s", (int)written.length,
                                written.data);
    text_buffer_free(memory, &written);
    return failed;
}

struct source_position property_position(const struct property *property, struct formula_position where) {
    struct source_position position = {property_formula_file(property), where.line, where.column};
    uint64_t begin = 0, end = property->piece_count;
    while (end - begin > 1) {
        uint64_t middle = begin + (end - begin) / 2;
        if (property->pieces[middle].line <= where.line) {
            begin = middle;
        } else {
            end = middle;
        }
    }
    if (begin < end) {
        const struct property_piece *piece = &property->pieces[begin];
        position = piece->from;
        position.line += where.line - piece->line;
        position.column = where.line == piece->line ? where.column + piece->from.column - 1 : where.column;
    }
    return position;
}

/* Turns "line 3, column 4" in a message, positions in the property's text, into the places where that was
 * written. */
static void place_message(const struct property *property, char *text, size_t size) {
    char *copy = strdup(text), *from = copy;
    size_t used = 0;
    struct formula_position where;
    int length;
    while (copy != NULL && used < size && *from != '\0') {
        length = 0;
        if (sscanf(from, "line %" SCNu32 ", column %" SCNu32 "%n", &where.line, &where.column, &length) ==
                2 &&
            length > 0) {
            struct source_position position = property_position(property, where);
            used += (size_t)snprintf(text + used, size - used, "line %llu, column %llu",
                                     (unsigned long long)position.line, (unsigned long long)position.column);
            from += length;
        } else {
            text[used++] = *from++;
            text[used < size ? used : size - 1] = '\0';
        }
    }
    free(copy);
}

void property_place_error(const struct property *property, struct error *error) {
    const char *file = property_formula_file(property);
    size_t length = strlen(file) < 100 ? strlen(file) : 100;
    unsigned line, column;
    int end = 0;
    if (property->piece_count == 0 || error->code == ERROR_NONE) {
        return;
    }
    if (error->line == 0 && strncmp(error->text, file, length) == 0 &&
        sscanf(error->text + length, ":%u:%u: %n", &line, &column, &end) == 2 && end > 0) {
        memmove(error->text, error->text + length + end, strlen(error->text + length + end) + 1);
        error->line = line;
        error->column = column;
    }
    if (error->line != 0) {
        struct formula_position where = {(uint32_t)error->line, (uint32_t)error->column};
        error_place(error, property_position(property, where));
    }
    place_message(property, error->text, sizeof error->text);
}

int property_set_file(const struct property_maker *maker, const char *file, struct property *property) {
    const uint64_t bytes = strlen(file) + 1;
    property->file = memory_allocate(maker->run->memory, bytes);
    if (property->file == NULL) {
        return error_memory(maker->error, "for the property");
    }
    property->file_bytes = bytes;
    memcpy(property->file, file, bytes);
    return 0;
}

/* Copies the file's name and the pieces. */
static int set_source(const struct property_maker *maker, const struct property_text *from,
                      struct property *property) {
    struct memory *memory = maker->run->memory;
    if (property_set_file(maker, from->file, property) != 0) {
        return -1;
    }
    property->pieces = memory_allocate_array(memory, from->piece_count, sizeof *property->pieces);
    if (property->pieces == NULL) {
        return error_memory(maker->error, "for the property");
    }
    property->piece_count = from->piece_count;
    if (from->piece_count != 0) {
        memcpy(property->pieces, from->pieces, from->piece_count * sizeof *property->pieces);
    }
    return 0;
}

/* --- properties in PRISM's language --- */

static int has_ending(const char *name, const char *ending) {
    size_t length = strlen(name), end = strlen(ending);
    return length >= end && strcmp(name + length - end, ending) == 0;
}

/* What a text of a file or the command line is in PRISM's property language. */
enum prism_property {
    PRISM_PROPERTY_NONE,     /* a formula, or nothing that is known */
    PRISM_PROPERTY_VALUE,    /* P=? .., Rmax<5 .., S>0.1 .., or filters and lists of these */
    PRISM_PROPERTY_BRANCHING /* A [ .. ], E [ .. ] */
};

static const char *skip_space(const char *text, const char *end) {
    while (text < end && strchr(" \t\r\n", *text) != NULL) {
        text++;
    }
    return text;
}

/* What follows the word and white space, if the text begins with it and one of the characters is next; or
 * NULL. */
static const char *after_word(const char *text, const char *end, const char *word, const char *next) {
    const size_t length = strlen(word);
    if ((size_t)(end - text) < length || strncmp(text, word, length) != 0) {
        return NULL;
    }
    text = skip_space(text + length, end);
    return text < end && strchr(next, *text) != NULL ? text : NULL;
}

static enum prism_property prism_property_of(const struct property_text *from) {
    static const char *const endings[] = {".props", ".pctl", ".csl"};
    static const char *const values[] = {"P", "Pmin", "Pmax", "R", "Rmin", "Rmax", "S", "Smin", "Smax"};
    for (size_t i = 0; i < LENGTH(endings) && from->file != NULL; i++) {
        if (has_ending(from->file, endings[i])) {
            return PRISM_PROPERTY_VALUE;
        }
    }
    if (from->text == NULL) {
        return PRISM_PROPERTY_NONE;
    }
    const char *end = from->text + from->length, *text = skip_space(from->text, end);
    for (size_t i = 0; i < LENGTH(values); i++) {
        if (after_word(text, end, values[i], "=<>{") != NULL) {
            return PRISM_PROPERTY_VALUE;
        }
    }
    if (after_word(text, end, "filter", "(") != NULL || after_word(text, end, "multi", "(") != NULL) {
        return PRISM_PROPERTY_VALUE;
    }
    return after_word(text, end, "A", "[") != NULL || after_word(text, end, "E", "[") != NULL
               ? PRISM_PROPERTY_BRANCHING
               : PRISM_PROPERTY_NONE;
}

static int refuse_prism_property(const struct property_maker *maker, const char *name,
                                 enum prism_property what) {
    const struct source_position place = {name, 1, 1};
    if (what == PRISM_PROPERTY_BRANCHING) {
        return error_at(
            maker->error, ERROR_INPUT, place,
            "A and E of PRISM's property language are written as formulas: A [ G x<5 ] is [true*] "
            "{x<5}, and E [ F \"LABEL\" ] is <true*> {\"LABEL\"}; --ctl reads A [ G {x<5} ]");
    }
    return error_at(maker->error, ERROR_INPUT, place,
                    "P, R and S of PRISM's property language cannot be checked yet; formulas can, as [true*] "
                    "!{\"LABEL\"} for a label of the model and [true* . \"ACTION\"] false for an action, and "
                    "--almost-surely, which takes labels of the model with --state-label");
}

int property_bind_predicates(const struct property_maker *maker, const struct property *property) {
    uint64_t count;
    const struct formula_predicate *predicates = formula_predicates(property->formula, &count);
    int failed = 0;
    /* of an MDP in a file, predicates are its labels of states */
    for (uint64_t i = 0; i < count && maker->tree != NULL && !failed; i++) {
        struct formula *formula = predicates[i].formula;
        const struct source_position place = property_position(property, predicates[i].place);
        failed = language_predicate(maker->tree, formula->name, strlen(formula->name), place,
                                    &formula->predicate, maker->error);
        if (!failed && formula->predicate == LANGUAGE_DEADLOCK &&
            formula_bind_deadlock(property->formula, formula) != 0) {
            failed = error_memory(maker->error, "for the property");
        }
    }
    return failed ? -1 : 0;
}

int property_make_text(const struct property_maker *maker, enum property_kind kind,
                       const struct property_text *from, struct property *property) {
    const struct exp_options *how = property_options(maker);
    const struct property_row *row = property_row(kind);
    const char *name = from->file != NULL ? from->file : row->name;
    const enum formula_dialect wanted = row->dialect != FORMULA_DIALECT_AUTO ? row->dialect : maker->dialect;
    struct formula_options options = {.dialect = formula_dialect_of(wanted, name),
                                      .extended = how->regex_extended,
                                      .ignore_case = how->ignore_case,
                                      .internal = how->internal,
                                      .internal_count = how->internal_count};
    *maker->warning = (struct error){.code = ERROR_NONE};
    *property = (struct property){.kind = kind, .dialect = options.dialect};
    if (property_take_schedulers(maker, kind, property) != 0 ||
        (from->file != NULL && set_source(maker, from, property) != 0)) {
        return -1;
    }
    const enum prism_property foreign = maker->tree == NULL || language_has_variables(maker->tree)
                                            ? prism_property_of(from)
                                            : PRISM_PROPERTY_NONE;
    const int is_ctl = options.dialect == FORMULA_DIALECT_CTL && foreign == PRISM_PROPERTY_BRANCHING;
    if (foreign != PRISM_PROPERTY_NONE && !is_ctl) {
        refuse_prism_property(maker, name, foreign);
        property_place_error(property, maker->error);
        return -1;
    }
    struct formula_source source = {name, from->text, from->length};
    property->formula = formula_read(source, &options, maker->run, maker->warning, maker->error);
    property_place_error(property, property->formula == NULL ? maker->error : maker->warning);
    if (property->formula == NULL || property_bind_predicates(maker, property) != 0) {
        return -1;
    }
    size_t length;
    const char *text = formula_source(property->formula, &length);
    if (property_set_text(maker, property, text, length) != 0) {
        return -1;
    }
    return from->file != NULL ? property_set_name(property, maker->run, maker->error, "%s", from->file)
                              : name_formula(maker, property);
}

int property_make_formula_text(const struct property_maker *maker, const struct property_text *from,
                               struct property *property) {
    return property_make_text(maker, PROPERTY_FORMULA, from, property);
}

void property_mark_data(const struct property *property, const struct label_texts *labels) {
    formula_mark_data(property->formula, labels);
}

int property_expand(const struct property *property, const struct label_texts *labels, const struct run *run,
                    struct error *error) {
    int failed = formula_expand(property->formula, labels, property_formula_file(property), run, error);
    if (failed) {
        property_place_error(property, error);
    }
    return failed;
}

const char *property_formula_file(const struct property *property) {
    return property->file != NULL ? property->file : property_row(property->kind)->name;
}
