/* heddle check on a Markov decision process from a file: goals that some scheduler achieves with
 * probability 1.
 * */
#include "cli/check/check_mdp.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/error_system.h"
#include "base/array.h"
#include "base/text/json_text.h"
#include "base/options/statistics.h"
#include "base/text/spelling.h"
#include "base/text/text.h"
#include "checker/check_schedulers.h"
#include "checker/evidence/component_evidence.h"
#include "cli/check/check_files.h"
#include "cli/check/check_junit.h"
#include "cli/check/check_passing.h"
#include "api/output_name.h"
#include "cli/result_rows.h"
#include "decompose/mdp/mdp.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/table/file_format.h"

struct counts {
    const char *command, *input, *device, *scheduler;
    uint64_t states, choices, edges;
    double seconds, total_seconds;
};

#define AT(member) offsetof(struct counts, member)

static const struct statistic_row count_rows[] = {
    COMMAND_ROWS(struct counts, "MDP"),
    {"device", "device", NULL, STATISTIC_TEXT, AT(device)},
    {"states", "states", NULL, STATISTIC_COUNT, AT(states)},
    {"choices", "choices", NULL, STATISTIC_COUNT, AT(choices)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(edges)},
    {"seconds", "time to solve", NULL, STATISTIC_SECONDS, AT(seconds)},
    {"total_seconds", "total time", NULL, STATISTIC_SECONDS, AT(total_seconds)},
    {"scheduler", "scheduler", NULL, STATISTIC_TEXT, AT(scheduler)},
};
#define NO_CHOICE "no choice ever has such a label"
#define NAME_BESIDE 64 /* upper bound of the bytes of a property's name without its label */
#define COUNT_ROWS ((unsigned)LENGTH(count_rows))

/* A property and its result: 1 it holds, 0 it does not, -1 undecided. */
struct checked {
    const char *kind, *argument; /* argument: as given on the command line; NULL: it is of a suite */
    struct property property;    /* its kind and expectation alone */
    struct evidence_goal goal;
    char *text; /* the argument without its quotes and, after its NUL, the property's name; owned */
    char *name;
    uint64_t text_bytes;
    double seconds;
    int holds, is_absent; /* is_absent: no choice has its label */
    const char *guess;    /* the label that may be meant instead, or NULL */
};

struct checking {
    struct job *job;
    const struct check_mdp_options *options;
    struct mdp *mdp;
    struct checked *checked;
    uint64_t count;
    double seconds;
    int written;
    struct error write_error;
};

/* --- properties --- */

/* Takes a label or pattern, without quotes, and makes the property's name from a format for both: the kind,
 * and the label as it is written. */
static int take_text(struct checking *work, struct checked *checked, const struct suite_property *of_suite) {
    const char *text = of_suite != NULL ? of_suite->texts[0].text : checked->argument;
    size_t length = strlen(text);
    char first = length == 0 ? '\0' : text[0];
    int quoted =
        of_suite == NULL && length >= 2 && (first == '\'' || first == '"') && text[length - 1] == first;
    uint64_t name_bytes = (of_suite != NULL ? strlen(of_suite->name) : length) + NAME_BESIDE;
    checked->text_bytes = length + 1 + name_bytes;
    checked->text = memory_allocate(&work->job->memory, checked->text_bytes);
    if (checked->text == NULL) {
        return error_memory(&work->job->error, "for the properties");
    }
    memcpy(checked->text, text + quoted, length - 2 * (size_t)quoted);
    checked->text[length - 2 * (size_t)quoted] = '\0';
    checked->name = checked->text + length + 1;
    if (of_suite != NULL) {
        strcpy(checked->name, of_suite->name);
    } else {
        snprintf(checked->name, name_bytes, "%s%s %s%s", checked->kind,
                 work->options->state_label ? " state" : "", text,
                 work->options->every ? PROPERTY_BY_EVERY : "");
    }
    checked->goal.text = checked->text;
    checked->goal.is_pattern = of_suite != NULL ? of_suite->texts[0].is_pattern : quoted && first == '\'';
    checked->goal.is_state_label = work->options->state_label;
    return 0;
}

