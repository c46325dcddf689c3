/* heddle check: decides safety properties during the search, cycles and schedulers on the graph. */
#include <jansson.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/sha256.h"
#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "cli/check/check_compose.h"
#include "cli/check/check_junit.h"
#include "cli/check/check_mdp.h"
#include "cli/check/check_options.h"
#include "cli/check/check_report.h"
#include "cli/check/check_warn.h"
#include "cli/check/report_base.h"
#include "cli/front.h"
#include "cli/program.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "frontend/formats/table/file_format.h"

static const char **component_names(struct job *job, const struct network *network) {
    const char **names = memory_allocate_array(&job->memory, network->component_count, sizeof *names);
    for (uint32_t i = 0; i < network->component_count && names != NULL; i++) {
        names[i] = network->components[i].name;
    }
    if (names == NULL) {
        error_memory(&job->error, "for the names");
    }
    return names;
}

/* The walker for evidence of games, and for tables of traces, which do not require it. */
static walker *make_walker(struct job *job, language_tree *tree, struct error *error) {
    return language_walk(tree, &job->run, error);
}

static int has_traces(const struct check *check) {
    for (uint32_t i = 0; i < check->property_count; i++) {
        if (check->results[i].has_trace) {
            return 1;
        }
    }
    return 0;
}

/* Whether the certificate is that of a formula, which is the only property. */
static int certifies_formula(const struct check_command_options *options) {
    return options->list.kinds[PROPERTY_FORMULA] != 0 && options->certificate != NULL;
}

static struct check_options configure(struct job *job, const struct check_command_options *options,
                                      const struct evidence_subject *subject) {
    int formula = options->list.kinds[PROPERTY_FORMULA] != 0;
    int certified = certifies_formula(options);
    struct check_options how = {
        .backend = job->backend,
        .words = (uint32_t)options->search.words,
        .keep_going = options->keep_going,
        .certificate = formula || options->certificates.paths != NULL ? NULL : options->certificate,
        .certificates = options->certificates.paths,
        .scheduler = options->scheduler,
        .shortest = options->search.shortest,
        .keep_races = options->no_maximal_progress,
        .witnesses = options->trace != NULL || options->report != NULL || options->witness,
        .strategies = certified || options->witness,
        .games = certified || options->write_game != NULL || options->witness,
        .vacuity = !options->no_vacuity,
        .solve = {.solver = (enum solver)options->solver, .spm = spm_command_take(&options->spm)},
        .write_game = options->write_game,
        .no_files = options->trace == NULL && options->certificate == NULL && options->report == NULL,
        .subject = subject};
    search_configure(job, &options->search, &how.explore);
    return how;
}

/* Opens the checkpoints, if there are some. Returns 0 or -1. */
static int begin_checkpoints(struct job *job, struct check_command_options *options, const char *path,
                             const struct network *network, const struct property *properties,
                             struct explore_options *explore) {
    const uint64_t count = options->list.entries.count;
    const struct {
        int given;
        const char *name;
    } matter[] = {{options->witness, "--witness"},
                  {options->write_game != NULL, "--write-game"},
                  {options->certificate != NULL, "--certificate"},
                  {options->keep_going, "--keep-going"},
                  {options->no_vacuity, "--no-vacuity"}};
    struct sha256 names;
    char digits[SHA256_DIGITS], text[200];
    sha256_begin(&names);
    for (uint64_t i = 0; i < count; i++) {
        sha256_add(&names, &properties[i].kind, sizeof properties[i].kind);
        sha256_add(&names, properties[i].name, strlen(properties[i].name) + 1);
    }
    sha256_end(&names, digits);
    snprintf(text, sizeof text, "check --words %u, %lu properties %.8s", (unsigned)options->search.words,
             (unsigned long)count, digits);
    int failed = checkpoints_describe(job, &options->checkpoints, text);
    for (unsigned i = 0; i < LENGTH(matter) && !failed; i++) {
        failed = matter[i].given ? checkpoints_describe(job, &options->checkpoints, matter[i].name) : 0;
    }
    options->checkpoints.follows = 1;
    return failed
               ? -1
               : checkpoints_begin(job, &options->checkpoints, &options->checkpoint, path, network, explore);
}

/* Warns of a state of a DTMC with several commands, if a search met one. */
static void warn_several(struct job *job, const struct network *network, const struct check *check) {
    uint32_t search = 0;
    while (search < check->search_count && check->searches[search].several == NULL) {
        search++;
    }
    search_warn_several(job, network, search < check->search_count ? check->searches[search].several : NULL);
}

