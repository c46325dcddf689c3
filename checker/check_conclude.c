/* Verdicts of a check, from what its searches have found. */
#include "checker/check_internal.h"
#include "checker/check_ltl.h"

int check_shows_value(const struct checking *checking, uint32_t property, enum truth value) {
    return !checking->options->no_traces &&
           (value == TRUTH_FALSE ||
            (value == TRUTH_TRUE && property_is_formula(&checking->properties[property]) &&
             checking->options->witnesses));
}

void check_conclude(struct checking *checking, uint32_t index) {
    struct check_result *result = &checking->check->results[index];
    const struct check_condition *condition = &checking->conditions[index];
    struct check_reason reason;
    enum truth value = check_evaluate(checking, index, &reason);
    if (condition->count == 0 || result->verdict != VERDICT_UNDECIDED ||
        (value == TRUTH_TRUE && check_ltl_has_cycles(checking, index))) { /* the graph decides it */
        return;
    }
    if (value == TRUTH_UNKNOWN) {
        result->why.code = ERROR_NONE;
        for (uint64_t t = 0; t < condition->target_count && result->why.code == ERROR_NONE; t++) {
            const struct check_target *target = &checking->targets[condition->first_target + t];
            result->search = target->search != CHECK_NO_SEARCH ? target->search : result->search;
            if (target->finding == FINDING_UNKNOWN || target->finding == FINDING_WRONG) {
                result->why = target->why;
            }
        }
        return;
    }
    result->verdict = value == TRUTH_TRUE ? VERDICT_HOLDS : VERDICT_VIOLATED;
    result->why.code = ERROR_NONE;
    result->grounds = reason.grounds;
    if (value == TRUTH_TRUE) {
        const struct property *property = &checking->properties[index];
        int has_data = property->formula != NULL && formula_has_data(property->formula);
        result->vacuous = has_data                            ? VACUITY_NONE /* its data may decide it */
                          : reason.grounds == GROUNDS_TRIVIAL ? VACUITY_FORM
                          : reason.grounds == GROUNDS_LABELS  ? VACUITY_LABELS
                                                              : VACUITY_NONE;
    }
    if (reason.grounds != GROUNDS_REACHED) {
        return;
    }
    struct check_target *target = &checking->targets[reason.target];
    result->search = target->search;
    result->length = target->length;
    result->reduced = target->reduced;
    result->ends_in_deadlock = target->kind == TRACE_TO_DEADLOCK;
    if (check_shows_value(checking, index, value)) {
        result->has_trace = target->has_trace;
        result->trace = target->trace;
        result->why = target->why;
        target->has_trace = 0;
        target->trace = (struct trace){0};
    }
}

void check_conclude_all(struct checking *checking) {
    for (uint32_t i = 0; i < checking->count; i++) {
        check_conclude(checking, i);
    }
}
