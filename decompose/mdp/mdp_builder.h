#ifndef HEDDLE_DECOMPOSE_MDP_MDP_BUILDER_H
#define HEDDLE_DECOMPOSE_MDP_MDP_BUILDER_H

#include <stdint.h>

#include "model/mdp.h"
#include "model/mdp_names.h"

struct error;
struct run;

/* A position in a file. */
struct mdp_place {
    uint64_t line;
    uint32_t column;
};

/* Consecutive edges of one choice in the file, for files that are not in order. */
struct mdp_run {
    uint32_t state, choice;
    uint64_t begin, count; /* its edges, as a range of the edges of the file */
    struct mdp_place place;
    uint32_t label;
    double sum;
};

/*
 * Builds an MDP from the edges of a file, in any order. Edges in the order of states and choices, as all
 * tools write them, are stored in their final places at once. After the first edge out of order, the builder
 * keeps runs of edges instead and sorts them at the end.
 */
struct mdp_builder {
    const struct run *run;
    const char *name; /* name of the file, for messages */
    const char *hint; /* another possible reason for a wrong sum, or NULL */
    int keep;         /* keep the probabilities */
    int rates;        /* they are rates, of any sum */
    struct mdp *mdp;
    mdp_names *names;        /* names of choices */
    uint64_t edges;          /* so far */
    uint64_t edge_capacity;  /* room for targets, and for labels and probabilities if there are any */
    uint64_t rows;           /* states that have an offset: up to the last state with a choice */
    uint64_t mentioned;      /* upper bound of the number of states that the file mentions */
    uint64_t states;         /* greater than every state that the file mentions */
    uint32_t choices_of_row; /* number of choices of the last state */
    int open;                /* a choice has begun, with the fields below */
    uint32_t state, choice, label;
    uint64_t begin;
    double sum;
    struct mdp_place place;
    int sorting; /* the file is not in order: the edges are in runs */
    struct mdp_run *runs;
    uint64_t run_count, run_capacity;
};

/* Borrows name and run; keep: keep the probabilities. The caller calls mdp_builder_close in any case. All
 * these functions return 0, or -1 with *error filled. */
int mdp_builder_open(struct mdp_builder *builder, const char *name, int keep, const struct run *run,
                     struct error *error);
void mdp_builder_close(struct mdp_builder *builder);

/* Returns the number of a choice's name, for mdp_builder_edge; MDP_NO_NAME with *error filled. */
uint32_t mdp_builder_name(struct mdp_builder *builder, const char *text, size_t length, struct error *error);

/* The edges that follow belong to this choice of the state. Some of its edges may have been added before. */
int mdp_builder_choice(struct mdp_builder *builder, uint32_t state, uint32_t choice, struct mdp_place place,
                       struct error *error);
/* Adds an edge, with the choice's name or MDP_NO_LABEL; the probability is positive. */
int mdp_builder_edge(struct mdp_builder *builder, uint32_t target, double probability, uint32_t label,
                     struct mdp_place place, struct error *error);
/* The file mentions this state, possibly without edges. */
void mdp_builder_state(struct mdp_builder *builder, uint32_t state);

/*
 * Returns the MDP with `states` states (UINT64_MAX: as many as occur), initial state 0. NULL with *error
 * filled: a choice whose probabilities do not sum to 1 within 1e-6, a number of states that does not fit the
 * file, no memory.
 */
struct mdp *mdp_builder_finish(struct mdp_builder *builder, uint64_t states, struct error *error);

/* Functions of mdp_runs.c: turn choices in order into runs, and runs into the arrays of the MDP. */
int mdp_runs_begin(struct mdp_builder *builder, struct error *error);
int mdp_runs_add(struct mdp_builder *builder, struct error *error);
int mdp_runs_finish(struct mdp_builder *builder, struct error *error);

/* Functions of mdp_builder.c for mdp_runs.c. */
int mdp_builder_fail_memory(const struct mdp_builder *builder, struct error *error);
int mdp_builder_fail_sum(const struct mdp_builder *builder, uint32_t state, uint32_t choice, double sum,
                         struct mdp_place place, struct error *error);
/* Whether the sum of a choice may be this. */
int mdp_builder_accepts(const struct mdp_builder *builder, double sum);
/* Fills offsets up to the state's own; the new ones are `edges`. */
int mdp_builder_rows(struct mdp_builder *builder, uint64_t rows, uint64_t edges, struct error *error);
/* Makes room in the bitmap for the given number of edges: the last choice may have any number of edges after
 * its first.
 */
int mdp_builder_begins_reach(struct mdp_builder *builder, uint64_t edges, struct error *error);
/* Sets the bit of an edge that begins a choice. */
int mdp_builder_begin(struct mdp_builder *builder, uint64_t edge, struct error *error);
/* Sorts the edges of a choice by target and merges those with the same target; *count: number of edges that
 * remain. probabilities: NULL where they are not kept. */
int mdp_builder_sort(const struct mdp_builder *builder, uint32_t *targets, double *probabilities,
                     uint64_t *count, struct error *error);

#endif
