/* The files of an EXP network: what their names mean, and each once, by its real path. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "frontend/exp/syntax/exp_file.h"
#include "frontend/exp/syntax/exp_tree_internal.h"

int exp_tree_no_memory(struct error *error) {
    return error_memory(error, "to read the network");
}

int exp_tree_warn(exp_tree *tree, struct source_position position, const char *text) {
    char *copy = arena_copy(tree->arena, text, strlen(text));
    return copy == NULL ||
                   GROWING_ADD(tree->memory, tree->warnings, (struct source_warning){position, copy}) != 0
               ? exp_tree_no_memory(tree->error)
               : 0;
}

/* --- files by their real path --- */

static int same_values(const char *one, const char *other) {
    return one == NULL || other == NULL ? one == other : strcmp(one, other) == 0;
}

int64_t exp_tree_find(exp_tree *tree, const char *path, const char *values, struct source_position position) {
    static const char *const whole[] = {"", NULL};
    char *real = file_format_is_stream(path) ? strdup(path) : realpath(path, NULL);
    if (real == NULL) {
        return exp_file_cannot_open(path, 0, whole, position, tree->error);
    }
    uint64_t hash = hash_bytes(real, strlen(real), 0);
    for (struct index_walk walk = index_find(&tree->by_path, hash); index_next(&walk);) {
        const struct exp_source *known = &tree->files.data[walk.number];
        if (strcmp(known->real_path, real) == 0 && same_values(known->values, values)) {
            free(real);
            return walk.number;
        }
    }
    struct exp_source file = {.real_path = arena_copy(tree->arena, real, strlen(real)),
                              .path = arena_copy(tree->arena, path, strlen(path)),
                              .values = values};
    free(real);
    if (file.real_path == NULL || file.path == NULL || GROWING_ADD(tree->memory, tree->files, file) != 0 ||
        index_add(&tree->by_path, tree->memory, hash, (uint32_t)tree->files.count - 1) != 0) {
        return exp_tree_no_memory(tree->error);
    }
    return (int64_t)tree->files.count - 1;
}

/* --- names of files --- */

/* The format .bcg is closed: the .aut of the same name replaces it, with a warning at the first use. */
static const char *replace_bcg(exp_tree *tree, const char *path, struct source_position position) {
    const struct exp_file_search search = {tree->arena, tree->run, tree->error};
    const char *replacement = exp_file_for_bcg(&search, path, position);
    if (replacement == NULL) {
        return NULL;
    }
    int64_t index = exp_tree_find(tree, replacement, NULL, position);
    if (index < 0 || tree->files.data[index].replaces_bcg) {
        return index < 0 ? NULL : replacement;
    }
    tree->files.data[index].replaces_bcg = 1;
    position.path = position.path == NULL ? path : position.path;
    char text[1024];
    snprintf(text, sizeof text, "reading %s in place of %s", replacement, path);
    return exp_tree_warn(tree, position, text) != 0 ? NULL : replacement;
}

const char *exp_tree_resolve(exp_tree *tree, const char *from, const char *name,
                             struct source_position position) {
    const char *slash = from == NULL || *name == '/' ? NULL : strrchr(from, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - from) + 1;
    char *path = arena_allocate(tree->arena, folder + strlen(name) + 1);
    if (path == NULL) {
        exp_tree_no_memory(tree->error);
        return NULL;
    }
    if (folder > 0) {
        memcpy(path, from, folder);
    }
    strcpy(path + folder, name);
    tree->error->code = ERROR_NONE;
    const struct exp_file_search search = {tree->arena, tree->run, tree->error};
    enum file_format format = file_format_of_name(path, NULL);
    if (format == FILE_BCG) {
        return replace_bcg(tree, path, position);
    }
    return exp_file_is_network(format) || (from == NULL && strcmp(path, "-") == 0)
               ? path
               : exp_file_resolve(&search, path, position);
}
