/* Random graphs with labels: lists of edges, then sorted into rows. */
#include "tests/random/random_lts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"
#include "tests/support/testing.h"

#define INTERNAL RANDOM_LTS_INTERNAL

static const char *const label_texts[RANDOM_LTS_LABELS] = {"a", "b", "i", "z"};

struct lts_drawing {
    uint64_t random, vertices;
    struct lts_edge *edges;
    uint64_t count, capacity;
};

static uint32_t draw(struct lts_drawing *drawing, uint64_t below) {
    return random_draw(&drawing->random, (uint32_t)below);
}

static void add(struct lts_drawing *drawing, uint64_t from, uint32_t label, uint64_t to) {
    if (drawing->count == drawing->capacity) {
        drawing->capacity = 2 * drawing->capacity + 16;
        drawing->edges = test_present(realloc(drawing->edges, drawing->capacity * sizeof *drawing->edges));
    }
    drawing->edges[drawing->count++] = (struct lts_edge){(uint32_t)from, label, (uint32_t)to};
}

static int compare_edges(const void *a, const void *b) {
    const struct lts_edge *left = a, *right = b;
    uint64_t one = (uint64_t)left->from << 32 | left->label,
             other = (uint64_t)right->from << 32 | right->label;
    return one != other ? (one > other) - (one < other) : (left->to > right->to) - (left->to < right->to);
}

static void *fill(struct memory *memory, struct memory_range *range, uint64_t bytes) {
    return memory_range_fill(memory, range, bytes) == 0 ? range->base : test_present(NULL);
}

struct graph *lts_of_edges(struct lts_edge *edges, uint64_t count, uint64_t vertices, uint32_t initial,
                           struct memory *memory) {
    struct graph *graph = test_present(memory_allocate_zeroed(memory, sizeof *graph));
    const char **texts = test_present(memory_allocate(memory, sizeof label_texts));
    memcpy(texts, label_texts, sizeof label_texts);
    graph->memory = memory;
    graph->vertices = vertices;
    graph->initial = initial;
    graph->label_text = texts;
    graph->label_count = RANDOM_LTS_LABELS;
    graph->offsets = fill(memory, &graph->offset_range, (vertices + 1) * sizeof *graph->offsets);
    graph->targets = fill(memory, &graph->target_range, (count + 1) * sizeof *graph->targets);
    graph->labels = fill(memory, &graph->label_range, (count + 1) * sizeof *graph->labels);
    if (count != 0) {
        qsort(edges, count, sizeof *edges, compare_edges);
    }
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || compare_edges(&edges[i - 1], &edges[i]) != 0) {
            graph->labels[graph->edges] = edges[i].label;
            graph->targets[graph->edges++] = edges[i].to;
            graph->offsets[edges[i].from + 1]++;
        }
    }
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        graph->offsets[vertex + 1] += graph->offsets[vertex];
    }
    return graph;
}

static struct graph *finish(struct lts_drawing *drawing, uint32_t initial, struct memory *memory) {
    struct graph *graph = lts_of_edges(drawing->edges, drawing->count, drawing->vertices, initial, memory);
    free(drawing->edges);
    return graph;
}

static uint32_t draw_label(struct lts_drawing *drawing) {
    static const uint32_t visible[] = {0, 0, 1, 3};
    return draw(drawing, 3) == 0 ? INTERNAL : visible[draw(drawing, 4)];
}

/* A part of its own: a chain or cycle of `i` with ways out, or anything. */
static void draw_part(struct lts_drawing *drawing, uint64_t begin, uint64_t end) {
    uint64_t size = end - begin, shape = draw(drawing, 4);
    for (uint64_t s = begin; s < end && shape == 0; s++) {
        if (s + 1 < end || draw(drawing, 2) == 0) {
            add(drawing, s, INTERNAL, s + 1 < end ? s + 1 : begin);
        }
    }
    for (uint64_t edges = shape == 1 ? size + draw(drawing, 2 * size) : draw(drawing, 2 * size + 1);
         edges > 0; edges--) {
        uint32_t from = draw(drawing, size), to = draw(drawing, 5) == 0 ? from : draw(drawing, size);
        add(drawing, begin + from, draw_label(drawing), begin + to);
    }
}

