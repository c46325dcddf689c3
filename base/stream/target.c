/* Files that are complete when they appear, and of which no signal leaves a temporary name. */
#include "base/stream/target.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/error_system.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/files_read.h"
#include "base/stream/output.h"

#define SLOTS 64
#define NO_SLOT (-1)
#define NAME_TRIES 100
#define TEMPORARY_NAME 64
#define LINKS_MOST 40

/* Temporary names in use. Handlers of signals reach nothing else. */
static char *temporaries[SLOTS];

void output_remove_temporaries(void) {
    for (int slot = 0; slot < SLOTS; slot++) {
        const char *name = __atomic_load_n(&temporaries[slot], __ATOMIC_ACQUIRE);
        if (name != NULL) {
            unlink(name);
        }
    }
}

static int occupy_slot(struct target *target) {
    for (int slot = 0; slot < SLOTS; slot++) {
        char *none = NULL;
        if (__atomic_compare_exchange_n(&temporaries[slot], &none, target->temporary, 0, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED)) {
            target->slot = slot;
            return 0;
        }
    }
    return EMFILE;
}

static void vacate_slot(struct target *target) {
    if (target->slot != NO_SLOT) {
        __atomic_store_n(&temporaries[target->slot], NULL, __ATOMIC_RELEASE);
        target->slot = NO_SLOT;
    }
}

/* Bytes of the folder in a path, its '/' included. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* --- the final name --- */

static int set_final(struct target *target, const char *folder, size_t folder_bytes, const char *name) {
    uint64_t bytes = folder_bytes + strlen(name) + 1;
    char *text = memory_allocate(target->memory, bytes);
    if (text == NULL) {
        return ENOMEM;
    }
    memcpy(text, folder, folder_bytes);
    strcpy(text + folder_bytes, name);
    memory_free(target->memory, target->final, target->final_bytes);
    target->final = text;
    target->final_bytes = bytes;
    return 0;
}

/* Links are followed, those to files that do not exist yet as well. 0, or an errno value. */
static int find_final(struct target *target, const char *path) {
    char link[PATH_MAX + 1];
    int reason = set_final(target, "", 0, path);
    for (unsigned followed = 0; reason == 0; followed++) {
        ssize_t length = readlink(target->final, link, PATH_MAX);
        if (length < 0) {
            break; /* no link */
        }
        link[length] = '\0';
        size_t folder = *link == '/' ? 0 : folder_length(target->final);
        reason = followed == LINKS_MOST ? ELOOP : set_final(target, target->final, folder, link);
    }
    return reason;
}

/* --- files without a name, and with a temporary one --- */

/*
 * Calls `make` with new names in the folder of the final one until it finds one that is free. The names are
 * short and not derived from the final one, which may be as long as names can be. 0, or an errno value.
 */
static int make_temporary(struct target *target, int (*make)(struct target *target)) {
    size_t folder = folder_length(target->final);
    uint64_t moment = (uint64_t)(run_clock() * 1e9);
    target->temporary_bytes = folder + TEMPORARY_NAME;
    target->temporary = memory_allocate(target->memory, target->temporary_bytes);
    if (target->temporary == NULL) {
        return ENOMEM;
    }
    memcpy(target->temporary, target->final, folder);
    *(target->temporary + folder) = '\0';
    int reason = EEXIST;
    for (unsigned attempt = 0; attempt < NAME_TRIES && reason == EEXIST; attempt++) {
        snprintf(target->temporary + folder, TEMPORARY_NAME, ".heddle-%lx-%llx.tmp", (unsigned long)getpid(),
                 (unsigned long long)(moment + attempt));
        reason = occupy_slot(target); /* before there is such a file */
        reason = reason != 0 ? reason : make(target) == 0 ? 0 : errno;
        if (reason != 0) {
            vacate_slot(target);
        }
    }
    if (reason != 0) {
        memory_free(target->memory, target->temporary, target->temporary_bytes);
        target->temporary = NULL;
    }
    return reason;
}

