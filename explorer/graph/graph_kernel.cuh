#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_KERNEL_CUH
#define HEDDLE_EXPLORER_GRAPH_GRAPH_KERNEL_CUH

/*
 * Kernels that build the edges of a graph (graph_edges_cuda.cu): from a batch of vertices to edges as
 * integers, and from the sorted integers to the graph's arrays.
 *
 * An edge of a batch is packed into 64 or 128 bits: from the top the vertex, relative to the batch's first,
 * the label, the target and the choice, each in as many bits as needed. So integer order is the order of
 * edges, and equal integers are one edge.
 */
#include "base/device/device_grid.cuh"
#include "base/device/device_watch.cuh"
#include "explorer/model/fold_core.h"
#include "explorer/graph/graph.h"
#include "explorer/model/successors_data_core.h"
#include "hashtable/table_device.cuh"

#define EDGE_THREADS 256u
/* Words of a key, if vectors have `fixed` words; 0: of any key. */
#define KEY_MOST(fixed) ((fixed) == 0 ? MODEL_KEY_WORDS : (fixed))

typedef unsigned __int128 edge_wide;

struct edge_packing {
    uint32_t label_bits, target_bits, choice_bits; /* 0 for fields that are left out */
    uint32_t no_label, no_choice; /* codes of MODEL_NONE: the number of labels and of choices */
    int wide;                     /* an edge has 128 bits */
};

/* Passed to kernels by value. */
struct edge_arguments {
    const void *image;
    const struct data_tables_header *tables; /* of a model with data, or NULL */
    struct table_view table;
    struct intern_view intern;
    const uint32_t *vertex_of; /* [slot of the table]: the vertex */
    const uint64_t *keys;      /* keys of the batch's vertices */
    uint64_t count;            /* number of the batch's vertices */
    uint64_t first;            /* the batch's first vertex */
    uint32_t *observer;        /* [all vertices], for a game; else NULL */
    struct edge_packing packing;
    uint64_t *packed; /* edges, of one or two words each, the low word first */
    uint64_t capacity;
    unsigned long long *total; /* number of the batch's edges, even if they do not fit into `packed` */
    unsigned *lost;            /* set if a successor is not in the table */
    uint64_t *rows;            /* scratch of each thread: guards; for folded vectors, source and successor */
    uint64_t row_words;
    const int *stop; /* host memory; non-zero: end early */
};

static __device__ __forceinline__ edge_wide pack_edge(const struct edge_packing *packing, uint64_t row,
                                                      uint32_t label, uint32_t target, uint32_t choice) {
    edge_wide edge = row;
    label = packing->label_bits == 0 ? 0 : label == MODEL_NONE ? packing->no_label : label;
    choice = packing->choice_bits == 0 ? 0 : choice == MODEL_NONE ? packing->no_choice : choice;
    edge = edge << packing->label_bits | label;
    edge = edge << packing->target_bits | target;
    return edge << packing->choice_bits | choice;
}

static __device__ __forceinline__ uint64_t edge_row(const struct edge_packing *packing, edge_wide edge) {
    return (uint64_t)(edge >> (packing->label_bits + packing->target_bits + packing->choice_bits));
}

static __device__ __forceinline__ uint32_t edge_field(edge_wide edge, uint32_t shift, uint32_t bits) {
    return (uint32_t)(edge >> shift) & (uint32_t)(((uint64_t)1 << bits) - 1);
}

/* --- expansion --- */

struct edge_thread {
    struct model_view model;
    const struct edge_arguments *arguments;
    const uint64_t *source; /* for folded vectors, with its foldings */
    uint64_t *successor;    /* room for a vector; for folded vectors, also for its foldings */
    uint64_t row;           /* the vertex's number in the batch */
    uint64_t count;         /* number of transitions */
    uint64_t at, end;       /* its places in `packed`, when `filling` */
    uint64_t steps;
    int filling, stopped;
    struct intern_stock stock;
};

static __device__ __forceinline__ void put_edge(const struct edge_arguments *arguments, uint64_t at,
                                                edge_wide edge) {
    if (arguments->packing.wide) {
        arguments->packed[2 * at] = (uint64_t)edge;
        arguments->packed[2 * at + 1] = (uint64_t)(edge >> 64);
    } else {
        arguments->packed[at] = (uint64_t)edge;
    }
}

