/* Growing texts. */
#include "base/text/text_buffer.h"

#include <string.h>

#include "base/memory.h"

void text_buffer_free(struct memory *memory, struct text_buffer *buffer) {
    memory_free(memory, buffer->data, buffer->capacity);
    *buffer = (struct text_buffer){0};
}

int text_buffer_reserve(struct memory *memory, struct text_buffer *buffer, uint64_t length) {
    return MEMORY_GROW(memory, &buffer->data, &buffer->capacity, buffer->length + length + TEXT_BUFFER_ROOM);
}

int text_buffer_append(struct memory *memory, struct text_buffer *buffer, const char *bytes, size_t length) {
    if (text_buffer_reserve(memory, buffer, length) != 0) {
        return -1;
    }
    if (length > 0) { /* an empty text may be NULL */
        memcpy(buffer->data + buffer->length, bytes, length);
    }
    buffer->length += length;
    buffer->data[buffer->length] = '\0';
    return 0;
}

int text_buffer_add(struct memory *memory, struct text_buffer *buffer, const char *text) {
    return text_buffer_append(memory, buffer, text, strlen(text));
}
