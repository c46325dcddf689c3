/* What is said of a verdict: in rows, reports and test results. */
#include "api/check/check_reason.h"

#include "api/check.h"
#include "api/check/check_vacuity.h"
#include "base/array.h"
#include "base/quantity.h"
#include "checker/evidence/trace_table.h"
#include "explorer/model/network.h"

static const char *const verdict_names[] = {"holds", "violated", "undecided"};

const char *check_schedulers_name(int every) {
    return every ? "all" : "some";
}

const char *check_verdict_name(enum verdict verdict) {
    return verdict_names[verdict];
}

void check_why(const struct check *check, uint32_t index, struct error *why) {
    static const struct {
        enum error_code code;
        const char *text;
    } ends[] = {[EXPLORE_LIMIT] = {ERROR_LIMIT, "the search reached its limit (--max-states, --max-depth)"},
                [EXPLORE_FULL] = {ERROR_MEMORY, "the search ran out of memory"},
                [EXPLORE_INTERRUPTED] = {ERROR_INTERRUPTED, "the search was interrupted"},
                [EXPLORE_TIMEOUT] = {ERROR_INTERRUPTED, "the search ran out of time (--timeout)"}};
    const struct check_result *result = &check->results[index];
    *why = result->why;
    if (why->code == ERROR_NONE && result->search != CHECK_NO_SEARCH) {
        const enum explore_outcome outcome = check->searches[result->search].result.outcome;
        if (outcome < LENGTH(ends) && ends[outcome].text != NULL) {
            error_set(why, ends[outcome].code, "%s", ends[outcome].text);
        }
    }
}

/* " by a cycle of 2 steps after 5 steps". is_run: of a property of linear time. */
static void print_place(const struct check_result *result, int is_run, FILE *stream) {
    char steps[QUANTITY_TEXT];
    uint64_t before = result->length - result->cycle_length;
    if (result->is_unlocated) {
        return;
    }
    if (result->cycle_length != 0) {
        fprintf(stream, " by a cycle of %s step%s", quantity_number(result->cycle_length, steps),
                result->cycle_length == 1 ? "" : "s");
    }
    if (is_run && result->cycle_length == 0 && result->ends_in_deadlock) {
        fprintf(stream, " by a run that ends");
    }
    if (before == 0) {
        fprintf(stream, " in the initial state");
    } else {
        fprintf(stream, " after %s step%s", quantity_number(before, steps), before == 1 ? "" : "s");
    }
    if (result->reduced) {
        fprintf(stream, ", perhaps not the fewest");
    }
}

/* Prints what the verdict on a formula rests on. */
static void print_grounds(const struct check_result *result, FILE *stream) {
    static const char *const texts[] = {[GROUNDS_ABSENT] = ": something it speaks of is never reached",
                                        [GROUNDS_SEVERAL] = ": by several of its parts together",
                                        [GROUNDS_LABELS] = ": there is no such label",
                                        [GROUNDS_TRIVIAL] = ": trivially, by its form alone"};
    int is_invariant = result->grounds == GROUNDS_GAME && result->verdict == VERDICT_HOLDS &&
                       (check_path_divides(result) || result->length == 0);
    if (result->verdict == VERDICT_UNDECIDED || is_invariant) {
        return; /* if it holds whichever transitions are taken, no place is its reason */
    }
    if (check_path_divides(result)) {
        fprintf(stream, ": the path divides");
        print_place(result, 0, stream);
    } else if (result->grounds == GROUNDS_REACHED || (result->grounds == GROUNDS_GAME && result->has_trace)) {
        print_place(result, 0, stream);
    } else if (result->grounds != GROUNDS_GAME && result->verdict == VERDICT_VIOLATED) {
        fprintf(stream, "%s", texts[result->grounds]);
    }
}

void check_print_reason(const struct checked *checked, uint32_t index, FILE *stream) {
    const struct check_result *result = &checked->check->results[index];
    const struct property *property = &checked->properties[index];
    int is_absent = result->grounds == GROUNDS_LABELS && checked->absent[index].count > 0;
    if (check_vacuity_print(checked, index, stream) || (property_is_formula(property) && is_absent)) {
        return; /* that is the reason, or the absent labels are, which are named at the end */
    }
    if (property_is_formula(property)) {
        print_grounds(result, stream);
    } else if (property_is_of_schedulers(property->kind)) {
        const int is_chain = checked->network != NULL && network_is_chain(checked->network);
        fputs(result->verdict != VERDICT_VIOLATED || is_chain ? ""
              : property->by_every_scheduler && property->formula != NULL
                  ? ": some scheduler violates it with positive probability"
              : property->by_every_scheduler ? ": some scheduler avoids it with positive probability"
                                             : ": no scheduler does this",
              stream);
    } else if (result->verdict == VERDICT_HOLDS && result->needs_no_fairness) {
        fputs(", also without fairness", stream);
    } else if (result->verdict == VERDICT_VIOLATED) {
        print_place(result, property_is_of_runs(property->kind), stream);
    }
}

void check_print_trace(const struct checked *checked, uint32_t index, uint64_t most_steps, FILE *stream) {
    const struct check_result *result = &checked->check->results[index];
    const struct evidence_claim claim = {.subject = &checked->subject,
                                         .property = &checked->properties[index],
                                         .trace = &result->trace,
                                         .strategy = check_formula_strategy(result->evidence)};
    if (trace_print_claim(&claim, most_steps, &checked->job->memory, stream) > 0) {
        job_lack_memory(checked->job, "to show a trace");
    }
}
