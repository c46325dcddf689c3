#ifndef HEDDLE_TESTS_SUPPORT_CERTIFICATE_TRIAL_H
#define HEDDLE_TESTS_SUPPORT_CERTIFICATE_TRIAL_H

/* Certificates of properties by one process, and by several ranks that are threads (thread_ranks.h). */
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "tests/support/thread_ranks.h"

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
    const struct backend *engine; /* of the ranks */
    unsigned devices, threads, count;
    const struct network *network;
    struct evidence_subject subject;
    const char *components[CERTIFICATE_COMPONENTS];
    struct property made[CERTIFICATE_PROPERTIES];
    struct check_options options;
    int apart;                            /* a file for each property */
    struct certificate_files one, ranked; /* of one process, and of ranks */
    struct thread_ranks *ranks;
    unsigned short_rank; /* has these limits, unless the budget is 0 */
    uint64_t short_budget;
    double short_deadline;
    const struct backend *short_engine; /* NULL: that of the others */
    struct memory memory[THREAD_RANKS_MOST];
    struct run run[THREAD_RANKS_MOST];
    struct check *check[THREAD_RANKS_MOST];
    struct error error[THREAD_RANKS_MOST];
};

/* Names the files in this folder. */
void certificate_trial_name_files(struct certificate_trial *trial, const char *folder);
/* The subject of certificates: the network, of at most CERTIFICATE_COMPONENTS, as it was drawn. */
void certificate_trial_name_subject(struct certificate_trial *trial, const struct random_network *drawn);
/* The check by one process; the caller frees it. */
struct check *certificate_trial_alone(struct certificate_trial *trial, const struct run *run,
                                      struct error *error);
/* The check by all ranks, of which each leaves its own. */
void certificate_trial_run(struct certificate_trial *trial, uint64_t seed);
/* Frees them. Returns how many ranks have left memory or messages. */
unsigned certificate_trial_free(struct certificate_trial *trial);

int certificate_is_there(const char *path);
/* Whether both files are there, and have the same bytes. */
int certificate_is_same(const char *one, const char *other);
/* Prints what is wrong. Returns 1. */
unsigned certificate_trial_tell(const struct certificate_trial *trial, uint64_t seed, unsigned rank,
                                const char *what);

/* Runs the ranks; whether files and results are those of one process. Returns how much is wrong. */
unsigned certificate_trial_compare(struct certificate_trial *trial, uint64_t seed, const struct check *alone);
/* The same with a file that rank 0 cannot open, or complete: no rank certifies anything. */
unsigned certificate_trial_unwritable(struct certificate_trial *trial, uint64_t seed, const char *path);

#endif
