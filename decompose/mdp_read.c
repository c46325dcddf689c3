/* Which format a file of an MDP is of, and the files beside it. */
#include "decompose/mdp_read.h"

#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text.h"
#include "decompose/mdp_read_internal.h"

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

/* The path with another ending in place of .tra, .tra.gz, .tra.zst; NULL when it has none of those (*spent is
 * 0) or memory is spent. *bytes are to be freed. */
static char *beside(const char *path, const char *ending, struct memory *memory, uint64_t *bytes,
                    int *spent) {
    static const char *const endings[] = {".tra", ".tra.gz", ".tra.zst"};
    size_t length = strlen(path);
    *spent = 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (text_ends_with(path, endings[i])) {
            length -= strlen(endings[i]);
            *bytes = length + strlen(ending) + 1;
            char *other = memory_allocate(memory, *bytes);
            *spent = other == NULL;
            if (other != NULL) {
                memcpy(other, path, length);
                memcpy(other + length, ending, strlen(ending) + 1);
            }
            return other;
        }
    }
    return NULL;
}

/* Reads the file beside, if there is one. 0 or -1. */
static int read_beside(const char *path, const char *ending,
                       int (*read)(const char *path, struct mdp *mdp, const struct run *run,
                                   struct error *error),
                       struct mdp *mdp, const struct run *run, struct error *error) {
    uint64_t bytes = 0;
    int spent;
    char *other = beside(path, ending, run->memory, &bytes, &spent);
    if (other == NULL) {
        return spent ? error_at(error, ERROR_MEMORY, path, 0, 0, "not enough memory to read the file") : 0;
    }
    int result = access(other, F_OK) == 0 ? read(other, mdp, run, error) : 0;
    memory_free(run->memory, other, bytes);
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
                               const char *label_path, const struct run *run, struct error *error) {
    struct mdp *mdp = format == FORMAT_PRISM   ? mdp_read_prism(lines, run, error)
                      : format == FORMAT_STORM ? mdp_read_storm(lines, run, error)
                                               : mdp_read_drn(lines, run, error);
    aut_lines_close(lines); /* its buffer may be large */
    if (mdp != NULL && format != FORMAT_DRN && read_others(path, label_path, mdp, run, error) != 0) {
        mdp_free(mdp);
        mdp = NULL;
    }
    return mdp;
}

struct mdp *mdp_read(const char *path, const char *label_path, const struct run *run, struct error *error) {
    struct aut_lines lines;
    enum format format = FORMAT_AUT;
    if (aut_lines_open(&lines, path, run, error) != 0 ||
        (!is_aut(path) && find_format(&lines, &format, error) != 0)) {
        aut_lines_close(&lines);
        return NULL;
    }
    if (label_path != NULL && (format == FORMAT_AUT || format == FORMAT_DRN)) {
        error_at(error, ERROR_USAGE, lines.name, 0, 0,
                 "labels of states are in a file of their own for .tra files only");
        aut_lines_close(&lines);
        return NULL;
    }
    return format == FORMAT_AUT ? mdp_read_aut(&lines, path, run, error)
                                : read_format(&lines, format, path, label_path, run, error);
}
