/* The breadth-first search of the oracle and the canonical graph of what it found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/exp/walk/semantics.h"
#include "tests/oracle/oracle.h"
#include "tests/support/testing.h"

/* With more transitions than this for each allowed state, the exploration counts as too large. */
#define TRANSITIONS_PER_STATE 64u

/* No test wants a state with more ways to move than fit into this. */
#define WALK_BYTES ((uint64_t)64 << 20)

struct oracle_store {
    struct memory memory, walk;
    struct run run;
    arena *arena;
    walker *walker; /* has the label texts */
};

struct edge {
    uint32_t from, to;
    const char *label; /* equal texts are equal pointers */
};

struct search {
    walker *walker;
    struct memory *memory;
    uint64_t max_states, width; /* width: components */
    uint32_t *tuples;           /* by state in order of discovery, `width` each */
    uint64_t states, tuple_capacity;
    uint32_t *level;
    uint64_t level_capacity;
    uint64_t *slots; /* hash table of state + 1 */
    uint64_t slot_count;
    struct edge *edges;
    uint64_t edge_count, edge_capacity;
    uint64_t deadlocks;
};

static void grow(struct memory *memory, void **data, uint64_t *capacity, uint64_t need, uint64_t size) {
    if (need > *capacity && memory_grow(memory, data, capacity, need, size) != 0) {
        abort();
    }
}

static void *allocate(arena *arena, uint64_t bytes) {
    return test_present(arena_allocate(arena, bytes));
}

