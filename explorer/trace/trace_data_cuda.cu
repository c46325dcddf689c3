/* Traces of models with data, on a GPU: the kernels of trace_kernel.cuh for them, compiled apart. */
#define SUCCESSORS_OF_DATA
#include "explorer/trace/trace_kernel.cuh"

trace_piece_kernel trace_data_piece(const struct model_header *header) {
    return header->words > 2 ? search_piece<0> : header->words == 1 ? search_piece<1> : search_piece<2>;
}

trace_walk_kernel trace_data_walk(const struct model_header *header) {
    return header->words > 2 ? walk_levels<0> : header->words == 1 ? walk_levels<1> : walk_levels<2>;
}
