/* What the rows of `heddle check` do not show: why there is no trace, why a property is undecided. */
#include "api/check/check_passing.h"
#include "cli/check/check_report.h"
#include "cli/common.h"
#include "explorer/model/network.h"

/* Explains why a formula has no trace although one was requested, unless that is an error. */
static void explain_formula(const struct checked *checked, uint32_t index) {
    const struct check_result *result = &checked->check->results[index];
    char buffer[CHECK_NAME_BYTES];
    const char *name = check_shown_name(checked->properties[index].name, buffer);
    if (checked->request->trace == NULL || result->verdict != VERDICT_VIOLATED || result->has_trace ||
        result->evidence != NULL || result->why.code != ERROR_NONE) {
        return;
    }
    job_note(checked->job, "%s: no trace shows that%s", name,
             result->grounds == GROUNDS_ABSENT
                 ? ": the search found no way to something that the formula speaks of"
             : result->grounds == GROUNDS_SEVERAL ? ", because that takes several parts of the formula"
                                                  : "");
}

/* Whether a message about the missing file of the property was printed already. */
static int was_missed(const struct checked *checked, uint32_t index) {
    const struct check_result *result = &checked->check->results[index];
    return result->verdict == VERDICT_HOLDS
               ? checked->request->trace != NULL ||
                     (checked->request->certificate != NULL &&
                      !property_is_of_schedulers(checked->properties[index].kind))
               : result->verdict == VERDICT_VIOLATED && checked->request->trace != NULL;
}

/* Explains why a property about schedulers has no trace although one was requested. */
static void explain_schedulers(const struct checked *checked, const struct property *property) {
    job_note(checked->job,
             network_is_chain(checked->network) ? "%s: a trace cannot show that"
             : property->by_every_scheduler
                 ? "%s: a trace cannot show that a scheduler avoids something: --scheduler FILE writes the "
                   "evidence"
                 : "%s: there is no scheduler, and a trace cannot show that: --scheduler FILE writes the "
                   "evidence",
             property->name);
}

/* Explains why there is no verdict or no evidence, unless that was said of a file. */
static void explain_why(const struct checked *checked, uint32_t index) {
    const struct check_result *result = &checked->check->results[index];
    char buffer[CHECK_NAME_BYTES], text[2048];
    if (result->why.code == ERROR_NONE || was_missed(checked, index)) {
        return;
    }
    job_message(checked->job, "%s: %s: %s", check_shown_name(checked->properties[index].name, buffer),
                result->verdict == VERDICT_VIOLATED ? "there is no trace"
                : result->verdict == VERDICT_HOLDS  ? "there is no evidence"
                                                    : "undecided",
                error_describe(&result->why, text, sizeof text));
    job_advise(checked->job, result->why.code);
}

/* Explains how searches ended, each way once. */
static void explain_searches(const struct checked *checked) {
    const struct check *check = checked->check;
    unsigned told = 0; /* one bit per outcome that was explained */
    for (uint32_t i = 0; i < check->search_count; i++) {
        const struct check_search *search = &check->searches[i];
        if (search->result.levels != 0 && !search->is_first && !(told >> search->result.outcome & 1)) {
            search_explain(checked->job, &checked->request->search, &search->result, &search->effort);
            told |= 1u << search->result.outcome;
        }
    }
}

void check_explain(const struct checked *checked) {
    explain_searches(checked);
    for (uint32_t i = 0; i < checked->count; i++) {
        const struct property *property = &checked->properties[i];
        if (checked->request->trace != NULL && property_is_of_schedulers(property->kind) &&
            checked->check->results[i].verdict == VERDICT_VIOLATED) {
            explain_schedulers(checked, property);
        }
        if (checked->check->results[i].is_unsatisfiable) {
            char buffer[CHECK_NAME_BYTES];
            job_warning(checked->job, "%s: no run of any model satisfies this formula",
                        check_shown_name(property->name, buffer));
        }
        if (property_is_formula(property)) {
            explain_formula(checked, i);
        }
        explain_why(checked, i);
    }
}
