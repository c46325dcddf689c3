/* Paints a generated game on the GPU where its graph is, one thread for each vertex. */
#include "parity/game/game_paint.h"

#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"

#define THREADS 256u

static __global__ void paint_vertices(struct game_palette palette, uint32_t *vertices, uint8_t *owners,
                                      uint64_t count) {
    for (uint64_t i = device_grid_thread(); i < count; i += device_grid_step()) {
        game_paint_vertex(&palette, &vertices[i], &owners[i]);
    }
}

static int upload_palette(struct device *device, const struct game_palette *palette,
                          struct game_palette *there, struct error *error) {
    uint64_t colours = 2 * (uint64_t)palette->states;
    there->states = palette->states;
    there->priority = (uint32_t *)device_allocate(device, colours * sizeof *there->priority, error);
    there->owner = (uint8_t *)device_allocate(device, colours, error);
    there->met = (uint64_t *)device_allocate(device, colours * sizeof *there->met, error);
    return there->priority == NULL || there->owner == NULL || there->met == NULL ||
                   device_upload(there->priority, palette->priority, colours * sizeof *there->priority,
                                 error) != 0 ||
                   device_upload(there->owner, palette->owner, colours, error) != 0 ||
                   device_clear(there->met, colours * sizeof *there->met, error) != 0
               ? -1
               : 0;
}

static void free_palette(struct device *device, struct game_palette *there, uint64_t colours) {
    device_free(device, there->priority, colours * sizeof *there->priority);
    device_free(device, there->owner, colours);
    device_free(device, there->met, colours * sizeof *there->met);
}

int game_paint_cuda(struct device *device, const struct game_palette *palette, uint32_t *vertices,
                    uint8_t *owners, uint64_t count, struct error *error) {
    struct game_palette there;
    uint64_t colours = 2 * (uint64_t)palette->states;
    memset(&there, 0, sizeof there);
    int failed = upload_palette(device, palette, &there, error);
    if (!failed) {
        paint_vertices<<<device_grid_blocks(count, THREADS), THREADS>>>(there, vertices, owners, count);
        failed = DEVICE_CHECK(cudaGetLastError(), error) ||
                 device_download(palette->met, there.met, colours * sizeof *there.met, error) != 0;
    }
    free_palette(device, &there, colours);
    return failed ? -1 : 0;
}
