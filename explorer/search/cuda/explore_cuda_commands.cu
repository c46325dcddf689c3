/* The kernels of the CUDA search for models with data with partial-order reduction; compiled as
 * explore_cuda_data.cu. */
#define SUCCESSORS_OF_DATA
#include "explorer/search/cuda/explore_cuda_internal.cuh"

#include "explorer/search/cuda/search_kernel.cuh"

#include "explorer/search/cuda/search_commands.cuh"

search_kernel search_commands_kernel(enum search_way way, uint32_t key_words) {
    switch (way) {
    case SEARCH_HALF_COMMANDS:
        return search_levels<1, SEARCH_HALF_COMMANDS>;
    case SEARCH_BY_COMMANDS:
        return key_words == 1   ? search_levels<1, SEARCH_BY_COMMANDS>
               : key_words == 2 ? search_levels<2, SEARCH_BY_COMMANDS>
                                : search_levels<4, SEARCH_BY_COMMANDS>;
    default:
        return key_words == 2 ? search_levels<2, SEARCH_FOLDED_COMMANDS>
                              : search_levels<4, SEARCH_FOLDED_COMMANDS>;
    }
}
