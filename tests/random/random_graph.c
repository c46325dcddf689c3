/* Random directed graphs of many shapes: a list of edges first, then scrambled, put into rows, and masked. */
#include "tests/random/random_graph.h"

#include <stdlib.h>
#include <string.h>

#include "model/digraph_core.h"
#include "tests/random/edge_list.h"
#include "tests/support/testing.h"

struct drawing {
    uint64_t random; /* state of the numbers */
    uint64_t vertices;
    struct edge_list list;
};

static const char *const shape_names[RANDOM_SHAPES] = {
    "sparse", "dense",           "chain",           "tree",          "DAG",
    "cycle",  "chain of cycles", "cycle of cycles", "DAG of cycles", "disjoint cycles",
    "loops",  "isolated",        "giant",           "power law",     "grid",
    "empty"};

const char *random_shape_name(enum random_shape shape) {
    return shape_names[shape];
}

static uint64_t draw(struct drawing *drawing, uint64_t below) {
    return random_next(&drawing->random) % below;
}

static void add(struct drawing *drawing, uint64_t from, uint64_t to) {
    edge_list_add(&drawing->list, from, to);
}

/* Anywhere in [begin, end). */
static void add_random(struct drawing *drawing, uint64_t begin, uint64_t end, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        add(drawing, begin + draw(drawing, end - begin), begin + draw(drawing, end - begin));
    }
}

/* From lower numbers to higher ones. */
static void add_forward(struct drawing *drawing, uint64_t count) {
    for (uint64_t i = 0; i < count && drawing->vertices > 1; i++) {
        uint64_t from = draw(drawing, drawing->vertices - 1);
        add(drawing, from, from + 1 + draw(drawing, drawing->vertices - 1 - from));
    }
}

static void add_cycle(struct drawing *drawing, uint64_t begin, uint64_t end) {
    for (uint64_t v = begin; v < end; v++) {
        add(drawing, v, v + 1 < end ? v + 1 : begin);
    }
}

static void turn_around(struct drawing *drawing) {
    for (uint64_t i = 0; i < drawing->list.count; i++) {
        uint32_t from = drawing->list.edges[i][0];
        drawing->list.edges[i][0] = drawing->list.edges[i][1];
        drawing->list.edges[i][1] = from;
    }
}

/* Cycles from the first vertex to the last; the first vertices of all go to begins. */
static uint64_t add_cycles(struct drawing *drawing, uint64_t *begins) {
    uint64_t cycles = 0, longest = 1 + draw(drawing, 2) * 3 + draw(drawing, 10);
    for (uint64_t v = 0, length; v < drawing->vertices; v += length) {
        length = 1 + draw(drawing, longest);
        length = length < drawing->vertices - v ? length : drawing->vertices - v;
        add_cycle(drawing, v, v + length);
        begins[cycles++] = v;
    }
    begins[cycles] = drawing->vertices;
    return cycles;
}

static uint64_t in_cycle(struct drawing *drawing, const uint64_t *begins, uint64_t cycle) {
    return begins[cycle] + draw(drawing, begins[cycle + 1] - begins[cycle]);
}

static void make_cycles(struct drawing *drawing, enum random_shape shape) {
    uint64_t *begins = test_present(calloc(drawing->vertices + 1, sizeof *begins));
    uint64_t cycles = add_cycles(drawing, begins);
    for (uint64_t i = 0; i + 1 < cycles; i++) {
        if (shape == RANDOM_SHAPE_DAG_OF_CYCLES) {
            uint64_t earlier = draw(drawing, cycles - 1);
            uint64_t later = earlier + 1 + draw(drawing, cycles - 1 - earlier);
            add(drawing, in_cycle(drawing, begins, earlier), in_cycle(drawing, begins, later));
        } else if (shape != RANDOM_SHAPE_DISJOINT_CYCLES) {
            add(drawing, in_cycle(drawing, begins, i), in_cycle(drawing, begins, i + 1));
        }
    }
    if (shape == RANDOM_SHAPE_CYCLE_OF_CYCLES) {
        add(drawing, in_cycle(drawing, begins, cycles - 1), in_cycle(drawing, begins, 0));
    }
    free(begins);
}

static void make_giant(struct drawing *drawing) {
    uint64_t n = drawing->vertices, begin = draw(drawing, n / 4 + 1), end = n - draw(drawing, n / 4 + 1);
    if (begin < end) {
        add_cycle(drawing, begin, end);
        add_random(drawing, begin, end, end - begin);
    }
    add_forward(drawing, n);
}

static void make_power_law(struct drawing *drawing) {
    uint64_t n = drawing->vertices;
    for (uint64_t i = 0; i < 3 * n; i++) {
        /* Products of draws are mostly small. */
        uint64_t hub = draw(drawing, 1 + draw(drawing, 1 + draw(drawing, n))), other = draw(drawing, n);
        if (draw(drawing, 2)) {
            add(drawing, hub, other);
        } else {
            add(drawing, other, hub);
        }
    }
}

