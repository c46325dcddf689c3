#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_TABLES_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_TABLES_CUH

/*
 * Expansion of models with data by tables in shared memory, in the CUDA search. Each lane has a state; in
 * each step of the warp all lanes go to the next successors of theirs (lanes_core.h), which the warp stages
 * together. States that the tables leave to the interpreter are expanded after that, by their lanes alone.
 * For vectors that are keys, without observer.
 *
 * Pointers to tables are made again and again from the beginning of shared memory: so they take no registers,
 * and the compiler knows to what memory they point.
 */
#include "explorer/search/lanes_core.h"
#include "explorer/search/cuda/search_blocks.cuh"
#include "explorer/search/cuda/search_lanes.cuh"

/* What a lane's state adds to the counts. */
struct lane_counts {
    uint64_t entries, choices;
    int deadlock, many;
};

/* Expands the lane's state by the interpreter, if it is odd. Seldom called, by all lanes. */
template <uint32_t words, enum search_way way>
static __device__ __noinline__ void expand_odd(struct search_thread *thread, uint64_t index, int odd,
                                               struct lane_counts *counts) {
    const unsigned room = search_stage(way) / words;
    thread->transitions = 0;
    if (odd) {
        counts->deadlock = !expand_by_lane<words, way>(thread, index, NULL, &counts->choices, &counts->many);
        counts->entries = thread->transitions;
    }
    __syncwarp();
    const unsigned staged = load_shared(&this_warp()->staged);
    flush<words, way>(thread->arguments, staged < room ? staged : room);
}

/*
 * Expands the lane's state, if it is active, and puts its successors into the visited set. Returns whether it
 * has none; *entries and *choices are what it adds to the counts. Called by all lanes.
 */
template <uint32_t words, enum search_way way>
static __device__ int expand_by_data(const struct search_arguments *arguments, struct search_thread *thread,
                                     uint64_t index, int active, uint64_t *entries, uint64_t *choices) {
    const struct data_tables near_tables =
        data_tables_of((const struct data_tables_header *)search_shared, NULL);
    const struct data_tables *tables = &near_tables;
    const unsigned lane = threadIdx.x % 32, room = search_stage(way) / words;
    const struct data_enabled enabled = {this_moves(arguments) + lane, 32};
    uint64_t source[words], target[words], keys[ENTRIES_FEW * words];
    unsigned staged = 0;
    int moves = 0;
    for (uint32_t w = 0; w < words; w++) {
        source[w] = active ? arguments->queue[index * words + w] & ~TABLE_USED : 0;
    }
    if (active) {
        moves = data_enable(tables, source, words, &enabled);
    }
    const int odd = moves == DATA_ODD;
    if (arguments->data.seeks_several && moves == 1) {
        note_several(arguments, data_enabled_several(tables, &enabled));
    }
    struct lane_walk walk = lane_begin(tables, keys, moves == 1);
#pragma unroll 1
    for (unsigned round = 1;; round++) {
        const enum lane_step step = lane_next(tables, source, words, &enabled, &walk, target);
        if (step != LANE_END) {
            note_label(arguments, walk.cursor.label);
        }
        const unsigned fresh = __ballot_sync(ALL_LANES, step == LANE_NEW);
        const int ended = fresh == 0 && !__any_sync(ALL_LANES, step != LANE_END);
        if (staged + 32 > room || ended) {
            flush<words, way>(arguments, staged);
            staged = 0;
            if (ended || load_shared(&this_warp()->full) != 0) {
                break;
            }
        }
        if (round % 4096 == 0 && stop_batch(arguments)) {
            break;
        }
        __syncwarp(); /* all lanes have read `full` */
        if (step == LANE_NEW) {
            uint64_t *at = this_stage<way>(arguments) + (staged + __popc(fresh & ((1u << lane) - 1))) * words;
            for (uint32_t w = 0; w < words; w++) {
                at[w] = target[w] | TABLE_USED;
            }
        }
        staged += __popc(fresh);
    }
    __syncwarp();
    struct lane_counts counts = {walk.entries, data_cursor_choices(tables, &walk.cursor, walk.fired),
                                 active && !walk.fired, walk.list.many};
    const int goes_on =
        load_shared(&this_warp()->full) == 0; /* of all lanes: read before one of them writes */
    if (__any_sync(ALL_LANES, odd && goes_on)) {
        expand_odd<words, way>(thread, index, odd, &counts);
    }
    *entries = counts.entries;
    *choices = counts.choices;
    if (__any_sync(ALL_LANES, counts.many) && load_shared(&this_warp()->full) == 0) {
        count_many<way>(thread, index, NULL, counts.many, entries);
    }
    return counts.deadlock;
}

#endif
