/* What `heddle compare` prints: rows for people, an object for programs. */
#include <jansson.h>
#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "base/quantity.h"
#include "base/text/json_text.h"
#include "cli/reduce/compare.h"
#include "cli/result_rows.h"

#define AT(member) offsetof(struct compare_shown, member)

/* Keys of lists are made by hand. */
static const struct statistic_row result_rows[] = {
    {"command", NULL, NULL, STATISTIC_TEXT, AT(command)},
    {NULL, "first", NULL, STATISTIC_TEXT, AT(inputs[0])},
    {NULL, "  states", NULL, STATISTIC_COUNT, AT(result.operands[0].search.states)},
    {NULL, "  transitions", NULL, STATISTIC_COUNT, AT(result.operands[0].search.transitions)},
    {NULL, "  minimised states", NULL, STATISTIC_COUNT, AT(result.comparison.minimised_states[0])},
    {NULL, "  minimised transitions", NULL, STATISTIC_COUNT, AT(result.comparison.minimised_transitions[0])},
    {NULL, "second", NULL, STATISTIC_TEXT, AT(inputs[1])},
    {NULL, "  states", NULL, STATISTIC_COUNT, AT(result.operands[1].search.states)},
    {NULL, "  transitions", NULL, STATISTIC_COUNT, AT(result.operands[1].search.transitions)},
    {NULL, "  minimised states", NULL, STATISTIC_COUNT, AT(result.comparison.minimised_states[1])},
    {NULL, "  minimised transitions", NULL, STATISTIC_COUNT, AT(result.comparison.minimised_transitions[1])},
    DEVICE_ROWS(struct compare_shown),
    OUTCOME_ROWS(struct compare_shown),
    {"search_seconds", "search time", NULL, STATISTIC_SECONDS, AT(search_seconds)},
    {"graph_seconds", "graph time", NULL, STATISTIC_SECONDS, AT(graph_seconds)},
    {"seconds", "comparison time", NULL, STATISTIC_SECONDS, AT(result.seconds)},
    {"check_seconds", "check time", NULL, STATISTIC_SECONDS, AT(result.check_seconds)},
    COST_ROWS(struct compare_shown),
    {"evidence", "evidence", NULL, STATISTIC_TEXT, AT(result.evidence)},
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

/* --- what is shown --- */

#define LABELS_SHOWN 200u /* of a word, in the rows for people */

/* Where it was searched, or compared. */
static const char *device_of(const struct job *job, const struct compare_result *result) {
    const struct operand *second = &result->operands[1];
    const char *device = operand_device(job, &result->operands[0]);
    const int differs = second->path != NULL && strcmp(device, operand_device(job, second)) != 0;
    return result->refining.on_device ? "cuda" : differs ? "both" : device;
}

static void note_times(struct compare_shown *shown) {
    shown->search_seconds = -1;
    shown->graph_seconds = shown->result.operands[0].path != NULL ? 0 : -1;
    for (int k = 0; k < 2; k++) {
        const struct operand *operand = &shown->result.operands[k];
        if (operand->effort.seconds >= 0) {
            shown->search_seconds =
                operand->effort.seconds + (shown->search_seconds > 0 ? shown->search_seconds : 0);
        }
        shown->graph_seconds += operand->graph_seconds > 0 ? operand->graph_seconds : 0;
    }
}

/* Whether the relation holds, as far as that is known. */
static void note_answer(struct compare_shown *shown, int code) {
    const struct compare_result *result = &shown->result;
    const int is_preorder = shown->request->preorder >= 0;
    shown->equivalent = shown->included = -1;
    *(is_preorder ? &shown->preorder : &shown->equivalence) =
        compare_relation_name(compare_relation_of(shown->request));
    if (result->compared) {
        *(is_preorder ? &shown->included : &shown->equivalent) = result->comparison.related;
    }
    if (code == EXIT_UNDECIDED) {
        *(is_preorder ? &shown->inclusion : &shown->equality) = "undecided";
    }
}

static int add_word(struct memory *memory, const struct difference *difference, struct text_buffer *word) {
    const uint64_t shown = difference->length <= LABELS_SHOWN ? difference->length : LABELS_SHOWN;
    int failed = 0;
    for (uint64_t at = 0; at < shown && !failed; at++) {
        failed = (at > 0 && text_buffer_add(memory, word, ", ") != 0) ||
                 text_buffer_add(memory, word, difference->word[at]) != 0;
    }
    if (shown < difference->length && !failed) {
        char count[QUANTITY_TEXT];
        failed = text_buffer_add(memory, word, ", .. and ") != 0 ||
                 text_buffer_add(memory, word, quantity_number(difference->length - shown, count)) != 0 ||
                 text_buffer_add(memory, word, " more (--json lists all)") != 0;
    }
    return failed;
}

/* "trace, of the first alone" */
static int add_kind(struct memory *memory, const struct difference *difference, struct text_buffer *text) {
    static const char *const ordinals[] = {"first", "second"};
    const int of = difference->word_of != 0 ? difference->word_of : difference->holds_in;
    return text_buffer_add(memory, text, difference_kind_name(difference->kind)) != 0 ||
           (of != 0 && (text_buffer_add(memory, text, ", of the ") != 0 ||
                        text_buffer_add(memory, text, ordinals[of - 1]) != 0 ||
                        text_buffer_add(memory, text, " alone") != 0));
}

/* What a check of the formula said. */
static const char *checked_text(const struct compare_shown *shown) {
    const int with_numbers = compare_relation_of(shown->request) == COMPARE_PROBABILISTIC;
    return shown->formula == NULL     ? NULL
           : !shown->result.confirmed ? (with_numbers ? NULL : "no")
           : with_numbers             ? "on the classes of both inputs"
                                      : "on both inputs";
}

/* The difference, if there is one. 0, or -1 with job->error. */
static int describe(struct job *job, struct compare_shown *shown) {
    const struct comparison *comparison = &shown->result.comparison;
    const struct difference *difference = &comparison->difference;
    if (!shown->result.compared || comparison->related) {
        return 0;
    }
    if (add_kind(&job->memory, difference, &shown->difference_text) != 0 ||
        add_word(&job->memory, difference, &shown->word_text) != 0) {
        return error_memory(&job->error, "for the difference");
    }
    shown->difference = shown->difference_text.data;
    shown->word = shown->word_text.data;
    shown->formula = difference->formula.data;
    shown->checked = checked_text(shown);
    return 0;
}

/* Fills what follows from the result. 0, or -1 with job->error. */
static int fill(struct job *job, struct compare_shown *shown, int code) {
    shown->command = "compare";
    shown->inputs[0] = shown->request->paths[0];
    shown->inputs[1] = shown->request->paths[1];
    shown->complete = code == EXIT_DONE || code == EXIT_VIOLATED;
    shown->device = device_of(job, &shown->result);
    shown->threads = job->run.threads;
    shown->total_seconds = run_clock() - job->started;
    shown->memory_bytes = memory_peak(&job->memory);
    note_times(shown);
    note_answer(shown, code);
    return describe(job, shown);
}

/* --- JSON --- */

/* Adds two counts, unless one is not known. */
static int add_pair(json_t *object, const char *key, uint64_t first, uint64_t second) {
    return first == STATISTIC_ABSENT || second == STATISTIC_ABSENT
               ? 0
               : json_object_set_new(object, key, json_pack("[o, o]", json_count(first), json_count(second)));
}

static int add_counts(const struct compare_result *result, json_t *object) {
    const struct explore_result *first = &result->operands[0].search, *second = &result->operands[1].search;
    const uint64_t *states = result->comparison.minimised_states,
                   *transitions = result->comparison.minimised_transitions;
    return add_pair(object, "states", first->states, second->states) != 0 ||
                   add_pair(object, "transitions", first->transitions, second->transitions) != 0 ||
                   add_pair(object, "minimised_states", states[0], states[1]) != 0 ||
                   add_pair(object, "minimised_transitions", transitions[0], transitions[1]) != 0
               ? -1
               : 0;
}

static int add_diagnostic(struct memory *memory, const struct compare_shown *shown, json_t *object) {
    const struct difference *difference = &shown->result.comparison.difference;
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
    if (shown->formula != NULL) {
        failed = failed ||
                 json_object_set_new(diagnostic, "formula", json_text(memory, shown->formula)) != 0 ||
                 json_object_set_new(diagnostic, "checked", json_boolean(shown->result.confirmed)) != 0;
    }
    return failed || json_object_set_new(object, "diagnostic", diagnostic) != 0 ? -1 : 0;
}

static int print(struct job *job, const struct compare_shown *shown) {
    const struct operand *operands = shown->result.operands;
    if (!console_of(job)->json) {
        return job_print_statistics(job, result_rows, RESULT_ROWS, shown,
                                    !operands[0].complete || !operands[1].complete);
    }
    json_t *object = json_object();
    if (statistics_json(&job->memory, result_rows, RESULT_ROWS, shown, object) != 0 ||
        json_object_set_new(object, "inputs", json_texts(&job->memory, shown->inputs, 2)) != 0 ||
        add_counts(&shown->result, object) != 0 || add_diagnostic(&job->memory, shown, object) != 0) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

int compare_print(struct job *job, struct compare_shown *shown, int code) {
    const int failed = fill(job, shown, code) != 0 || print(job, shown) != 0;
    text_buffer_free(&job->memory, &shown->difference_text);
    text_buffer_free(&job->memory, &shown->word_text);
    return failed ? -1 : 0;
}
