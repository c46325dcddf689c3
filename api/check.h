#ifndef HEDDLE_API_CHECK_H
#define HEDDLE_API_CHECK_H

#include "api/check/check_vacuity.h"
#include "api/check/evidence_folder.h"
#include "api/checkpoint.h"
#include "api/compose.h"
#include "api/property_list.h"
#include "api/search.h"
#include "checker/check.h"
#include "checker/composed/composed_check.h"
#include "checker/evidence/evidence.h"
#include "frontend/formats/table/file_format.h"

struct checked;
struct arena;
struct json_t;
struct mdp;

/* What `heddle check` checks, and the files that it writes. */
struct check_request {
    const char *path;        /* a network, or a Markov decision process */
    language_tree *tree;     /* of the path, read already, and .. */
    struct network *network; /* .. its network; both borrowed. NULL: they are made */
    const char *labels;      /* of an MDP: its .lab file; NULL: the one beside it */
    struct run_options run;  /* of the job: job_set_run */
    struct property_list *properties;
    struct reader_options reader;
    struct search_options search;
    struct checkpoint_options checkpoint;
    struct compose_options compose;
    struct solve_options solve;
    int keep_going, no_vacuity, no_maximal_progress;
    int witness;  /* explain formulas that hold, too */
    int evidence; /* the caller reads traces and strategies, even if no file has them */
    int format;   /* of traces: an index into evidence_trace_formats; -1: by the file's name */
    const char *trace, *certificate; /* files, or folders with a file for each property (evidence_folder.h) */
    const char *scheduler, *write_game, *write_product, *report, *junit;
    const char *report_base; /* --json output of an earlier run, with which the report compares */
    /* What the report shows of the command: its arguments, and its counts; or NULL. */
    char *const *arguments;
    int argument_count;
    struct json_t *(*counts_json)(const struct checked *checked);
};

#define CHECK_REQUEST_DEFAULTS                                                                               \
    {                                                                                                        \
        .run = {.timeout = -1, .device = "auto"}, .search = SEARCH_DEFAULTS,                                 \
        .checkpoint = CHECKPOINT_DEFAULTS, .format = -1                                                      \
    }

/* A file that was requested and not written. */
struct check_missing {
    const char *option, *file, *reason;
    enum error_code code; /* ERROR_NONE: the verdicts leave nothing to write */
};

/* What was checked. (struct check_result is that of one property.) Everything in it belongs to it, but a
 * borrowed network. */
struct checked {
    struct job *job;
    const struct check_request *request;
    language_tree *tree;
    struct network *network; /* NULL: the properties are those of an MDP in a file */
    struct mdp *mdp;
    struct property *properties; /* [count] */
    uint32_t count;
    struct absent_labels *absent; /* [count] */
    struct check *check;          /* verdicts and searches */
    struct evidence_subject subject;
    const char **names; /* of the network's components */
    int is_composed;    /* smaller networks were checked: */
    struct composed_check composed;
    struct composition_plan *plan;
    struct checkpoints checkpoints;
    struct json_t *base; /* the earlier run */
    int reduces;         /* searches leave out states */
    struct error
        no_walker; /* why files cannot show values of variables, and are not written; or ERROR_NONE */
    /* The files. */
    enum file_format trace_format;
    int certifies_formula; /* the certificate is that of a formula */
    struct evidence_folder trace_folder, certificate_folder;
    struct arena *texts;
    const char **traces; /* [count]: the file with the property's trace, or NULL */
    struct check_missing *missing;
    uint64_t missing_count;
    int has_page, has_junit; /* has_junit: also if it could not be written */
    /* When all but report and test results was done. */
    double total_seconds;
    uint64_t memory_bytes; /* of the host, at most */
};

/*
 * Reads the model, makes the properties, checks them, and writes the files that are requested; says why files
 * are missing. Returns 0, or -1 with job->error if nothing was checked. Call checked_free in any case.
 */
int api_check(struct job *job, const struct check_request *request, struct checked *checked);
/* Says how searches with checkpoints can be continued, if the work is not complete; then frees. */
void checked_free(struct checked *checked, int complete);
/* Removes test results that an earlier run has left under this name (NULL: none), so that nobody takes them
 * for those of this run, however it ends. Other files stay. */
void check_junit_forget(const char *junit_path);
/* Writes a file of test results that has the job's error alone, where nothing was checked. If that fails, it
 * says so. */
void check_junit_fail(struct job *job, const struct check_request *request);

#endif
