#ifndef HEDDLE_EXPLORER_SEARCH_KERNEL_CUH
#define HEDDLE_EXPLORER_SEARCH_KERNEL_CUH

/*
 * The kernel of the CUDA search: one cooperative launch runs level after level until the host is needed.
 *
 * Warps take chunks of a level's keys from a shared cursor and wait for nobody until the level is done. A chunk
 * is worked off in batches, one key a lane. A batch has two halves. First each lane expands its state by the
 * model image, and the successors' keys are staged in shared memory while their buckets come in: lanes diverge
 * here, but do not wait. Then all lanes together put the staged keys, several a lane, past the block's cache of
 * keys seen lately, into the visited set; new ones are moved together and copied to the queue. What does not
 * fit onto the stage is put by the lane itself. A batch that meets FULL is done again after growth, and its
 * transitions count then.
 *
 * The block's cache: a key in it has been put, or is being put by a thread of this launch. It may be
 * overwritten at any time; losing a key costs a probe. A batch that met FULL has put keys into the cache that
 * are not in the visited set; it makes the search pause, and the next launch begins with an empty cache. Until
 * then other warps may take such a key for put: the batch that is done again puts it.
 */
#include <cooperative_groups.h>

#include "explorer/fold_core.h"
#include "explorer/search_device.cuh"
#include "explorer/successors_core.h"
#include "hashtable/table_device.cuh"

#define SEARCH_THREADS 512u
#define SEARCH_WARPS (SEARCH_THREADS / 32u)
#define STAGE_WORDS 1024u /* of a warp's stage */
#define CHUNK_KEYS 128u   /* that a warp takes at a time */
#define PUT_KEYS 4u       /* that a lane puts at a time */
#define ALL_LANES 0xffffffffu

/* What a warp has in shared memory, beside its stage. */
struct search_warp {
    unsigned staged; /* keys offered to the stage; those beyond its room are put at once */
    unsigned full;   /* the batch met FULL: SEARCH_ bits */
};

/* Keys of a level: [first, end). */
struct search_batch {
    unsigned long long first, end;
};

/* A thread's view of the work, for the callback of successors_core.h. */
struct search_thread {
    const struct search_arguments *arguments;
    struct search_warp *warp;
    struct model_view model;
    uint64_t *stage; /* the warp's */
    uint64_t *cache;
    uint64_t *row; /* scratch: a vector and its foldings */
    uint64_t level;
    unsigned transitions; /* of the batch */
    struct intern_stock stock;
};

static __device__ __forceinline__ unsigned load_pause(const struct search_control *control) {
    return *(const volatile unsigned *)&control->pause;
}

static __device__ __forceinline__ void pause_search(struct search_control *control, unsigned why) {
    if ((load_pause(control) & why) != why) {
        atomicOr(&control->pause, why);
    }
}

