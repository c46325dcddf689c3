/* Properties on the command line, for the commands that have such options. */
#include "cli/check/property_options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/quantity.h"
#include "frontend/formats/table/file_format.h"

uint64_t property_options_count(const struct property_options *options) {
    return (options->deadlock != 0) + options->never.count + property_options_cycles(options) +
           property_options_schedulers(options) + options->monitors.count +
           property_options_formulas(options);
}

uint64_t property_options_schedulers(const struct property_options *options) {
    return options->almost_surely.count + options->repeatedly.count;
}

uint64_t property_options_formulas(const struct property_options *options) {
    return options->formulas.count + options->formula_files.count;
}

uint64_t property_options_cycles(const struct property_options *options) {
    return (options->livelock != 0) + options->starvation.count + options->fair_cycles.count;
}

static uint64_t count_streams(const struct property_options *options) {
    uint64_t streams = 0;
    for (uint64_t i = 0; i < options->formula_files.count; i++) {
        streams += strcmp(options->formula_files.items[i], "-") == 0;
    }
    return streams;
}

int property_options_read_stdin(const struct property_options *options) {
    return count_streams(options) != 0;
}

int property_options_validate(struct job *job, const struct property_options *options) {
    if (options->error_states.count != 0 && options->monitors.count == 0) {
        return error_set(&job->error, ERROR_USAGE, "--error-state names a state of a --monitor: give one");
    }
    if (options->dialect != FORMULA_DIALECT_AUTO && property_options_formulas(options) == 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "--dialect says how formulas are read: give a --formula or --property");
    }
    if (count_streams(options) > 1) {
        return error_set(&job->error, ERROR_USAGE, "standard input has one formula: give --property - once");
    }
    return 0;
}

/* Names the option in an error about a whole property, rather than a line of a file. */
static int blame_option(struct job *job, const char *option, const char *value) {
    struct error *error = &job->error;
    if ((error->code == ERROR_INPUT || error->code == ERROR_USAGE) && error->line == 0) {
        char text[sizeof error->text];
        memcpy(text, error->text, sizeof text);
        error_set(error, ERROR_USAGE, "--%s %.200s: %.700s", option, value, text);
    }
    return -1;
}

/* Parses the numbers of --error-state; the caller frees them. */
static uint64_t *read_error_states(struct job *job, const struct option_list *list) {
    uint64_t *states = memory_allocate_array(&job->memory, list->count, sizeof *states);
    for (uint64_t i = 0; i < list->count && states != NULL; i++) {
        if (quantity_parse_number(list->items[i], &states[i]) != 0) {
            error_set(&job->error, ERROR_USAGE, "--error-state: '%.200s' is not a number", list->items[i]);
            memory_free(&job->memory, states, list->count * sizeof *states);
            return NULL;
        }
    }
    if (states == NULL) {
        error_memory(&job->error, "for the properties");
    }
    return states;
}

/* --- formulas --- */

void property_options_name_formula(char *name, size_t size, uint64_t index) {
    snprintf(name, size, "formula %llu", (unsigned long long)index + 1);
}

/* Names the formula in an error or a warning if there are several --formula. */
static void blame_formula(struct error *error, const struct option_list *list, uint64_t index) {
    if (list->count > 1 && error->line != 0) {
        property_options_name_formula(error->path, sizeof error->path, index);
    }
}

int property_options_is_file(const char *path) {
    return file_format_row(file_format_of_name(path, NULL))->kind == KIND_FORMULA;
}

/* Hints at --property: mCRL2's tools take a file name where --formula takes a formula. */
static void hint_file(struct error *error, const char *text) {
    if (error->line != 0 && (property_options_is_file(text) || access(text, R_OK) == 0)) {
        char said[sizeof error->text];
        memcpy(said, error->text, sizeof said);
        snprintf(error->text, sizeof error->text, "%.700s (the formula in a file: --property %.200s)", said,
                 text);
    }
}

/* --- all properties --- */

struct making {
    struct job *job;
    const struct property_options *options;
    struct property_maker maker;
};

