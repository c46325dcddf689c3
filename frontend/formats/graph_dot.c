/* Writes pictures of small state spaces, for Graphviz. */
#include "frontend/formats/graph_dot.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/stream/output.h"
#include "base/text/text.h"
#include "decompose/mdp/mdp_valuations.h"
#include "explorer/graph/graph.h"

#define LABEL_CHARACTERS 60u /* characters of all labels of an arrow, about */
#define FEW_LEVELS 10u       /* fit beside each other */

int graph_dot_check(const char *path, uint64_t states, uint64_t edges, struct error *error) {
    int many = states > GRAPH_DOT_STATES;
    if (!many && edges <= GRAPH_DOT_EDGES) {
        return 0;
    }
    return error_in(
        error, ERROR_LIMIT, path,
        "not written: %llu %s are too many for a picture (at most %u): hide labels and minimise "
        "(`heddle minimise --hide-all-but LABEL,.. -e branching`), or walk through the network with "
        "`heddle simulate`",
        (unsigned long long)(many ? states : edges), many ? "states" : "transitions",
        many ? GRAPH_DOT_STATES : GRAPH_DOT_EDGES);
}

/* --- texts --- */

/* A character in a quoted text, where Graphviz also knows the entities of HTML. */
static int write_character(output *output, const char *text, unsigned length, struct error *error) {
    char escape[TEXT_ESCAPE];
    if (length == 0) { /* the backslash that it begins with is escaped like any other */
        return output_text(output, "\\", error) || output_text(output, text_escape(*text, escape), error);
    }
    const char *entity = *text == '"' ? "\\\"" : *text == '\\' ? "\\\\" : *text == '&' ? "&amp;" : NULL;
    return entity != NULL ? output_text(output, entity, error) : output_write(output, text, length, error);
}

/* Writes at most `most` characters; if there are more, the last is an ellipsis. */
static int write_label(output *output, const char *text, uint64_t most, struct error *error) {
    int failed = 0;
    for (uint64_t left = most; *text != '\0' && !failed; left--) {
        unsigned length = text_printable_character(text);
        const char *next = text + (length > 0 ? length : 1);
        if (left == 1 && *next != '\0') {
            return output_text(output, "\xe2\x80\xa6", error);
        }
        failed = write_character(output, text, length, error);
        text = next;
    }
    return failed;
}

static uint64_t characters(const char *text) {
    uint64_t count = 0;
    for (; *text != '\0'; text++) {
        count += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return count;
}

/* --- arrows --- */

/* An edge of a row, in the order that they are drawn in: by target, then label. */
static int compare_edges(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* Sorts the row's edges, each (target, label) once, whatever its choice; returns how many. */
static uint64_t sort_row(const struct graph *graph, uint64_t vertex, uint64_t *row) {
    uint64_t begin = graph->offsets[vertex], count = graph->offsets[vertex + 1] - begin, left = 0;
    for (uint64_t i = 0; i < count; i++) {
        row[i] = (uint64_t)graph->targets[begin + i] << 32 | graph->labels[begin + i];
    }
    qsort(row, count, sizeof *row, compare_edges);
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || row[i] != row[i - 1]) {
            row[left++] = row[i];
        }
    }
    return left;
}

/* "a, b, c", or "a, b, +7" when they become too long together. */
static int write_labels(const struct graph *graph, const uint64_t *edges, uint64_t count, output *output,
                        struct error *error) {
    uint64_t used = 0;
    int failed = 0;
    for (uint64_t i = 0; i < count && !failed; i++) {
        const char *text = graph->label_text[(uint32_t)edges[i]];
        if (i > 0 && used + characters(text) > LABEL_CHARACTERS) {
            return output_print(output, error, ", +%lu", count - i);
        }
        failed =
            (i > 0 && output_text(output, ", ", error)) || write_label(output, text, LABEL_CHARACTERS, error);
        used += characters(text) + 2;
    }
    return failed;
}