static void join(struct lts_drawing *drawing, uint64_t part, uint64_t parts, uint32_t label) {
    for (uint64_t at = 0; at < parts; at++) {
        uint64_t next = draw(drawing, parts);
        add(drawing, at * part + draw(drawing, part), draw(drawing, 4) == 0 ? INTERNAL : label,
            next * part + draw(drawing, 2) * draw(drawing, part));
    }
}

/* Equal parts: the edges of the first, once more for each other one, sometimes with a small difference. */
static void repeat_part(struct lts_drawing *drawing, uint64_t part, uint64_t parts) {
    uint64_t edges = drawing->count;
    for (uint64_t at = 1; at < parts; at++) {
        uint64_t left_out = draw(drawing, 4) == 0 && edges > 0 ? draw(drawing, edges) : edges;
        for (uint64_t edge = 0; edge < edges; edge++) {
            if (edge != left_out) {
                add(drawing, at * part + drawing->edges[edge].from, drawing->edges[edge].label,
                    at * part + drawing->edges[edge].to);
            }
        }
        for (uint32_t loops = draw(drawing, 3) == 0 ? 0 : 1 + draw(drawing, 2); loops > 0; loops--) {
            uint64_t diverging = at * part + draw(drawing, part);
            add(drawing, diverging, INTERNAL, diverging);
        }
    }
}

/* A tree of edges that lead from earlier states to each later one, so that all are reached. */
static void reach_all(struct lts_drawing *drawing) {
    for (uint64_t s = 1; s < drawing->vertices; s++) {
        add(drawing, draw(drawing, s), draw_label(drawing), s);
    }
}

static void scramble(struct lts_drawing *drawing, uint32_t *initial) {
    uint32_t *number = test_allocate(drawing->vertices, sizeof *number);
    for (uint64_t s = 0; s < drawing->vertices; s++) {
        number[s] = (uint32_t)s;
    }
    random_shuffle(&drawing->random, number, (uint32_t)drawing->vertices);
    for (uint64_t edge = 0; edge < drawing->count; edge++) {
        drawing->edges[edge].from = number[drawing->edges[edge].from];
        drawing->edges[edge].to = number[drawing->edges[edge].to];
    }
    *initial = number[*initial];
    free(number);
}

struct graph *random_lts_graph(uint64_t seed, uint64_t most, int reached, struct memory *memory) {
    struct lts_drawing drawing = {.random = seed * 1000003 + 17};
    uint32_t initial = 0;
    drawing.vertices = most - draw(&drawing, most) * draw(&drawing, most) / most;
    uint64_t parts = 1 + draw(&drawing, 5) % 3 + draw(&drawing, 2);
    uint64_t part = drawing.vertices / parts > 0 ? drawing.vertices / parts : 1;
    parts = drawing.vertices / part;
    draw_part(&drawing, 0, part);
    repeat_part(&drawing, part, parts);
    join(&drawing, part, parts, draw(&drawing, 2));
    if (reached || draw(&drawing, 3) != 0) {
        reach_all(&drawing);
    }
    if (draw(&drawing, 2) == 0) {
        uint32_t diverging = draw(&drawing, drawing.vertices);
        add(&drawing, diverging, INTERNAL, diverging);
    }
    if (draw(&drawing, 2) == 0) {
        scramble(&drawing, &initial);
    }
    return finish(&drawing, initial, memory);
}

/* --- equivalent graphs --- */

/* Each edge as often as its source has copies, each time to a copy of its target. */
static void split_states(struct lts_drawing *drawing, const struct graph *graph, uint32_t *first) {
    for (uint64_t s = 0; s < graph->vertices; s++) {
        first[s] = (uint32_t)drawing->vertices;
        drawing->vertices += 1 + (draw(drawing, 3) == 0);
    }
    first[graph->vertices] = (uint32_t)drawing->vertices;
    for (uint64_t s = 0; s < graph->vertices; s++) {
        for (uint32_t copy = first[s]; copy < first[s + 1]; copy++) {
            for (uint64_t edge = graph->offsets[s]; edge < graph->offsets[s + 1]; edge++) {
                uint32_t target = graph->targets[edge];
                add(drawing, copy, graph->labels[edge],
                    first[target] + draw(drawing, first[target + 1] - first[target]));
            }
        }
    }
}

