#ifndef HEDDLE_EXPLORER_CHECKPOINT_CHECKPOINT_INTERNAL_H
#define HEDDLE_EXPLORER_CHECKPOINT_CHECKPOINT_INTERNAL_H

/*
 * The form of a checkpoint's file. Three lines of text: "heddle checkpoint 2"; the header as JSON; the
 * checksum of these two lines, eight hexadecimal digits. Then the words of checkpoint.h, as the machine has
 * them, in blocks: BLOCK_WORDS words (the last block may have fewer), and one word with the checksum of the
 * block and its number. All checksums are CRC-32.
 */
#include <stddef.h>
#include <stdint.h>

#include "explorer/checkpoint/checkpoint.h"

#define CHECKPOINT_FORMAT "heddle checkpoint 2"
#define CHECKPOINT_ENDING ".checkpoint"
#define CHECKPOINT_NEW ".new"                     /* after the name of a file that is being written */
#define CHECKPOINT_HEADER_BYTES ((size_t)1 << 20) /* most bytes of the lines of text */
#define BLOCK_WORDS ((uint64_t)32768)
#define BLOCK_BYTES ((BLOCK_WORDS + 1) * 8)
#define MOST_BLOCKS 16u /* of a buffer, whose checksums are made by as many threads */
#define CHECKPOINT_PATH 4096

/* The name of a search's file; 0, or -1 with *error filled: it is too long. */
int checkpoint_path(const char *folder, const char *search, char path[CHECKPOINT_PATH], struct error *error);

/* The checksums of blocks in a buffer, several at once. */
struct checkpoint_blocks {
    uint64_t *words; /* blocks of BLOCK_WORDS + 1 words */
    uint64_t count;  /* words in them, without the checksums */
    uint64_t first;  /* number of the first block in its file */
    unsigned threads;
    uint64_t wrong; /* checkpoint_blocks_check: the first block with another checksum, or UINT64_MAX */
};
void checkpoint_blocks_sum(struct checkpoint_blocks *blocks);
void checkpoint_blocks_check(struct checkpoint_blocks *blocks);

/* The lines of text; owned by the caller, who frees it with free(). NULL when memory runs out. */
char *checkpoint_header_text(const struct checkpoint_identity *identity,
                             const struct checkpoint_header *header);
/*
 * Reads the lines of text, to which `descriptor` points. identity: what the checkpoint must be of; NULL: not
 * compared. 0, or -1 with *error filled: ERROR_INPUT, ERROR_IO.
 */
int checkpoint_header_read(int descriptor, const char *path, const struct checkpoint_identity *identity,
                           struct checkpoint_header *header, struct error *error);
/* Reads so many bytes, or fewer at the end of the file. The number, or -1 with *error filled. */
int64_t checkpoint_read(int descriptor, const char *path, void *bytes, uint64_t count, struct error *error);

#endif
