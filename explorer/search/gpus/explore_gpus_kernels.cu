/* The kernels of a search on several GPUs for keys of one word of networks; the others are in
 * explore_gpus_wide.cu and explore_gpus_data.cu. */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include "explorer/search/gpus/search_owners.cuh"

owners_expand owners_expand_kernel(enum search_way way, uint32_t key_words) {
    if (search_has_data(way)) {
        return owners_expand_kernel_data(way, key_words);
    }
    if (key_words != 1) {
        return owners_expand_kernel_wide(way, key_words);
    }
    switch (way) {
    case SEARCH_HALF_NEAR_BLOCKS:
        return expand_owned<1, SEARCH_HALF_NEAR_BLOCKS>;
    case SEARCH_HALF_BLOCKS:
        return expand_owned<1, SEARCH_HALF_BLOCKS>;
    case SEARCH_HALF_COMPONENTS:
        return expand_owned<1, SEARCH_HALF_COMPONENTS>;
    case SEARCH_HALF_LABELS:
        return expand_owned<1, SEARCH_HALF_LABELS>;
    case SEARCH_BY_NEAR_BLOCKS:
        return expand_owned<1, SEARCH_BY_NEAR_BLOCKS>;
    case SEARCH_BY_BLOCKS:
        return expand_owned<1, SEARCH_BY_BLOCKS>;
    case SEARCH_BY_LABELS:
        return expand_owned<1, SEARCH_BY_LABELS>;
    case SEARCH_BY_COMPONENTS:
        return expand_owned<1, SEARCH_BY_COMPONENTS>;
    default:
        return NULL;
    }
}

owners_insert owners_insert_kernel(int half, uint32_t key_words) {
    return key_words != 1 ? owners_insert_kernel_wide(key_words)
           : half         ? insert_received<1, SEARCH_HALF_BLOCKS>
                          : insert_received<1, SEARCH_BY_BLOCKS>;
}
