/* The form of automata of the Hanoi format (hoa.h), and what is made of one. */
#include "specs/ltl/hoa.h"

#include <string.h>

#include "base/memory.h"

void hoa_init(struct hoa *hoa, struct bdd_pool *pool) {
    *hoa = (struct hoa){.pool = pool, .words = 1};
}

void hoa_free(struct hoa *hoa) {
    if (hoa->pool != NULL) {
        struct memory *memory = hoa->pool->memory;
        GROWING_FREE(memory, hoa->initial);
        GROWING_FREE(memory, hoa->edge);
        GROWING_FREE(memory, hoa->row);
        GROWING_FREE(memory, hoa->member);
        GROWING_FREE(memory, hoa->term);
        GROWING_FREE(memory, hoa->acceptance.bits);
        arena_free(hoa->texts);
    }
    hoa_init(hoa, hoa->pool);
}

int hoa_add_edge(struct hoa *hoa, struct hoa_edge edge, const uint64_t *sets) {
    struct memory *memory = hoa->pool->memory;
    if (hoa->pool->failed || edge.guard == BDD_FALSE) {
        return hoa->pool->failed ? -1 : 0;
    }
    const uint64_t begin = hoa->member.count;
    int failed = GROWING_ADD(memory, hoa->edge, edge) != 0;
    for (uint64_t w = 0; w < hoa->words && !failed; w++) {
        failed = GROWING_ADD(memory, hoa->member, 0) != 0;
    }
    for (uint32_t set = 0; set < hoa->sets && !failed; set++) {
        bitset_add(hoa->member.data + begin, bitset_has(sets, set) ? set : set + hoa->sets);
    }
    return failed ? bdd_no_memory(hoa->pool) : 0;
}

int hoa_end_state(struct hoa *hoa) {
    struct memory *memory = hoa->pool->memory;
    if (hoa->pool->failed || (hoa->row.count == 0 && GROWING_ADD(memory, hoa->row, 0) != 0) ||
        GROWING_ADD(memory, hoa->row, hoa->edge.count) != 0) {
        return bdd_no_memory(hoa->pool);
    }
    hoa->states++;
    return 0;
}

/* --- other variables --- */

/* Marks the nodes of a function that guards have: a node's number is larger than those of its sides. */
static uint8_t *find_used(const struct hoa *hoa, uint64_t nodes) {
    const struct bdd_node *node = hoa->pool->node;
    uint8_t *used = memory_allocate_zeroed(hoa->pool->memory, nodes);
    for (uint64_t i = 0; i < hoa->edge.count && used != NULL; i++) {
        used[hoa->edge.data[i].guard] = 1;
    }
    for (uint64_t n = nodes; n-- > 2 && used != NULL;) {
        used[node[n].low] |= used[n];
        used[node[n].high] |= used[n];
    }
    return used;
}

int hoa_rename(struct hoa *hoa, const bdd *function) {
    struct bdd_pool *pool = hoa->pool;
    const uint64_t nodes = pool->nodes;
    uint8_t *used = pool->failed ? NULL : find_used(hoa, nodes);
    bdd *renamed = memory_allocate_array(pool->memory, nodes, sizeof *renamed);
    if (used == NULL || renamed == NULL) {
        bdd_no_memory(pool);
    }
    for (uint64_t n = 0; n < nodes && !pool->failed; n++) {
        if (n <= BDD_TRUE || !used[n]) {
            renamed[n] = (bdd)n;
            continue;
        }
        const struct bdd_node node = pool->node[n];
        const bdd variable = function[node.variable];
        renamed[n] = bdd_or(pool, bdd_and(pool, variable, renamed[node.high]),
                            bdd_without(pool, renamed[node.low], variable));
    }
    for (uint64_t i = 0; i < hoa->edge.count && !pool->failed; i++) {
        hoa->edge.data[i].guard = renamed[hoa->edge.data[i].guard];
    }
    memory_free(pool->memory, used, nodes);
    memory_free(pool->memory, renamed, nodes * sizeof *renamed);
    return pool->failed ? -1 : 0;
}

/* --- the other words --- */

