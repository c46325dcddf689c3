/* Minimises PRISM models and files that have Markov models: probabilistic equivalence. */
#include "api/minimise_model.h"

#include "api/mdp_output.h"
#include "model/mdp.h"

int minimise_model_open(struct minimised_model *minimised, struct job *job, const char *output,
                        enum file_format format) {
    static const struct mdp_write_options options = {.label_path = NULL};
    return output == NULL ? 0 : mdp_output_check(job, output, format, &options, &minimised->labels);
}

int minimise_model_check(struct job *job, const char *output, enum file_format format,
                         const struct mdp *model) {
    if (output == NULL) {
        return 0;
    }
    if (format == FILE_DOT) {
        return error_in(&job->error, ERROR_USAGE, output,
                        "pictures have no probabilities and rates: write .drn, .tra or .aut");
    }
    if (format == FILE_AUT && model->rates) {
        return error_in(&job->error, ERROR_USAGE, output,
                        "a Markov chain in continuous time cannot be written as .aut: write .drn or .tra");
    }
    if (format == FILE_TRA && model->earned_count > 0) {
        job_message(job, "rewards are not written: write .drn, which has them");
    }
    if (format == FILE_AUT && (model->state_label_count > 0 || model->earned_count > 0)) {
        job_message(job, "labels and rewards of states are not written: write .drn, which has them");
    }
    return 0;
}

int minimise_model(struct minimised_model *minimised, struct job *job, struct classes_refining *refining,
                   const struct mdp *model, int quotient) {
    const struct lump_refiner refiner = classes_refiner(refining);
    struct model_lumping *lumping = &minimised->lumping;
    const int failed = lump_models(&model, 1, &refiner, &job->run, lumping, &job->error);
    job_warning_fallback(job, &refining->fallback);
    if (failed != 0) {
        return -1;
    }
    if (quotient) {
        minimised->quotient = lump_model_quotient(lumping, &job->run, &job->error);
    }
    return quotient && minimised->quotient == NULL ? -1 : 0;
}

int minimise_model_write(struct minimised_model *minimised, struct job *job, const char *output,
                         enum file_format format, enum mdp_dialect dialect) {
    const struct mdp_write_options options = {.label_path = minimised->labels.path};
    return format == FILE_AUT ? mdp_write_aut(minimised->quotient, output, dialect, &job->run, &job->error)
                              : mdp_output_write(job, minimised->quotient, output, format, &options);
}

void minimise_model_close(struct minimised_model *minimised, struct job *job) {
    mdp_free(minimised->quotient);
    mdp_beside_free(&minimised->labels, &job->memory);
    model_lumping_free(&minimised->lumping);
}
