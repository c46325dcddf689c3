/* Graphs with a root, whose edges lead to their initial vertices. */
#include "reduce/compare/root.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"

#define NO_CHOICE UINT32_MAX

/* Where the label is among those of the graph, or would be. */
static uint32_t place_of(const struct graph *graph, const char *label) {
    uint32_t place = 0;
    while (place < graph->label_count && strcmp(graph->label_text[place], label) < 0) {
        place++;
    }
    return place;
}

static int has_label(const struct graph *graph, const char *label) {
    const uint32_t place = place_of(graph, label);
    return place < graph->label_count && strcmp(graph->label_text[place], label) == 0;
}

const char *root_label(const struct graph *const graphs[2], char text[ROOT_LABEL]) {
    unsigned number = 0;
    do {
        snprintf(text, ROOT_LABEL, "initial %u", number++);
    } while (has_label(graphs[0], text) || has_label(graphs[1], text));
    return text;
}

static void copy_rows(const struct graph *from, uint32_t place, struct graph *to) {
    for (uint64_t edge = 0; edge < from->edges; edge++) {
        to->labels[edge] = from->labels[edge] + (from->labels[edge] >= place);
        to->targets[edge] = from->targets[edge];
        if (to->choices != NULL) {
            to->choices[edge] = from->choices[edge];
        }
    }
    memcpy(to->offsets, from->offsets, (from->vertices + 1) * sizeof *to->offsets);
    to->edges = from->edges;
}

static void add_root_edges(const struct graph *from, uint32_t place, uint64_t count, struct graph *to) {
    for (uint64_t k = 0; k < count; k++) {
        to->labels[to->edges] = place;
        to->targets[to->edges] = count > 1 ? (uint32_t)k : from->initial;
        if (to->choices != NULL) {
            to->choices[to->edges] = NO_CHOICE;
        }
        to->edges++;
    }
    to->offsets[from->vertices + 1] = to->edges;
    to->initial = (uint32_t)from->vertices;
}

struct graph *root_graph(const struct graph *graph, const char *label, const struct run *run,
                         struct error *error) {
    const uint64_t count = graph->initial_count > 1 ? graph->initial_count : 1;
    const uint64_t labels = (uint64_t)graph->label_count + 1;
    const uint32_t place = place_of(graph, label);
    if (graph->vertices >= GRAPH_MOST_VERTICES) {
        error_set(error, ERROR_LIMIT, "there are %llu states, and no room for one more",
                  (unsigned long long)graph->vertices);
        return NULL;
    }
    const char **texts = memory_allocate_array(run->memory, labels, sizeof *texts);
    if (texts == NULL) {
        error_memory(error, "for the labels");
        return NULL;
    }
    for (uint32_t k = 0; k < labels; k++) {
        texts[k] = k == place ? label : graph->label_text[k - (k > place)];
    }
    struct graph *made = graph_create_labelled(graph->vertices + 1, texts, (uint32_t)labels, run, error);
    memory_free(run->memory, texts, labels * sizeof *texts);
    if (made != NULL && ((graph->choices != NULL && graph_add_choices(made) != 0) ||
                         graph_extend(made, graph->edges + count) != 0)) {
        graph_free(made);
        error_memory(error, "for the graph");
        return NULL;
    }
    if (made != NULL) {
        copy_rows(graph, place, made);
        add_root_edges(graph, place, count, made);
    }
    return made;
}
