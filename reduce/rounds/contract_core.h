#ifndef HEDDLE_REDUCE_ROUNDS_CONTRACT_CORE_H
#define HEDDLE_REDUCE_ROUNDS_CONTRACT_CORE_H

/*
 * The steps that prepare a graph for rounds of refinement: labels are hidden, internal edges are selected,
 * and the strongly connected components of these are contracted. For a single vertex, on a GPU and, in tests,
 * on the host.
 */
#include "base/steps/steps_core.h"

struct contract_counters {
    uint64_t internal; /* whether an edge is internal */
    uint64_t cycles;   /* .. within a component */
    uint64_t repeated; /* edges that equal another one once labels are hidden */
    uint64_t widest;   /* edges of the longest row */
};

struct contract_view {
    struct step_huge huge;
    uint64_t vertices, edges;
    const uint64_t *offsets;
    const uint32_t *targets;
    uint32_t *labels;
    uint32_t internal;      /* the internal label, after hiding */
    const uint32_t *rank;   /* the label that replaces each; NULL: none is hidden */
    uint32_t *live;         /* bitmap of edges: those with the internal label */
    uint32_t wants_visible; /* .. or all others */
    /* components */
    const uint32_t *component; /* [vertex]: the least member */
    uint32_t *cyclic;          /* bitmap over least members: components with a cycle */
    uint32_t *number;          /* [vertices + 1]: whether a vertex leads a component; then ranks */
    uint32_t *vertex;          /* [vertices]: its component's number */
    /* the contracted graph */
    uint64_t *made_offsets; /* [components + 1] */
    uint64_t *cursor;       /* [components]: the next free place of its row */
    uint32_t *made_targets, *made_labels;
    uint32_t *diverges; /* bitmap over components */
    struct contract_counters *counters;
};

/* clang-format off */
#define CONTRACT_STEPS(STEP)                                                                                 \
    STEP(contract, CONTRACT_HIDE,    step_vertex, contract_edges, contract_hide)                             \
    STEP(contract, CONTRACT_SELECT,  step_vertex, step_one,       contract_select)                           \
    STEP(contract, CONTRACT_CYCLES,  step_vertex, contract_edges, contract_cycles)                           \
    STEP(contract, CONTRACT_LEAD,    step_vertex, step_one,       contract_lead)                             \
    STEP(contract, CONTRACT_MAP,     step_vertex, step_one,       contract_map)                              \
    STEP(contract, CONTRACT_DEGREES, step_vertex, contract_edges, contract_degrees)                          \
    STEP(contract, CONTRACT_WRITE,   step_vertex, contract_edges, contract_write)                            \
    STEP(contract, CONTRACT_WIDEST,  step_vertex, step_one,       contract_widest)

#define CONTRACT_COUNTED_STEPS(STEP)                                                                         \
    STEP(contract, CONTRACT_REPEAT, contract_repeated, step_not_over, contract_count)
/* clang-format on */

enum contract_step { CONTRACT_STEPS(STEPS_ENUM) CONTRACT_COUNTED_STEPS(STEPS_ENUM) };

CORE_FUNCTION uint64_t contract_edges(const struct contract_view *view, uint32_t vertex) {
    return view->offsets[vertex + 1] - view->offsets[vertex];
}

CORE_FUNCTION void contract_widest(const struct contract_view *view, uint32_t vertex, uint32_t lane,
                                   uint32_t lanes) {
    (void)lane;
    (void)lanes;
    if (contract_edges(view, vertex) > view->huge.least) {
        shared64_most(&view->counters->widest, contract_edges(view, vertex));
    }
}

/* --- labels --- */

CORE_FUNCTION void contract_hide(const struct contract_view *view, uint32_t vertex, uint32_t lane,
                                 uint32_t lanes) {
    const uint64_t end = view->offsets[vertex + 1];
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end; edge += lanes) {
        view->labels[edge] = view->rank[view->labels[edge]];
    }
}

