#ifndef HEDDLE_BENCH_SCC_FAMILIES_H
#define HEDDLE_BENCH_SCC_FAMILIES_H

#include <stdint.h>

#include "bench/graph_family.h"
#include "bench/network_shape.h"

/* The graphs that `heddle bench scc` decomposes. */
struct scc_family {
    const char *part, *name;
    struct graph_family family; /* at its full size */
    /* If the sizes, by bench_size, are not 0, the graph is the state space of such a network. */
    struct {
        uint32_t sizes[4];
        enum network_kind kind;
        uint32_t groups;
    } network;
    double published; /* seconds of ECL-SCC 1.0 on an H200, full size; 0: not known */
};

extern const struct scc_family scc_families[];
extern const unsigned scc_family_count;

/* The family at size bench_size(); the published time is 0 where it is of another size. */
struct scc_family scc_family_sized(const struct scc_family *family, unsigned size);

#endif
