/*
 * The numbers of states that several ranks have (graph_ranks.h): each rank sorts its states of a level; all
 * ranks see the sorted states of each other, a chunk at a time, and count for each of their own how many are
 * less.
 */
#include "explorer/graph/graph_ranks_internal.h"

#include <string.h>

#include "base/error.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/model/fold_core.h"
#include "explorer/search/explore.h"

int graph_ranks_agree(const struct rank_rows *rows, int failed, uint64_t *most) {
    uint64_t values[] = {!failed, ~*most};
    if (!failed && run_should_stop(rows->run)) {
        values[0] = 0;
        failed = error_set(rows->error, ERROR_INTERRUPTED, "interrupted while writing the states");
    }
    ranks_least(rows->ranks, values, 2);
    *most = ~values[1];
    if (failed || values[0] != 0) {
        return failed ? -1 : 0;
    }
    return error_set(rows->error, ERROR_LIMIT,
                     "another rank could not go on: it was stopped, or its memory is too small");
}

int graph_ranks_grow(const struct rank_rows *rows, struct growing *growing, uint64_t words) {
    return MEMORY_GROW(rows->run->memory, &growing->words, &growing->capacity, words) != 0
               ? error_memory(rows->error, "for the rows of the graph")
               : 0;
}

/* The vectors of `count` states from `first` on. */
static void load_vectors(const struct rank_rows *rows, uint64_t first, uint64_t count, uint64_t *row,
                         uint64_t *vectors) {
    const uint32_t words = rows->header->words;
    for (uint64_t i = 0; i < count; i++) {
        fold_undo(rows->header, exploration_pairs(rows->exploration),
                  rows->keys + (first + i) * rows->header->key_words, row);
        memcpy(vectors + i * words, row, words * sizeof *row);
    }
}

/* A level: the vectors of this rank, and those of the others as they come. */
struct level {
    uint64_t first, count;  /* this rank's states */
    const uint64_t *counts; /* [ranks * stride] of each rank, at r * stride */
    uint64_t stride;
    uint64_t *vectors, *cursors; /* cursors: [ranks] */
};

/* Counts the states of rank r in [at, end), which are at `theirs`, into the numbers of this rank's states. */
static void count_less(const struct rank_rows *rows, struct level *level, uint32_t r, uint64_t at,
                       uint64_t end, const uint64_t *theirs) {
    const uint32_t words = rows->header->words;
    uint64_t *cursor = &level->cursors[r];
    for (uint64_t i = at; i < end; i++, theirs += words) {
        while (*cursor < level->count &&
               sort_compare_long_rows(level->vectors + *cursor * words, theirs, words) < 0) {
            rows->numbers[level->first + (*cursor)++] += i;
        }
    }
    while (end == level->counts[r * level->stride] && *cursor < level->count) {
        rows->numbers[level->first + (*cursor)++] += end;
    }
}

/* Numbers the states of a level from `base` on. Returns how many they are in all ranks. */
static uint64_t number_level(struct rank_rows *rows, struct level *level, uint64_t base) {
    const struct ranks *ranks = rows->ranks;
    const uint32_t words = rows->header->words;
    uint64_t most = 0, total = 0, step = rows->chunk / words;
    for (uint32_t r = 0; r < ranks->count; r++) {
        const uint64_t count = level->counts[r * level->stride];
        most = count > most ? count : most;
        total += count;
        level->cursors[r] = 0;
    }
    for (uint64_t i = 0; i < level->count; i++) {
        rows->numbers[level->first + i] = base + i;
    }
    step = step < most ? step : most;
    for (uint64_t at = 0; at < most; at += step) {
        uint64_t count = at >= level->count ? 0 : level->count - at < step ? level->count - at : step;
        memcpy(rows->shared.words, level->vectors + (count == 0 ? 0 : at * words),
               count * words * sizeof(uint64_t));
        memset(rows->shared.words + count * words, 0, (step - count) * words * sizeof(uint64_t));
        ranks_gather(ranks, rows->shared.words, rows->all.words, step * words);
        for (uint32_t r = 0; r < ranks->count; r++) {
            const uint64_t theirs = level->counts[r * level->stride];
            if (r != ranks->rank && at < theirs) {
                count_less(rows, level, r, at, theirs < at + step ? theirs : at + step,
                           rows->all.words + r * step * words);
            }
        }
    }
    return total;
}

int graph_ranks_number(struct rank_rows *rows) {
    const struct ranks *ranks = rows->ranks;
    const struct state_space *space = &rows->exploration->space;
    struct memory *memory = rows->run->memory;
    const uint64_t levels = space->levels, words = rows->header->words;
    const uint64_t chunk = rows->chunk, row_words = fold_stride(rows->header);
    uint64_t largest = 1, base = 0;
    for (uint64_t i = 0; i < levels; i++) {
        const uint64_t count = space->level_begin[i + 1] - space->level_begin[i];
        largest = count > largest ? count : largest;
    }
    struct level level = {.stride = levels};
    const uint64_t scratch_words = largest * words + ranks->count + (ranks->count + 1) * levels + row_words;
    uint64_t *scratch = memory_allocate_array(memory, scratch_words, sizeof *scratch);
    rows->numbers = memory_allocate_array(memory, rows->count + 1, sizeof *rows->numbers);
    int failed = scratch == NULL || rows->numbers == NULL
                     ? error_memory(rows->error, "to number the states")
                     : graph_ranks_grow(rows, &rows->shared, chunk) != 0 ||
                           graph_ranks_grow(rows, &rows->all, chunk * ranks->count) != 0;
    failed = graph_ranks_agree(rows, failed, &base) != 0; /* base stays 0 */
    if (!failed) {
        uint64_t *own = scratch + largest * words, *counts = own + levels;
        uint64_t *row = counts + ranks->count * levels;
        level.vectors = scratch;
        level.cursors = row + row_words;
        for (uint64_t i = 0; i < levels; i++) {
            own[i] = space->level_begin[i + 1] - space->level_begin[i];
        }
        ranks_gather(ranks, own, counts, levels);
        for (uint64_t i = 0; i < levels; i++) {
            level.first = space->level_begin[i];
            level.count = own[i];
            level.counts = counts + i;
            load_vectors(rows, level.first, level.count, row, level.vectors);
            base += number_level(rows, &level, base);
        }
    }
    memory_free(memory, scratch, scratch_words * sizeof *scratch);
    return failed ? -1 : 0;
}
