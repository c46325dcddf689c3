/*
 * Byte streams to write. Written bytes gather in one buffer. To be compressed it is always passed on full
 * (except for the last time), as one block, so that the bytes of a compressed file depend neither on how the
 * caller cut its writes nor on the number of threads that compress.
 */
#include "base/stream/output.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/error.h"
#include "base/error_system.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/stream/compression.h"
#include "base/stream/packer.h"
#include "base/stream/packing.h"
#include "base/stream/target.h"
#include "base/text/number.h"

#define BUFFER_BYTES PACKER_BLOCK
#define DIRECT_BYTES (BUFFER_BYTES / 4) /* so many bytes of a plain file are not copied first */
/* Each thread that compresses costs up to 8 MiB: no more of them than memory has sixteen times that. */
#define THREAD_SHARE ((uint64_t)128 << 20)

struct output {
    struct memory *memory;
    struct target target;
    int failed; /* errno of the first failure */
    enum compression format;
    int in_page;   /* output_in_page */
    int in_memory; /* output_in_memory: the buffer grows */
    char *buffer;
    size_t filled, capacity;
    int blocks; /* a block has been compressed */
    struct packer packer;
    unsigned char *packed; /* a compressed block on its way out; NULL for plain files */
    unsigned threads;      /* that compress */
    packing *packing;      /* compresses on several threads; NULL as long as there is no second block */
    char path[];           /* for messages */
};

static int fail_memory(const char *path, struct error *error) {
    return error_in(error, ERROR_MEMORY, path, "not enough memory to write the file");
}

static int fail_write(output *output, int reason, struct error *error) {
    output->failed = reason;
    return error_in(error, error_of_system(reason), output->path, "cannot write: %s", strerror(reason));
}

static void free_all(output *output) {
    packer_close(&output->packer);
    memory_free(output->memory, output->packed, packer_bound(output->format, PACKER_BLOCK));
    memory_free(output->memory, output->buffer, output->capacity);
    memory_free(output->memory, output, sizeof *output + strlen(output->path) + 1);
}

static int start_codec(output *output, const char *path, const struct run *run, struct error *error) {
    size_t stem;
    output->format = compression_of_name(path, &stem);
    if (output->format == COMPRESSION_NONE) {
        return 0;
    }
    uint64_t threads = memory_left(run->memory) / THREAD_SHARE;
    output->threads = threads < run->threads ? (unsigned)threads : run->threads;
    output->packed = memory_allocate(output->memory, packer_bound(output->format, PACKER_BLOCK));
    return output->packed == NULL || packer_open(&output->packer, output->format, output->memory) != 0
               ? fail_memory(output->path, error)
               : 0;
}

/* With a buffer, and no target. */
static output *new_output(const struct run *run, const char *name, struct error *error) {
    struct memory *memory = run->memory;
    output *output = memory_allocate_zeroed(memory, sizeof *output + strlen(name) + 1);
    char *buffer = memory_allocate(memory, BUFFER_BYTES);
    if (output == NULL || buffer == NULL) {
        memory_free(memory, output, sizeof *output + strlen(name) + 1);
        memory_free(memory, buffer, BUFFER_BYTES);
        fail_memory(name, error);
        return NULL;
    }
    output->memory = memory;
    output->buffer = buffer;
    output->capacity = BUFFER_BYTES;
    strcpy(output->path, name);
    return output;
}

output *output_create(const struct run *run, const char *path, struct error *error) {
    output *output = new_output(run, strcmp(path, "-") == 0 ? "standard output" : path, error);
    const int silent = run->ranks != NULL && run->ranks->rank != 0;
    /* The codec first: when memory is short, no file is touched. */
    if (output != NULL && (start_codec(output, path, run, error) != 0 ||
                           target_open(&output->target, run, silent ? "/dev/null" : path, error) != 0)) {
        free_all(output);
        return NULL;
    }
    return output;
}