static uint64_t hash_tuple(const uint32_t *tuple, uint64_t width) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (uint64_t k = 0; k < width; k++) {
        hash = (hash ^ tuple[k]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

static void grow_slots(struct search *search) {
    struct memory *memory = search->memory;
    uint64_t count = search->slot_count == 0 ? 256 : search->slot_count * 4;
    memory_free(memory, search->slots, search->slot_count * sizeof *search->slots);
    search->slots = memory_allocate_zeroed(memory, count * sizeof *search->slots);
    if (search->slots == NULL) {
        abort();
    }
    search->slot_count = count;
    for (uint64_t s = 0; s < search->states; s++) {
        uint64_t slot = hash_tuple(search->tuples + s * search->width, search->width) % count;
        while (search->slots[slot] != 0) {
            slot = (slot + 1) % count;
        }
        search->slots[slot] = s + 1;
    }
}

/* The number of the state, which is new on the given level if it was not met before. */
static uint32_t find_or_add(struct search *search, const uint32_t *tuple, uint32_t level) {
    uint64_t width = search->width;
    if (2 * (search->states + 1) > search->slot_count) {
        grow_slots(search);
    }
    uint64_t slot = hash_tuple(tuple, width) % search->slot_count;
    for (; search->slots[slot] != 0; slot = (slot + 1) % search->slot_count) {
        uint64_t state = search->slots[slot] - 1;
        if (width == 0 || memcmp(search->tuples + state * width, tuple, width * sizeof *tuple) == 0) {
            return (uint32_t)state;
        }
    }
    struct memory *memory = search->memory;
    grow(memory, (void **)&search->tuples, &search->tuple_capacity, (search->states + 1) * width,
         sizeof *search->tuples);
    grow(memory, (void **)&search->level, &search->level_capacity, search->states + 1, sizeof *search->level);
    if (width > 0) {
        memcpy(search->tuples + search->states * width, tuple, width * sizeof *tuple);
    }
    search->level[search->states] = level;
    search->slots[slot] = ++search->states;
    return (uint32_t)search->states - 1;
}

/* One state's transitions. */
static enum oracle_outcome take_transitions(struct search *search, uint64_t from, const uint32_t *state,
                                            uint32_t *next) {
    const struct walker_transition *transitions;
    struct error error;
    uint64_t count;
    if (walker_transitions(search->walker, state, &transitions, &count, &error) != 0) {
        return error.code == ERROR_INPUT ? ORACLE_FAULT : ORACLE_LIMIT;
    }
    search->deadlocks += count == 0;
    grow(search->memory, (void **)&search->edges, &search->edge_capacity, search->edge_count + count,
         sizeof *search->edges);
    for (uint64_t t = 0; t < count; t++) {
        walker_target(search->walker, state, &transitions[t], next);
        uint32_t to = find_or_add(search, next, search->level[from] + 1);
        search->edges[search->edge_count++] = (struct edge){(uint32_t)from, to, transitions[t].label};
    }
    return ORACLE_DONE;
}

static enum oracle_outcome search_run(struct search *search, arena *arena) {
    uint32_t *state = allocate(arena, (search->width + 1) * sizeof *state);
    uint32_t *next = allocate(arena, (search->width + 1) * sizeof *next);
    uint64_t count;
    const uint32_t *initial = walker_initial(search->walker, &count);
    for (uint64_t k = 0; k < count; k++) {
        find_or_add(search, initial + k * search->width, 0);
    }
    for (uint64_t s = 0; s < search->states; s++) {
        if (search->width > 0) {
            memcpy(state, search->tuples + s * search->width, search->width * sizeof *state);
        }
        enum oracle_outcome outcome = take_transitions(search, s, state, next);
        if (outcome != ORACLE_DONE || search->states > search->max_states ||
            search->edge_count / TRANSITIONS_PER_STATE > search->max_states) {
            return outcome == ORACLE_FAULT ? ORACLE_FAULT : ORACLE_LIMIT;
        }
    }
    return ORACLE_DONE;
}

/* --- canonical numbers --- */

static int compare_states(const void *a, const void *b, void *context) {
    const struct search *search = context;
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    if (search->level[x] != search->level[y]) {
        return search->level[x] < search->level[y] ? -1 : 1;
    }
    for (uint64_t k = 0; k < search->width; k++) {
        uint32_t left = search->tuples[x * search->width + k];
        uint32_t right = search->tuples[y * search->width + k];
        if (left != right) {
            return left < right ? -1 : 1;
        }
    }
    return 0;
}

static int compare_edges(const void *a, const void *b) {
    const struct edge *x = a;
    const struct edge *y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    int order = x->label == y->label ? 0 : strcmp(x->label, y->label);
    return order != 0 ? order : x->to == y->to ? 0 : x->to < y->to ? -1 : 1;
}

/* 0 .. count-1, to be sorted. */
static uint32_t *identity(arena *arena, uint64_t count) {
    uint32_t *numbers = allocate(arena, count * sizeof *numbers);
    for (uint64_t k = 0; k < count; k++) {
        numbers[k] = (uint32_t)k;
    }
    return numbers;
}

static void number_states(struct search *search, struct oracle_graph *graph, uint32_t *order) {
    arena *arena = graph->own->arena;
    uint64_t width = search->width;
    graph->levels = search->level[order[search->states - 1]] + 1;
    graph->level_begin = allocate(arena, ((uint64_t)graph->levels + 1) * sizeof *graph->level_begin);
    graph->level = allocate(arena, search->states * sizeof *graph->level);
    graph->tuples = allocate(arena, search->states * width * sizeof *graph->tuples);
    for (uint64_t s = 0; s < search->states; s++) {
        graph->level[s] = search->level[order[s]];
        graph->level_begin[graph->level[s] + 1] = s + 1;
        if (width > 0) {
            memcpy(graph->tuples + s * width, search->tuples + order[s] * width,
                   width * sizeof *graph->tuples);
        }
    }
}

static void renumber_edges(struct search *search, arena *arena, const uint32_t *order) {
    uint32_t *number = allocate(arena, search->states * sizeof *number);
    for (uint64_t s = 0; s < search->states; s++) {
        number[order[s]] = (uint32_t)s;
    }
    for (uint64_t e = 0; e < search->edge_count; e++) {
        struct edge *edge = &search->edges[e];
        *edge = (struct edge){number[edge->from], number[edge->to], edge->label};
    }
    if (search->edge_count > 0) {
        qsort(search->edges, search->edge_count, sizeof *search->edges, compare_edges);
    }
}

static void fill_graph(struct search *search, arena *scratch, struct oracle_graph *graph) {
    arena *arena = graph->own->arena;
    uint32_t *order = identity(scratch, search->states);
    qsort_r(order, search->states, sizeof *order, compare_states, search);
    graph->states = search->states;
    graph->transitions = search->edge_count;
    graph->deadlocks = search->deadlocks;
    number_states(search, graph, order);
    renumber_edges(search, scratch, order);

    graph->offsets = allocate(arena, (graph->states + 1) * sizeof *graph->offsets);
    graph->edge_label = allocate(arena, search->edge_count * sizeof *graph->edge_label);
    graph->edge_target = allocate(arena, search->edge_count * sizeof *graph->edge_target);
    uint64_t at = 0;
    for (uint64_t s = 0; s < graph->states; s++) {
        for (; at < search->edge_count && search->edges[at].from == s; at++) {
            const struct edge *edge = &search->edges[at];
            if (at > 0 && compare_edges(edge - 1, edge) == 0) {
                continue;
            }
            graph->edge_label[graph->edges] = edge->label;
            graph->edge_target[graph->edges++] = edge->to;
        }
        graph->offsets[s + 1] = graph->edges;
    }
}

/* --- the search --- */

static void search_free(struct search *search) {
    struct memory *memory = search->memory;
    memory_free(memory, search->tuples, search->tuple_capacity * sizeof *search->tuples);
    memory_free(memory, search->level, search->level_capacity * sizeof *search->level);
    memory_free(memory, search->slots, search->slot_count * sizeof *search->slots);
    memory_free(memory, search->edges, search->edge_capacity * sizeof *search->edges);
}

static enum oracle_outcome failure(const struct error *error) {
    if (error->code != ERROR_INPUT) {
        return ORACLE_LIMIT;
    }
    if (strstr(error->text, "above itself") == NULL) {
        fprintf(stderr, "oracle: %s\n", error->text);
        abort();
    }
    return ORACLE_PRIO_CYCLE;
}

static struct oracle_graph *open_graph(void) {
    struct oracle_store *own = calloc(1, sizeof *own);
    if (own == NULL) {
        abort();
    }
    memory_init(&own->memory, UINT64_MAX);
    memory_init(&own->walk, WALK_BYTES);
    own->run = (struct run){.memory = &own->walk, .threads = 1};
    own->arena = test_present(arena_create(&own->memory));
    struct oracle_graph *graph = allocate(own->arena, sizeof *graph);
    graph->own = own;
    return graph;
}

static void explore_all(struct oracle_graph *graph, uint64_t max_states) {
    struct oracle_store *own = graph->own;
    struct search search = {.max_states = max_states, .memory = &own->memory, .walker = own->walker};
    arena *scratch = test_present(arena_create(&own->memory));
    search.width = graph->leaves = walker_components(own->walker);
    graph->outcome = search_run(&search, scratch);
    if (graph->outcome == ORACLE_DONE) {
        fill_graph(&search, scratch, graph);
    }
    search_free(&search);
    arena_free(scratch);
}

struct oracle_graph *oracle_explore_node(const struct exp_node *root, const label_table *labels,
                                         const struct exp_options *options, uint64_t max_states) {
    struct oracle_graph *graph = open_graph();
    struct error error;
    graph->own->walker = semantics_create(root, labels, options, &graph->own->run, &error);
    if (graph->own->walker == NULL) {
        graph->outcome = failure(&error);
    } else {
        explore_all(graph, max_states);
    }
    return graph;
}

struct oracle_graph *oracle_explore_model(const language_tree *tree, uint64_t max_states) {
    struct oracle_graph *graph = open_graph();
    struct error error;
    graph->own->walker = language_walk(tree, &graph->own->run, &error);
    if (graph->own->walker == NULL) {
        graph->outcome = error.code == ERROR_INPUT ? ORACLE_FAULT : ORACLE_LIMIT;
    } else {
        explore_all(graph, max_states);
    }
    return graph;
}

struct oracle_graph *oracle_explore(const exp_tree *tree, uint64_t max_states) {
    return oracle_explore_node(exp_tree_root(tree), exp_tree_labels(tree), exp_tree_options(tree),
                               max_states);
}

uint32_t oracle_find(const struct oracle_graph *graph, const uint32_t *tuple) {
    uint32_t state = 0;
    while (state < graph->states && memcmp(graph->tuples + (uint64_t)state * graph->leaves, tuple,
                                           graph->leaves * sizeof *tuple) != 0) {
        state++;
    }
    return state;
}

void oracle_free(struct oracle_graph *graph) {
    struct oracle_store *own = graph->own;
    walker_free(own->walker);
    arena_free(own->arena);
    if (memory_used(&own->memory) != 0 || memory_used(&own->walk) != 0) {
        abort();
    }
    free(own);
}