static __device__ __forceinline__ uint64_t nanoseconds(void) {
    uint64_t now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/* Whether the key was here a moment ago; it is from now on. Two words are told apart by their hash's slot and
 * both words; a torn pair is no pair that was put. */
static __device__ __forceinline__ int cache_has(uint64_t *cache, unsigned slots, const uint64_t *key,
                                                const uint32_t words, uint64_t hash) {
    if (slots == 0 || words == 2) {
        return 0;
    }
    volatile uint64_t *slot = cache + ((hash >> 20) & (slots - 1));
    if (*slot == key[0]) {
        return 1;
    }
    *slot = key[0];
    return 0;
}

static __device__ __forceinline__ uint64_t hash_key(const uint64_t *key, const uint32_t words) {
    return words == 1 ? table_hash_1(key[0]) : table_hash_2(key[0], key[words - 1]);
}

/* Puts a key that found no place on the stage, and queues it if it is new; whether the batch can go on. */
static __device__ int put_at_once(const struct search_thread *thread, const uint64_t *key,
                                  const uint32_t words) {
    const struct search_arguments *arguments = thread->arguments;
    uint64_t slot, hash = hash_key(key, words);
    if (cache_has(thread->cache, arguments->cache_slots, key, words, hash)) {
        return 1;
    }
    if (*(volatile unsigned long long *)&arguments->control->tail > arguments->full) {
        atomicOr(&thread->warp->full, SEARCH_GROW);
        return 0;
    }
    enum table_result result = table_device_put(&arguments->table, key, words, hash, &slot);
    if (result == TABLE_FULL) {
        atomicOr(&thread->warp->full, SEARCH_TABLE_FULL);
        return 0;
    }
    if (result == TABLE_NEW) {
        uint64_t at = atomicAdd(&arguments->control->tail, 1ULL);
        for (uint32_t w = 0; w < words; w++) {
            arguments->queue[at * words + w] = key[w];
        }
    }
    return 1;
}

/* Stages a successor's key and has its bucket fetched; whether the batch can go on. */
static __device__ __forceinline__ int stage_key(const struct search_thread *thread, const uint64_t *key,
                                                const uint32_t words) {
    unsigned place = atomicAdd(&thread->warp->staged, 1u);
    if (place >= STAGE_WORDS / words) {
        return put_at_once(thread, key, words);
    }
    for (uint32_t w = 0; w < words; w++) {
        thread->stage[place * words + w] = key[w];
    }
    return 1;
}

/*
 * Puts what is staged. New keys are moved to the front of the stage, which lanes have read before; returns how
 * many. All lanes.
 */
static __device__ __forceinline__ unsigned put_staged(const struct search_thread *thread,
                                                      const uint32_t words) {
    const struct search_arguments *arguments = thread->arguments;
    const unsigned lane = threadIdx.x % 32;
    unsigned count = *(volatile unsigned *)&thread->warp->staged, fresh = 0;
    count = count < STAGE_WORDS / words ? count : STAGE_WORDS / words;
    for (unsigned base = 0; base < count; base += 32 * PUT_KEYS) {
        uint64_t key[PUT_KEYS][2], hash[PUT_KEYS];
        int open[PUT_KEYS]; /* it is not known yet whether the key is there */
#pragma unroll
        for (unsigned u = 0; u < PUT_KEYS; u++) {
            unsigned at = base + u * 32 + lane;
            open[u] = at < count;
            for (uint32_t w = 0; w < words; w++) {
                key[u][w] = open[u] ? thread->stage[at * words + w] : 0;
            }
            hash[u] = hash_key(key[u], words);
            open[u] = open[u] && !cache_has(thread->cache, arguments->cache_slots, key[u], words, hash[u]);
        }
#pragma unroll
        for (unsigned u = 0; u < PUT_KEYS; u++) {
            if (open[u]) {
                open[u] = !table_device_peek(&arguments->table, key[u], words, hash[u]);
            }
        }
        __syncwarp();
#pragma unroll
        for (unsigned u = 0; u < PUT_KEYS; u++) {
            uint64_t slot;
            enum table_result result = TABLE_FOUND;
            if (open[u]) {
                result = table_device_put(&arguments->table, key[u], words, hash[u], &slot);
            }
            if (result == TABLE_FULL) {
                atomicOr(&thread->warp->full, SEARCH_TABLE_FULL);
            }
            unsigned news = __ballot_sync(ALL_LANES, result == TABLE_NEW);
            if (result == TABLE_NEW) {
                unsigned at = fresh + __popc(news & ((1u << lane) - 1));
                for (uint32_t w = 0; w < words; w++) {
                    thread->stage[at * words + w] = key[u][w];
                }
            }
            fresh += __popc(news);
        }
        __syncwarp();
    }
    return fresh;
}

/* Notes what is looked for; all threads are on one level, so who comes first does not matter. */
static __device__ __forceinline__ void look(const struct search_thread *thread, uint32_t label,
                                            const uint64_t *target) {
    const struct search_arguments *arguments = thread->arguments;
    const struct model_view *model = &thread->model;
    if (arguments->watched != NULL && label != MODEL_NONE && arguments->watched[label] &&
        *(volatile unsigned long long *)&arguments->label_level[label] == UINT64_MAX) {
        arguments->label_level[label] = thread->level;
        arguments->control->news = 1;
    }
    if (model_is_error(model, target) &&
        *(volatile unsigned long long *)&arguments->control->error_level == UINT64_MAX) {
        arguments->control->error_level = thread->level + 1;
        arguments->control->news = 1;
    }
}

/* Every so many transitions of one state, whether the host wants an end: then the batch is not done. */
static __device__ __forceinline__ int is_stopped(const struct search_thread *thread) {
    if ((thread->transitions & 0xffff) != 0 || *(const volatile int *)thread->arguments->stop == 0) {
        return 0;
    }
    atomicOr(&thread->warp->full, SEARCH_SLICE);
    return 1;
}

template <uint32_t words>
static __device__ __forceinline__ int visit_plain(void *context, uint32_t label, uint32_t choice,
                                                  const uint64_t *target) {
    struct search_thread *thread = (struct search_thread *)context;
    uint64_t key[2];
    (void)choice;
    look(thread, label, target);
    for (uint32_t w = 0; w < words; w++) {
        key[w] = target[w] | TABLE_USED;
    }
    thread->transitions++;
    return !stage_key(thread, key, words) || is_stopped(thread);
}

/* Folds a vector in place, level by level; whether the interner had room. */
static __device__ int fold_vector(struct search_thread *thread, const uint64_t *vector, uint64_t *row) {
    const struct model_header *header = thread->model.header;
    for (uint32_t w = 0; w < header->words; w++) {
        row[w] = vector[w];
    }
    for (uint32_t level = 0, input = 0; level < header->fold_levels; level++) {
        uint32_t words = header->fold_words[level], output = input + words, ids = words / 2;
        int joined = (int)header->fold_tail_joined[level];
        for (uint32_t w = 0; w < header->fold_words[level + 1]; w++) {
            row[output + w] = 0;
        }
        if (words % 2 == 1) {
            fold_set_tail(row + output, ids, joined, row[input + words - 1]);
        }
        for (uint32_t i = 0; i < ids; i++) {
            uint64_t id, word0 = row[input + 2 * i], word1 = row[input + 2 * i + 1];
            if (intern_put(&thread->arguments->intern, &thread->stock, word0, word1,
                           intern_hash(word0, word1), &id) == TABLE_FULL) {
                return 0;
            }
            fold_set(row + output, i, ids, joined, id);
        }
        input = output;
    }
    return 1;
}

template <uint32_t key_words>
static __device__ int visit_folded(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct search_thread *thread = (struct search_thread *)context;
    uint64_t key[2];
    (void)choice;
    look(thread, label, target);
    thread->transitions++;
    if (!fold_vector(thread, target, thread->row)) {
        atomicOr(&thread->warp->full, SEARCH_INTERN_FULL);
        return 1;
    }
    const uint64_t *folded = thread->row + fold_stride(thread->model.header) - key_words;
    for (uint32_t w = 0; w < key_words; w++) {
        key[w] = folded[w] | TABLE_USED;
    }
    return !stage_key(thread, key, key_words) || is_stopped(thread);
}

/* Expands the thread's state; returns whether the network has no transition from it. */
template <uint32_t key_words, bool folded>
static __device__ __forceinline__ int expand(struct search_thread *thread, uint64_t index) {
    const struct search_arguments *arguments = thread->arguments;
    const struct model_header *header = thread->model.header;
    const uint64_t *key = arguments->queue + index * key_words;
    if constexpr (folded) {
        uint32_t words = header->words;
        uint64_t stride = fold_stride(header);
        uint64_t *source = thread->row + stride, *scratch = source + stride;
        fold_undo(header, arguments->intern.pairs, key, source);
        return !successors_all(&thread->model, words, source, scratch, scratch + 2 * words,
                               visit_folded<key_words>, thread);
    } else {
        uint64_t source[key_words], scratch[2 * key_words];
        for (uint32_t w = 0; w < key_words; w++) {
            source[w] = key[w] & ~TABLE_USED;
        }
        return !successors_all(&thread->model, key_words, source, scratch, thread->row,
                               visit_plain<key_words>, thread);
    }
}

/* Takes the next chunk, if there is one and nothing wants a pause; else an empty one. One lane. */
static __device__ struct search_batch take_chunk(const struct search_arguments *arguments, uint64_t begun) {
    struct search_control *control = arguments->control;
    struct search_batch batch = {0, 0};
    uint64_t tail = *(volatile unsigned long long *)&control->tail;
    if (tail > arguments->crowded) {
        pause_search(control, SEARCH_GROW);
    }
    if (tail > arguments->max_states) {
        pause_search(control, SEARCH_STATES);
    }
    if (nanoseconds() - begun > arguments->slice_nanoseconds) {
        pause_search(control, SEARCH_SLICE);
    }
    if (load_pause(control) != 0) {
        return batch;
    }
    if (control->redo_count != 0) {
        uint64_t redo = atomicAdd(&control->redo_taken, 1ULL);
        if (redo < control->redo_count) {
            batch.first = arguments->redo[2 * redo];
            batch.end = arguments->redo[2 * redo + 1];
            return batch;
        }
    }
    uint64_t first = atomicAdd(&control->cursor, (unsigned long long)CHUNK_KEYS), end = control->level_end;
    if (first < end) {
        batch.first = first;
        batch.end = first + CHUNK_KEYS < end ? first + CHUNK_KEYS : end;
    }
    return batch;
}

/* Copies the first keys of the stage to the queue. All lanes. */
static __device__ __forceinline__ void queue_fresh(const struct search_thread *thread, unsigned count,
                                                   const uint32_t words) {
    const struct search_arguments *arguments = thread->arguments;
    unsigned lane = threadIdx.x % 32;
    unsigned long long base = 0;
    if (count == 0) {
        return;
    }
    if (lane == 0) {
        base = atomicAdd(&arguments->control->tail, (unsigned long long)count);
    }
    base = __shfl_sync(ALL_LANES, base, 0);
    for (unsigned i = lane; i < count * words; i += 32) {
        arguments->queue[base * words + i] = thread->stage[i];
    }
    __syncwarp();
}

/* What a warp has counted in a level; lane 0 has it. */
struct search_counts {
    unsigned long long transitions, deadlocks;
};

/*
 * Behind a batch, all lanes: its counts count, unless it met FULL; then what is left of the chunk is to be done
 * again. Returns whether the chunk can go on.
 */
static __device__ __forceinline__ int finish_batch(const struct search_thread *thread,
                                                   struct search_batch left, int deadlock,
                                                   struct search_counts *counts) {
    const struct search_arguments *arguments = thread->arguments;
    struct search_control *control = arguments->control;
    unsigned full = *(volatile unsigned *)&thread->warp->full;
    unsigned deadlocks = __popc(__ballot_sync(ALL_LANES, deadlock));
    unsigned transitions = __reduce_add_sync(ALL_LANES, thread->transitions);
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        thread->warp->staged = thread->warp->full = 0;
        if (full) {
            uint64_t place = atomicAdd(&control->redo_next_count, 1ULL);
            arguments->redo_next[2 * place] = left.first;
            arguments->redo_next[2 * place + 1] = left.end;
            pause_search(control, full);
        } else {
            counts->transitions += transitions;
            counts->deadlocks += deadlocks;
            if (deadlocks != 0 && *(volatile unsigned long long *)&control->deadlock_level == UINT64_MAX) {
                control->deadlock_level = thread->level;
                control->news = 1;
            }
        }
    }
    __syncwarp();
    return !full;
}

