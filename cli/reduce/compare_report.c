/* What `heddle compare` prints: rows for people, an object for programs. */
#include <jansson.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "base/progress.h"
#include "base/text/json_text.h"
#include "cli/reduce/compare.h"
#include "cli/result_rows.h"

#define AT(member) offsetof(struct compare_result, member)

/* Keys of lists are made by hand. */
static const struct statistic_row result_rows[] = {
    {"command", NULL, NULL, STATISTIC_TEXT, AT(command)},
    {NULL, "first", NULL, STATISTIC_TEXT, AT(inputs[0])},
    {NULL, "  states", NULL, STATISTIC_COUNT, AT(states[0])},
    {NULL, "  transitions", NULL, STATISTIC_COUNT, AT(transitions[0])},
    {NULL, "  minimised states", NULL, STATISTIC_COUNT, AT(minimised_states[0])},
    {NULL, "  minimised transitions", NULL, STATISTIC_COUNT, AT(minimised_transitions[0])},
    {NULL, "second", NULL, STATISTIC_TEXT, AT(inputs[1])},
    {NULL, "  states", NULL, STATISTIC_COUNT, AT(states[1])},
    {NULL, "  transitions", NULL, STATISTIC_COUNT, AT(transitions[1])},
    {NULL, "  minimised states", NULL, STATISTIC_COUNT, AT(minimised_states[1])},
    {NULL, "  minimised transitions", NULL, STATISTIC_COUNT, AT(minimised_transitions[1])},
    DEVICE_ROWS(struct compare_result),
    OUTCOME_ROWS(struct compare_result),
    {"search_seconds", "search time", NULL, STATISTIC_SECONDS, AT(search_seconds)},
    {"graph_seconds", "graph time", NULL, STATISTIC_SECONDS, AT(graph_seconds)},
    {"seconds", "comparison time", NULL, STATISTIC_SECONDS, AT(seconds)},
    {"check_seconds", "check time", NULL, STATISTIC_SECONDS, AT(check_seconds)},
    COST_ROWS(struct compare_result),
    {"evidence", "evidence", NULL, STATISTIC_TEXT, AT(evidence)},
    {"equivalence", "equivalence", NULL, STATISTIC_TEXT, AT(equivalence)},
    {"preorder", "preorder", NULL, STATISTIC_TEXT, AT(preorder)},
    {NULL, "equivalent", NULL, STATISTIC_TEXT, AT(equality)},
    {NULL, "included", NULL, STATISTIC_TEXT, AT(inclusion)},
    {"equivalent", "equivalent", NULL, STATISTIC_TRUTH, AT(equivalent)},
    {"included", "included", NULL, STATISTIC_TRUTH, AT(included)},
    {NULL, "difference", NULL, STATISTIC_TEXT, AT(difference)},
    {NULL, "labels", NULL, STATISTIC_TEXT, AT(word)},
    {NULL, "formula", NULL, STATISTIC_TEXT, AT(formula)},
    {NULL, "checked", NULL, STATISTIC_TEXT, AT(checked)},
};

#define RESULT_ROWS LENGTH(result_rows)

void compare_clear_result(struct compare_result *result) {
    statistics_clear(result_rows, RESULT_ROWS, result);
}

static json_t *json_pair(const uint64_t counts[2]) {
    return json_pack("[o, o]", json_count(counts[0]), json_count(counts[1]));
}

static int add_counts(const struct compare_result *result, json_t *object) {
    const struct {
        const char *key;
        const uint64_t *counts;
    } pairs[] = {{"states", result->states},
                 {"transitions", result->transitions},
                 {"minimised_states", result->minimised_states},
                 {"minimised_transitions", result->minimised_transitions}};
    for (unsigned i = 0; i < LENGTH(pairs); i++) {
        if (pairs[i].counts[0] != STATISTIC_ABSENT && pairs[i].counts[1] != STATISTIC_ABSENT &&
            json_object_set_new(object, pairs[i].key, json_pair(pairs[i].counts)) != 0) {
            return -1;
        }
    }
    return 0;
}

static int add_diagnostic(struct compare_work *work, json_t *object) {
    struct memory *memory = &work->job->memory;
    const struct difference *difference = &work->comparison.difference;
    if (difference->kind == DIFFERENCE_NONE) {
        return 0;
    }
    json_t *diagnostic = json_pack("{s:s}", "kind", difference_kind_name(difference->kind));
    int failed = diagnostic == NULL;
    if (difference->kind != DIFFERENCE_FORMULA) {
        failed = failed || json_object_set_new(diagnostic, "trace",
                                               json_texts(memory, difference->word, difference->length)) != 0;
        failed =
            failed || (difference->word_of != 0 &&
                       json_object_set_new(diagnostic, "trace_of", json_integer(difference->word_of)) != 0);
    }
    if (difference->holds_in != 0) {
        failed =
            failed || json_object_set_new(diagnostic, "holds_in", json_integer(difference->holds_in)) != 0;
    }
    if (work->result.formula != NULL) {
        failed = failed ||
                 json_object_set_new(diagnostic, "formula", json_text(memory, work->result.formula)) != 0 ||
                 json_object_set_new(diagnostic, "checked", json_boolean(work->confirmed)) != 0;
    }
    return failed || json_object_set_new(object, "diagnostic", diagnostic) != 0 ? -1 : 0;
}

int compare_print(struct compare_work *work) {
    struct job *job = work->job;
    struct compare_result *result = &work->result;
    progress_clear(&console_of(job)->progress);
    if (!console_of(job)->json) {
        if (!console_of(job)->quiet) {
            const int at_least = !work->operands[0].complete || !work->operands[1].complete;
            statistics_print(result_rows, RESULT_ROWS, result, at_least, console_results(job));
        }
        return 0;
    }
    json_t *object = json_object();
    if (statistics_json(&job->memory, result_rows, RESULT_ROWS, result, object) != 0 ||
        json_object_set_new(object, "inputs", json_texts(&job->memory, result->inputs, 2)) != 0 ||
        add_counts(result, object) != 0 || add_diagnostic(work, object) != 0) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}
