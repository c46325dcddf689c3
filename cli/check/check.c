/* heddle check: decides safety properties during the search, cycles and schedulers on the graph. */
#include "cli/check/check_counts.h"
#include "cli/check/check_options.h"
#include "cli/check/check_report.h"
#include "cli/cluster.h"
#include "cli/front.h"
#include "cli/program.h"

/* The request that the options are. Returns 0, or -1 with the job's error. */
static int make_request(struct job *job, struct check_command_options *options) {
    struct check_request *request = &options->request;
    if (job_configure(job, &request->run) != 0 || search_open_spill(job, &request->search) != 0 ||
        property_options_validate(job, &options->properties) != 0 ||
        check_stdin_usage(job, request->path, &options->properties) != 0 ||
        property_options_read(job, &options->properties, &options->list) != 0 ||
        check_usage(job, options) != 0) {
        return -1;
    }
    checkpoint_choose_engine(job, &request->checkpoint);
    request->properties = &options->list;
    request->solve = (struct solve_options){.solver = (enum solver)options->solver,
                                            .spm = spm_command_take(&options->spm)};
    request->arguments = console_of(job)->argument_texts;
    request->argument_count = console_of(job)->argument_count;
    request->counts_json = check_counts_of;
    return 0;
}

static int check(struct job *job, const struct check_request *request, int *has_junit) {
    struct checked checked;
    const int failed = api_check(job, request, &checked) != 0;
    const int code = failed ? job_fail(job) : check_report_print(&checked);
    *has_junit = checked.has_junit;
    checked_free(&checked, code != EXIT_UNDECIDED);
    return code;
}

static int check_operand(struct job *job, const struct option_list *operands, void *values) {
    struct check_command_options *options = values;
    int has_junit = 0;
    options->request.path = operands->items[0];
    front_begin(options->request.run.device);
    job->strict_late = 1;
    options->has_begun = 1;
    if (cluster_is_first()) {
        check_junit_forget(options->request.junit);
    }
    int code = make_request(job, options) != 0 ? job_fail(job) : check(job, &options->request, &has_junit);
    if (options->request.junit != NULL && !has_junit && job->error.code != ERROR_NONE &&
        job->error.code != ERROR_USAGE) {
        check_junit_fail(job, &options->request);
    }
    property_list_free(job, &options->list);
    return code;
}

int check_main(int argc, char **argv) {
    struct check_command_options options = {
        .request = CHECK_REQUEST_DEFAULTS, .spm = SPM_COMMAND_DEFAULTS, .properties.schedulers = -1};
    const int code = job_command(&check_command, argc, argv, &options, check_operand);
    if (code == EXIT_ERROR && !options.has_begun && cluster_is_first()) {
        check_junit_forget(options.request.junit);
    }
    return code;
}
