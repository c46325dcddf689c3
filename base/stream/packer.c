/* Blocks of compressed files. */
#define ZLIB_CONST               /* zlib reads next_in only */
#define ZSTD_STATIC_LINKING_ONLY /* for the allocator parameter */
#include "base/stream/packer.h"

#include <stdint.h>

#include "base/memory.h"
#include "base/stream/codec.h"

#define GZIP_LEVEL 6
#define ZSTD_LEVEL 3
#define MEMBER_HEAD 18u
#define MEMBER_TAIL 8u
#define MEMBER_MOST ((size_t)1 << 16)

int packer_open(struct packer *packer, enum compression format, struct memory *memory) {
    *packer = (struct packer){.format = format, .memory = memory};
    if (format == COMPRESSION_GZIP) {
        packer->zlib.zalloc = codec_allocate_items;
        packer->zlib.zfree = codec_free;
        packer->zlib.opaque = memory;
        /* Without a header: members have their own. */
        packer->zlib_ready =
            deflateInit2(&packer->zlib, GZIP_LEVEL, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK;
        return packer->zlib_ready ? 0 : -1;
    }
    packer->zstd = ZSTD_createCCtx_advanced((ZSTD_customMem){codec_allocate, codec_free, memory});
    return packer->zstd == NULL ||
                   ZSTD_isError(ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL)) ||
                   ZSTD_isError(ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_checksumFlag, 1))
               ? -1
               : 0;
}

void packer_close(struct packer *packer) {
    if (packer->zlib_ready) {
        deflateEnd(&packer->zlib);
    }
    ZSTD_freeCCtx(packer->zstd);
    packer->zlib_ready = 0;
    packer->zstd = NULL;
}

size_t packer_bound(enum compression format, size_t size) {
    return format == COMPRESSION_ZSTD ? ZSTD_compressBound(size) : (size / PACKER_MEMBER + 1) * MEMBER_MOST;
}

static unsigned char *put_number(unsigned char *to, unsigned bytes, uint64_t number) {
    for (; bytes > 0; bytes--, number >>= 8) {
        *to++ = (unsigned char)number;
    }
    return to;
}

/* The compressed bytes, at most `room`; or, as they are, the bytes that cannot be made fewer. */
static size_t deflate_member(struct packer *packer, const unsigned char *bytes, size_t size,
                             unsigned char *to, size_t room) {
    packer->zlib.next_in = bytes;
    packer->zlib.avail_in = (uInt)size;
    packer->zlib.next_out = to;
    packer->zlib.avail_out = (uInt)room;
    deflateReset(&packer->zlib);
    if (deflate(&packer->zlib, Z_FINISH) == Z_STREAM_END) {
        return room - packer->zlib.avail_out;
    }
    *to = 1; /* the last block, stored: RFC 1951, section 3.2.4 */
    put_number(put_number(to + 1, 2, size), 2, ~(uint64_t)size);
    memcpy(to + 5, bytes, size);
    return 5 + size;
}

static size_t pack_member(struct packer *packer, const unsigned char *bytes, size_t size, unsigned char *to) {
    /* gzip, deflate, an extra field; no time, no flags, an unknown system; 6 bytes: "BC", 2 bytes */
    static const unsigned char head[] = {0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 6, 0, 'B', 'C', 2, 0};
    memcpy(to, head, sizeof head);
    size_t packed =
        deflate_member(packer, bytes, size, to + MEMBER_HEAD, MEMBER_MOST - MEMBER_HEAD - MEMBER_TAIL);
    size_t all = MEMBER_HEAD + packed + MEMBER_TAIL;
    put_number(to + sizeof head, 2, all - 1);
    put_number(put_number(to + MEMBER_HEAD + packed, 4, crc32(crc32(0, NULL, 0), bytes, (uInt)size)), 4,
               size);
    return all;
}

size_t packer_pack(struct packer *packer, const void *block, size_t size, void *to) {
    if (packer->format == COMPRESSION_ZSTD) {
        size_t packed = ZSTD_compress2(packer->zstd, to, ZSTD_compressBound(size), block, size);
        return ZSTD_isError(packed) ? 0 : packed;
    }
    const unsigned char *bytes = block;
    size_t packed = 0;
    for (size_t done = 0, part; done < size; done += part) {
        part = size - done < PACKER_MEMBER ? size - done : PACKER_MEMBER;
        packed += pack_member(packer, bytes + done, part, (unsigned char *)to + packed);
    }
    return packed;
}

size_t packer_end(struct packer *packer, int blocks, void *to) {
    if (packer->format == COMPRESSION_GZIP) {
        return pack_member(packer, (const unsigned char *)"", 0, to); /* the end of a BGZF file */
    }
    return blocks ? 0 : packer_pack(packer, "", 0, to);
}
