#ifndef HEDDLE_DECOMPOSE_MDP_MDP_ROWS_CORE_H
#define HEDDLE_DECOMPOSE_MDP_MDP_ROWS_CORE_H

/*
 * The choices of a row that is sorted by (key, target), on the host and on a GPU. The file that includes this
 * header first defines struct mdp_rows and
 *
 *     uint64_t mdp_rows_key(rows, edge)                     mdp_edge_key of the edge
 *     uint32_t mdp_rows_target(rows, edge)
 *     const struct mdp_label *mdp_rows_label(rows, edge)
 */
#include <math.h>

#include "model/mdp_core.h"

/* The end of the choice that begins with the edge, repetitions included. */
CORE_FUNCTION uint64_t mdp_rows_choice_end(const struct mdp_rows *rows, uint64_t edge, uint64_t end) {
    uint64_t key = mdp_rows_key(rows, edge), at = edge + 1;
    while (at < end && mdp_rows_key(rows, at) == key &&
           (key >= MDP_KEY_JOINED || mdp_rows_target(rows, at) == mdp_rows_target(rows, edge))) {
        at++;
    }
    return at;
}

/* Whether an edge of the choice that begins with `first` has the target of the edge before it. */
CORE_FUNCTION int mdp_rows_repeats(const struct mdp_rows *rows, uint64_t edge, uint64_t first) {
    return edge > first && mdp_rows_target(rows, edge) == mdp_rows_target(rows, edge - 1);
}

enum mdp_fault { MDP_NO_FAULT, MDP_NOT_POSITIVE, MDP_WRONG_SUM };

/* Checks the probabilities or rates of the choice [edge, stop). */
CORE_FUNCTION enum mdp_fault mdp_rows_check(const struct mdp_rows *rows, uint64_t edge, uint64_t stop,
                                            double *sum) {
    uint32_t kind = mdp_rows_label(rows, edge)->kind;
    enum mdp_fault fault = MDP_NO_FAULT;
    *sum = 0;
    for (; edge < stop; edge++) {
        const struct mdp_label *label = mdp_rows_label(rows, edge);
        if (label->kind == MDP_PROB || label->kind == MDP_RATE) {
            *sum += label->value;
            fault = label->value > 0 && isfinite(label->value) ? fault : MDP_NOT_POSITIVE;
        }
    }
    return fault == MDP_NO_FAULT && kind == MDP_PROB && !(fabs(*sum - 1) <= MDP_SUM_TOLERANCE) ? MDP_WRONG_SUM
                                                                                               : fault;
}

struct mdp_row_size {
    uint64_t edges, choices;
    int faulty;
};

/* The size that the row [begin, end) has in the MDP. */
CORE_FUNCTION struct mdp_row_size mdp_rows_measure(const struct mdp_rows *rows, uint64_t begin, uint64_t end,
                                                   int check) {
    struct mdp_row_size size = {0, 0, 0};
    double sum;
    for (uint64_t edge = begin, stop; edge < end; edge = stop) {
        stop = mdp_rows_choice_end(rows, edge, end);
        size.faulty |= check && mdp_rows_check(rows, edge, stop, &sum) != MDP_NO_FAULT;
        size.choices++;
        for (uint64_t at = edge; at < stop; at++) {
            size.edges += !mdp_rows_repeats(rows, at, edge);
        }
    }
    return size;
}

/* The name that all labels of the choice [edge, stop) have; else MDP_NO_LABEL. */
CORE_FUNCTION uint32_t mdp_rows_name(const struct mdp_rows *rows, uint64_t edge, uint64_t stop) {
    uint32_t name = mdp_rows_label(rows, edge)->name;
    for (uint64_t at = edge + 1; at < stop; at++) {
        name = mdp_rows_label(rows, at)->name == name ? name : MDP_NAMELESS;
    }
    return name == MDP_NAMELESS ? MDP_NO_LABEL : name;
}

#endif
