#ifndef HEDDLE_DECOMPOSE_SCC_PROPAGATE_CUH
#define HEDDLE_DECOMPOSE_SCC_PROPAGATE_CUH

/*
 * Propagation of extreme labels (Alabandi, Sands, Biros, Burtscher 2023, sections 3 and 3.3): each vertex has
 * the least label that reaches it and the least that it reaches, as far as is known. Both fall along edges
 * until nothing changes.
 *
 * Labels are lowered by atomics that nobody waits for: plain stores, as in the article, lose most of what is
 * told to a vertex that many know. What is read may be old, but what is stored is true at any time, and a
 * sweep without any change has read nothing but final values.
 *
 * Compression: a vertex looks up what the vertex of its label knows by now, since what reaches a vertex that
 * reaches it reaches it, too. And what a vertex learns, it tells: what reaches it reaches what it reaches,
 * so that the vertex of its other label has to know.
 *
 * Decided vertices have the pair DECIDED_PAIR: no label is less than its `in`, and its `out` is less than
 * none.
 */
#include <cooperative_groups.h>

#include "base/device_grid.cuh"
#include "decompose/digraph_core.h"
#include "decompose/scc_label.cuh"

#define PROPAGATE_THREADS 256u
#define WIDE_ROW 256u /* edges from which on a warp relaxes a row together */
#define MOST_SAMPLED_SWEEPS 24u
#define SAMPLED_SHARE 64u /* sampling ends when fewer than one vertex in so many changed */

/* in: low half, out: high half. */
typedef unsigned long long label_pair;
#define DECIDED_PAIR ((label_pair)UINT32_MAX << 32)

static __device__ __forceinline__ uint32_t pair_in(label_pair pair) {
    return (uint32_t)pair;
}

static __device__ __forceinline__ uint32_t pair_out(label_pair pair) {
    return (uint32_t)(pair >> 32);
}

static __device__ __forceinline__ label_pair pair_of(uint32_t in, uint32_t out) {
    return (label_pair)out << 32 | in;
}

/* What the host reads after a launch; counters of three sweeps in turn, so that one can be cleared. */
struct propagate_control {
    unsigned long long changes[3];
    unsigned long long saturated; /* vertices that have the best label both ways */
    uint32_t sweeps;              /* done in this launch */
    uint32_t sampled;             /* of them, with one edge a vertex */
    uint32_t converged;           /* the last one changed nothing, or all are saturated */
    uint32_t next_sample;         /* where sampling goes on */
    unsigned long long first_changes, last_changes;
};

struct propagate_arguments {
    struct digraph graph;
    label_pair *pairs;       /* of all vertices */
    const uint32_t *classes; /* of all vertices: edges between different ones are cut; NULL: none are */
    const uint32_t *list;    /* vertices to do; NULL: all */
    uint64_t count;          /* how many */
    uint32_t *saturated;     /* bitmap over vertices, when all are done; or NULL */
    uint32_t best;           /* label that saturates */
    struct scc_labels labels;
    uint32_t most_sweeps;  /* in this launch */
    uint32_t most_sampled; /* of them sampled, at the beginning */
    int compress;
    int by_block;     /* a block goes on with its vertices until they change no more */
    int only_out;     /* leave what reaches a vertex alone */
    int must_dwindle; /* give up when a sweep changes little, yet more than half of what the one before did */
    struct propagate_control *control;
};

static __device__ __forceinline__ label_pair load_pair(const label_pair *pairs, uint32_t vertex) {
    label_pair pair;
    asm volatile("ld.relaxed.cta.global.u64 %0, [%1];" : "=l"(pair) : "l"(pairs + vertex) : "memory");
    return pair;
}

/* Lowers a half of a pair: 0 is `in`, 1 is `out`. */
static __device__ __forceinline__ void lower_half(label_pair *pairs, uint32_t vertex, int half,
                                                  uint32_t label) {
    atomicMin((uint32_t *)(pairs + vertex) + half, label);
}

/* Lowers a half of a pair that is not at hand. */
static __device__ __forceinline__ void tell_in(label_pair *pairs, uint32_t vertex, uint32_t label) {
    if (label < pair_in(load_pair(pairs, vertex))) {
        lower_half(pairs, vertex, 0, label);
    }
}

static __device__ __forceinline__ void tell_out(label_pair *pairs, uint32_t vertex, uint32_t label) {
    if (label < pair_out(load_pair(pairs, vertex))) {
        lower_half(pairs, vertex, 1, label);
    }
}

static __device__ __forceinline__ int is_cut(const struct propagate_arguments *arguments, uint32_t from,
                                             uint32_t to) {
    return arguments->classes != NULL && arguments->classes[from] != arguments->classes[to];
}

/* Relaxes an edge to `target`; returns the least label that its source reaches by it. */
static __device__ __forceinline__ uint32_t relax(const struct propagate_arguments *arguments, uint32_t target,
                                                 uint32_t in, unsigned *changes) {
    label_pair pair = load_pair(arguments->pairs, target);
    if (in < pair_in(pair) && !arguments->only_out) {
        lower_half(arguments->pairs, target, 0, in);
        if (arguments->compress) {
            tell_in(arguments->pairs, label_vertex(arguments->labels, pair_out(pair)), in);
        }
        ++*changes;
    }
    return pair_out(pair);
}

