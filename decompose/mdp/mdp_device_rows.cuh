#ifndef HEDDLE_DECOMPOSE_MDP_MDP_DEVICE_ROWS_CUH
#define HEDDLE_DECOMPOSE_MDP_MDP_DEVICE_ROWS_CUH

/*
 * Kernels that make an MDP from a graph's rows (mdp_device.cu): they sort each row by (key, target, label) of
 * mdp_core.h, measure and check it, and write it to its new place. A thread does a row; a block sorts a long
 * one.
 */
#include "base/device/device_grid.cuh"
#include "base/shared_core.h"
#include "model/mdp.h"
#include "model/mdp_core.h"

#define ROW_THREADS 256u
#define ROW_SMALL 32u /* edges that a thread sorts alone */

/* Passed by value. */
struct mdp_rows {
    uint64_t states;
    const uint64_t *offsets;
    uint32_t *targets, *labels;
    uint32_t *choices; /* or NULL */
    const struct mdp_label *meaning;
    const uint32_t *reachable; /* bitmap, or NULL */
    int progress;              /* internal transitions cut off races */
    int loops;                 /* states without edges get one to themselves */
};

CORE_FUNCTION const struct mdp_label *mdp_rows_label(const struct mdp_rows *rows, uint64_t edge) {
    return &rows->meaning[rows->labels[edge]];
}

CORE_FUNCTION uint64_t mdp_rows_key(const struct mdp_rows *rows, uint64_t edge) {
    uint32_t choice = rows->choices == NULL ? MDP_NO_CHOICE_NUMBER : rows->choices[edge];
    return mdp_edge_key(mdp_rows_label(rows, edge), rows->labels[edge], choice);
}

CORE_FUNCTION uint32_t mdp_rows_target(const struct mdp_rows *rows, uint64_t edge) {
    return rows->targets[edge];
}

#include "decompose/mdp/mdp_rows_core.h"

/* --- sorting --- */

static __device__ int row_is_less(const struct mdp_rows *rows, uint64_t left, uint64_t right) {
    uint64_t left_key = mdp_rows_key(rows, left), right_key = mdp_rows_key(rows, right);
    if (left_key != right_key) {
        return left_key < right_key;
    }
    if (rows->targets[left] != rows->targets[right]) {
        return rows->targets[left] < rows->targets[right];
    }
    return rows->labels[left] < rows->labels[right];
}

static __device__ __forceinline__ void row_swap_words(uint32_t *words, uint64_t left, uint64_t right) {
    uint32_t word = words[left];
    words[left] = words[right];
    words[right] = word;
}

static __device__ __forceinline__ void row_order(const struct mdp_rows *rows, uint64_t left, uint64_t right) {
    if (row_is_less(rows, right, left)) {
        row_swap_words(rows->targets, left, right);
        row_swap_words(rows->labels, left, right);
        if (rows->choices != NULL) {
            row_swap_words(rows->choices, left, right);
        }
    }
}

static __device__ void row_sort_alone(const struct mdp_rows *rows, uint64_t begin, uint64_t end) {
    for (uint64_t sorted = begin + 1; sorted < end; sorted++) {
        for (uint64_t at = sorted; at > begin && row_is_less(rows, at, at - 1); at--) {
            row_order(rows, at - 1, at);
        }
    }
}

/*
 * Bitonic sort with all comparisons in one direction: a merge begins with a comparison of mirrored places, so
 * that places after the end count as larger than all others and are left out. Called by all threads of the
 * block.
 */
static __device__ void row_sort_together(const struct mdp_rows *rows, uint64_t begin, uint64_t end) {
    uint64_t count = end - begin;
    for (uint64_t run = 2; run / 2 < count; run *= 2) {
        for (uint64_t distance = run / 2; distance > 0; distance /= 2) {
            for (uint64_t i = threadIdx.x; i < count; i += ROW_THREADS) {
                uint64_t other = distance == run / 2 ? i ^ (run - 1) : i ^ distance;
                if (other > i && other < count) {
                    row_order(rows, begin + i, begin + other);
                }
            }
            __syncthreads();
        }
    }
}

