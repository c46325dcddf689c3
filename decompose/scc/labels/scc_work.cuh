#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_WORK_CUH
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_WORK_CUH

/*
 * Work on a graph and its transpose by queues: a step visits the vertices of one queue, and makes the next
 * queue of those that changed. Two threads visit a vertex: an even one its outgoing edges, an odd one its
 * incoming edges. Where rows are long, the threads of a block share out the edges of all its rows, so that
 * rows of any length keep all of them busy.
 */
#include <cub/block/block_scan.cuh>

#include "base/device/device_grid.cuh"
#include "decompose/components/components.h"
#include "decompose/scc/labels/scc_propagate.cuh"
#include "model/digraph_core.h"

#define WORK_THREADS 256u
#define WORK_FEW_THREADS 1024u
#define WORK_FEW 1024u      /* vertices; a queue of at most so many is left to one block, without launches */
#define WORK_FEW_STEPS 256u /* most steps of that block in a launch */
#define WORK_SHORT_ROW 8u   /* edges; if all rows of a block are as short, each thread does its own */
#define WORK_AT_ONCE 4u     /* edges of its row that a thread reads at once */
#define WORK_FOUND 2048u    /* places for vertices that a block finds */
#define NO_REGION 0u        /* the region of decided vertices */

/* Bits of `waits`; bit q: the vertex is in queue q. */
#define WAITS_IS_NEW 4u /* nobody knows its label yet */
#define WAITS_IS_CUT 8u /* it is trimmed, or will be */

/* A vertex, in one memory access. */
struct __align__(16) work_node {
    /* The least label that reaches it, and that it reaches; or numbers of edges in its region. */
    uint32_t in, out;
    uint32_t region; /* edges between different regions do not count */
    uint32_t waits;  /* bits, see above */
};

struct work_control {
    unsigned long long counts[2]; /* vertices in each queue */
    unsigned long long left;      /* vertices on the new list */
    uint32_t step;                /* steps done; step % 2 is the queue to visit */
    uint32_t blocks;              /* blocks that have done the step */
};

struct work_view {
    struct digraph graph;
    const uint64_t *source_offsets; /* the transpose: live edges only */
    const uint32_t *sources;
    struct work_node *nodes;
    label_pair *pending; /* by vertex: labels that it has been told, until it is visited */
    uint32_t *queues[2];
    uint32_t *component;
    uint64_t left; /* undecided vertices */
    struct scc_labels labels;
    struct work_control *control;
};

/* What the threads of a block share; arrays by thread. */
template <unsigned THREADS> struct work_block {
    typename cub::BlockScan<uint64_t, THREADS>::TempStorage scan;
    uint64_t begins[THREADS]; /* first edge of the row, less the sum of the lengths of the rows before */
    uint64_t ends[THREADS];   /* sum of the lengths of the rows up to this one */
    uint32_t vertices[THREADS], regions[THREADS], values[THREADS];
    uint32_t found[WORK_FOUND];
    unsigned found_count;
    unsigned long long found_place;
};

/* Reads a vertex as it is in the second-level cache. */
static __device__ __forceinline__ struct work_node load_node(const struct work_view *view, uint32_t vertex) {
    struct work_node node;
    asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(node.in), "=r"(node.out), "=r"(node.region), "=r"(node.waits)
                 : "l"(view->nodes + vertex)
                 : "memory");
    return node;
}

static __device__ __forceinline__ uint32_t load_half(const label_pair *pairs, uint32_t vertex,
                                                     unsigned half) {
    uint32_t label;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                 : "=r"(label)
                 : "l"((const uint32_t *)(pairs + vertex) + half)
                 : "memory");
    return label;
}

static __device__ __forceinline__ void store_half(struct work_node *nodes, uint32_t vertex, unsigned half,
                                                  uint32_t label) {
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;"
                 :
                 : "l"(half == 0 ? &nodes[vertex].in : &nodes[vertex].out), "r"(label)
                 : "memory");
}

/* Where threads put the vertices that they find. */
struct work_found {
    unsigned next;    /* number of the queue */
    uint32_t *places; /* in shared memory */
    unsigned *count;
    uint32_t *queue; /* where those go for which there is no place */
    unsigned long long *queue_count;
};

