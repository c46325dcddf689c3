/*
 * Interned labels. Each table has its own hash seed, so that no file can be crafted to make it slow; ids do
 * not depend on it.
 */
#include "base/text/label.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/blank.h"
#include "base/text/ratio.h"

struct label_entry {
    const char *text;
    uint32_t length;
    uint32_t gate;
    uint8_t kind;
    uint8_t is_exit;
};

struct name {
    const char *text;
    size_t length;
};

struct label_table {
    struct memory *memory;
    arena *texts;
    int ignore_case;
    uint64_t seed;
    struct name *internal; /* all names of the internal action */
    uint32_t internal_count;
    uint64_t internal_capacity;
    struct label_entry *entries;
    uint64_t count, capacity;
    struct index index; /* finds all labels but the internal action */
};

/* --- bytes --- */

static size_t skip_blanks(const char *text, size_t at, size_t length) {
    return (size_t)(text_skip_blanks(text + at, text + length) - text);
}

static char fold_byte(char byte) {
    return byte >= 'a' && byte <= 'z' ? (char)(byte - 'a' + 'A') : byte;
}

/*
 * Hashes the text; with ignore_case, without bit 0x20, the only one in which letters of different case
 * differ.
 */
static uint64_t hash_text(const label_table *table, const char *text, size_t length) {
    return hash_masked_bytes(text, length, table->seed,
                             table->ignore_case ? UINT64_C(0xdfdfdfdfdfdfdfdf) : UINT64_MAX);
}

/* Whether the text, folded as the table requires, equals `stored`. */
static int equals(const label_table *table, const char *stored, const char *text, size_t length) {
    if (!table->ignore_case) {
        return memcmp(stored, text, length) == 0;
    }
    for (size_t i = 0; i < length; i++) {
        if (stored[i] != fold_byte(text[i])) {
            return 0;
        }
    }
    return 1;
}

/* --- the meaning of texts --- */

size_t label_text_gate_length(const char *text, size_t length) {
    size_t gate = 0;
    while (gate < length && !text_is_blank(text[gate]) && text[gate] != '!' && text[gate] != '?' &&
           text[gate] != '(' && text[gate] != ';') {
        gate++;
    }
    return gate;
}

static int is_internal(const label_table *table, const char *text, size_t length) {
    for (uint32_t i = 0; i < table->internal_count; i++) {
        if (table->internal[i].length == length && equals(table, table->internal[i].text, text, length)) {
            return 1;
        }
    }
    return 0;
}

/* The length of a text without the blanks at its end. */
static size_t trim_blanks(const char *text, size_t end) {
    return (size_t)(text_trim_end(text, text + end) - text);
}

/* The kind of a text: PLAIN, PROB or RATE; *action is the length of L. */
static enum label_kind stochastic(const label_table *table, const char *text, size_t length, size_t *action) {
    const char *semicolon = memrchr(text, ';', length);
    size_t at = semicolon == NULL ? 0 : (size_t)(semicolon - text) + 1;
    size_t end = at == 0 ? 0 : at - 1;
    char word[5] = "";
    *action = 0;
    at = skip_blanks(text, at, length);
    for (size_t i = 0; i < 4 && at < length; i++, at++) {
        word[i] = table->ignore_case ? fold_byte(text[at]) : text[at];
    }
    int probability = strcmp(word, table->ignore_case ? "PROB" : "prob") == 0;
    if (!probability && strcmp(word, table->ignore_case ? "RATE" : "rate") != 0) {
        return LABEL_PLAIN;
    }
    size_t number = skip_blanks(text, at, length);
    size_t digits = number == at ? 0 : ratio_parse(text + number, length - number, NULL);
    if (digits == 0 || skip_blanks(text, number + digits, length) < length) {
        return LABEL_PLAIN;
    }
    *action = trim_blanks(text, end);
    return probability ? LABEL_PROB : LABEL_RATE;
}

enum label_kind label_text_kind(const label_table *table, const char *text, size_t length) {
    size_t action;
    return is_internal(table, text, length) ? LABEL_INTERNAL : stochastic(table, text, length, &action);
}

size_t label_text_action_length(const label_table *table, const char *text, size_t length) {
    size_t action;
    stochastic(table, text, length, &action);
    return action;
}

