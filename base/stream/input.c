/*
 * Byte streams to read. Raw bytes come through one buffer, which the first read fills far enough to see the
 * magic bytes; plain files are then read straight into the caller's buffer. Blocks of compressed files that
 * say how long they are, as those of base/stream/output.h do, are decompressed by the run's threads; from the
 * first one on that does not, the caller decompresses the rest.
 */
#define ZSTD_STATIC_LINKING_ONLY /* for the allocator parameter */
#include "base/stream/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/error.h"
#include "base/error_system.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/codec.h"
#include "base/stream/compression.h"
#include "base/stream/files_read.h"
#include "base/stream/unpacker.h"
#include "base/stream/unpacking.h"
#include "base/text/text_buffer.h"

#define RAW_BYTES ((size_t)256 << 10)
/* Each thread that decompresses costs up to 4 MiB: no more of them than memory has sixteen times that. */
#define THREAD_SHARE ((uint64_t)64 << 20)
#define READ_MOST ((size_t)4 << 20) /* between two looks at the stop flag and the deadline */
#define TEXT_PIECE ((uint64_t)32 << 10)
#define WAIT_MILLISECONDS 100 /* the same, while a pipe or terminal has no bytes */

struct input {
    const struct run *run;
    int fd;
    int waits; /* not a regular file: bytes may come later */
    enum compression format;
    unsigned char *raw;
    size_t raw_bytes;
    size_t begin, end; /* the bytes of raw that are not used yet */
    int raw_ended;
    int inside; /* gzip, zstd: a member or frame has begun and not ended */
    z_stream zlib;
    int zlib_ready;
    ZSTD_DCtx *zstd;
    int alone;            /* no other threads decompress, or they have done what they can */
    unpacking *unpacking; /* those that do; they have the raw bytes meanwhile */
    char *first;          /* the result of input_first; NULL before */
    size_t first_begin, first_end;
    char path[]; /* for messages */
};

static int fail_memory(const input *input, struct error *error) {
    return error_in(error, ERROR_MEMORY, input->path, "not enough memory to read the file");
}

static int fail_damaged(const input *input, const char *what, struct error *error) {
    return error_in(error, ERROR_INPUT, input->path, "damaged %s data: %s",
                    input->format == COMPRESSION_GZIP ? "gzip" : "zstd", what);
}

/* Waits until a pipe or terminal has bytes or has ended. Without it, a blocked read would outlast signals and
 * the deadline. */
static int wait_for_bytes(const input *input, struct error *error) {
    struct pollfd ready = {.fd = input->fd, .events = POLLIN};
    while (!run_should_stop(input->run)) {
        int count = poll(&ready, 1, WAIT_MILLISECONDS);
        if (count > 0 || (count < 0 && errno != EINTR)) {
            return 0;
        }
    }
    return error_in(error, ERROR_INTERRUPTED, input->path, "interrupted while waiting for input");
}

/* One read(2); the bytes read, 0 at the end, -1. */
static int64_t read_some(input *input, void *buffer, size_t size, struct error *error) {
    ssize_t count;
    do {
        if (input->waits && wait_for_bytes(input, error) != 0) {
            return -1;
        }
        count = read(input->fd, buffer, size);
    } while (count < 0 && errno == EAGAIN && input->waits);
    if (count < 0) {
        /* Only a handler that wants blocked calls to end makes read return EINTR. */
        enum error_code code = errno == EINTR ? ERROR_INTERRUPTED : ERROR_IO;
        return error_in(error, code, input->path, "cannot read: %s", strerror(errno));
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
        int64_t count = read_some(input, input->raw + input->end, input->raw_bytes - input->end, error);
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
    input->zlib.opaque = input->run->memory;
    if (inflateInit2(&input->zlib, 15 + 16) != Z_OK) {
        return fail_memory(input, error);
    }
    input->zlib_ready = 1;
    return 0;
}

static int start_zstd(input *input, struct error *error) {
    ZSTD_customMem memory = {codec_allocate, codec_free, input->run->memory};
    input->zstd = ZSTD_createDCtx_advanced(memory);
    /* Files of `zstd --long` are welcome: the window comes out of the memory budget. */
    if (input->zstd == NULL || ZSTD_isError(ZSTD_DCtx_setParameter(input->zstd, ZSTD_d_windowLogMax,
                                                                   sizeof(size_t) == 4 ? 30 : 31))) {
        return fail_memory(input, error);
    }
    return 0;
}

/* Refuses files of other compressors, which are not read. */
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
               : error_in(error, ERROR_INPUT, input->path,
                          "compressed by %s: `%s -d` unpacks it (gzip and zstd are read as they are)",
                          program, program);
}

