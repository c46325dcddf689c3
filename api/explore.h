#ifndef HEDDLE_API_EXPLORE_H
#define HEDDLE_API_EXPLORE_H

#include "api/checkpoint.h"
#include "api/compose.h"
#include "api/data_output.h"
#include "api/job.h"
#include "api/search.h"
#include "frontend/formats/mdp_write.h"
#include "space/space.h"

/* Generates the state space of a network, and writes it. */

#define EXPLORE_LUMPS 3 /* explore_request.minimise: probabilistic equivalence, of PRISM models */

struct explore_request {
    const char *path;       /* of the model */
    struct run_options run; /* of the job: job_set_run */
    struct reader_options reader;
    struct search_options search;
    struct checkpoint_options checkpoint;
    struct compose_options compose;
    const char *output, *profile; /* files to write, or NULL */
    int format;                   /* of the output: index into explore_formats; -1: by its name */
    int minimise; /* what is written is minimised: enum equivalence of the first three, EXPLORE_LUMPS, or -1
                   */
    struct mdp_write_options mdp; /* of an output that is a Markov model */
    int keep;                     /* the caller makes the graph of the states */
};

#define EXPLORE_DEFAULTS                                                                                     \
    {                                                                                                        \
        .run = {.timeout = -1, .device = "auto"}, .search = SEARCH_DEFAULTS,                                 \
        .checkpoint = CHECKPOINT_DEFAULTS, .format = -1, .minimise = -1                                      \
    }

/* What --output can be; FILE_UNKNOWN ends the list. */
extern const enum file_format explore_formats[5];

/* How the state space is written: as a Markov decision process (.tra, .drn) or as a graph. */
struct explore_writing {
    enum file_format format;  /* FILE_UNKNOWN: not at all */
    struct mdp_beside labels; /* the .lab file of a .tra file */
    struct data_output data;  /* of a model with data */
};

/* What was found. Numbers that do not apply are STATISTIC_ABSENT or negative, texts NULL. */
struct explored {
    language_tree *tree;
    struct network *network; /* NULL: the model could not be read */
    struct compose_work composed;
    struct checkpoints checkpoints;
    struct explore_writing writing;
    struct space space;           /* the states, until they are consumed or released */
    int complete;                 /* all states were found .. */
    int done;                     /* .. and written: nothing is left to do */
    int reduces;                  /* the search left out states, as far as it could */
    struct explore_result result; /* without label_level; no states if there was no search */
    struct explore_effort effort; /* negative times if there was no search */
    uint64_t initial;             /* initial states, where there may be several */
    uint64_t choices;             /* of a model with data, or of the Markov model that was written */
    uint64_t edges;               /* of the graph that was made */
    uint64_t minimised_states, minimised_transitions;
    double reduction_factor;
    uint64_t largest_product; /* states of it, while composing */
    double compose_seconds;
    const char *profile, *written, *labels, *values; /* the files that were written */
};

/*
 * Does what the request says. 0, also if a limit has ended the search (found->complete is 0, and the job has
 * said why); or -1 with job->error: then *found has what was found before. explored_free in any case.
 */
int api_explore(struct job *job, const struct explore_request *request, struct explored *found);

/*
 * For callers that have a network: the search alone, with its warnings. found->space has the states, if the
 * search is complete and request->keep is set for all that can be asked of them. Returns as api_explore.
 */
int explore_network(struct job *job, const struct network *network, const struct explore_request *request,
                    struct explored *found);

/* Begins a result. */
void explored_clear(struct explored *found);
/* Says how work that is not complete can be continued, and frees everything. */
void explored_free(struct job *job, struct explored *found);

#endif
