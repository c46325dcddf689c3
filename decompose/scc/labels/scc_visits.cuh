#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_VISITS_CUH
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_VISITS_CUH

/*
 * Propagation of extreme labels (Alabandi, Sands, Biros, Burtscher 2023, sections 3 and 3.3): each vertex has
 * the least label that reaches it and the least that it reaches, as far as is known. Both fall along edges
 * until nothing changes.
 *
 * Labels are lowered by atomics without return values: plain stores, as in the article, lose most updates of
 * a vertex with many neighbours. A value that is read may be old, but stored values are correct at any time,
 * and a sweep without changes has read only final values.
 *
 * Compression: a vertex reads the pair of the vertex of its label, because reachability is transitive: if u
 * reaches v and v reaches w, then u reaches w. A vertex w also passes on what it learns: if u reaches w and w
 * reaches v, then u reaches v, so a new label of w is stored for the vertex of its other label.
 *
 * Contraction: a vertex with the same label in both directions is in the component of that label's vertex,
 * its root, for good. From then on the root's pair stands for the vertex, too: edges lower it instead of the
 * vertex's own. Otherwise the vertex would leave its root as soon as a better label comes from one side, and
 * the root would have to learn the label of the other side edge by edge. Once both labels of the root are the
 * same again, the vertex takes them over.
 *
 * Decided vertices have the pair DECIDED_PAIR: no label is less than its `in`, and its `out` is less than no
 * label.
 */
#include "base/device/device_grid.cuh"
#include "decompose/scc/labels/scc_label_order.cuh"
#include "model/digraph_core.h"

#define PROPAGATE_THREADS 256u
#define WIDE_ROW 256u /* edges of a row that a whole warp relaxes, at least */
#define NEWS_TARGETS 15u

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

/* The state of a propagation; the last block of a sweep writes it. */
struct propagate_control {
    unsigned long long changes;   /* changes of the current sweep */
    unsigned long long before;    /* changes of the previous sweep */
    unsigned long long saturated; /* vertices that have the best label in both directions */
    unsigned long long saturated_before;
    unsigned long long visited; /* chunks visited, where they have news */
    uint32_t blocks;            /* blocks that have done the sweep */
    uint32_t sweeps;            /* sweeps done */
    uint32_t sampled;           /* how many of the first sweeps read one edge of each vertex */
    uint32_t ended;             /* later sweeps do nothing */
    uint32_t converged;         /* the last sweep changed nothing, or all vertices are saturated */
};

/* Which chunks have news (scc_news.cuh). */
struct chunk_news {
    uint32_t *changed; /* [chunk]: the last sweep, from 1, in which a pair changed; NULL: visit every chunk */
    uint32_t *visited; /* [chunk]: the last sweep that visited it, from 1; 0: none has */
    uint32_t *targets; /* [chunk][NEWS_TARGETS]: chunks to which edges lead, then NEWS_NONE; or NEWS_MANY */
};

