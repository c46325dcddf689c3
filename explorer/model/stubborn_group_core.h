#ifndef HEDDLE_EXPLORER_MODEL_STUBBORN_GROUP_CORE_H
#define HEDDLE_EXPLORER_MODEL_STUBBORN_GROUP_CORE_H

/*
 * The choice of a stubborn set (stubborn.h) by a group of lanes of a warp, for networks of up to 64
 * processes. Lane l has process l, and process l + 32 if there are more than 32. The smallest closed set with
 * a process is what can be reached from it in the relation of needs; the lanes find it for all processes at
 * once, with one process after the other as the intermediate one (Warshall's algorithm). Of the processes
 * that have moves, those whose set has the fewest are all in least closed sets. So the choice is that of
 * stubborn_choose, but for processes without moves, which the set may have here.
 *
 * On the host, where it is tested, one thread goes through the lanes of a group. All groups of a warp do the
 * same steps.
 */
#include "explorer/model/stubborn_core.h"

#define STUBBORN_GROUP_MOST 64u /* processes */
#define STUBBORN_LANES 32u      /* of a group, at most */

#ifdef __CUDA_ARCH__
#define STUBBORN_HELD 1 /* a thread is one lane */
#define STUBBORN_EACH_LANE(group, at) for (uint32_t at = 0; at < 1; at++)
#else
#define STUBBORN_HELD STUBBORN_LANES
#define STUBBORN_EACH_LANE(group, at) for (uint32_t at = 0; at < (group)->width; at++)
#endif

/* The values that a lane has: [half][lane] is of process 32 * half + lane. */
struct stubborn_group {
    uint32_t width; /* lanes, a power of two */
    uint32_t lane;  /* on a GPU: the thread's, in its group */
    uint32_t first; /* on a GPU: the group's first lane, in its warp */
    uint32_t moves[2][STUBBORN_HELD];
    uint32_t sum[2][STUBBORN_HELD];      /* moves of the smallest closed set */
    uint32_t reach[2][2][STUBBORN_HELD]; /* that set; the second index is that of the word */
};

/* The lanes of a group for so many processes. */
CORE_FUNCTION uint32_t stubborn_group_width(uint32_t count) {
    uint32_t width = 4;
    while (width < count && width < STUBBORN_LANES) {
        width *= 2;
    }
    return width;
}

CORE_FUNCTION uint32_t stubborn_lane(const struct stubborn_group *group, uint32_t at) {
#ifdef __CUDA_ARCH__
    return group->lane + at;
#else
    (void)group;
    return at;
#endif
}

/* The value of one lane. */
CORE_FUNCTION uint32_t stubborn_take(const struct stubborn_group *group, const uint32_t *values,
                                     uint32_t from) {
#ifdef __CUDA_ARCH__
    return __shfl_sync(0xffffffff, values[0], (int)from, (int)group->width);
#else
    return values[from % group->width];
#endif
}

/* Bit l: the value of lane l is not 0. */
CORE_FUNCTION uint32_t stubborn_vote(const struct stubborn_group *group, const uint32_t *values) {
#ifdef __CUDA_ARCH__
    return __ballot_sync(0xffffffff, values[0] != 0) >> group->first & (0xffffffff >> (32 - group->width));
#else
    uint32_t votes = 0;
    STUBBORN_EACH_LANE(group, at) {
        votes |= (uint32_t)(values[at] != 0) << at;
    }
    return votes;
#endif
}

CORE_FUNCTION uint32_t stubborn_least(const struct stubborn_group *group, const uint32_t *values) {
    uint32_t least = values[0];
#ifdef __CUDA_ARCH__
    for (uint32_t apart = group->width / 2; apart != 0; apart /= 2) {
        const uint32_t other = __shfl_xor_sync(0xffffffff, least, (int)apart, (int)group->width);
        least = other < least ? other : least;
    }
#else
    STUBBORN_EACH_LANE(group, at) {
        least = values[at] < least ? values[at] : least;
    }
#endif
    return least;
}

/* The least process of a set of `halves` words; 0 if it is empty. */
CORE_FUNCTION uint32_t stubborn_first(const uint32_t *set, const uint32_t halves) {
    return set[0] != 0                  ? core_count_trailing_zeros(set[0])
           : halves == 2 && set[1] != 0 ? 32 + core_count_trailing_zeros(set[1])
                                        : 0;
}

/* Sets the smallest closed set with a process. */
CORE_FUNCTION void stubborn_take_set(const struct stubborn_group *group, uint32_t process, uint32_t *set,
                                     const uint32_t halves) {
    for (uint32_t w = 0; w < halves; w++) {
        set[w] = stubborn_take(group, group->reach[0][w], process % 32);
        if (halves == 2) {
            const uint32_t later = stubborn_take(group, group->reach[1][w], process % 32);
            set[w] = process < 32 ? set[w] : later;
        }
    }
}

/* Each lane looks at its processes; those beyond the last have no moves and need nothing. */
CORE_FUNCTION void stubborn_group_look(struct stubborn_group *group, const struct stubborn_state *state,
                                       const uint32_t halves) {
    for (uint32_t h = 0; h < halves; h++) {
        STUBBORN_EACH_LANE(group, at) {
            const uint32_t process = 32 * h + stubborn_lane(group, at);
            uint64_t needs = 0;
            group->moves[h][at] =
                process < state->tables->count ? stubborn_look_at(state, process, &needs, 1) : 0;
            needs |= (uint64_t)1 << process;
            group->reach[h][0][at] = (uint32_t)needs;
            if (halves == 2) {
                group->reach[h][1][at] = (uint32_t)(needs >> 32);
            }
        }
    }
}