static __device__ __forceinline__ void add_found(const struct work_found *found, uint32_t vertex) {
    unsigned at = atomicAdd(found->count, 1u);
    if (at < WORK_FOUND) {
        found->places[at] = vertex;
    } else {
        found->queue[atomicAdd(found->queue_count, 1ull)] = vertex;
    }
}

/* Moves the vertices that the block has found to the queue. Called by whole blocks. */
template <unsigned THREADS>
static __device__ void flush_found(struct work_block<THREADS> *block, const struct work_found *found) {
    __syncthreads();
    unsigned count = block->found_count < WORK_FOUND ? block->found_count : WORK_FOUND;
    if (threadIdx.x == 0 && count != 0) {
        block->found_place = atomicAdd(found->queue_count, (unsigned long long)count);
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < count; i += THREADS) {
        found->queue[block->found_place + i] = block->found[i];
    }
    if (threadIdx.x == 0) {
        block->found_count = 0;
    }
    __syncthreads();
}

/* The row of a thread: edges [begin, end), and what all of them need. */
struct work_row {
    uint64_t begin, end;
    uint32_t vertex, region, value;
};

/* The row of a thread's vertex in the direction of the thread. */
static __device__ __forceinline__ struct work_row row_of_thread(const struct work_view *view, int active,
                                                                uint32_t vertex) {
    const uint64_t *offsets = threadIdx.x % 2 != 0 ? view->source_offsets : view->graph.offsets;
    struct work_row row = {0, 0, vertex, NO_REGION, 0};
    if (active) {
        row.begin = offsets[vertex];
        row.end = offsets[vertex + 1];
    }
    return row;
}

/* The other end of an edge of a thread's row; the row's vertex itself if the edge is dead or no edge. */
static __device__ __forceinline__ uint32_t other_end(const struct work_view *view, unsigned at,
                                                     uint32_t vertex, uint64_t edge, uint64_t end) {
    if (edge >= end) {
        return vertex;
    }
    if (at % 2 != 0) {
        return view->sources[edge];
    }
    return digraph_is_live(&view->graph, edge) ? view->graph.targets[edge] : vertex;
}

/* Sees the edges of a thread's row; a few are read at once, because memory takes long to answer. */
template <class See>
static __device__ __forceinline__ void see_row(const struct work_view *view, const struct work_row &row,
                                               See see) {
    for (uint64_t edge = row.begin; edge < row.end; edge += WORK_AT_ONCE) {
        uint32_t others[WORK_AT_ONCE];
        struct work_node nodes[WORK_AT_ONCE];
#pragma unroll
        for (unsigned i = 0; i < WORK_AT_ONCE; i++) {
            others[i] = other_end(view, threadIdx.x, row.vertex, edge + i, row.end);
        }
#pragma unroll
        for (unsigned i = 0; i < WORK_AT_ONCE; i++) {
            if (others[i] != row.vertex) {
                nodes[i] = load_node(view, others[i]);
            }
        }
#pragma unroll
        for (unsigned i = 0; i < WORK_AT_ONCE; i++) {
            if (others[i] != row.vertex) {
                see(threadIdx.x, others[i], nodes[i]);
            }
        }
    }
}

/* The thread whose row has an edge, by sums of lengths. */
template <unsigned THREADS>
static __device__ __forceinline__ unsigned thread_of_edge(const uint64_t *ends, uint64_t edge) {
    unsigned thread = 0;
    for (unsigned step = THREADS / 2; step != 0; step /= 2) {
        thread += ends[thread + step - 1] <= edge ? step : 0;
    }
    return thread;
}

/*
 * Calls see(thread of the row, other end, its node) for the live edges of all rows of a block, but for loops.
 * Called by whole blocks.
 */
