/*
 * The subset construction (Rabin and Scott 1959) on STEP states of one player: where the player could go to
 * several states on one class, one state stands for all of them and the player chooses later. The player
 * loses nothing by that if infinite plays do not depend on where the choice is made. So states are joined
 * only if all cycles of their strongly connected components have the same parity, and odd ones are never
 * joined with even ones. (By Koenig's lemma, an infinite play through joined states is one through their
 * members, which stays in one component from some point on.)
 */
#include <stdlib.h>
#include <string.h>

#include "base/core.h"
#include "base/array.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/sort.h"
#include "specs/automata/formula_automaton.h"

/* Gives up after more work than this: subsets can be large even if they are few. */
#define WORK_PER_MOVE 8
#define FREE_WORK 4096

enum parity { PARITY_NONE, PARITY_ODD, PARITY_EVEN, PARITY_BOTH };

/* A state of the new automaton: old states, ascending; several are STEP states of one owner. */
struct subset {
    uint64_t first, count; /* range of its old states in `member` */
};

struct determinisation {
    const struct automaton *old;
    struct automaton made;
    uint8_t *parity;       /* by old state: the parities on cycles of its component */
    struct subset *subset; /* [new states] */
    uint64_t subset_capacity;
    GROWING(uint32_t) member;
    struct index index;         /* finds new states by their members */
    struct automaton_move *row; /* the moves of all members of a subset */
    uint64_t row_capacity;
    uint64_t work, most_work; /* numbers of visited moves and members */
    int joins, grows;
};

static int find_parities(struct determinisation *subsets) {
    const struct automaton *old = subsets->old;
    arena *arena = arena_create(old->memory);
    struct automaton_components components;
    int failed = automaton_components_create(old, arena, &components);
    if (!failed) {
        automaton_components_find_all(old, &components);
    }
    for (uint64_t begin = 0, end; begin < old->states && !failed; begin = end) {
        unsigned parity = PARITY_NONE;
        end = automaton_component_end(&components, begin, old->states);
        int cycles = automaton_component_has_cycle(old, &components, begin, end);
        for (uint64_t i = begin; cycles && i < end; i++) {
            uint32_t priority = old->state[components.list[i]].priority;
            parity |= priority == 0 ? PARITY_NONE : priority % 2 == 1 ? PARITY_ODD : PARITY_EVEN;
        }
        for (uint64_t i = begin; i < end; i++) {
            subsets->parity[components.list[i]] = (uint8_t)parity;
        }
    }
    arena_free(arena);
    return failed;
}

/* --- numbers of subsets --- */

static int add_member(struct determinisation *subsets, uint32_t state) {
    return GROWING_ADD(subsets->made.memory, subsets->member, state) != 0 ? automaton_no_memory(subsets->old)
                                                                          : 0;
}

static int has_members(const struct determinisation *subsets, uint64_t number, uint64_t first) {
    const struct subset *subset = &subsets->subset[number];
    uint64_t count = subsets->member.count - first;
    return subset->count == count &&
           memcmp(subsets->member.data + subset->first, subsets->member.data + first,
                  count * sizeof *subsets->member.data) == 0;
}

static int new_subset(struct determinisation *subsets, uint64_t first, struct automaton_state *state) {
    uint64_t number = subsets->made.states, parity = PARITY_NONE;
    *state = subsets->old->state[subsets->member.data[first]];
    if (subsets->member.count - first > 1) {
        for (uint64_t i = first; i < subsets->member.count; i++) {
            const struct formula_meaning *meaning = &subsets->old->state[subsets->member.data[i]].meaning;
            parity |= subsets->parity[subsets->member.data[i]];
            if (i > first && automaton_add_meaning(&subsets->made, state, meaning) != 0) {
                return -1;
            }
        }
        state->priority = parity == PARITY_ODD ? 1 : parity == PARITY_EVEN ? 2 : 0;
        subsets->joins = 1;
    }
    if (MEMORY_GROW(subsets->made.memory, &subsets->subset, &subsets->subset_capacity, number + 1) != 0) {
        return automaton_no_memory(subsets->old);
    }
    subsets->subset[number] = (struct subset){first, subsets->member.count - first};
    return automaton_add_state(&subsets->made, state);
}

