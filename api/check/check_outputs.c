/* The names of the files that a check writes. */
#include "api/check/check_outputs.h"

#include <stdio.h>

#include "api/check.h"
#include "base/array.h"

int check_outputs_add(struct checked *checked) {
    struct job *job = checked->job;
    const struct check_request *request = checked->request;
    static const enum file_format json[] = {FILE_JSON, FILE_UNKNOWN}, game[] = {FILE_PG, FILE_UNKNOWN},
                                  drn[] = {FILE_DRN, FILE_UNKNOWN}, page[] = {FILE_HTML, FILE_UNKNOWN},
                                  xml[] = {FILE_XML, FILE_UNKNOWN};
    const struct job_output trace = {
        {"--trace", request->trace, evidence_trace_formats, "--format", request->format}, checked->count};
    int folder = evidence_folder_is(request->trace);
    const char *certificate = evidence_folder_is(request->certificate) ? NULL : request->certificate;
    const struct job_output others[] = {{{"--certificate", certificate, json, NULL, -1}, 1},
                                        {{"--scheduler", request->scheduler, json, NULL, -1}, 1},
                                        {{"--write-game", request->write_game, game, NULL, -1}, 1},
                                        {{"--write-product", request->write_product, drn, NULL, -1}, 1},
                                        {{"--report", request->report, page, NULL, -1}, 1},
                                        {{"--junit", request->junit, xml, NULL, -1}, 1}};
    int failed = folder ? 0 : job_output(job, &trace, &checked->trace_format);
    if (folder) {
        checked->trace_format = request->format < 0 ? FILE_JSON : evidence_trace_formats[request->format];
    }
    job_end_progress_for(job, request->trace);
    for (unsigned i = 0; i < LENGTH(others) && !failed; i++) {
        failed = job_output(job, &others[i], NULL);
        job_end_progress_for(job, others[i].file.path);
    }
    return failed;
}

static int always(const struct property *property) {
    (void)property;
    return 1;
}

static int has_certificate(const struct property *property) {
    return !property_is_of_cycles(property->kind) && !property_is_of_schedulers(property->kind) &&
           property_row(property->kind)->takes != PROPERTY_TAKES_AUTOMATON;
}

int check_outputs_name(struct checked *checked) {
    struct job *job = checked->job;
    const struct check_request *request = checked->request;
    const struct property *properties = checked->properties;
    const uint64_t count = checked->count;
    char ending[16];
    snprintf(ending, sizeof ending, "%s", file_format_row(checked->trace_format)->endings[0]);
    const struct evidence_naming traces = {"--trace", request->trace, ending, properties, count, always},
                                 certificates = {"--certificate", request->certificate, ".json", properties,
                                                 count,           has_certificate};
    if (evidence_folder_is(request->trace) &&
        evidence_folder_open(job, &traces, &checked->trace_folder) != 0) {
        return -1;
    }
    return evidence_folder_is(request->certificate)
               ? evidence_folder_open(job, &certificates, &checked->certificate_folder)
               : 0;
}
