#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_ROUNDS_CUH
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_ROUNDS_CUH

/*
 * Rounds of propagation: the start of a round, the vertices that it decides, and those that are left for the
 * next one. `component` has some member of a decided vertex's component, the same for all its members, and
 * COMPONENT_NONE for undecided vertices.
 */
#include "decompose/components/components.h"
#include "decompose/scc/labels/scc_propagate.cuh"

#define AHEAD_ROW 8u /* edges of a row that a round looks at before it begins */

/* The results of a round that the host reads. */
struct round_counters {
    unsigned long long left;    /* vertices on the next list */
    unsigned long long trivial; /* vertices decided because they had no edge left */
};

/* The end of a row, or of its first edges. */
static __device__ __forceinline__ uint64_t row_ahead(const struct digraph *graph, uint32_t vertex) {
    uint64_t begin = graph->offsets[vertex], end = graph->offsets[vertex + 1];
    return end - begin < AHEAD_ROW ? end : begin + AHEAD_ROW;
}

static __global__ void begin_round(const struct propagate_arguments arguments) {
    for (uint64_t i = device_grid_thread(); i < arguments.count; i += device_grid_step()) {
        uint32_t vertex = arguments.list == NULL ? (uint32_t)i : arguments.list[i];
        uint32_t label = label_of(arguments.labels, vertex), out = label;
        if (arguments.keeps_out) {
            out = pair_out(arguments.pairs[vertex]);
        } else if (arguments.looks_ahead) {
            uint64_t end = row_ahead(&arguments.graph, vertex);
            for (uint64_t edge = arguments.graph.offsets[vertex]; edge < end; edge++) {
                uint32_t there = label_of(arguments.labels, arguments.graph.targets[edge]);
                out = there < out && digraph_is_live(&arguments.graph, edge) ? there : out;
            }
        }
        arguments.pairs[vertex] = pair_of(label, out);
    }
}

/* After begin_round, tells the targets of each vertex its label, where it is better than theirs. */
static __global__ void offer_label_ahead(const struct propagate_arguments arguments) {
    for (uint64_t i = device_grid_thread(); i < arguments.count; i += device_grid_step()) {
        uint32_t label = label_of(arguments.labels, (uint32_t)i);
        uint64_t end = row_ahead(&arguments.graph, (uint32_t)i);
        for (uint64_t edge = arguments.graph.offsets[i]; edge < end; edge++) {
            uint32_t target = arguments.graph.targets[edge];
            if (label < label_of(arguments.labels, target) && digraph_is_live(&arguments.graph, edge)) {
                lower_half(arguments.pairs, target, 0, label);
            }
        }
    }
}

/* Instead of begin_round: saturated vertices remain so, and the others begin again. */
static __global__ void resume_round(const struct propagate_arguments arguments) {
    for (uint64_t i = device_grid_thread(); i < arguments.count; i += device_grid_step()) {
        if (!bitmap_has(arguments.saturated, (uint32_t)i)) {
            uint32_t label = label_of(arguments.labels, (uint32_t)i);
            arguments.pairs[i] = pair_of(label, label);
        }
    }
}

/* After propagation with contraction: each vertex takes over the pair that stands for it. */
static __global__ void take_standing_pairs(const struct propagate_arguments arguments) {
    for (uint64_t i = device_grid_thread(); i < arguments.count; i += device_grid_step()) {
        uint32_t vertex = arguments.list == NULL ? (uint32_t)i : arguments.list[i], root = vertex;
        label_pair pair = standing_pair(&arguments, &root, load_pair(arguments.pairs, vertex));
        if (root != vertex) {
            arguments.pairs[vertex] = pair;
        }
    }
}

/* Returns the number of a part of a class. Different parts may get the same number: then edges between them
 * are not cut, which takes longer but is correct. */
static __device__ __forceinline__ uint32_t class_of(uint32_t class_before, uint32_t in, uint32_t out) {
    return (uint32_t)core_mix(core_mix((uint64_t)in << 32 | out) ^ class_before);
}