/* An option for properties. */
struct kind {
    const char *option;
    enum property_kind kind;
    int in_file;   /* FORMULA: its texts name files */
    size_t offset; /* offset of its texts, a struct option_list, in struct property_options */
};

static int is_flag(const struct kind *kind) {
    return kind->kind == PROPERTY_DEADLOCK || kind->kind == PROPERTY_LIVELOCK;
}

static int make_formula(struct making *making, const struct kind *kind, const struct option_list *list,
                        uint64_t index, struct property *property) {
    struct job *job = making->job;
    const char *text = list->items[index];
    struct error warning;
    making->maker.warning = &warning;
    int failed = kind->in_file ? property_make_formula_file(&making->maker, text, property)
                               : property_make(&making->maker, PROPERTY_FORMULA, text, property);
    if (!kind->in_file) {
        blame_formula(failed ? &job->error : &warning, list, index);
        if (failed) {
            hint_file(&job->error, text);
        }
    }
    if (!failed && warning.code != ERROR_NONE) {
        job_warning_of_reading(job, &warning);
    }
    return failed;
}

/* Makes the index-th property of an option. Returns 0, or -1 with the job's error filled. */
static int make_one(struct making *making, const struct kind *kind, uint64_t index,
                    struct property *property) {
    const struct option_list *list =
        (const struct option_list *)((const char *)making->options + kind->offset);
    const char *text = is_flag(kind) ? NULL : list->items[index];
    if (kind->kind == PROPERTY_FORMULA) {
        return make_formula(making, kind, list, index, property);
    }
    return property_make(&making->maker, kind->kind, text, property) == 0
               ? 0
               : blame_option(making->job, kind->option, text);
}

#define OPTION(option, kind, list)                                                                           \
    { option, kind, 0, offsetof(struct property_options, list) }

static const struct kind kinds[] = {
    {"deadlock", PROPERTY_DEADLOCK, 0, 0},
    {"livelock", PROPERTY_LIVELOCK, 0, 0},
    OPTION("monitor", PROPERTY_MONITOR, monitors),
    OPTION("never", PROPERTY_NEVER, never),
    OPTION("starvation", PROPERTY_STARVATION, starvation),
    OPTION("fair-cycle", PROPERTY_FAIR_CYCLE, fair_cycles),
    OPTION("almost-surely", PROPERTY_ALMOST_SURELY, almost_surely),
    OPTION("almost-surely-repeatedly", PROPERTY_ALMOST_SURELY_REPEATEDLY, repeatedly),
    OPTION("formula", PROPERTY_FORMULA, formulas),
    {"property", PROPERTY_FORMULA, 1, offsetof(struct property_options, formula_files)},
};

static int make_all(struct making *making, struct property *properties) {
    const struct option_list *given = &making->job->line.given;
    uint64_t made[LENGTH(kinds)] = {0};
    for (uint64_t i = 0; i < given->count; i++) {
        size_t k = 0;
        while (k < LENGTH(kinds) && strcmp(kinds[k].option, given->items[i]) != 0) {
            k++;
        }
        if (k == LENGTH(kinds) || (is_flag(&kinds[k]) && made[k] > 0)) {
            continue; /* the name belongs to another option, or the flag was given before */
        }
        if (make_one(making, &kinds[k], made[k]++, properties++) != 0) {
            return -1;
        }
    }
    return 0;
}

int property_options_make(struct job *job, const struct property_options *options, language_tree *tree,
                          struct property *properties) {
    uint64_t *states = read_error_states(job, &options->error_states);
    if (states == NULL) {
        return -1;
    }
    struct making making = {.job = job,
                            .options = options,
                            .maker = {.tree = tree,
                                      .run = &job->run,
                                      .error = &job->error,
                                      .dialect = (enum formula_dialect)options->dialect,
                                      .error_states = states,
                                      .error_state_count = options->error_states.count}};
    int failed = make_all(&making, properties);
    memory_free(&job->memory, states, options->error_states.count * sizeof *states);
    return failed;
}
