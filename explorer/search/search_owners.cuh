#ifndef HEDDLE_EXPLORER_SEARCH_SEARCH_OWNERS_CUH
#define HEDDLE_EXPLORER_SEARCH_SEARCH_OWNERS_CUH

/*
 * The kernels of a search on several GPUs. States are expanded as in search_kernel.cuh, but of the staged
 * keys a warp keeps those that its GPU owns, and appends the others to the buffers of their owners: it counts
 * them, reserves room for all of them with one addition for each owner, and writes them. If a buffer has no
 * room for some, the batch is repeated in the next round; then all its keys are sent again, which does no
 * harm.
 *
 * A cache holds keys that were sent lately, and need not be sent again: their owner has them, or will have
 * them when the level ends. Its entries may be overwritten at any time. A batch that found no room has left
 * keys there which were not sent. It is repeated, and the host clears the cache before; until then, other
 * warps may leave such a key out, but the repeated batch sends it.
 */
#define SEARCH_BY_OWNERS
#include "explorer/search/owners_device.cuh"
#include "explorer/search/search_kernel.cuh"

static __shared__ struct owners_part search_part;

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
    recent[0] = recent[1] = 0;
    if (search_part.recent_slots == 0) {
        return;
    }
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

/* After `count` keys more have been reserved in a buffer from `base` on: asks for a pause, or notes that
 * there is no room. SEARCH_ bits for the batch. */
static __device__ __forceinline__ unsigned heed_buffer(uint64_t base, uint64_t count) {
    if (base + count > search_part.crowded) {
        pause_search(search_near_arguments.control, SEARCH_SENDS);
    }
    return base + count > search_part.capacity ? SEARCH_SENDS_FULL : 0;
}

/*
 * Finds the owners of keys `at` and `at` + 32 of the stage; OWNERS_MOST where there is no key. The first
 * words of keys that were sent lately become 0; returns their number.
 */
template <uint32_t words>
static __device__ __forceinline__ unsigned find_owners(uint64_t *stage, unsigned at, unsigned staged,
                                                       uint32_t *owner) {
    uint64_t foreign[2] = {0, 0}, hash[2] = {0, 0};
    int recent[2] = {0, 0};
    for (int i = 0; i < 2; i++, at += 32) {
        owner[i] = OWNERS_MOST;
        if (at < staged) {
            hash[i] = owner_hash(stage + at * words, words);
            owner[i] = owner_of(hash[i], search_part.owners);
            foreign[i] = words == 1 && owner[i] != search_part.self ? stage[at] : 0;
        }
    }
    if constexpr (words == 1) {
        look_up_recent(foreign, hash, recent);
        for (int i = 0; i < 2; i++) {
            if (recent[i]) {
                stage[at - 64 + 32 * i] = 0;
                owner[i] = OWNERS_MOST;
            }
        }
    }
    return (unsigned)(recent[0] + recent[1]);
}

template <uint32_t words, enum search_way way>
static __device__ __forceinline__ unsigned send_staged(uint64_t *stage, unsigned staged) {
    constexpr bool noted = search_stage(way) / words <= 32 * 64 / OWNERS_BITS;
    const unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1;
    const uint32_t owners = search_part.owners, self = search_part.self;
    unsigned count = 0, kept = 0, left_out = 0; /* count: keys for owner `lane` */
    uint64_t notes = 0, base = 0; /* notes: owners of this lane's keys, the first in the lowest bits */
    __syncwarp();
    for (unsigned first = 0; first < staged; first += 64) {
        uint32_t owner[2];
        left_out += find_owners<words>(stage, first + lane, staged, owner);
        if constexpr (noted) {
            notes |= (uint64_t)(owner[0] % OWNERS_MOST | owner[1] % OWNERS_MOST << OWNERS_BITS)
                     << first / 32 * OWNERS_BITS;
        }
        for (uint32_t o = 0; o < owners; o++) {
            const unsigned one = __ballot_sync(ALL_LANES, owner[0] == o);
            const unsigned other = __ballot_sync(ALL_LANES, owner[1] == o);
            count += lane == o ? __popc(one) + __popc(other) : 0;
        }
    }
    if constexpr (words == 1) {
        left_out = __reduce_add_sync(ALL_LANES, left_out);
        if (lane == 0 && left_out != 0) {
            atomicAdd(&search_part.sends->recent, (unsigned long long)left_out);
        }
    }
    if (lane < owners && lane != self && count != 0) {
        base = atomicAdd(&search_part.sends->to[lane].keys, (unsigned long long)count);
        const unsigned full = heed_buffer(base, count);
        if (full != 0) {
            atomicOr(&this_warp()->full, full);
        }
    }
    __syncwarp();
    for (unsigned first = 0; first < staged; first += 32) {
        const unsigned at = first + lane;
        __align__(16) uint64_t key[words] = {0};
        if (at < staged) {
            copy_key<words>(key, stage + at * words);
        }
        uint32_t owner = OWNERS_MOST;
        if (key[0] != 0) {
            owner = noted ? (uint32_t)(notes >> first / 32 * OWNERS_BITS) % OWNERS_MOST
                          : owner_of(owner_hash(key, words), owners);
        }
        __syncwarp(); /* the keys that are overwritten have been read */
        unsigned own = 0;
        for (uint32_t o = 0; o < owners; o++) {
            const unsigned lanes = __ballot_sync(ALL_LANES, owner == o);
            if (o == self) {
                own = lanes;
                continue;
            }
            const uint64_t place = __shfl_sync(ALL_LANES, base, o) + __popc(lanes & below);
            if (owner == o && place < search_part.capacity) {
                copy_key<words>(search_part.to[o] + place * words, key);
            }
            base += lane == o ? __popc(lanes) : 0;
        }
        if (owner == self) {
            copy_key<words>(stage + (kept + __popc(own & below)) * words, key);
        }
        kept += __popc(own);
    }
    __syncwarp();
    return kept;
}

template <uint32_t words>
static __device__ __forceinline__ int send_at_once(const uint64_t *key, unsigned *full) {
    const uint32_t owner = owner_of(owner_hash(key, words), search_part.owners);
    if (owner == search_part.self) {
        return 0;
    }
    const uint64_t place = atomicAdd(&search_part.sends->to[owner].keys, 1ULL);
    *full = heed_buffer(place, 1);
    for (uint32_t w = 0; w < words && place < search_part.capacity; w++) {
        search_part.to[owner][place * words + w] = key[w];
    }
    return 1;
}

static __device__ __forceinline__ void open_part(const struct owners_arguments *arguments) {
    if (threadIdx.x == 0) {
        search_part = arguments->part;
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
    if (way > SEARCH_BY_LABELS) {
        thread.arguments = &arguments.search;
        thread.model = model_view_of(this_image<way>(&arguments.search));
        thread.row = arguments.search.row_words <= NEAR_ROW_WORDS
                         ? near_row
                         : arguments.search.rows + device_grid_thread() * arguments.search.row_words;
        thread.stock.next = thread.stock.end = 0;
    }
    run_level<key_words, way>(&arguments.search, &thread);
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
