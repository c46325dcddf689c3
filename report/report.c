/* Writes the page of a report: a style and a script, with the results as JSON between them. */
#include "report/report.h"

#include <jansson.h>

#include "base/text/json_text.h"
#include "base/run.h"
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

static void put_text(struct evidence_writer *writer, const char *before, const char *text) {
    evidence_put_json(writer, before, text == NULL ? json_null() : json_text(writer->run->memory, text));
}

static void put_object(struct evidence_writer *writer, const char *before, const json_t *object) {
    evidence_put_json(writer, before, object == NULL ? json_null() : json_deep_copy(object));
}

/* The verdict that a suite expects; NULL: it does not say. */
static const char *expected_text(const struct property *property) {
    enum property_expectation expected = property == NULL ? EXPECTED_BY_DEFAULT : property->expected;
    return expected == EXPECTED_VIOLATED ? "violated" : expected == EXPECTED_TO_HOLD ? "holds" : NULL;
}

static void put_result(struct evidence_writer *writer, const struct report_result *result,
                       const struct evidence_subject *subject) {
    evidence_put_text(writer, "\n{\"property\": ");
    evidence_put_property(writer, result->property);
    put_text(writer, ", \"verdict\": ", result->verdict);
    put_text(writer, ", \"expected\": ", expected_text(result->property));
    put_text(writer, ", \"reason\": ", result->reason);
    put_text(writer, ", \"why\": ", result->why);
    put_text(writer, ", \"file\": ", result->file);
    evidence_put_text(writer, ", \"evidence\": ");
    report_put_evidence(writer, result, subject);
    evidence_put_text(writer, "}");
}

/* Writes the data; it begins like evidence, with the input and the options for reading it. */
static void put_data(struct evidence_writer *writer, const struct report *report) {
    evidence_put_head(writer, 1, "report", report->subject);
    report_put_inputs(writer, report);
    report_put_variables(writer, report);
    put_object(writer, ",\n\"counts\": ", report->counts);
    put_object(writer, ",\n\"base\": ", report->base);
    put_text(writer, ",\n\"version\": ", report->version);
    evidence_put_text(writer, ",\n\"network\": ");
    if (report->network == NULL) {
        evidence_put_text(writer, "null");
    } else {
        report_put_network(writer, report->network);
    }
    evidence_put_text(writer, ",\n\"results\": [");
    for (uint32_t i = 0; i < report->count && !writer->failed; i++) {
        evidence_put_text(writer, i == 0 ? "" : ",");
        put_result(writer, &report->results[i], report->subject);
    }
    evidence_put_text(writer, "]}");
}

static void put_source(struct evidence_writer *writer, const unsigned char *source, size_t size) {
    writer->failed = writer->failed || output_write(writer->output, source, size, writer->error) != 0;
}

int report_write(const char *path, const struct report *report, const struct run *run, struct error *error) {
    struct evidence_writer writer = {.run = run, .error = error};
    if (evidence_writer_open(&writer, path) != 0) {
        return -1;
    }
    evidence_put_text(&writer, head);
    put_source(&writer, style, sizeof style);
    evidence_put_text(&writer, data_begin);
    output_in_page(writer.output, 1);
    put_data(&writer, report);
    output_in_page(writer.output, 0);
    evidence_put_text(&writer, data_end);
    put_source(&writer, script, sizeof script);
    evidence_put_text(&writer, tail);
    return evidence_writer_close(&writer);
}