output *output_in_memory(const struct run *run, const char *path, struct error *error) {
    output *output = new_output(run, path, error);
    if (output != NULL) {
        output->in_memory = 1;
    }
    return output;
}

const char *output_contents(const output *output, size_t *size) {
    *size = output->filled;
    return output->buffer;
}

void output_clear(output *output) {
    output->filled = 0;
}

static int write_raw(output *output, const void *bytes, size_t size, struct error *error) {
    int reason = packing_write(output->target.fd, bytes, size);
    return reason == 0 ? 0 : fail_write(output, reason, error);
}

static int fail_packing(output *output, int reason, struct error *error) {
    output->failed = reason;
    return reason == ENOMEM ? fail_memory(output->path, error) : fail_write(output, reason, error);
}

/* Compresses the block in the buffer. */
static int pack(output *output, struct error *error) {
    if (output->packing == NULL && output->blocks && output->threads > 1) {
        output->packing = packing_start(output->threads, output->format, output->target.fd, output->memory);
        output->threads = 1; /* if that failed, it is not tried again */
    }
    output->blocks = 1;
    if (output->packing != NULL) {
        int reason = packing_put(output->packing, &output->buffer, output->filled);
        return reason == 0 ? 0 : fail_packing(output, reason, error);
    }
    size_t size = packer_pack(&output->packer, output->buffer, output->filled, output->packed);
    return size == 0 ? fail_packing(output, ENOMEM, error) : write_raw(output, output->packed, size, error);
}

static int flush(output *output, struct error *error) {
    if (output->failed != 0) {
        return fail_write(output, output->failed, error);
    }
    int result = output->filled == 0 ? 0
                 : output->format == COMPRESSION_NONE
                     ? write_raw(output, output->buffer, output->filled, error)
                     : pack(output, error);
    output->filled = 0;
    return result;
}

/* Waits for the threads that compress. */
static int end_packing(output *output, struct error *error) {
    int reason = packing_end(output->packing);
    output->packing = NULL;
    if (reason != 0) {
        return fail_packing(output, reason, error);
    }
    return output->format == COMPRESSION_NONE
               ? 0
               : write_raw(output, output->packed,
                           packer_end(&output->packer, output->blocks, output->packed), error);
}

/* Makes room for so many more bytes in memory. */
static int grow(output *output, size_t size, struct error *error) {
    size_t capacity = output->capacity;
    while (capacity - output->filled < size) {
        capacity *= 2;
    }
    char *buffer = memory_reallocate(output->memory, output->buffer, output->capacity, capacity);
    if (buffer == NULL) {
        return fail_memory(output->path, error);
    }
    output->buffer = buffer;
    output->capacity = capacity;
    return 0;
}

static int output_bytes(output *output, const char *at, size_t size, struct error *error) {
    if (output->in_memory) {
        if (size > output->capacity - output->filled && grow(output, size, error) != 0) {
            return -1;
        }
    } else if (output->format == COMPRESSION_NONE && size >= DIRECT_BYTES) {
        return flush(output, error) != 0 ? -1 : write_raw(output, at, size, error);
    }
    while (size > output->capacity - output->filled) {
        size_t part = output->capacity - output->filled;
        memcpy(output->buffer + output->filled, at, part);
        output->filled = output->capacity;
        at += part;
        size -= part;
        if (flush(output, error) != 0) {
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
    char digits[NUMBER_DIGITS];
    char *end = number_write(digits, number);
    return output_write(output, digits, (size_t)(end - digits), error);
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
    int result = flush(output, error) != 0 || end_packing(output, error) != 0 ? -1 : 0;
    if (result == 0) {
        int reason = target_publish(&output->target);
        result = reason == 0 ? 0 : fail_write(output, reason, error);
    }
    output_discard(output);
    return result;
}

void output_discard(output *output) {
    if (output != NULL) {
        packing_end(output->packing);
        if (!output->in_memory) {
            target_close(&output->target);
        }
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
