/* What `heddle check` tells: warnings, counts, traces, verdicts; as rows or as JSON. */
#include "cli/check_report.h"

#include <jansson.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/error.h"
#include "base/json_text.h"
#include "base/quantity.h"
#include "base/statistics.h"
#include "checker/trace_table.h"
#include "cli/output_name.h"
#include "explorer/backend.h"
#include "frontend/lts.h"
#include "frontend/network.h"

#define MOST_STEPS 40u   /* of a trace on standard output */
#define MOST_NAMED 5u    /* labels in one warning */
#define MOST_GUESSED 20u /* labels of a monitor that are compared with all of the network's */
#define WIDEST_NAME 48

/* --- warnings
 * ------------------------------------------------------------------------------------------------ */

/* Whether some transition may have the label. The network's are sorted. */
static int has_label(const struct network *network, const char *text) {
    uint32_t begin = 0, end = network->label_count;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (strcmp(network->labels[middle].text, text) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin < network->label_count && strcmp(network->labels[begin].text, text) == 0;
}

/* A label that differs only in case, or NULL. */
static const char *other_case(const struct network *network, const char *text) {
    const char *other = NULL;
    for (uint32_t i = 0; i < network->label_count; i++) {
        if (strcasecmp(network->labels[i].text, text) == 0) {
            other = network->labels[i].text;
        }
    }
    return other;
}

/* 1 as well when the run should stop. */
static int matches_any(const struct run *run, const struct property *property,
                       const struct network *network) {
    struct error error;
    int matches = 0;
    for (uint32_t i = 0; i < network->label_count && matches == 0; i++) {
        if ((i & 4095) == 4095 && run_should_stop(run)) {
            return 1;
        }
        matches = property_matches(property, network->labels[i].text, network->labels[i].length, &error);
    }
    return matches == 1;
}

/* Whether the text is the gate of some label. */
static int is_gate(const char *text, const struct network *network) {
    size_t length = strlen(text);
    for (uint32_t i = 0; i < network->label_count; i++) {
        const struct network_label *label = &network->labels[i];
        if (label_text_gate_length(label->text, label->length) == length &&
            memcmp(label->text, text, length) == 0) {
            return 1;
        }
    }
    return 0;
}

/* What the user may have meant by a label that does not occur; the buffer has `size` bytes. */
static const char *guess(struct job *job, const struct property *property, exp_tree *tree,
                         const struct network *network, char *buffer, size_t size) {
    const char *other = other_case(network, property->text);
    struct property pattern;
    struct error error;
    *buffer = '\0';
    if (other != NULL) {
        snprintf(buffer, size, "; did you mean '%.200s'?", other);
    } else if (is_gate(property->text, network)) {
        snprintf(
            buffer, size,
            "; it is the gate of labels that have more: the regular expression \"'%.200s.*'\" matches them",
            property->text);
    } else {
        if (property_make_never_pattern(&pattern, property->text, tree, &job->run, &error) == 0 &&
            matches_any(&job->run, &pattern, network)) {
            snprintf(buffer, size,
                     "; a regular expression is written in quotes that the shell does not take away: "
                     "\"'%.200s'\"",
                     property->text);
        }
        property_free(&pattern, &job->run);
    }
    return buffer;
}

static void warn_never(struct job *job, const struct property *property, exp_tree *tree,
                       const struct network *network) {
    char text[512] = "";
    if (!matches_any(&job->run, property, network)) {
        job_warning(job, "%s: no transition of the network has such a label%s", property->name,
                    property->pattern == NULL ? guess(job, property, tree, network, text, sizeof text) : "");
    }
}

static void warn_monitor(struct job *job, const struct property *property, const struct network *network) {
    const struct lts *lts = monitor_lts(property->monitor);
    const char *named[MOST_NAMED];
    uint32_t guessed = 0, missing = 0, errors;
    for (uint32_t i = 0; i < lts->label_count; i++) {
        const char *text = monitor_label(property->monitor, i);
        if (strcasecmp(text, MONITOR_ERROR_LABEL) == 0 || has_label(network, text)) {
            continue;
        }
        int guess = guessed++ < MOST_GUESSED;
        const char *other = guess ? other_case(network, text) : NULL;
        if (other != NULL) {
            job_warning(job, "%s: no transition of the network has the label '%s'; did you mean '%s'?",
                        lts->path, text, other);
        } else if (guess && is_gate(text, network)) {
            job_warning(job,
                        "%s: no transition of the network has the label '%s': it is the gate of labels that "
                        "have more",
                        lts->path, text);
        } else if (missing++ < MOST_NAMED) {
            named[missing - 1] = text;
        }
    }
    if (missing != 0) {
        char text[1024] = "";
        for (uint32_t i = 0; i < missing && i < MOST_NAMED; i++) {
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s'%.120s'", i == 0 ? "" : ", ", named[i]);
        }
        job_warning(job, "%s: no transition of the network has the label%s %s%s", lts->path,
                    missing == 1 ? "" : "s", text, missing > MOST_NAMED ? ", ..." : "");
    }
    monitor_errors(property->monitor, &errors);
    if (errors == 0) {
        job_warning(job,
                    "%s: the monitor has no error state, so it holds: give one an outgoing transition ERROR, "
                    "or name it with --error-state",
                    lts->path);
    }
}

void check_report_warn(const struct check_report *report, exp_tree *tree, const struct network *network) {
    for (uint32_t i = 0; i < report->count; i++) {
        const struct property *property = &report->properties[i];
        if (property->kind == PROPERTY_NEVER) {
            warn_never(report->job, property, tree, network);
        } else if (property->kind == PROPERTY_MONITOR) {
            warn_monitor(report->job, property, network);
        }
    }
}

/* --- counts
 * -------------------------------------------------------------------------------------------------- */

struct counts {
    const char *command, *input, *device, *outcome, *certificate, *product_text;
    int complete, product_complete; /* the search that states are counted in; the products */
    uint64_t threads, states, transitions, levels, deadlocks, product_states, memory_bytes, spilled_bytes;
    double seconds, total_seconds, table_load, states_rate, transitions_rate;
};

static const struct statistic_row count_rows[] = {
    {"command", NULL, NULL, STATISTIC_TEXT, offsetof(struct counts, command)},
    {NULL, "network", NULL, STATISTIC_TEXT, offsetof(struct counts, input)},
    {"device", NULL, NULL, STATISTIC_TEXT, offsetof(struct counts, device)},
    {"complete", "complete", NULL, STATISTIC_TRUTH, offsetof(struct counts, complete)},
    {"outcome", NULL, NULL, STATISTIC_TEXT, offsetof(struct counts, outcome)},
    {"states", "states", NULL, STATISTIC_COUNT, offsetof(struct counts, states)},
    {"transitions", "transitions", NULL, STATISTIC_COUNT, offsetof(struct counts, transitions)},
    {"product_states", NULL, NULL, STATISTIC_COUNT, offsetof(struct counts, product_states)},
    {NULL, "product states", NULL, STATISTIC_TEXT, offsetof(struct counts, product_text)},
    {"levels", "levels", NULL, STATISTIC_COUNT, offsetof(struct counts, levels)},
    {"deadlocks", "deadlocks", NULL, STATISTIC_COUNT, offsetof(struct counts, deadlocks)},
    {"seconds", "search time", NULL, STATISTIC_SECONDS, offsetof(struct counts, seconds)},
    {"total_seconds", "total time", NULL, STATISTIC_SECONDS, offsetof(struct counts, total_seconds)},
    {NULL, "speed", "states/s", STATISTIC_RATE, offsetof(struct counts, states_rate)},
    {NULL, "", "transitions/s", STATISTIC_RATE, offsetof(struct counts, transitions_rate)},
    {"memory_bytes", "memory", NULL, STATISTIC_BYTES, offsetof(struct counts, memory_bytes)},
    {"spilled_bytes", "spilled", NULL, STATISTIC_BYTES, offsetof(struct counts, spilled_bytes)},
    {"table_load", "table load", NULL, STATISTIC_SHARE, offsetof(struct counts, table_load)},
    {NULL, "certificate", NULL, STATISTIC_TEXT, offsetof(struct counts, certificate)},
};

#define COUNT_ROWS (sizeof count_rows / sizeof *count_rows)

/*
 * `states`, `transitions`, `deadlocks` and `complete` are the network's: of the search without monitor, which
 * comes first when there is one.
 */
static void add_search(struct counts *counts, const struct check_search *search, double *states,
                       double *transitions) {
    *states += (double)search->states;
    *transitions += (double)search->transitions;
    counts->seconds += search->seconds;
    if (search->product) {
        counts->product_complete &= search->outcome == EXPLORE_DONE;
        counts->product_states =
            (counts->product_states == STATISTIC_ABSENT ? 0 : counts->product_states) + search->states;
    } else {
        counts->states = search->states;
        counts->transitions = search->transitions;
        counts->deadlocks = search->deadlocks;
        counts->complete = search->outcome == EXPLORE_DONE;
        counts->outcome = search_outcome_name(search->outcome);
    }
    if (counts->levels == STATISTIC_ABSENT) {
        counts->levels = search->levels;
        counts->table_load = search->table_load;
    }
}

/* text: for the product's states as people read them, QUANTITY_TEXT + 16 bytes. */
static struct counts count(const struct check_report *report, char *text) {
    struct job *job = report->job;
    struct counts counts = {.command = "check",
                            .input = report->subject->network,
                            .device = job->backend->name,
                            .outcome = search_outcome_name(EXPLORE_DONE),
                            .complete = 1,
                            .product_complete = 1,
                            .certificate = report->check->certified ? report->certificate_path : NULL,
                            .threads = job->run.threads,
                            .states = STATISTIC_ABSENT,
                            .transitions = STATISTIC_ABSENT,
                            .levels = STATISTIC_ABSENT,
                            .deadlocks = STATISTIC_ABSENT,
                            .product_states = STATISTIC_ABSENT,
                            .memory_bytes = memory_peak(&job->memory),
                            .spilled_bytes = memory_peak(&job->spill),
                            .table_load = -1,
                            .states_rate = -1,
                            .transitions_rate = -1};
    double states = 0, transitions = 0;
    for (uint32_t i = 0; i < report->check->search_count; i++) {
        add_search(&counts, &report->check->searches[i], &states, &transitions);
    }
    if (counts.states == STATISTIC_ABSENT) {
        counts.complete = counts.product_complete;
        for (uint32_t i = 0; i < report->check->search_count && !counts.complete; i++) {
            if (report->check->searches[i].outcome != EXPLORE_DONE) {
                counts.outcome = search_outcome_name(report->check->searches[i].outcome);
            }
        }
    }
    if (counts.seconds >= 0.01) { /* shorter searches say nothing about speed */
        counts.states_rate = states / counts.seconds;
        counts.transitions_rate = transitions / counts.seconds;
    }
    if (counts.product_states != STATISTIC_ABSENT) {
        char number[QUANTITY_TEXT];
        snprintf(text, QUANTITY_TEXT + 16, "%s%s", counts.product_complete ? "" : "at least ",
                 quantity_number(counts.product_states, number));
        counts.product_text = text;
    }
    if (counts.spilled_bytes == 0) {
        counts.spilled_bytes = STATISTIC_ABSENT;
    }
    counts.total_seconds = run_clock() - job->started;
    return counts;
}

/* --- traces
 * -------------------------------------------------------------------------------------------------- */

char *check_report_trace_name(struct memory *memory, const char *path, uint64_t number, uint64_t *bytes) {
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    const char *ending = strlen(name) > 1 ? strchr(name + 1, '.') : NULL;
    for (const char *next = ending; next != NULL; next = strchr(ending + 1, '.')) {
        /* The last ending, or the last two when the last says how it is compressed. */
        if (strcmp(next, ".gz") == 0 || strcmp(next, ".zst") == 0) {
            break;
        }
        ending = next;
    }
    size_t stem = ending == NULL ? strlen(path) : (size_t)(ending - path);
    *bytes = strlen(path) + 32;
    char *result = memory_allocate(memory, *bytes);
    if (result != NULL && (number == 1 || output_name_is_stream(path))) {
        strcpy(result, path);
    } else if (result != NULL) {
        snprintf(result, *bytes, "%.*s-%llu%s", (int)stem, path, (unsigned long long)number, path + stem);
    }
    return result;
}

/* Writes the trace of property `index`, the number-th; its path then goes to paths[index]. */
static int write_trace(const struct check_report *report, uint32_t index, uint32_t number, char **paths,
                       uint64_t *bytes) {
    struct job *job = report->job;
    char *path = check_report_trace_name(&job->memory, report->trace_path, number, &bytes[index]);
    if (path == NULL) {
        return error_set(&job->error, ERROR_MEMORY, "not enough memory for the trace's name");
    }
    if (evidence_write_trace(path, evidence_trace_format(path), &report->check->results[index].trace,
                             &report->properties[index], report->subject, &job->run, &job->error) != 0) {
        memory_free(&job->memory, path, bytes[index]);
        return -1;
    }
    paths[index] = path;
    return 0;
}

static int write_traces(const struct check_report *report, char **paths, uint64_t *bytes) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < report->count && report->trace_path != NULL; i++) {
        if (report->check->results[i].has_trace && write_trace(report, i, ++number, paths, bytes) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- verdicts
 * ------------------------------------------------------------------------------------------------ */

static const char *const verdict_names[] = {"holds", "violated", "undecided"};

static void print_verdicts(const struct check_report *report, char *const *paths, FILE *stream) {
    static const char *const colours[] = {"\033[32m", "\033[1;31m", "\033[33m"};
    int colour = job_use_colour(fileno(stream)), width = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        int length = (int)strlen(report->properties[i].name);
        width = length > width && length <= WIDEST_NAME ? length : width;
    }
    fputc('\n', stream);
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_result *result = &report->check->results[i];
        char steps[QUANTITY_TEXT];
        fprintf(stream, "%-*s  %s%s%s", width, report->properties[i].name,
                colour ? colours[result->verdict] : "", verdict_names[result->verdict],
                colour ? "\033[0m" : "");
        if (result->verdict == VERDICT_VIOLATED && result->length == 0) {
            fprintf(stream, " in the initial state");
        } else if (result->verdict == VERDICT_VIOLATED) {
            fprintf(stream, " after %s step%s", quantity_number(result->length, steps),
                    result->length == 1 ? "" : "s");
        }
        if (paths[i] != NULL && !output_name_is_stdout(paths[i])) {
            fprintf(stream, ", trace in %s", paths[i]);
        }
        fputc('\n', stream);
    }
}

