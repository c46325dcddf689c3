/*
 * Canonical numbering on the GPU: sorts all keys by level, within a level by their vectors.
 *
 * Levels are sorted in batches, many narrow ones or one wide one at a time. As on the CPU (graph_order.c), a
 * batch is sorted by the words of the vectors from the last to the first, and at the end by the level: stable
 * radix sorts of pairs of a word and a position within the batch. Folded keys are unfolded one word at a
 * time. If keys are vectors of one word with enough unused bits, the keys themselves are sorted, once, with
 * the level in the bits above.
 */
#include "explorer/graph/graph_work.h"

#include <string.h>

#include <cub/device/device_radix_sort.cuh>

#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"
#include "explorer/search/cuda/space_device.h"
#include "explorer/search/explore.h"
#include "explorer/model/fold_core.h"

#define THREADS 256u
#define BATCH_KEYS ((uint64_t)1 << 26) /* keys of the levels that are sorted together */

struct device_sorter {
    struct graph_work *work;
    uint64_t capacity, level_capacity; /* keys and levels of the largest batch */
    int direct;                        /* the keys themselves are sorted */
    uint64_t *words;                   /* [2 * capacity]: two buffers, one after the other */
    uint32_t *positions;               /* [2 * capacity]: two buffers, too; NULL if direct */
    uint64_t *level_begin;             /* begins of the batch's levels, and the end of the last */
    struct graph_temporary temporary;
};

static __global__ void number_positions(uint32_t *positions, uint64_t count) {
    for (uint64_t i = device_grid_thread(); i < count; i += device_grid_step()) {
        positions[i] = (uint32_t)i;
    }
}

/* Vectors on the device: their keys, the model's image, and the pairs of folded keys. */
struct vectors {
    const void *image;
    const uint64_t *pairs, *keys;
};

/* Reads word `word` of each vector, in the order of positions. */
static __global__ void load_words(const struct vectors vectors, const uint32_t *positions, uint64_t *words,
                                  uint64_t count, uint32_t word) {
    const struct model_header *header = model_view_of(vectors.image).header;
    const uint32_t key_words = header->key_words;
    for (uint64_t i = device_grid_thread(); i < count; i += device_grid_step()) {
        const uint64_t *key = vectors.keys + (uint64_t)positions[i] * key_words;
        words[i] =
            header->fold_levels == 0 ? key[word] & ~TABLE_USED : fold_word(header, vectors.pairs, key, word);
    }
}

