/* The output files of a check, and what is said of those that are not written. */
#include "api/check/check_files.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "api/check/check_reason.h"
#include "api/output_name.h"
#include "base/arena.h"
#include "checker/evidence/evidence.h"

/* --- missing traces and evidence --- */

/* The text alone is lost when memory runs out. */
static const char *keep_text(struct checked *checked, const char *text) {
    const char *kept = arena_copy(checked->texts, text, strlen(text));
    return kept != NULL ? kept : "";
}

static void add_missing(struct checked *checked, struct check_missing missing) {
    missing.file = keep_text(checked, missing.file);
    missing.reason = keep_text(checked, missing.reason);
    checked->missing[checked->missing_count++] = missing;
}

void check_files_miss(struct checked *checked, const char *option, const char *path) {
    const struct error *error = &checked->job->error;
    char text[2048];
    add_missing(checked,
                (struct check_missing){option, path, error_describe(error, text, sizeof text), error->code});
    job_error(checked->job);
}

/* Records a missing file like check_files_miss, but with another error as its reason. */
static void miss_because(struct checked *checked, const char *option, const char *path,
                         const struct error *why) {
    char text[900];
    error_describe(why, text, sizeof text);
    error_in(&checked->job->error, why->code, path, "not written: %s", text);
    check_files_miss(checked, option, path);
}

/* Records that there is nothing to write because of the verdicts, which already say what the check found. */
static void miss_by_verdict(struct checked *checked, const char *option, const char *path,
                            const char *reason) {
    add_missing(checked, (struct check_missing){option, path, reason, ERROR_NONE});
    job_note(checked->job, "%s: not written: %s", path, reason);
}

/* Records that what the property should give is missing, as its search did not see all states. */
static void miss_by_search(struct checked *checked, const char *option, const char *path, uint32_t index) {
    struct error why;
    check_why(checked->check, index, &why);
    if (why.code == ERROR_NONE) {
        error_set(&why, ERROR_LIMIT, "the search did not see all states");
    }
    miss_because(checked, option, path, &why);
}

/* --- certificates --- */

/* Writes the trace or strategy of property `index`. Returns 0, or -1 with *error filled. */
static int write_evidence(const struct checked *checked, uint32_t index, const char *path,
                          enum file_format format, struct error *error) {
    const struct check_result *result = &checked->check->results[index];
    if (checked->no_walker.code != ERROR_NONE) {
        *error = checked->no_walker;
        return -1;
    }
    const struct evidence_claim claim = {&checked->subject, &checked->properties[index],
                                         result->verdict == VERDICT_HOLDS, &result->trace,
                                         check_formula_strategy(result->evidence)};
    return evidence_write(path, format, &claim, &checked->job->run, error);
}

/* Writes the certificates of formulas that hold: of the only property, or each to a file of its own. */
static void write_formula_certificates(const struct checked *checked) {
    struct check *check = checked->check;
    for (uint32_t i = 0; i < checked->count; i++) {
        struct check_result *result = &check->results[i];
        int own = checked->certificate_folder.paths != NULL;
        if (result->verdict == VERDICT_HOLDS && result->evidence != NULL) {
            result->certified =
                write_evidence(checked, i,
                               own ? checked->certificate_folder.paths[i] : checked->request->certificate,
                               FILE_JSON, own ? &result->why : &check->certificate_error) == 0;
            check->certified |= result->certified;
        }
    }
}

#define NO_CERTIFICATES "there are no certificates of cycles, automata and schedulers"

/* Names the properties that hold and cannot have certificates, in a folder. */
static void note_uncertified(const struct checked *checked) {
    char names[900] = "";
    size_t used = 0;
    for (uint32_t i = 0;
         i < checked->count && used < sizeof names && checked->certificate_folder.paths != NULL; i++) {
        if (checked->certificate_folder.paths[i] == NULL &&
            checked->check->results[i].verdict == VERDICT_HOLDS) {
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%.200s", used == 0 ? "" : ", ",
                                     checked->properties[i].name);
        }
    }
    if (used != 0) {
        job_note(checked->job, NO_CERTIFICATES ": %s", names);
    }
}