template <unsigned THREADS, class See>
static __device__ __forceinline__ void share_rows(const struct work_view *view,
                                                  struct work_block<THREADS> *block,
                                                  const struct work_row &row, See see) {
    uint64_t end, total;
    block->vertices[threadIdx.x] = row.vertex;
    block->regions[threadIdx.x] = row.region;
    block->values[threadIdx.x] = row.value;
    if (!__syncthreads_or(row.end - row.begin > WORK_SHORT_ROW)) {
        see_row(view, row, see);
        return;
    }
    cub::BlockScan<uint64_t, THREADS>(block->scan).InclusiveSum(row.end - row.begin, end, total);
    block->ends[threadIdx.x] = end;
    block->begins[threadIdx.x] = row.begin - (end - (row.end - row.begin));
    __syncthreads();
    for (uint64_t i = threadIdx.x; i < total; i += THREADS) {
        unsigned at = thread_of_edge<THREADS>(block->ends, i);
        uint32_t vertex = block->vertices[at];
        uint32_t other = other_end(view, at, vertex, block->begins[at] + i, UINT64_MAX);
        if (other != vertex) {
            see(at, other, load_node(view, other));
        }
    }
    __syncthreads();
}

/* --- spreading labels --- */

/* Tells a vertex a label that reaches it (half 0), or that it reaches (1); puts it into the next queue. */
static __device__ __forceinline__ void tell_label(const struct work_view *view, uint32_t vertex,
                                                  uint32_t waits, unsigned half, uint32_t label,
                                                  const struct work_found *found) {
    uint32_t bit = 1u << found->next;
    lower_half(view->pending, vertex, (int)half, label);
    if (!(waits & bit) && !(atomicOr(&view->nodes[vertex].waits, bit) & bit)) {
        add_found(found, vertex);
    }
}

/* Tells the vertex of another label, unless it knows better. */
static __device__ __forceinline__ void tell_owner(const struct work_view *view, uint32_t of_label,
                                                  unsigned half, uint32_t label,
                                                  const struct work_found *found) {
    uint32_t owner = label_vertex(view->labels, of_label);
    struct work_node node = load_node(view, owner);
    if (label < (half == 0 ? node.in : node.out)) {
        tell_label(view, owner, node.waits, half, label, found);
    }
}

/* What the vertex of a label has learned, if that is better than the label. */
static __device__ __forceinline__ uint32_t further_label(const struct work_view *view, uint32_t label,
                                                         unsigned half) {
    struct work_node node = load_node(view, label_vertex(view->labels, label));
    uint32_t further = half == 0 ? node.in : node.out;
    return further < label ? further : label;
}

/*
 * Spreads labels from the vertices of a queue. A vertex takes over what it has been told when it is visited,
 * so a label moves by one edge in a step, wherever its vertices are in the queue: labels that overtake others
 * in some places would have to fill the gaps edge by edge. Compression: reachability is transitive, so a
 * vertex looks up what the vertices of its labels have learned, and tells them what it has learned.
 */
struct spread_labels {
    template <unsigned THREADS>
    static __device__ void visit(const struct work_view *view, struct work_block<THREADS> *block, int active,
                                 uint32_t vertex, uint64_t size, const struct work_found *found) {
        unsigned half = threadIdx.x % 2;
        struct work_row row = row_of_thread(view, active, vertex);
        uint32_t label = UINT32_MAX;
        int changed = 0, is_eager = size * 2 <= view->left;
        if (active) {
            uint32_t told = load_half(view->pending, vertex, half);
            struct work_node node = load_node(view, vertex);
            uint32_t before = half == 0 ? node.in : node.out;
            label = further_label(view, told < before ? told : before, half);
            changed = label < before || (node.waits & WAITS_IS_NEW) != 0;
            row.region = node.region;
        }
        uint32_t other_label = __shfl_xor_sync(ALL_LANES, label, 1);
        if (active && half == 0) {
            atomicAnd(&view->nodes[vertex].waits, ~((1u << (1 - found->next)) | WAITS_IS_NEW));
        }
        if (changed) {
            store_half(view->nodes, vertex, half, label);
            tell_owner(view, other_label, half, label, found);
        } else {
            row.end = row.begin;
        }
        row.value = label;
        share_rows<THREADS>(view, block, row, [&](unsigned at, uint32_t other, const struct work_node &node) {
            uint32_t label = block->values[at];
            unsigned half = at % 2;
            if (node.region == block->regions[at] && label < (half == 0 ? node.in : node.out)) {
                tell_label(view, other, node.waits, half, label, found);
                if (is_eager) {
                    tell_owner(view, half == 0 ? node.out : node.in, half, label, found);
                }
            }
        });
    }
};

