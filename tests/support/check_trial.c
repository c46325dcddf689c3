/* Properties checked by one process and by several ranks (check_trial.h). */
#include "tests/support/check_trial.h"

#include <string.h>

#include "explorer/backend.h"
#include "tests/support/same_trace.h"
#include "tests/support/testing.h"

int check_trial_answer_with(struct check_trial *trial, unsigned rank, const struct check_options *options) {
    const int is_other = trial_is_short(&trial->trial, rank) && trial->short_engine != NULL;
    struct check_options by_rank = *options;
    by_rank.backend = rank == TRIAL_ALONE ? backends[0] : is_other ? trial->short_engine : trial->engine;
    trial->check[rank] = check_run(trial->network, trial->made + rank * trial->stride, trial->properties,
                                   &by_rank, &trial->trial.run[rank], &trial->trial.error[rank]);
    return trial->check[rank] != NULL ? 0 : -1;
}

int check_trial_answer(void *context, unsigned rank) {
    struct check_trial *trial = context;
    return check_trial_answer_with(trial, rank, &trial->options);
}

void check_trial_forget(void *context, unsigned rank) {
    struct check_trial *trial = context;
    check_free(trial->check[rank], &trial->trial.run[rank]);
}

void check_trial_draw(struct check_trial *trial, uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    const uint32_t widths = trial->engine->on_device ? 3 : 5; /* GPUs do not search folded vectors together */
    trial->trial.threads = 1 + random_draw(random, 2);
    trial->options = (struct check_options){.words = words[random_draw(random, widths)]};
    trial->options.explore.max_depth = UINT64_MAX;
}

int check_trial_same_trace(const struct check_result *a, const struct check_result *b) {
    return a->has_trace == b->has_trace && (!a->has_trace || same_trace(&a->trace, &b->trace));
}

const char *check_trial_judge_short(struct check_trial *trial, unsigned rank) {
    const struct check *alone = trial->check[TRIAL_ALONE], *check = trial->check[rank];
    const struct error *error = &trial->trial.error[rank];
    if (check == NULL) {
        return trial_is_at_limit(error) ? NULL : error->text;
    }
    for (uint32_t i = 0; i < trial->properties; i++) {
        const struct check_result *a = &alone->results[i], *b = &check->results[i];
        if (b->verdict == VERDICT_UNDECIDED) {
            trial->undecided++;
            if (b->why.code == ERROR_IO ||
                (b->why.code == ERROR_INPUT && strcmp(a->why.text, b->why.text) != 0)) {
                return b->why.text;
            }
        } else if (b->verdict != a->verdict) {
            return "verdicts";
        }
        if (b->has_trace && !check_trial_same_trace(a, b)) {
            return "traces";
        }
    }
    return NULL;
}