static void print_traces(const struct check_report *report, FILE *stream) {
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_result *result = &report->check->results[i];
        if (!result->has_trace || result->trace.steps == 0) {
            continue;
        }
        fprintf(stream, "\n%s is violated:\n", report->properties[i].name);
        trace_print(&result->trace, report->subject->components, report->subject->semantics, MOST_STEPS,
                    stream);
        if (result->trace.steps > MOST_STEPS) {
            fprintf(stream, "(--trace FILE writes all of it)\n");
        }
    }
}

/* What cannot be seen in the rows: why there is no trace, why something is undecided. */
static void explain(const struct check_report *report) {
    const struct check *check = report->check;
    char text[2048];
    unsigned told = 0; /* a bit for each outcome */
    for (uint32_t i = 0; i < check->search_count; i++) {
        const struct check_search *search = &check->searches[i];
        if (search->levels != 0 && !(told >> search->outcome & 1)) {
            search_explain(report->job, report->search, search->outcome, search->states);
            told |= 1u << search->outcome;
        }
    }
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_result *result = &check->results[i];
        if (result->why.code != ERROR_NONE) {
            job_message(report->job, "%s: %s: %s", report->properties[i].name,
                        result->verdict == VERDICT_VIOLATED ? "there is no trace" : "undecided",
                        error_describe(&result->why, text, sizeof text));
            job_advise(report->job, result->why.code);
        }
    }
    if (!report->job->quiet && report->certificate_path != NULL && !check->certified &&
        check->certificate_error.code == ERROR_NONE) {
        job_message(report->job, "%s: not written, for no property was found to hold",
                    report->certificate_path);
    }
}

