/*
 * Warnings of composing: names and patterns that match nothing, and what the user may have meant. That search
 * never makes composing fail.
 */
#include "frontend/exp/compile/compose.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text/spelling.h"

static int keep_warning(struct composer *composer, const struct source_position *position, const char *text) {
    char *copy = arena_copy(composer->arena, text, strlen(text));
    return copy == NULL || GROWING_ADD(composer->memory, composer->warnings,
                                       (struct source_warning){*position, copy}) != 0
               ? compose_memory(composer)
               : 0;
}

/* Whether this warning is new, and there is room for it: 1 or 0; -1 when memory runs out. */
static int is_new(struct composer *composer, const struct source_position *position, uint32_t key) {
    char place[700];
    if (composer->warnings.count > COMPOSE_MAX_WARNINGS) {
        return 0;
    }
    int length = snprintf(place, sizeof place, "%u:%llu:%llu:%s", key, (unsigned long long)position->line,
                          (unsigned long long)position->column, position->path == NULL ? "" : position->path);
    uint32_t known = label_count(composer->warned);
    uint32_t id =
        label_intern(composer->warned, place, length < (int)sizeof place ? (size_t)length : sizeof place - 1);
    return id == LABEL_NONE ? compose_memory(composer) : id >= known;
}

static int keep_within(struct composer *composer, const struct source_position *position, const char *text) {
    return keep_warning(composer, position,
                        composer->warnings.count == COMPOSE_MAX_WARNINGS ? "further warnings are left out"
                                                                         : text);
}

int compose_warn(struct composer *composer, const struct source_position *position, uint32_t key,
                 const char *text) {
    int fresh = is_new(composer, position, key);
    return fresh <= 0 ? fresh : keep_within(composer, position, text);
}

/* Texts in a message are cut if they are long. */
#define SHOWN 200
#define HINT_BYTES 900

static int shown_length(uint32_t length) {
    return length > SHOWN ? SHOWN : (int)length;
}

static int keep_nothing(struct composer *composer, const struct exp_text *item, const char *what,
                        const char *hint) {
    char text[HINT_BYTES + SHOWN + 100];
    snprintf(text, sizeof text, "%s '%.*s' matches nothing%s", what, SHOWN, item->text, hint);
    return keep_within(composer, &item->position, text);
}

static void hint_case(char *hint, const char *meant, uint32_t length) {
    snprintf(hint, HINT_BYTES, "; '%.*s' differs only in case", shown_length(length), meant);
}

/* The length of the longest prefix of the text that can be a gate. */
static size_t gate_of_text(const char *text) {
    return label_text_gate_length(text, strlen(text));
}

/* --- similar labels --- */

#define MOST_GUESSED 10u     /* most warnings with a search for a similar label */
#define MOST_COMPARED 20000u /* most labels of a search whose spelling is compared */
#define LONGEST_GUESS 40u

/* A search for the label, or the gate of a label, with the most similar spelling. */
struct guess {
    const char *text; /* NULL: no search */
    size_t length;
    uint32_t compared, best, label, label_bytes;
};

static struct guess begin_guess(const struct composer *composer, const char *text) {
    size_t length = strlen(text);
    int searched = composer->warnings.count < MOST_GUESSED && length > 2 && length <= LONGEST_GUESS;
    return (struct guess){.text = searched ? text : NULL, .length = length, .best = 3, .label = LABEL_NONE};
}

/* Compares the first `bytes` bytes of a label. */
static void guess_label(struct guess *guess, const label_table *labels, uint32_t label, uint32_t bytes) {
    char text[LONGEST_GUESS + 3];
    if (guess->text == NULL || label == LABEL_INTERNAL_ID || bytes > guess->length + 2 ||
        bytes + 2 < guess->length || guess->compared >= MOST_COMPARED) {
        return;
    }
    guess->compared++;
    snprintf(text, sizeof text, "%.*s", (int)bytes, label_text(labels, label));
    uint32_t distance = spelling_distance(guess->text, text);
    if (distance > 0 && distance < guess->best && 2 * distance < guess->length) {
        guess->best = distance;
        guess->label = label;
        guess->label_bytes = bytes;
    }
}

