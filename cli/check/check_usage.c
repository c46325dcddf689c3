/* Which options of heddle check go together. */
#include <stdio.h>
#include <string.h>

#include "api/cluster_refuse.h"
#include "api/solver_side.h"
#include "base/error.h"
#include "cli/check/check_options.h"

static int refuse_nothing(struct job *job) {
    static const char *const arguments[] = {"", " LABEL", " LABELS", " FILE", " FILE", " FORMULA"};
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

/* Options that ask for a property of some kind. */
static int check_wishes(struct job *job, const struct check_command_options *options) {
    const uint64_t schedulers = property_list_count(&options->list, PROPERTY_BY_SCHEDULERS),
                   formulas = property_list_count(&options->list, PROPERTY_BY_FORMULA),
                   assuming = property_list_count(&options->list, PROPERTY_BY_RUNS) +
                              property_list_count(&options->list, PROPERTY_BY_CYCLES);
    const int fair = options->list.fair_processes != FAIRNESS_NONE || options->list.fair_labels != NULL;
    const char *wrong =
        options->solver != SOLVER_AUTO && formulas == 0
            ? "--solver is for the games of formulas: give a --formula or --property"
        : options->properties.schedulers >= 0 && schedulers == 0
            ? "--schedulers says which schedulers --almost-surely and --almost-surely-ltl are about: give "
              "one, "
              "too"
        : fair && assuming == 0 ? "--fairness and --fair-labels are about runs: give --ltl, --automaton, "
                                  "--starvation, --livelock or --never-cycle, too"
        : fair && formulas != 0 ? "formulas and CTL are about all runs, fair or not: give --fairness and "
                                  "--fair-labels without them"
        : options->properties.state_labels && schedulers == options->list.kinds[PROPERTY_ALMOST_SURELY_LTL]
            ? "--state-label changes the meaning of LABEL in --almost-surely and "
              "--almost-surely-repeatedly: give one of these options, too"
            : NULL;
    return wrong == NULL ? 0 : error_set(&job->error, ERROR_USAGE, "%s", wrong);
}

int check_usage(struct job *job, const struct check_command_options *options) {
    return (options->list.entries.count == 0 ? refuse_nothing(job) : check_wishes(job, options)) != 0 ||
                   spm_command_check(&options->spm, options->solver == SOLVER_SPM, &job->error) != 0 ||
                   solver_side_check(job, (enum solver)options->solver, 1) != 0
               ? -1
               : 0;
}

int check_stdin_usage(struct job *job, const char *path, const struct property_options *options) {
    const int reads = property_options_read_stdin(options);
    const struct cluster_wish wish = {reads, "a formula from standard input", CLUSTER_GPUS};
    return reads && strcmp(path, "-") == 0
               ? error_set(&job->error, ERROR_USAGE,
                           "standard input cannot be both the network and a formula")
               : cluster_refuse(job, &wish, 1);
}
