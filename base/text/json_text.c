/*
 * JSON for values that JSON has no form for: labels and paths, which may hold any bytes, and 64-bit numbers.
 */
#include "base/text/json_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Prints JSON text; characters that control a terminal become \u escapes. */
static void print_dumped(const char *text, size_t length, FILE *stream) {
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
}

int json_print(const json_t *value, size_t flags, FILE *stream) {
    char *text =
        json_dumps(value, flags); /* whole before it is printed: jansson needs memory for that, too */
    if (text == NULL) {
        return -1;
    }
    print_dumped(text, strlen(text), stream);
    free(text);
    return 0;
}

/* Invalid bytes become U+FFFD. The room has three bytes for each of the text's, and one. */
static json_t *encode_readable(const char *text, char *room) {
    char *to = room;
    while (*text != '\0') {
        unsigned length = text_character(text);
        memcpy(to, length > 0 ? text : "\xef\xbf\xbd", length > 0 ? length : 3);
        to += length > 0 ? length : 3;
        text += length > 0 ? length : 1;
    }
    *to = '\0';
    return json_string(room);
}

static json_t *encode_hexadecimal(const char *text, char *room) {
    for (uint64_t k = 0; text[k] != '\0'; k++) {
        snprintf(room + 2 * k, 3, "%02x", (unsigned char)text[k]);
    }
    return json_pack("{s:s}", "hex", room);
}

/* The text as a string if it is UTF-8, else as `encode` makes it. */
static json_t *string_or(struct memory *memory, const char *text,
                         json_t *(*encode)(const char *text, char *room)) {
    json_t *value = json_string(text);
    if (value == NULL) {
        uint64_t bytes = 3 * (uint64_t)strlen(text) + 1;
        char *room = memory_allocate(memory, bytes);
        value = room == NULL ? NULL : encode(text, room);
        memory_free(memory, room, bytes);
    }
    return value;
}

json_t *json_text(struct memory *memory, const char *text) {
    return string_or(memory, text, encode_readable);
}

json_t *json_bytes(struct memory *memory, const char *text) {
    return string_or(memory, text, encode_hexadecimal);
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
