/*
 * Growth in the CUDA search engine between launches: of its table, its queue, its interner and its list of
 * levels.
 */
#include "explorer/search/cuda/explore_cuda_internal.cuh"

#include "base/device/device_check.cuh"
#include "base/run.h"

#define LOAD_MOST 0.75                 /* most load of the visited set while it can grow */
#define LOAD_LAST 0.90                 /* most load when it cannot grow */
#define QUEUE_SHARE 8u                 /* the queue grows by at least this fraction of the visited set */
#define QUEUE_STEP ((uint64_t)1 << 22) /* or by this number of bytes */
#define FIRST_SET_SLOTS 4096u          /* of the sets of entries */

uint64_t search_under_way(const struct cuda_search *search, unsigned blocks) {
    return (uint64_t)blocks * (search->threads / 32 * search_stage(search->way) + 2 * search->threads);
}

/* The number of states that the table may hold now. */
static uint64_t loaded_slots(const struct cuda_search *search) {
    uint64_t slots = space_device_slots(search->space);
    return (uint64_t)((double)slots * (search->grown_out ? LOAD_LAST : LOAD_MOST));
}

uint64_t search_room(const struct cuda_search *search) {
    uint64_t table = loaded_slots(search);
    uint64_t queue = search->space->queue.committed / (search->header->key_words * 8);
    return table < queue ? table : queue;
}

uint64_t search_first_queue(const struct cuda_search *search) {
    uint64_t share = space_device_table_bytes(search->space) / QUEUE_SHARE;
    return share > QUEUE_STEP ? share : QUEUE_STEP;
}

/* The growth of a range with `live` bytes: pages are mapped, nothing is copied. */
static uint64_t queue_step(const struct cuda_search *search, uint64_t live) {
    uint64_t left = memory_left(&search->device->memory), step = search_first_queue(search);
    step = step > live / 2 ? step : live / 2;
    return step < left / 2 ? step : left / 2;
}

/* 1 if it has grown, 0 if there is no more memory, -1 on failure. */
static int grow_range(struct cuda_search *search, struct device_range *range) {
    uint64_t step = queue_step(search, range->committed - range->released);
    uint64_t addresses = range->reserved - range->committed;
    step = step < addresses ? step : addresses;
    if (step < search->device->granularity) {
        return 0;
    }
    if (device_range_extend(search->device, range, range->committed + step, search->error) == 0) {
        return 1;
    }
    return search->error->code == ERROR_MEMORY ? 0 : -1;
}

static int grow_table(struct cuda_search *search, table_device *table) {
    int lost;
    if (table_device_grow(table, &lost, search->error) == 0) {
        return 1;
    }
    return search->error->code == ERROR_MEMORY && !lost ? 0 : -1;
}

/* Gives the visited set slots of 32 bits; 1, 0 if there is no room for both forms at once, -1 on failure. */
static int halve_slots(struct cuda_search *search) {
    struct space_device *space = search->space;
    space->half = half_device_convert(search->device, search->half_bits, space->table, search->error);
    if (space->half == NULL) {
        return search->error->code == ERROR_MEMORY ? 0 : -1;
    }
    table_device_free(space->table);
    space->table = NULL;
    return 1;
}

/* Grows the visited set; 1, 0 if there is no more memory, -1 on failure. */
static int grow_visited(struct cuda_search *search) {
    struct space_device *space = search->space;
    int lost, halved = search->half_bits != 0 && space->half == NULL ? halve_slots(search) : 0;
    if (halved != 0) {
        return halved;
    }
    if (space->half == NULL) {
        return grow_table(search, space->table);
    }
    if (half_device_grow(space->half, &lost, search->error) == 0) {
        return 1;
    }
    return search->error->code == ERROR_MEMORY && !lost ? 0 : -1;
}

void search_release_levels(struct cuda_search *search, uint64_t first) {
    struct space_device *space = search->space;
    space->queue_first = first;
    device_range_release(search->device, &space->queue, first * search->header->key_words * 8);
}

int search_take_levels(struct cuda_search *search) {
    struct state_space *levels = &search->exploration->space;
    const struct search_control *state = &search->state;
    uint64_t noted = state->level + 2;
    memory_free(search->run->memory, levels->level_begin,
                levels->level_capacity * sizeof *levels->level_begin);
    levels->level_capacity = noted + 1;
    levels->level_begin = (uint64_t *)memory_allocate_array(search->run->memory, levels->level_capacity,
                                                            sizeof *levels->level_begin);
    if (levels->level_begin == NULL) {
        return error_memory(search->error, "for the levels");
    }
    if (device_download(levels->level_begin, search->level_begin, noted * 8, search->error) != 0) {
        return -1;
    }
    levels->levels = state->level + 1;
    if (state->tail > levels->level_begin[levels->levels]) { /* it ended within one more level */
        levels->level_begin[++levels->levels] = state->tail;
    }
    return 0;
}

/*
 * Moves the older half of the finished levels in GPU memory to the host; or, if the host has no room and
 * levels may be dropped, drops all. 1 if memory was freed, else 0; -1 on failure.
 */
