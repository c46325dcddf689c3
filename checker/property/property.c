/* Makes properties for a network from the texts of the command line and of evidence. */
#include "checker/property/property.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "checker/property/property_internal.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/listed.h"
#include "specs/data/expand.h"

#define KIND_ROW(member, ...) {__VA_ARGS__},
static const struct property_row rows[PROPERTY_KINDS] = {PROPERTY_LIST(KIND_ROW)};

const struct property_row *property_row(enum property_kind kind) {
    return &rows[kind];
}

static int is_named(const char *name, const char *wanted, size_t length) {
    return name != NULL && strncmp(name, wanted, length) == 0 && name[length] == '\0';
}

enum property_kind property_kind_named(const char *name, size_t length) {
    unsigned kind = 0;
    while (kind < PROPERTY_KINDS && !is_named(rows[kind].name, name, length) &&
           !is_named(rows[kind].old_name, name, length)) {
        kind++;
    }
    return (enum property_kind)kind;
}

int property_is_of_cycles(enum property_kind kind) {
    return rows[kind].ground == PROPERTY_BY_CYCLES;
}

int property_is_of_schedulers(enum property_kind kind) {
    return rows[kind].ground == PROPERTY_BY_SCHEDULERS;
}

int property_is_of_runs(enum property_kind kind) {
    return rows[kind].ground == PROPERTY_BY_RUNS;
}

int property_is_ltl(enum property_kind kind) {
    return property_is_of_runs(kind) && rows[kind].takes == PROPERTY_TAKES_FORMULA;
}

int property_is_of_likely_runs(enum property_kind kind) {
    return property_is_of_schedulers(kind) && rows[kind].takes == PROPERTY_TAKES_FORMULA;
}

int property_sees_states(const struct property *property) {
    uint64_t predicates = 0;
    if (property_is_of_likely_runs(property->kind)) {
        formula_predicates(property->formula, &predicates);
    }
    return property->is_state_label || predicates != 0;
}

int property_is_formula(const struct property *property) {
    return rows[property->kind].ground == PROPERTY_BY_FORMULA;
}

int property_set_name(struct property *property, const struct run *run, struct error *error,
                      const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    uint64_t bytes = (uint64_t)vsnprintf(NULL, 0, format, arguments) + 1;
    char *name = memory_allocate(run->memory, bytes);
    if (name != NULL) {
        vsnprintf(name, bytes, format, again);
        memory_free(run->memory, property->name, property->name_bytes);
        property->name = name;
        property->name_bytes = bytes;
    }
    va_end(again);
    va_end(arguments);
    return name == NULL ? error_memory(error, "for the property") : 0;
}

int property_set_text(const struct property_maker *maker, struct property *property, const char *text,
                      size_t length) {
    property->text = memory_allocate(maker->run->memory, length + 1);
    if (property->text == NULL) {
        return error_memory(maker->error, "for the property");
    }
    memcpy(property->text, text, length);
    property->text[length] = '\0';
    property->text_bytes = length + 1;
    return 0;
}

/* --- labels --- */

const char property_no_every_scheduler[] =
    "--schedulers all is for --almost-surely: heddle cannot decide whether every scheduler does something "
    "again and again";

int property_state_label(language_tree *tree, const char *text, uint32_t *number, const struct run *run,
                         struct error *error) {
    const size_t length = strlen(text);
    const struct source_position place = {PROPERTY_STATE_LABEL, 1, 1}, inside = {PROPERTY_STATE_LABEL, 1, 2};
    if (length >= 2 && text[0] == '{' && text[length - 1] == '}') {
        return language_predicate(tree, text + 1, length - 2, inside, number, error);
    }
    if (strchr(text, '"') != NULL) {
        return error_at(error, ERROR_INPUT, place, "a label of states has no quotes: %.200s", text);
    }
    char *quoted = memory_allocate(run->memory, length + 3);
    if (quoted == NULL) {
        return error_memory(error, "for the property");
    }
    snprintf(quoted, length + 3, "\"%s\"", text);
    int failed = language_predicate(tree, quoted, length + 2, place, number, error);
    memory_free(run->memory, quoted, length + 3);
    return failed;
}

const struct exp_options *property_options(const struct property_maker *maker) {
    static const struct exp_options plain;
    return maker->tree == NULL ? &plain : language_options(maker->tree);
}

