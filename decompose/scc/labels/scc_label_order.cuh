#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_LABEL_ORDER_CUH
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_LABEL_ORDER_CUH

/*
 * Every vertex has a label of its own, and the least label wins. A label determines its vertex, whose pair
 * can then be looked up. The order of labels decides how fast they spread: in the numbering of the graph
 * itself, labels of long paths follow one another; in a random order few labels are left after few sweeps,
 * wherever they start.
 */
#include <stdint.h>

enum scc_order {
    SCC_ORDER_GREATEST, /* the greatest vertex wins, as in the article */
    SCC_ORDER_LEAST,    /* the least vertex wins */
    SCC_ORDER_RANDOM    /* by a bijection of 32-bit numbers, a different one for each seed */
};

struct scc_labels {
    enum scc_order order;
    uint32_t seed;
};

/* Odd factors, and their inverses modulo 2^32. */
#define LABEL_FACTOR_1 0x9e3779b1u
#define LABEL_INVERSE_1 0x0e8b2f51u
#define LABEL_FACTOR_2 0x85ebca6bu
#define LABEL_INVERSE_2 0xa5cb9243u

static_assert(LABEL_FACTOR_1 * LABEL_INVERSE_1 == 1u, "inverse of the first factor");
static_assert(LABEL_FACTOR_2 * LABEL_INVERSE_2 == 1u, "inverse of the second factor");

static __host__ __device__ __forceinline__ uint32_t label_of(struct scc_labels labels, uint32_t vertex) {
    if (labels.order != SCC_ORDER_RANDOM) {
        return labels.order == SCC_ORDER_LEAST ? vertex : ~vertex;
    }
    uint32_t label = (vertex ^ labels.seed) * LABEL_FACTOR_1;
    label = (label ^ label >> 16) * LABEL_FACTOR_2;
    return label ^ label >> 16;
}

static __host__ __device__ __forceinline__ uint32_t label_vertex(struct scc_labels labels, uint32_t label) {
    if (labels.order != SCC_ORDER_RANDOM) {
        return labels.order == SCC_ORDER_LEAST ? label : ~label;
    }
    uint32_t vertex = (label ^ label >> 16) * LABEL_INVERSE_2;
    return ((vertex ^ vertex >> 16) * LABEL_INVERSE_1) ^ labels.seed;
}

/* A random order in which that vertex has the best label, 0. */
static inline struct scc_labels scc_labels_best(uint32_t vertex) {
    struct scc_labels labels = {SCC_ORDER_RANDOM, vertex};
    return labels;
}

#endif
