#ifndef HEDDLE_TESTS_SUPPORT_CERTIFICATE_TRIAL_H
#define HEDDLE_TESTS_SUPPORT_CERTIFICATE_TRIAL_H

/* Certificates of properties by one process, and by several ranks that are threads (check_trial.h). */
#include "checker/evidence/evidence.h"
#include "tests/support/check_trial.h"

struct network;
struct random_network;

#define CERTIFICATE_PROPERTIES 4u
#define CERTIFICATE_COMPONENTS 256u
#define CERTIFICATE_NAME 600u

/* The files of a check: one for each property, and one of all. */
struct certificate_files {
    char name[CERTIFICATE_PROPERTIES + 1][CERTIFICATE_NAME];
    char *paths[CERTIFICATE_PROPERTIES];
};

struct certificate_trial {
    struct check_trial check;
    struct evidence_subject subject;
    const char *components[CERTIFICATE_COMPONENTS];
    struct property made[CERTIFICATE_PROPERTIES];
    int apart;                            /* a file for each property */
    const char *unwritable;               /* NULL, or the ranks' file */
    struct certificate_files one, ranked; /* of one process, and of ranks */
};

/* Begins it with these networks, files in this folder, and the subject of certificates: the network, of at
 * most CERTIFICATE_COMPONENTS, as it was drawn. */
void certificate_trial_open(struct certificate_trial *trial, const struct network *network,
                            const char *folder, const struct random_network *drawn);
/* The check by one process, without earlier files; trial_end_alone ends it. NULL if it fails. */
const struct check *certificate_trial_alone(struct certificate_trial *trial);
/* The check by all ranks, without earlier files; trial_end ends it. */
void certificate_trial_run(struct certificate_trial *trial);

int certificate_is_there(const char *path);
/* Whether both files are there, and have the same bytes. */
int certificate_is_same(const char *one, const char *other);

/* Runs the ranks; whether files and results are those of one process. Returns how much is wrong. */
unsigned certificate_trial_compare(struct certificate_trial *trial);
/* The same with a file that rank 0 cannot open, or complete: no rank certifies anything. */
unsigned certificate_trial_unwritable(struct certificate_trial *trial, const char *path);

#endif
