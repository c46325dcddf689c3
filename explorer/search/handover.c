/* A search that goes from one GPU to several: its states, in blocks of host memory. */
#include "explorer/search/handover.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

#define BLOCK_WORDS ((uint64_t)1 << 17) /* 1 MiB */
#define CHUNK_WORDS                                                                                          \
    ((uint64_t)1 << 15) /* most that a thread copies at once: memory that is new takes time                  \
                         */

struct handover_block {
    struct handover_block *next;
    uint64_t used; /* words */
    uint64_t words[BLOCK_WORDS];
};

struct handover_chunk {
    uint64_t *to;
    const uint64_t *from;
    uint64_t words;
};

static uint64_t head_words(const struct handover *handover) {
    return handover->header.level + 2 + handover->header.labels;
}

int handover_begin(struct handover *handover, const struct device_list *devices,
                   const struct checkpoint_header *header, const uint64_t *label_level) {
    struct memory *memory = handover->memory;
    handover->devices = *devices;
    handover->header = *header;
    handover->sections = 0;
    int failed = 0;
    for (unsigned i = 0; i < devices->count; i++) {
        struct handover_share *share = &handover->shares[i];
        *share = (struct handover_share){
            .begin = memory_allocate_array(memory, head_words(handover), sizeof *share->begin)};
        if (share->begin == NULL) {
            failed = 1;
            continue;
        }
        share->begin[0] = 0;
        if (header->labels != 0) {
            memcpy(share->begin + header->level + 2, label_level, header->labels * sizeof *label_level);
        }
    }
    if (failed) {
        handover_clear(handover);
        return -1;
    }
    return 0;
}

static void drop_first(struct handover *handover, struct handover_share *share) {
    struct handover_block *block = share->first;
    share->first = block->next;
    share->last = share->first == NULL ? NULL : share->last;
    share->taken = 0;
    memory_free(handover->memory, block, sizeof *block);
}

void handover_clear(struct handover *handover) {
    for (unsigned i = 0; i < handover->devices.count; i++) {
        struct handover_share *share = &handover->shares[i];
        while (share->first != NULL) {
            drop_first(handover, share);
        }
        memory_free(handover->memory, share->begin, head_words(handover) * sizeof *share->begin);
        *share = (struct handover_share){.begin = NULL};
    }
    GROWING_FREE(handover->memory, handover->chunks);
    memset(&handover->chunks, 0, sizeof handover->chunks);
    handover->devices.count = 0;
}

/* Appends a block to the share; 0, or -1. */
static int add_block(struct handover *handover, struct handover_share *share) {
    struct handover_block *block = memory_allocate(handover->memory, sizeof *block);
    if (block == NULL) {
        return -1;
    }
    block->next = NULL;
    block->used = 0;
    if (share->last == NULL) {
        share->first = block;
    } else {
        share->last->next = block;
    }
    share->last = block;
    return 0;
}

int handover_put(struct handover *handover, unsigned owner, const uint64_t *keys, uint64_t count) {
    struct handover_share *share = &handover->shares[owner];
    uint64_t words = count * handover->header.key_words;
    for (uint64_t part; words != 0; words -= part, keys += part) {
        if ((share->last == NULL || share->last->used == BLOCK_WORDS) && add_block(handover, share) != 0) {
            return -1;
        }
        struct handover_block *block = share->last;
        part = words < BLOCK_WORDS - block->used ? words : BLOCK_WORDS - block->used;
        part = part < CHUNK_WORDS ? part : CHUNK_WORDS;
        if (GROWING_ADD(handover->memory, handover->chunks,
                        (struct handover_chunk){block->words + block->used, keys, part}) != 0) {
            return -1;
        }
        block->used += part;
    }
    share->keys += count;
    return 0;
}

struct copying {
    const struct handover *handover;
    unsigned threads;
};

static void copy_chunks(void *context, unsigned thread) {
    const struct copying *copying = context;
    const struct handover *handover = copying->handover;
    for (uint64_t i = thread; i < handover->chunks.count; i += copying->threads) {
        const struct handover_chunk *chunk = &handover->chunks.data[i];
        memcpy(chunk->to, chunk->from, chunk->words * sizeof *chunk->to);
    }
}

void handover_copy(struct handover *handover, unsigned threads) {
    threads = threads < handover->chunks.count ? threads : (unsigned)handover->chunks.count;
    struct copying copying = {handover, threads == 0 ? 1 : threads};
    parallel_run(copying.threads, copy_chunks, &copying);
    handover->chunks.count = 0;
}

void handover_end_section(struct handover *handover) {
    const uint64_t section = handover->sections++;
    for (unsigned i = 0; i < handover->devices.count; i++) {
        struct handover_share *share = &handover->shares[i];
        if (handover->header.levels_kept) {
            share->begin[section + 1] = share->keys;
        } else if (section < LENGTH(share->ends)) {
            share->ends[section] = share->keys;
        }
    }
}

/* If levels are not kept, nobody knows whose states older ones had: the first share counts them all. */
void handover_end(struct handover *handover, const uint64_t *begin) {
    const uint64_t level = handover->header.level;
    for (unsigned i = 0; i < handover->devices.count && !handover->header.levels_kept; i++) {
        struct handover_share *share = &handover->shares[i];
        const uint64_t states = share->ends[0];
        for (uint64_t l = 0; l < level; l++) {
            share->begin[l] = i == 0 ? begin[l] : 0;
        }
        share->begin[level] = states - (share->keys - states);
        share->begin[level + 1] = states - (share->keys - share->ends[1]);
    }
}

struct checkpoint_header handover_header(const struct handover *handover, unsigned owner) {
    const struct handover_share *share = &handover->shares[owner];
    struct checkpoint_header header = handover->header;
    header.states = header.levels_kept ? share->keys : share->ends[0];
    header.next = header.states - share->begin[header.level + 1];
    return header;
}

void handover_take(struct handover *handover, unsigned owner, uint64_t *words, uint64_t count) {
    struct handover_share *share = &handover->shares[owner];
    for (const uint64_t head = head_words(handover); count != 0 && share->head < head; count--) {
        *words++ = share->begin[share->head++];
    }
    for (uint64_t part; count != 0; count -= part, words += part) {
        const struct handover_block *block = share->first;
        part = count < block->used - share->taken ? count : block->used - share->taken;
        memcpy(words, block->words + share->taken, part * sizeof *words);
        share->taken += part;
        if (share->taken == block->used) {
            drop_first(handover, share);
        }
    }
}
