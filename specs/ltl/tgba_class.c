/* Classes of languages (tgba.h), and the smallest automata of a formula. */
#include "base/memory.h"
#include "specs/ltl/tgba.h"

#define MOST_CLASS_STATES 1024u /* sets of states, to find out whether a language is an obligation */

int tgba_is_deterministic(const struct tgba *automaton) {
    struct bdd_pool *pool = automaton->pool;
    for (uint32_t s = 0; s < automaton->states && !pool->failed; s++) {
        bdd seen = BDD_FALSE;
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            if (!bdd_is_apart(pool, &seen, automaton->edge.data[i].guard)) {
                return 0;
            }
        }
    }
    return !pool->failed;
}

/* Whether the language is closed: every word all of whose beginnings can be continued to words of it is in
 * it. All runs of a trimmed automaton are such. 1, 0 or -1. */
static int is_closed_language(const struct tgba *automaton, const struct tgba *negated, uint32_t atoms) {
    struct tgba closure = *automaton; /* its edges, without marks to ask for */
    struct tgba_word word;
    closure.marks = 0;
    const int common = tgba_common_word(&closure, negated, atoms, &word);
    tgba_word_free(&word);
    return common < 0 ? -1 : !common;
}

int tgba_classes(const struct tgba *automaton, const struct tgba *negated, uint32_t atoms) {
    const struct bdd_pool *pool = automaton->pool;
    struct tgba weak;
    const int safety = is_closed_language(automaton, negated, atoms),
              guarantee = is_closed_language(negated, automaton, atoms);
    if (safety < 0 || guarantee < 0) {
        return -1;
    }
    if (safety || guarantee) {
        return (safety ? TGBA_SAFETY : 0) | (guarantee ? TGBA_GUARANTEE : 0) | TGBA_OBLIGATION |
               TGBA_RECURRENCE | TGBA_PERSISTENCE;
    }
    const int obligation = tgba_make_weak(automaton, negated, atoms, MOST_CLASS_STATES, &weak);
    tgba_free(&weak);
    const int classes = obligation == 1 ? TGBA_OBLIGATION | TGBA_RECURRENCE | TGBA_PERSISTENCE
                                        : (obligation == TGBA_TOO_LARGE ? TGBA_LARGE : 0) |
                                              (tgba_is_deterministic(automaton) ? TGBA_RECURRENCE : 0) |
                                              (tgba_is_deterministic(negated) ? TGBA_PERSISTENCE : 0);
    return obligation < 0 || pool->failed ? -1 : classes;
}

const char *tgba_class_name(int classes) {
    return (classes & TGBA_SAFETY) && (classes & TGBA_GUARANTEE) ? "safety and guarantee"
           : classes & TGBA_SAFETY                               ? "safety"
           : classes & TGBA_GUARANTEE                            ? "guarantee"
           : classes & TGBA_OBLIGATION                           ? "obligation"
           : classes & TGBA_LARGE                                ? NULL
           : classes & TGBA_RECURRENCE                           ? "recurrence"
           : classes & TGBA_PERSISTENCE                          ? "persistence"
                                                                 : "reactivity";
}

/* --- the smallest automata --- */

int tgba_shrink(struct tgba *automaton, const struct tgba *negated, uint32_t atoms) {
    struct tgba weak;
    const int made = tgba_make_weak(automaton, negated, atoms, 2 * automaton->states + 8, &weak);
    if (made == 1 && weak.states <= automaton->states) {
        tgba_free(automaton);
        *automaton = weak;
    } else {
        tgba_free(&weak);
    }
    return made < 0 ? -1 : 0;
}

int tgba_of_formula(struct ltl_store *store, struct bdd_pool *pool, ltl formula, uint32_t atoms,
                    struct tgba *automaton, struct tgba *negated) {
    tgba_init(automaton, pool);
    tgba_init(negated, pool);
    const ltl opposite = ltl_negate(store, formula);
    pool->failed |= store->failed;
    return pool->failed || tgba_translate(automaton, store, pool, formula, atoms) != 0 ||
                   tgba_translate(negated, store, pool, opposite, atoms) != 0 ||
                   tgba_shrink(automaton, negated, atoms) != 0 || tgba_shrink(negated, automaton, atoms) != 0
               ? -1
               : 0;
}
