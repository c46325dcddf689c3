/* Values that users give to names: a list that is searched from its beginning, because it is short. */
#include "base/text/definitions.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

static int is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static void trim(const char **text, size_t *length) {
    while (*length > 0 && is_blank(**text)) {
        (*text)++;
        (*length)--;
    }
    while (*length > 0 && is_blank((*text)[*length - 1])) {
        (*length)--;
    }
}

static int is_name(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char byte = text[i];
        if (!((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
              (i > 0 && byte >= '0' && byte <= '9'))) {
            return 0;
        }
    }
    return length > 0;
}

static const struct definition *find_definition(const struct definitions *definitions, const char *name,
                                                size_t length) {
    for (uint64_t i = 0; i < definitions->list.count; i++) {
        const struct definition *one = &definitions->list.data[i];
        if (strlen(one->name) == length && memcmp(one->name, name, length) == 0) {
            return one;
        }
    }
    return NULL;
}

/* Adds a definition: 0, or -1 when memory runs out. */
static int keep(struct definitions *definitions, const char *name, size_t name_length, const char *value,
                size_t value_length) {
    struct definition added = {.bytes = name_length + value_length + 2};
    added.name = memory_allocate_zeroed(definitions->memory, added.bytes);
    if (added.name == NULL) {
        return -1;
    }
    added.value = added.name + name_length + 1;
    memcpy(added.name, name, name_length);
    memcpy(added.value, value, value_length);
    if (GROWING_ADD(definitions->memory, definitions->list, added) != 0) {
        memory_free(definitions->memory, added.name, added.bytes);
        return -1;
    }
    return 0;
}

/* Adds one NAME=VALUE of `length` bytes. */
static int add_one(struct definitions *definitions, const char *text, size_t length, struct error *error) {
    const char *equals = memchr(text, '=', length), *name = text;
    size_t name_length = equals == NULL ? length : (size_t)(equals - text);
    const char *value = equals == NULL ? text + length : equals + 1;
    size_t value_length = (size_t)(text + length - value);
    trim(&text, &length);
    trim(&name, &name_length);
    trim(&value, &value_length);
    if (equals == NULL || !is_name(name, name_length) || value_length == 0) {
        return error_set(error, ERROR_USAGE, "'%.*s' gives no name a value: write NAME=VALUE",
                         length > 60 ? 60 : (int)length, text);
    }
    if (find_definition(definitions, name, name_length) != NULL) {
        return error_set(error, ERROR_USAGE, "'%.*s' has two values: give it one",
                         name_length > 60 ? 60 : (int)name_length, name);
    }
    return keep(definitions, name, name_length, value, value_length) != 0
               ? error_memory(error, "for the values of constants")
               : 0;
}

/* Whether a piece between commas is the fraction of a number, as in N=0,5. */
static int is_fraction(const char *text, size_t length) {
    return length > 0 && strspn(text, "0123456789") == length;
}

int definitions_add(struct definitions *definitions, const char *text, struct error *error) {
    for (const char *whole = text;;) {
        size_t length = strcspn(text, ",");
        if (text != whole && is_fraction(text, length)) {
            return error_set(error, ERROR_USAGE,
                             "'%.60s': commas separate constants: write a number with a point, as in 0.5",
                             whole);
        }
        if (add_one(definitions, text, length, error) != 0) {
            return -1;
        }
        if (text[length] == '\0') {
            return 0;
        }
        text += length + 1;
    }
}

int definitions_copy(struct definitions *definitions, const struct definitions *from, struct error *error) {
    for (uint64_t i = 0; i < from->list.count; i++) {
        const struct definition *one = &from->list.data[i];
        if (find_definition(definitions, one->name, strlen(one->name)) == NULL &&
            keep(definitions, one->name, strlen(one->name), one->value, strlen(one->value)) != 0) {
            return error_memory(error, "for the values of constants");
        }
    }
    return 0;
}

void definitions_free(struct definitions *definitions) {
    for (uint64_t i = 0; i < definitions->list.count; i++) {
        memory_free(definitions->memory, definitions->list.data[i].name, definitions->list.data[i].bytes);
    }
    GROWING_FREE(definitions->memory, definitions->list);
    definitions->list.count = 0;
    definitions->list.capacity = 0;
    definitions->list.data = NULL;
}

const struct definition *definitions_take(struct definitions *definitions, const char *name) {
    if (definitions == NULL) {
        return NULL;
    }
    struct definition *found = (struct definition *)find_definition(definitions, name, strlen(name));
    if (found != NULL) {
        found->is_used = 1;
    }
    return found;
}

void definitions_use(struct definitions *definitions, const struct definitions *others) {
    for (uint64_t i = 0; i < others->list.count; i++) {
        if (others->list.data[i].is_used) {
            definitions_take(definitions, others->list.data[i].name);
        }
    }
}

void definitions_keep_used(struct definitions *definitions) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < definitions->list.count; i++) {
        struct definition *one = &definitions->list.data[i];
        if (one->is_used) {
            definitions->list.data[kept++] = *one;
        } else {
            memory_free(definitions->memory, one->name, one->bytes);
        }
    }
    definitions->list.count = kept;
}

const struct definition *definitions_unused(const struct definitions *definitions) {
    for (uint64_t i = 0; i < definitions->list.count; i++) {
        if (!definitions->list.data[i].is_used) {
            return &definitions->list.data[i];
        }
    }
    return NULL;
}