struct propagate_arguments {
    struct digraph graph;
    label_pair *pairs;       /* [vertex] */
    const uint32_t *classes; /* by vertex: edges between different classes are cut; NULL: none are */
    const uint32_t *list;    /* the vertices of the round; NULL: all */
    uint64_t count;          /* number of these */
    uint32_t *saturated;     /* bitmap over vertices, in a round of all vertices; or NULL */
    struct chunk_news news;  /* in a round of all vertices */
    uint32_t best;           /* the label that saturates */
    struct scc_labels labels;
    uint64_t chunks,
        stride; /* vertices are done in chunks of a block's size; the n-th is chunk n * stride % chunks */
    uint32_t most_sweeps;  /* 0: no limit; ignored while more than half of the vertices are saturated */
    uint32_t most_sampled; /* most sweeps that read one edge of each vertex */
    uint32_t most_visits;  /* with by_block: most repeated visits of a block to its vertices */
    int compress;
    int contracts;    /* see above */
    uint32_t in_runs; /* bits of the numbers of sweeps in which a block does chunks that follow one another */
    int by_block;     /* a block repeats its vertices until they do not change */
    int in_turns;     /* chunks are done in descending order, then in ascending order, and so on */
    int only_out;     /* propagate only `out` */
    int keeps_out;    /* the labels `out` of the last round hold, and begin this one */
    int looks_ahead;  /* begin with what edges say about the vertices' own labels */
    int resumes;      /* a propagation that gave up can go on, so it gives up where little changes */
    int must_dwindle; /* give up when a sweep changes little, but more than half as much as the previous one
                       */
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

/* A pair of the chunk of the vertex has changed. */
template <int WITH_NEWS>
static __device__ __forceinline__ void mark_changed(const struct propagate_arguments *arguments,
                                                    uint32_t vertex) {
    if (WITH_NEWS) {
        arguments->news.changed[vertex / PROPAGATE_THREADS] = arguments->control->sweeps + 1;
    }
}

/* Lower a half of a pair that has not been read. */
template <int WITH_NEWS>
static __device__ __forceinline__ void tell_in(const struct propagate_arguments *arguments, uint32_t vertex,
                                               uint32_t label) {
    if (label < pair_in(load_pair(arguments->pairs, vertex))) {
        lower_half(arguments->pairs, vertex, 0, label);
        mark_changed<WITH_NEWS>(arguments, vertex);
    }
}

template <int WITH_NEWS>
static __device__ __forceinline__ void tell_out(const struct propagate_arguments *arguments, uint32_t vertex,
                                                uint32_t label) {
    if (label < pair_out(load_pair(arguments->pairs, vertex))) {
        lower_half(arguments->pairs, vertex, 1, label);
        mark_changed<WITH_NEWS>(arguments, vertex);
    }
}

static __device__ __forceinline__ int is_cut(const struct propagate_arguments *arguments, uint32_t from,
                                             uint32_t to) {
    return arguments->classes != NULL && arguments->classes[from] != arguments->classes[to];
}

/* The pair that stands for a vertex with this pair; *vertex becomes the vertex that has it: itself, or its
 * root. */
static __device__ __forceinline__ label_pair standing_pair(const struct propagate_arguments *arguments,
                                                           uint32_t *vertex, label_pair pair) {
    if (arguments->contracts && pair_in(pair) == pair_out(pair)) {
        uint32_t root = label_vertex(arguments->labels, pair_in(pair));
        if (root != *vertex) {
            *vertex = root;
            return load_pair(arguments->pairs, root);
        }
    }
    return pair;
}

/* Relaxes an edge to `target`; returns the least label that its source reaches by it. */
template <int WITH_NEWS>
static __device__ __forceinline__ uint32_t relax(const struct propagate_arguments *arguments, uint32_t target,
                                                 uint32_t in, unsigned *changes) {
    label_pair pair = standing_pair(arguments, &target, load_pair(arguments->pairs, target));
    if (in < pair_in(pair) && !arguments->only_out) {
        lower_half(arguments->pairs, target, 0, in);
        mark_changed<WITH_NEWS>(arguments, target);
        if (arguments->compress &&
            !arguments->contracts) { /* with contraction, that costs more than it gains */
            tell_in<WITH_NEWS>(arguments, label_vertex(arguments->labels, pair_out(pair)), in);
        }
        ++*changes;
    }
    return pair_out(pair);
}

/* Every step-th edge of a row from `begin` on. */
struct row_share {
    uint64_t begin, end;
    unsigned step;
};

/* Relaxes a share of the row of a vertex; returns the least label that it reaches. */
template <int WITH_NEWS>
static __device__ __forceinline__ uint32_t relax_row(const struct propagate_arguments *arguments,
                                                     uint32_t vertex, struct row_share share, uint32_t in,
                                                     unsigned *changes) {
    uint32_t least = UINT32_MAX;
    for (uint64_t edge = share.begin; edge < share.end; edge += share.step) {
        uint32_t target = arguments->graph.targets[edge];
        if (target != vertex && digraph_is_live(&arguments->graph, edge) &&
            !is_cut(arguments, vertex, target)) {
            uint32_t out = relax<WITH_NEWS>(arguments, target, in, changes);
            least = out < least ? out : least;
        }
    }
    return least;
}

/* Returns the pair, lowered by the pairs of the vertices of its labels. */
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

/* Stores what a vertex learned, and passes it on to the vertex of its other label. Returns the changes. */
template <int WITH_NEWS>
static __device__ __forceinline__ unsigned learn(const struct propagate_arguments *arguments, uint32_t vertex,
                                                 label_pair before, uint32_t in, uint32_t out) {
    unsigned changes = 0;
    if (in < pair_in(before)) {
        lower_half(arguments->pairs, vertex, 0, in);
        uint32_t other = label_vertex(arguments->labels, out);
        if (arguments->compress && other != vertex) {
            tell_in<WITH_NEWS>(arguments, other, in);
        }
        changes++;
    }
    if (out < pair_out(before)) {
        lower_half(arguments->pairs, vertex, 1, out);
        uint32_t other = label_vertex(arguments->labels, in);
        if (arguments->compress && other != vertex) {
            tell_out<WITH_NEWS>(arguments, other, out);
        }
        changes++;
    }
    if (changes != 0) {
        mark_changed<WITH_NEWS>(arguments, vertex);
    }
    return changes;
}

/* The pair that stands for a vertex, and in *root the vertex that has it. Takes over the root's label where
 * it has only one. */
static __device__ __forceinline__ label_pair pair_to_visit(const struct propagate_arguments *arguments,
                                                           uint32_t vertex, uint32_t *root,
                                                           unsigned *changes) {
    label_pair own = load_pair(arguments->pairs, vertex);
    label_pair pair = standing_pair(arguments, root, own);
    if (pair_in(pair) == pair_out(pair) && pair_in(pair) < pair_in(own)) {
        lower_half(arguments->pairs, vertex, 0, pair_in(pair));
        lower_half(arguments->pairs, vertex, 1, pair_out(pair));
        ++*changes;
    }
    return pair;
}

/* Visits a vertex for each active lane. Called by whole warps. */
template <int WITH_NEWS>
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
    uint32_t in = 0, out = UINT32_MAX, root = vertex;
    if (begin < end) {
        if (saturated) {
            in = out = arguments->best;
            before = pair_of(in, out);
        } else {
            before = pair_to_visit(arguments, vertex, &root, &changes);
            label_pair known = arguments->compress ? compressed(arguments, root, before) : before;
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
                    relax<WITH_NEWS>(arguments, target, in, &changes);
                }
            }
        } else {
            uint32_t least = relax_row<WITH_NEWS>(arguments, vertex, {begin, end, 1}, in, &changes);
            out = least < out ? least : out;
        }
    }
    for (; wide != 0; wide &= wide - 1) {
        int lane = __ffs((int)wide) - 1;
        uint64_t row = __shfl_sync(ALL_LANES, begin, lane), row_end = __shfl_sync(ALL_LANES, end, lane);
        uint32_t source = __shfl_sync(ALL_LANES, vertex, lane), label = __shfl_sync(ALL_LANES, in, lane);
        uint32_t least =
            relax_row<WITH_NEWS>(arguments, source, {row + threadIdx.x % 32, row_end, 32}, label, &changes);
        least = __reduce_min_sync(ALL_LANES, least);
        if ((int)(threadIdx.x % 32) == lane) {
            out = least < out ? least : out;
        }
    }
    if (begin < end && before != DECIDED_PAIR) {
        changes += learn<WITH_NEWS>(arguments, root, before, in, out);
    }
    return changes;
}

#endif
