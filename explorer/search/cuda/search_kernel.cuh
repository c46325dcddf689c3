#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_KERNEL_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_KERNEL_CUH

/*
 * The kernel of the CUDA search: one cooperative launch runs level after level until the host is needed.
 *
 * Warps take chunks of a level's keys from a shared cursor and do not wait for each other until the level is
 * done. A chunk is processed in batches of one key for each lane. A batch alternates between two phases: the
 * lanes expand their states (search_blocks.cuh, search_labels.cuh, search_components.cuh) and stage the
 * successors' keys in shared memory; then all lanes together put the staged keys into the visited set,
 * compact the new ones and append them to the queue (search_warp.cuh). A batch that finds the table or the
 * interner full is repeated after growth, and its transitions are counted then.
 */
#include <cooperative_groups.h>

#include "base/device/device_grid.cuh"
#include "explorer/search/cuda/search_blocks.cuh"
#include "explorer/search/cuda/search_components.cuh"
#include "explorer/search/cuda/search_labels.cuh"

/* For models with data, defined only in the file with their kernels: search_tables.cuh, search_lanes.cuh. */
template <uint32_t words, enum search_way way>
static __device__ int expand_by_data(const struct search_arguments *arguments, struct search_thread *thread,
                                     uint64_t index, int active, uint64_t *entries, uint64_t *choices);
template <enum search_way way> static __device__ void open_data(const struct search_arguments *arguments);
template <uint32_t words, enum search_way way>
static __device__ int expand_by_lane(struct search_thread *thread, uint64_t index, const uint64_t *set,
                                     uint64_t *choices, int *many);
template <enum search_way way>
static __device__ void count_many(struct search_thread *thread, uint64_t index, const uint64_t *set, int many,
                                  uint64_t *count);

/* For partial-order reduction, defined only in the files with its kernels: search_stubborn.cuh, and for
 * models with data search_commands.cuh. */
template <enum search_way way> static __device__ void open_stubborn(const struct search_arguments *arguments);
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ int expand_by_set(struct search_thread *thread, uint64_t index, int active,
                                                    int *reduced);
template <uint32_t words, enum search_way way>
static __device__ const uint64_t *choose_commands(struct search_thread *thread, uint64_t index, int active);
template <enum search_way way> static __device__ void note_reduced(int reduced);
template <enum search_way way> static __device__ void take_reduced(const struct search_arguments *arguments);

#define MOST_CHUNK 32u /* most keys that a warp takes at once: one batch; fewer in small levels */
#define SUM_BITS 27u

#define LOOK_NANOSECONDS 1000000u /* between two looks whether the host asks for an end */

static __shared__ uint64_t search_begun; /* nanoseconds() at the start of the launch */

/*
 * The size of a chunk: small in a small level, so that all warps have some keys; never more than a batch,
 * because most warps would wait for the last ones at the end of each level.
 */
static __device__ __forceinline__ uint64_t chunk_keys(const struct search_control *control) {
    uint64_t keys = (control->level_end - control->level_first) / (gridDim.x * blockDim.x / 32);
    return keys < 1 ? 1 : keys < MOST_CHUNK ? keys : MOST_CHUNK;
}

/* Takes the next chunk, if there is one and no pause is requested; else an empty one. Called by one lane. */
static __device__ __forceinline__ void take_chunk(const struct search_arguments *arguments) {
    struct search_control *control = arguments->control;
    struct search_warp *warp = this_warp();
    warp->first = warp->end = 0;
    uint64_t tail = *(volatile unsigned long long *)&control->tail;
    if (tail > arguments->crowded) {
        pause_search(control, SEARCH_GROW);
    }
    if (tail > arguments->max_states) {
        pause_search(control, SEARCH_STATES);
    }
    const uint64_t now = nanoseconds();
    if (now - search_begun > arguments->slice_nanoseconds) {
        pause_search(control, SEARCH_SLICE);
    }
    if (blockIdx.x == 0 && now - warp->looked > LOOK_NANOSECONDS) {
        warp->looked = now;
        if (*(const volatile int *)arguments->stop != 0) {
            pause_search(control, SEARCH_SLICE);
        }
    }
    if (load_pause(control) != 0) {
        return;
    }
    if (control->redo_count != 0) {
        uint64_t redo = atomicAdd(&control->redo_taken, 1ULL);
        if (redo < control->redo_count) {
            warp->first = arguments->redo[2 * redo];
            warp->end = arguments->redo[2 * redo + 1];
            return;
        }
    }
    uint64_t keys = chunk_keys(control);
    uint64_t first = atomicAdd(&control->cursor, (unsigned long long)keys), end = control->level_end;
    if (first < end) {
        warp->first = first;
        warp->end = first + keys < end ? first + keys : end;
    }
}

