#ifndef HEDDLE_LIBRARY_LIBRARY_H
#define HEDDLE_LIBRARY_LIBRARY_H

#include "api/job.h"
#include "api/search.h"
#include "base/arena.h"
#include "base/error.h"
#include "include/heddle.h"

struct network;

/* The definitions of the types that the public header names; for the files of this folder. */

/* A message of the public header, with its texts. */
struct library_message {
    struct heddle_message message;
    struct error error;
    char whole[1600];
};

struct heddle_context {
    struct job job; /* first: its voice finds the context. job.error is what the functions below fill */
    struct job_voice voice;
    struct memory own; /* memory of the context itself */
    struct library_message last;
    char device[32];
    struct run_options run; /* borrows `device` */
    struct reader_options reader;
    struct search_options search;
    int stop; /* read and written atomically */
    heddle_progress_callback progress;
    void *progress_user;
    heddle_warning_callback warning;
    void *warning_user;
};

struct heddle_network {
    struct heddle_context *context;
    language_tree *tree;
    struct network *network;
    arena *texts;       /* memory of the names and texts below */
    const char **names; /* names of the components */
    const char *path;
    const char **internal; /* the context's names when the network was read: it may get more of them later */
};

/* Makes a message of an error and copies the error's text. */
const struct heddle_message *library_message_fill(struct library_message *message, const struct error *error);

/* Prepares the job of the context for a call, which begins now. Returns 0, or -1 with job.error. */
int library_begin(struct heddle_context *context);

/* Warns with the text of an error, unless its code is ERROR_NONE. */
void library_warn(struct heddle_context *context, const struct error *error);
/* Sets *error to the reason why a search ended before it was complete; code ERROR_NONE if it was complete.
 * `limit`: the search's budget in bytes. */
void library_explain(const struct heddle_context *context, enum explore_outcome outcome, uint64_t states,
                     uint64_t limit, struct error *error);

#endif
