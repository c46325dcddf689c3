/* Blocks of compressed files: where they end, and what is in them. */
#define ZSTD_STATIC_LINKING_ONLY /* for the allocator parameter, and for where frames end */
#include "base/stream/unpacker.h"

#include <stdint.h>
#include <string.h>
#include <zstd_errors.h>

#include "base/memory.h"
#include "base/stream/codec.h"

#define MEMBER_HEAD 18u
#define MEMBER_LEAST (MEMBER_HEAD + 8u)
#define MEMBERS_BYTES ((size_t)1 << 20) /* unpacked: enough for a block */
#define FRAME_STEP ((size_t)64 << 10)

/* --- where blocks end --- */

static size_t number_at(const unsigned char *bytes, unsigned count) {
    size_t number = 0;
    for (unsigned i = count; i > 0; i--) {
        number = number << 8 | bytes[i - 1];
    }
    return number;
}

/* The length of the BGZF member that the bytes begin with, if it is whole and what follows may be another. */
static size_t member_length(const unsigned char *bytes, size_t size, int ended) {
    static const unsigned char head[] = {0x1f, 0x8b, 8, 4}, extra[] = {6, 0, 'B', 'C', 2, 0};
    if (size < MEMBER_LEAST || memcmp(bytes, head, sizeof head) != 0 ||
        memcmp(bytes + 10, extra, sizeof extra) != 0) {
        return 0;
    }
    size_t length = number_at(bytes + 16, 2) + 1;
    int last = ended && length == size;
    int followed = length + 2 <= size && memcmp(bytes + length, head, 2) == 0;
    return length >= MEMBER_LEAST && (last || followed) ? length : 0;
}

static size_t members_length(const unsigned char *bytes, size_t size, int ended, size_t *unpacked) {
    size_t all = 0, length;
    *unpacked = 0;
    while (*unpacked < MEMBERS_BYTES && (length = member_length(bytes + all, size - all, ended)) != 0) {
        size_t member = number_at(bytes + all + length - 4, 4);
        if (member > UNPACKER_MOST - *unpacked) {
            break;
        }
        *unpacked += member;
        all += length;
    }
    return all;
}

static size_t frame_length(const unsigned char *bytes, size_t size, size_t *unpacked) {
    unsigned long long content = ZSTD_getFrameContentSize(bytes, size);
    if (content > UNPACKER_MOST) { /* or unknown */
        return 0;
    }
    *unpacked = (size_t)content;
    size_t length = ZSTD_findFrameCompressedSize(bytes, size);
    return ZSTD_isError(length) ? 0 : length;
}

size_t unpacker_block(enum compression format, const unsigned char *bytes, size_t size, int ended,
                      size_t *unpacked) {
    return format == COMPRESSION_GZIP ? members_length(bytes, size, ended, unpacked)
                                      : frame_length(bytes, size, unpacked);
}

/* --- what is in them --- */

int unpacker_open(struct unpacker *unpacker, enum compression format, struct memory *memory) {
    *unpacker = (struct unpacker){.format = format};
    if (format == COMPRESSION_GZIP) {
        unpacker->zlib.zalloc = codec_allocate_items;
        unpacker->zlib.zfree = codec_free;
        unpacker->zlib.opaque = memory;
        unpacker->zlib_ready = inflateInit2(&unpacker->zlib, 15 + 16) == Z_OK;
        return unpacker->zlib_ready ? 0 : -1;
    }
    unpacker->zstd = ZSTD_createDCtx_advanced((ZSTD_customMem){codec_allocate, codec_free, memory});
    return unpacker->zstd == NULL || ZSTD_isError(ZSTD_DCtx_setParameter(unpacker->zstd, ZSTD_d_windowLogMax,
                                                                         ZSTD_WINDOWLOG_MAX))
               ? -1
               : 0;
}

void unpacker_close(struct unpacker *unpacker) {
    if (unpacker->zlib_ready) {
        inflateEnd(&unpacker->zlib);
    }
    ZSTD_freeDCtx(unpacker->zstd);
}

static const char *unpack_members(z_stream *zlib, const unsigned char *block, size_t length, void *to,
                                  size_t room, size_t *size) {
    zlib->next_in = (unsigned char *)(uintptr_t)block; /* which is only read */
    zlib->avail_in = (uInt)length;
    zlib->next_out = to;
    zlib->avail_out = (uInt)room;
    int result = Z_STREAM_END;
    while (zlib->avail_in > 0 && result == Z_STREAM_END) {
        inflateReset(zlib);
        result = inflate(zlib, Z_FINISH);
    }
    *size = room - zlib->avail_out;
    return result == Z_STREAM_END  ? NULL
           : result == Z_MEM_ERROR ? UNPACKER_NO_MEMORY
           : zlib->msg != NULL     ? zlib->msg
                                   : "incorrect length check"; /* there are more bytes */
}

/* Decompresses the frame, at most `step` bytes of it at once. Returns the library's result. */
static size_t read_frame(ZSTD_DCtx *zstd, ZSTD_inBuffer in, size_t step, ZSTD_outBuffer *out) {
    size_t room = out->size, result = 1;
    ZSTD_DCtx_reset(zstd, ZSTD_reset_session_only);
    do {
        out->size = room - out->pos < step ? room : out->pos + step;
        result = ZSTD_decompressStream(zstd, out, &in);
    } while (result != 0 && !ZSTD_isError(result) && (in.pos < in.size || out->pos == out->size));
    return result;
}

static const char *unpack_frame(ZSTD_DCtx *zstd, const unsigned char *block, size_t length, void *to,
                                size_t room, size_t *size) {
    const ZSTD_inBuffer in = {block, length, 0};
    ZSTD_outBuffer out = {to, room, 0};
    size_t result = read_frame(zstd, in, room, &out);
    if (ZSTD_isError(result)) {
        /* All at once, a damaged frame has no bytes; step by step it has those before the damage. */
        out = (ZSTD_outBuffer){to, room, 0};
        result = read_frame(zstd, in, FRAME_STEP, &out);
    }
    *size = out.pos;
    if (ZSTD_isError(result)) {
        return ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation ? UNPACKER_NO_MEMORY
                                                                         : ZSTD_getErrorName(result);
    }
    return result == 0 ? NULL : "the file ends early";
}

const char *unpacker_unpack(struct unpacker *unpacker, const unsigned char *block, size_t length, void *to,
                            size_t room, size_t *size) {
    return unpacker->format == COMPRESSION_GZIP
               ? unpack_members(&unpacker->zlib, block, length, to, room, size)
               : unpack_frame(unpacker->zstd, block, length, to, room, size);
}
