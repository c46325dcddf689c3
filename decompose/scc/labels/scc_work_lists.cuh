#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_WORK_LISTS_CUH
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_WORK_LISTS_CUH

/* Kernels over all undecided vertices, between the steps of scc_work.cu. */
#include "decompose/scc/labels/scc_work.cuh"

/* All undecided vertices are in one region. */
static __global__ void begin_nodes(const struct work_view view) {
    for (uint64_t i = device_grid_thread(); i < view.graph.vertices; i += device_grid_step()) {
        struct work_node node = {0, 0, view.component[i] == COMPONENT_NONE ? 1 : NO_REGION, 0};
        view.nodes[i] = node;
    }
}

/* Lists the vertices of `from` (NULL: of the graph) that are in a region. */
static __global__ void list_left(const struct work_view view, const uint32_t *from, uint64_t count,
                                 uint32_t *to) {
    uint64_t rounded = (count + 31) / 32 * 32;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        uint32_t vertex = i < count ? from == NULL ? (uint32_t)i : from[i] : 0;
        int is_left = i < count && view.nodes[vertex].region != NO_REGION;
        uint64_t at = device_warp_places(&view.control->left, is_left);
        if (is_left) {
            to[at] = vertex;
        }
    }
}

/* Gives all vertices their labels, and puts them into the first queue. */
static __global__ void begin_labels(const struct work_view view, const uint32_t *list) {
    for (uint64_t i = device_grid_thread(); i < view.left; i += device_grid_step()) {
        uint32_t vertex = list[i], label = label_of(view.labels, vertex);
        struct work_node node = {label, label, view.nodes[vertex].region, WAITS_IS_NEW | 1u};
        view.nodes[vertex] = node;
        view.pending[vertex] = pair_of(label, label);
        view.queues[0][i] = vertex;
    }
    if (device_grid_thread() == 0) {
        view.control->counts[0] = view.left;
    }
}

/* Counts the edges of each vertex in its region: `in` and `out`. */
static __global__ void __launch_bounds__(WORK_THREADS)
    count_edges(const __grid_constant__ struct work_view view, const uint32_t *list) {
    __shared__ struct work_block<WORK_THREADS> block;
    __shared__ unsigned counts[WORK_THREADS];
    for (uint64_t begin = (uint64_t)blockIdx.x * (WORK_THREADS / 2); begin < view.left;
         begin += (uint64_t)gridDim.x * (WORK_THREADS / 2)) {
        uint64_t i = begin + threadIdx.x / 2;
        int active = i < view.left;
        struct work_row row = row_of_thread(&view, active, active ? list[i] : 0);
        row.region = active ? view.nodes[row.vertex].region : NO_REGION;
        counts[threadIdx.x] = 0;
        share_rows<WORK_THREADS>(&view, &block, row,
                                 [&](unsigned at, uint32_t, const struct work_node &node) {
                                     if (node.region == block.regions[at]) {
                                         atomicAdd(&counts[at], 1u);
                                     }
                                 });
        if (active && threadIdx.x % 2 == 0) {
            view.nodes[row.vertex].out = counts[threadIdx.x];
        } else if (active) {
            view.nodes[row.vertex].in = counts[threadIdx.x];
        }
    }
}

/*
 * The same where all vertices are in one region and all edges live, without reading edges. A loop counts,
 * too, so that its vertex is not trimmed.
 */
static __global__ void count_degrees(const struct work_view view) {
    for (uint64_t i = device_grid_thread(); i < view.graph.vertices; i += device_grid_step()) {
        view.nodes[i].in = (uint32_t)(view.source_offsets[i + 1] - view.source_offsets[i]);
        view.nodes[i].out = (uint32_t)(view.graph.offsets[i + 1] - view.graph.offsets[i]);
    }
}

/* Makes the first queue of trimming. */
static __global__ void find_ends(const struct work_view view, const uint32_t *list) {
    uint64_t rounded = (view.left + 31) / 32 * 32;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        uint32_t vertex = i < view.left ? list[i] : 0;
        int is_end = i < view.left && (view.nodes[vertex].in == 0 || view.nodes[vertex].out == 0);
        uint64_t at = device_warp_places(&view.control->counts[0], is_end);
        if (i < view.left) {
            view.nodes[vertex].waits = is_end ? WAITS_IS_CUT : 0;
        }
        if (is_end) {
            view.component[vertex] = vertex;
            view.queues[0][at] = vertex;
        }
    }
}

/* Decides vertices that reach the owner of a label and are reached by it, and splits regions by labels. */
static __global__ void settle_nodes(const struct work_view view, const uint32_t *list) {
    for (uint64_t i = device_grid_thread(); i < view.left; i += device_grid_step()) {
        uint32_t vertex = list[i];
        struct work_node node = view.nodes[vertex];
        if (node.in == node.out) {
            view.component[vertex] = label_vertex(view.labels, node.in);
            node.region = NO_REGION;
        } else {
            node.region = (uint32_t)core_mix(core_mix((uint64_t)node.in << 32 | node.out) ^ node.region);
            node.region = node.region == NO_REGION ? 1 : node.region;
        }
        view.nodes[vertex].region = node.region;
    }
}

#endif
