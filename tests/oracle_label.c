/* Labels of the oracle: numbers for texts, and what a text says by itself (formats.md 1 and 5). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/oracle_internal.h"

void oracle_grow(struct memory *memory, void **data, uint64_t *capacity, uint64_t need, uint64_t size) {
    if (need > *capacity && memory_grow(memory, data, capacity, need, size) != 0) {
        abort();
    }
}

void *oracle_allocate(arena *arena, uint64_t bytes) {
    void *block = arena_allocate(arena, bytes);
    if (block == NULL) {
        abort();
    }
    return block;
}

void oracle_labels_create(struct oracle_labels *labels, struct memory *memory, arena *arena,
                          const struct exp_options *options) {
    *labels = (struct oracle_labels){.memory = memory, .arena = arena, .options = options};
    oracle_label_number(labels, "i", 1);
}

void oracle_labels_free(struct oracle_labels *labels) {
    memory_free(labels->memory, labels->items, labels->capacity * sizeof *labels->items);
    memory_free(labels->memory, labels->slots, labels->slot_count * sizeof *labels->slots);
}

static int same_text(const struct oracle_labels *labels, const char *text, size_t length, const char *other) {
    return strlen(other) == length && (labels->options->ignore_case ? strncasecmp(text, other, length)
                                                                    : memcmp(text, other, length)) == 0;
}

int oracle_is_internal(const struct oracle_labels *labels, const char *text, size_t length) {
    for (uint32_t k = 0; k < labels->options->internal_count; k++) {
        if (same_text(labels, text, length, labels->options->internal[k])) {
            return 1;
        }
    }
    return same_text(labels, text, length, "i") || same_text(labels, text, length, "tau");
}

/* The texts "D", "D.D" and "N/N" with D, N digits. */
static int is_number(const char *text) {
    size_t whole = strspn(text, "0123456789");
    if (whole == 0) {
        return 0;
    }
    text += whole;
    if (*text == '\0') {
        return 1;
    }
    size_t rest = strspn(text + 1, "0123456789");
    return (*text == '.' || *text == '/') && rest > 0 && text[1 + rest] == '\0';
}

static int is_stochastic(const struct oracle_labels *labels, const char *text) {
    const char *semicolon = strrchr(text, ';');
    if (semicolon != NULL) {
        text = semicolon + 1;
        text += strspn(text, " \t");
    }
    if (strlen(text) < 5 || !(same_text(labels, text, 4, "prob") || same_text(labels, text, 4, "rate"))) {
        return 0;
    }
    size_t blanks = strspn(text + 4, " \t");
    return blanks > 0 && is_number(text + 4 + blanks);
}

static uint64_t hash_text(const char *text, size_t length) {
    uint64_t hash = 14695981039346656037u;
    for (size_t k = 0; k < length; k++) {
        hash = (hash ^ (unsigned char)text[k]) * 1099511628211u;
    }
    return hash ^ hash >> 29;
}

static void rebuild_slots(struct oracle_labels *labels) {
    uint64_t count = labels->slot_count == 0 ? 64 : labels->slot_count * 2;
    memory_free(labels->memory, labels->slots, labels->slot_count * sizeof *labels->slots);
    labels->slots = memory_allocate_zeroed(labels->memory, count * sizeof *labels->slots);
    if (labels->slots == NULL) {
        abort();
    }
    labels->slot_count = count;
    for (uint64_t k = 0; k < labels->count; k++) {
        uint64_t slot = hash_text(labels->items[k].text, labels->items[k].length) % count;
        while (labels->slots[slot] != 0) {
            slot = (slot + 1) % count;
        }
        labels->slots[slot] = (uint32_t)k + 1;
    }
}

static void describe(const struct oracle_labels *labels, struct oracle_label *label) {
    label->gate_length = (uint32_t)strcspn(label->text, " \t!?(;");
    label->internal = oracle_is_internal(labels, label->text, label->length);
    label->stochastic = is_stochastic(labels, label->text);
    label->is_exit = !label->stochastic && same_text(labels, label->text, label->gate_length, "exit");
}

static uint32_t number_folded(struct oracle_labels *labels, const char *text, size_t length) {
    if (2 * (labels->count + 1) > labels->slot_count) {
        rebuild_slots(labels);
    }
    uint64_t slot = hash_text(text, length) % labels->slot_count;
    for (; labels->slots[slot] != 0; slot = (slot + 1) % labels->slot_count) {
        const struct oracle_label *known = &labels->items[labels->slots[slot] - 1];
        if (known->length == length && memcmp(known->text, text, length) == 0) {
            return labels->slots[slot] - 1;
        }
    }
    oracle_grow(labels->memory, (void **)&labels->items, &labels->capacity, labels->count + 1,
                sizeof *labels->items);
    struct oracle_label *label = &labels->items[labels->count];
    char *copy = oracle_allocate(labels->arena, length + 1);
    memcpy(copy, text, length);
    *label = (struct oracle_label){.text = copy, .length = (uint32_t)length};
    describe(labels, label);
    labels->slots[slot] = (uint32_t)++labels->count;
    return (uint32_t)labels->count - 1;
}

uint32_t oracle_label_number(struct oracle_labels *labels, const char *text, size_t length) {
    if (oracle_is_internal(labels, text, length)) {
        return number_folded(labels, "i", 1);
    }
    if (!labels->options->ignore_case) {
        return number_folded(labels, text, length);
    }
    char *folded = malloc(length + 1);
    if (folded == NULL) {
        abort();
    }
    for (size_t k = 0; k < length; k++) {
        folded[k] = (char)toupper((unsigned char)text[k]);
    }
    uint32_t number = number_folded(labels, folded, length);
    free(folded);
    return number;
}

uint32_t oracle_key_length(const struct oracle_label *label, enum exp_mode mode) {
    return mode == EXP_MODE_GATE ? label->gate_length : label->length;
}

int oracle_key_equals(const struct oracle_label *label, enum exp_mode mode, const char *text) {
    uint32_t length = oracle_key_length(label, mode);
    return strlen(text) == length && memcmp(label->text, text, length) == 0;
}
