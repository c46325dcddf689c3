/* Reads the checkpoint of a search. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/error_system.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/checkpoint/checkpoint_internal.h"

struct checkpoint_reader {
    struct memory *memory;
    int descriptor;
    unsigned blocks; /* of the buffer */
    struct checkpoint_blocks buffer;
    uint64_t at; /* words of the buffer that were taken */
    int ended;   /* the file has no more bytes */
    struct checkpoint_header header;
    char path[CHECKPOINT_PATH];
};

/*
 * Whether the file has words enough for the states and pairs that its header counts, so that nobody allocates
 * memory for more. The search requires of other counts that they are less than that of states, or the
 * model's.
 */
static int has_words(const checkpoint_reader *reader) {
    const struct checkpoint_header *header = &reader->header;
    struct stat status;
    const uint64_t words =
        fstat(reader->descriptor, &status) == 0 && status.st_size > 0 ? (uint64_t)status.st_size / 8 : 0;
    return header->states <= words && header->pairs <= words;
}

static int open_file(checkpoint_reader *reader, const struct checkpoint *checkpoint, const char *search,
                     struct error *error) {
    if (checkpoint_path(checkpoint->resume, search, reader->path, error) != 0) {
        return -1;
    }
    reader->descriptor = open(reader->path, O_RDONLY | O_CLOEXEC);
    if (reader->descriptor < 0 && errno == ENOENT) {
        error->code = ERROR_NONE;
        return -1;
    }
    if (reader->descriptor < 0) {
        return error_in(error, error_of_system(errno), reader->path, "cannot read: %s", strerror(errno));
    }
    if (checkpoint_header_read(reader->descriptor, reader->path, &checkpoint->identity, &reader->header,
                               error) != 0) {
        return -1;
    }
    if (strcmp(reader->header.search, search) != 0) {
        return checkpoint_reader_damaged(reader, "it is of another search than its name says", error);
    }
    return has_words(reader) ? 0 : checkpoint_reader_damaged(reader, "it is cut off", error);
}

checkpoint_reader *checkpoint_reader_open(const struct checkpoint *checkpoint, const char *search,
                                          const struct run *run, struct error *error) {
    checkpoint_reader *reader = memory_allocate_zeroed(run->memory, sizeof *reader);
    if (reader == NULL) {
        error_memory(error, "to read a checkpoint");
        return NULL;
    }
    reader->memory = run->memory;
    reader->descriptor = -1;
    int failed = open_file(reader, checkpoint, search, error);
    if (!failed) {
        reader->blocks = run->threads < MOST_BLOCKS ? run->threads : MOST_BLOCKS;
        reader->buffer.threads = reader->blocks;
        reader->buffer.words = memory_allocate(run->memory, reader->blocks * BLOCK_BYTES);
        failed = reader->buffer.words == NULL ? error_memory(error, "to read a checkpoint") : 0;
    }
    if (failed) {
        checkpoint_reader_close(reader);
        return NULL;
    }
    return reader;
}

void checkpoint_reader_close(checkpoint_reader *reader) {
    if (reader != NULL) {
        if (reader->descriptor >= 0) {
            close(reader->descriptor);
        }
        memory_free(reader->memory, reader->buffer.words, reader->blocks * BLOCK_BYTES);
        memory_free(reader->memory, reader, sizeof *reader);
    }
}

const struct checkpoint_header *checkpoint_reader_header(const checkpoint_reader *reader) {
    return &reader->header;
}

int checkpoint_reader_damaged(const checkpoint_reader *reader, const char *what, struct error *error) {
    return error_in(error, ERROR_INPUT, reader->path, "the checkpoint is damaged: %s", what);
}

/* Fills the buffer with the next blocks. */
static int refill(checkpoint_reader *reader, struct error *error) {
    struct checkpoint_blocks *buffer = &reader->buffer;
    buffer->first += (buffer->count + BLOCK_WORDS - 1) / BLOCK_WORDS;
    buffer->count = reader->at = 0;
    int64_t bytes =
        checkpoint_read(reader->descriptor, reader->path, buffer->words, reader->blocks * BLOCK_BYTES, error);
    if (bytes < 0) {
        return -1;
    }
    reader->ended = (uint64_t)bytes < reader->blocks * BLOCK_BYTES;
    uint64_t words = (uint64_t)bytes / 8, whole = words / (BLOCK_WORDS + 1), rest = words % (BLOCK_WORDS + 1);
    if (bytes % 8 != 0 || rest == 1) {
        return checkpoint_reader_damaged(reader, "it is cut off, or has too many bytes", error);
    }
    buffer->count = whole * BLOCK_WORDS + (rest == 0 ? 0 : rest - 1);
    checkpoint_blocks_check(buffer);
    return buffer->wrong == UINT64_MAX
               ? 0
               : checkpoint_reader_damaged(reader, "it is cut off, or a block has a wrong checksum", error);
}

/* Fills the buffer if all of it was taken; the file must go on. */
static int have_words(checkpoint_reader *reader, struct error *error) {
    while (reader->at == reader->buffer.count) {
        if (reader->ended) {
            return checkpoint_reader_damaged(reader, "it is cut off", error);
        }
        if (refill(reader, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int checkpoint_reader_get(checkpoint_reader *reader, uint64_t *words, uint64_t count, struct error *error) {
    struct checkpoint_blocks *buffer = &reader->buffer;
    while (count != 0) {
        if (have_words(reader, error) != 0) {
            return -1;
        }
        uint64_t block = reader->at / BLOCK_WORDS, in_block = reader->at % BLOCK_WORDS;
        uint64_t left = buffer->count - reader->at;
        uint64_t part = BLOCK_WORDS - in_block < left ? BLOCK_WORDS - in_block : left;
        part = part < count ? part : count;
        memcpy(words, buffer->words + block * (BLOCK_WORDS + 1) + in_block, part * sizeof *words);
        reader->at += part;
        words += part;
        count -= part;
    }
    return 0;
}

/* Leaves whole blocks out, when all of the buffer was taken. */
static int skip_blocks(checkpoint_reader *reader, uint64_t blocks, struct error *error) {
    struct checkpoint_blocks *buffer = &reader->buffer;
    buffer->first += (buffer->count + BLOCK_WORDS - 1) / BLOCK_WORDS + blocks;
    buffer->count = reader->at = 0;
    return lseek(reader->descriptor, (off_t)(blocks * BLOCK_BYTES), SEEK_CUR) < 0
               ? error_in(error, error_of_system(errno), reader->path, "cannot read: %s", strerror(errno))
               : 0;
}

int checkpoint_reader_skip(checkpoint_reader *reader, uint64_t count, struct error *error) {
    for (uint64_t part; count != 0; count -= part) {
        if (reader->at == reader->buffer.count && !reader->ended && count >= BLOCK_WORDS) {
            part = count / BLOCK_WORDS * BLOCK_WORDS;
            if (skip_blocks(reader, count / BLOCK_WORDS, error) != 0) {
                return -1;
            }
            continue;
        }
        if (have_words(reader, error) != 0) {
            return -1;
        }
        const uint64_t left = reader->buffer.count - reader->at;
        part = left < count ? left : count;
        reader->at += part;
    }
    return 0;
}

int checkpoint_reader_end(checkpoint_reader *reader, struct error *error) {
    if (reader->at == reader->buffer.count && !reader->ended && refill(reader, error) != 0) {
        return -1;
    }
    return reader->at == reader->buffer.count
               ? 0
               : checkpoint_reader_damaged(reader, "it has too many bytes", error);
}
