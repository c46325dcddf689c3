/* Certificates by one process and by several ranks (certificate_trial.h). */
#include "tests/support/certificate_trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "tests/random/random_network.h"
#include "tests/support/backend_test.h"
#include "tests/support/process.h"

#define BUDGET ((uint64_t)1 << 30)
#define TOGETHER CERTIFICATE_PROPERTIES /* the file of all properties */

void certificate_trial_name_subject(struct certificate_trial *trial, const struct random_network *drawn) {
    for (uint32_t i = 0; i < trial->network->component_count; i++) {
        trial->components[i] = trial->network->components[i].name;
    }
    trial->subject = (struct evidence_subject){.network = drawn->path,
                                               .options = &drawn->options,
                                               .components = trial->components,
                                               .component_count = trial->network->component_count};
}

static void name_files(struct certificate_files *files, const char *folder, const char *who) {
    for (uint32_t i = 0; i <= CERTIFICATE_PROPERTIES; i++) {
        snprintf(files->name[i], CERTIFICATE_NAME, "%s/%s-%u.json", folder, who, i);
        if (i < CERTIFICATE_PROPERTIES) {
            files->paths[i] = files->name[i];
        }
    }
}

void certificate_trial_name_files(struct certificate_trial *trial, const char *folder) {
    name_files(&trial->one, folder, "one");
    name_files(&trial->ranked, folder, "ranks");
}

static void remove_files(const struct certificate_files *files) {
    for (uint32_t i = 0; i <= CERTIFICATE_PROPERTIES; i++) {
        remove(files->name[i]);
    }
}

/* The trial's options, with certificates in these files. */
static struct check_options options_for(const struct certificate_trial *trial,
                                        struct certificate_files *files) {
    struct check_options options = trial->options;
    options.certificate = trial->apart ? NULL : files->name[TOGETHER];
    options.certificates = trial->apart ? files->paths : NULL;
    options.subject = &trial->subject;
    remove_files(files);
    return options;
}

static void run_rank(void *context, unsigned rank) {
    struct certificate_trial *trial = context;
    const int is_short = trial->short_budget != 0 && rank == trial->short_rank;
    struct check_options options = trial->options;
    options.backend = is_short && trial->short_engine != NULL ? trial->short_engine : trial->engine;
    memory_init(&trial->memory[rank], is_short ? trial->short_budget : BUDGET);
    trial->error[rank].code = ERROR_NONE;
    trial->run[rank] = (struct run){.memory = &trial->memory[rank],
                                    .threads = trial->threads,
                                    .device = trial->devices == 0 ? 0 : rank % trial->devices,
                                    .device_bytes = TEST_DEVICE_BYTES,
                                    .deadline = is_short ? trial->short_deadline : 0,
                                    .ranks = thread_ranks_get(trial->ranks, rank)};
    trial->check[rank] = check_run(trial->network, trial->made, CERTIFICATE_PROPERTIES, &options,
                                   &trial->run[rank], &trial->error[rank]);
    ranks_end(trial->run[rank].ranks, trial->check[rank] != NULL ? 0 : 3);
}

void certificate_trial_run(struct certificate_trial *trial, uint64_t seed) {
    const struct check_options before = trial->options;
    trial->options = options_for(trial, &trial->ranked);
    trial->ranks = thread_ranks_create(trial->count, seed);
    thread_ranks_run(trial->ranks, run_rank, trial);
    trial->options = before;
}

unsigned certificate_trial_free(struct certificate_trial *trial) {
    unsigned wrong = !thread_ranks_are_idle(trial->ranks);
    for (unsigned r = 0; r < trial->count; r++) {
        check_free(trial->check[r], &trial->run[r]);
        wrong += memory_used(&trial->memory[r]) != 0;
    }
    thread_ranks_free(trial->ranks);
    return wrong;
}

int certificate_is_there(const char *path) {
    return access(path, F_OK) == 0;
}

int certificate_is_same(const char *one, const char *other) {
    size_t size = 0, other_size = 0;
    char *bytes = process_read_file(one, &size), *others = process_read_file(other, &other_size);
    const int same =
        bytes != NULL && others != NULL && size == other_size && memcmp(bytes, others, size) == 0;
    free(bytes);
    free(others);
    return same;
}

struct check *certificate_trial_alone(struct certificate_trial *trial, const struct run *run,
                                      struct error *error) {
    const struct check_options options = options_for(trial, &trial->one);
    return check_run(trial->network, trial->made, CERTIFICATE_PROPERTIES, &options, run, error);
}

/* What is wrong, or NULL. */
static const char *compare_files(const struct certificate_trial *trial) {
    for (uint32_t i = 0; i <= CERTIFICATE_PROPERTIES; i++) {
        const char *one = trial->one.name[i], *ranked = trial->ranked.name[i];
        if (certificate_is_there(one) != certificate_is_there(ranked)) {
            return certificate_is_there(one) ? "a file is missing" : "there is a file too many";
        }
        if (certificate_is_there(one) && !certificate_is_same(one, ranked)) {
            return "files differ";
        }
    }
    return NULL;
}

/* What is wrong in a rank, or NULL. */
static const char *compare_results(const struct check *alone, const struct check *rank,
                                   const struct error *error) {
    if (rank == NULL || alone == NULL) {
        return rank != alone ? error->text : NULL;
    }
    if (rank->certified != alone->certified || rank->certificate_error.code != ERROR_NONE) {
        return "the certificate";
    }
    for (uint32_t i = 0; i < CERTIFICATE_PROPERTIES; i++) {
        if (rank->results[i].certified != alone->results[i].certified) {
            return "what is certified";
        }
    }
    return NULL;
}

unsigned certificate_trial_tell(const struct certificate_trial *trial, uint64_t seed, unsigned rank,
                                const char *what) {
    fprintf(stderr, "seed %llu, rank %u of %u%s: %s\n", (unsigned long long)seed, rank, trial->count,
            trial->short_budget != 0 ? ", one is short" : "", what);
    return 1;
}

unsigned certificate_trial_compare(struct certificate_trial *trial, uint64_t seed,
                                   const struct check *alone) {
    unsigned wrong = 0;
    certificate_trial_run(trial, seed);
    for (unsigned r = 0; r < trial->count; r++) {
        const char *what = compare_results(alone, trial->check[r], &trial->error[r]);
        wrong += what != NULL ? certificate_trial_tell(trial, seed, r, what) : 0;
    }
    const char *what = compare_files(trial);
    wrong += what != NULL ? certificate_trial_tell(trial, seed, 0, what) : 0;
    return certificate_trial_free(trial) + wrong;
}

unsigned certificate_trial_unwritable(struct certificate_trial *trial, uint64_t seed, const char *path) {
    unsigned wrong = 0;
    trial->options.certificate = path;
    trial->options.subject = &trial->subject;
    trial->ranks = thread_ranks_create(trial->count, seed);
    thread_ranks_run(trial->ranks, run_rank, trial);
    for (unsigned r = 0; r < trial->count; r++) {
        const struct check *check = trial->check[r];
        if (check == NULL || check->certified ||
            check->certificate_error.code != (r == 0 ? ERROR_IO : ERROR_LIMIT)) {
            wrong += certificate_trial_tell(trial, seed, r, "a file that cannot be written");
        }
    }
    trial->options.certificate = NULL;
    return certificate_trial_free(trial) + wrong;
}
