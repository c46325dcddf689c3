/*
 * The CUDA search engine: breadth-first search with queue, visited set and interner in device memory. One
 * cooperative kernel (search_kernel.cuh) runs level after level. It returns to the host a few times a second,
 * and when something must grow, a limit is reached, or a watched event occurred.
 */
#include "explorer/search/explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/run.h"
#include "explorer/search/explore_cuda_internal.cuh"
#include "explorer/search/search_kernel.cuh"
#include "hashtable/table_device.h"

#define DEFAULT_BUCKET_INTEGERS 8u
/* Shared memory of a block in addition to stages, cache and image: for its warps and the arguments. */
#define SHARED_BESIDE (MOST_WARPS * sizeof(struct search_warp) + 1024)
#define FIRST_SHARE 16u /* the first visited set is this fraction of the budget: less growth */
#define FIRST_BYTES ((uint64_t)1 << 20) /* the least first visited set, for small budgets */
#define FIRST_PAIRS ((uint64_t)1 << 20)
#define FIRST_LEVELS 4096u
#define SLICE_NANOSECONDS 100000000ull

/* Bytes of the list of batches to repeat: at most one for each warp. */
static uint64_t redo_bytes(const struct cuda_search *search) {
    return (uint64_t)search->blocks * search->threads / 32 * 16;
}

typedef void (*search_kernel)(const struct search_arguments);

/* The way to expand, with a visited set of whole keys. */
static enum search_way way_of(const struct model_header *header, const struct explore_options *options) {
    int by_blocks = header->blocks != 0 && header->observer_states == 0 && options->watched == NULL;
    if (header->fold_levels != 0) {
        return by_blocks ? SEARCH_FOLDED_BY_BLOCKS : SEARCH_FOLDED;
    }
    return by_blocks ? SEARCH_BY_BLOCKS : SEARCH_BY_COMPONENTS;
}

template <enum search_way way> static search_kernel kernel_by(uint32_t key_words) {
    if constexpr (search_is_folded(way)) {
        return key_words == 2 ? search_levels<2, way> : search_levels<4, way>;
    } else {
        return key_words == 1   ? search_levels<1, way>
               : key_words == 2 ? search_levels<2, way>
                                : search_levels<4, way>;
    }
}

static search_kernel kernel_of(enum search_way way, uint32_t key_words) {
    switch (way) {
    case SEARCH_HALF_NEAR_BLOCKS:
        return search_levels<1, SEARCH_HALF_NEAR_BLOCKS>;
    case SEARCH_HALF_BLOCKS:
        return search_levels<1, SEARCH_HALF_BLOCKS>;
    case SEARCH_HALF_COMPONENTS:
        return search_levels<1, SEARCH_HALF_COMPONENTS>;
    case SEARCH_BY_NEAR_BLOCKS:
        return kernel_by<SEARCH_BY_NEAR_BLOCKS>(key_words);
    case SEARCH_BY_BLOCKS:
        return kernel_by<SEARCH_BY_BLOCKS>(key_words);
    case SEARCH_FOLDED_BY_BLOCKS:
        return kernel_by<SEARCH_FOLDED_BY_BLOCKS>(key_words);
    case SEARCH_BY_COMPONENTS:
        return kernel_by<SEARCH_BY_COMPONENTS>(key_words);
    default:
        return kernel_by<SEARCH_FOLDED>(key_words);
    }
}

int explore_cuda_warm_up(unsigned number, struct error *error) {
    if (device_warm_up((int)number, error) != 0) {
        return -1;
    }
    for (int way = SEARCH_HALF_NEAR_BLOCKS; way <= SEARCH_FOLDED; way++) {
        for (uint32_t words = 1; words <= MODEL_KEY_WORDS; words *= 2) {
            struct cudaFuncAttributes attributes; /* this query loads the kernel's module */
            if (DEVICE_CHECK(cudaFuncGetAttributes(&attributes, kernel_of((enum search_way)way, words)),
                             error)) {
                return -1;
            }
        }
    }
    return 0;
}

