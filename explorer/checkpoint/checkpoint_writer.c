/*
 * Writes checkpoints: in a file beside the last one, which replaces it when it is on the disk. There are two
 * buffers: while one is filled, a thread makes the checksums of the other and writes it. The disk begins with
 * each buffer at once, so that little is left for the end.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/error_system.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/packing.h"
#include "explorer/checkpoint/checkpoint_internal.h"

#define MOST_SUMS 4u     /* threads that make checksums */
#define MEMORY_SHARE 64u /* buffers take this part of the free memory at most, but for the smallest ones */

struct checkpoint_writer {
    const struct checkpoint *checkpoint;
    struct memory *memory;
    unsigned blocks; /* of a buffer */
    struct checkpoint_blocks buffers[2];
    unsigned filled;  /* the buffer that is being filled */
    pthread_t thread; /* it writes the other one, if .. */
    int writes;
    int reason;     /* errno of a write that failed; 0 */
    uint64_t first; /* number of the next block */
    uint64_t bytes;
    int descriptor; /* -1: no file is open */
    char search[SHA256_DIGITS];
    char path[CHECKPOINT_PATH], new_path[CHECKPOINT_PATH];
};

/* Large buffers take fewer threads one after the other; small ones are for searches with little memory. */
static unsigned blocks_for(const struct memory *memory) {
    unsigned blocks = MOST_BLOCKS;
    while (blocks > 1 && 2 * blocks * BLOCK_BYTES > memory_left(memory) / MEMORY_SHARE) {
        blocks /= 2;
    }
    return blocks;
}

static int open_buffers(checkpoint_writer *writer, unsigned threads) {
    for (unsigned i = 0; i < 2; i++) {
        writer->buffers[i].threads = threads < MOST_SUMS ? threads : MOST_SUMS;
        writer->buffers[i].words = memory_allocate(writer->memory, writer->blocks * BLOCK_BYTES);
        if (writer->buffers[i].words == NULL) {
            return -1;
        }
    }
    return 0;
}

checkpoint_writer *checkpoint_writer_create(const struct checkpoint *checkpoint, const char *search,
                                            const struct run *run, struct error *error) {
    checkpoint_writer *writer = memory_allocate_zeroed(run->memory, sizeof *writer);
    if (writer == NULL) {
        error_memory(error, "to write checkpoints");
        return NULL;
    }
    writer->checkpoint = checkpoint;
    writer->memory = run->memory;
    writer->blocks = blocks_for(run->memory);
    writer->descriptor = -1;
    memcpy(writer->search, search, SHA256_DIGITS);
    if ((open_buffers(writer, run->threads) != 0 ? error_memory(error, "to write checkpoints") : 0) != 0 ||
        checkpoint_path(checkpoint->folder, search, writer->path, error) != 0) {
        checkpoint_writer_free(writer);
        return NULL;
    }
    snprintf(writer->new_path, sizeof writer->new_path, "%.*s%s", CHECKPOINT_PATH - 8, writer->path,
             CHECKPOINT_NEW);
    return writer;
}

/* Waits until the other buffer is written. */
static void await_buffer(checkpoint_writer *writer) {
    if (writer->writes) {
        pthread_join(writer->thread, NULL);
        writer->writes = 0;
    }
}

/* Removes the file that is not whole. */
static void give_up(checkpoint_writer *writer) {
    await_buffer(writer);
    if (writer->descriptor >= 0) {
        close(writer->descriptor);
        unlink(writer->new_path);
        writer->descriptor = -1;
    }
}

void checkpoint_writer_free(checkpoint_writer *writer) {
    if (writer != NULL) {
        give_up(writer);
        for (unsigned i = 0; i < 2; i++) {
            memory_free(writer->memory, writer->buffers[i].words, writer->blocks * BLOCK_BYTES);
        }
        memory_free(writer->memory, writer, sizeof *writer);
    }
}

uint64_t checkpoint_writer_bytes(const checkpoint_writer *writer) {
    return writer->bytes;
}

static int fail(checkpoint_writer *writer, int reason, struct error *error) {
    give_up(writer);
    return error_in(error, error_of_system(reason), writer->path, "cannot write the checkpoint: %s",
                    strerror(reason));
}

