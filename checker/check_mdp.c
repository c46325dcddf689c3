/* Checks properties about schedulers of a Markov decision process. */
#include "checker/check_mdp.h"

#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/check_schedulers.h"
#include "checker/evidence/component_evidence.h"

/* Decides one property. Returns 0, or -1 with *error filled: no property can be checked. */
static int decide_goal(const struct goal_check *how, const struct run *run, struct check_result *result,
                       struct error *error) {
    const double begun = run_clock();
    const int holds = check_goal(how, run, &result->why);
    result->goal_seconds = run_clock() - begun;
    result->search = CHECK_NO_SEARCH;
    result->verdict = holds < 0 ? VERDICT_UNDECIDED : holds ? VERDICT_HOLDS : VERDICT_VIOLATED;
    if (holds < 0 && (result->why.code == ERROR_INPUT || result->why.code == ERROR_USAGE)) {
        *error = result->why;
        return -1;
    }
    return 0;
}

struct check *check_mdp(const struct mdp *mdp, const struct property *properties, uint32_t count,
                        const struct mdp_evidence *evidence, const struct run *run, struct error *error) {
    struct check *check = memory_allocate_zeroed(run->memory, sizeof *check);
    int failed = check == NULL;
    if (!failed) {
        check->property_count = count;
        check->results = memory_allocate_zeroed(run->memory, count * sizeof *check->results);
        failed = check->results == NULL;
    }
    if (failed) {
        error_memory(error, "for the properties");
    }
    for (uint32_t i = 0; i < count && !failed; i++) {
        const struct property *property = &properties[i];
        const struct evidence_goal goal = {.text = property->text,
                                           .is_pattern = property->pattern != NULL,
                                           .is_state_label = property->is_state_label,
                                           .repeatedly = property_row(property->kind)->repeatedly,
                                           .every = property->by_every_scheduler};
        const struct goal_check how = {.mdp = mdp,
                                       .goal = &goal,
                                       .path = evidence->path,
                                       .subject = evidence->subject,
                                       .written = &check->scheduled,
                                       .write_error = &check->scheduler_error};
        failed = decide_goal(&how, run, &check->results[i], error);
    }
    if (failed) {
        check_free(check, run);
        return NULL;
    }
    return check;
}