static void hint_guess(const struct composer *composer, char *hint, const struct guess *guess) {
    if (guess->label != LABEL_NONE) {
        snprintf(hint, HINT_BYTES, "; did you mean '%.*s'?", (int)guess->label_bytes,
                 label_text(composer->labels, guess->label));
    }
}

/* --- gates and labels in lists --- */

/* A label of the map whose text or gate (by kind) equals these `length` bytes except for case. */
static uint32_t find_similar(const struct composer *composer, const char *text, size_t length,
                             enum compose_item kind, const struct rule_map *map) {
    for (uint64_t i = 0; i < map->count; i++) {
        uint32_t label = map->entries[i].label;
        uint32_t size = kind == COMPOSE_GATE ? label_gate_length(composer->labels, label)
                                             : label_length(composer->labels, label);
        if (map->entries[i].rules.count > 0 && size == length &&
            strncasecmp(label_text(composer->labels, label), text, length) == 0) {
            return label;
        }
    }
    return LABEL_NONE;
}

static uint32_t find_in_sets(const struct composer *composer, const char *text, size_t length,
                             enum compose_item kind, const struct rule_set *sets, uint32_t set_count) {
    uint32_t similar = LABEL_NONE;
    for (uint32_t i = 0; i < set_count && similar == LABEL_NONE; i++) {
        similar = find_similar(composer, text, length, kind, &sets[i].plain);
    }
    return similar;
}

/* Lists labels that have this gate. */
static uint64_t count_labels(const struct composer *composer, const char *gate, const struct rule_map *map) {
    size_t length = strlen(gate);
    uint64_t count = 0;
    for (uint64_t i = 0; i < map->count; i++) {
        uint32_t label = map->entries[i].label;
        count += map->entries[i].rules.count > 0 && label_gate_length(composer->labels, label) == length &&
                 memcmp(label_text(composer->labels, label), gate, length) == 0;
    }
    return count;
}

static void hint_offers(const struct composer *composer, char *hint, const char *text,
                        const struct rule_set *sets, uint32_t set_count) {
    size_t gate = gate_of_text(text);
    if (text[gate] == '\0') {
        return;
    }
    uint32_t meant = find_in_sets(composer, text, gate, COMPOSE_GATE, sets, set_count);
    if (meant == LABEL_NONE || gate == 0) {
        snprintf(hint, HINT_BYTES, ": a gate ends before its offers (`label par` takes whole labels)");
    } else {
        snprintf(hint, HINT_BYTES,
                 ": a gate ends before its offers; did you mean the gate '%.*s', or `label par`?",
                 shown_length((uint32_t)gate), label_text(composer->labels, meant));
    }
}

static void hint_whole_label(char *hint, uint64_t labels) {
    if (labels > 0) {
        snprintf(hint, HINT_BYTES, ": it is the gate of %llu label%s, but `label par` takes whole labels",
                 (unsigned long long)labels, labels == 1 ? "" : "s");
    }
}

static void hint_similar(const struct composer *composer, char *hint, const char *text,
                         enum compose_item kind, const struct rule_set *sets, uint32_t set_count) {
    struct guess guess = begin_guess(composer, text);
    for (uint32_t k = 0; k < set_count; k++) {
        const struct rule_map *map = &sets[k].plain;
        for (uint64_t i = 0; i < map->count && guess.text != NULL; i++) {
            uint32_t label = map->entries[i].label;
            if (map->entries[i].rules.count > 0) {
                guess_label(&guess, composer->labels, label,
                            kind == COMPOSE_GATE ? label_gate_length(composer->labels, label)
                                                 : label_length(composer->labels, label));
            }
        }
    }
    hint_guess(composer, hint, &guess);
}

