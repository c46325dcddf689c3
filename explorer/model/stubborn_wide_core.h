#ifndef HEDDLE_EXPLORER_MODEL_STUBBORN_WIDE_CORE_H
#define HEDDLE_EXPLORER_MODEL_STUBBORN_WIDE_CORE_H

/*
 * The choice of a stubborn set (stubborn.h) by all lanes of a warp, where there are more processes than
 * stubborn_group_core.h takes, or commands (stubborn_data.h). A set is spread over the lanes: lane w has word
 * w. What processes need is in memory that the lanes share.
 *
 * One root after the other is taken, the least first, and what it reaches in the relation of needs that no
 * earlier root does. Of the processes with moves in there, the closure of each is computed, the least first,
 * and kept if it has fewer moves than the best one so far. The computation ends early when the closure has as
 * many moves, or meets a process with moves whose closure was tried before: it then has more moves than that
 * one, or is the same set. So the choice is that of stubborn_choose, but for processes without moves, which
 * the set may have here.
 *
 * On the host, where it is tested, one thread goes through the lanes.
 */
#include "explorer/model/stubborn_group_core.h"

#define STUBBORN_WIDE_MOST (64 * STUBBORN_LANES) /* processes, or commands */

/* A set of processes: on a GPU, the word that the thread has. */
struct stubborn_spread {
    uint64_t word[STUBBORN_HELD];
};

/* What the lanes share: views. */
struct stubborn_wide {
    uint32_t width;  /* STUBBORN_LANES */
    uint32_t lane;   /* on a GPU: the thread's */
    uint32_t count;  /* of processes */
    uint32_t words;  /* of a set of them */
    uint64_t *needs; /* [count * words] */
    uint32_t *moves; /* [count] */
};

/* 64-bit words of memory for `needs` and `moves`. */
CORE_FUNCTION uint64_t stubborn_wide_words(uint32_t count, uint32_t words) {
    return (uint64_t)count * words + (count + 1) / 2;
}

CORE_FUNCTION struct stubborn_wide stubborn_wide_in(uint64_t *memory, uint32_t count, uint32_t words,
                                                    uint32_t lane) {
    struct stubborn_wide wide;
    wide.width = STUBBORN_LANES;
    wide.lane = lane;
    wide.count = count;
    wide.words = words;
    wide.needs = memory;
    wide.moves = (uint32_t *)(memory + (uint64_t)count * words);
    return wide;
}

CORE_FUNCTION uint32_t stubborn_wide_lane(const struct stubborn_wide *wide, uint32_t at) {
#ifdef __CUDA_ARCH__
    return wide->lane + at;
#else
    (void)wide;
    return at;
#endif
}

/* --- sets --- */

CORE_FUNCTION struct stubborn_spread stubborn_spread_empty(const struct stubborn_wide *wide) {
    struct stubborn_spread set;
    STUBBORN_EACH_LANE(wide, at) {
        set.word[at] = 0;
    }
    return set;
}

CORE_FUNCTION void stubborn_spread_put(const struct stubborn_wide *wide, struct stubborn_spread *set,
                                       uint32_t process) {
    STUBBORN_EACH_LANE(wide, at) {
        set->word[at] |= stubborn_wide_lane(wide, at) == process / 64 ? (uint64_t)1 << process % 64 : 0;
    }
}

/* One set without the other. */
CORE_FUNCTION struct stubborn_spread stubborn_spread_less(const struct stubborn_wide *wide,
                                                          const struct stubborn_spread *one,
                                                          const struct stubborn_spread *other) {
    struct stubborn_spread left;
    STUBBORN_EACH_LANE(wide, at) {
        left.word[at] = one->word[at] & ~other->word[at];
    }
    return left;
}

/* The least process of a set, or MODEL_NONE. */
CORE_FUNCTION uint32_t stubborn_spread_first(const struct stubborn_spread *set) {
#ifdef __CUDA_ARCH__
    const uint32_t lanes = __ballot_sync(0xffffffff, set->word[0] != 0);
    if (lanes == 0) {
        return MODEL_NONE;
    }
    const uint32_t from = core_count_trailing_zeros(lanes);
    const uint64_t word = __shfl_sync(0xffffffff, (unsigned long long)set->word[0], (int)from);
    return 64 * from + core_count_trailing_zeros_wide(word);
#else
    for (uint32_t at = 0; at < STUBBORN_LANES; at++) {
        if (set->word[at] != 0) {
            return 64 * at + core_count_trailing_zeros_wide(set->word[at]);
        }
    }
    return MODEL_NONE;
#endif
}

CORE_FUNCTION int stubborn_spread_meets(const struct stubborn_wide *wide, const struct stubborn_spread *one,
                                        const struct stubborn_spread *other) {
    int meets = 0;
    STUBBORN_EACH_LANE(wide, at) {
        meets |= (one->word[at] & other->word[at]) != 0;
    }
#ifdef __CUDA_ARCH__
    return __any_sync(0xffffffff, meets);
#else
    return meets;
#endif
}

/* --- looks --- */

/* What a process can do, and needs: as stubborn_look_at. */
typedef uint32_t (*stubborn_look)(void *context, uint32_t process, uint64_t *needs, uint32_t words);