static int has_text(char *const *texts, uint32_t count, const char *text) {
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(texts[i], text) == 0) {
            return 1;
        }
    }
    return 0;
}

/* The text with the most similar spelling, or NULL. */
static const char *nearest_text(char *const *texts, uint32_t count, const char *text) {
    const char *found = NULL;
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t distance = spelling_distance(text, texts[i]);
        if (distance < best) {
            best = distance;
            found = texts[i];
        }
    }
    return found;
}

static int check_text(struct checking *work, struct checked *checked) {
    const struct check_mdp_options *options = work->options;
    const struct mdp *mdp = work->mdp;
    if (!options->state_label) {
        if (!checked->goal.is_pattern && !has_text(mdp->label_text, mdp->label_count, checked->text)) {
            checked->is_absent = 1;
            checked->guess = nearest_text(mdp->label_text, mdp->label_count, checked->text);
            job_warning(work->job, "%s: no choice of %s has this label%s%.200s%s", checked->name,
                        options->path, checked->guess != NULL ? "; did you mean '" : "",
                        checked->guess != NULL ? checked->guess : "", checked->guess != NULL ? "'?" : "");
        }
        return 0;
    }
    if (checked->goal.is_pattern) {
        return error_set(&work->job->error, ERROR_USAGE,
                         "--state-label takes whole labels, not patterns like '%s'", checked->text);
    }
    if (checked->goal.repeatedly && options->scheduler != NULL) {
        return error_set(&work->job->error, ERROR_USAGE, "%s", check_no_repeated_evidence);
    }
    if (!has_text(mdp->state_label_text, mdp->state_label_count, checked->text)) {
        return error_set(&work->job->error, ERROR_INPUT,
                         "%s has no label of states '%.200s': see its .lab file (--labels FILE)",
                         options->path, checked->text);
    }
    return 0;
}

