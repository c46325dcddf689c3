/* The form of automata (tgba.h). */
#include "specs/ltl/tgba.h"

#include "base/error.h"
#include "base/memory.h"

static int no_memory(struct bdd_pool *pool) {
    if (!pool->failed) {
        error_memory(pool->error, "for the automaton");
    }
    pool->failed = 1;
    return -1;
}

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
               ? no_memory(automaton->pool)
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
           : GROWING_ADD(pool->memory, automaton->edge, edge) != 0 ? no_memory(pool)
                                                                   : 0;
}

int tgba_end_state(struct tgba *automaton) {
    struct bdd_pool *pool = automaton->pool;
    if (pool->failed || begin_rows(automaton) != 0 ||
        GROWING_ADD(pool->memory, automaton->row, automaton->edge.count) != 0) {
        return no_memory(pool);
    }
    automaton->states++;
    return 0;
}
