/*
 * Byte streams to read. Raw bytes come through one buffer, which the first read fills far enough to see the
 * magic bytes; plain files are then read straight into the caller's buffer.
 */
#define ZSTD_STATIC_LINKING_ONLY /* for the allocator parameter */
#include "base/stream/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/stream/codec.h"
#include "base/error.h"
#include "base/memory.h"

#define RAW_BYTES ((size_t)256 << 10)
#define READ_MOST ((size_t)1 << 30) /* one read(2) moves no more than 2 GiB */

enum format { PLAIN, GZIP, ZSTD };

struct input {
    struct memory *memory;
    char *path; /* for messages */
    uint64_t path_bytes;
    int fd;
    enum format format;
    unsigned char *raw;
    size_t begin, end; /* what is left in raw */
    int raw_ended;
    int inside; /* gzip, zstd: a member or frame has begun and not ended */
    z_stream zlib;
    int zlib_ready;
    ZSTD_DCtx *zstd;
};

static int fail_memory(const input *input, struct error *error) {
    return error_at(error, ERROR_MEMORY, input->path, 0, 0, "not enough memory to read the file");
}

static int fail_damaged(const input *input, const char *what, struct error *error) {
    return error_at(error, ERROR_INPUT, input->path, 0, 0, "damaged %s data: %s",
                    input->format == GZIP ? "gzip" : "zstd", what);
}

/* One read(2); the bytes read, 0 at the end, -1. */
static int64_t read_some(input *input, void *buffer, size_t size, struct error *error) {
    ssize_t count = read(input->fd, buffer, size < READ_MOST ? size : READ_MOST);
    if (count < 0) {
        /* Only a handler that wants blocked calls to end makes read return EINTR. */
        enum error_code code = errno == EINTR ? ERROR_INTERRUPTED : ERROR_IO;
        return error_at(error, code, input->path, 0, 0, "cannot read: %s", strerror(errno));
    }
    return count;
}

/* Makes at least `need` raw bytes available unless the file ends before. */
static int refill(input *input, size_t need, struct error *error) {
    if (input->begin > 0) {
        memmove(input->raw, input->raw + input->begin, input->end - input->begin);
        input->end -= input->begin;
        input->begin = 0;
    }
    while (input->end < need && !input->raw_ended) {
        int64_t count = read_some(input, input->raw + input->end, RAW_BYTES - input->end, error);
        if (count < 0) {
            return -1;
        }
        input->end += (size_t)count;
        input->raw_ended = count == 0;
    }
    return 0;
}

static int start_gzip(input *input, struct error *error) {
    input->zlib.zalloc = codec_allocate_items;
    input->zlib.zfree = codec_free;
    input->zlib.opaque = input->memory;
    if (inflateInit2(&input->zlib, 15 + 16) != Z_OK) {
        return fail_memory(input, error);
    }
    input->zlib_ready = 1;
    return 0;
}

static int start_zstd(input *input, struct error *error) {
    ZSTD_customMem memory = {codec_allocate, codec_free, input->memory};
    input->zstd = ZSTD_createDCtx_advanced(memory);
    /* Files of `zstd --long` are welcome: the window comes out of the memory budget. */
    if (input->zstd == NULL || ZSTD_isError(ZSTD_DCtx_setParameter(input->zstd, ZSTD_d_windowLogMax,
                                                                   sizeof(size_t) == 4 ? 30 : 31))) {
        return fail_memory(input, error);
    }
    return 0;
}

/* Compressed files that are about, but are not read. */
static int refuse_foreign(input *input, struct error *error) {
    static const char bzip2[] = "1AY&SY", xz[] = "\xfd"
                                                 "7zX";
    const char *program = NULL;
    if (input->end >= 3 && memcmp(input->raw, "BZh", 3) == 0) {
        if (refill(input, 4 + strlen(bzip2), error) != 0) {
            return -1;
        }
        program = input->end >= 4 + strlen(bzip2) && memcmp(input->raw + 4, bzip2, strlen(bzip2)) == 0
                      ? "bzip2"
                      : NULL;
    } else if (input->end >= 4 && memcmp(input->raw, xz, 4) == 0) {
        program = "xz";
    }
    return program == NULL
               ? 0
               : error_at(error, ERROR_INPUT, input->path, 0, 0,
                          "compressed by %s: `%s -d` unpacks it (gzip and zstd are read as they are)",
                          program, program);
}

