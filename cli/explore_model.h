#ifndef HEDDLE_CLI_EXPLORE_MODEL_H
#define HEDDLE_CLI_EXPLORE_MODEL_H

#include <stdint.h>

#include "frontend/formats/mdp_read.h"

struct graph;
struct job;
struct network;

/* State spaces that `heddle explore` writes as Markov decision processes: .tra and .drn. */
struct explore_model {
    const char *path;         /* NULL: the output is none */
    struct mdp_beside labels; /* the .lab file of a .tra file */
    uint64_t choices;         /* that were written */
};

/* By the name of the output (NULL for none). 0, or -1 with job->error filled; explore_model_free in any case.
 */
int explore_model_check(struct explore_model *model, struct job *job, const char *output);
void explore_model_free(struct explore_model *model, struct job *job);

/* 0, or -1 with job->error filled. */
int explore_model_write(struct explore_model *model, struct job *job, const struct graph *graph,
                        const struct network *network);

#endif
