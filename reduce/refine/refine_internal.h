#ifndef HEDDLE_REDUCE_REFINE_REFINE_INTERNAL_H
#define HEDDLE_REDUCE_REFINE_REFINE_INTERNAL_H

/* For the files of this folder. Functions return 0, or -1 with *error filled. */
#include <stdint.h>

#include "explorer/graph/graph_reverse.h"
#include "reduce/refine/refine.h"
#include "reduce/refine/refine_core.h"

struct graph;
struct team;

/*
 * The graph that is refined: for strong equivalence the graph itself, else the graph of the strongly
 * connected components of its `i` edges. There, `i` edges lead to smaller vertices and are apart from the
 * others.
 */
struct refine_input {
    uint64_t vertices;
    struct digraph visible; /* edges whose pairs always count */
    const uint32_t *labels; /* [visible.edges] */
    struct digraph inner;   /* edges with the internal label; none for strong equivalence */
    uint32_t internal;      /* the label of these */
    uint64_t
        *level_begin; /* [levels + 1]: the first vertex of each level; inner edges lead to lower levels */
    uint64_t levels, level_capacity;
    const struct refine_weights *weights; /* of labels, or NULL */
    uint32_t *diverges; /* bitmap of components with a cycle; NULL: they do not matter, or there are none */
    uint32_t *vertex;   /* [vertices of the graph]: the vertex here; NULL: the same */
    /* what `visible` and `inner` point to, if it is not the graph's */
    uint64_t *visible_offsets, *inner_offsets;
    uint32_t *visible_targets, *visible_labels, *inner_targets;
    uint64_t graph_vertices;
};

int refine_input_make(const struct graph *graph, enum equivalence equivalence, struct team *team,
                      const struct run *run, struct refine_input *input, struct error *error);
void refine_input_free(struct refine_input *input, struct memory *memory);

/* A part of a block in a round: its vertices that were looked at and have one sketch. */
struct part_slot {
    uint64_t key;   /* block << 32 | fold of the sketch; 0: free */
    uint32_t first; /* the first of its places in the list; later its number as a block */
    uint32_t count; /* its vertices; later where the next of them goes in `member` */
};

/* A block in a round, some of whose vertices are looked at. */
struct touched {
    uint32_t block;
    uint32_t best, best_count; /* slot of its largest part, and the vertices of that */
    uint32_t looked;           /* vertices that are looked at: at the end of the block's range */
    uint32_t cursor;           /* in that end */
    int splits;
};

/* A refinement. Arrays have an element for each vertex of the input, unless they say otherwise. */
struct refinement {
    const struct run *run;
    struct error *error;
    struct team *team;
    const struct refine_input *input;
    struct graph_reverse visible_back, inner_back;
    /* Blocks. The members of a block are a range of `member`. */
    uint32_t *block, *member;
    uint32_t *place;                /* of the vertex in `member` */
    uint32_t *begin, *size;         /* [block] */
    uint32_t blocks, blocks_before; /* blocks that this round has made have numbers from blocks_before on */
    /* The vertices that this round looks at, ascending, and those of the next. */
    uint32_t *list, *next;
    uint64_t list_count, next_count;
    uint32_t *dirty; /* bitmap of both, and of some vertices that are alone in their blocks */
    int all;         /* the round looks at all vertices that are not alone */
    struct sketching how;
    uint64_t *sketch; /* [vertices * how.words]; NULL for strong equivalence: not kept */
    /* Parts. */
    struct part_slot *slots;
    uint64_t slot_capacity, slot_count; /* capacity: a power of two */
    uint32_t *slot_of;                  /* [place in the list] */
    int overflow;
    struct touched *touched;
    uint64_t touched_count, touched_capacity;
    uint32_t *touch;  /* [block]: its place in `touched` */
    uint32_t *parent; /* [block]: the block that it was part of in the round before */
};

/* Whether an inner edge is inert. */
static inline int refine_is_inert(const struct refinement *refinement, uint32_t from, uint32_t to) {
    return refinement->block[from] == refinement->block[to];
}

/* Splits blocks by the sketches of the listed vertices; exact: listed vertices have one sketch, the others
 * another one. */
int refine_split(struct refinement *refinement, int exact);
/* Makes the list of the next round: the vertices whose signatures this round may have changed. */
int refine_mark(struct refinement *refinement);
/* Makes a list of all vertices that are not alone in their block. */
void refine_list_all(struct refinement *refinement);
/*
 * Proves that the partition is stable. If it is not, makes a list of vertices that belong apart from the
 * others of their blocks. *longest: pairs in the longest signature of a block that is not stable; 0: the
 * partition is stable.
 */
int refine_prove(struct refinement *refinement, uint64_t *longest);

/* Sketches a vertex whose edges have weights, and folds the sketch. */
uint32_t refine_fold_weighted(const struct refinement *refinement, uint32_t vertex);
/*
 * As refine_prove, of blocks [begin, end) of a refinement with weights: adds the vertices that belong apart
 * to the next list. *longest becomes greater if a block is not stable. 0, or -1 when memory runs out.
 */
int refine_prove_weighted(struct refinement *refinement, uint64_t begin, uint64_t end, uint64_t *longest);

/* Vertices that a thread will add to the next list. Begins as zeros. */
struct refine_batch {
    uint32_t count;
    uint32_t vertex[62];
};

/* Adds a vertex to the next list, if it is not there and not alone. Several threads may do so at once, each
 * with a batch that it flushes in the end. */
void refine_add(struct refinement *refinement, struct refine_batch *batch, uint32_t vertex);
void refine_flush(struct refinement *refinement, struct refine_batch *batch);
/* Adds to the next list what leads to its vertices by inert edges, and makes it the list. */
int refine_close(struct refinement *refinement);

#endif
