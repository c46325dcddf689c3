#ifndef HEDDLE_FRONTEND_FORMATS_FILE_HINTS_H
#define HEDDLE_FRONTEND_FORMATS_FILE_HINTS_H

#include <stddef.h>

/*
 * What a message says of a file that cannot be read: text to stand behind the message, cut to `size`; empty
 * where there is nothing to say. Folders that cannot be read count as empty.
 */

/*
 * "; x.aut differs only in case" for a file in the folder of `path` that is `path` less its last `cut` bytes
 * with one of the suffixes (NULL behind the last) but for case; the first of them in byte order.
 */
void file_hint_case(const char *path, size_t cut, const char *const *suffixes, char *hint, size_t size);

/* "; networks in it: a.exp, b.exp and 3 more" for a folder. */
void file_hint_folder(const char *path, char *hint, size_t size);

#endif
