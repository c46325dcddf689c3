/*
 * Complements of automata each component of which accepts all its cycles or none (tgba.h). A word is not
 * accepted if each of its runs ends, or is again and again in components that do not accept. After Miyano and
 * Hayashi, Alternating finite automata on omega-words (1984): a state has the set of states that the runs
 * have reached, and those of them whose runs were not in such a component since the last mark. There is a
 * mark where none is left.
 */
#include <string.h>

#include "base/bitset.h"
#include "base/memory.h"
#include "specs/ltl/tgba.h"
#include "specs/ltl/tgba_sets.h"

struct complement {
    const struct tgba *of;
    struct tgba *made;
    struct tgba_components components;
    struct tgba_sets sets; /* state s of `of` is reached: element s; its run owes something: owing + s */
    uint32_t owing;
};

static int is_accepting(const struct complement *complement, uint32_t state) {
    return tgba_component_accepts(complement->of, &complement->components,
                                  complement->components.component[state]);
}

/* The letters lead from a set to the targets of its states' edges, which owe what their sources do. */
static void split_letters(struct complement *complement, uint64_t number) {
    const struct tgba *of = complement->of;
    struct tgba_sets *sets = &complement->sets;
    tgba_sets_begin(sets);
    for (uint32_t s = 0; s < of->states && tgba_sets_go_on(sets); s++) {
        if (!bitset_has(tgba_set(sets, number), s)) {
            continue;
        }
        const int owes = bitset_has(tgba_set(sets, number), complement->owing + s);
        for (uint64_t i = of->row.data[s]; i < of->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &of->edge.data[i];
            tgba_sets_split(sets, edge->guard, edge->target,
                            owes && is_accepting(complement, edge->target) ? complement->owing + edge->target
                                                                           : TGBA_SETS_NONE);
        }
    }
}

/* Whether no state of a set owes something; then those in accepting components do from now on. */
static int owe_again(const struct complement *complement, uint64_t *set) {
    for (uint32_t s = 0; s < complement->of->states; s++) {
        if (bitset_has(set, complement->owing + s)) {
            return 0;
        }
    }
    for (uint32_t s = 0; s < complement->of->states; s++) {
        if (bitset_has(set, s) && is_accepting(complement, s)) {
            bitset_add(set, complement->owing + s);
        }
    }
    return 1;
}

static void make_states(struct complement *complement) {
    struct tgba_sets *sets = &complement->sets;
    tgba_sets_add_one(sets, complement->of->initial);
    for (uint64_t s = 0; s < sets->count && tgba_sets_go_on(sets); s++) {
        split_letters(complement, s);
        for (uint64_t p = 0; p < sets->part.count && tgba_sets_go_on(sets); p++) {
            uint64_t *set = tgba_sets_target(sets, p);
            const uint64_t mark = (uint64_t)owe_again(complement, set);
            const uint32_t target = tgba_sets_number(sets, set);
            tgba_add_edge(complement->made, (struct tgba_edge){target, sets->part.data[p], mark});
        }
        tgba_end_state(complement->made);
    }
}

int tgba_complement(const struct tgba *automaton, uint32_t most, struct tgba *made) {
    struct bdd_pool *pool = automaton->pool;
    struct complement complement = {.of = automaton, .made = made, .owing = automaton->states};
    tgba_init(made, pool);
    made->marks = 1;
    if (automaton->states == 0) { /* all words */
        made->marks = 0;
        tgba_add_edge(made, (struct tgba_edge){0, BDD_TRUE, 0});
        return tgba_end_state(made) != 0 ? -1 : 1;
    }
    const int mixed = tgba_is_mixed(automaton);
    if (mixed != 0) {
        return mixed < 0 ? -1 : 0;
    }
    tgba_sets_init(&complement.sets, pool, bitset_words(2 * (uint64_t)automaton->states), most);
    if (tgba_components_find(automaton, &complement.components) == 0) {
        make_states(&complement);
    }
    const int is_too_large = complement.sets.is_too_large;
    tgba_components_free(&complement.components);
    tgba_sets_free(&complement.sets);
    return pool->failed ? -1 : !is_too_large;
}
