/*
 * Generalised Büchi automata with the language of an automaton whose acceptance is in disjunctive normal form
 * (hoa.h). A run that satisfies a part stays, from some time on, in a component of the edges that the part
 * allows, where each of its sets `inf` is seen. So there is a first copy of the automaton, and one for each
 * part, which has the allowed edges within such components alone; a run guesses when it leaves the first copy
 * for another one (Safra and Vardi 1989, for Rabin's acceptance). The first copy does for a part that allows
 * all edges: a Büchi automaton keeps its states.
 */
#include <string.h>

#include "base/memory.h"
#include "specs/ltl/hoa.h"

#define MOST_STATES (1u << 24)
#define NO_COMPONENT UINT32_MAX
#define FIRST_COPY 0u        /* the copy of part p is p + 1 */
#define BEGINNING UINT32_MAX /* the copy of a state before several initial ones */

struct copies {
    const struct hoa *hoa;
    struct bdd_pool *pool;
    struct tgba *made;
    uint64_t first;                             /* the part for which the first copy does, or hoa's count */
    uint32_t *component[HOA_MOST_CONJUNCTIONS]; /* by part and state; NULL: of the part `first` */
    struct tgba_pairs pairs;                    /* by state: the copy, and the automaton's */
};

static int is_empty(const uint64_t *set, uint64_t words) {
    for (uint64_t w = 0; w < words; w++) {
        if (set[w] != 0) {
            return 0;
        }
    }
    return 1;
}

static unsigned count_sets(const struct hoa *hoa, uint64_t part) {
    unsigned count = 0;
    for (uint64_t w = 0; w < hoa->words; w++) {
        count += (unsigned)__builtin_popcountll(hoa_inf(&hoa->acceptance, part)[w]);
    }
    return count;
}

static int is_allowed(const struct hoa *hoa, uint64_t part, uint64_t edge) {
    return !bitset_intersect(hoa_fin(&hoa->acceptance, part), hoa_member(hoa, edge), hoa->words);
}

/* The marks of an edge in a part's copy: one for each of its sets `inf`; marks that are left over are on all
 * edges. */
static uint64_t marks_of(const struct copies *copies, uint64_t part, uint64_t edge) {
    const struct hoa *hoa = copies->hoa;
    uint64_t marks = tgba_all_marks(copies->made);
    unsigned mark = 0;
    for (uint64_t w = 0; w < hoa->words; w++) {
        uint64_t sets = hoa_inf(&hoa->acceptance, part)[w];
        for (; sets != 0; sets &= sets - 1, mark++) {
            if ((hoa_member(hoa, edge)[w] & sets & -sets) == 0) {
                marks &= ~((uint64_t)1 << mark);
            }
        }
    }
    return marks;
}

/* --- components --- */

/* The edges that a part allows, with its marks; their letters do not matter. */
static void make_allowed(const struct copies *copies, uint64_t part, struct tgba *allowed) {
    const struct hoa *hoa = copies->hoa;
    tgba_init(allowed, copies->pool);
    allowed->marks = copies->made->marks;
    for (uint32_t s = 0; s < hoa->states && !copies->pool->failed; s++) {
        for (uint64_t i = hoa->row.data[s]; i < hoa->row.data[s + 1]; i++) {
            if (is_allowed(hoa, part, i)) {
                tgba_add_edge(allowed, (struct tgba_edge){hoa->edge.data[i].target, BDD_TRUE,
                                                          marks_of(copies, part, i)});
            }
        }
        tgba_end_state(allowed);
    }
}

/* The components that accept, of a part that has a copy of its own. */
static void find_components(struct copies *copies, uint64_t part) {
    const uint32_t states = copies->hoa->states;
    struct tgba allowed;
    struct tgba_components components = {.memory = copies->pool->memory};
    make_allowed(copies, part, &allowed);
    uint32_t *component = memory_allocate_array(copies->pool->memory, states, sizeof *component);
    copies->component[part] = component;
    if (component == NULL) {
        bdd_no_memory(copies->pool);
    } else if (!copies->pool->failed && tgba_components_find(&allowed, &components) == 0) {
        for (uint32_t s = 0; s < states; s++) {
            const uint32_t own = components.component[s];
            component[s] = tgba_component_accepts(&allowed, &components, own) ? own : NO_COMPONENT;
        }
    }
    tgba_components_free(&components);
    tgba_free(&allowed);
}

/* --- states --- */

static uint32_t state_of(struct copies *copies, uint32_t copy, uint32_t state) {
    const uint32_t number = tgba_pair_number(&copies->pairs, copies->pool, copy, state);
    if (number >= MOST_STATES) {
        bdd_fail(copies->pool, ERROR_LIMIT,
                 "the generalised Buchi automaton of this acceptance has more than 16 million states");
    }
    return number;
}

