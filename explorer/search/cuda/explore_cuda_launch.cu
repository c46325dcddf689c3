/* Launches of the CUDA search: its kernels (search_kernel.cuh), their arguments, and the initial state. */
#include "explorer/search/cuda/explore_cuda_internal.cuh"

#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "explorer/search/explore.h"
#include "explorer/search/cuda/search_kernel.cuh"
#include "hashtable/table_device.h"

#define SLICE_NANOSECONDS 100000000ull

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
    if (search_has_data(way)) {
        return search_data_kernel(way, key_words);
    }
    if (search_is_stubborn(way)) {
        return search_stubborn_kernel(way, key_words);
    }
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
    case SEARCH_HALF_LABELS:
        return search_levels<1, SEARCH_HALF_LABELS>;
    case SEARCH_BY_LABELS:
        return kernel_by<SEARCH_BY_LABELS>(key_words);
    case SEARCH_FOLDED_BY_BLOCKS:
        return kernel_by<SEARCH_FOLDED_BY_BLOCKS>(key_words);
    case SEARCH_FOLDED_BY_LABELS:
        return kernel_by<SEARCH_FOLDED_BY_LABELS>(key_words);
    case SEARCH_BY_COMPONENTS:
        return kernel_by<SEARCH_BY_COMPONENTS>(key_words);
    default:
        return kernel_by<SEARCH_FOLDED>(key_words);
    }
}

int explore_cuda_warm_up(unsigned number, struct error *error) {
    return device_warm_up((int)number, error);
}

uint64_t search_shared_beside(void) {
    return MOST_WARPS * (sizeof(struct search_warp) + 8) + 1024;
}

int search_blocks_each(const struct cuda_search *search, enum search_way way, int *each) {
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

unsigned search_blocks_now(const struct cuda_search *search) {
    uint64_t left = search_room(search) > search->state.tail ? search_room(search) - search->state.tail : 0;
    uint64_t blocks = left / (4 * search_under_way(search, 1));
    return blocks < 1 ? 1 : blocks < search->blocks ? (unsigned)blocks : search->blocks;
}

struct search_arguments search_arguments_now(const struct cuda_search *search, unsigned blocks) {
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
    arguments.max_depth = search->stubborn != NULL && search->reduce_until < options->max_depth
                              ? search->reduce_until
                              : options->max_depth;
    arguments.stubborn = search->stubborn;
    arguments.slice_nanoseconds = SLICE_NANOSECONDS;
    arguments.watched = search->watched;
    arguments.label_level = search->label_level;
    arguments.stop = search->watch.stop;
    arguments.rows = search->rows;
    arguments.row_words = search->row_words;
    arguments.stage_at =
        (unsigned)((search->image_shared ? search_image_room(search) : search_data_bytes(search)) / 8);
    arguments.data = search->data;
    arguments.cache_at = arguments.stage_at + search->threads / 32 * search_stage(search->way);
    arguments.cache_slots = search->cache_slots;
    arguments.ask_decided = options->decided != NULL;
    return arguments;
}

int search_launch(struct cuda_search *search) {
    unsigned blocks = search_blocks_now(search);
    enum search_way way = search->space->half != NULL ? search_half_of(search->way) : search->way;
    struct search_arguments arguments = search_arguments_now(search, blocks);
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

int search_put_first(struct cuda_search *search) {
    struct search_control *state = &search->state;
    struct model_view model = model_view_of(model_image(search->exploration->model));
    const uint64_t count = model.header->initial_count, begin[2] = {0, count};
    const unsigned threads = model.header->fold_levels != 0 ? 1 : 256;
    unsigned *flag = (unsigned *)search->control, failed = 0;
    memset(state, 0, sizeof *state);
    state->level_end = state->tail = count;
    state->deadlock_level = state->error_level = state->fault_level = state->several_level = UINT64_MAX;
    for (uint64_t i = 0; i < count && state->error_level != 0; i++) {
        state->error_level = model_is_error(&model, model.initial + i * model.header->words) ? 0 : UINT64_MAX;
    }
    struct search_arguments arguments = search_arguments_now(search, 1);
    if (device_clear(search->control, sizeof *search->control, search->error) != 0 ||
        device_upload(search->level_begin, begin, sizeof begin, search->error) != 0) {
        return -1;
    }
    const uint32_t words = model.header->key_words;
    const auto put = words == 1 ? put_initial<1> : words == 2 ? put_initial<2> : put_initial<4>;
    put<<<threads == 1 ? 1 : device_grid_blocks(count, threads), threads>>>(arguments, flag);
    if (DEVICE_CHECK(cudaGetLastError(), search->error) ||
        device_download(&failed, flag, sizeof failed, search->error) != 0) {
        return -1;
    }
    return failed ? error_memory(search->error, "to begin the search") : 0;
}
