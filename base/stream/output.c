/*
 * Byte streams to write. Written bytes gather in one buffer, which is always passed on full (except for the
 * last time), so that the bytes of a compressed file do not depend on how the caller cut its writes.
 */
#define ZSTD_STATIC_LINKING_ONLY /* for the allocator parameter */
#include "base/stream/output.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/codec.h"
#include "base/stream/compression.h"
#include "base/stream/target.h"

#define BUFFER_BYTES ((size_t)1 << 20)
#define PACKED_BYTES ((size_t)256 << 10)
#define WRITE_MOST ((size_t)1 << 30)
#define NUMBER_DIGITS 20
#define GZIP_LEVEL 6
#define ZSTD_LEVEL 3

struct output {
    struct memory *memory;
    struct target target;
    int failed; /* errno of the first failure */
    enum compression format;
    int in_page; /* output_in_page */
    char *buffer;
    size_t filled;
    unsigned char *packed; /* compressed bytes on their way out; NULL for plain files */
    z_stream zlib;
    int zlib_ready;
    ZSTD_CCtx *zstd;
    char path[]; /* for messages */
};

static int fail_memory(const char *path, struct error *error) {
    return error_in(error, ERROR_MEMORY, path, "not enough memory to write the file");
}

static int fail_write(output *output, int reason, struct error *error) {
    output->failed = reason;
    return error_in(error, ERROR_IO, output->path, "cannot write: %s", strerror(reason));
}

static void free_all(output *output) {
    if (output->zlib_ready) {
        deflateEnd(&output->zlib);
    }
    ZSTD_freeCCtx(output->zstd);
    memory_free(output->memory, output->packed, PACKED_BYTES);
    memory_free(output->memory, output->buffer, BUFFER_BYTES);
    memory_free(output->memory, output, sizeof *output + strlen(output->path) + 1);
}

static int start_codec(output *output, const char *path, struct error *error) {
    size_t stem;
    output->format = compression_of_name(path, &stem);
    if (output->format == COMPRESSION_GZIP) {
        output->zlib.zalloc = codec_allocate_items;
        output->zlib.zfree = codec_free;
        output->zlib.opaque = output->memory;
        /* zlib's own gzip header carries no name and no time. */
        if (deflateInit2(&output->zlib, GZIP_LEVEL, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
            return fail_memory(output->path, error);
        }
        output->zlib_ready = 1;
    } else if (output->format == COMPRESSION_ZSTD) {
        ZSTD_customMem memory = {codec_allocate, codec_free, output->memory};
        output->zstd = ZSTD_createCCtx_advanced(memory);
        if (output->zstd == NULL ||
            ZSTD_isError(ZSTD_CCtx_setParameter(output->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL)) ||
            ZSTD_isError(ZSTD_CCtx_setParameter(output->zstd, ZSTD_c_checksumFlag, 1))) {
            return fail_memory(output->path, error);
        }
    } else {
        return 0;
    }
    output->packed = memory_allocate(output->memory, PACKED_BYTES);
    return output->packed == NULL ? fail_memory(output->path, error) : 0;
}

output *output_create(const struct run *run, const char *path, struct error *error) {
    struct memory *memory = run->memory;
    const char *name = strcmp(path, "-") == 0 ? "standard output" : path;
    output *output = memory_allocate_zeroed(memory, sizeof *output + strlen(name) + 1);
    if (output == NULL) {
        fail_memory(name, error);
        return NULL;
    }
    output->memory = memory;
    strcpy(output->path, name);
    output->buffer = memory_allocate(memory, BUFFER_BYTES);
    /* The codec first: when memory is short, no file is touched. */
    if ((output->buffer == NULL ? fail_memory(name, error) : start_codec(output, path, error)) != 0 ||
        target_open(&output->target, run, path, error) != 0) {
        free_all(output);
        return NULL;
    }
    return output;
}

static int write_raw(output *output, const void *bytes, size_t size, struct error *error) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t count = write(output->target.fd, at, size < WRITE_MOST ? size : WRITE_MOST);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return fail_write(output, count == 0 ? EIO : errno, error);
        }
        at += count;
        size -= (size_t)count;
    }
    return 0;
}

static int pack_gzip(output *output, int last, struct error *error) {
    output->zlib.next_in = (unsigned char *)output->buffer;
    output->zlib.avail_in = (uInt)output->filled;
    do {
        output->zlib.next_out = output->packed;
        output->zlib.avail_out = (uInt)PACKED_BYTES;
        deflate(&output->zlib, last ? Z_FINISH : Z_NO_FLUSH);
        if (write_raw(output, output->packed, PACKED_BYTES - output->zlib.avail_out, error) != 0) {
            return -1;
        }
    } while (output->zlib.avail_out == 0);
    return 0;
}

