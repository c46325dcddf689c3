#ifndef HEDDLE_DECOMPOSE_MEC_MEC_H
#define HEDDLE_DECOMPOSE_MEC_MEC_H

#include <stdint.h>

#include "decompose/scc/scc.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device;
struct error;
struct run;

/* Begins as zeros, which are the defaults. */
struct mec_options {
    struct scc_options scc; /* for the decompositions inside; its `candidates` are not used */
    int pivots_from_j; /* after the first round, pivots come from the set J: states that lost a choice or a
                          successor in the round before (article, section 2.4; with the states that lost a
                          choice, which it leaves out) */
};

/* What may be wanted beside the components; NULL where it is not. In the memory where the graph is. */
struct mec_details {
    uint32_t *internal; /* bitmap over edges: those of choices that stay inside their MEC */
    uint32_t *fell;     /* vertices: the round, from 1 on, in which a state was found to be in no MEC; 0 for
                           states of MECs */
};

struct mec_report {
    enum scc_algorithm algorithm;
    double seconds, scc_seconds; /* of all; of the decompositions inside */
    uint64_t rounds;             /* decompositions into SCCs */
    uint64_t bytes;              /* most memory that it took beside graph, components and details */
};

/*
 * Maximal end components of the MDP whose graph it is: the largest sets of states, each with at least one
 * choice whose edges all stay inside, that those choices alone connect strongly. component[v]: the smallest
 * member of v's MEC, or COMPONENT_NONE. Choices that are not live are as if they were not there. Without
 * `begins` these are the strongly connected components that have an edge inside.
 *
 * By repeated SCC decomposition (the article's section 2.4, by the definition above): SCCs over live choices;
 * choices that leave their SCC die, then states without live choice and choices that can lead to them; an SCC
 * that lost nothing is a MEC. It takes 1.5 bits an edge, 12 bytes and 4 bits a vertex and what the
 * decomposition inside takes; and, where a choice died, 8 bytes a vertex and 4 bytes an edge inside SCCs for
 * the transpose, without which it sweeps. 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED;
 * ERROR_LIMIT for a state with 2^31 choices or more.
 */
int mec_cpu(const struct digraph *graph, const struct mec_options *options, const struct run *run,
            uint32_t *component, const struct mec_details *details, struct mec_report *report,
            struct error *error);
/* The same with graph, components and details in the memory of a GPU; ERROR_DEVICE, too. */
int mec_cuda(struct device *device, const struct digraph *graph, const struct mec_options *options,
             const struct run *run, uint32_t *component, const struct mec_details *details,
             struct mec_report *report, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
