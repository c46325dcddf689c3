/* State spaces as pictures: graphs made by hand, and the text that is written for them. */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_write.h"
#include "frontend/formats/graph_dot.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

static int write_graph(const struct graph *graph, const char *name, struct error *error) {
    char path[PATH_BYTES];
    struct run run = {.memory = &place.memory, .threads = 1};
    return graph_write(graph, command_path(name, path), FILE_DOT, &run, error);
}

/* What is written of it; the caller frees it. */
static char *drawn(struct graph *graph) {
    char path[PATH_BYTES];
    struct error error;
    graph->memory = &place.memory;
    CU_ASSERT_EQUAL_FATAL(write_graph(graph, "g.dot", &error), 0);
    char *text = process_read_file(command_path("g.dot", path), NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_EQUAL(strncmp(text, "digraph states {\n", 17), 0);
    CU_ASSERT_STRING_EQUAL(text + strlen(text) - 3, "\n}\n");
    return text;
}

/* The lines after the settings. */
static void expect(struct graph *graph, const char *lines) {
    char *text = drawn(graph);
    const char *body = strstr(text, "  0 [style=filled");
    CU_ASSERT_PTR_NOT_NULL_FATAL(body);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "  start -> 0;\n"));
    CU_ASSERT_STRING_EQUAL(strchr(body, '\n') + 1, lines);
    free(text);
}

static struct graph graph_of(uint64_t vertices, uint64_t *offsets, uint32_t *targets, uint32_t *labels,
                             const char *const *texts) {
    return (struct graph){.vertices = vertices,
                          .edges = offsets[vertices],
                          .offsets = offsets,
                          .targets = targets,
                          .labels = labels,
                          .label_text = texts};
}

static void test_merging(void) {
    uint64_t offsets[] = {0, 6, 7, 7};
    uint32_t targets[] = {1, 2, 0, 1, 1, 1, 2}, labels[] = {0, 0, 1, 1, 2, 2, 0};
    uint32_t choices[] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, 1, 2, UINT32_MAX};
    const char *const texts[] = {"a", "b", "prob 1/2"};
    struct graph graph = graph_of(3, offsets, targets, labels, texts);
    graph.choices = choices;
    expect(&graph, "  0 -> 0 [label=\"b\"];\n"
                   "  0 -> 1 [label=\"a, b, prob 1/2\"];\n" /* the label of two choices, once */
                   "  0 -> 2 [label=\"a\"];\n"
                   "  1 -> 2 [label=\"a\"];\n"
                   "  2 [shape=doublecircle, color=\"#c03030\"];\n"
                   "}\n");
}

static void test_escapes(void) {
    uint64_t offsets[] = {0, 5, 5};
    uint32_t targets[] = {0, 0, 1, 1, 1}, labels[] = {0, 1, 2, 3, 4};
    const char *const texts[] = {"", "G !\"x\\n\"", "a&lt;b", "\xff\x01<b>\xc2\x9b", "\xc3\xa9"};
    struct graph graph = graph_of(2, offsets, targets, labels, texts);
    expect(&graph, "  0 -> 0 [label=\", G !\\\"x\\\\n\\\"\"];\n"
                   "  0 -> 1 [label=\"a&amp;lt;b, \\\\xff\\\\x01<b>\\\\xc2\\\\x9b, \xc3\xa9\"];\n"
                   "  1 [shape=doublecircle, color=\"#c03030\"];\n"
                   "}\n");
}

