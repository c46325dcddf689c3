/*
 * Automata for Markov decision processes (tgba.h), after Courcoubetis and Yannakakis, The complexity of
 * probabilistic verification (1995), and Hahn, Perez, Schewe, Somenzi, Trivedi and Wojtczak, Good-for-MDPs
 * automata (2020). First the automaton follows all runs at once, as a set of states. At any time it may guess
 * one of these states, and is deterministic from then on: it follows the runs from there that stay in the
 * component of that state, and those of them that have seen a mark since the last breakpoint. At a breakpoint
 * these are all; then the next mark is looked for. So all marks are seen again and again on one of the runs
 * if there are infinitely many breakpoints.
 */
#include <string.h>

#include "base/memory.h"
#include "specs/ltl/tgba.h"
#include "specs/ltl/tgba_sets.h"

struct limit {
    const struct tgba *of;
    struct tgba *made;
    struct tgba_components components;
    /* The elements of a state: the states that are followed; `seen` + those that have seen the mark; `level`
     * + that mark, or `level` + marks before the guess. */
    struct tgba_sets sets;
    uint32_t seen, level, marks;
    uint64_t *from; /* a copy of the set that is left */
};

static int has_mark(const struct limit *limit, const struct tgba_edge *edge, uint32_t mark) {
    return limit->of->marks == 0 || (edge->marks >> mark & 1) != 0;
}

static uint32_t level_of(const struct limit *limit, const uint64_t *set) {
    uint32_t level = 0;
    while (!bitset_has(set, limit->level + level)) {
        level++;
    }
    return level;
}

static void add_edge(struct limit *limit, uint64_t part, uint32_t level, uint64_t mark) {
    uint64_t *target = tgba_sets_target(&limit->sets, part);
    bitset_add(target, limit->level + level);
    const uint32_t number = tgba_sets_number(&limit->sets, target);
    if (tgba_sets_go_on(&limit->sets)) {
        tgba_add_edge(limit->made, (struct tgba_edge){number, limit->sets.part.data[part], mark});
    }
}

static int is_empty(const struct limit *limit, const uint64_t *set) {
    uint32_t s = 0;
    while (s < limit->of->states && !bitset_has(set, s)) {
        s++;
    }
    return s == limit->of->states;
}

/* Whether all that are followed have seen the mark: then they begin to look for the next one. */
static int is_breakpoint(const struct limit *limit, uint64_t *set) {
    for (uint32_t s = 0; s < limit->of->states; s++) {
        if (bitset_has(set, s) && !bitset_has(set, limit->seen + s)) {
            return 0;
        }
    }
    for (uint32_t s = 0; s < limit->of->states; s++) {
        set[(limit->seen + s) / 64] &= ~((uint64_t)1 << (limit->seen + s) % 64);
    }
    return 1;
}

/* The edges after the guess from a set of states, of which these have seen the mark. */
static void add_guessed(struct limit *limit, const uint64_t *set, uint32_t level) {
    struct tgba_sets *sets = &limit->sets;
    tgba_sets_begin(sets);
    for (uint32_t s = 0; s < limit->of->states && tgba_sets_go_on(sets); s++) {
        const uint32_t own = limit->components.component[s];
        for (uint64_t i = limit->of->row.data[s]; bitset_has(set, s) && i < limit->of->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &limit->of->edge.data[i];
            const int has_seen = bitset_has(set, limit->seen + s) || has_mark(limit, edge, level);
            if (limit->components.component[edge->target] == own) {
                tgba_sets_split(sets, edge->guard, edge->target,
                                has_seen ? limit->seen + edge->target : TGBA_SETS_NONE);
            }
        }
    }
    for (uint64_t p = 0; p < sets->part.count && tgba_sets_go_on(sets); p++) {
        uint64_t *target = tgba_sets_target(sets, p);
        if (!is_empty(limit, target)) {
            const uint32_t breaks = (uint32_t)is_breakpoint(limit, target);
            add_edge(limit, p, (level + breaks) % limit->marks, breaks);
        }
    }
}

/* The edge to all successors. */
static void add_followed(struct limit *limit, const uint64_t *set) {
    struct tgba_sets *sets = &limit->sets;
    tgba_sets_begin(sets);
    for (uint32_t s = 0; s < limit->of->states && tgba_sets_go_on(sets); s++) {
        for (uint64_t i = limit->of->row.data[s]; bitset_has(set, s) && i < limit->of->row.data[s + 1]; i++) {
            tgba_sets_split(sets, limit->of->edge.data[i].guard, limit->of->edge.data[i].target,
                            TGBA_SETS_NONE);
        }
    }
    for (uint64_t p = 0; p < sets->part.count && tgba_sets_go_on(sets); p++) {
        if (!is_empty(limit, tgba_sets_target(sets, p))) {
            add_edge(limit, p, limit->marks, 0);
        }
    }
}

/* Guesses a state of the set. */
static void add_guesses(struct limit *limit, uint64_t *one) {
    for (uint32_t s = 0; s < limit->of->states && tgba_sets_go_on(&limit->sets); s++) {
        if (bitset_has(limit->from, s) &&
            tgba_component_accepts(limit->of, &limit->components, limit->components.component[s])) {
            bitset_add(one, s);
            add_guessed(limit, one, 0);
            one[s / 64] = 0;
        }
    }
}

static void make_states(struct limit *limit, uint64_t *one) {
    struct tgba_sets *sets = &limit->sets;
    bitset_add(one, limit->of->initial);
    bitset_add(one, limit->level + limit->marks);
    tgba_sets_number(sets, one);
    memset(one, 0, sets->words * sizeof *one);
    for (uint64_t s = 0; s < sets->count && tgba_sets_go_on(sets); s++) {
        memcpy(limit->from, tgba_set(sets, s), sets->words * sizeof *limit->from);
        const uint32_t level = level_of(limit, limit->from);
        if (level < limit->marks) {
            add_guessed(limit, limit->from, level);
        } else {
            add_followed(limit, limit->from);
            add_guesses(limit, one);
        }
        tgba_end_state(limit->made);
    }
}

static int make(struct limit *limit) {
    struct bdd_pool *pool = limit->of->pool;
    const uint64_t words = limit->sets.words;
    uint64_t *scratch = memory_allocate_zeroed(pool->memory, 2 * words * sizeof *scratch);
    limit->from = scratch;
    if (scratch == NULL) {
        return bdd_no_memory(pool);
    }
    make_states(limit, scratch + words);
    memory_free(pool->memory, scratch, 2 * words * sizeof *scratch);
    return 0;
}

int tgba_limit(const struct tgba *automaton, uint32_t most, struct tgba *made) {
    struct bdd_pool *pool = automaton->pool;
    if (automaton->states == 0 || tgba_is_deterministic(automaton)) {
        return tgba_degeneralise(automaton, made) != 0 ? -1 : 1;
    }
    struct limit limit = {.of = automaton,
                          .made = made,
                          .seen = automaton->states,
                          .level = 2 * automaton->states,
                          .marks = automaton->marks == 0 ? 1 : automaton->marks};
    tgba_init(made, pool);
    made->marks = 1;
    tgba_sets_init(&limit.sets, pool, bitset_words(limit.level + limit.marks + 1ull), most);
    if (tgba_components_find(automaton, &limit.components) == 0) {
        make(&limit);
    }
    const int is_too_large = limit.sets.is_too_large;
    tgba_components_free(&limit.components);
    tgba_sets_free(&limit.sets);
    return pool->failed || (!is_too_large && tgba_trim(made) != 0) ? -1 : !is_too_large;
}
