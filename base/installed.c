/* Files that belong to this program. */
#include "base/installed.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/array.h"

const char *installed_find(const char *name, char *path) {
    static const char *const places[] = {"", "../lib/heddle/", "../../bin/"}; /* from the program's folder */
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    while (length > 0 && path[length - 1] != '/') {
        length--;
    }
    for (unsigned i = 0; i < LENGTH(places) && length > 0; i++) {
        snprintf(path + length, INSTALLED_PATH - (size_t)length, "%s%s", places[i], name);
        if (access(path, R_OK) == 0) {
            return path;
        }
    }
    return NULL;
}
