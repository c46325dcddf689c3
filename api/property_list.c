/* The properties of a request: listed, then made for a model. */
#include "api/property_list.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "frontend/formats/table/file_format.h"

/* --- the list --- */

int property_list_add(struct job *job, struct property_list *list, struct property_entry entry) {
    if (GROWING_ADD(&job->memory, list->entries, entry) != 0) {
        return error_memory(&job->error, "for the properties");
    }
    list->kinds[entry.kind]++;
    list->of_suites += entry.suite_index != PROPERTY_NOT_OF_SUITE;
    return 0;
}

void property_list_free(struct job *job, struct property_list *list) {
    for (uint64_t i = 0; i < list->entries.count; i++) {
        text_buffer_free(&job->memory, &list->entries.data[i].content);
    }
    GROWING_FREE(&job->memory, list->entries);
    GROWING_FREE(&job->memory, list->error_states);
    GROWING_FREE(&job->memory, list->warnings);
    fairness_free(&list->fairness, &job->run);
    suite_free(list->suite);
    *list = (struct property_list){0};
}

const struct suite_property *property_list_suite(const struct property_list *list, uint64_t index) {
    uint64_t count, suite_index = list->entries.data[index].suite_index;
    return suite_index == PROPERTY_NOT_OF_SUITE ? NULL : suite_entries(list->suite, &count) + suite_index;
}

uint64_t property_list_count(const struct property_list *list, enum property_ground ground) {
    uint64_t count = 0;
    for (unsigned kind = 0; kind < PROPERTY_KINDS; kind++) {
        count += property_row((enum property_kind)kind)->ground == ground ? list->kinds[kind] : 0;
    }
    return count;
}

/* --- messages --- */

int property_is_formula_file(const char *path) {
    return file_format_row(file_format_of_name(path, NULL))->kind == KIND_FORMULA;
}

void property_number_formula(char *name, size_t size, enum property_kind kind, uint64_t index) {
    snprintf(name, size, "%s %llu", property_row(kind)->name, (unsigned long long)index + 1);
}

/* Numbers a formula of the command line in an error or a warning if there are several. */
static void number_formula(const struct property_list *list, const struct property_entry *entry,
                           struct error *error) {
    if (list->formulas[entry->kind] > 1 && error->line != 0) {
        property_number_formula(error->path, sizeof error->path, entry->kind, entry->index);
    }
}

/* Hints at --property: mCRL2's tools take a file name where --formula takes a formula. */
static void hint_file(struct error *error, const char *text) {
    if (error->line != 0 && (property_is_formula_file(text) || access(text, R_OK) == 0)) {
        const size_t used = strlen(error->text);
        snprintf(error->text + used, sizeof error->text - used, " (the formula in a file: --property %.200s)",
                 text);
    }
}

/* Names the property in an error about all of it, rather than a line of a file. */
static int blame_entry(const struct property_entry *entry, uint64_t index, struct error *error) {
    if ((error->code != ERROR_INPUT && error->code != ERROR_USAGE) || error->line != 0) {
        return -1;
    }
    if (entry->option == NULL) {
        return error_prefix(error, "property %llu (%.200s): ", (unsigned long long)index,
                            entry->text == NULL ? "" : entry->text);
    }
    error->code = ERROR_USAGE;
    error->path[0] = '\0'; /* the option's text names the file */
    return error_prefix(error, "--%s %.200s: ", entry->option, entry->text);
}

/* --- making properties --- */

struct making {
    struct job *job;
    struct property_list *list;
    struct property_maker maker;
};

/* Makes a formula that is given as a text, or in a file of its own. */
static int make_formula(struct making *making, const struct property_entry *entry,
                        struct property *property) {
    struct error *error = &making->job->error;
    if (entry->is_file) {
        const struct property_text text = {entry->content.data, entry->content.length, entry->text, NULL, 0};
        const int failed = property_make_text(&making->maker, entry->kind, &text, property);
        property_assume(&making->maker, property);
        return failed;
    }
    int failed = property_make(&making->maker, entry->kind, entry->text, property);
    number_formula(making->list, entry, failed ? error : making->maker.warning);
    if (failed && entry->option != NULL && property_row(entry->kind)->dialect == FORMULA_DIALECT_AUTO) {
        hint_file(error, entry->text);
    }
    return failed;
}

