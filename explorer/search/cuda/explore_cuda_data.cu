/*
 * The kernels of the CUDA search for models with data by tables, apart from those for networks and by lanes,
 * which have other registers. The host and a GPU must compute the same reals, so this file is compiled
 * without fused multiply-add.
 */
#define SUCCESSORS_OF_DATA
#include "explorer/search/cuda/explore_cuda_internal.cuh"

#include "base/device/device.h"
#include "explorer/model/network.h"
#include "explorer/search/cuda/search_kernel.cuh"

#include "explorer/search/cuda/search_tables.cuh"

search_kernel search_data_kernel(enum search_way way, uint32_t key_words) {
    if (way == SEARCH_HALF_DATA) {
        return search_levels<1, SEARCH_HALF_DATA>;
    }
    return search_is_stubborn(way) ? search_commands_kernel(way, key_words)
           : way != SEARCH_BY_DATA ? search_lanes_kernel(way, key_words)
           : key_words == 1        ? search_levels<1, SEARCH_BY_DATA>
           : key_words == 2        ? search_levels<2, SEARCH_BY_DATA>
                                   : search_levels<4, SEARCH_BY_DATA>;
}

uint64_t search_data_bytes(const struct cuda_search *search) {
    const struct search_data *data = &search->data;
    return search_is_by_data(search->way)
               ? (data->near_bytes + (uint64_t)search->threads / 32 * data->moves_words * 8 + 15) / 16 * 16
               : 0;
}

static uint64_t bytes_by_data(const struct cuda_search *search) {
    return search_data_bytes(search) + (uint64_t)search->threads / 32 * search_stage(search->way) * 8;
}

void search_plan_data(struct cuda_search *search, uint64_t room) {
    const struct model_header *header = search->header;
    const struct data_tables *tables = model_data_tables(search->exploration->model);
    const struct data_header *data = model_network(search->exploration->model)->data;
    const int folded = header->fold_levels != 0;
    search->data.seeks_several = data->kind == DATA_DTMC;
    if (search->stubborn != NULL) {
        search->way = folded ? SEARCH_FOLDED_COMMANDS : SEARCH_BY_COMMANDS;
        search->threads = search_threads(search->way);
        return;
    }
    if (tables != NULL && data_tables_are_plain(tables->header) && !folded && header->observer_states == 0) {
        search->way = SEARCH_BY_DATA;
        search->threads = search_threads(search->way);
        search->data.near_bytes = tables->header->bytes;
        search->data.moves_words = 32 * tables->move_words;
        while (search->threads > 128 && bytes_by_data(search) > room) {
            search->threads /= 2;
        }
        if (bytes_by_data(search) <= room) {
            return;
        }
    }
    search->way = folded ? SEARCH_FOLDED_LANES : SEARCH_BY_LANES;
    search->threads = search_threads(search->way);
}
