#ifndef HEDDLE_CLI_COMMON_H
#define HEDDLE_CLI_COMMON_H

#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options/options.h"
#include "base/progress.h"
#include "base/run.h"
#include "base/stream/files_read.h"
#include "frontend/language/language.h"

struct backend;
struct network;
struct json_t;

enum exit_code { EXIT_DONE = 0, EXIT_VIOLATED = 1, EXIT_ERROR = 2, EXIT_UNDECIDED = 3 };

/* What commands take; rows for their tables, `type` being their struct of values. */
struct run_options {
    uint64_t memory; /* bytes; 0 for the default */
    double timeout;  /* seconds; negative for none */
    int json, quiet;
    uint64_t threads; /* 0 for as many as there are */
    const char *device;
};

/* quiet_text: what --quiet does. */
#define JOB_ROWS(type, quiet_text)                                                                           \
    {"memory",    'm',                                                                                       \
     OPTION_SIZE, offsetof(type, run.memory),                                                                \
     "SIZE",      1 << 16,                                                                                   \
     UINT64_MAX,  "most memory to use: 512M, 4G, 1.5G or bytes (default: 0.8 of what is available)"},        \
        {"timeout",                                                                                          \
         't',                                                                                                \
         OPTION_DURATION,                                                                                    \
         offsetof(type, run.timeout),                                                                        \
         "TIME",                                                                                             \
         0,                                                                                                  \
         0,                                                                                                  \
         "stop after this time: 90, 90s, 5m, 2h"},                                                           \
        {"json", 0, OPTION_FLAG, offsetof(type, run.json),                                                   \
         NULL,   0, 0,           "print one JSON object instead of rows"},                                   \
    {                                                                                                        \
        "quiet", 'q', OPTION_FLAG, offsetof(type, run.quiet), NULL, 0, 0, quiet_text                         \
    }

/* For commands that search. */
#define ENGINE_ROWS(type)                                                                                    \
    {"threads",     'j',                                                                                     \
     OPTION_NUMBER, offsetof(type, run.threads),                                                             \
     "N",           1,                                                                                       \
     1024,          "CPU threads (default: as many as there are); a search on a GPU needs none"},            \
    {                                                                                                        \
        "device", 'd', OPTION_TEXT, offsetof(type, run.device), "auto|cpu|cuda[:K]", 0, 0,                   \
            "where to search: on the CPU, on GPU number K, or (auto, the default) on the CPU and, if the "   \
            "state space turns out to be large, on a GPU that works; --memory bounds the memory of that "    \
            "side (default of a GPU: 0.9 of what is free)"                                                   \
    }

/* How networks are read. */
struct reader_options {
    int ignore_case, independent;
    int regex; /* 0 basic, 1 extended */
    struct option_list internal;
};

#define READER_ROWS(type)                                                                                    \
    {"ignore-case", 'i', OPTION_FLAG, offsetof(type, reader.ignore_case),                                    \
     NULL,          0,   0,           "fold labels, gates and patterns to one case"},                        \
        {"independent",                                                                                      \
         0,                                                                                                  \
         OPTION_FLAG,                                                                                        \
         offsetof(type, reader.independent),                                                                 \
         NULL,                                                                                               \
         0,                                                                                                  \
         0,                                                                                                  \
         "labels that no synchronisation vector mentions interleave instead of being blocked"},              \
        {"regex",                                                                                            \
         0,                                                                                                  \
         OPTION_CHOICE,                                                                                      \
         offsetof(type, reader.regex),                                                                       \
         "basic|extended",                                                                                   \
         0,                                                                                                  \
         0,                                                                                                  \
         "POSIX regular expressions in patterns (default: basic)"},                                          \
    {                                                                                                        \
        "internal", 0, OPTION_LIST, offsetof(type, reader.internal), "NAME", 0, 0,                           \
            "one more name of the internal action, in addition to i and tau; may be given several times"     \
    }

/* They borrow the names in `internal`. */
struct exp_options reader_exp_options(const struct reader_options *options);

/* One command at work. Everything in it belongs to it; job_begin to job_end. */
struct job {
    const char *command;
    struct memory arguments;  /* for option lists: outside the budget */
    struct option_list given; /* the options' names in the order in which they were given */
    struct memory memory;
    struct files_read files_read;
    struct memory spill; /* for what searches move out of `memory` */
    struct run run;
    struct progress_line progress;
    struct error error;
    const struct backend *backend; /* the engine that was chosen */
    struct json_t *warnings;       /* given so far, for JSON; NULL for none */
    double started;                /* run_clock() */
    int quiet;
};

/* Before the options are known. */
void job_begin(struct job *job, const char *command);
/*
 * Memory budget, threads, deadline, signals and progress as the options say. 0, or -1 with job->error for a
 * device that this build has not.
 */
int job_configure(struct job *job, const struct run_options *options);

/*
 * To continue after Ctrl-C: 0, and the next Ctrl-C interrupts again; -1 when something else interrupted.
 */
int job_resume(void);

/*
 * Parses the command line; `values` holds the defaults. Returns -1 when the command is to go on, else the
 * exit code (help and version shown, usage error printed).
 */
int job_options(struct job *job, const struct options_command *command, int argc, char **argv, void *values,
                struct option_list *operands);

/*
 * Reads and flattens the network and prints its warnings; 0, or -1 with job->error. The caller frees both.
 * network: NULL for the warnings alone; there are none then when the flat network is too large.
 */
int job_read(struct job *job, const char *path, const struct reader_options *options, language_tree **tree,
             struct network **network);

/* What did a search that did not come to an end: the engine that was chosen, or under auto the CPU. */
const char *job_device(const struct job *job);

/* At the end, when everything is freed: sanitizer builds check that it is. */
void job_end(struct job *job);

/* A line on stderr about what to do when an error of this kind ended the work; none for most kinds. */
void job_advise(const struct job *job, enum error_code code);
/* The exit code that an error of this kind stands for. */
int job_exit_code(enum error_code code);
/* Prints job->error and returns the exit code that it stands for. */
int job_fail(struct job *job);
/* The same beside verdicts, whose exit code is `code`: a violation is one even if there was no memory for its
 * evidence. */
int job_fail_beside(struct job *job, int code);
/* From now on the terminal belongs to other text: progress is not shown any more. */
void job_end_progress(struct job *job);
/* Does so if a file of this name (NULL for none) would be written to the terminal. */
void job_end_progress_for(struct job *job, const char *path);
/* A line on stderr, "heddle: ..."; the progress line makes way for it. */
void job_message(struct job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A warning, unless the job is quiet. */
void job_warning(struct job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same even if the job is quiet: a property may be about something else than is meant, a label that no
 * transition has, say. */
void job_warning_of_property(struct job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A warning that what was written may be read otherwise than it was meant: also of a job that is quiet. */
void job_warning_of_reading(struct job *job, const struct error *warning);
/* Whether what goes to the descriptor may have colours. */
int job_use_colour(int descriptor);

/* Adds the job's warnings to the object, prints it and frees it. */
void job_print_json(struct job *job, struct json_t *object, FILE *stream);

#endif
