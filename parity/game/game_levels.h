#ifndef HEDDLE_PARITY_GAME_GAME_LEVELS_H
#define HEDDLE_PARITY_GAME_GAME_LEVELS_H

/*
 * The levels of a game on a GPU: compressed priorities of the same parity as the originals. Neighbouring
 * priorities of the same parity are one level.
 */
#include "base/device/device.h"
#include "base/steps/steps.h"
#include "parity/game/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A vertex's word: its level, and its owner (enum player) in bit 0; the other bits below the level are clear.
 */
#define GAME_LEVEL_SHIFT 3u
#define GAME_LEVEL_OWNER 1u
#define GAME_MOST_LEVEL ((1u << 29) - 2)

/* Keys and values for sorting vertices: four arrays of `vertices` words on the GPU, which exchange roles.
 */
struct game_order {
    uint32_t *order, *spare, *keys, *spare_keys;
};

/* The vertices of one level form a group; group 0 has the highest level, and levels fall by one from group to
 * group. */
struct game_levels {
    uint32_t *group_begin; /* on the host: positions in the order; groups + 1 */
    uint64_t groups;
    uint32_t lowest_level; /* 0 or 1 */
};

/*
 * Orders the vertices of a game on steps->device by falling priority, in arrays->order, and fills `base` (a
 * word a vertex, on the GPU) and *levels, which begins as zeros; the caller frees it with game_levels_free,
 * also after an error. group_begin is allocated from steps->run->memory. Returns 0, or -1 with *steps->error
 * filled: ERROR_MEMORY, ERROR_LIMIT, ERROR_DEVICE.
 */
int game_levels_make(const struct steps *steps, const struct game *game, struct game_order *arrays,
                     uint32_t *base, struct game_levels *levels);
void game_levels_free(struct game_levels *levels, struct memory *memory);
/* Bytes on the GPU that game_levels_make needs. */
uint64_t game_levels_bytes(uint64_t vertices);

#ifdef __cplusplus
}
#endif
#endif
