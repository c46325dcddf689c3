#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_THIN_CUH
#define HEDDLE_EXPLORER_GRAPH_GRAPH_THIN_CUH

/*
 * Kernels that make rows without choices if they are short (graph_edges_cuda.cu): a thread expands its vertex
 * once and sorts its row in shared memory; nothing is sorted in global memory. Keys are looked up during the
 * expansion: to stage them, and look them up together, was slower by a fifth, because it is the expansion
 * that takes the time, and keys take the shared memory that otherwise caches the model. The rows of a group
 * of 32 neighbouring vertices are written one after the other, groups in any order, and copied to their
 * places when the lengths of all rows before them are known.
 */
#include "explorer/graph/graph_kernel.cuh"

#define THIN_EDGES 32u    /* most edges of a row */
#define THIN_VERTICES 32u /* vertices of a group: a warp has one group at a time */

/* An edge in shared memory: the target, with labels the label above it. */
template <bool labelled> struct thin_edge { typedef uint32_t type; };
template <> struct thin_edge<true> { typedef uint64_t type; };

/* Threads of a block. */
static constexpr __host__ __device__ unsigned thin_threads(bool labelled) {
    return labelled ? EDGE_THREADS / 2 : EDGE_THREADS;
}

/*
 * Blocks that a processor shall run at a time. They leave a thread 64 registers for keys of one word, 80 for
 * two and with labels, 128 for more; with more registers, and so fewer blocks, the rows of games take a third
 * longer.
 */
static constexpr __host__ __device__ unsigned thin_blocks(uint32_t fixed, bool labelled) {
    return labelled ? (fixed == 0 ? 4 : 6) : fixed == 0 ? 2 : fixed == 1 ? 4 : 3;
}

struct thin_rows {
    uint32_t *targets; /* [arguments.capacity]: rows, group by group */
    uint32_t *labels;  /* the same, or NULL */
    uint32_t *groups;  /* where each group begins in `targets` */
    uint64_t *lengths; /* lengths of the batch's rows */
    unsigned *wide;    /* set if a row has more edges than fit */
};

/* The calling thread's place `i` of its row; neighbouring threads use different banks. */
template <typename edge> static __device__ __forceinline__ edge *thin_slot(edge *rows, uint64_t i) {
    return rows + i * thin_threads(sizeof(edge) == sizeof(uint64_t)) + threadIdx.x;
}

template <bool labelled> struct thin_thread {
    struct edge_thread thread;                /* the state for the visits */
    typename thin_edge<labelled>::type *rows; /* rows in shared memory */
    uint64_t last[MODEL_KEY_WORDS];           /* the last key that was looked up for the row; 0: none */
    uint32_t last_label;
};

static __device__ __forceinline__ uint32_t make_thin(uint32_t target, uint32_t label, uint32_t) {
    (void)label;
    return target;
}

static __device__ __forceinline__ uint64_t make_thin(uint32_t target, uint32_t label, uint64_t) {
    return (uint64_t)label << 32 | target;
}

/* Called for each transition: looks up its target and stores it while there is room; counts all. */
template <uint32_t fixed, bool labelled>
static __device__ int visit_thin(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    typedef typename thin_edge<labelled>::type edge;
    struct thin_thread<labelled> *thin = (struct thin_thread<labelled> *)context;
    struct edge_thread *thread = &thin->thread;
    const struct edge_arguments *arguments = thread->arguments;
    const uint32_t words = fixed == 0 ? thread->model.header->key_words : fixed;
    uint64_t key[KEY_MOST(fixed)], slot = UINT64_MAX;
    (void)choice;
    thread->steps++;
    if (thread->stopped || watch_is_stopped(arguments->stop, thread->steps)) {
        thread->stopped = 1;
        return 1;
    }
    if (make_key<fixed>(thread, target, key)) {
        int same = !labelled || label == thin->last_label;
        for (uint32_t w = 0; w < words; w++) {
            same &= key[w] == thin->last[w];
            thin->last[w] = key[w];
        }
        thin->last_label = label;
        if (same) {
            return 0; /* common if states of a formula move alike */
        }
        slot = find_slot<fixed>(&arguments->table, key);
    }
    if (slot == UINT64_MAX) {
        *arguments->lost = 1;
        return 1;
    }
    if (thread->count < THIN_EDGES) {
        *thin_slot<edge>(thin->rows, thread->count) = make_thin(arguments->vertex_of[slot], label, (edge)0);
    }
    thread->count++;
    return 0;
}

