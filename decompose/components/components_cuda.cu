/*
 * Components counted on a GPU. One array of 4 bytes a vertex serves first for marks of components that an
 * edge leaves, then for their sizes; these are put together, sorted, and where a run of equal ones begins is
 * copied to the host. Sizes that differ add up to no more than the vertices, so there are few runs.
 */
#include "decompose/components/components.h"

#include <string.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/digraph_core.h"

#define THREADS 256u
#define ROW_LANES 8u /* threads that look at a row together */

struct counting {
    struct device *device;
    const struct digraph *graph;
    const uint32_t *component;
    const struct run *run;
    struct error *error;
    uint32_t *marks;  /* vertices; by component: whether an edge leaves it; then its size */
    uint32_t *sizes;  /* components: those that are not 0, unsorted or sorted */
    uint32_t *begins; /* most_runs: where runs begin, among the sorted sizes */
    uint32_t *values; /* most_runs: sizes there */
    uint64_t *total;  /* one number */
    uint64_t components, runs, most_runs;
    void *temporary;
    size_t temporary_bytes;
};

/* --- kernels --- */

static __global__ void mark_left(struct digraph graph, const uint32_t *component, uint32_t *marks) {
    uint64_t lane = device_grid_thread() % ROW_LANES;
    for (uint64_t vertex = device_grid_thread() / ROW_LANES; vertex < graph.vertices;
         vertex += device_grid_step() / ROW_LANES) {
        const uint32_t own = component[vertex];
        if (own == COMPONENT_NONE || *(volatile uint32_t *)&marks[own] != 0) {
            continue;
        }
        const uint64_t end = graph.offsets[vertex + 1];
        for (uint64_t edge = graph.offsets[vertex] + lane; edge < end; edge += ROW_LANES) {
            if (component[graph.targets[edge]] != own && digraph_is_live(&graph, edge)) {
                *(volatile uint32_t *)&marks[own] = 1; /* every writer stores the same */
                break;
            }
        }
    }
}

/* Components without a mark. Whole warps go round. */
static __global__ void count_bottom(const uint32_t *component, const uint32_t *marks, uint64_t vertices,
                                    uint64_t *total) {
    const uint32_t lane = threadIdx.x % 32;
    for (uint64_t first = device_grid_thread() - lane; first < vertices; first += device_grid_step()) {
        const uint64_t vertex = first + lane;
        const int bottom = vertex < vertices && component[vertex] == vertex && marks[vertex] == 0;
        const uint32_t found = __ballot_sync(ALL_LANES, bottom);
        if (lane == 0 && found != 0) {
            atomicAdd((unsigned long long *)total, (unsigned long long)__popc(found));
        }
    }
}

/* Lanes of a warp whose vertices are in one component add together. */
static __global__ void add_sizes(const uint32_t *component, uint64_t vertices, uint32_t *sizes) {
    const uint32_t lane = threadIdx.x % 32;
    for (uint64_t first = device_grid_thread() - lane; first < vertices; first += device_grid_step()) {
        const uint64_t vertex = first + lane;
        const uint32_t own = vertex < vertices ? component[vertex] : COMPONENT_NONE;
        const uint32_t same = __match_any_sync(ALL_LANES, own);
        if (own != COMPONENT_NONE && lane == (uint32_t)__ffs((int)same) - 1) {
            atomicAdd(&sizes[own], (uint32_t)__popc(same));
        }
    }
}

static __global__ void gather_values(const uint32_t *sizes, const uint32_t *begins, uint32_t *values,
                                     uint64_t runs) {
    for (uint64_t i = device_grid_thread(); i < runs; i += device_grid_step()) {
        values[i] = sizes[begins[i]];
    }
}

/* --- what CUB selects --- */

struct is_component {
    __device__ bool operator()(uint32_t size) const {
        return size != 0;
    }
};

struct begins_run {
    const uint32_t *sizes;
    __device__ bool operator()(uint32_t i) const {
        return i == 0 || sizes[i] != sizes[i - 1];
    }
};

static int select_components(struct counting *counting, void *temporary, size_t *bytes) {
    return DEVICE_CHECK(cub::DeviceSelect::If(temporary, *bytes, counting->marks, counting->sizes,
                                              counting->total, (int64_t)counting->graph->vertices,
                                              is_component()),
                        counting->error);
}

