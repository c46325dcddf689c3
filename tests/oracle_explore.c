/* The breadth-first search of the oracle and the canonical graph of what it found. */
#include <stdlib.h>
#include <string.h>

#include "tests/oracle.h"
#include "tests/oracle_internal.h"

/* Beyond this many transitions per state that is allowed, the exploration counts as too large. */
#define TRANSITIONS_PER_STATE 64u

struct oracle_store {
    struct memory memory;
    arena *arena;
};

struct edge {
    uint32_t from, to;
    uint32_t rank; /* of the label text in byte order */
};

struct search {
    struct oracle oracle;
    uint64_t max_states, width; /* width: leaves */
    uint32_t *tuples;           /* by state in order of discovery, `width` each */
    uint64_t states, tuple_capacity;
    uint32_t *level;
    uint64_t level_capacity;
    uint64_t *slots; /* hash table of state + 1 */
    uint64_t slot_count;
    struct edge *edges; /* rank is the oracle's label number until ranks are known */
    uint64_t edge_count, edge_capacity;
    uint64_t deadlocks;
};

static uint64_t hash_tuple(const uint32_t *tuple, uint64_t width) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (uint64_t k = 0; k < width; k++) {
        hash = (hash ^ tuple[k]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

static void grow_slots(struct search *search) {
    struct memory *memory = search->oracle.memory;
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
    struct memory *memory = search->oracle.memory;
    oracle_grow(memory, (void **)&search->tuples, &search->tuple_capacity, (search->states + 1) * width,
                sizeof *search->tuples);
    oracle_grow(memory, (void **)&search->level, &search->level_capacity, search->states + 1,
                sizeof *search->level);
    if (width > 0) {
        memcpy(search->tuples + search->states * width, tuple, width * sizeof *tuple);
    }
    search->level[search->states] = level;
    search->slots[slot] = ++search->states;
    return (uint32_t)search->states - 1;
}

static enum oracle_outcome search_run(struct search *search) {
    struct oracle *oracle = &search->oracle;
    uint32_t *state = oracle_allocate(oracle->arena, (search->width + 1) * sizeof *state);
    uint32_t *next = oracle_allocate(oracle->arena, (search->width + 1) * sizeof *next);
    for (uint64_t k = 0; k < search->width; k++) {
        state[k] = oracle->leaves[k]->syntax->lts->initial;
    }
    find_or_add(search, state, 0);
    for (uint64_t s = 0; s < search->states; s++) {
        if (search->width > 0) {
            memcpy(state, search->tuples + s * search->width, search->width * sizeof *state);
        }
        oracle_node_transitions(oracle, oracle->root, state);
        const struct oracle_list *list = &oracle->root->list;
        search->deadlocks += list->count == 0;
        for (uint64_t t = 0; t < list->count; t++) {
            memcpy(next, state, search->width * sizeof *next);
            for (uint64_t k = list->transitions[t].step_begin; k < list->transitions[t].step_end; k++) {
                next[list->steps[k].leaf] = list->steps[k].state;
            }
            uint32_t to = find_or_add(search, next, search->level[s] + 1);
            oracle_grow(oracle->memory, (void **)&search->edges, &search->edge_capacity,
                        search->edge_count + 1, sizeof *search->edges);
            search->edges[search->edge_count++] = (struct edge){(uint32_t)s, to, list->transitions[t].label};
        }
        if (oracle->too_many || search->states > search->max_states ||
            search->edge_count / TRANSITIONS_PER_STATE > search->max_states) {
            return ORACLE_LIMIT;
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

static int compare_labels(const void *a, const void *b, void *context) {
    const struct oracle_label *labels = context;
    return strcmp(labels[*(const uint32_t *)a].text, labels[*(const uint32_t *)b].text);
}

static int compare_edges(const void *a, const void *b) {
    const struct edge *x = a;
    const struct edge *y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    if (x->rank != y->rank) {
        return x->rank < y->rank ? -1 : 1;
    }
    return x->to == y->to ? 0 : x->to < y->to ? -1 : 1;
}

/* 0 .. count-1, to be sorted. */
static uint32_t *identity(arena *arena, uint64_t count) {
    uint32_t *numbers = oracle_allocate(arena, count * sizeof *numbers);
    for (uint64_t k = 0; k < count; k++) {
        numbers[k] = (uint32_t)k;
    }
    return numbers;
}

static void number_states(struct search *search, struct oracle_graph *graph, uint32_t *order) {
    arena *arena = graph->own->arena;
    uint64_t width = search->width;
    graph->levels = search->level[order[search->states - 1]] + 1;
    graph->level_begin = oracle_allocate(arena, ((uint64_t)graph->levels + 1) * sizeof *graph->level_begin);
    graph->level = oracle_allocate(arena, search->states * sizeof *graph->level);
    graph->tuples = oracle_allocate(arena, search->states * width * sizeof *graph->tuples);
    for (uint64_t s = 0; s < search->states; s++) {
        graph->level[s] = search->level[order[s]];
        graph->level_begin[graph->level[s] + 1] = s + 1;
        if (width > 0) {
            memcpy(graph->tuples + s * width, search->tuples + order[s] * width,
                   width * sizeof *graph->tuples);
        }
    }
}

static void renumber_edges(struct search *search, const uint32_t *order, const uint32_t *by_rank) {
    arena *arena = search->oracle.arena;
    uint32_t *number = oracle_allocate(arena, search->states * sizeof *number);
    for (uint64_t s = 0; s < search->states; s++) {
        number[order[s]] = (uint32_t)s;
    }
    uint32_t *rank = oracle_allocate(arena, search->oracle.labels.count * sizeof *rank);
    for (uint64_t l = 0; l < search->oracle.labels.count; l++) {
        rank[by_rank[l]] = (uint32_t)l;
    }
    for (uint64_t e = 0; e < search->edge_count; e++) {
        struct edge *edge = &search->edges[e];
        *edge = (struct edge){number[edge->from], number[edge->to], rank[edge->rank]};
    }
    if (search->edge_count > 0) {
        qsort(search->edges, search->edge_count, sizeof *search->edges, compare_edges);
    }
}

static void fill_graph(struct search *search, struct oracle_graph *graph) {
    arena *arena = graph->own->arena;
    const struct oracle_labels *labels = &search->oracle.labels;
    uint32_t *order = identity(search->oracle.arena, search->states);
    qsort_r(order, search->states, sizeof *order, compare_states, search);
    uint32_t *by_rank = identity(search->oracle.arena, labels->count);
    qsort_r(by_rank, labels->count, sizeof *by_rank, compare_labels, labels->items);
    graph->states = search->states;
    graph->transitions = search->edge_count;
    graph->deadlocks = search->deadlocks;
    number_states(search, graph, order);
    renumber_edges(search, order, by_rank);

    const char **texts = oracle_allocate(arena, labels->count * sizeof *texts);
    for (uint64_t l = 0; l < labels->count; l++) {
        const struct oracle_label *label = &labels->items[by_rank[l]];
        char *copy = oracle_allocate(arena, (uint64_t)label->length + 1);
        memcpy(copy, label->text, label->length);
        texts[l] = copy;
    }
    graph->offsets = oracle_allocate(arena, (graph->states + 1) * sizeof *graph->offsets);
    graph->edge_label = oracle_allocate(arena, search->edge_count * sizeof *graph->edge_label);
    graph->edge_target = oracle_allocate(arena, search->edge_count * sizeof *graph->edge_target);
    uint64_t at = 0;
    for (uint64_t s = 0; s < graph->states; s++) {
        for (; at < search->edge_count && search->edges[at].from == s; at++) {
            const struct edge *edge = &search->edges[at];
            if (at > 0 && compare_edges(edge - 1, edge) == 0) {
                continue;
            }
            graph->edge_label[graph->edges] = texts[edge->rank];
            graph->edge_target[graph->edges++] = edge->to;
        }
        graph->offsets[s + 1] = graph->edges;
    }
}

/* --- the whole --- */

static void search_free(struct search *search) {
    struct oracle *oracle = &search->oracle;
    struct memory *memory = oracle->memory;
    memory_free(memory, search->tuples, search->tuple_capacity * sizeof *search->tuples);
    memory_free(memory, search->level, search->level_capacity * sizeof *search->level);
    memory_free(memory, search->slots, search->slot_count * sizeof *search->slots);
    memory_free(memory, search->edges, search->edge_capacity * sizeof *search->edges);
    oracle_node_free(oracle, oracle->root);
    memory_free(memory, oracle->leaves, oracle->leaf_capacity * sizeof(struct oracle_node *));
    memory_free(memory, oracle->stack, oracle->stack_capacity * sizeof *oracle->stack);
    oracle_labels_free(&oracle->labels);
    arena_free(oracle->arena);
}

static arena *create_arena(struct memory *memory) {
    arena *arena = arena_create(memory);
    if (arena == NULL) {
        abort();
    }
    return arena;
}

struct oracle_graph *oracle_explore_node(const struct exp_node *root, const label_table *labels,
                                         const struct exp_options *options, uint64_t max_states) {
    struct oracle_store *own = malloc(sizeof *own);
    if (own == NULL) {
        abort();
    }
    memory_init(&own->memory, UINT64_MAX);
    own->arena = create_arena(&own->memory);
    struct oracle_graph *graph = oracle_allocate(own->arena, sizeof *graph);
    graph->own = own;

    struct search search = {.max_states = max_states};
    struct oracle *oracle = &search.oracle;
    oracle->memory = &own->memory;
    oracle->arena = create_arena(&own->memory);
    oracle->options = options;
    oracle_labels_create(&oracle->labels, oracle->memory, oracle->arena, options);
    oracle->root = oracle_node_create(oracle, root, labels);
    search.width = oracle->leaf_count;
    graph->leaves = (uint32_t)oracle->leaf_count;
    graph->outcome = oracle->prio_cycle ? ORACLE_PRIO_CYCLE
                     : oracle->too_many ? ORACLE_LIMIT
                                        : search_run(&search);
    if (graph->outcome == ORACLE_DONE) {
        fill_graph(&search, graph);
    }
    search_free(&search);
    return graph;
}

struct oracle_graph *oracle_explore(const exp_tree *tree, uint64_t max_states) {
    return oracle_explore_node(exp_tree_root(tree), exp_tree_labels(tree), exp_tree_options(tree),
                               max_states);
}

void oracle_free(struct oracle_graph *graph) {
    struct oracle_store *own = graph->own;
    arena_free(own->arena);
    if (memory_used(&own->memory) != 0) {
        abort();
    }
    free(own);
}
