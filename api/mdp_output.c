/* Markov decision processes as outputs of commands. */
#include "api/mdp_output.h"

#include "api/job.h"

static int check_options(struct job *job, const char *path, enum file_format format,
                         const struct mdp_write_options *options, const struct mdp_beside *labels) {
    if (format != FILE_DRN && format != FILE_TRA && (options->state_labels || options->deadlock_loops)) {
        return error_set(&job->error, ERROR_USAGE, "%s is for writing .drn and .tra",
                         options->state_labels ? "--state-labels" : "--deadlock-loops");
    }
    if (format == FILE_TRA && labels->path == NULL && options->state_labels) {
        return error_set(
            &job->error, ERROR_USAGE,
            "--state-labels: they are written next to a file whose name ends in .tra, not next to '%.200s'",
            path);
    }
    return 0;
}

int mdp_output_check(struct job *job, const char *path, enum file_format format,
                     const struct mdp_write_options *options, struct mdp_beside *labels) {
    if (format == FILE_TRA && mdp_beside_find(path, ".lab", &job->memory, labels, &job->error) != 0) {
        return -1;
    }
    static const enum file_format formats[] = {FILE_LAB, FILE_UNKNOWN};
    const struct job_output output = {{"the labels", labels->path, formats, NULL, -1}, 1};
    return job_output(job, &output, NULL) != 0 ? -1 : check_options(job, path, format, options, labels);
}

int mdp_output_write(struct job *job, const struct mdp *mdp, const char *path, enum file_format format,
                     const struct mdp_write_options *options) {
    return format == FILE_DRN ? mdp_write_drn(mdp, path, options, &job->run, &job->error)
                              : mdp_write(mdp, path, options, &job->run, &job->error);
}
