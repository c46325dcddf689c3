#ifndef HEDDLE_DECOMPOSE_MDP_MDP_BUILDER_H
#define HEDDLE_DECOMPOSE_MDP_MDP_BUILDER_H

#include <stdint.h>

#include "decompose/mdp/mdp.h"
#include "decompose/mdp/mdp_names.h"

struct error;
struct run;

/* Where something stands in a file. */
struct mdp_place {
    uint64_t line;
    uint32_t column;
};

/* Edges of one choice that stand together in the file, when a file is in no order. */
struct mdp_run {
    uint32_t state, choice;
    uint64_t begin, count; /* of its edges, among those of the file */
    struct mdp_place place;
    uint32_t label;
    double sum;
};

/*
 * Makes an MDP of the edges of a file, in any order. What comes in the order of states and choices (which is
 * what all tools write) goes to its place at once; the first piece that does not makes the builder keep runs
 * of edges instead, which are sorted in the end.
 */
struct mdp_builder {
    const struct run *run;
    const char *name; /* of the file, for messages */
    const char *hint; /* what else a wrong sum may mean, or NULL */
    int keep;         /* the probabilities */
    struct mdp *mdp;
    mdp_names *names;        /* of choices */
    uint64_t edges;          /* so far */
    uint64_t edge_capacity;  /* of targets, and of labels where there are any */
    uint64_t rows;           /* states that have an offset: up to the last one that came */
    uint64_t mentioned;      /* an upper bound of how many states the file mentions */
    uint64_t states;         /* above every state that it mentions */
    uint32_t choices_of_row; /* of the last state */
    int open;                /* a choice has begun: */
    uint32_t state, choice, label;
    uint64_t begin;
    double sum;
    struct mdp_place place;
    int sorting; /* the file is in no order: what came is in runs */
    struct mdp_run *runs;
    uint64_t run_count, run_capacity;
};

/* Borrows name and run; keep: the probabilities. mdp_builder_close in any case. 0, or -1 with *error filled,
 * as for all of these. */
int mdp_builder_open(struct mdp_builder *builder, const char *name, int keep, const struct run *run,
                     struct error *error);
void mdp_builder_close(struct mdp_builder *builder);

/* The number of a choice's name, for mdp_builder_edge; MDP_NO_NAME with *error filled. */
uint32_t mdp_builder_name(struct mdp_builder *builder, const char *text, size_t length, struct error *error);

/* The edges that follow are of this choice of the state. It may have been begun before. */
int mdp_builder_choice(struct mdp_builder *builder, uint32_t state, uint32_t choice, struct mdp_place place,
                       struct error *error);
/* An edge, with the choice's name or MDP_NO_LABEL; the probability is positive. */
int mdp_builder_edge(struct mdp_builder *builder, uint32_t target, double probability, uint32_t label,
                     struct mdp_place place, struct error *error);
/* The file has this state, be it without edges. */
void mdp_builder_state(struct mdp_builder *builder, uint32_t state);

/*
 * The MDP, of `states` states (UINT64_MAX: as many as occur), initial state 0. NULL with *error filled: a
 * choice whose probabilities do not sum to 1 within 1e-6, a number of states that the file cannot be of, no
 * memory.
 */
struct mdp *mdp_builder_finish(struct mdp_builder *builder, uint64_t states, struct error *error);

/* mdp_runs.c: from choices in order to runs; and from runs to the arrays of the MDP. */
int mdp_runs_begin(struct mdp_builder *builder, struct error *error);
int mdp_runs_add(struct mdp_builder *builder, struct error *error);
int mdp_runs_finish(struct mdp_builder *builder, struct error *error);

/* Of mdp_builder.c, for mdp_runs.c. */
int mdp_builder_fail_memory(const struct mdp_builder *builder, struct error *error);
int mdp_builder_fail_sum(const struct mdp_builder *builder, uint32_t state, uint32_t choice, double sum,
                         struct mdp_place place, struct error *error);
int mdp_sum_is_one(double sum);
/* Offsets up to and with that of the state; the new ones are `edges`. */
int mdp_builder_rows(struct mdp_builder *builder, uint64_t rows, uint64_t edges, struct error *error);
/* Bits for so many edges: the last choice may have any number of them after its first. */
int mdp_builder_begins_reach(struct mdp_builder *builder, uint64_t edges, struct error *error);
/* A bit for an edge that begins a choice. */
int mdp_builder_begin(struct mdp_builder *builder, uint64_t edge, struct error *error);
/* Sorts the edges of a choice by target and makes one of those with the same; *count: how many are left.
 * probabilities: NULL where they are not kept. */
int mdp_builder_sort(const struct mdp_builder *builder, uint32_t *targets, double *probabilities,
                     uint64_t *count, struct error *error);

#endif
