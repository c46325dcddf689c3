/* Collects the data for the page of a report. */
#include "api/check/check_page.h"

#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "api/check.h"
#include "api/check/check_reason.h"
#include "api/check/check_vacuity.h"
#include "base/memory.h"
#include "base/text/text_stream.h"
#include "report/report.h"

#define WHY_BYTES 1024

/* The texts of a result. */
struct texts {
    struct text_stream reason;
    char why[WHY_BYTES];
};

static int take_reason(const struct checked *checked, uint32_t index, struct text_stream *reason) {
    if (text_stream_open(reason, &checked->job->memory) != 0) {
        return -1;
    }
    check_print_reason(checked, index, reason->stream);
    check_vacuity_print_absent(checked, index, reason->stream);
    return text_stream_close(reason);
}

static int take_result(const struct checked *checked, uint32_t index, struct texts *texts,
                       struct report_result *taken) {
    const struct check_result *result = &checked->check->results[index];
    if (take_reason(checked, index, &texts->reason) != 0) {
        return error_memory(&checked->job->error, "for the report");
    }
    *taken = (struct report_result){.property = &checked->properties[index],
                                    .verdict = check_verdict_name(result->verdict),
                                    .reason = texts->reason.text.data,
                                    .file = checked->traces[index],
                                    .trace = result->has_trace ? &result->trace : NULL,
                                    .holds = result->verdict == VERDICT_HOLDS,
                                    .strategy = check_formula_strategy(result->evidence)};
    struct error why = result->why;
    if (result->verdict == VERDICT_UNDECIDED) {
        check_why(checked->check, index, &why);
    }
    if (why.code != ERROR_NONE) {
        taken->why = job_describe(checked->job, &why, texts->why, sizeof texts->why);
    }
    return 0;
}

static int write_page(const struct checked *checked, struct texts *texts, struct report_result *results) {
    const struct check_request *request = checked->request;
    json_t *counts = request->counts_json == NULL ? NULL : request->counts_json(checked);
    int failed = request->counts_json != NULL && counts == NULL
                     ? error_memory(&checked->job->error, "for the report")
                     : 0;
    for (uint32_t i = 0; i < checked->count && !failed; i++) {
        failed = take_result(checked, i, &texts[i], &results[i]);
    }
    struct report page = {.version = HEDDLE_VERSION,
                          .network = checked->network,
                          .subject = &checked->subject,
                          .counts = counts,
                          .base = checked->base,
                          .arguments = request->arguments,
                          .argument_count = request->argument_count,
                          .results = results,
                          .count = checked->count};
    failed = failed || report_write(request->report, &page, &checked->job->run, &checked->job->error) != 0;
    json_decref(counts);
    return failed ? -1 : 0;
}

/* Adds to any error that the report is therefore missing. */
static void blame_report(const struct checked *checked) {
    struct error *error = &checked->job->error;
    error_prefix(error, "the report is not written: ");
    error_place(error, (struct source_position){.path = checked->request->report});
}

int check_page_write(const struct checked *checked) {
    struct memory *memory = &checked->job->memory;
    uint64_t count = checked->count;
    struct texts *texts = memory_allocate_zeroed(memory, count * sizeof *texts);
    struct report_result *results = memory_allocate_zeroed(memory, count * sizeof *results);
    int failed = texts == NULL || results == NULL ? error_memory(&checked->job->error, "for the report")
                                                  : write_page(checked, texts, results);
    for (uint64_t i = 0; i < count && texts != NULL; i++) {
        text_stream_free(&texts[i].reason);
    }
    memory_free(memory, texts, count * sizeof *texts);
    memory_free(memory, results, count * sizeof *results);
    if (failed) {
        blame_report(checked);
    }
    return failed;
}
