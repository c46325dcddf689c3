/* A new format is a row here, a name in the enum, and a file beside this folder that reads or writes it. */
#include "frontend/formats/table/file_format.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/error.h"
#include "base/stream/compression.h"

#define MARKOV_READERS                                                                                       \
    "`heddle mec`, `scc`, `convert`, `check --almost-surely`, and `minimise` and `compare` with `-e "        \
    "probabilistic` read it"

/* clang-format off */
static const struct file_format_row rows[FILE_FORMATS] = {
    [FILE_EXP] = {KIND_NETWORK, "exp", {".exp"}, "a network",
        "`heddle explore` generates its state space", "networks are written by hand", NULL},
    [FILE_PRISM] = {KIND_NETWORK, "prism", {".prism", ".nm", ".pm", ".sm", ".pnm"}, "a PRISM model",
        "`heddle explore` generates its state space", "models are written by hand", NULL},
    [FILE_AUT] = {KIND_GRAPH, "aut", {".aut"}, "a graph",
        "`heddle info` and `heddle explore` read it", "`heddle explore -o` writes graphs", NULL},
    [FILE_TRA] = {KIND_MDP, "tra", {".tra"}, "a Markov model",
        MARKOV_READERS, "`heddle convert` and `heddle explore -o` write it", NULL},
    [FILE_LAB] = {KIND_PART, "lab", {".lab"}, "the labels of states of a .tra file",
        "name the .tra file", "it is written beside a .tra file: name that", NULL},
    [FILE_STA] = {KIND_PART, "sta", {".sta"}, "the states of a .tra file",
        "name the .tra file", NULL, NULL},
    [FILE_DRN] = {KIND_MDP, "drn", {".drn"}, "a Markov model",
        MARKOV_READERS, "`heddle convert` and `heddle explore -o` write it", NULL},
    [FILE_PG] = {KIND_GAME, "pg", {".pg", ".gm"}, "a parity game",
        "`heddle solve` reads it", "`heddle check --write-game` writes it", NULL},
    [FILE_SOL] = {KIND_TABLE, "sol", {".sol"}, "the solution of a parity game",
        "name the game", "`heddle solve -o` writes it", NULL},
    [FILE_DOT] = {KIND_PICTURE, "dot", {".dot"}, "a picture",
        ".dot is written, and not read", "`heddle explore -o` draws it", NULL},
    [FILE_SVG] = {KIND_PICTURE, "svg", {".svg"}, "a picture",
        ".svg is written, and not read", "`heddle explore --profile` draws it", NULL},
    [FILE_CSV] = {KIND_TABLE, "csv", {".csv"}, "a table",
        ".csv is written, and not read", "`heddle explore --profile` writes it", NULL},
    [FILE_TXT] = {KIND_TABLE, "txt", {".txt"}, "a text",
        "it is written, and not read", NULL, NULL},
    [FILE_JSON] = {KIND_EVIDENCE, "json", {".json"}, "evidence",
        "`heddle verify` reads it", "`heddle check --trace` writes it", NULL},
    [FILE_HTML] = {KIND_PAGE, "html", {".html", ".htm"}, "a page",
        "a browser shows it", "`heddle check --report` writes it", NULL},
    [FILE_XML] = {KIND_TABLE, "xml", {".xml"}, "test results",
        ".xml is written, and not read", "`heddle check --junit` writes it", NULL},
    [FILE_MCL] = {KIND_FORMULA, "mcl", {".mcl"}, "a formula",
        "`heddle check NET --property FILE` reads it", NULL, NULL},
    [FILE_MCF] = {KIND_FORMULA, "mcf", {".mcf"}, "a formula",
        "`heddle check NET --property FILE` reads it", NULL, NULL},
    [FILE_SUITE] = {KIND_FORMULA, "suite", {".suite"}, "a suite of properties",
        "`heddle check NET --property FILE` reads it", NULL, NULL},
    [FILE_LTL] = {KIND_FORMULA, "ltl", {".ltl"}, "a formula of linear temporal logic",
        "`heddle formula` reads it", NULL, NULL},
    [FILE_HOA] = {KIND_FORMULA, "hoa", {".hoa"}, "an automaton of a formula",
        "`heddle formula` reads it", "`heddle formula -o` writes it", NULL},
    [FILE_BCG] = {KIND_FOREIGN, "bcg", {".bcg"}, "a graph in CADP's closed format", NULL, NULL, "bcg_io"},
    [FILE_SEQ] = {KIND_FOREIGN, "seq", {".seq", ".fc2"}, "a graph of CADP", NULL, NULL, "bcg_io"},
    [FILE_LTS] = {KIND_FOREIGN, "lts", {".lts", ".fsm"}, "a graph of mCRL2", NULL, NULL, "ltsconvert"},
    [FILE_GCF] = {KIND_FOREIGN, "gcf", {".gcf", ".dir"}, "a graph of LTSmin", NULL, NULL, "ltsmin-convert"},
    [FILE_LOTOS] = {KIND_FOREIGN, "lotos", {".lotos", ".lot", ".lnt"}, "a specification",
        "CADP's `generator` and `bcg_io` make an .aut file of it", NULL, NULL},
    [FILE_MCRL2] = {KIND_FOREIGN, "mcrl2", {".mcrl2", ".lps"}, "a specification",
        "mCRL2's `mcrl22lps` and `lps2lts` make an .aut file of it", NULL, NULL},
    [FILE_JANI] = {KIND_FOREIGN, "jani", {".jani"}, "a specification",
        "Storm's `--exportbuild` makes a .drn file of it, PRISM's `-exportmodel` a .tra file", NULL, NULL},
    [FILE_PROMELA] = {KIND_FOREIGN, "promela", {".pml", ".prom", ".promela"}, "a specification in Promela",
        "LTSmin's `spins` and `ltsmin-convert` make an .aut file of it", NULL, NULL},
    [FILE_SVL] = {KIND_FOREIGN, "svl", {".svl"}, "a script of CADP",
        "run its steps one by one, in a script of the shell", NULL, NULL},
    [FILE_BZ2] = {KIND_FOREIGN, "bz2", {".bz2", ".xz"}, "compressed by another program",
        "unpack it; .gz and .zst are read as they are", "choose .gz or .zst", NULL},
};

