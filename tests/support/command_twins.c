/* Runs command lines twice and compares what they did. */
#include "tests/support/command_twins.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"
#include "tests/support/twin_text.h"

#define NAME_BYTES 1024
#define UNCONFIRMED 98  /* exit status after evidence that is not confirmed */
#define MOST_LINES 5u   /* that are shown of each side */
#define LINE_SHOWN 300u /* bytes */

/* --- running --- */

void twin_start(struct twin *twin, const char *folder, const char *program, const char *line,
                enum grid_compared compared) {
    char script[4096];
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    snprintf(twin->folder, sizeof twin->folder, "%s/%s", command_folder(), folder);
    snprintf(twin->out, sizeof twin->out, "%s.out", twin->folder);
    snprintf(twin->err, sizeof twin->err, "%s.err", twin->folder);
    int length = snprintf(script, sizeof script, "%s%s%smkdir %s && cd %s || exit 99; ",
                          program != NULL ? "HEDDLE=" : "", program != NULL ? program : "",
                          program != NULL ? "; " : "", twin->folder, twin->folder);
    if (strstr(line, "--resume") != NULL) {
        length += snprintf(script + length, sizeof script - (size_t)length,
                           "${HEDDLE:?} %s --max-depth 3 >/dev/null 2>&1; ", line);
    }
    length +=
        snprintf(script + length, sizeof script - (size_t)length,
                 compared == GRID_WINNERS
                     ? "${HEDDLE:?} %s; code=$?; for file in *.json *.json.zst t/* c/*; do [ ! -e $file ] || "
                       "{ $HEDDLE verify $file >/dev/null && rm $file; } || exit %d; done; exit $code"
                     : "exec ${HEDDLE:?} %s",
                 line, UNCONFIRMED);
    test_present((size_t)length < sizeof script ? script : NULL);
    twin->pid = process_start(argv, twin->out, twin->err);
}

void twin_finish(struct twin *twin) {
    process_finish(twin->pid, twin->out, twin->err, &twin->process);
}

void twin_remove(struct twin *twin) {
    char line[700];
    snprintf(line, sizeof line, "rm -rf %s", twin->folder);
    test_present(system(line) == 0 ? line : NULL);
    remove(twin->out);
    remove(twin->err);
    process_free(&twin->process);
}

/* --- differences --- */

static int ends_in(const char *text, const char *end) {
    const size_t length = strlen(text), last = strlen(end);
    return length >= last && strcmp(text + length - last, end) == 0;
}

struct place {
    char *why;
    size_t size;
};

