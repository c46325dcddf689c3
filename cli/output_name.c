/* Checks output names before the work begins. */
#include "cli/output_name.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

#define PATH_BYTES 4096

int output_name_is_stdout(const char *path) {
    return path != NULL && (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0);
}

int output_name_is_stream(const char *path) {
    struct stat status;
    return output_name_is_stdout(path) || strcmp(path, "/dev/stderr") == 0 ||
           strncmp(path, "/dev/fd/", strlen("/dev/fd/")) == 0 ||
           (stat(path, &status) == 0 && S_ISCHR(status.st_mode));
}

/* Copies the folder of the path to `folder`, of PATH_BYTES, and returns the file name; NULL if the folder
 * is too long. */
static const char *split(const char *path, char *folder) {
    size_t length = strlen(path);
    while (length > 0 && path[length - 1] != '/') {
        length--;
    }
    if (length + 2 > PATH_BYTES) {
        return NULL;
    }
    memcpy(folder, path, length);
    strcpy(folder + length, length == 0 ? "." : "");
    return path + length;
}

int output_name_same(const char *a, const char *b) {
    char folder_a[PATH_BYTES], folder_b[PATH_BYTES];
    struct stat status_a, status_b;
    if (output_name_is_stream(a) || output_name_is_stream(b)) {
        return output_name_is_stdout(a) && output_name_is_stdout(b);
    }
    int there = stat(a, &status_a) == 0;
    if (there != (stat(b, &status_b) == 0)) {
        return 0;
    }
    if (!there) { /* the same name in the same folder */
        const char *name_a = split(a, folder_a), *name_b = split(b, folder_b);
        if (name_a == NULL || name_b == NULL || strcmp(name_a, name_b) != 0 ||
            stat(folder_a, &status_a) != 0 || stat(folder_b, &status_b) != 0) {
            return 0;
        }
    }
    return status_a.st_dev == status_b.st_dev && status_a.st_ino == status_b.st_ino;
}

static int check_folder(const char *path, struct error *error) {
    char folder[PATH_BYTES];
    if (split(path, folder) == NULL) {
        return error_at(error, ERROR_IO, path, 0, 0, "cannot be written: %s", strerror(ENAMETOOLONG));
    }
    if (access(folder, W_OK | X_OK) != 0) {
        return error_at(error, ERROR_IO, path, 0, 0, "cannot be written: %s: %s", folder, strerror(errno));
    }
    return 0;
}

int output_name_writable(const char *path, struct error *error) {
    struct stat status;
    if (strcmp(path, "-") == 0) {
        return 0;
    }
    if (stat(path, &status) != 0 || S_ISREG(status.st_mode)) {
        return check_folder(path, error);
    }
    if (S_ISDIR(status.st_mode)) {
        return error_at(error, ERROR_IO, path, 0, 0, "cannot be written: %s", strerror(EISDIR));
    }
    return access(path, W_OK) == 0
               ? 0
               : error_at(error, ERROR_IO, path, 0, 0, "cannot be written: %s", strerror(errno));
}
