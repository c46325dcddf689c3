#ifndef HEDDLE_LIBRARY_LIBRARY_H
#define HEDDLE_LIBRARY_LIBRARY_H

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/definitions.h"
#include "explorer/search/explore.h"
#include "frontend/language/language.h"
#include "include/heddle.h"

struct backend;
struct network;

/* The definitions of the types that the public header names; for the files of this folder. */

/* A message of the public header, with its texts. */
struct library_message {
    struct heddle_message message;
    struct error error;
    char whole[1600];
};

struct heddle_context {
    struct memory names;         /* memory of the context itself and its options, outside the budget */
    struct memory memory, spill; /* base/run.h */
    struct error error;          /* where the functions below put their errors */
    struct library_message last;
    char device[32];
    unsigned threads, reading;
    uint64_t budget; /* bytes; 0: the default */
    double timeout;
    uint64_t max_states, max_depth;
    char **internal; /* names, each allocated separately */
    uint64_t internal_count, internal_capacity;
    struct definitions constants; /* in `names` */
    int stop;                     /* read and written atomically */
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
    struct run reading;    /* used to read the tree, which keeps a pointer to it */
};

/* Makes a message of an error and copies the error's text. */
const struct heddle_message *library_message_fill(struct library_message *message, const struct error *error);

/* Prepares the run of a call, which begins now. Returns 0, or -1 with context->error. */
int library_begin(struct heddle_context *context, struct run *run);
/* The engine that the context selects; its GPU is put into run->device. NULL with context->error. */
const struct backend *library_backend(struct heddle_context *context, struct run *run);
/* The context's options for reading networks, with borrowed names. */
struct exp_options library_reading(const struct heddle_context *context);
/* The context's limits. */
struct explore_options library_limits(const struct heddle_context *context);

/* Warns with the text of an error, unless its code is ERROR_NONE. */
void library_warn(struct heddle_context *context, const struct error *error);
/* Sets *error to the reason why a search ended before it was complete; code ERROR_NONE if it was complete.
 * `limit`: the search's budget in bytes. */
void library_explain(const struct heddle_context *context, enum explore_outcome outcome, uint64_t states,
                     uint64_t limit, struct error *error);

#endif
