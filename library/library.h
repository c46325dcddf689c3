#ifndef HEDDLE_LIBRARY_LIBRARY_H
#define HEDDLE_LIBRARY_LIBRARY_H

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/search/explore.h"
#include "frontend/language/language.h"
#include "include/heddle.h"

struct backend;
struct network;

/* What the public header hides, for the files of this folder. */

/* A message of the public header, with the text that it points to. */
struct library_message {
    struct heddle_message message;
    struct error error;
    char whole[1600];
};

struct heddle_context {
    struct memory names;         /* of the context itself and its options: outside the budget */
    struct memory memory, spill; /* base/run.h */
    struct error error;          /* what the functions below fill */
    struct library_message last;
    char device[32];
    unsigned threads, reading;
    uint64_t budget; /* 0: the default */
    double timeout;
    uint64_t max_states, max_depth;
    char **internal; /* names, each in memory of its own */
    uint64_t internal_count, internal_capacity;
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
    const char **names; /* of the components */
    char *path;
    uint64_t path_bytes;
    char **internal; /* names that it was read with: the context may be given more of them later */
    uint64_t internal_count;
    struct run reading; /* that the tree was read with, which keeps it */
};

/* Makes a message of an error, whose text it copies. */
const struct heddle_message *library_message_fill(struct library_message *message, const struct error *error);

/* How a call is to run, which begins now. 0, or -1 with context->error. */
int library_begin(struct heddle_context *context, struct run *run);
/* The engine that the context asks for; its GPU goes to run->device. NULL with context->error. */
const struct backend *library_backend(struct heddle_context *context, struct run *run);
/* How the context reads networks: borrows its names. */
struct exp_options library_reading(const struct heddle_context *context);
/* The limits that are set. */
struct explore_options library_limits(const struct heddle_context *context);

/* Warns of what an error says, unless its code is ERROR_NONE. */
void library_warn(struct heddle_context *context, const struct error *error);
/* Why a search ended before it was complete; code ERROR_NONE when it was. `limit`: bytes that it could have.
 */
void library_explain(const struct heddle_context *context, enum explore_outcome outcome, uint64_t states,
                     uint64_t limit, struct error *error);

#endif
