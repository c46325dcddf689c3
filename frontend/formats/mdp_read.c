/* Which format a file of an MDP is of, and the files beside it. */
#include "frontend/formats/mdp_read.h"

#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/text.h"
#include "frontend/formats/mdp_read_internal.h"

enum format { FORMAT_NONE, FORMAT_PRISM, FORMAT_STORM, FORMAT_DRN, FORMAT_AUT };

static int is_aut(const char *path) {
    return text_ends_with(path, ".aut") || text_ends_with(path, ".aut.gz") ||
           text_ends_with(path, ".aut.zst");
}

/* By the first word; the lines stand before it again. */
static int find_format(struct aut_lines *lines, enum format *format, struct error *error) {
    struct aut_scan scan;
    int more = mdp_next_line(lines, &scan, error);
    if (more <= 0) {
        return more < 0 ? -1 : mdp_fail_end(lines, "a model", error);
    }
    const char *at = scan.at;
    size_t left = (size_t)(scan.end - at);
    *format = aut_is_digit(*at)                                           ? FORMAT_PRISM
              : *at == '@' || (left >= 2 && at[0] == '/' && at[1] == '/') ? FORMAT_DRN
              : left >= 3 && memcmp(at, "des", 3) == 0                    ? FORMAT_AUT
              : (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z')  ? FORMAT_STORM
                                                                          : FORMAT_NONE;
    if (*format == FORMAT_NONE) {
        return aut_scan_expected(&scan, "a model (.tra, .drn or .aut)");
    }
    struct aut_line line = {scan.begin, scan.end, scan.line};
    aut_lines_again(lines, &line);
    return 0;
}

/* --- files beside the transitions --- */

int mdp_beside_find(const char *path, const char *ending, struct memory *memory, struct mdp_beside *beside,
                    struct error *error) {
    static const char *const endings[] = {".tra", ".tra.gz", ".tra.zst"};
    *beside = (struct mdp_beside){NULL, 0};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (!text_ends_with(path, endings[i])) {
            continue;
        }
        size_t length = strlen(path) - strlen(endings[i]);
        beside->bytes = length + strlen(ending) + 1;
        beside->path = memory_allocate(memory, beside->bytes);
        if (beside->path == NULL) {
            return error_at(error, ERROR_MEMORY, path, 0, 0, "not enough memory for the names of files");
        }
        memcpy(beside->path, path, length);
        memcpy(beside->path + length, ending, strlen(ending) + 1);
        return 0;
    }
    return 0;
}

void mdp_beside_free(struct mdp_beside *beside, struct memory *memory) {
    memory_free(memory, beside->path, beside->bytes);
    *beside = (struct mdp_beside){NULL, 0};
}

/* Reads the file beside, if there is one. 0 or -1. */
static int read_beside(const char *path, const char *ending,
                       int (*read)(const char *path, struct mdp *mdp, const struct run *run,
                                   struct error *error),
                       struct mdp *mdp, const struct run *run, struct error *error) {
    struct mdp_beside beside;
    if (mdp_beside_find(path, ending, run->memory, &beside, error) != 0) {
        return -1;
    }
    int result =
        beside.path != NULL && access(beside.path, F_OK) == 0 ? read(beside.path, mdp, run, error) : 0;
    mdp_beside_free(&beside, run->memory);
    return result;
}

static int read_others(const char *path, const char *label_path, struct mdp *mdp, const struct run *run,
                       struct error *error) {
    int failed = label_path != NULL ? mdp_read_labels(label_path, mdp, run, error)
                                    : read_beside(path, ".lab", mdp_read_labels, mdp, run, error);
    return failed != 0 ? -1 : read_beside(path, ".sta", mdp_check_states, mdp, run, error);
}

/* --- the whole --- */

static struct mdp *read_format(struct aut_lines *lines, enum format format, const char *path,
                               const struct mdp_read_options *options, const struct run *run,
                               struct error *error) {
    struct mdp *mdp = format == FORMAT_PRISM   ? mdp_read_prism(lines, options->keep, run, error)
                      : format == FORMAT_STORM ? mdp_read_storm(lines, options->keep, run, error)
                                               : mdp_read_drn(lines, options->keep, run, error);
    aut_lines_close(lines); /* its buffer may be large */
    if (mdp != NULL && format != FORMAT_DRN && read_others(path, options->label_path, mdp, run, error) != 0) {
        mdp_free(mdp);
        mdp = NULL;
    }
    return mdp;
}

/* Whether what the file begins with is of the format that was named. */
static int check_format(const struct aut_lines *lines, enum format found, enum mdp_format named,
                        struct error *error) {
    int fits = named == MDP_FORMAT_TRA   ? found == FORMAT_PRISM || found == FORMAT_STORM
               : named == MDP_FORMAT_DRN ? found == FORMAT_DRN
                                         : 1;
    return fits ? 0
                : error_at(error, ERROR_INPUT, lines->name, lines->line + 1, 1,
                           named == MDP_FORMAT_TRA
                               ? "expected explicit transitions (.tra), found another format"
                               : "expected DRN, which begins with @type: or a comment");
}

struct mdp *mdp_read_as(const char *path, const struct mdp_read_options *options, const struct run *run,
                        struct error *error) {
    struct aut_lines lines;
    enum format format = FORMAT_AUT;
    int is_named_aut = options->format == MDP_FORMAT_ANY ? is_aut(path) : options->format == MDP_FORMAT_AUT;
    if (aut_lines_open(&lines, path, run, error) != 0 ||
        (!is_named_aut && (find_format(&lines, &format, error) != 0 ||
                           check_format(&lines, format, options->format, error) != 0))) {
        aut_lines_close(&lines);
        return NULL;
    }
    if (options->label_path != NULL && (format == FORMAT_AUT || format == FORMAT_DRN)) {
        error_at(error, ERROR_USAGE, lines.name, 0, 0,
                 "labels of states are in a file of their own for .tra files only");
        aut_lines_close(&lines);
        return NULL;
    }
    return format == FORMAT_AUT ? mdp_read_aut(&lines, path, options, run, error)
                                : read_format(&lines, format, path, options, run, error);
}

struct mdp *mdp_read(const char *path, const char *label_path, const struct run *run, struct error *error) {
    return mdp_read_as(path, &(struct mdp_read_options){.label_path = label_path}, run, error);
}