/* The row [begin, end) of a vertex, every step-th edge from `begin` on. */
static __device__ __forceinline__ uint32_t relax_row(const struct propagate_arguments *arguments,
                                                     uint32_t vertex, uint64_t begin, uint64_t end,
                                                     unsigned step, uint32_t in, unsigned *changes) {
    uint32_t least = UINT32_MAX;
    for (uint64_t edge = begin; edge < end; edge += step) {
        uint32_t target = arguments->graph.targets[edge];
        if (target != vertex && digraph_is_live(&arguments->graph, edge) &&
            !is_cut(arguments, vertex, target)) {
            uint32_t out = relax(arguments, target, in, changes);
            least = out < least ? out : least;
        }
    }
    return least;
}

/* What the vertices of a pair's labels know by now. */
static __device__ __forceinline__ label_pair compressed(const struct propagate_arguments *arguments,
                                                        uint32_t vertex, label_pair pair) {
    uint32_t in_vertex = label_vertex(arguments->labels, pair_in(pair));
    uint32_t out_vertex = label_vertex(arguments->labels, pair_out(pair));
    uint32_t in = pair_in(pair), out = pair_out(pair);
    if (in_vertex != vertex && !arguments->only_out) {
        uint32_t further = pair_in(load_pair(arguments->pairs, in_vertex));
        in = further < in ? further : in;
    }
    if (out_vertex != vertex) {
        uint32_t further = pair_out(load_pair(arguments->pairs, out_vertex));
        out = further < out ? further : out;
    }
    return pair_of(in, out);
}

/* Stores what a vertex learned, and tells it to the vertices of its other labels. */
static __device__ __forceinline__ unsigned learn(const struct propagate_arguments *arguments, uint32_t vertex,
                                                 label_pair before, uint32_t in, uint32_t out) {
    unsigned changes = 0;
    if (in < pair_in(before)) {
        lower_half(arguments->pairs, vertex, 0, in);
        uint32_t other = label_vertex(arguments->labels, out);
        if (arguments->compress && other != vertex) {
            tell_in(arguments->pairs, other, in);
        }
        changes++;
    }
    if (out < pair_out(before)) {
        lower_half(arguments->pairs, vertex, 1, out);
        uint32_t other = label_vertex(arguments->labels, in);
        if (arguments->compress && other != vertex) {
            tell_out(arguments->pairs, other, out);
        }
        changes++;
    }
    return changes;
}

/* One vertex a lane; the whole warp comes here, and `active` says who has one. */
static __device__ unsigned visit_vertices(const struct propagate_arguments *arguments, int active,
                                          uint32_t vertex, uint32_t sample, int is_sampled,
                                          uint32_t saturated) {
    const uint64_t *offsets = arguments->graph.offsets;
    unsigned changes = 0;
    uint64_t begin = 0, end = 0;
    if (active) {
        begin = offsets[vertex];
        end = offsets[vertex + 1];
    }
    if (is_sampled && end - begin > 1) {
        uint32_t degree = end - begin > UINT32_MAX ? UINT32_MAX : (uint32_t)(end - begin);
        begin += (sample + vertex * 7u) % degree;
        end = begin + 1;
    }
    label_pair before = DECIDED_PAIR;
    uint32_t in = 0, out = UINT32_MAX;
    if (begin < end) {
        if (saturated) {
            in = out = arguments->best;
            before = pair_of(in, out);
        } else {
            before = load_pair(arguments->pairs, vertex);
            label_pair known = arguments->compress ? compressed(arguments, vertex, before) : before;
            in = pair_in(known);
            out = pair_out(known);
        }
    }
    unsigned wide = __ballot_sync(ALL_LANES, end - begin >= WIDE_ROW);
    if (begin < end && end - begin < WIDE_ROW && before != DECIDED_PAIR) {
        if (saturated) {
            for (uint64_t edge = begin; edge < end; edge++) {
                uint32_t target = arguments->graph.targets[edge];
                if (!bitmap_has(arguments->saturated, target) && digraph_is_live(&arguments->graph, edge)) {
                    relax(arguments, target, in, &changes);
                }
            }
        } else {
            uint32_t least = relax_row(arguments, vertex, begin, end, 1, in, &changes);
            out = least < out ? least : out;
        }
    }
    for (; wide != 0; wide &= wide - 1) {
        int lane = __ffs((int)wide) - 1;
        uint64_t row = __shfl_sync(ALL_LANES, begin, lane), row_end = __shfl_sync(ALL_LANES, end, lane);
        uint32_t source = __shfl_sync(ALL_LANES, vertex, lane), label = __shfl_sync(ALL_LANES, in, lane);
        uint32_t least = relax_row(arguments, source, row + threadIdx.x % 32, row_end, 32, label, &changes);
        least = __reduce_min_sync(ALL_LANES, least);
        if ((int)(threadIdx.x % 32) == lane) {
            out = least < out ? least : out;
        }
    }
    if (begin < end && before != DECIDED_PAIR) {
        changes += learn(arguments, vertex, before, in, out);
    }
    return changes;
}

