/*
 * A word that two automata accept (tgba.h): the product is made breadth first, a component of it that accepts
 * is found, and the word goes to it and around in it from mark to mark, each time by the fewest letters.
 */
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "specs/ltl/tgba.h"

#define MOST_STATES (1u << 24)

struct product {
    const struct tgba *a, *b;
    struct tgba automaton;
    struct tgba_pairs pairs; /* by state: a's and b's */
};

static uint32_t state_of(struct product *product, uint32_t a, uint32_t b) {
    const uint32_t number = tgba_pair_number(&product->pairs, product->a->pool, a, b);
    if (number >= MOST_STATES) {
        bdd_fail(product->a->pool, ERROR_LIMIT, "the product of automata has more than 16 million states");
    }
    return number;
}

static void make_edges(struct product *product, uint32_t a, uint32_t b) {
    struct bdd_pool *pool = product->a->pool;
    for (uint64_t i = product->a->row.data[a]; i < product->a->row.data[a + 1]; i++) {
        for (uint64_t k = product->b->row.data[b]; k < product->b->row.data[b + 1] && !pool->failed; k++) {
            const struct tgba_edge *left = &product->a->edge.data[i], *right = &product->b->edge.data[k];
            const bdd guard = bdd_and(pool, left->guard, right->guard);
            if (guard != BDD_FALSE) {
                const uint64_t marks = product->b->marks == 0 ? left->marks
                                       : product->a->marks == 0
                                           ? right->marks
                                           : left->marks | right->marks << product->a->marks;
                tgba_add_edge(
                    &product->automaton,
                    (struct tgba_edge){state_of(product, left->target, right->target), guard, marks});
            }
        }
    }
}

static int make_product(struct product *product) {
    struct bdd_pool *pool = product->a->pool;
    tgba_init(&product->automaton, pool);
    product->automaton.marks = product->a->marks + product->b->marks;
    if (product->automaton.marks > TGBA_MOST_MARKS) {
        bdd_fail(pool, ERROR_LIMIT, "the product of automata has more than 64 marks");
    }
    state_of(product, product->a->initial, product->b->initial);
    for (uint64_t s = 0; s < product->pairs.pair.count && !pool->failed; s++) {
        const uint64_t pair = product->pairs.pair.data[s];
        make_edges(product, (uint32_t)(pair >> 32), (uint32_t)pair);
        tgba_end_state(&product->automaton);
        if (run_should_stop(pool->run)) {
            bdd_fail(pool, ERROR_INTERRUPTED, "interrupted");
        }
    }
    return pool->failed ? -1 : 0;
}

/* --- a word --- */

struct tour {
    const struct tgba *automaton;
    const struct tgba_components *components;
    struct memory *memory;
    uint32_t *queue;
    uint64_t *from;   /* by state: the edge by which it was reached first; UINT64_MAX: none */
    uint32_t *source; /* by state: the state of that edge */
    uint64_t *path;   /* edges, the last first */
    struct tgba_word *word;
};

static int add_letter(struct tour *tour, bdd guard) {
    struct tgba_word *word = tour->word;
    const struct bdd_pool *pool = tour->automaton->pool;
    const uint64_t need = (word->length + 1) * word->atoms;
    if (memory_grow(tour->memory, (void **)&word->value, &word->bytes, need + 1, 1) != 0) {
        return -1;
    }
    uint8_t *letter = word->value + word->length * word->atoms;
    memset(letter, 0, word->atoms);
    while (guard != BDD_TRUE) {
        const struct bdd_node *node = &pool->node[guard];
        const int value = node->low == BDD_FALSE;
        letter[node->variable] = (uint8_t)value;
        guard = value ? node->high : node->low;
    }
    word->length++;
    return 0;
}

/* What a walk looks for: an edge that leads to a state (UINT32_MAX: any), or into a component, or has a mark.
 */
struct aim {
    uint32_t within; /* the component that the walk does not leave; UINT32_MAX: any */
    uint32_t state, component;
    uint64_t mark;
};

static int is_aim(const struct tour *tour, const struct aim *aim, const struct tgba_edge *edge) {
    return (aim->state == UINT32_MAX || edge->target == aim->state) &&
           (aim->component == UINT32_MAX || tour->components->component[edge->target] == aim->component) &&
           (aim->mark == 0 || (edge->marks & aim->mark) != 0);
}

/* Walks from a state by the fewest edges, and adds their letters. Returns where it ends, or -1. */
static int64_t walk(struct tour *tour, uint32_t begin, const struct aim *aim) {
    const struct tgba *automaton = tour->automaton;
    uint32_t queued = 0;
    memset(tour->from, 0xff, automaton->states * sizeof *tour->from);
    tour->queue[queued++] = begin;
    for (uint32_t at = 0; at < queued && bdd_step(automaton->pool); at++) {
        const uint32_t s = tour->queue[at];
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &automaton->edge.data[i];
            if (aim->within != UINT32_MAX && tour->components->component[edge->target] != aim->within) {
                continue;
            }
            if (is_aim(tour, aim, edge)) {
                uint64_t length = 0;
                tour->path[length++] = i;
                for (uint32_t t = s; t != begin; t = tour->source[t]) {
                    tour->path[length++] = tour->from[t];
                }
                while (length > 0) {
                    if (add_letter(tour, automaton->edge.data[tour->path[--length]].guard) != 0) {
                        return -1;
                    }
                }
                return edge->target;
            }
            if (tour->from[edge->target] == UINT64_MAX && edge->target != begin) {
                tour->from[edge->target] = i;
                tour->source[edge->target] = s;
                tour->queue[queued++] = edge->target;
            }
        }
    }
    return -1;
}

