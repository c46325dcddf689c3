/* heddle check: safety properties, on the fly. */
#include <string.h>

#include "base/error.h"
#include "base/quantity.h"
#include "checker/check.h"
#include "checker/evidence.h"
#include "checker/semantics.h"
#include "cli/check_report.h"
#include "cli/common.h"
#include "cli/output_name.h"
#include "cli/program.h"
#include "cli/search.h"
#include "explorer/backend.h"
#include "frontend/network.h"

struct command_options {
    struct run_options run;
    struct reader_options reader;
    struct search_options search;
    int deadlock, keep_going;
    struct option_list never, monitors, error_states;
    const char *trace, *certificate;
};

static const struct option_row rows[] = {
    {"deadlock", 'D', OPTION_FLAG, offsetof(struct command_options, deadlock), NULL, 0, 0,
     "no reachable state is without transitions"},
    {"never", 'n', OPTION_LIST, offsetof(struct command_options, never), "LABEL", 0, 0,
     "no reachable transition has the label LABEL, or one that matches the regular expression as a whole, written "
     "\"'regex'\"; may be given several times"},
    {"monitor", 'M', OPTION_LIST, offsetof(struct command_options, monitors), "FILE.aut", 0, 0,
     "no run leads the monitor to a state with an outgoing transition ERROR; may be given several times"},
    {"error-state", 0, OPTION_LIST, offsetof(struct command_options, error_states), "N", 0, 0,
     "state N of the monitors is an error, too; may be given several times"},
    {"keep-going", 'k', OPTION_FLAG, offsetof(struct command_options, keep_going), NULL, 0, 0,
     "explore all states even when every property is decided"},
    {"trace", 'T', OPTION_TEXT, offsetof(struct command_options, trace), "FILE", 0, 0,
     "write the trace of a violation to FILE: .json, .aut, or else a table; of further violations to FILE-2, "
     "FILE-3 .. (before the ending)"},
    {"certificate", 'C', OPTION_TEXT, offsetof(struct command_options, certificate), "FILE", 0, 0,
     "write the reachable states to FILE if a property holds, so that `heddle verify` can confirm it"},
    RUN_ROWS(struct command_options),
    READER_ROWS(struct command_options),
    SEARCH_ROWS(struct command_options),
};

const struct options_command check_command = {
    .name = "check",
    .operands = "NET",
    .operands_minimum = 1,
    .operands_maximum = 1,
    .summary = "check properties of a network",
    .description =
        "Checks properties while the state space of the network NET is generated: deadlock freedom, labels "
        "that never occur, and monitors (automata in AUT files that follow the labels). Properties without "
        "monitor share one search; each monitor has one of its own. A search stops when all its properties "
        "are decided.\n\n"
        "A property that is violated comes with a shortest trace, the same for any number of threads. The "
        "exit status is 1 when some property is violated, else 3 when some is undecided (a limit was "
        "reached, memory is spent, or the search was interrupted), else 0.\n\n"
        "A monitor stays where it is on a label for which its state has no transition; a network violates it "
        "when some run of the monitor reaches an error state.",
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
};

/* --- properties
 * ---------------------------------------------------------------------------------------------- */

struct properties {
    struct property *items;
    uint32_t count; /* made */
    uint64_t capacity;
};

/* The numbers of --error-state; the caller frees them. */
static uint64_t *read_error_states(struct job *job, const struct option_list *list) {
    uint64_t *states = memory_allocate_array(&job->memory, list->count, sizeof *states);
    for (uint64_t i = 0; i < list->count && states != NULL; i++) {
        if (quantity_parse_number(list->items[i], &states[i]) != 0) {
            error_set(&job->error, ERROR_USAGE, "--error-state: '%.200s' is no number", list->items[i]);
            memory_free(&job->memory, states, list->count * sizeof *states);
            return NULL;
        }
    }
    if (states == NULL) {
        error_set(&job->error, ERROR_MEMORY, "not enough memory for the properties");
    }
    return states;
}

/* In this order: deadlock, labels, monitors. What was made must be freed even when it failed. */
static int make_properties(struct job *job, const struct command_options *options, exp_tree *tree,
                           struct properties *properties) {
    const struct run *run = &job->run;
    int failed = 0;
    if (options->deadlock) {
        failed = property_make_deadlock(&properties->items[properties->count++], run, &job->error);
    }
    for (uint64_t i = 0; i < options->never.count && !failed; i++) {
        failed = property_make_never(&properties->items[properties->count++], options->never.items[i], tree,
                                     run, &job->error);
        if (failed && (job->error.code == ERROR_INPUT || job->error.code == ERROR_USAGE)) {
            char text[sizeof job->error.text];
            memcpy(text, job->error.text, sizeof text);
            error_set(&job->error, ERROR_USAGE, "--never %.200s: %.700s", options->never.items[i], text);
        }
    }
    uint64_t *states = read_error_states(job, &options->error_states);
    if (states == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < options->monitors.count && !failed; i++) {
        failed = property_make_monitor(&properties->items[properties->count++], options->monitors.items[i],
                                       states, options->error_states.count, tree, run, &job->error);
    }
    memory_free(&job->memory, states, options->error_states.count * sizeof *states);
    return failed;
}

static uint64_t count_properties(const struct command_options *options) {
    return (options->deadlock != 0) + options->never.count + options->monitors.count;
}

static int check_options_make_sense(struct job *job, const struct command_options *options) {
    if (count_properties(options) == 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "there is nothing to check: give --deadlock, --never LABEL or --monitor FILE");
    }
    if (options->error_states.count != 0 && options->monitors.count == 0) {
        return error_set(&job->error, ERROR_USAGE, "--error-state names a state of a --monitor: give one");
    }
    return 0;
}

