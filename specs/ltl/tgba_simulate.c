/*
 * Direct simulation of automata (tgba.h), after Etessami and Holzmann (2000) with the letters of all edges
 * taken together, as in Babiak et al. (2013): t simulates s if for each edge of s, on each of its letters, t
 * has an edge with as many marks to a state that simulates the target. Backwards: the same of the edges that
 * lead to the states, and initial states are simulated by initial states alone.
 *
 * Passing: a state on no cycle is passed once, so the marks of its edges do not count. It is merged with a
 * state that simulates it without them, and is simulated so, but that does not lead to it.
 */
#include <string.h>

#include "base/bitset.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/ltl/tgba.h"

#define MOST_PAIRS (1u << 22) /* pairs of edges */
#define MOST_WORK (1u << 24)  /* comparisons of edges; then the automaton stays as it is */

struct simulation {
    struct tgba *automaton;
    struct tgba_components components;
    enum tgba_direction direction;
    uint64_t left;   /* work */
    uint64_t words;  /* of a row of the relation */
    uint64_t *above; /* [states * words]: the states that simulate each one */
    uint64_t *row;   /* [states + 1]: backwards, of `edge` */
    struct directed {
        uint32_t end; /* the state at the other end */
        bdd guard;
        uint64_t marks;
    } * edge;
};

static int simulates(const struct simulation *simulation, uint32_t above, uint32_t below) {
    return bitset_has(simulation->above + below * simulation->words, above);
}

/* --- edges in the direction of the simulation --- */

static struct directed directed_of(const struct simulation *simulation, uint32_t source,
                                   const struct tgba_edge *edge) {
    return (struct directed){.end = simulation->direction == TGBA_BACKWARDS ? source : edge->target,
                             .guard = edge->guard,
                             .marks = edge->marks};
}

static void direct_edges(struct simulation *simulation) {
    const struct tgba *automaton = simulation->automaton;
    const int backwards = simulation->direction == TGBA_BACKWARDS;
    uint64_t *row = simulation->row;
    memset(row, 0, ((uint64_t)automaton->states + 1) * sizeof *row);
    for (uint32_t s = 0; s < automaton->states; s++) {
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            row[backwards ? automaton->edge.data[i].target : s]++;
        }
    }
    for (uint64_t s = 0, sum = 0; s <= automaton->states; s++) { /* the ends of rows, which move down */
        sum += row[s];
        row[s] = sum;
    }
    for (uint32_t s = automaton->states; s-- > 0;) {
        for (uint64_t i = automaton->row.data[s + 1]; i-- > automaton->row.data[s];) {
            const struct tgba_edge *edge = &automaton->edge.data[i];
            simulation->edge[--row[backwards ? edge->target : s]] = directed_of(simulation, s, edge);
        }
    }
}

/* --- the relation --- */

static int may_go_on(struct simulation *simulation) {
    simulation->left -= simulation->left > 0;
    return bdd_step(simulation->automaton->pool) && simulation->left > 0;
}

/* Whether t has an edge like this one on all its letters, with those of its marks that count. */
static int is_matched(struct simulation *simulation, const struct directed *edge, uint32_t t,
                      uint64_t counts) {
    struct bdd_pool *pool = simulation->automaton->pool;
    bdd left = edge->guard;
    for (uint64_t i = simulation->row[t];
         i < simulation->row[t + 1] && left != BDD_FALSE && may_go_on(simulation); i++) {
        const struct directed *other = &simulation->edge[i];
        if ((edge->marks & counts & ~other->marks) == 0 && simulates(simulation, other->end, edge->end)) {
            left = bdd_without(pool, left, other->guard);
        }
    }
    return left == BDD_FALSE;
}

static int is_simulated(struct simulation *simulation, uint32_t s, uint32_t t, uint64_t counts) {
    for (uint64_t i = simulation->row[s]; i < simulation->row[s + 1]; i++) {
        if (!is_matched(simulation, &simulation->edge[i], t, counts)) {
            return 0;
        }
    }
    return 1;
}

