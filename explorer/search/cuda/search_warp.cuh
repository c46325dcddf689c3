#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_WARP_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_WARP_CUH

/*
 * The warps of the CUDA search: the shared memory of each, and the path of keys from its stage through the
 * block's cache into the visited set and the queue.
 *
 * The block's cache holds keys that a thread of this launch has put, or is putting, into the visited set. Its
 * entries may be overwritten at any time; a lost key costs a probe. A batch that found something full has
 * left keys in the cache that are not in the visited set; it makes the search pause, and the next launch
 * begins with an empty cache. Until then, other warps may skip such a key, but the repeated batch puts it.
 *
 * The instruction cache and the registers are small: data of a warp is in shared memory, code that is needed
 * in several places is a function with few arguments that is not inlined, and loops are not unrolled.
 */
#include "base/device/device_grid.cuh"
#include "explorer/search/cuda/search_device.cuh"
#include "hashtable/half_device.cuh"

#define ROUND_WORDS 8u /* words of keys that a lane stages at a time; those of all lanes fit on the stage */
#define MOST_WARPS 32u

/* Data that the lanes of a warp share, in addition to its stage. */
struct search_warp {
    unsigned long long first, end;             /* range of the keys of its chunk that are not expanded yet */
    unsigned long long transitions, deadlocks; /* counts of the level */
    uint64_t looked; /* nanoseconds() when a warp of the first block last read what the host asks for */
    unsigned lanes;  /* number of lanes that take part in a batch */
    unsigned staged; /* by components: number of keys for the stage; those that do not fit are put at once */
    unsigned full;   /* the batch cannot go on: SEARCH_ bits */
    unsigned elsewhere; /* some keys at the front of the stage must go to the second table (half_core.h) */
};

/* Dynamic shared memory, at places given by the arguments: the image, the stages, the cache. */
extern __shared__ __align__(16) uint64_t search_shared[];
static __shared__ struct search_warp search_warps[MOST_WARPS];
/* Of models with data: the counts of choices of the level, for each warp. */
static __shared__ unsigned long long search_choices[MOST_WARPS];
/* A copy for functions that are not inlined, from which access to the kernel's own parameter is slow. */
static __shared__ struct search_arguments search_near_arguments;

static __device__ __forceinline__ struct search_warp *this_warp(void) {
    return &search_warps[threadIdx.x / 32];
}

template <enum search_way way>
static __device__ __forceinline__ uint64_t *this_stage(const struct search_arguments *arguments) {
    return search_shared + arguments->stage_at + threadIdx.x / 32 * search_stage(way);
}

template <enum search_way way>
static __device__ __forceinline__ const void *this_image(const struct search_arguments *arguments) {
    if constexpr (search_is_near(way)) {
        return search_shared;
    }
    return arguments->image_shared ? (const void *)search_shared : arguments->image;
}

/* Loads a value that another lane wrote before a __syncwarp. */
static __device__ __forceinline__ unsigned load_shared(const unsigned *word) {
    return *(const volatile unsigned *)word;
}

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

/*
 * Whether the key is in the cache; if not, it is now. Only keys of one word are cached, because another
 * thread could see a part of a longer one.
 */
static __device__ __forceinline__ int cache_has(const struct search_arguments *arguments, const uint64_t *key,
                                                const uint32_t words, uint64_t hash) {
    if (words != 1 || arguments->cache_slots == 0) {
        return 0;
    }
    volatile uint64_t *slot =
        search_shared + arguments->cache_at + ((hash >> 20) & (arguments->cache_slots - 1));
    if (*slot == key[0]) {
        return 1;
    }
    *slot = key[0];
    return 0;
}

/* Copies a key; those of more than one word begin at a multiple of 16 bytes. */
template <uint32_t words>
static __device__ __forceinline__ void copy_key(uint64_t *to, const uint64_t *from) {
    if constexpr (words == 1) {
        to[0] = from[0];
    } else {
        for (uint32_t w = 0; w < words; w += 2) {
            *(ulonglong2 *)(to + w) = *(const ulonglong2 *)(from + w);
        }
    }
}

