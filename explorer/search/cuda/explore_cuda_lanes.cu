/* The kernels of the CUDA search for models with data by lanes; compiled as explore_cuda_data.cu. */
#define SUCCESSORS_OF_DATA
#include "explorer/search/cuda/explore_cuda_internal.cuh"

#include "explorer/search/cuda/search_kernel.cuh"

#include "explorer/search/cuda/search_lanes.cuh"

search_kernel search_lanes_kernel(enum search_way way, uint32_t key_words) {
    switch (way) {
    case SEARCH_HALF_LANES:
        return search_levels<1, SEARCH_HALF_LANES>;
    case SEARCH_BY_LANES:
        return key_words == 1   ? search_levels<1, SEARCH_BY_LANES>
               : key_words == 2 ? search_levels<2, SEARCH_BY_LANES>
                                : search_levels<4, SEARCH_BY_LANES>;
    default:
        return key_words == 2 ? search_levels<2, SEARCH_FOLDED_LANES> : search_levels<4, SEARCH_FOLDED_LANES>;
    }
}
