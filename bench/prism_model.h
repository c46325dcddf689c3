#ifndef HEDDLE_BENCH_PRISM_MODEL_H
#define HEDDLE_BENCH_PRISM_MODEL_H

#include "bench/subject.h"

/* A model of examples/prism whose counts are known. */
struct prism_subject {
    const char *text;             /* by name, as the Makefile lists them: "coin-6" has 6 processes */
    const char *constants;        /* "K=2", or "" */
    struct network_counts counts; /* transitions are entries of the matrix */
};

/* Whether the text is there. Benchmarks ask for all of theirs, at all sizes, because tests run the small
 * ones. */
int prism_subject_exists(const struct prism_subject *which);
/* Opens it as subject_open does. */
int prism_subject_open(struct bench *bench, const struct prism_subject *which, struct subject *subject);

/*
 * The seconds that Storm takes to build the model, in the Python that has stormpy ($HEDDLE_STORM, or that of
 * `make build/storm.done`); -1 where it is not there, or fails.
 */
double prism_storm_seconds(const struct prism_subject *which);

#endif
