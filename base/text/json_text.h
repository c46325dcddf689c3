#ifndef HEDDLE_BASE_TEXT_JSON_TEXT_H
#define HEDDLE_BASE_TEXT_JSON_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct json_t;
struct memory;

/*
 * A number; from 2^63 on, which readers with signed integers refuse (jansson does), a string of its decimal
 * digits. NULL when memory runs out.
 */
struct json_t *json_count(uint64_t count);
/* A JSON string of bytes that may not be UTF-8: invalid bytes become U+FFFD. NULL when memory runs out. */
struct json_t *json_text(struct memory *memory, const char *text);
/* A list of such strings; NULL when memory runs out. */
struct json_t *json_texts(struct memory *memory, const char *const *texts, uint64_t count);
/*
 * The exact bytes: a string if they are UTF-8, else {"hex": their hexadecimal digits}; and a list of these.
 */
struct json_t *json_bytes(struct memory *memory, const char *text);
struct json_t *json_bytes_list(struct memory *memory, const char *const *texts, uint64_t count);
/* Whether json_text(text) equals `said`, which is UTF-8: 1, 0, or -1 when memory runs out. */
int json_text_equals(struct memory *memory, const char *text, const char *said);

/*
 * Prints a value, with the flags of json_dumpf. Characters that text_print escapes become \uXXXX, so that
 * none controls a terminal. 0, or -1 with nothing printed if there is no value or memory runs out.
 */
int json_print(const struct json_t *value, size_t flags, FILE *stream);

#endif
