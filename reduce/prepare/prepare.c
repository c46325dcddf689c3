/*
 * Prepares graphs for reductions. A graph in which nothing changes is passed on; else its reached rows are
 * written to another one, sorted again, since several labels may have become `i`.
 */
#include "reduce/prepare/prepare.h"

#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/graph/graph.h"

static const char internal_text[] = "i";

/* The place of `i` among the labels, or where it would be. */
static uint32_t place_of_internal(const struct graph *graph) {
    uint32_t low = 0, high = graph->label_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(graph->label_text[middle], internal_text) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t prepare_internal_label(const struct graph *graph) {
    uint32_t place = place_of_internal(graph);
    return place < graph->label_count && strcmp(graph->label_text[place], internal_text) == 0 ? place
                                                                                              : PREPARE_NONE;
}

/* --- labels --- */

int prepare_labels(const struct graph *graph, const uint8_t *hidden, struct memory *memory,
                   struct prepared_labels *labels, struct error *error) {
    const uint32_t place = place_of_internal(graph), count = graph->label_count;
    const int has = prepare_internal_label(graph) != PREPARE_NONE, added = hidden != NULL && !has;
    *labels = (struct prepared_labels){
        .texts = memory_allocate_array(memory, (uint64_t)count + 1, sizeof *labels->texts),
        .rank = memory_allocate_array(memory, count, sizeof *labels->rank),
        .count = count + (uint32_t)added,
        .before = count,
        .internal = has || added ? place : PREPARE_NONE};
    if (labels->texts == NULL || labels->rank == NULL) {
        return error_memory(error, "for the labels");
    }
    for (uint32_t label = 0; label < count; label++) {
        uint32_t own = label + (added && label >= place);
        labels->rank[label] = hidden != NULL && hidden[label] ? place : own;
        labels->texts[own] = graph->label_text[label];
    }
    if (added) {
        labels->texts[place] = internal_text;
    }
    return 0;
}

void prepared_labels_free(struct prepared_labels *labels, struct memory *memory) {
    memory_free(memory, labels->texts, ((uint64_t)labels->before + 1) * sizeof *labels->texts);
    memory_free(memory, labels->rank, labels->before * sizeof *labels->rank);
    *labels = (struct prepared_labels){.count = 0};
}

/* --- states that are reached --- */

static int is_stopped(uint64_t vertex, const struct run *run) {
    return run_stops_at(run, vertex + 1, 65536);
}

/* Marks what the initial vertices reach. Returns the number of these; UINT64_MAX if the run must stop. */
static uint64_t reach(const struct graph *graph, uint32_t *reached, uint32_t *queue, const struct run *run) {
    uint64_t count = 0;
    for (uint64_t vertex = 0; graph->initial_count > 1 && vertex < graph->initial_count; vertex++) {
        queue[count++] = (uint32_t)vertex;
        bitmap_set(reached, vertex);
    }
    if (count == 0) {
        queue[count++] = graph->initial;
        bitmap_set(reached, graph->initial);
    }
    for (uint64_t at = 0; at < count; at++) {
        uint32_t vertex = queue[at];
        if (is_stopped(at, run)) {
            return UINT64_MAX;
        }
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            uint32_t target = graph->targets[edge];
            if (!bitmap_has(reached, target)) {
                bitmap_set(reached, target);
                queue[count++] = target;
            }
        }
    }
    return count;
}

/* Finds the states that are gone. vertex stays NULL if there are none. 0 or -1. */
static int drop_unreached(struct prepared *prepared, const struct run *run, struct error *error) {
    struct graph *graph = prepared->graph;
    uint64_t bytes = graph->vertices * sizeof(uint32_t);
    uint32_t *reached = memory_allocate_zeroed(run->memory, bitmap_bytes(graph->vertices));
    uint32_t *queue = memory_allocate(run->memory, bytes);
    uint64_t count = 0;
    int failed =
        reached == NULL || queue == NULL ? error_memory(error, "to find the states that are reached") : 0;
    if (!failed && (count = reach(graph, reached, queue, run)) == UINT64_MAX) {
        failed = error_set(error, ERROR_INTERRUPTED, "interrupted");
    }
    if (!failed && count < graph->vertices) {
        uint32_t next = 0;
        for (uint64_t state = 0; state < graph->vertices; state++) {
            queue[state] = bitmap_has(reached, state) ? next++ : PREPARE_NONE;
        }
        prepared->dropped = graph->vertices - count;
        prepared->vertex = queue;
        queue = NULL;
    }
    memory_free(run->memory, queue, bytes);
    memory_free(run->memory, reached, bitmap_bytes(graph->vertices));
    return failed;
}

/* --- the other graph --- */

