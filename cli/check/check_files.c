/* The output files of `heddle check`, and the messages about those that are not written. */
#include "cli/check/check_files.h"

#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text/json_text.h"
#include "checker/evidence/evidence.h"
#include "api/output_name.h"

/* --- missing traces and evidence --- */

/* If memory runs out, the list is incomplete; the exit code is still right. */
void check_files_list(struct memory *memory, json_t **missing, const char *option, const char *path,
                      const char *reason) {
    *missing = *missing != NULL ? *missing : json_array();
    json_array_append_new(*missing, json_pack("{s:s, s:o, s:o}", "option", option, "file",
                                              json_text(memory, path), "reason", json_text(memory, reason)));
}

int check_files_miss(const struct check_report *report, struct check_files *files, const char *option,
                     const char *path, int code) {
    char text[2048];
    check_files_list(&report->job->memory, &files->missing, option, path,
                     error_describe(&report->job->error, text, sizeof text));
    return job_fail_beside(report->job, code);
}

/* Records a missing file like check_files_miss, but with another error as its reason. */
static int miss_because(const struct check_report *report, struct check_files *files, const char *option,
                        const char *path, const struct error *why, int code) {
    struct error *error = &report->job->error;
    char text[900];
    error_describe(why, text, sizeof text);
    error_in(error, why->code, path, "not written: %s", text);
    return check_files_miss(report, files, option, path, code);
}

/* Records that there is nothing to write because of the verdicts, which already determine the exit code. */
static void miss_by_verdict(const struct check_report *report, struct check_files *files, const char *option,
                            const char *path, const char *reason) {
    check_files_list(&report->job->memory, &files->missing, option, path, reason);
    if (!console_of(report->job)->quiet) {
        job_message(report->job, "%s: not written: %s", path, reason);
    }
}

/* Sets *why to the reason why the search of a property did not see all states. */
static void explain_search(const struct check_report *report, const struct check_result *result,
                           struct error *why) {
    enum explore_outcome outcome = result->search == CHECK_NO_SEARCH
                                       ? EXPLORE_VIOLATED
                                       : report->check->searches[result->search].result.outcome;
    const char *reason = check_report_end(outcome);
    enum error_code code = outcome == EXPLORE_FULL                                        ? ERROR_MEMORY
                           : outcome == EXPLORE_INTERRUPTED || outcome == EXPLORE_TIMEOUT ? ERROR_INTERRUPTED
                                                                                          : ERROR_LIMIT;
    error_set(why, code, "%s", reason != NULL ? reason : "the search did not see all states");
}

/* --- certificates --- */

/* Writes the trace or strategy of property `index`. Returns 0, or -1 with *error filled. */
static int write_evidence(const struct check_report *report, uint32_t index, const char *path,
                          enum file_format format, struct error *error) {
    const struct check_result *result = &report->check->results[index];
    const struct evidence_claim claim = {report->subject, &report->properties[index],
                                         result->verdict == VERDICT_HOLDS, &result->trace,
                                         check_formula_strategy(result->evidence)};
    return evidence_write(path, format, &claim, &report->job->run, error);
}

/* Writes the certificates of formulas that hold: of the only property, or each to a file of its own. */
static void write_formula_certificates(const struct check_report *report) {
    struct check *check = report->check;
    for (uint32_t i = 0; i < report->count; i++) {
        struct check_result *result = &check->results[i];
        int own = report->certificate_paths != NULL;
        if (result->verdict == VERDICT_HOLDS && result->evidence != NULL) {
            result->certified =
                write_evidence(report, i, own ? report->certificate_paths[i] : report->certificate_path,
                               FILE_JSON, own ? &result->why : &check->certificate_error) == 0;
            check->certified |= result->certified;
        }
    }
}

#define NO_CERTIFICATES "there are no certificates of cycles and schedulers"

