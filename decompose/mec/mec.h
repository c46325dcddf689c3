#ifndef HEDDLE_DECOMPOSE_MEC_MEC_H
#define HEDDLE_DECOMPOSE_MEC_MEC_H

#include <stdint.h>

#include "decompose/scc/scc.h"

struct digraph_device;
struct error;
struct prune;
struct run;

/* Starts as zeros, which are the defaults. */
struct mec_options {
    struct scc_options scc; /* options of the SCC decompositions; its `candidates` are ignored */
    int pivots_from_j; /* after the first round, pivots come from the set J: states that lost a choice or a
                          successor in the round before (article, section 2.4; with the states that lost a
                          choice, which it leaves out) */
};

/* The result, in the same memory as the graph. */
struct mec_result {
    uint32_t *component; /* vertices: the smallest member of the vertex's MEC, or COMPONENT_NONE */
    uint32_t *internal; /* bitmap over the edges of choices that stay inside their MEC; NULL: not requested */
    uint32_t *fell;     /* vertices: the round, from 1 on, in which a state was found to be in no MEC; 0 for
                           states of MECs; NULL: not requested */
};

struct mec_report {
    enum scc_algorithm algorithm;
    double seconds, scc_seconds; /* total time; time of the SCC decompositions */
    uint64_t rounds;             /* number of decompositions into SCCs */
    uint64_t bytes;              /* peak memory, without graph and result */
};

/*
 * Finds the maximal end components (MECs) of the MDP with this graph: the largest sets of states that are
 * strongly connected by choices whose edges all stay inside, with at least one such choice for each state.
 * Choices that are not live are ignored. Without `begins` the MECs are the strongly connected components that
 * have an edge inside.
 *
 * The method is repeated SCC decomposition (the article's section 2.4, with the definition above). Each round
 * finds SCCs over live choices; choices that leave their SCC die, states without a live choice fall, and
 * choices that can lead to fallen states die; an SCC that lost nothing is a MEC. It takes 1.5 bits an edge,
 * 12 bytes and 4 bits a vertex and the memory of an SCC decomposition; and, where a choice died, 8 bytes a
 * vertex and 4 bytes an edge inside SCCs for the transpose, without which it sweeps over all vertices.
 * Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED; ERROR_LIMIT for a state with 2^31
 * choices or more.
 */
int mec_cpu(const struct digraph *graph, const struct mec_options *options, const struct run *run,
            const struct mec_result *result, struct mec_report *report, struct error *error);
/* The same with graph and result in the memory of a GPU; also ERROR_DEVICE. */
int mec_cuda(const struct digraph_device *graph, const struct mec_options *options, const struct run *run,
             const struct mec_result *result, struct mec_report *report, struct error *error);
/* The same on the side of a prune that prune_on_host or prune_on_device made. */
int mec_run(struct prune *prune, const struct digraph *graph, const struct mec_options *options,
            const struct mec_result *result, struct mec_report *report);
#endif
