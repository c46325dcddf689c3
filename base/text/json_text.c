/*
 * JSON for values that JSON has no form for: labels and paths, which may hold any bytes, and 64-bit numbers.
 */
#include "base/text/json_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text/text.h"

json_t *json_count(uint64_t count) {
    char digits[21];
    if (count <= INT64_MAX) {
        return json_integer((json_int_t)count);
    }
    snprintf(digits, sizeof digits, "%" PRIu64, count);
    return json_string(digits);
}

/*
 * Writes jansson's output, which has whole characters; characters that control a terminal become \u escapes.
 */
static int print_dumped(const char *text, size_t length, void *stream) {
    const char *end = text + length, *begin = text;
    while (text < end) {
        unsigned bytes = text_character(text);
        if (bytes == 0 || *text == '\n' || text_printable_character(text) != 0) {
            text += bytes > 0 ? bytes : 1;
            continue;
        }
        fwrite(begin, 1, (size_t)(text - begin), stream);
        uint32_t code = text_code(text, bytes);
        if (code >= 0x10000) { /* a surrogate pair */
            fprintf(stream, "\\u%04x", 0xd7c0 + (code >> 10));
            code = 0xdc00 | (code & 0x3ff);
        }
        fprintf(stream, "\\u%04x", code);
        begin = text += bytes;
    }
    fwrite(begin, 1, (size_t)(end - begin), stream);
    return 0;
}

void json_print(const json_t *value, size_t flags, FILE *stream) {
    json_dump_callback(value, print_dumped, stream, flags);
}

json_t *json_text(struct memory *memory, const char *text) {
    json_t *string = json_string(text);
    if (string != NULL) {
        return string;
    }
    uint64_t bytes = 3 * (uint64_t)strlen(text) + 1;
    char *copy = memory_allocate(memory, bytes);
    if (copy == NULL) {
        return NULL;
    }
    char *to = copy;
    for (const char *from = text; *from != '\0';) {
        unsigned length = text_character(from);
        memcpy(to, length > 0 ? from : "\xef\xbf\xbd", length > 0 ? length : 3);
        to += length > 0 ? length : 3;
        from += length > 0 ? length : 1;
    }
    *to = '\0';
    string = json_string(copy);
    memory_free(memory, copy, bytes);
    return string;
}

json_t *json_bytes(struct memory *memory, const char *text) {
    json_t *string = json_string(text);
    if (string != NULL) {
        return string;
    }
    uint64_t bytes = 2 * (uint64_t)strlen(text) + 1;
    char *hex = memory_allocate(memory, bytes);
    if (hex == NULL) {
        return NULL;
    }
    for (uint64_t k = 0; text[k] != '\0'; k++) {
        snprintf(hex + 2 * k, 3, "%02x", (unsigned char)text[k]);
    }
    json_t *object = json_pack("{s:s}", "hex", hex);
    memory_free(memory, hex, bytes);
    return object;
}

static json_t *list_of(json_t *(*one)(struct memory *memory, const char *text), struct memory *memory,
                       const char *const *texts, uint64_t count) {
    json_t *list = json_array();
    for (uint64_t i = 0; i < count; i++) {
        if (json_array_append_new(list, one(memory, texts[i])) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

json_t *json_texts(struct memory *memory, const char *const *texts, uint64_t count) {
    return list_of(json_text, memory, texts, count);
}

json_t *json_bytes_list(struct memory *memory, const char *const *texts, uint64_t count) {
    return list_of(json_bytes, memory, texts, count);
}

int json_text_equals(struct memory *memory, const char *text, const char *said) {
    if (strcmp(text, said) == 0) {
        return 1;
    }
    if (strstr(said, "\xef\xbf\xbd") == NULL) {
        return 0; /* without U+FFFD, every byte stands for itself */
    }
    json_t *string = json_text(memory, text);
    if (string == NULL) {
        return -1;
    }
    int same = strcmp(json_string_value(string), said) == 0;
    json_decref(string);
    return same;
}
