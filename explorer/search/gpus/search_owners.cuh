#ifndef HEDDLE_EXPLORER_SEARCH_GPUS_SEARCH_OWNERS_CUH
#define HEDDLE_EXPLORER_SEARCH_GPUS_SEARCH_OWNERS_CUH

/*
 * The kernels of a search on several GPUs. States are expanded as in search_kernel.cuh, but of the staged
 * keys a warp keeps those that its GPU owns, and appends the others to the buffers of their owners. There it
 * has reserved a run of OWNERS_RUN places for each owner; what is left of its runs at the end of the launch
 * is filled with keys that are there already. If a buffer has no room for another run, the batch is repeated
 * in the next round; then all its keys are sent again, which does no harm.
 *
 * A cache holds keys that were sent lately, and need not be sent again: their owner has them, or will have
 * them when the level ends. Its entries may be overwritten at any time. A batch that found no room has left
 * keys there which were not sent. It is repeated, and the host clears the cache before; until then, other
 * warps may leave such a key out, but the repeated batch sends it.
 */
#define SEARCH_BY_OWNERS
#include "explorer/search/cuda/owners_device.cuh"
#include "explorer/search/cuda/search_kernel.cuh"

static __shared__ struct owners_part search_part;
/* The next place in each warp's run for each owner; a multiple of OWNERS_RUN: it has none. */
static __shared__ uint32_t search_next[MOST_WARPS][OWNERS_MOST];

static_assert(sizeof search_part + sizeof search_next <= OWNERS_SHARED,
              "the memory that is planned for owners");

/* Other threads may write the word at the same time. */
static __device__ __forceinline__ uint64_t load_word(const uint64_t *word) {
    uint64_t value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
}

/*
 * Which of two keys were sent lately; they will be taken for sent from now on. 0 is no key. Only keys of one
 * word, because another thread could see a part of a longer one. Both loads are under way together.
 */
static __device__ __forceinline__ void look_up_recent(const uint64_t *key, const uint64_t *hash,
                                                      int *recent) {
    uint64_t *slot[2], found[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        slot[i] = search_part.recent + owners_recent_slot(hash[i], search_part.recent_slots);
        if (key[i] != 0) {
            found[i] = load_word(slot[i]);
        }
    }
    for (int i = 0; i < 2; i++) {
        recent[i] = key[i] != 0 && found[i] == key[i];
        if (key[i] != 0 && !recent[i]) {
            table_store_8(slot[i], key[i]);
        }
    }
}

/* Reserves a run in the buffer for an owner; *full becomes SEARCH_SENDS_FULL if it is outside. Called by one
 * lane. */
static __device__ __forceinline__ uint32_t reserve_run(uint32_t owner, unsigned *full) {
    const uint64_t first = atomicAdd(&search_part.sends->to[owner].keys, (unsigned long long)OWNERS_RUN);
    if (first + OWNERS_RUN > search_part.crowded) {
        pause_search(search_near_arguments.control, SEARCH_SENDS);
    }
    *full |= first >= search_part.capacity ? SEARCH_SENDS_FULL : 0;
    return first >= search_part.capacity ? (uint32_t)search_part.capacity : (uint32_t)first;
}

/*
 * Appends the keys of `lanes` to the buffer for an owner. next: of lane `owner`, the next place in the run.
 * Called by all lanes; returns the lane's `next`.
 */
template <uint32_t words>
static __device__ __forceinline__ uint32_t append(uint32_t owner, unsigned lanes, const uint64_t *key,
                                                  uint32_t next, unsigned *full) {
    const unsigned lane = threadIdx.x % 32, count = __popc(lanes), rank = __popc(lanes & ((1u << lane) - 1));
    const uint32_t at = __shfl_sync(ALL_LANES, next, (int)owner);
    const uint32_t room = (OWNERS_RUN - at % OWNERS_RUN) % OWNERS_RUN;
    uint32_t run = at + room, end = at + count;
    if (count > room) {
        run = lane == 0 ? reserve_run(owner, full) : 0;
        run = __shfl_sync(ALL_LANES, run, 0);
        end = run < search_part.capacity ? run + count - room : 0;
    }
    const uint32_t place = rank < room ? at + rank : run + rank - room;
    if ((lanes >> lane & 1) && place < search_part.capacity) {
        copy_key<words>(search_part.to[owner] + (uint64_t)place * words, key);
    }
    return lane == owner ? end : next;
}

