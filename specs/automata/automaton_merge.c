/*
 * Merges states that no play can distinguish: the coarsest partition in which states of a block have the same
 * kind, owner and priority, and on every class moves to the same blocks (Moore 1956): blocks are split by the
 * blocks that their states lead to until nothing changes.
 */
#include <string.h>

#include "base/core.h"
#include "base/index.h"
#include "base/sort.h"
#include "specs/automata/formula_automaton.h"

/* Merges nothing if that takes more visits of moves: a round may split only one state off a long chain. */
#define MOST_WORK ((uint64_t)1 << 23)

struct state_merging {
    const struct automaton *automaton;
    uint32_t *block, *next; /* by state */
    uint32_t *leader;       /* by block in `next`: its first state */
    struct index leaders;   /* finds blocks by the moves of their leaders; has room for all states */
    struct automaton_move
        *to; /* in the rows of the states: class and target block of each move, sorted, each once */
    uint64_t *to_count; /* by state */
};

/* Finds the target blocks of a state's moves. */
static void look_at_blocks(struct state_merging *merging, uint64_t state) {
    const struct automaton_state *row = &merging->automaton->state[state];
    struct automaton_move *to = merging->to + row->first;
    for (uint64_t i = 0; i < row->count; i++) {
        const struct automaton_move *move = &merging->automaton->move[row->first + i];
        to[i] = (struct automaton_move){move->label_class, merging->block[move->target]};
    }
    merging->to_count[state] = sort_unique(to, row->count, sizeof *to, automaton_compare_moves);
}

static uint64_t hash_of(const struct state_merging *merging, uint64_t state) {
    const struct automaton_move *to = merging->to + merging->automaton->state[state].first;
    uint64_t hash = core_mix(merging->block[state] + 1);
    for (uint64_t i = 0; i < merging->to_count[state]; i++) {
        hash = core_mix(hash ^ ((uint64_t)to[i].label_class << 32 | to[i].target)) + i;
    }
    return hash;
}

static int are_alike(const struct state_merging *merging, uint64_t a, uint64_t b) {
    const struct automaton_state *x = &merging->automaton->state[a], *y = &merging->automaton->state[b];
    return merging->block[a] == merging->block[b] && x->kind == y->kind && x->owner == y->owner &&
           x->priority == y->priority && x->predicate == y->predicate &&
           merging->to_count[a] == merging->to_count[b] &&
           memcmp(merging->to + x->first, merging->to + y->first,
                  merging->to_count[a] * sizeof *merging->to) == 0;
}

/* Splits blocks by the blocks to which their states lead. Returns the number of blocks. */
static uint64_t split_blocks(struct state_merging *merging) {
    uint64_t blocks = 0;
    index_clear(&merging->leaders);
    for (uint64_t s = 0; s < merging->automaton->states; s++) {
        look_at_blocks(merging, s);
        uint64_t hash = hash_of(merging, s);
        struct index_walk walk = index_find(&merging->leaders, hash);
        int found = 0;
        while (!found && index_next(&walk)) {
            found = are_alike(merging, merging->leader[walk.number], s);
        }
        if (!found) {
            index_add(&merging->leaders, merging->automaton->memory, hash, (uint32_t)blocks);
            merging->leader[blocks] = (uint32_t)s;
        }
        merging->next[s] = found ? walk.number : (uint32_t)blocks++;
    }
    memcpy(merging->block, merging->next, merging->automaton->states * sizeof *merging->block);
    return blocks;
}

/* Finds the final blocks; *blocks is the number of states if that takes too long. */
static int find_blocks(struct state_merging *merging, uint64_t *blocks) {
    uint64_t states = merging->automaton->states, before, work = 0;
    memset(merging->block, 0, states * sizeof *merging->block);
    *blocks = 1;
    do {
        before = *blocks;
        *blocks = split_blocks(merging);
        work += merging->automaton->moves + states;
        if (automaton_check_stop(merging->automaton) != 0) {
            return -1;
        }
        if (work > MOST_WORK) {
            *blocks = states;
            return 0;
        }
    } while (*blocks != before && *blocks != states);
    return 0;
}

/* Makes a state of each leader. Leaders have the order of states, and so has the result. */
static int copy_leaders(struct state_merging *merging, uint64_t blocks, struct automaton *copy) {
    const struct automaton *automaton = merging->automaton;
    for (uint64_t block = 0; block < blocks; block++) {
        struct automaton_state state = automaton->state[merging->leader[block]];
        const struct automaton_move *to = merging->to + state.first;
        state.first = copy->moves;
        state.count = merging->to_count[merging->leader[block]];
        for (uint64_t i = 0; i < state.count; i++) {
            if (automaton_add_move(copy, to[i].label_class, to[i].target) != 0) {
                return -1;
            }
        }
        if (automaton_add_state(copy, &state) != 0) {
            return -1;
        }
    }
    copy->initial = merging->block[automaton->initial];
    return 0;
}

/* The priority of a state on no cycle does not matter. If all its successors have the same priority, it gets
 * that one, so that it can be merged with a state on a cycle.
 */
static void borrow_priority(struct automaton *automaton, uint32_t number) {
    struct automaton_state *state = &automaton->state[number];
    uint32_t least = UINT32_MAX, highest = 0;
    for (uint64_t i = state->first; i < state->first + state->count; i++) {
        const struct automaton_state *target = &automaton->state[automaton->move[i].target];
        if (target->kind != OBSERVER_STOP) {
            least = target->priority < least ? target->priority : least;
            highest = target->priority > highest ? target->priority : highest;
        }
    }
    state->priority = least == highest ? highest : 0;
}

static int borrow_priorities(struct automaton *automaton) {
    arena *arena = arena_create(automaton->memory);
    struct automaton_components components;
    int failed = automaton_components_create(automaton, arena, &components);
    if (!failed) {
        automaton_components_find_all(automaton, &components);
    }
    for (uint64_t begin = 0, end; begin < automaton->states && !failed; begin = end) {
        /* successors come first */
        end = automaton_component_end(&components, begin, automaton->states);
        if (!automaton_component_has_cycle(automaton, &components, begin, end)) {
            borrow_priority(automaton, components.list[begin]);
        }
    }
    arena_free(arena);
    return failed;
}

static int merging_create(struct state_merging *merging, arena *arena) {
    const struct automaton *automaton = merging->automaton;
    uint64_t bytes = automaton->states * sizeof(uint32_t);
    merging->block = arena_allocate(arena, bytes);
    merging->next = arena_allocate(arena, bytes);
    merging->leader = arena_allocate(arena, bytes);
    merging->to = arena_allocate(arena, automaton->moves * sizeof *merging->to);
    merging->to_count = arena_allocate(arena, automaton->states * sizeof *merging->to_count);
    return arena_failed(arena) || index_reserve(&merging->leaders, automaton->memory, automaton->states) != 0
               ? automaton_no_memory(automaton)
               : 0;
}

int automaton_merge(struct automaton *automaton, int *changed) {
    struct state_merging merging = {.automaton = automaton};
    struct automaton copy = automaton_like(automaton);
    arena *arena = arena_create(automaton->memory);
    uint64_t states = automaton->states, blocks = states;
    int failed = borrow_priorities(automaton) != 0 || merging_create(&merging, arena) != 0 ||
                 find_blocks(&merging, &blocks) != 0 ||
                 (blocks != states && copy_leaders(&merging, blocks, &copy) != 0);
    arena_free(arena);
    index_free(&merging.leaders, automaton->memory);
    if (!failed && blocks == states) {
        return 0;
    }
    *changed |= !failed;
    return automaton_replace(automaton, &copy, failed);
}
