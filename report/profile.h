#ifndef HEDDLE_REPORT_PROFILE_H
#define HEDDLE_REPORT_PROFILE_H

#include <stdint.h>

#include "frontend/formats/table/file_format.h"
#include "base/run.h"

struct error;
struct exploration;

#define PROFILE_SAMPLES 1024u

/* The number of states at a time, in seconds after the beginning of the search. */
struct profile_sample {
    double seconds;
    uint64_t states;
};

/* The profile of a search: the sizes of its levels, which the exploration has, and its speed, which the
 * profile learns from the progress that every engine reports. The caller owns it. */
struct profile {
    struct profile_sample samples[PROFILE_SAMPLES];
    unsigned count;
    double begun,
        spacing; /* clock at the beginning; least seconds between samples, which grows with their number */
    double (*clock)(void);
    void (*progress)(void *context, const struct progress *progress); /* the next listener, or NULL */
    void *context;
};

/* The formats of profiles: a picture or numbers; FILE_UNKNOWN ends the list. */
extern const enum file_format profile_formats[3];

/* Listens to the progress of the run, and passes it on to the previous listener. clock: run_clock. */
void profile_listen(struct profile *profile, struct run *run, double (*clock)(void));

/* Writes the profile of a finished search, as plots (.svg) or numbers (.csv) by the ending of the path.
 * name: of the network. Returns 0, or -1 with *error filled. */
int profile_write(const struct profile *profile, const struct exploration *exploration, const char *name,
                  const char *path, const struct run *run, struct error *error);

#endif