/* --- opening --- */

/* Allocates and copies to the device; 0 or -1. */
static int put_on_device(struct cuda_search *search, void **to, const void *from, uint64_t bytes) {
    *to = device_allocate(search->device, bytes, search->error);
    return *to == NULL || device_upload(*to, from, bytes, search->error) != 0 ? -1 : 0;
}

/* The size of a block's cache: a power of two, or 0; only keys of one word are cached. */
static unsigned cache_slots_of(const struct model_header *header, const struct explore_options *options) {
    unsigned slots = 1;
    while (2 * slots <= options->cache_bytes / 8) {
        slots *= 2;
    }
    return options->cache_bytes < 8 || header->key_words != 1 ? 0 : slots;
}

/* Bytes of the image in shared memory; stages begin at a multiple of 16. */
static uint64_t image_room(const struct cuda_search *search) {
    return (search->header->bytes + 15) / 16 * 16;
}

static uint64_t stage_bytes(const struct cuda_search *search) {
    return (uint64_t)search->threads / 32 * search_stage(search->way) * 8;
}

/* The bits of keys if the visited set may have slots of 32 bits, else 0. */
static uint32_t half_bits_of(const struct cuda_search *search) {
    const struct explore_options *options = search->options;
    const struct model_view model = model_view_of(model_image(search->exploration->model));
    uint64_t used = 1;
    if ((options->keep_levels && !options->table_unread) || options->bucket_integers != 0 ||
        model.header->key_words != 1 || model.header->fold_levels != 0) {
        return 0;
    }
    for (uint32_t c = 0; c < model.header->components + (model.header->observer_states != 0); c++) {
        used |= model.component[c].mask << model.component[c].shift;
    }
    uint32_t bits = half_floor_log2(used) + 1;
    uint32_t least = options->least_bits > HALF_LEAST_BITS ? options->least_bits : HALF_LEAST_BITS;
    bits = bits < least ? least : bits;
    return bits <= HALF_MOST_BITS ? bits : 0;
}

/* Prepares the kernel for launches; *each: blocks of it that fit on a multiprocessor. 0 or -1. */
static int blocks_each(const struct cuda_search *search, enum search_way way, int *each) {
    search_kernel kernel = kernel_of(way, search->header->key_words);
    return DEVICE_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                             (int)search->shared_bytes),
                        search->error) ||
                   DEVICE_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                                    each, kernel, (int)search->threads, search->shared_bytes),
                                search->error)
               ? -1
               : 0;
}

/*
 * Plans the launches of the kernel: as many blocks as fit on the GPU at once, with the image in shared memory
 * if there is also room for the stages and a cache; blocks of fewer threads on a GPU with little shared
 * memory.
 */
static int plan_launch(struct cuda_search *search) {
    const struct model_header *header = search->header;
    search->cache_slots = cache_slots_of(header, search->options);
    search->way = way_of(header, search->options);
    uint64_t cache = (uint64_t)search->cache_slots * 8;
    uint64_t image = image_room(search);
    uint64_t most = search->device->shared_bytes - SHARED_BESIDE;
    int each, each_half = 0;
    search->threads = search_threads(search->way);
    while (search->threads > 32 && stage_bytes(search) + cache > most) {
        search->threads /= 2;
    }
    search->image_shared = image + stage_bytes(search) + cache <= most;
    if (search->image_shared && search->way == SEARCH_BY_BLOCKS) {
        search->way = SEARCH_BY_NEAR_BLOCKS;
    }
    search->shared_bytes = (search->image_shared ? image : 0) + stage_bytes(search) + cache;
    search->half_bits = half_bits_of(search);
    if (blocks_each(search, search->way, &each) != 0 ||
        (search->half_bits != 0 && blocks_each(search, search_half_of(search->way), &each_half) != 0)) {
        return -1;
    }
    each = search->half_bits != 0 && each_half < each ? each_half : each;
    if (each < 1) {
        return error_set(search->error, ERROR_DEVICE, "the search does not fit on the GPU");
    }
    search->blocks = (unsigned)each * search->device->processors;
    return 0;
}