/* Leaves them in `sizes` or in `marks`, as the buffer says. */
static int sort_sizes(struct counting *counting, void *temporary, size_t *bytes, uint64_t count,
                      cub::DoubleBuffer<uint32_t> *buffers) {
    return DEVICE_CHECK(cub::DeviceRadixSort::SortKeys(temporary, *bytes, *buffers, count, 0, 32),
                        counting->error);
}

static int select_runs(struct counting *counting, void *temporary, size_t *bytes, uint64_t count) {
    return DEVICE_CHECK(cub::DeviceSelect::If(temporary, *bytes, thrust::counting_iterator<uint32_t>(0),
                                              counting->begins, counting->total, (int64_t)count,
                                              begins_run{counting->sizes}),
                        counting->error);
}

/* --- memory --- */

/* Sizes that differ: 1 + 2 + .. + runs is at most `vertices`. */
static uint64_t most_runs(uint64_t vertices) {
    uint64_t runs = 0;
    while ((runs + 1) * (runs + 2) / 2 <= vertices) {
        runs++;
    }
    return runs;
}

static uint32_t *allocate(struct counting *counting, uint64_t count) {
    return (uint32_t *)device_allocate(counting->device, count * sizeof(uint32_t), counting->error);
}

static int open_counting(struct counting *counting) {
    uint64_t vertices = counting->graph->vertices;
    size_t bytes[3] = {0, 0, 0};
    counting->most_runs = most_runs(vertices);
    counting->marks = allocate(counting, vertices);
    counting->sizes = allocate(counting, vertices);
    counting->begins = allocate(counting, counting->most_runs);
    counting->values = allocate(counting, counting->most_runs);
    counting->total = (uint64_t *)device_allocate(counting->device, sizeof(uint64_t), counting->error);
    if (counting->marks == NULL || counting->sizes == NULL || counting->begins == NULL ||
        counting->values == NULL || counting->total == NULL) {
        return -1;
    }
    cub::DoubleBuffer<uint32_t> buffers(counting->sizes, counting->marks);
    if (select_components(counting, NULL, &bytes[0]) != 0 ||
        sort_sizes(counting, NULL, &bytes[1], vertices, &buffers) != 0 ||
        select_runs(counting, NULL, &bytes[2], vertices) != 0) {
        return -1;
    }
    for (int i = 0; i < 3; i++) {
        counting->temporary_bytes =
            bytes[i] > counting->temporary_bytes ? bytes[i] : counting->temporary_bytes;
    }
    counting->temporary = device_allocate(counting->device, counting->temporary_bytes, counting->error);
    return counting->temporary == NULL ? -1 : 0;
}

static void close_counting(struct counting *counting) {
    struct device *device = counting->device;
    uint64_t vertex_bytes = counting->graph->vertices * sizeof(uint32_t);
    device_free(device, counting->marks, vertex_bytes);
    device_free(device, counting->sizes, vertex_bytes);
    device_free(device, counting->begins, counting->most_runs * sizeof(uint32_t));
    device_free(device, counting->values, counting->most_runs * sizeof(uint32_t));
    device_free(device, counting->total, sizeof(uint64_t));
    device_free(device, counting->temporary, counting->temporary_bytes);
}

/* --- the steps --- */

static int look_for_stop(const struct counting *counting) {
    run_tell(counting->run, "counting the components", 0, 0, NULL);
    return run_should_stop(counting->run)
               ? error_set(counting->error, ERROR_INTERRUPTED, "interrupted while counting components")
               : 0;
}

static int count_marks(struct counting *counting, struct component_counts *counts) {
    uint64_t vertices = counting->graph->vertices;
    if (device_clear(counting->marks, vertices * sizeof(uint32_t), counting->error) != 0 ||
        device_clear(counting->total, sizeof(uint64_t), counting->error) != 0) {
        return -1;
    }
    mark_left<<<device_grid_blocks(vertices * ROW_LANES, THREADS), THREADS>>>(
        *counting->graph, counting->component, counting->marks);
    count_bottom<<<device_grid_blocks(vertices, THREADS), THREADS>>>(counting->component, counting->marks,
                                                                     vertices, counting->total);
    if (DEVICE_CHECK(cudaGetLastError(), counting->error) != 0) {
        return -1;
    }
    return device_download(&counts->bottom, counting->total, sizeof(uint64_t), counting->error);
}

