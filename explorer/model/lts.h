#ifndef HEDDLE_EXPLORER_MODEL_LTS_H
#define HEDDLE_EXPLORER_MODEL_LTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct memory;

#define LTS_NO_CHOICE UINT32_MAX

/*
 * A labelled transition system, immutable once read. Rows are sorted by (label, choice, target), each move
 * once. `labels` maps the local label numbers that moves carry (0 .. label_count-1, in order of first
 * occurrence) to ids of the label table that it was read with; every local label occurs on some move.
 * Rows exist for states below row_states only: no state from there on has a move (the header may promise
 * more states than the file mentions, and memory is proportional to what is there).
 * Moves of one state that are one probabilistic choice share a `choice` number, unique in the LTS: `prob P`
 * labels with equal L, and mCRL2's distributions. `choice` is NULL when no move has one. `weight` is there
 * where the file has distributions: for the moves of those, which of `weights` is the probability.
 */
struct lts {
    char *path;      /* as it was opened */
    uint32_t states; /* at least 1 */
    uint32_t initial;
    uint32_t row_states; /* rows that exist: at most states, at least initial + 1 */
    uint64_t moves;
    uint64_t *row;    /* row_states + 1 offsets into label, target and choice */
    uint32_t *label;  /* moves: local label numbers */
    uint32_t *target; /* moves: states */
    uint32_t *choice; /* moves, or NULL */
    uint32_t choices; /* how many choice numbers there are */
    uint32_t *weight; /* moves, or NULL */
    double *weights;  /* weight_count */
    uint32_t weight_count;
    uint32_t label_count;
    uint32_t *labels;  /* label_count ids of the label table */
    int distributions; /* the file used mCRL2's probabilistic variant: no component of a larger network */
    int drawn_initial; /* the file has a distribution over initial states: `initial` is the last state, and is
                          not in the file; its one choice draws one of them */
    /* how much is allocated, in elements; for lts_free */
    uint64_t row_capacity, move_capacity, choice_capacity, labels_capacity, weight_capacity, weights_capacity;
};

/* NULL is allowed. */
void lts_free(struct memory *memory, struct lts *lts);

#ifdef __cplusplus
}
#endif
#endif
