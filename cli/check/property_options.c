/* Properties on the command line, for the commands that have such options. */
#include "cli/check/property_options.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/quantity.h"
#include "base/text/spelling.h"
#include "frontend/formats/table/file_format.h"

uint64_t property_options_count(const struct property_options *options) {
    return (uint64_t)(options->deadlock != 0) + (options->livelock != 0) + options->never.count +
           options->starvation.count + options->never_cycles.count + options->almost_surely.count +
           options->repeatedly.count + options->monitors.count + options->formulas.count +
           options->formula_files.count;
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
    if (options->dialect != FORMULA_DIALECT_AUTO &&
        options->formulas.count + options->formula_files.count == 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "--dialect says how formulas are read: give a --formula or --property");
    }
    if (count_streams(options) > 1) {
        return error_set(&job->error, ERROR_USAGE, "standard input has one text: give --property - once");
    }
    if (options->only.count != 0 && options->formula_files.count == 0) {
        return error_set(&job->error, ERROR_USAGE,
                         "--only selects properties of a suite: give a --property FILE that is one");
    }
    return 0;
}

/* Names the option in an error about a whole property, rather than a line of a file. */
static int blame_option(struct job *job, const char *option, const char *value) {
    struct error *error = &job->error;
    if ((error->code == ERROR_INPUT || error->code == ERROR_USAGE) && error->line == 0) {
        error->code = ERROR_USAGE;
        error_prefix(error, "--%s %.200s: ", option, value);
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

/* --- the list of properties --- */

/* An option for properties. */
struct kind {
    const char *option;
    enum property_kind kind;
    int in_file;   /* FORMULA: its texts name files */
    size_t offset; /* offset of its texts, a struct option_list, in struct property_options */
};

#define OPTION(option, kind, list)                                                                           \
    { option, kind, 0, offsetof(struct property_options, list) }

static const struct kind kinds[] = {
    {"deadlock", PROPERTY_DEADLOCK, 0, 0},
    {"livelock", PROPERTY_LIVELOCK, 0, 0},
    OPTION("monitor", PROPERTY_MONITOR, monitors),
    OPTION("never", PROPERTY_NEVER, never),
    OPTION("starvation", PROPERTY_STARVATION, starvation),
    OPTION("never-cycle", PROPERTY_NEVER_CYCLE, never_cycles),
    OPTION("almost-surely", PROPERTY_ALMOST_SURELY, almost_surely),
    OPTION("almost-surely-repeatedly", PROPERTY_ALMOST_SURELY_REPEATEDLY, repeatedly),
    OPTION("formula", PROPERTY_FORMULA, formulas),
    {"property", PROPERTY_FORMULA, 1, offsetof(struct property_options, formula_files)},
};

static int is_flag(const struct kind *kind) {
    return kind->kind == PROPERTY_DEADLOCK || kind->kind == PROPERTY_LIVELOCK;
}

static int add_entry(struct job *job, struct property_list *list, struct property_entry entry) {
    list->kinds[entry.kind]++;
    list->of_suites += entry.suite_index != PROPERTY_NOT_OF_SUITE;
    return GROWING_ADD(&job->memory, list->entries, entry) == 0
               ? 0
               : error_memory(&job->error, "for the properties");
}

/* The work of listing properties. */
struct listing {
    struct job *job;
    const struct property_options *options;
    struct property_list *list;
    unsigned char *matched; /* by pattern of --only: whether it selects a property */
};

/* Whether --only selects a property of a suite. */
static int is_selected(const struct listing *listing, const char *name) {
    const struct option_list *only = &listing->options->only;
    int selected = only->count == 0;
    for (uint64_t i = 0; i < only->count; i++) {
        if (fnmatch(only->items[i], name, 0) == 0) {
            listing->matched[i] = 1;
            selected = 1;
        }
    }
    return selected;
}

static int add_suite(const struct listing *listing, uint64_t first) {
    uint64_t count;
    const struct suite_property *all = suite_entries(listing->list->suite, &count);
    int failed = 0;
    for (uint64_t i = first; i < count && !failed; i++) {
        if (is_selected(listing, all[i].name)) {
            failed = add_entry(listing->job, listing->list,
                               (struct property_entry){.kind = all[i].kind, .suite_index = i});
        }
    }
    return failed;
}

/* Reads a file of --property: a suite, or one formula. */
static int add_file(const struct listing *listing, struct property_entry entry) {
    struct job *job = listing->job;
    struct property_list *list = listing->list;
    uint64_t before;
    list->suite = list->suite != NULL
                      ? list->suite
                      : suite_create(&job->run, (enum formula_dialect)listing->options->dialect);
    if (list->suite == NULL) {
        return error_memory(&job->error, "for the properties");
    }
    suite_entries(list->suite, &before);
    enum suite_outcome outcome = suite_read(list->suite, entry.text, &entry.content, &job->error);
    if (outcome == SUITE_IS_FORMULA && add_entry(job, list, entry) == 0) {
        return 0;
    }
    text_buffer_free(&job->memory, &entry.content);
    return outcome == SUITE_READ ? add_suite(listing, before) : -1;
}

static int add_all(const struct listing *listing) {
    const struct option_list *given = &listing->job->line.given;
    uint64_t added[LENGTH(kinds)] = {0};
    int failed = 0;
    for (uint64_t i = 0; i < given->count && !failed; i++) {
        size_t k = 0;
        while (k < LENGTH(kinds) && strcmp(kinds[k].option, given->items[i]) != 0) {
            k++;
        }
        if (k == LENGTH(kinds) || (is_flag(&kinds[k]) && added[k] > 0)) {
            continue; /* the name belongs to another option, or the flag was given before */
        }
        const struct option_list *texts =
            (const struct option_list *)((const char *)listing->options + kinds[k].offset);
        struct property_entry entry = {.kind = kinds[k].kind,
                                       .option = kinds[k].option,
                                       .text = is_flag(&kinds[k]) ? NULL : texts->items[added[k]],
                                       .index = added[k]++,
                                       .suite_index = PROPERTY_NOT_OF_SUITE};
        failed = kinds[k].in_file ? add_file(listing, entry) : add_entry(listing->job, listing->list, entry);
    }
    return failed;
}

/* Refuses a pattern of --only that selects nothing, and names the property that is spelled most alike. */
static int refuse_only(const struct listing *listing, const char *pattern) {
    const char *nearest = NULL;
    uint32_t best = UINT32_MAX;
    uint64_t count = 0;
    const struct suite_property *all =
        listing->list->suite == NULL ? NULL : suite_entries(listing->list->suite, &count);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t distance = spelling_distance(pattern, all[i].name);
        if (distance < best) {
            best = distance;
            nearest = all[i].name;
        }
    }
    return error_set(&listing->job->error, ERROR_USAGE,
                     "--only %.200s: no property of a suite has such a name%s%.200s%s", pattern,
                     nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
                     nearest != NULL ? "'?" : "");
}

int property_list_read(struct job *job, const struct property_options *options, struct property_list *list) {
    struct listing listing = {job, options, list, NULL};
    listing.matched = memory_allocate_zeroed(&job->memory, options->only.count);
    int failed =
        listing.matched == NULL ? error_memory(&job->error, "for the properties") : add_all(&listing);
    for (uint64_t i = 0; i < options->only.count && !failed; i++) {
        failed = listing.matched[i] ? 0 : refuse_only(&listing, options->only.items[i]);
    }
    memory_free(&job->memory, listing.matched, options->only.count);
    return failed;
}

void property_list_free(struct job *job, struct property_list *list) {
    for (uint64_t i = 0; i < list->entries.count; i++) {
        text_buffer_free(&job->memory, &list->entries.data[i].content);
    }
    GROWING_FREE(&job->memory, list->entries);
    suite_free(list->suite);
    *list = (struct property_list){0};
}

const struct suite_property *property_list_suite(const struct property_list *list, uint64_t index) {
    uint64_t count, suite_index = list->entries.data[index].suite_index;
    return suite_index == PROPERTY_NOT_OF_SUITE ? NULL : suite_entries(list->suite, &count) + suite_index;
}

uint64_t property_list_cycles(const struct property_list *list) {
    return list->kinds[PROPERTY_LIVELOCK] + list->kinds[PROPERTY_STARVATION] +
           list->kinds[PROPERTY_NEVER_CYCLE];
}

uint64_t property_list_schedulers(const struct property_list *list) {
    return list->kinds[PROPERTY_ALMOST_SURELY] + list->kinds[PROPERTY_ALMOST_SURELY_REPEATEDLY];
}

/* --- making properties --- */

struct making {
    struct job *job;
    const struct property_options *options;
    const struct property_list *list;
    struct property_maker maker;
};

/* Makes a formula of the command line, or of a file of its own. */
static int make_formula(struct making *making, const struct property_entry *entry,
                        struct property *property) {
    struct error *error = &making->job->error;
    if (entry->content.data != NULL) {
        const struct property_text text = {entry->content.data, entry->content.length, entry->text, NULL, 0};
        return property_make_formula_text(&making->maker, &text, property);
    }
    int failed = property_make(&making->maker, PROPERTY_FORMULA, entry->text, property);
    blame_formula(failed ? error : making->maker.warning, &making->options->formulas, entry->index);
    if (failed) {
        hint_file(error, entry->text);
    }
    return failed;
}

/* Makes one property. Returns 0, or -1 with the job's error filled. */
static int make_one(struct making *making, uint64_t index, struct property *property) {
    const struct property_entry *entry = &making->list->entries.data[index];
    const struct suite_property *of_suite = property_list_suite(making->list, index);
    struct error warning = {.code = ERROR_NONE};
    making->maker.warning = &warning;
    if (of_suite == NULL && entry->kind != PROPERTY_FORMULA) {
        return property_make(&making->maker, entry->kind, entry->text, property) == 0
                   ? 0
                   : blame_option(making->job, entry->option, entry->text);
    }
    int failed = of_suite != NULL
                     ? suite_make_property(making->list->suite, of_suite, &making->maker, property)
                     : make_formula(making, entry, property);
    if (!failed && warning.code != ERROR_NONE) {
        job_warning_of_reading(making->job, &warning);
    }
    return failed;
}

int property_list_make(struct job *job, const struct property_options *options,
                       const struct property_list *list, language_tree *tree, struct property *properties) {
    uint64_t *states = read_error_states(job, &options->error_states);
    int failed = 0;
    if (states == NULL) {
        return -1;
    }
    struct making making = {.job = job,
                            .options = options,
                            .list = list,
                            .maker = {.tree = tree,
                                      .run = &job->run,
                                      .error = &job->error,
                                      .dialect = (enum formula_dialect)options->dialect,
                                      .error_states = states,
                                      .error_state_count = options->error_states.count,
                                      .state_labels = options->state_labels,
                                      .every_scheduler = options->schedulers == SCHEDULERS_ALL}};
    for (uint64_t i = 0; i < list->entries.count && !failed; i++) {
        failed = make_one(&making, i, &properties[i]);
    }
    memory_free(&job->memory, states, options->error_states.count * sizeof *states);
    return failed;
}
