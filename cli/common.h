#ifndef HEDDLE_CLI_COMMON_H
#define HEDDLE_CLI_COMMON_H

#include <stdio.h>

#include "base/device/device_list.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options/options.h"
#include "base/progress.h"
#include "base/run.h"
#include "base/stream/files_read.h"
#include "base/text/definitions.h"
#include "cli/output_name.h"
#include "frontend/language/language.h"

struct backend;
struct network;
struct json_t;
struct statistic_row;

enum exit_code { EXIT_DONE = 0, EXIT_VIOLATED = 1, EXIT_ERROR = 2, EXIT_UNDECIDED = 3 };

/* Options of all commands, and their rows for a command's table; `type` is the command's struct of values. */
struct run_options {
    uint64_t memory; /* bytes; 0: the default */
    double timeout;  /* seconds; negative: no timeout */
    int json, quiet, strict;
    uint64_t threads; /* 0: one per available CPU */
    const char *device;
};

/* quiet_text: the effect of --quiet. */
/* clang-format off */
#define JOB_ROWS(type, quiet_text)                                                                           \
    {"memory", 'm', OPTION_SIZE, offsetof(type, run.memory), "SIZE", 1 << 16, UINT64_MAX,                    \
     "most memory to use: 512M, 4G, 1.5G or bytes (default: 0.8 of what is available)"},                     \
    {"timeout", 't', OPTION_DURATION, offsetof(type, run.timeout), "TIME", 0, 0,                             \
     "stop after this time: 90, 90s, 5m, 2h"},                                                               \
    {"json", 0, OPTION_FLAG, offsetof(type, run.json), NULL, 0, 0, "print one JSON object instead of rows"}, \
    {"quiet", 'q', OPTION_FLAG, offsetof(type, run.quiet), NULL, 0, 0, quiet_text},                          \
    {"strict", 0, OPTION_FLAG, offsetof(type, run.strict), NULL, 0, 0,                                       \
     "treat warnings as errors (exit status 2). Warnings of reading end the command at once, but check "     \
     "still checks and writes what it can"}

/* Options of commands that search. */
#define ENGINE_ROWS(type)                                                                                    \
    {"threads", 'j', OPTION_NUMBER, offsetof(type, run.threads), "N", 1, 1024,                               \
     "CPU threads (default: as many as there are); a search on a GPU needs none"},                           \
    {"device", 'd', OPTION_TEXT, offsetof(type, run.device), "auto|cpu|cuda[:K]", 0, 0,                      \
     "where to search: on the CPU; on GPU number K; on several GPUs (cuda:0-3, cuda:0,2 or cuda:all; "       \
     "bench takes one); or, by default (auto), on the CPU and, if the state space is large, also on a "      \
     "GPU. --memory bounds the memory of the CPU, of each GPU, or of both (auto); the default of a GPU is "  \
     "0.9 of what is free"}
/* clang-format on */

/* Options for reading networks. */
struct reader_options {
    int ignore_case, independent;
    int regex; /* 0 basic, 1 extended */
    struct option_list internal, constants;
    int shares_constants; /* with other inputs: a model need not declare all constants that have values */
};

/* clang-format off */
#define READER_ROWS(type)                                                                                    \
    {"ignore-case", 'i', OPTION_FLAG, offsetof(type, reader.ignore_case), NULL, 0, 0,                        \
     "fold labels, gates and patterns to one case"},                                                         \
    {"independent", 0, OPTION_FLAG, offsetof(type, reader.independent), NULL, 0, 0,                          \
     "labels that no synchronisation vector mentions interleave instead of being blocked"},                  \
    {"regex", 0, OPTION_CHOICE, offsetof(type, reader.regex), "basic|extended", 0, 0,                        \
     "POSIX regular expressions in patterns (default: basic)"},                                              \
    {"internal", 0, OPTION_LIST, offsetof(type, reader.internal), "NAME", 0, 0,                              \
     "one more name of the internal action, beside i and tau; repeatable"},                                  \
    {"const", 0, OPTION_LIST, offsetof(type, reader.constants), "N=V,..", 0, 0,                              \
     "values of constants that a model leaves open: --const N=4,p=0.25,b=true; repeatable"}
/* clang-format on */

/* The same as exp_options, which borrow the names in `internal`. */
struct exp_options reader_exp_options(const struct reader_options *options);

#define JOB_OUTPUTS 6 /* most outputs of one command */

