#ifndef HEDDLE_BASE_MEMORY_FILE_H
#define HEDDLE_BASE_MEMORY_FILE_H

#include <stddef.h>

/*
 * Memory that is a file: written to a disk when the machine needs the room, and read back. The file has no
 * name, so it is gone when it is unmapped, and when the program ends in whatever way.
 */

/* A zeroed block in a file of a folder, which `folder` is open on; NULL if the disk or the machine has no
 * room. */
void *memory_file_map(int folder, size_t bytes);
void memory_file_unmap(void *block, size_t bytes);

#endif