/* --- trimming --- */

/* Removes the vertices of a queue; finds those that have no edge from, or to, their region any more. */
struct trim_vertices {
    template <unsigned THREADS>
    static __device__ void visit(const struct work_view *view, struct work_block<THREADS> *block, int active,
                                 uint32_t vertex, uint64_t size, const struct work_found *found) {
        struct work_row row = row_of_thread(view, active, vertex);
        (void)size;
        row.region = active ? load_node(view, vertex).region : NO_REGION;
        __syncwarp();
        if (active && threadIdx.x % 2 == 0) {
            view->nodes[vertex].region = NO_REGION;
        }
        share_rows<THREADS>(view, block, row, [&](unsigned at, uint32_t other, const struct work_node &node) {
            struct work_node *there = &view->nodes[other];
            if (node.region == block->regions[at] &&
                atomicSub(at % 2 == 0 ? &there->in : &there->out, 1u) == 1 &&
                !(atomicOr(&there->waits, WAITS_IS_CUT) & WAITS_IS_CUT)) {
                view->component[other] = other;
                add_found(found, other);
            }
        });
    }
};

/* --- steps --- */

/* Visits the vertices of a queue, from `first` on, and as many again after each `step`. */
template <unsigned THREADS, class Visit>
static __device__ __forceinline__ void visit_queue(const struct work_view *view,
                                                   struct work_block<THREADS> *block, unsigned now,
                                                   uint64_t first, uint64_t step) {
    uint64_t size = *(volatile unsigned long long *)&view->control->counts[now];
    struct work_found found = {1 - now, block->found, &block->found_count, view->queues[1 - now],
                               &view->control->counts[1 - now]};
    for (uint64_t begin = first; begin < size; begin += step) {
        uint64_t i = begin + threadIdx.x / 2;
        uint32_t vertex = i < size ? __ldcg(&view->queues[now][i]) : 0;
        Visit::template visit<THREADS>(view, block, i < size, vertex, size, &found);
        flush_found<THREADS>(block, &found);
    }
}

/* One step by many blocks, if the queue is long. */
template <class Visit>
static __global__ void __launch_bounds__(WORK_THREADS)
    work_step(const __grid_constant__ struct work_view view) {
    __shared__ struct work_block<WORK_THREADS> block;
    struct work_control *control = view.control;
    unsigned now = control->step % 2;
    uint64_t size = control->counts[now];
    if (size <= WORK_FEW) {
        return;
    }
    if (threadIdx.x == 0) {
        block.found_count = 0;
    }
    __syncthreads();
    visit_queue<WORK_THREADS, Visit>(&view, &block, now, (uint64_t)blockIdx.x * (WORK_THREADS / 2),
                                     (uint64_t)gridDim.x * (WORK_THREADS / 2));
    if (threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&control->blocks, 1u) == gridDim.x - 1) {
            control->blocks = 0;
            control->counts[now] = 0;
            control->step++;
        }
    }
}

/* Steps by one block, as long as queues are short. */
template <class Visit>
static __global__ void __launch_bounds__(WORK_FEW_THREADS)
    work_few(const __grid_constant__ struct work_view view) {
    __shared__ struct work_block<WORK_FEW_THREADS> block;
    struct work_control *control = view.control;
    unsigned now = control->step % 2;
    if (threadIdx.x == 0) {
        block.found_count = 0;
    }
    for (unsigned step = 0; step < WORK_FEW_STEPS; step++, now = 1 - now) {
        __syncthreads();
        uint64_t size = *(volatile unsigned long long *)&control->counts[now];
        if (size == 0 || size > WORK_FEW) {
            return;
        }
        visit_queue<WORK_FEW_THREADS, Visit>(&view, &block, now, 0, WORK_FEW_THREADS / 2);
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) {
            *(volatile unsigned long long *)&control->counts[now] = 0;
            control->step++;
            __threadfence();
        }
    }
}

#endif
