#ifndef HEDDLE_API_OPERAND_H
#define HEDDLE_API_OPERAND_H

#include "api/compose.h"
#include "api/job.h"
#include "api/search.h"
#include "base/array.h"
#include "explorer/graph/graph_states.h"
#include "reduce/equivalence.h"
#include "reduce/prepare/prepare.h"
#include "space/classes.h"

struct mdp;

/* What commands that reduce state spaces are asked for. */
struct operand_request {
    struct run_options run; /* of the job: job_set_run */
    struct reader_options reader;
    struct search_options search;
    struct option_list hide, hide_all_but; /* one of them is empty */
    int equivalence;                       /* enum equivalence */
    struct compose_options compose;        /* of networks */
};

#define OPERAND_DEFAULTS                                                                                     \
    { .run = {.timeout = -1, .device = "auto"}, .search = SEARCH_DEFAULTS }

/* What a command needs of an operand. */
struct operand_needs {
    int tuples; /* of networks: operand.tuples */
    /*
     * Where a network's states are on a GPU, its classes are found there, and the graph is not copied:
     * strong, branching and divbranching alone.
     */
    int classes_there;
    unsigned classes;        /* then: CLASSES_ bits */
    const char *one_initial; /* why a network with several initial states is refused; NULL: it is not */
};

/* A text of --hide or --hide-all-but, as the request has it. */
struct operand_text {
    const char *text;
    int length;
};

/* The state space of a network, or the graph of a file, ready to be reduced. What is not known is UINT64_MAX,
 * or a negative time. */
struct operand {
    const char *path;
    struct explore_result search; /* of a file, its states and transitions alone: its edges */
    struct explore_effort effort; /* of a file, `seconds` is negative, and there is no device */
    int complete;                 /* else there is no graph: a limit ended the search */
    struct prepared prepared;     /* without a graph if there are classes */
    struct mdp
        *model; /* for probabilistic: a PRISM model, or of a .drn or .tra file, or of a .aut file with
                   distributions; then there is no prepared graph. Hidden actions have no name. Or NULL */
    struct classes classes;                 /* found on the GPU that has the states; else zeros */
    GROWING(struct operand_text) unmatched; /* what no label matches */
    uint64_t edges;                         /* of the prepared graph, or of the model */
    double graph_seconds;                   /* to make it */
    struct graph_states *tuples;            /* the states of a network, by number; or NULL */
    uint64_t initial_count;                 /* initial states; if above 1, they are the first vertices */
    int is_graph_file;                      /* it is an AUT file without distributions */
    int has_distributions;                  /* it is an AUT file with distributions: then there is a model */
    const struct backend *backend;          /* where what follows may be done */
    /* The owners of the labels' texts. */
    label_table *labels;
    language_tree *tree;
    struct network *network, *hidden; /* as it is; with labels hidden, before it is composed */
    struct compose_work composed;
};

/* Begins one of which nothing is known. */
void operand_clear(struct operand *operand);
/*
 * Reads or searches, hides labels, and drops states that are not reached, with a warning. With
 * request->compose, labels of a network are hidden first, and then it becomes smaller; a file is an error.
 * Returns 0, also for an incomplete search (which is explained), or -1 with job->error. Close the operand in
 * any case.
 */
int operand_open(struct job *job, const char *path, const struct operand_request *request,
                 const struct operand_needs *needs, struct operand *operand);
void operand_close(struct job *job, struct operand *operand);
/* Makes operand->tree and operand->network, if the operand is a graph of a file: that is then a network of
 * one process. 0, or -1 with job->error. */
int operand_as_network(struct job *job, const struct reader_options *reader, struct operand *operand);
/* Where it was searched; of a file, job_device. */
const char *operand_device(const struct job *job, const struct operand *operand);
/* *state_of: the number of the state of each vertex of the prepared graph, which the caller frees; NULL: its
 * own. 0, or -1 with job->error. */
int operand_number_states(struct job *job, const struct operand *operand, uint32_t **state_of);
/* Warns that states are left out, which no initial state reaches. */
void operand_warn_dropped(struct job *job, const struct operand *operand, uint64_t dropped);

/*
 * Warns of texts to hide that match no label of any operand; second: NULL if there is one operand. 0, or -1
 * with job->error under --strict.
 */
int operand_warn_unmatched(struct job *job, const struct operand_request *request,
                           const struct operand *first, const struct operand *second);
/* *hidden: which labels of the graph to hide, [label_count], which the caller frees; NULL: none, also if they
 * are hidden in the network already. 0, or -1 with job->error. */
int operand_select_hidden(struct job *job, const struct operand_request *request, const struct graph *graph,
                          struct operand *operand, uint8_t **hidden);

/* A Markov model that a file has (.drn, .tra), as operand->model. 0, or -1 with job->error. */
int operand_read_model(struct job *job, const struct operand_request *request, enum file_format format,
                       struct operand *operand);
/*
 * Reads an AUT file without distributions (is_graph_file) again, as an MDP, to be compared with one: each of
 * its transitions is a choice, except those with `prob` labels. A file with `rate` labels remains as it is.
 * 0, or -1 with job->error.
 */
int operand_read_graph_as_model(struct job *job, const struct operand_request *request,
                                struct operand *operand);
/* The sizes of a file, which is all there is: it is complete. */
void operand_note_sizes(struct operand *operand, uint64_t states, uint64_t transitions);
/* For operand->model, which a file has: its sizes, hidden actions, warnings. 0, or -1 with job->error. */
int operand_note_model(struct job *job, const struct operand_request *request, struct operand *operand);
/* The same of the graph of a PRISM model and its states, which remain the caller's. */
int operand_take_model(struct job *job, const struct operand_request *request, const struct graph *graph,
                       const graph_states *states, struct operand *operand);

#endif