static int detect(input *input, struct error *error) {
    if (refill(input, 4, error) != 0 || refuse_foreign(input, error) != 0) {
        return -1;
    }
    const unsigned char *raw = input->raw;
    if (input->end >= 2 && raw[0] == 0x1f && raw[1] == 0x8b) {
        input->format = GZIP;
        return start_gzip(input, error);
    }
    if (input->end >= 4) {
        uint32_t magic =
            (uint32_t)raw[0] | (uint32_t)raw[1] << 8 | (uint32_t)raw[2] << 16 | (uint32_t)raw[3] << 24;
        if (magic == ZSTD_MAGICNUMBER || (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START) {
            input->format = ZSTD;
            return start_zstd(input, error);
        }
    }
    return 0;
}

static int open_file(input *input, const char *path, struct error *error) {
    input->fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (input->fd < 0) {
        return error_at(error, ERROR_IO, input->path, 0, 0, "cannot open: %s", strerror(errno));
    }
    struct stat status;
    if (fstat(input->fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        return error_at(error, ERROR_IO, input->path, 0, 0, "is a directory");
    }
    return 0;
}

input *input_open(struct memory *memory, const char *path, struct error *error) {
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    if (*path == '\0') {
        error_set(error, ERROR_IO, "the name of a file to be read is empty: give one (- is standard input)");
        return NULL;
    }
    input *input = memory_allocate_zeroed(memory, sizeof *input);
    if (input == NULL) {
        error_at(error, ERROR_MEMORY, name, 0, 0, "not enough memory to read the file");
        return NULL;
    }
    input->memory = memory;
    input->fd = -1;
    input->path_bytes = strlen(name) + 1;
    input->path = memory_allocate(memory, input->path_bytes);
    input->raw = memory_allocate(memory, RAW_BYTES);
    if (input->path == NULL || input->raw == NULL) {
        error_at(error, ERROR_MEMORY, name, 0, 0, "not enough memory to read the file");
        input_close(input);
        return NULL;
    }
    memcpy(input->path, name, input->path_bytes);
    if (open_file(input, path, error) != 0 || detect(input, error) != 0) {
        input_close(input);
        return NULL;
    }
    return input;
}

void input_close(input *input) {
    if (input == NULL) {
        return;
    }
    if (input->zlib_ready) {
        inflateEnd(&input->zlib);
    }
    ZSTD_freeDCtx(input->zstd);
    if (input->fd >= 0) {
        close(input->fd);
    }
    memory_free(input->memory, input->raw, RAW_BYTES);
    memory_free(input->memory, input->path, input->path_bytes);
    memory_free(input->memory, input, sizeof *input);
}

/* What stands behind a gzip member: another one (1), nothing but zero padding (0), or damage (-1). */
static int next_member(input *input, struct error *error) {
    for (;;) {
        if (refill(input, 2, error) != 0) {
            return -1;
        }
        while (input->begin < input->end && input->raw[input->begin] == 0) {
            input->begin++;
        }
        if (input->begin == input->end && input->raw_ended) {
            return 0;
        }
        if (input->end - input->begin >= 2 || input->raw_ended) {
            break;
        }
    }
    const unsigned char *at = input->raw + input->begin;
    if (input->end - input->begin < 2 || at[0] != 0x1f || at[1] != 0x8b) {
        return fail_damaged(input, "other bytes follow the compressed ones", error);
    }
    inflateReset(&input->zlib);
    return 1;
}

/* Decompresses into the buffer: bytes made (possibly 0 although more follow), or -1; *ended at the end. */
static int64_t read_gzip(input *input, void *buffer, size_t size, int *ended, struct error *error) {
    if (!input->inside) {
        int more = next_member(input, error);
        if (more <= 0) {
            *ended = more == 0;
            return more;
        }
        input->inside = 1;
    }
    if (input->begin == input->end) {
        if (refill(input, 1, error) != 0) {
            return -1;
        }
        if (input->end == 0) {
            return fail_damaged(input, "the file ends early", error);
        }
    }
    size = size < READ_MOST ? size : READ_MOST;
    input->zlib.next_in = input->raw + input->begin;
    input->zlib.avail_in = (uInt)(input->end - input->begin);
    input->zlib.next_out = buffer;
    input->zlib.avail_out = (uInt)size;
    int result = inflate(&input->zlib, Z_NO_FLUSH);
    input->begin = input->end - input->zlib.avail_in;
    if (result == Z_MEM_ERROR) {
        return fail_memory(input, error);
    }
    if (result == Z_STREAM_END) {
        input->inside = 0;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
        return fail_damaged(input, input->zlib.msg != NULL ? input->zlib.msg : "a dictionary is needed",
                            error);
    }
    return (int64_t)(size - input->zlib.avail_out);
}

static int64_t read_zstd(input *input, void *buffer, size_t size, int *ended, struct error *error) {
    if (input->begin == input->end && refill(input, 1, error) != 0) {
        return -1;
    }
    int exhausted = input->begin == input->end;
    if (exhausted && !input->inside) {
        *ended = 1;
        return 0;
    }
    ZSTD_inBuffer in = {input->raw, input->end, input->begin};
    ZSTD_outBuffer out = {buffer, size, 0};
    size_t result = ZSTD_decompressStream(input->zstd, &out, &in);
    input->begin = in.pos;
    if (ZSTD_isError(result)) {
        if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) {
            return fail_memory(input, error);
        }
        return fail_damaged(input, ZSTD_getErrorName(result), error);
    }
    input->inside = result != 0;
    if (exhausted && input->inside && out.pos == 0) {
        return fail_damaged(input, "the file ends early", error);
    }
    return (int64_t)out.pos;
}

static int64_t read_plain(input *input, void *buffer, size_t size, int *ended, struct error *error) {
    size_t left = input->end - input->begin;
    if (left > 0) {
        size_t count = left < size ? left : size;
        memcpy(buffer, input->raw + input->begin, count);
        input->begin += count;
        return (int64_t)count;
    }
    int64_t count = input->raw_ended ? 0 : read_some(input, buffer, size, error);
    if (count == 0) {
        input->raw_ended = 1;
        *ended = 1;
    }
    return count;
}

int64_t input_read(input *input, void *buffer, size_t size, struct error *error) {
    size_t done = 0;
    int ended = 0;
    while (done < size && !ended) {
        char *to = (char *)buffer + done;
        int64_t count = input->format == GZIP   ? read_gzip(input, to, size - done, &ended, error)
                        : input->format == ZSTD ? read_zstd(input, to, size - done, &ended, error)
                                                : read_plain(input, to, size - done, &ended, error);
        if (count < 0) {
            return -1;
        }
        done += (size_t)count;
    }
    return (int64_t)done;
}
