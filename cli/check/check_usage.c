/* Which options of heddle check go together, and the files that they name. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "checker/evidence/evidence.h"
#include "cli/check/check_options.h"
#include "api/solver_side.h"
#include "frontend/formats/table/file_format.h"

/* Checks the options about formulas. */
static int check_formula_usage(struct job *job, const struct check_command_options *options) {
    uint64_t count = options->list.entries.count,
             formulas = property_list_count(&options->list, PROPERTY_BY_FORMULA);
    if (options->solver != 0 && formulas == 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "--solver is for the games of formulas: give a --formula or --property");
    }
    if (spm_command_check(&options->spm, options->solver == SOLVER_SPM, &job->error) != 0 ||
        solver_side_check(job, (enum solver)options->solver, 1) != 0) {
        return -1;
    }
    if (options->request.write_game != NULL && formulas != 1) {
        return error_set(&job->error, ERROR_USAGE,
                         "--write-game takes the game of one formula: give one --formula or --property");
    }
    if (options->request.certificate != NULL && !evidence_folder_is(options->request.certificate) &&
        formulas != 0 && count != 1) {
        return error_set(&job->error, ERROR_USAGE,
                         "the certificate of a formula has a file of its own: give --certificate FOLDER/, or "
                         "--certificate FILE with one --formula or --property and nothing else");
    }
    return 0;
}

static int refuse_nothing(struct job *job) {
    static const char *const arguments[] = {"", " LABEL", " LABELS", " FILE", " FORMULA"};
    char text[PROPERTY_KINDS * 40] = "";
    size_t length = 0;
    for (unsigned kind = 0; kind < PROPERTY_KINDS; kind++) {
        const struct property_row *row = property_row((enum property_kind)kind);
        if (!row->repeatedly) {
            length += (size_t)snprintf(text + length, sizeof text - length, "--%s%s%s", row->name,
                                       arguments[row->takes], kind + 1 == PROPERTY_KINDS ? "" : ", ");
        }
    }
    return error_set(&job->error, ERROR_USAGE, "there is nothing to check: give %s or --property FILE", text);
}

static int check_properties_usage(struct job *job, const struct check_command_options *options) {
    if (options->list.entries.count == 0) {
        return refuse_nothing(job);
    }
    if (check_formula_usage(job, options) != 0) {
        return -1;
    }
    uint64_t schedulers = property_list_count(&options->list, PROPERTY_BY_SCHEDULERS);
    if (options->request.certificate != NULL && !evidence_folder_is(options->request.certificate) &&
        property_list_count(&options->list, PROPERTY_BY_CYCLES) + schedulers != 0) {
        return error_set(
            &job->error, ERROR_USAGE,
            "a certificate shows what holds of each state, not of cycles and schedulers: give "
            "--certificate without --livelock, --starvation, --never-cycle and --almost-surely, or "
            "--certificate FOLDER/ for the others");
    }
    if (options->request.scheduler != NULL && schedulers != 1) {
        return error_set(&job->error, ERROR_USAGE,
                         "--scheduler takes the evidence of one --almost-surely or "
                         "--almost-surely-repeatedly: give one of them");
    }
    return 0;
}

static int check_file_usage(struct job *job, const char *path, const struct check_command_options *options) {
    int is_file = file_format_is_mdp(path), is_prism = file_format_of_name(path, NULL) == FILE_PRISM;
    if (options->properties.state_labels && !is_file && !is_prism) {
        return error_set(&job->error, ERROR_USAGE,
                         "--state-label is for Markov decision processes in files (.tra, .drn) and for PRISM "
                         "models: networks have no labels of states");
    }
    if (options->request.labels != NULL && !is_file) {
        return error_set(
            &job->error, ERROR_USAGE, "--labels is for Markov decision processes in files (.tra, .drn): %s",
            is_prism ? "a PRISM model has its labels in it" : "networks have no labels of states");
    }
    if ((options->request.checkpoint.folder != NULL || options->request.checkpoint.resume != NULL) &&
        is_file) {
        return error_set(&job->error, ERROR_USAGE,
                         "%s is for networks: a Markov decision process in a file is not searched",
                         options->request.checkpoint.folder != NULL ? "--checkpoint" : "--resume");
    }
    if ((options->request.report != NULL || options->request.trace != NULL) && is_file) {
        return error_set(&job->error, ERROR_USAGE,
                         "%s is for networks: a Markov decision process in a file has none to show",
                         options->request.report != NULL ? "--report" : "--trace");
    }
    if (options->properties.schedulers == SCHEDULERS_ALL &&
        options->list.kinds[PROPERTY_ALMOST_SURELY_REPEATEDLY] != 0) {
        return error_set(&job->error, ERROR_USAGE, "%s", property_no_every_scheduler);
    }
    if (options->properties.schedulers >= 0 &&
        property_list_count(&options->list, PROPERTY_BY_SCHEDULERS) == 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "--schedulers says which schedulers --almost-surely is about: give one, too");
    }
    if (options->properties.state_labels &&
        property_list_count(&options->list, PROPERTY_BY_SCHEDULERS) == 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "--state-label changes the meaning of LABEL in --almost-surely and "
                         "--almost-surely-repeatedly: give one of these options, too");
    }
    return 0;
}

/* Refuses what searches of fewer states cannot decide. */
static int check_reduction_usage(struct job *job, const char *path,
                                 const struct check_command_options *options) {
    const char *refused = NULL, *why = "needs all states";
    if (!options->request.search.partial_order) {
        return 0;
    }
    for (uint32_t kind = 0; kind < PROPERTY_KINDS && refused == NULL; kind++) {
        if (options->list.kinds[kind] != 0 && (property_is_of_cycles((enum property_kind)kind) ||
                                               property_is_of_schedulers((enum property_kind)kind))) {
            refused = property_row((enum property_kind)kind)->name;
            why = "is decided on the graph of all states";
        }
    }
    refused = file_format_is_mdp(path) ? "a Markov decision process" : refused;
    return refused == NULL ? 0
                           : error_set(&job->error, ERROR_USAGE,
                                       "--partial-order leaves out states, and %s %s: check that without it",
                                       refused, why);
}

static int check_compose_usage(struct job *job, const char *path,
                               const struct check_command_options *options) {
    const struct compose_options *compose = &options->request.compose;
    return compose->compose && file_format_is_mdp(path)
               ? error_set(&job->error, ERROR_USAGE,
                           "--compose is for networks: a Markov decision process in a file has no processes")
               : compose_add_output(job, compose);
}

int check_usage(struct job *job, const char *path, const struct check_command_options *options) {
    return check_properties_usage(job, options) != 0 || check_file_usage(job, path, options) != 0 ||
                   check_reduction_usage(job, path, options) != 0 ||
                   check_compose_usage(job, path, options) != 0
               ? -1
               : 0;
}

int check_stdin_usage(struct job *job, const char *path, const struct property_options *options) {
    return property_options_read_stdin(options) && strcmp(path, "-") == 0
               ? error_set(&job->error, ERROR_USAGE,
                           "standard input cannot be both the network and a formula")
               : 0;
}