/* Explains why there is no certificate of a property that holds. */
static void miss_certificate(struct checked *checked, uint32_t index) {
    char *const *paths = checked->certificate_folder.paths;
    const char *path = paths != NULL ? paths[index] : checked->request->certificate;
    if (path == NULL) { /* in a folder of certificates; note_uncertified says it of all */
        add_missing(checked, (struct check_missing){"--certificate", checked->properties[index].name,
                                                    NO_CERTIFICATES, ERROR_NONE});
        return;
    }
    miss_by_search(checked, "--certificate", path, index);
}

/* Whether there are certificates of all properties that hold; in one file, the first is missed for all. */
static void check_certificates(struct checked *checked) {
    const struct check *check = checked->check;
    const char *path = checked->request->certificate;
    uint32_t holding = 0, missed = 0;
    if (check->certificate_error.code != ERROR_NONE) {
        checked->job->error = check->certificate_error;
        check_files_miss(checked, "--certificate", path);
        return;
    }
    for (uint32_t i = 0; i < checked->count; i++) {
        const struct check_result *result = &check->results[i];
        holding += result->verdict == VERDICT_HOLDS;
        if (result->verdict == VERDICT_HOLDS && !result->certified &&
            (missed++ == 0 || checked->certificate_folder.paths != NULL)) {
            miss_certificate(checked, i);
        }
    }
    note_uncertified(checked);
    if (holding == 0) {
        miss_by_verdict(checked, "--certificate", path, "no property was found to hold");
    }
}

/* --- schedulers and games --- */

/* Checks a file of which the check has an error, or that it could not make because of `reason`. */
static void check_made(struct checked *checked, const char *option, const char *path, int is_made,
                       const struct error *error, const char *reason) {
    if (error->code != ERROR_NONE) {
        checked->job->error = *error;
        check_files_miss(checked, option, path);
    } else if (!is_made) {
        miss_by_verdict(checked, option, path, reason);
    }
}

static void check_scheduler(struct checked *checked) {
    const struct check *check = checked->check;
    check_made(checked, "--scheduler", checked->request->scheduler, check->scheduled != 0,
               &check->scheduler_error, "it is undecided whether there is a scheduler");
}

static void check_product(struct checked *checked) {
    const struct check *check = checked->check;
    check_made(checked, "--write-product", checked->request->write_product, check->produced != 0,
               &check->product_error, "the product could not be made");
}

/* Checks the file of the game, which is that of the only formula, whatever other properties there are. */
static void check_game(struct checked *checked) {
    const char *path = checked->request->write_game;
    uint32_t index = 0;
    while (index + 1 < checked->count && !property_is_formula(&checked->properties[index])) {
        index++;
    }
    const struct check_result *result = &checked->check->results[index];
    if (result->game.write_error.code != ERROR_NONE) {
        checked->job->error = result->game.write_error;
        check_files_miss(checked, "--write-game", path);
    } else if (!result->game.written && result->verdict == VERDICT_UNDECIDED) {
        miss_by_verdict(checked, "--write-game", path, "the game could not be made");
    } else if (!result->game.written) {
        miss_by_search(checked, "--write-game", path, index);
    }
}

/* --- traces --- */

/* Whether the property has a trace that --trace should write. */
static int has_trace(const struct checked *checked, const struct check_result *result) {
    int certifies =
        result->evidence != NULL && result->verdict == VERDICT_HOLDS && !checked->request->witness;
    return result->has_trace && !certifies;
}

/* Whether a trace is missing: a witness, or the trace of a violation. */
static int lacks_trace(const struct checked *checked, const struct check_result *result) {
    return result->why.code != ERROR_NONE && result->verdict != VERDICT_UNDECIDED &&
           !has_trace(checked, result) && !(checked->certifies_formula && result->verdict == VERDICT_HOLDS);
}

/* Warns of a file of an earlier run that has the name of a trace which this run has not. Returns whether
 * there is one. */