int compose_warn_item(struct composer *composer, const struct exp_text *item, enum compose_item kind,
                      const struct rule_set *sets, uint32_t set_count, uint32_t key) {
    char hint[HINT_BYTES] = "";
    int fresh = is_new(composer, &item->position, key);
    if (fresh <= 0) {
        return fresh;
    }
    uint32_t similar = find_in_sets(composer, item->text, strlen(item->text), kind, sets, set_count);
    if (similar != LABEL_NONE) {
        hint_case(hint, label_text(composer->labels, similar), (uint32_t)strlen(item->text));
    } else if (kind == COMPOSE_GATE) {
        hint_offers(composer, hint, item->text, sets, set_count);
    } else if (set_count == 1) {
        hint_whole_label(hint, count_labels(composer, item->text, &sets[0].plain));
    }
    if (*hint == '\0') {
        hint_similar(composer, hint, item->text, kind, sets, set_count);
    }
    return keep_nothing(composer, item, kind == COMPOSE_GATE ? "gate" : "label", hint);
}

/* --- patterns --- */

/* A pattern that matches nothing, and the labels that were compared with it. */
struct probe {
    struct composer *composer;
    const struct exp_text *item;
    const uint32_t *labels;
    uint64_t count;
    char *hint;
    int too_long; /* comparing took too long: what the user may have meant is not looked for any more */
};

/* What it means that a pattern could not be compiled, or compared: it matches nothing (0), or composing ends
 * (-1). */
static int forgive_pattern(struct probe *probe, const struct error *error) {
    probe->too_long |= error->code == ERROR_LIMIT;
    return error->code == ERROR_MEMORY ? compose_memory(probe->composer)
           : error->code == ERROR_INTERRUPTED
               ? error_at(probe->composer->error, error->code, probe->item->position, "%s", error->text)
               : 0;
}

/* Whether a pattern with another syntax or mode would match, and change, the label: 1, 0 or -1. */
static int would_match(struct probe *probe, const pattern *pattern, enum exp_mode mode, uint32_t label) {
    struct composer *composer = probe->composer;
    struct error error = {.code = ERROR_NONE};
    const char *name = label_text(composer->labels, label);
    uint32_t length = compose_matched_length(composer, mode, label);
    static const struct pattern_replacement nothing = {PATTERN_REPLACE_SINGLE, ""};
    int matches = mode == EXP_MODE_PARTIAL ? pattern_match_partial(pattern, name, length, &error)
                  : mode == EXP_MODE_SINGLE || mode == EXP_MODE_MULTIPLE
                      ? pattern_replace(pattern, &nothing, name, length, &composer->text, &error)
                      : pattern_match_total(pattern, name, length, &error);
    return matches >= 0 ? matches : forgive_pattern(probe, &error);
}

/*
 * The number of labels that the pattern would match in this mode with these flags, and the first of them; the
 * search ends with the first unless `all`. -1 on failure; a pattern that cannot be compiled matches none.
 */
static int64_t try_probe(struct probe *probe, enum exp_mode mode, unsigned flags, int all, uint32_t *first) {
    struct composer *composer = probe->composer;
    struct error error;
    flags |= compose_pattern_flags(composer);
    uint32_t stamp = compose_marks(composer, label_count(composer->labels));
    if (stamp == 0) {
        return compose_memory(composer);
    }
    pattern *pattern = pattern_compile(composer->run, probe->item->text, flags, &error);
    if (pattern == NULL) {
        return forgive_pattern(probe, &error);
    }
    int64_t found = 0;
    for (uint64_t i = 0; i < probe->count && (all || found == 0) && found >= 0 && !probe->too_long; i++) {
        uint32_t label = probe->labels[i];
        if (label == LABEL_NONE || label == LABEL_INTERNAL_ID || composer->marks[label] == stamp) {
            continue;
        }
        composer->marks[label] = stamp;
        int matches = would_match(probe, pattern, mode, label);
        if (matches > 0 && found++ == 0) {
            *first = label;
        }
        if (matches < 0 || ((i & 4095) == 4095 && compose_should_stop(composer) != 0)) {
            found = -1;
        }
    }
    pattern_free(pattern);
    return found > 0 && probe->too_long ? 0 : found;
}

static int64_t probe_case(struct probe *probe, enum exp_mode mode) {
    uint32_t label;
    int64_t found = try_probe(probe, mode, PATTERN_IGNORE_CASE, 0, &label);
    if (found > 0) {
        hint_case(probe->hint, label_text(probe->composer->labels, label),
                  compose_matched_length(probe->composer, mode, label));
    }
    return found;
}

