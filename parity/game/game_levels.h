#ifndef HEDDLE_PARITY_GAME_GAME_LEVELS_H
#define HEDDLE_PARITY_GAME_GAME_LEVELS_H

/*
 * The levels of a game on a GPU: priorities after compression, of the same parity. Neighbouring priorities of
 * the same parity are one level.
 */
#include "base/device/device.h"
#include "base/steps/steps.h"
#include "parity/game/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A vertex's word: its level, and its owner (enum player) in bit 0; bit 1 is clear. */
#define GAME_LEVEL_SHIFT 2u
#define GAME_LEVEL_OWNER 1u
#define GAME_MOST_LEVEL ((1u << 30) - 2)

/* What vertices are sorted by and in: four arrays of `vertices` words on the GPU, which change their roles.
 */
struct game_order {
    uint32_t *order, *spare, *keys, *spare_keys;
};

/* Vertices of one level are a group; group 0 has the highest, and levels fall by one from group to group. */
struct game_levels {
    uint32_t *group_begin; /* on the host: places of the order; groups + 1 */
    uint64_t groups;
    uint32_t lowest_level; /* 0 or 1 */
};

/*
 * Orders the vertices of a game on steps->device by falling priority, in arrays->order, and fills `base` (a
 * word a vertex, on the GPU) and *levels, which game_levels_free frees, after an error, too; it begins as
 * zeros. group_begin is allocated from steps->run->memory. 0, or -1 with *steps->error filled: ERROR_MEMORY,
 * ERROR_LIMIT, ERROR_DEVICE.
 */
int game_levels_make(const struct steps *steps, const struct game *game, struct game_order *arrays,
                     uint32_t *base, struct game_levels *levels);
void game_levels_free(struct game_levels *levels, struct memory *memory);
/* Bytes that making them takes on the GPU. */
uint64_t game_levels_bytes(uint64_t vertices);

#ifdef __cplusplus
}
#endif
#endif