static int open_interner(struct cuda_search *search, uint32_t bucket) {
    uint64_t pairs = FIRST_PAIRS, most = (uint64_t)1 << INTERN_ID_BITS;
    search->space->index = table_device_create(search->device, 1, bucket, 2 * pairs, 1, search->error);
    search->space->next_pair = (unsigned long long *)device_allocate(search->device, 8, search->error);
    return search->space->index == NULL || search->space->next_pair == NULL ||
                   device_clear(search->space->next_pair, 8, search->error) != 0 ||
                   device_range_open(search->device, &search->space->pairs, most * INTERN_PAIR_BYTES,
                                     search->error) != 0 ||
                   device_range_extend(search->device, &search->space->pairs, pairs * INTERN_PAIR_BYTES,
                                       search->error) != 0
               ? -1
               : 0;
}

static int open_watch(struct cuda_search *search) {
    uint64_t labels = search->header->labels;
    return search->options->watched != NULL &&
                   (put_on_device(search, (void **)&search->watched, search->options->watched, labels) != 0 ||
                    put_on_device(search, (void **)&search->label_level, search->result->label_level,
                                  labels * 8) != 0)
               ? -1
               : 0;
}

static int open_buffers(struct cuda_search *search) {
    const struct model_header *header = search->header;
    struct device *device = search->device;
    uint64_t most = device->memory.limit < device->total_bytes ? device->memory.limit : device->total_bytes;
    search->row_words = fold_scratch_words(header, 2);
    search->row_bytes = search->row_words * 8;
    if (search->row_words > NEAR_ROW_WORDS) { /* otherwise only put_initial needs a row */
        search->row_bytes *= (uint64_t)search->blocks * search->threads;
    }
    search->level_capacity = FIRST_LEVELS;
    search->rows = (uint64_t *)device_allocate(device, search->row_bytes, search->error);
    search->control =
        (struct search_control *)device_allocate(device, sizeof *search->control, search->error);
    search->level_begin = (uint64_t *)device_allocate(device, FIRST_LEVELS * 8, search->error);
    search->redo = (uint64_t *)device_allocate(device, redo_bytes(search), search->error);
    search->redo_next = (uint64_t *)device_allocate(device, redo_bytes(search), search->error);
    if (search->rows == NULL || search->control == NULL || search->level_begin == NULL ||
        search->redo == NULL || search->redo_next == NULL ||
        device_watch_open(&search->watch, search->run, search->error) != 0) {
        return -1;
    }
    /* In slots of 32 bits there may be more states than keys would fit into the memory at once. */
    return device_range_open(device, &search->space->queue, search->half_bits != 0 ? 4 * most : most,
                             search->error);
}

/* Allocates the first visited set, and a queue that suits it. */
static int open_table(struct cuda_search *search) {
    const struct explore_options *options = search->options;
    struct space_device *space = search->space;
    uint32_t key_words = search->header->key_words;
    uint32_t bucket = options->bucket_integers != 0 ? options->bucket_integers : DEFAULT_BUCKET_INTEGERS;
    uint64_t bytes = search->device->memory.limit / FIRST_SHARE, slots = options->first_slots;
    bytes = bytes > FIRST_BYTES ? bytes : FIRST_BYTES;
    slots = slots != 0 ? slots : bytes / (key_words * 8);
    if (search->half_bits != 0 && half_device_least_bytes(search->half_bits) <= slots * 8) {
        space->half = half_device_create(search->device, search->half_bits, slots * 8, search->error);
    }
    if (space->half == NULL) { /* or a budget is too small for a second table */
        space->table = table_device_create(search->device, key_words, bucket, slots, 0, search->error);
    }
    if ((space->table == NULL && space->half == NULL) ||
        (search->header->fold_levels != 0 && open_interner(search, bucket) != 0)) {
        return -1;
    }
    return device_range_extend(search->device, &space->queue, search_first_queue(search), search->error);
}

