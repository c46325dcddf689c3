/* Properties on a command line, for the commands that take them. */
#include "cli/property_options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/quantity.h"
#include "base/text.h"

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

/* What is wrong with a property as a whole, rather than in some line of a file, is a matter of its option. */
static int blame_option(struct job *job, const char *option, const char *value) {
    struct error *error = &job->error;
    if ((error->code == ERROR_INPUT || error->code == ERROR_USAGE) && error->line == 0) {
        char text[sizeof error->text];
        memcpy(text, error->text, sizeof text);
        error_set(error, ERROR_USAGE, "%s %.200s: %.700s", option, value, text);
    }
    return -1;
}

/* The numbers of --error-state; the caller frees them. */
static uint64_t *read_error_states(struct job *job, const struct option_list *list) {
    uint64_t *states = memory_allocate_array(&job->memory, list->count, sizeof *states);
    for (uint64_t i = 0; i < list->count && states != NULL; i++) {
        if (quantity_parse_number(list->items[i], &states[i]) != 0) {
            error_set(&job->error, ERROR_USAGE, "--error-state: '%.200s' is no number", list->items[i]);
            memory_free(&job->memory, states, list->count * sizeof *states);
            return NULL;
        }
    }
    if (states == NULL) {
        error_set(&job->error, ERROR_MEMORY, "not enough memory for the properties");
    }
    return states;
}

static int make_monitors(struct job *job, const struct property_options *options, exp_tree *tree,
                         struct property *properties) {
    uint64_t *states = read_error_states(job, &options->error_states);
    if (states == NULL) {
        return -1;
    }
    int failed = 0;
    for (uint64_t i = 0; i < options->monitors.count && !failed; i++) {
        const char *path = options->monitors.items[i];
        failed = property_make_monitor(&properties[i], path, states, options->error_states.count, tree,
                                       &job->run, &job->error) != 0 &&
                 blame_option(job, "--monitor", path) != 0;
    }
    memory_free(&job->memory, states, options->error_states.count * sizeof *states);
    return failed ? -1 : 0;
}

/* --- formulas --- */

typedef int (*formula_maker)(struct property *property, const char *text, enum formula_dialect dialect,
                             exp_tree *tree, const struct run *run, struct error *warning,
                             struct error *error);

void property_options_name_formula(char *name, size_t size, uint64_t index) {
    snprintf(name, size, "formula %llu", (unsigned long long)index + 1);
}

/* Which of several --formula an error or a warning is in. */
static void blame_formula(struct error *error, const struct option_list *list, uint64_t index) {
    if (list->count > 1 && error->line != 0) {
        property_options_name_formula(error->path, sizeof error->path, index);
    }
}

/* mCRL2's tools take the name of a file where --formula takes the formula. */
static void hint_file(struct error *error, const char *text) {
    if (error->line != 0 &&
        (text_ends_with(text, ".mcl") || text_ends_with(text, ".mcf") || access(text, R_OK) == 0)) {
        char said[sizeof error->text];
        memcpy(said, error->text, sizeof said);
        snprintf(error->text, sizeof error->text, "%.700s (the formula in a file: --property %.200s)", said,
                 text);
    }
}

static int make_formulas(struct job *job, const struct option_list *list, formula_maker make,
                         enum formula_dialect dialect, exp_tree *tree, struct property *properties) {
    int is_text = make == property_make_formula;
    for (uint64_t i = 0; i < list->count; i++) {
        struct error warning;
        char text[2048];
        if (make(&properties[i], list->items[i], dialect, tree, &job->run, &warning, &job->error) != 0) {
            if (is_text) {
                blame_formula(&job->error, list, i);
                hint_file(&job->error, list->items[i]);
            }
            return -1;
        }
        if (is_text) {
            blame_formula(&warning, list, i);
        }
        if (warning.code != ERROR_NONE) {
            job_warning(job, "%s", error_describe(&warning, text, sizeof text));
        }
    }
    return 0;
}

/* --- all of them --- */

typedef int (*property_maker)(struct property *property, const char *text, exp_tree *tree,
                              const struct run *run, struct error *error);

/* One property for each text of a list; *properties is then behind them. */
static int make_list(struct job *job, const char *option, const struct option_list *list, property_maker make,
                     exp_tree *tree, struct property **properties) {
    for (uint64_t i = 0; i < list->count; i++) {
        if (make((*properties)++, list->items[i], tree, &job->run, &job->error) != 0) {
            return blame_option(job, option, list->items[i]);
        }
    }
    return 0;
}

int property_options_make(struct job *job, const struct property_options *options, exp_tree *tree,
                          struct property *properties) {
    if (options->deadlock && property_make_deadlock(properties++, &job->run, &job->error) != 0) {
        return -1;
    }
    if (make_list(job, "--never", &options->never, property_make_never, tree, &properties) != 0) {
        return -1;
    }
    if (options->livelock && property_make_livelock(properties++, &job->run, &job->error) != 0) {
        return -1;
    }
    if (make_list(job, "--starvation", &options->starvation, property_make_starvation, tree, &properties) !=
            0 ||
        make_list(job, "--fair-cycle", &options->fair_cycles, property_make_fair_cycle, tree, &properties) !=
            0 ||
        make_list(job, "--almost-surely", &options->almost_surely, property_make_almost_surely, tree,
                  &properties) != 0 ||
        make_list(job, "--almost-surely-repeatedly", &options->repeatedly,
                  property_make_almost_surely_repeatedly, tree, &properties) != 0) {
        return -1;
    }
    if (make_monitors(job, options, tree, properties) != 0) {
        return -1;
    }
    properties += options->monitors.count;
    enum formula_dialect dialect = (enum formula_dialect)options->dialect;
    return make_formulas(job, &options->formulas, property_make_formula, dialect, tree, properties) != 0
               ? -1
               : make_formulas(job, &options->formula_files, property_make_formula_file, dialect, tree,
                               properties + options->formulas.count);
}
