#ifndef HEDDLE_CLI_REDUCE_OPERAND_H
#define HEDDLE_CLI_REDUCE_OPERAND_H

#include "base/array.h"
#include "cli/common.h"
#include "api/compose.h"
#include "api/reduce_warn.h"
#include "cli/search_rows.h"
#include "explorer/graph/graph_states.h"
#include "frontend/formats/table/file_format.h"
#include "reduce/equivalence.h"
#include "reduce/prepare/prepare.h"
#include "space/classes.h"

/* Options of commands that reduce state spaces, and their rows for a command's table, whose struct of values
 * begins with these. */
struct reduce_options {
    struct run_options run;
    struct reader_options reader;
    struct search_options search;
    struct option_list hide, hide_all_but;
    int equivalence;                /* enum equivalence */
    struct compose_options compose; /* of networks */
    int keep_states;                /* of networks: operand.tuples */
    const char *needs_one_initial; /* why a network with several initial states is refused; NULL: it is not */
};

#define REDUCE_DEFAULTS                                                                                      \
    { .run = {.timeout = -1, .device = "auto"}, .search = SEARCH_DEFAULTS }

/* clang-format off */
#define REDUCE_ROWS(equivalence_text)                                                                        \
    {"equivalence", 'e', OPTION_CHOICE, offsetof(struct reduce_options, equivalence), EQUIVALENCE_NAMES, 0, 0,         \
     equivalence_text},                                                                                      \
    {"hide", 0, OPTION_LIST, offsetof(struct reduce_options, hide), "LABEL,..", 0, 0,                        \
     "these labels become internal (i): labels, or 'patterns', which must match the whole label; "           \
     "repeatable"},                                                                                          \
    {"hide-all-but", 0, OPTION_LIST, offsetof(struct reduce_options, hide_all_but), "LABEL,..", 0, 0,        \
     "all other labels become internal; repeatable"},                                                        \
    ENGINE_ROWS(struct reduce_options),                                                                      \
    JOB_ROWS(struct reduce_options, "print no rows or progress"),                                            \
    READER_ROWS(struct reduce_options),                                                                      \
    SEARCH_ROWS(struct reduce_options)
/* clang-format on */

/* A text of --hide or --hide-all-but, as the command line has it. */
struct reduce_text {
    const char *text;
    int length;
};

/* The state space of a network, or the graph of a file, ready to be reduced. */
struct reduce_operand {
    struct prepared prepared; /* without a graph if there are classes */
    struct mdp
        *model; /* for probabilistic: a PRISM model, or of a .drn or .tra file, or of a .aut file with
                   distributions; then there is no prepared graph. Hidden actions have no name. Or NULL */
    struct classes classes;                /* found on the GPU that has the states; else zeros */
    GROWING(struct reduce_text) unmatched; /* what no label matches */
    const char *path;
    uint64_t states;                      /* also those that are not reached */
    uint64_t transitions;                 /* as fired; of a file: its edges */
    uint64_t edges;                       /* of the prepared graph */
    struct graph_states *tuples;          /* the states of a network, by number; or NULL */
    uint64_t initial_count;               /* initial states; if above 1, they are the first vertices */
    int is_graph_file;                    /* it is an AUT file without distributions */
    int has_distributions;                /* it is an AUT file with distributions: then there is a model */
    const struct backend *backend;        /* where what follows may be done */
    int complete;                         /* else there is no graph: a limit ended the search */
    const char *outcome;                  /* of the search, for programs */
    const char *device;                   /* of the search; points to `engine` after one */
    double search_seconds, graph_seconds; /* search_seconds: negative for a file */
    /* The owners of the labels' texts. */
    label_table *labels;
    language_tree *tree;
    struct network *network, *hidden; /* as it is; with labels hidden, before it is composed */
    struct compose_work composed;
    char engine[EXPLORE_DEVICE_TEXT];
};

/* Warns that states are left out, which no initial state reaches. */
void reduce_warn_dropped(struct job *job, const struct reduce_operand *operand, uint64_t dropped);
/* *state_of: the number of the state of each vertex of the prepared graph, which the caller frees; NULL: its
 * own. 0, or -1 with job->error. */
int reduce_number_states(struct job *job, const struct reduce_operand *operand, uint32_t **state_of);
/* Checks the options: 0, or -1 with job->error. */
int reduce_check_options(struct job *job, const struct reduce_options *options);
/*
 * Reads or searches, hides labels, and drops states that are not reached, with a warning. With
 * options->compose, labels of a network are hidden first, and then it becomes smaller; a file is an error.
 * Returns 0, also for an incomplete search (which is explained on stderr), or -1 with job->error. Close the
 * operand in any case.
 * classes_needed: NULL, or CLASSES_ bits: where a network's states are on a GPU, find the classes of
 * options->equivalence there instead of copying the graph; strong, branching and divbranching alone.
 */
int reduce_operand_open(struct job *job, const char *path, const struct reduce_options *options,
                        const unsigned *classes_needed, struct reduce_operand *operand);
/*
 * Warns of texts to hide that match no label of any operand; second: NULL if there is one operand. 0, or -1
 * with job->error under --strict.
 */
int reduce_warn_unmatched(struct job *job, const struct reduce_options *options,
                          const struct reduce_operand *first, const struct reduce_operand *second);
/* A Markov model that a file has (.drn, .tra), as operand->model. 0, or -1 with job->error. */
int reduce_model_read(struct job *job, const struct reduce_options *options, enum file_format format,
                      struct reduce_operand *operand);
/*
 * Reads an AUT file without distributions (is_graph_file) again, as an MDP, to be compared with one: each of
 * its transitions is a choice, except those with `prob` labels. A file with `rate` labels remains as it is.
 * 0, or -1 with job->error.
 */
int reduce_model_of_graph(struct job *job, const struct reduce_options *options,
                          struct reduce_operand *operand);
/* For operand->model, which a file has: its sizes, hidden actions, warnings. 0, or -1 with job->error. */
int reduce_model_note(struct job *job, const struct reduce_options *options, struct reduce_operand *operand);
/* The same of the graph of a PRISM model and its states, which remain the caller's. */
int reduce_model_take(struct job *job, const struct reduce_options *options, const struct graph *graph,
                      const graph_states *states, struct reduce_operand *operand);
/* *hidden: which labels of the graph to hide, [label_count], which the caller frees; NULL: none, also if they
 * are hidden in the network already. 0, or -1 with job->error. */
int reduce_select_hidden(struct job *job, const struct reduce_options *options, const struct graph *graph,
                         struct reduce_operand *operand, uint8_t **hidden);
void reduce_operand_close(struct job *job, struct reduce_operand *operand);

#endif
