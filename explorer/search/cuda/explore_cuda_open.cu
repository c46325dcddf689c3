/* Opening and closing of a CUDA search: the plan of its launches, its buffers, its first tables. */
#include "explorer/search/cuda/explore_cuda_internal.cuh"

#include <stdio.h>
#include <stdlib.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/run.h"
#include "explorer/model/fold_core.h"
#include "explorer/model/successors_core.h"
#include "explorer/search/explore.h"
#include "explorer/search/owners_core.h"
#include "hashtable/table_device.h"

#define DEFAULT_BUCKET_INTEGERS 8u
/* The first visited set is this fraction of the budget; twice that of keys of four words, and of those that
 * slots of 32 bits may hold later: less growth. */
#define FIRST_SHARE 16u
#define FIRST_BYTES ((uint64_t)1 << 20) /* the least first visited set, for small budgets */
#define FIRST_PAIRS ((uint64_t)1 << 20)
#define FIRST_LEVELS 4096u

/* The way to expand a network, with a visited set of whole keys. */
static enum search_way way_of(const struct cuda_search *search) {
    const struct model_header *header = search->header;
    const int labels = header->observer_states != 0 || search->options->watched != NULL;
    const int blocks = successors_have_tables(header, labels, 0);
    if (search->stubborn != NULL) {
        return header->fold_levels != 0 ? SEARCH_FOLDED_STUBBORN : SEARCH_BY_STUBBORN;
    }
    if (header->fold_levels != 0) {
        return !blocks ? SEARCH_FOLDED : labels ? SEARCH_FOLDED_BY_LABELS : SEARCH_FOLDED_BY_BLOCKS;
    }
    return !blocks ? SEARCH_BY_COMPONENTS : labels ? SEARCH_BY_LABELS : SEARCH_BY_BLOCKS;
}

/* Allocates and copies to the device; 0 or -1. */
static int put_on_device(struct cuda_search *search, void **to, const void *from, uint64_t bytes) {
    *to = device_allocate(search->device, bytes, search->error);
    return *to == NULL || device_upload(*to, from, bytes, search->error) != 0 ? -1 : 0;
}

/* The tables of a model with data; 0 or -1. */
static int put_tables(struct cuda_search *search) {
    const struct data_tables *tables = model_data_tables(search->exploration->model);
    if (tables == NULL) {
        return 0;
    }
    search->space->tables_bytes = tables->header->bytes;
    int failed = put_on_device(search, &search->space->tables, tables->header, tables->header->bytes);
    search->data.tables = (const struct data_tables_header *)search->space->tables;
    return failed;
}

/* The size of a block's cache: a power of two, or 0; only keys of one word are cached. */
static unsigned cache_slots_of(const struct model_header *header, const struct explore_options *options) {
    unsigned slots = 1;
    while (2 * slots <= options->cache_bytes / 8) {
        slots *= 2;
    }
    return options->cache_bytes < 8 || header->key_words != 1 ? 0 : slots;
}

