/* The states of a graph's vertices in the memory of a GPU: copies of them for the host. */
#include "explorer/graph/graph_states_internal.h"

#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"

#define THREADS 256u
#define PIECE_WORDS ((uint64_t)1 << 24) /* words that are gathered at a time */

/* The list of the selection is on the device. */
static __global__ void unfold_keys(const struct model_header header, const struct graph_states_keys from,
                                   const struct graph_selection selection, uint64_t *vectors) {
    for (uint64_t i = device_grid_thread(); i < selection.count; i += device_grid_step()) {
        uint64_t vertex = selection.list != NULL ? selection.list[i] : selection.first + i;
        graph_states_unfold(&header, from.pairs, from.keys + vertex * header.key_words,
                            vectors + i * header.words);
    }
}

/* Gathers a piece; list and vectors are on the device. */
static int gather_piece(const struct graph_states *whole, const struct graph_selection *piece, uint32_t *list,
                        uint64_t *vectors, uint64_t *here, struct error *error) {
    if (piece->list != NULL && device_upload(list, piece->list, piece->count * sizeof *list, error) != 0) {
        return -1;
    }
    const struct graph_selection there = {piece->list != NULL ? list : NULL, piece->first, piece->count};
    unfold_keys<<<device_grid_blocks(piece->count, THREADS), THREADS>>>(
        whole->header, graph_states_keys_of(whole), there, vectors);
    return DEVICE_CHECK(cudaGetLastError(), error) != 0
               ? -1
               : device_download(here, vectors, piece->count * whole->header.words * sizeof *vectors, error);
}

int graph_states_gather(const struct graph_states *whole, const struct graph_selection *selection,
                        uint64_t *vectors, struct error *error) {
    struct device *device = whole->device;
    uint64_t words = whole->header.words, most = PIECE_WORDS / words + 1;
    most = selection->count < most ? selection->count : most;
    if (most == 0) {
        return 0;
    }
    uint32_t *list = (uint32_t *)device_allocate(device, most * sizeof *list, error);
    uint64_t *there =
        list == NULL ? NULL : (uint64_t *)device_allocate(device, most * words * sizeof *there, error);
    int failed = there == NULL;
    for (uint64_t at = 0; at < selection->count && !failed; at += most) {
        uint64_t left = selection->count - at;
        struct graph_selection piece = {selection->list != NULL ? selection->list + at : NULL,
                                        selection->first + at, left < most ? left : most};
        failed = gather_piece(whole, &piece, list, there, vectors + at * words, error) != 0;
    }
    device_free(device, list, most * sizeof *list);
    device_free(device, there, most * words * sizeof *there);
    return failed ? -1 : 0;
}
