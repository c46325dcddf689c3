/* Copies moves of single vertices of a solved game in the memory of a GPU (game_part.h). */
#include "parity/game/game_part_core.h"

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"

#define THREADS 128u

/* The list of a request on the device, and a block for results. Zeros are nothing. */
struct request_there {
    struct device *device;
    uint32_t *list;
    void *results;
    uint64_t list_bytes, result_bytes;
};

/* 0, or -1 with *error filled; the caller closes it in any case. */
static int open_request(struct device *device, const struct part_request *request, uint64_t result_bytes,
                        struct request_there *there, struct error *error) {
    there->device = device;
    there->list_bytes = request->count * sizeof *there->list;
    there->result_bytes = result_bytes;
    there->results = NULL;
    there->list = (uint32_t *)device_allocate(device, there->list_bytes, error);
    if (there->list != NULL) {
        there->results = device_allocate(device, result_bytes, error);
    }
    return there->results == NULL ? -1 : device_upload(there->list, request->list, there->list_bytes, error);
}

static void close_request(struct request_there *there) {
    device_free(there->device, there->list, there->list_bytes);
    device_free(there->device, there->results, there->result_bytes);
}

static __global__ void follow_paths(const struct part_view view, const uint32_t *list, uint64_t count,
                                    uint32_t most, uint32_t *path) {
    for (uint64_t k = device_grid_thread(); k < count; k += device_grid_step()) {
        part_follow(&view, list[k], most, path + k * most);
    }
}

int game_part_follow_cuda(struct device *device, const struct part_view *view,
                          const struct part_request *request, uint32_t most, uint32_t *path,
                          struct error *error) {
    struct request_there there;
    uint64_t bytes = request->count * most * sizeof *path;
    int failed = open_request(device, request, bytes, &there, error) != 0;
    if (!failed) {
        follow_paths<<<device_grid_blocks(request->count, THREADS), THREADS>>>(
            *view, there.list, request->count, most, (uint32_t *)there.results);
        failed = DEVICE_CHECK(cudaGetLastError(), error) != 0 ||
                 device_download(path, there.results, bytes, error) != 0;
    }
    close_request(&there);
    return failed ? -1 : 0;
}

static __global__ void count_moves(const struct part_view view, const uint32_t *list, uint64_t count,
                                   uint64_t *moves, uint32_t *strategy) {
    for (uint64_t k = device_grid_thread(); k < count; k += device_grid_step()) {
        uint32_t vertex = list[k];
        moves[k] = part_moves(&view, vertex);
        strategy[k] = view.owner[vertex] == view.winner ? view.strategy[vertex] : SOLUTION_NONE;
    }
}

int game_part_count_cuda(struct device *device, const struct part_view *view,
                         const struct part_request *request, struct error *error) {
    struct request_there there;
    uint64_t count = request->count, bytes = count * sizeof(uint64_t);
    int failed = open_request(device, request, bytes + count * sizeof(uint32_t), &there, error) != 0;
    if (!failed) {
        uint64_t *moves = (uint64_t *)there.results;
        uint32_t *strategy = (uint32_t *)(moves + count);
        count_moves<<<device_grid_blocks(count, THREADS), THREADS>>>(*view, there.list, count, moves,
                                                                     strategy);
        failed = DEVICE_CHECK(cudaGetLastError(), error) != 0 ||
                 device_download(request->begin, moves, bytes, error) != 0 ||
                 device_download(request->strategy, strategy, count * sizeof *strategy, error) != 0;
    }
    close_request(&there);
    return failed ? -1 : 0;
}

/* A block for each vertex, as a row can be long. */
static __global__ void copy_moves(const struct part_view view, const uint32_t *list, uint64_t count,
                                  const uint64_t *begin, uint32_t *targets) {
    for (uint64_t k = blockIdx.x; k < count; k += gridDim.x) {
        uint64_t first = begin[k], moves = begin[k + 1] - first;
        for (uint64_t i = threadIdx.x; i < moves; i += blockDim.x) {
            targets[first + i] = part_move(&view, list[k], i);
        }
    }
}

int game_part_moves_cuda(struct device *device, const struct part_view *view,
                         const struct part_request *request, uint32_t *targets, struct error *error) {
    struct request_there there;
    uint64_t count = request->count, begin_bytes = (count + 1) * sizeof(uint64_t);
    uint64_t target_bytes = request->begin[count] * sizeof *targets;
    int failed = open_request(device, request, begin_bytes + target_bytes, &there, error) != 0;
    if (!failed) {
        uint64_t *begin = (uint64_t *)there.results;
        uint32_t *copied = (uint32_t *)(begin + count + 1);
        failed = device_upload(begin, request->begin, begin_bytes, error) != 0;
        if (!failed) {
            copy_moves<<<device_grid_blocks(count, 1), THREADS>>>(*view, there.list, count, begin, copied);
            failed = DEVICE_CHECK(cudaGetLastError(), error) != 0 ||
                     device_download(targets, copied, target_bytes, error) != 0;
        }
    }
    close_request(&there);
    return failed ? -1 : 0;
}
