/* Collects the test results of a check. */
#include "api/check/check_junit.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/check.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/input.h"
#include "base/text/text_stream.h"
#include "api/check/check_passing.h"
#include "api/check/check_reason.h"
#include "api/check/check_vacuity.h"
#include "api/check/junit.h"

#define MOST_STEPS 1000u  /* most steps of a trace in the file */
#define FIRST_BYTES 4096u /* in which test results begin */

/* --- the file of an earlier run --- */

/* Whether a regular file has test results in JUnit's format. */
static int has_results(const char *path) {
    struct memory memory;
    struct error error;
    char text[FIRST_BYTES + 1];
    const struct run run = {.memory = &memory};
    memory_init(&memory, UINT64_MAX);
    input *input = input_open(&run, path, &error);
    const int64_t count = input == NULL ? -1 : input_read(input, text, FIRST_BYTES, &error);
    input_close(input);
    text[count < 0 ? 0 : count] = '\0';
    return strstr(text, "<testsuite") != NULL;
}

void check_junit_forget(const char *junit_path) {
    char path[PATH_MAX]; /* links are followed, as when the file is written */
    struct stat status;
    if (junit_path != NULL && !output_name_is_stream(junit_path) && realpath(junit_path, path) != NULL &&
        stat(path, &status) == 0 && S_ISREG(status.st_mode) && has_results(path)) {
        unlink(path);
    }
}

/* --- the tests --- */

/* The texts of a test. */
struct junit_texts {
    struct text_stream message, details;
};

static void print_message(const struct checked *checked, uint32_t index, FILE *stream) {
    const struct property *property = &checked->properties[index];
    const struct check_result *result = &checked->check->results[index];
    fputs(check_verdict_name(result->verdict), stream);
    check_print_reason(checked, index, stream);
    check_vacuity_print_absent(checked, index, stream);
    check_print_expectation(property, result->verdict, stream);
    if (result->verdict == VERDICT_UNDECIDED) {
        char text[2048];
        struct error why;
        check_why(checked->check, index, &why);
        if (why.code != ERROR_NONE) {
            fprintf(stream, ": %s", job_describe(checked->job, &why, text, sizeof text));
        }
    }
}

static void print_details(const struct checked *checked, uint32_t index, FILE *stream) {
    fputc('\n', stream);
    check_print_trace(checked, index, MOST_STEPS, stream);
}

/* Prints a text into memory. Returns 0, or -1 if memory runs out. */
static int print_text(const struct checked *checked, uint32_t index,
                      void (*print)(const struct checked *checked, uint32_t index, FILE *stream),
                      struct text_stream *text) {
    if (text_stream_open(text, &checked->job->memory) != 0) {
        return -1;
    }
    print(checked, index, text->stream);
    return text_stream_close(text);
}

/* is_doubtful: a warning is about the property, so that --strict does not let it pass. */
static enum junit_outcome outcome_of_test(const struct job *job, const struct property *property,
                                          enum verdict verdict, int is_doubtful) {
    return verdict == VERDICT_UNDECIDED                                       ? JUNIT_ERROR
           : check_passes(property, verdict) && !(is_doubtful && job->strict) ? JUNIT_PASSED
                                                                              : JUNIT_FAILED;
}

static int take_case(const struct checked *checked, uint32_t index, struct junit_texts *texts,
                     struct junit_case *one) {
    const struct property *property = &checked->properties[index];
    const struct check_result *result = &checked->check->results[index];
    if (print_text(checked, index, print_message, &texts->message) != 0 ||
        (result->has_trace && print_text(checked, index, print_details, &texts->details) != 0)) {
        return error_memory(&checked->job->error, "for the test results");
    }
    const int is_doubtful = checked->absent[index].count > 0 ||
                            (result->verdict == VERDICT_HOLDS && result->vacuous != VACUITY_NONE);
    *one =
        (struct junit_case){.name = property->name,
                            .kind = property_row(property->kind)->name,
                            .outcome = outcome_of_test(checked->job, property, result->verdict, is_doubtful),
                            .note = is_doubtful ? texts->message.text.data : NULL,
                            .seconds = check_result_seconds(checked->check, index),
                            .message = texts->message.text.data,
                            .details = texts->details.text.data};
    return 0;
}

/* Writes the file with the job's warnings. */
static int write_suite(struct job *job, const char *path, struct junit_suite *suite) {
    struct text_stream warnings;
    int failed = text_stream_open(&warnings, &job->memory);
    suite->is_strict = job->strict;
    if (failed == 0) {
        const uint64_t count = job_list_warnings(job, warnings.stream);
        failed = text_stream_close(&warnings);
        suite->warnings = count == 0 ? NULL : warnings.text.data;
    }
    failed = failed != 0 ? error_memory(&job->error, "for the test results")
                         : junit_write(path, suite, &job->run, &job->error);
    text_stream_free(&warnings);
    return failed;
}

void check_junit_fail(struct job *job, const struct check_request *request) {
    char text[2048];
    const struct junit_case one = {.name = "check",
                                   .kind = "error",
                                   .outcome = JUNIT_ERROR,
                                   .message = job_describe(job, &job->error, text, sizeof text)};
    struct junit_suite suite = {.name = request->path, .cases = &one, .count = 1};
    if (write_suite(job, request->junit, &suite) != 0) {
        job_error(job);
    }
}

int check_junit_write(struct checked *checked) {
    struct memory *memory = &checked->job->memory;
    uint64_t count = checked->count;
    struct junit_texts *texts = memory_allocate_zeroed(memory, count * sizeof *texts);
    struct junit_case *cases = memory_allocate_zeroed(memory, count * sizeof *cases);
    int failed =
        texts == NULL || cases == NULL ? error_memory(&checked->job->error, "for the test results") : 0;
    checked->has_junit = 1;
    for (uint32_t i = 0; i < count && !failed; i++) {
        failed = take_case(checked, i, &texts[i], &cases[i]);
    }
    if (!failed) {
        struct junit_suite suite = {.name = checked->request->path,
                                    .cases = cases,
                                    .count = count,
                                    .seconds = checked->total_seconds};
        failed = write_suite(checked->job, checked->request->junit, &suite);
    }
    for (uint64_t i = 0; i < count && texts != NULL; i++) {
        text_stream_free(&texts[i].message);
        text_stream_free(&texts[i].details);
    }
    memory_free(memory, texts, count * sizeof *texts);
    memory_free(memory, cases, count * sizeof *cases);
    return failed ? -1 : 0;
}
