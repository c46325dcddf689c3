#ifndef HEDDLE_DECOMPOSE_SCC_SCC_H
#define HEDDLE_DECOMPOSE_SCC_SCC_H

/*
 * Strongly connected components (SCCs), with a folder for each algorithm:
 * - auto/: chooses the algorithm (scc_cpu, scc_cuda).
 * - tarjan/: depth-first search on one CPU thread (Tarjan 1972, in the form of Pearce 2016). `auto` takes it
 * on one or two threads, for small graphs and where memory is short.
 * - forward_backward/: FBT and BFBT (Wijs, Katoen, Bosnacki 2016). On several CPU threads `auto` runs FBT
 * beside Tarjan's algorithm, until one of them ends. On a GPU both reproduce the paper, with its options, and
 * only --algorithm selects them.
 * - labels/: propagation of labels. ECL reproduces ECL-SCC (Alabandi, Sands, Biros, Burtscher 2023) on a GPU
 * and adapts it to CPU threads; only --algorithm selects it. On a GPU `auto` propagates labels in several
 * orders, by vertices, by edges or by queues.
 * - parallel/: what FBT and ECL share on CPU threads: regions, their queue, trimming, the end by Tarjan.
 *
 * Every algorithm gives the same array of components (decompose/components/components.h). docs/internals.md
 * says what to write for another one.
 */
#include <stdint.h>

#include "decompose/components/components.h"
#include "model/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct digraph_device;

/*
 * All algorithms. ROW(member of enum scc_algorithm, name, on a team of CPU threads, on a GPU); NULL where it
 * does not run so (scc_internal.h).
 * AUTO: the algorithm that measured best for the engine and graph.
 * FBT: forward and backward searches with trimming; BFBT: the faster search bounds the slower one.
 * ECL: extreme labels, propagated forward and backward.
 */
#define SCC_LIST(ROW)                                                                                        \
    ROW(AUTO, "auto", scc_fbt_cpu, scc_labels_cuda)                                                          \
    ROW(TARJAN, "tarjan", NULL, NULL)                                                                        \
    ROW(FBT, "fbt", scc_fbt_cpu, scc_fbt_cuda)                                                               \
    ROW(BFBT, "bfbt", scc_fbt_cpu, scc_fbt_cuda)                                                             \
    ROW(ECL, "ecl", scc_ecl_cpu, scc_labels_cuda)

#define SCC_MEMBER(member, name, team, cuda) SCC_##member,
enum scc_algorithm { SCC_LIST(SCC_MEMBER) SCC_ALGORITHMS };

/* The names as the choices of an option: "auto|tarjan|..". */
#define SCC_CHOICE(member, name, team, cuda) "|" name
#define SCC_CHOICES (&(SCC_LIST(SCC_CHOICE))[1])

/* Begins as zeros, which are the defaults. */
struct scc_options {
    enum scc_algorithm algorithm;
    /* For FBT and BFBT: */
    uint32_t out_degree_bound; /* on a GPU: interleave the rows of 32 vertices that have at most this many
                                  edges; 0: no interleaving (article, section 5.1.1) */
    uint32_t cache_rounds; /* on a GPU: search rounds of a launch in local caches; 0: no such rounds (5.2) */
    int separate_searches; /* one search after the other instead of both in each round (no hybrid kernel) */
    int single_pivots;     /* on a GPU: pivot selection without warp aggregation (5.3.1) */
    /* Bitmap over vertices: only these may be pivots (set J, section 2.4). A region without any is left as it
     * is, so that components may come out too large, but never too small. NULL: all may. */
    const uint32_t *candidates;
    /* ECL: */
    int no_compression; /* labels move along single edges (article, section 3.3) */
    int synchronous;    /* blocks do not continue by themselves within a round */
};

/* Statistics of a decomposition, for tables. The functions below fill it, whatever they return. */
struct scc_report {
    enum scc_algorithm algorithm; /* the algorithm that ran; what AUTO chose */
    double seconds;  /* from the graph to the components, transposing included; ECL and AUTO on a GPU: without
                        their first allocation */
    uint64_t rounds; /* outer rounds: pivots or labels chosen; 0 for TARJAN */
    uint64_t trimmed; /* vertices that trimming alone decided */
    uint64_t bytes;   /* peak memory on the engine's side, without graph and components */
};

/* "auto", "tarjan", .. */
const char *scc_algorithm_name(enum scc_algorithm algorithm);

/*
 * Finds the strongly connected components over the live edges of a graph in host memory, on run->threads
 * threads. Fills component[0 .. vertices). Returns 0, or -1 with *error filled: ERROR_MEMORY,
 * ERROR_INTERRUPTED; the components are undefined then.
 */
int scc_cpu(const struct digraph *graph, const struct scc_options *options, const struct run *run,
            uint32_t *component, struct scc_report *report, struct error *error);
/* Returns the bytes that an algorithm takes on the host in addition to graph and components. */
uint64_t scc_cpu_bytes(const struct digraph *graph, enum scc_algorithm algorithm, unsigned threads);

/*
 * Like scc_cpu, on a GPU: the graph's arrays, `component` and the options' candidates are in its memory.
 * TARJAN is refused (ERROR_USAGE). Also ERROR_DEVICE. AUTO needs the least memory of all: about 20 bytes a
 * vertex, and where they are there it takes up to 24 more a vertex and 4 an edge. FBT and BFBT take about 25
 * a vertex and 4 an edge, with an out-degree bound more.
 */
int scc_cuda(const struct digraph_device *graph, const struct scc_options *options, const struct run *run,
             uint32_t *component, struct scc_report *report, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
