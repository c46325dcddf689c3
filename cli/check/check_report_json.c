/* The output of `heddle check --json`. */
#include <jansson.h>

#include "base/error.h"
#include "base/text/json_text.h"
#include "checker/evidence/run_letters.h"
#include "checker/evidence/trace_step.h"
#include "checker/property/fairness.h"
#include "checker/strategy/strategy.h"
#include "api/check/check_passing.h"
#include "api/check/check_reason.h"
#include "cli/check/check_counts.h"
#include "cli/check/check_report.h"
#include "cli/common.h"
#include "cli/compose_rows.h"
#include "parity/solver/solver.h"

/* Adds the members that only formulas have. Returns 0, or -1 if memory runs out. */
static int add_formula(const struct checked *checked, uint32_t index, json_t *object) {
    static const char *const grounds[] = {
        [GROUNDS_REACHED] = "reached", [GROUNDS_ABSENT] = "absent",   [GROUNDS_SEVERAL] = "several",
        [GROUNDS_LABELS] = "labels",   [GROUNDS_TRIVIAL] = "trivial", [GROUNDS_GAME] = "game"};
    const struct check_result *result = &checked->check->results[index];
    const struct check_game *game = &result->game;
    int failed = json_object_set_new(object, "formula",
                                     json_text(&checked->job->memory, checked->properties[index].text));
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

/* What is assumed of runs, and of cycles. */
static int add_fairness(const struct checked *checked, const struct property *property, json_t *object) {
    const struct fairness none = {.processes = FAIRNESS_NONE},
                          *fairness = property->fairness == NULL ? &none : property->fairness;
    int failed = json_object_set_new(object, "fairness", json_string(fairness_names[fairness->processes]));
    if (fairness->text != NULL) {
        failed |=
            json_object_set_new(object, "fair_labels", json_text(&checked->job->memory, fairness->text));
    }
    return failed;
}

/* The same as add_formula of formulas of linear time. */
static int add_ltl(const struct checked *checked, uint32_t index, json_t *object) {
    const struct property *property = &checked->properties[index];
    const struct check_result *result = &checked->check->results[index];
    const int is_file = property_row(property->kind)->takes == PROPERTY_TAKES_AUTOMATON;
    json_t *text = json_text(&checked->job->memory, is_file ? property->file : property->text);
    return json_object_set_new(object, is_file ? "automaton" : "formula", text) |
           json_object_set_new(object, "class",
                               result->class == NULL ? json_null() : json_string(result->class)) |
           json_object_set_new(object, "automaton_states",
                               json_integer((json_int_t)result->automaton_states));
}

/* What the atoms say on the trace, and whether the run ends there. */
static int add_letters(const struct checked *checked, uint32_t index, json_t *object) {
    const struct check_result *result = &checked->check->results[index];
    struct memory *memory = &checked->job->memory;
    const struct evidence_claim claim = {
        .subject = &checked->subject, .property = &checked->properties[index], .trace = &result->trace};
    struct run_letters letters = {.is_known = 0};
    int failed = result->has_trace && run_letters_make(&claim, memory, &letters) != 0;
    if (letters.is_known) {
        failed |= json_object_set_new(object, "atoms", run_letters_json(&letters, memory));
    }
    if (letters.is_known && letters.ends) {
        failed |= json_object_set_new(object, "ends", json_true());
    }
    run_letters_free(memory, &letters);
    return failed ? -1 : 0;
}

/* Whether the length of the result's trace is meaningful, even without the trace. */
static int has_length(const struct check_result *result, const struct property *property) {
    return result->is_unlocated ? 0
           : property_is_formula(property)
               ? result->verdict != VERDICT_UNDECIDED &&
                     (result->grounds == GROUNDS_REACHED ||
                      (result->grounds == GROUNDS_GAME && result->has_trace && !check_path_divides(result)))
               : result->verdict == VERDICT_VIOLATED && !property_is_of_schedulers(property->kind);
}

/* Adds what the processes and the observer do in each step of the trace. Returns 0, or -1 if memory runs out.
 */
static int add_steps(const struct checked *checked, uint32_t index, json_t *object) {
    const struct check_result *result = &checked->check->results[index];
    struct memory *memory = &checked->job->memory;
    const struct evidence_claim claim = {.property = &checked->properties[index],
                                         .trace = &result->trace,
                                         .strategy = check_formula_strategy(result->evidence)};
    json_t *observer = trace_observer_json(&claim, memory);
    json_t *local = trace_locals_json(&checked->subject, &result->trace, json_text, memory);
    int failed = json_is_null(local) ? 0 : json_object_set_new(object, "local", local);
    return json_is_null(observer) ? failed : failed | json_object_set_new(object, "observer", observer);
}

/* Whether it is about states, and about which schedulers. */
static int add_schedulers(const struct checked *checked, const struct property *property, json_t *object) {
    int failed = 0;
    if (property->is_state_label || checked->mdp != NULL) {
        failed |= json_object_set_new(object, "state_label", json_boolean(property->is_state_label));
    }
    return failed | json_object_set_new(object, "schedulers",
                                        json_string(check_schedulers_name(property->by_every_scheduler)));
}

/* The verdict and its trace. */
static int add_verdict(const struct checked *checked, uint32_t index, json_t *object) {
    const struct property *property = &checked->properties[index];
    const struct check_result *result = &checked->check->results[index];
    const int returns = result->has_trace && result->trace.lasso != TRACE_NO_LASSO;
    json_t *trace = result->has_trace
                        ? json_texts(&checked->job->memory, result->trace.labels, result->trace.steps)
                        : json_null();
    return json_object_set_new(object, "verdict", json_string(check_verdict_name(result->verdict))) |
           json_object_set_new(object, "expected", json_string(check_expected(property))) |
           json_object_set_new(object, "passed", json_boolean(check_passes(property, result->verdict))) |
           json_object_set_new(object, "seconds", json_real(check_result_seconds(checked->check, index))) |
           json_object_set_new(object, "trace", trace) |
           json_object_set_new(object, "lasso",
                               returns ? json_integer((json_int_t)result->trace.lasso) : json_null());
}

/* The length of the trace, and the file that has it. */
static int add_length(const struct checked *checked, uint32_t index, json_t *object) {
    const struct check_result *result = &checked->check->results[index];
    int failed = 0;
    if (has_length(result, &checked->properties[index])) {
        failed |= json_object_set_new(object, "length", json_integer((json_int_t)result->length));
    }
    if (result->reduced) {
        failed |= json_object_set_new(object, "shortest", json_false());
    }
    if (result->cycle_length != 0) {
        failed |= json_object_set_new(object, "cycle_length", json_integer((json_int_t)result->cycle_length));
    }
    if (checked->traces[index] != NULL) {
        failed |= json_object_set_new(object, "trace_file",
                                      json_text(&checked->job->memory, checked->traces[index]));
    }
    return failed;
}

/* The states of the search that only this property has. */
static int add_product(const struct checked *checked, uint32_t index, json_t *object) {
    const uint32_t number = checked->check->results[index].search;
    const struct check_search *search = number == CHECK_NO_SEARCH ? NULL : &checked->check->searches[number];
    return search == NULL || !search->product
               ? 0
               : json_object_set_new(object, "product_states",
                                     json_integer((json_int_t)search->result.states)) |
                     json_object_set_new(object, "product_transitions",
                                         json_integer((json_int_t)search->result.transitions));
}

/* NULL when memory runs out. */
/* Why it is undecided. */
static int add_reason(const struct checked *checked, uint32_t index, json_t *object) {
    char text[2048];
    struct error why;
    check_why(checked->check, index, &why);
    if (checked->check->results[index].verdict != VERDICT_UNDECIDED || why.code == ERROR_NONE) {
        return 0;
    }
    job_describe(checked->job, &why, text, sizeof text);
    return json_object_set_new(object, "reason", json_text(&checked->job->memory, text));
}

static json_t *json_result(const struct checked *checked, uint32_t index) {
    const struct property *property = &checked->properties[index];
    const int of_schedulers = property_is_of_schedulers(property->kind), is_mdp = checked->mdp != NULL;
    json_t *object = json_pack("{s:o, s:s}", "name", json_text(&checked->job->memory, property->name), "kind",
                               property_row(property->kind)->name);
    if (object == NULL || (is_mdp && add_schedulers(checked, property, object) != 0) ||
        add_verdict(checked, index, object) != 0 || add_reason(checked, index, object) != 0 ||
        (of_schedulers && !is_mdp && add_schedulers(checked, property, object) != 0) ||
        check_vacuity_json(checked, index, object) != 0 ||
        (checked->check->results[index].has_trace && add_steps(checked, index, object) != 0) ||
        (property_is_formula(property) && add_formula(checked, index, object) != 0) ||
        ((property_is_of_runs(property->kind) || property_is_of_likely_runs(property->kind)) &&
         add_ltl(checked, index, object) != 0) ||
        (property_is_of_runs(property->kind) && add_letters(checked, index, object) != 0) ||
        ((property_is_of_runs(property->kind) || property_is_of_cycles(property->kind)) &&
         add_fairness(checked, property, object) != 0) ||
        add_length(checked, index, object) != 0 || add_product(checked, index, object) != 0) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/* --- the whole --- */

static json_t *names_json(const struct checked *checked, const struct composed_group *group) {
    json_t *names = json_array();
    int failed = names == NULL;
    for (uint32_t i = 0; i < group->count && !failed; i++) {
        const char *name = checked->properties[group->properties[i]].name;
        failed = json_array_append_new(names, json_text(&checked->job->memory, name)) != 0;
    }
    if (failed) {
        json_decref(names);
        return NULL;
    }
    return names;
}

static json_t *group_json(const struct checked *checked, const struct composed_group *group) {
    json_t *object = json_pack("{s:o, s:s, s:I, s:f}", "properties", names_json(checked, group),
                               "equivalence", equivalence_name(group->equivalence), "hidden_labels",
                               (json_int_t)group->hidden_count, "seconds", group->seconds);
    if (object != NULL && group->composition != NULL &&
        json_object_set_new(object, "steps", compose_steps_json(group->composition, &checked->job->memory)) !=
            0) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/* Adds the groups to an object as "compositions", if there are any. 0, or -1 when memory runs out. */
static int add_compositions(const struct checked *checked, json_t *object) {
    if (checked->composed.group_count == 0) {
        return 0;
    }
    json_t *list = json_array();
    int failed = list == NULL;
    for (uint32_t i = 0; i < checked->composed.group_count && !failed; i++) {
        failed = json_array_append_new(list, group_json(checked, &checked->composed.groups[i])) != 0;
    }
    failed = failed || json_object_set(object, "compositions", list) != 0;
    json_decref(list);
    return failed ? -1 : 0;
}

/* Adds the files that were not written, if there are any. 0, or -1 when memory runs out. */
static int add_missing(const struct checked *checked, json_t *object) {
    struct memory *memory = &checked->job->memory;
    json_t *list = json_array();
    int failed = list == NULL;
    for (uint64_t i = 0; i < checked->missing_count && !failed; i++) {
        const struct check_missing *missing = &checked->missing[i];
        failed = json_array_append_new(list, json_pack("{s:s, s:o, s:o}", "option", missing->option, "file",
                                                       json_text(memory, missing->file), "reason",
                                                       json_text(memory, missing->reason))) != 0;
    }
    failed = failed || (checked->missing_count != 0 && json_object_set(object, "not_written", list) != 0);
    json_decref(list);
    return failed ? -1 : 0;
}

int check_report_json(const struct checked *checked, const struct check_counts *counts) {
    json_t *object = check_counts_json(checked, counts), *list = json_array();
    int failed = json_object_set_new(object, "properties", list) != 0; /* takes the list, even on failure */
    for (uint32_t i = 0; i < checked->count && !failed; i++) {
        failed = json_array_append_new(list, json_result(checked, i)) != 0;
    }
    if (failed || add_compositions(checked, object) != 0 || add_missing(checked, object) != 0) {
        json_decref(object);
        return error_memory(&checked->job->error, "for the JSON text");
    }
    job_print_json(checked->job, object);
    return 0;
}
