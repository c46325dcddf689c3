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

#define NAME_BYTES 1024
#define MOST_LINES 5u   /* that are told of each side */
#define LINE_SHOWN 300u /* bytes */

/* --- running --- */

void twin_start(struct twin *twin, const char *folder, const char *line) {
    char script[4096];
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    const int resumes = strstr(line, "--resume") != NULL;
    snprintf(twin->folder, sizeof twin->folder, "%s/%s", command_folder(), folder);
    snprintf(twin->out, sizeof twin->out, "%s.out", twin->folder);
    snprintf(twin->err, sizeof twin->err, "%s.err", twin->folder);
    int length =
        snprintf(script, sizeof script, "mkdir %s && cd %s || exit 99; ", twin->folder, twin->folder);
    if (resumes) {
        length += snprintf(script + length, sizeof script - (size_t)length,
                           "${HEDDLE:?} %s --max-depth 3 >/dev/null 2>&1; ", line);
    }
    length += snprintf(script + length, sizeof script - (size_t)length, "exec ${HEDDLE:?} %s", line);
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

/* --- what depends on the engine --- */

/* Members of JSON; others that end in "seconds" or "per_second" are times, too. How the work was done:
 * algorithm to preprocessed. */
static const char *const members[] = {"device",    "threads", "memory_bytes", "spilled_bytes", "table_load",
                                      "algorithm", "rounds",  "trimmed",      "solver",        "promotions",
                                      "tangles",   "lifts",   "preprocessed"};
/* Rows for people; others that end in "time" are times, too. */
static const char *const rows[] = {"device",     "threads",    "memory",  "spilled",        "table load",
                                   "speed",      "algorithm",  "rounds",  "trimmed states", "solver",
                                   "attractors", "promotions", "tangles", "lifts",          "preprocessed",
                                   "for SCCs",   "GPU start",  "games"};

static int ends_in(const char *text, size_t length, const char *end) {
    return length >= strlen(end) && strncmp(text + length - strlen(end), end, strlen(end)) == 0;
}

static int is_one_of(const char *const *names, size_t count, const char *text, size_t length) {
    for (size_t i = 0; i < count; i++) {
        if (strlen(names[i]) == length && strncmp(names[i], text, length) == 0) {
            return 1;
        }
    }
    return 0;
}

/* The length of a member `"NAME": VALUE,` that depends on the engine, with a scalar value; 0: it is none. */
static size_t engine_member(const char *text) {
    const size_t name = *text == '"' ? strcspn(text + 1, "\"\n") : 0;
    const char *at = text + 1 + name;
    if (name == 0 || at[0] != '"' || at[1] != ':' ||
        !(ends_in(text + 1, name, "seconds") || ends_in(text + 1, name, "per_second") ||
          is_one_of(members, LENGTH(members), text + 1, name))) {
        return 0;
    }
    at += 2 + strspn(at + 2, " ");
    at += *at == '"' ? 2 + strcspn(at + 1, "\"\n") : strcspn(at, ",}\n");
    return (size_t)(at - text) + (*at == ',');
}

/* The length of ` time="SECONDS"` in XML, or of `, SIZE in SECONDS s`, which checkpoints took; 0: it is none.
 */
static size_t engine_time(const char *text) {
    int length = 0;
    if (strncmp(text, " time=\"", 7) == 0) {
        return 8 + strcspn(text + 7, "\"\n");
    }
    return *text == ',' && sscanf(text, ", %*f %*[A-Za-z] in %*f s%n", &length) == 0 ? (size_t)length : 0;
}

/* The length of a row that depends on the engine, with the end of the line; 0: it is none. */
static size_t engine_row(const char *line) {
    const size_t margin = strspn(line, " "), length = strcspn(line, "\n");
    const char *name = line + margin, *gap = strstr(name, "  ");
    const size_t size = gap == NULL || gap > line + length ? length - margin : (size_t)(gap - name);
    const int is_row = ends_in(name, size, "time") || strncmp(name, "time to ", 8) == 0 ||
                       is_one_of(rows, LENGTH(rows), name, size) || ends_in(line, length, "transitions/s");
    return is_row ? length + (line[length] == '\n') : 0;
}

/* Ends a line that begins at `line`: without commas and spaces at its end, and only if something is left. */
static char *end_line(const char *line, char *to) {
    while (to > line && (to[-1] == ' ' || to[-1] == ',')) {
        to--;
    }
    if (to > line) {
        *to++ = '\n';
    }
    return to;
}

void twin_normalise(char *text) {
    char *to = text, *line = text;
    int begins = 1; /* a line */
    for (const char *from = text; *from != '\0';) {
        const size_t skipped = begins ? engine_row(from) : 0,
                     member = engine_member(from) + engine_time(from);
        if (skipped + member != 0) {
            from += skipped != 0 ? skipped : member;
            begins = skipped != 0;
        } else if (from[0] == ' ' && from[1] == ' ') {
            from++; /* columns move */
        } else if ((begins = *from == '\n')) {
            line = to = end_line(line, to);
            from++;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* --- differences --- */

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

/* Tells where two texts differ. Returns 1. */
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

/* A page shows the command line, times and memory; JUnit has times. */
static int has_times(const char *name) {
    return ends_in(name, strlen(name), ".html") || ends_in(name, strlen(name), ".xml");
}

static int files_differ(const struct place *place, const char *name, const char *first, const char *second) {
    size_t sizes[2] = {0, 0};
    char *texts[2] = {process_read_file(first, &sizes[0]), process_read_file(second, &sizes[1])};
    if (texts[0] == NULL || texts[1] == NULL) {
        snprintf(place->why, place->size, "%s cannot be read", name);
        return 1;
    }
    if (has_times(name)) {
        for (int k = 0; k < 2; k++) {
            char *command = strstr(texts[k], "\"command\": [");
            if (command != NULL) {
                memset(command, ' ', strcspn(command, "\n"));
            }
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

int twins_differ(const struct twin *first, const struct twin *second, int loose, char *why, size_t size) {
    const struct place place = {why, size};
    const struct process *a = &first->process, *b = &second->process;
    if (a->code != b->code || a->signal != b->signal || a->signal != 0) {
        snprintf(why, size, "exit %d (signal %d), exit %d (signal %d)\n    < %.300s\n    > %.300s", a->code,
                 a->signal, b->code, b->signal, a->err, b->err);
        return 1;
    }
    return !loose && (texts_differ(&place, "standard output", strdup(a->out), strdup(b->out)) ||
                      texts_differ(&place, "messages", strdup(a->err), strdup(b->err)) ||
                      folders_differ(&place, first->folder, second->folder));
}