static int warn_stale(const struct checked *checked, const char *path) {
    struct stat status;
    int stale = path != NULL && stat(path, &status) == 0 && S_ISREG(status.st_mode);
    if (stale) {
        job_warning(checked->job, "%s is from an earlier run: this run has no trace for it", path);
    }
    return stale;
}

/* Warns of such files after the last trace. */
static void warn_all_stale(const struct checked *checked, uint32_t number) {
    struct memory *memory = &checked->job->memory;
    int stale = checked->trace_folder.paths == NULL && !output_name_is_stream(checked->request->trace);
    while (stale && ++number <= checked->count) {
        uint64_t bytes;
        char *path = output_name_numbered(memory, checked->request->trace, number, &bytes);
        stale = warn_stale(checked, path);
        memory_free(memory, path, bytes);
    }
}

/* The path of the next trace; NULL with the job's error. */
static const char *trace_path(struct checked *checked, uint32_t index, uint32_t number) {
    struct memory *memory = &checked->job->memory;
    if (checked->trace_folder.paths != NULL) {
        return checked->trace_folder.paths[index];
    }
    uint64_t bytes;
    char *numbered = output_name_numbered(memory, checked->request->trace, number, &bytes);
    const char *path = numbered == NULL ? NULL : arena_copy(checked->texts, numbered, strlen(numbered));
    memory_free(memory, numbered, bytes);
    if (path == NULL) {
        error_memory(&checked->job->error, "for the trace's name");
    }
    return path;
}

/* Writes the next trace, that of property `index`. */
static void write_trace(struct checked *checked, uint32_t index, uint32_t number) {
    const char *path = trace_path(checked, index, number);
    if (path != NULL &&
        write_evidence(checked, index, path, checked->trace_format, &checked->job->error) == 0) {
        checked->traces[index] = path;
    } else {
        check_files_miss(checked, "--trace", path == NULL ? checked->request->trace : path);
    }
}

/* Writes all traces; if one cannot be written, the others are written nevertheless. */
static void write_traces(struct checked *checked) {
    char *const *paths = checked->trace_folder.paths;
    uint32_t number = 0;
    for (uint32_t i = 0; i < checked->count; i++) {
        const struct check_result *result = &checked->check->results[i];
        if (lacks_trace(checked, result)) {
            miss_because(checked, "--trace", paths == NULL ? checked->request->trace : paths[i],
                         &result->why);
        }
        if (has_trace(checked, result)) {
            write_trace(checked, i, ++number);
        } else if (paths != NULL) {
            warn_stale(checked, paths[i]);
        }
    }
    warn_all_stale(checked, number);
}

/* --- all files --- */

/* Files that may be missing: for each property its certificate and its trace, and those of the whole check:
 * a certificate, the scheduler, the game, the report, the test results. */
static uint64_t most_missing(const struct checked *checked) {
    return 2 * (uint64_t)checked->count + 5;
}

int check_files_open(struct checked *checked) {
    struct memory *memory = &checked->job->memory;
    checked->texts = arena_create(memory);
    checked->traces = memory_allocate_zeroed(memory, checked->count * sizeof *checked->traces);
    checked->missing = memory_allocate_zeroed(memory, most_missing(checked) * sizeof *checked->missing);
    return checked->texts == NULL || checked->traces == NULL || checked->missing == NULL ? -1 : 0;
}

void check_files_write(struct checked *checked) {
    const struct check_request *request = checked->request;
    if (checked->certifies_formula) {
        write_formula_certificates(checked);
    }
    if (request->certificate != NULL) {
        check_certificates(checked);
    }
    if (request->scheduler != NULL) {
        check_scheduler(checked);
    }
    if (request->write_game != NULL) {
        check_game(checked);
    }
    if (request->write_product != NULL) {
        check_product(checked);
    }
    if (request->trace != NULL) {
        write_traces(checked);
    }
}

void check_files_free(struct checked *checked) {
    struct memory *memory = &checked->job->memory;
    memory_free(memory, checked->traces, checked->count * sizeof *checked->traces);
    memory_free(memory, checked->missing, most_missing(checked) * sizeof *checked->missing);
    arena_free(checked->texts);
}
