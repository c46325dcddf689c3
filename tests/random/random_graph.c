/* Random directed graphs of many shapes: a list of edges first, then scrambled, put into rows, and masked. */
#include "tests/random/random_graph.h"

#include <stdlib.h>
#include <string.h>

#include "explorer/graph/digraph_core.h"
#include "tests/support/testing.h"

struct edge_list {
    uint64_t random; /* state of the numbers */
    uint64_t vertices, count, capacity;
    uint32_t (*edges)[2];
};

static const char *const shape_names[RANDOM_SHAPES] = {
    "sparse", "dense",           "chain",           "tree",          "DAG",
    "cycle",  "chain of cycles", "cycle of cycles", "DAG of cycles", "disjoint cycles",
    "loops",  "isolated",        "giant",           "power law",     "grid",
    "empty"};

const char *random_shape_name(enum random_shape shape) {
    return shape_names[shape];
}

static uint64_t draw(struct edge_list *list, uint64_t below) {
    return random_next(&list->random) % below;
}

static void add(struct edge_list *list, uint64_t from, uint64_t to) {
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 64;
        list->edges = test_present(realloc(list->edges, list->capacity * sizeof *list->edges));
    }
    list->edges[list->count][0] = (uint32_t)from;
    list->edges[list->count++][1] = (uint32_t)to;
}

/* Anywhere in [begin, end). */
static void add_random(struct edge_list *list, uint64_t begin, uint64_t end, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        add(list, begin + draw(list, end - begin), begin + draw(list, end - begin));
    }
}

/* From lower numbers to higher ones. */
static void add_forward(struct edge_list *list, uint64_t count) {
    for (uint64_t i = 0; i < count && list->vertices > 1; i++) {
        uint64_t from = draw(list, list->vertices - 1);
        add(list, from, from + 1 + draw(list, list->vertices - 1 - from));
    }
}

static void add_cycle(struct edge_list *list, uint64_t begin, uint64_t end) {
    for (uint64_t v = begin; v < end; v++) {
        add(list, v, v + 1 < end ? v + 1 : begin);
    }
}

static void turn_around(struct edge_list *list) {
    for (uint64_t i = 0; i < list->count; i++) {
        uint32_t from = list->edges[i][0];
        list->edges[i][0] = list->edges[i][1];
        list->edges[i][1] = from;
    }
}

/* Cycles from the first vertex to the last; the first vertices of all go to begins. */
static uint64_t add_cycles(struct edge_list *list, uint64_t *begins) {
    uint64_t cycles = 0, longest = 1 + draw(list, 2) * 3 + draw(list, 10);
    for (uint64_t v = 0, length; v < list->vertices; v += length) {
        length = 1 + draw(list, longest);
        length = length < list->vertices - v ? length : list->vertices - v;
        add_cycle(list, v, v + length);
        begins[cycles++] = v;
    }
    begins[cycles] = list->vertices;
    return cycles;
}

static uint64_t in_cycle(struct edge_list *list, const uint64_t *begins, uint64_t cycle) {
    return begins[cycle] + draw(list, begins[cycle + 1] - begins[cycle]);
}

static void make_cycles(struct edge_list *list, enum random_shape shape) {
    uint64_t *begins = test_present(calloc(list->vertices + 1, sizeof *begins));
    uint64_t cycles = add_cycles(list, begins);
    for (uint64_t i = 0; i + 1 < cycles; i++) {
        if (shape == RANDOM_SHAPE_DAG_OF_CYCLES) {
            uint64_t earlier = draw(list, cycles - 1);
            uint64_t later = earlier + 1 + draw(list, cycles - 1 - earlier);
            add(list, in_cycle(list, begins, earlier), in_cycle(list, begins, later));
        } else if (shape != RANDOM_SHAPE_DISJOINT_CYCLES) {
            add(list, in_cycle(list, begins, i), in_cycle(list, begins, i + 1));
        }
    }
    if (shape == RANDOM_SHAPE_CYCLE_OF_CYCLES) {
        add(list, in_cycle(list, begins, cycles - 1), in_cycle(list, begins, 0));
    }
    free(begins);
}

static void make_giant(struct edge_list *list) {
    uint64_t n = list->vertices, begin = draw(list, n / 4 + 1), end = n - draw(list, n / 4 + 1);
    if (begin < end) {
        add_cycle(list, begin, end);
        add_random(list, begin, end, end - begin);
    }
    add_forward(list, n);
}

static void make_power_law(struct edge_list *list) {
    uint64_t n = list->vertices;
    for (uint64_t i = 0; i < 3 * n; i++) {
        /* Products of draws are mostly small. */
        uint64_t hub = draw(list, 1 + draw(list, 1 + draw(list, n))), other = draw(list, n);
        if (draw(list, 2)) {
            add(list, hub, other);
        } else {
            add(list, other, hub);
        }
    }
}

static void make_grid(struct edge_list *list) {
    uint64_t width = 1 + draw(list, 20), back = draw(list, 3) * 4;
    for (uint64_t v = 0; v < list->vertices; v++) {
        if (v % width + 1 < width && v + 1 < list->vertices) {
            add(list, v, v + 1);
        }
        if (v + width < list->vertices) {
            add(list, v, v + width);
        }
        if (v % width > 0 && draw(list, 100) < back) {
            add(list, v, v - 1);
        }
    }
}

