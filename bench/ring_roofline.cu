/*
 * Breadth-first search of the token ring with hand-coded successors, one thread a state: the roofline for
 * searches of networks. The table is the project's, pre-sized, with buckets of one 32-byte sector, probed in
 * the fewest steps (table_core.h has the protocol). The queue holds all states in the order of levels, so a
 * level is a part of it that no launch copies; a launch expands one level.
 *
 * All lanes of a warp put one successor each, in step; new ones gather in the warp's stage and go to the
 * queue 32 at a time, so that the queue's end moves once for 32 states and writes are whole lines.
 */
#include "bench/ring_roofline.h"

#include <assert.h>
#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"
#include "bench/median.h"
#include "bench/ring_core.h"
#include "hashtable/table_device.h"

#define THREADS 512u
#define WARPS (THREADS / 32u)
#define STAGE_KEYS 64u /* keys of a warp */
#define CACHE_BYTES 32768u
#define BUCKET_INTEGERS 8u
#define BUCKET_SLOTS 4u
#define LOAD 0.5

struct ring_control {
    unsigned long long tail; /* states in the queue */
    unsigned long long transitions;
    unsigned long long full; /* keys that found no room */
};

struct ring_level {
    struct table_view table;
    uint64_t *queue;
    struct ring_control *control;
    uint64_t first, end; /* the level's places in the queue */
    uint64_t low;        /* ring_core.h */
    uint32_t bits;
};

/* Moves the first 32 keys of the stage, or what there is, to the queue. All lanes. */
static __device__ __forceinline__ void flush(const struct ring_level *level, const uint64_t *stage,
                                             unsigned count) {
    const unsigned lane = threadIdx.x % 32;
    unsigned long long base = 0;
    if (lane == 0) {
        base = atomicAdd(&level->control->tail, (unsigned long long)count);
    }
    base = __shfl_sync(ALL_LANES, base, 0);
    if (lane < count) {
        level->queue[base + lane] = stage[lane];
    }
}

/* Whether the key was seen by the block a moment ago; it is from now on. */
static __device__ __forceinline__ int cache_has(uint64_t *cache, uint64_t key, uint64_t hash) {
    volatile uint64_t *slot = cache + ((hash >> 20) & (CACHE_BYTES / 8 - 1));
    if (*slot == key) {
        return 1;
    }
    *slot = key;
    return 0;
}

/* Two slots. Unless fresh, perhaps from the first cache: a sector's second half waits for its load. */
static __device__ __forceinline__ ulonglong2 load_pair(const uint64_t *slots, int fresh) {
    ulonglong2 pair;
    if (fresh) {
        asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                     : "=l"(pair.x), "=l"(pair.y)
                     : "l"(slots)
                     : "memory");
    } else {
        asm volatile("ld.relaxed.cta.global.v2.u64 {%0, %1}, [%2];"
                     : "=l"(pair.x), "=l"(pair.y)
                     : "l"(slots)
                     : "memory");
    }
    return pair;
}

/*
 * Finds or puts a key: buckets of four one-word slots. A look may be old until a claim is lost: slots are
 * never emptied, and one that was empty is claimed by a compare-and-swap.
 */
static __device__ __forceinline__ enum table_result find_or_put(const struct table_view *table, uint64_t key,
                                                                uint64_t hash) {
    const uint32_t start = (uint32_t)(hash >> 32) % BUCKET_SLOTS;
    uint64_t *bucket = table->slots + table_home(table, hash) * BUCKET_SLOTS;
    const uint64_t *end = table->slots + (table->buckets + table->pad) * BUCKET_SLOTS;
    int fresh = 0;
    while (bucket < end) {
        ulonglong2 low = load_pair(bucket, fresh), high = load_pair(bucket + 2, fresh);
        if (low.x == key || low.y == key || high.x == key || high.y == key) {
            return TABLE_FOUND;
        }
        uint32_t empties = (uint32_t)(low.x == 0) | (uint32_t)(low.y == 0) << 1 |
                           (uint32_t)(high.x == 0) << 2 | (uint32_t)(high.y == 0) << 3;
        if (empties == 0) {
            bucket += BUCKET_SLOTS;
            continue;
        }
        uint64_t *slot = bucket + table_first(empties, start, BUCKET_SLOTS);
        uint64_t seen = atomicCAS((unsigned long long *)slot, 0ULL, (unsigned long long)key);
        if (seen == 0 || seen == key) {
            return seen == 0 ? TABLE_NEW : TABLE_FOUND;
        }
        fresh = 1;
    }
    return TABLE_FULL;
}