/* An edge of a row. */
struct row_edge {
    uint64_t pair;   /* label << 32 | target */
    uint64_t choice; /* 0 without choices */
};

static inline int compare_items(const void *a, const void *b) {
    const struct row_edge *first = a, *second = b;
    return first->pair != second->pair ? sort_compare(first->pair, second->pair)
                                       : sort_compare(first->choice, second->choice);
}

struct rewriting {
    const struct graph *from;
    struct graph *to;
    const uint32_t *vertex; /* or NULL */
    const uint32_t *rank;   /* [labels of `from`]: the label in `to` */
    const struct run *run;
    struct row_edge *row;
    uint64_t row_capacity;
};

/* Sorts the row of a state, without duplicates. Returns its length, or UINT64_MAX when memory runs out. */
static uint64_t make_row(struct rewriting *rewriting, uint64_t state) {
    const struct graph *from = rewriting->from;
    uint64_t begin = from->offsets[state], length = from->offsets[state + 1] - begin;
    if (MEMORY_GROW(rewriting->run->memory, &rewriting->row, &rewriting->row_capacity, length) != 0) {
        return UINT64_MAX;
    }
    struct row_edge *row = rewriting->row;
    for (uint64_t i = 0; i < length; i++) {
        uint32_t target = from->targets[begin + i];
        row[i].pair = (uint64_t)rewriting->rank[from->labels[begin + i]] << 32 |
                      (rewriting->vertex != NULL ? rewriting->vertex[target] : target);
        row[i].choice = from->choices == NULL ? 0 : from->choices[begin + i];
    }
    return sort_unique(row, length, sizeof *row, compare_items);
}

static int write_rows(struct rewriting *rewriting, struct error *error) {
    struct graph *to = rewriting->to;
    uint64_t vertex = 0;
    if ((rewriting->from->choices != NULL && graph_add_choices(to) != 0) ||
        graph_extend(to, rewriting->from->edges) != 0) {
        return error_memory(error, "for the graph");
    }
    for (uint64_t state = 0; state < rewriting->from->vertices; state++) {
        if (is_stopped(state, rewriting->run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted");
        }
        if (rewriting->vertex != NULL && rewriting->vertex[state] == PREPARE_NONE) {
            continue;
        }
        uint64_t length = make_row(rewriting, state);
        if (length == UINT64_MAX) {
            return error_memory(error, "for the graph");
        }
        for (uint64_t i = 0; i < length; i++) {
            to->labels[to->edges + i] = (uint32_t)(rewriting->row[i].pair >> 32);
            to->targets[to->edges + i] = (uint32_t)rewriting->row[i].pair;
            if (to->choices != NULL) {
                to->choices[to->edges + i] = (uint32_t)rewriting->row[i].choice;
            }
        }
        to->edges += length;
        to->offsets[++vertex] = to->edges;
    }
    return 0;
}

static int rewrite(struct prepared *prepared, const uint8_t *hidden, const struct run *run,
                   struct error *error) {
    struct graph *from = prepared->graph;
    struct rewriting rewriting = {.from = from, .vertex = prepared->vertex, .run = run};
    struct prepared_labels labels;
    int failed = prepare_labels(from, hidden, run->memory, &labels, error) != 0;
    if (!failed) {
        rewriting.rank = labels.rank;
        rewriting.to =
            graph_create_labelled(from->vertices - prepared->dropped, labels.texts, labels.count, run, error);
        failed = rewriting.to == NULL || write_rows(&rewriting, error) != 0;
    }
    prepared_labels_free(&labels, run->memory);
    memory_free(run->memory, rewriting.row, rewriting.row_capacity * sizeof *rewriting.row);
    if (failed) {
        graph_free(rewriting.to);
        return -1;
    }
    rewriting.to->initial = prepared->vertex != NULL ? prepared->vertex[from->initial] : from->initial;
    rewriting.to->initial_count = from->initial_count;
    prepared->graph = rewriting.to;
    graph_free(from);
    return 0;
}

int prepare_graph(struct graph *graph, const uint8_t *hidden, const struct run *run,
                  struct prepared *prepared, struct error *error) {
    *prepared = (struct prepared){.graph = graph, .states = graph->vertices};
    const uint8_t *any = hidden == NULL ? NULL : memchr(hidden, 1, graph->label_count);
    if (drop_unreached(prepared, run, error) != 0) {
        return -1;
    }
    return any == NULL && prepared->vertex == NULL
               ? 0
               : rewrite(prepared, any != NULL ? hidden : NULL, run, error);
}

void prepared_free(struct prepared *prepared, const struct run *run) {
    graph_free(prepared->graph);
    memory_free(run->memory, prepared->vertex, prepared->states * sizeof *prepared->vertex);
    *prepared = (struct prepared){.graph = NULL};
}
