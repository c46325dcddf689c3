#ifndef HEDDLE_API_CHECK_JUNIT_H
#define HEDDLE_API_CHECK_JUNIT_H

#include <stdint.h>

struct error;
struct run;

enum junit_outcome { JUNIT_PASSED, JUNIT_FAILED, JUNIT_ERROR };

/* A property as a test: what is said when it does not pass, and its trace. All texts may have any bytes. */
struct junit_case {
    const char *name, *kind;
    enum junit_outcome outcome; /* JUNIT_ERROR: it is undecided */
    double seconds;
    const char *message, *details; /* of a test that does not pass; details may be NULL */
    const char *note;              /* of one that passes: what else is to be said; NULL for nothing */
};

struct junit_suite {
    const char *name; /* the network */
    const struct junit_case *cases;
    uint64_t count;
    double seconds;
    const char *warnings; /* a line each; NULL for none */
    int is_strict;        /* the warnings are one more test, which fails */
};

/* Writes results as JUnit's XML, which servers for continuous integration read. Returns 0, or -1 with *error
 * filled. */
int junit_write(const char *path, const struct junit_suite *suite, const struct run *run,
                struct error *error);

#endif