static int move_levels(struct cuda_search *search) {
    struct exploration *exploration = search->exploration;
    struct space_device *space = search->space;
    uint64_t before = space->queue.released, level = 0;
    uint64_t first = space->queue_first, half = first + (search->state.level_first - first) / 2;
    if (exploration->space.levels_kept) {
        if (search_take_levels(search) != 0) {
            return -1;
        }
        while (level < search->state.level && exploration->space.level_begin[level] <= half) {
            level++;
        }
        if (space_device_fetch_levels(exploration, level, search->run, search->error) != 0) {
            return search->error->code == ERROR_INTERRUPTED ? 0 : -1;
        }
    }
    if (!exploration->space.levels_kept && search->options->keep_levels && !search->options->may_forget) {
        return 0;
    }
    search_release_levels(search, exploration->space.levels_kept ? exploration->space.level_begin[level]
                                                                 : search->state.level_first);
    return space->queue.released > before;
}

int search_is_roomy(const struct cuda_search *search) {
    return search->state.tail + search->ahead + 4 * search_under_way(search, search->blocks) <=
           search_room(search);
}

int search_grow(struct cuda_search *search) {
    int full = (search->state.pause & SEARCH_TABLE_FULL) != 0, grown = 0;
    if (!search->exploration->space.levels_kept) {
        search_release_levels(search, search->state.level_first);
    }
    while (full || !search_is_roomy(search)) {
        uint64_t keys = search->space->queue.committed / (search->header->key_words * 8);
        int by_table = full || loaded_slots(search) <= keys;
        int more = by_table ? grow_visited(search) : grow_range(search, &search->space->queue);
        if (more < 0) {
            return -1;
        }
        if (more > 0) {
            grown = 1;
            full = 0;
            continue;
        }
        if (search->ahead != 0 && !full) {
            search->ahead = 0; /* for what is only foreseen, nothing is moved */
            continue;
        }
        more = move_levels(search);
        if (more < 0) {
            return -1;
        }
        if (more == 0 && (full || !by_table || search->grown_out)) {
            break;
        }
        grown |= more;
        search->grown_out |= more == 0;
    }
    return full ? 0 : grown || search->state.tail + 2 * search_under_way(search, 1) <= search_room(search);
}

/* The number of pairs that the index may hold now. */
static uint64_t indexed_pairs(const struct cuda_search *search) {
    uint64_t slots = table_device_slots(search->space->index);
    return (uint64_t)((double)slots * (search->index_grown_out ? LOAD_LAST : LOAD_MOST));
}

uint64_t search_pairs(const struct cuda_search *search) {
    uint64_t pairs = search->space->pairs.committed / INTERN_PAIR_BYTES;
    return indexed_pairs(search) < pairs ? indexed_pairs(search) : pairs;
}

int search_grow_interner(struct cuda_search *search) {
    int by_index = indexed_pairs(search) <= search_pairs(search);
    int more =
        by_index ? grow_table(search, search->space->index) : grow_range(search, &search->space->pairs);
    if (more == 0 && by_index && !search->index_grown_out) {
        search->index_grown_out = 1; /* the index may now have a higher load */
        return 1;
    }
    return more;
}

int search_grow_levels(struct cuda_search *search) {
    uint64_t capacity = 4 * search->level_capacity;
    uint64_t *moved = (uint64_t *)device_allocate(search->device, capacity * 8, search->error);
    if (moved == NULL) {
        return search->error->code == ERROR_MEMORY ? 0 : -1;
    }
    if (DEVICE_CHECK(
            cudaMemcpy(moved, search->level_begin, search->level_capacity * 8, cudaMemcpyDeviceToDevice),
            search->error)) {
        device_free(search->device, moved, capacity * 8);
        return -1;
    }
    device_free(search->device, search->level_begin, search->level_capacity * 8);
    search->level_begin = moved;
    search->level_capacity = capacity;
    return 1;
}

int search_grow_sets(struct cuda_search *search) {
    struct search_data *data = &search->data;
    struct device *device = search->device;
    const uint64_t locks = SEARCH_SET_COUNT * sizeof *data->set_locks;
    uint64_t slots = data->set_slots == 0 ? FIRST_SET_SLOTS : 8 * data->set_slots;
    uint64_t bytes = SEARCH_SET_COUNT * slots * (search->header->words + 1) * 8;
    if (data->set_locks == NULL) {
        data->set_locks = (unsigned *)device_allocate(device, locks, search->error);
        if (data->set_locks == NULL || device_clear(data->set_locks, locks, search->error) != 0) {
            return search->error->code == ERROR_MEMORY ? 0 : -1;
        }
    }
    device_free(device, data->sets, search->set_bytes);
    data->set_slots = search->set_bytes = 0;
    data->sets = (uint64_t *)device_allocate(device, bytes, search->error);
    if (data->sets == NULL) {
        return search->error->code == ERROR_MEMORY ? 0 : -1;
    }
    data->set_slots = slots;
    search->set_bytes = bytes;
    return 1;
}