/* Says which formula --partial-order cannot decide; there is one. */
static void refuse_games(struct job *job, const struct network *network, const struct property *properties) {
    uint32_t i = 0;
    while (!check_formula_needs_game(network, &properties[i])) {
        i++;
    }
    error_set(&job->error, ERROR_USAGE,
              "--partial-order leaves out states, and the formula %.300s needs a parity game of all: check "
              "that without it",
              properties[i].name);
}

/* Runs the check and completes and prints the report; returns the exit code. */
static int run_check(struct check_report *report, const char *path, struct check_command_options *options,
                     language_tree *tree, struct property *properties) {
    struct job *job = report->job;
    const struct network *network = report->network;
    int games = check_plan_formulas(network, properties, report->count, &job->run, &job->error);
    if (games >= 0 && check_cluster_properties(job, options, network, properties, report->count) != 0) {
        games = -1;
    }
    if (games > 0 && options->search.partial_order) {
        refuse_games(job, network, properties);
        games = -1;
    }
    const char **names = games < 0 ? NULL : component_names(job, network);
    if (names == NULL) {
        return job_fail(job);
    }
    struct evidence_subject subject = {path, language_options(tree), names, network->component_count, NULL};
    struct check_options how = configure(job, options, &subject);
    struct error no_walker;
    how.explore.partial_order = report->reduces;
    report->subject = &subject;
    report->certifies_formula = certifies_formula(options);
    if (games > 0 || how.games) {
        how.walker = make_walker(job, tree, &no_walker);
        how.no_walker = how.walker == NULL ? &no_walker : NULL;
    }
    struct check_compose compose = {.properties = properties};
    const int composes = begin_checkpoints(job, options, path, network, properties, &how.explore) != 0
                             ? -1
                             : check_compose_applies(job, &options->compose, network);
    if (composes > 0) {
        compose.job = job;
        report->compose = &compose;
        report->check = check_compose_run(&compose, &options->compose, network, report->count, &how);
    } else if (composes == 0) {
        report->check = check_run(network, properties, report->count, &how, &job->run, &job->error);
    }
    subject.walker = how.walker;
    int failed = report->check == NULL;
    if (!failed) {
        warn_several(job, network, report->check);
    }
    int needs_values = report->page_path != NULL && language_has_variables(tree);
    if (subject.walker == NULL && !failed && (needs_values || has_traces(report->check))) {
        subject.walker = make_walker(job, tree, &no_walker);
        /* Without a walker, values of variables cannot be shown. */
        if (subject.walker == NULL && (language_has_variables(tree) || no_walker.code == ERROR_MEMORY)) {
            job->error = no_walker;
            failed = 1;
        }
    }
    int code = failed ? job_fail(job) : check_report_print(report);
    if (walker_lacked_memory(subject.walker)) {
        job_lack_memory(job, "for the steps of traces");
    }
    checkpoints_end(job, &options->checkpoints, code != EXIT_UNDECIDED);
    walker_free(subject.walker);
    check_compose_close(&compose);
    check_free(report->check, &job->run);
    memory_free(&job->memory, names, network->component_count * sizeof *names);
    return code;
}

/* Warns of absent labels, then runs the check; returns the exit code. */
static int check_network(struct job *job, const char *path, struct check_command_options *options,
                         language_tree *tree, const struct network *network, struct property *properties) {
    uint32_t count = (uint32_t)options->list.entries.count;
    struct absent_labels *absent = memory_allocate_zeroed(&job->memory, count * sizeof *absent);
    struct check_report report = {.job = job,
                                  .properties = properties,
                                  .absent = absent,
                                  .count = count,
                                  .network = network,
                                  .search = &options->search,
                                  .base = options->base,
                                  .trace_format = options->trace_format,
                                  .trace_path = options->trace,
                                  .certificate_path = options->certificate,
                                  .trace_paths = options->traces.paths,
                                  .certificate_paths = options->certificates.paths,
                                  .scheduler_path = options->scheduler,
                                  .game_path = options->write_game,
                                  .page_path = options->report,
                                  .junit_path = options->junit,
                                  .of_suites = options->list.of_suites,
                                  .explains_all = options->witness,
                                  .json = options->run.json};
    if (absent == NULL) {
        error_memory(&job->error, "for the properties");
        return job_fail(job);
    }
    int failed = check_mark_data(network, properties, count, &job->run, &job->error) != 0;
    if (!failed) {
        check_warn(&(struct label_warner){job, tree, network, absent, 0}, properties, count);
        report.reduces = search_reduces(job, &options->search, network);
    }
    int code = failed ? job_fail(job) : run_check(&report, path, options, tree, properties);
    for (uint32_t i = 0; i < count; i++) {
        absent_labels_free(&absent[i], &job->memory);
    }
    memory_free(&job->memory, absent, count * sizeof *absent);
    return code;
}