/* Probes of the visited set, whichever form it has. */
static __device__ __forceinline__ uint64_t hash_for(const struct table_view *table, const uint64_t *key,
                                                    const uint32_t words) {
    (void)table;
    return table_hash_key(key, words);
}

static __device__ __forceinline__ uint64_t hash_for(const struct half_view *table, const uint64_t *key,
                                                    const uint32_t words) {
    (void)words;
    return half_hash(table, key[0]);
}

static __device__ __forceinline__ void begin_probe(const struct table_view *table, struct table_probe *probe,
                                                   uint64_t hash) {
    table_probe_begin(table, probe, hash);
}

static __device__ __forceinline__ void begin_probe(const struct half_view *table, struct half_probe *probe,
                                                   uint64_t hash) {
    half_probe_begin(table, probe, hash);
}

static __device__ __forceinline__ void fetch_probe(const struct table_view *table, struct table_probe *probe,
                                                   int active, const uint64_t *key, const uint32_t words) {
    table_probe_fetch(table, probe, active, key, words);
}

static __device__ __forceinline__ void fetch_probe(const struct half_view *table, struct half_probe *probe,
                                                   int active, const uint64_t *key, const uint32_t words) {
    (void)key;
    (void)words;
    half_probe_fetch(table, probe, active);
}

static __device__ __forceinline__ int step_probe(const struct table_view *table, struct table_probe *probe,
                                                 const uint64_t *key, const uint32_t words, uint64_t hash) {
    return table_probe_step(table, probe, key, words, hash);
}

static __device__ __forceinline__ int step_probe(const struct half_view *table, struct half_probe *probe,
                                                 const uint64_t *key, const uint32_t words, uint64_t hash) {
    (void)words;
    (void)hash; /* made again where it is needed, to save registers */
    return half_probe_step(table, probe, half_hash(table, key[0]));
}

/*
 * Puts the `count` staged keys into the visited set `table`. Each lane takes a key, and the next one when
 * that is done, so no lane waits for another's long probe. New keys move to the front of the stage, which
 * lanes have already read; returns their number. Keys for the second table of a table with slots of 32 bits
 * are among them, without bit 63, for put_elsewhere. Called by all lanes.
 */
template <uint32_t words, typename view_type, typename probe_type>
static __device__ __forceinline__ unsigned put_staged(const struct search_arguments *arguments,
                                                      const view_type *table, uint64_t *stage,
                                                      unsigned count) {
    const unsigned below = (1u << threadIdx.x % 32) - 1;
    unsigned taken = 0, fresh = 0;
    int result = TABLE_FOUND;
    probe_type probe;
    __align__(16) uint64_t key[words] = {0};
    uint64_t hash = 0;
    memset(&probe, 0, sizeof probe);
#pragma unroll 1
    for (;;) {
        unsigned idle = __ballot_sync(ALL_LANES, result != TABLE_PENDING);
        if (result != TABLE_PENDING) {
            unsigned at = taken + __popc(idle & below);
            if (at < count) {
                copy_key<words>(key, stage + at * words);
                hash = hash_for(table, key, words);
                if (!cache_has(arguments, key, words, hash)) {
                    begin_probe(table, &probe, hash);
                    result = TABLE_PENDING;
                }
            }
        }
        taken += __popc(idle);
        if (taken >= count && !__any_sync(ALL_LANES, result == TABLE_PENDING)) {
            break;
        }
        fetch_probe(table, &probe, result == TABLE_PENDING, key, words);
        if (result == TABLE_PENDING) {
            result = step_probe(table, &probe, key, words, hash);
            if (result == TABLE_FULL) {
                atomicOr(&this_warp()->full, SEARCH_TABLE_FULL);
            } else if (result == HALF_ELSEWHERE) {
                this_warp()->elsewhere = 1;
                key[0] &= ~TABLE_USED;
                result = TABLE_NEW;
            }
        }
        unsigned news = __ballot_sync(ALL_LANES, result == TABLE_NEW);
        __syncwarp(); /* the keys that are overwritten have been read */
        if (result == TABLE_NEW) {
            unsigned place = fresh + __popc(news & below);
            copy_key<words>(stage + place * words, key);
            result = TABLE_FOUND;
        }
        fresh += __popc(news);
    }
    __syncwarp();
    return fresh;
}