static void find_relation(struct simulation *simulation) {
    const struct tgba *automaton = simulation->automaton;
    const uint32_t states = automaton->states;
    for (uint32_t s = 0; s < states; s++) {
        for (uint32_t t = 0; t < states; t++) {
            if (simulation->direction != TGBA_BACKWARDS || s != automaton->initial || t == s) {
                bitset_add(simulation->above + s * simulation->words, t);
            }
        }
    }
    for (int changed = 1; changed && may_go_on(simulation);) {
        changed = 0;
        for (uint32_t s = 0; s < states; s++) {
            uint64_t *above = simulation->above + s * simulation->words;
            for (uint32_t t = 0; t < states && may_go_on(simulation); t++) {
                if (t != s && bitset_has(above, t) && !is_simulated(simulation, s, t, UINT64_MAX)) {
                    above[t / 64] &= ~((uint64_t)1 << t % 64);
                    changed = 1;
                }
            }
        }
    }
}

/* --- the quotient --- */

/* The first of the states that simulate each other with this one. */
static uint32_t first_alike(const struct simulation *simulation, uint32_t s) {
    for (uint32_t t = 0; t < s; t++) {
        if (simulates(simulation, t, s) && simulates(simulation, s, t)) {
            return t;
        }
    }
    return s;
}

/* A state that accepts the same as one on no cycle, and is in a lower component; the state itself if there is
 * none. */
static uint32_t find_passing(struct simulation *simulation, uint32_t s) {
    const struct tgba_components *components = &simulation->components;
    if (components->has_edge[components->component[s]]) {
        return s;
    }
    for (uint32_t t = 0; t < simulation->automaton->states; t++) {
        if (components->component[t] < components->component[s] && is_simulated(simulation, s, t, 0) &&
            is_simulated(simulation, t, s, 0)) {
            return t;
        }
    }
    return s;
}

static void find_keepers(struct simulation *simulation, uint32_t *keeper) {
    const uint32_t states = simulation->automaton->states;
    for (uint32_t s = 0; s < states; s++) {
        keeper[s] =
            simulation->direction == TGBA_PASSING ? find_passing(simulation, s) : first_alike(simulation, s);
    }
    for (uint32_t s = 0; s < states; s++) {
        while (keeper[keeper[s]] != keeper[s]) {
            keeper[s] = keeper[keeper[s]];
        }
    }
}

/* Whether an edge of a state makes the other one needless on common letters: of two that do so to each other,
 * the first. */
static int is_better(const struct simulation *simulation, const struct directed *better,
                     const struct directed *edge) {
    if ((edge->marks & ~better->marks) != 0 || !simulates(simulation, better->end, edge->end)) {
        return 0;
    }
    const int is_mutual = better->marks == edge->marks && simulates(simulation, edge->end, better->end);
    return !is_mutual || better < edge;
}

/* Takes the letters of better edges from each edge; better ones are not yet cut, or were cut by still better
 * ones. Whether some guard changed. */
static int cut_edges(struct simulation *simulation, uint32_t s, bdd *guard) {
    struct bdd_pool *pool = simulation->automaton->pool;
    const uint64_t begin = simulation->row[s], end = simulation->row[s + 1];
    int changed = 0;
    for (uint64_t i = begin; i < end; i++) {
        guard[i] = simulation->edge[i].guard;
        for (uint64_t k = begin; k < end && simulation->direction != TGBA_PASSING; k++) {
            if (k != i && is_better(simulation, &simulation->edge[k], &simulation->edge[i])) {
                guard[i] = bdd_without(pool, guard[i], simulation->edge[k].guard);
            }
        }
        changed |= guard[i] != simulation->edge[i].guard;
    }
    return changed;
}

/* Numbers the keepers, and begins the quotient. */
static void begin_quotient(const struct simulation *simulation, const uint32_t *keeper, uint32_t *number,
                           struct tgba *made) {
    const struct tgba *automaton = simulation->automaton;
    uint32_t kept = 0;
    tgba_init(made, automaton->pool);
    made->marks = automaton->marks;
    for (uint32_t s = 0; s < automaton->states; s++) {
        number[s] = keeper[s] == s ? kept++ : UINT32_MAX;
    }
    made->initial = number[keeper[automaton->initial]];
}

static void make_quotient(const struct simulation *simulation, const bdd *guard, const uint32_t *keeper,
                          const uint32_t *number, struct tgba *made) {
    const struct tgba *automaton = simulation->automaton;
    for (uint32_t s = 0; s < automaton->states; s++) {
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &automaton->edge.data[i];
            if (number[s] != UINT32_MAX && guard[i] != BDD_FALSE) {
                tgba_add_edge(made, (struct tgba_edge){number[keeper[edge->target]], guard[i], edge->marks});
            }
        }
        if (number[s] != UINT32_MAX) {
            tgba_end_state(made);
        }
    }
}

