#ifndef HEDDLE_TESTS_SUPPORT_FOLDER_H
#define HEDDLE_TESTS_SUPPORT_FOLDER_H

#include <stddef.h>

/*
 * A folder for the files of one test; removed with all that was written into it. A zeroed one is created when
 * its path is first used. It is in memory (/dev/shm) where there is room: a disk is slow at making and
 * removing thousands of small files. $TMPDIR puts it elsewhere.
 */
struct test_folder {
    char path[64];
    char file[512]; /* the last path that was made */
};

void test_folder_create(struct test_folder *folder);
/* The path of the folder itself. */
const char *test_folder_name(struct test_folder *folder);
/* Writes a file; returns its path, valid until the next call. */
const char *test_folder_write(struct test_folder *folder, const char *name, const char *text);
const char *test_folder_write_bytes(struct test_folder *folder, const char *name, const void *bytes,
                                    size_t size);
const char *test_folder_path(struct test_folder *folder, const char *name);
void test_folder_remove(struct test_folder *folder);

#endif
