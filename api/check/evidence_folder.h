#ifndef HEDDLE_API_CHECK_EVIDENCE_FOLDER_H
#define HEDDLE_API_CHECK_EVIDENCE_FOLDER_H

#include <stdint.h>

#include "checker/property/property.h"

struct job;

/*
 * Evidence in a folder: a file for each property, with the property's name, in which bytes other than
 * letters, digits and `.-_` become `_`; a name that is taken already gets a number. The paths are NULL for
 * those properties that have no file.
 */
struct evidence_folder {
    char **paths; /* by property; NULL: there is no folder */
    uint64_t count;
    uint64_t bytes; /* of each path, for freeing it */
};

/* Whether the path of an output stands for a folder: it ends in a slash, or is a folder. NULL does not. */
int evidence_folder_is(const char *path);

/*
 * Names the files of an option whose path stands for a folder, which is made if it does not exist, and adds
 * them to the job's outputs. ending: ".json". has_file: whether a property has a file. Returns 0, or -1 with
 * job->error; the caller frees the folder in either case.
 */
struct evidence_naming {
    const char *option, *path, *ending;
    const struct property *properties;
    uint64_t count;
    int (*has_file)(const struct property *property);
};
int evidence_folder_open(struct job *job, const struct evidence_naming *naming,
                         struct evidence_folder *folder);
void evidence_folder_free(struct job *job, struct evidence_folder *folder);

#endif