/* Sums up the lanes' counts. Called by all lanes. */
static __device__ __forceinline__ uint64_t sum_counts(uint64_t count) {
    unsigned low = (unsigned)count & ((1u << SUM_BITS) - 1), high = (unsigned)(count >> SUM_BITS);
    return __reduce_add_sync(ALL_LANES, low) + ((uint64_t)__reduce_add_sync(ALL_LANES, high) << SUM_BITS);
}

/*
 * Ends a batch: adds its counts, unless it found something full; then the rest of the chunk, from this batch
 * on, must be repeated. Called by all lanes.
 */
static __device__ __forceinline__ void finish_batch(const struct search_arguments *arguments, unsigned lanes,
                                                    uint64_t transitions, int deadlock) {
    struct search_control *control = arguments->control;
    struct search_warp *warp = this_warp();
    unsigned deadlocks = __popc(__ballot_sync(ALL_LANES, deadlock));
    transitions = sum_counts(transitions);
    if (threadIdx.x % 32 == 0) {
        if (load_shared(&warp->full) != 0) {
            uint64_t place = atomicAdd(&control->redo_next_count, 1ULL);
            arguments->redo_next[2 * place] = warp->first;
            arguments->redo_next[2 * place + 1] = warp->end;
            pause_search(control, warp->full);
            warp->first = warp->end;
        } else {
            warp->first += lanes;
            warp->transitions += transitions;
            warp->deadlocks += deadlocks;
            if (deadlocks != 0 && *(volatile unsigned long long *)&control->deadlock_level == UINT64_MAX) {
                control->deadlock_level = search_level(arguments);
                control->news = 1;
            }
        }
        warp->staged = warp->full = warp->elsewhere = 0;
    }
    __syncwarp();
}

#ifndef SEARCH_BY_OWNERS
/* Decides the next step after a level is done, while all blocks wait. Called by one thread. */
static __device__ void next_level(const struct search_arguments *arguments) {
    struct search_control *control = arguments->control;
    uint64_t tail = control->tail;
    control->level_first = control->level_end;
    control->level_end = tail;
    control->cursor = control->level_first;
    control->redo_count = control->redo_taken = 0;
    unsigned news = control->news, pause = 0;
    control->news = 0;
    if (tail == control->level_first) {
        control->pause = SEARCH_END;
        return;
    }
    control->level++;
    control->begin_transitions = control->transitions;
    control->begin_choices = control->choices;
    control->begin_deadlocks = control->deadlocks;
    arguments->level_begin[control->level + 1] = tail;
    if (control->level + 2 >= arguments->level_capacity) {
        pause |= SEARCH_LEVELS;
    }
    if (tail > arguments->max_states) {
        pause |= SEARCH_STATES;
    }
    if (control->level >= arguments->max_depth || (news && arguments->ask_decided)) {
        pause |= SEARCH_LEVEL;
    }
    control->pause = pause;
}
#endif

/* For models with data, before finish_batch: adds the choices of a batch, or notes an error. Called by all
 * lanes. */
static __device__ __forceinline__ void note_data(const struct search_arguments *arguments, uint64_t choices) {
    struct search_warp *warp = this_warp();
    choices = sum_counts(choices);
    if (threadIdx.x % 32 == 0) {
        const unsigned full = load_shared(&warp->full);
        search_choices[threadIdx.x / 32] += full == 0 ? choices : 0;
        if (full & SEARCH_FAULT) {
            arguments->control->fault_level = search_level(arguments);
        }
    }
}