/* A class has the edges that lead to its keeper, and those that leave each of its states. */
static void make_quotient_backwards(const struct simulation *simulation, const bdd *guard,
                                    const uint32_t *keeper, const uint32_t *number, struct tgba *made) {
    const struct tgba *automaton = simulation->automaton;
    for (uint32_t s = 0; s < automaton->states; s++) {
        for (uint32_t t = 0; t < automaton->states && number[s] != UINT32_MAX; t++) {
            for (uint64_t i = simulation->row[t]; i < simulation->row[t + 1]; i++) {
                const struct directed *edge = &simulation->edge[i];
                if (keeper[edge->end] == s && keeper[t] == t && guard[i] != BDD_FALSE) {
                    tgba_add_edge(made, (struct tgba_edge){number[t], guard[i], edge->marks});
                }
            }
        }
        if (number[s] != UINT32_MAX) {
            tgba_end_state(made);
        }
    }
}

static int simulate(struct simulation *simulation, int *changed) {
    struct tgba *automaton = simulation->automaton;
    struct memory *memory = automaton->pool->memory;
    const uint64_t states = automaton->states, edges = automaton->edge.count;
    uint32_t *keeper = memory_allocate_array(memory, 2 * states, sizeof *keeper), *number = keeper + states;
    bdd *guard = memory_allocate_array(memory, edges + 1, sizeof *guard);
    int merges = 0, cuts = 0;
    if (keeper == NULL || guard == NULL) {
        bdd_no_memory(automaton->pool);
    } else {
        direct_edges(simulation);
        find_relation(simulation);
        find_keepers(simulation, keeper);
        for (uint32_t s = 0; s < states && !automaton->pool->failed; s++) {
            merges |= keeper[s] != s;
            cuts |= cut_edges(simulation, s, guard);
        }
    }
    if (!automaton->pool->failed && simulation->left > 0 && (merges || cuts)) {
        *changed = 1;
        struct tgba made;
        begin_quotient(simulation, keeper, number, &made);
        (simulation->direction == TGBA_BACKWARDS ? make_quotient_backwards
                                                 : make_quotient)(simulation, guard, keeper, number, &made);
        tgba_free(automaton);
        *automaton = made;
    }
    memory_free(memory, keeper, 2 * states * sizeof *keeper);
    memory_free(memory, guard, (edges + 1) * sizeof *guard);
    return automaton->pool->failed ? -1 : 0;
}

int tgba_simulate(struct tgba *automaton, enum tgba_direction direction, int *changed) {
    struct memory *memory = automaton->pool->memory;
    const uint64_t states = automaton->states, edges = automaton->edge.count;
    struct simulation simulation = {
        .automaton = automaton, .direction = direction, .left = MOST_WORK, .words = bitset_words(states)};
    if (automaton->pool->failed || states < 2 || edges * edges > MOST_PAIRS) {
        return automaton->pool->failed ? -1 : 0;
    }
    int failed = tgba_components_find(automaton, &simulation.components) != 0;
    simulation.above = memory_allocate_zeroed(memory, states * simulation.words * sizeof *simulation.above);
    simulation.row = memory_allocate_array(memory, states + 1, sizeof *simulation.row);
    simulation.edge = memory_allocate_array(memory, edges + 1, sizeof *simulation.edge);
    if (!failed && (simulation.above == NULL || simulation.row == NULL || simulation.edge == NULL)) {
        failed = bdd_no_memory(automaton->pool);
    }
    failed = failed || simulate(&simulation, changed) != 0;
    memory_free(memory, simulation.above, states * simulation.words * sizeof *simulation.above);
    memory_free(memory, simulation.row, (states + 1) * sizeof *simulation.row);
    memory_free(memory, simulation.edge, (edges + 1) * sizeof *simulation.edge);
    tgba_components_free(&simulation.components);
    return failed ? -1 : 0;
}

int tgba_reduce(struct tgba *automaton) {
    int changed = 1;
    while (changed && !automaton->pool->failed) {
        changed = 0;
        for (unsigned i = TGBA_FORWARDS; i <= TGBA_PASSING && !automaton->pool->failed; i++) {
            tgba_trim(automaton);
            tgba_simulate(automaton, (enum tgba_direction)i, &changed);
        }
    }
    return automaton->pool->failed ? -1 : 0;
}