/* Returns the number of the subset of the last members, from `first` on; -1 if that fails. */
static int64_t number_of(struct determinisation *subsets, uint64_t first) {
    uint64_t hash = subsets->member.count - first;
    for (uint64_t i = first; i < subsets->member.count; i++) {
        hash = core_mix(hash ^ subsets->member.data[i]) + i - first;
    }
    for (struct index_walk walk = index_find(&subsets->index, hash); index_next(&walk);) {
        if (has_members(subsets, walk.number, first)) {
            subsets->member.count = first;
            return walk.number;
        }
    }
    if (subsets->made.states == subsets->old->states) {
        subsets->grows = 1;
        return -1;
    }
    struct automaton_state state;
    if (new_subset(subsets, first, &state) != 0) {
        return -1;
    }
    if (index_add(&subsets->index, subsets->made.memory, hash, (uint32_t)subsets->made.states - 1) != 0) {
        return automaton_no_memory(subsets->old);
    }
    return (int64_t)subsets->made.states - 1;
}

/* --- moves --- */

static int add_move(struct determinisation *subsets, uint32_t label_class, uint64_t first) {
    int64_t number = number_of(subsets, first);
    if (number < 0) {
        return -1;
    }
    if (subsets->made.moves == subsets->old->moves) {
        subsets->grows = 1;
        return -1;
    }
    return automaton_add_move(&subsets->made, label_class, (uint32_t)number);
}

/* Whether a target can be joined with others of these parities (a set of enum parity). */
static int can_join(const struct determinisation *subsets, uint8_t owner, uint32_t target,
                    unsigned parities) {
    const struct automaton_state *state = &subsets->old->state[target];
    return state->kind == OBSERVER_STEP && state->owner == owner &&
           (parities == PARITY_EVEN
                ? subsets->parity[target] == PARITY_EVEN
                : subsets->parity[target] == PARITY_NONE || subsets->parity[target] == parities);
}

/* Adds a move to a target that is not joined with others. */
static int add_single(struct determinisation *subsets, const struct automaton_move *move) {
    uint64_t first = subsets->member.count;
    return add_member(subsets, move->target) != 0 ? -1 : add_move(subsets, move->label_class, first);
}

/* Adds the moves on one class, row[0 .. count): targets that can be joined become one. If the owner can win
 * at once, other targets do not matter.
 */