/* Adds the choices of a warp to those of the search, and begins with none. Called by all lanes. */
static __device__ __forceinline__ void take_choices(const struct search_arguments *arguments) {
    unsigned long long *choices = &search_choices[threadIdx.x / 32];
    if (threadIdx.x % 32 == 0 && *choices != 0) {
        atomicAdd(&arguments->control->choices, *choices);
        *choices = 0;
    }
}

/* Processes the batch at the head of the warp's chunk. Called by all lanes. */
template <uint32_t key_words, enum search_way way>
static __device__ __forceinline__ void run_batch(const struct search_arguments *arguments,
                                                 struct search_thread *thread) {
    struct search_warp *warp = this_warp();
    const volatile struct search_warp *seen = warp;
    const unsigned lane = threadIdx.x % 32, lanes = seen->lanes;
    uint64_t index = seen->first + lane, transitions = 0;
    int deadlock = 0, active = lane < lanes && index < seen->end;
    uint64_t choices = 0;
    int reduced = 0;
    if constexpr (search_has_labels(way)) {
        deadlock = expand_by_labels<key_words, way>(arguments, thread, index, active, &transitions);
    } else if constexpr (way < SEARCH_HALF_COMPONENTS) {
        deadlock = expand_by_blocks<key_words, way>(arguments, thread, index, active, &transitions);
    } else if constexpr (search_is_by_data(way)) {
        deadlock = expand_by_data<key_words, way>(arguments, thread, index, active, &transitions, &choices);
    } else {
        const unsigned room = search_stage(way) / key_words;
        const uint64_t *set = NULL; /* of a model with data: the commands whose moves are made; NULL: all */
        int many = 0;
        thread->transitions = 0;
        if constexpr (search_has_data(way) && search_is_stubborn(way)) {
            set = choose_commands<key_words, way>(thread, index, active);
            reduced = set != NULL;
        }
        if constexpr (search_has_data(way)) {
            deadlock = active && !expand_by_lane<key_words, way>(thread, index, set, &choices, &many);
        } else if constexpr (search_is_stubborn(way)) {
            deadlock = expand_by_set<key_words, way>(thread, index, active, &reduced);
        } else if (active) {
            deadlock = expand<key_words, way>(thread, index);
        }
        transitions = thread->transitions;
        __syncwarp();
        unsigned staged = seen->staged;
        flush<key_words, way>(arguments, staged < room ? staged : room);
        if (lane == 0) { /* adapts the number of lanes to the room of the stage */
            warp->lanes = staged > room && lanes > 1        ? lanes / 2
                          : staged < room / 4 && lanes < 32 ? lanes * 2
                                                            : lanes;
        }
        if constexpr (search_has_data(way)) {
            __syncwarp();
            if (__any_sync(ALL_LANES, many) && load_shared(&warp->full) == 0) {
                count_many<way>(thread, index, set, many, &transitions);
            }
        }
    }
    if constexpr (search_has_data(way)) {
        note_data(arguments, choices);
    }
    if constexpr (search_is_stubborn(way)) {
        note_reduced<way>(reduced);
    }
    finish_batch(arguments, lanes, transitions, deadlock);
}

/* Does a warp's part of the level. Called by all lanes. */
template <uint32_t key_words, enum search_way way>
static __device__ __forceinline__ void run_level(const struct search_arguments *arguments,
                                                 struct search_thread *thread) {
    struct search_warp *warp = this_warp();
    const volatile struct search_warp *seen = warp;
    unsigned lane = threadIdx.x % 32;
    for (;;) {
        if (lane == 0) {
            take_chunk(arguments);
        }
        __syncwarp();
        if (seen->first == seen->end) {
            break;
        }
        while (seen->first < seen->end) {
            run_batch<key_words, way>(arguments, thread);
        }
        __syncwarp();
    }
    if (lane == 0 && warp->transitions != 0) {
        atomicAdd(&arguments->control->transitions, warp->transitions);
        warp->transitions = 0;
    }
    if (lane == 0 && warp->deadlocks != 0) {
        atomicAdd(&arguments->control->deadlocks, warp->deadlocks);
        warp->deadlocks = 0;
    }
    if constexpr (search_has_data(way)) {
        take_choices(arguments);
    }
    if constexpr (search_is_stubborn(way)) {
        take_reduced<way>(arguments);
    }
}

