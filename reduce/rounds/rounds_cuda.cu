/* Refinement on a GPU: kernels of the steps, queues, prefix sums. */
#include "reduce/rounds/rounds_cuda.h"

#include <string.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "base/device/device_check.cuh"
#include "base/run.h"
#include "base/steps/steps.cuh"
#include "decompose/scc/scc.h"
#include "explorer/graph/graph.h"

#define MOST_PARTS_OF_A_BLOCK ((uint64_t)1 << 13)
#define HUGE_BLOCKS 8u   /* of a grid for longer rows, for each processor */
#define MOST_PAIRS 4096u /* of a signature that one thread sorts */

struct contract_machine : steps_machine<struct contract_view> {
    static constexpr unsigned MOST_PARTS = 256;
    static constexpr unsigned BLOCKS = 32;
};

struct rounds_machine : steps_machine<struct rounds_view> {
    static constexpr unsigned MOST_PARTS = 128;
    static constexpr unsigned BLOCKS = 32;
    static constexpr unsigned STAGED = 4;
    static constexpr unsigned SMALL_LEVEL = 512;
};

struct proof_machine : steps_machine<struct proof_view> {
    static constexpr unsigned MOST_PARTS = 128;
    static constexpr unsigned BLOCKS = 32;
    static constexpr unsigned STAGED = 4;
};

CONTRACT_STEPS(STEPS_TYPE)
CONTRACT_COUNTED_STEPS(STEPS_TYPE_COUNTED)
ROUNDS_STEPS(STEPS_TYPE)
ROUNDS_LINE_STEPS(STEPS_TYPE_HALVES)
PROOF_STEPS(STEPS_TYPE)
PROOF_LINE_STEPS(STEPS_TYPE_HALVES)
PROOF_COUNTED_STEPS(STEPS_TYPE_COUNTED)

/* --- rows that are too long for a block --- */

/* A step that puts such rows off. */
template <class Step> struct huge_step : Step {
    static __device__ __forceinline__ bool put_off(const typename Step::view_type *view, uint32_t vertex) {
        if (view->huge.tail == NULL || Step::row(view, vertex) <= MOST_PARTS_OF_A_BLOCK) {
            return false;
        }
        if (threadIdx.x == 0) {
            view->huge.line[shared64_add(view->huge.tail, 1)] = vertex;
        }
        return true;
    }
};

/* All blocks share each of them. */
template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    huge_rows(const __grid_constant__ typename Step::view_type view) {
    __shared__ struct steps_block<Step> block;
    const struct step_sink sink = steps_begin<Step>(&view, &block);
    const uint64_t count = *view.huge.tail;
    for (uint64_t i = 0; i < count; i++) {
        Step::look(&view, view.huge.line[i], blockIdx.x * STEPS_THREADS + threadIdx.x,
                   gridDim.x * STEPS_THREADS, &sink);
    }
    steps_flush<Step>(&sink, &block);
}

template <class Step>
static void launch_huge_rows(const struct steps *steps, const typename Step::view_type *view) {
    huge_rows<Step><<<HUGE_BLOCKS * steps->device->processors, STEPS_THREADS>>>(*view);
    (void)cudaMemsetAsync(view->huge.tail, 0, sizeof *view->huge.tail);
}

template <class Step>
static void launch_with_huge(const struct steps *steps, const void *block, uint64_t first, uint64_t count) {
    const typename Step::view_type *view = (const typename Step::view_type *)block;
    steps_launch<huge_step<Step>>(steps, view, first, count);
    if (view->huge.tail != NULL) {
        launch_huge_rows<huge_step<Step>>(steps, view);
    }
}

#define LAUNCH(machine, name, ...) launch_with_huge<name##_STEP>,

static const step_function contract_steps[] = {CONTRACT_STEPS(LAUNCH)
                                                   CONTRACT_COUNTED_STEPS(STEPS_LAUNCH_COUNTED)};
static const step_function rounds_steps[] = {ROUNDS_STEPS(LAUNCH) ROUNDS_LINE_STEPS(LAUNCH)};
static const step_function proof_steps[] = {PROOF_STEPS(LAUNCH) PROOF_LINE_STEPS(LAUNCH)
                                                PROOF_COUNTED_STEPS(STEPS_LAUNCH_COUNTED)};

