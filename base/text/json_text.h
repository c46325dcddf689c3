#ifndef HEDDLE_BASE_TEXT_JSON_TEXT_H
#define HEDDLE_BASE_TEXT_JSON_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct json_t;
struct memory;

/* A number; from 2^63 up, which readers of JSON that hold signed integers refuse (jansson does), the string
 * of its decimal digits. NULL when memory is spent. */
struct json_t *json_count(uint64_t count);
/* A JSON string of bytes that need not be UTF-8: what is not becomes U+FFFD. NULL when memory is spent. */
struct json_t *json_text(struct memory *memory, const char *text);
/* A list of such strings; NULL when memory is spent. */
struct json_t *json_texts(struct memory *memory, const char *const *texts, uint64_t count);
/* The bytes themselves: a string if they are UTF-8, else {"hex": their hexadecimal digits}. A list of such.
 */
struct json_t *json_bytes(struct memory *memory, const char *text);
struct json_t *json_bytes_list(struct memory *memory, const char *const *texts, uint64_t count);
/* Whether json_text(text) is what `said`, which is UTF-8, says: 1, 0, or -1 when memory is spent. */
int json_text_equals(struct memory *memory, const char *text, const char *said);

/* Prints a value, with the flags of json_dumpf. Characters that text_print shows as escapes are \uXXXX, so
 * that none commands a terminal. */
void json_print(const struct json_t *value, size_t flags, FILE *stream);

#endif
