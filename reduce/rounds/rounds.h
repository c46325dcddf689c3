#ifndef HEDDLE_REDUCE_ROUNDS_ROUNDS_H
#define HEDDLE_REDUCE_ROUNDS_ROUNDS_H

/*
 * Partition refinement for a side that runs a step for many vertices at once (base/steps/steps.h): a GPU, or
 * a host that imitates one in tests. It finds the classes that reduce/refine/ finds on CPU threads, in the
 * same way: rounds split blocks by sketches of signatures, and in the end a proof without hashes.
 *
 * A round looks at the vertices whose signatures the round before may have changed; while that one moved many
 * vertices, or where there is no memory for the sources of edges, at all that are not alone in their block.
 * Vertices that are not looked at keep the number of their block. Work is proportional to the edges of the
 * vertices that are looked at, plus a bit for each vertex and some twenty launches a round. Where many rounds
 * look at few vertices each, as along a chain, CPU threads take over.
 *
 * Edges may have weights (struct refine_weights), for strong equivalence (weights_core.h): then there is no
 * quotient, and CPU threads prove graphs with very long rows.
 *
 * Memory on the side, beside the graph: about 100 bytes for each vertex, 116 if there are internal edges; 4
 * for each edge (which it can do without), and 16 for each edge of the quotient. If internal edges form
 * cycles, these are contracted first: that takes 8 more for each edge.
 */
#include "base/steps/steps.h"
#include "model/digraph.h"
#include "explorer/graph/digraph_device.h"
#include "reduce/refine/refine.h"
#include "reduce/rounds/contract_core.h"
#include "reduce/rounds/proof_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct graph;
struct prepared_labels;
struct rounds;

/* Functions of a side that base/steps does not have. All return 0, or -1 with the error filled. */
struct rounds_side {
    const step_function *rounds, *contract, *proof; /* by enum rounds_step, contract_step, proof_step */
    /* Runs ROUNDS_PUSH or ROUNDS_CLOSE on the queue from its beginning, until nothing is appended. */
    int (*drain)(struct rounds *rounds, enum rounds_step step);
    /* Replaces each number by the sum of those before it. */
    int (*sum)(struct rounds *rounds, uint32_t *numbers, uint64_t count);
    int (*sum_long)(struct rounds *rounds, uint64_t *numbers, uint64_t count);
    /* Sorts numbers and drops duplicates; *kept: how many are left. For more than most_pairs of them. */
    int (*sort)(struct rounds *rounds, uint64_t *numbers, uint64_t count, uint64_t *kept);
    uint32_t most_pairs;
    uint64_t most_parts; /* longer rows are put off (struct step_huge), and done at the end of the step */
    /* As digraph_transpose_cuda and scc_cuda; component: [graph->vertices], on the side. */
    int (*transpose)(struct rounds *rounds, const struct digraph *graph, struct digraph_transpose *transpose);
    int (*components)(struct rounds *rounds, const struct digraph *graph, uint32_t *component);
};

/* A labelled graph on the side. Hiding replaces its labels. */
struct rounds_graph {
    uint64_t vertices, edges;
    const uint64_t *offsets;
    const uint32_t *targets;
    uint32_t *labels;
};

/* What to do. */
struct rounds_task {
    struct rounds_graph graph;
    uint32_t initial;
    enum equivalence equivalence; /* strong, branching or divbranching */
    /* The labels of the result, whose texts their owner keeps. */
    const char *const *label_text;
    uint32_t label_count;
    uint32_t internal; /* the internal label, ROUNDS_NONE: there is none */
    /* On the host: the label that replaces each; NULL: the labels stay. rank_count: labels of the graph */
    const uint32_t *rank;
    uint32_t rank_count;
    /* NULL: the defaults; all but `watched` counts. Tasks with weights begin with rounds_task_weigh */
    const struct refine_options *options;
    uint64_t widest;               /* of tasks with weights: edges of the longest row */
    int skip_block, skip_quotient; /* not to copy partition.block, or the quotient, to the host */
    int sparing;       /* for tests: rounds look at what may have changed, also where many vertices moved */
    uint64_t patience; /* for tests: rounds of few vertices after which the host takes over; 0: by the size */
};

