/*
 * Hands a search on a GPU whose memory is full to a search on several (handover.h), which expands the current
 * level again. So if levels are in order, states of the next level are not handed over; otherwise they cannot
 * be told from older states, and are. The GPU parts keys by owner, piece by piece, and sends them to the
 * host. If that takes too long, or too much memory, the search is not handed over.
 */
#include "explorer/search/cuda/explore_cuda_saved.cuh"

#include <string.h>

#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"
#include "explorer/search/handover.h"
#include "explorer/search/level_store.h"
#include "explorer/search/owners_core.h"

#define THREADS 256u
#define MOST_THREADS 8u /* of the host, which copy */
/* It is not worth while if it takes longer than the search so far, for so long takes to begin again, and than
 * this. */
#define LEAST_SECONDS 0.1
#define SAMPLE_SECONDS 0.05 /* before that is judged */

/* The bits of a key that decide its owner. */
struct owner_bits {
    uint64_t mask[MODEL_KEY_WORDS];
};

struct giving {
    struct cuda_search *search;
    struct handover *handover;
    unsigned owners;
    uint64_t given, total; /* keys */
    uint64_t first;        /* of the first piece, before which kernels are loaded */
    double began;          /* clock time when that was given */
    double most;           /* seconds that it may take */
    struct owner_bits bits;
    struct error *error;
};

/*
 * Puts keys at places[owner] and on in `to`, for each owner; counts them there. to == NULL: it only counts.
 */
template <uint32_t words>
static __global__ void part_keys(const uint64_t *keys, uint64_t count, uint32_t owners,
                                 const struct owner_bits bits, uint64_t *to, unsigned long long *places) {
    const uint64_t step = device_grid_step();
    for (uint64_t at = device_grid_thread(), warp = at - threadIdx.x % 32; warp < count;
         at += step, warp += step) {
        uint64_t key[words];
        uint32_t owner = owners;
        for (uint32_t w = 0; w < words && at < count; w++) {
            key[w] = keys[at * words + w];
        }
        if (at < count) {
            owner = owner_of(owner_hash(key, bits.mask, words), owners);
        }
        for (uint32_t o = 0; o < owners; o++) {
            const uint64_t place = device_warp_places(&places[o], owner == o);
            for (uint32_t w = 0; w < words && owner == o && to != NULL; w++) {
                to[place * words + w] = key[w];
            }
        }
    }
}

/* The second half of the buffer on the GPU; and counters after it. */
static uint64_t *parted(const struct giving *giving) {
    return giving->search->transfer.words + SEARCH_TRANSFER_WORDS;
}

static int launch_parting(const struct giving *giving, const uint64_t *keys, uint64_t count, uint64_t *to,
                          unsigned long long *places) {
    const uint32_t words = giving->search->header->key_words;
    const auto kernel = words == 1 ? part_keys<1> : words == 2 ? part_keys<2> : part_keys<4>;
    kernel<<<device_grid_blocks(count, THREADS), THREADS>>>(keys, count, giving->owners, giving->bits, to,
                                                            places);
    return DEVICE_CHECK(cudaGetLastError(), giving->error);
}

/* Whether it takes too long, or must stop; fills the error. */
static int is_too_slow(const struct giving *giving) {
    const struct run *run = giving->search->run;
    const double spent = run_clock() - giving->began;
    run_tell(run, "moving states to more GPUs", giving->given, giving->total, "states");
    if (run_should_stop(run)) {
        return error_set(giving->error, ERROR_INTERRUPTED, "interrupted while states were moved");
    }
    const double given = (double)(giving->given - giving->first);
    const double left = (double)(giving->total - giving->given);
    return spent > SAMPLE_SECONDS && spent * left > giving->most * given
               ? error_set(giving->error, ERROR_LIMIT, "moving the states takes too long")
               : 0;
}

