#ifndef HEDDLE_API_FORMULA_H
#define HEDDLE_API_FORMULA_H

#include "api/job.h"

/* A formula of linear temporal logic or an automaton, or two of them. */
struct formula_request {
    struct run_options run; /* of the job: job_set_run */
    const char
        *formula[2];    /* texts or names of files (.ltl, .hoa; -: standard input); the second may be NULL */
    int extended;       /* patterns are extended regular expressions */
    int negate;         /* show the automaton of the negation */
    const char *output; /* a file for the automaton, or NULL */
};

#define FORMULA_DEFAULTS                                                                                     \
    {                                                                                                        \
        .run = {.timeout = -1, .device = "cpu" }                                                             \
    }

/* What does not apply, or is not known, is UINT64_MAX, -1 or NULL. */
struct formula_result {
    const char *class; /* safety, guarantee, obligation, recurrence, persistence, reactivity */
    const char *truth; /* "valid" or "unsatisfiable" */
    const char *steps; /* "matter" or "do not matter": invisible steps (specs/ltl/tgba_steps.h) */
    uint64_t atoms, states, edges, marks; /* of the automaton */
    uint64_t other_states;                /* of the automaton of the negation */
    int deterministic;
    int equivalent;       /* two formulas */
    int satisfies;        /* which of them the word satisfies: 0 or 1 */
    const char *included; /* the one whose words all satisfy the other, where that alone was decided */
    char *word;           /* that tells them apart */
    uint64_t word_bytes;
    const char *written;
};

/* Finds out what the formulas mean, and writes the automaton. Returns 0, or -1 with job->error. Free the
 * result in any case. */
int api_formula(struct job *job, const struct formula_request *request, struct formula_result *result);
void formula_result_free(struct formula_result *result, struct memory *memory);

#endif
