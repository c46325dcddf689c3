/* The kernels of a search on several GPUs for keys of two and four words: expansion of networks, and
 * insertion. */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include "explorer/search/gpus/search_owners.cuh"

template <enum search_way way> static owners_expand expand_by(uint32_t key_words) {
    return key_words == 2 ? expand_owned<2, way> : expand_owned<4, way>;
}

owners_expand owners_expand_kernel_wide(enum search_way way, uint32_t key_words) {
    switch (way) {
    case SEARCH_BY_NEAR_BLOCKS:
        return expand_by<SEARCH_BY_NEAR_BLOCKS>(key_words);
    case SEARCH_BY_BLOCKS:
        return expand_by<SEARCH_BY_BLOCKS>(key_words);
    case SEARCH_BY_LABELS:
        return expand_by<SEARCH_BY_LABELS>(key_words);
    case SEARCH_BY_COMPONENTS:
        return expand_by<SEARCH_BY_COMPONENTS>(key_words);
    default:
        return NULL;
    }
}

owners_insert owners_insert_kernel_wide(uint32_t key_words) {
    return key_words == 2 ? insert_received<2, SEARCH_BY_BLOCKS> : insert_received<4, SEARCH_BY_BLOCKS>;
}