/* Gives keys that are in device memory: at most as many as the buffer holds. */
static int hand_piece(struct giving *giving, const uint64_t *keys, uint64_t count) {
    const uint64_t words = giving->search->header->key_words;
    unsigned long long *places = (unsigned long long *)(parted(giving) + SEARCH_TRANSFER_WORDS);
    unsigned long long counts[OWNERS_MOST], firsts[OWNERS_MOST];
    uint64_t *host = giving->search->transfer.host;
    const uint64_t bytes = giving->owners * sizeof *counts;
    if (count == 0) {
        return 0;
    }
    if (is_too_slow(giving) || device_clear(places, bytes, giving->error) != 0 ||
        launch_parting(giving, keys, count, NULL, places) != 0 ||
        device_download(counts, places, bytes, giving->error) != 0) {
        return -1;
    }
    firsts[0] = 0;
    for (unsigned o = 1; o < giving->owners; o++) {
        firsts[o] = firsts[o - 1] + counts[o - 1];
    }
    if (device_upload(places, firsts, bytes, giving->error) != 0 ||
        launch_parting(giving, keys, count, parted(giving), places) != 0 ||
        device_download(host, parted(giving), count * words * 8, giving->error) != 0) {
        return -1;
    }
    for (unsigned o = 0; o < giving->owners; o++) {
        if (handover_put(giving->handover, o, host + firsts[o] * words, counts[o]) != 0) {
            return error_memory(giving->error, "to move the search to more GPUs");
        }
    }
    handover_copy(giving->handover,
                  giving->search->run->threads < MOST_THREADS ? giving->search->run->threads : MOST_THREADS);
    if (giving->given == 0) {
        giving->first = count;
        giving->began = run_clock();
    }
    giving->given += count;
    return 0;
}

/* Gives keys that are in device memory. */
static int give_device(void *context, const uint64_t *words, uint64_t count, struct error *error) {
    struct giving *giving = (struct giving *)context;
    int failed = 0;
    (void)error;
    for (uint64_t at = 0, part; at < count && !failed; at += part) {
        part = count - at < SEARCH_TRANSFER_WORDS ? count - at : SEARCH_TRANSFER_WORDS;
        failed = hand_piece(giving, words + at, part / giving->search->header->key_words);
    }
    return failed;
}

/* Gives keys that are on the host. */
static int give_stored(void *context, const uint64_t *words, uint64_t count, struct error *error) {
    uint64_t *buffer = ((struct giving *)context)->search->transfer.words;
    int failed = 0;
    for (uint64_t at = 0, part; at < count && !failed; at += part) {
        part = count - at < SEARCH_TRANSFER_WORDS ? count - at : SEARCH_TRANSFER_WORDS;
        failed = device_upload(buffer, words + at, part * 8, error) != 0 ||
                 give_device(context, buffer, part, error) != 0;
    }
    return failed ? -1 : 0;
}

static void end_section(void *context) {
    handover_end_section(((struct giving *)context)->handover);
}

/* 0, or -1 with the error filled. */
static int give_all(struct giving *giving, const struct device_list *devices) {
    struct cuda_search *search = giving->search;
    struct checkpoint_header header;
    if (search_describe(search, &header) != 0) {
        return -1;
    }
    header.labels = search->result->label_level == NULL ? 0 : search->header->labels;
    giving->owners = devices->count;
    if (exploration_choose_owners(search->exploration, giving->owners, search->options, search->run,
                                  giving->error) != 0) {
        return -1;
    }
    memcpy(giving->bits.mask, search->exploration->owner_mask, search->header->key_words * sizeof(uint64_t));
    giving->total = 2 * header.states - search->state.level_first;
    if (header.levels_kept) {
        header.states = giving->total = search->exploration->space.level_begin[header.level + 1];
        header.next = 0;
    }
    if (handover_begin(giving->handover, devices, &header, search->result->label_level) != 0) {
        return error_memory(giving->error, "to move the search to more GPUs");
    }
    const struct state_source source = search_source(search);
    const struct words_sink sink = {give_stored, giving, end_section, give_device};
    const int failed = state_source_put(&source, &header, sink, giving->error);
    handover_end(giving->handover, search->exploration->space.level_begin);
    return failed;
}

int search_hand_over(struct cuda_search *search) {
    const struct search_checkpoint *own = search->checkpoint;
    struct handover *handover = own == NULL ? NULL : own->checkpoint->held;
    const enum explore_outcome outcome = search->result->outcome;
    struct device_list devices;
    struct error error;
    struct giving giving;
    error.code = ERROR_NONE;
    if (handover == NULL || (outcome != EXPLORE_FULL && !(handover->early && outcome == EXPLORE_LIMIT)) ||
        handover->find(search->exploration->model, search->options, search->run->device, &devices) < 2) {
        return 0;
    }
    memset(&giving, 0, sizeof giving);
    giving.search = search;
    giving.handover = handover;
    giving.error = &error;
    giving.began = run_clock();
    giving.most = giving.began - own->began;
    giving.most = giving.most > LEAST_SECONDS ? giving.most : LEAST_SECONDS;
    if (give_all(&giving, &devices) == 0) {
        return 0;
    }
    handover_clear(handover);
    if (error.code != ERROR_DEVICE) { /* the others can begin again */
        return 0;
    }
    *search->error = error;
    return -1;
}