/* Sorts the calling thread's row and removes duplicates; returns the number that remains. */
template <typename edge> static __device__ __forceinline__ uint32_t sort_thin(edge *rows, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 1; i < count; i++) {
        edge one = *thin_slot(rows, i);
        uint32_t at = i;
        for (; at > 0 && *thin_slot(rows, at - 1) > one; at--) {
            *thin_slot(rows, at) = *thin_slot(rows, at - 1);
        }
        *thin_slot(rows, at) = one;
    }
    for (uint32_t i = 0; i < count; i++) {
        edge one = *thin_slot(rows, i);
        if (kept == 0 || *thin_slot(rows, kept - 1) != one) {
            *thin_slot(rows, kept++) = one;
        }
    }
    return kept;
}

/* Makes the row of the thread's vertex in shared memory; returns its length. */
template <uint32_t fixed, bool labelled>
static __device__ __forceinline__ uint32_t make_row(struct thin_thread<labelled> *thin,
                                                    const struct thin_rows *thin_rows,
                                                    uint64_t *scratch_row) {
    typedef typename thin_edge<labelled>::type edge;
    struct edge_thread *thread = &thin->thread;
    thread->count = 0;
    thin->last[0] = 0;
    if (thread->row >= thread->arguments->count) {
        return 0;
    }
    expand_vertex<fixed, visit_thin<fixed, labelled>>(thread, thin, scratch_row);
    if (is_dead_end(thread)) {
        *thin_slot<edge>(thin->rows, 0) =
            make_thin((uint32_t)(thread->arguments->first + thread->row), MODEL_NONE, (edge)0);
        return 1;
    }
    if (thread->count > THIN_EDGES) {
        *thin_rows->wide = 1;
        return 0;
    }
    return sort_thin(thin->rows, (uint32_t)thread->count);
}

template <uint32_t fixed, bool labelled>
static __global__ void __launch_bounds__(thin_threads(labelled), thin_blocks(fixed, labelled))
    expand_thin(const __grid_constant__ struct edge_arguments arguments, struct thin_rows thin_rows) {
    typedef typename thin_edge<labelled>::type edge;
    __shared__ edge rows[THIN_EDGES * thin_threads(labelled)];
    const uint64_t number = device_grid_thread();
    const uint64_t step = device_grid_step();
    const unsigned lane = threadIdx.x % 32;
    uint64_t *scratch_row = arguments.rows + number * arguments.row_words;
    struct thin_thread<labelled> thin;
    begin_thread(&thin.thread, &arguments);
    thin.rows = rows;
    for (uint64_t base = number - lane; base < arguments.count; base += step) {
        thin.thread.row = base + lane;
        uint32_t length = make_row<fixed, labelled>(&thin, &thin_rows, scratch_row);
        __syncwarp();
        uint64_t at = take_places(&arguments, length);
        for (uint32_t i = 0; i < length && at != UINT64_MAX; i++) {
            edge one = *thin_slot(rows, i);
            thin_rows.targets[at + i] = (uint32_t)one;
            if (labelled) {
                thin_rows.labels[at + i] = (uint32_t)((uint64_t)one >> 32);
            }
        }
        if (lane == 0) {
            thin_rows.groups[base / THIN_VERTICES] = (uint32_t)at;
        }
        if (thin.thread.row < arguments.count) {
            thin_rows.lengths[thin.thread.row] = length;
        }
    }
}

/*
 * Copies groups to their places, one warp for each; offsets of the batch's rows, and the end of the last, are
 * known.
 */
static __global__ void place_thin(struct thin_rows thin_rows, const uint64_t *offsets, uint64_t rows,
                                  uint32_t *targets, uint32_t *labels) {
    const uint64_t warps = device_grid_step() / 32, lane = threadIdx.x % 32;
    for (uint64_t group = device_grid_thread() / 32; group * THIN_VERTICES < rows; group += warps) {
        uint64_t next = (group + 1) * THIN_VERTICES, begin = offsets[group * THIN_VERTICES];
        uint64_t count = offsets[next < rows ? next : rows] - begin;
        uint64_t from = thin_rows.groups[group];
        for (uint64_t i = lane; i < count; i += 32) {
            targets[begin + i] = thin_rows.targets[from + i];
            if (labels != NULL) {
                labels[begin + i] = thin_rows.labels[from + i];
            }
        }
    }
}

#endif
