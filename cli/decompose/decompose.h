#ifndef HEDDLE_CLI_DECOMPOSE_DECOMPOSE_H
#define HEDDLE_CLI_DECOMPOSE_DECOMPOSE_H

#include "cli/common.h"
#include "cli/search_rows.h"
#include "frontend/formats/table/file_format.h"
#include "space/components.h"

struct graph_states;
struct network;

/* Options of `heddle scc` and `heddle mec`, and their rows for the commands' tables; `type` is a command's
 * struct of values. */
struct decompose_options {
    struct run_options run;
    struct reader_options reader;
    struct search_options search;
    const char *output, *evidence, *labels;
    int algorithm; /* enum scc_algorithm */
    uint64_t out_degree_bound, cache_rounds;
    int separate_searches, single_pivots, no_compression, synchronous;
    int pivots_from_j, no_maximal_progress;
};

#define DECOMPOSE_DEFAULTS                                                                                   \
    { .run = {.timeout = -1, .device = "auto"}, .search = SEARCH_DEFAULTS }

/* output_text: the description of --output. */
/* clang-format off */
#define DECOMPOSE_ROWS(output_text)                                                                          \
    {"algorithm", 'a', OPTION_CHOICE, offsetof(struct decompose_options, algorithm),                         \
     SCC_CHOICES, 0, 0,                                                                                     \
     "how to find strongly connected components (default: auto, what measures best; tarjan always runs on "   \
     "the CPU)"},                                                                                            \
    {"output", 'o', OPTION_TEXT, offsetof(struct decompose_options, output), "FILE", 0, 0, output_text},     \
    {"evidence", 0, OPTION_TEXT, offsetof(struct decompose_options, evidence), "FILE", 0, 0,                 \
     "write evidence of the components for `heddle verify` to FILE (.gz or .zst: compressed)"}

#define DECOMPOSE_ADVANCED_ROWS                                                                              \
    {"out-degree-bound", 0, OPTION_NUMBER, offsetof(struct decompose_options, out_degree_bound), "N", 0, 32, \
     "fbt and bfbt on a GPU: interleave the edges of 32 neighbouring vertices that have at most N "          \
     "(default: 0, do not)"},                                                                                \
    {"cache-rounds", 0, OPTION_NUMBER, offsetof(struct decompose_options, cache_rounds), "N", 0, 1024,       \
     "fbt and bfbt on a GPU: rounds of a launch that stay in the blocks' caches (default: 0, none)"},        \
    {"no-hybrid", 0, OPTION_FLAG, offsetof(struct decompose_options, separate_searches), NULL, 0, 0,         \
     "fbt: search forward first, then backward, instead of both in each round"},                             \
    {"single-pivots", 0, OPTION_FLAG, offsetof(struct decompose_options, single_pivots), NULL, 0, 0,         \
     "fbt and bfbt on a GPU: threads race for pivots one by one, not a warp at a time"},                     \
    {"no-compression", 0, OPTION_FLAG, offsetof(struct decompose_options, no_compression), NULL, 0, 0,       \
     "ecl: numbers travel along single edges, without path compression"},                                    \
    {"synchronous", 0, OPTION_FLAG, offsetof(struct decompose_options, synchronous), NULL, 0, 0,             \
     "ecl on a GPU: blocks wait for one another in every step"},                                             \
    SEARCH_ADVANCED_ROWS(struct decompose_options)
/* clang-format on */

/* The result; a time that does not apply is negative, a count that does not apply is STATISTIC_ABSENT. */
struct decompose_result {
    const char *command, *input, *device, *outcome, *written, *evidence;
    int complete;
    int cut_short; /* the search is incomplete: counts of states and transitions are lower bounds */
    uint64_t threads, ranks, bytes_exchanged, states, transitions, memory_bytes;
    struct components found;
    /* other_seconds: the rest of the total */
    double search_seconds, writing_seconds, other_seconds, total_seconds;
    char engine[EXPLORE_DEVICE_TEXT]; /* buffer of `device` for several processes */
};

/* The state of a decomposition. */
struct decomposition {
    struct job *job;
    const struct decompose_options *options;
    const char *path;
    enum file_format format; /* format of the file, from its name or its first bytes */
    struct components_task task;
    struct decompose_result result;
    /* For evidence about a network; otherwise NULL. */
    const language_tree *tree;
    const struct network *network;
    struct graph_states *states;
};

/* Runs `heddle scc` or, with mec, `heddle mec`; returns the exit code. */
int decompose_main(const struct options_command *command, int mec, int argc, char **argv);

/* --- parts of the command; each returns 0, or -1 with job->error filled --- */

/* Reads and decomposes the graph or MDP of a file. */
int decompose_file(struct decomposition *work);
/* Warns that the CPU did the work, if a GPU failed. */
void decompose_warn_fallback(struct decomposition *work);
/* Writes --evidence; the callback components_task.use. context: the decomposition. */
int decompose_write_evidence(void *context, const struct digraph *graph, const struct mdp *mdp,
                             const struct components *found, struct error *error);
/* Sets the result to that of work which has not begun. */
void decompose_clear_result(struct decomposition *work);
/* Adds the time since `begun` to the time for writing. */
void decompose_note_writing(struct decomposition *work, double begun);
/* Writes --output: a line `STATE COMPONENT` for each state. */
int decompose_write(struct decomposition *work);
/* Prints rows and a histogram, or JSON. */
int decompose_print(struct decomposition *work);

#endif
