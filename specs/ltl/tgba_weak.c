/*
 * Deterministic weak automata (tgba.h), after Dax, Eisinger and Klaedtke (2007): the sets of states that the
 * words reach are the states; a component accepts if the automaton accepts, from one of its sets, a word that
 * leads from the set to itself. The language is an obligation if and only if that automaton accepts it.
 */
#include <string.h>

#include "base/bitset.h"
#include "base/memory.h"
#include "specs/ltl/tgba.h"
#include "specs/ltl/tgba_sets.h"

#define MOST_EDGES 4096u

struct powerset {
    const struct tgba *of;
    struct bdd_pool *pool;
    struct memory *memory;
    struct tgba automaton;
    struct tgba_sets sets; /* of states: those of the automaton */
};

static void make_state(struct powerset *powerset, uint64_t state) {
    struct tgba_sets *sets = &powerset->sets;
    tgba_sets_begin(sets);
    for (uint32_t s = 0; s < powerset->of->states && tgba_sets_go_on(sets); s++) {
        if (bitset_has(tgba_set(sets, state), s)) {
            for (uint64_t i = powerset->of->row.data[s]; i < powerset->of->row.data[s + 1]; i++) {
                const struct tgba_edge *edge = &powerset->of->edge.data[i];
                tgba_sets_split(sets, edge->guard, edge->target, TGBA_SETS_NONE);
            }
        }
    }
    for (uint64_t p = 0; p < sets->part.count && tgba_sets_go_on(sets); p++) {
        const uint32_t target = tgba_sets_number(sets, tgba_sets_target(sets, p));
        tgba_add_edge(&powerset->automaton, (struct tgba_edge){target, sets->part.data[p], 0});
    }
    tgba_end_state(&powerset->automaton);
}

/* The subsets that are reached, the empty one, too: every letter leads somewhere. */
static void make_subsets(struct powerset *powerset) {
    tgba_sets_add_one(&powerset->sets, powerset->of->initial);
    for (uint64_t s = 0; s < powerset->sets.count && tgba_sets_go_on(&powerset->sets); s++) {
        make_state(powerset, s);
    }
}

/* --- which components accept --- */

static void copy(const struct tgba *automaton, struct tgba *made) {
    tgba_init(made, automaton->pool);
    made->marks = automaton->marks;
    made->initial = automaton->initial;
    for (uint32_t s = 0; s < automaton->states; s++) {
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            tgba_add_edge(made, automaton->edge.data[i]);
        }
        tgba_end_state(made);
    }
}

/* Copies the automaton so that it begins in every state of a set: by a state more, which has their edges. */
static void begin_in_set(struct powerset *powerset, uint64_t state, struct tgba *made) {
    const struct tgba *of = powerset->of;
    copy(of, made);
    made->initial = of->states;
    for (uint32_t s = 0; s < of->states; s++) {
        if (bitset_has(tgba_set(&powerset->sets, state), s)) {
            for (uint64_t i = of->row.data[s]; i < of->row.data[s + 1]; i++) {
                struct tgba_edge edge = of->edge.data[i];
                edge.marks = 0;
                tgba_add_edge(made, edge);
            }
        }
    }
    tgba_end_state(made);
}

/* The automaton of one word that goes around a component from a state: the loop that tgba_loop_word finds. */
static void repeat_word(struct powerset *powerset, const struct tgba_word *word, struct tgba *made) {
    tgba_init(made, powerset->pool);
    for (uint64_t i = word->loop; i < word->length; i++) {
        bdd letter = BDD_TRUE;
        for (uint32_t a = 0; a < word->atoms; a++) {
            const bdd atom = bdd_variable(powerset->pool, a);
            letter = word->value[i * word->atoms + a] ? bdd_and(powerset->pool, letter, atom)
                                                      : bdd_without(powerset->pool, letter, atom);
        }
        const uint32_t next = i + 1 < word->length ? (uint32_t)(i + 1 - word->loop) : 0;
        tgba_add_edge(made, (struct tgba_edge){next, letter, 0});
        tgba_end_state(made);
    }
}

/* Whether the automaton accepts, from the set, a loop of the component: 1, 0, or -1. */
static int accepts_loop(struct powerset *powerset, uint32_t state, uint32_t atoms) {
    struct tgba begun, loop;
    struct tgba_word word, found = {.memory = NULL};
    int accepts = tgba_loop_word(&powerset->automaton, state, atoms, &word);
    tgba_init(&begun, powerset->pool);
    tgba_init(&loop, powerset->pool);
    if (accepts == 0) {
        begin_in_set(powerset, state, &begun);
        repeat_word(powerset, &word, &loop);
        accepts = powerset->pool->failed ? -1 : tgba_common_word(&begun, &loop, atoms, &found);
    }
    tgba_word_free(&found);
    tgba_word_free(&word);
    tgba_free(&begun);
    tgba_free(&loop);
    return accepts;
}