static int open_search(struct cuda_search *search) {
    const struct model *model = search->exploration->model;
    const void *image = model_image(model);
    search->header = model_header(model);
    search->space = (struct space_device *)calloc(1, sizeof *search->space);
    if (search->space == NULL) {
        return error_memory(search->error, "to begin the search");
    }
    search->exploration->space.device = search->space;
    search->device = device_open((int)search->run->device, search->run->device_bytes, search->error);
    search->space->device = search->device;
    search->space->image_bytes = search->header->bytes;
    if (search->device == NULL || plan_launch(search) != 0 ||
        put_on_device(search, &search->space->image, image, search->header->bytes) != 0 ||
        open_watch(search) != 0 || open_buffers(search) != 0) {
        return -1;
    }
    return open_table(search);
}

static void close_search(struct cuda_search *search) {
    struct device *device = search->device;
    if (device == NULL) {
        return;
    }
    uint64_t labels = search->header->labels;
    device_free(device, search->watched, labels);
    device_free(device, search->label_level, labels * 8);
    device_free(device, search->rows, search->row_bytes);
    device_free(device, search->control, sizeof *search->control);
    device_free(device, search->level_begin, search->level_capacity * 8);
    device_free(device, search->redo, redo_bytes(search));
    device_free(device, search->redo_next, redo_bytes(search));
    device_watch_close(&search->watch);
    struct explore_effort *effort = &search->exploration->effort;
    effort->on_device = 1;
    snprintf(effort->device, sizeof effort->device, "cuda:%d (%s)", device->number, device->name);
    effort->memory_peak = memory_peak(&device->memory);
    effort->memory_limit = device->refused ? effort->memory_peak : device->memory.limit;
}

/* --- launches --- */

/* As many blocks as have enough room to work. */
static unsigned blocks_now(const struct cuda_search *search) {
    uint64_t left = search_room(search) > search->state.tail ? search_room(search) - search->state.tail : 0;
    uint64_t blocks = left / (4 * search_under_way(search, 1));
    return blocks < 1 ? 1 : blocks < search->blocks ? (unsigned)blocks : search->blocks;
}

static struct search_arguments arguments_now(const struct cuda_search *search, unsigned blocks) {
    const struct explore_options *options = search->options;
    uint64_t apart = search_under_way(search, blocks), most = search_room(search);
    struct search_arguments arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.image = search->space->image;
    arguments.image_bytes = search->header->bytes;
    arguments.image_shared = search->image_shared;
    if (search->space->half != NULL) {
        arguments.half = half_device_view(search->space->half);
    } else {
        arguments.table = table_device_view(search->space->table);
    }
    /* one id at a time, because a thread's unused ids are lost when the kernel returns */
    arguments.intern = space_device_interner(search->space, 1);
    if (search->space->index != NULL) {
        arguments.intern.capacity = search_pairs(search);
    }
    arguments.queue = (uint64_t *)search->space->queue.base;
    arguments.control = search->control;
    arguments.level_begin = search->level_begin;
    arguments.level_capacity = search->level_capacity;
    arguments.redo = search->redo;
    arguments.redo_next = search->redo_next;
    arguments.crowded = most > 2 * apart ? most - 2 * apart : 0;
    arguments.full = most > apart ? most - apart : 0;
    arguments.max_states = options->max_states != 0 ? options->max_states : UINT64_MAX;
    arguments.max_depth = options->max_depth;
    arguments.slice_nanoseconds = SLICE_NANOSECONDS;
    arguments.watched = search->watched;
    arguments.label_level = search->label_level;
    arguments.stop = search->watch.stop;
    arguments.rows = search->rows;
    arguments.row_words = search->row_words;
    arguments.stage_at = search->image_shared ? (unsigned)(image_room(search) / 8) : 0;
    arguments.cache_at = arguments.stage_at + search->threads / 32 * search_stage(search->way);
    arguments.cache_slots = search->cache_slots;
    arguments.ask_decided = options->decided != NULL;
    return arguments;
}