int property_take_schedulers(const struct property_maker *maker, enum property_kind kind,
                             struct property *property) {
    if (!maker->every_scheduler || !property_is_of_schedulers(kind)) {
        return 0;
    }
    property->by_every_scheduler = 1;
    return rows[kind].repeatedly ? error_set(maker->error, ERROR_USAGE, "%s", property_no_every_scheduler)
                                 : 0;
}

/* Names a property of a label, between quotes or after "state ". */
static int name_of_label(const struct property_maker *maker, struct property *property, const char *before,
                         const char *text, const char *after) {
    return property_set_name(property, maker->run, maker->error, "%s %s%s%s%s", rows[property->kind].name,
                             before, text, after, property->by_every_scheduler ? PROPERTY_BY_EVERY : "");
}

static int make_of_states(const struct property_maker *maker, enum property_kind kind, const char *text,
                          int is_pattern, struct property *property) {
    *property = (struct property){.kind = kind, .is_state_label = 1};
    if (is_pattern) {
        return error_set(maker->error, ERROR_USAGE,
                         "--state-label takes whole labels, not patterns like '%.200s'", text);
    }
    return property_take_schedulers(maker, kind, property) != 0 ||
                   (maker->tree != NULL && property_state_label(maker->tree, text, &property->predicate,
                                                                maker->run, maker->error) != 0) ||
                   property_set_text(maker, property, text, strlen(text)) != 0
               ? -1
               : name_of_label(maker, property, "state ", text, "");
}

int property_make_of_label(const struct property_maker *maker, enum property_kind kind, const char *text,
                           int is_pattern, struct property *property) {
    if (maker->state_labels && property_is_of_schedulers(kind)) {
        return make_of_states(maker, kind, text, is_pattern, property);
    }
    const struct exp_options *options = property_options(maker);
    const char *quote = is_pattern ? "'" : "", *kept = text;
    *property = (struct property){.kind = kind};
    if (property_take_schedulers(maker, kind, property) != 0) {
        return -1;
    }
    if (is_pattern) {
        unsigned flags = (options->regex_extended ? PATTERN_EXTENDED : 0) |
                         (options->ignore_case ? PATTERN_IGNORE_CASE : 0);
        property->pattern = pattern_compile(maker->run, text, flags, maker->error);
        if (property->pattern == NULL) {
            return -1;
        }
    } else if (maker->tree != NULL) {
        /* The label in the network's form: with the common name of the internal action, and with letters
         * folded if the options ignore case. */
        label_table *labels = language_labels(maker->tree);
        uint32_t id = label_intern(labels, text, strlen(text));
        if (id == LABEL_NONE) {
            return error_memory(maker->error, "for the property");
        }
        kept = label_text(labels, id);
    }
    return property_set_text(maker, property, kept, strlen(kept)) != 0
               ? -1
               : name_of_label(maker, property, quote, text, quote);
}

int property_make_part(const struct property_maker *maker, const char *text, int is_pattern,
                       struct property *property) {
    return property_make_of_label(maker, PROPERTY_NEVER, text, is_pattern, property);
}

/* Makes a property from a text of `length` bytes, which may be in quotes. */
static int make_quoted(const struct property_maker *maker, enum property_kind kind, const char *text,
                       size_t length, struct property *property) {
    int quoted = length != 0 && (text[0] == '\'' || text[0] == '"');
    if (length == 0) { /* the empty label must be written with quotes */
        return error_set(maker->error, ERROR_USAGE, "the label is empty (write '\"\"' for the empty label)");
    }
    if (quoted && (length == 1 || text[length - 1] != text[0])) {
        return error_set(maker->error, ERROR_USAGE,
                         "the opening quote is not closed: a pattern is written \"'...'\" in a shell");
    }
    uint64_t bytes = length + 1;
    char *inner = memory_allocate(maker->run->memory, bytes);
    if (inner == NULL) {
        return error_memory(maker->error, "for the property");
    }
    size_t kept = quoted ? length - 2 : length;
    memcpy(inner, text + quoted, kept);
    inner[kept] = '\0';
    int failed = property_make_of_label(maker, kind, inner, text[0] == '\'', property);
    memory_free(maker->run->memory, inner, bytes);
    return failed;
}

/* --- several labels --- */

int property_begin_parts(const struct property_maker *maker, enum property_kind kind, uint32_t count,
                         struct property *property) {
    *property = (struct property){.kind = kind, .part_count = count};
    property->parts = memory_allocate_zeroed(maker->run->memory, count * sizeof *property->parts);
    return property->parts == NULL ? error_memory(maker->error, "for the property") : 0;
}

