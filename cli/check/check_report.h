#ifndef HEDDLE_CLI_CHECK_CHECK_REPORT_H
#define HEDDLE_CLI_CHECK_CHECK_REPORT_H

#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "cli/common.h"
#include "cli/search.h"

/* What `heddle check` reports: verdicts, counts, traces. */
struct check_report {
    struct job *job;
    const struct property *properties;
    uint32_t count;
    struct check *check;
    const struct network *network;
    const struct evidence_subject *subject;
    const struct search_options *search;
    enum file_format trace_format;
    const char *trace_path, *certificate_path, *scheduler_path, *game_path, *page_path; /* NULL for none */
    int certifies_formula; /* the certificate is evidence of the only property, a formula that holds */
    int json;
};

/* "holds", "violated", "undecided" */
const char *check_report_verdict(enum verdict verdict);
/* Why a search ended early; NULL: it did not. */
const char *check_report_end(enum explore_outcome outcome);
/* What follows the verdict on a property in its line: " after 3 steps", say; or nothing. */
void check_report_reason(const struct check_report *report, uint32_t index, FILE *stream);
/* Writes traces and the page, prints verdicts and counts; the exit code. */
int check_report_print(const struct check_report *report);

#endif
