/* Formats by the names of files; and for those of other tools, what makes one of ours of them. */
#include "cli/convert/convert_format.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/error.h"
#include "base/text/text.h"

static const struct {
    const char *end;
    enum convert_format format;
} endings[] = {
    {".aut", CONVERT_AUT}, {".tra", CONVERT_TRA}, {".drn", CONVERT_DRN},
    {".pg", CONVERT_PG},   {".gm", CONVERT_PG},   {".dot", CONVERT_DOT},
};

/* What to do about a file of another tool: texts before, between and behind two names, its own and that of an
 * .aut file beside it; with nothing between, the first text is all. */
struct advice {
    const char *begin, *between, *end;
};

static const struct {
    const char *end;
    struct advice input;  /* its name is the first */
    struct advice output; /* its name is the second */
} others[] = {
    {".exp", {"is a network", NULL, NULL}, {"is a network, and none is made", NULL, NULL}},
    {".bcg",
     {"is in a closed binary format: run `bcg_io ", " ", "`"},
     {"would be in a closed binary format: write .aut and run `bcg_io ", " ", "`"}},
    {".lts",
     {"is in a binary format of mCRL2: run `ltsconvert ", " ", "`"},
     {"would be in a binary format of mCRL2: write .aut and run `ltsconvert ", " ", "`"}},
    {".fsm",
     {"is in a format of mCRL2: run `ltsconvert ", " ", "`"},
     {"would be in a format of mCRL2: write .aut and run `ltsconvert ", " ", "`"}},
    {".gcf",
     {"is in a format of LTSmin: run `ltsmin-convert ", " ", "`"},
     {"would be in a format of LTSmin: write .aut and run `ltsmin-convert ", " ", "`"}},
    {".dir",
     {"is in a format of LTSmin: run `ltsmin-convert ", " ", "`"},
     {"would be in a format of LTSmin: write .aut and run `ltsmin-convert ", " ", "`"}},
    {".lab",
     {"has labels of states alone: name the .tra file that it belongs to", NULL, NULL},
     {"is written beside a .tra file: name that", NULL, NULL}},
    {".sta",
     {"has states alone: name the .tra file that it belongs to", NULL, NULL},
     {"is not written", NULL, NULL}},
    {".sol",
     {"is the solution of a game, and not the game", NULL, NULL},
     {"is a solution: `heddle solve -o` writes it", NULL, NULL}},
    {".bz2",
     {"is compressed by bzip2: unpack it, `bzip2 -dc FILE | heddle convert --from FORMAT - OUT`", NULL, NULL},
     {"would be compressed by bzip2: choose .gz or .zst", NULL, NULL}},
};

const char *convert_format_name(enum convert_format format) {
    static const char *const names[] = {"aut", "tra", "drn", "pg", "dot"};
    return names[format];
}

int convert_format_ends(const char *path, const char *end) {
    static const char *const packed[] = {"", ".gz", ".zst"};
    char text[16];
    for (size_t i = 0; i < LENGTH(packed); i++) {
        snprintf(text, sizeof text, "%s%s", end, packed[i]);
        if (text_ends_with_any_case(path, text)) {
            return 1;
        }
    }
    return 0;
}

enum convert_format convert_format_by_ending(const char *path) {
    for (size_t i = 0; i < LENGTH(endings); i++) {
        if (convert_format_ends(path, endings[i].end)) {
            return endings[i].format;
        }
    }
    return CONVERT_NONE;
}

/* Of a name alone; CONVERT_NONE for an ending that is none of ours. */
static enum convert_format format_by_name(const char *path) {
    struct stat status;
    enum convert_format format = convert_format_by_ending(path);
    if (format != CONVERT_NONE) {
        return format;
    }
    int is_stream = strcmp(path, "-") == 0 ||
                    (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
    return is_stream ? CONVERT_AUT : CONVERT_NONE;
}

static void advise(const char *path, size_t end, const struct advice *advice, int is_input,
                   struct error *error) {
    char aut[256];
    size_t stem = strlen(path) - end;
    if (advice->between == NULL) {
        error_set(error, ERROR_USAGE, "%.200s %s", path, advice->begin);
        return;
    }
    snprintf(aut, sizeof aut, "%.*s.aut", (int)(stem < 200 ? stem : 200), path);
    error_set(error, ERROR_USAGE, "%.200s %s%.200s%s%.200s%s", path, advice->begin, is_input ? path : aut,
              advice->between, is_input ? aut : path, advice->end);
}

static void refuse(const char *path, int is_input, struct error *error) {
    for (size_t i = 0; i < LENGTH(others); i++) {
        if (text_ends_with_any_case(path, others[i].end)) {
            advise(path, strlen(others[i].end), is_input ? &others[i].input : &others[i].output, is_input,
                   error);
            return;
        }
    }
    error_set(error, ERROR_USAGE,
              "'%.200s' ends in none of .aut, .tra, .drn, .pg%s (.gz, .zst): %s says what it %s", path,
              is_input ? "" : ", .dot", is_input ? "--from" : "--to", is_input ? "is" : "is to be");
}

enum convert_format convert_format_of_input(const char *path, int named, struct error *error) {
    if (named != CONVERT_NONE) {
        return (enum convert_format)named;
    }
    enum convert_format format = format_by_name(path);
    if (format == CONVERT_DOT) {
        error_set(error, ERROR_USAGE, "%.200s is a picture: .dot is written, and not read", path);
        return CONVERT_NONE;
    }
    if (format == CONVERT_NONE) {
        refuse(path, 1, error);
    }
    return format;
}

enum convert_format convert_format_of_output(const char *path, int named, struct error *error) {
    enum convert_format format = named != CONVERT_NONE ? (enum convert_format)named : format_by_name(path);
    if (format == CONVERT_NONE) {
        refuse(path, 0, error);
    }
    return format;
}