/* What is written must not replace what is read, or other evidence. */
static int check_names(struct job *job, const char *path, const struct command_options *options) {
    const char *const written[] = {options->trace, options->certificate};
    if ((options->trace != NULL && output_name_writable(options->trace, &job->error) != 0) ||
        (options->certificate != NULL && output_name_writable(options->certificate, &job->error) != 0)) {
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        int replaces = written[i] != NULL && !output_name_is_stdout(written[i]);
        const char *same = replaces && output_name_same(written[i], path) ? path : NULL;
        for (uint64_t k = 0; k < options->monitors.count && replaces && same == NULL; k++) {
            same =
                output_name_same(written[i], options->monitors.items[k]) ? options->monitors.items[k] : NULL;
        }
        if (same != NULL) {
            return error_set(&job->error, ERROR_USAGE, "%s would replace %.200s, which is read",
                             i == 0 ? "--trace" : "--certificate", same);
        }
    }
    uint64_t traces = options->trace == NULL || options->certificate == NULL ? 0 : count_properties(options);
    for (uint64_t number = 1; number <= traces; number++) {
        uint64_t bytes;
        char *name = check_report_trace_name(&job->memory, options->trace, number, &bytes);
        int same = name != NULL && output_name_same(name, options->certificate);
        memory_free(&job->memory, name, bytes);
        if (name == NULL || same) {
            return name == NULL
                       ? error_set(&job->error, ERROR_MEMORY, "not enough memory for the names")
                       : error_set(&job->error, ERROR_USAGE, "--trace and --certificate name the same file");
        }
    }
    return 0;
}

/* --- the command
 * --------------------------------------------------------------------------------------------- */

static const char **component_names(struct job *job, const struct network *network) {
    const char **names = memory_allocate_array(&job->memory, network->component_count, sizeof *names);
    for (uint32_t i = 0; i < network->component_count && names != NULL; i++) {
        names[i] = network->components[i].name;
    }
    if (names == NULL) {
        error_set(&job->error, ERROR_MEMORY, "not enough memory for the names");
    }
    return names;
}

/* What tables of traces are made with; NULL when there is no trace (or no memory: tables do without). */
static semantics *table_semantics(struct job *job, const struct check *check, exp_tree *tree) {
    struct error error;
    for (uint32_t i = 0; i < check->property_count; i++) {
        if (check->results[i].has_trace) {
            return semantics_create(exp_tree_root(tree), exp_tree_labels(tree), exp_tree_options(tree),
                                    &job->run, &error);
        }
    }
    return NULL;
}

/* Checks and reports; the exit code. */
static int run_check(struct job *job, const char *path, const struct command_options *options, exp_tree *tree,
                     const struct network *network, const struct properties *properties) {
    const char **names = component_names(job, network);
    if (names == NULL) {
        return job_fail(job);
    }
    struct evidence_subject subject = {path, exp_tree_options(tree), names, network->component_count, NULL};
    struct check_options how = {.words = (uint32_t)options->search.words,
                                .keep_going = options->keep_going,
                                .certificate = options->certificate,
                                .subject = &subject};
    search_configure(job, &options->search, &how.explore);
    struct check_report report = {.job = job,
                                  .properties = properties->items,
                                  .count = properties->count,
                                  .subject = &subject,
                                  .search = &options->search,
                                  .trace_path = options->trace,
                                  .certificate_path = options->certificate,
                                  .json = options->run.json};
    check_report_warn(&report, tree, network);
    report.check =
        check_run(job->backend, network, properties->items, properties->count, &how, &job->run, &job->error);
    subject.semantics = report.check == NULL ? NULL : table_semantics(job, report.check, tree);
    int code = report.check == NULL ? job_fail(job) : check_report_print(&report);
    semantics_free(subject.semantics);
    check_free(report.check, &job->run);
    memory_free(&job->memory, names, network->component_count * sizeof *names);
    return code;
}

static int check(struct job *job, const char *path, const struct command_options *options) {
    exp_tree *tree;
    struct network *network;
    if (job_configure(job, &options->run) != 0 || check_options_make_sense(job, options) != 0 ||
        check_names(job, path, options) != 0 || job_read(job, path, &options->reader, &tree, &network) != 0) {
        return job_fail(job);
    }
    uint64_t most = count_properties(options);
    struct properties properties = {.capacity = most};
    properties.items = memory_allocate_zeroed(&job->memory, most * sizeof *properties.items);
    if (properties.items == NULL) {
        error_set(&job->error, ERROR_MEMORY, "not enough memory for the properties");
    }
    int code = properties.items == NULL || make_properties(job, options, tree, &properties) != 0
                   ? job_fail(job)
                   : run_check(job, path, options, tree, network, &properties);
    for (uint32_t i = 0; i < properties.count; i++) {
        property_free(&properties.items[i], &job->run);
    }
    memory_free(&job->memory, properties.items, most * sizeof *properties.items);
    network_free(&job->memory, network);
    exp_tree_free(tree);
    return code;
}

int check_main(int argc, char **argv) {
    struct job job;
    struct command_options options = {.run = {.timeout = -1, .device = "auto"}, .search = SEARCH_DEFAULTS};
    struct option_list operands = {0};
    job_begin(&job, "check");
    int code = job_options(&job, &check_command, argc, argv, &options, &operands);
    if (code < 0) {
        code = check(&job, operands.items[0], &options);
    }
    options_free(&job.arguments, &check_command, &options, &operands);
    job_end(&job);
    return code;
}
