/* Properties on the command line, for the commands that have such options. */
#include "cli/check/property_options.h"

#include <fnmatch.h>
#include <string.h>

#include "base/array.h"
#include "base/quantity.h"
#include "base/text/spelling.h"

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
    return property_kind_takes(kind->kind) == PROPERTY_TAKES_NOTHING;
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
                                       .is_file = kinds[k].in_file,
                                       .suite_index = PROPERTY_NOT_OF_SUITE};
        failed =
            entry.is_file ? add_file(listing, entry) : property_list_add(listing->job, listing->list, entry);
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

int property_options_read(struct job *job, const struct property_options *options,
                          struct property_list *list) {
    struct listing listing = {job, options, list, NULL};
    list->formulas = options->formulas.count;
    list->dialect = (enum formula_dialect)options->dialect;
    list->state_labels = options->state_labels;
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