/* Names the properties that hold and cannot have certificates, in a folder. */
static void note_uncertified(const struct check_report *report) {
    char names[900] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < report->count && used < sizeof names && report->certificate_paths != NULL; i++) {
        if (report->certificate_paths[i] == NULL && report->check->results[i].verdict == VERDICT_HOLDS) {
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%.200s", used == 0 ? "" : ", ",
                                     report->properties[i].name);
        }
    }
    if (used != 0 && !console_of(report->job)->quiet) {
        job_message(report->job, NO_CERTIFICATES ": %s", names);
    }
}

/* Explains why there is no certificate of a property that holds. */
static int miss_certificate(const struct check_report *report, struct check_files *files, uint32_t index,
                            int code) {
    const struct check_result *result = &report->check->results[index];
    const char *path =
        report->certificate_paths != NULL ? report->certificate_paths[index] : report->certificate_path;
    struct error why = result->why;
    if (path == NULL) { /* in a folder of certificates; note_uncertified prints the message */
        check_files_list(&report->job->memory, &files->missing, "--certificate",
                         report->properties[index].name, NO_CERTIFICATES);
        return code;
    }
    if (why.code == ERROR_NONE) {
        explain_search(report, result, &why);
    }
    return miss_because(report, files, "--certificate", path, &why, code);
}

/* Whether there are certificates of all properties that hold; in one file, the first is missed for all. */
static int check_certificates(const struct check_report *report, struct check_files *files, int code) {
    const struct check *check = report->check;
    const char *path = report->certificate_path;
    uint32_t holding = 0, missed = 0;
    if (check->certificate_error.code != ERROR_NONE) {
        report->job->error = check->certificate_error;
        return check_files_miss(report, files, "--certificate", path, code);
    }
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_result *result = &check->results[i];
        holding += result->verdict == VERDICT_HOLDS;
        if (result->verdict == VERDICT_HOLDS && !result->certified &&
            (missed++ == 0 || report->certificate_paths != NULL)) {
            code = miss_certificate(report, files, i, code);
        }
    }
    note_uncertified(report);
    if (holding == 0) {
        miss_by_verdict(report, files, "--certificate", path, "no property was found to hold");
    }
    return code;
}

/* --- schedulers and games --- */

static int check_scheduler(const struct check_report *report, struct check_files *files, int code) {
    const struct check *check = report->check;
    const char *path = report->scheduler_path;
    if (check->scheduler_error.code != ERROR_NONE) {
        report->job->error = check->scheduler_error;
        return check_files_miss(report, files, "--scheduler", path, code);
    }
    if (!check->scheduled) {
        miss_by_verdict(report, files, "--scheduler", path, "it is undecided whether there is a scheduler");
    }
    return code;
}

/* Checks the file of the game, which is that of the only formula, whatever other properties there are. */
static int check_game(const struct check_report *report, struct check_files *files, int code) {
    uint32_t index = 0;
    while (index + 1 < report->count && report->properties[index].kind != PROPERTY_FORMULA) {
        index++;
    }
    const struct check_result *result = &report->check->results[index];
    if (result->game.write_error.code != ERROR_NONE) {
        report->job->error = result->game.write_error;
        return check_files_miss(report, files, "--write-game", report->game_path, code);
    }
    if (!result->game.written && result->verdict == VERDICT_UNDECIDED) {
        miss_by_verdict(report, files, "--write-game", report->game_path, "the game could not be made");
    } else if (!result->game.written) {
        struct error why;
        explain_search(report, result, &why);
        return miss_because(report, files, "--write-game", report->game_path, &why, code);
    }
    return code;
}

/* --- traces --- */

/* Whether the property has a trace that --trace should write. */
static int has_trace(const struct check_report *report, const struct check_result *result) {
    int certifies = result->evidence != NULL && result->verdict == VERDICT_HOLDS && !report->explains_all;
    return result->has_trace && !certifies;
}

/* Whether a trace is missing: a witness, or the trace of a violation. */
static int lacks_trace(const struct check_report *report, const struct check_result *result) {
    return result->why.code != ERROR_NONE && result->verdict != VERDICT_UNDECIDED &&
           !has_trace(report, result) && !(report->certifies_formula && result->verdict == VERDICT_HOLDS);
}

