#ifndef HEDDLE_CLI_CHECK_CHECK_REPORT_H
#define HEDDLE_CLI_CHECK_CHECK_REPORT_H

#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "cli/common.h"
#include "api/search.h"

struct check_compose;
struct check_counts;
struct check_files;
struct json_t;

/* The output of `heddle check`: verdicts, counts, traces. */
struct check_report {
    struct job *job;
    const struct property *properties;
    struct absent_labels *absent; /* one per property */
    uint32_t count;
    uint64_t of_suites; /* number of properties that are of suites */
    struct check *check;
    const struct check_compose *compose; /* what was composed; NULL: nothing */
    const struct network *network;
    const struct evidence_subject *subject;
    const struct search_options *search;
    const struct json_t *base; /* an earlier run, with which the page compares; NULL: none */
    enum file_format trace_format;
    const char *trace_path, *certificate_path, *scheduler_path, *game_path, *page_path,
        *junit_path;                /* paths of outputs; NULL if there is none */
    char *const *trace_paths;       /* by property, if the path of traces is a folder; or NULL */
    char *const *certificate_paths; /* the same for certificates; NULL: of properties without certificates */
    int certifies_formula;          /* certificates are made of formulas that hold */
    int reduces;                    /* searches leave out states */
    int explains_all;               /* also explain formulas that hold */
    int json;
};

/* "holds", "violated", "undecided" */
const char *check_report_verdict(enum verdict verdict);
/* "all" or "some": the schedulers that a property is about. */
const char *check_report_schedulers(int every);
/* Why a property about some scheduler, or about every one, is violated; after the verdict. */
#define CHECK_NO_SCHEDULER ": no scheduler does this"
#define CHECK_ONE_AVOIDS ": some scheduler avoids it with positive probability"
/* Why a search ended early; NULL: it did not. */
const char *check_report_end(enum explore_outcome outcome);
/* Prints the table of the trace of a property; the middle of a longer one is left out. */
void check_report_trace(const struct check_report *report, uint32_t index, uint64_t most_steps, FILE *stream);
/* Prints the text after the verdict on a property: " after 3 steps", for example; it may be empty. */
void check_report_reason(const struct check_report *report, uint32_t index, FILE *stream);
/* Prints counts and verdicts as one JSON object. Returns 0, or -1 with the job's error. */
int check_report_json(const struct check_report *report, const struct check_counts *counts,
                      const struct check_files *files);
/* Writes traces and the page, prints verdicts and counts; returns the exit code. */
int check_report_print(const struct check_report *report);

#endif