int hoa_is_deterministic(const struct hoa *hoa) {
    struct bdd_pool *pool = hoa->pool;
    for (uint32_t s = 0; s < hoa->states && hoa->initial.count <= 1 && !pool->failed; s++) {
        bdd seen = BDD_FALSE;
        for (uint64_t i = hoa->row.data[s]; i < hoa->row.data[s + 1]; i++) {
            if (!bdd_is_apart(pool, &seen, hoa->edge.data[i].guard)) {
                return 0;
            }
        }
    }
    return hoa->initial.count <= 1 && !pool->failed;
}

static int add_term(struct hoa *hoa, enum hoa_term_kind kind, uint32_t set) {
    const struct hoa_term term = {kind, set, 0};
    return GROWING_ADD(hoa->pool->memory, hoa->term, term) != 0 ? bdd_no_memory(hoa->pool) : 0;
}

static void set_sets(struct hoa *hoa, uint32_t sets) {
    hoa->sets = sets;
    hoa->words = bitset_words(2 * (uint64_t)sets + 1);
}

/* Copies the edges, and adds those of the letters that have none: to a state more, whose loop is the one edge
 * of a set more. */
static void complete(const struct hoa *hoa, struct hoa *made) {
    struct bdd_pool *pool = hoa->pool;
    uint64_t sets[HOA_MOST_SETS / 64 + 1] = {0}; /* of the state that is added: only its own */
    uint64_t own[LENGTH(sets)];
    const uint64_t words = bitset_words(hoa->sets);
    bitset_add(sets, hoa->sets);
    for (uint32_t s = 0; s < hoa->states && !pool->failed; s++) {
        bdd missing = BDD_TRUE;
        for (uint64_t i = hoa->row.data[s]; i < hoa->row.data[s + 1]; i++) {
            const struct hoa_edge edge = hoa->edge.data[i];
            memset(own, 0, sizeof own);
            memcpy(own, hoa_member(hoa, i), words * sizeof *own);
            if (hoa->sets % 64 != 0) { /* without the sets of edges outside */
                own[hoa->sets / 64] &= ((uint64_t)1 << hoa->sets % 64) - 1;
            }
            missing = bdd_without(pool, missing, edge.guard);
            hoa_add_edge(made, edge, own);
        }
        hoa_add_edge(made, (struct hoa_edge){hoa->states, missing}, sets);
        hoa_end_state(made);
    }
    hoa_add_edge(made, (struct hoa_edge){hoa->states, BDD_TRUE}, sets);
    hoa_end_state(made);
}

int hoa_negate(const struct hoa *hoa, struct hoa *made) {
    struct bdd_pool *pool = hoa->pool;
    const uint32_t initial = hoa->initial.count == 0 ? hoa->states : hoa->initial.data[0];
    hoa_init(made, pool);
    set_sets(made, hoa->sets + 1);
    made->atoms = hoa->atoms;
    if (pool->failed || hoa_dualise(hoa, made) != 0 || add_term(made, HOA_INF, hoa->sets) != 0 ||
        add_term(made, HOA_OR, 0) != 0) {
        return -1;
    }
    if (GROWING_ADD(pool->memory, made->initial, initial) != 0) {
        return bdd_no_memory(pool);
    }
    complete(hoa, made);
    return pool->failed ? -1 : hoa_normalise(made);
}

int hoa_of_tgba(const struct tgba *automaton, uint32_t atoms, struct hoa *made) {
    struct bdd_pool *pool = automaton->pool;
    hoa_init(made, pool);
    set_sets(made, automaton->marks);
    made->atoms = atoms;
    int failed = add_term(made, automaton->states == 0 ? HOA_FALSE : HOA_TRUE, 0) != 0;
    for (uint32_t m = 0; m < automaton->marks && !failed; m++) {
        failed = add_term(made, HOA_INF, m) != 0 || add_term(made, HOA_AND, 0) != 0;
    }
    for (uint32_t s = 0; s < automaton->states && !failed; s++) {
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &automaton->edge.data[i];
            hoa_add_edge(made, (struct hoa_edge){edge->target, edge->guard}, &edge->marks);
        }
        failed = hoa_end_state(made) != 0;
    }
    if (!failed && automaton->states > 0 &&
        GROWING_ADD(pool->memory, made->initial, automaton->initial) != 0) {
        failed = bdd_no_memory(pool);
    }
    return failed || hoa_normalise(made) < 0 ? -1 : 0;
}