static int pack_zstd(output *output, int last, struct error *error) {
    ZSTD_inBuffer in = {output->buffer, output->filled, 0};
    for (;;) {
        ZSTD_outBuffer out = {output->packed, PACKED_BYTES, 0};
        size_t left = ZSTD_compressStream2(output->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left)) {
            output->failed = ENOMEM;
            return fail_memory(output->path, error);
        }
        if (write_raw(output, output->packed, out.pos, error) != 0) {
            return -1;
        }
        if (last ? left == 0 : in.pos == in.size) {
            return 0;
        }
    }
}

static int flush(output *output, int last, struct error *error) {
    if (output->failed != 0) {
        return fail_write(output, output->failed, error);
    }
    int result = output->format == COMPRESSION_GZIP ? pack_gzip(output, last, error)
                 : output->format == COMPRESSION_ZSTD
                     ? pack_zstd(output, last, error)
                     : write_raw(output, output->buffer, output->filled, error);
    output->filled = 0;
    return result;
}

static int output_bytes(output *output, const char *at, size_t size, struct error *error) {
    while (size > BUFFER_BYTES - output->filled) {
        size_t part = BUFFER_BYTES - output->filled;
        memcpy(output->buffer + output->filled, at, part);
        output->filled = BUFFER_BYTES;
        at += part;
        size -= part;
        if (flush(output, 0, error) != 0) {
            return -1;
        }
    }
    memcpy(output->buffer + output->filled, at, size);
    output->filled += size;
    return 0;
}

int output_write(output *output, const void *bytes, size_t size, struct error *error) {
    static const char less[] = "\\u003c";
    const char *at = bytes, *end = at + size, *next;
    while (output->in_page && (next = memchr(at, '<', (size_t)(end - at))) != NULL) {
        if (output_bytes(output, at, (size_t)(next - at), error) != 0 ||
            output_bytes(output, less, sizeof less - 1, error) != 0) {
            return -1;
        }
        at = next + 1;
    }
    return output_bytes(output, at, (size_t)(end - at), error);
}

void output_in_page(output *output, int in_page) {
    output->in_page = in_page;
}

int output_text(output *output, const char *text, struct error *error) {
    return output_write(output, text, strlen(text), error);
}

int output_number(output *output, uint64_t number, struct error *error) {
    static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334353637"
                                "3839404142434445464748495051525354555657585960616263646566676869707172737475"
                                "767778798081828384858687888990919293949596979899";
    char digits[NUMBER_DIGITS];
    size_t at = NUMBER_DIGITS;
    while (number >= 10) {
        at -= 2;
        memcpy(digits + at, pairs + 2 * (number % 100), 2);
        number /= 100;
    }
    /* An odd number of digits leaves one; an even one leaves 0 after its pairs. */
    if (number > 0 || at == NUMBER_DIGITS) {
        digits[--at] = (char)('0' + number);
    }
    return output_write(output, digits + at, NUMBER_DIGITS - at, error);
}

int output_print(output *output, struct error *error, const char *format, ...) {
    va_list arguments;
    int failed = 0;
    va_start(arguments, format);
    while (*format != '\0' && !failed) {
        const char *next = format;
        while (*next != '\0' && *next != '%') {
            next++;
        }
        if (next > format) {
            failed = output_write(output, format, (size_t)(next - format), error);
        } else if (next[1] == 's') {
            failed = output_text(output, va_arg(arguments, const char *), error);
            next += 2;
        } else if (next[1] == 'u') {
            failed = output_number(output, va_arg(arguments, unsigned), error);
            next += 2;
        } else { /* %lu */
            failed = output_number(output, va_arg(arguments, unsigned long), error);
            next += 3;
        }
        format = next;
    }
    va_end(arguments);
    return failed;
}

int output_finish(output *output, struct error *error) {
    int result = flush(output, 1, error);
    if (result == 0) {
        int reason = target_publish(&output->target);
        result = reason == 0 ? 0 : fail_write(output, reason, error);
    }
    output_discard(output);
    return result;
}

void output_discard(output *output) {
    if (output != NULL) {
        target_close(&output->target);
        free_all(output);
    }
}

int output_end(output *output, int failed, struct error *error) {
    if (failed) {
        output_discard(output);
        return -1;
    }
    return output_finish(output, error);
}
