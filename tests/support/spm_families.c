/* Families of games for the rounds of small progress measures. */
#include "tests/support/spm_families.h"

#define RANDOM(n, fewest, most, different, number)                                                           \
    {                                                                                                        \
        .kind = GAME_FAMILY_RANDOM, .vertices = n, .low = fewest, .high = most, .priorities = different,     \
        .seed = number                                                                                       \
    }

const struct game_family spm_families[SPM_FAMILIES] = {
    RANDOM(500, 1, 200, 5, 3),
    RANDOM(70, 1, 2, 70, 4),
    RANDOM(200, 1, 2, 200, 1), /* two words */
    RANDOM(300, 1, 2, 300, 1),
    RANDOM(2000, 1, 4, 2, 1),
    RANDOM(2000, 1, 2, 4, 2),
    {.kind = GAME_FAMILY_FAIRNESS, .width = 20, .length = 15, .seed = 5},
    {.kind = GAME_FAMILY_INVARIANT, .width = 30, .length = 30, .priorities = 100, .seed = 6},
    {.kind = GAME_FAMILY_HANOI, .length = 6},
    {.kind = GAME_FAMILY_JURDZINSKI, .width = 4, .length = 3},
    {.kind = GAME_FAMILY_TREE, .length = 10},
    {.kind = GAME_FAMILY_PROPAGATION, .width = 3, .length = 100},
    {.kind = GAME_FAMILY_PROPAGATION, .width = 200, .length = 3},
    RANDOM(2000, 1, 200, 5, 3),
    RANDOM(100000, 1, 4, 2, 1),
    RANDOM(100000, 1, 2, 4, 2),
    RANDOM(100000, 1, 4, 8, 2),
    {.kind = GAME_FAMILY_FAIRNESS, .width = 200, .length = 150, .seed = 5},
    {.kind = GAME_FAMILY_HANOI, .length = 9},
    {.kind = GAME_FAMILY_TREE, .length = 15, .shuffled = 1, .seed = 6},
    {.kind = GAME_FAMILY_PROPAGATION, .width = 2000, .length = 30},
};