/* Warns of a file of an earlier run that has the name of a trace which this run has not. Returns whether
 * there is one. */
static int warn_stale(const struct check_report *report, const char *path) {
    struct stat status;
    int stale = path != NULL && stat(path, &status) == 0 && S_ISREG(status.st_mode);
    if (stale) {
        job_warning(report->job, "%s is from an earlier run: this run has no trace for it", path);
    }
    return stale;
}

/* Warns of such files after the last trace. */
static void warn_all_stale(const struct check_report *report, uint32_t number) {
    struct memory *memory = &report->job->memory;
    int stale = report->trace_paths == NULL && !output_name_is_stream(report->trace_path);
    while (stale && ++number <= report->count) {
        uint64_t bytes;
        char *path = output_name_numbered(memory, report->trace_path, number, &bytes);
        stale = warn_stale(report, path);
        memory_free(memory, path, bytes);
    }
}

/* The path of the next trace, of *bytes bytes; NULL if memory runs out. */
static char *trace_path(const struct check_report *report, uint32_t index, uint32_t number, uint64_t *bytes) {
    struct memory *memory = &report->job->memory;
    if (report->trace_paths == NULL) {
        return output_name_numbered(memory, report->trace_path, number, bytes);
    }
    *bytes = strlen(report->trace_paths[index]) + 1;
    char *path = memory_allocate(memory, *bytes);
    return path == NULL ? NULL : strcpy(path, report->trace_paths[index]);
}

/* Writes all traces; if one cannot be written, the others are written nevertheless. */
static int write_traces(const struct check_report *report, struct check_files *files, int code) {
    struct job *job = report->job;
    uint32_t number = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_result *result = &report->check->results[i];
        if (lacks_trace(report, result)) {
            code = miss_because(report, files, "--trace",
                                report->trace_paths == NULL ? report->trace_path : report->trace_paths[i],
                                &result->why, code);
        }
        if (!has_trace(report, result)) {
            if (report->trace_paths != NULL) {
                warn_stale(report, report->trace_paths[i]);
            }
            continue;
        }
        char *path = trace_path(report, i, ++number, &files->trace_bytes[i]);
        if (path == NULL) {
            error_memory(&job->error, "for the trace's name");
        }
        if (path == NULL || write_evidence(report, i, path, report->trace_format, &job->error) != 0) {
            code = check_files_miss(report, files, "--trace", path == NULL ? report->trace_path : path, code);
            memory_free(&job->memory, path, files->trace_bytes[i]);
        } else {
            files->traces[i] = path;
        }
    }
    warn_all_stale(report, number);
    return code;
}

/* --- all files --- */

int check_files_write(const struct check_report *report, int code, struct check_files *files) {
    struct memory *memory = &report->job->memory;
    *files = (struct check_files){0};
    files->traces = memory_allocate_zeroed(memory, report->count * sizeof *files->traces);
    files->trace_bytes = memory_allocate_zeroed(memory, report->count * sizeof *files->trace_bytes);
    if (files->traces == NULL || files->trace_bytes == NULL) {
        error_memory(&report->job->error, "for the report");
        return job_fail(report->job);
    }
    if (report->certifies_formula) {
        write_formula_certificates(report);
    }
    code = report->certificate_path == NULL ? code : check_certificates(report, files, code);
    code = report->scheduler_path == NULL ? code : check_scheduler(report, files, code);
    code = report->game_path == NULL ? code : check_game(report, files, code);
    return report->trace_path == NULL ? code : write_traces(report, files, code);
}

void check_files_free(const struct check_report *report, struct check_files *files) {
    struct memory *memory = &report->job->memory;
    for (uint32_t i = 0; i < report->count && files->traces != NULL && files->trace_bytes != NULL; i++) {
        memory_free(memory, files->traces[i], files->trace_bytes[i]);
    }
    memory_free(memory, files->traces, report->count * sizeof *files->traces);
    memory_free(memory, files->trace_bytes, report->count * sizeof *files->trace_bytes);
    json_decref(files->missing);
}
