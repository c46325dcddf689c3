/* The files of a run: tables, figures, a page. Those of an earlier run in the same folder go. */
#include "bench/folder.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/run.h"
#include "base/memory.h"
#include "base/stream/input.h"
#include "base/stream/output.h"
#include "base/text/text_buffer.h"
#include "bench/figure.h"
#include "bench/record.h"

#define LONGEST_FILE 160 /* bytes of a name in the folder, with its slash and its ending */

int bench_folder_prepare(const char *path, struct error *error) {
    struct stat status;
    if (strlen(path) + LONGEST_FILE > BENCH_FOLDER_PATH) {
        return error_set(error, ERROR_IO, "the folder's name is too long: at most %d bytes can be had",
                         BENCH_FOLDER_PATH - LONGEST_FILE);
    }
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        return error_in(error, ERROR_IO, path, "the folder cannot be made: %s", strerror(errno));
    }
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
        return error_in(error, ERROR_IO, path, "--output wants a folder, and this is not one");
    }
    if (access(path, W_OK | X_OK) != 0) {
        return error_in(error, ERROR_IO, path, "no file can be made in this folder: %s", strerror(errno));
    }
    return 0;
}

/* The results, and the folder for them. */
struct writing {
    const struct bench_folder *folder;
    const struct record *record;
    struct memory *memory;
    struct error *error;
};

static output *create(const struct writing *writing, const char *file, const char *ending) {
    char path[BENCH_FOLDER_PATH];
    int length = snprintf(path, sizeof path, "%s/%s.%s", writing->folder->path, file, ending);
    if (length < 0 || (unsigned)length >= sizeof path) {
        error_set(writing->error, ERROR_IO, "the folder's name is too long");
        return NULL;
    }
    return output_create(&(struct run){.memory = writing->memory}, path, writing->error);
}

/* Keeps the file that was written, or discards it after a failure. 0 or -1. */
static int finish(output *output, int failed, struct error *error) {
    if (failed != 0) {
        output_discard(output);
        return -1;
    }
    return output_finish(output, error);
}

