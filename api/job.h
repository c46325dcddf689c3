#ifndef HEDDLE_API_JOB_H
#define HEDDLE_API_JOB_H

#include <stdio.h>

#include "api/output_name.h"
#include "base/device/device_list.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options/options.h"
#include "base/run.h"
#include "base/stream/files_read.h"
#include "base/text/definitions.h"
#include "frontend/language/language.h"

struct backend;
struct job_voice;
struct json_t;
struct network;
struct ranks;
struct source_position;

/* Requests that all commands have. */
struct run_options {
    uint64_t memory; /* bytes; 0: the default */
    int bounds_host; /* `memory` bounds the host, too, where a GPU searches */
    double timeout;  /* seconds; negative: no timeout */
    int json, quiet, strict;
    uint64_t threads; /* 0: one per available CPU */
    const char *device;
};

/* How networks are read. */
struct reader_options {
    int ignore_case, independent;
    int regex; /* 0 basic, 1 extended */
    struct option_list internal, constants;
    int shares_constants; /* with other inputs: a model need not declare all constants that have values */
};

/* The same as exp_options, which borrow the names in `internal`. */
struct exp_options reader_exp_options(const struct reader_options *options);

#define JOB_OUTPUTS 6 /* most outputs of one command */

/*
 * What a command may use, what it has said, and its files. It owns everything in it. Whoever lets a command
 * work, such as the command line (cli/common.h), shows what it says.
 */
struct job {
    const char *command;
    struct memory arguments;  /* memory of option lists, outside the budget */
    struct options_line line; /* the options as they were given; empty without a command line */
    struct memory memory;
    struct memory spill; /* memory for data that searches move out of `memory` */
    struct run run;
    struct device_list devices;    /* the GPUs that are named; GPU 0 if none is */
    const struct backend *backend; /* the selected engine */
    struct definitions declared;   /* the constants that a model read so far declares, if models share them */
    struct files_read files_read;
    struct error error;
    double started;          /* run_clock() */
    struct json_t *warnings; /* the warnings so far, for JSON; NULL for none */
    uint64_t warning_count;
    int strict;
    int strict_late;     /* --strict ends the command after its work, not before it */
    int lacks_something; /* job_lack was called */
    int writes_stdout;   /* a file goes to standard output, so nothing else does */
    struct job_added_output outputs[JOB_OUTPUTS]; /* the files to write, which borrow their names */
    unsigned output_count;
    const struct job_voice *voice; /* NULL: nobody listens */
};

enum job_saying {
    JOB_MESSAGE,
    JOB_NOTE, /* not if the job is to be quiet */
    JOB_STEP, /* what is being done: not if the job is to be quiet, or has results for programs */
    JOB_WARNING,
    JOB_FALLBACK,           /* a warning: the CPU does the work of a GPU that failed */
    JOB_WARNING_OF_READING, /* about a place in a text that the user wrote */
    JOB_ERROR               /* job->error, which does not end the work */
};

/* Who shows what a job says. */
struct job_voice {
    /* position: of a warning, or NULL; its line is 0 if only the file is known. text: NULL for JOB_ERROR */
    void (*say)(struct job *job, enum job_saying saying, const struct source_position *position,
                const char *text);
    /* Ends the display of progress, because other text follows on the terminal. */
    void (*end_progress)(struct job *job);
    /* Shows how far long work is; the context is the job. (struct run) */
    void (*progress)(void *job, const struct progress *progress);
    /* A signal asked the command to stop: *stop is its number. */
    const int *stop;
};

/* Begins a job, before its options are known. */
void job_open(struct job *job, const char *command);
/* Begins the next work of the same job: it has read, written and said nothing so far. */
void job_renew(struct job *job);
/* Ends it, after everything else has been freed. */
void job_close(struct job *job);
/* Sets engine, memory budget, threads and deadline from the options; ranks: the processes that work together,
 * or NULL. Returns 0, or -1 with job->error if this build does not support the device. */
