#ifndef HEDDLE_REDUCE_COMPARE_SET_PAIRS_H
#define HEDDLE_REDUCE_COMPARE_SET_PAIRS_H

#include <stdint.h>

struct error;
struct graph;
struct memory;
struct run;

/* What the sets of states after a common word differ in. */
enum word_end {
    WORD_END_NONE,
    WORD_END_LABEL,      /* the word ends with a label that one side cannot do */
    WORD_END_DIVERGENCE, /* one side can be in a vertex with an edge `i` to itself, the other one cannot */
    WORD_END_DEADLOCK    /* the same for a vertex without edges */
};

/* Two vertices of a graph with labels, and how their sequences of labels are compared. */
struct set_pairs_question {
    const struct graph *graph;
    uint32_t vertices[2];
    int weak;        /* `i` is left out of the sequences */
    int inclusion;   /* only what the first vertex can do and the second cannot is a difference */
    int divergences; /* also look for WORD_END_DIVERGENCE; for graphs whose cycles of `i` are loops */
    int deadlocks;   /* also look for WORD_END_DEADLOCK */
    uint64_t most;   /* the greatest number of sets, and of pairs */
};

/* A shortest word after which the vertices differ; begins as zeros. */
struct set_pairs_answer {
    enum word_end end;
    int holder;      /* 0 or 1: which vertex can do it */
    uint32_t *word;  /* [length] labels */
    uint64_t length; /* WORD_END_LABEL: at least 1 */
    uint64_t pairs;  /* that were visited */
};

/*
 * Walks breadth first over the pairs of sets that the two vertices reach by the same words (subset
 * construction). A difference in labels comes before one in divergence, that before one in deadlocks; of each
 * kind the shortest word is taken, of these the first one in the order of labels. Without a difference in
 * labels the vertices have the same sequences. 0, or -1 with *error filled: ERROR_LIMIT, ERROR_MEMORY,
 * ERROR_INTERRUPTED. Free the answer in any case.
 */
int set_pairs_compare(const struct set_pairs_question *question, const struct run *run,
                      struct set_pairs_answer *answer, struct error *error);
void set_pairs_answer_free(struct set_pairs_answer *answer, struct memory *memory);

#endif
