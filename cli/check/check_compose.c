/* --compose of `heddle check`: what it says and prints. */
#include "cli/check/check_compose.h"

#include <jansson.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text/json_text.h"
#include "cli/check/check_passing.h"
#include "cli/common.h"
#include "cli/compose_rows.h"
#include "explorer/model/network.h"
#include "reduce/composition/plan.h"

/* The search of the whole network before composing: what it takes is less than what composing may take, and
 * more than enough for most small networks. */
#define FIRST_STATES ((uint64_t)1 << 17)
#define NEXT_STATES ((uint64_t)1 << 20)
#define MOST_STEPS ((uint64_t)1 << 20)
#define NAMES_TEXT 400

int check_compose_applies(struct job *job, const struct compose_options *options,
                          const struct network *network) {
    if (!options->compose) {
        return 0;
    }
    if (network->data != NULL) {
        return error_set(&job->error, ERROR_INPUT,
                         "--compose takes networks of AUT graphs, and this one has a PRISM model");
    }
    if (composition_is_rated(network)) {
        job_message(job, "--compose: the network has probabilities or rates, so it is checked as a whole");
        return 0;
    }
    return 1;
}

/* --- what it says --- */

/* "composing for never a: 7 of 8 labels hidden, branching" */
static void say_group(void *context, const struct composed_group *group) {
    const struct check_compose *compose = context;
    struct job *job = compose->job;
    char names[NAMES_TEXT], buffer[CHECK_NAME_BYTES];
    size_t used = 0;
    names[0] = '\0';
    for (uint32_t i = 0; i < group->count && used + 1 < sizeof names; i++) {
        const char *name = check_shown_name(compose->properties[group->properties[i]].name, buffer);
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ", ", name);
    }
    job_step(job, "composing for %s: %llu of %llu labels hidden, %s", names,
             (unsigned long long)group->hidden_count, (unsigned long long)compose->composed.visible_labels,
             equivalence_name(group->equivalence));
}

/* Processes by themselves would be listed again for each group. */
static void say_step(void *context, const struct composition_step *step) {
    const struct check_compose *compose = context;
    if (step->part_count > 1) {
        compose_report_step(compose->job, step);
    }
}

static void say_refusal(void *context, uint32_t property, const char *reason) {
    const struct check_compose *compose = context;
    char buffer[CHECK_NAME_BYTES];
    job_message(compose->job, "--compose: %s %s: it is checked on the whole network",
                check_shown_name(compose->properties[property].name, buffer), reason);
}

/* Writes the plan of the one network that was made smaller. */
static int write_plan(struct check_compose *compose, const char *path) {
    const struct composed_check *composed = &compose->composed;
    const composition *made = NULL;
    unsigned count = 0;
    for (uint32_t i = 0; i < composed->group_count; i++) {
        made = composed->groups[i].composition != NULL ? composed->groups[i].composition : made;
        count += composed->groups[i].composition != NULL;
    }
    return count == 1 ? compose_write_plan(compose->job, path, made)
                      : error_set(&compose->job->error, ERROR_USAGE,
                                  "--write-plan writes the plan of one smaller network, and the properties "
                                  "have %u: check one property that has one",
                                  count);
}

struct check *check_compose_run(struct check_compose *compose, const struct compose_options *options,
                                const struct network *network, uint32_t count,
                                const struct check_options *how) {
    struct job *job = compose->job;
    const int planned = options->plan != NULL || options->write_plan != NULL; /* so it must be composed */
    if (options->plan != NULL) {
        compose->plan = plan_read(options->plan, &job->run, &job->error);
        if (compose->plan == NULL) {
            return NULL;
        }
    }
    const struct composed_options composing = {.first_states = planned ? 0 : FIRST_STATES,
                                               .next_states = planned ? 0 : NEXT_STATES,
                                               .plan = compose->plan,
                                               .most_states =
                                                   options->most != 0 ? options->most : COMPOSE_MOST_STATES,
                                               .most_steps = MOST_STEPS,
                                               .begin = say_group,
                                               .report = say_step,
                                               .refuse = say_refusal,
                                               .context = compose};
    if (composed_check_run(network, compose->properties, count, how, &composing, &job->run,
                           &compose->composed, &job->error) != 0 ||
        (options->write_plan != NULL && write_plan(compose, options->write_plan) != 0)) {
        return NULL;
    }
    struct check *check = compose->composed.check;
    compose->composed.check = NULL;
    if (compose->composed.lacked_memory) {
        job_lack_memory(job, "for a search for the shortest trace");
    }
    return check;
}

void check_compose_close(struct check_compose *compose) {
    if (compose->job != NULL) {
        composed_check_free(&compose->composed, &compose->job->run);
        plan_free(compose->plan);
    }
}

/* --- what it prints --- */

double check_compose_seconds(const struct check_compose *compose) {
    double seconds = 0;
    for (uint32_t i = 0; i < compose->composed.group_count; i++) {
        seconds += compose->composed.groups[i].seconds;
    }
    return compose->composed.group_count == 0 ? -1 : seconds;
}

static json_t *names_json(const struct check_compose *compose, const struct composed_group *group) {
    json_t *names = json_array();
    int failed = names == NULL;
    for (uint32_t i = 0; i < group->count && !failed; i++) {
        const char *name = compose->properties[group->properties[i]].name;
        failed = json_array_append_new(names, json_text(&compose->job->memory, name)) != 0;
    }
    if (failed) {
        json_decref(names);
        return NULL;
    }
    return names;
}

static json_t *group_json(const struct check_compose *compose, const struct composed_group *group) {
    json_t *object = json_pack("{s:o, s:s, s:I, s:f}", "properties", names_json(compose, group),
                               "equivalence", equivalence_name(group->equivalence), "hidden_labels",
                               (json_int_t)group->hidden_count, "seconds", group->seconds);
    if (object != NULL && group->composition != NULL &&
        json_object_set_new(object, "steps", compose_steps_json(group->composition, &compose->job->memory)) !=
            0) {
        json_decref(object);
        return NULL;
    }
    return object;
}

int check_compose_json(const struct check_compose *compose, json_t *object) {
    if (compose->composed.group_count == 0) {
        return 0;
    }
    json_t *list = json_array();
    int failed = list == NULL;
    for (uint32_t i = 0; i < compose->composed.group_count && !failed; i++) {
        failed = json_array_append_new(list, group_json(compose, &compose->composed.groups[i])) != 0;
    }
    failed = failed || json_object_set(object, "compositions", list) != 0;
    json_decref(list);
    return failed ? -1 : 0;
}