static void make_grid(struct drawing *drawing) {
    uint64_t width = 1 + draw(drawing, 20), back = draw(drawing, 3) * 4;
    for (uint64_t v = 0; v < drawing->vertices; v++) {
        if (v % width + 1 < width && v + 1 < drawing->vertices) {
            add(drawing, v, v + 1);
        }
        if (v + width < drawing->vertices) {
            add(drawing, v, v + width);
        }
        if (v % width > 0 && draw(drawing, 100) < back) {
            add(drawing, v, v - 1);
        }
    }
}

static void make_shape(struct drawing *drawing, enum random_shape shape) {
    uint64_t n = drawing->vertices;
    switch (shape) {
    case RANDOM_SHAPE_SPARSE:
        add_random(drawing, 0, n, n / 2 + draw(drawing, 2 * n));
        break;
    case RANDOM_SHAPE_DENSE:
        add_random(drawing, 0, n, n * (n < 24 ? n : 24) / (1 + draw(drawing, 3)));
        break;
    case RANDOM_SHAPE_CHAIN:
        for (uint64_t v = 0; v + 1 < n; v++) {
            add(drawing, v, v + 1);
        }
        add_forward(drawing, draw(drawing, 4));
        break;
    case RANDOM_SHAPE_TREE:
        for (uint64_t v = 1; v < n; v++) {
            add(drawing, draw(drawing, v), v);
        }
        break;
    case RANDOM_SHAPE_DAG:
        add_forward(drawing, n + draw(drawing, 3 * n));
        break;
    case RANDOM_SHAPE_CYCLE:
        add_cycle(drawing, 0, n);
        break;
    case RANDOM_SHAPE_LOOPS:
        for (uint64_t v = 0; v < n; v++) {
            for (uint64_t i = draw(drawing, 3); i > 0; i--) {
                add(drawing, v, v);
            }
        }
        add_random(drawing, 0, n, n);
        for (uint64_t i = 0; i < n / 2; i++) {
            uint64_t again = draw(drawing, drawing->list.count);
            add(drawing, drawing->list.edges[again][0], drawing->list.edges[again][1]);
        }
        break;
    case RANDOM_SHAPE_ISOLATED:
        add_random(drawing, 0, n / 5 + 1, n / 2);
        break;
    case RANDOM_SHAPE_GIANT:
        make_giant(drawing);
        break;
    case RANDOM_SHAPE_POWER_LAW:
        make_power_law(drawing);
        break;
    case RANDOM_SHAPE_GRID:
        make_grid(drawing);
        break;
    case RANDOM_SHAPE_EMPTY:
    case RANDOM_SHAPES:
        break;
    default:
        make_cycles(drawing, shape);
    }
}

/* Another order of the edges. */
static void shuffle(struct drawing *drawing) {
    uint32_t(*edges)[2] = drawing->list.edges, own[2];
    for (uint64_t i = 0; i < drawing->list.count; i++) {
        uint64_t other = draw(drawing, i + 1);
        memcpy(own, edges[i], sizeof own);
        memcpy(edges[i], edges[other], sizeof own);
        memcpy(edges[other], own, sizeof own);
    }
}

static void kill_edges(struct drawing *drawing, struct random_graph *out) {
    uint64_t deaths = draw(drawing, 3) == 0 ? 50 : 10; /* percent of the edges that are not live */
    out->live = test_present(calloc(bitmap_words(drawing->list.count) + 1, sizeof *out->live));
    for (uint64_t edge = 0; edge < drawing->list.count; edge++) {
        if (draw(drawing, 100) >= deaths) {
            bitmap_set(out->live, edge);
        }
    }
}

void random_graph_make(uint64_t seed, uint64_t most_vertices, struct random_graph *out) {
    struct drawing drawing = {.random = seed * 0x2545f4914f6cdd1du + 1};
    memset(out, 0, sizeof *out);
    out->shape = (enum random_shape)draw(&drawing, RANDOM_SHAPES);
    /* Most are large, some small. */
    drawing.vertices = draw(&drawing, 8) == 0
                           ? 1 + draw(&drawing, most_vertices < 8 ? most_vertices : 8)
                           : most_vertices - draw(&drawing, most_vertices - most_vertices / 8);
    if (out->shape == RANDOM_SHAPE_EMPTY) {
        drawing.vertices = draw(&drawing, most_vertices < 40 ? most_vertices : 40);
    }
    make_shape(&drawing, out->shape);
    if (draw(&drawing, 2)) {
        turn_around(&drawing);
    }
    int scrambled = (int)draw(&drawing, 2);
    uint32_t *number = edge_list_numbers(&drawing.random, drawing.vertices, scrambled);
    if (scrambled) {
        shuffle(&drawing);
    }
    edge_list_rows(&drawing.list, drawing.vertices, number, &out->offsets, &out->targets);
    free(number);
    if (draw(&drawing, 3) == 0) {
        kill_edges(&drawing, out);
    }
    out->graph =
        (struct digraph){drawing.vertices, drawing.list.count, out->offsets, out->targets, out->live, NULL};
    free(drawing.list.edges);
}

void random_graph_free(struct random_graph *graph) {
    free(graph->offsets);
    free(graph->targets);
    free(graph->live);
    memset(graph, 0, sizeof *graph);
}
