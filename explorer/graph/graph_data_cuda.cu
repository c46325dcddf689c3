/* Edges of graphs of models with data, on a GPU: the kernels of graph_kernel.cuh for them, compiled apart. */
#define SUCCESSORS_OF_DATA
#include "explorer/graph/graph_kernel.cuh"

edge_kernel graph_data_kernel(const struct model_header *header) {
    return header->words > 2 ? expand_batch<0> : header->words == 1 ? expand_batch<1> : expand_batch<2>;
}
