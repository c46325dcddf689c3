/*
 * One part of a search on several GPUs (explore_gpus.cu): its launches, its growth, its results. All work of
 * the GPU is in its default stream, one kernel after the other; only the exchange has a stream of its own.
 */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_list.h"
#include "explorer/model/successors_core.h"
#include "explorer/search/level_store.h"

#define RECENT_SLOTS ((uint64_t)1 << 21) /* keys sent lately: as many as a part of the second cache holds */
#define RECENT_SHARE 64u                 /* at most this fraction of the memory */
/* Looking keys up takes time. Where it leaves out less than this percentage, it is not done for some rounds.
 */
#define RECENT_LEAST 40u
#define RECENT_PAUSE 31u
#define RECENT_SAMPLE ((uint64_t)1 << 16) /* keys from which that is seen */
#define FORESEEN_ROUNDS 2u
#define ROUND_THREADS 256u
#define INSERT_WAY SEARCH_BY_BLOCKS
#define SPINS_BETWEEN_CHECKS 4096u

/* --- kernels between rounds --- */

/*
 * Before a round: gathers the batches to repeat, which are those of the last round for which there was no
 * room, and those of the list before that no warp took. One block.
 */
static __global__ void begin_round(const __grid_constant__ struct owners_arguments arguments, int new_level) {
    struct search_control *control = arguments.search.control;
    const uint64_t taken =
        control->redo_taken < control->redo_count ? control->redo_taken : control->redo_count;
    const uint64_t left = control->redo_count - taken, there = control->redo_next_count;
    /* The lists have changed places: the kernel reads `redo` */
    uint64_t *to = arguments.search.redo;
    const uint64_t *from = arguments.search.redo_next;
    for (uint64_t i = threadIdx.x; i < 2 * left; i += blockDim.x) {
        to[2 * there + i] = from[2 * taken + i];
    }
    for (uint32_t o = threadIdx.x; o < arguments.part.owners; o += blockDim.x) {
        arguments.part.sends->to[o].keys = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        control->redo_count = there + left;
        control->redo_taken = control->redo_next_count = 0;
        control->pause &= ~(SEARCH_SENDS | SEARCH_SENDS_FULL | SEARCH_SLICE);
        if (new_level) {
            const uint64_t tail = control->tail;
            control->level++;
            control->level_first = control->level_end;
            control->level_end = tail;
            control->cursor = control->level_first;
            control->news = 0;
            arguments.search.level_begin[control->level + 1] = tail;
        }
    }
}

/* After a round: tells the host. One warp. */
static __global__ void end_round(const __grid_constant__ struct owners_arguments arguments,
                                 unsigned long long number) {
    struct search_control *control = arguments.search.control;
    volatile struct owners_report *report = arguments.part.report;
    struct owners_sends *sends = arguments.part.sends;
    if (threadIdx.x < arguments.part.owners) {
        const uint64_t keys = sends->to[threadIdx.x].keys;
        report->keys[threadIdx.x] = keys < arguments.part.capacity ? keys : arguments.part.capacity;
    }
    if (threadIdx.x == 0) {
        report->tail = control->tail;
        report->transitions = control->transitions;
        report->choices = control->choices;
        report->deadlocks = control->deadlocks;
        report->deadlock_level = control->deadlock_level;
        report->error_level = control->error_level;
        report->fault_level = control->fault_level;
        report->several_level = control->several_level;
        report->pause = control->pause;
        report->news = control->news;
        report->recent = sends->recent;
        sends->recent = 0;
        report->more = control->cursor < control->level_end || control->redo_taken < control->redo_count ||
                       control->redo_next_count != 0;
    }
    __syncwarp();
    __threadfence_system();
    __syncwarp();
    if (threadIdx.x == 0) {
        report->number = number;
    }
}

/* --- opening --- */

uint64_t part_under_way(const struct gpus_part *part) {
    return search_under_way(&part->search, part->search.blocks);
}

