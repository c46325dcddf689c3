/* Temporary folders of tests. */
#include "tests/support/folder.h"

#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define LEAST_ROOM ((uint64_t)1 << 30)

static const char *place_of_folders(void) {
    struct statvfs room;
    const char *place = getenv("TMPDIR");
    if (place != NULL && strlen(place) < 40) {
        return place;
    }
    return statvfs("/dev/shm", &room) == 0 && (uint64_t)room.f_bavail * room.f_bsize >= LEAST_ROOM &&
                   access("/dev/shm", W_OK) == 0
               ? "/dev/shm"
               : "/tmp";
}

void test_folder_create(struct test_folder *folder) {
    snprintf(folder->path, sizeof folder->path, "%s/heddle-test-XXXXXX", place_of_folders());
    if (mkdtemp(folder->path) == NULL) {
        perror(folder->path);
        abort();
    }
}

const char *test_folder_name(struct test_folder *folder) {
    if (folder->path[0] == '\0') {
        test_folder_create(folder);
    }
    return folder->path;
}

const char *test_folder_path(struct test_folder *folder, const char *name) {
    snprintf(folder->file, sizeof folder->file, "%s/%s", test_folder_name(folder), name);
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

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status, (void)type, (void)walk;
    return remove(path);
}

void test_folder_remove(struct test_folder *folder) {
    if (folder->path[0] != '\0') {
        nftw(folder->path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    }
}
