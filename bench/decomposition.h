#ifndef HEDDLE_BENCH_DECOMPOSITION_H
#define HEDDLE_BENCH_DECOMPOSITION_H

#include <stddef.h>
#include <stdint.h>

#include "base/options/statistics.h"
#include "decompose/mec/mec.h"
#include "explorer/graph/digraph.h"

struct bench;

/* Measures decompositions of a graph into strongly connected components, or of an MDP's graph into maximal
 * end components, by every algorithm or with several options. */

#define DECOMPOSITION_VARIANTS 10u

/* A line of a table. */
struct decomposition_line {
    const char *name, *outcome;
    int scrambled, exact;
    uint64_t vertices, choices, edges;
    uint64_t sccs, largest;                          /* strongly connected components */
    uint64_t mecs, inside;                           /* maximal end components, and vertices in them */
    double tarjan;                                   /* seconds; negative, as all times, if it did not run */
    double seconds[SCC_ALGORITHMS];                  /* of the others */
    const char *automatic;                           /* what AUTO was */
    double published, times_published, times_tarjan; /* the latter: how much faster AUTO is */
    double variants[DECOMPOSITION_VARIANTS];         /* milliseconds */
};

#define DECOMPOSITION_AT(member) offsetof(struct decomposition_line, member)

/* clang-format off */
#define DECOMPOSITION_TIMES                                                                                  \
    {"tarjan_seconds", "tarjan s", NULL, STATISTIC_SECONDS, DECOMPOSITION_AT(tarjan)},                       \
    {"fbt_seconds", "fbt", NULL, STATISTIC_MILLI, DECOMPOSITION_AT(seconds[SCC_FBT])},                       \
    {"bfbt_seconds", "bfbt", NULL, STATISTIC_MILLI, DECOMPOSITION_AT(seconds[SCC_BFBT])},                    \
    {"ecl_seconds", "ecl", NULL, STATISTIC_MILLI, DECOMPOSITION_AT(seconds[SCC_ECL])},                       \
    {"auto_seconds", "auto", NULL, STATISTIC_MILLI, DECOMPOSITION_AT(seconds[SCC_AUTO])},                    \
    {"auto_algorithm", NULL, NULL, STATISTIC_TEXT, DECOMPOSITION_AT(automatic)}
#define DECOMPOSITION_VARIANT(i, key, label)                                                                 \
    {key, label, NULL, STATISTIC_NUMBER, DECOMPOSITION_AT(variants[i])}
/* clang-format on */

/* A graph in host memory to decompose. */
struct decomposition {
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
int decomposition_open(struct bench *bench, const struct digraph *graph, struct decomposition *work);
void decomposition_close(struct decomposition *work);

/*
 * Fills the line: the times of the variants, or of all algorithms if there are none; on the bench's engine
 * from the graph in its memory to the components there, medians after a run to warm up. Tarjan's algorithm
 * runs once, on the host, if it is asked for. Counts components, unless the line has them. If memory runs
 * out, times are absent and bench->stopped counts it; bench->wrong counts lines with wrong components. 0, or
 * -1 with *bench->error filled.
 */
int decomposition_measure(struct decomposition *work, const struct mec_options *variants,
                          unsigned variant_count, int with_tarjan);

#endif
