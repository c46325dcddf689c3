/* The form of automata (tgba.h). */
#include "specs/ltl/tgba.h"

#include "base/core.h"
#include "base/memory.h"

void tgba_init(struct tgba *automaton, struct bdd_pool *pool) {
    *automaton = (struct tgba){.pool = pool};
}

void tgba_free(struct tgba *automaton) {
    if (automaton->pool != NULL) {
        GROWING_FREE(automaton->pool->memory, automaton->edge);
        GROWING_FREE(automaton->pool->memory, automaton->row);
    }
    *automaton = (struct tgba){.pool = automaton->pool};
}

/* The rows begin with a 0. */
static int begin_rows(struct tgba *automaton) {
    return automaton->row.count == 0 && GROWING_ADD(automaton->pool->memory, automaton->row, 0) != 0
               ? bdd_no_memory(automaton->pool)
               : 0;
}

int tgba_add_edge(struct tgba *automaton, struct tgba_edge edge) {
    struct bdd_pool *pool = automaton->pool;
    if (pool->failed || begin_rows(automaton) != 0) {
        return -1;
    }
    for (uint64_t i = automaton->row.data[automaton->row.count - 1];
         i < automaton->edge.count && bdd_step(pool); i++) {
        struct tgba_edge *other = &automaton->edge.data[i];
        if (other->target == edge.target && other->marks == edge.marks) {
            other->guard = bdd_or(pool, other->guard, edge.guard);
            return pool->failed ? -1 : 0;
        }
    }
    return edge.guard == BDD_FALSE                                 ? 0
           : GROWING_ADD(pool->memory, automaton->edge, edge) != 0 ? bdd_no_memory(pool)
                                                                   : 0;
}

int tgba_end_state(struct tgba *automaton) {
    struct bdd_pool *pool = automaton->pool;
    if (pool->failed || begin_rows(automaton) != 0 ||
        GROWING_ADD(pool->memory, automaton->row, automaton->edge.count) != 0) {
        return bdd_no_memory(pool);
    }
    automaton->states++;
    return 0;
}

uint32_t tgba_pair_number(struct tgba_pairs *pairs, struct bdd_pool *pool, uint32_t first, uint32_t second) {
    const uint64_t pair = (uint64_t)first << 32 | second, hash = core_mix(pair);
    for (struct index_walk walk = index_find(&pairs->by_pair, hash); index_next(&walk);) {
        if (pairs->pair.data[walk.number] == pair) {
            return walk.number;
        }
    }
    const uint32_t number = (uint32_t)pairs->pair.count;
    if (!pool->failed && (GROWING_ADD(pool->memory, pairs->pair, pair) != 0 ||
                          index_add(&pairs->by_pair, pool->memory, hash, number) != 0)) {
        bdd_no_memory(pool);
    }
    return number;
}

void tgba_pairs_free(struct tgba_pairs *pairs, struct bdd_pool *pool) {
    GROWING_FREE(pool->memory, pairs->pair);
    index_free(&pairs->by_pair, pool->memory);
}
