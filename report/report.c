/* Writes the page of a report: a style and a script, with the results as JSON between them. */
#include "report/report.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text/json_text.h"
#include "base/memory.h"
#include "base/stream/output.h"
#include "base/run.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/evidence_put.h"
#include "checker/property/property.h"
#include "report/report_internal.h"

/* The sources in this folder, as bytes; the Makefile makes them. */
static const unsigned char style[] = {
#include "report/style.inc"
};
static const unsigned char script[] = {
#include "report/script.inc"
};

/* The policy forbids the page to load anything from elsewhere. */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<link rel=\"icon\" href=\"data:,\">\n"
    "<title>heddle</title>\n<style>\n";
static const char data_begin[] =
    "</style>\n</head>\n<body>\n<noscript><p>This page is drawn by its own script: allow scripts to see it. "
    "It loads nothing.</p></noscript>\n<script type=\"application/json\" id=\"report\">\n";
static const char data_end[] = "\n</script>\n<script>\n";
static const char tail[] = "</script>\n</body>\n</html>\n";

static int put_text(output *output, const char *key, const char *text, struct memory *memory,
                    struct error *error) {
    return evidence_put_key(output, key, text == NULL ? json_null() : json_text(memory, text), error) ||
           output_text(output, ", ", error);
}

static int put_result(output *output, const struct report *report, uint32_t index, const struct run *run,
                      struct error *error) {
    const struct report_result *result = &report->results[index];
    struct memory *memory = run->memory;
    int failed =
        output_text(output, index == 0 ? "\n{\"property\": " : ",\n{\"property\": ", error) ||
        evidence_put_property(output, result->property, memory, error) || output_text(output, ", ", error) ||
        put_text(output, "verdict", result->verdict, memory, error) ||
        put_text(output, "reason", result->reason, memory, error) ||
        put_text(output, "why", result->why, memory, error) ||
        put_text(output, "file", result->file, memory, error) ||
        output_text(output, "\"evidence\": ", error) ||
        report_put_evidence(output, result, report->subject, run, error) || output_text(output, "}", error);
    return failed ? -1 : 0;
}

/* Writes the data; it begins like evidence, with the input and the options for reading it. */
static int put_data(output *output, const struct report *report, const struct run *run, struct error *error) {
    json_t *counts = report->counts == NULL ? json_null() : json_deep_copy(report->counts);
    if (evidence_put_head(output, "report", report->subject, run->memory, error) ||
        output_text(output, ",\n", error)) {
        json_decref(counts);
        return -1;
    }
    int failed =
        evidence_put_key(output, "counts", counts, error) || output_text(output, ",\n", error) ||
        evidence_put_key(output, "version", json_text(run->memory, report->version), error) ||
        output_text(output, ",\n\"network\": ", error) ||
        (report->network == NULL ? output_text(output, "null", error)
                                 : report_put_network(output, report->network, run->memory, error)) ||
        output_text(output, ",\n\"results\": [", error);
    for (uint32_t i = 0; i < report->count && !failed; i++) {
        failed = put_result(output, report, i, run, error);
    }
    return failed || output_text(output, "]}", error) ? -1 : 0;
}

static int put_page(output *output, const struct report *report, const struct run *run, struct error *error) {
    if (output_text(output, head, error) || output_write(output, style, sizeof style, error) ||
        output_text(output, data_begin, error)) {
        return -1;
    }
    output_in_page(output, 1);
    int failed = put_data(output, report, run, error);
    output_in_page(output, 0);
    return failed || output_text(output, data_end, error) ||
                   output_write(output, script, sizeof script, error) || output_text(output, tail, error)
               ? -1
               : 0;
}

int report_write(const char *path, const struct report *report, const struct run *run, struct error *error) {
    output *output = output_create(run, path, error);
    if (output == NULL) {
        return -1;
    }
    if (put_page(output, report, run, error) != 0) {
        output_discard(output);
        return -1;
    }
    return output_finish(output, error);
}
