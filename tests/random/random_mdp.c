/* Random Markov decision processes of several shapes: their supports. */
#include "tests/random/random_mdp.h"

#include <string.h>

#include "model/digraph_core.h"
#include "tests/support/testing.h"

#define MOST_TARGETS 4u

static const char *const names[RANDOM_MDP_SHAPES] = {"uniform", "local", "chain", "nested",
                                                     "blocks",  "hub",   "graph", "traps"};

const char *random_mdp_shape_name(enum random_mdp_shape shape) {
    return names[shape];
}

struct maker {
    uint64_t random;
    struct random_mdp *mdp;
    uint64_t states, edges;
};

static uint64_t below(struct maker *maker, uint64_t bound) {
    return random_next(&maker->random) % bound;
}

static int chance(struct maker *maker, unsigned percent) {
    return below(maker, 100) < percent;
}

static void add_edge(struct maker *maker, uint64_t target, int begins) {
    if (maker->edges < RANDOM_MDP_EDGES) {
        if (begins) {
            bitmap_set(maker->mdp->begins, maker->edges);
            maker->mdp->choices++;
        }
        maker->mdp->targets[maker->edges++] = (uint32_t)(target < maker->states ? target : maker->states - 1);
    }
}

/* A choice to 1 .. MOST_TARGETS states within [from, from + range), cut to the states. */
static void add_choice(struct maker *maker, uint64_t from, uint64_t range) {
    uint64_t count = 1 + (chance(maker, 60) ? below(maker, MOST_TARGETS) : 0);
    for (uint64_t i = 0; i < count; i++) {
        add_edge(maker, from + below(maker, range), i == 0);
    }
}

static void add_chain_row(struct maker *maker, uint64_t state) {
    if (state != 0 || chance(maker, 50)) { /* else 0 is a deadlock, and everything falls */
        add_edge(maker, state == 0 ? 0 : state - 1, 1);
        if (chance(maker, 40)) {
            add_edge(maker, below(maker, maker->states), 0);
        }
        if (chance(maker, 70)) {
            add_edge(maker, state + 1, 1);
            add_edge(maker, state == 0 ? 0 : state - 1, 0);
        }
    }
}

/*
 * The last state is a trap, the one before it the core, which leads to all even states. An even state goes to
 * the odd one after it, and that one may go back to the core, or to the even state before. State 0 leaves
 * for the trap and falls; then state 3 has nothing left but itself, in the next round 2 leaves for it and
 * falls, and so on.
 */
static void add_nested_row(struct maker *maker, uint64_t state) {
    uint64_t trap = maker->states - 1, core = trap == 0 ? 0 : trap - 1;
    if (state >= core) {
        add_edge(maker, state, 1);
        for (uint64_t even = 0; state == core && even < core; even += 2) {
            add_edge(maker, even, 1);
        }
    } else if (state % 2 == 0) {
        add_edge(maker, state == 0 || state + 1 == core ? core : state + 1, 1);
        if (state == 0 || chance(maker, 3)) {
            add_edge(maker, trap, 0);
        }
    } else {
        add_edge(maker, core, 1);
        add_edge(maker, state < 3 ? core : state - 3, 0);
        add_edge(maker, state, 1);
        if (chance(maker, 5)) {
            add_choice(maker, 0, core);
        }
    }
}

static void add_block_row(struct maker *maker, uint64_t state) {
    uint64_t size = 2 + maker->states % 5, first = state / size * size;
    uint64_t left = maker->states - first < size ? maker->states - first : size;
    add_edge(maker, first + (state - first + 1) % left, 1);
    for (uint64_t more = below(maker, 3); more > 0; more--) {
        if (chance(maker, 70)) {
            add_choice(maker, first, left);
        } else {
            add_choice(maker, 0, maker->states);
        }
    }
}

static void add_hub_row(struct maker *maker, uint64_t state) {
    if (state == maker->states / 2) {
        for (uint64_t i = 0; i < 20 + below(maker, 60); i++) {
            add_choice(maker, 0, maker->states);
        }
    } else if (state == 0) {
        if (chance(maker, 50)) {
            add_choice(maker, 0, 1);
        }
    } else {
        add_edge(maker, state - 1, 1);
        if (chance(maker, 50)) {
            add_edge(maker, maker->states / 2, 0);
        }
        if (maker->states % 2 == 0 && chance(maker, 30)) { /* else the hub may fall, too */
            add_edge(maker, maker->states / 2, 1);
        }
    }
}

