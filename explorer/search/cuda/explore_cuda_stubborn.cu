/*
 * Partial-order reduction in the CUDA search: its kernels (search_stubborn.cuh), apart from those of other
 * searches, which have other registers, and its tables in the memory of the GPU.
 */
#include "explorer/search/cuda/explore_cuda_internal.cuh"

#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/stubborn.h"
#include "explorer/search/cuda/search_kernel.cuh"

#include "explorer/search/cuda/search_stubborn.cuh"

search_kernel search_stubborn_kernel(enum search_way way, uint32_t key_words) {
    switch (way) {
    case SEARCH_HALF_STUBBORN:
        return search_levels<1, SEARCH_HALF_STUBBORN>;
    case SEARCH_BY_STUBBORN:
        return key_words == 1   ? search_levels<1, SEARCH_BY_STUBBORN>
               : key_words == 2 ? search_levels<2, SEARCH_BY_STUBBORN>
                                : search_levels<4, SEARCH_BY_STUBBORN>;
    default:
        return key_words == 2 ? search_levels<2, SEARCH_FOLDED_STUBBORN>
                              : search_levels<4, SEARCH_FOLDED_STUBBORN>;
    }
}

/* Where an array begins, after the view and the arrays before. */
static uint64_t place_after(uint64_t bytes) {
    return (bytes + 15) / 16 * 16;
}

/*
 * Copies the tables to one block: the view, then its arrays. 0 or -1.
 */
static int upload_tables(struct cuda_search *search, const stubborn *tables) {
    struct stubborn_view view = *stubborn_tables(tables);
    const uint64_t *bytes = stubborn_array_bytes(tables);
    uint64_t at = place_after(sizeof view);
    for (uint32_t i = 0; i < STUBBORN_ARRAYS_COUNT; i++) {
        at += place_after(bytes[i]);
    }
    search->stubborn_bytes = at;
    search->stubborn = (struct stubborn_view *)device_allocate(search->device, at, search->error);
    if (search->stubborn == NULL) {
        return -1;
    }
    at = place_after(sizeof view);
#define UPLOAD_ARRAY(name, type)                                                                             \
    {                                                                                                        \
        const uint64_t size = bytes[STUBBORN_ARRAY_##name];                                                  \
        type *place = (type *)((char *)search->stubborn + at);                                               \
        if (size != 0 && device_upload(place, view.name, size, search->error) != 0) {                        \
            return -1;                                                                                       \
        }                                                                                                    \
        view.name = size != 0 ? place : NULL;                                                                \
        at += place_after(size);                                                                             \
    }
    STUBBORN_ARRAYS(UPLOAD_ARRAY)
#undef UPLOAD_ARRAY
    return device_upload(search->stubborn, &view, sizeof view, search->error);
}

int search_open_rooms(struct cuda_search *search) {
    struct stubborn_view *on_device = search->stubborn;
    struct stubborn_view view;
    if (on_device == NULL || device_download(&view, on_device, sizeof view, search->error) != 0) {
        return on_device == NULL ? 0 : -1;
    }
    if (view.words == 1 && search->header->kind != MODEL_DATA) {
        return 0;
    }
    view.room_words = stubborn_wide_words(view.count, view.words) + 32 * view.words;
    search->room_bytes = (uint64_t)search->blocks * search->threads / 32 * view.room_words * 8;
    search->rooms = (uint64_t *)device_allocate(search->device, search->room_bytes, search->error);
    view.rooms = search->rooms;
    return search->rooms == NULL ? -1 : device_upload(on_device, &view, sizeof view, search->error);
}

void search_close_rooms(struct cuda_search *search) {
    device_free(search->device, search->rooms, search->room_bytes);
    search->rooms = NULL;
}

int search_put_stubborn(struct cuda_search *search) {
    const struct model_view view = model_view_of(search->header);
    stubborn *tables = stubborn_create(&view, search->options->watched, search->run, search->error);
    int failed = tables == NULL || upload_tables(search, tables) != 0;
    stubborn_free(tables);
    return failed ? -1 : 0;
}

void search_drop_stubborn(struct cuda_search *search) {
    device_free(search->device, search->stubborn, search->stubborn_bytes);
    search->stubborn = NULL;
}