/* The level is done and all blocks wait: what is next. One thread. */
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

/*
 * Works off a chunk. The lanes that take part are as many as the stage is good for, by the batch before: *lanes.
 * All lanes.
 */
template <uint32_t key_words, bool folded>
static __device__ __forceinline__ void run_chunk(struct search_thread *thread, struct search_batch left,
                                                 unsigned *lanes, struct search_counts *counts) {
    const struct search_arguments *arguments = thread->arguments;
    const unsigned lane = threadIdx.x % 32, room = STAGE_WORDS / key_words;
    int more = 1;
    while (more && left.first < left.end) {
        int deadlock = 0;
        thread->transitions = 0;
        if (lane < *lanes && left.first + lane < left.end) {
            deadlock = expand<key_words, folded>(thread, left.first + lane);
        }
        __syncwarp();
        unsigned staged = *(volatile unsigned *)&thread->warp->staged;
        if (lane == 0 && *(volatile unsigned long long *)&arguments->control->tail > arguments->full) {
            thread->warp->full |= SEARCH_GROW; /* nothing has been put yet */
        }
        __syncwarp();
        if (*(volatile unsigned *)&thread->warp->full == 0) {
            queue_fresh(thread, put_staged(thread, key_words), key_words);
        }
        more = finish_batch(thread, left, deadlock, counts);
        left.first += *lanes;
        *lanes = staged > room && *lanes > 1 ? *lanes / 2 : staged < room / 4 && *lanes < 32 ? *lanes * 2 : *lanes;
    }
}