static void make_shape(struct edge_list *list, enum random_shape shape) {
    uint64_t n = list->vertices;
    switch (shape) {
    case RANDOM_SHAPE_SPARSE:
        add_random(list, 0, n, n / 2 + draw(list, 2 * n));
        break;
    case RANDOM_SHAPE_DENSE:
        add_random(list, 0, n, n * (n < 24 ? n : 24) / (1 + draw(list, 3)));
        break;
    case RANDOM_SHAPE_CHAIN:
        for (uint64_t v = 0; v + 1 < n; v++) {
            add(list, v, v + 1);
        }
        add_forward(list, draw(list, 4));
        break;
    case RANDOM_SHAPE_TREE:
        for (uint64_t v = 1; v < n; v++) {
            add(list, draw(list, v), v);
        }
        break;
    case RANDOM_SHAPE_DAG:
        add_forward(list, n + draw(list, 3 * n));
        break;
    case RANDOM_SHAPE_CYCLE:
        add_cycle(list, 0, n);
        break;
    case RANDOM_SHAPE_LOOPS:
        for (uint64_t v = 0; v < n; v++) {
            for (uint64_t i = draw(list, 3); i > 0; i--) {
                add(list, v, v);
            }
        }
        add_random(list, 0, n, n);
        for (uint64_t i = 0; i < n / 2; i++) {
            uint64_t again = draw(list, list->count);
            add(list, list->edges[again][0], list->edges[again][1]);
        }
        break;
    case RANDOM_SHAPE_ISOLATED:
        add_random(list, 0, n / 5 + 1, n / 2);
        break;
    case RANDOM_SHAPE_GIANT:
        make_giant(list);
        break;
    case RANDOM_SHAPE_POWER_LAW:
        make_power_law(list);
        break;
    case RANDOM_SHAPE_GRID:
        make_grid(list);
        break;
    case RANDOM_SHAPE_EMPTY:
    case RANDOM_SHAPES:
        break;
    default:
        make_cycles(list, shape);
    }
}

/* Other numbers for the vertices, and another order of the edges. */
static void scramble(struct edge_list *list) {
    uint32_t *number = test_present(calloc(list->vertices + 1, sizeof *number));
    for (uint64_t v = 0; v < list->vertices; v++) {
        uint64_t other = draw(list, v + 1);
        number[v] = number[other];
        number[other] = (uint32_t)v;
    }
    for (uint64_t i = 0; i < list->count; i++) {
        uint32_t own[2] = {number[list->edges[i][0]], number[list->edges[i][1]]};
        uint64_t other = draw(list, i + 1);
        memcpy(list->edges[i], list->edges[other], sizeof own);
        memcpy(list->edges[other], own, sizeof own);
    }
    free(number);
}

static void put_in_rows(const struct edge_list *list, struct random_graph *out) {
    uint64_t n = list->vertices;
    out->offsets = test_present(calloc(n + 2, sizeof *out->offsets));
    out->targets = test_present(calloc(list->count + 1, sizeof *out->targets));
    for (uint64_t i = 0; i < list->count; i++) {
        out->offsets[list->edges[i][0] + 2]++;
    }
    for (uint64_t v = 0; v < n; v++) {
        out->offsets[v + 2] += out->offsets[v + 1];
    }
    for (uint64_t i = 0; i < list->count; i++) {
        out->targets[out->offsets[list->edges[i][0] + 1]++] = list->edges[i][1];
    }
}

static void kill_edges(struct edge_list *list, struct random_graph *out) {
    uint64_t deaths = draw(list, 3) == 0 ? 50 : 10; /* percent of the edges that are not live */
    out->live = test_present(calloc(bitmap_words(list->count) + 1, sizeof *out->live));
    for (uint64_t edge = 0; edge < list->count; edge++) {
        if (draw(list, 100) >= deaths) {
            bitmap_set(out->live, edge);
        }
    }
}

void random_graph_make(uint64_t seed, uint64_t most_vertices, struct random_graph *out) {
    struct edge_list list = {.random = seed * 0x2545f4914f6cdd1du + 1};
    memset(out, 0, sizeof *out);
    out->shape = (enum random_shape)draw(&list, RANDOM_SHAPES);
    /* Most are large, some small. */
    list.vertices = draw(&list, 8) == 0 ? 1 + draw(&list, most_vertices < 8 ? most_vertices : 8)
                                        : most_vertices - draw(&list, most_vertices - most_vertices / 8);
    if (out->shape == RANDOM_SHAPE_EMPTY) {
        list.vertices = draw(&list, most_vertices < 40 ? most_vertices : 40);
    }
    make_shape(&list, out->shape);
    if (draw(&list, 2)) {
        turn_around(&list);
    }
    if (draw(&list, 2)) {
        scramble(&list);
    }
    put_in_rows(&list, out);
    if (draw(&list, 3) == 0) {
        kill_edges(&list, out);
    }
    out->graph = (struct digraph){list.vertices, list.count, out->offsets, out->targets, out->live, NULL};
    free(list.edges);
}

void random_graph_free(struct random_graph *graph) {
    free(graph->offsets);
    free(graph->targets);
    free(graph->live);
    memset(graph, 0, sizeof *graph);
}
