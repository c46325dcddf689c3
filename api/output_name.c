/* Checks the names of outputs before the work begins. */
#include "api/output_name.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/error_system.h"
#include "base/run.h"
#include "base/stream/files_read.h"
#include "api/job.h"

#define PATH_BYTES 4096

int output_name_is_stdout(const char *path) {
    return path != NULL && (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0);
}

const char *output_name_shown(const char *path) {
    return output_name_is_stdout(path) ? NULL : path;
}

int output_name_is_stream(const char *path) {
    struct stat status;
    return output_name_is_stdout(path) || strcmp(path, "/dev/stderr") == 0 ||
           strncmp(path, "/dev/fd/", strlen("/dev/fd/")) == 0 ||
           (stat(path, &status) == 0 && S_ISCHR(status.st_mode));
}

/* Copies the folder of the path to `folder`, of PATH_BYTES, and returns the file name; NULL if the folder
 * is too long. */
static const char *split(const char *path, char *folder) {
    size_t length = strlen(path);
    while (length > 0 && path[length - 1] != '/') {
        length--;
    }
    if (length + 2 > PATH_BYTES) {
        return NULL;
    }
    memcpy(folder, path, length);
    strcpy(folder + length, length == 0 ? "." : "");
    return path + length;
}

char *output_name_numbered(struct memory *memory, const char *path, uint64_t number, uint64_t *bytes) {
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    const char *ending = strlen(name) > 1 ? strchr(name + 1, '.') : NULL;
    for (const char *next = ending; next != NULL; next = strchr(ending + 1, '.')) {
        /* The number goes before the last ending, and before .gz or .zst, too. */
        if (strcmp(next, ".gz") == 0 || strcmp(next, ".zst") == 0) {
            break;
        }
        ending = next;
    }
    size_t stem = ending == NULL ? strlen(path) : (size_t)(ending - path);
    *bytes = strlen(path) + 32;
    char *result = memory_allocate(memory, *bytes);
    if (result != NULL && (number == 1 || output_name_is_stream(path))) {
        strcpy(result, path);
    } else if (result != NULL) {
        snprintf(result, *bytes, "%.*s-%llu%s", (int)stem, path, (unsigned long long)number, path + stem);
    }
    return result;
}

/* Whether both names stand for the same file, which need not exist yet, or for standard output; devices may
 * be named twice. */
static int is_same(const char *a, const char *b) {
    char folder_a[PATH_BYTES], folder_b[PATH_BYTES];
    struct stat status_a, status_b;
    if (output_name_is_stream(a) || output_name_is_stream(b)) {
        return output_name_is_stdout(a) && output_name_is_stdout(b);
    }
    int there = stat(a, &status_a) == 0;
    if (there != (stat(b, &status_b) == 0)) {
        return 0;
    }
    if (!there) { /* the same name in the same folder */
        const char *name_a = split(a, folder_a), *name_b = split(b, folder_b);
        if (name_a == NULL || name_b == NULL || strcmp(name_a, name_b) != 0 ||
            stat(folder_a, &status_a) != 0 || stat(folder_b, &status_b) != 0) {
            return 0;
        }
    }
    return status_a.st_dev == status_b.st_dev && status_a.st_ino == status_b.st_ino;
}

static int check_folder(const char *path, struct error *error) {
    char folder[PATH_BYTES];
    if (split(path, folder) == NULL) {
        return error_in(error, ERROR_IO, path, "cannot be written: %s", strerror(ENAMETOOLONG));
    }
    if (access(folder, W_OK | X_OK) != 0) {
        return error_in(error, error_of_system(errno), path, "cannot be written: %s: %s", folder,
                        strerror(errno));
    }
    return 0;
}

/* Whether a file of this name can be written, so that a long search does not end with this error. Returns 0
 * or -1. */
static int output_name_writable(const char *path, struct error *error) {
    struct stat status;
    if (strcmp(path, "-") == 0) {
        return 0;
    }
    if (stat(path, &status) != 0 || S_ISREG(status.st_mode)) {
        return check_folder(path, error);
    }
    if (S_ISDIR(status.st_mode)) {
        return error_in(error, ERROR_IO, path, "cannot be written: %s", strerror(EISDIR));
    }
    return access(path, W_OK) == 0
               ? 0
               : error_in(error, error_of_system(errno), path, "cannot be written: %s", strerror(errno));
}