/* Makes needs the smallest closed sets. */
CORE_FUNCTION void stubborn_group_close(struct stubborn_group *group, uint32_t count, const uint32_t halves) {
    for (uint32_t middle = 0; middle < count; middle++) {
        uint32_t set[2];
        stubborn_take_set(group, middle, set, halves);
        for (uint32_t h = 0; h < halves; h++) {
            STUBBORN_EACH_LANE(group, at) {
                const uint32_t word =
                    halves == 2 && middle >= 32 ? group->reach[h][1][at] : group->reach[h][0][at];
                const uint32_t add = 0 - (word >> (middle % 32) & 1);
                for (uint32_t w = 0; w < halves; w++) {
                    group->reach[h][w][at] |= set[w] & add;
                }
            }
        }
    }
}

/* Counts the moves of the closed sets. */
CORE_FUNCTION void stubborn_group_sum(struct stubborn_group *group, uint32_t count, const uint32_t halves) {
    for (uint32_t h = 0; h < halves; h++) {
        STUBBORN_EACH_LANE(group, at) {
            group->sum[h][at] = 0;
        }
    }
    for (uint32_t other = 0; other < halves; other++) {
        for (uint32_t k = 0; k < 32 && 32 * other + k < count; k++) {
            const uint32_t moves = stubborn_take(group, group->moves[other], k);
            for (uint32_t h = 0; h < halves; h++) {
                STUBBORN_EACH_LANE(group, at) {
                    group->sum[h][at] += group->reach[h][other][at] >> k & 1 ? moves : 0;
                }
            }
        }
    }
}

/*
 * The processes that have moves and whose closed sets have the fewest, less than STUBBORN_NEVER; none if all
 * have more.
 */
CORE_FUNCTION void stubborn_group_best(const struct stubborn_group *group, uint32_t *best,
                                       const uint32_t halves) {
    uint32_t values[STUBBORN_HELD];
    STUBBORN_EACH_LANE(group, at) {
        values[at] = STUBBORN_NEVER;
        for (uint32_t h = 0; h < halves; h++) {
            const uint32_t sum = group->moves[h][at] == 0 ? STUBBORN_NEVER : group->sum[h][at];
            values[at] = sum < values[at] ? sum : values[at];
        }
    }
    const uint32_t least = stubborn_least(group, values);
    for (uint32_t h = 0; h < halves; h++) {
        STUBBORN_EACH_LANE(group, at) {
            values[at] = group->moves[h][at] != 0 && least < STUBBORN_NEVER && group->sum[h][at] == least;
        }
        best[h] = stubborn_vote(group, values);
    }
}

/* The least process whose closed set has some of these. */
CORE_FUNCTION uint32_t stubborn_group_root(const struct stubborn_group *group, const uint32_t *best,
                                           const uint32_t halves) {
    uint32_t values[STUBBORN_HELD], roots[2];
    for (uint32_t h = 0; h < halves; h++) {
        STUBBORN_EACH_LANE(group, at) {
            values[at] = 0;
            for (uint32_t w = 0; w < halves; w++) {
                values[at] |= group->reach[h][w][at] & best[w];
            }
        }
        roots[h] = stubborn_vote(group, values);
    }
    return stubborn_first(roots, halves);
}

/* Whether a process that is not in the set leads a move. */
CORE_FUNCTION int stubborn_group_leaves_out(const struct stubborn_group *group, const uint32_t *set,
                                            const uint32_t halves) {
    uint32_t values[STUBBORN_HELD], out = 0;
    for (uint32_t h = 0; h < halves; h++) {
        STUBBORN_EACH_LANE(group, at) {
            values[at] = group->moves[h][at] != 0 && !(set[h] >> stubborn_lane(group, at) & 1);
        }
        out |= stubborn_vote(group, values);
    }
    return out != 0;
}

/* The set (bit k: process k), once the lanes have looked at their processes; 0 if all moves are to be made.
 */
CORE_FUNCTION uint64_t stubborn_group_decide(struct stubborn_group *group, uint32_t count,
                                             const uint32_t halves) {
    uint32_t best[2], set[2] = {0, 0};
    stubborn_group_close(group, count, halves);
    stubborn_group_sum(group, count, halves);
    stubborn_group_best(group, best, halves);
    const int any = best[0] != 0 || (halves == 2 && best[1] != 0);
    stubborn_take_set(group, stubborn_group_root(group, best, halves), set, halves);
    for (uint32_t w = 0; w < halves; w++) {
        best[w] &= set[w];
    }
    stubborn_take_set(group, stubborn_first(best, halves), set, halves);
    return stubborn_group_leaves_out(group, set, halves) && any ? (uint64_t)set[1] << 32 | set[0] : 0;
}

/* The same from a state. halves: 2 for more than 32 processes, else 1. Called by all lanes of a warp, of
 * which each group has a state. */
CORE_FUNCTION uint64_t stubborn_group_choose(struct stubborn_group *group, const struct stubborn_state *state,
                                             const uint32_t halves) {
    stubborn_group_look(group, state, halves);
    return stubborn_group_decide(group, state->tables->count, halves);
}

#endif
