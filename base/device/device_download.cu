/*
 * Downloads while a GPU does other work. Two lanes take turns, each with a stream and a buffer of page-locked
 * memory: while one piece is being transferred, the other is copied to its destination. Non-blocking streams
 * and the default stream do not wait for each other.
 */
#include "base/device/device.h"

#include <string.h>

#include "base/device/device_check.cuh"
#include "base/run.h"

#define PIECE ((uint64_t)4 << 20) /* bytes; takes about a millisecond */
#define LANES 2u
#define PAGE ((uint64_t)4096) /* bytes of a page of host memory */

struct lane {
    cudaStream_t stream;
    char *room; /* page-locked buffer */
    void *to;
    uint64_t bytes; /* bytes being transferred; 0: none */
};

struct download {
    const struct device_copy *copies;
    unsigned count, at;
    uint64_t done; /* bytes of copies[at] that were requested */
    const struct run *run;
    struct error *error;
    struct lane lanes[LANES];
    char *block; /* the allocation in which `room` is page-aligned */
    uint64_t block_bytes;
    char *room;
    uint64_t room_bytes;
    int is_locked;
};

static uint64_t largest_piece(const struct download *work) {
    uint64_t most = 1;
    for (unsigned i = 0; i < work->count; i++) {
        most = work->copies[i].bytes > most ? work->copies[i].bytes : most;
    }
    most = most < PIECE ? most : PIECE;
    return (most + PAGE - 1) / PAGE * PAGE;
}

/*
 * Page-locks whole pages that hold nothing else, because another thread may copy to or from other data on
 * them at the same time. If the system locks no more pages, copies are slower.
 */
static int take_room(struct download *work, uint64_t piece) {
    work->room_bytes = LANES * piece;
    work->block_bytes = work->room_bytes + PAGE;
    work->block = (char *)memory_allocate(work->run->memory, work->block_bytes);
    if (work->block == NULL) {
        return error_memory(work->error, "to copy from the GPU");
    }
    work->room = work->block + (PAGE - (uintptr_t)work->block % PAGE) % PAGE;
    work->is_locked = cudaHostRegister(work->room, work->room_bytes, cudaHostRegisterDefault) == cudaSuccess;
    if (!work->is_locked) {
        (void)cudaGetLastError();
    }
    return 0;
}

static int open_lanes(struct download *work) {
    uint64_t piece = largest_piece(work);
    if (take_room(work, piece) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < LANES; i++) {
        work->lanes[i].room = work->room + i * piece;
        if (DEVICE_CHECK(cudaStreamCreateWithFlags(&work->lanes[i].stream, cudaStreamNonBlocking),
                         work->error)) {
            return -1;
        }
    }
    return 0;
}

/* Waits for all transfers before the memory is freed. */
static void close_lanes(struct download *work) {
    for (unsigned i = 0; i < LANES; i++) {
        if (work->lanes[i].stream != NULL) {
            (void)cudaStreamSynchronize(work->lanes[i].stream);
            (void)cudaStreamDestroy(work->lanes[i].stream);
        }
    }
    if (work->is_locked) {
        (void)cudaHostUnregister(work->room);
    }
    memory_free(work->run->memory, work->block, work->block_bytes);
}

/* Starts the transfer of the next piece, if there is one. */
static int begin_piece(struct download *work, struct lane *lane) {
    while (work->at < work->count && work->done == work->copies[work->at].bytes) {
        work->at++;
        work->done = 0;
    }
    if (work->at == work->count) {
        return 0;
    }
    const struct device_copy *copy = &work->copies[work->at];
    uint64_t left = copy->bytes - work->done;
    lane->to = (char *)copy->to + work->done;
    lane->bytes = left < PIECE ? left : PIECE;
    const char *from = (const char *)copy->from + work->done;
    work->done += lane->bytes;
    return DEVICE_CHECK(cudaMemcpyAsync(lane->room, from, lane->bytes, cudaMemcpyDeviceToHost, lane->stream),
                        work->error);
}

static int end_piece(struct download *work, struct lane *lane) {
    if (DEVICE_CHECK(cudaStreamSynchronize(lane->stream), work->error)) {
        return -1;
    }
    memcpy(lane->to, lane->room, lane->bytes);
    lane->bytes = 0;
    return 0;
}

static int copy_all(struct download *work) {
    unsigned turn = 0;
    if (begin_piece(work, &work->lanes[0]) != 0) {
        return -1;
    }
    for (; work->lanes[turn].bytes != 0; turn = (turn + 1) % LANES) {
        if (run_should_stop(work->run)) {
            return error_set(work->error, ERROR_INTERRUPTED, "interrupted while copying from the GPU");
        }
        if (begin_piece(work, &work->lanes[(turn + 1) % LANES]) != 0 ||
            end_piece(work, &work->lanes[turn]) != 0) {
            return -1;
        }
    }
    return 0;
}

int device_download_beside(const struct device *device, const struct device_copy *copies, unsigned count,
                           const struct run *run, struct error *error) {
    struct download work;
    memset(&work, 0, sizeof work);
    work.copies = copies;
    work.count = count;
    work.run = run;
    work.error = error;
    int failed =
        DEVICE_CHECK(cudaSetDevice(device->number), error) || open_lanes(&work) != 0 || copy_all(&work) != 0;
    close_lanes(&work);
    return failed ? -1 : 0;
}
