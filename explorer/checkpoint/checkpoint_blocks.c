/* Names, sizes and checksums of checkpoints. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/error.h"
#include "base/error_system.h"
#include "base/parallel.h"
#include "base/shared_core.h"
#include "explorer/checkpoint/checkpoint_internal.h"

int checkpoint_path(const char *folder, const char *search, char path[CHECKPOINT_PATH], struct error *error) {
    int length = snprintf(path, CHECKPOINT_PATH, "%s/search-%.16s%s", folder, search, CHECKPOINT_ENDING);
    return length >= CHECKPOINT_PATH - (int)sizeof CHECKPOINT_NEW
               ? error_in(error, ERROR_IO, folder, "the name of the folder is too long")
               : 0;
}

void checkpoint_sum(const struct checkpoint_part *parts, unsigned count, char digits[SHA256_DIGITS]) {
    struct sha256 sum;
    sha256_begin(&sum);
    for (unsigned i = 0; i < count; i++) {
        sha256_add(&sum, &parts[i].length, sizeof parts[i].length);
        sha256_add(&sum, parts[i].bytes, parts[i].length);
    }
    sha256_end(&sum, digits);
}

/* --- checksums --- */

static uint64_t block_count(const struct checkpoint_blocks *blocks) {
    return (blocks->count + BLOCK_WORDS - 1) / BLOCK_WORDS;
}

/* The place of a block in the buffer, its length in words, and its checksum. */
static uint64_t *block_at(const struct checkpoint_blocks *blocks, uint64_t block, uint64_t *length) {
    uint64_t left = blocks->count - block * BLOCK_WORDS;
    *length = left < BLOCK_WORDS ? left : BLOCK_WORDS;
    return blocks->words + block * (BLOCK_WORDS + 1);
}

static uint64_t block_sum(const uint64_t *words, uint64_t length, uint64_t number) {
    uLong sum = crc32(crc32(0, NULL, 0), (const unsigned char *)&number, sizeof number);
    return crc32(sum, (const unsigned char *)words, (uInt)(length * sizeof *words));
}

static void sum_blocks(void *context, unsigned thread) {
    const struct checkpoint_blocks *blocks = context;
    for (uint64_t block = thread; block < block_count(blocks); block += blocks->threads) {
        uint64_t length, *words = block_at(blocks, block, &length);
        words[length] = block_sum(words, length, blocks->first + block);
    }
}

static void check_blocks(void *context, unsigned thread) {
    struct checkpoint_blocks *blocks = context;
    for (uint64_t block = thread; block < block_count(blocks); block += blocks->threads) {
        uint64_t length, *words = block_at(blocks, block, &length);
        if (words[length] != block_sum(words, length, blocks->first + block)) {
            __atomic_store_n(&blocks->wrong, blocks->first + block, __ATOMIC_RELAXED);
        }
    }
}

static void run_blocks(struct checkpoint_blocks *blocks, void (*work)(void *context, unsigned thread)) {
    unsigned had = blocks->threads, blocks_there = (unsigned)block_count(blocks);
    blocks->threads = had < blocks_there ? had : blocks_there;
    if (blocks->threads != 0) {
        parallel_run(blocks->threads, work, blocks);
    }
    blocks->threads = had;
}

void checkpoint_blocks_sum(struct checkpoint_blocks *blocks) {
    run_blocks(blocks, sum_blocks);
}

void checkpoint_blocks_check(struct checkpoint_blocks *blocks) {
    blocks->wrong = UINT64_MAX;
    run_blocks(blocks, check_blocks);
}

int64_t checkpoint_read(int descriptor, const char *path, void *bytes, uint64_t count, struct error *error) {
    uint64_t done = 0;
    while (done < count) {
        ssize_t got = read(descriptor, (char *)bytes + done, count - done);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return error_in(error, error_of_system(errno), path, "cannot read: %s", strerror(errno));
        }
        if (got == 0) {
            break;
        }
        done += (uint64_t)got;
    }
    return (int64_t)done;
}
