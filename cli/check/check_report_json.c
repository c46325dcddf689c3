/* The output of `heddle check --json`. */
#include <jansson.h>

#include "base/error.h"
#include "base/options/statistics.h"
#include "base/text/json_text.h"
#include "checker/evidence/trace_step.h"
#include "checker/strategy/strategy.h"
#include "cli/check/check_compose.h"
#include "cli/check/check_counts.h"
#include "cli/check/check_files.h"
#include "cli/check/check_passing.h"
#include "cli/check/check_report.h"
#include "cli/check/check_vacuity.h"
#include "parity/solve.h"

/* Adds the members that only formulas have. Returns 0, or -1 if memory runs out. */
static int add_formula(const struct check_report *report, uint32_t index, json_t *object) {
    static const char *const grounds[] = {
        [GROUNDS_REACHED] = "reached", [GROUNDS_ABSENT] = "absent",   [GROUNDS_SEVERAL] = "several",
        [GROUNDS_LABELS] = "labels",   [GROUNDS_TRIVIAL] = "trivial", [GROUNDS_GAME] = "game"};
    const struct check_result *result = &report->check->results[index];
    const struct check_game *game = &result->game;
    int failed = json_object_set_new(object, "formula",
                                     json_text(&report->job->memory, report->properties[index].text));
    if (result->verdict != VERDICT_UNDECIDED) {
        failed |= json_object_set_new(object, "grounds", json_string(grounds[result->grounds]));
    }
    if (result->has_trace && result->verdict == VERDICT_HOLDS) {
        failed |= json_object_set_new(object, "witness", json_true());
    }
    const struct strategy *strategy = check_formula_strategy(result->evidence);
    if (strategy != NULL && strategy->explanation != NULL) {
        failed |= json_object_set(object, "explanation", strategy->explanation);
    }
    if (game->made.vertices != 0) {
        json_t *made =
            json_pack("{s:I, s:I, s:i, s:i, s:s?, s:s?, s:f, s:f}", "vertices",
                      (json_int_t)game->made.vertices, "edges", (json_int_t)game->made.edges, "priorities",
                      (int)game->made.priorities, "alternation_depth", (int)game->alternation_depth, "solver",
                      check_game_solver(game), "engine", game->made.solve.engine, "generate_seconds",
                      game->made.generate_seconds, "solve_seconds", game->made.solve_seconds);
        failed |= json_object_set_new(object, "game", made);
        if (game->made.solve.solver == SOLVER_SPM) {
            failed |= json_object_set_new(made, "lifts", json_count(game->made.solve.lifts));
        }
    }
    return failed ? -1 : 0;
}

/* Whether the length of the result's trace is meaningful, even without the trace. */
static int has_length(const struct check_result *result, enum property_kind kind) {
    return result->is_unlocated ? 0
           : kind == PROPERTY_FORMULA
               ? result->verdict != VERDICT_UNDECIDED &&
                     (result->grounds == GROUNDS_REACHED ||
                      (result->grounds == GROUNDS_GAME && result->has_trace && !check_path_divides(result)))
               : result->verdict == VERDICT_VIOLATED && !property_is_of_schedulers(kind);
}

/* Adds what the processes and the observer do in each step of the trace. Returns 0, or -1 if memory runs out.
 */
static int add_steps(const struct check_report *report, uint32_t index, json_t *object) {
    const struct check_result *result = &report->check->results[index];
    struct memory *memory = &report->job->memory;
    const struct evidence_claim claim = {.property = &report->properties[index],
                                         .trace = &result->trace,
                                         .strategy = check_formula_strategy(result->evidence)};
    json_t *observer = trace_observer_json(&claim, memory);
    json_t *local = trace_locals_json(report->subject, &result->trace, json_text, memory);
    int failed = json_is_null(local) ? 0 : json_object_set_new(object, "local", local);
    return json_is_null(observer) ? failed : failed | json_object_set_new(object, "observer", observer);
}

static json_t *json_result(const struct check_report *report, uint32_t index, const char *path) {
    struct memory *memory = &report->job->memory;
    const struct property *property = &report->properties[index];
    const struct check_result *result = &report->check->results[index];
    json_t *object = json_pack(
        "{s:o, s:s, s:s, s:s, s:b, s:f, s:o, s:o}", "name", json_text(memory, property->name), "kind",
        property_kind_name(property->kind), "verdict", check_report_verdict(result->verdict), "expected",
        check_expected(property), "passed", check_passes(property, result->verdict), "seconds",
        check_result_seconds(report->check, index), "trace",
        result->has_trace ? json_texts(memory, result->trace.labels, result->trace.steps) : json_null(),
        "lasso",
        result->has_trace && result->trace.lasso != TRACE_NO_LASSO
            ? json_integer((json_int_t)result->trace.lasso)
            : json_null());
    int failed = object == NULL;
    failed =
        failed || (property->is_state_label && json_object_set_new(object, "state_label", json_true()) != 0);
    failed = failed ||
             (property_is_of_schedulers(property->kind) &&
              json_object_set_new(object, "schedulers",
                                  json_string(check_report_schedulers(property->by_every_scheduler))) != 0);
    failed = failed || check_vacuity_json(report, index, object) != 0;
    if (!failed && result->has_trace) {
        failed |= add_steps(report, index, object);
    }
    if (!failed && property->kind == PROPERTY_FORMULA) {
        failed |= add_formula(report, index, object);
    }
    if (!failed && has_length(result, property->kind)) {
        failed |= json_object_set_new(object, "length", json_integer((json_int_t)result->length));
    }
    if (!failed && result->reduced) {
        failed |= json_object_set_new(object, "shortest", json_false());
    }
    if (!failed && result->cycle_length != 0) {
        failed |= json_object_set_new(object, "cycle_length", json_integer((json_int_t)result->cycle_length));
    }
    if (!failed && path != NULL) {
        failed |= json_object_set_new(object, "trace_file", json_text(memory, path));
    }
    if (!failed && result->search != CHECK_NO_SEARCH && report->check->searches[result->search].product) {
        const struct check_search *search = &report->check->searches[result->search];
        failed |=
            json_object_set_new(object, "product_states", json_integer((json_int_t)search->result.states)) |
            json_object_set_new(object, "product_transitions",
                                json_integer((json_int_t)search->result.transitions));
    }
    if (failed) {
        json_decref(object);
        return NULL;
    }
    return object;
}

int check_report_json(const struct check_report *report, const struct check_counts *counts,
                      const struct check_files *files) {
    json_t *object = json_object(), *list = json_array();
    int failed =
        statistics_json(&report->job->memory, check_count_rows, CHECK_COUNT_ROWS, counts, object) != 0;
    failed |= json_object_set_new(object, "properties", list) != 0; /* takes the list over, even on failure */
    for (uint32_t i = 0; i < report->count && !failed; i++) {
        failed = json_array_append_new(list, json_result(report, i, files->traces[i])) != 0;
    }
    failed = failed || (report->compose != NULL && check_compose_json(report->compose, object) != 0);
    if (files->missing != NULL) {
        failed |= json_object_set(object, "not_written", files->missing) != 0;
    }
    if (failed) {
        json_decref(object);
        return error_memory(&report->job->error, "for the JSON text");
    }
    job_print_json(report->job, object);
    return 0;
}
