/* Certificates by one process and by several ranks (certificate_trial.h). */
#include "tests/support/certificate_trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "tests/random/random_network.h"
#include "tests/support/process.h"

#define TOGETHER CERTIFICATE_PROPERTIES /* the file of all properties */

static void name_files(struct certificate_files *files, const char *folder, const char *who) {
    for (uint32_t i = 0; i <= CERTIFICATE_PROPERTIES; i++) {
        snprintf(files->name[i], CERTIFICATE_NAME, "%s/%s-%u.json", folder, who, i);
        if (i < CERTIFICATE_PROPERTIES) {
            files->paths[i] = files->name[i];
        }
    }
}

static void remove_files(const struct certificate_files *files) {
    for (uint32_t i = 0; i <= CERTIFICATE_PROPERTIES; i++) {
        remove(files->name[i]);
    }
}

/* The check with certificates in files of the rank. */
static int answer(void *context, unsigned rank) {
    struct certificate_trial *trial = context;
    struct certificate_files *files = rank == TRIAL_ALONE ? &trial->one : &trial->ranked;
    struct check_options options = trial->check.options;
    options.certificate = trial->unwritable != NULL ? trial->unwritable
                          : trial->apart            ? NULL
                                                    : files->name[TOGETHER];
    options.certificates = trial->unwritable == NULL && trial->apart ? files->paths : NULL;
    options.subject = &trial->subject;
    return check_trial_answer_with(&trial->check, rank, &options);
}

static const char *judge(void *context, unsigned rank);
static const struct trial_question question = {answer, judge, check_trial_forget};

void certificate_trial_open(struct certificate_trial *trial, const struct network *network,
                            const char *folder, const struct random_network *drawn) {
    memset(trial, 0, sizeof *trial);
    trial->check =
        (struct check_trial){.engine = backends[0],
                             .network = network,
                             .made = trial->made,
                             .properties = CERTIFICATE_PROPERTIES,
                             .trial = {.question = &question, .context = trial, .seed = drawn->seed}};
    for (uint32_t i = 0; i < network->component_count; i++) {
        trial->components[i] = network->components[i].name;
    }
    trial->subject = (struct evidence_subject){.network = drawn->path,
                                               .options = &drawn->options,
                                               .components = trial->components,
                                               .component_count = network->component_count};
    name_files(&trial->one, folder, "one");
    name_files(&trial->ranked, folder, "ranks");
}

const struct check *certificate_trial_alone(struct certificate_trial *trial) {
    remove_files(&trial->one);
    trial_ask_alone(&trial->check.trial);
    return trial->check.check[TRIAL_ALONE];
}

void certificate_trial_run(struct certificate_trial *trial) {
    remove_files(&trial->ranked);
    trial_ask(&trial->check.trial);
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

/* Of the answer of a rank: not the files. */
static const char *judge(void *context, unsigned r) {
    const struct certificate_trial *trial = context;
    const struct check *alone = trial->check.check[TRIAL_ALONE], *rank = trial->check.check[r];
    if (rank == NULL || alone == NULL) {
        return rank != alone ? trial->check.trial.error[r].text : NULL;
    }
    if (trial->unwritable != NULL) {
        return rank->certified || rank->certificate_error.code != (r == 0 ? ERROR_IO : ERROR_LIMIT)
                   ? "a file that cannot be written"
                   : NULL;
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

unsigned certificate_trial_compare(struct certificate_trial *trial) {
    remove_files(&trial->ranked);
    const unsigned wrong = trial_compare(&trial->check.trial);
    return wrong + trial_tell(&trial->check.trial, 0, compare_files(trial));
}

unsigned certificate_trial_unwritable(struct certificate_trial *trial, const char *path) {
    trial->unwritable = path;
    const unsigned wrong = trial_compare(&trial->check.trial);
    trial->unwritable = NULL;
    return wrong;
}