/* The result, on the host. */
struct rounds_result {
    struct partition partition;
    struct graph *quotient; /* as quotient_make makes it; NULL if it was not wanted, or after a failure */
    uint64_t transitions;   /* its edges */
    uint64_t edges;         /* of the graph, each once after labels are hidden */
    uint64_t device_peak;   /* on a GPU: bytes of its memory, with the graph */
};

/* A task for a graph with labels, none of which is hidden; but for its `graph`. */
struct rounds_task rounds_task_of(const struct graph *graph, enum equivalence equivalence);
/* Hides labels; these must outlive the task. */
void rounds_task_hide(struct rounds_task *task, const struct prepared_labels *labels);

/* Refines with weights, for strong equivalence, of a graph on the host; there is no quotient then. */
void rounds_task_weigh(struct rounds_task *task, const struct graph *graph,
                       const struct refine_options *options);

#define ROUNDS_MOST_BLOCKS 56u

struct rounds {
    struct steps steps; /* the caller fills it, and `side` */
    const struct rounds_side *side;
    struct rounds_view view;
    struct rounds_counters seen; /* the counters, as last read */
    struct contract_view contract;
    struct proof_view proof;
    const struct rounds_task *task;
    struct digraph_transpose visible_back, inner_back;
    int has_visible_back;          /* -1: there is no memory for it */
    uint64_t made_edges;           /* of the contracted graph */
    uint64_t rounds, small_rounds; /* small: of few vertices */
    struct {
        void *block;
        uint64_t bytes;
    } blocks[ROUNDS_MOST_BLOCKS];
    unsigned block_count;
};

/*
 * Refines and makes the quotient. The side and steps of *rounds are filled, the rest is zeros. Returns 0, or
 * -1 with *rounds->steps.error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE. The caller frees the
 * result with rounds_result_free in any case.
 */
int rounds_reduce(struct rounds *rounds, const struct rounds_task *task, struct rounds_result *result);
void rounds_result_free(struct rounds_result *result, struct memory *memory);

/* --- for the files of this folder; they return 0, or -1 with the error filled --- */

/* Memory on the side until rounds_reduce ends, or until it is released. */
void *rounds_allocate(struct rounds *rounds, uint64_t bytes);
void rounds_release(struct rounds *rounds, void *block);
int rounds_do(struct rounds *rounds, enum rounds_step step, uint64_t count);
/* Room for rows that are put off, of so many parts in all. */
int rounds_open_huge(struct rounds *rounds, struct step_huge *huge, uint64_t parts);
int rounds_clear_counters(struct rounds *rounds);
int rounds_read_counters(struct rounds *rounds);
/* Lists the vertices of the bitmap, with what leads to them by inert edges if the queue has them, too. */
int rounds_close_list(struct rounds *rounds);

/* Brings the weights of labels to the side. */
int rounds_open_weights(struct rounds *rounds);
/* Whether the steps of the proof would take too long: it compares all edges of two rows. */
int rounds_is_wide(const struct rounds *rounds);
/* Hides labels, and makes rounds->view's graph: the given one, or that of its components. */
int rounds_contract(struct rounds *rounds, struct rounds_result *result);
/* A bitmap of the edges of a graph that are internal, or of all others. */
int rounds_select(struct rounds *rounds, uint32_t wants_visible, uint32_t *live);
/* Numbers the blocks, and proves that they are stable; else lists vertices that belong apart. */
int rounds_prove(struct rounds *rounds, int *stable);
/* The blocks so far, by the order of their least vertices: rounds->proof.result. */
int rounds_number_blocks(struct rounds *rounds);
/* Ends the refinement on the host: what rounds_prove and rounds_fetch would find in the end. */
int rounds_leave(struct rounds *rounds, struct rounds_result *result);
/* Copies the result to the host. */
int rounds_fetch(struct rounds *rounds, struct rounds_result *result);

#ifdef __cplusplus
}
#endif
#endif
