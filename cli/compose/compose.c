/* --compose: makes networks smaller before they are searched. */
#include "cli/compose/compose.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/quantity.h"
#include "base/stream/output.h"
#include "cli/common.h"
#include "cli/output_name.h"

static const enum file_format plan_formats[] = {FILE_TXT, FILE_UNKNOWN};

int compose_check(struct job *job, const struct compose_options *options) {
    const struct job_output plan = {{"--write-plan", options->write_plan, plan_formats, NULL, -1}, 1};
    if (!options->compose && (options->plan != NULL || options->write_plan != NULL)) {
        return error_set(&job->error, ERROR_USAGE, "%s needs --compose",
                         options->plan != NULL ? "--plan" : "--write-plan");
    }
    return job_output(job, &plan, NULL);
}

/* --- the log --- */

static const char *reason(enum composition_skip skip) {
    switch (skip) {
    case COMPOSITION_GUARDED:
        return "prio decides about transitions";
    case COMPOSITION_RATED:
        return "probabilities or rates";
    case COMPOSITION_TOO_LARGE:
        return "the product has too many states (--compose-limit)";
    case COMPOSITION_DONE:
        break;
    }
    return NULL;
}

/* "12 states, 30 transitions" */
static void counts_text(char *text, size_t size, uint64_t states, uint64_t transitions) {
    char first[QUANTITY_TEXT], second[QUANTITY_TEXT];
    snprintf(text, size, "%s state%s, %s transition%s", quantity_number(states, first),
             states == 1 ? "" : "s", quantity_number(transitions, second), transitions == 1 ? "" : "s");
}

#define COUNTS_TEXT (2 * QUANTITY_TEXT + 32)
#define NAME_TEXT 400

/* "@1 = sender, receiver"; a single part by its name. */
static void name_text(char *text, size_t size, const struct composition_step *step) {
    size_t used = (size_t)snprintf(text, size, "%s", step->name);
    for (uint32_t i = 0; step->part_count > 1 && i < step->part_count && used + 1 < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? " = " : ", ", step->parts[i]);
    }
}

/* Whether the step says something: a component that stays as large as it is does not. */
static int is_told(const struct composition_step *step) {
    return step->part_count > 1 || step->skip != COMPOSITION_DONE || step->minimised_states < step->product;
}

static void tell(void *context, const struct composition_step *step) {
    struct job *job = context;
    char name[NAME_TEXT], before[COUNTS_TEXT], after[COUNTS_TEXT];
    if (job->quiet || !is_told(step)) {
        return;
    }
    name_text(name, sizeof name, step);
    if (step->skip != COMPOSITION_DONE) {
        job_message(job, "%s: left as %s: %s", name, step->part_count == 1 ? "it is" : "they are",
                    reason(step->skip));
        return;
    }
    counts_text(before, sizeof before, step->states, step->transitions);
    counts_text(after, sizeof after, step->minimised_states, step->minimised_transitions);
    job_message(job, "%s: %s; minimised (%s): %s", name, before, equivalence_name(step->equivalence), after);
}

/* --- the work --- */

static int write_plan(struct job *job, const struct compose_work *work) {
    output *file = output_create(&job->run, work->options->write_plan, &job->error);
    int failed = file == NULL || plan_write(work->composition, file, &job->error) != 0;
    return output_end(file, failed, &job->error);
}

static int compose(struct compose_work *work, struct job *job, const struct network *network) {
    if (work->options->plan != NULL) {
        work->plan = plan_read(work->options->plan, &job->run, &job->error);
        if (work->plan == NULL) {
            return -1;
        }
        work->how.plan = work->plan;
    }
    const double begun = run_clock();
    work->composition = composition_make(network, &work->how, &job->run, &job->error);
    work->seconds = run_clock() - begun;
    return work->composition == NULL ? -1 : work->options->write_plan != NULL ? write_plan(job, work) : 0;
}

const struct network *compose_open(struct compose_work *work, struct job *job,
                                   const struct compose_options *options, enum equivalence equivalence,
                                   const struct network *network) {
    *work = (struct compose_work){
        .options = options,
        .how = {
            .equivalence = equivalence, .most_states = options->most, .report = tell, .report_context = job}};
    if (!options->compose) {
        return network;
    }
    return compose(work, job, network) != 0 ? NULL : composition_network(work->composition);
}

void compose_close(struct compose_work *work) {
    composition_free(work->composition);
    plan_free(work->plan);
}

uint64_t compose_largest(const struct compose_work *work) {
    uint64_t count = 0, largest = 0;
    const struct composition_step *steps =
        work->composition == NULL ? NULL : composition_steps(work->composition, &count);
    for (uint64_t i = 0; i < count; i++) {
        largest = steps[i].states > largest ? steps[i].states : largest;
    }
    return largest;
}

/* --- JSON --- */

static json_t *count_json(uint64_t count) {
    return json_integer(count > INT64_MAX ? INT64_MAX : (json_int_t)count);
}

static json_t *step_json(const struct composition_step *step) {
    json_t *object = json_object(), *parts = json_array();
    for (uint32_t i = 0; i < step->part_count; i++) {
        json_array_append_new(parts, json_string(step->parts[i]));
    }
    json_object_set_new(object, "name", json_string(step->name));
    json_object_set_new(object, "parts", parts);
    if (step->skip != COMPOSITION_DONE) {
        json_object_set_new(object, "skipped", json_string(reason(step->skip)));
        return object;
    }
    json_object_set_new(object, "equivalence", json_string(equivalence_name(step->equivalence)));
    json_object_set_new(object, "states", count_json(step->states));
    json_object_set_new(object, "transitions", count_json(step->transitions));
    json_object_set_new(object, "minimised_states", count_json(step->minimised_states));
    json_object_set_new(object, "minimised_transitions", count_json(step->minimised_transitions));
    return object;
}

json_t *compose_steps_json(const struct compose_work *work) {
    uint64_t count;
    if (work->composition == NULL) {
        return NULL;
    }
    const struct composition_step *steps = composition_steps(work->composition, &count);
    json_t *array = json_array();
    for (uint64_t i = 0; i < count; i++) {
        json_array_append_new(array, step_json(&steps[i]));
    }
    return array;
}