/* Makes one property, with its warning. */
static int make_entry(struct making *making, uint64_t index, struct property *property) {
    const struct property_entry *entry = &making->list->entries.data[index];
    const struct suite_property *of_suite = property_list_suite(making->list, index);
    const int is_formula = property_row(entry->kind)->takes == PROPERTY_TAKES_FORMULA;
    int failed = of_suite != NULL
                     ? suite_make_property(making->list->suite, of_suite, &making->maker, property)
                 : is_formula ? make_formula(making, entry, property)
                              : property_make(&making->maker, entry->kind, entry->text, property);
    /* a formula of a command line has a name of its own in errors */
    return failed && of_suite == NULL && (!is_formula || entry->option == NULL)
               ? blame_entry(entry, index, &making->job->error)
               : failed;
}

/* Makes one property, and keeps its warning. Returns 0, or -1 with the job's error filled. */
static int make_one(struct making *making, uint64_t index, struct property *property) {
    struct error warning = {.code = ERROR_NONE};
    making->maker.warning = &warning;
    making->maker.every_scheduler =
        making->list->every_scheduler || making->list->entries.data[index].by_every_scheduler;
    if (make_entry(making, index, property) != 0) {
        return -1;
    }
    return warning.code == ERROR_NONE ||
                   GROWING_ADD(&making->job->memory, making->list->warnings, warning) == 0
               ? 0
               : error_memory(&making->job->error, "for the properties");
}

/* Makes what properties of cycles and runs assume. */
static int assume(struct making *making) {
    struct property_list *list = making->list;
    list->fairness.processes = (enum fairness_strength)list->fair_processes;
    if (list->fair_labels != NULL && fairness_read(&making->maker, list->fair_labels, &list->fairness) != 0) {
        return error_prefix(&making->job->error, "--fair-labels: ");
    }
    making->maker.fairness = fairness_is_assumed(&list->fairness) ? &list->fairness : NULL;
    return 0;
}

/* Each --ap says what some automaton's atom means. */
static int check_meanings(const struct making *making) {
    const struct property_list *list = making->list;
    uint64_t i = 0;
    while (i < list->meaning_count && making->maker.meaning_used[i]) {
        i++;
    }
    return i == list->meaning_count
               ? 0
               : error_set(&making->job->error, ERROR_USAGE, "--ap %.200s: no automaton has such an atom",
                           list->meaning[i]);
}

int property_list_make(struct job *job, struct property_list *list, language_tree *tree,
                       struct property *properties) {
    struct making making = {
        .job = job,
        .list = list,
        .maker = {.tree = tree,
                  .run = &job->run,
                  .error = &job->error,
                  .dialect = list->dialect,
                  .error_states = list->error_states.data,
                  .error_state_count = list->error_states.count,
                  .state_labels = list->state_labels,
                  .meaning = list->meaning,
                  .meaning_count = list->meaning_count,
                  .meaning_used = memory_allocate_zeroed(&job->memory, list->meaning_count)}};
    int failed =
        making.maker.meaning_used == NULL ? error_memory(&job->error, "for the properties") : assume(&making);
    for (uint64_t i = 0; i < list->entries.count && !failed; i++) {
        failed = run_stops_at(&job->run, i + 1, 4096)
                     ? error_set(&job->error, ERROR_INTERRUPTED, "interrupted while properties were made")
                     : make_one(&making, i, &properties[i]);
    }
    failed = failed || check_meanings(&making) != 0;
    memory_free(&job->memory, making.maker.meaning_used, list->meaning_count);
    return failed ? -1 : 0;
}

void property_list_warn(struct job *job, struct property_list *list) {
    for (uint64_t i = 0; i < list->warnings.count; i++) {
        job_warning_of_reading(job, &list->warnings.data[i]);
    }
    list->warnings.count = 0;
}
