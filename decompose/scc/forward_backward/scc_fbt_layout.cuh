#ifndef HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_LAYOUT_CUH
#define HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_LAYOUT_CUH

#include "base/device/device.h"
#include "decompose/scc/forward_backward/scc_fbt_work.cuh"

struct error;

/*
 * A graph's live edges, restructured for neighbouring lanes (article, 5.1.1): the rows of 32 neighbouring
 * vertices that have at most `bound` edges are interleaved, so that lanes read their k-th edges together, and
 * need one offset for all; the others are at the tail. Unlike the article's, vertices keep their numbers: a
 * bitmap marks the tall ones, and ranks lead to their offsets.
 */
struct fbt_layout {
    struct fbt_rows rows; /* the arrays are owned */
    uint64_t segments;    /* of 32 vertices */
    uint64_t tall;        /* rows at the tail */
    uint64_t entries;     /* edges and what fills rows up */
};

/* 0, or -1 with *error filled and nothing allocated. graph: in the memory of the GPU, like the layout. */
int fbt_layout_make(struct device *device, const struct digraph *graph, uint32_t bound,
                    struct fbt_layout *layout, struct error *error);
/* Takes a layout of zeros, too. */
void fbt_layout_free(struct device *device, struct fbt_layout *layout);

#endif