/* Computes the key of a successor; 0 if it cannot be folded. */
template <uint32_t fixed>
static __device__ __forceinline__ int make_key(struct edge_thread *thread, const uint64_t *target,
                                               uint64_t *key) {
    const struct model_header *header = thread->model.header;
    const uint64_t *from = target;
    if constexpr (fixed == 0) {
        for (uint32_t w = 0; w < header->words; w++) {
            thread->successor[w] = target[w];
        }
        if (!fold_again(header, &thread->arguments->intern, &thread->stock, thread->source,
                        thread->successor)) {
            return 0;
        }
        from = thread->successor + fold_stride(header) - header->key_words;
    }
    const uint32_t words = fixed == 0 ? header->key_words : fixed;
    for (uint32_t w = 0; w < words; w++) {
        key[w] = from[w] | TABLE_USED;
    }
    return 1;
}

template <uint32_t fixed>
static __device__ __forceinline__ uint64_t find_slot(const struct table_view *table, const uint64_t *key) {
    if constexpr (fixed != 0) {
        return table_device_find(table, key, fixed, table_hash_key(key, fixed));
    }
    return table->words == 2 ? table_device_find(table, key, 2, table_hash_key(key, 2))
                             : table_device_find(table, key, 4, table_hash_key(key, 4));
}

/* Called for each transition: counts it, or looks up its target and packs the edge. */
template <uint32_t fixed>
static __device__ int visit_edge(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct edge_thread *thread = (struct edge_thread *)context;
    const struct edge_arguments *arguments = thread->arguments;
    thread->steps++;
    if (thread->stopped || watch_is_stopped(arguments->stop, thread->steps)) {
        thread->stopped = 1;
        return 1;
    }
    if (!thread->filling) {
        thread->count++;
        return 0;
    }
    uint64_t key[KEY_MOST(fixed)], slot = UINT64_MAX;
    if (make_key<fixed>(thread, target, key)) {
        slot = find_slot<fixed>(&arguments->table, key);
    }
    if (slot == UINT64_MAX || thread->at == thread->end) {
        *arguments->lost = 1;
        return 1;
    }
    edge_wide edge = pack_edge(&arguments->packing, thread->row, label, arguments->vertex_of[slot], choice);
    put_edge(arguments, thread->at++, edge);
    return 0;
}

/*
 * In a game, adds an edge to itself for a vertex without successors; returns whether it did, for the batch to
 * count.
 */
static __device__ __forceinline__ int is_dead_end(const struct edge_thread *thread) {
    const struct edge_arguments *arguments = thread->arguments;
    if (arguments->observer == NULL || thread->row >= arguments->count || thread->count != 0) {
        return 0;
    }
    arguments->observer[arguments->first + thread->row] |= GRAPH_DEAD_END;
    return 1;
}

/* successors_all, by tables if a model with data has some. */
static __device__ __forceinline__ void visit_successors(const struct edge_thread *thread,
                                                        const struct successors_source *from,
                                                        const uint32_t words, successors_visit visit,
                                                        void *context) {
#ifdef SUCCESSORS_OF_DATA
    if (thread->arguments->tables != NULL) {
        const struct data_tables tables =
            data_tables_of(thread->arguments->tables, (const struct data_header *)thread->model.data);
        if (successors_by_data(&tables, from, words, visit, context) != DATA_ODD) {
            return;
        }
    }
#else
    (void)thread;
#endif
    successors_all(from, words, visit, context);
}

/* Visits the successors of the thread's vertex, with `context` for the callback. */
template <uint32_t fixed, successors_visit visit>
static __device__ __forceinline__ void expand_vertex(struct edge_thread *thread, void *context,
                                                     uint64_t *scratch_row) {
    const struct edge_arguments *arguments = thread->arguments;
    const struct model_header *header = thread->model.header;
    uint64_t *work = scratch_row;
    const int tabled =
        successors_have_tables(header, header->observer_states != 0 || arguments->packing.label_bits != 0,
                               arguments->packing.choice_bits != 0);
    if constexpr (fixed == 0) {
        uint64_t *source = scratch_row + header->work_words, stride = fold_stride(header);
        thread->successor = source + stride;
        thread->source = source;
        fold_undo(header, arguments->intern.pairs, arguments->keys + thread->row * header->key_words, source);
        const struct successors_source from = {&thread->model, source, thread->successor + stride,
                                               work,           tabled, 1};
        visit_successors(thread, &from, header->words, visit, context);
    } else {
        uint64_t source[fixed], scratch[2 * fixed];
        for (uint32_t w = 0; w < fixed; w++) {
            source[w] = arguments->keys[thread->row * fixed + w] & ~TABLE_USED;
        }
        const struct successors_source from = {&thread->model, source, scratch, work, tabled, 1};
        visit_successors(thread, &from, fixed, visit, context);
    }
}

/*
 * Reserves places for the warp's edges; returns where the lane's begin, or UINT64_MAX if there is no room for
 * all of them. Called by all lanes.
 */
