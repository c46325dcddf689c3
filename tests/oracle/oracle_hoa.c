/*
 * Acceptance by definition (oracle_hoa.h). What a run over u v v v .. does again and again is a closed walk
 * of the product of states and positions. For each way in which a walk may meet the sets (only in a set, only
 * outside of it, or both) that satisfies the condition: is there a reachable walk that goes along such edges
 * alone, and along one of each kind?
 */
#include "tests/oracle/oracle_hoa.h"

struct product {
    const struct oracle_hoa *automaton;
    const struct oracle_word *word;
    unsigned nodes;
    uint64_t after[64]; /* the nodes to which a way of one edge or more leads */
};

int oracle_hoa_holds(const struct oracle_hoa_condition *condition, struct oracle_hoa_seen seen) {
    const int inf = ((condition->is_outside ? seen.out : seen.in) >> condition->set & 1) != 0;
    switch (condition->kind) {
    case ORACLE_HOA_TRUE:
        return 1;
    case ORACLE_HOA_FALSE:
        return 0;
    case ORACLE_HOA_FIN:
        return !inf;
    case ORACLE_HOA_INF:
        return inf;
    case ORACLE_HOA_AND:
        return oracle_hoa_holds(condition->left, seen) && oracle_hoa_holds(condition->right, seen);
    default:
        return oracle_hoa_holds(condition->left, seen) || oracle_hoa_holds(condition->right, seen);
    }
}

/* Whether a walk that meets the sets in this way may go along an edge. */
static int may_use(const struct product *product, const struct oracle_hoa_edge *edge,
                   struct oracle_hoa_seen seen) {
    const unsigned all = (1u << product->automaton->sets) - 1;
    return (edge->sets & ~seen.in) == 0 && (all & ~edge->sets & ~seen.out) == 0;
}

static unsigned node_of(const struct product *product, unsigned state, unsigned position) {
    return position * product->automaton->states + state;
}

/* The next edge of the product, between two nodes: 1, or 0 after the last one. */
static int next_edge(const struct product *product, unsigned *at, unsigned *from, unsigned *to,
                     const struct oracle_hoa_edge **edge) {
    const unsigned count = product->automaton->edges * product->word->length;
    for (; *at < count; ++*at) {
        const unsigned position = *at % product->word->length,
                       next = position + 1 < product->word->length ? position + 1 : product->word->loop;
        *edge = &product->automaton->edge[*at / product->word->length];
        if ((*edge)->letters >> product->word->letter[position] & 1) {
            *from = node_of(product, (*edge)->source, position);
            *to = node_of(product, (*edge)->target, next);
            ++*at;
            return 1;
        }
    }
    return 0;
}

/* Ways along edges that a walk may use. */
static void find_ways(struct product *product, struct oracle_hoa_seen seen) {
    const struct oracle_hoa_edge *edge;
    for (unsigned n = 0; n < product->nodes; n++) {
        product->after[n] = 0;
    }
    for (unsigned at = 0, from, to; next_edge(product, &at, &from, &to, &edge);) {
        if (may_use(product, edge, seen)) {
            product->after[from] |= (uint64_t)1 << to;
        }
    }
    for (unsigned k = 0; k < product->nodes; k++) {
        for (unsigned n = 0; n < product->nodes; n++) {
            product->after[n] |= product->after[n] >> k & 1 ? product->after[k] : 0;
        }
    }
}

/* Whether some reachable walk meets the sets exactly in this way. */
static int has_walk(struct product *product, struct oracle_hoa_seen seen, uint64_t reached) {
    find_ways(product, seen);
    for (unsigned n = 0; n < product->nodes; n++) {
        struct oracle_hoa_seen met = {0, 0};
        const struct oracle_hoa_edge *edge;
        if (!(reached >> n & 1) || !(product->after[n] >> n & 1)) {
            continue;
        }
        for (unsigned at = 0, from, to; next_edge(product, &at, &from, &to, &edge);) {
            const int begins = from == n || (product->after[n] >> from & 1);
            if (may_use(product, edge, seen) && begins && (product->after[to] >> n & 1 || to == n)) {
                met.in |= edge->sets;
                met.out |= ~edge->sets & ((1u << product->automaton->sets) - 1);
            }
        }
        if (met.in == seen.in && met.out == seen.out) {
            return 1;
        }
    }
    return 0;
}

int oracle_hoa_accepts(const struct oracle_hoa *automaton, const struct oracle_word *word) {
    struct product product = {automaton, word, automaton->states * word->length, {0}};
    const unsigned all = (1u << automaton->sets) - 1;
    uint64_t reached = 0;
    find_ways(&product, (struct oracle_hoa_seen){all, all});
    for (unsigned s = 0; s < automaton->states; s++) {
        if (automaton->initial >> s & 1) {
            reached |= (uint64_t)1 << node_of(&product, s, 0) | product.after[node_of(&product, s, 0)];
        }
    }
    for (unsigned in = 0; in <= all; in++) {
        for (unsigned out = 0; out <= all; out++) {
            const struct oracle_hoa_seen seen = {in, out};
            if ((in | out) == all && oracle_hoa_holds(automaton->acceptance, seen) &&
                has_walk(&product, seen, reached)) {
                return 1;
            }
        }
    }
    return 0;
}