/* Begins with the refinement, so that functions of the side find the rest. */
struct gpu_rounds {
    struct rounds rounds;
    uint64_t *at;  /* for queues */
    void *scratch; /* of prefix sums */
    size_t scratch_bytes;
};

/* --- functions of the side --- */

/* Drains the queue; rows that are put off may append to it again. */
template <class Step> static int drain_queue(struct rounds *rounds) {
    const struct gpu_rounds *gpu = (const struct gpu_rounds *)rounds;
    const struct steps *steps = &rounds->steps;
    const struct rounds_view *view = &rounds->view;
    const struct steps_queue queue = {&view->counters->queued, gpu->at};
    uint64_t first = 0, huge = 0;
    do {
        if (steps_drain<huge_step<Step>>(steps, view, &queue, first) != 0) {
            return -1;
        }
        if (view->huge.tail == NULL) {
            return 0;
        }
        if (device_download(&first, queue.queued, sizeof first, steps->error) != 0 ||
            device_download(&huge, view->huge.tail, sizeof huge, steps->error) != 0) {
            return -1;
        }
        if (huge != 0) {
            launch_huge_rows<huge_step<Step>>(steps, view);
        }
    } while (huge != 0);
    return DEVICE_CHECK(cudaGetLastError(), steps->error);
}

static int cuda_drain(struct rounds *rounds, enum rounds_step step) {
    return step == ROUNDS_PUSH ? drain_queue<ROUNDS_PUSH_STEP>(rounds)
                               : drain_queue<ROUNDS_CLOSE_STEP>(rounds);
}

/* The scratch memory grows with the sums. */
static int need_scratch(struct gpu_rounds *gpu, size_t bytes) {
    if (bytes <= gpu->scratch_bytes) {
        return 0;
    }
    rounds_release(&gpu->rounds, gpu->scratch);
    gpu->scratch_bytes = 0;
    gpu->scratch = rounds_allocate(&gpu->rounds, bytes);
    gpu->scratch_bytes = gpu->scratch == NULL ? 0 : bytes;
    return gpu->scratch == NULL ? -1 : 0;
}

template <typename number> static int sum_numbers(struct rounds *rounds, number *numbers, uint64_t count) {
    struct gpu_rounds *gpu = (struct gpu_rounds *)rounds;
    struct error *error = rounds->steps.error;
    size_t bytes = 0;
    return DEVICE_CHECK(cub::DeviceScan::ExclusiveSum(NULL, bytes, numbers, numbers, count), error) != 0 ||
                   need_scratch(gpu, bytes) != 0 ||
                   DEVICE_CHECK(cub::DeviceScan::ExclusiveSum(gpu->scratch, bytes, numbers, numbers, count),
                                error) != 0
               ? -1
               : 0;
}

static int cuda_sum(struct rounds *rounds, uint32_t *numbers, uint64_t count) {
    return sum_numbers(rounds, numbers, count);
}

static int cuda_sum_long(struct rounds *rounds, uint64_t *numbers, uint64_t count) {
    return sum_numbers(rounds, numbers, count);
}

static int cuda_sort(struct rounds *rounds, uint64_t *numbers, uint64_t count, uint64_t *kept) {
    struct gpu_rounds *gpu = (struct gpu_rounds *)rounds;
    struct device *device = rounds->steps.device;
    struct error *error = rounds->steps.error;
    const uint64_t bytes = count * sizeof *numbers;
    size_t sort_bytes = 0, unique_bytes = 0;
    uint64_t *sorted = (uint64_t *)device_allocate(device, bytes, error);
    int failed =
        sorted == NULL ||
        DEVICE_CHECK(cub::DeviceRadixSort::SortKeys(NULL, sort_bytes, numbers, sorted, count), error) != 0 ||
        DEVICE_CHECK(cub::DeviceSelect::Unique(NULL, unique_bytes, sorted, numbers, gpu->at, count), error) !=
            0 ||
        need_scratch(gpu, sort_bytes > unique_bytes ? sort_bytes : unique_bytes) != 0 ||
        DEVICE_CHECK(cub::DeviceRadixSort::SortKeys(gpu->scratch, sort_bytes, numbers, sorted, count),
                     error) != 0 ||
        DEVICE_CHECK(cub::DeviceSelect::Unique(gpu->scratch, unique_bytes, sorted, numbers, gpu->at, count),
                     error) != 0 ||
        device_download(kept, gpu->at, sizeof *kept, error) != 0;
    device_free(device, sorted, bytes);
    return failed ? -1 : 0;
}