static int check_file(struct job *job, const char *path, const struct check_command_options *options) {
    struct check_mdp_options how = {.path = path,
                                    .labels = options->labels,
                                    .properties = &options->list,
                                    .state_label = options->properties.state_labels,
                                    .every = options->properties.schedulers == SCHEDULERS_ALL,
                                    .scheduler = options->scheduler,
                                    .junit = options->junit,
                                    .json = options->run.json};
    return check_mdp(job, &how);
}

/* Reads the results of the earlier run, if there are any. Returns 0, or -1 with the job's error. */
static int read_base(struct job *job, struct check_command_options *options) {
    if (options->report_base != NULL) {
        options->base = report_base_read(options->report_base, &job->run, &job->error);
    }
    return options->report_base != NULL && options->base == NULL ? -1 : 0;
}

static int always(const struct property *property) {
    (void)property;
    return 1;
}

static int has_certificate(const struct property *property) {
    return !property_is_of_cycles(property->kind) && !property_is_of_schedulers(property->kind);
}

/* Names the files of traces and certificates that go to folders. Returns 0 or -1. */
static int open_folders(struct job *job, struct check_command_options *options,
                        const struct property *properties) {
    char ending[16];
    uint64_t count = options->list.entries.count;
    snprintf(ending, sizeof ending, "%s", file_format_row(options->trace_format)->endings[0]);
    const struct evidence_naming traces = {"--trace", options->trace, ending, properties, count, always},
                                 certificates = {"--certificate", options->certificate, ".json", properties,
                                                 count,           has_certificate};
    if (evidence_folder_is(options->trace) && evidence_folder_open(job, &traces, &options->traces) != 0) {
        return -1;
    }
    return evidence_folder_is(options->certificate)
               ? evidence_folder_open(job, &certificates, &options->certificates)
               : 0;
}

static int check_listed(struct job *job, const char *path, struct check_command_options *options) {
    language_tree *tree;
    struct network *network;
    if (check_usage(job, path, options) != 0 || check_add_outputs(job, options) != 0) {
        return job_fail(job);
    }
    if (file_format_is_mdp(path)) {
        return check_file(job, path, options);
    }
    if (read_base(job, options) != 0 || job_read(job, path, &options->reader, &tree, &network) != 0) {
        json_decref(options->base);
        return job_fail(job);
    }
    uint64_t count = options->list.entries.count;
    struct property *properties = memory_allocate_zeroed(&job->memory, count * sizeof *properties);
    if (properties == NULL) {
        error_memory(&job->error, "for the properties");
    }
    int code = properties == NULL ||
                       property_list_make(job, &options->properties, &options->list, tree, properties) != 0 ||
                       language_compile_predicates(tree, network, &job->run, &job->error) != 0 ||
                       open_folders(job, options, properties) != 0 || job_outputs_spared(job) != 0
                   ? job_fail(job)
                   : check_network(job, path, options, tree, network, properties);
    for (uint64_t i = 0; i < count && properties != NULL; i++) {
        property_free(&properties[i], &job->run);
    }
    memory_free(&job->memory, properties, count * sizeof *properties);
    json_decref(options->base);
    network_free(&job->memory, network);
    language_free(tree);
    return code;
}

static int check(struct job *job, const char *path, struct check_command_options *options) {
    front_begin(options->run.device);
    job->strict_late = 1;
    int failed =
        job_configure(job, &options->run) != 0 || search_open_spill(job, &options->search) != 0 ||
        check_cluster_usage(job, path, options) != 0 ||
        checkpoint_check(job, &options->checkpoint, &options->search, options->compose.compose) != 0 ||
        property_options_validate(job, &options->properties) != 0 ||
        check_stdin_usage(job, path, &options->properties) != 0 ||
        property_list_read(job, &options->properties, &options->list) != 0;
    int code = failed ? job_fail(job) : check_listed(job, path, options);
    if (options->junit != NULL && !console_of(job)->has_junit && job->error.code != ERROR_NONE &&
        job->error.code != ERROR_USAGE) {
        check_junit_fail(job, path, options->junit);
    }
    evidence_folder_free(job, &options->traces);
    evidence_folder_free(job, &options->certificates);
    property_list_free(job, &options->list);
    return code;
}

static int check_operand(struct job *job, const struct option_list *operands, void *values) {
    return check(job, operands->items[0], values);
}

int check_main(int argc, char **argv) {
    struct check_command_options options = {.run = {.timeout = -1, .device = "auto"},
                                            .search = SEARCH_DEFAULTS,
                                            .checkpoint = CHECKPOINT_DEFAULTS,
                                            .spm = SPM_COMMAND_DEFAULTS,
                                            .properties.schedulers = -1,
                                            .format = -1};
    return job_command(&check_command, argc, argv, &options, check_operand);
}