static int detect(input *input, struct error *error) {
    if (refill(input, 4, error) != 0 || refuse_foreign(input, error) != 0) {
        return -1;
    }
    const unsigned char *raw = input->raw;
    if (input->end >= 2 && raw[0] == 0x1f && raw[1] == 0x8b) {
        input->format = COMPRESSION_GZIP;
        return start_gzip(input, error);
    }
    if (input->end >= 4) {
        uint32_t magic =
            (uint32_t)raw[0] | (uint32_t)raw[1] << 8 | (uint32_t)raw[2] << 16 | (uint32_t)raw[3] << 24;
        if (magic == ZSTD_MAGICNUMBER || (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START) {
            input->format = COMPRESSION_ZSTD;
            return start_zstd(input, error);
        }
    }
    return 0;
}

static int open_file(input *input, const char *path, struct error *error) {
    /* O_NONBLOCK: a FIFO is opened before another process writes to it. */
    input->fd =
        strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (input->fd < 0) {
        return error_in(error, error_of_system(errno), input->path, "cannot open: %s", strerror(errno));
    }
    struct stat status;
    int known = fstat(input->fd, &status) == 0;
    if (known && S_ISDIR(status.st_mode)) {
        return error_in(error, ERROR_IO, input->path, "is a directory");
    }
    input->waits = known && !S_ISREG(status.st_mode);
    return files_read_add(input->run, input->path, input->fd) == 0 ? 0 : fail_memory(input, error);
}

input *input_open(const struct run *run, const char *path, struct error *error) {
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    if (*path == '\0') {
        error_set(error, ERROR_IO, "the name of a file to be read is empty: give one (- is standard input)");
        return NULL;
    }
    struct memory *memory = run->memory;
    input *input = memory_allocate_zeroed(memory, sizeof *input + strlen(name) + 1);
    if (input == NULL) {
        error_in(error, ERROR_MEMORY, name, "not enough memory to read the file");
        return NULL;
    }
    input->run = run;
    input->fd = -1;
    strcpy(input->path, name);
    input->raw_bytes = RAW_BYTES;
    input->raw = memory_allocate(memory, RAW_BYTES);
    if (input->raw == NULL) {
        fail_memory(input, error);
        input_close(input);
        return NULL;
    }
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
    unpacking_end(input->unpacking);
    if (input->zlib_ready) {
        inflateEnd(&input->zlib);
    }
    ZSTD_freeDCtx(input->zstd);
    if (input->fd >= 0) {
        close(input->fd);
    }
    struct memory *memory = input->run->memory;
    memory_free(memory, input->first, INPUT_FIRST);
    memory_free(memory, input->raw, input->raw_bytes);
    memory_free(memory, input, sizeof *input + strlen(input->path) + 1);
}

/* What follows a gzip member: another one (1), nothing but zero padding (0), or damage (-1). */
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

/* --- by several threads --- */

static size_t block_length(const input *input, size_t *unpacked) {
    return unpacker_block(input->format, input->raw + input->begin, input->end - input->begin,
                          input->raw_ended, unpacked);
}

/* Called by the threads, one at a time. */
static int next_block(void *context, struct packed_block *block) {
    input *input = context;
    size_t length = block_length(input, &block->unpacked);
    if (length == 0 && !input->raw_ended) {
        if (refill(input, input->raw_bytes, &block->error) != 0) {
            block->failed = 1;
            return 1;
        }
        length = block_length(input, &block->unpacked);
    }
    memcpy(block->bytes, input->raw + input->begin, length);
    block->length = length;
    input->begin += length;
    return length > 0;
}

/* Starts the threads if the file begins with a block and does not end with it. 0 or -1. */
static int start_threads(input *input, struct error *error) {
    struct memory *memory = input->run->memory;
    uint64_t most = memory_left(memory) / THREAD_SHARE;
    unsigned threads = most < input->run->threads ? (unsigned)most : input->run->threads;
    input->alone = 1;
    if (threads < 2 || refill(input, RAW_BYTES, error) != 0 || input->raw_ended) {
        return threads < 2 || input->raw_ended ? 0 : -1;
    }
    unsigned char *moved = memory_reallocate(memory, input->raw, RAW_BYTES, UNPACKER_PACKED_MOST);
    if (moved == NULL) {
        return 0;
    }
    input->raw = moved;
    input->raw_bytes = UNPACKER_PACKED_MOST;
    if (refill(input, input->raw_bytes, error) != 0) {
        return -1;
    }
    size_t unpacked;
    const struct unpacking_source source = {next_block, input};
    if (block_length(input, &unpacked) != 0) {
        input->unpacking = unpacking_start(threads, input->format, &source, memory);
        input->alone = input->unpacking == NULL;
    }
    return 0;
}

static int64_t read_blocks(input *input, void *buffer, size_t size, struct error *error) {
    const char *wrong = NULL;
    int64_t count = unpacking_read(input->unpacking, buffer, size, &wrong, error);
    if (count < 0 && wrong != NULL) {
        return strcmp(wrong, UNPACKER_NO_MEMORY) == 0 ? fail_memory(input, error)
                                                      : fail_damaged(input, wrong, error);
    }
    if (count == 0) {
        unpacking_end(input->unpacking);
        input->unpacking = NULL;
        input->alone = 1;
    }
    return count;
}

static int64_t read_step(input *input, char *to, size_t size, int *ended, struct error *error) {
    if (run_should_stop(input->run)) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while reading");
    }
    if (input->format != COMPRESSION_NONE && !input->waits && !input->alone && input->unpacking == NULL &&
        start_threads(input, error) != 0) {
        return -1;
    }
    if (input->unpacking != NULL) {
        return read_blocks(input, to, size, error);
    }
    switch (input->format) {
    case COMPRESSION_GZIP:
        return read_gzip(input, to, size, ended, error);
    case COMPRESSION_ZSTD:
        return read_zstd(input, to, size, ended, error);
    default:
        return read_plain(input, to, size, ended, error);
    }
}

