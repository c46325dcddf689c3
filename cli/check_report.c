/* What `heddle check` tells: counts, traces, verdicts; as rows or as JSON. */
#include "cli/check_report.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/json_text.h"
#include "base/quantity.h"
#include "base/statistics.h"
#include "checker/trace_table.h"
#include "cli/output_name.h"
#include "explorer/backend.h"

#define MOST_STEPS 40u /* of a trace on standard output */
#define WIDEST_NAME 48

/* --- counts --- */

struct counts {
    const char *command, *input, *device, *outcome, *certificate, *scheduler, *product_text;
    int complete, product_complete; /* the search that states are counted in; the products */
    uint64_t threads, states, transitions, levels, deadlocks, product_states, memory_bytes, spilled_bytes;
    double seconds, total_seconds, table_load, states_rate, transitions_rate;
    int on_host, on_device; /* whether searches were done there */
};

static const struct statistic_row count_rows[] = {
    {"command", NULL, NULL, STATISTIC_TEXT, offsetof(struct counts, command)},
    {"input", "network", NULL, STATISTIC_TEXT, offsetof(struct counts, input)},
    {"device", "device", NULL, STATISTIC_TEXT, offsetof(struct counts, device)},
    {"threads", NULL, NULL, STATISTIC_COUNT, offsetof(struct counts, threads)},
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
    {"certificate", "certificate", NULL, STATISTIC_TEXT, offsetof(struct counts, certificate)},
    {"scheduler", "scheduler", NULL, STATISTIC_TEXT, offsetof(struct counts, scheduler)},
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

/* What people and programs read of the counts; it belongs to their texts. */
struct count_texts {
    char product[QUANTITY_TEXT + 16];
    char device[2 * EXPLORE_DEVICE_TEXT + 2];
};

/* The engines that searched, each named once, and the memory of their own side: the larger of two. */
static void add_engines(struct counts *counts, const struct check *check, struct count_texts *texts) {
    uint64_t peak = 0;
    texts->device[0] = '\0';
    for (uint32_t i = 0; i < check->search_count; i++) {
        const struct check_search *search = &check->searches[i];
        size_t length = strlen(texts->device);
        counts->on_host |= !search->on_device && search->device[0] != '\0';
        counts->on_device |= search->on_device;
        peak = search->on_device && search->memory_peak > peak ? search->memory_peak : peak;
        if (search->device[0] != '\0' && strstr(texts->device, search->device) == NULL) {
            snprintf(texts->device + length, sizeof texts->device - length, "%s%s", length != 0 ? ", " : "",
                     search->device);
        }
    }
    if (texts->device[0] != '\0') {
        counts->device = texts->device;
    }
    if (counts->on_device && !counts->on_host) {
        counts->threads = STATISTIC_ABSENT;
        counts->memory_bytes = 0;
    }
    counts->memory_bytes = peak > counts->memory_bytes ? peak : counts->memory_bytes;
}

static struct counts count(const struct check_report *report, struct count_texts *texts) {
    struct job *job = report->job;
    struct counts counts = {.command = "check",
                            .input = report->subject->network,
                            .device = job_device(job),
                            .outcome = search_outcome_name(EXPLORE_DONE),
                            .complete = 1,
                            .product_complete = 1,
                            .certificate = report->check->certified ? report->certificate_path : NULL,
                            .scheduler = report->check->scheduled ? report->scheduler_path : NULL,
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
        snprintf(texts->product, sizeof texts->product, "%s%s", counts.product_complete ? "" : "at least ",
                 quantity_number(counts.product_states, number));
        counts.product_text = texts->product;
    }
    add_engines(&counts, report->check, texts);
    if (counts.spilled_bytes == 0) {
        counts.spilled_bytes = STATISTIC_ABSENT;
    }
    counts.total_seconds = run_clock() - job->started;
    return counts;
}

/* --- traces --- */

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

/* --- verdicts --- */

static const char *const verdict_names[] = {"holds", "violated", "undecided"};

/* " by a cycle of 2 steps after 5 steps" */
static void print_place(const struct check_result *result, FILE *stream) {
    char steps[QUANTITY_TEXT];
    uint64_t before = result->length - result->cycle_length;
    if (result->cycle_length != 0) {
        fprintf(stream, " by a cycle of %s step%s", quantity_number(result->cycle_length, steps),
                result->cycle_length == 1 ? "" : "s");
    }
    if (before == 0) {
        fprintf(stream, " in the initial state");
    } else {
        fprintf(stream, " after %s step%s", quantity_number(before, steps), before == 1 ? "" : "s");
    }
}

static const char *vacuous_reason(enum property_kind kind) {
    switch (kind) {
    case PROPERTY_LIVELOCK:
        return ": there is no internal action";
    case PROPERTY_STARVATION:
        return ": there is no other label";
    default:
        return ": there is no such label";
    }
}

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
        fprintf(stream, "%-*s  %s%s%s", width, report->properties[i].name,
                colour ? colours[result->verdict] : "", verdict_names[result->verdict],
                colour ? "\033[0m" : "");
        if (result->vacuous) {
            fprintf(stream, "%s", vacuous_reason(report->properties[i].kind));
        }
        if (property_is_of_schedulers(report->properties[i].kind)) {
            fprintf(stream, "%s", result->verdict == VERDICT_VIOLATED ? ": no scheduler does it" : "");
        } else if (result->verdict == VERDICT_VIOLATED) {
            print_place(result, stream);
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
            search_explain(report->job, report->search, search->outcome, search->states,
                           search->on_device ? search->memory_limit : 0);
            told |= 1u << search->outcome;
        }
    }
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_result *result = &check->results[i];
        if (report->trace_path != NULL && !report->job->quiet && result->verdict == VERDICT_VIOLATED &&
            property_is_of_schedulers(report->properties[i].kind)) {
            job_message(report->job,
                        "%s: no trace shows that; --scheduler FILE writes why no scheduler does it",
                        report->properties[i].name);
        }
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
    if (!report->job->quiet && report->scheduler_path != NULL && !check->scheduled &&
        check->scheduler_error.code == ERROR_NONE) {
        job_message(report->job, "%s: not written, for it is undecided whether there is a scheduler",
                    report->scheduler_path);
    }
}