/* The level of a state: level i has the states [begin[i], begin[i + 1]). */
static __device__ __forceinline__ uint64_t level_of(const uint64_t *begin, uint64_t levels, uint64_t state) {
    uint64_t low = 0, high = levels; /* begin[low] <= state < begin[high] */
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (begin[middle] <= state) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Computes the level of each key, in the order of positions; the first state is begin[0]. */
static __global__ void load_levels(const uint64_t *begin, uint64_t levels, const uint32_t *positions,
                                   uint64_t *words, uint64_t count) {
    for (uint64_t i = device_grid_thread(); i < count; i += device_grid_step()) {
        words[i] = level_of(begin, levels, begin[0] + positions[i]);
    }
}

/* Puts the levels above the `bits` bits of keys that are vectors of one word. */
static __global__ void load_keys(const uint64_t *begin, uint64_t levels, const uint64_t *keys,
                                 uint64_t *words, uint64_t count, uint32_t bits) {
    for (uint64_t i = device_grid_thread(); i < count; i += device_grid_step()) {
        uint64_t level = levels > 1 ? level_of(begin, levels, begin[0] + i) << bits : 0;
        words[i] = (keys[i] & ~TABLE_USED) | level;
    }
}

static __global__ void store_keys(const uint64_t *words, uint64_t *keys, uint64_t count, uint32_t bits) {
    for (uint64_t i = device_grid_thread(); i < count; i += device_grid_step()) {
        keys[i] = (words[i] & (((uint64_t)1 << bits) - 1)) | TABLE_USED;
    }
}

static __global__ void gather_keys(const uint64_t *keys, const uint32_t *positions, uint64_t *sorted,
                                   uint64_t count, uint32_t key_words) {
    for (uint64_t i = device_grid_thread(); i < count; i += device_grid_step()) {
        for (uint32_t w = 0; w < key_words; w++) {
            sorted[i * key_words + w] = keys[(uint64_t)positions[i] * key_words + w];
        }
    }
}

/* The end of the batch that starts with level `first`. */
static uint64_t batch_end(const struct exploration *exploration, uint64_t first) {
    const uint64_t *begin = exploration->space.level_begin;
    uint64_t end = first + 1;
    while (end < exploration->space.levels && begin[end + 1] - begin[first] <= BATCH_KEYS) {
        end++;
    }
    return end;
}

static int sort_pairs(struct graph_temporary *temporary, cub::DoubleBuffer<uint64_t> *words,
                      cub::DoubleBuffer<uint32_t> *positions, uint64_t count, uint32_t bits,
                      struct error *error) {
    return DEVICE_CHECK(cub::DeviceRadixSort::SortPairs(temporary->block, temporary->bytes, *words,
                                                        *positions, count, 0, (int)bits),
                        error);
}

static int sort_words(struct graph_temporary *temporary, cub::DoubleBuffer<uint64_t> *words, uint64_t count,
                      uint32_t bits, struct error *error) {
    return DEVICE_CHECK(
        cub::DeviceRadixSort::SortKeys(temporary->block, temporary->bytes, *words, count, 0, (int)bits),
        error);
}

/* A word has at most 63 bits of a vector, so the level of a batch of one level fits above them. */
static int is_direct(const struct device_sorter *sorter) {
    const struct graph_work *work = sorter->work;
    return work->header->fold_levels == 0 && work->header->words == 1 &&
           model_word_bits(work->exploration->model, 0) + model_field_bits(sorter->level_capacity) <= 64;
}

/* Bytes of sorter->words: for two words of each key, or for all of them. */
static uint64_t words_bytes(const struct device_sorter *sorter) {
    uint64_t words = sorter->work->header->key_words;
    return sorter->capacity * (words > 2 ? words : 2) * sizeof(uint64_t);
}

static int open_sorter(struct device_sorter *sorter) {
    struct graph_work *work = sorter->work;
    const struct exploration *exploration = work->exploration;
    for (uint64_t first = 0, end; first < exploration->space.levels; first = end) {
        end = batch_end(exploration, first);
        uint64_t keys = exploration->space.level_begin[end] - exploration->space.level_begin[first];
        sorter->capacity = keys > sorter->capacity ? keys : sorter->capacity;
        sorter->level_capacity = end - first > sorter->level_capacity ? end - first : sorter->level_capacity;
    }
    sorter->direct = is_direct(sorter);
    sorter->words = (uint64_t *)device_allocate(work->device, words_bytes(sorter), work->error);
    if (!sorter->direct) {
        sorter->positions = (uint32_t *)device_allocate(work->device, sorter->capacity * 8, work->error);
    }
    sorter->level_begin =
        (uint64_t *)device_allocate(work->device, (sorter->level_capacity + 1) * 8, work->error);
    if (sorter->words == NULL || (sorter->positions == NULL && !sorter->direct) ||
        sorter->level_begin == NULL) {
        return -1;
    }
    cub::DoubleBuffer<uint64_t> words(sorter->words, sorter->words + sorter->capacity);
    cub::DoubleBuffer<uint32_t> positions(sorter->positions, sorter->positions + sorter->capacity);
    if (sorter->direct
            ? sort_words(&sorter->temporary, &words, sorter->capacity, 64, work->error)
            : sort_pairs(&sorter->temporary, &words, &positions, sorter->capacity, 64, work->error)) {
        return -1;
    }
    sorter->temporary.block = device_allocate(work->device, sorter->temporary.bytes, work->error);
    return sorter->temporary.block == NULL ? -1 : 0;
}

static void close_sorter(struct device_sorter *sorter) {
    struct device *device = sorter->work->device;
    device_free(device, sorter->words, words_bytes(sorter));
    device_free(device, sorter->positions, sorter->capacity * 8);
    device_free(device, sorter->level_begin, (sorter->level_capacity + 1) * 8);
    device_free(device, sorter->temporary.block, sorter->temporary.bytes);
}

/* Sorts the positions of a batch's keys, and gathers the keys in that order into sorter->words. */
static int sort_positions(struct device_sorter *sorter, uint64_t *keys, uint64_t levels, uint64_t count) {
    struct graph_work *work = sorter->work;
    const struct model_header *header = work->header;
    unsigned blocks = device_grid_blocks(count, THREADS);
    cub::DoubleBuffer<uint64_t> words(sorter->words, sorter->words + sorter->capacity);
    cub::DoubleBuffer<uint32_t> positions(sorter->positions, sorter->positions + sorter->capacity);
    const struct vectors vectors = {work->space->image, (const uint64_t *)work->space->pairs.base, keys};
    number_positions<<<blocks, THREADS>>>(positions.Current(), count);
    for (uint32_t word = header->words; word-- > 0;) {
        uint32_t bits = model_word_bits(work->exploration->model, word);
        load_words<<<blocks, THREADS>>>(vectors, positions.Current(), words.Current(), count, word);
        if (DEVICE_CHECK(cudaGetLastError(), work->error) ||
            (bits != 0 && sort_pairs(&sorter->temporary, &words, &positions, count, bits, work->error))) {
            return -1;
        }
    }
    if (levels > 1) {
        load_levels<<<blocks, THREADS>>>(sorter->level_begin, levels, positions.Current(), words.Current(),
                                         count);
        if (DEVICE_CHECK(cudaGetLastError(), work->error) ||
            sort_pairs(&sorter->temporary, &words, &positions, count, model_field_bits(levels),
                       work->error)) {
            return -1;
        }
    }
    gather_keys<<<blocks, THREADS>>>(keys, positions.Current(), sorter->words, count, header->key_words);
    return DEVICE_CHECK(cudaGetLastError(), work->error) ||
                   DEVICE_CHECK(cudaMemcpyAsync(keys, sorter->words, count * header->key_words * 8,
                                                cudaMemcpyDeviceToDevice),
                                work->error)
               ? -1
               : 0;
}

/* Sorts the keys of a batch themselves. */
static int sort_keys(struct device_sorter *sorter, uint64_t *keys, uint64_t levels, uint64_t count) {
    struct graph_work *work = sorter->work;
    const uint32_t bits = model_word_bits(work->exploration->model, 0);
    const uint32_t all = bits + (levels > 1 ? model_field_bits(levels) : 0);
    unsigned blocks = device_grid_blocks(count, THREADS);
    cub::DoubleBuffer<uint64_t> words(sorter->words, sorter->words + sorter->capacity);
    if (all == 0) {
        return 0;
    }
    load_keys<<<blocks, THREADS>>>(sorter->level_begin, levels, keys, words.Current(), count, bits);
    if (DEVICE_CHECK(cudaGetLastError(), work->error) ||
        sort_words(&sorter->temporary, &words, count, all, work->error)) {
        return -1;
    }
    store_keys<<<blocks, THREADS>>>(words.Current(), keys, count, bits);
    return DEVICE_CHECK(cudaGetLastError(), work->error);
}

/* Sorts the levels [first, end). */
static int sort_batch(struct device_sorter *sorter, uint64_t first, uint64_t end) {
    struct graph_work *work = sorter->work;
    const uint64_t *begin = work->exploration->space.level_begin, levels = end - first;
    uint64_t count = begin[end] - begin[first], *keys = work->keys + begin[first] * work->header->key_words;
    if (levels > 1 && device_upload(sorter->level_begin, begin + first, (levels + 1) * 8, work->error) != 0) {
        return -1;
    }
    int failed =
        sorter->direct ? sort_keys(sorter, keys, levels, count) : sort_positions(sorter, keys, levels, count);
    return failed || device_finish(work->error) ? -1 : 0;
}

int graph_work_order(struct graph_work *work) {
    struct device_sorter sorter;
    memset(&sorter, 0, sizeof sorter);
    sorter.work = work;
    int failed = open_sorter(&sorter);
    for (uint64_t first = 0, end; first < work->exploration->space.levels && !failed; first = end) {
        end = batch_end(work->exploration, first);
        if (run_should_stop(work->run)) {
            failed = error_set(work->error, ERROR_INTERRUPTED, "interrupted while numbering the states");
        } else {
            run_tell(work->run, "numbering the states", first, work->exploration->space.levels, "levels");
            failed = sort_batch(&sorter, first, end);
        }
    }
    close_sorter(&sorter);
    return failed;
}
