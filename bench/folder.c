/* The files of a run: tables, figures, a page. */
#include "bench/folder.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/run.h"
#include "base/stream/output.h"
#include "bench/earlier.h"
#include "bench/figure.h"
#include "bench/page.h"
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
        return error_in(error, ERROR_IO, path, "--output wants a folder, and this is none");
    }
    if (access(path, W_OK | X_OK) != 0) {
        return error_in(error, ERROR_IO, path, "no file can be made in this folder: %s", strerror(errno));
    }
    return 0;
}

static output *create(const struct bench_folder *folder, const char *file, const char *ending,
                      struct memory *memory, struct error *error) {
    char path[BENCH_FOLDER_PATH];
    int length = snprintf(path, sizeof path, "%s/%s.%s", folder->path, file, ending);
    if (length < 0 || (unsigned)length >= sizeof path) {
        error_set(error, ERROR_IO, "the folder's name is too long");
        return NULL;
    }
    return output_create(&(struct run){.memory = memory}, path, error);
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

static int write_table(const struct bench_folder *folder, const struct record *record,
                       const struct record_table *table, struct memory *memory, struct error *error) {
    output *csv = create(folder, table->file, "csv", memory, error);
    if (csv == NULL || finish(csv, record_table_csv(table, csv, error), error) != 0) {
        return -1;
    }
    output *json = create(folder, table->file, "json", memory, error);
    return json == NULL ? -1 : finish(json, put_json(record, table, json, error), error);
}

static int write_figure(const struct bench_folder *folder, const struct record *record,
                        const struct figure *figure, struct memory *memory, struct error *error) {
    const struct record_table *table = figure_table(figure, record);
    if (table == NULL) {
        return 0;
    }
    output *svg = create(folder, figure->file, "svg", memory, error);
    return svg == NULL ? -1 : finish(svg, figure_draw(figure, table, memory, svg, error), error);
}

int bench_folder_write(const struct bench_folder *folder, const struct record *record, struct memory *memory,
                       struct error *error) {
    for (uint64_t i = 0; i < record->count; i++) {
        if (write_table(folder, record, record->tables[i], memory, error) != 0) {
            return -1;
        }
    }
    for (unsigned i = 0; i < figure_count; i++) {
        if (write_figure(folder, record, &figures[i], memory, error) != 0) {
            return -1;
        }
    }
    if (bench_earlier_remove(folder, record, memory, error) != 0) {
        return -1;
    }
    output *page = create(folder, "index", "html", memory, error);
    return page == NULL ? -1 : finish(page, bench_page_write(folder, record, page, error), error);
}