static void add_random_row(struct maker *maker, uint64_t state, uint64_t from, uint64_t range,
                           unsigned choices) {
    for (uint64_t more = below(maker, choices + 1); more > 0; more--) {
        if (chance(maker, 10)) {
            add_edge(maker, state, 1);
        } else {
            add_choice(maker, from, range);
        }
    }
}

static void add_row(struct maker *maker, uint64_t state) {
    switch (maker->mdp->shape) {
    case RANDOM_MDP_LOCAL:
        add_random_row(maker, state, state < 2 ? 0 : state - 2, 5, 3);
        break;
    case RANDOM_MDP_CHAIN:
        add_chain_row(maker, state);
        break;
    case RANDOM_MDP_NESTED:
        add_nested_row(maker, state);
        break;
    case RANDOM_MDP_BLOCKS:
        add_block_row(maker, state);
        break;
    case RANDOM_MDP_HUB:
        add_hub_row(maker, state);
        break;
    case RANDOM_MDP_TRAPS:
        add_random_row(maker, state, 0, maker->states, chance(maker, 40) ? 0 : 2);
        break;
    default:
        add_random_row(maker, state, 0, maker->states, 3);
    }
}

/* The edges of each choice get a bit with this chance. */
static void draw_choices(struct maker *maker, uint32_t *bitmap, unsigned percent) {
    int drawn = 0;
    for (uint64_t edge = 0; edge < maker->edges; edge++) {
        if (digraph_begins(&maker->mdp->graph, edge)) {
            drawn = chance(maker, percent);
        }
        if (drawn) {
            bitmap_set(bitmap, edge);
        }
    }
}

/* Numbers that say nothing about the shape. */
static void scramble(struct maker *maker, uint32_t *number) {
    for (uint64_t i = 0; i < maker->states; i++) {
        uint64_t j = below(maker, i + 1);
        number[i] = number[j];
        number[j] = (uint32_t)i;
    }
}

static void make_rows(struct maker *maker) {
    struct random_mdp *mdp = maker->mdp;
    uint32_t number[RANDOM_MDP_STATES], row_of[RANDOM_MDP_STATES];
    for (uint32_t i = 0; i < maker->states; i++) {
        number[i] = i;
    }
    if (chance(maker, 50)) {
        scramble(maker, number);
    }
    for (uint32_t i = 0; i < maker->states; i++) {
        row_of[number[i]] = i;
    }
    for (uint64_t v = 0; v < maker->states; v++) {
        mdp->offsets[v] = maker->edges;
        add_row(maker, row_of[v]);
    }
    mdp->offsets[maker->states] = maker->edges;
    for (uint64_t edge = 0; edge < maker->edges; edge++) {
        mdp->targets[edge] = number[mdp->targets[edge]];
    }
}

void random_mdp_make(uint64_t seed, uint64_t most, struct random_mdp *out) {
    struct maker maker = {.random = seed, .mdp = out};
    memset(out, 0, sizeof *out);
    out->shape = (enum random_mdp_shape)below(&maker, RANDOM_MDP_SHAPES);
    maker.states = below(&maker, 3) == 0 ? below(&maker, most + 1) : (most + below(&maker, most + 1)) / 2;
    make_rows(&maker);
    out->graph = (struct digraph){maker.states, maker.edges, out->offsets, out->targets, NULL, out->begins};
    if (out->shape == RANDOM_MDP_GRAPH) {
        out->graph.begins = NULL;
    }
    draw_choices(&maker, out->label, 5 + (unsigned)below(&maker, 20));
    for (uint64_t v = 0; v < maker.states; v++) {
        if (chance(&maker, 8)) {
            bitmap_set(out->states, v);
        }
    }
    if (chance(&maker, 33)) {
        draw_choices(&maker, out->live, 85);
        out->graph.live = out->live;
    }
}
