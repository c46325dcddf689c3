#ifndef HEDDLE_FRONTEND_FORMATS_FILE_CONTENT_H
#define HEDDLE_FRONTEND_FORMATS_FILE_CONTENT_H

#include "frontend/formats/table/file_format.h"

struct run;

/* The format of an input file, by its name or, if that does not show it, by its first bytes. FILE_UNKNOWN if
 * neither shows it, for streams, which can be read only once, and with *error filled for a file that cannot
 * be read. */
enum file_format file_format_of_file(const char *path, const struct run *run, struct error *error);

#endif