/* Whether an edge of the vertex leads to another vertex with the same pair. */
static __device__ int has_companion(const struct propagate_arguments *arguments, uint32_t vertex,
                                    label_pair pair, uint64_t begin, uint64_t end, unsigned step) {
    for (uint64_t edge = begin; edge < end; edge += step) {
        uint32_t target = arguments->graph.targets[edge];
        if (target != vertex && digraph_is_live(&arguments->graph, edge) &&
            !is_cut(arguments, vertex, target)) {
            label_pair other = load_pair(arguments->pairs, target);
            if (arguments->only_out ? pair_out(other) == pair_out(pair) : other == pair) {
                return 1;
            }
        }
    }
    return 0;
}

/*
 * Decides vertices by their labels: if v reaches a vertex w and w reaches v, v is in w's
 * component; a vertex without an edge to another of the same pair is a component of its own. Others go to the
 * next list.
 */
static __global__ void settle_round(const struct propagate_arguments arguments, uint32_t *component,
                                    uint32_t *next, struct round_counters *counters) {
    uint64_t rounded = (arguments.count + 31) / 32 * 32;
    unsigned lane = threadIdx.x % 32, trivial = 0;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        int active = i < arguments.count, left = 0;
        uint32_t vertex = 0, found = COMPONENT_NONE;
        uint64_t begin = 0, end = 0;
        label_pair pair = DECIDED_PAIR;
        if (active) {
            vertex = arguments.list == NULL ? (uint32_t)i : arguments.list[i];
            pair = load_pair(arguments.pairs, vertex);
            if (pair_in(pair) == pair_out(pair) && !arguments.only_out) {
                found = label_vertex(arguments.labels, pair_in(pair));
            } else {
                begin = arguments.graph.offsets[vertex];
                end = arguments.graph.offsets[vertex + 1];
            }
        }
        unsigned wide = __ballot_sync(ALL_LANES, end - begin >= WIDE_ROW);
        if (begin < end && end - begin < WIDE_ROW) {
            left = has_companion(&arguments, vertex, pair, begin, end, 1);
        }
        for (; wide != 0; wide &= wide - 1) {
            int owner = __ffs((int)wide) - 1;
            uint64_t row = __shfl_sync(ALL_LANES, begin, owner), row_end = __shfl_sync(ALL_LANES, end, owner);
            uint32_t source = __shfl_sync(ALL_LANES, vertex, owner);
            label_pair source_pair = __shfl_sync(ALL_LANES, pair, owner);
            int any = __any_sync(ALL_LANES,
                                 has_companion(&arguments, source, source_pair, row + lane, row_end, 32));
            left = (int)lane == owner ? any : left;
        }
        if (active && !left) {
            trivial += found == COMPONENT_NONE;
            component[vertex] = found == COMPONENT_NONE ? vertex : found;
        }
        uint64_t at = device_warp_places(&counters->left, active && left);
        if (active && left) {
            next[at] = vertex;
        }
    }
    trivial = __reduce_add_sync(ALL_LANES, trivial);
    if (lane == 0 && trivial != 0) {
        atomicAdd(&counters->trivial, (unsigned long long)trivial);
    }
}

/* After settle_round, for the vertices of the next list: vertices with different pairs get different classes.
 */
static __global__ void divide_classes(const struct propagate_arguments arguments, const uint32_t *next,
                                      uint64_t count, uint32_t *classes) {
    for (uint64_t i = device_grid_thread(); i < count; i += device_grid_step()) {
        uint32_t vertex = next[i];
        label_pair pair = load_pair(arguments.pairs, vertex);
        classes[vertex] = class_of(classes[vertex], arguments.only_out ? 0 : pair_in(pair), pair_out(pair));
    }
}

/* Excludes decided vertices from later rounds. list: NULL for all vertices. */
static __global__ void retire_decided(const uint32_t *component, const uint32_t *list, uint64_t count,
                                      label_pair *pairs) {
    for (uint64_t i = device_grid_thread(); i < count; i += device_grid_step()) {
        uint32_t vertex = list == NULL ? (uint32_t)i : list[i];
        if (component[vertex] != COMPONENT_NONE) {
            pairs[vertex] = DECIDED_PAIR;
        }
    }
}

#endif