/* Words that files begin with; blanks and a byte order mark may stand before them. */
static const struct first_word {
    const char *text;
    enum file_format format;
    int is_word; /* no letter or digit follows */
} first_words[] = {
    {"@", FILE_DRN, 0}, {"//", FILE_DRN, 0},
    {"mdp", FILE_TRA, 1}, {"dtmc", FILE_TRA, 1}, {"ctmc", FILE_TRA, 1}, {"ma", FILE_TRA, 1}, {"pomdp", FILE_TRA, 1},
    {"parity", FILE_PG, 1}, {"start", FILE_PG, 1}, {"paritysol", FILE_SOL, 1},
    {"{", FILE_JSON, 0},
    {"<!doctype html", FILE_HTML, 1}, {"<html", FILE_HTML, 1},
    {"(*", FILE_EXP, 0}, {"--", FILE_EXP, 0},
    {"lotos", FILE_EXP, 1}, {"elotos", FILE_EXP, 1}, {"behaviour", FILE_EXP, 1},
    {"gate", FILE_EXP, 1}, {"label", FILE_EXP, 1}, {"total", FILE_EXP, 1}, {"partial", FILE_EXP, 1},
    {"single", FILE_EXP, 1}, {"multiple", FILE_EXP, 1}, {"stop", FILE_EXP, 1},
    {"par", FILE_EXP, 1}, {"hide", FILE_EXP, 1}, {"cut", FILE_EXP, 1}, {"rename", FILE_EXP, 1}, {"prio", FILE_EXP, 1},
};
/* clang-format on */

const struct file_format_row *file_format_row(enum file_format format) {
    return &rows[format];
}

enum file_format file_format_of_name(const char *path, size_t *stem) {
    size_t length;
    compression_of_name(path, &length);
    for (int format = FILE_UNKNOWN + 1; format < FILE_FORMATS; format++) {
        for (const char *const *ending = rows[format].endings; *ending != NULL; ending++) {
            size_t end = strlen(*ending);
            if (length >= end && strncasecmp(path + length - end, *ending, end) == 0) {
                if (stem != NULL) {
                    *stem = length - end;
                }
                return (enum file_format)format;
            }
        }
    }
    if (stem != NULL) {
        *stem = strlen(path);
    }
    return FILE_UNKNOWN;
}

static int is_word_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '.';
}

static int begins_with(const char *at, size_t left, const struct first_word *first) {
    size_t length = strlen(first->text);
    return left >= length && strncasecmp(at, first->text, length) == 0 &&
           (!first->is_word || left == length || !is_word_byte(at[length]));
}

/* "des (": in EXP, a file may be named `des`. */
static int begins_as_aut(const char *at, const char *end) {
    if (end - at < 4 || memcmp(at, "des", 3) != 0) {
        return 0;
    }
    for (at += 3; at < end && (*at == ' ' || *at == '\t'); at++) {
    }
    return at < end && *at == '(';
}

enum file_format file_format_of_bytes(const char *bytes, size_t count) {
    const char *at = bytes, *end = bytes + count;
    if (count >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        at += 3;
    }
    while (at < end && strchr(" \t\r\n\v\f", *at) != NULL && *at != '\0') {
        at++;
    }
    if (at < end && *at >= '0' && *at <= '9') {
        return FILE_TRA;
    }
    if (begins_as_aut(at, end)) {
        return FILE_AUT;
    }
    for (size_t i = 0; i < LENGTH(first_words); i++) {
        if (begins_with(at, (size_t)(end - at), &first_words[i])) {
            return first_words[i].format;
        }
    }
    return FILE_UNKNOWN;
}