/* A label whose gate is the beginning of the pattern, if offers follow in the pattern. */
static uint32_t find_gate(const struct probe *probe) {
    const label_table *labels = probe->composer->labels;
    const char *text = probe->item->text;
    size_t gate = gate_of_text(text);
    for (uint64_t i = 0; i < probe->count && gate > 0 && text[gate] != '\0'; i++) {
        uint32_t label = probe->labels[i];
        if (label != LABEL_NONE && label != LABEL_INTERNAL_ID && label_gate_length(labels, label) == gate &&
            memcmp(label_text(labels, label), text, gate) == 0) {
            return label;
        }
    }
    return LABEL_NONE;
}

/* The hint for a pattern of gates that has offers. */
static int64_t probe_offers(struct probe *probe) {
    uint32_t label = LABEL_NONE;
    if (try_probe(probe, EXP_MODE_TOTAL, 0, 0, &label) < 0) {
        return -1;
    }
    label = label == LABEL_NONE ? find_gate(probe) : label;
    if (label == LABEL_NONE) {
        return 0;
    }
    snprintf(probe->hint, HINT_BYTES,
             ": a gate ends before its offers; did you mean the gate '%.*s', or the mode `total`?",
             shown_length(label_gate_length(probe->composer->labels, label)),
             label_text(probe->composer->labels, label));
    return 1;
}

/* The hint for a pattern of whole labels that fits gates. */
static int64_t probe_gates(struct probe *probe, enum exp_mode mode) {
    uint32_t label;
    const char *text = probe->item->text;
    int64_t found = try_probe(probe, EXP_MODE_GATE, 0, 1, &label);
    if (found > 0) {
        int simple = strlen(text) < SHOWN && strchr(text, '|') == NULL;
        snprintf(probe->hint, HINT_BYTES,
                 ": it fits the gate of %lld label%s, but %s patterns match whole labels%s%s%s",
                 (long long)found, found == 1 ? "" : "s", mode == EXP_MODE_TOTAL ? "`total`" : "prio",
                 simple ? ": '" : "", simple ? text : "", simple ? ".*'" : "");
    }
    return found;
}

static int64_t probe_extended(struct probe *probe, enum exp_mode mode) {
    uint32_t label;
    if (probe->composer->options->regex_extended || strpbrk(probe->item->text, "|+?({") == NULL) {
        return 0;
    }
    int64_t found = try_probe(probe, mode, PATTERN_EXTENDED, 0, &label);
    if (found > 0) {
        snprintf(probe->hint, HINT_BYTES, "; with --regex=extended it matches '%.*s'",
                 shown_length(compose_matched_length(probe->composer, mode, label)),
                 label_text(probe->composer->labels, label));
    }
    return found;
}

int compose_warn_pattern(struct composer *composer, const struct exp_text *item, enum exp_mode mode,
                         const uint32_t *labels, uint64_t count) {
    char hint[HINT_BYTES] = "";
    struct probe probe = {composer, item, labels, count, hint, 0};
    int fresh = is_new(composer, &item->position, 0);
    if (fresh <= 0) {
        return fresh;
    }
    int64_t found = probe_case(&probe, mode);
    if (found == 0) {
        found = mode == EXP_MODE_GATE                             ? probe_offers(&probe)
                : mode == EXP_MODE_TOTAL || mode == EXP_MODE_NONE ? probe_gates(&probe, mode)
                                                                  : 0;
    }
    if (found == 0) {
        found = probe_extended(&probe, mode);
    }
    if (found == 0) {
        struct guess guess = begin_guess(composer, item->text);
        for (uint64_t i = 0; i < count && guess.text != NULL; i++) {
            if (labels[i] != LABEL_NONE) {
                guess_label(&guess, composer->labels, labels[i],
                            compose_matched_length(composer, mode, labels[i]));
            }
        }
        hint_guess(composer, hint, &guess);
    }
    return found < 0 ? -1 : keep_nothing(composer, item, "pattern", hint);
}
