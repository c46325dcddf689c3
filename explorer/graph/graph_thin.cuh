#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_THIN_CUH
#define HEDDLE_EXPLORER_GRAPH_GRAPH_THIN_CUH

/*
 * Kernels that make the rows of a game if they are short (graph_edges_cuda.cu): a thread expands its vertex
 * once and sorts its row in shared memory; nothing is sorted in global memory. The rows of a group of 32
 * neighbouring vertices are written one after the other, groups in any order, and copied to their places when
 * the lengths of all rows before them are known.
 */
#include "explorer/graph/graph_kernel.cuh"

#define THIN_EDGES 32u    /* most edges of a row */
#define THIN_VERTICES 32u /* vertices of a group: a warp has one group at a time */

struct thin_rows {
    uint32_t *targets; /* [arguments.capacity]: rows, group by group */
    uint32_t *groups;  /* where each group begins in `targets` */
    uint64_t *lengths; /* lengths of the batch's rows */
    unsigned *wide;    /* set if a row has more edges than fit */
};

/* The calling thread's place `i` of its row; neighbouring threads use different banks. */
static __device__ __forceinline__ uint32_t *thin_slot(uint32_t *rows, uint64_t i) {
    return rows + i * EDGE_THREADS + threadIdx.x;
}

struct thin_thread {
    struct edge_thread thread;      /* the state for the visits */
    uint32_t *rows;                 /* rows in shared memory */
    uint64_t last[MODEL_KEY_WORDS]; /* the last key that was looked up for the row; 0: none */
};

/* Called for each transition: looks up its target and stores it while there is room; counts all. */
template <uint32_t fixed>
static __device__ int visit_thin(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct thin_thread *thin = (struct thin_thread *)context;
    struct edge_thread *thread = &thin->thread;
    const struct edge_arguments *arguments = thread->arguments;
    const uint32_t words = fixed == 0 ? thread->model.header->key_words : fixed;
    uint64_t key[KEY_MOST(fixed)], slot = UINT64_MAX;
    (void)label;
    (void)choice;
    thread->steps++;
    if (thread->stopped || watch_is_stopped(arguments->stop, thread->steps)) {
        thread->stopped = 1;
        return 1;
    }
    if (make_key<fixed>(thread, target, key)) {
        int same = 1;
        for (uint32_t w = 0; w < words; w++) {
            same &= key[w] == thin->last[w];
            thin->last[w] = key[w];
        }
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
        *thin_slot(thin->rows, thread->count) = arguments->vertex_of[slot];
    }
    thread->count++;
    return 0;
}

/* Sorts the calling thread's row and removes duplicates; returns the number that remains. */
static __device__ __forceinline__ uint32_t sort_thin(uint32_t *rows, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t target = *thin_slot(rows, i), at = i;
        for (; at > 0 && *thin_slot(rows, at - 1) > target; at--) {
            *thin_slot(rows, at) = *thin_slot(rows, at - 1);
        }
        *thin_slot(rows, at) = target;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t target = *thin_slot(rows, i);
        if (kept == 0 || *thin_slot(rows, kept - 1) != target) {
            *thin_slot(rows, kept++) = target;
        }
    }
    return kept;
}

/* Makes the row of the thread's vertex in shared memory; returns its length. */
template <uint32_t fixed>
static __device__ __forceinline__ uint32_t make_row(struct thin_thread *thin,
                                                    const struct thin_rows *thin_rows,
                                                    uint64_t *scratch_row) {
    struct edge_thread *thread = &thin->thread;
    thread->count = 0;
    thin->last[0] = 0;
    if (thread->row >= thread->arguments->count) {
        return 0;
    }
    expand_vertex<fixed, visit_thin<fixed>>(thread, thin, scratch_row);
    if (is_dead_end(thread)) {
        *thin_slot(thin->rows, 0) = (uint32_t)(thread->arguments->first + thread->row);
        return 1;
    }
    if (thread->count > THIN_EDGES) {
        *thin_rows->wide = 1;
        return 0;
    }
    return sort_thin(thin->rows, (uint32_t)thread->count);
}

template <uint32_t fixed>
static __global__ void __launch_bounds__(EDGE_THREADS)
    expand_thin(const __grid_constant__ struct edge_arguments arguments, struct thin_rows thin_rows) {
    __shared__ uint32_t rows[THIN_EDGES * EDGE_THREADS];
    const uint64_t number = device_grid_thread();
    const uint64_t step = device_grid_step();
    const unsigned lane = threadIdx.x % 32;
    uint64_t *scratch_row = arguments.rows + number * arguments.row_words;
    struct thin_thread thin;
    begin_thread(&thin.thread, &arguments);
    thin.rows = rows;
    for (uint64_t base = number - lane; base < arguments.count; base += step) {
        thin.thread.row = base + lane;
        uint32_t length = make_row<fixed>(&thin, &thin_rows, scratch_row);
        __syncwarp();
        uint64_t at = take_places(&arguments, length);
        for (uint32_t i = 0; i < length && at != UINT64_MAX; i++) {
            thin_rows.targets[at + i] = *thin_slot(rows, i);
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
                                  uint32_t *targets) {
    const uint64_t warps = device_grid_step() / 32, lane = threadIdx.x % 32;
    for (uint64_t group = device_grid_thread() / 32; group * THIN_VERTICES < rows; group += warps) {
        uint64_t next = (group + 1) * THIN_VERTICES, begin = offsets[group * THIN_VERTICES];
        uint64_t count = offsets[next < rows ? next : rows] - begin;
        const uint32_t *from = thin_rows.targets + thin_rows.groups[group];
        for (uint64_t i = lane; i < count; i += 32) {
            targets[begin + i] = from[i];
        }
    }
}

#endif