static int cuda_transpose(struct rounds *rounds, const struct digraph *graph,
                          struct digraph_transpose *transpose) {
    return digraph_transpose_cuda(rounds->steps.device, graph, rounds->steps.run, transpose,
                                  rounds->steps.error);
}

static int cuda_components(struct rounds *rounds, const struct digraph *graph, uint32_t *component) {
    const struct digraph_device there = {rounds->steps.device, *graph};
    const struct scc_options options = {SCC_AUTO};
    struct scc_report report;
    return device_finish(rounds->steps.error) != 0
               ? -1
               : scc_cuda(&there, &options, rounds->steps.run, component, &report, rounds->steps.error);
}

static const struct rounds_side cuda_side = {
    rounds_steps, contract_steps, proof_steps,           cuda_drain,     cuda_sum,       cuda_sum_long,
    cuda_sort,    MOST_PAIRS,     MOST_PARTS_OF_A_BLOCK, cuda_transpose, cuda_components};

int rounds_cuda(struct device *device, const struct rounds_task *task, const struct run *run,
                struct rounds_result *result, struct error *error) {
    struct gpu_rounds gpu;
    memset(&gpu, 0, sizeof gpu);
    memset(result, 0, sizeof *result);
    gpu.rounds.steps.side = &steps_cuda_side;
    gpu.rounds.steps.memory = &device->memory;
    gpu.rounds.steps.device = device;
    gpu.rounds.steps.run = run;
    gpu.rounds.steps.error = error;
    gpu.rounds.steps.task = "refining the classes";
    gpu.rounds.side = &cuda_side;
    gpu.at = (uint64_t *)device_allocate(device, sizeof *gpu.at, error);
    const int failed = gpu.at == NULL || rounds_reduce(&gpu.rounds, task, result) != 0;
    device_free(device, gpu.at, sizeof *gpu.at);
    result->device_peak = memory_peak(&device->memory);
    return failed ? -1 : 0;
}

/* --- graphs of the host --- */

/* Reduces a graph whose rows are on the GPU, without its labels. */
static int reduce_there(const struct digraph_device *there, const struct graph *graph,
                        const struct rounds_task *task, const struct run *run, struct rounds_result *result,
                        struct error *error) {
    const uint64_t bytes = graph->edges * sizeof(uint32_t);
    struct rounds_task copy = *task;
    uint32_t *labels = (uint32_t *)device_allocate(there->device, bytes, error);
    int failed = labels == NULL || device_upload(labels, graph->labels, bytes, error) != 0;
    if (!failed) {
        copy.graph.vertices = graph->vertices;
        copy.graph.edges = graph->edges;
        copy.graph.offsets = there->graph.offsets;
        copy.graph.targets = there->graph.targets;
        copy.graph.labels = labels;
        failed = rounds_cuda(there->device, &copy, run, result, error);
    }
    device_free(there->device, labels, bytes);
    return failed ? -1 : 0;
}

int rounds_cuda_of_host(const struct graph *graph, const struct rounds_task *task, const struct run *run,
                        struct rounds_result *result, struct error *error) {
    const struct digraph rows = {graph->vertices, graph->edges, graph->offsets, graph->targets, NULL, NULL};
    struct digraph_device there;
    memset(result, 0, sizeof *result);
    struct device *device = device_open((int)run->device, run->device_bytes, error);
    if (device == NULL) {
        return -1;
    }
    int failed = digraph_device_create(device, &rows, &there, error) != 0;
    if (!failed) {
        failed = reduce_there(&there, graph, task, run, result, error);
        digraph_device_free(&there);
    }
    if (memory_used(&device->memory) != 0) {
        failed = error_set(error, ERROR_DEVICE, "memory on the GPU was not freed: this is a fault of heddle");
    }
    device_close(device);
    return failed ? -1 : 0;
}