/* Bit l: the value of lane l is not 0. */
CORE_FUNCTION uint32_t stubborn_wide_vote(const struct stubborn_wide *wide, const uint32_t *values) {
#ifdef __CUDA_ARCH__
    (void)wide;
    return __ballot_sync(0xffffffff, values[0] != 0);
#else
    uint32_t votes = 0;
    STUBBORN_EACH_LANE(wide, at) {
        votes |= (uint32_t)(values[at] != 0) << at;
    }
    return votes;
#endif
}

/* The lanes look at all processes. Returns those that have moves. */
CORE_FUNCTION struct stubborn_spread stubborn_wide_look(const struct stubborn_wide *wide, stubborn_look look,
                                                        void *context) {
    struct stubborn_spread movers = stubborn_spread_empty(wide);
    for (uint32_t first = 0; first < wide->count; first += STUBBORN_LANES) {
        uint32_t moves[STUBBORN_HELD];
        STUBBORN_EACH_LANE(wide, at) {
            const uint32_t process = first + stubborn_wide_lane(wide, at);
            moves[at] = 0;
            if (process < wide->count) {
                moves[at] =
                    look(context, process, wide->needs + (uint64_t)process * wide->words, wide->words);
                wide->moves[process] = moves[at];
            }
        }
        const uint64_t votes = stubborn_wide_vote(wide, moves);
        STUBBORN_EACH_LANE(wide, at) {
            movers.word[at] |= stubborn_wide_lane(wide, at) == first / 64 ? votes << first % 64 : 0;
        }
    }
#ifdef __CUDA_ARCH__
    __syncwarp(); /* the lanes read what others wrote */
#endif
    return movers;
}

/* --- the choice --- */

/*
 * Adds to a set what its processes need, and so on, but for what those in `done` need. Returns the moves of
 * the processes that it has looked at; or STUBBORN_NEVER, and the set is not complete: they have `limit`
 * moves or more, or the set meets `tried`.
 */
CORE_FUNCTION uint32_t stubborn_wide_close(const struct stubborn_wide *wide, struct stubborn_spread *set,
                                           struct stubborn_spread done, const struct stubborn_spread *tried,
                                           uint32_t limit) {
    uint32_t sum = 0;
    for (;;) {
        const struct stubborn_spread todo = stubborn_spread_less(wide, set, &done);
        const uint32_t process = stubborn_spread_first(&todo);
        if (process == MODEL_NONE) {
            return sum;
        }
        sum = stubborn_add(sum, wide->moves[process]);
        if (sum >= limit) {
            return STUBBORN_NEVER;
        }
        stubborn_spread_put(wide, &done, process);
        STUBBORN_EACH_LANE(wide, at) {
            const uint32_t lane = stubborn_wide_lane(wide, at);
            set->word[at] |= lane < wide->words ? wide->needs[(uint64_t)process * wide->words + lane] : 0;
        }
        if (stubborn_spread_meets(wide, set, tried)) {
            return STUBBORN_NEVER;
        }
    }
}

/*
 * Chooses, once the lanes have looked at all processes. roots: those from which it looks for sets, which all
 * with moves are among. Returns whether some moves can be left out; *chosen is the set then.
 */
CORE_FUNCTION int stubborn_wide_choose(const struct stubborn_wide *wide, const struct stubborn_spread *roots,
                                       const struct stubborn_spread *movers, struct stubborn_spread *chosen) {
    const struct stubborn_spread none = stubborn_spread_empty(wide);
    struct stubborn_spread seen = none, tried = none;
    uint32_t best = STUBBORN_NEVER;
    *chosen = none;
    while (best != 1) {
        struct stubborn_spread left = stubborn_spread_less(wide, roots, &seen), reached = seen;
        const uint32_t root = stubborn_spread_first(&left);
        if (root == MODEL_NONE) {
            break;
        }
        stubborn_spread_put(wide, &reached, root);
        (void)stubborn_wide_close(wide, &reached, seen, &none, UINT32_MAX);
        left = stubborn_spread_less(wide, &reached, &seen);
        seen = reached;
        STUBBORN_EACH_LANE(wide, at) {
            left.word[at] &= movers->word[at];
        }
        for (uint32_t process = stubborn_spread_first(&left); process != MODEL_NONE && best != 1;
             process = stubborn_spread_first(&left)) {
            struct stubborn_spread set = none, one = none;
            stubborn_spread_put(wide, &one, process);
            set = one;
            const uint32_t sum = stubborn_wide_close(wide, &set, none, &tried, best);
            if (sum < best) {
                best = sum;
                *chosen = set;
            }
            left = stubborn_spread_less(wide, &left, &one);
            stubborn_spread_put(wide, &tried, process);
        }
    }
    const struct stubborn_spread out = stubborn_spread_less(wide, movers, chosen);
    return best != STUBBORN_NEVER && stubborn_spread_meets(wide, &out, &out);
}

/* All processes, as roots. */
CORE_FUNCTION struct stubborn_spread stubborn_wide_all(const struct stubborn_wide *wide) {
    struct stubborn_spread set;
    STUBBORN_EACH_LANE(wide, at) {
        const uint32_t first = 64 * stubborn_wide_lane(wide, at);
        const uint32_t here = first < wide->count ? wide->count - first : 0;
        set.word[at] = here >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << here) - 1;
    }
    return set;
}

#endif
