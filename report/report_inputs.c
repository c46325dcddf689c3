/* What a report was made from: the command line, the time, and the files that were read, each with its
 * SHA-256. */
#include <fcntl.h>
#include <jansson.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sha256.h"
#include "base/stream/files_read.h"
#include "base/text/json_text.h"
#include "report/report_internal.h"

#define MOST_FILES 2000u                 /* most files on a page */
#define MOST_BYTES ((uint64_t)256 << 20) /* larger files have no SHA-256, because it would take seconds */
#define MOST_LATE ((uint64_t)1 << 20)    /* nor have these after a limit */
#define PIECE_BYTES ((size_t)32 << 10)

static int compare_paths(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Reads the file. Its size, and the digits of its SHA-256, which are empty if it is large or cannot be read
 * again, because it was standard input. */
static uint64_t read_sum(const char *path, const struct run *run, char digits[SHA256_DIGITS]) {
    const uint64_t most = run_should_stop(run) ? MOST_LATE : MOST_BYTES;
    struct sha256 sum;
    char piece[PIECE_BYTES];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = descriptor < 0 ? -1 : 0;
    digits[0] = '\0';
    sha256_begin(&sum);
    while (descriptor >= 0 && sum.length <= most && (count = read(descriptor, piece, sizeof piece)) > 0) {
        sha256_add(&sum, piece, (size_t)count);
    }
    uint64_t size = sum.length;
    if (count == 0 && size <= most) {
        sha256_end(&sum, digits);
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
    return size;
}

/* {"name": .., "bytes": .., "sha256": ..}, with null for what is unknown */
static void put_file(struct evidence_writer *writer, const char *path) {
    char digits[SHA256_DIGITS];
    uint64_t size = read_sum(path, writer->run, digits);
    int known = digits[0] != '\0';
    evidence_put_json(writer, "{\"name\": ", json_bytes(writer->run->memory, path));
    evidence_put_json(writer, ", \"bytes\": ", known ? json_integer((json_int_t)size) : json_null());
    evidence_put_json(writer, ", \"sha256\": ", known ? json_string(digits) : json_null());
    evidence_put_text(writer, "}");
}

/* Writes each path once, in order. */
static void put_files(struct evidence_writer *writer, const char **paths, uint64_t count) {
    uint64_t shown = 0;
    qsort(paths, count, sizeof *paths, compare_paths);
    for (uint64_t i = 0; i < count && shown < MOST_FILES && !writer->failed; i++) {
        if (i == 0 || strcmp(paths[i - 1], paths[i]) != 0) {
            evidence_put_text(writer, shown++ == 0 ? "\n" : ",\n");
            put_file(writer, paths[i]);
        }
    }
}

static void put_all_files(struct evidence_writer *writer) {
    const struct files_read *files = writer->run->files_read;
    uint64_t count = files == NULL ? 0 : files->count;
    struct memory *memory = writer->run->memory;
    const char **paths = memory_allocate_array(memory, count + 1, sizeof *paths);
    if (paths == NULL) {
        writer->failed = error_memory(writer->error, "for the names of the report's files");
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        paths[i] = files->items[i].path;
    }
    put_files(writer, paths, count);
    memory_free(memory, paths, (count + 1) * sizeof *paths);
}

/* "2026-01-31 23:59 UTC" */
static void put_date(struct evidence_writer *writer) {
    char text[64];
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL || strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts) == 0) {
        evidence_put_json(writer, ",\n\"date\": ", json_null());
    } else {
        evidence_put_json(writer, ",\n\"date\": ", json_string(text));
    }
}

void report_put_inputs(struct evidence_writer *writer, const struct report *report) {
    evidence_put_text(writer, ",\n\"command\": [");
    for (int i = 0; i < report->argument_count; i++) {
        evidence_put_json(writer, i == 0 ? "" : ", ", json_bytes(writer->run->memory, report->arguments[i]));
    }
    evidence_put_text(writer, "]");
    put_date(writer);
    evidence_put_text(writer, ",\n\"files\": [");
    put_all_files(writer);
    evidence_put_text(writer, "]");
}
