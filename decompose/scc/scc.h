#ifndef HEDDLE_DECOMPOSE_SCC_SCC_H
#define HEDDLE_DECOMPOSE_SCC_SCC_H

#include <stdint.h>

#include "decompose/components/components.h"
#include "explorer/graph/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct run;

enum scc_algorithm {
    SCC_AUTO,   /* what measures best where it runs */
    SCC_TARJAN, /* depth-first, on one thread of the host (Tarjan 1972) */
    SCC_FBT,    /* forward and backward searches with trimming (Wijs, Katoen, Bosnacki 2016) */
    SCC_BFBT,   /* the same, the slower search bounded by the faster one */
    SCC_ECL     /* propagation of extreme numbers both ways (Alabandi, Sands, Biros, Burtscher 2023) */
};

#define SCC_ALGORITHMS 5

/* Begins as zeros, which are the defaults. */
struct scc_options {
    enum scc_algorithm algorithm;
    /* FBT, BFBT: */
    uint32_t out_degree_bound; /* on a GPU: interleave the rows of 32 vertices that have at most so many
                                  edges; 0: do not (article, section 5.1.1) */
    uint32_t
        cache_rounds; /* on a GPU: search rounds of a launch in the blocks' local caches; 0: none (5.2) */
    int separate_searches; /* one search after the other instead of both in each round (no hybrid kernel) */
    int single_pivots;     /* on a GPU: pivot selection without warp aggregation (5.3.1) */
    /* Bitmap over vertices: only these may be pivots (set J, section 2.4); a region without any is left as it
     * is, so that components may come out too large, but never too small. NULL: all may. */
    const uint32_t *candidates;
    /* ECL: */
    int no_compression; /* numbers travel along single edges (article, section 3.3) */
    int synchronous;    /* blocks do not go on by themselves within a round */
};

/* What was done, for tables. Filled by the functions below, whatever they return. */
struct scc_report {
    enum scc_algorithm algorithm; /* that did it; what AUTO chose */
    double seconds;   /* from the graph to the components, with transposing and the like; ECL and AUTO
                         on a GPU: without the one allocation that they make */
    uint64_t rounds;  /* outer rounds: pivots selected, numbers set anew; 0 for TARJAN */
    uint64_t trimmed; /* vertices that trimming alone decided */
    uint64_t bytes;   /* most memory that it took beside graph and components, on its own side */
};

/* "auto", "tarjan", .. */
const char *scc_algorithm_name(enum scc_algorithm algorithm);

/*
 * Strongly connected components over the live edges of a graph in host memory, on run->threads threads. Fills
 * component[0 .. vertices). 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED; components mean
 * nothing then.
 */
int scc_cpu(const struct digraph *graph, const struct scc_options *options, const struct run *run,
            uint32_t *component, struct scc_report *report, struct error *error);
/* Bytes that an algorithm takes on the host beside graph and components. */
uint64_t scc_cpu_bytes(const struct digraph *graph, enum scc_algorithm algorithm, unsigned threads);

#ifdef __cplusplus
}
#endif
#endif