static int launch_search(struct cuda_search *search) {
    unsigned blocks = blocks_now(search);
    enum search_way way = search->space->half != NULL ? search_half_of(search->way) : search->way;
    struct search_arguments arguments = arguments_now(search, blocks);
    void *parameters[] = {&arguments};
    return device_upload(search->control, &search->state, sizeof search->state, search->error) ||
                   DEVICE_CHECK(cudaLaunchCooperativeKernel(
                                    (const void *)kernel_of(way, search->header->key_words), dim3(blocks),
                                    dim3(search->threads), parameters, search->shared_bytes, 0),
                                search->error) ||
                   device_watch_await(&search->watch, search->error) ||
                   device_download(&search->state, search->control, sizeof search->state, search->error)
               ? -1
               : 0;
}

static int put_first_state(struct cuda_search *search) {
    struct search_control *state = &search->state;
    struct model_view model = model_view_of(model_image(search->exploration->model));
    const uint64_t begin[2] = {0, 1};
    unsigned *flag = (unsigned *)search->control, failed = 0;
    memset(state, 0, sizeof *state);
    state->level_end = state->tail = 1;
    state->deadlock_level = state->error_level = UINT64_MAX;
    if (model_is_error(&model, model.initial)) {
        state->error_level = 0;
    }
    struct search_arguments arguments = arguments_now(search, 1);
    if (device_clear(search->control, sizeof *search->control, search->error) != 0 ||
        device_upload(search->level_begin, begin, sizeof begin, search->error) != 0) {
        return -1;
    }
    const uint32_t words = model.header->key_words;
    const auto put = words == 1 ? put_initial<1> : words == 2 ? put_initial<2> : put_initial<4>;
    put<<<1, 1>>>(arguments, flag);
    if (DEVICE_CHECK(cudaGetLastError(), search->error) ||
        device_download(&failed, flag, sizeof failed, search->error) != 0) {
        return -1;
    }
    return failed ? error_memory(search->error, "to begin the search") : 0;
}

/* --- between launches --- */

/*
 * Sets the list of batches to repeat: batches for which there was no room in this launch, and batches of the
 * old list that no block took.
 */
static int carry_redo(struct cuda_search *search) {
    struct search_control *state = &search->state;
    uint64_t taken = state->redo_taken < state->redo_count ? state->redo_taken : state->redo_count;
    uint64_t left = state->redo_count - taken;
    if (left != 0 && DEVICE_CHECK(cudaMemcpy(search->redo_next + 2 * state->redo_next_count,
                                             search->redo + 2 * taken, left * 16, cudaMemcpyDeviceToDevice),
                                  search->error)) {
        return -1;
    }
    uint64_t *swap = search->redo;
    search->redo = search->redo_next;
    search->redo_next = swap;
    state->redo_count = state->redo_next_count + left;
    state->redo_taken = state->redo_next_count = 0;
    return 0;
}

static int heed_run(struct cuda_search *search) {
    enum explore_outcome outcome = exploration_outcome(search->run);
    if (outcome != EXPLORE_DONE) {
        search->result->outcome = outcome;
    }
    return outcome != EXPLORE_DONE;
}

static void report_progress(struct cuda_search *search) {
    const struct search_control *state = &search->state;
    struct progress progress = {"exploring",
                                state->tail,
                                0,
                                "states",
                                state->transitions,
                                state->level,
                                state->level_end - state->level_first,
                                memory_used(&search->space->device->memory)};
    run_tell_search(search->run, &progress);
}

