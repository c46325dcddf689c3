/* Values of keys in the JSON of evidence, checked for their types. */
#include "checker/verify/evidence_object.h"

#include <string.h>

#include "base/error.h"
#include "checker/verify/evidence_scan.h"

int evidence_expected(const struct evidence_object *object, const char *key, const char *expected) {
    const evidence_reader *reader = object->reader;
    const char *name = object->name != NULL ? object->name : key == NULL ? "the evidence" : "";
    return error_at(reader->error, ERROR_INPUT, (struct source_position){reader->path, reader->tuple_line, 1},
                    "%s%s%s: expected %s", name, name[0] == '\0' || key == NULL ? "" : ".",
                    key == NULL ? "" : key, expected);
}

int evidence_no_memory(const struct evidence_object *object) {
    return error_memory(object->reader->error, "to read the evidence");
}

void *evidence_allocate(const struct evidence_object *object, uint64_t count, uint64_t size) {
    void *block = arena_allocate(object->reader->arena, count * size);
    if (block == NULL) {
        evidence_no_memory(object);
    }
    return block;
}

const json_t *evidence_get(const struct evidence_object *object, const char *key) {
    return json_object_get(object->json, key);
}

int evidence_take_key(const struct evidence_object *object, const char *const *keys, const char *what,
                      int *which) {
    int found = 0;
    for (int k = 0; keys[k] != NULL; k++) {
        if (evidence_get(object, keys[k]) != NULL) {
            *which = k;
            found++;
        }
    }
    return found == 1 ? 0 : evidence_expected(object, NULL, what);
}

/* --- simple values --- */

static int hex_digit(char digit) {
    const char *digits = "0123456789abcdef", *found = digit == '\0' ? NULL : strchr(digits, digit);
    return found == NULL ? -1 : (int)(found - digits);
}

/* Converts {"hex": ".."}, which has bytes that are not UTF-8. NULL on failure. */
static const char *copy_hex(const struct evidence_object *object, const char *key, const json_t *text) {
    const char *hex = json_string_value(json_object_get(text, "hex"));
    size_t length = hex == NULL ? 1 : strlen(hex);
    char *bytes = evidence_allocate(object, length / 2 + 1, 1);
    for (size_t k = 0; k < length / 2 && bytes != NULL; k++) {
        int high = hex_digit(hex[2 * k]), low = hex_digit(hex[2 * k + 1]);
        bytes[k] = (char)(high * 16 + low);
        length = high < 0 || low < 0 || bytes[k] == '\0' ? 1 : length;
    }
    if (length % 2 != 0) {
        evidence_expected(object, key, "a string, or an object with bytes as hexadecimal digits, hex");
        return NULL;
    }
    return bytes;
}

/* Copies a text, which the key has or is in the list that it has, byte by byte. NULL on failure. */
static const char *copy_text(const struct evidence_object *object, const char *key, const json_t *text) {
    if (json_is_object(text)) {
        return copy_hex(object, key, text);
    }
    if (!json_is_string(text)) {
        evidence_expected(object, key, "a string");
        return NULL;
    }
    const char *copy = arena_copy(object->reader->arena, json_string_value(text), json_string_length(text));
    if (copy == NULL) {
        evidence_no_memory(object);
    }
    return copy;
}

int evidence_take_text(const struct evidence_object *object, const char *key, const char **text) {
    *text = copy_text(object, key, evidence_get(object, key));
    return *text == NULL ? -1 : 0;
}

int evidence_take_label(const struct evidence_object *object, const char **text, int *is_pattern) {
    static const char *const keys[] = {"label", "pattern", NULL};
    return evidence_take_key(object, keys, "either a label or a pattern", is_pattern) != 0
               ? -1
               : evidence_take_text(object, keys[*is_pattern], text);
}

const char **evidence_copy_texts(const struct evidence_object *object, const char *key, uint32_t *count) {
    const json_t *array = evidence_get(object, key);
    size_t size = json_array_size(array);
    if (!json_is_array(array) || size >= UINT32_MAX) {
        evidence_expected(object, key, "a list of strings");
        return NULL;
    }
    const char **texts = evidence_allocate(object, size, sizeof *texts);
    for (size_t k = 0; k < size && texts != NULL; k++) {
        texts[k] = copy_text(object, key, json_array_get(array, k));
        texts = texts[k] == NULL ? NULL : texts;
    }
    *count = (uint32_t)size;
    return texts;
}

