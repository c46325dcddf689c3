#ifndef HEDDLE_API_WRITE_SPACE_H
#define HEDDLE_API_WRITE_SPACE_H

#include <stdint.h>

#include "explorer/graph/graph_states.h"
#include "frontend/formats/mdp_write.h"
#include "frontend/formats/table/file_format.h"

struct backend;
struct graph;
struct job;
struct network;

/* A state space, and the file that it is written to. */
struct written_space {
    const struct backend *backend; /* with `lumps`: where that may be done */
    const struct network *network;
    const struct graph *graph;    /* with labels, and choices where the network has any */
    graph_states *states;         /* of its vertices, if network_is_weighted; else NULL */
    const char *input;            /* the model's file, for errors */
    const char *path;             /* of the file that is written */
    enum file_format format;      /* FILE_AUT, FILE_DOT, FILE_DRN or FILE_TRA */
    struct mdp_write_options mdp; /* of FILE_DRN and FILE_TRA; the values are added here */
    int lumps;                    /* FILE_DRN: write the smallest equivalent model instead, without values */
    /* The Markov model that was written; zeros if none was. */
    uint64_t model_states, model_choices, model_edges;
};

/* Writes it; the file appears under its name when it is complete. 0, or -1 with job->error. */
int write_space(struct job *job, struct written_space *space);

#endif