/* Whether a number begins here, or what other programs write for one. */
static int begins_number(const char *text, size_t length) {
    const size_t sign = length > 0 && (*text == '-' || *text == '+');
    const size_t point = length > sign && text[sign] == '.';
    const char *at = text + sign + point;
    const size_t left = length - sign - point;
    return (left > 0 && *at >= '0' && *at <= '9') ||
           (left >= 3 && (strncasecmp(at, "nan", 3) == 0 || strncasecmp(at, "inf", 3) == 0));
}

/* Whether a number follows the word that ends at `end`, after blanks or a sign that joins them. */
static int has_number(const char *text, size_t end, size_t length) {
    const size_t at = skip_blanks(text, end, length);
    const int is_joined = at < length && (text[at] == '=' || text[at] == ':' || text[at] == '(');
    const size_t number = skip_blanks(text, at + (size_t)is_joined, length);
    return number > end && begins_number(text + number, length - number);
}

int label_text_is_slip(const label_table *table, const char *text, size_t length, const char **word) {
    const size_t end = trim_blanks(text, length);
    const int is_closed = end > 0 && text[end - 1] == ';';
    const int was_plain = label_text_kind(table, text, length) == LABEL_PLAIN;
    length = is_closed ? end - 1 : length;
    const char *semicolon = memrchr(text, ';', length);
    const size_t begin = skip_blanks(text, semicolon == NULL ? 0 : (size_t)(semicolon - text) + 1, length);
    const size_t at = begin + 4;
    if (at > length || !was_plain) {
        return 0;
    }
    *word = strncasecmp(text + begin, "prob", 4) == 0   ? "prob"
            : strncasecmp(text + begin, "rate", 4) == 0 ? "rate"
                                                        : NULL;
    /* `L; probe` and `L; rate_1` are other words; without L, `rate`, `rate limit` and `rate !3` are actions.
     */
    const int is_second =
        semicolon != NULL && (at == length || !(isalnum((unsigned char)text[at]) || text[at] == '_'));
    return *word != NULL && (is_second || has_number(text, at, length));
}

void label_slip_describe(const char *text, const char *word, char described[LABEL_SLIP_TEXT]) {
    const char *action = strchr(text, ';') == NULL ? "" : "L; ";
    snprintf(described, LABEL_SLIP_TEXT,
             "the label '%.100s' has no %s that can be read, so it is a label like any other: write it as in "
             "'%s%s 0.5' or '%s%s 1/3'",
             text, *word == 'p' ? "probability" : "rate", action, word, action, word);
}

size_t label_text_number(const char *text, size_t length, size_t *action) {
    const char *semicolon = memrchr(text, ';', length);
    *action = semicolon == NULL ? 0 : trim_blanks(text, (size_t)(semicolon - text));
    const size_t word = skip_blanks(text, semicolon == NULL ? 0 : (size_t)(semicolon - text) + 1, length);
    return skip_blanks(text, word + strlen("prob"), length);
}

double label_text_value(const char *text, size_t length) {
    long double number = 0;
    size_t action;
    const size_t at = label_text_number(text, length, &action);
    ratio_parse(text + at, length - at, &number);
    return (double)number;
}

int label_text_action_is_internal(const label_table *table, const char *text, size_t length) {
    return is_internal(table, text, label_text_action_length(table, text, length));
}

/* --- the table --- */

static int add_internal(label_table *table, const char *name) {
    size_t length = strlen(name);
    char *copy = arena_copy(table->texts, name, length);
    if (copy == NULL) {
        return -1;
    }
    for (size_t i = 0; i < length; i++) {
        copy[i] = table->ignore_case ? fold_byte(copy[i]) : copy[i];
    }
    table->internal[table->internal_count++] = (struct name){copy, length};
    return 0;
}