/* Takes the properties in the order of the command line. */
static int take_all(struct checking *work, const struct property_list *properties) {
    for (uint64_t i = 0; i < properties->entries.count; i++) {
        const struct property_entry *entry = &properties->entries.data[i];
        const struct suite_property *of_suite = property_list_suite(properties, i);
        struct checked *checked = &work->checked[work->count++];
        *checked = (struct checked){
            .kind = property_kind_name(entry->kind),
            .argument = entry->text,
            .property = {.kind = entry->kind,
                         .expected = of_suite != NULL ? of_suite->expected : EXPECTED_BY_DEFAULT},
            .holds = -1};
        checked->goal.every = work->options->every;
        checked->goal.repeatedly = entry->kind == PROPERTY_ALMOST_SURELY_REPEATEDLY;
        if (take_text(work, checked, of_suite) != 0 || check_text(work, checked) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- results --- */

static enum verdict verdict_of(const struct checked *checked) {
    return checked->holds < 0 ? VERDICT_UNDECIDED : checked->holds ? VERDICT_HOLDS : VERDICT_VIOLATED;
}

/* [{..}] if the scheduler is missing, otherwise NULL. */
static json_t *json_missing(const struct checking *work) {
    json_t *missing = NULL;
    char text[2048];
    if (work->options->scheduler != NULL && !work->written) {
        check_files_list(&work->job->memory, &missing, "--scheduler", work->options->scheduler,
                         work->write_error.code != ERROR_NONE
                             ? error_describe(&work->write_error, text, sizeof text)
                             : "it is undecided whether there is a scheduler");
    }
    return missing;
}

/* The label if no choice has it; else NULL. */
static json_t *json_absent(const struct checked *checked, struct memory *memory) {
    return checked->is_absent
               ? json_pack("[{s:o, s:b}]", "label", json_text(memory, checked->text), "pattern", 0)
               : NULL;
}

static int print_json(struct checking *work, const struct counts *counts) {
    struct memory *memory = &work->job->memory;
    json_t *object = json_object(), *list = json_array(), *missing = json_missing(work);
    int failed = statistics_json(memory, count_rows, COUNT_ROWS, counts, object) != 0;
    for (uint64_t i = 0; i < work->count && !failed; i++) {
        const struct checked *checked = &work->checked[i];
        enum verdict verdict = verdict_of(checked);
        failed = json_array_append_new(
                     list, json_pack("{s:o, s:s, s:b, s:s, s:s, s:s, s:b, s:f, s:n, s:n, s:o*}", "name",
                                     json_text(memory, checked->name), "kind", checked->kind, "state_label",
                                     work->options->state_label, "schedulers",
                                     check_report_schedulers(checked->goal.every), "verdict",
                                     check_report_verdict(verdict), "expected",
                                     check_expected(&checked->property), "passed",
                                     check_passes(&checked->property, verdict), "seconds", checked->seconds,
                                     "trace", "lasso", "absent_labels", json_absent(checked, memory))) != 0;
    }
    failed |= json_object_set_new(object, "properties", list) != 0;
    failed |= missing != NULL && json_object_set_new(object, "not_written", missing) != 0;
    if (failed) {
        json_decref(object);
        return error_memory(&work->job->error, "for the JSON text");
    }
    job_print_json(work->job, object);
    return 0;
}

static int write_junit(struct checking *work, double seconds) {
    struct memory *memory = &work->job->memory;
    struct junit_case *cases = memory_allocate_zeroed(memory, work->count * sizeof *cases);
    if (cases == NULL) {
        return error_memory(&work->job->error, "for the test results");
    }
    for (uint64_t i = 0; i < work->count; i++) {
        const struct checked *checked = &work->checked[i];
        cases[i] =
            (struct junit_case){.name = checked->name,
                                .kind = checked->kind,
                                .outcome = check_junit_outcome(work->job, &checked->property,
                                                               verdict_of(checked), checked->is_absent),
                                .note = checked->is_absent ? NO_CHOICE : NULL,
                                .seconds = checked->seconds,
                                .message = checked->holds < 0    ? "undecided"
                                           : checked->is_absent  ? NO_CHOICE
                                           : checked->holds > 0  ? "holds (expected: violated)"
                                           : checked->goal.every ? "violated" CHECK_ONE_AVOIDS
                                                                 : "violated" CHECK_NO_SCHEDULER};
    }
    struct junit_suite suite = {
        .name = work->options->path, .cases = cases, .count = work->count, .seconds = seconds};
    int failed = check_junit_write_suite(work->job, work->options->junit, &suite);
    memory_free(memory, cases, work->count * sizeof *cases);
    return failed;
}

static int report(struct checking *work) {
    const struct check_mdp_options *options = work->options;
    struct job *job = work->job;
    struct counts counts = {.command = job->command,
                            .input = options->path,
                            .device = "cpu",
                            .scheduler = work->written ? options->scheduler : NULL,
                            .states = work->mdp->states,
                            .choices = work->mdp->choices,
                            .edges = work->mdp->edges,
                            .seconds = work->seconds,
                            .total_seconds = run_clock() - job->started};
    progress_clear(&console_of(job)->progress);
    if (options->json) {
        if (print_json(work, &counts) != 0) {
            return job_fail(job);
        }
    } else if (!console_of(job)->quiet) {
        statistics_print(count_rows, COUNT_ROWS, &counts, 0, console_results(job));
        fputc('\n', console_results(job));
        char shown[CHECK_NAME_BYTES];
        size_t width = 0;
        for (uint64_t i = 0; i < work->count; i++) {
            size_t length = text_shown_width(check_shown_name(work->checked[i].name, shown));
            width = length > width ? length : width;
        }
        for (uint64_t i = 0; i < work->count; i++) {
            text_print(check_shown_name(work->checked[i].name, shown), width, console_results(job));
            fprintf(console_results(job), "  %s%s", check_report_verdict(verdict_of(&work->checked[i])),
                    work->checked[i].holds != 0   ? ""
                    : work->checked[i].goal.every ? CHECK_ONE_AVOIDS
                                                  : CHECK_NO_SCHEDULER);
            check_print_expectation(&work->checked[i].property, verdict_of(&work->checked[i]),
                                    console_results(job));
            if (work->checked[i].is_absent) {
                fputs(" (no choice is ever labelled '", console_results(job));
                text_print(work->checked[i].text, 0, console_results(job));
                fputs("')", console_results(job));
            }
            fputc('\n', console_results(job));
        }
    }
    int code = EXIT_DONE;
    for (uint64_t i = 0; i < work->count; i++) {
        code = check_exit_code(code, &work->checked[i].property, verdict_of(&work->checked[i]));
    }
    if (work->write_error.code != ERROR_NONE) {
        job->error = work->write_error;
        code = job_fail_beside(job, code);
    }
    if (options->junit != NULL && write_junit(work, counts.total_seconds) != 0) {
        code = job_fail_beside(job, code);
    }
    return code;
}

/* --- the work --- */

static int decide(struct checking *work) {
    const struct check_mdp_options *options = work->options;
    struct job *job = work->job;
    struct component_subject subject = {.mdp = options->path, .labels = options->labels};
    double begun = run_clock();
    for (uint64_t i = 0; i < work->count; i++) {
        struct checked *checked = &work->checked[i];
        struct goal_check how = {.mdp = work->mdp,
                                 .goal = &checked->goal,
                                 .path = options->scheduler,
                                 .subject = &subject,
                                 .written = &work->written,
                                 .write_error = &work->write_error};
        double started = run_clock();
        checked->holds = check_goal(&how, &job->run, &job->error);
        checked->seconds = run_clock() - started;
        if (checked->holds < 0 && (job->error.code == ERROR_INPUT || job->error.code == ERROR_USAGE)) {
            return -1;
        }
        if (checked->holds < 0) {
            char text[2048];
            job_message(job, "%s: undecided: %s", checked->name,
                        error_describe(&job->error, text, sizeof text));
            job_advise(job, job->error.code);
        }
    }
    work->seconds = run_clock() - begun;
    return 0;
}

static int refuse_others(struct job *job, const char *path, const struct property_list *properties) {
    if (access(path, F_OK) != 0 && !file_format_is_stream(path)) {
        return error_in(&job->error, error_of_system(errno), path, "cannot open: %s", strerror(errno));
    }
    if (properties->entries.count != property_list_schedulers(properties)) {
        return error_set(
            &job->error, ERROR_USAGE,
            "of a Markov decision process in a file, --almost-surely and --almost-surely-repeatedly are "
            "checked; the other properties are those of networks");
    }
    return 0;
}

int check_mdp(struct job *job, const struct check_mdp_options *options) {
    const struct property_list *properties = options->properties;
    struct checking work = {.job = job, .options = options};
    struct error warning = {.code = ERROR_NONE};
    const struct mdp_read_options how = {.label_path = options->labels, .warning = &warning};
    uint64_t most = properties->entries.count;
    int code;
    work.checked = memory_allocate_zeroed(&job->memory, most * sizeof *work.checked);
    if (work.checked == NULL) {
        error_memory(&job->error, "for the properties");
    }
    if (work.checked == NULL || refuse_others(job, options->path, properties) != 0 ||
        (work.mdp = mdp_read_as(options->path, &how, &job->run, &job->error)) == NULL ||
        job_accept_warning_of_reading(job, &warning) != 0 || job_outputs_spared(job) != 0 ||
        take_all(&work, properties) != 0 || decide(&work) != 0) {
        code = job_fail(job);
    } else {
        code = report(&work);
    }
    for (uint64_t i = 0; i < work.count; i++) {
        memory_free(&job->memory, work.checked[i].text, work.checked[i].text_bytes);
    }
    memory_free(&job->memory, work.checked, most * sizeof *work.checked);
    mdp_free(work.mdp);
    return code;
}
