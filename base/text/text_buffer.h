#ifndef HEDDLE_BASE_TEXT_TEXT_BUFFER_H
#define HEDDLE_BASE_TEXT_TEXT_BUFFER_H

#include <stddef.h>
#include <stdint.h>

struct memory;

/* A growing text in accounted memory; a zeroed one is empty. Appending keeps it NUL-terminated. */
struct text_buffer {
    char *data; /* NULL before anything was appended */
    uint64_t length, capacity;
};

/* Room after the text, for its NUL; scanners made by flex need two bytes. */
#define TEXT_BUFFER_ROOM 2u

void text_buffer_free(struct memory *memory, struct text_buffer *buffer);
/* Makes room for `length` more bytes and TEXT_BUFFER_ROOM. 0, or -1 when memory runs out. */
int text_buffer_reserve(struct memory *memory, struct text_buffer *buffer, uint64_t length);
/* Append bytes, or a string. 0, or -1 with the buffer unchanged when memory runs out. */
int text_buffer_append(struct memory *memory, struct text_buffer *buffer, const char *bytes, size_t length);
int text_buffer_add(struct memory *memory, struct text_buffer *buffer, const char *text);
#endif