/* A warp's part of the level. All lanes. */
template <uint32_t key_words, bool folded>
static __device__ __forceinline__ void run_level(struct search_thread *thread, unsigned *lanes,
                                                 uint64_t begun) {
    const struct search_arguments *arguments = thread->arguments;
    struct search_counts counts = {0, 0};
    unsigned lane = threadIdx.x % 32;
    thread->level = *(volatile uint64_t *)&arguments->control->level;
    for (;;) {
        struct search_batch chunk = {0, 0};
        if (lane == 0) {
            chunk = take_chunk(arguments, begun);
        }
        chunk.first = __shfl_sync(ALL_LANES, chunk.first, 0);
        chunk.end = __shfl_sync(ALL_LANES, chunk.end, 0);
        if (chunk.first == chunk.end) {
            break;
        }
        run_chunk<key_words, folded>(thread, chunk, lanes, &counts);
    }
    if (lane == 0 && counts.transitions != 0) {
        atomicAdd(&arguments->control->transitions, counts.transitions);
    }
    if (lane == 0 && counts.deadlocks != 0) {
        atomicAdd(&arguments->control->deadlocks, counts.deadlocks);
    }
}

/*
 * The initial state: folded, put, queued. One thread; *failed is set when there is no room, which growth before
 * the search prevents.
 */