/* Appends an entry; returns its id, or LABEL_NONE. */
static uint32_t append(label_table *table, const char *text, size_t length, int internal) {
    if (table->count >= LABEL_NONE || length >= UINT32_MAX ||
        MEMORY_GROW(table->memory, &table->entries, &table->capacity, table->count + 1) != 0) {
        return LABEL_NONE;
    }
    char *copy = arena_copy(table->texts, text, length);
    if (copy == NULL) {
        return LABEL_NONE;
    }
    size_t action;
    for (size_t i = 0; table->ignore_case && !internal && i < length; i++) {
        copy[i] = fold_byte(copy[i]);
    }
    struct label_entry *entry = &table->entries[table->count];
    entry->text = copy;
    entry->length = (uint32_t)length;
    entry->gate = (uint32_t)label_text_gate_length(copy, length);
    entry->kind = (uint8_t)(internal ? LABEL_INTERNAL : stochastic(table, copy, length, &action));
    entry->is_exit =
        !internal && entry->gate == 4 && memcmp(copy, table->ignore_case ? "EXIT" : "exit", 4) == 0;
    return (uint32_t)table->count++;
}

static int fill_table(label_table *table, const char *const *internal, uint32_t internal_count) {
    table->texts = arena_create(table->memory);
    table->internal_capacity = (uint64_t)internal_count + 2;
    table->internal = memory_allocate_array(table->memory, table->internal_capacity, sizeof *table->internal);
    if (table->texts == NULL || table->internal == NULL || add_internal(table, "i") != 0 ||
        add_internal(table, "tau") != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < internal_count; i++) {
        if (add_internal(table, internal[i]) != 0) {
            return -1;
        }
    }
    /* the internal action is found by its names, not by the index */
    return append(table, "i", 1, 1) == LABEL_INTERNAL_ID ? 0 : -1;
}

label_table *label_table_create(struct memory *memory, int ignore_case, const char *const *internal,
                                uint32_t internal_count) {
    label_table *table = memory_allocate_zeroed(memory, sizeof *table);
    if (table == NULL) {
        return NULL;
    }
    table->memory = memory;
    table->ignore_case = ignore_case != 0;
    table->seed =
        hash_combine((uint64_t)(uintptr_t)table ^ 0x8ebc6af09c88c6e3u, (uint64_t)(run_clock() * 1e9) | 1);
    if (fill_table(table, internal, internal_count) != 0) {
        label_table_free(table);
        return NULL;
    }
    return table;
}

void label_table_free(label_table *table) {
    if (table == NULL) {
        return;
    }
    index_free(&table->index, table->memory);
    memory_free(table->memory, table->entries, table->capacity * sizeof *table->entries);
    memory_free(table->memory, table->internal, table->internal_capacity * sizeof *table->internal);
    arena_free(table->texts);
    memory_free(table->memory, table, sizeof *table);
}

static uint32_t find_visible(const label_table *table, const char *text, size_t length, uint64_t hash) {
    for (struct index_walk walk = index_find(&table->index, hash); index_next(&walk);) {
        const struct label_entry *entry = &table->entries[walk.number];
        if (entry->length == length && equals(table, entry->text, text, length)) {
            return walk.number;
        }
    }
    return LABEL_NONE;
}

uint32_t label_find(const label_table *table, const char *text, size_t length) {
    if (is_internal(table, text, length)) {
        return LABEL_INTERNAL_ID;
    }
    return find_visible(table, text, length, hash_text(table, text, length));
}

uint32_t label_intern(label_table *table, const char *text, size_t length) {
    if (is_internal(table, text, length)) {
        return LABEL_INTERNAL_ID;
    }
    uint64_t hash = hash_text(table, text, length);
    uint32_t id = find_visible(table, text, length, hash);
    if (id != LABEL_NONE) {
        return id;
    }
    id = append(table, text, length, 0);
    if (id != LABEL_NONE && index_add(&table->index, table->memory, hash, id) != 0) {
        table->count--;
        return LABEL_NONE;
    }
    return id;
}

uint32_t label_count(const label_table *table) {
    return (uint32_t)table->count;
}

const char *label_text(const label_table *table, uint32_t label) {
    return table->entries[label].text;
}

uint32_t label_length(const label_table *table, uint32_t label) {
    return table->entries[label].length;
}

uint32_t label_gate_length(const label_table *table, uint32_t label) {
    return table->entries[label].gate;
}

enum label_kind label_kind(const label_table *table, uint32_t label) {
    return (enum label_kind)table->entries[label].kind;
}

int label_is_exit(const label_table *table, uint32_t label) {
    return table->entries[label].is_exit;
}

int label_table_ignores_case(const label_table *table) {
    return table->ignore_case;
}
