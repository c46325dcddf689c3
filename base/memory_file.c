/* Memory in files without names (memory_file.h). */
#include "base/memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file system that makes no files without names: one with a name, which is removed at once. */
static int open_named(int folder) {
    static unsigned count;
    char name[64];
    snprintf(name, sizeof name, ".heddle-%ld-%u", (long)getpid(),
             __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED));
    const int file = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
        (void)unlinkat(folder, name, 0);
    }
    return file;
}

void *memory_file_map(int folder, size_t bytes) {
    int file = openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    file = file < 0 && errno != ENOSPC ? open_named(folder) : file;
    if (file < 0) {
        return NULL;
    }
    /* With all its blocks: a full disk is seen here, not when the memory is written. */
    void *block = posix_fallocate(file, 0, (off_t)bytes) != 0
                      ? MAP_FAILED
                      : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return block == MAP_FAILED ? NULL : block;
}

void memory_file_unmap(void *block, size_t bytes) {
    munmap(block, bytes);
}
