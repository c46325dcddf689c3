#ifndef HEDDLE_CHECKER_FAIR_NETWORK_H
#define HEDDLE_CHECKER_FAIR_NETWORK_H

#include "explorer/model/network.h"

struct error;
struct fairness;
struct run;

/* What a condition is about. */
struct fair_condition {
    uint32_t process;  /* FAIR_LABELS: none */
    uint64_t labels;   /* which set of labels of the assumption */
    const char *label; /* this label of the set; NULL: all together */
};
#define FAIR_LABELS UINT32_MAX

/*
 * What is assumed of the runs of a network (checker/property/fairness.h), as sets of labels for cycles
 * (decompose/cycles/cycle.h). For assumptions about processes (tables, and modules of PRISM models), labels
 * are split by those that take part in their rules: `network` is like the given one, but several of its
 * labels may have one text.
 */
struct fair_network {
    const struct network *network;
    uint8_t **set;                     /* [weak_count + strong_count]: a byte for each label, at least one */
    struct fair_condition *condition;  /* what each set is of */
    uint32_t weak_count, strong_count; /* the weak ones come first */
    struct network split;              /* `network`, if it is not the given one; its labels, and its rules or
                                          data, are here */
    uint64_t labels;                   /* room for labels in `split` */
    uint64_t capacity, condition_capacity; /* of `set` and `condition` */
    struct memory *memory;
};

/*
 * Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED; what a pattern reports. The caller
 * frees it with fair_network_free in either case, before the given network.
 */
int fair_network_make(struct fair_network *fair, const struct network *network,
                      const struct fairness *fairness, const struct run *run, struct error *error);
void fair_network_free(struct fair_network *fair);

#endif