/* The state of a command, which job_command begins and ends. It owns everything in it. */
struct job {
    const char *command;
    int argument_count; /* the command line, from the command's name on */
    char *const *argument_texts;
    struct memory arguments;  /* memory of option lists, outside the budget */
    struct options_line line; /* the command line */
    struct memory memory;
    struct definitions declared; /* the constants that a model read so far declares, if models share them */
    struct files_read files_read;
    struct memory spill; /* memory for data that searches move out of `memory` */
    struct run run;
    struct device_list devices; /* the GPUs that are named; GPU 0 if none is */
    struct progress_line progress;
    struct error error;
    const struct backend *backend; /* the selected engine */
    struct json_t *warnings;       /* the warnings so far, for JSON; NULL for none */
    double started;                /* run_clock() */
    int quiet, json, strict;
    uint64_t warning_count;
    int has_json;     /* the JSON object was printed */
    int strict_late;  /* --strict ends the command after its work, not before it */
    int has_junit;    /* the file of --junit was written, or cannot be */
    int lacks_memory; /* job_lack_memory was called */
    FILE *results;    /* where rows or JSON go: stdout, or stderr where a file is written to stdout */
    struct job_added_output outputs[JOB_OUTPUTS]; /* the files to write, which borrow their names */
    unsigned output_count;
};

/* Begins a job, before its options are known. */
void job_begin(struct job *job, const char *command);

/*
 * A whole command: parses the command line into `values` (which hold the defaults), lets `work` do what it
 * says, and frees the options. With --json, work that a limit stops (exit status 3) before it has printed an
 * object gets one here, which says so (docs/formats/stopped.schema.json). The exit code.
 */
int job_command(const struct options_command *command, int argc, char **argv, void *values,
                int (*work)(struct job *job, const struct option_list *operands, void *values));
/* Sets memory budget, threads, deadline, signals and progress from the options. Returns 0, or -1 with
 * job->error if this build does not support the device. */
int job_configure(struct job *job, const struct run_options *options);

/* Continues after Ctrl-C. Returns 0, and the next Ctrl-C interrupts again; -1 if the interruption had
 * another cause. */
int job_resume(void);

/* Reads a model of any language; NULL with job->error. The caller frees it. */
language_tree *job_read_tree(struct job *job, const char *path, const struct reader_options *options);
/* For options that share constants, after all models have been read: 0 if each constant was declared by one
 * of them; -1 with job->error. */
int job_check_constants(struct job *job, const struct reader_options *options);
/* Compiles it into a network and prints its warnings, which --strict makes an error. Returns 0, or -1 with
 * job->error. The caller frees the network. network: NULL to get only the warnings; there are none if the
 * flat network is too large. */
int job_compile(struct job *job, const language_tree *tree, struct network **network);
/* Both. The caller frees both. */
int job_read(struct job *job, const char *path, const struct reader_options *options, language_tree **tree,
             struct network **network);

/* The device of a search that did not finish: that of the selected engine, or the CPU under auto. */
const char *job_device(const struct job *job);

/* Prints advice on stderr for an error of this kind; for most kinds there is none. */
void job_advise(const struct job *job, enum error_code code);
/* The exit code for an error of this kind. */
int job_exit_code(enum error_code code);
/* The limit that job->error names, for programs: full, limit, timeout or interrupted; failed for other
 * errors. */
const char *job_outcome(const struct job *job);
/* Prints job->error and returns its exit code. */
int job_fail(struct job *job);
/* Prints job->error after verdicts whose exit code is `code`. Returns the code of both: a violation remains
 * one even if there was no memory for its evidence. */
int job_fail_beside(struct job *job, int code);
/* Ends the progress line, because other text follows on the terminal. */
void job_end_progress(struct job *job);
/* Ends the progress line if a file of this name (NULL for none) would be written to the terminal. */
void job_end_progress_for(struct job *job, const char *path);
/* Prints a line on stderr, "heddle: ..", after removing the progress line. */
void job_message(struct job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a warning, also if the job is quiet. */
void job_warning(struct job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, with the place that *warning has. */
void job_warning_of_reading(struct job *job, const struct error *warning);
/* The same if there is one (its code is not ERROR_NONE): 0, or -1 as job_accept_warnings. */
int job_accept_warning_of_reading(struct job *job, const struct error *warning);
/*
 * Says that something that was asked for, such as a warning, is left out for lack of memory; once. The exit
 * status is then not EXIT_DONE. purpose: "for all warnings".
 */
void job_lack_memory(struct job *job, const char *purpose);
/* Whether the command may continue after its warnings so far: 0; or -1 with job->error under --strict, unless
 * that ends the command after its work. */
int job_accept_warnings(struct job *job);
/* Prints the warnings so far, a line each. Returns how many there are. */
uint64_t job_list_warnings(const struct job *job, FILE *stream);
/* Whether output to the descriptor may have colours. */
int job_use_colour(int descriptor);

/* Adds the job's warnings to the object, prints the object and frees it. */
void job_print_json(struct job *job, struct json_t *object);
/* Prints the values as rows for people (nothing if the job is quiet), or with --json as an object. Returns 0,
 * or -1 with job->error. */
int job_print_statistics(struct job *job, const struct statistic_row *rows, unsigned row_count,
                         const void *values, int at_least);

#endif
