/* State spaces of models with data, as outputs of commands. */
#include "api/data_output.h"

#include <stdio.h>

#include "api/job.h"
#include "explorer/model/network.h"

/* Whether the format can hold the model's state space: 0, or -1 with job->error. */
static int check_format(struct job *job, enum file_format format, const char *path,
                        const struct network *network) {
    if (network->initial_count > 1 && format == FILE_AUT) {
        return error_in(&job->error, ERROR_USAGE, path,
                        "not written: .aut has one initial state, and the model has %llu: write .drn",
                        (unsigned long long)network->initial_count);
    }
    return 0;
}

static int refuse_initial(struct job *job, const char *path, const struct network *network) {
    return error_in(&job->error, ERROR_USAGE, path,
                    "the model has %llu initial states, which a .lab file says, and that is written "
                    "beside a file whose name ends in .tra: choose such a name",
                    (unsigned long long)network->initial_count);
}

/* "1", "2", .. for several structures, as PRISM has it. */
static int find_paths(struct data_output *output, const char *path, struct error *error) {
    static const char *const endings[] = {".srew", ".trew"};
    for (uint32_t i = 0; i < 2 * output->structures; i++) {
        char ending[40];
        if (output->structures == 1) {
            snprintf(ending, sizeof ending, "%s", endings[i % 2]);
        } else {
            snprintf(ending, sizeof ending, "%u%s", i / 2 + 1, endings[i % 2]);
        }
        if (mdp_beside_find(path, ending, output->memory, &output->besides[i], error) != 0) {
            return -1;
        }
        output->paths[1 + i] = output->besides[i].path;
        *(i % 2 == 0 ? &output->reward_paths[i / 2].states : &output->reward_paths[i / 2].transitions) =
            output->besides[i].path;
    }
    return 0;
}

static int add_beside(struct data_output *output, struct job *job, const char *path,
                      const struct network *network) {
    struct memory *memory = output->memory;
    if (mdp_beside_find(path, ".sta", memory, &output->values, &job->error) != 0) {
        return -1;
    }
    if (output->values.path == NULL) {
        if (network->initial_count > 1) {
            return refuse_initial(job, path, network);
        }
        job_message(job,
                    "labels, values of variables and rewards are not written: they are in files beside one "
                    "whose name ends in .tra");
        return 0;
    }
    uint64_t count = network->reward_count;
    output->besides = memory_allocate_zeroed(memory, (2 * count + 1) * sizeof *output->besides);
    output->reward_paths = memory_allocate_zeroed(memory, (count + 1) * sizeof *output->reward_paths);
    output->paths = memory_allocate_zeroed(memory, (1 + 2 * count) * sizeof *output->paths);
    output->structures = network->reward_count;
    if (output->besides == NULL || output->reward_paths == NULL || output->paths == NULL) {
        return error_memory(&job->error, "for the names of files");
    }
    output->paths[0] = output->values.path;
    return find_paths(output, path, &job->error) != 0 ||
                   job_output_folder(job, "a file beside --output", output->values.path, output->paths,
                                     1 + 2 * count) != 0
               ? -1
               : 0;
}

/* Whether there is a .lab file, which says what states are initial: 0 or -1. */
static int check_labels(struct job *job, const char *path, const struct network *network) {
    struct mdp_beside labels = {0};
    int failed =
        network->initial_count > 1 && mdp_beside_find(path, ".lab", &job->memory, &labels, &job->error) != 0;
    if (!failed && network->initial_count > 1 && labels.path == NULL) {
        failed = refuse_initial(job, path, network) != 0;
    }
    mdp_beside_free(&labels, &job->memory);
    return failed ? -1 : 0;
}

int data_output_open(struct data_output *output, struct job *job, const char *path, enum file_format format,
                     const struct network *network) {
    *output = (struct data_output){.memory = &job->memory};
    if (check_format(job, format, path, network) != 0) {
        return -1;
    }
    return format != FILE_TRA            ? 0
           : network_has_models(network) ? check_labels(job, path, network)
                                         : add_beside(output, job, path, network);
}

void data_output_close(struct data_output *output) {
    struct memory *memory = output->memory;
    uint64_t count = output->structures;
    if (memory == NULL) {
        return;
    }
    for (uint64_t i = 0; i < 2 * count && output->besides != NULL; i++) {
        mdp_beside_free(&output->besides[i], memory);
    }
    mdp_beside_free(&output->values, memory);
    memory_free(memory, output->besides, (2 * count + 1) * sizeof *output->besides);
    memory_free(memory, output->reward_paths, (count + 1) * sizeof *output->reward_paths);
    memory_free(memory, output->paths, (1 + 2 * count) * sizeof *output->paths);
}