/* What GPUs failed to do, each failure once. */
static void warn_fallbacks(const struct check_report *report) {
    const struct check *check = report->check;
    for (uint32_t i = 0; i < check->search_count; i++) {
        int told = 0;
        for (uint32_t k = 0; k < i && !told; k++) {
            told = strcmp(check->searches[k].fallback.text, check->searches[i].fallback.text) == 0;
        }
        if (!told) {
            search_warn_fallback(report->job, &check->searches[i].fallback);
        }
    }
}

/* A device that was named and failed is an error, whatever was found before; so are wrong probabilities. */
static int verdict_exit_code(const struct check *check) {
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < check->property_count; i++) {
        if (check->results[i].why.code == ERROR_DEVICE || check->results[i].why.code == ERROR_INPUT) {
            return EXIT_ERROR;
        }
    }
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

/* --- JSON --- */

static json_t *json_result(const struct check_report *report, uint32_t index, const char *path) {
    struct memory *memory = &report->job->memory;
    const struct property *property = &report->properties[index];
    const struct check_result *result = &report->check->results[index];
    json_t *object = json_pack(
        "{s:o, s:s, s:s, s:o, s:o}", "name", json_text(memory, property->name), "kind",
        property_kind_name(property->kind), "verdict", verdict_names[result->verdict], "trace",
        result->has_trace ? json_texts(memory, result->trace.labels, result->trace.steps) : json_null(),
        "lasso",
        result->has_trace && result->trace.lasso != TRACE_NO_LASSO
            ? json_integer((json_int_t)result->trace.lasso)
            : json_null());
    int failed = object == NULL;
    if (!failed && result->vacuous) {
        failed |= json_object_set_new(object, "vacuous", json_true());
    }
    if (!failed && result->verdict == VERDICT_VIOLATED && !property_is_of_schedulers(property->kind)) {
        failed |= json_object_set_new(object, "length", json_integer((json_int_t)result->length));
    }
    if (!failed && result->cycle_length != 0) {
        failed |= json_object_set_new(object, "cycle_length", json_integer((json_int_t)result->cycle_length));
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
    json_t *object = json_object(), *list = json_array();
    int failed = statistics_json(&report->job->memory, count_rows, COUNT_ROWS, counts, object) != 0;
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

/* --- all of it --- */

static int print_all(const struct check_report *report, char **paths, uint64_t *bytes) {
    struct job *job = report->job;
    FILE *stream = output_name_is_stdout(report->trace_path) ||
                           output_name_is_stdout(report->certificate_path) ||
                           output_name_is_stdout(report->scheduler_path)
                       ? stderr
                       : stdout;
    int code = verdict_exit_code(report->check);
    progress_clear(&job->progress);
    warn_fallbacks(report);
    if (report->check->certificate_error.code != ERROR_NONE) {
        job->error = report->check->certificate_error;
        code = job_fail_beside(job, code);
    }
    if (report->check->scheduler_error.code != ERROR_NONE) {
        job->error = report->check->scheduler_error;
        code = job_fail_beside(job, code);
    }
    if (write_traces(report, paths, bytes) != 0) {
        code = job_fail_beside(job, code);
    }
    struct count_texts texts;
    struct counts counts = count(report, &texts);
    if (report->json && print_json(report, &counts, paths, stream) != 0) {
        return job_fail_beside(job, code);
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
