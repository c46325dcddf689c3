/* Writes JUnit's XML. */
#include "api/check/junit.h"

#include <stdio.h>

#include "base/error.h"
#include "base/run.h"
#include "base/stream/output.h"
#include "base/stream/xml_text.h"

struct writer {
    output *output;
    struct error *error;
    int failed;
};

static void put_text(struct writer *writer, const char *text) {
    writer->failed = writer->failed || output_text(writer->output, text, writer->error) != 0;
}

static void put_escaped(struct writer *writer, const char *before, const char *text, const char *after) {
    put_text(writer, before);
    writer->failed = writer->failed || xml_text_write(writer->output, text, SIZE_MAX, writer->error) != 0;
    put_text(writer, after);
}

/* The attribute and the end of a tag. */
static void put_seconds(struct writer *writer, double seconds) {
    char text[64];
    snprintf(text, sizeof text, " time=\"%.3f\">\n", seconds > 0 ? seconds : 0);
    put_text(writer, text);
}

static void put_counts(struct writer *writer, const struct junit_suite *suite) {
    const int warns = suite->is_strict && suite->warnings != NULL;
    uint64_t failures = (uint64_t)warns, errors = 0;
    char text[128];
    for (uint64_t i = 0; i < suite->count; i++) {
        failures += suite->cases[i].outcome == JUNIT_FAILED;
        errors += suite->cases[i].outcome == JUNIT_ERROR;
    }
    snprintf(text, sizeof text, " tests=\"%llu\" failures=\"%llu\" errors=\"%llu\" skipped=\"0\"",
             (unsigned long long)suite->count + (unsigned)warns, (unsigned long long)failures,
             (unsigned long long)errors);
    put_text(writer, text);
    put_seconds(writer, suite->seconds);
}

static void put_case(struct writer *writer, const char *suite, const struct junit_case *one) {
    const char *tag = one->outcome == JUNIT_FAILED ? "failure" : "error";
    put_escaped(writer, "    <testcase name=\"", one->name, "\"");
    put_escaped(writer, " classname=\"", suite, "\"");
    put_seconds(writer, one->seconds);
    if (one->outcome != JUNIT_PASSED) {
        put_text(writer, "      <");
        put_text(writer, tag);
        put_escaped(writer, " type=\"", one->kind, "\"");
        put_escaped(writer, " message=\"", one->message, "\">");
        put_escaped(writer, "", one->details == NULL ? one->message : one->details, "</");
        put_text(writer, tag);
        put_text(writer, ">\n");
    } else if (one->note != NULL) {
        put_escaped(writer, "      <system-out>", one->note, "</system-out>\n");
    }
    put_text(writer, "    </testcase>\n");
}

int junit_write(const char *path, const struct junit_suite *suite, const struct run *run,
                struct error *error) {
    struct writer writer = {.output = output_create(run, path, error), .error = error};
    if (writer.output == NULL) {
        return -1;
    }
    put_text(&writer, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    put_escaped(&writer, "  <testsuite name=\"", suite->name, "\"");
    put_counts(&writer, suite);
    for (uint64_t i = 0; i < suite->count && !writer.failed; i++) {
        put_case(&writer, suite->name, &suite->cases[i]);
    }
    if (suite->is_strict && suite->warnings != NULL) {
        const struct junit_case warnings = {.name = "--strict",
                                            .kind = "warnings",
                                            .outcome = JUNIT_FAILED,
                                            .message = "warnings are errors",
                                            .details = suite->warnings};
        put_case(&writer, suite->name, &warnings);
    } else if (suite->warnings != NULL) {
        put_escaped(&writer, "    <system-err>", suite->warnings, "</system-err>\n");
    }
    put_text(&writer, "  </testsuite>\n</testsuites>\n");
    return output_end(writer.output, writer.failed, error);
}