int64_t input_read(input *input, void *buffer, size_t size, struct error *error) {
    size_t done = input->first_end - input->first_begin;
    int ended = 0;
    done = done < size ? done : size;
    if (done > 0) {
        memcpy(buffer, input->first + input->first_begin, done);
        input->first_begin += done;
    }
    while (done < size && !ended) {
        size_t left = size - done < READ_MOST ? size - done : READ_MOST;
        int64_t count = read_step(input, (char *)buffer + done, left, &ended, error);
        if (count < 0) {
            return -1;
        }
        done += (size_t)count;
    }
    return (int64_t)done;
}

int input_read_text(input *input, struct text_buffer *text, struct error *error) {
    struct memory *memory = input->run->memory;
    char *end = NULL;
    for (int64_t got = 1; got > 0 && end == NULL;) {
        if (text->length > INPUT_TEXT_MOST) {
            return error_in(error, ERROR_LIMIT, input->path, "this text is longer than 2^30 bytes");
        }
        if (text_buffer_reserve(memory, text, TEXT_PIECE) != 0) {
            return fail_memory(input, error);
        }
        char *at = text->data + text->length;
        got = input_read(input, at, text->capacity - text->length - TEXT_BUFFER_ROOM, error);
        if (got < 0) {
            return -1;
        }
        text->length += (uint64_t)got;
        end = memchr(at, '\0', (size_t)got);
        run_tell(input->run, "reading", text->length, 0, "bytes");
    }
    memset(text->data + text->length, 0, TEXT_BUFFER_ROOM);
    return 0;
}

int input_first(input *input, const char **bytes, size_t *count, struct error *error) {
    char *first = memory_allocate(input->run->memory, INPUT_FIRST);
    if (first == NULL) {
        return fail_memory(input, error);
    }
    int64_t got = input_read(input, first, INPUT_FIRST, error);
    input->first = first;
    if (got < 0) {
        return -1;
    }
    input->first_end = (size_t)got;
    *bytes = first;
    *count = (size_t)got;
    return 0;
}