/* The first edge of [begin, end) with a label above the given one; sorted by label. */
CORE_FUNCTION uint64_t contract_label_end(const struct contract_view *view, uint64_t begin, uint64_t end,
                                          uint32_t label) {
    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (view->labels[middle] <= label) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

CORE_FUNCTION int contract_has_target(const struct contract_view *view, uint64_t begin, uint64_t end,
                                      uint32_t target) {
    const uint64_t last = end;
    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (view->targets[middle] < target) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin < last && view->targets[begin] == target;
}

/*
 * The edges of a vertex that are internal once labels are hidden, and equal an earlier one then. Labels are
 * not hidden yet, so the row is sorted by (label, target).
 */
CORE_FUNCTION uint32_t contract_repeated(const struct contract_view *view, uint64_t vertex) {
    const uint64_t begin = view->offsets[vertex], end = view->offsets[vertex + 1];
    uint32_t repeated = 0;
    for (uint64_t edge = begin; edge < end; edge++) {
        const uint32_t label = view->labels[edge];
        if (view->rank[label] != view->internal) {
            continue;
        }
        for (uint64_t at = begin; view->labels[at] != label;) {
            const uint64_t next = contract_label_end(view, at, edge, view->labels[at]);
            if (view->rank[view->labels[at]] == view->internal &&
                contract_has_target(view, at, next, view->targets[edge])) {
                repeated++;
                break;
            }
            at = next;
        }
    }
    return repeated;
}

CORE_FUNCTION uint64_t *contract_count(const struct contract_view *view) {
    return &view->counters->repeated;
}

/* A word of the bitmap of edges. */
CORE_FUNCTION void contract_select(const struct contract_view *view, uint32_t word, uint32_t lane,
                                   uint32_t lanes) {
    const uint64_t first = (uint64_t)word * BITMAP_WORD_BITS;
    uint32_t bits = 0;
    (void)lane;
    (void)lanes;
    for (uint32_t i = 0; i < BITMAP_WORD_BITS && first + i < view->edges; i++) {
        bits |= (uint32_t)((view->labels[first + i] == view->internal) != (view->wants_visible != 0)) << i;
    }
    view->live[word] = bits;
    if (bits != 0 && !view->wants_visible && shared64_load(&view->counters->internal) == 0) {
        shared64_store(&view->counters->internal, 1);
    }
}

/* --- components --- */

CORE_FUNCTION void contract_cycles(const struct contract_view *view, uint32_t vertex, uint32_t lane,
                                   uint32_t lanes) {
    const uint32_t own = view->component[vertex];
    const uint64_t end = view->offsets[vertex + 1];
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end; edge += lanes) {
        if (view->labels[edge] == view->internal && view->component[view->targets[edge]] == own) {
            shared_bit_claim(view->cyclic, own);
            if (shared64_load(&view->counters->cycles) == 0) {
                shared64_store(&view->counters->cycles, 1);
            }
        }
    }
}

CORE_FUNCTION void contract_lead(const struct contract_view *view, uint32_t vertex, uint32_t lane,
                                 uint32_t lanes) {
    (void)lane;
    (void)lanes;
    view->number[vertex] = vertex < view->vertices && view->component[vertex] == vertex;
}

CORE_FUNCTION void contract_map(const struct contract_view *view, uint32_t vertex, uint32_t lane,
                                uint32_t lanes) {
    const uint32_t own = view->component[vertex], number = view->number[own];
    (void)lane;
    (void)lanes;
    view->vertex[vertex] = number;
    if (own == vertex && view->diverges != NULL && bitmap_has(view->cyclic, own)) {
        shared_bit_claim(view->diverges, number);
    }
}

/* --- the contracted graph --- */

CORE_FUNCTION int contract_keeps(const struct contract_view *view, uint64_t edge, uint32_t own) {
    return view->labels[edge] != view->internal || view->component[view->targets[edge]] != own;
}

/* The edges of the lane's share that are kept. */
CORE_FUNCTION uint64_t contract_kept(const struct contract_view *view, uint32_t vertex, uint32_t lane,
                                     uint32_t lanes) {
    const uint32_t own = view->component[vertex];
    const uint64_t end = view->offsets[vertex + 1];
    uint64_t kept = 0;
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end; edge += lanes) {
        kept += (uint64_t)contract_keeps(view, edge, own);
    }
    return kept;
}

CORE_FUNCTION void contract_degrees(const struct contract_view *view, uint32_t vertex, uint32_t lane,
                                    uint32_t lanes) {
    const uint64_t kept = contract_kept(view, vertex, lane, lanes);
    if (kept != 0) {
        shared64_add(&view->made_offsets[view->vertex[vertex]], kept);
    }
}

CORE_FUNCTION void contract_write(const struct contract_view *view, uint32_t vertex, uint32_t lane,
                                  uint32_t lanes) {
    const uint32_t own = view->component[vertex];
    const uint64_t end = view->offsets[vertex + 1], kept = contract_kept(view, vertex, lane, lanes);
    uint64_t at = kept == 0 ? 0 : shared64_add(&view->cursor[view->vertex[vertex]], kept);
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end; edge += lanes) {
        if (contract_keeps(view, edge, own)) {
            view->made_targets[at] = view->vertex[view->targets[edge]];
            view->made_labels[at++] = view->labels[edge];
        }
    }
}

#endif