int property_name_parts(const struct property_maker *maker, struct property *property) {
    const char *kind = rows[property->kind].name;
    uint64_t need = strlen(kind) + 1, used;
    for (uint32_t i = 0; i < property->part_count; i++) {
        need += strlen(property->parts[i].text) + sizeof "'', ";
    }
    property->name = memory_allocate(maker->run->memory, need);
    if (property->name == NULL) {
        return error_memory(maker->error, "for the property");
    }
    property->name_bytes = need;
    used = (uint64_t)snprintf(property->name, need, "%s", kind);
    for (uint32_t i = 0; i < property->part_count; i++) {
        const char *quote = property->parts[i].pattern != NULL ? "'" : "";
        used += (uint64_t)snprintf(property->name + used, need - used, "%s%s%s%s", i == 0 ? " " : ", ", quote,
                                   property->parts[i].text, quote);
    }
    return 0;
}

static int make_of_labels(const struct property_maker *maker, enum property_kind kind, const char *list,
                          struct property *property) {
    uint32_t count = 0;
    for (const char *at = list; at != NULL; at = listed_first(at).next) {
        count++;
    }
    if (property_begin_parts(maker, kind, count, property) != 0) {
        return -1;
    }
    struct listed_text before = {0};
    for (uint32_t i = 0; i < count; i++) {
        struct listed_text text = listed_first(list);
        if (text.begin == text.end && i > 0) {
            return error_set(maker->error, ERROR_USAGE, "the label after '%.*s,' is empty",
                             (int)(before.end - before.begin), before.begin);
        }
        if (make_quoted(maker, PROPERTY_NEVER, text.begin, (size_t)(text.end - text.begin),
                        &property->parts[i]) != 0) {
            return -1;
        }
        before = text;
        list = text.next;
    }
    return property_name_parts(maker, property);
}

/* --- all kinds --- */

static int make_monitor(const struct property_maker *maker, const char *path, struct property *property) {
    property->monitor = monitor_read(path, maker->error_states, maker->error_state_count,
                                     language_labels(maker->tree), maker->run, maker->error);
    return property->monitor == NULL
               ? -1
               : property_set_name(property, maker->run, maker->error, "monitor %s", path);
}

static int make(const struct property_maker *maker, enum property_kind kind, const char *text,
                struct property *property) {
    *property = (struct property){.kind = kind};
    switch (rows[kind].takes) {
    case PROPERTY_TAKES_NOTHING:
        return property_set_name(property, maker->run, maker->error, "%s", rows[kind].name);
    case PROPERTY_TAKES_LABELS:
        return make_of_labels(maker, kind, text, property);
    case PROPERTY_TAKES_MONITOR:
        return make_monitor(maker, text, property);
    case PROPERTY_TAKES_AUTOMATON:
        return property_make_automaton(maker, text, property);
    case PROPERTY_TAKES_FORMULA:
        return property_make_text(maker, kind, &(struct property_text){.text = text, .length = strlen(text)},
                                  property);
    default:
        return make_quoted(maker, kind, text, strlen(text), property);
    }
}

int property_make(const struct property_maker *maker, enum property_kind kind, const char *text,
                  struct property *property) {
    const int failed = make(maker, kind, text, property);
    property_assume(maker, property);
    return failed;
}

void property_assume(const struct property_maker *maker, struct property *property) {
    property->fairness =
        property_is_of_cycles(property->kind) || property_is_of_runs(property->kind) ? maker->fairness : NULL;
}

void property_free(struct property *property, const struct run *run) {
    memory_free(run->memory, property->name, property->name_bytes);
    memory_free(run->memory, property->text, property->text_bytes);
    pattern_free(property->pattern);
    monitor_free(property->monitor);
    formula_text_free(property->formula);
    memory_free(run->memory, property->file, property->file_bytes);
    memory_free(run->memory, property->pieces, property->piece_count * sizeof *property->pieces);
    for (uint32_t i = 0; i < property->part_count && property->parts != NULL; i++) {
        property_free(&property->parts[i], run);
    }
    memory_free(run->memory, property->parts, property->part_count * sizeof *property->parts);
    *property = (struct property){0};
}

int property_passes(const struct property *property, int holds) {
    return holds == (property->expected != EXPECTED_VIOLATED);
}

int property_matches(const struct property *property, const char *label, size_t length, struct error *error) {
    if (property->pattern != NULL) {
        return pattern_match_total(property->pattern, label, length, error);
    }
    return strlen(property->text) == length && memcmp(property->text, label, length) == 0;
}
