/* heddle check: decides safety properties during the search, cycles and schedulers on the graph. */
#include "api/check.h"

#include <jansson.h>
#include <string.h>

#include "api/check/check_compose.h"
#include "api/check/check_files.h"
#include "api/check/check_junit.h"
#include "api/check/check_mdp.h"
#include "api/check/check_outputs.h"
#include "api/check/check_page.h"
#include "api/check/check_refuse.h"
#include "api/check/check_warn.h"
#include "api/check/report_base.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/sha256.h"
#include "model/mdp.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "reduce/composition/plan.h"

/* --- model and properties --- */

static int make_properties(struct checked *checked) {
    return property_list_make(checked->job, checked->request->properties, checked->tree, checked->properties);
}

/* Reads the properties before the model is compiled: they may have predicates, which are compiled with it. */
static int read_network(struct checked *checked) {
    struct job *job = checked->job;
    const struct check_request *request = checked->request;
    checked->tree = job_read_tree(job, request->path, &request->reader);
    return checked->tree == NULL || make_properties(checked) != 0 ||
                   job_compile(job, checked->tree, &checked->network) != 0
               ? -1
               : 0;
}

/* Takes a network that others have compiled, perhaps without the predicates of these properties. */
static int take_network(struct checked *checked) {
    struct job *job = checked->job;
    checked->tree = checked->request->tree;
    checked->network = checked->request->network;
    return make_properties(checked) != 0
               ? -1
               : language_compile_predicates(checked->tree, checked->network, &job->run, &job->error);
}

/* Reads the model, an MDP if is_mdp, and makes the properties. */
static int read_all(struct checked *checked, int is_mdp) {
    struct job *job = checked->job;
    const struct check_request *request = checked->request;
    const uint64_t count = checked->count;
    checked->properties = memory_allocate_zeroed(&job->memory, count * sizeof *checked->properties);
    checked->absent = memory_allocate_zeroed(&job->memory, count * sizeof *checked->absent);
    if (checked->properties == NULL || checked->absent == NULL || check_files_open(checked) != 0) {
        return error_memory(&job->error, "for the properties");
    }
    const int failed = is_mdp ? check_mdp_read(checked) != 0 || make_properties(checked) != 0
                       : request->network != NULL ? take_network(checked) != 0
                                                  : read_network(checked) != 0;
    property_list_warn(job, request->properties);
    return failed ? -1 : 0;
}

/* --- the check of a network --- */

static int has_formula(const struct checked *checked) {
    return property_list_count(checked->request->properties, PROPERTY_BY_FORMULA) != 0;
}

static struct check_options configure(const struct checked *checked) {
    struct job *job = checked->job;
    const struct check_request *request = checked->request;
    const int certified = checked->certifies_formula,
              shows = request->trace != NULL || request->report != NULL || request->evidence;
    struct check_options how = {
        .backend = job->backend,
        .words = (uint32_t)request->search.words,
        .keep_going = request->keep_going,
        .certificate =
            has_formula(checked) || checked->certificate_folder.paths != NULL ? NULL : request->certificate,
        .certificates = checked->certificate_folder.paths,
        .scheduler = request->scheduler,
        .shortest = request->search.shortest,
        .keep_races = request->no_maximal_progress,
        .witnesses = shows || request->witness,
        .strategies = certified || request->witness,
        .games = certified || request->write_game != NULL || request->witness,
        .vacuity = !request->no_vacuity,
        .solve = request->solve,
        .write_game = request->write_game,
        .write_product = request->write_product,
        .no_files = !shows && request->certificate == NULL,
        .subject = &checked->subject};
    search_configure(job, &request->search, &how.explore);
    how.explore.partial_order = checked->reduces;
    return how;
}