/* Runs of equal sizes, in order: begins and values are filled. */
static int find_runs(struct counting *counting) {
    uint64_t vertices = counting->graph->vertices;
    size_t bytes = counting->temporary_bytes;
    if (device_clear(counting->marks, vertices * sizeof(uint32_t), counting->error) != 0) {
        return -1;
    }
    add_sizes<<<device_grid_blocks(vertices, THREADS), THREADS>>>(counting->component, vertices,
                                                                  counting->marks);
    if (DEVICE_CHECK(cudaGetLastError(), counting->error) != 0 ||
        select_components(counting, counting->temporary, &bytes) != 0 ||
        device_download(&counting->components, counting->total, sizeof(uint64_t), counting->error) != 0 ||
        look_for_stop(counting) != 0) {
        return -1;
    }
    if (counting->components == 0) {
        return 0;
    }
    cub::DoubleBuffer<uint32_t> buffers(counting->sizes, counting->marks);
    bytes = counting->temporary_bytes;
    if (sort_sizes(counting, counting->temporary, &bytes, counting->components, &buffers) != 0) {
        return -1;
    }
    counting->sizes = buffers.Current();
    counting->marks = buffers.Alternate();
    bytes = counting->temporary_bytes;
    if (select_runs(counting, counting->temporary, &bytes, counting->components) != 0 ||
        device_download(&counting->runs, counting->total, sizeof(uint64_t), counting->error) != 0) {
        return -1;
    }
    gather_values<<<device_grid_blocks(counting->runs, THREADS), THREADS>>>(counting->sizes, counting->begins,
                                                                            counting->values, counting->runs);
    return DEVICE_CHECK(cudaGetLastError(), counting->error);
}

static void sum_runs(const struct counting *counting, const uint32_t *begins, const uint32_t *values,
                     struct component_counts *counts) {
    for (uint64_t i = 0; i < counting->runs; i++) {
        uint64_t end = i + 1 < counting->runs ? begins[i + 1] : counting->components;
        counts->sizes[i].size = values[i];
        counts->sizes[i].count = end - begins[i];
        counts->states_in_components += counts->sizes[i].size * counts->sizes[i].count;
        counts->largest = values[i];
    }
    counts->components = counting->components;
    counts->trivial = counting->runs > 0 && values[0] == 1 ? counts->sizes[0].count : 0;
}

static int fetch_runs(struct counting *counting, struct component_counts *counts) {
    struct memory *memory = counting->run->memory;
    uint64_t bytes = counting->runs * sizeof(uint32_t);
    int result = -1;
    uint32_t *begins = (uint32_t *)memory_allocate(memory, bytes);
    uint32_t *values = (uint32_t *)memory_allocate(memory, bytes);
    counts->sizes =
        (struct component_size *)memory_allocate_array(memory, counting->runs, sizeof *counts->sizes);
    if (begins == NULL || values == NULL || counts->sizes == NULL) {
        error_memory(counting->error, "to count components");
    } else if (device_download(begins, counting->begins, bytes, counting->error) == 0 &&
               device_download(values, counting->values, bytes, counting->error) == 0) {
        result = 0;
        sum_runs(counting, begins, values, counts);
    }
    counts->size_count = counts->size_capacity = counts->sizes == NULL ? 0 : counting->runs;
    memory_free(memory, begins, bytes);
    memory_free(memory, values, bytes);
    return result;
}

int component_counts_make_cuda(struct device *device, const struct digraph *graph, const uint32_t *component,
                               const struct run *run, struct component_counts *counts, struct error *error) {
    struct counting counting;
    memset(counts, 0, sizeof *counts);
    if (graph->vertices == 0) {
        return 0;
    }
    memset(&counting, 0, sizeof counting);
    counting.device = device;
    counting.graph = graph;
    counting.component = component;
    counting.run = run;
    counting.error = error;
    int result = open_counting(&counting) != 0 || look_for_stop(&counting) != 0 ||
                         count_marks(&counting, counts) != 0 || look_for_stop(&counting) != 0 ||
                         find_runs(&counting) != 0 || fetch_runs(&counting, counts) != 0
                     ? -1
                     : 0;
    close_counting(&counting);
    return result;
}