/*
 * Loads the keys `at` and `at` + 32 of the stage, and finds their owners; OWNERS_MOST where there is no key,
 * or one that was sent lately. Returns the number of those.
 */
template <uint32_t words>
static __device__ __forceinline__ unsigned find_owners(const uint64_t *stage, unsigned at, unsigned staged,
                                                       uint64_t (*key)[words], uint32_t *owner) {
    uint64_t foreign[2] = {0, 0}, hash[2] = {0, 0};
    int recent[2] = {0, 0};
    for (int i = 0; i < 2; i++, at += 32) {
        owner[i] = OWNERS_MOST;
        if (at < staged) {
            copy_key<words>(key[i], stage + at * words);
            owner[i] = owner_of(owner_hash(key[i], search_part.mask, words), search_part.owners);
            hash[i] = words == 1 ? core_mix(key[i][0]) : 0;
            foreign[i] = owner[i] != search_part.self ? key[i][0] : 0;
        }
    }
    if (words == 1 && search_part.recent_slots != 0) {
        look_up_recent(foreign, hash, recent);
        for (int i = 0; i < 2; i++) {
            owner[i] = recent[i] ? OWNERS_MOST : owner[i];
        }
    }
    return (unsigned)(recent[0] + recent[1]);
}

template <uint32_t words>
static __device__ __forceinline__ unsigned send_staged(uint64_t *stage, unsigned staged) {
    const unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1;
    const uint32_t owners = search_part.owners, self = search_part.self;
    uint32_t *places = search_next[threadIdx.x / 32];
    uint32_t next = places[lane % OWNERS_MOST];
    unsigned kept = 0, left_out = 0, full = 0;
    __syncwarp();
#pragma unroll 1
    for (unsigned first = 0; first < staged; first += 64) {
        __align__(16) uint64_t key[2][words] = {};
        uint32_t owner[2];
        left_out += find_owners<words>(stage, first + lane, staged, key, owner);
        __syncwarp(); /* the keys that are overwritten have been read */
        for (int i = 0; i < 2; i++) {
            for (uint32_t o = 0; o < owners; o++) {
                const unsigned lanes = __ballot_sync(ALL_LANES, owner[i] == o);
                if (o == self) {
                    if (owner[i] == self) {
                        copy_key<words>(stage + (kept + __popc(lanes & below)) * words, key[i]);
                    }
                    kept += __popc(lanes);
                } else if (lanes != 0) {
                    next = append<words>(o, lanes, key[i], next, &full);
                }
            }
        }
    }
    if (lane < owners) {
        places[lane] = next;
    }
    if (words == 1 && search_part.recent_slots != 0) {
        left_out = __reduce_add_sync(ALL_LANES, left_out);
        if (lane == 0 && left_out != 0) {
            atomicAdd(&search_part.sends->recent, (unsigned long long)left_out);
        }
    }
    if (lane == 0 && full != 0) {
        atomicOr(&this_warp()->full, full);
    }
    __syncwarp();
    return kept;
}

/* Seldom called: the key takes a run. */
template <uint32_t words>
static __device__ __forceinline__ int send_at_once(const uint64_t *key, unsigned *full) {
    const uint32_t owner = owner_of(owner_hash(key, search_part.mask, words), search_part.owners);
    if (owner == search_part.self) {
        return 0;
    }
    const uint32_t first = reserve_run(owner, full);
    for (uint32_t i = 0; i < OWNERS_RUN && first < search_part.capacity; i++) {
        copy_key<words>(search_part.to[owner] + (uint64_t)(first + i) * words, key);
    }
    return 1;
}