static int verdict_exit_code(const struct check *check) {
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < check->property_count; i++) {
        if (check->results[i].verdict == VERDICT_VIOLATED) {
            return EXIT_VIOLATED;
        }
        if (check->results[i].verdict == VERDICT_UNDECIDED) {
            code = EXIT_UNDECIDED;
        }
    }
    return code;
}

/* --- JSON
 * ---------------------------------------------------------------------------------------------------- */

static json_t *json_trace(struct memory *memory, const struct check_result *result) {
    if (!result->has_trace) {
        return json_null();
    }
    json_t *labels = json_array();
    for (uint64_t i = 0; i < result->trace.steps; i++) {
        if (json_array_append_new(labels, json_text(memory, result->trace.labels[i])) != 0) {
            json_decref(labels);
            return NULL;
        }
    }
    return labels;
}

static json_t *json_result(const struct check_report *report, uint32_t index, const char *path) {
    static const char *const kinds[] = {"deadlock", "never", "monitor"};
    struct memory *memory = &report->job->memory;
    const struct property *property = &report->properties[index];
    const struct check_result *result = &report->check->results[index];
    json_t *object = json_pack("{s:o, s:s, s:s, s:o, s:n}", "name", json_text(memory, property->name), "kind",
                               kinds[property->kind], "verdict", verdict_names[result->verdict], "trace",
                               json_trace(memory, result), "lasso");
    int failed = object == NULL;
    if (!failed && result->verdict == VERDICT_VIOLATED) {
        failed |= json_object_set_new(object, "length", json_integer((json_int_t)result->length));
    }
    if (!failed && path != NULL) {
        failed |= json_object_set_new(object, "trace_file", json_text(memory, path));
    }
    if (!failed && result->search != CHECK_NO_SEARCH && report->check->searches[result->search].product) {
        const struct check_search *search = &report->check->searches[result->search];
        failed |=
            json_object_set_new(object, "product_states", json_integer((json_int_t)search->states)) |
            json_object_set_new(object, "product_transitions", json_integer((json_int_t)search->transitions));
    }
    if (failed) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static int print_json(const struct check_report *report, const struct counts *counts, char *const *paths,
                      FILE *stream) {
    struct memory *memory = &report->job->memory;
    json_t *object = json_object(), *list = json_array();
    int failed = statistics_json(count_rows, COUNT_ROWS, counts, object) != 0 ||
                 json_object_set_new(object, "input", json_text(memory, counts->input)) != 0 ||
                 json_object_set_new(object, "threads", json_integer((json_int_t)counts->threads)) != 0 ||
                 (counts->certificate != NULL &&
                  json_object_set_new(object, "certificate", json_text(memory, counts->certificate)) != 0);
    for (uint32_t i = 0; i < report->count && !failed; i++) {
        failed = json_array_append_new(list, json_result(report, i, paths[i])) != 0;
    }
    if (failed || json_object_set_new(object, "properties", list) != 0) {
        json_decref(object);
        return error_set(&report->job->error, ERROR_MEMORY, "out of memory for the JSON text");
    }
    job_print_json(report->job, object, stream);
    return 0;
}

/* --- all of it
 * ----------------------------------------------------------------------------------------------- */

/* Tells what failed; the exit code then: a violation is one even if there was no memory for its evidence. */
static int fail_beside(struct job *job, int code) {
    int failure = job_fail(job);
    return code == EXIT_VIOLATED && failure == EXIT_UNDECIDED ? code : failure;
}

static int print_all(const struct check_report *report, char **paths, uint64_t *bytes) {
    struct job *job = report->job;
    FILE *stream =
        output_name_is_stdout(report->trace_path) || output_name_is_stdout(report->certificate_path) ? stderr
                                                                                                     : stdout;
    int code = verdict_exit_code(report->check);
    progress_clear(&job->progress);
    if (report->check->certificate_error.code != ERROR_NONE) {
        job->error = report->check->certificate_error;
        code = fail_beside(job, code);
    }
    if (write_traces(report, paths, bytes) != 0) {
        code = fail_beside(job, code);
    }
    char product_text[QUANTITY_TEXT + 16];
    struct counts counts = count(report, product_text);
    if (report->json && print_json(report, &counts, paths, stream) != 0) {
        return fail_beside(job, code);
    }
    if (!report->json && !job->quiet) {
        statistics_print(count_rows, COUNT_ROWS, &counts, !counts.complete, stream);
        if (report->trace_path == NULL) {
            print_traces(report, stream);
        }
        print_verdicts(report, paths, stream);
    }
    fflush(stream);
    explain(report);
    return code;
}

int check_report_print(const struct check_report *report) {
    struct memory *memory = &report->job->memory;
    uint64_t count = report->count;
    char **paths = memory_allocate_zeroed(memory, count * sizeof *paths);
    uint64_t *bytes = memory_allocate_zeroed(memory, count * sizeof *bytes);
    int code;
    if (paths == NULL || bytes == NULL) {
        error_set(&report->job->error, ERROR_MEMORY, "not enough memory for the report");
        code = job_fail(report->job);
    } else {
        code = print_all(report, paths, bytes);
    }
    for (uint64_t i = 0; i < count && paths != NULL && bytes != NULL; i++) {
        memory_free(memory, paths[i], bytes[i]);
    }
    memory_free(memory, paths, count * sizeof *paths);
    memory_free(memory, bytes, count * sizeof *bytes);
    return code;
}