/*
 * Puts those of the `count` first staged keys whose bit 63 is not set into the second table, and keeps them
 * on the stage, with that bit, if they are new, together with all keys that have it; returns the number of
 * keys that stay. Seldom called, by all lanes: apart from put_staged, which has no registers for it.
 */
static __device__ __forceinline__ unsigned put_elsewhere(const struct search_arguments *arguments,
                                                         uint64_t *stage, unsigned count) {
    const struct half_view *table = &arguments->half;
    const unsigned lane = threadIdx.x % 32;
    unsigned kept = 0;
    for (unsigned first = 0; first < count; first += 32) {
        const int has_key = first + lane < count;
        const uint64_t key = has_key ? stage[first + lane] : 0;
        int keep = (key & TABLE_USED) != 0;
        if (has_key && !keep) {
            enum table_result result = half_device_put_second(&table->second, half_hash(table, key));
            keep = result == TABLE_NEW;
            if (result == TABLE_FULL) {
                atomicOr(&this_warp()->full, SEARCH_TABLE_FULL);
            }
        }
        unsigned keeps = __ballot_sync(ALL_LANES, keep);
        if (keep) {
            stage[kept + __popc(keeps & ((1u << lane) - 1))] = key | TABLE_USED;
        }
        kept += __popc(keeps);
        __syncwarp();
    }
    this_warp()->elsewhere = 0;
    __syncwarp();
    return kept;
}

/* Copies the first keys of the stage to the queue. Called by all lanes. */
template <uint32_t words>
static __device__ __forceinline__ void queue_fresh(const struct search_arguments *arguments,
                                                   const uint64_t *stage, unsigned count) {
    unsigned lane = threadIdx.x % 32;
    uint64_t base = 0;
    if (count == 0) {
        return;
    }
    if (lane == 0) {
        base = shared64_add((uint64_t *)&arguments->control->tail, count);
    }
    base = __shfl_sync(ALL_LANES, base, 0);
    const unsigned unit = words == 1 ? 1 : 2;
    for (unsigned i = lane * unit; i < count * words; i += 32 * unit) {
        copy_key<unit>(arguments->queue + base * words + i, stage + i);
    }
    __syncwarp();
}

#ifdef SEARCH_BY_OWNERS
/* On several GPUs (search_owners.cuh): sends the staged keys that others own; the number of those that stay.
 * Called by all lanes. */
template <uint32_t words>
static __device__ __forceinline__ unsigned send_staged(uint64_t *stage, unsigned staged);
#endif

/* Puts the `staged` keys and queues the new ones, unless the batch must be repeated. Called by all lanes. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ void insert_staged(const struct search_arguments *arguments,
                                                     unsigned staged) {
    uint64_t *stage = this_stage<way>(arguments);
    __syncwarp();
    if (threadIdx.x % 32 == 0 &&
        *(volatile unsigned long long *)&arguments->control->tail > arguments->full) {
        this_warp()->full |= SEARCH_GROW;
    }
    __syncwarp();
    if (load_shared(&this_warp()->full) != 0) {
        return;
    }
    unsigned fresh;
    if constexpr (search_is_half(way)) {
        fresh = put_staged<words, half_view, half_probe>(arguments, &arguments->half, stage, staged);
        if (load_shared(&this_warp()->elsewhere) != 0) {
            fresh = put_elsewhere(arguments, stage, fresh);
        }
    } else {
        fresh = put_staged<words, table_view, table_probe>(arguments, &arguments->table, stage, staged);
    }
    queue_fresh<words>(arguments, stage, fresh);
}

/* Processes the `staged` keys: all the keys of this GPU go into its visited set. Called by all lanes. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ void flush(const struct search_arguments *arguments, unsigned staged) {
#ifdef SEARCH_BY_OWNERS
    staged = send_staged<words>(this_stage<way>(arguments), staged);
#endif
    insert_staged<words, way>(arguments, staged);
}

#endif
