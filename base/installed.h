#ifndef HEDDLE_BASE_INSTALLED_H
#define HEDDLE_BASE_INSTALLED_H

#define INSTALLED_PATH 4400 /* bytes of a path, with its NUL */

/*
 * Looks for a file that belongs to this program: beside it, as after a build, or where `make install` puts
 * it, which is PREFIX/bin for `heddle` and PREFIX/lib/heddle for everything else. path has INSTALLED_PATH
 * bytes. Returns path, or NULL if the file is not there.
 */
const char *installed_find(const char *name, char *path);

#endif
