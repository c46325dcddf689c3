/* Properties on the command line, for the commands that have such options. */
#include "cli/check/property_options.h"

#include <fnmatch.h>
#include <string.h>

#include "base/array.h"
#include "base/quantity.h"
#include "base/text/spelling.h"
#include "frontend/formats/table/file_format.h"

uint64_t property_options_count(const struct property_options *options) {
    uint64_t count = options->formula_files.count;
    for (unsigned kind = 0; kind < PROPERTY_KINDS; kind++) {
        count += (options->flags[kind] != 0) + options->texts[kind].count;
    }
    return count;
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
    if (count_streams(options) > 1) {
        return error_set(&job->error, ERROR_USAGE, "standard input has one text: give --property - once");
    }
    return 0;
}

/* Reads the numbers of --error-state. */
static int read_error_states(struct job *job, const struct option_list *texts, struct property_list *list) {
    for (uint64_t i = 0; i < texts->count; i++) {
        uint64_t state;
        if (quantity_parse_number(texts->items[i], &state) != 0) {
            return error_set(&job->error, ERROR_USAGE, "--error-state: '%.200s' is not a number",
                             texts->items[i]);
        }
        if (GROWING_ADD(&job->memory, list->error_states, state) != 0) {
            return error_memory(&job->error, "for the properties");
        }
    }
    return 0;
}

/* --- the list of properties --- */

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
            failed = property_list_add(listing->job, listing->list,
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
    if (outcome == SUITE_IS_FORMULA && property_list_add(job, list, entry) == 0) {
        return 0;
    }
    text_buffer_free(&job->memory, &entry.content);
    return outcome == SUITE_READ ? add_suite(listing, before) : -1;
}

/* Adds the properties of options, which have the names of kinds; besides, --property names files. */
static int add_all(const struct listing *listing) {
    const struct property_options *options = listing->options;
    const struct option_list *given = &listing->job->line.given;
    uint64_t added[PROPERTY_KINDS] = {0}, files = 0;
    int failed = 0;
    for (uint64_t i = 0; i < given->count && !failed; i++) {
        const char *option = given->items[i];
        const enum property_kind kind = property_kind_named(option, strlen(option));
        struct property_entry entry = {.kind = kind, .option = option, .suite_index = PROPERTY_NOT_OF_SUITE};
        if (strcmp(option, "property") == 0) {
            entry.kind = PROPERTY_FORMULA;
            entry.is_file = 1;
            entry.index = files++;
            entry.text = options->formula_files.items[entry.index];
            entry.kind = file_format_of_name(entry.text, NULL) == FILE_LTL ? PROPERTY_LTL : PROPERTY_FORMULA;
            failed = add_file(listing, entry);
        } else if (kind < PROPERTY_KINDS && (!options->flags[kind] || added[kind] == 0)) {
            entry.index = added[kind]++;
            entry.text = options->flags[kind] ? NULL : options->texts[kind].items[entry.index];
            failed = property_list_add(listing->job, listing->list, entry);
        }
    }
    return failed;
}

/* Refuses a pattern of --only that selects nothing, and names the property that is spelled most alike. */
static int refuse_only(const struct listing *listing, const char *pattern) {
    struct spelling_guess guess = {.text = pattern};
    char hint[SPELLING_HINT];
    uint64_t count = 0;
    const struct suite_property *all =
        listing->list->suite == NULL ? NULL : suite_entries(listing->list->suite, &count);
    for (uint64_t i = 0; i < count; i++) {
        spelling_consider(&guess, all[i].name);
    }
    return error_set(&listing->job->error, ERROR_USAGE,
                     "--only %.200s: no property of a suite has such a name%s", pattern,
                     spelling_hint(hint, "'", guess.word));
}

int property_options_read(struct job *job, const struct property_options *options,
                          struct property_list *list) {
    struct listing listing = {job, options, list, NULL};
    for (unsigned kind = 0; kind < PROPERTY_KINDS; kind++) {
        list->formulas[kind] = options->texts[kind].count;
    }
    list->dialect = (enum formula_dialect)options->dialect;
    list->state_labels = options->state_labels;
    list->meaning = (const char *const *)options->meaning.items;
    list->meaning_count = options->meaning.count;
    list->fair_processes = options->fairness < 0 ? FAIRNESS_NONE : options->fairness;
    list->fair_labels = options->fair_labels;
    list->every_scheduler = options->schedulers == SCHEDULERS_ALL;
    listing.matched = memory_allocate_zeroed(&job->memory, options->only.count);
    int failed = read_error_states(job, &options->error_states, list) != 0 ? -1
                 : listing.matched == NULL ? error_memory(&job->error, "for the properties")
                                           : add_all(&listing);
    for (uint64_t i = 0; i < options->only.count && !failed; i++) {
        failed = listing.matched[i] ? 0 : refuse_only(&listing, options->only.items[i]);
    }
    memory_free(&job->memory, listing.matched, options->only.count);
    return failed;
}
