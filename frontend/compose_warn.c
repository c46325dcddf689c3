/* Warnings of composing: what matches nothing, and what it may have meant. */
#include "frontend/compose.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/memory.h"

static int keep(struct composer *composer, const struct exp_position *position, const char *text) {
    char *copy = arena_copy(composer->arena, text, strlen(text));
    if (copy == NULL ||
        memory_grow(composer->memory, (void **)&composer->warnings, &composer->warning_capacity,
                    composer->warning_count + 1, sizeof *composer->warnings) != 0) {
        return compose_memory(composer);
    }
    composer->warnings[composer->warning_count++] = (struct exp_warning){*position, copy};
    return 0;
}

/* Whether this warning is new; -1 when memory is spent. */
static int is_new(struct composer *composer, const struct exp_position *position, uint32_t key) {
    char place[700];
    int length = snprintf(place, sizeof place, "%u:%u:%u:%s", key, position->line, position->column,
                          position->path == NULL ? "" : position->path);
    uint32_t known = label_count(composer->warned);
    uint32_t id =
        label_intern(composer->warned, place, length < (int)sizeof place ? (size_t)length : sizeof place - 1);
    return id == LABEL_NONE ? compose_memory(composer) : id >= known;
}

/* Whether another warning may be made at all. */
static int has_room(const struct composer *composer) {
    return composer->warning_count <= COMPOSE_MAX_WARNINGS;
}

int compose_warn(struct composer *composer, const struct exp_position *position, uint32_t key,
                 const char *text) {
    int fresh = has_room(composer) ? is_new(composer, position, key) : 0;
    if (fresh <= 0) {
        return fresh;
    }
    return keep(composer, position,
                composer->warning_count == COMPOSE_MAX_WARNINGS ? "further warnings are left out" : text);
}

/* A text in a message: cut where it is long. */
#define SHOWN 200

static int warn_nothing(struct composer *composer, const struct exp_text *item, uint32_t key,
                        const char *what, const char *meant, uint32_t meant_length) {
    char text[800];
    int length = meant_length > SHOWN ? SHOWN : (int)meant_length;
    snprintf(text, sizeof text, "%s '%.*s' matches nothing%s%.*s%s", what, SHOWN, item->text,
             meant != NULL ? "; '" : "", meant != NULL ? length : 0, meant != NULL ? meant : "",
             meant != NULL ? "' differs only in case" : "");
    return compose_warn(composer, &item->position, key, text);
}

/* A label of the map that is the text, or has it as gate, but for case. */
static uint32_t find_similar(const struct composer *composer, const struct exp_text *item,
                             enum compose_item kind, const struct rule_map *map) {
    size_t length = strlen(item->text);
    for (uint64_t i = 0; i < map->count; i++) {
        uint32_t label = map->entries[i].label;
        uint32_t size = kind == COMPOSE_GATE ? label_gate_length(composer->labels, label)
                                             : label_length(composer->labels, label);
        if (map->entries[i].rules.count > 0 && size == length &&
            strncasecmp(label_text(composer->labels, label), item->text, length) == 0) {
            return label;
        }
    }
    return LABEL_NONE;
}

int compose_warn_item(struct composer *composer, const struct exp_text *item, enum compose_item kind,
                      const struct rule_set *sets, uint32_t set_count, uint32_t key) {
    const char *what = kind == COMPOSE_GATE ? "gate" : "label";
    if (!has_room(composer)) {
        return 0;
    }
    uint32_t similar = LABEL_NONE;
    for (uint32_t i = 0; i < set_count && similar == LABEL_NONE; i++) {
        similar = find_similar(composer, item, kind, &sets[i].plain);
    }
    if (similar == LABEL_NONE) {
        return warn_nothing(composer, item, key, what, NULL, 0);
    }
    return warn_nothing(composer, item, key, what, label_text(composer->labels, similar),
                        (uint32_t)strlen(item->text));
}

int compose_warn_pattern(struct composer *composer, const struct exp_text *item, enum exp_mode mode,
                         const uint32_t *labels, uint64_t count) {
    if (!has_room(composer)) {
        return 0;
    }
    pattern *pattern = compose_pattern(composer, item, PATTERN_IGNORE_CASE);
    if (pattern == NULL) {
        return -1;
    }
    uint32_t similar = LABEL_NONE;
    int status = 0;
    for (uint64_t i = 0; i < count && status == 0 && similar == LABEL_NONE; i++) {
        if (labels[i] != LABEL_NONE && labels[i] != LABEL_INTERNAL_ID) {
            int matches = compose_match(composer, pattern, item, mode, labels[i]);
            status = matches < 0 ? -1 : 0;
            similar = matches > 0 ? labels[i] : LABEL_NONE;
        }
    }
    pattern_free(pattern);
    if (status != 0) {
        return -1;
    }
    if (similar == LABEL_NONE) {
        return warn_nothing(composer, item, 0, "pattern", NULL, 0);
    }
    uint32_t length = mode == EXP_MODE_GATE ? label_gate_length(composer->labels, similar)
                                            : label_length(composer->labels, similar);
    return warn_nothing(composer, item, 0, "pattern", label_text(composer->labels, similar), length);
}
