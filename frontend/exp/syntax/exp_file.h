#ifndef HEDDLE_FRONTEND_EXP_SYNTAX_EXP_FILE_H
#define HEDDLE_FRONTEND_EXP_SYNTAX_EXP_FILE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "frontend/formats/file_content.h"

struct run;

/* Paths are made in the arena. */
struct exp_file_search {
    arena *arena;
    const struct run *run;
    struct error *error;
};

/* Whether a file of this format can be a network or one of its processes. */
int exp_file_is_network(enum file_format format);

/*
 * The path of the file that a name means which does not show the file's format: the name with an ending, or
 * the name itself if the first bytes are those of a network. NULL with *error filled.
 */
const char *exp_file_resolve(const struct exp_file_search *search, const char *path,
                             struct source_position position);

/* The .aut that is read in place of a .bcg, whose format is closed. NULL with *error filled. */
const char *exp_file_for_bcg(const struct exp_file_search *search, const char *path,
                             struct source_position position);

/* Fills *error for errno; position: where the file is named, its path NULL on the command line. The hint
 * names files like `path` without its last `cut` bytes and with one of the suffixes. Returns -1. */
int exp_file_cannot_open(const char *path, size_t cut, const char *const *suffixes,
                         struct source_position position, struct error *error);

#endif
