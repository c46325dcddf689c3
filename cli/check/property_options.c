/* Properties on the command line, for the commands that have such options. */
#include "cli/check/property_options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

/* --- all of them --- */

struct making {
    struct job *job;
    const struct property_options *options;
    language_tree *tree;
    uint64_t *error_states; /* one number for each text of --error-state */
};

/* A kind of property. `make` makes the index-th property of its option and returns 0, or -1 with the job's
 * error filled. */
struct kind {
    const char *option;
    size_t offset; /* offset of its texts, a struct option_list, in struct property_options */
    int (*make)(const struct making *making, const struct kind *kind, uint64_t index,
                struct property *property);
    int (*of_text)(struct property *property, const char *text, language_tree *tree, const struct run *run,
                   struct error *error);
    int (*of_formula)(struct property *property, const char *text, enum formula_dialect dialect,
                      language_tree *tree, const struct run *run, struct error *warning, struct error *error);
};

static const struct option_list *list_of(const struct making *making, const struct kind *kind) {
    return (const struct option_list *)((const char *)making->options + kind->offset);
}

static int make_deadlock(const struct making *making, const struct kind *kind, uint64_t index,
                         struct property *property) {
    (void)kind, (void)index;
    return property_make_deadlock(property, &making->job->run, &making->job->error);
}

static int make_livelock(const struct making *making, const struct kind *kind, uint64_t index,
                         struct property *property) {
    (void)kind, (void)index;
    return property_make_livelock(property, &making->job->run, &making->job->error);
}

static int make_of_text(const struct making *making, const struct kind *kind, uint64_t index,
                        struct property *property) {
    struct job *job = making->job;
    const char *text = list_of(making, kind)->items[index];
    return kind->of_text(property, text, making->tree, &job->run, &job->error) == 0
               ? 0
               : blame_option(job, kind->option, text);
}

static int make_monitor(const struct making *making, const struct kind *kind, uint64_t index,
                        struct property *property) {
    struct job *job = making->job;
    const char *path = making->options->monitors.items[index];
    return property_make_monitor(property, path, making->error_states, making->options->error_states.count,
                                 making->tree, &job->run, &job->error) == 0
               ? 0
               : blame_option(job, kind->option, path);
}

static int make_formula(const struct making *making, const struct kind *kind, uint64_t index,
                        struct property *property) {
    struct job *job = making->job;
    const struct option_list *list = list_of(making, kind);
    enum formula_dialect dialect = (enum formula_dialect)making->options->dialect;
    int is_text = kind->of_formula == property_make_formula;
    struct error warning;
    if (kind->of_formula(property, list->items[index], dialect, making->tree, &job->run, &warning,
                         &job->error) != 0) {
        if (is_text) {
            blame_formula(&job->error, list, index);
            hint_file(&job->error, list->items[index]);
        }
        return -1;
    }
    if (is_text) {
        blame_formula(&warning, list, index);
    }
    if (warning.code != ERROR_NONE) {
        job_warning_of_reading(job, &warning);
    }
    return 0;
}

#define OF_TEXT(option, list, maker)                                                                         \
    { option, offsetof(struct property_options, list), make_of_text, maker, NULL }
#define OF_FORMULA(option, list, maker)                                                                      \
    { option, offsetof(struct property_options, list), make_formula, NULL, maker }

static const struct kind kinds[] = {
    {"deadlock", 0, make_deadlock, NULL, NULL},
    {"livelock", 0, make_livelock, NULL, NULL},
    {"monitor", offsetof(struct property_options, monitors), make_monitor, NULL, NULL},
    OF_TEXT("never", never, property_make_never),
    OF_TEXT("starvation", starvation, property_make_starvation),
    OF_TEXT("fair-cycle", fair_cycles, property_make_fair_cycle),
    OF_TEXT("almost-surely", almost_surely, property_make_almost_surely),
    OF_TEXT("almost-surely-repeatedly", repeatedly, property_make_almost_surely_repeatedly),
    OF_FORMULA("formula", formulas, property_make_formula),
    OF_FORMULA("property", formula_files, property_make_formula_file),
};
#define KINDS (sizeof kinds / sizeof *kinds)

static int make_all(const struct making *making, struct property *properties) {
    const struct option_list *given = &making->job->given;
    uint64_t made[KINDS] = {0};
    for (uint64_t i = 0; i < given->count; i++) {
        size_t k = 0;
        while (k < KINDS && strcmp(kinds[k].option, given->items[i]) != 0) {
            k++;
        }
        int is_flag = k < KINDS && (kinds[k].make == make_deadlock || kinds[k].make == make_livelock);
        if (k == KINDS ||
            (is_flag && made[k] > 0)) { /* the name belongs to another option, or the flag was given before */
            continue;
        }
        if (kinds[k].make(making, &kinds[k], made[k]++, properties++) != 0) {
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
    struct making making = {job, options, tree, states};
    int failed = make_all(&making, properties);
    memory_free(&job->memory, states, options->error_states.count * sizeof *states);
    return failed;
}
