#ifndef HEDDLE_CLI_COMMON_H
#define HEDDLE_CLI_COMMON_H

#include <stdio.h>

#include "api/job.h"
#include "base/options/options.h"
#include "base/progress.h"

struct json_t;
struct options_program;
struct statistic_row;

enum exit_code { EXIT_DONE = 0, EXIT_VIOLATED = 1, EXIT_ERROR = 2, EXIT_UNDECIDED = 3 };

/* Rows of options of all commands; `type` is the command's struct of values. */
/* quiet_text: the effect of --quiet. */
/* clang-format off */
#define JOB_ROWS(type, quiet_text)                                                                           \
    {"memory", 'm', OPTION_SIZE, offsetof(type, run.memory), "SIZE", 1 << 16, UINT64_MAX,                    \
     "most memory to use: 512M, 4G, 1.5G or bytes (default: 0.8 of what is available). It is for each side " \
     "that works: the CPU, and each GPU (default: 0.9 of what is free)"},                                    \
    {"timeout", 't', OPTION_DURATION, offsetof(type, run.timeout), "TIME", 0, 0,                             \
     "stop after this time: 90, 90s, 5m, 2h"},                                                               \
    {"json", 0, OPTION_FLAG, offsetof(type, run.json), NULL, 0, 0, "print one JSON object instead of rows"}, \
    {"quiet", 'q', OPTION_FLAG, offsetof(type, run.quiet), NULL, 0, 0, quiet_text},                          \
    {"strict", 0, OPTION_FLAG, offsetof(type, run.strict), NULL, 0, 0,                                       \
     "treat warnings as errors (exit status 2)"}

/* Options of commands that search. */
#define ENGINE_ROWS(type)                                                                                    \
    {"threads", 'j', OPTION_NUMBER, offsetof(type, run.threads), "N", 1, 1024,                               \
     "CPU threads (default: as many as there are); a search on a GPU needs none"},                           \
    {"device", 'd', OPTION_TEXT, offsetof(type, run.device), "auto|cpu|cuda[:K]", 0, 0,                      \
     "auto (default): the CPU, and a GPU if the state space is large; cpu; cuda or cuda:K: GPU 0 or K; "     \
     "cuda:0-3, cuda:0,2 or cuda:all: several GPUs"}
/* clang-format on */

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

/* A job of the command line, and how it shows itself. */
struct console {
    struct job job;     /* first: console_of */
    int argument_count; /* the command line, from the command's name on */
    char *const *argument_texts;
    struct progress_line progress;
    int quiet, json;
    int has_json; /* the JSON object was printed */
};

/* The program that the command is one of, whose other commands messages may name; NULL, as it begins: none.
 */
extern const struct options_program *console_program;

/* The console of a command's job. */
struct console *console_of(struct job *job);
/* Where rows or JSON go: stdout, or stderr where a file is written to stdout. */
FILE *console_results(const struct job *job);

/* Begins a console, before its options are known. */
void console_begin(struct console *console, const char *command);

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

/* Prints advice on stderr for an error of this kind; for most kinds there is none. */
void job_advise(const struct job *job, enum error_code code);
/* The exit code for an error of this kind. */
int job_exit_code(enum error_code code);
/* Prints job->error and returns its exit code. */
int job_fail(struct job *job);
/* The exit code for an error after verdicts whose exit code is `code`: a violation remains one even if there
 * was no memory for its evidence. */
int job_exit_code_beside(enum error_code error, int code);
/* Prints job->error after verdicts whose exit code is `code`. Returns the code of both. */
int job_fail_beside(struct job *job, int code);
/* Whether output to the descriptor may have colours. */
int job_use_colour(int descriptor);

/* Adds the job's warnings to the object, prints the object and frees it. */
void job_print_json(struct job *job, struct json_t *object);
/* Prints the values as rows for people (nothing if the job is quiet), or with --json as an object. Returns 0,
 * or -1 with job->error. */
int job_print_statistics(struct job *job, const struct statistic_row *rows, unsigned row_count,
                         const void *values, int at_least);

#endif
