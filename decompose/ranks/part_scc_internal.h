#ifndef HEDDLE_DECOMPOSE_RANKS_PART_SCC_INTERNAL_H
#define HEDDLE_DECOMPOSE_RANKS_PART_SCC_INTERNAL_H

/* What the steps of part_scc.c share: the work of one rank. */
#include "base/bitmap_core.h"
#include "decompose/ranks/part_scc.h"
#include "explorer/distributed/mail.h"
#include "explorer/distributed/spread.h"
#include "explorer/graph/graph_part.h"

struct part_work {
    struct scope scope; /* of its arrays */
    const struct graph_part *part;
    const uint8_t *live;  /* by label, or NULL */
    const uint32_t *dead; /* bitmap over edges, or NULL */
    const struct run *run;
    struct error *error;
    uint64_t *component; /* [vertices]; a vertex that is decided has its own */
    uint32_t *inside;    /* bitmap over edges: live ones within a component, at the end */
    uint32_t *alive;     /* bitmap over vertices: those that are not decided */
    uint64_t *degree;    /* [vertices] of trimming: edges from or to vertices that are alive */
    uint64_t *colour;    /* [vertices] the vertex from which it came */
    uint64_t *region;    /* [vertices] components are within regions */
    uint64_t *in_offsets, *in_sources, in_count; /* live edges between vertices that are alive, turned */
    struct spread spread;
    uint32_t *queued; /* bitmap over vertices: those in the queues */
    uint32_t order;   /* of colours */
    mail *mail;
};

static inline int part_is_live(const struct part_work *work, uint64_t edge) {
    return (work->live == NULL || work->live[work->part->labels[edge]] != 0) &&
           (work->dead == NULL || !bitmap_has(work->dead, edge));
}

/* Sends to the targets of the vertex's live edges: an item whose first word becomes the target. */
int part_send_forward(struct part_work *work, uint64_t vertex, uint64_t *item);
/* Sends to the sources of the vertex's turned edges. */
int part_send_backward(struct part_work *work, uint64_t vertex, uint64_t *item);

/* Trims what no live edge leads to, turns the edges that are left, and trims what no live edge leaves. */
int part_trim(struct part_work *work);
/* One round: colours spread, and the components of their origins are decided. */
int part_colour(struct part_work *work);
/* Gathers what is left and decides it. */
int part_gather(struct part_work *work);

#endif