/* As many blocks as fit with the kernels of this search; buffers are for no more than planned already. */
static int plan_kernels(struct gpus_part *part) {
    struct cuda_search *search = &part->search;
    const uint32_t words = search->header->key_words;
    const uint64_t stage_bytes =
        (uint64_t)search_threads(INSERT_WAY) / 32 * search_stage(INSERT_WAY) * sizeof(uint64_t);
    for (int half = 0; half <= (search->half_bits != 0); half++) {
        owners_expand expand = owners_expand_kernel(half ? search_half_of(search->way) : search->way, words);
        owners_insert insert = owners_insert_kernel(half, words);
        int each = 0;
        if (expand == NULL) {
            return error_set(&part->error, ERROR_DEVICE, "there is no kernel for this model");
        }
        if (DEVICE_CHECK(cudaFuncSetAttribute(expand, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                              (int)search->shared_bytes),
                         &part->error) ||
            DEVICE_CHECK(
                cudaFuncSetAttribute(insert, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)stage_bytes),
                &part->error) ||
            DEVICE_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, expand, (int)search->threads,
                                                                       search->shared_bytes),
                         &part->error)) {
            return -1;
        }
        if (each < 1) {
            return error_set(&part->error, ERROR_DEVICE, "the search does not fit on the GPU");
        }
        const unsigned blocks = (unsigned)each * search->device->processors;
        search->blocks = blocks < search->blocks ? blocks : search->blocks;
    }
    return 0;
}

static int open_recent(struct gpus_part *part) {
    struct device *device = part->search.device;
    uint64_t slots = RECENT_SLOTS;
    while (slots * 8 > device->memory.limit / RECENT_SHARE && slots > 1) {
        slots /= 2;
    }
    if (part->search.header->key_words != 1) {
        return 0;
    }
    part->recent = (uint64_t *)device_allocate(device, slots * 8, &part->error);
    part->recent_slots = part->recent == NULL ? 0 : slots;
    return part->recent == NULL ? -1 : device_clear(part->recent, slots * 8, &part->error);
}

int part_open(struct gpus_part *part) {
    const struct run *run = part->all->run;
    part->run = *run;
    part->run.device = gpus_device(part->all, part->index);
    if (part->index != 0) {
        part->run.progress = NULL;
    }
    part->search.options = &part->all->part_options;
    part->search.run = &part->run;
    part->search.error = &part->error;
    part->search.sharers = run->devices == NULL ? 1 : device_list_uses(run->devices, part->run.device);
    part->exploration =
        exploration_create(part->all->found->model, part->all->options, &part->run, &part->error);
    if (part->exploration == NULL) {
        return -1;
    }
    part->search.exploration = part->exploration;
    part->search.result = &part->exploration->result;
    if (search_open(&part->search) != 0 || plan_kernels(part) != 0 || open_recent(part) != 0) {
        return -1;
    }
    struct device *device = part->search.device;
    part->sends = (struct owners_sends *)device_allocate(device, sizeof *part->sends, &part->error);
    return part->sends == NULL || device_clear(part->sends, sizeof *part->sends, &part->error) != 0 ||
                   DEVICE_CHECK(cudaHostAlloc((void **)&part->report, sizeof *part->report,
                                              cudaHostAllocMapped | cudaHostAllocPortable),
                                &part->error)
               ? -1
               : (memset(part->report, 0, sizeof *part->report), 0);
}

void part_close(struct gpus_part *part) {
    struct device *device = part->search.device;
    if (device != NULL) {
        (void)cudaDeviceSynchronize();
        exchange_close(part);
        search_close_checkpoint(&part->search);
        device_free(device, part->sends, sizeof *part->sends);
        device_free(device, part->recent, part->recent_slots * 8);
        if (part->report != NULL) {
            (void)cudaFreeHost(part->report);
        }
    }
    if (part->exploration != NULL) {
        search_close(&part->search);
        exploration_drop_device(part->exploration);
    }
}

