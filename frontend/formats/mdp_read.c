/* Which format a file of an MDP is of, and the files beside it. */
#include "frontend/formats/mdp_read.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/formats/mdp_read_internal.h"

/* Finds the format by the first word, which is read again later. FILE_UNKNOWN with *error filled. */
static enum file_format find_format(struct lines *lines, struct error *error) {
    struct scan scan;
    int more = scan_next_line(lines, &scan, error);
    if (more <= 0) {
        if (more == 0) {
            scan_fail_end(lines, "a model", error);
        }
        return FILE_UNKNOWN;
    }
    enum file_format format = file_format_of_bytes(scan.at, (size_t)(scan.end - scan.at));
    if (format != FILE_AUT && format != FILE_DRN && !isalnum((unsigned char)*scan.at)) {
        scan_fail_expected(&scan, "a model (.tra, .drn or .aut)");
        file_format_refuse(lines->name, scan.at, (size_t)(scan.end - scan.at), FILE_TRA, error);
        return FILE_UNKNOWN;
    }
    scan_line_again(lines, &scan);
    return format == FILE_AUT || format == FILE_DRN ? format : FILE_TRA;
}

int mdp_read_kind(const struct scan *scan, const char *text, size_t length, int *is_chain, int *has_rates) {
    static const struct {
        const char *word;
        enum { MODEL_MDP, MODEL_CHAIN, MODEL_RATES, MODEL_REFUSED } kind;
        const char *name;
    } kinds[] = {
        {"mdp", MODEL_MDP, NULL},
        {"dtmc", MODEL_CHAIN, NULL},
        {"ctmc", MODEL_RATES, NULL},
        {"ma", MODEL_REFUSED, "Markov automata"},
        {"markov automaton", MODEL_REFUSED, "Markov automata"},
        {"pomdp", MODEL_REFUSED, "partially observable MDPs"},
        {"s2pg", MODEL_REFUSED, "stochastic games"},
        {"smg", MODEL_REFUSED, "stochastic games"},
        {"idtmc", MODEL_REFUSED, "interval models"},
        {"imdp", MODEL_REFUSED, "interval models"},
    };
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        if (strlen(kinds[i].word) == length && strncasecmp(kinds[i].word, text, length) == 0) {
            *has_rates = kinds[i].kind == MODEL_RATES;
            *is_chain = kinds[i].kind == MODEL_CHAIN || *has_rates;
            return kinds[i].kind != MODEL_REFUSED
                       ? 0
                       : scan_fail(scan, ERROR_INPUT, text, "%s are not supported", kinds[i].name);
        }
    }
    return scan_fail(scan, ERROR_INPUT, text, "an unknown kind of model: expected mdp, dtmc or ctmc");
}

/* --- files beside the transitions --- */

int mdp_beside_find(const char *path, const char *ending, struct memory *memory, struct mdp_beside *beside,
                    struct error *error) {
    size_t stem;
    *beside = (struct mdp_beside){NULL, 0};
    if (file_format_of_name(path, &stem) != FILE_TRA) {
        return 0;
    }
    beside->bytes = stem + strlen(ending) + 1;
    beside->path = memory_allocate(memory, beside->bytes);
    if (beside->path == NULL) {
        return error_in(error, ERROR_MEMORY, path, "not enough memory for the names of files");
    }
    memcpy(beside->path, path, stem);
    strcpy(beside->path + stem, ending);
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

/* --- the MDP --- */

static struct mdp *read_format(struct lines *lines, enum file_format format, const char *path,
                               const struct mdp_read_options *options, const struct run *run,
                               struct error *error) {
    struct mdp *mdp = (format == FILE_TRA ? mdp_read_tra : mdp_read_drn)(lines, options->keep, run, error);
    lines_close(lines); /* its buffer may be large */
    if (mdp != NULL && format == FILE_TRA && read_others(path, options->label_path, mdp, run, error) != 0) {
        mdp_free(mdp);
        mdp = NULL;
    }
    return mdp;
}

static int fail_other_format(const struct lines *lines, enum file_format named, struct error *error) {
    return error_at(error, ERROR_INPUT, (struct source_position){lines->name, lines->line + 1, 1},
                    named == FILE_TRA ? "expected explicit transitions (.tra), found another format"
                                      : "expected DRN, which begins with @type: or a comment");
}

/* The format of an open file: by the options; by a name in .aut; by the first word. */
static enum file_format decide_format(struct lines *lines, const char *path, enum file_format named,
                                      struct error *error) {
    if (named == FILE_AUT || (named == FILE_UNKNOWN && file_format_of_name(path, NULL) == FILE_AUT)) {
        return FILE_AUT;
    }
    enum file_format found = find_format(lines, error);
    if (found == FILE_UNKNOWN || named == FILE_UNKNOWN || named == found) {
        return found;
    }
    fail_other_format(lines, named, error);
    return FILE_UNKNOWN;
}

struct mdp *mdp_read_as(const char *path, const struct mdp_read_options *options, const struct run *run,
                        struct error *error) {
    struct lines lines;
    enum file_format format = lines_open(&lines, path, run, error) != 0
                                  ? FILE_UNKNOWN
                                  : decide_format(&lines, path, options->format, error);
    if (format != FILE_UNKNOWN && format != FILE_TRA && options->label_path != NULL) {
        error_in(error, ERROR_USAGE, lines.name,
                 "labels of states are in a file of their own for .tra files only");
        format = FILE_UNKNOWN;
    }
    if (format == FILE_UNKNOWN) {
        lines_close(&lines);
        return NULL;
    }
    return format == FILE_AUT ? mdp_read_aut(&lines, path, options, run, error)
                              : read_format(&lines, format, path, options, run, error);
}

struct mdp *mdp_read(const char *path, const char *label_path, const struct run *run, struct error *error) {
    return mdp_read_as(path, &(struct mdp_read_options){.label_path = label_path}, run, error);
}
