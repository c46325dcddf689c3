#ifndef HEDDLE_REPORT_PROFILE_H
#define HEDDLE_REPORT_PROFILE_H

#include <stdint.h>

#include "frontend/formats/table/file_format.h"
#include "base/run.h"

struct error;
struct exploration;

#define PROFILE_SAMPLES 1024u

/* How many states there were, seconds after the search had begun. */
struct profile_sample {
    double seconds;
    uint64_t states;
};

/*
 * How a search went: the sizes of its levels, which the exploration knows, and how fast it was, for which
 * this listens to the progress that any engine reports. The caller owns it.
 */
struct profile {
    struct profile_sample samples[PROFILE_SAMPLES];
    unsigned count;
    double begun, spacing; /* clock; least seconds between samples, which grows as they become too many */
    double (*clock)(void);
    void (*progress)(void *context, const struct progress *progress); /* the next listener, or NULL */
    void *context;
};

/* What a profile is written as: a picture or numbers; FILE_UNKNOWN ends the list. */
extern const enum file_format profile_formats[3];

/* Listens to the run, and passes progress on to the listener before. clock: run_clock. */
void profile_listen(struct profile *profile, struct run *run, double (*clock)(void));
/* As a progress callback: `context` is a struct profile. */
void profile_take(void *context, const struct progress *progress);

/*
 * Writes the profile of the search that has ended, by the ending of its name: plots (.svg) or the numbers
 * (.csv). name: of the network. 0, or -1 with *error filled.
 */
int profile_write(const struct profile *profile, const struct exploration *exploration, const char *name,
                  const char *path, const struct run *run, struct error *error);

#endif