/* Whether the text has this line. */
static int has_line(const char *text, const char *line, size_t length) {
    for (const char *at = text; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
        if (strcspn(at, "\n") == length && strncmp(at, line, length) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Adds the first lines that the other text does not have. */
static void tell_lines(const struct place *place, char mark, const char *text, const char *other) {
    unsigned told = 0;
    for (const char *at = text; *at != '\0' && told < MOST_LINES; at += *at == '\n') {
        const size_t length = strcspn(at, "\n"), used = strlen(place->why);
        if (!has_line(other, at, length)) {
            snprintf(place->why + used, place->size - used, "\n    %c %.*s", mark,
                     (int)(length < LINE_SHOWN ? length : LINE_SHOWN), at);
            told++;
        }
        at += length;
    }
}

/* Writes where two texts differ. Returns 1. */
static int tell_texts(const struct place *place, const char *what, const char *first, const char *second) {
    snprintf(place->why, place->size, "%s:", what);
    tell_lines(place, '<', first, second);
    tell_lines(place, '>', second, first);
    return 1;
}

/* Frees the texts. */
static int texts_differ(const struct place *place, const char *what, char *first, char *second) {
    twin_normalise(first);
    twin_normalise(second);
    const int differ = strcmp(first, second) != 0 && tell_texts(place, what, first, second);
    free(first);
    free(second);
    return differ;
}

/* A page shows the command line, the date, times and memory; JUnit has times. */
static int has_times(const char *name) {
    return ends_in(name, ".html") || ends_in(name, ".xml");
}

/* Overwrites the line of the text that begins so, if there is one. */
static void cut_line(char *text, const char *begin) {
    char *line = strstr(text, begin);
    if (line != NULL) {
        memset(line, ' ', strcspn(line, "\n"));
    }
}

static int files_differ(const struct place *place, const char *name, const char *first, const char *second) {
    size_t sizes[2] = {0, 0};
    char *texts[2] = {process_read_file(first, &sizes[0]), process_read_file(second, &sizes[1])};
    if (texts[0] == NULL || texts[1] == NULL) {
        snprintf(place->why, place->size, "%s cannot be read", name);
        return 1;
    }
    if (ends_in(name, ".sol")) {
        twin_cut_strategies(texts[0]);
        twin_cut_strategies(texts[1]);
        return texts_differ(place, name, texts[0], texts[1]);
    }
    if (has_times(name)) {
        for (int k = 0; k < 2; k++) {
            cut_line(texts[k], "\"command\": [");
            cut_line(texts[k], "\"date\": ");
        }
        return texts_differ(place, name, texts[0], texts[1]);
    }
    const int same = sizes[0] == sizes[1] && memcmp(texts[0], texts[1], sizes[0]) == 0;
    if (!same) {
        tell_texts(place, name, texts[0], texts[1]);
    }
    free(texts[0]);
    free(texts[1]);
    return !same;
}

static int select_name(const struct dirent *entry) {
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static void free_names(struct dirent **names, int count) {
    for (int i = 0; i < count; i++) {
        free(names[i]);
    }
    free(names);
}

static int folders_differ(const struct place *place, const char *first, const char *second);

/* Checkpoints are for the engine that wrote them, and profiles show times. */
static int entries_differ(const struct place *place, const char *first, const char *second,
                          const char *name) {
    char paths[2][NAME_BYTES];
    struct stat status;
    snprintf(paths[0], NAME_BYTES, "%.700s/%.300s", first, name);
    snprintf(paths[1], NAME_BYTES, "%.700s/%.300s", second, name);
    if (stat(paths[0], &status) == 0 && S_ISDIR(status.st_mode)) {
        return strcmp(name, "kept") != 0 && folders_differ(place, paths[0], paths[1]);
    }
    return strncmp(name, "profile.", 8) != 0 && files_differ(place, name, paths[0], paths[1]);
}

static int folders_differ(const struct place *place, const char *first, const char *second) {
    struct dirent **names[2] = {NULL, NULL};
    const int counts[2] = {scandir(first, &names[0], select_name, alphasort),
                           scandir(second, &names[1], select_name, alphasort)};
    int differ = counts[0] != counts[1];
    if (differ) {
        snprintf(place->why, place->size, "%d files, %d files", counts[0], counts[1]);
    }
    for (int i = 0; i < counts[0] && !differ; i++) {
        differ = strcmp(names[0][i]->d_name, names[1][i]->d_name) != 0;
        if (differ) {
            snprintf(place->why, place->size, "a file %.200s, a file %.200s", names[0][i]->d_name,
                     names[1][i]->d_name);
        } else {
            differ = entries_differ(place, first, second, names[0][i]->d_name);
        }
    }
    for (int k = 0; k < 2; k++) {
        free_names(names[k], counts[k]);
    }
    return differ;
}

int twins_differ(const struct twin *first, const struct twin *second, enum grid_compared compared, char *why,
                 size_t size) {
    const struct place place = {why, size};
    const struct process *a = &first->process, *b = &second->process;
    if (a->code != b->code || a->signal != b->signal || a->signal != 0 || a->code > 3) {
        snprintf(why, size, "exit %d (signal %d), exit %d (signal %d)\n    < %.300s\n    > %.300s", a->code,
                 a->signal, b->code, b->signal, a->err, b->err);
        return 1;
    }
    return compared < GRID_EXIT && ((compared < GRID_FILES && texts_differ(&place, "standard output",
                                                                           strdup(a->out), strdup(b->out))) ||
                                    texts_differ(&place, "messages", strdup(a->err), strdup(b->err)) ||
                                    folders_differ(&place, first->folder, second->folder));
}