/* --- launches --- */

static struct owners_arguments arguments_now(const struct gpus_part *part, unsigned slot, unsigned blocks) {
    const struct gpus *all = part->all;
    const struct cuda_search *search = &part->search;
    struct owners_arguments arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.search = search_arguments_now(search, blocks);
    arguments.search.max_states = UINT64_MAX; /* the parts agree on that */
    arguments.part.owners = all->owners;
    arguments.part.self = part->index;
    arguments.part.capacity = all->capacity;
    arguments.part.crowded = owners_crowded(all->capacity, search_under_way(search, blocks));
    for (unsigned to = 0; to < all->owners; to++) {
        arguments.part.to[to] = to == part->index ? NULL : exchange_buffer(part, slot, to);
    }
    memcpy(arguments.part.mask, all->found->owner_mask, search->header->words * sizeof(uint64_t));
    arguments.part.sends = part->sends;
    arguments.part.recent = part->recent;
    arguments.part.recent_slots = part->recent_pause != 0 ? 0 : part->recent_slots;
    arguments.part.report = part->report;
    return arguments;
}

static unsigned least(uint64_t a, uint64_t b) {
    return (unsigned)(a < b ? a : b);
}

static int ask_report(struct gpus_part *part) {
    struct owners_arguments arguments = arguments_now(part, 0, 1);
    end_round<<<1, 32>>>(arguments, ++part->reports);
    return DEVICE_CHECK(cudaGetLastError(), &part->error);
}

static int launch_insert(struct gpus_part *part, struct owners_pending *pending) {
    struct cuda_search *search = &part->search;
    const uint32_t words = search->header->key_words;
    const unsigned warps = search_threads(INSERT_WAY) / 32;
    unsigned blocks = search_blocks_now(search);
    struct owners_received received;
    uint64_t all = 0;
    memset(&received, 0, sizeof received);
    for (unsigned from = 0; from < part->all->owners; from++) {
        if (from != part->index) {
            const unsigned source = received.units.sources++;
            received.keys[source] = exchange_arrived(part, pending->slot, from);
            received.units.count[source] = pending->keys[from];
            all += pending->keys[from];
        }
    }
    pending->report = part->reports + 1;
    if (exchange_await(part, pending->slot) != 0) { /* also without keys: so what is sent is done, too */
        return -1;
    }
    if (all == 0) {
        return 0;
    }
    /* Small units where there are few keys, so that all warps have some. */
    const uint64_t most = search_stage(INSERT_WAY) / words, each = all / (blocks * warps) / 32 * 32;
    received.units.unit = each < 32 ? 32 : each < most ? each : most;
    owners_units_number(&received.units);
    blocks = least(blocks, (owners_units_all(&received.units) + warps - 1) / warps);
    struct owners_arguments arguments = arguments_now(part, pending->slot, blocks);
    arguments.search.image_shared = arguments.search.cache_slots = arguments.search.stage_at = 0;
    void *parameters[] = {&arguments, &received};
    const uint64_t stage_bytes = (uint64_t)warps * search_stage(INSERT_WAY) * 8;
    return DEVICE_CHECK(cudaMemsetAsync(&part->sends->cursor, 0, sizeof part->sends->cursor), &part->error)
               ? -1
               : DEVICE_CHECK(cudaLaunchKernel(
                                  (const void *)owners_insert_kernel(search->space->half != NULL, words),
                                  dim3(blocks), dim3(search_threads(INSERT_WAY)), parameters, stage_bytes, 0),
                              &part->error);
}