template <uint32_t key_words, bool folded>
static __global__ void put_initial(const struct search_arguments arguments, unsigned *failed) {
    struct search_thread thread;
    thread.arguments = &arguments;
    thread.model = model_view_of(arguments.image);
    thread.stock.next = thread.stock.end = 0;
    const struct model_header *header = thread.model.header;
    uint64_t key[2] = {0, 0}, slot;
    const uint64_t *from = thread.model.initial;
    if (folded) {
        *failed = !fold_vector(&thread, thread.model.initial, arguments.rows);
        from = arguments.rows + fold_stride(header) - key_words;
    }
    for (uint32_t w = 0; w < key_words; w++) {
        key[w] = from[w] | TABLE_USED;
        arguments.queue[w] = key[w];
    }
    uint64_t hash = key_words == 1 ? table_hash_1(key[0]) : table_hash_2(key[0], key[1]);
    if (table_device_put(&arguments.table, key, key_words, hash, &slot) != TABLE_NEW) {
        *failed = 1;
    }
}

/* In dynamic shared memory: the image if it is to be there, the warps' stages, the block's cache. */
template <uint32_t key_words, bool folded>
__global__ void __launch_bounds__(SEARCH_THREADS)
    search_levels(const __grid_constant__ struct search_arguments arguments) {
    extern __shared__ uint64_t shared[];
    __shared__ struct search_warp warps[SEARCH_WARPS];
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    struct search_control *control = arguments.control;
    unsigned warp = threadIdx.x / 32;
    uint64_t image_words = arguments.image_shared ? (arguments.image_bytes + 7) / 8 : 0;
    struct search_thread thread;
    thread.arguments = &arguments;
    thread.warp = &warps[warp];
    thread.stage = shared + image_words + (uint64_t)warp * STAGE_WORDS;
    thread.cache = shared + image_words + (uint64_t)SEARCH_WARPS * STAGE_WORDS;
    thread.row = arguments.rows +
                 ((uint64_t)blockIdx.x * blockDim.x + threadIdx.x) * arguments.row_words;
    thread.stock.next = thread.stock.end = 0;
    for (uint64_t i = threadIdx.x; i < image_words; i += blockDim.x) {
        shared[i] = ((const uint64_t *)arguments.image)[i];
    }
    for (uint64_t i = threadIdx.x; i < arguments.cache_slots; i += blockDim.x) {
        thread.cache[i] = 0;
    }
    if (threadIdx.x % 32 == 0) {
        warps[warp].staged = warps[warp].full = 0;
    }
    __syncthreads();
    thread.model = model_view_of(arguments.image_shared ? (const void *)shared : arguments.image);
    uint64_t begun = nanoseconds();
    unsigned lanes = 32;
    for (;;) {
        run_level<key_words, folded>(&thread, &lanes, begun);
        grid.sync();
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            if (load_pause(control) == 0) {
                next_level(&arguments);
            }
            control->leave = load_pause(control);
            __threadfence();
        }
        grid.sync();
        /* Not `pause`: who is ahead may set that while others still read. */
        if (*(volatile unsigned *)&control->leave != 0) {
            break;
        }
    }
    if (folded && thread.stock.next != thread.stock.end) {
        arguments.intern.pairs[2 * thread.stock.next] = INTERN_UNUSED;
    }
}

#endif
