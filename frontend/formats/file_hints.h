#ifndef HEDDLE_FRONTEND_FORMATS_FILE_HINTS_H
#define HEDDLE_FRONTEND_FORMATS_FILE_HINTS_H

#include <stddef.h>

/* Hints that follow the message about a file that cannot be read, cut to `size`; empty if there is none. A
 * folder that cannot be read counts as empty. */

/* "; x.aut differs only in case": the first file in byte order, in the folder of `path`, whose name is `path`
 * without its last `cut` bytes, with one of the suffixes (NULL ends them), except for case. Or, if `cut` is
 * 0, "; did you mean x.exp?": the network there with the nearest name, if it is near. */
void file_hint_name(const char *path, size_t cut, const char *const *suffixes, char *hint, size_t size);

/* "; networks in it: a.exp, b.exp and 3 more" for a folder. */
void file_hint_folder(const char *path, char *hint, size_t size);

#endif