/* Applies a check to each name of an output until one does not return 0; returns that result, or -1 with
 * job->error if memory runs out. */
static int check_each_name(struct job *job, const struct job_added_output *added, const char *other,
                           int (*check)(struct job *job, const char *path, const char *other)) {
    int result = 0;
    for (uint64_t i = 0; i < added->output.names && result == 0; i++) {
        uint64_t bytes = 0;
        char *numbered = added->paths != NULL
                             ? NULL
                             : output_name_numbered(&job->memory, added->output.file.path, i + 1, &bytes);
        const char *path = added->paths != NULL ? added->paths[i] : numbered;
        if (path != NULL) {
            result = check(job, path, other);
        } else if (added->paths == NULL) {
            result = error_memory(&job->error, "for the names");
        }
        memory_free(&job->memory, numbered, bytes);
    }
    return result;
}

static int check_same(struct job *job, const char *path, const char *other) {
    (void)job;
    return is_same(path, other);
}

static int check_spared(struct job *job, const char *path, const char *other) {
    (void)other;
    return files_read_spared(&job->run, path, &job->error);
}

/* Checks that two outputs share no name. */
static int check_differ(struct job *job, const struct job_added_output *a, const struct job_added_output *b) {
    const struct file_output *file_a = &a->output.file, *file_b = &b->output.file;
    int folders = a->paths != NULL && b->paths != NULL;
    int same =
        folders ? is_same(file_a->path, file_b->path) : check_each_name(job, a, file_b->path, check_same);
    same = same == 0 && !folders ? check_each_name(job, b, file_a->path, check_same) : same;
    return same > 0 ? error_set(&job->error, ERROR_USAGE,
                                "%s and %s name the same file: choose another name for one", file_a->option,
                                file_b->option)
                    : same;
}

/* Adds an output that shares no name with those so far. */
static int add_output(struct job *job, const struct job_added_output *added) {
    for (unsigned i = 0; i < job->output_count; i++) {
        if (check_differ(job, &job->outputs[i], added) != 0) {
            return -1;
        }
    }
    assert(job->output_count < JOB_OUTPUTS);
    job->outputs[job->output_count++] = *added;
    return 0;
}

/* An output that is given twice would have one of its names only. */
static int check_given(struct job *job, const struct file_output *file) {
    unsigned given = 0;
    for (uint64_t i = 0; i < job->line.given.count; i++) {
        given +=
            strncmp(file->option, "--", 2) == 0 && strcmp(job->line.given.items[i], file->option + 2) == 0;
    }
    return given > 1 ? error_set(&job->error, ERROR_USAGE, "%s is given %u times: give it once", file->option,
                                 given)
                     : 0;
}

int job_output(struct job *job, const struct job_output *output, enum file_format *format) {
    const struct file_output *file = &output->file;
    enum file_format ignored;
    format = format != NULL ? format : &ignored;
    *format = FILE_UNKNOWN;
    if (check_given(job, file) != 0) {
        return -1;
    }
    if (file->path == NULL) {
        return 0;
    }
    if (output_name_is_stdout(file->path)) {
        job->writes_stdout = 1;
    }
    if (output_name_writable(file->path, &job->error) != 0) {
        return -1;
    }
    *format = file_format_of_output(file, &job->error);
    if (*format == FILE_UNKNOWN) {
        return -1;
    }
    return add_output(job, &(struct job_added_output){*output, NULL});
}

static int check_writable(struct job *job, const char *path, const char *other) {
    (void)other;
    return output_name_writable(path, &job->error);
}

int job_output_folder(struct job *job, const char *option, const char *folder, char *const *paths,
                      uint64_t count) {
    const struct job_added_output added = {{{option, folder, NULL, NULL, -1}, count}, paths};
    return check_each_name(job, &added, NULL, check_writable) != 0 ? -1 : add_output(job, &added);
}

int job_outputs_spared(struct job *job) {
    for (unsigned i = 0; i < job->output_count; i++) {
        if (check_each_name(job, &job->outputs[i], NULL, check_spared) != 0) {
            return -1;
        }
    }
    return 0;
}
