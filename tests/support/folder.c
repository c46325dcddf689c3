/* Temporary folders of tests. */
#include "tests/support/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void test_folder_create(struct test_folder *folder) {
    strcpy(folder->path, "/tmp/heddle-test-XXXXXX");
    if (mkdtemp(folder->path) == NULL) {
        perror("mkdtemp");
        abort();
    }
}

const char *test_folder_path(struct test_folder *folder, const char *name) {
    snprintf(folder->file, sizeof folder->file, "%s/%s", folder->path, name);
    return folder->file;
}

const char *test_folder_write_bytes(struct test_folder *folder, const char *name, const void *bytes,
                                    size_t size) {
    const char *path = test_folder_path(folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        abort();
    }
    return path;
}

const char *test_folder_write(struct test_folder *folder, const char *name, const char *text) {
    return test_folder_write_bytes(folder, name, text, strlen(text));
}

void test_folder_remove(struct test_folder *folder) {
    DIR *directory = opendir(folder->path);
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            unlink(test_folder_path(folder, entry->d_name));
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    rmdir(folder->path);
}
