#ifndef HEDDLE_REDUCE_PREPARE_PREPARE_H
#define HEDDLE_REDUCE_PREPARE_PREPARE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct graph;
struct memory;
struct run;

#define PREPARE_NONE UINT32_MAX

/* The graph that a reduction reads: labels are hidden, and states that no initial one reaches are gone. */
struct prepared {
    struct graph *graph;
    uint64_t states;  /* of the graph before */
    uint64_t dropped; /* states that no initial one reaches */
    uint32_t *vertex; /* [states]: the vertex of each state, or PREPARE_NONE for those that are gone; NULL:
                         the state itself */
};

/*
 * Prepares a graph with labels and takes it over, also if it fails: the result has the graph itself if
 * nothing changes, else another one, which keeps choices. hidden: [label_count], non-zero for labels that
 * become `i`; NULL: none. The texts of labels stay with their owner, as in the graph. Vertices keep their
 * order. 0, or -1 with *error filled (ERROR_MEMORY, ERROR_INTERRUPTED). Free *prepared in any case.
 */
int prepare_graph(struct graph *graph, const uint8_t *hidden, const struct run *run,
                  struct prepared *prepared, struct error *error);
void prepared_free(struct prepared *prepared, const struct run *run);

/* The labels of a graph after some are hidden. */
struct prepared_labels {
    const char **texts; /* [count], sorted; the texts stay with their owner */
    uint32_t *rank;     /* [before]: what replaces each label */
    uint32_t count, before;
    uint32_t internal; /* the rank of `i`, or PREPARE_NONE */
};

/*
 * The labels of a graph, of which hidden[label] become `i`; NULL: none. 0, or -1 with ERROR_MEMORY. Free
 * *labels in any case.
 */
int prepare_labels(const struct graph *graph, const uint8_t *hidden, struct memory *memory,
                   struct prepared_labels *labels, struct error *error);
void prepared_labels_free(struct prepared_labels *labels, struct memory *memory);

/* The rank of the internal label, `i`, or PREPARE_NONE if the graph has no such label. */
uint32_t prepare_internal_label(const struct graph *graph);

#ifdef __cplusplus
}
#endif
#endif
