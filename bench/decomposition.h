#ifndef HEDDLE_BENCH_DECOMPOSITION_H
#define HEDDLE_BENCH_DECOMPOSITION_H

#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"
#include "decompose/mec/mec.h"
#include "model/digraph.h"

/* Measures decompositions of a graph into strongly connected components, or of an MDP's graph into maximal
 * end components, by every algorithm or with several options. */

#define DECOMPOSITION_VARIANTS 10u

/* A line of a table. */
struct decomposition_line {
    const char *name, *outcome, *constants;
    int scrambled, exact;
    uint64_t vertices, choices, edges;
    uint64_t sccs, largest;                          /* strongly connected components */
    uint64_t mecs, inside;                           /* maximal end components, and vertices in them */
    uint64_t rounds;                                 /* of AUTO, into MECs: decompositions into SCCs */
    double scc_seconds;                              /* into MECs: of the whole graph into SCCs by AUTO */
    double tarjan;                                   /* seconds; negative, as all times, if it did not run */
    double seconds[SCC_ALGORITHMS];                  /* the times of the parallel algorithms */
    const char *automatic;                           /* what AUTO was */
    double published_vertices, published_edges;      /* of a publication's graph */
    double published, times_published, times_tarjan; /* the latter: how much faster AUTO is */
    double variants[DECOMPOSITION_VARIANTS];         /* milliseconds */
};

#define DECOMPOSITION_COLUMN(key, label, kind, member) COLUMN_OF(decomposition_line, key, label, kind, member)
/* Of a variant, VARIANT(index, key, label, members of its struct mec_options): its column, and its options.
 */
#define DECOMPOSITION_VARIANT(i, key, label, ...) DECOMPOSITION_COLUMN(key, label, NUMBER, variants[i]),
#define DECOMPOSITION_OPTIONS(i, key, label, ...) [i] = {__VA_ARGS__},
#define DECOMPOSITION_TIMES                                                                                  \
    DECOMPOSITION_COLUMN("tarjan_seconds", "tarjan s", SECONDS, tarjan),                                     \
        DECOMPOSITION_COLUMN("fbt_seconds", "fbt", MILLI, seconds[SCC_FBT]),                                 \
        DECOMPOSITION_COLUMN("bfbt_seconds", "bfbt", MILLI, seconds[SCC_BFBT]),                              \
        DECOMPOSITION_COLUMN("ecl_seconds", "ecl", MILLI, seconds[SCC_ECL]),                                 \
        DECOMPOSITION_COLUMN("auto_seconds", "auto", MILLI, seconds[SCC_AUTO]),                              \
        DECOMPOSITION_COLUMN("auto_algorithm", NULL, TEXT, automatic)

/* A graph in host memory to decompose. */
struct bench_decomposition {
    struct bench *bench;
    const struct digraph *graph;
    int into_mecs;      /* MECs, not SCCs */
    uint64_t must;      /* how many components there must be; 0: unknown */
    uint32_t *expected; /* components of the first result, once `known`; all others must equal them */
    int known;
    struct decomposition_line line;
};

/* With a line of the columns, absent but for the graph's size. 0, or -1 with *bench->error filled and nothing
 * to close. */
int decomposition_open(struct bench *bench, const struct digraph *graph, struct bench_decomposition *work);
void decomposition_close(struct bench_decomposition *work);

/*
 * Fills the line: the times of the variants, or of all algorithms if there are none; on the bench's engine
 * from the graph in its memory to the components there, medians after a run to warm up. Tarjan's algorithm
 * runs once, on the host, if it is asked for. Counts components, unless the line has them. If memory runs
 * out, times are absent and bench->stopped counts it; bench->wrong counts lines with wrong components. 0, or
 * -1 with *bench->error filled.
 */
int decomposition_measure(struct bench_decomposition *work, const struct mec_options *variants,
                          unsigned variant_count, int with_tarjan);

#endif
