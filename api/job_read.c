/* Reads and compiles the models of a command. */
#include "api/job.h"

#include "explorer/model/network.h"
#include "frontend/formats/file_content.h"
#include "frontend/language/compile/language_compile.h"

static void print_warnings(struct job *job, const struct network *network) {
    for (uint32_t i = 0; i < network->warning_count; i++) {
        job_warning_at(job, &network->warnings[i].position, network->warnings[i].text);
    }
}

enum file_format job_file_format(struct job *job, const char *path) {
    const enum file_format format = file_format_of_file(path, &job->run, &job->error);
    job->error.code = ERROR_NONE;
    return format;
}

struct exp_options reader_exp_options(const struct reader_options *options) {
    return (struct exp_options){
        .ignore_case = options->ignore_case,
        .independent = options->independent,
        .regex_extended = options->regex == 1,
        .internal = options->internal.items,
        .internal_count = (uint32_t)options->internal.count,
    };
}

/* Adds the values of constants that the options give. 0, or -1 with job->error. */
static int add_constants(struct job *job, const struct reader_options *options,
                         struct definitions *definitions) {
    int failed = 0;
    for (uint64_t i = 0; i < options->constants.count && !failed; i++) {
        failed = definitions_add(definitions, options->constants.items[i], &job->error) != 0;
    }
    return failed;
}

/* Notes which of the constants a model has declared. 0, or -1 with job->error. */
static int note_declared(struct job *job, const struct reader_options *options,
                         const struct definitions *definitions) {
    if (job->declared.list.count == 0 && add_constants(job, options, &job->declared) != 0) {
        return -1;
    }
    definitions_use(&job->declared, definitions);
    return 0;
}

language_tree *job_read_tree(struct job *job, const char *path, const struct reader_options *options) {
    struct exp_options how = reader_exp_options(options);
    struct definitions definitions = {.memory = &job->memory};
    language_tree *tree = NULL;
    how.definitions = &definitions;
    if (add_constants(job, options, &definitions) == 0) {
        tree = language_read(path, &how, &job->run, &job->error);
    }
    if (options->shares_constants && tree == NULL && definitions_unused(&definitions) != NULL) {
        /* Perhaps because of constants that only other inputs declare. */
        job->error.code = ERROR_NONE;
        definitions_keep_used(&definitions);
        tree = language_read(path, &how, &job->run, &job->error);
    }
    if (options->shares_constants && tree != NULL && note_declared(job, options, &definitions) != 0) {
        language_free(tree);
        tree = NULL;
    }
    definitions_free(&definitions);
    return tree;
}

int job_check_constants(struct job *job, const struct reader_options *options) {
    const struct definitions none = {.memory = &job->memory};
    if (note_declared(job, options, &none) != 0) {
        return -1;
    }
    const struct definition *unused = definitions_unused(&job->declared);
    return unused == NULL
               ? 0
               : error_set(&job->error, ERROR_USAGE, "--const %s=%s: no input declares a constant %s",
                           unused->name, unused->value, unused->name);
}

int job_compile(struct job *job, const language_tree *tree, struct network **network) {
    struct network *composed = language_compile(tree, &job->run, &job->error);
    int too_large = composed == NULL && (job->error.code == ERROR_MEMORY || job->error.code == ERROR_LIMIT);
    if (composed == NULL && (network != NULL || !too_large)) {
        return -1;
    }
    job->error.code = ERROR_NONE;
    if (composed != NULL) {
        print_warnings(job, composed);
    }
    int failed = job_accept_warnings(job);
    if (network != NULL && !failed) {
        *network = composed;
    } else {
        network_free(&job->memory, composed);
    }
    return failed;
}

int job_read(struct job *job, const char *path, const struct reader_options *options, language_tree **tree,
             struct network **network) {
    *tree = job_read_tree(job, path, options);
    if (*tree != NULL && job_compile(job, *tree, network) != 0) {
        language_free(*tree);
        *tree = NULL;
    }
    return *tree == NULL ? -1 : 0;
}