/* The host's decision at the end of a level. Non-zero ends the search. */
static int decide_level(struct cuda_search *search) {
    struct explore_result *result = search->result;
    const struct explore_options *options = search->options;
    result->deadlock_level = search->state.deadlock_level;
    result->error_level = search->state.error_level;
    if (result->label_level != NULL && device_download(result->label_level, search->label_level,
                                                       search->header->labels * 8, search->error) != 0) {
        return -1;
    }
    if (options->decided != NULL && options->decided(options->decided_context, search->exploration)) {
        result->outcome = EXPLORE_VIOLATED;
        return 1;
    }
    if (search->state.level >= options->max_depth) {
        result->outcome = EXPLORE_LIMIT;
        return 1;
    }
    return 0;
}

/* After a launch: 0 go on, 1 the search has ended, -1 failed. */
static int look_in(struct cuda_search *search) {
    struct search_control *state = &search->state;
    struct explore_result *result = search->result;
    int ok = 1;
    report_progress(search);
    if (state->pause & SEARCH_END) {
        return 1;
    }
    if (state->pause & SEARCH_LEVEL) {
        int ended = decide_level(search);
        if (ended != 0) {
            return ended;
        }
    }
    if (state->pause & SEARCH_STATES) {
        result->outcome = EXPLORE_LIMIT;
        return 1;
    }
    if (state->pause & SEARCH_LEVELS) {
        ok = search_grow_levels(search);
    }
    if (ok > 0 && (state->pause & (SEARCH_GROW | SEARCH_TABLE_FULL) || !search_is_roomy(search))) {
        ok = search_grow(search);
    }
    if (ok > 0 && state->pause & SEARCH_INTERN_FULL) {
        ok = search_grow_interner(search);
    }
    if (ok == 0) {
        result->outcome = EXPLORE_FULL;
        (void)heed_run(search);
        return 1;
    }
    state->pause = 0;
    return ok < 0 || carry_redo(search) != 0 ? -1 : heed_run(search);
}

static int run_search(struct cuda_search *search) {
    int ended = put_first_state(search) != 0 ? -1 : decide_level(search);
    if (ended == 0) {
        ended = heed_run(search);
    }
    while (ended == 0) {
        ended = launch_search(search) != 0 ? -1 : look_in(search);
    }
    return ended < 0 ? -1 : 0;
}

/* --- results --- */

static int take_results(struct cuda_search *search) {
    struct explore_result *result = search->result;
    struct explore_effort *effort = &search->exploration->effort;
    const struct search_control *state = &search->state;
    result->states = state->tail;
    result->transitions = state->transitions;
    result->deadlocks = state->deadlocks;
    result->deadlock_level = state->deadlock_level;
    result->error_level = state->error_level;
    effort->table_load = (double)state->tail / (double)space_device_slots(search->space);
    effort->table_bytes = space_device_table_bytes(search->space);
    if (result->label_level != NULL && device_download(result->label_level, search->label_level,
                                                       search->header->labels * 8, search->error) != 0) {
        return -1;
    }
    int failed = search_take_levels(search);
    result->levels = search->exploration->space.levels;
    return failed;
}

struct exploration *explore_cuda(const model *model, const struct explore_options *options,
                                 const struct run *run, struct error *error) {
    struct cuda_search search;
    double opened = run_clock();
    memset(&search, 0, sizeof search);
    search.options = options;
    search.run = run;
    search.error = error;
    struct exploration *found = exploration_create(model, options, run, error);
    if (found == NULL) {
        return NULL;
    }
    search.exploration = found;
    search.result = &found->result;
    int failed = open_search(&search) != 0;
    double begin_seconds = run_clock();
    found->effort.start_seconds = begin_seconds - opened;
    failed = failed || run_search(&search) != 0;
    found->effort.seconds = run_clock() - begin_seconds;
    failed = failed || take_results(&search) != 0;
    close_search(&search);
    if (failed) {
        exploration_free(found);
        return NULL;
    }
    return found;
}

int explore_cuda_available(const char **reason) {
    return device_count(reason) > 0;
}
