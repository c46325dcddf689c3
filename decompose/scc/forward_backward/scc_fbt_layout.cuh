#ifndef HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_LAYOUT_CUH
#define HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_LAYOUT_CUH

#include "base/device/device.h"
#include "decompose/scc/forward_backward/scc_fbt_work.cuh"

struct error;

/*
 * A graph's live edges, restructured for neighbouring lanes (article, 5.1.1): the rows of 32 neighbouring
 * vertices that have at most `bound` edges are interleaved, so that lanes read their k-th edges together and
 * share one offset; longer rows are at the tail. Unlike in the article, vertices keep their numbers: a bitmap
 * marks the tall ones, and ranks lead to their offsets.
 */
struct fbt_layout {
    struct fbt_rows rows; /* the arrays are owned */
    uint64_t segments;    /* number of segments, of 32 vertices each */
    uint64_t tall;        /* rows at the tail */
    uint64_t entries;     /* edges and padding */
};

/* The graph is in the memory of the GPU, like the layout. 0, or -1 with *error filled and nothing allocated.
 */
int fbt_layout_make(struct device *device, const struct digraph *graph, uint32_t bound,
                    struct fbt_layout *layout, struct error *error);
/* A layout of zeros is allowed. */
void fbt_layout_free(struct device *device, struct fbt_layout *layout);

#endif
