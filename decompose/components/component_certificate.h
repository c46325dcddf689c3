#ifndef HEDDLE_DECOMPOSE_COMPONENTS_COMPONENT_CERTIFICATE_H
#define HEDDLE_DECOMPOSE_COMPONENTS_COMPONENT_CERTIFICATE_H

#include <stdint.h>

#include "base/scope.h"
#include "model/digraph.h"

struct error;
struct run;

/*
 * A certificate that given components are those of a graph. A checker looks at every edge once, and needs to
 * trust neither the decomposition nor this program (docs/evidence-format.md, checker/verify/verify.h).
 *
 * Strongly connected components. Each has a rank, and ranks fall strictly along every edge from one to
 * another: so no two of them reach each other, and none is too small. Inside each, a forward and a backward
 * tree have their root in its smallest member: the forward parent of a vertex is a predecessor of it, the
 * backward parent a successor, one less deep in its tree. So the root reaches every member and is reached
 * from it, and none is too large.
 *
 * Maximal end components. The trees follow the edges of internal choices alone (those whose edges all stay
 * in the component), and each member has such a choice: every component is an end component. Ranks alone do
 * not show that no component is missing, because the edges that count change as choices are removed. A leaf
 * is a component, or a single vertex outside all components. Ranks order the leaves in a line, and between
 * neighbours there is a cut: the time at which they were separated. The cut between two leaves that are not
 * neighbours is the least of the cuts between them. For every vertex and each of its choices that is not
 * internal:
 *
 *     some target is of smaller rank, and the cut between the vertex and its target of least rank is strictly
 *     less than that between the vertex and its target of greatest rank, if that is of greater rank.
 *
 * This suffices. Suppose that there is an end component E that is not inside one leaf. Of the cuts
 * between its vertex of least and that of greatest rank, take a least one, c; it divides E into a lower and
 * an upper half, and as E is strongly connected, some choice of E leads from a vertex v of the lower half
 * into the upper one. It is not internal. All its targets are in E, so no cut between v and any of them is
 * less than c; and that between v and its target of greatest rank is across c, so it is c. But then the one
 * between v and its target of least rank is not strictly less. So E is inside one leaf: if that is a
 * component, E is no larger; and a vertex outside all components has no choice that leads only back to
 * itself, for no target of such a choice would be of smaller rank.
 *
 * Such ranks and cuts always exist. Start with all vertices as one block. The strongly connected components
 * of a block, by the remaining choices, are separated at the same time, a component before those that lead to
 * it; choices that lead from one component into another are removed. Then vertices without choices are
 * separated one by one, each below the rest, and choices that can lead to them are removed, until every
 * remaining vertex of the block has a choice. The remaining blocks are divided in the same way, at later
 * times.
 */
struct component_certificate {
    struct scope scope; /* of what follows */
    uint64_t vertices;
    uint32_t *rank; /* rank of the vertex's leaf, from 0 on without gaps; no two leaves have the same rank */
    uint32_t *cut; /* MECs only, else NULL: cut between the vertex's leaf and the leaf of the previous rank */
    uint32_t *forward; /* parent in the forward tree; a root is its own parent; COMPONENT_NONE outside MECs */
    uint32_t *backward;                       /* parent in the backward tree, likewise */
    uint32_t *forward_depth, *backward_depth; /* depth in the tree: 0 for roots, and 0 outside MECs */
    uint32_t *internal; /* MECs only, else NULL: bitmap over the edges of internal choices */
};

/*
 * Makes a certificate for component[0 .. vertices), the result of scc_cpu or mec_cpu with any algorithm. The
 * first function takes linear time; the second repeats the decomposition block by block, which gives the
 * cuts. Both take about 40 bytes a vertex and 4 an edge (MECs: 48 and 12) in addition to the result, on one
 * thread. *evidence begins as zeros; component_certificate_free frees it, whatever they returned. Return 0,
 * or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_INPUT when the given components are not
 * the components of the graph.
 */
int component_certificate_scc(const struct digraph *graph, const uint32_t *component, const struct run *run,
                              struct component_certificate *evidence, struct error *error);
int component_certificate_mec(const struct digraph *graph, const uint32_t *component, const struct run *run,
                              struct component_certificate *evidence, struct error *error);
void component_certificate_free(struct component_certificate *evidence);

#endif
