#ifndef HEDDLE_API_SOLVE_H
#define HEDDLE_API_SOLVE_H

#include "api/job.h"
#include "frontend/formats/game_read.h"
#include "parity/solver/solver.h"

/* The parity game to solve, and how. */
struct solve_request {
    struct run_options run; /* of the job: job_set_run */
    struct game_read_options reading;
    struct solve_options how;
    const char *path, *output; /* output: the file to write, or NULL */
    uint64_t start;            /* an id; UINT64_MAX: the start of the file */
    int verify;
};

#define SOLVE_DEFAULTS                                                                                       \
    { .run = {.timeout = -1, .device = "auto"}, .start = UINT64_MAX }

/* What does not apply, or is not known, is UINT64_MAX, a negative time, or NULL. */
struct solve_result {
    struct game_store store;
    struct solution solution;
    struct solve_report report;
    int complete; /* the game was solved: only the output may be missing */
    int verified; /* whether the solution is right; -1: not known */
    const char *solver, *winner, *written;
    uint64_t vertices, edges, priorities, even, odd, start; /* start: an id */
    double read_seconds, verify_seconds;
};

/* Reads, solves, verifies and writes the solution, if it is not wrong (which a message says). Returns 0, or
 * -1 with job->error. Free the result in any case. */
int api_solve(struct job *job, const struct solve_request *request, struct solve_result *result);
void solve_result_free(struct solve_result *result, struct memory *memory);

#endif
