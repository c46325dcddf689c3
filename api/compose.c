/* Makes networks smaller before they are searched. */
#include "api/compose.h"

#include <stdio.h>

#include "api/job.h"
#include "base/quantity.h"
#include "base/stream/output.h"

static const enum file_format plan_formats[] = {FILE_TXT, FILE_UNKNOWN};

int compose_add_output(struct job *job, const struct compose_options *options) {
    const struct job_output plan = {{"--write-plan", options->write_plan, plan_formats, NULL, -1}, 1};
    return job_output(job, &plan, NULL);
}

/* --- the log --- */

/* Why parts are left alone. */
static const char *const skips[] = {[COMPOSITION_GUARDED] = "rules with prio decide about transitions",
                                    [COMPOSITION_RATED] = "there are probabilities or rates",
                                    [COMPOSITION_TOO_LARGE] = "more states than --compose-limit"};

/* "12 states, 30 transitions" */
static void counts_text(char *text, size_t size, uint64_t states, uint64_t transitions) {
    char first[QUANTITY_TEXT], second[QUANTITY_TEXT];
    snprintf(text, size, "%s state%s, %s transition%s", quantity_number(states, first),
             states == 1 ? "" : "s", quantity_number(transitions, second), transitions == 1 ? "" : "s");
}

#define COUNTS_TEXT (2 * QUANTITY_TEXT + 32)
#define NAME_TEXT 400

/* "@1 = sender, receiver", or for parts that are not joined "sender, receiver"; a single part by its name. */
static void name_text(char *text, size_t size, const struct composition_step *step) {
    size_t used = 0;
    if (step->part_count == 1 || step->skip == COMPOSITION_DONE) {
        used = (size_t)snprintf(text, size, "%s%s", step->name, step->part_count > 1 ? " = " : "");
    }
    for (uint32_t i = 0; step->part_count > 1 && i < step->part_count && used + 1 < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ", step->parts[i]);
    }
}

/* Whether the step says something: a process that stays as large as it is does not. */
static int is_reported(const struct composition_step *step) {
    return step->part_count > 1 || step->skip != COMPOSITION_DONE || step->minimised_states < step->product;
}

void compose_report_step(void *context, const struct composition_step *step) {
    struct job *job = context;
    char name[NAME_TEXT], before[COUNTS_TEXT], after[COUNTS_TEXT];
    if (!is_reported(step)) {
        return;
    }
    name_text(name, sizeof name, step);
    if (step->skip != COMPOSITION_DONE) {
        job_step(job, "%s: %s: %s", name, step->part_count == 1 ? "left as it is" : "not joined",
                 skips[step->skip]);
        return;
    }
    counts_text(before, sizeof before, step->states, step->transitions);
    counts_text(after, sizeof after, step->minimised_states, step->minimised_transitions);
    job_step(job, "%s: %s; minimised (%s): %s", name, before, equivalence_name(step->equivalence), after);
}

/* --- the work --- */

int compose_write_plan(struct job *job, const char *path, const composition *composition) {
    output *file = output_create(&job->run, path, &job->error);
    int failed = file == NULL || plan_write(composition, file, &job->error) != 0;
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
    return work->composition == NULL ? -1
           : work->options->write_plan != NULL
               ? compose_write_plan(job, work->options->write_plan, work->composition)
               : 0;
}

const struct network *compose_open(struct compose_work *work, struct job *job,
                                   const struct compose_options *options, enum equivalence equivalence,
                                   const struct network *network) {
    *work =
        (struct compose_work){.options = options,
                              .how = {.equivalence = equivalence,
                                      .most_states = options->most != 0 ? options->most : COMPOSE_MOST_STATES,
                                      .report = compose_report_step,
                                      .report_context = job}};
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
        largest = steps[i].part_count > 1 && steps[i].states > largest ? steps[i].states : largest;
    }
    return largest;
}