/* Puts a successor (0 for none); whether it is new. */
template <bool cached>
static __device__ __forceinline__ int put(const struct ring_level *level, uint64_t *cache,
                                          uint64_t successor) {
    uint64_t key = successor | TABLE_USED, hash = table_hash_1(key);
    if (successor == 0 || (cached && cache_has(cache, key, hash))) {
        return 0;
    }
    enum table_result result = find_or_put(&level->table, key, hash);
    if (result == TABLE_FULL) {
        atomicAdd(&level->control->full, 1ULL);
    }
    return result == TABLE_NEW;
}

/* Stages the keys of lanes that have a new one; sends 32 to the queue when they are there. All lanes. */
static __device__ __forceinline__ unsigned stage_news(const struct ring_level *level, uint64_t *stage,
                                                      unsigned staged, uint64_t key, int is_new) {
    const unsigned lane = threadIdx.x % 32;
    unsigned news = __ballot_sync(ALL_LANES, is_new);
    if (is_new) {
        stage[staged + __popc(news & ((1u << lane) - 1))] = key;
    }
    staged += __popc(news);
    if (staged >= 32) {
        __syncwarp();
        flush(level, stage, 32);
        staged -= 32;
        uint64_t left = lane < staged ? stage[32 + lane] : 0;
        __syncwarp();
        if (lane < staged) {
            stage[lane] = left;
        }
    }
    return staged;
}

template <bool cached>
static __global__ void __launch_bounds__(THREADS, 4)
    expand_level(const __grid_constant__ struct ring_level level) {
    extern __shared__ uint64_t shared[]; /* the block's cache, if any, then the stages */
    uint64_t *stage = shared + (cached ? CACHE_BYTES / 8 : 0) + threadIdx.x / 32 * STAGE_KEYS;
    const uint64_t step = (uint64_t)gridDim.x * THREADS;
    unsigned staged = 0, transitions = 0;
    if (cached) {
        for (unsigned i = threadIdx.x; i < CACHE_BYTES / 8; i += THREADS) {
            shared[i] = 0;
        }
        __syncthreads();
    }
    uint64_t own = level.first + (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    for (; own - threadIdx.x % 32 < level.end; own += step) {
        uint64_t state = own < level.end ? level.queue[own] & ~TABLE_USED : 0;
        uint64_t moves = own < level.end ? ring_moves_alone(state, level.low) : 0;
        uint64_t successor = own < level.end ? ring_after_pass(state, level.low, level.bits) : 0;
        transitions += __popcll(moves) + (successor != 0);
        while (__any_sync(ALL_LANES, (moves | successor) != 0)) {
            if (successor == 0 && moves != 0) {
                uint64_t move = moves & (0 - moves);
                moves ^= move;
                successor = state + move;
            }
            int is_new = put<cached>(&level, shared, successor);
            __syncwarp();
            staged = stage_news(&level, stage, staged, successor | TABLE_USED, is_new);
            successor = 0;
        }
    }
    __syncwarp();
    if (staged != 0) {
        flush(&level, stage, staged);
    }
    transitions = __reduce_add_sync(ALL_LANES, transitions);
    if (threadIdx.x % 32 == 0 && transitions != 0) {
        atomicAdd(&level.control->transitions, (unsigned long long)transitions);
    }
}

static __global__ void put_first(struct ring_level level, uint64_t state) {
    level.queue[0] = state | TABLE_USED;
    put<false>(&level, NULL, state);
}

/* --- the host --- */

struct ring_search {
    unsigned nodes, blocks;
    uint64_t shared_bytes;
    struct device *device;
    table_device *table;
    struct ring_level level;
    uint64_t queue_bytes;
    void (*kernel)(const struct ring_level);
    struct ring_roofline *result;
};

static uint64_t ring_states(unsigned nodes) {
    uint64_t states = 2 * (uint64_t)nodes;
    for (unsigned i = 1; i < nodes; i++) {
        states *= 3;
    }
    return states;
}

static int open_ring(struct ring_search *search, int cached, struct error *error) {
    uint64_t states = ring_states(search->nodes);
    struct device *device = search->device;
    int each;
    search->queue_bytes = states * 8;
    search->table =
        table_device_create(device, 1, BUCKET_INTEGERS, (uint64_t)((double)states / LOAD), 0, error);
    search->level.queue = (uint64_t *)device_allocate(device, search->queue_bytes, error);
    search->level.control =
        (struct ring_control *)device_allocate(device, sizeof *search->level.control, error);
    if (search->table == NULL || search->level.queue == NULL || search->level.control == NULL) {
        return -1;
    }
    search->level.table = table_device_view(search->table);
    search->level.bits = 3 * search->nodes;
    search->level.low = ring_low(search->nodes);
    search->kernel = cached ? expand_level<true> : expand_level<false>;
    search->shared_bytes = WARPS * STAGE_KEYS * 8 + (cached ? CACHE_BYTES : 0);
    if (DEVICE_CHECK(cudaFuncSetAttribute(search->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          (int)search->shared_bytes),
                     error) ||
        DEVICE_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, search->kernel, (int)THREADS,
                                                                   search->shared_bytes),
                     error)) {
        return -1;
    }
    search->blocks = (unsigned)each * device->processors;
    return 0;
}

