/* Output names are checked before the work begins. */
#include "cli/output_name.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

#define PATH_BYTES 4096

static int check_folder(const char *path, struct error *error) {
    char folder[PATH_BYTES];
    size_t length = strlen(path);
    while (length > 0 && path[length - 1] != '/') {
        length--;
    }
    if (length + 2 > sizeof folder) {
        return error_at(error, ERROR_IO, path, 0, 0, "cannot be written: %s", strerror(ENAMETOOLONG));
    }
    memcpy(folder, path, length);
    strcpy(folder + length, length == 0 ? "." : "");
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

enum graph_format output_name_check(const char *path, struct error *error) {
    struct stat status;
    int special = stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    enum graph_format format = graph_format_of(path);
    if (format == GRAPH_FORMAT_NONE && !special) {
        error_set(error, ERROR_USAGE,
                  "--output: '%.200s' ends in none of .aut, .aut.gz, .aut.zst, .dot (and is not '-')", path);
        return GRAPH_FORMAT_NONE;
    }
    if (output_name_writable(path, error) != 0) {
        return GRAPH_FORMAT_NONE;
    }
    return format == GRAPH_FORMAT_NONE ? GRAPH_FORMAT_AUT : format;
}
