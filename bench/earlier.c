/* Removes files of an earlier run in the same folder, which that run's page lists. */
#include "bench/earlier.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "bench/figure.h"
#include "bench/record.h"

#define LARGEST_PAGE ((off_t)1 << 28) /* a larger page is not one of ours */
#define LINK "<a href=\""
#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

/* The whole file, NUL-terminated. NULL if it does not exist (*bytes is 0) or does not fit in memory. */
static char *read_page(const char *path, struct memory *memory, uint64_t *bytes) {
    struct stat status;
    FILE *file = fopen(path, "r");
    char *text = NULL;
    *bytes = 0;
    if (file != NULL && fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size < LARGEST_PAGE) {
        *bytes = (uint64_t)status.st_size + 1;
        text = memory_allocate(memory, *bytes);
    }
    if (text != NULL) {
        text[fread(text, 1, *bytes - 1, file)] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

/* Whether this run writes a file of that name (`length` bytes, without its ending). */
static int is_of_this_run(const struct record *record, const char *name, size_t length, int is_figure) {
    for (uint64_t i = 0; i < record->count && !is_figure; i++) {
        const char *file = record->tables[i]->file;
        if (strlen(file) == length && strncmp(file, name, length) == 0) {
            return 1;
        }
    }
    for (unsigned i = 0; i < figure_count && is_figure; i++) {
        const char *file = figures[i].file;
        if (strlen(file) == length && strncmp(file, name, length) == 0 &&
            figure_table(&figures[i], record) != NULL) {
            return 1;
        }
    }
    return 0;
}

/* The ending that the name goes on with, up to the end of the link; NULL for none that heddle bench writes.
 */
static const char *ending_of(const char *text) {
    static const char *const endings[] = {".csv", ".json", ".svg"};
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t length = strlen(endings[i]);
        if (strncmp(text, endings[i], length) == 0 && text[length] == '"') {
            return endings[i];
        }
    }
    return NULL;
}

static int remove_file(const struct bench_folder *folder, const char *name, size_t length, const char *ending,
                       struct error *error) {
    char path[BENCH_FOLDER_PATH];
    struct stat status;
    int written = snprintf(path, sizeof path, "%s/%.*s%s", folder->path, (int)length, name, ending);
    if (written < 0 || (unsigned)written >= sizeof path || lstat(path, &status) != 0 ||
        !S_ISREG(status.st_mode)) {
        return 0; /* none that we wrote */
    }
    return unlink(path) == 0 ? 0
                             : error_in(error, ERROR_IO, path,
                                        "this file of an earlier run cannot be removed: %s", strerror(errno));
}

int bench_earlier_remove(const struct bench_folder *folder, const struct record *record,
                         struct memory *memory, struct error *error) {
    char path[BENCH_FOLDER_PATH];
    uint64_t bytes;
    int failed = 0;
    snprintf(path, sizeof path, "%s/index.html", folder->path);
    char *page = read_page(path, memory, &bytes);
    if (page == NULL) {
        return bytes == 0 ? 0 : error_memory(error, "for the page");
    }
    const char *link = strstr(page, "<title>heddle bench ") == NULL ? NULL : page;
    while (!failed && link != NULL && (link = strstr(link, LINK)) != NULL) {
        link += strlen(LINK);
        size_t length = strspn(link, NAME_CHARACTERS);
        const char *ending = ending_of(link + length);
        if (length > 0 && length < BENCH_FOLDER_PATH && ending != NULL &&
            !is_of_this_run(record, link, length, strcmp(ending, ".svg") == 0)) {
            failed = remove_file(folder, link, length, ending, error);
        }
    }
    memory_free(memory, page, bytes);
    return failed;
}