static int create_file(struct target *target) {
    target->fd = open(target->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return target->fd < 0 ? -1 : 0;
}

static void path_of_descriptor(int fd, char path[32]) {
    snprintf(path, 32, "/proc/self/fd/%d", fd);
}

static int link_file(struct target *target) {
    char path[32];
    path_of_descriptor(target->fd, path);
    return linkat(AT_FDCWD, path, AT_FDCWD, target->temporary, AT_SYMLINK_FOLLOW);
}

/* Without a name, where the file system and /proc allow it and it can get one later. */
static int open_nameless(struct target *target) {
    char folder[PATH_MAX], path[32];
    size_t length = folder_length(target->final);
    if (length >= sizeof folder) {
        return -1;
    }
    memcpy(folder, target->final, length);
    strcpy(folder + length, length == 0 ? "." : "");
    target->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (target->fd < 0) {
        return -1;
    }
    path_of_descriptor(target->fd, path);
    if (access(path, F_OK) != 0) {
        close(target->fd);
        target->fd = -1;
        return -1;
    }
    return 0;
}

/* mode: of the file that will be replaced; 0 for none. Else files have the modes that the umask leaves. */
static int open_file(struct target *target, const char *path, mode_t mode) {
    if (mode != 0 && access(path, W_OK) != 0) {
        return errno;
    }
    int reason = find_final(target, path);
    if (reason == 0 && open_nameless(target) != 0) {
        reason = make_temporary(target, create_file);
    }
    /* Without effect on file systems that have no modes, which is no reason to fail. */
    if (reason == 0 && mode != 0 && fchmod(target->fd, mode & 0777) != 0 && errno != EPERM &&
        errno != ENOTSUP) {
        reason = errno;
    }
    return reason;
}

/* Opens a FIFO, pipe or device. Waits for a FIFO's reader, until the run should stop. */
static int open_special(const struct run *run, const char *path) {
    const struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};
    int fd;
    while ((fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) < 0 && errno == ENXIO) {
        if (run_should_stop(run)) {
            errno = EINTR;
            return -1;
        }
        nanosleep(&pause, NULL);
    }
    return fd < 0 || fcntl(fd, F_SETFL, 0) == 0 ? fd : -1;
}

static int open_path(struct target *target, const struct run *run, const char *path) {
    struct stat status;
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0) {
        /* A duplicate can be closed, which is when some file systems report what went wrong. */
        target->fd = dup(STDOUT_FILENO);
    } else if (stat(path, &status) != 0) {
        size_t length = strlen(path);
        return errno != ENOENT || length == 0 || path[length - 1] == '/' ? errno : open_file(target, path, 0);
    } else if (S_ISREG(status.st_mode)) {
        return open_file(target, path, status.st_mode);
    } else {
        target->fd = open_special(run, path);
    }
    return target->fd < 0 ? errno : 0;
}

int target_open(struct target *target, const struct run *run, const char *path, struct error *error) {
    *target = (struct target){.memory = run->memory, .fd = -1, .slot = NO_SLOT};
    if (files_read_spared(run, path, error) != 0) {
        return -1;
    }
    int reason = open_path(target, run, path);
    if (reason == 0) {
        return 0;
    }
    target_close(target);
    path = strcmp(path, "-") == 0 ? "standard output" : path;
    switch (reason) {
    case ENOMEM:
        return error_in(error, ERROR_MEMORY, path, "not enough memory to write the file");
    case EINTR:
        return error_in(error, ERROR_INTERRUPTED, path, "interrupted while waiting for a reader");
    default:
        return error_in(error, error_of_system(reason), path, "cannot create: %s", strerror(reason));
    }
}

/* --- the end --- */

/* Some file systems report only now what went wrong. 0, or an errno value. */
static int close_file(struct target *target) {
    int fd = target->fd;
    if (target->final != NULL && target->temporary == NULL) {
        fd = dup(target->fd); /* the other one keeps the file until it has a name */
    } else {
        target->fd = -1;
    }
    return fd < 0 || close(fd) != 0 ? errno : 0;
}

int target_publish(struct target *target) {
    int reason = close_file(target);
    if (reason == 0 && target->final != NULL && target->temporary == NULL) {
        reason = make_temporary(target, link_file);
    }
    if (reason == 0 && target->final != NULL) {
        reason = rename(target->temporary, target->final) == 0 ? 0 : errno;
    }
    return reason;
}

void target_close(struct target *target) {
    if (target->fd >= 0) {
        close(target->fd);
    }
    if (target->temporary != NULL) {
        unlink(target->temporary); /* which is not there when it was renamed */
    }
    vacate_slot(target);
    memory_free(target->memory, target->temporary, target->temporary_bytes);
    memory_free(target->memory, target->final, target->final_bytes);
}