/* Fills the warp's runs with the last key of each. Called by all lanes. */
template <uint32_t words> static __device__ __forceinline__ void close_runs(void) {
    const unsigned lane = threadIdx.x % 32;
    __syncwarp();
    for (uint32_t o = 0; o < search_part.owners; o++) {
        const uint32_t next = search_next[threadIdx.x / 32][o];
        const uint32_t room = (OWNERS_RUN - next % OWNERS_RUN) % OWNERS_RUN;
        if (o == search_part.self || room == 0) {
            continue;
        }
        uint64_t *to = search_part.to[o] + (uint64_t)next * words;
        __align__(16) uint64_t key[words];
        for (uint32_t w = 0; w < words; w++) {
            key[w] = *(const volatile uint64_t *)(to - words + w);
        }
        for (uint32_t i = lane; i < room; i += 32) {
            copy_key<words>(to + i * words, key);
        }
    }
}

static __device__ __forceinline__ void open_part(const struct owners_arguments *arguments) {
    if (threadIdx.x == 0) {
        search_part = arguments->part;
    }
    if (threadIdx.x % 32 < OWNERS_MOST) {
        search_next[threadIdx.x / 32][threadIdx.x % 32] = 0;
    }
    open_block(&arguments->search);
}

/* Expands states of the level until none is left or a pause is requested. */
template <uint32_t key_words, enum search_way way>
static __global__ void __launch_bounds__(search_threads(way))
    expand_owned(const __grid_constant__ struct owners_arguments arguments) {
    struct search_thread thread;
    uint64_t near_row[NEAR_ROW_WORDS]; /* as in search_levels */
    open_part(&arguments);
    if constexpr (search_has_data(way)) {
        open_data<way>(&arguments.search);
    }
    if (way > SEARCH_BY_LABELS) {
        thread.arguments = &arguments.search;
        thread.model = model_view_of(this_image<way>(&arguments.search));
        thread.row = arguments.search.row_words <= NEAR_ROW_WORDS
                         ? near_row
                         : arguments.search.rows + device_grid_thread() * arguments.search.row_words;
        thread.stock.next = thread.stock.end = 0;
    }
    run_level<key_words, way>(&arguments.search, &thread);
    close_runs<key_words>();
}

/* Takes the next unit of received keys, unless something must grow; UINT64_MAX if there is none. Called by
 * one lane. */
static __device__ __forceinline__ uint64_t take_unit(const struct owners_arguments *arguments,
                                                     uint64_t units) {
    struct search_control *control = arguments->search.control;
    if (*(volatile unsigned long long *)&control->tail > arguments->search.crowded) {
        pause_search(control, SEARCH_GROW);
    }
    if (load_pause(control) & OWNERS_GROWTH) {
        return UINT64_MAX;
    }
    const uint64_t unit = atomicAdd(&arguments->part.sends->cursor, 1ULL);
    return unit < units ? unit : UINT64_MAX;
}

/*
 * Puts keys that have arrived into the visited set, and queues the new ones. If something must grow, it
 * stores only a part of them, and is called again with all: those that it stored are then found.
 */
template <uint32_t words, enum search_way way>
static __global__ void __launch_bounds__(search_threads(way))
    insert_received(const __grid_constant__ struct owners_arguments arguments,
                    const __grid_constant__ struct owners_received received) {
    const unsigned lane = threadIdx.x % 32;
    open_part(&arguments);
    uint64_t *stage = this_stage<way>(&arguments.search);
    for (;;) {
        uint64_t number = lane == 0 ? take_unit(&arguments, owners_units_all(&received.units)) : 0;
        number = __shfl_sync(ALL_LANES, number, 0);
        if (number == UINT64_MAX) {
            break;
        }
        const struct owners_unit unit = owners_units_take(&received.units, number);
        const uint64_t *from = received.keys[unit.source] + unit.at * words;
        for (unsigned i = lane; i < unit.count * words; i += 32) {
            stage[i] = from[i];
        }
        insert_staged<words, way>(&arguments.search, (unsigned)unit.count);
        if (load_shared(&this_warp()->full) != 0) {
            if (lane == 0) {
                pause_search(arguments.search.control, this_warp()->full);
            }
            break;
        }
    }
}

#endif
