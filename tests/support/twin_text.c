/* What depends on the engine or on the clock in texts that heddle wrote. */
#include "tests/support/twin_text.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"

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

/* Ends a line that begins at `line`: removes commas and spaces at its end, and an empty line. */
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

void twin_cut_strategies(char *text) {
    char *to = text;
    unsigned spaces = 0;
    for (const char *from = text; *from != '\0'; from++) {
        spaces = *from == '\n' ? 0 : spaces + (*from == ' ');
        if (spaces < 2 || *from == ';') {
            *to++ = *from;
        }
    }
    *to = '\0';
}
