/* Copies of games, and solutions, in the memory of a GPU. */
#include "parity/game/game.h"

#include <string.h>

#include "base/device/device.h"

/* Returns a copy of a block; NULL with *error filled. */
static void *copy_block(struct device *device, const void *from, uint64_t bytes, struct error *error) {
    void *block = device_allocate(device, bytes, error);
    if (block != NULL && device_upload(block, from, bytes, error) != 0) {
        device_free(device, block, bytes);
        block = NULL;
    }
    return block;
}

int game_device_create(struct device *device, const struct game *game, struct game_device *copy,
                       struct error *error) {
    uint64_t n = game->vertices;
    const void *from[] = {game->offsets, game->targets, game->owner, game->priority};
    const uint64_t bytes[] = {(n + 1) * sizeof *game->offsets, game->edges * sizeof *game->targets,
                              n * sizeof *game->owner, n * sizeof *game->priority};
    void *to[4] = {};
    int failed = 0;
    for (unsigned i = 0; i < 4 && !failed; i++) {
        to[i] = copy_block(device, from[i], bytes[i], error);
        failed = to[i] == NULL;
    }
    copy->device = device;
    copy->game = *game;
    copy->game.offsets = (const uint64_t *)to[0];
    copy->game.targets = (const uint32_t *)to[1];
    copy->game.owner = (const uint8_t *)to[2];
    copy->game.priority = (const uint32_t *)to[3];
    if (failed) {
        game_device_free(copy);
    }
    return failed ? -1 : 0;
}

void game_device_free(struct game_device *copy) {
    struct game *game = &copy->game;
    if (copy->device != NULL) {
        device_free(copy->device, (void *)game->offsets, (game->vertices + 1) * sizeof *game->offsets);
        device_free(copy->device, (void *)game->targets, game->edges * sizeof *game->targets);
        device_free(copy->device, (void *)game->owner, game->vertices * sizeof *game->owner);
        device_free(copy->device, (void *)game->priority, game->vertices * sizeof *game->priority);
    }
    memset(copy, 0, sizeof *copy);
}

int solution_device_create(struct device *device, uint64_t vertices, struct solution *there,
                           struct error *error) {
    there->strategy = NULL;
    there->winner = (uint8_t *)device_allocate(device, vertices * sizeof *there->winner, error);
    if (there->winner != NULL) {
        there->strategy = (uint32_t *)device_allocate(device, vertices * sizeof *there->strategy, error);
    }
    if (there->strategy == NULL) {
        solution_device_free(device, vertices, there);
        return -1;
    }
    return 0;
}

void solution_device_free(struct device *device, uint64_t vertices, struct solution *there) {
    device_free(device, there->winner, vertices * sizeof *there->winner);
    device_free(device, there->strategy, vertices * sizeof *there->strategy);
    there->winner = NULL;
    there->strategy = NULL;
}

int solution_device_download(const struct solution *there, uint64_t vertices, const struct solution *here,
                             struct error *error) {
    return device_download(here->winner, there->winner, vertices * sizeof *here->winner, error) != 0 ||
                   device_download(here->strategy, there->strategy, vertices * sizeof *here->strategy,
                                   error) != 0
               ? -1
               : 0;
}
