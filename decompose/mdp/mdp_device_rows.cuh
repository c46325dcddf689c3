#ifndef HEDDLE_DECOMPOSE_MDP_MDP_DEVICE_ROWS_CUH
#define HEDDLE_DECOMPOSE_MDP_MDP_DEVICE_ROWS_CUH

/*
 * Kernels that make an MDP of a graph's rows (mdp_device.cu): they sort each row by (key, target, label) of
 * mdp_core.h, measure and check it, and write it to its new place. A thread a row; to sort a long one, a
 * block.
 */
#include "base/device/device_grid.cuh"
#include "base/shared_core.h"
#include "decompose/mdp/mdp_core.h"

#define ROW_THREADS 256u
#define ROW_SMALL 32u /* edges that a thread sorts alone */
#define ROW_NO_LABEL UINT32_MAX

/* Passed by value. */
struct row_view {
    uint64_t states;
    const uint64_t *offsets;
    uint32_t *targets, *labels;
    uint32_t *choices; /* or NULL */
    const struct mdp_label *meaning;
    const uint32_t *reachable; /* bitmap, or NULL */
    int progress;              /* internal transitions cut rates off */
};

static __device__ __forceinline__ uint64_t row_key(const struct row_view *view, uint64_t edge) {
    uint32_t rank = view->labels[edge];
    uint32_t choice = view->choices == NULL ? MDP_NO_CHOICE_NUMBER : view->choices[edge];
    return mdp_edge_key(&view->meaning[rank], rank, choice);
}

/* --- sorting --- */

static __device__ int row_is_less(const struct row_view *view, uint64_t left, uint64_t right) {
    uint64_t left_key = row_key(view, left), right_key = row_key(view, right);
    if (left_key != right_key) {
        return left_key < right_key;
    }
    if (view->targets[left] != view->targets[right]) {
        return view->targets[left] < view->targets[right];
    }
    return view->labels[left] < view->labels[right];
}

static __device__ __forceinline__ void row_swap_words(uint32_t *words, uint64_t left, uint64_t right) {
    uint32_t word = words[left];
    words[left] = words[right];
    words[right] = word;
}

static __device__ __forceinline__ void row_order(const struct row_view *view, uint64_t left, uint64_t right) {
    if (row_is_less(view, right, left)) {
        row_swap_words(view->targets, left, right);
        row_swap_words(view->labels, left, right);
        if (view->choices != NULL) {
            row_swap_words(view->choices, left, right);
        }
    }
}

static __device__ void row_sort_alone(const struct row_view *view, uint64_t begin, uint64_t end) {
    for (uint64_t sorted = begin + 1; sorted < end; sorted++) {
        for (uint64_t at = sorted; at > begin && row_is_less(view, at, at - 1); at--) {
            row_order(view, at - 1, at);
        }
    }
}

/*
 * Bitonic, with all comparisons in one direction: a merge begins with a comparison of mirrored places, so
 * that places after the end may be thought of as larger than all and left out. All threads of the block.
 */
static __device__ void row_sort_together(const struct row_view *view, uint64_t begin, uint64_t end) {
    uint64_t count = end - begin;
    for (uint64_t run = 2; run / 2 < count; run *= 2) {
        for (uint64_t distance = run / 2; distance > 0; distance /= 2) {
            for (uint64_t i = threadIdx.x; i < count; i += ROW_THREADS) {
                uint64_t other = distance == run / 2 ? i ^ (run - 1) : i ^ distance;
                if (other > i && other < count) {
                    row_order(view, begin + i, begin + other);
                }
            }
            __syncthreads();
        }
    }
}

static __global__ void __launch_bounds__(ROW_THREADS) sort_rows(const struct row_view view) {
    __shared__ uint64_t large[ROW_THREADS];
    __shared__ unsigned count;
    for (uint64_t base = (uint64_t)blockIdx.x * ROW_THREADS; base < view.states;
         base += (uint64_t)gridDim.x * ROW_THREADS) {
        uint64_t state = base + threadIdx.x;
        if (threadIdx.x == 0) {
            count = 0;
        }
        __syncthreads();
        if (state < view.states) {
            if (view.offsets[state + 1] - view.offsets[state] <= ROW_SMALL) {
                row_sort_alone(&view, view.offsets[state], view.offsets[state + 1]);
            } else {
                large[atomicAdd(&count, 1u)] = state;
            }
        }
        __syncthreads();
        for (unsigned i = 0; i < count; i++) {
            row_sort_together(&view, view.offsets[large[i]], view.offsets[large[i] + 1]);
        }
        __syncthreads();
    }
}

/* --- what a row has in the MDP --- */

static __device__ int row_progresses(const struct row_view *view, uint64_t state) {
    for (uint64_t edge = view->offsets[state]; view->progress && edge < view->offsets[state + 1]; edge++) {
        if (view->meaning[view->labels[edge]].kind == MDP_INTERNAL) {
            return 1;
        }
    }
    return 0;
}

/* Where a sorted row ends: races come last, and are cut off. */
static __device__ uint64_t row_end(const struct row_view *view, uint64_t state) {
    uint64_t begin = view->offsets[state], end = view->offsets[state + 1];
    if (view->reachable != NULL && !bitmap_has(view->reachable, state)) {
        return begin;
    }
    if (row_progresses(view, state)) {
        while (end > begin && view->meaning[view->labels[end - 1]].kind == MDP_RATE) {
            end--;
        }
    }
    return end;
}

