/*
 * Büchi automata with marks on states (tgba.h): a state is one of the generalised automaton with the number
 * of marks that were seen in their order since the last time that all of them were (Gastin and Oddoux 2001).
 */
#include "base/core.h"
#include "base/error.h"
#include "base/memory.h"
#include "specs/ltl/tgba.h"

struct levels {
    const struct tgba *of;
    struct tgba_components components;
    uint8_t *is_whole;      /* by component: each of its edges has all marks */
    GROWING(uint64_t) pair; /* by state: the other automaton's, and the level */
    struct index by_pair;
};

static void no_memory(struct bdd_pool *pool) {
    if (!pool->failed) {
        error_memory(pool->error, "for the automaton");
    }
    pool->failed = 1;
}

static uint32_t state_of(struct levels *levels, uint32_t state, unsigned level) {
    struct bdd_pool *pool = levels->of->pool;
    const uint64_t pair = (uint64_t)state << 32 | level, hash = core_mix(pair);
    for (struct index_walk walk = index_find(&levels->by_pair, hash); index_next(&walk);) {
        if (levels->pair.data[walk.number] == pair) {
            return walk.number;
        }
    }
    const uint32_t number = (uint32_t)levels->pair.count;
    if (!pool->failed && (GROWING_ADD(pool->memory, levels->pair, pair) != 0 ||
                          index_add(&levels->by_pair, pool->memory, hash, number) != 0)) {
        no_memory(pool);
    }
    return number;
}

/* The level at which a run enters a state from outside of its component. */
static unsigned entry_level(const struct levels *levels, uint32_t state) {
    return levels->is_whole[levels->components.component[state]] ? levels->of->marks : 0;
}

static unsigned level_after(const struct levels *levels, uint32_t source, unsigned level,
                            const struct tgba_edge *edge) {
    const uint32_t *component = levels->components.component;
    const unsigned marks = levels->of->marks;
    if (component[source] != component[edge->target]) {
        return entry_level(levels, edge->target);
    }
    level = level == marks ? 0 : level;
    while (level < marks && (edge->marks >> level & 1) != 0) {
        level++;
    }
    return level;
}

static void find_whole(struct levels *levels) {
    const struct tgba *of = levels->of;
    for (uint32_t c = 0; c < levels->components.count; c++) {
        levels->is_whole[c] = levels->components.has_edge[c];
    }
    for (uint32_t s = 0; s < of->states; s++) {
        for (uint64_t i = of->row.data[s]; i < of->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &of->edge.data[i];
            if (levels->components.component[edge->target] == levels->components.component[s]) {
                levels->is_whole[levels->components.component[s]] &= edge->marks == tgba_all_marks(of);
            }
        }
    }
}

static void make_states(struct levels *levels, struct tgba *made) {
    const struct tgba *of = levels->of;
    struct bdd_pool *pool = of->pool;
    made->marks = 1;
    state_of(levels, of->initial, entry_level(levels, of->initial));
    for (uint64_t n = 0; n < levels->pair.count && !pool->failed; n++) {
        const uint32_t s = (uint32_t)(levels->pair.data[n] >> 32), level = (uint32_t)levels->pair.data[n];
        for (uint64_t i = of->row.data[s]; i < of->row.data[s + 1] && !pool->failed; i++) {
            const struct tgba_edge *edge = &of->edge.data[i];
            const uint32_t target = state_of(levels, edge->target, level_after(levels, s, level, edge));
            tgba_add_edge(made, (struct tgba_edge){target, edge->guard, level == of->marks});
        }
        tgba_end_state(made);
    }
}

int tgba_degeneralise(const struct tgba *automaton, struct tgba *made) {
    struct bdd_pool *pool = automaton->pool;
    struct levels levels = {.of = automaton};
    tgba_init(made, pool);
    if (pool->failed || automaton->states == 0) {
        return pool->failed ? -1 : 0;
    }
    if (tgba_components_find(automaton, &levels.components) == 0) {
        levels.is_whole = memory_allocate_zeroed(pool->memory, automaton->states);
        if (levels.is_whole == NULL) {
            no_memory(pool);
        } else {
            find_whole(&levels);
            make_states(&levels, made);
        }
    }
    memory_free(pool->memory, levels.is_whole, automaton->states);
    tgba_components_free(&levels.components);
    GROWING_FREE(pool->memory, levels.pair);
    index_free(&levels.by_pair, pool->memory);
    return pool->failed ? -1 : 0;
}