/* Gives the edges within accepting components the mark. */
static int mark_components(struct powerset *powerset, uint32_t atoms) {
    struct tgba *automaton = &powerset->automaton;
    struct tgba_components components;
    int failed = tgba_components_find(automaton, &components) != 0;
    uint8_t *verdict = failed ? NULL : memory_allocate_zeroed(powerset->memory, automaton->states);
    failed = failed || (verdict == NULL && bdd_no_memory(powerset->pool) != 0);
    for (uint32_t s = 0; s < automaton->states && !failed; s++) {
        const uint32_t own = components.component[s];
        if (verdict[own] == 0 && components.has_edge[own]) {
            const int accepts = accepts_loop(powerset, s, atoms);
            failed = accepts < 0;
            verdict[own] = accepts > 0 ? 2 : 1;
        }
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1] && !failed; i++) {
            struct tgba_edge *edge = &automaton->edge.data[i];
            edge->marks = components.component[edge->target] == own && verdict[own] == 2;
        }
    }
    automaton->marks = 1;
    memory_free(powerset->memory, verdict, automaton->states);
    tgba_components_free(&components);
    return failed ? -1 : 0;
}

/* Whether the automaton accepts the same as `of`, whose complement is `negated`. */
static int accepts_same(struct powerset *powerset, const struct tgba *negated, uint32_t atoms) {
    struct tgba *automaton = &powerset->automaton;
    struct tgba_word word;
    int common = tgba_common_word(automaton, negated, atoms, &word);
    tgba_word_free(&word);
    if (common == 0) {
        struct tgba_components components;
        const int failed = tgba_components_find(automaton, &components) != 0;
        common = failed ? -1 : 0;
        for (int turn = 0; turn < 2 && !failed; turn++) { /* the complement, and back */
            for (uint32_t s = 0; s < automaton->states; s++) {
                for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
                    struct tgba_edge *edge = &automaton->edge.data[i];
                    edge->marks ^= components.component[edge->target] == components.component[s];
                }
            }
            if (turn == 0) {
                common = tgba_common_word(automaton, powerset->of, atoms, &word);
                tgba_word_free(&word);
            }
        }
        tgba_components_free(&components);
    }
    return common < 0 ? -1 : common == 0;
}

int tgba_is_mixed(const struct tgba *automaton) {
    struct tgba_components components;
    const uint64_t all = tgba_all_marks(automaton);
    int mixed = tgba_components_find(automaton, &components) != 0 ? -1 : 0;
    for (uint32_t s = 0; s < automaton->states && mixed == 0; s++) {
        const uint32_t own = components.component[s];
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &automaton->edge.data[i];
            mixed |= components.component[edge->target] == own && edge->marks != all &&
                     tgba_component_accepts(automaton, &components, own);
        }
    }
    tgba_components_free(&components);
    return mixed;
}

/* Of subsets that are not too many. */
static int decide(struct powerset *powerset, const struct tgba *negated, uint32_t atoms, struct tgba *made) {
    make_subsets(powerset);
    if (powerset->pool->failed || powerset->sets.is_too_large) {
        return powerset->pool->failed ? -1 : TGBA_TOO_LARGE;
    }
    const int same = mark_components(powerset, atoms) != 0 ? -1 : accepts_same(powerset, negated, atoms);
    if (same > 0) {
        *made = powerset->automaton;
        tgba_init(&powerset->automaton, powerset->pool);
    }
    return same > 0 && tgba_reduce(made) != 0 ? -1 : same;
}

int tgba_make_weak(const struct tgba *automaton, const struct tgba *negated, uint32_t atoms, uint32_t most,
                   struct tgba *made) {
    struct powerset powerset = {.of = automaton, .pool = automaton->pool, .memory = automaton->pool->memory};
    tgba_sets_init(&powerset.sets, automaton->pool, bitset_words(automaton->states), most);
    tgba_init(&powerset.automaton, automaton->pool);
    tgba_init(made, automaton->pool);
    if (automaton->pool->failed || automaton->states == 0) {
        return automaton->pool->failed ? -1 : 0;
    }
    const int mixed = tgba_is_mixed(automaton);
    if (mixed >= 0 && tgba_is_deterministic(automaton)) {
        if (!mixed) { /* Landweber (1969) */
            copy(automaton, made);
        }
        return automaton->pool->failed ? -1 : !mixed;
    }
    const int found = mixed < 0                            ? -1
                      : automaton->edge.count > MOST_EDGES ? TGBA_TOO_LARGE
                                                           : decide(&powerset, negated, atoms, made);
    tgba_free(&powerset.automaton);
    tgba_sets_free(&powerset.sets);
    return automaton->pool->failed ? -1 : found;
}