static __global__ void __launch_bounds__(ROW_THREADS) sort_rows(const struct mdp_rows rows) {
    __shared__ uint64_t large[ROW_THREADS];
    __shared__ unsigned count;
    for (uint64_t base = (uint64_t)blockIdx.x * ROW_THREADS; base < rows.states;
         base += (uint64_t)gridDim.x * ROW_THREADS) {
        uint64_t state = base + threadIdx.x;
        if (threadIdx.x == 0) {
            count = 0;
        }
        __syncthreads();
        if (state < rows.states) {
            if (rows.offsets[state + 1] - rows.offsets[state] <= ROW_SMALL) {
                row_sort_alone(&rows, rows.offsets[state], rows.offsets[state + 1]);
            } else {
                large[atomicAdd(&count, 1u)] = state;
            }
        }
        __syncthreads();
        for (unsigned i = 0; i < count; i++) {
            row_sort_together(&rows, rows.offsets[large[i]], rows.offsets[large[i] + 1]);
        }
        __syncthreads();
    }
}

/* --- the row in the MDP --- */

/* The end of a sorted row: races come last, and may be cut off. */
static __device__ uint64_t row_end(const struct mdp_rows *rows, uint64_t state) {
    uint64_t begin = rows->offsets[state], end = rows->offsets[state + 1];
    if (rows->reachable != NULL && !bitmap_has(rows->reachable, state)) {
        return begin;
    }
    if (rows->progress && mdp_progresses(rows->labels, rows->meaning, begin, end)) {
        while (end > begin && mdp_rows_label(rows, end - 1)->kind == MDP_RATE) {
            end--;
        }
    }
    return end;
}

struct row_totals {
    unsigned long long choices;
    unsigned long long wrong; /* the least faulty state; UINT64_MAX: none */
};

/* counts[state + 1]: edges of each state in the MDP. */
static __global__ void measure_rows(const struct mdp_rows rows, uint64_t *counts, struct row_totals *totals) {
    for (uint64_t state = device_grid_thread(); state < rows.states; state += device_grid_step()) {
        const struct mdp_row_size size =
            mdp_rows_measure(&rows, rows.offsets[state], row_end(&rows, state), 1);
        const unsigned long long loop = rows.loops && size.edges == 0;
        counts[state + 1] = size.edges + loop;
        if (size.choices + loop != 0) {
            atomicAdd(&totals->choices, (unsigned long long)size.choices + loop);
        }
        if (size.faulty) {
            atomicMin(&totals->wrong, (unsigned long long)state);
        }
    }
}

/* begins and labels may be NULL. */
static __global__ void write_rows(const struct mdp_rows rows, const uint64_t *offsets, uint32_t *targets,
                                  uint32_t *begins, uint32_t *labels) {
    for (uint64_t state = device_grid_thread(); state < rows.states; state += device_grid_step()) {
        uint64_t to = offsets[state], end = row_end(&rows, state);
        if (rows.loops && rows.offsets[state] == end) {
            targets[to] = (uint32_t)state;
            if (begins != NULL) {
                shared_bit_claim(begins, to);
            }
            if (labels != NULL) {
                labels[to] = MDP_NO_LABEL;
            }
        }
        for (uint64_t edge = rows.offsets[state], stop; edge < end; edge = stop) {
            stop = mdp_rows_choice_end(&rows, edge, end);
            uint32_t name = labels == NULL ? MDP_NO_LABEL : mdp_rows_name(&rows, edge, stop);
            if (begins != NULL) {
                shared_bit_claim(begins, to);
            }
            for (uint64_t at = edge; at < stop; at++) {
                if (!mdp_rows_repeats(&rows, at, edge)) {
                    targets[to] = rows.targets[at];
                    if (labels != NULL) {
                        labels[to] = name;
                    }
                    to++;
                }
            }
        }
    }
}

#endif