/* Opens the checkpoints, if there are some. Returns 0 or -1. */
static int begin_checkpoints(struct checked *checked, struct explore_options *explore) {
    struct job *job = checked->job;
    const struct check_request *request = checked->request;
    const struct {
        int given;
        const char *name;
    } matter[] = {{request->witness, "--witness"},
                  {request->write_game != NULL, "--write-game"},
                  {request->certificate != NULL, "--certificate"},
                  {request->keep_going, "--keep-going"},
                  {request->no_vacuity, "--no-vacuity"}};
    struct sha256 names;
    char digits[SHA256_DIGITS], text[200];
    sha256_begin(&names);
    for (uint64_t i = 0; i < checked->count; i++) {
        const struct property *property = &checked->properties[i];
        sha256_add(&names, &property->kind, sizeof property->kind);
        sha256_add(&names, property->name, strlen(property->name) + 1);
    }
    sha256_end(&names, digits);
    snprintf(text, sizeof text, "check --words %u, %lu properties %.8s", (unsigned)request->search.words,
             (unsigned long)checked->count, digits);
    int failed = checkpoints_describe(job, &checked->checkpoints, text);
    for (unsigned i = 0; i < LENGTH(matter) && !failed; i++) {
        failed = matter[i].given ? checkpoints_describe(job, &checked->checkpoints, matter[i].name) : 0;
    }
    checked->checkpoints.follows = 1;
    return failed ? -1
                  : checkpoints_begin(job, &checked->checkpoints, &request->checkpoint, request->path,
                                      checked->network, explore);
}

/* Names the components, for evidence. Returns 0, or -1 with the job's error. */
static int open_subject(struct checked *checked) {
    const struct network *network = checked->network;
    checked->names = network_names(network, &checked->job->memory);
    if (checked->names == NULL) {
        return error_memory(&checked->job->error, "for the names");
    }
    checked->subject = (struct evidence_subject){checked->request->path, language_options(checked->tree),
                                                 checked->names, network->component_count, NULL};
    return 0;
}

/* Plans the properties, and warns of labels that the network does not have. Returns whether some formula
 * needs a game, or -1 with the job's error. */
static int plan(struct checked *checked) {
    struct job *job = checked->job;
    const uint32_t count = checked->count;
    if (check_mark_data(checked->network, checked->properties, count, &job->run, &job->error) != 0) {
        return -1;
    }
    check_warn(&(struct label_warner){job, checked->tree, checked->network, checked->absent, 0},
               checked->properties, count);
    checked->reduces = search_reduces(job, &checked->request->search, checked->network);
    int games = check_plan_formulas(checked->network, checked->properties, count, &job->run, &job->error);
    return games < 0 || check_refuse_planned(checked, games) != 0 ? -1 : games;
}

/* Searches. The walker makes evidence of games. */
static int search(struct checked *checked, int games) {
    struct job *job = checked->job;
    struct check_options how = configure(checked);
    struct error no_walker;
    if (games || how.games) {
        how.walker = language_walk(checked->tree, &job->run, &no_walker);
        how.no_walker = how.walker == NULL ? &no_walker : NULL;
    }
    const int composes = begin_checkpoints(checked, &how.explore) != 0 ? -1 : check_compose_applies(checked);
    int failed = composes < 0;
    checked->is_composed = composes > 0;
    if (composes > 0) {
        failed = check_compose_run(checked, &how);
    } else if (composes == 0) {
        checked->check =
            check_run(checked->network, checked->properties, checked->count, &how, &job->run, &job->error);
        failed = checked->check == NULL;
    }
    checked->subject.walker = how.walker;
    return failed ? -1 : 0;
}

static int has_traces(const struct check *check) {
    for (uint32_t i = 0; i < check->property_count; i++) {
        if (check->results[i].has_trace) {
            return 1;
        }
    }
    return 0;
}

/* The walker for tables of traces, and for reports of models with data. If there should be one and is not,
 * files are missing; the verdicts, which are there already, are not lost with them. */
static void make_walker(struct checked *checked) {
    const int has_variables = language_has_variables(checked->tree);
    struct error error;
    if (checked->subject.walker != NULL ||
        !((checked->request->report != NULL && has_variables) || has_traces(checked->check))) {
        return;
    }
    checked->subject.walker = language_walk(checked->tree, &checked->job->run, &error);
    if (checked->subject.walker == NULL && (has_variables || error.code == ERROR_MEMORY)) {
        checked->no_walker = error;
        job_lack(checked->job, &error, "to show the steps of traces");
    }
}

/* Warns of a state of a DTMC with several commands, if a search met one. */
static void warn_several(const struct checked *checked) {
    const struct check *check = checked->check;
    uint32_t search = 0;
    while (search < check->search_count && check->searches[search].several == NULL) {
        search++;
    }
    search_warn_several(checked->job, checked->network,
                        search < check->search_count ? check->searches[search].several : NULL);
}

