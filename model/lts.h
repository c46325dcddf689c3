#ifndef HEDDLE_MODEL_LTS_H
#define HEDDLE_MODEL_LTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct memory;

#define LTS_NO_CHOICE UINT32_MAX

/* A label that is wrong, perhaps, and where the file has it; line 0: none. */
struct lts_slip {
    const char *text; /* belongs to the label table */
    uint32_t line, column;
};

/*
 * A labelled transition system, immutable once read. Rows are sorted by (label, choice, target), without
 * duplicates. `labels` maps the moves' local label numbers (0 .. label_count-1, in order of first occurrence)
 * to ids of the label table that was used for reading; every local label occurs on some move. Only states
 * below row_states have rows; later states have no moves (the header may announce more states than the file
 * mentions, and memory is proportional to the latter). Moves of one state that form one probabilistic choice
 * share a `choice` number, unique in the LTS: `prob P` labels with equal L, and mCRL2's distributions.
 * `choice` is NULL if there are no choices. `weight` is not NULL if the file has distributions: for their
 * moves, it is the index of the probability in `weights`.
 */
struct lts {
    char *path;      /* the path that was opened */
    uint32_t states; /* at least 1 */
    uint32_t initial;
    uint32_t row_states; /* number of rows: at most states, at least initial + 1 */
    uint64_t moves;
    uint64_t *row;    /* [row_states + 1]: offsets into label, target and choice */
    uint32_t *label;  /* [moves]: local label numbers */
    uint32_t *target; /* [moves]: states */
    uint32_t *choice; /* [moves], or NULL */
    uint32_t choices; /* number of choice numbers */
    uint32_t *weight; /* [moves], or NULL */
    double *weights;  /* [weight_count] */
    uint32_t weight_count;
    uint32_t label_count;
    uint32_t *labels;  /* [label_count]: ids of the label table */
    int distributions; /* the file uses mCRL2's probabilistic variant, so it cannot be a component of a larger
                          network */
    int drawn_initial; /* the file has a distribution over initial states: `initial` is an added last state
                          with that choice */
    struct lts_slip quotes;    /* the first label in quotes that belong to it: 'a' */
    struct lts_slip number;    /* the first plain label that probably should be stochastic: prob 0,5 */
    struct lts_slip faulty[2]; /* the first `prob` or `rate` label whose number cannot be used: prob 0;
                                  by enum label_numbers (base/text/label_number.h) */
    /* allocated elements, for lts_free */
    uint64_t row_capacity, move_capacity, choice_capacity, labels_capacity, weight_capacity, weights_capacity;
};

/* NULL is allowed. */
void lts_free(struct memory *memory, struct lts *lts);

#ifdef __cplusplus
}
#endif
#endif
