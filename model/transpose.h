#ifndef HEDDLE_MODEL_TRANSPOSE_H
#define HEDDLE_MODEL_TRANSPOSE_H

#include <stdint.h>
#include <string.h>

/*
 * The edges of a small graph backwards: sources[begin[v], begin[v + 1]) are those of the edges to v,
 * ascending. offsets, begin: [vertices + 1]; targets, sources: [edges]. Edges to other vertices are left out.
 */
static inline void transpose_rows(uint64_t vertices, uint64_t edges, const uint64_t *offsets,
                                  const uint32_t *targets, uint64_t *begin, uint32_t *sources) {
    memset(begin, 0, (vertices + 1) * sizeof *begin);
    for (uint64_t edge = 0; edge < edges; edge++) {
        if (targets[edge] < vertices) {
            begin[targets[edge]]++;
        }
    }
    for (uint64_t vertex = 1; vertex <= vertices; vertex++) {
        begin[vertex] += begin[vertex - 1];
    }
    for (uint64_t vertex = vertices; vertex-- > 0;) { /* from the end: each row is filled backwards */
        for (uint64_t edge = offsets[vertex]; edge < offsets[vertex + 1]; edge++) {
            if (targets[edge] < vertices) {
                sources[--begin[targets[edge]]] = (uint32_t)vertex;
            }
        }
    }
}

#endif
