/* Names of files with evidence, in a folder that the user names. */
#include "api/check/evidence_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error_system.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/text/text.h"
#include "api/job.h"
#include "api/output_name.h"

#define MOST_NAME 200u /* bytes of a name without number and ending */
#define BESIDE 40u     /* bytes of slash, number and ending */

int evidence_folder_is(const char *path) {
    struct stat status;
    size_t length = path == NULL ? 0 : strlen(path);
    return length > 0 && (path[length - 1] == '/' || (stat(path, &status) == 0 && S_ISDIR(status.st_mode)));
}

/* Whether a character of `length` bytes may be in the name of a file. */
static int is_safe(const char *text, unsigned length) {
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    return length > 1 || (length == 1 && strchr(safe, *text) != NULL);
}

/* Writes the name without what files should not have in their names; it does not begin with a dot or dash. */
static void write_safe(const char *name, char safe[MOST_NAME + 1]) {
    size_t used = 0;
    for (unsigned length; *name != '\0' && used + 4 <= MOST_NAME; name += length) {
        length = text_printable_character(name);
        int kept = is_safe(name, length) && !(used == 0 && (*name == '.' || *name == '-'));
        length = length == 0 ? 1 : length;
        if (kept) {
            memcpy(safe + used, name, length);
            used += length;
        } else {
            safe[used++] = '_';
        }
    }
    safe[used] = '\0';
}

/* The names so far. */
struct names {
    struct memory *memory;
    struct index index;
    const struct evidence_folder *folder;
};

static uint64_t hash_path(const char *path) {
    return hash_bytes(path, strlen(path), 0);
}

static int has_path(const struct names *names, const char *path) {
    for (struct index_walk walk = index_find(&names->index, hash_path(path)); index_next(&walk);) {
        if (strcmp(names->folder->paths[walk.number], path) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Makes the path of one property. Returns 0, or -1 if memory runs out. */
static int name_file(struct names *names, const struct evidence_naming *naming, uint64_t index) {
    uint64_t bytes = names->folder->bytes;
    char safe[MOST_NAME + 1], *path = memory_allocate(names->memory, bytes);
    size_t length = strlen(naming->path);
    const char *slash = length > 0 && naming->path[length - 1] == '/' ? "" : "/";
    names->folder->paths[index] = path;
    if (path == NULL || index >= INDEX_NONE) {
        return -1;
    }
    write_safe(naming->properties[index].name, safe);
    snprintf(path, bytes, "%s%s%s%s", naming->path, slash, safe, naming->ending);
    for (unsigned number = 2; has_path(names, path); number++) {
        snprintf(path, bytes, "%s%s%s-%u%s", naming->path, slash, safe, number, naming->ending);
    }
    return index_add(&names->index, names->memory, hash_path(path), (uint32_t)index);
}

int evidence_folder_open(struct job *job, const struct evidence_naming *naming,
                         struct evidence_folder *folder) {
    struct names names = {.memory = &job->memory, .folder = folder};
    folder->paths = memory_allocate_zeroed(&job->memory, naming->count * sizeof *folder->paths);
    folder->count = folder->paths == NULL ? 0 : naming->count;
    folder->bytes = strlen(naming->path) + MOST_NAME + BESIDE;
    int failed = folder->paths == NULL;
    for (uint64_t i = 0; i < folder->count && !failed; i++) {
        failed = naming->has_file(&naming->properties[i]) && name_file(&names, naming, i) != 0;
    }
    index_free(&names.index, &job->memory);
    if (failed) {
        return error_memory(&job->error, "for the names of files");
    }
    if (mkdir(naming->path, 0777) != 0 && errno != EEXIST) {
        return error_in(&job->error, error_of_system(errno), naming->path, "cannot make the folder: %s",
                        strerror(errno));
    }
    return job_output_folder(job, naming->option, naming->path, folder->paths, folder->count);
}

void evidence_folder_free(struct job *job, struct evidence_folder *folder) {
    for (uint64_t i = 0; i < folder->count; i++) {
        memory_free(&job->memory, folder->paths[i], folder->bytes);
    }
    memory_free(&job->memory, folder->paths, folder->count * sizeof *folder->paths);
    *folder = (struct evidence_folder){0};
}