/* Edges of the first copy: within it, and to those of all parts. */
static void make_first(struct copies *copies, uint32_t state) {
    const struct hoa *hoa = copies->hoa;
    for (uint64_t i = hoa->row.data[state]; i < hoa->row.data[state + 1] && !copies->pool->failed; i++) {
        const struct hoa_edge *edge = &hoa->edge.data[i];
        const uint64_t marks = copies->first < hoa->acceptance.count ? marks_of(copies, copies->first, i) : 0;
        tgba_add_edge(copies->made,
                      (struct tgba_edge){state_of(copies, FIRST_COPY, edge->target), edge->guard, marks});
        for (uint32_t part = 0; part < hoa->acceptance.count; part++) {
            if (copies->component[part] != NULL && copies->component[part][edge->target] != NO_COMPONENT) {
                const uint32_t target = state_of(copies, part + 1, edge->target);
                tgba_add_edge(copies->made, (struct tgba_edge){target, edge->guard, 0});
            }
        }
    }
}

static void make_copy(struct copies *copies, uint32_t part, uint32_t state) {
    const struct hoa *hoa = copies->hoa;
    const uint32_t *component = copies->component[part];
    for (uint64_t i = hoa->row.data[state]; i < hoa->row.data[state + 1] && !copies->pool->failed; i++) {
        const struct hoa_edge *edge = &hoa->edge.data[i];
        if (component[edge->target] == component[state] && is_allowed(hoa, part, i)) {
            const uint32_t target = state_of(copies, part + 1, edge->target);
            tgba_add_edge(copies->made, (struct tgba_edge){target, edge->guard, marks_of(copies, part, i)});
        }
    }
}

static void make_states(struct copies *copies) {
    const struct hoa *hoa = copies->hoa;
    if (hoa->initial.count == 1) {
        state_of(copies, FIRST_COPY, hoa->initial.data[0]);
    } else {
        state_of(copies, BEGINNING, 0);
    }
    for (uint64_t n = 0; n < copies->pairs.pair.count && bdd_step(copies->pool); n++) {
        const uint32_t copy = (uint32_t)(copies->pairs.pair.data[n] >> 32),
                       state = (uint32_t)copies->pairs.pair.data[n];
        if (copy == BEGINNING) {
            for (uint64_t i = 0; i < hoa->initial.count; i++) {
                make_first(copies, hoa->initial.data[i]);
            }
        } else if (copy == FIRST_COPY) {
            make_first(copies, state);
        } else {
            make_copy(copies, copy - 1, state);
        }
        tgba_end_state(copies->made);
    }
}

/* --- all --- */

/* Chooses the part for which the first copy does, and as many marks as are needed: one at least where the
 * first copy accepts nothing. */
static void choose_marks(struct copies *copies) {
    const struct hoa *hoa = copies->hoa;
    unsigned most = 0;
    copies->first = hoa->acceptance.count;
    for (uint64_t part = hoa->acceptance.count; part-- > 0;) {
        const unsigned sets = count_sets(hoa, part);
        most = sets > most ? sets : most;
        if (is_empty(hoa_fin(&hoa->acceptance, part), hoa->words)) {
            copies->first = part;
        }
    }
    copies->made->marks = most == 0 && copies->first == hoa->acceptance.count ? 1 : most;
}

const char *hoa_tgba_obstacle(const struct hoa *hoa) {
    if (hoa->acceptance.form != HOA_DISJUNCTIVE) {
        return "this acceptance of Streett has more than 64 conjunctions in disjunctive normal form";
    }
    for (uint64_t part = 0; part < hoa->acceptance.count; part++) {
        if (count_sets(hoa, part) > TGBA_MOST_MARKS) {
            return "this acceptance asks for more than 64 sets at once";
        }
    }
    return NULL;
}

int hoa_to_tgba(const struct hoa *hoa, struct tgba *made) {
    struct bdd_pool *pool = hoa->pool;
    struct copies copies = {.hoa = hoa, .pool = pool, .made = made};
    tgba_init(made, pool);
    if (pool->failed) {
        return -1;
    }
    if (hoa_tgba_obstacle(hoa) != NULL) {
        return bdd_fail(pool, ERROR_LIMIT, hoa_tgba_obstacle(hoa));
    }
    if (hoa->acceptance.count == 0 || hoa->initial.count == 0) {
        return 0;
    }
    choose_marks(&copies);
    for (uint64_t part = 0; part < hoa->acceptance.count && !pool->failed; part++) {
        if (part != copies.first) {
            find_components(&copies, part);
        }
    }
    make_states(&copies);
    for (uint64_t part = 0; part < hoa->acceptance.count; part++) {
        memory_free(pool->memory, copies.component[part], hoa->states * sizeof *copies.component[part]);
    }
    tgba_pairs_free(&copies.pairs, pool);
    return pool->failed ? -1 : 0;
}