/* Long labels are cut, with a note of how much is missing. */
static void test_long_labels(void) {
    enum { LABELS = 40 };
    uint64_t offsets[] = {0, LABELS};
    uint32_t targets[LABELS] = {0}, labels[LABELS];
    char names[LABELS][16], giant[200];
    const char *texts[LABELS];
    for (uint32_t i = 0; i < LABELS; i++) {
        sprintf(names[i], "label_%02u", i);
        texts[i] = names[i];
        labels[i] = i;
    }
    struct graph graph = graph_of(1, offsets, targets, labels, texts);
    expect(&graph,
           "  0 -> 0 [label=\"label_00, label_01, label_02, label_03, label_04, label_05, +34\"];\n}\n");
    memset(giant, 'x', sizeof giant);
    giant[sizeof giant - 1] = '\0';
    texts[0] = giant;
    char *text = drawn(&graph);
    const char *begin = strstr(text, "0 -> 0 [label=\"");
    CU_ASSERT_PTR_NOT_NULL_FATAL(begin);
    begin += strlen("0 -> 0 [label=\"");
    CU_ASSERT_EQUAL(strspn(begin, "x"), 59);
    CU_ASSERT_EQUAL(strncmp(begin + 59, "\xe2\x80\xa6, +39\"];\n", 11), 0);
    free(text);
}

/* A line of `line` states, and `others` further successors of the initial state. */
static char *draw_line(uint32_t line, uint32_t others) {
    uint32_t vertices = line + others, at = 0, last = 0;
    uint64_t *offsets = malloc((vertices + 1) * sizeof *offsets);
    uint32_t *targets = malloc((vertices + 1) * sizeof *targets),
             *labels = calloc(vertices + 1, sizeof *labels);
    const char *const texts[] = {"a"};
    for (uint32_t vertex = 0; vertex < vertices; vertex++) {
        offsets[vertex] = at;
        if (vertex == 0) { /* the others are of level 1, before the line's */
            for (uint32_t i = 1; i <= others; i++) {
                targets[at++] = i;
            }
            last = others;
        }
        if ((vertex == 0 || vertex > others) && last + 1 < vertices) {
            targets[at++] = ++last;
        }
    }
    offsets[vertices] = at;
    struct graph graph = graph_of(vertices, offsets, targets, labels, texts);
    char *text = drawn(&graph);
    free(offsets);
    free(targets);
    free(labels);
    return text;
}

/* Few levels lie beside each other; many go down the page, unless they are wide. */
static void test_direction(void) {
    static const struct {
        uint32_t line, others;
        const char *direction;
    } cases[] = {{1, 0, "LR"},
                 {10, 0, "LR"},
                 {11, 0, "TB"},
                 {20, 5, "TB"},
                 {20, 30, "LR"},
                 {GRAPH_DOT_STATES, 0, "TB"},
                 {1, GRAPH_DOT_STATES - 1, "LR"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char expected[32], *text = draw_line(cases[i].line, cases[i].others);
        snprintf(expected, sizeof expected, "  rankdir=%s;\n", cases[i].direction);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, expected));
        free(text);
    }
}

static void test_size(void) {
    struct error error = {.code = ERROR_NONE};
    CU_ASSERT_EQUAL(graph_dot_check("x.dot", GRAPH_DOT_STATES, GRAPH_DOT_EDGES, &error), 0);
    CU_ASSERT_EQUAL(graph_dot_check("x.dot", GRAPH_DOT_STATES + 1, 0, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
    CU_ASSERT_STRING_EQUAL(error.path, "x.dot");
    CU_ASSERT_PTR_NOT_NULL(
        strstr(error.text, "2001 states are too many for a picture (at most 2000): hide labels"));
    CU_ASSERT_EQUAL(graph_dot_check("x.dot", 3, GRAPH_DOT_EDGES + 1, &error), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.text, "20001 transitions are too many"));
    struct graph graph = {.vertices = 1, .edges = GRAPH_DOT_EDGES + 1, .memory = &place.memory};
    CU_ASSERT_EQUAL(write_graph(&graph, "many.dot", &error), -1); /* before it looks at the edges */
    CU_ASSERT_FALSE(command_has_file("many.dot"));
}

void suite_graph_dot(void) {
    suite_add("graph dot", workplace_open, workplace_close, "one arrow from state to state", test_merging,
              "labels of all sorts", test_escapes, "long labels", test_long_labels, "which way levels go",
              test_direction, "too much for a picture", test_size, NULL);
}
