/* Collects the data for the page of `heddle check --report`. */
#include "cli/check/check_page.h"

#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "cli/check/check_vacuity.h"
#include "base/memory.h"
#include "base/text/text_stream.h"
#include "report/report.h"

#define WHY_BYTES 1024

/* The texts of a result. */
struct texts {
    struct text_stream reason;
    char why[WHY_BYTES];
};

static int take_reason(const struct check_report *report, uint32_t index, struct text_stream *reason) {
    if (text_stream_open(reason, &report->job->memory) != 0) {
        return -1;
    }
    check_report_reason(report, index, reason->stream);
    check_vacuity_print_absent(report, index, reason->stream);
    return text_stream_close(reason);
}

/* Why the search of the property ended early; NULL: it did not. */
static const char *end_of_search(const struct check *check, const struct check_result *result) {
    if (result->verdict != VERDICT_UNDECIDED || result->search == CHECK_NO_SEARCH) {
        return NULL;
    }
    return check_report_end(check->searches[result->search].result.outcome);
}

static int take_result(const struct check_report *report, uint32_t index, char *const *paths,
                       struct texts *texts, struct report_result *taken) {
    const struct check_result *result = &report->check->results[index];
    if (take_reason(report, index, &texts->reason) != 0) {
        return error_memory(&report->job->error, "for the report");
    }
    *taken = (struct report_result){.property = &report->properties[index],
                                    .verdict = check_report_verdict(result->verdict),
                                    .reason = texts->reason.text.data,
                                    .why = end_of_search(report->check, result),
                                    .file = paths[index],
                                    .trace = result->has_trace ? &result->trace : NULL,
                                    .holds = result->verdict == VERDICT_HOLDS,
                                    .strategy = check_formula_strategy(result->evidence)};
    if (result->why.code != ERROR_NONE) {
        taken->why = error_describe(&result->why, texts->why, sizeof texts->why);
    }
    return 0;
}

static int write_page(const struct check_report *report, const json_t *counts, char *const *paths,
                      struct texts *texts, struct report_result *results) {
    for (uint32_t i = 0; i < report->count; i++) {
        if (take_result(report, i, paths, &texts[i], &results[i]) != 0) {
            return -1;
        }
    }
    struct report page = {.version = HEDDLE_VERSION,
                          .network = report->network,
                          .subject = report->subject,
                          .counts = counts,
                          .base = report->base,
                          .arguments = console_of(report->job)->argument_texts,
                          .argument_count = console_of(report->job)->argument_count,
                          .results = results,
                          .count = report->count};
    return report_write(report->page_path, &page, &report->job->run, &report->job->error);
}

/* Adds to any error that the report is therefore missing. */
static void blame_report(const struct check_report *report) {
    struct error *error = &report->job->error, reason = *error;
    error_in(error, reason.code, report->page_path, "the report is not written: %.900s", reason.text);
}

int check_page_write(const struct check_report *report, const struct check_counts *counts,
                     char *const *paths) {
    struct memory *memory = &report->job->memory;
    uint64_t count = report->count;
    struct texts *texts = memory_allocate_zeroed(memory, count * sizeof *texts);
    struct report_result *results = memory_allocate_zeroed(memory, count * sizeof *results);
    json_t *object = json_object();
    int failed = texts == NULL || results == NULL || object == NULL ||
                         statistics_json(memory, check_count_rows, CHECK_COUNT_ROWS, counts, object) != 0
                     ? error_memory(&report->job->error, "for the report")
                     : write_page(report, object, paths, texts, results);
    for (uint64_t i = 0; i < count && texts != NULL; i++) {
        text_stream_free(&texts[i].reason);
    }
    json_decref(object);
    memory_free(memory, texts, count * sizeof *texts);
    memory_free(memory, results, count * sizeof *results);
    if (failed) {
        blame_report(report);
    }
    return failed;
}
