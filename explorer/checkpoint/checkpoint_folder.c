/* The folders of checkpoints, before the first search. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/error_system.h"
#include "base/run.h"
#include "explorer/checkpoint/checkpoint_internal.h"

#define LOCK_SECONDS 3.0
#define LOCK_POLL_MICROSECONDS 20000u

static int ends_with(const char *name, const char *ending) {
    size_t length = strlen(name), rest = strlen(ending);
    return length > rest && strcmp(name + length - rest, ending) == 0;
}

static int check_header(const char *folder, const char *name, const struct checkpoint_identity *identity,
                        struct error *error) {
    char path[CHECKPOINT_PATH];
    struct checkpoint_header header;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        return error_in(error, ERROR_IO, folder, "the name of the folder is too long");
    }
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return error_in(error, error_of_system(errno), path, "cannot read: %s", strerror(errno));
    }
    int failed = checkpoint_header_read(descriptor, path, identity, &header, error);
    close(descriptor);
    return failed;
}

/* Counts the checkpoints of a folder. identity: what all must be of; or NULL. The number, or -1 with *error
 * filled. */
static int count_checkpoints(const char *folder, const struct checkpoint_identity *identity,
                             struct error *error) {
    DIR *listing = opendir(folder);
    const struct dirent *entry;
    int count = 0, failed = 0;
    if (listing == NULL) {
        return error_in(error, error_of_system(errno), folder, "cannot read the folder of checkpoints: %s",
                        strerror(errno));
    }
    while (!failed && (entry = readdir(listing)) != NULL) {
        if (ends_with(entry->d_name, CHECKPOINT_ENDING)) {
            count++;
            failed = identity != NULL && check_header(folder, entry->d_name, identity, error) != 0;
        }
    }
    closedir(listing);
    return failed ? -1 : count;
}

/*
 * Locks the folder: 0, or -1 if another process holds it. One that was killed takes a moment to end where it
 * has a GPU. A file system without locks is taken as it is.
 */
static int lock_folder(int folder) {
    const double begun = run_clock();
    int held = flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    while (held && run_clock() - begun < LOCK_SECONDS) {
        usleep(LOCK_POLL_MICROSECONDS);
        held = flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    }
    return held ? -1 : 0;
}

/* Opens the folder to be written. */
static int open_folder(struct checkpoint *checkpoint, struct error *error) {
    const char *folder = checkpoint->folder;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return error_in(error, error_of_system(errno), folder, "cannot make the folder of checkpoints: %s",
                        strerror(errno));
    }
    if (checkpoint->follows_rank) {
        return 0;
    }
    checkpoint->lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (checkpoint->lock < 0 || access(folder, W_OK) != 0) {
        return error_in(error, error_of_system(errno), folder, "cannot write checkpoints there: %s",
                        strerror(errno));
    }
    return lock_folder(checkpoint->lock) != 0
               ? error_in(error, ERROR_USAGE, folder,
                          "another process writes its checkpoints there: choose another folder")
               : 0;
}

static int is_same_folder(const char *one, const char *other) {
    struct stat first, second;
    return one != NULL && other != NULL && stat(one, &first) == 0 && stat(other, &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

int checkpoint_open(struct checkpoint *checkpoint, struct error *error) {
    if (checkpoint->folder != NULL && open_folder(checkpoint, error) != 0) {
        return -1;
    }
    int same = is_same_folder(checkpoint->folder, checkpoint->resume);
    if (checkpoint->folder != NULL && !same) {
        int count = count_checkpoints(checkpoint->folder, NULL, error);
        if (count != 0) {
            return count < 0 ? -1
                             : error_in(error, ERROR_USAGE, checkpoint->folder,
                                        "this folder has a checkpoint: continue with --resume, too, or give "
                                        "--checkpoint another folder");
        }
    }
    if (checkpoint->resume == NULL) {
        return 0;
    }
    int count = count_checkpoints(checkpoint->resume, &checkpoint->identity, error);
    return count > 0 || (count == 0 && same) ? 0
           : count < 0                       ? -1
                                             : error_in(error, ERROR_INPUT, checkpoint->resume,
                                                        "there is no checkpoint in this folder: to begin one, give it to "
                                                                              "--checkpoint, too");
}

void checkpoint_close(struct checkpoint *checkpoint) {
    if (checkpoint->lock > 0) {
        close(checkpoint->lock);
        checkpoint->lock = 0;
    }
}