static int write_arrows(const struct graph *graph, uint64_t vertex, uint64_t *row, output *output,
                        struct error *error) {
    uint64_t count = sort_row(graph, vertex, row);
    int failed = 0;
    for (uint64_t first = 0, end; first < count && !failed; first = end) {
        for (end = first + 1; end < count && row[end] >> 32 == row[first] >> 32; end++) {
        }
        failed = output_print(output, error, "  %lu -> %lu [label=\"", vertex, row[first] >> 32) ||
                 write_labels(graph, row + first, end - first, output, error) ||
                 output_text(output, "\"];\n", error);
    }
    return failed;
}

/* --- the picture --- */

/* Whether levels should go down the page: there are many, and more than the widest level has states. */
static int goes_down(const struct graph *graph) {
    uint32_t queue[GRAPH_DOT_STATES] = {graph->initial}, count = 1, levels = 0, widest = 0;
    uint8_t seen[GRAPH_DOT_STATES] = {0};
    seen[graph->initial] = 1;
    for (uint32_t first = 0, last; first < count; first = last, levels++) { /* a level */
        last = count;
        widest = last - first > widest ? last - first : widest;
        for (uint32_t i = first; i < last; i++) {
            for (uint64_t edge = graph->offsets[queue[i]]; edge < graph->offsets[queue[i] + 1]; edge++) {
                uint32_t target = graph->targets[edge];
                if (!seen[target]) {
                    seen[target] = 1;
                    queue[count++] = target;
                }
            }
        }
    }
    return levels > FEW_LEVELS && levels > widest;
}

static int write_initial(uint64_t vertex, output *output, struct error *error) {
    return output_print(output, error, "  start -> %lu;\n  %lu [style=filled, fillcolor=\"#dddddd\"];\n",
                        vertex, vertex);
}

static int write_header(const struct graph *graph, const struct graph_picture *picture, output *output,
                        struct error *error) {
    int failed = output_print(output, error,
                              "digraph states {\n  rankdir=%s;\n"
                              "  node [shape=%s, fontname=\"sans-serif\", fontsize=11, width=0.4];\n"
                              "  edge [fontname=\"sans-serif\", fontsize=11, arrowsize=0.7];\n"
                              "  start [shape=point, width=0.1];\n",
                              goes_down(graph) ? "TB" : "LR",
                              picture->valuations == NULL ? "circle" : "box, style=rounded");
    for (uint64_t i = 0; i < picture->initial && !failed; i++) {
        failed = write_initial(picture->initial == 1 ? graph->initial : i, output, error);
    }
    return failed;
}

/* The node of a state, where it does not show its number alone. */
static int write_node(const struct graph *graph, const struct graph_picture *picture, uint64_t vertex,
                      output *output, struct error *error) {
    struct mdp_valuations *valuations = picture->valuations;
    int is_deadlock = graph->offsets[vertex] == graph->offsets[vertex + 1]; /* it stands out */
    uint32_t count = valuations == NULL ? 0 : mdp_valuations_count(valuations);
    int failed =
        is_deadlock && output_print(output, error,
                                    valuations == NULL ? "  %lu [shape=doublecircle, color=\"#c03030\"];\n"
                                                       : "  %lu [peripheries=2, color=\"#c03030\"];\n",
                                    vertex);
    for (uint32_t i = 0; i < count && !failed; i++) {
        failed =
            (i == 0 && output_print(output, error, "  %lu [label=\"", vertex)) ||
            output_print(output, error, "%s%s=%s", i == 0 ? "" : "\\n", mdp_valuations_name(valuations, i),
                         mdp_valuations_value(valuations, vertex, i));
    }
    return failed || (count > 0 && output_text(output, "\"];\n", error));
}

int graph_dot_write(const struct graph *graph, const struct graph_picture *picture, output *output,
                    struct error *error) {
    static const struct graph_picture plain = {NULL, 1};
    picture = picture == NULL ? &plain : picture;
    uint64_t bytes = graph->edges * sizeof(uint64_t);
    uint64_t *row = memory_allocate(graph->memory, bytes);
    if (row == NULL) {
        return error_memory(error, "to draw the graph");
    }
    int failed = write_header(graph, picture, output, error);
    for (uint64_t vertex = 0; vertex < graph->vertices && !failed; vertex++) {
        failed = write_node(graph, picture, vertex, output, error) ||
                 write_arrows(graph, vertex, row, output, error);
    }
    memory_free(graph->memory, row, bytes);
    return failed || output_text(output, "}\n", error) ? -1 : 0;
}