static void insert_internal(struct lts_drawing *drawing) {
    uint64_t edges = drawing->count;
    for (uint64_t edge = 0; edge < edges; edge++) {
        if (draw(drawing, 4) == 0) {
            uint64_t between = drawing->vertices++;
            add(drawing, between, INTERNAL, drawing->edges[edge].to);
            drawing->edges[edge].to = (uint32_t)between;
        }
    }
}

struct graph *random_lts_change(const struct graph *graph, uint64_t seed, enum random_lts_change change,
                                struct memory *memory) {
    struct lts_drawing drawing = {.random = seed * 7919 + 3};
    uint32_t *first = test_allocate(graph->vertices + 1, sizeof *first);
    split_states(&drawing, graph, first);
    uint32_t initial = first[graph->initial];
    free(first);
    if (change == RANDOM_LTS_INSERT) {
        insert_internal(&drawing);
    } else if (change == RANDOM_LTS_DIVERGE) {
        for (uint32_t loops = 1 + draw(&drawing, 2); loops > 0; loops--) {
            uint32_t at = draw(&drawing, drawing.vertices);
            add(&drawing, at, INTERNAL, at);
        }
    } else if (change == RANDOM_LTS_DROP && drawing.count > 0) {
        drawing.edges[draw(&drawing, drawing.count)] = drawing.edges[drawing.count - 1];
        drawing.count--;
    }
    scramble(&drawing, &initial);
    return finish(&drawing, initial, memory);
}

static void add_graph(struct lts_drawing *drawing, const struct graph *graph) {
    for (uint64_t s = 0; s < graph->vertices; s++) {
        for (uint64_t edge = graph->offsets[s]; edge < graph->offsets[s + 1]; edge++) {
            add(drawing, drawing->vertices + s, graph->labels[edge],
                drawing->vertices + graph->targets[edge]);
        }
    }
    drawing->vertices += graph->vertices;
}

struct graph *lts_union(const struct graph *first, const struct graph *second, struct memory *memory) {
    struct lts_drawing drawing = {0};
    add_graph(&drawing, first);
    add_graph(&drawing, second);
    return finish(&drawing, first->initial, memory);
}

void lts_write(const struct graph *graph, const char *path) {
    FILE *file = test_present(fopen(path, "w"));
    fprintf(file, "des (%u, %llu, %llu)\n", graph->initial, (unsigned long long)graph->edges,
            (unsigned long long)graph->vertices);
    for (uint64_t s = 0; s < graph->vertices; s++) {
        for (uint64_t edge = graph->offsets[s]; edge < graph->offsets[s + 1]; edge++) {
            fprintf(file, "(%llu, \"%s\", %u)\n", (unsigned long long)s,
                    graph->label_text[graph->labels[edge]], graph->targets[edge]);
        }
    }
    fclose(file);
}

uint64_t random_lts_copies(uint64_t *random, uint64_t base, struct lts_edge *edges) {
    const uint32_t copies = RANDOM_LTS_COPIES;
    uint64_t count = 0;
    for (uint64_t from = 0; from < base; from++) {
        for (uint32_t i = random_draw(random, 4); i-- > 0;) {
            uint32_t near = random_draw(random, 2), label = random_draw(random, 4);
            uint64_t to = near ? (from + random_draw(random, 9)) % base : random_draw(random, (uint32_t)base);
            for (uint32_t copy = 0; copy < copies; copy++) {
                uint32_t target = (uint32_t)to * copies + random_draw(random, copies);
                edges[count++] = (struct lts_edge){(uint32_t)from * copies + copy, label, target};
            }
        }
    }
    return count;
}

struct graph *lts_reached(struct graph *graph, const struct run *run) {
    struct prepared prepared;
    struct error error;
    memset(&prepared, 0, sizeof prepared);
    CU_ASSERT_EQUAL_FATAL(prepare_graph(graph, NULL, run, &prepared, &error), 0);
    struct graph *made = prepared.graph;
    prepared.graph = NULL;
    prepared_free(&prepared, run);
    return made;
}
