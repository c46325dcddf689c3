/* Writes checkpoints: in a file beside the last one, which replaces it when it is on the disk. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/packing.h"
#include "explorer/checkpoint/checkpoint_internal.h"

struct checkpoint_writer {
    const struct checkpoint *checkpoint;
    struct memory *memory;
    unsigned blocks; /* of the buffer */
    struct checkpoint_blocks buffer;
    uint64_t bytes;
    int descriptor; /* -1: no file is open */
    char search[SHA256_DIGITS];
    char path[CHECKPOINT_PATH], new_path[CHECKPOINT_PATH];
};

checkpoint_writer *checkpoint_writer_create(const struct checkpoint *checkpoint, const char *search,
                                            const struct run *run, struct error *error) {
    checkpoint_writer *writer = memory_allocate_zeroed(run->memory, sizeof *writer);
    if (writer == NULL) {
        error_memory(error, "to write checkpoints");
        return NULL;
    }
    writer->checkpoint = checkpoint;
    writer->memory = run->memory;
    writer->blocks = run->threads < MOST_BLOCKS ? run->threads : MOST_BLOCKS;
    writer->buffer.threads = writer->blocks;
    writer->descriptor = -1;
    memcpy(writer->search, search, SHA256_DIGITS);
    writer->buffer.words = memory_allocate(run->memory, writer->blocks * BLOCK_BYTES);
    if (writer->buffer.words == NULL) {
        error_memory(error, "to write checkpoints");
    }
    if (writer->buffer.words == NULL ||
        checkpoint_path(checkpoint->folder, search, writer->path, error) != 0) {
        checkpoint_writer_free(writer);
        return NULL;
    }
    snprintf(writer->new_path, sizeof writer->new_path, "%.*s%s", CHECKPOINT_PATH - 8, writer->path,
             CHECKPOINT_NEW);
    return writer;
}

/* Removes the file that is not whole. */
static void give_up(checkpoint_writer *writer) {
    if (writer->descriptor >= 0) {
        close(writer->descriptor);
        unlink(writer->new_path);
        writer->descriptor = -1;
    }
}

void checkpoint_writer_free(checkpoint_writer *writer) {
    if (writer != NULL) {
        give_up(writer);
        memory_free(writer->memory, writer->buffer.words, writer->blocks * BLOCK_BYTES);
        memory_free(writer->memory, writer, sizeof *writer);
    }
}

uint64_t checkpoint_writer_bytes(const checkpoint_writer *writer) {
    return writer->bytes;
}

static int fail(checkpoint_writer *writer, int reason, struct error *error) {
    give_up(writer);
    return error_in(error, ERROR_IO, writer->path, "cannot write the checkpoint: %s", strerror(reason));
}

static int write_bytes(checkpoint_writer *writer, const void *bytes, uint64_t count, struct error *error) {
    int reason = packing_write(writer->descriptor, bytes, count);
    writer->bytes += count;
    return reason == 0 ? 0 : fail(writer, reason, error);
}

int checkpoint_writer_begin(checkpoint_writer *writer, const struct checkpoint_header *header,
                            struct error *error) {
    struct checkpoint_header own = *header;
    give_up(writer);
    memcpy(own.search, writer->search, SHA256_DIGITS);
    writer->bytes = writer->buffer.count = writer->buffer.first = 0;
    char *text = checkpoint_header_text(&writer->checkpoint->identity, &own);
    if (text == NULL) {
        return error_memory(error, "to write a checkpoint");
    }
    unlink(writer->new_path); /* of a process that was killed: frees its bytes on the disk */
    writer->descriptor = open(writer->new_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    int failed =
        writer->descriptor < 0 ? fail(writer, errno, error) : write_bytes(writer, text, strlen(text), error);
    free(text);
    return failed;
}

/* Writes the buffer's blocks. */
static int flush(checkpoint_writer *writer, struct error *error) {
    struct checkpoint_blocks *buffer = &writer->buffer;
    uint64_t blocks = (buffer->count + BLOCK_WORDS - 1) / BLOCK_WORDS;
    checkpoint_blocks_sum(buffer);
    uint64_t bytes = (buffer->count + blocks) * sizeof *buffer->words;
    buffer->first += blocks;
    buffer->count = 0;
    return write_bytes(writer, buffer->words, bytes, error);
}

int checkpoint_writer_put(checkpoint_writer *writer, const uint64_t *words, uint64_t count,
                          struct error *error) {
    struct checkpoint_blocks *buffer = &writer->buffer;
    while (count != 0) {
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
    if (writer->buffer.count != 0 && flush(writer, error) != 0) {
        return -1;
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