static int add_targets(struct determinisation *subsets, uint8_t owner, const struct automaton_move *row,
                       uint64_t count) {
    int odd = 0, even = 0;
    for (uint64_t i = 0; i < count; i++) {
        const struct automaton_state *target = &subsets->old->state[row[i].target];
        if (target->kind == OBSERVER_STOP && target->owner != owner) {
            return add_single(subsets, &row[i]);
        }
        odd |= can_join(subsets, owner, row[i].target, PARITY_ODD) &&
               subsets->parity[row[i].target] == PARITY_ODD;
        even |= can_join(subsets, owner, row[i].target, PARITY_EVEN);
    }
    /* Targets on no cycle are joined with the odd ones, or with the even ones if there are no odd ones. */
    for (unsigned join = 0; join < 2; join++) {
        uint64_t first = subsets->member.count;
        for (uint64_t i = 0; i < count; i++) {
            uint32_t target = row[i].target;
            int is_even = can_join(subsets, owner, target, PARITY_EVEN);
            int is_free = can_join(subsets, owner, target, PARITY_ODD);
            int joins = join == 0 ? is_free && (odd || !even) : is_even || (is_free && !odd && even);
            if (joins && add_member(subsets, target) != 0) {
                return -1;
            }
        }
        if (subsets->member.count != first && add_move(subsets, row[0].label_class, first) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < count; i++) {
        uint32_t target = row[i].target;
        if (!can_join(subsets, owner, target, PARITY_EVEN) && !can_join(subsets, owner, target, PARITY_ODD) &&
            add_single(subsets, &row[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Collects the moves of all members in order, each once. Returns their number, or -1. */
static int64_t collect_row(struct determinisation *subsets, const struct subset *subset) {
    const struct automaton *old = subsets->old;
    uint64_t count = 0;
    for (uint64_t i = subset->first; i < subset->first + subset->count; i++) {
        const struct automaton_state *state = &old->state[subsets->member.data[i]];
        subsets->work += state->count + 1;
        if (subsets->work > subsets->most_work) {
            subsets->grows = 1;
            return -1;
        }
        if (MEMORY_GROW(subsets->made.memory, &subsets->row, &subsets->row_capacity,
                        count + state->count + 1) != 0) {
            return automaton_no_memory(subsets->old);
        }
        if (state->count != 0) { /* there may be no moves at all */
            memcpy(subsets->row + count, old->move + state->first, state->count * sizeof *subsets->row);
        }
        count += state->count;
    }
    return (int64_t)sort_unique(subsets->row, count, sizeof *subsets->row, automaton_compare_moves);
}

static int make_row(struct determinisation *subsets, uint64_t number) {
    struct automaton_state *state = &subsets->made.state[number];
    uint64_t first = subsets->made.moves;
    uint8_t owner = state->owner, kind = state->kind;
    struct subset subset = subsets->subset[number];
    int64_t count = collect_row(subsets, &subset);
    if (count < 0) {
        return -1;
    }
    for (int64_t begin = 0, end; begin < count; begin = end) {
        end = begin + 1;
        while (kind == OBSERVER_STEP && end < count &&
               subsets->row[end].label_class == subsets->row[begin].label_class) {
            end++;
        }
        if (add_targets(subsets, owner, subsets->row + begin, (uint64_t)(end - begin)) != 0) {
            return -1;
        }
    }
    automaton_sort_moves(&subsets->made, first);
    state = &subsets->made.state[number];
    state->first = first;
    state->count = subsets->made.moves - first;
    return number % 4096 == 0 ? automaton_check_stop(subsets->old) : 0;
}

static int make_all(struct determinisation *subsets) {
    uint64_t first = subsets->member.count;
    if (add_member(subsets, subsets->old->initial) != 0) {
        return -1;
    }
    int64_t initial = number_of(subsets, first);
    if (initial < 0) {
        return -1;
    }
    subsets->made.initial = (uint32_t)initial;
    for (uint64_t number = 0; number < subsets->made.states; number++) {
        if (make_row(subsets, number) != 0) {
            return -1;
        }
    }
    return 0;
}

static void subsets_free(struct determinisation *subsets) {
    struct memory *memory = subsets->old->memory;
    memory_free(memory, subsets->parity, subsets->old->states);
    index_free(&subsets->index, memory);
    memory_free(memory, subsets->subset, subsets->subset_capacity * sizeof *subsets->subset);
    GROWING_FREE(memory, subsets->member);
    memory_free(memory, subsets->row, subsets->row_capacity * sizeof *subsets->row);
}

int automaton_determinise(struct automaton *automaton, int *changed) {
    struct determinisation subsets = {.old = automaton, .made = automaton_like(automaton)};
    subsets.most_work = WORK_PER_MOVE * automaton->moves + FREE_WORK;
    subsets.parity = memory_allocate_zeroed(automaton->memory, automaton->states);
    int failed = subsets.parity == NULL ? automaton_no_memory(automaton)
                                        : find_parities(&subsets) != 0 || make_all(&subsets) != 0;
    subsets_free(&subsets);
    if (failed || !subsets.joins) {
        automaton_free(&subsets.made);
        return failed && !subsets.grows ? -1 : 0;
    }
    *changed = 1;
    return automaton_replace(automaton, &subsets.made, 0);
}