static __device__ __forceinline__ uint64_t take_places(const struct edge_arguments *arguments,
                                                       uint64_t count) {
    const unsigned lane = threadIdx.x % 32;
    unsigned long long sum = count, base = 0;
    for (unsigned step = 1; step < 32; step *= 2) {
        unsigned long long before = __shfl_up_sync(ALL_LANES, sum, step);
        sum += lane >= step ? before : 0;
    }
    unsigned long long all = __shfl_sync(ALL_LANES, sum, 31);
    if (lane == 0 && all != 0) {
        base = atomicAdd(arguments->total, all);
    }
    base = __shfl_sync(ALL_LANES, base, 0);
    return base + all > arguments->capacity ? UINT64_MAX : base + sum - count;
}

static __device__ __forceinline__ void begin_thread(struct edge_thread *thread,
                                                    const struct edge_arguments *arguments) {
    thread->model = model_view_of(arguments->image);
    thread->arguments = arguments;
    thread->source = NULL;
    thread->successor = NULL;
    thread->steps = 0;
    thread->stopped = 0;
    thread->stock.next = thread->stock.end = 0;
}

/*
 * Makes the edges of a batch, in any order. Warps take 32 vertices at a time: count, reserve places, fill.
 */
template <uint32_t fixed>
static __global__ void __launch_bounds__(EDGE_THREADS)
    expand_batch(const __grid_constant__ struct edge_arguments arguments) {
    const uint64_t number = device_grid_thread();
    const uint64_t step = device_grid_step();
    const unsigned lane = threadIdx.x % 32;
    uint64_t *scratch_row = arguments.rows + number * arguments.row_words;
    struct edge_thread thread;
    begin_thread(&thread, &arguments);
    for (uint64_t base = number - lane; base < arguments.count; base += step) {
        thread.row = base + lane;
        thread.count = 0;
        int fits = 1;
#pragma unroll 1
        for (thread.filling = 0; thread.filling < 2; thread.filling++) { /* the code is there once */
            if (thread.row < arguments.count && fits) {
                expand_vertex<fixed, visit_edge<fixed>>(&thread, &thread, scratch_row);
            }
            __syncwarp();
            if (thread.filling == 0) {
                int dead_end = is_dead_end(&thread);
                thread.count += (uint64_t)dead_end;
                thread.at = take_places(&arguments, thread.count);
                thread.end = thread.at + thread.count;
                fits = thread.at != UINT64_MAX && thread.count != 0;
                if (dead_end && fits) {
                    put_edge(&arguments, thread.at,
                             pack_edge(&arguments.packing, thread.row, MODEL_NONE,
                                       (uint32_t)(arguments.first + thread.row), MODEL_NONE));
                    fits = 0;
                }
            }
        }
    }
}

/* The kernel expand_batch for a model with data (graph_data_cuda.cu). */
typedef void (*edge_kernel)(const struct edge_arguments);
edge_kernel graph_data_kernel(const struct model_header *header);

/* --- the graph's arrays --- */

/*
 * Unpacks `count` sorted edges without duplicates into the arrays (NULL: left out), from the batch's first
 * place on.
 */
template <typename packed_edge>
static __global__ void unpack_edges(const packed_edge *packed, uint64_t count, struct edge_packing packing,
                                    uint32_t *targets, uint32_t *labels, uint32_t *choices) {
    const uint64_t step = device_grid_step();
    for (uint64_t i = device_grid_thread(); i < count; i += step) {
        edge_wide edge = packed[i];
        targets[i] = edge_field(edge, packing.choice_bits, packing.target_bits);
        if (labels != NULL) {
            uint32_t label = edge_field(edge, packing.choice_bits + packing.target_bits, packing.label_bits);
            labels[i] = label == packing.no_label ? MODEL_NONE : label;
        }
        if (choices != NULL) {
            uint32_t choice = edge_field(edge, 0, packing.choice_bits);
            choices[i] = choice == packing.no_choice ? MODEL_NONE : choice;
        }
    }
}

/* Finds where the rows of the batch's vertices begin; the batch begins after `before` edges. */
template <typename packed_edge>
static __global__ void place_rows(const packed_edge *packed, uint64_t count, struct edge_packing packing,
                                  uint64_t rows, uint64_t before, uint64_t *offsets) {
    const uint64_t step = device_grid_step();
    for (uint64_t row = device_grid_thread(); row < rows; row += step) {
        uint64_t low = 0, high = count; /* edges below `low` are of earlier rows, from `high` on not */
        while (low < high) {
            uint64_t middle = low + (high - low) / 2;
            if (edge_row(&packing, packed[middle]) < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        offsets[row] = before + low;
    }
}

#endif