uint64_t search_image_room(const struct cuda_search *search) {
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

/* Plans threads and shared memory of blocks, for the way to expand. */
static void plan_shared(struct cuda_search *search) {
    const int has_data = search->header->kind == MODEL_DATA;
    uint64_t cache = (uint64_t)search->cache_slots * 8;
    uint64_t image = search_image_room(search);
    const uint64_t places = search->sharers != 0 ? OWNERS_SHARED : 0;
    uint64_t most = search->device->shared_bytes - search_shared_beside() - places;
    if (has_data) {
        search_plan_data(search, most - cache);
    } else {
        search->threads = search_threads(search->way);
    }
    while (search->threads > 32 && stage_bytes(search) + cache > most) {
        search->threads /= 2;
    }
    search->image_shared = !has_data && image + stage_bytes(search) + cache <= most;
    search->shared_bytes =
        (search->image_shared ? image : 0) + search_data_bytes(search) + stage_bytes(search) + cache;
}

/*
 * Plans the launches of the kernel: as many blocks as fit on the GPU at once, with the image in shared memory
 * if there is also room for the stages and a cache; blocks of fewer threads on a GPU with little shared
 * memory.
 */
static int plan_launch(struct cuda_search *search) {
    const struct model_header *header = search->header;
    search->cache_slots = cache_slots_of(header, search->options);
    search->way = way_of(search);
    int each, each_half = 0;
    plan_shared(search);
    if (!search->image_shared && search->way == SEARCH_BY_LABELS) {
        search->way = SEARCH_BY_COMPONENTS;
        plan_shared(search);
    }
    if (search->image_shared && search->way == SEARCH_BY_BLOCKS) {
        search->way = SEARCH_BY_NEAR_BLOCKS;
    }
    search->half_bits = half_bits_of(search);
    if (search_blocks_each(search, search->way, &each) != 0 ||
        (search->half_bits != 0 &&
         search_blocks_each(search, search_half_of(search->way), &each_half) != 0)) {
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
    uint64_t most = (uint64_t)1 << INTERN_ID_BITS;
    uint64_t pairs = FIRST_PAIRS + search->header->words * search->header->initial_count;
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

/* The buffers that launches as planned need: rows of threads, and lists of batches to repeat. 0 or -1. */
static int open_launches(struct cuda_search *search) {
    struct device *device = search->device;
    search->row_words = fold_scratch_words(search->header, 2);
    search->row_bytes = search->row_words * 8;
    if (search->row_words > NEAR_ROW_WORDS || !search_has_near_rows(search->way)) {
        search->row_bytes *= (uint64_t)search->blocks * search->threads; /* else only put_initial needs one */
    }
    search->rows = (uint64_t *)device_allocate(device, search->row_bytes, search->error);
    search->redo_bytes = (uint64_t)search->blocks * search->threads / 32 * 16; /* at most one for each warp */
    search->redo = (uint64_t *)device_allocate(device, search->redo_bytes, search->error);
    search->redo_next = (uint64_t *)device_allocate(device, search->redo_bytes, search->error);
    return search->rows == NULL || search->redo == NULL || search->redo_next == NULL
               ? -1
               : search_open_rooms(search);
}

static void close_launches(struct cuda_search *search) {
    device_free(search->device, search->rows, search->row_bytes);
    device_free(search->device, search->redo, search->redo_bytes);
    device_free(search->device, search->redo_next, search->redo_bytes);
    search_close_rooms(search);
    search->rows = search->redo = search->redo_next = NULL;
}

int search_end_reduction(struct cuda_search *search) {
    close_launches(search);
    search_drop_stubborn(search);
    return plan_launch(search) != 0 || open_launches(search) != 0 ? -1 : 0;
}

static int open_buffers(struct cuda_search *search) {
    struct device *device = search->device;
    uint64_t most = device->memory.limit < device->total_bytes ? device->memory.limit : device->total_bytes;
    search->level_capacity = FIRST_LEVELS;
    search->control =
        (struct search_control *)device_allocate(device, sizeof *search->control, search->error);
    search->level_begin = (uint64_t *)device_allocate(device, FIRST_LEVELS * 8, search->error);
    if (open_launches(search) != 0 || search->control == NULL || search->level_begin == NULL ||
        device_watch_open(&search->watch, search->run, search->error) != 0) {
        return -1;
    }
    /* In slots of 32 bits there may be more states than keys would fit into the memory at once. */
    return device_range_open(device, &search->space->queue, search->half_bits != 0 ? 4 * most : most,
                             search->error);
}

/*
 * Allocates the first visited set, and a queue that suits it. It has whole keys, even if slots of 32 bits may
 * follow when it grows: while it need not grow, these take 2 to 10 % longer, for their hashes.
 */
static int open_table(struct cuda_search *search) {
    const struct explore_options *options = search->options;
    struct space_device *space = search->space;
    uint32_t key_words = search->header->key_words;
    uint32_t bucket = options->bucket_integers != 0 ? options->bucket_integers : DEFAULT_BUCKET_INTEGERS;
    uint64_t share = key_words > 2 || search->half_bits != 0 ? FIRST_SHARE / 2 : FIRST_SHARE;
    uint64_t bytes = search->device->memory.limit / share, slots = options->first_slots;
    bytes = bytes > FIRST_BYTES ? bytes : FIRST_BYTES;
    slots = slots != 0 ? slots : bytes / (key_words * 8);
    while (slots / 4 < search->header->initial_count) { /* room for all of them without growth */
        slots *= 2;
    }
    space->table = table_device_create(search->device, key_words, bucket, slots, 0, search->error);
    if (space->table == NULL || (search->header->fold_levels != 0 && open_interner(search, bucket) != 0)) {
        return -1;
    }
    uint64_t queue = search_first_queue(search), initial = 2 * search->header->initial_count * key_words * 8;
    return device_range_extend(search->device, &space->queue, queue > initial ? queue : initial,
                               search->error);
}

int search_open(struct cuda_search *search) {
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
    if (search->device != NULL && search->sharers > 1) {
        search->device->memory.limit /= search->sharers;
    }
    search->space->image_bytes = search->header->bytes;
    if (search->device == NULL || (search->options->partial_order && search_put_stubborn(search) != 0) ||
        plan_launch(search) != 0 ||
        put_on_device(search, &search->space->image, image, search->header->bytes) != 0 ||
        put_tables(search) != 0 || open_watch(search) != 0 || open_buffers(search) != 0) {
        return -1;
    }
    return open_table(search);
}

void search_close(struct cuda_search *search) {
    struct device *device = search->device;
    if (device == NULL) {
        return;
    }
    uint64_t labels = search->header->labels;
    device_free(device, search->watched, labels);
    device_free(device, search->label_level, labels * 8);
    close_launches(search);
    search_drop_stubborn(search);
    device_free(device, search->control, sizeof *search->control);
    device_free(device, search->level_begin, search->level_capacity * 8);
    device_free(device, search->data.sets, search->set_bytes);
    device_free(device, search->data.set_locks, SEARCH_SET_COUNT * sizeof *search->data.set_locks);
    device_watch_close(&search->watch);
    struct explore_effort *effort = &search->exploration->effort;
    effort->on_device = 1;
    snprintf(effort->device, sizeof effort->device, "cuda:%d (%s)", device->number, device->name);
    effort->memory_peak = memory_peak(&device->memory);
    effort->memory_limit = device->refused ? effort->memory_peak : device->memory.limit;
}