int job_set_run(struct job *job, const struct run_options *options, struct ranks *ranks);

/* The format of an input, by its name or its first bytes. FILE_UNKNOWN if neither shows it, as of a network
 * that is named without its ending, or if the input cannot be read: its reader reports that error. */
enum file_format job_file_format(struct job *job, const char *path);
/* Reads a model of any language; NULL with job->error. The caller frees it. */
language_tree *job_read_tree(struct job *job, const char *path, const struct reader_options *options);
/* For options that share constants, after all models have been read: 0 if each constant was declared by one
 * of them; -1 with job->error. */
int job_check_constants(struct job *job, const struct reader_options *options);
/* Compiles it into a network and says its warnings, which --strict makes an error. Returns 0, or -1 with
 * job->error. The caller frees the network. network: NULL to get only the warnings; there are none if the
 * flat network is too large. */
int job_compile(struct job *job, const language_tree *tree, struct network **network);
/* Both. The caller frees both. */
int job_read(struct job *job, const char *path, const struct reader_options *options, language_tree **tree,
             struct network **network);

/* The device of a search that did not finish: that of the selected engine, or the CPU under auto. */
const char *job_device(const struct job *job);
/* Whether --timeout has ended the work with an error of this kind, and no signal. */
int job_is_timeout(const struct job *job, enum error_code code);
/* The time of --timeout as text, in a buffer of QUANTITY_TEXT bytes. */
const char *job_show_timeout(const struct job *job, char *buffer);
/* An error as error_describe writes it, with the limit if --timeout is its cause: for texts without advice.
 */
const char *job_describe(const struct job *job, const struct error *error, char *buffer, uint64_t size);
/* The limit that an error names, for programs: full, limit, timeout or interrupted; failed for other errors.
 * job_outcome: of job->error. */
const char *job_outcome_of(const struct job *job, enum error_code code);
const char *job_outcome(const struct job *job);

/* Ends the display of progress, because other text follows on the terminal. */
void job_end_progress(struct job *job);
/* The same if a file of this name (NULL for none) would be written to the terminal. */
void job_end_progress_for(struct job *job, const char *path);
/* Says a line. */
void job_say(struct job *job, enum job_saying saying, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define job_message(job, ...) job_say((job), JOB_MESSAGE, __VA_ARGS__)
#define job_note(job, ...) job_say((job), JOB_NOTE, __VA_ARGS__)
#define job_step(job, ...) job_say((job), JOB_STEP, __VA_ARGS__)
/* Says job->error, which does not end the work: a file is not written, for example. */
void job_error(struct job *job);
/* Warns, also if the job is quiet. */
void job_warning(struct job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* position: NULL if there is none; its line is 0 if only the file is known. */
void job_warning_at(struct job *job, const struct source_position *position, const char *text);
/* The same: the CPU does the work of a GPU, if `fallback` is a reason; once for each reason. */
void job_warning_fallback(struct job *job, const struct error *fallback);
/* The same, with the place that *warning has. */
void job_warning_of_reading(struct job *job, const struct error *warning);
/* The same if there is one (its code is not ERROR_NONE): 0, or -1 as job_accept_warnings. */
int job_accept_warning_of_reading(struct job *job, const struct error *warning);
/*
 * Says that something that was asked for, such as a warning, is left out for lack of memory; once. The exit
 * status is then not EXIT_DONE. purpose: "for all warnings".
 */
void job_lack_memory(struct job *job, const char *purpose);
/* The same for any reason; purpose is for the one that memory ran out. */
void job_lack(struct job *job, const struct error *why, const char *purpose);
/* Whether the command may continue after its warnings so far: 0; or -1 with job->error under --strict, unless
 * that ends the command after its work. */
int job_accept_warnings(struct job *job);
/* Prints the warnings so far, a line each. Returns how many there are. */
uint64_t job_list_warnings(const struct job *job, FILE *stream);

#endif
