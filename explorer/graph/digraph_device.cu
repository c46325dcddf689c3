/* Copies a host's digraph to a GPU. */
#include "explorer/graph/digraph_device.h"

#include "base/device/device.h"
#include "base/error.h"

static uint64_t offset_bytes(const struct digraph *graph) {
    return (graph->vertices + 1) * sizeof(uint64_t);
}

static uint64_t target_bytes(const struct digraph *graph) {
    return graph->edges * sizeof(uint32_t);
}

/* Allocates and copies a block of bytes; NULL for NULL. 0, or -1 with *error filled and *to NULL. */
static int copy_block(struct device *device, const void *from, uint64_t bytes, const void **to,
                      struct error *error) {
    *to = NULL;
    if (from == NULL) {
        return 0;
    }
    void *block = device_allocate(device, bytes, error);
    if (block == NULL) {
        return -1;
    }
    if (device_upload(block, from, bytes, error) != 0) {
        device_free(device, block, bytes);
        return -1;
    }
    *to = block;
    return 0;
}

int digraph_device_create(struct device *device, const struct digraph *graph, struct digraph_device *copy,
                          struct error *error) {
    copy->device = device;
    copy->graph = *graph;
    copy->graph.offsets = NULL;
    copy->graph.targets = copy->graph.live = copy->graph.begins = NULL;
    if (copy_block(device, graph->offsets, offset_bytes(graph), (const void **)&copy->graph.offsets, error) !=
            0 ||
        copy_block(device, graph->targets, target_bytes(graph), (const void **)&copy->graph.targets, error) !=
            0 ||
        copy_block(device, graph->live, bitmap_bytes(graph->edges), (const void **)&copy->graph.live,
                   error) != 0 ||
        copy_block(device, graph->begins, bitmap_bytes(graph->edges), (const void **)&copy->graph.begins,
                   error) != 0) {
        digraph_device_free(copy);
        return -1;
    }
    return 0;
}

static void free_block(struct device *device, const void *block, uint64_t bytes) {
    if (block != NULL) {
        device_free(device, (void *)block, bytes);
    }
}

void digraph_device_free(struct digraph_device *copy) {
    struct digraph *graph = &copy->graph;
    free_block(copy->device, graph->offsets, offset_bytes(graph));
    free_block(copy->device, graph->targets, target_bytes(graph));
    free_block(copy->device, graph->live, bitmap_bytes(graph->edges));
    free_block(copy->device, graph->begins, bitmap_bytes(graph->edges));
    graph->offsets = NULL;
    graph->targets = graph->live = graph->begins = NULL;
}
