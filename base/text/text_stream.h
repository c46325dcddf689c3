#ifndef HEDDLE_BASE_TEXT_TEXT_STREAM_H
#define HEDDLE_BASE_TEXT_TEXT_STREAM_H

#include <stdio.h>

#include "base/text/text_buffer.h"

/* A stream that writes into a growing text in accounted memory, for what prints to streams. */
struct text_stream {
    struct memory *memory;
    struct text_buffer text;
    FILE *stream;
};

/* Opens `stream`, with an empty text. 0, or -1 when memory runs out; close and free it in any case. */
int text_stream_open(struct text_stream *stream, struct memory *memory);
/* Closes the stream; the text stays, and is "" if nothing was written. 0, or -1 if memory ran out. */
int text_stream_close(struct text_stream *stream);
/* Frees the text of a closed stream; a zeroed one is allowed. */
void text_stream_free(struct text_stream *stream);

#endif
