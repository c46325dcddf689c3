/* Values of data: an array, and an index that finds equal ones. */
#include "specs/data/value.h"

#include <stdlib.h>
#include <string.h>

#include "base/core.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/sort.h"

static uint64_t hash_value(const struct value *value, const uint32_t *content) {
    uint32_t length = value->children + value->digits;
    uint64_t hash =
        core_mix((uint64_t)value->kind + ((uint64_t)value->index << 8) + ((uint64_t)value->region << 32)) ^
        core_mix((uint64_t)value->number);
    hash = core_mix(hash ^ (uint64_t)(uintptr_t)value->name);
    return length == 0 ? hash : hash_bytes(content, length * sizeof *content, hash);
}

static int is_equal(const struct values *values, const struct value *a, const struct value *b,
                    const uint32_t *content) {
    if (a->kind != b->kind || a->index != b->index || a->region != b->region || a->number != b->number ||
        a->name != b->name || a->children != b->children || a->digits != b->digits) {
        return 0;
    }
    for (uint32_t i = 0; i < a->children + a->digits; i++) {
        if (values->child[a->first + i] != content[i]) {
            return 0;
        }
    }
    return 1;
}

/* --- symbolic terms --- */

static uint64_t hash_name(const struct value *term) {
    return core_mix((uint64_t)(uintptr_t)term->name + term->children);
}

static int is_symbolic(const struct values *values, const struct value *value) {
    if (values->symbolic.count == 0 || value->kind != VALUE_TERM) {
        return 0;
    }
    for (struct index_walk walk = index_find(&values->symbolic, hash_name(value)); index_next(&walk);) {
        const struct value *other = &values->value[walk.number];
        if (other->name == value->name && other->children == value->children) {
            return 1;
        }
    }
    return 0;
}

/* What the children and the names of symbolic terms decide. */
static void note_symbolic(const struct values *values, struct value *value) {
    value->is_symbolic = is_symbolic(values, value);
    value->has_fresh = value->kind == VALUE_FRESH || value->kind == VALUE_OPAQUE || value->is_symbolic;
    for (uint32_t i = 0; i < value->children && !value->has_fresh; i++) {
        value->has_fresh = values->value[values->child[value->first + i]].has_fresh;
    }
}

int values_make_symbolic(struct values *values, uint32_t term) {
    const struct value *of = value_at(values, term);
    return is_symbolic(values, of) ? 0 : index_add(&values->symbolic, values->memory, hash_name(of), term);
}

void value_make_symbolic(struct values *values, uint32_t term) {
    values->value[term].is_symbolic = values->value[term].has_fresh = 1;
}

void values_note_symbolic(struct values *values) {
    for (uint64_t i = 0; i < values->count; i++) {
        note_symbolic(values, &values->value[i]);
    }
}

/* --- values --- */

uint32_t value_intern(struct values *values, struct value *value, const uint32_t *content) {
    uint64_t hash = hash_value(value, content);
    values->work += value->children + value->digits;
    for (struct index_walk walk = index_find(&values->index, hash); index_next(&walk);) {
        if (is_equal(values, &values->value[walk.number], value, content)) {
            return walk.number;
        }
    }
    if (values->count == UINT32_MAX - 1 ||
        MEMORY_GROW(values->memory, &values->value, &values->capacity, values->count + 1) != 0 ||
        MEMORY_GROW(values->memory, &values->child, &values->child_capacity,
                    values->child_count + value->children + value->digits + 1) != 0 ||
        index_add(&values->index, values->memory, hash, (uint32_t)values->count) != 0) {
        return VALUE_NONE;
    }
    value->first = values->child_count;
    value->depth = 0;
    for (uint32_t i = 0; i < value->children; i++) {
        const struct value *child = &values->value[content[i]];
        values->child[values->child_count++] = content[i];
        value->depth = child->depth >= value->depth ? child->depth + 1 : value->depth;
    }
    for (uint32_t i = 0; i < value->digits; i++) {
        values->child[values->child_count++] = content[i];
    }
    note_symbolic(values, value);
    values->value[values->count] = *value;
    return (uint32_t)values->count++;
}

int values_open(struct values *values, struct memory *memory) {
    *values = (struct values){.memory = memory};
    int failed = 0;
    for (unsigned kind = VALUE_UNKNOWN; kind <= VALUE_TRUE && !failed; kind++) {
        struct value value = {.kind = (enum value_kind)kind};
        failed = value_intern(values, &value, NULL) == VALUE_NONE;
    }
    return failed ? -1 : 0;
}

void values_close(struct values *values) {
    memory_free(values->memory, values->value, values->capacity * sizeof *values->value);
    memory_free(values->memory, values->child, values->child_capacity * sizeof *values->child);
    index_free(&values->index, values->memory);
    index_free(&values->symbolic, values->memory);
}

uint32_t value_number(struct values *values, int64_t number) {
    struct value value = {.kind = VALUE_NUMBER, .number = number};
    return value_intern(values, &value, NULL);
}

uint32_t value_fresh(struct values *values, uint32_t sort_class, uint32_t region, uint32_t index) {
    struct value value = {.kind = VALUE_FRESH, .number = sort_class, .region = region, .index = index};
    return value_intern(values, &value, NULL);
}

void value_sort(uint32_t *value, uint32_t count) {
    sort_numbers(value, count);
}

uint32_t value_make(struct values *values, enum value_kind kind, const char *name, uint32_t *child,
                    uint32_t children) {
    struct value value = {.kind = kind, .name = name, .children = children};
    if (kind == VALUE_BAG && children > 0) {
        sort_items(child, children / 2, 2 * sizeof *child, sort_compare_numbers);
    }
    if (kind == VALUE_SET && children > 0) {
        value.children = (uint32_t)sort_unique_numbers(child, children);
    }
    return value_intern(values, &value, child);
}