#ifndef SEARCH_BY_OWNERS
/*
 * Puts the initial states into the visited set, and queues them in their order; folded ones by one thread.
 * *failed is set if there is no room, which growth before the search prevents.
 */
template <uint32_t key_words>
static __global__ void put_initial(const struct search_arguments arguments, unsigned *failed) {
    struct search_thread thread;
    thread.arguments = &arguments;
    thread.model = model_view_of(arguments.image);
    thread.stock.next = thread.stock.end = 0;
    const struct model_header *header = thread.model.header;
    const uint64_t step = device_grid_step();
    for (uint64_t i = device_grid_thread(); i < header->initial_count; i += step) {
        const uint64_t *from = thread.model.initial + i * header->words;
        uint64_t key[key_words], slot;
        if (header->fold_levels != 0) {
            if (!fold_vector(&thread, from, NULL, arguments.rows)) {
                *failed = 1;
                return;
            }
            from = arguments.rows + fold_stride(header) - key_words;
        }
        for (uint32_t w = 0; w < key_words; w++) {
            key[w] = from[w] | TABLE_USED;
            arguments.queue[i * key_words + w] = key[w];
        }
        if (table_device_put(&arguments.table, key, key_words, table_hash_key(key, key_words), &slot) !=
            TABLE_NEW) {
            *failed = 1;
        }
    }
}
#endif

/* Initialises the block's shared memory: the image, an empty cache, warps without work. */
static __device__ __forceinline__ void open_block(const struct search_arguments *arguments) {
    struct search_warp *warp = this_warp();
    uint64_t image_words = arguments->image_shared ? (arguments->image_bytes + 7) / 8 : 0;
    for (uint64_t i = threadIdx.x; i < image_words; i += blockDim.x) {
        search_shared[i] = ((const uint64_t *)arguments->image)[i];
    }
    for (uint64_t i = threadIdx.x; i < arguments->cache_slots; i += blockDim.x) {
        search_shared[arguments->cache_at + i] = 0;
    }
    if (threadIdx.x % 32 == 0) {
        warp->transitions = warp->deadlocks = 0;
        warp->staged = warp->full = 0;
        warp->lanes = 32;
        warp->looked = nanoseconds();
    }
    if (threadIdx.x == 0) {
        search_begun = nanoseconds();
        search_near_arguments = *arguments;
    }
    __syncthreads();
}

#ifndef SEARCH_BY_OWNERS
/* The search: level after level, until a pause is requested. */
template <uint32_t key_words, enum search_way way>
static __global__ void __launch_bounds__(search_threads(way))
    search_levels(const __grid_constant__ struct search_arguments arguments) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    struct search_control *control = arguments.control;
    struct search_thread thread;
    /* Enough for most networks: local memory of threads has a better layout than rows. */
    uint64_t near_row[NEAR_ROW_WORDS];
    open_block(&arguments);
    if constexpr (search_has_data(way)) {
        open_data<way>(&arguments);
    }
    if constexpr (search_is_stubborn(way)) {
        open_stubborn<way>(&arguments);
    }
    if (way > SEARCH_BY_LABELS) { /* the others keep nothing in it */
        thread.arguments = &arguments;
        thread.model = model_view_of(this_image<way>(&arguments));
        thread.row = search_has_near_rows(way) && arguments.row_words <= NEAR_ROW_WORDS
                         ? near_row
                         : arguments.rows + device_grid_thread() * arguments.row_words;
        thread.stock.next = thread.stock.end = 0;
    }
    for (;;) {
        run_level<key_words, way>(&arguments, &thread);
        grid.sync();
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            if (load_pause(control) == 0) {
                next_level(&arguments);
            }
            control->leave = load_pause(control);
            __threadfence();
        }
        grid.sync();
        /* Not `pause`: a block that is ahead may already set it while others still read. */
        if (*(volatile unsigned *)&control->leave != 0) {
            break;
        }
    }
}
#endif

#endif