int evidence_take_texts(const struct evidence_object *object, const char *key, const char ***texts,
                        uint32_t *count) {
    *texts = evidence_copy_texts(object, key, count);
    return *texts == NULL ? -1 : 0;
}

int evidence_take_word(const struct evidence_object *object, const char *key, const char *const words[2],
                       int *second) {
    const char *word = json_string_value(evidence_get(object, key));
    char expected[64];
    *second = word != NULL && strcmp(word, words[1]) == 0;
    if (*second || (word != NULL && strcmp(word, words[0]) == 0)) {
        return 0;
    }
    snprintf(expected, sizeof expected, "\"%s\" or \"%s\"", words[0], words[1]);
    return evidence_expected(object, key, expected);
}

int evidence_take_flag(const struct evidence_object *object, const char *key, int *flag) {
    const json_t *value = evidence_get(object, key);
    if (value != NULL) {
        *flag = json_is_true(value);
    }
    return value != NULL && !json_is_boolean(value) ? evidence_expected(object, key, "true or false") : 0;
}

int evidence_take_natural(const struct evidence_object *object, const char *key, const json_t *value,
                          uint64_t *number) {
    *number = (uint64_t)json_integer_value(value);
    return !json_is_integer(value) || json_integer_value(value) < 0
               ? evidence_expected(object, key, "a natural number")
               : 0;
}

int evidence_take_number(const struct evidence_object *object, const char *key, uint64_t *number) {
    return evidence_take_natural(object, key, evidence_get(object, key), number);
}

int evidence_take_tuple(const struct evidence_object *object, const char *key, uint32_t length,
                        uint32_t *tuple) {
    const json_t *array = evidence_get(object, key);
    int is_tuple = json_is_array(array) && json_array_size(array) == length;
    char expected[64];
    for (uint32_t k = 0; k < length && is_tuple; k++) {
        const json_t *number = json_array_get(array, k);
        json_int_t state = json_integer_value(number);
        is_tuple = json_is_integer(number) && state >= 0 && state <= UINT32_MAX;
        tuple[k] = (uint32_t)state;
    }
    snprintf(expected, sizeof expected, "a list of %u local states", length);
    return is_tuple ? 0 : evidence_expected(object, key, expected);
}

/*
 * Converts a state of variables, {"x": 3, "b": true}: the values as int32_t. All states of a trace must have
 * the same types, which `initial` decides.
 */
static int take_values(const struct evidence_object *object, const char *key, struct evidence *evidence,
                       int is_initial, uint32_t *values) {
    const json_t *state = evidence_get(object, key);
    int is_state = json_is_object(state) && json_object_size(state) == evidence->component_count;
    for (uint32_t k = 0; k < evidence->component_count && is_state; k++) {
        const json_t *value = json_object_get(state, evidence->components[k]);
        json_int_t number = json_is_true(value) ? 1 : json_integer_value(value);
        int is_bool = json_is_boolean(value);
        is_state = (is_bool || (json_is_integer(value) && number >= INT32_MIN && number <= INT32_MAX)) &&
                   (is_initial || is_bool == evidence->values[k]);
        evidence->values[k] = (uint8_t)is_bool;
        values[k] = (uint32_t)(int32_t)number;
    }
    return is_state ? 0 : evidence_expected(object, key, "an object with a value of each variable");
}

int evidence_take_state(const struct evidence_object *object, const char *key, struct evidence *evidence,
                        uint32_t *tuple) {
    return evidence->values != NULL ? take_values(object, key, evidence, 0, tuple)
                                    : evidence_take_tuple(object, key, evidence->component_count, tuple);
}

int evidence_take_initial(const struct evidence_object *root, struct evidence *evidence, uint32_t *tuple) {
    if (!json_is_object(evidence_get(root, "initial"))) {
        return evidence_take_state(root, "initial", evidence, tuple);
    }
    evidence->values = evidence_allocate(root, evidence->component_count, sizeof *evidence->values);
    return evidence->values == NULL ? -1 : take_values(root, "initial", evidence, 1, tuple);
}
