/* What may become of a formula (ltl_future.h): where its automaton, on the letters of runs, accepts a word.
 */
#include "specs/ltl/ltl_future.h"

#include "base/memory.h"

/* The function on the letters of transitions: of predicates alone. */
static bdd on_events(struct ltl_letters *letters, bdd function) {
    bdd result = BDD_FALSE;
    for (uint32_t letter = 0; letter < letters->count && result != BDD_TRUE; letter++) {
        result = bdd_or(letters->pool, result, ltl_letters_restrict(letters, function, letter));
        if (letters->pool->failed) {
            return BDD_FALSE;
        }
    }
    return result;
}

/* Adds the edges of a state, whose targets are numbered from 1 on. */
static void add_edges(struct ltl_letters *letters, const struct tgba *automaton, uint32_t state,
                      struct tgba *made) {
    for (uint64_t i = automaton->row.data[state];
         i < automaton->row.data[state + 1] && !letters->pool->failed; i++) {
        const struct tgba_edge *edge = &automaton->edge.data[i];
        const bdd guard = on_events(letters, edge->guard);
        if (guard != BDD_FALSE) {
            tgba_add_edge(made, (struct tgba_edge){edge->target + 1, guard, edge->marks});
        }
    }
}

/*
 * The automaton on the letters of runs. State 0 begins with an event; the others are those of the automaton;
 * the last one is reached where the run has ended and is accepted.
 */
static void follow_runs(struct ltl_letters *letters, const struct tgba *automaton, const bdd *end,
                        struct tgba *made) {
    const uint32_t last = automaton->states + 1;
    made->marks = automaton->marks;
    add_edges(letters, automaton, automaton->initial, made);
    tgba_end_state(made);
    for (uint32_t s = 0; s < automaton->states && !letters->pool->failed; s++) {
        add_edges(letters, automaton, s, made);
        if (end[s] != BDD_FALSE) {
            tgba_add_edge(made, (struct tgba_edge){last, end[s], 0});
        }
        tgba_end_state(made);
    }
    tgba_add_edge(made, (struct tgba_edge){last, BDD_TRUE, tgba_all_marks(automaton)});
    tgba_end_state(made);
}

/* The first letters, as functions of predicates, with which the automaton accepts a word. */
static int find_first(struct ltl_letters *letters, const struct tgba *automaton, bdd *first) {
    struct bdd_pool *pool = letters->pool;
    struct tgba made;
    *first = BDD_FALSE;
    if (automaton->states == 0) {
        return 0;
    }
    bdd *end = memory_allocate_array(pool->memory, automaton->states, sizeof *end);
    tgba_init(&made, pool);
    int failed = end == NULL ? bdd_no_memory(pool) : ltl_letters_find_ends(letters, automaton, end);
    if (!failed) {
        follow_runs(letters, automaton, end, &made);
        failed = pool->failed || tgba_trim(&made) != 0;
    }
    for (uint64_t i = 0; !failed && made.states != 0 && i < made.row.data[made.initial + 1]; i++) {
        *first = i < made.row.data[made.initial] ? *first : bdd_or(pool, *first, made.edge.data[i].guard);
    }
    tgba_free(&made);
    memory_free(pool->memory, end, automaton->states * sizeof *end);
    return failed || pool->failed ? -1 : 0;
}

int ltl_future_find(struct ltl_letters *letters, struct ltl_store *store, ltl formula,
                    struct ltl_future *future) {
    struct tgba yes, no;
    const int failed = tgba_of_formula(store, letters->pool, formula, letters->atoms, &yes, &no) != 0 ||
                       find_first(letters, &yes, &future->may_hold) != 0 ||
                       find_first(letters, &no, &future->may_fail) != 0;
    tgba_free(&yes);
    tgba_free(&no);
    return failed ? -1 : 0;
}