int file_format_is_stream(const char *path) {
    struct stat status;
    return strcmp(path, "-") == 0 || strncmp(path, "/dev/std", strlen("/dev/std")) == 0 ||
           strncmp(path, "/dev/fd/", strlen("/dev/fd/")) == 0 ||
           (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
}

/* ".aut, .dot or .drn", as much as fits. */
static void list_endings(const enum file_format *formats, char *text, size_t size) {
    size_t used = 0;
    *text = '\0';
    for (; *formats != FILE_UNKNOWN && used < size; formats++) {
        const char *joint = used == 0 ? "" : formats[1] == FILE_UNKNOWN ? " or " : ", ";
        used += (size_t)snprintf(text + used, size - used, "%s%s", joint, rows[*formats].endings[0]);
    }
}

static int is_among(enum file_format format, const enum file_format *formats) {
    for (; *formats != FILE_UNKNOWN; formats++) {
        if (*formats == format) {
            return 1;
        }
    }
    return 0;
}

/* Whether Graphviz writes files of this name. */
static int is_picture(const char *path) {
    static const char *const endings[] = {".png", ".pdf", ".svg", ".jpg"};
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; i < LENGTH(endings) && ending != NULL; i++) {
        if (strcmp(ending, endings[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

static void refuse_output(const struct file_output *output, struct error *error) {
    char endings[100];
    size_t stem;
    const char *path = output->path;
    const struct file_format_row *row = &rows[file_format_of_name(path, &stem)];
    int shown = stem < 200 ? (int)stem : 200;
    if (row->program != NULL && is_among(FILE_AUT, output->formats)) {
        error_set(error, ERROR_USAGE,
                  "%s: '%.200s' would be %s: write %.*s.aut, and run `%s %.*s.aut %.200s`", output->option,
                  path, row->what, shown, path, row->program, shown, path, path);
        return;
    }
    if (is_among(FILE_DOT, output->formats) && is_picture(path)) {
        const char *ending = strrchr(path, '.') + 1;
        stem = strlen(path) - strlen(ending) - 1;
        shown = stem < 200 ? (int)stem : 200;
        error_set(error, ERROR_USAGE,
                  "%s: '%.200s' would be a picture: write %.*s.dot and run `dot -T%s %.*s.dot -o %.200s`",
                  output->option, path, shown, path, ending, shown, path, path);
        return;
    }
    list_endings(output->formats, endings, sizeof endings);
    const char *hint = row->writing != NULL ? row->writing : output->choice;
    error_set(error, ERROR_USAGE, "%s: '%.200s' does not end in %s (.gz or .zst may follow)%s%s%s",
              output->option, path, endings, hint != NULL ? ": " : "", hint != NULL ? hint : "",
              hint != NULL && hint == output->choice ? " FORMAT chooses the format whatever the name" : "");
}

enum file_format file_format_of_output(const struct file_output *output, struct error *error) {
    if (output->chosen >= 0) {
        return output->formats[output->chosen];
    }
    enum file_format named = file_format_of_name(output->path, NULL);
    if (named != FILE_UNKNOWN && is_among(named, output->formats)) {
        return named;
    }
    if (file_format_is_stream(output->path)) {
        return output->formats[0];
    }
    refuse_output(output, error);
    return FILE_UNKNOWN;
}

void file_format_describe(enum file_format format, const char *path, char *text, size_t size) {
    size_t stem;
    const struct file_format_row *row = &rows[format];
    file_format_of_name(path, &stem);
    if (row->program != NULL) {
        snprintf(text, size, "%s: run `%s %.200s %.*s.aut`", row->what, row->program, path,
                 stem < 200 ? (int)stem : 200, path);
    } else {
        snprintf(text, size, "%s: %s", row->what, row->reading);
    }
}

int file_format_refuse(const char *path, const char *bytes, size_t count, enum file_format expected,
                       struct error *error) {
    enum file_format format = file_format_of_name(path, NULL);
    if (format == FILE_UNKNOWN || format == FILE_TXT || rows[format].kind == rows[expected].kind) {
        format = file_format_of_bytes(bytes, count);
    }
    const struct file_format_row *row = &rows[format];
    if (format == FILE_UNKNOWN || format == FILE_TRA || row->kind == rows[expected].kind) {
        return -1; /* digits begin files of many formats */
    }
    return error_in(error, ERROR_INPUT, path, "this is %s (%s), not %s%s%s", row->what, row->endings[0],
                    rows[expected].what, row->reading != NULL ? ": " : "",
                    row->reading != NULL ? row->reading : "");
}
