/*
 * Büchi automata with marks on states (tgba.h): a state is one of the generalised automaton with the number
 * of marks that were seen in their order since the last time that all of them were (Gastin and Oddoux 2001).
 */
#include "base/memory.h"
#include "specs/ltl/tgba.h"

struct levels {
    const struct tgba *of;
    struct tgba_components components;
    uint8_t *is_whole;       /* by component: each of its edges has all marks */
    struct tgba_pairs pairs; /* by state: the other automaton's, and the level */
};

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
    tgba_pair_number(&levels->pairs, pool, of->initial, entry_level(levels, of->initial));
    for (uint64_t n = 0; n < levels->pairs.pair.count && !pool->failed; n++) {
        const uint32_t s = (uint32_t)(levels->pairs.pair.data[n] >> 32),
                       level = (uint32_t)levels->pairs.pair.data[n];
        for (uint64_t i = of->row.data[s]; i < of->row.data[s + 1] && !pool->failed; i++) {
            const struct tgba_edge *edge = &of->edge.data[i];
            const uint32_t target =
                tgba_pair_number(&levels->pairs, pool, edge->target, level_after(levels, s, level, edge));
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
            bdd_no_memory(pool);
        } else {
            find_whole(&levels);
            make_states(&levels, made);
        }
    }
    memory_free(pool->memory, levels.is_whole, automaton->states);
    tgba_components_free(&levels.components);
    tgba_pairs_free(&levels.pairs, pool);
    return pool->failed ? -1 : 0;
}