static int put_json(const struct record *record, const struct record_table *table, output *output,
                    struct error *error) {
    json_t *object = record_table_json(record, table);
    char *text = object == NULL
                     ? NULL
                     : json_dumps(object, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
    json_decref(object);
    if (text == NULL) {
        return error_memory(error, "for the JSON text");
    }
    int failed = output_text(output, text, error) != 0 || output_text(output, "\n", error) != 0;
    free(text);
    return failed ? -1 : 0;
}

static int write_table(const struct writing *writing, const struct record_table *table) {
    struct error *error = writing->error;
    output *csv = create(writing, table->file, "csv");
    if (csv == NULL || finish(csv, record_table_csv(table, csv, error), error) != 0) {
        return -1;
    }
    output *json = create(writing, table->file, "json");
    return json == NULL ? -1 : finish(json, put_json(writing->record, table, json, error), error);
}

static int write_figure(const struct writing *writing, const struct figure *figure) {
    const struct record_table *table = figure_table(figure, writing->record);
    output *svg = table == NULL ? NULL : create(writing, figure->file, "svg");
    if (svg == NULL) {
        return table == NULL ? 0 : -1;
    }
    return finish(svg, figure_draw(figure, table, writing->memory, svg, writing->error), writing->error);
}

/* --- an earlier run --- */

#define LARGEST_PAGE ((off_t)1 << 28) /* a larger page is not one of ours */
#define LINK "<a href=\""
#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

/* Whether this run writes a file of that name, without its ending. */
static int is_of_this_run(const struct record *record, const char *name, int is_figure) {
    for (uint64_t i = 0; i < record->count && !is_figure; i++) {
        if (strcmp(record->tables[i]->file, name) == 0) {
            return 1;
        }
    }
    for (unsigned i = 0; i < figure_count && is_figure; i++) {
        if (strcmp(figures[i].file, name) == 0 && figure_table(&figures[i], record) != NULL) {
            return 1;
        }
    }
    return 0;
}

/* The ending that the name goes on with, up to the end of the link; NULL for one that heddle bench does not
 * write. */
static const char *ending_of(const char *text) {
    static const char *const endings[] = {".csv", ".json", ".svg"};
    for (unsigned i = 0; i < LENGTH(endings); i++) {
        size_t length = strlen(endings[i]);
        if (strncmp(text, endings[i], length) == 0 && text[length] == '"') {
            return endings[i];
        }
    }
    return NULL;
}

static int remove_file(const struct writing *writing, const char *name, const char *ending) {
    char path[BENCH_FOLDER_PATH];
    struct stat status;
    int written = snprintf(path, sizeof path, "%s/%s%s", writing->folder->path, name, ending);
    if (written < 0 || (unsigned)written >= sizeof path || lstat(path, &status) != 0 ||
        !S_ISREG(status.st_mode)) {
        return 0; /* not one that we wrote */
    }
    return unlink(path) == 0 ? 0
                             : error_in(writing->error, ERROR_IO, path,
                                        "this file of an earlier run cannot be removed: %s", strerror(errno));
}

/* Removes the tables and figures that the earlier run's page links to and this run does not write. */
static int remove_linked(const struct writing *writing, const char *page) {
    const char *link = strstr(page, "<title>heddle bench ") == NULL ? NULL : page;
    while (link != NULL && (link = strstr(link, LINK)) != NULL) {
        char name[LONGEST_FILE];
        link += strlen(LINK);
        size_t length = strspn(link, NAME_CHARACTERS);
        const char *ending = ending_of(link + length);
        if (length == 0 || length >= sizeof name || ending == NULL) {
            continue;
        }
        memcpy(name, link, length);
        name[length] = '\0';
        if (!is_of_this_run(writing->record, name, strcmp(ending, ".svg") == 0) &&
            remove_file(writing, name, ending) != 0) {
            return -1;
        }
    }
    return 0;
}

int bench_folder_read(const char *path, struct memory *memory, struct text_buffer *text,
                      struct error *error) {
    struct run run = {.memory = memory};
    input *input = input_open(&run, path, error);
    int failed = input == NULL || input_read_text(input, text, error) != 0;
    input_close(input);
    return failed ? -1 : 0;
}

/* Other files are left alone. */
static int remove_earlier(const struct writing *writing) {
    char path[BENCH_FOLDER_PATH];
    struct text_buffer page = {0};
    struct stat status;
    snprintf(path, sizeof path, "%s/index.html", writing->folder->path);
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0 ||
        status.st_size >= LARGEST_PAGE) {
        return 0;
    }
    int failed = bench_folder_read(path, writing->memory, &page, writing->error);
    if (failed != 0 && writing->error->code != ERROR_MEMORY) {
        writing->error->code = ERROR_NONE; /* a page that cannot be read is not one of ours */
        failed = 0;
    } else if (failed == 0 && page.data != NULL) {
        failed = remove_linked(writing, page.data);
    }
    text_buffer_free(writing->memory, &page);
    return failed;
}

/* --- all files --- */

int bench_folder_write(const struct bench_folder *folder, const struct record *record, struct memory *memory,
                       struct error *error) {
    const struct writing writing = {folder, record, memory, error};
    int failed = 0;
    for (uint64_t i = 0; i < record->count && !failed; i++) {
        failed = write_table(&writing, record->tables[i]) != 0;
    }
    for (unsigned i = 0; i < figure_count && !failed; i++) {
        failed = write_figure(&writing, &figures[i]) != 0;
    }
    if (failed || remove_earlier(&writing) != 0) {
        return -1;
    }
    output *page = create(&writing, "index", "html");
    return page == NULL ? -1 : finish(page, bench_page_write(folder, record, memory, page, error), error);
}