/* The end of the choice that begins with the edge, repetitions included. */
static __device__ uint64_t row_choice_end(const struct row_view *view, uint64_t edge, uint64_t end) {
    uint64_t key = row_key(view, edge), at = edge + 1;
    while (at < end && row_key(view, at) == key &&
           (key >= MDP_KEY_JOINED || view->targets[at] == view->targets[edge])) {
        at++;
    }
    return at;
}

static __device__ int row_repeats(const struct row_view *view, uint64_t edge, uint64_t first) {
    return edge > first && view->targets[edge] == view->targets[edge - 1];
}

/* Whether the choice's probabilities or rates are wrong. */
static __device__ int row_is_wrong(const struct row_view *view, uint64_t edge, uint64_t stop) {
    uint32_t kind = view->meaning[view->labels[edge]].kind;
    double sum = 0;
    int wrong = 0;
    for (; edge < stop; edge++) {
        const struct mdp_label *label = &view->meaning[view->labels[edge]];
        if (label->kind == MDP_PROB || label->kind == MDP_RATE) {
            sum += label->value;
            wrong |= !(label->value > 0 && isfinite(label->value));
        }
    }
    return wrong || (kind == MDP_PROB && !(fabs(sum - 1) <= MDP_SUM_TOLERANCE));
}

struct row_totals {
    unsigned long long choices;
    unsigned long long wrong; /* the least state; UINT64_MAX: none */
};

/* counts[state + 1]: edges of each state in the MDP. */
static __global__ void measure_rows(const struct row_view view, uint64_t *counts, struct row_totals *totals) {
    for (uint64_t state = device_grid_thread(); state < view.states; state += device_grid_step()) {
        uint64_t edges = 0, choices = 0, end = row_end(&view, state);
        int wrong = 0;
        for (uint64_t edge = view.offsets[state], stop; edge < end; edge = stop) {
            stop = row_choice_end(&view, edge, end);
            wrong |= row_is_wrong(&view, edge, stop);
            choices++;
            for (uint64_t at = edge; at < stop; at++) {
                edges += !row_repeats(&view, at, edge);
            }
        }
        counts[state + 1] = edges;
        if (choices != 0) {
            atomicAdd(&totals->choices, (unsigned long long)choices);
        }
        if (wrong) {
            atomicMin(&totals->wrong, (unsigned long long)state);
        }
    }
}

/* The name of a choice: that of all its labels, or none. */
static __device__ uint32_t row_name(const struct row_view *view, uint64_t edge, uint64_t stop) {
    uint32_t name = view->meaning[view->labels[edge]].name;
    for (uint64_t at = edge + 1; at < stop; at++) {
        name = view->meaning[view->labels[at]].name == name ? name : MDP_NAMELESS;
    }
    return name == MDP_NAMELESS ? ROW_NO_LABEL : name;
}

/* begins and labels may be NULL. */
static __global__ void write_rows(const struct row_view view, const uint64_t *offsets, uint32_t *targets,
                                  uint32_t *begins, uint32_t *labels) {
    for (uint64_t state = device_grid_thread(); state < view.states; state += device_grid_step()) {
        uint64_t to = offsets[state], end = row_end(&view, state);
        for (uint64_t edge = view.offsets[state], stop; edge < end; edge = stop) {
            stop = row_choice_end(&view, edge, end);
            uint32_t name = labels == NULL ? ROW_NO_LABEL : row_name(&view, edge, stop);
            if (begins != NULL) {
                shared_bit_claim(begins, to);
            }
            for (uint64_t at = edge; at < stop; at++) {
                if (!row_repeats(&view, at, edge)) {
                    targets[to] = view.targets[at];
                    if (labels != NULL) {
                        labels[to] = name;
                    }
                    to++;
                }
            }
        }
    }
}

/* --- states that maximal progress leaves --- */

/* A level of a search: the states queue[first .. end), whose new successors are queued from *queued on. */
static __global__ void reach_level(const struct row_view view, uint32_t *reached, uint32_t *queue,
                                   uint64_t first, uint64_t end, unsigned long long *queued) {
    for (uint64_t i = first + device_grid_thread(); i < end; i += device_grid_step()) {
        uint32_t state = queue[i];
        int progresses = row_progresses(&view, state);
        for (uint64_t edge = view.offsets[state]; edge < view.offsets[state + 1]; edge++) {
            if (progresses && view.meaning[view.labels[edge]].kind == MDP_RATE) {
                continue;
            }
            if (shared_bit_claim(reached, view.targets[edge])) {
                queue[atomicAdd(queued, 1ULL)] = view.targets[edge];
            }
        }
    }
}

/* --- */

static __global__ void mark_label(const uint32_t *labels, uint64_t edges, uint32_t label, uint32_t *bitmap) {
    for (uint64_t word = device_grid_thread(); word * BITMAP_WORD_BITS < edges; word += device_grid_step()) {
        uint32_t bits = 0;
        for (uint64_t edge = word * BITMAP_WORD_BITS, bit = 0; bit < BITMAP_WORD_BITS && edge < edges;
             bit++, edge++) {
            bits |= (uint32_t)(labels[edge] == label) << bit;
        }
        bitmap[word] = bits;
    }
}

#endif
