/* Files are compared by device and inode, so that other names of the same file count as well. */
#include "base/stream/files_read.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

void files_read_free(struct files_read *files) {
    for (uint64_t i = 0; i < files->count; i++) {
        memory_free(files->memory, files->items[i].path, strlen(files->items[i].path) + 1);
    }
    memory_free(files->memory, files->items, files->capacity * sizeof *files->items);
    files->items = NULL;
    files->count = files->capacity = 0;
}

/* The last part of a path. */
static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

int files_read_add(const struct run *run, const char *path, int descriptor) {
    struct files_read *files = run->files_read;
    struct stat status;
    if (files == NULL || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        return 0;
    }
    if (MEMORY_GROW(files->memory, &files->items, &files->capacity, files->count + 1) != 0) {
        return -1;
    }
    char *copy = memory_allocate(files->memory, strlen(path) + 1);
    if (copy == NULL) {
        return -1;
    }
    strcpy(copy, path);
    files->items[files->count++] = (struct file_identity){status.st_dev, status.st_ino, copy};
    return 0;
}

int files_read_spared(const struct run *run, const char *path, struct error *error) {
    const struct files_read *files = run->files_read;
    struct stat status;
    if (files == NULL || path == NULL || strcmp(path, "-") == 0 || stat(path, &status) != 0) {
        return 0;
    }
    for (uint64_t i = 0; i < files->count; i++) {
        if (files->items[i].device == status.st_dev && files->items[i].inode == status.st_ino) {
            const char *name = name_of(files->items[i].path);
            int linked = strcmp(name, name_of(path)) != 0 && strcmp(name, "<stdin>") != 0;
            return error_set(error, ERROR_USAGE, "%.200s %s: choose another name", path,
                             linked ? "leads to a file that is read" : "would be replaced, and it is read");
        }
    }
    return 0;
}
