#ifndef HEDDLE_DECOMPOSE_COMPONENTS_COMPONENT_CERTIFICATE_H
#define HEDDLE_DECOMPOSE_COMPONENTS_COMPONENT_CERTIFICATE_H

#include <stdint.h>

#include "explorer/graph/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct memory;
struct run;

/*
 * A certificate that components are those of a graph. It can be checked by looking at every edge once,
 * without trust in the decomposition or this program (docs/evidence.md, checker/verify/verify_components.h).
 *
 * Strongly connected components. Each has a rank, and ranks fall strictly along every edge from one to
 * another: so no two of them reach each other, and none is too small. Inside each, a forward and a backward
 * tree have their root in its smallest member: the forward parent of a vertex is a predecessor of it, the
 * backward parent a successor, one less deep in its tree. So the root reaches every member and is reached
 * from it, and none is too large.
 *
 * Maximal end components. The trees follow the edges of internal choices alone (those whose edges all stay
 * in the component), and each member has such a choice: every component is an end component. That nothing is
 * missing takes more than one rank, for which edges count changes as choices are taken away. Call a leaf what
 * is a component, or a single vertex outside all of them. Leaves are in one line, by ranks, and between
 * neighbours there is a cut: the time at which they were parted. The cut between two leaves that are no
 * neighbours is the least of those between. For every vertex and each of its choices that is not internal:
 *
 *     some target is of smaller rank, and the cut between the vertex and its target of least rank is strictly
 *     less than that between the vertex and its target of greatest rank, if that is of greater rank.
 *
 * Nothing more is needed. Suppose that there is an end component E that is not inside one leaf. Of the cuts
 * between its vertex of least and that of greatest rank, take a least one, c; it parts E into a lower and an
 * upper half, and as E is strongly connected, some choice of E leads from a vertex v of the lower half into
 * the upper one. It is not internal. All its targets are in E, so no cut between v and any of them is less
 * than c; and that between v and its target of greatest rank is across c, so it is c. But then the one
 * between v and its target of least rank is not strictly less. So E is inside one leaf: if that is a
 * component, E is no larger; and a vertex outside all components has no choice that leads only back to
 * itself, for no target of such a choice would be of smaller rank.
 *
 * Such ranks and cuts always exist: take all vertices for one block. A block's strongly connected components,
 * by the choices that are left, are parted at one time, those that are reached first; choices that lead from
 * one into another are taken away; then vertices without choices are parted one by one, each below the rest,
 * and choices that can lead to it are taken away, until every vertex of the block that is left has one. It
 * is parted further in the same way, at later times.
 */
struct component_certificate {
    struct memory *memory;
    uint64_t vertices;
    uint32_t *rank;     /* of the vertex's leaf, from 0 on without gaps, each rank of one leaf alone */
    uint32_t *cut;      /* MECs alone, else NULL: between the vertex's leaf and that of the rank before */
    uint32_t *forward;  /* parent in the forward tree; the root's is itself; COMPONENT_NONE outside MECs */
    uint32_t *backward; /* the same in the backward tree */
    uint32_t *forward_depth, *backward_depth; /* 0 at the roots; 0 outside MECs */
    uint32_t *internal; /* MECs alone, else NULL: bitmap over edges, those of internal choices */
    uint64_t edges;     /* for `internal` */
};

/*
 * Makes evidence for component[0 .. vertices) as scc_cpu and mec_cpu give them, whichever algorithm did. The
 * first takes linear time; the second repeats the decomposition block by block, which gives the cuts. Both
 * take about 40 bytes a vertex and 4 an edge (MECs: 48 and 12) beside the result, on one thread. *evidence
 * begins as zeros; component_certificate_free frees it, whatever they returned. 0, or -1 with *error filled:
 * ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_INPUT when these are not the components of the graph.
 */
int component_certificate_scc(const struct digraph *graph, const uint32_t *component, const struct run *run,
                              struct component_certificate *evidence, struct error *error);
int component_certificate_mec(const struct digraph *graph, const uint32_t *component, const struct run *run,
                              struct component_certificate *evidence, struct error *error);
void component_certificate_free(struct component_certificate *evidence);

#ifdef __cplusplus
}
#endif
#endif
