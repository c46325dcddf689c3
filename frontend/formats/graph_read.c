/* Reads AUT files as graphs. */
#include "frontend/formats/graph_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/graph/graph.h"
#include "model/lts.h"
#include "frontend/formats/aut.h"
#include "frontend/formats/aut_label.h"
#include "frontend/formats/mdp_read.h"

/* A local label, by its text. */
struct label_by_text {
    const char *text;
    uint32_t local;
};

static int compare_ranked(const void *a, const void *b) {
    return strcmp(((const struct label_by_text *)a)->text, ((const struct label_by_text *)b)->text);
}

struct graph_reading {
    const struct lts *lts;
    struct graph *graph;
    uint32_t *rank; /* [local label] */
    uint64_t *row;  /* label << 32 | target */
    uint64_t row_capacity;
    const struct run *run;
    struct error *error;
};

/* Makes the graph without edges, whose labels are in the order of their texts. 0 or -1. */
static int open_graph(struct graph_reading *reading, const label_table *labels) {
    const struct lts *lts = reading->lts;
    struct memory *memory = reading->run->memory;
    uint32_t count = lts->label_count;
    struct label_by_text *ranked = memory_allocate_array(memory, count, sizeof *ranked);
    const char **texts = memory_allocate_array(memory, count, sizeof *texts);
    reading->rank = memory_allocate_array(memory, count, sizeof *reading->rank);
    if (ranked == NULL || texts == NULL || reading->rank == NULL) {
        error_memory(reading->error, "for the labels");
    } else {
        for (uint32_t local = 0; local < count; local++) {
            ranked[local] = (struct label_by_text){label_text(labels, lts->labels[local]), local};
        }
        qsort(ranked, count, sizeof *ranked, compare_ranked);
        for (uint32_t i = 0; i < count; i++) {
            texts[i] = ranked[i].text;
            reading->rank[ranked[i].local] = i;
        }
        reading->graph = graph_create_labelled(lts->states, texts, count, reading->run, reading->error);
    }
    memory_free(memory, ranked, count * sizeof *ranked);
    memory_free(memory, texts, count * sizeof *texts);
    return reading->graph == NULL ? -1 : 0;
}

/* Adds the row of a state to the graph, sorted and without duplicates. 0, or -1 when memory runs out. */
static int add_row(struct graph_reading *reading, uint64_t state) {
    const struct lts *lts = reading->lts;
    struct graph *graph = reading->graph;
    uint64_t begin = lts->row[state], length = lts->row[state + 1] - begin, kept = 0;
    if (MEMORY_GROW(reading->run->memory, &reading->row, &reading->row_capacity, length) != 0) {
        return -1;
    }
    uint64_t *row = reading->row;
    for (uint64_t i = 0; i < length; i++) {
        row[i] = (uint64_t)reading->rank[lts->label[begin + i]] << 32 | lts->target[begin + i];
    }
    sort_items(row, length, sizeof *row, sort_compare_long);
    for (uint64_t i = 0; i < length; i++) {
        if (i == 0 || row[i - 1] != row[i]) {
            graph->labels[graph->edges + kept] = (uint32_t)(row[i] >> 32);
            graph->targets[graph->edges + kept++] = (uint32_t)row[i];
        }
    }
    graph->edges += kept;
    return 0;
}

static int add_rows(struct graph_reading *reading) {
    const struct lts *lts = reading->lts;
    struct graph *graph = reading->graph;
    if (graph_extend(graph, lts->moves) != 0) {
        return error_memory(reading->error, "for the graph");
    }
    for (uint64_t state = 0; state < lts->states; state++) {
        if (run_stops_at(reading->run, state + 1, 65536)) {
            return error_set(reading->error, ERROR_INTERRUPTED, "interrupted");
        }
        if (state < lts->row_states && add_row(reading, state) != 0) {
            return error_memory(reading->error, "for the graph");
        }
        graph->offsets[state + 1] = graph->edges;
    }
    graph->initial = lts->initial;
    return 0;
}

static int check_lts(const struct lts *lts, const char *path, struct error *error) {
    if (lts->distributions || lts->drawn_initial) {
        return error_in(error, ERROR_INPUT, path,
                        "a graph with distributions: minimise and compare need -e probabilistic for it");
    }
    return lts->states <= GRAPH_MOST_VERTICES
               ? 0
               : error_in(error, ERROR_LIMIT, path, "more than 2^32 - 2 states");
}

static struct graph *read_rows(const struct lts *lts, const label_table *labels, const struct run *run,
                               struct error *error) {
    struct graph_reading reading = {.lts = lts, .run = run, .error = error};
    int failed = open_graph(&reading, labels) != 0 || add_rows(&reading) != 0;
    memory_free(run->memory, reading.rank, lts->label_count * sizeof *reading.rank);
    memory_free(run->memory, reading.row, reading.row_capacity * sizeof *reading.row);
    if (failed) {
        graph_free(reading.graph);
        return NULL;
    }
    return reading.graph;
}

struct graph *graph_read(const char *path, label_table *labels, struct graph_with_numbers *with_numbers,
                         const struct run *run, struct error *error) {
    struct graph *graph = NULL;
    struct lts *lts = aut_read(path, labels, run, error);
    if (with_numbers != NULL) {
        *with_numbers = (struct graph_with_numbers){.mdp = NULL};
    }
    if (lts == NULL) {
        return NULL;
    }
    if (with_numbers != NULL && (lts->distributions || lts->drawn_initial)) {
        const struct mdp_read_options how = {.keep = 1, .warning = &with_numbers->warning};
        with_numbers->mdp = mdp_of_aut(lts, labels, path, &how, run, error);
    } else if (check_lts(lts, path, error) == 0 &&
               (with_numbers == NULL || aut_number_check(lts, path, LABEL_FRACTIONS, error) == 0)) {
        graph = read_rows(lts, labels, run, error);
        if (with_numbers != NULL) {
            aut_number_slip(lts, labels, path, &with_numbers->warning);
        }
    }
    lts_free(run->memory, lts);
    return graph;
}
