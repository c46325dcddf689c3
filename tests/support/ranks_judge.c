/* Properties of small models by several ranks beside one process (ranks_judge.h). */
#include "tests/support/ranks_judge.h"

#include <string.h>

#include "explorer/backend.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/check_trial.h"
#include "tests/support/testing.h"

/* The answers are those of a rank and of one process, or errors. */
static const char *judge(void *context, unsigned rank) {
    struct check_trial *check = context;
    const struct check *alone = check->check[TRIAL_ALONE], *own = check->check[rank];
    if (check->trial.short_budget != 0) {
        return alone == NULL ? NULL : check_trial_judge_short(check, rank);
    }
    if (alone == NULL || own == NULL) {
        return alone == own &&
                       strcmp(check->trial.error[rank].text, check->trial.error[TRIAL_ALONE].text) == 0
                   ? NULL
                   : check->trial.error[rank].text;
    }
    const struct check_result *a = &alone->results[0], *b = &own->results[0];
    return a->verdict != b->verdict                                                   ? "verdicts"
           : a->length != b->length || a->cycle_length != b->cycle_length             ? "lengths"
           : a->vacuous != b->vacuous                                                 ? "what holds vacuously"
           : !check_trial_same_trace(a, b)                                            ? "traces"
           : a->verdict == VERDICT_UNDECIDED && strcmp(a->why.text, b->why.text) != 0 ? b->why.text
                                                                                      : NULL;
}

static const char *compare(struct check_trial *check, uint64_t *random, struct ranks_tally *tally) {
    struct trial *trial = &check->trial;
    trial_ask_alone(trial);
    const struct check *alone = check->check[TRIAL_ALONE];
    unsigned wrong = trial_compare(trial);
    tally->compared++;
    tally->violated += alone != NULL && alone->results[0].verdict == VERDICT_VIOLATED;
    if (random_draw(random, 4) == 0 && wrong == 0) {
        wrong = trial_compare_short(trial, random);
    }
    tally->undecided += check->undecided;
    wrong += trial_end_alone(trial);
    return wrong == 0 ? NULL : "several ranks do not answer as one process does";
}

/* Each rank, and one process, has a property of its own: a check adds to the nodes of formulas. */
static int make_properties(const struct ranks_case *of, struct property *made) {
    const struct property_maker *maker = of->maker;
    int failed = 0;
    for (unsigned r = 0; r <= TRIAL_ALONE && !failed; r++) {
        failed = property_make(maker, of->kind, of->text, &made[r]) != 0;
    }
    return failed || language_compile_predicates(maker->tree, of->network, maker->run, maker->error) != 0 ||
                   check_plan_formulas(of->network, made, TRIAL_ALONE + 1, maker->run, maker->error) < 0
               ? -1
               : 0;
}

const char *ranks_judge(const struct ranks_case *of, uint64_t *random, struct ranks_tally *tally) {
    static const struct trial_question question = {check_trial_answer, judge, check_trial_forget};
    struct property made[TRIAL_ALONE + 1] = {0};
    struct check_trial check = {.engine = backends[0],
                                .network = of->network,
                                .made = made,
                                .properties = 1,
                                .stride = 1,
                                .trial = {.question = &question, .context = &check, .seed = *random}};
    check_trial_draw(&check, random);
    check.trial.count = 2 + random_draw(random, THREAD_RANKS_MOST - 1);
    check.options.keep_going = random_draw(random, 4) == 0;
    check.options.keep_apart = random_draw(random, 3) != 0;
    check.options.vacuity = random_draw(random, 2) != 0;
    check.options.explore.first_slots = random_draw(random, 2) ? 8 : 0;
    const char *what =
        make_properties(of, made) != 0 ? of->maker->error->text : compare(&check, random, tally);
    for (unsigned r = 0; r <= TRIAL_ALONE; r++) {
        property_free(&made[r], of->maker->run);
    }
    return what;
}
