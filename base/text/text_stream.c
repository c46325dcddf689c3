/*
 * Streams into texts. They replace open_memstream, which may crash in glibc 2.36 when memory runs out, and
 * does not say what was lost.
 */
#include "base/text/text_stream.h"

#include <sys/types.h>

static ssize_t append(void *context, const char *bytes, size_t size) {
    struct text_stream *stream = context;
    return text_buffer_append(stream->memory, &stream->text, bytes, size) == 0 ? (ssize_t)size : 0;
}

int text_stream_open(struct text_stream *stream, struct memory *memory) {
    *stream = (struct text_stream){.memory = memory};
    stream->stream = fopencookie(stream, "w", (cookie_io_functions_t){.write = append});
    return stream->stream != NULL ? 0 : -1;
}

int text_stream_close(struct text_stream *stream) {
    if (stream->stream == NULL) {
        return -1;
    }
    int failed = fflush(stream->stream) != 0 || ferror(stream->stream);
    failed = fclose(stream->stream) != 0 || failed;
    stream->stream = NULL;
    return failed || text_buffer_append(stream->memory, &stream->text, "", 0) != 0 ? -1 : 0;
}

void text_stream_free(struct text_stream *stream) {
    text_buffer_free(stream->memory, &stream->text);
}
