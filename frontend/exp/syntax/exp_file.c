/* Which file the name of a network means, and what is wrong with a name. */
#include "frontend/exp/syntax/exp_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/error_system.h"
#include "frontend/formats/file_hints.h"

#define HINT_BYTES 600

int exp_file_cannot_open(const char *path, size_t cut, const char *const *suffixes,
                         struct source_position position, struct error *error) {
    int reason = errno;
    char hint[HINT_BYTES] = "";
    if (reason == ENOENT) {
        file_hint_name(path, cut, suffixes, hint, sizeof hint);
    }
    enum error_code code = error_of_system(reason);
    return position.path == NULL
               ? error_in(error, code, path, "cannot open: %s%s", strerror(reason), hint)
               : error_at(error, code, position, "cannot open %s: %s%s", path, strerror(reason), hint);
}

/* Endings that a name may lack, in the order in which they are tried. */
static const char *const suffixes[] = {".exp", ".aut", ".aut.gz", ".aut.zst", NULL};
#define AUT_SUFFIXES (suffixes + 1)

static int exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISDIR(status.st_mode);
}

/*
 * `base` without its last `cut` bytes, with the first of the suffixes that gives an existing file; else NULL.
 */
static const char *try_suffixes(const struct exp_file_search *search, const char *base, size_t cut,
                                const char *const *suffixes) {
    size_t length = strlen(base) - cut;
    char *path = arena_allocate(search->arena, length + 16);
    if (path == NULL) {
        error_memory(search->error, "to read the network");
        return NULL;
    }
    memcpy(path, base, length);
    for (; *suffixes != NULL; suffixes++) {
        strcpy(path + length, *suffixes);
        if (exists(path)) {
            return path;
        }
    }
    return NULL;
}

/* Reports that there is no AUT that could replace the .bcg. */
static int refuse_bcg(const char *path, struct source_position position, struct error *error) {
    static const char *const similar[] = {".aut", ".aut.gz", ".aut.zst", ".bcg", NULL};
    struct stat status;
    char hint[HINT_BYTES];
    int stem = (int)strlen(path) - 4, missing = stat(path, &status) != 0;
    if (missing && errno != ENOENT) {
        return exp_file_cannot_open(path, 4, similar, position, error);
    }
    file_hint_name(path, 4, similar, hint, sizeof hint);
    return missing ? error_at(error, ERROR_IO, position,
                              "there is neither %s nor %.*s.aut, which would be read instead%s", path, stem,
                              path, hint)
                   : error_at(error, ERROR_INPUT, position,
                              "%s is in a closed binary format; heddle reads %.*s.aut instead, which is made "
                              "by `bcg_io %s %.*s.aut`%s",
                              path, stem, path, path, stem, path, hint);
}

static int fail_at(struct source_position position, struct error *error, const char *path, const char *text) {
    return error_at(error, ERROR_IO, position, "%s %s", path, text);
}

/* Reports a file that exists but is not a network, by its name or its first bytes (`format`). */
static int refuse_file(const char *path, enum file_format format, struct source_position position,
                       struct error *error) {
    char what[HINT_BYTES], text[HINT_BYTES + 32];
    if (format == FILE_UNKNOWN) {
        return fail_at(position, error, path,
                       "is not a network: its name does not end in .exp or .aut (or these with .gz or .zst), "
                       "and its first bytes are not those of a network");
    }
    file_format_describe(format, path, what, sizeof what);
    snprintf(text, sizeof text, "is not a network, but %s", what);
    return fail_at(position, error, path, text);
}

/* Reports that neither the name nor the name with an ending is a file. */
static int refuse_name(const char *path, struct source_position position, struct error *error) {
    struct stat status;
    char hint[2 * HINT_BYTES], bcg[PATH_MAX];
    if (*path == '\0') {
        return fail_at(position, error, "the name of a network", "is empty");
    }
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        file_hint_folder(path, hint, sizeof hint);
        return error_at(error, ERROR_IO, position, "%s: is a directory%s", path, hint);
    }
    if (snprintf(bcg, sizeof bcg, "%s.bcg", path) < (int)sizeof bcg && exists(bcg)) {
        return refuse_bcg(bcg, position, error);
    }
    if (file_format_of_name(path, NULL) != FILE_UNKNOWN) {
        static const char *const whole[] = {"", NULL};
        errno = ENOENT;
        return exp_file_cannot_open(path, 0, whole, position, error);
    }
    file_hint_name(path, 0, suffixes, hint, sizeof hint);
    return error_at(error, ERROR_IO, position, "there is no %s.exp and no %s.aut%s", path, path, hint);
}

const char *exp_file_for_bcg(const struct exp_file_search *search, const char *path,
                             struct source_position position) {
    const char *replacement = try_suffixes(search, path, 4, AUT_SUFFIXES);
    if (replacement == NULL && search->error->code != ERROR_MEMORY) {
        refuse_bcg(path, position, search->error);
    }
    return replacement;
}

int exp_file_is_network(enum file_format format) {
    return format == FILE_EXP || format == FILE_AUT || format == FILE_PRISM;
}

const char *exp_file_resolve(const struct exp_file_search *search, const char *path,
                             struct source_position position) {
    if (file_format_is_stream(path)) {
        return path; /* input that can be read only once */
    }
    const char *found = try_suffixes(search, path, 0, suffixes);
    if (found != NULL || search->error->code == ERROR_MEMORY) {
        return found;
    }
    if (!exists(path)) {
        refuse_name(path, position, search->error);
        return NULL;
    }
    enum file_format format = file_format_of_file(path, search->run, search->error);
    if (!exp_file_is_network(format) && search->error->code == ERROR_NONE) {
        refuse_file(path, format, position, search->error);
    }
    return search->error->code == ERROR_NONE ? path : NULL;
}
