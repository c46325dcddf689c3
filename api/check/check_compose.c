/* Checks of smaller networks: what is composed, and what is said of it. */
#include "api/check/check_compose.h"

#include <stdio.h>

#include "api/check.h"
#include "api/check/check_passing.h"
#include "explorer/model/network.h"
#include "reduce/composition/plan.h"

/* The search of the whole network before composing: what it takes is less than what composing may take, and
 * more than enough for most small networks. */
#define FIRST_STATES ((uint64_t)1 << 17)
#define NEXT_STATES ((uint64_t)1 << 20)
#define MOST_STEPS ((uint64_t)1 << 20)
#define NAMES_TEXT 400

int check_compose_applies(const struct checked *checked) {
    struct job *job = checked->job;
    if (!checked->request->compose.compose) {
        return 0;
    }
    if (checked->network->data != NULL) {
        return error_set(&job->error, ERROR_INPUT,
                         "--compose takes networks of AUT graphs, and this one has a PRISM model");
    }
    if (composition_is_rated(checked->network)) {
        job_message(job, "--compose: the network has probabilities or rates, so it is checked as a whole");
        return 0;
    }
    return 1;
}

/* --- what it says --- */

/* "composing for never a: 7 of 8 labels hidden, branching" */
static void say_group(void *context, const struct composed_group *group) {
    const struct checked *checked = context;
    struct job *job = checked->job;
    char names[NAMES_TEXT], buffer[CHECK_NAME_BYTES];
    size_t used = 0;
    names[0] = '\0';
    for (uint32_t i = 0; i < group->count && used + 1 < sizeof names; i++) {
        const char *name = check_shown_name(checked->properties[group->properties[i]].name, buffer);
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ", ", name);
    }
    job_step(job, "composing for %s: %llu of %llu labels hidden, %s", names,
             (unsigned long long)group->hidden_count, (unsigned long long)checked->composed.visible_labels,
             equivalence_name(group->equivalence));
}

/* Processes by themselves would be listed again for each group. */
static void say_step(void *context, const struct composition_step *step) {
    const struct checked *checked = context;
    if (step->part_count > 1) {
        compose_report_step(checked->job, step);
    }
}

static void say_refusal(void *context, uint32_t property, const char *reason) {
    const struct checked *checked = context;
    char buffer[CHECK_NAME_BYTES];
    job_message(checked->job, "--compose: %s %s: it is checked on the whole network",
                check_shown_name(checked->properties[property].name, buffer), reason);
}

/* Writes the plan of the one network that was made smaller. */
static int write_plan(const struct checked *checked, const char *path) {
    const struct composed_check *composed = &checked->composed;
    const composition *made = NULL;
    unsigned count = 0;
    for (uint32_t i = 0; i < composed->group_count; i++) {
        made = composed->groups[i].composition != NULL ? composed->groups[i].composition : made;
        count += composed->groups[i].composition != NULL;
    }
    return count == 1 ? compose_write_plan(checked->job, path, made)
                      : error_set(&checked->job->error, ERROR_USAGE,
                                  "--write-plan writes the plan of one smaller network, and the properties "
                                  "have %u: check one property that has one",
                                  count);
}

int check_compose_run(struct checked *checked, const struct check_options *how) {
    struct job *job = checked->job;
    const struct compose_options *options = &checked->request->compose;
    const int planned = options->plan != NULL || options->write_plan != NULL; /* so it must be composed */
    if (options->plan != NULL) {
        checked->plan = plan_read(options->plan, &job->run, &job->error);
        if (checked->plan == NULL) {
            return -1;
        }
    }
    const struct composed_options composing = {.first_states = planned ? 0 : FIRST_STATES,
                                               .next_states = planned ? 0 : NEXT_STATES,
                                               .plan = checked->plan,
                                               .most_states =
                                                   options->most != 0 ? options->most : COMPOSE_MOST_STATES,
                                               .most_steps = MOST_STEPS,
                                               .begin = say_group,
                                               .report = say_step,
                                               .refuse = say_refusal,
                                               .context = checked};
    if (composed_check_run(checked->network, checked->properties, checked->count, how, &composing, &job->run,
                           &checked->composed, &job->error) != 0 ||
        (options->write_plan != NULL && write_plan(checked, options->write_plan) != 0)) {
        return -1;
    }
    checked->check = checked->composed.check;
    checked->composed.check = NULL;
    if (checked->composed.lacked_memory) {
        job_lack_memory(job, "for a search for the shortest trace");
    }
    return 0;
}