static void close_ring(struct ring_search *search) {
    device_free(search->device, search->level.control, sizeof *search->level.control);
    device_free(search->device, search->level.queue, search->queue_bytes);
    table_device_free(search->table);
}

/* Expands the levels one by one; the host reads one counter a level. */
static int search_ring(struct ring_search *search, struct ring_roofline *result, struct error *error) {
    struct ring_level *level = &search->level;
    level->first = 0;
    level->end = 1;
    result->levels = 0;
    while (level->first < level->end) {
        unsigned long long tail;
        uint64_t wanted = (level->end - level->first + THREADS - 1) / THREADS;
        unsigned blocks = wanted < search->blocks ? (unsigned)wanted : search->blocks;
        search->kernel<<<blocks, THREADS, search->shared_bytes>>>(*level);
        if (DEVICE_CHECK(cudaGetLastError(), error) ||
            device_download(&tail, &level->control->tail, sizeof tail, error) != 0) {
            return -1;
        }
        level->first = level->end;
        level->end = tail;
        result->levels++;
    }
    return 0;
}

static int run_once(void *context, double *seconds, struct error *error) {
    struct ring_search *search = (struct ring_search *)context;
    struct ring_roofline *result = search->result;
    struct ring_control control = {1, 0, 0};
    struct ring_level *level = &search->level;
    if (device_clear(level->table.slots, table_device_bytes(search->table), error) != 0 ||
        device_upload(level->control, &control, sizeof control, error) != 0) {
        return -1;
    }
    put_first<<<1, 1>>>(*level, RING_INITIAL);
    if (DEVICE_CHECK(cudaGetLastError(), error) || DEVICE_CHECK(cudaDeviceSynchronize(), error)) {
        return -1;
    }
    double begin = run_clock();
    if (search_ring(search, result, error) != 0) {
        return -1;
    }
    *seconds = run_clock() - begin;
    if (device_download(&control, level->control, sizeof control, error) != 0) {
        return -1;
    }
    if (control.full != 0) {
        return error_set(error, ERROR_FULL, "the hand-coded search met a full table");
    }
    result->states = control.tail;
    result->transitions = control.transitions;
    result->load = (double)control.tail / (double)table_device_slots(search->table);
    return 0;
}

int ring_roofline_run(unsigned nodes, int cached, const struct run *run, struct ring_roofline *result,
                      struct error *error) {
    struct ring_search search;
    memset(&search, 0, sizeof search);
    search.nodes = nodes;
    search.result = result;
    search.device = device_open((int)run->device, run->device_bytes, error);
    if (search.device == NULL) {
        return -1;
    }
    int failed = open_ring(&search, cached, error) != 0 ||
                 bench_repeat(run, run_once, &search, &result->seconds, error) != 0;
    close_ring(&search);
    assert(memory_used(&search.device->memory) == 0);
    device_close(search.device);
    return failed ? -1 : 0;
}
