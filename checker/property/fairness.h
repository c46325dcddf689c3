#ifndef HEDDLE_CHECKER_PROPERTY_FAIRNESS_H
#define HEDDLE_CHECKER_PROPERTY_FAIRNESS_H

#include "checker/property/property.h"

/* What runs are assumed to be (docs/fairness.md), of properties of cycles and of linear time. */
enum fairness_strength { FAIRNESS_NONE, FAIRNESS_WEAK, FAIRNESS_STRONG };
extern const char *const fairness_names[]; /* by strength: "none", "weak", "strong", NULL */

/* A set of labels. */
struct fairness_labels {
    enum fairness_strength strength;
    int each;            /* one condition for each label of the set, not one for all */
    struct property set; /* a PROPERTY_NEVER, which matches them */
};

struct fairness {
    enum fairness_strength processes; /* of each process */
    const char *text;                 /* as fairness_read has it; borrowed; NULL: no labels */
    struct fairness_labels *labels;
    uint64_t count, capacity;
};

/* Whether it assumes something. NULL: it does not. */
int fairness_is_assumed(const struct fairness *fairness);
/*
 * Reads labels, "weak:LABEL,strong:each:'PATTERN'": a label or pattern as property_make reads it. Returns 0,
 * or -1 with the maker's error: ERROR_USAGE. The caller frees with fairness_free in either case.
 */
int fairness_read(const struct property_maker *maker, const char *text, struct fairness *fairness);
void fairness_free(struct fairness *fairness, const struct run *run);

#endif
