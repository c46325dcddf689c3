#ifndef HEDDLE_BASE_JSON_TEXT_H
#define HEDDLE_BASE_JSON_TEXT_H

struct json_t;
struct memory;

/* A JSON string of bytes that need not be UTF-8: what is not becomes U+FFFD. NULL when memory is spent. */
struct json_t *json_text(struct memory *memory, const char *text);

#endif