/* Notes in the bitmap which of a warp's 32 neighbouring vertices are saturated; returns how many are new. */
static __device__ unsigned note_saturated(const struct propagate_arguments *arguments, int active,
                                          uint32_t vertex, uint32_t word) {
    int full = 0;
    if (active && !(word >> vertex % 32 & 1)) {
        full = load_pair(arguments->pairs, vertex) == pair_of(arguments->best, arguments->best);
    }
    uint32_t more = __ballot_sync(ALL_LANES, full);
    if (more != 0 && threadIdx.x % 32 == 0) {
        arguments->saturated[vertex / 32] = word | more;
    }
    return (unsigned)__popc(more);
}

struct sweep_sums {
    unsigned changes, saturated;
};

/* One look at each vertex (or several, by block). Every thread of the grid takes part. */
static __device__ void sweep_vertices(const struct propagate_arguments *arguments, uint32_t sample,
                                      int is_sampled, struct sweep_sums *sums) {
    uint64_t rounded = (arguments->count + blockDim.x - 1) / blockDim.x * blockDim.x;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        int active = i < arguments->count;
        uint32_t vertex = !active                   ? (uint32_t)(i & ~(uint64_t)31)
                          : arguments->list == NULL ? (uint32_t)i
                                                    : arguments->list[i];
        uint32_t word = arguments->saturated == NULL || i / 32 * 32 >= arguments->count
                            ? 0
                            : arguments->saturated[i / 32];
        unsigned changes =
            visit_vertices(arguments, active, vertex, sample, is_sampled, word >> vertex % 32 & 1);
        sums->changes += changes;
        while (arguments->by_block && __syncthreads_or((int)changes)) {
            changes = visit_vertices(arguments, active, vertex, sample, 0, 0);
        }
        if (arguments->saturated != NULL && i / 32 * 32 < arguments->count) {
            unsigned more = note_saturated(arguments, active, vertex, word);
            sums->saturated += threadIdx.x % 32 == 0 ? more : 0;
        }
    }
}

/* Adds the sums of all threads to the control block's. */
static __device__ void add_sums(struct propagate_control *control, unsigned which, struct sweep_sums sums) {
    __shared__ unsigned changes, saturated;
    if (threadIdx.x == 0) {
        changes = saturated = 0;
    }
    __syncthreads();
    unsigned warp_changes = __reduce_add_sync(ALL_LANES, sums.changes);
    unsigned warp_saturated = __reduce_add_sync(ALL_LANES, sums.saturated);
    if (threadIdx.x % 32 == 0 && (warp_changes | warp_saturated) != 0) {
        atomicAdd(&changes, warp_changes);
        atomicAdd(&saturated, warp_saturated);
    }
    __syncthreads();
    if (threadIdx.x == 0 && changes != 0) {
        atomicAdd(&control->changes[which], (unsigned long long)changes);
    }
    if (threadIdx.x == 0 && saturated != 0) {
        atomicAdd(&control->saturated, (unsigned long long)saturated);
    }
}

/* Sweep after sweep until nothing changes, or as many as there may be. A cooperative launch. */
static __global__ void __launch_bounds__(PROPAGATE_THREADS)
    propagate_labels(const struct propagate_arguments arguments) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    struct propagate_control *control = arguments.control;
    unsigned long long before = 0;
    uint32_t sampled = 0, sample = control->next_sample, converged = 0, sweep = 0;
    int is_sampled = arguments.most_sampled != 0;
    while (sweep < arguments.most_sweeps && !converged) {
        struct sweep_sums sums = {0, 0};
        sweep_vertices(&arguments, sample + sweep, is_sampled, &sums);
        add_sums(control, sweep % 3, sums);
        if (grid.thread_rank() == 0) {
            control->changes[(sweep + 1) % 3] = 0;
        }
        grid.sync();
        unsigned long long changes = *(volatile unsigned long long *)&control->changes[sweep % 3];
        sweep++;
        if (grid.thread_rank() == 0) {
            control->first_changes = sweep == 1 ? changes : control->first_changes;
            control->last_changes = changes;
        }
        if (is_sampled) {
            sampled++;
            is_sampled = sampled < arguments.most_sampled && changes * SAMPLED_SHARE > arguments.count;
        } else {
            converged = changes == 0;
        }
        if (arguments.saturated != NULL &&
            *(volatile unsigned long long *)&control->saturated == arguments.graph.vertices) {
            converged = 1;
        }
        if (arguments.must_dwindle && sweep > 1 && changes * 2 > before && changes * 8 < arguments.count) {
            break;
        }
        before = changes;
    }
    grid.sync();
    if (grid.thread_rank() == 0) {
        control->sweeps = sweep;
        control->sampled = sampled;
        control->converged = converged;
        control->next_sample = sample + sweep;
    }
}

#endif