/* Around in an accepting component: an edge for each mark, and back. */
static int go_around(struct tour *tour, uint32_t begin) {
    const struct tgba *automaton = tour->automaton;
    struct aim aim = {tour->components->component[begin], UINT32_MAX, UINT32_MAX, 0};
    int64_t at = begin;
    tour->word->loop = tour->word->length;
    for (unsigned m = 0; m < automaton->marks && at >= 0; m++) {
        aim.mark = (uint64_t)1 << m;
        at = walk(tour, (uint32_t)at, &aim);
    }
    aim.mark = 0;
    aim.state = begin;
    if (at >= 0 && (at != begin || tour->word->length == tour->word->loop)) {
        at = walk(tour, (uint32_t)at, &aim);
    }
    return at < 0 ? -1 : 0;
}

static int make_word(struct tour *tour, uint32_t component) {
    const uint32_t initial = tour->automaton->initial;
    const struct aim aim = {UINT32_MAX, UINT32_MAX, component, 0};
    const int64_t begin =
        tour->components->component[initial] == component ? initial : walk(tour, initial, &aim);
    return begin < 0 ? -1 : go_around(tour, (uint32_t)begin);
}

/* Arrays for walks. */
static int open_tour(struct tour *tour) {
    const uint64_t states = tour->automaton->states;
    tour->queue = memory_allocate_array(tour->memory, states, sizeof *tour->queue);
    tour->source = memory_allocate_array(tour->memory, states, sizeof *tour->source);
    tour->from = memory_allocate_array(tour->memory, states, sizeof *tour->from);
    tour->path = memory_allocate_array(tour->memory, states, sizeof *tour->path);
    return tour->queue == NULL || tour->source == NULL || tour->from == NULL || tour->path == NULL ? -1 : 0;
}

static void close_tour(struct tour *tour) {
    const uint64_t states = tour->automaton->states;
    memory_free(tour->memory, tour->queue, states * sizeof *tour->queue);
    memory_free(tour->memory, tour->source, states * sizeof *tour->source);
    memory_free(tour->memory, tour->from, states * sizeof *tour->from);
    memory_free(tour->memory, tour->path, states * sizeof *tour->path);
}

static int find_word(const struct tgba *automaton, const struct tgba_components *components,
                     uint32_t component, struct tgba_word *word) {
    struct tour tour = {automaton, components, automaton->pool->memory, .word = word};
    const int failed = open_tour(&tour) != 0 || make_word(&tour, component) != 0;
    close_tour(&tour);
    return failed ? bdd_no_memory(automaton->pool) : 1;
}

int tgba_loop_word(const struct tgba *automaton, uint32_t state, uint32_t atoms, struct tgba_word *word) {
    struct tour tour = {automaton, NULL, automaton->pool->memory, .word = word};
    const struct aim aim = {UINT32_MAX, state, UINT32_MAX, 0};
    *word = (struct tgba_word){.memory = automaton->pool->memory, .atoms = atoms};
    const int failed = automaton->pool->failed || open_tour(&tour) != 0 || walk(&tour, state, &aim) < 0;
    if (!automaton->pool->failed) {
        close_tour(&tour);
    }
    return failed ? bdd_no_memory(automaton->pool) : 0;
}

/* Of an automaton whose states are all reached. */
static int accepted_word(const struct tgba *automaton, uint32_t atoms, struct tgba_word *word) {
    struct tgba_components components;
    int found = tgba_components_find(automaton, &components) != 0 ? -1 : 0;
    *word = (struct tgba_word){.memory = automaton->pool->memory, .atoms = atoms};
    for (uint32_t s = 0; s < automaton->states && found == 0; s++) { /* the nearest first */
        if (tgba_component_accepts(automaton, &components, components.component[s])) {
            found = find_word(automaton, &components, components.component[s], word);
        }
    }
    tgba_components_free(&components);
    return found;
}

int tgba_common_word(const struct tgba *a, const struct tgba *b, uint32_t atoms, struct tgba_word *word) {
    struct product product = {.a = a, .b = b};
    int found = 0;
    *word = (struct tgba_word){.memory = a->pool->memory, .atoms = atoms};
    if (a->pool->failed || a->states == 0 || (b != NULL && b->states == 0)) {
        return a->pool->failed ? -1 : 0;
    }
    if (b == NULL) {
        return accepted_word(a, atoms, word);
    }
    found = make_product(&product) != 0 ? -1 : accepted_word(&product.automaton, atoms, word);
    tgba_free(&product.automaton);
    tgba_pairs_free(&product.pairs, a->pool);
    return found;
}

void tgba_word_free(struct tgba_word *word) {
    if (word->memory != NULL) {
        memory_free(word->memory, word->value, word->bytes);
    }
    *word = (struct tgba_word){.memory = word->memory};
}