static int launch_expand(struct gpus_part *part, unsigned slot, int new_level) {
    struct cuda_search *search = &part->search;
    const enum search_way way = search->space->half != NULL ? search_half_of(search->way) : search->way;
    const unsigned warps = search->threads / 32;
    unsigned blocks = search_blocks_now(search);
    if (new_level) {
        part->level_states = search->state.tail - search->state.level_end;
        search->state.level_first = search->state.level_end;
        search->state.level_end = search->state.tail;
        search->state.level++;
    }
    blocks = least(blocks, part->level_states / warps + 1);
    uint64_t *swap = search->redo;
    search->redo = search->redo_next;
    search->redo_next = swap;
    struct owners_arguments arguments = arguments_now(part, slot, blocks);
    void *parameters[] = {&arguments};
    begin_round<<<1, ROUND_THREADS>>>(arguments, new_level);
    return DEVICE_CHECK(cudaGetLastError(), &part->error) ||
                   (part->level_states != 0 &&
                    DEVICE_CHECK(
                        cudaLaunchKernel((const void *)owners_expand_kernel(way, search->header->key_words),
                                         dim3(blocks), dim3(search->threads), parameters,
                                         search->shared_bytes, 0),
                        &part->error))
               ? -1
               : 0;
}

/* Launches the storing of rounds for which that was not done yet. */
static int launch_pending(struct gpus_part *part, int again) {
    for (unsigned i = 0; i < 2; i++) {
        struct owners_pending *pending = &part->pending[i];
        if (pending->there && (again || pending->report == 0)) {
            if (launch_insert(part, pending) != 0) {
                return -1;
            }
            if (again && ask_report(part) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int part_launch_round(struct gpus_part *part, unsigned slot, int new_level) {
    struct cuda_search *search = &part->search;
    if (new_level && search->state.level + 3 >= search->level_capacity) {
        const int ok = search_grow_levels(search);
        if (ok <= 0) {
            part->outcome = ok == 0 ? EXPLORE_FULL : part->outcome;
            return ok;
        }
    }
    return launch_expand(part, slot, new_level) != 0 || ask_report(part) != 0 || launch_pending(part, 0) != 0
               ? -1
               : 0;
}

int part_launch_rest(struct gpus_part *part) {
    return launch_pending(part, 0) != 0 || ask_report(part) != 0 ? -1 : 0;
}

void part_expect(struct gpus_part *part, unsigned slot, const uint64_t *keys) {
    part->pending[0] = part->pending[0].there ? part->pending[0] : part->pending[1];
    struct owners_pending *pending = &part->pending[part->pending[0].there];
    pending->there = 1;
    pending->slot = slot;
    pending->report = 0;
    memcpy(pending->keys, keys, part->all->owners * sizeof *keys);
}

/* --- waiting --- */

int part_await(struct gpus_part *part) {
    volatile struct owners_report *report = part->report;
    const double begun = run_clock();
    for (unsigned spins = 1; __atomic_load_n(&part->report->number, __ATOMIC_ACQUIRE) != part->reports;
         spins++) {
        if (spins % SPINS_BETWEEN_CHECKS != 0) {
            continue;
        }
        const cudaError_t status = cudaStreamQuery(0);
        if (status != cudaErrorNotReady && DEVICE_CHECK(status, &part->error)) {
            return -1;
        }
        if (run_clock() - begun > WATCH_SPIN_SECONDS) {
            usleep(WATCH_POLL_MICROSECONDS / 4);
            if (run_should_stop(&part->run)) {
                *(volatile int *)part->search.watch.stop = 1;
            }
        }
        if (gpus_are_broken(part->all)) {
            part->error.code = ERROR_NONE; /* another part has the reason */
            return -1;
        }
        if (exchange_check(part) != 0) {
            return -1;
        }
    }
    part->search.state.tail = report->tail;
    part->search.state.pause = report->pause;
    struct explore_result *result = part->search.result;
    result->deadlock_level = report->deadlock_level;
    result->error_level = report->error_level;
    result->fault_level = report->fault_level;
    result->several_level = report->several_level;
    return 0;
}

int part_finish(struct gpus_part *part) {
    return ask_report(part) != 0 ? -1 : part_await(part);
}

static int is_stored(const struct gpus_part *part, const struct owners_pending *pending) {
    return !pending->there || (pending->report != 0 && pending->report <= part->reports);
}

/*
 * One growth; everything launched is done. Returns 1, 0 if memory runs out, -1. Only part_finish ends when a
 * transfer of NCCL waits for a part that has failed.
 */
static int grow(struct gpus_part *part) {
    struct cuda_search *search = &part->search;
    struct search_control *state = &search->state;
    if (part_finish(part) != 0 || device_watch_await(&search->watch, &part->error) != 0 ||
        device_download(state, search->control, sizeof *state, &part->error) != 0) {
        return -1;
    }
    const unsigned sets = state->pause & SEARCH_SETS,
                   rest = !sets || (state->pause & OWNERS_GROWTH) || !search_is_roomy(search);
    int ok = sets ? search_grow_sets(search) : 1;
    ok = ok > 0 && rest ? search_grow(search) : ok;
    if (ok <= 0) {
        return ok;
    }
    const unsigned pause = state->pause &= ~(unsigned)OWNERS_ANY_GROWTH;
    return device_upload(&search->control->pause, &pause, sizeof pause, &part->error) != 0 ? -1 : 1;
}

void part_heed_recent(struct gpus_part *part) {
    uint64_t sent = part->report->recent;
    for (unsigned i = 0; i < part->all->owners; i++) {
        sent += i != part->index ? part->report->keys[i] : 0;
    }
    if (part->recent_pause != 0) {
        part->recent_pause--;
    } else if (sent > RECENT_SAMPLE && part->report->recent < sent / 100 * RECENT_LEAST) {
        part->recent_pause = RECENT_PAUSE;
    }
}

void part_foresee(struct gpus_part *part, const struct agreement *agreement) {
    const uint64_t most = agreement->largest;
    const uint64_t more = most > part->largest ? most - part->largest : 0;
    part->largest = most;
    part->foreseen = most + FORESEEN_ROUNDS * more;
}

int part_settle(struct gpus_part *part) {
    struct cuda_search *search = &part->search;
    struct search_control *state = &search->state;
    if (state->pause & SEARCH_FAULT) {
        part->outcome = EXPLORE_FAULT;
        return 0;
    }
    const uint64_t ahead = part->is_tight || part->foreseen < state->tail ? 0 : part->foreseen - state->tail;
    search->ahead = ahead;
    int wants = !search_is_roomy(search) && !search->grown_out;
    while ((state->pause & OWNERS_ANY_GROWTH) || wants) {
        const int ok = grow(part);
        if (ok <= 0) {
            part->outcome = ok == 0 ? EXPLORE_FULL : part->outcome;
            return ok;
        }
        wants = 0;
        int again = 0;
        for (unsigned i = 0; i < 2; i++) {
            again |= part->pending[i].there && part->pending[i].report != 0;
        }
        if (again && (launch_pending(part, 1) != 0 || part_await(part) != 0)) {
            return -1;
        }
    }
    part->is_tight |= search->ahead != ahead; /* there was no room for it */
    for (unsigned i = 0; i < 2; i++) {
        if (is_stored(part, &part->pending[i])) {
            part->pending[i].there = 0;
        }
    }
    /* Keys that were not sent may be in the cache. */
    return (state->pause & SEARCH_SENDS_FULL) && part->recent_slots != 0 &&
                   DEVICE_CHECK(cudaMemsetAsync(part->recent, 0, part->recent_slots * 8), &part->error)
               ? -1
               : 0;
}

/* --- initial states --- */

static int put_piece(struct gpus_part *part, const uint64_t *keys, uint64_t count) {
    const uint32_t words = part->search.header->key_words;
    uint64_t from[OWNERS_MOST] = {0};
    const unsigned other = part->index == 0;
    from[other] = count;
    if (device_upload(exchange_arrived(part, 0, other), keys, count * words * 8, &part->error) != 0) {
        return -1;
    }
    part_expect(part, 0, from);
    return part_launch_rest(part) != 0 || part_await(part) != 0 || part_settle(part) != 0 ? -1 : 0;
}

int part_put_first(struct gpus_part *part) {
    struct cuda_search *search = &part->search;
    struct search_control *state = &search->state;
    const struct gpus *all = part->all;
    const struct model_view model = model_view_of(model_image(all->found->model));
    const uint64_t count = model.header->initial_count, words = model.header->words;
    const uint64_t *mask = all->found->owner_mask;
    uint64_t *keys = (uint64_t *)memory_allocate_array(all->run->memory, count * words, 8), own = 0;
    int failed = 0;
    memset(state, 0, sizeof *state);
    state->deadlock_level = state->error_level = state->fault_level = state->several_level = UINT64_MAX;
    for (uint64_t i = 0; i < count && keys != NULL; i++) {
        const uint64_t *vector = model.initial + i * words;
        if (owner_of(owner_hash(vector, mask, (uint32_t)words), all->owners) != part->index) {
            continue;
        }
        for (uint64_t w = 0; w < words; w++) {
            keys[own * words + w] = vector[w] | TABLE_USED;
        }
        own++;
        state->error_level = model_is_error(&model, vector) ? 0 : state->error_level;
    }
    state->news = state->error_level == 0;
    const uint64_t begin[2] = {0, 0};
    failed = keys == NULL ? error_memory(&part->error, "to begin the search")
                          : device_upload(search->control, state, sizeof *state, &part->error) != 0 ||
                                device_upload(search->level_begin, begin, sizeof begin, &part->error) != 0;
    for (uint64_t at = 0, take; at < own && !failed && part->outcome == EXPLORE_DONE; at += take) {
        take = least(own - at, all->capacity);
        failed = put_piece(part, keys + at * words, take);
    }
    memory_free(all->run->memory, keys, count * words * 8);
    /* Level 0 begins when the first round does: as a level after none. */
    state->level = UINT64_MAX;
    if (failed || device_upload(&search->control->level, &state->level, 8, &part->error) != 0) {
        return -1;
    }
    return part_finish(part);
}

/* --- results --- */

int part_take_results(struct gpus_part *part, uint64_t wanted) {
    struct cuda_search *search = &part->search;
    struct search_control *state = &search->state;
    struct explore_result *result = search->result;
    struct explore_effort *effort = &part->exploration->effort;
    struct state_space *space = &part->exploration->space;
    if (device_finish(&part->error) != 0 ||
        device_download(state, search->control, sizeof *state, &part->error) != 0) {
        return -1;
    }
    if (state->level == UINT64_MAX) { /* no level has begun */
        state->level = 0;
        const uint64_t begin[2] = {0, state->tail};
        if (device_upload(search->level_begin, begin, sizeof begin, &part->error) != 0) {
            return -1;
        }
    }
    result->states = state->tail;
    result->transitions = state->transitions;
    result->choices = state->choices;
    result->deadlocks = state->deadlocks;
    effort->table_load = (double)state->tail / (double)space_device_slots(search->space);
    effort->table_bytes = space_device_table_bytes(search->space);
    if (search_take_levels(search) != 0) {
        return -1;
    }
    result->levels = space->levels;
    wanted = wanted < space->levels ? wanted : space->levels;
    if (wanted == 0 || !space->levels_kept) {
        return 0;
    }
    if (space_device_fetch_levels(part->exploration, wanted, &part->run, &part->error) == 0) {
        return 0;
    }
    if (part->error.code != ERROR_INTERRUPTED) {
        return -1;
    }
    part->error.code = ERROR_NONE;
    space->levels_kept = 0;
    result->outcome = EXPLORE_INTERRUPTED;
    return 0;
}