int checkpoint_writer_begin(checkpoint_writer *writer, const struct checkpoint_header *header,
                            struct error *error) {
    struct checkpoint_header own = *header;
    give_up(writer);
    memcpy(own.search, writer->search, SHA256_DIGITS);
    writer->first = writer->filled = 0;
    writer->buffers[0].count = 0;
    writer->reason = 0;
    char *text = checkpoint_header_text(&writer->checkpoint->identity, &own);
    if (text == NULL) {
        return error_memory(error, "to write a checkpoint");
    }
    unlink(writer->new_path); /* of a process that was killed: frees its bytes on the disk */
    writer->descriptor = open(writer->new_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    writer->bytes = strlen(text);
    int reason = writer->descriptor < 0 ? errno : packing_write(writer->descriptor, text, writer->bytes);
    free(text);
    return reason != 0 ? fail(writer, reason, error) : 0;
}

/* Writes the buffer that is not being filled. */
static void *write_buffer(void *context) {
    checkpoint_writer *writer = context;
    struct checkpoint_blocks *buffer = &writer->buffers[!writer->filled];
    const uint64_t blocks = (buffer->count + BLOCK_WORDS - 1) / BLOCK_WORDS;
    checkpoint_blocks_sum(buffer);
    writer->reason =
        packing_write(writer->descriptor, buffer->words, (buffer->count + blocks) * sizeof *buffer->words);
    /* Begins, so that fsync has little left to wait for. A file system that cannot do that is taken as it is.
     */
    (void)sync_file_range(writer->descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
    return NULL;
}

/* Exchanges the buffers, and begins to write the one that was filled. */
static int flush(checkpoint_writer *writer, struct error *error) {
    struct checkpoint_blocks *buffer = &writer->buffers[writer->filled];
    const uint64_t blocks = (buffer->count + BLOCK_WORDS - 1) / BLOCK_WORDS;
    await_buffer(writer);
    if (writer->reason != 0) {
        return fail(writer, writer->reason, error);
    }
    buffer->first = writer->first;
    writer->first += blocks;
    writer->bytes += (buffer->count + blocks) * sizeof *buffer->words;
    writer->filled = !writer->filled;
    writer->buffers[writer->filled].count = 0;
    writer->writes = pthread_create(&writer->thread, NULL, write_buffer, writer) == 0;
    if (!writer->writes) {
        write_buffer(writer);
    }
    return 0;
}

int checkpoint_writer_put(checkpoint_writer *writer, const uint64_t *words, uint64_t count,
                          struct error *error) {
    while (count != 0) {
        struct checkpoint_blocks *buffer = &writer->buffers[writer->filled];
        uint64_t block = buffer->count / BLOCK_WORDS, in_block = buffer->count % BLOCK_WORDS;
        uint64_t part = BLOCK_WORDS - in_block < count ? BLOCK_WORDS - in_block : count;
        memcpy(buffer->words + block * (BLOCK_WORDS + 1) + in_block, words, part * sizeof *words);
        buffer->count += part;
        words += part;
        count -= part;
        if (buffer->count == writer->blocks * BLOCK_WORDS && flush(writer, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The names in the folder are on the disk, too. A file system that cannot do that is taken as it is. */
static void sync_folder(const char *folder) {
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        close(descriptor);
    }
}

int checkpoint_writer_end(checkpoint_writer *writer, struct error *error) {
    if (writer->buffers[writer->filled].count != 0 && flush(writer, error) != 0) {
        return -1;
    }
    await_buffer(writer);
    if (writer->reason != 0) {
        return fail(writer, writer->reason, error);
    }
    if (fsync(writer->descriptor) != 0) {
        return fail(writer, errno, error);
    }
    int failed = close(writer->descriptor);
    writer->descriptor = -1;
    if (failed != 0 || rename(writer->new_path, writer->path) != 0) {
        int reason = errno;
        unlink(writer->new_path);
        return fail(writer, reason, error);
    }
    sync_folder(writer->checkpoint->folder);
    return 0;
}
