/* The kernels of a search on several GPUs for models with data; compiled as explore_cuda_data.cu. */
#define SUCCESSORS_OF_DATA
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include "explorer/search/gpus/search_owners.cuh"

#include "explorer/search/cuda/search_tables.cuh"

template <enum search_way way> static owners_expand expand_by(uint32_t key_words) {
    return key_words == 1   ? expand_owned<1, way>
           : key_words == 2 ? expand_owned<2, way>
                            : expand_owned<4, way>;
}

owners_expand owners_expand_kernel_data(enum search_way way, uint32_t key_words) {
    switch (way) {
    case SEARCH_HALF_LANES:
        return expand_owned<1, SEARCH_HALF_LANES>;
    case SEARCH_HALF_DATA:
        return expand_owned<1, SEARCH_HALF_DATA>;
    case SEARCH_BY_DATA:
        return expand_by<SEARCH_BY_DATA>(key_words);
    case SEARCH_BY_LANES:
        return expand_by<SEARCH_BY_LANES>(key_words);
    default:
        return NULL;
    }
}