static int check_network(struct checked *checked) {
    const int games = plan(checked);
    checked->certifies_formula = has_formula(checked) && checked->request->certificate != NULL;
    if (games < 0 || open_subject(checked) != 0 || search(checked, games) != 0) {
        return -1;
    }
    warn_several(checked);
    make_walker(checked);
    return 0;
}

/* --- what is written --- */

/* Warns of failures of GPUs. */
static void warn_fallbacks(const struct checked *checked) {
    const struct check *check = checked->check;
    for (uint32_t i = 0; i < check->search_count; i++) {
        job_warning_fallback(checked->job, &check->searches[i].effort.fallback);
    }
}

static void write_all(struct checked *checked) {
    struct job *job = checked->job;
    const struct check_request *request = checked->request;
    warn_fallbacks(checked);
    check_vacuity_warn(checked);
    check_files_write(checked);
    checked->memory_bytes = memory_peak(&job->memory);
    checked->total_seconds = run_clock() - job->started;
    if (request->report != NULL) {
        job->error = checked->no_walker;
        checked->has_page = job->error.code == ERROR_NONE && check_page_write(checked) == 0;
        if (!checked->has_page) {
            check_files_miss(checked, "--report", request->report);
        }
    }
    if (request->junit != NULL && check_junit_write(checked) != 0) {
        check_files_miss(checked, "--junit", request->junit);
    }
}

/* --- the whole --- */

/* Reads the results of the earlier run, if there are any. Returns 0, or -1 with the job's error. */
static int read_base(struct checked *checked) {
    const char *path = checked->request->report_base;
    if (path != NULL) {
        checked->base = report_base_read(path, &checked->job->run, &checked->job->error);
    }
    return path != NULL && checked->base == NULL ? -1 : 0;
}

int api_check(struct job *job, const struct check_request *request, struct checked *checked) {
    const enum file_format format =
        request->network == NULL ? job_file_format(job, request->path) : FILE_UNKNOWN;
    const int is_mdp = file_format_row(format)->kind == KIND_MDP;
    *checked = (struct checked){
        .job = job, .request = request, .count = (uint32_t)request->properties->entries.count};
    if (check_refuse_request(job, request, format) != 0 || compose_add_output(job, &request->compose) != 0 ||
        check_outputs_add(checked) != 0 || read_base(checked) != 0 || read_all(checked, is_mdp) != 0 ||
        check_outputs_name(checked) != 0 || job_outputs_spared(job) != 0) {
        return -1;
    }
    const int failed =
        is_mdp ? check_mdp_labels(checked) != 0 || check_mdp_run(checked) != 0 : check_network(checked) != 0;
    if (!failed) {
        write_all(checked);
    }
    return failed ? -1 : 0;
}

static void free_properties(struct checked *checked) {
    struct memory *memory = &checked->job->memory;
    const uint64_t count = checked->count;
    for (uint64_t i = 0; i < count; i++) {
        if (checked->absent != NULL) {
            absent_labels_free(&checked->absent[i], memory);
        }
        if (checked->properties != NULL) {
            property_free(&checked->properties[i], &checked->job->run);
        }
    }
    memory_free(memory, checked->absent, count * sizeof *checked->absent);
    memory_free(memory, checked->properties, count * sizeof *checked->properties);
}

void checked_free(struct checked *checked, int complete) {
    struct job *job = checked->job;
    if (walker_lacked_memory(checked->subject.walker)) {
        job_lack_memory(job, "for the steps of traces");
    }
    checkpoints_end(job, &checked->checkpoints, complete);
    check_files_free(checked);
    walker_free(checked->subject.walker);
    composed_check_free(&checked->composed, &job->run);
    plan_free(checked->plan);
    check_free(checked->check, &job->run);
    memory_free(&job->memory, checked->names, checked->subject.component_count * sizeof *checked->names);
    free_properties(checked);
    evidence_folder_free(job, &checked->trace_folder);
    evidence_folder_free(job, &checked->certificate_folder);
    json_decref(checked->base);
    mdp_free(checked->mdp);
    if (checked->request->network == NULL) {
        network_free(&job->memory, checked->network);
        language_free(checked->tree);
    }
}
