/*
 * Several properties in one check by several ranks, formulas that need a game among them: random networks and
 * formulas, by check_run alone and by two to four ranks, which are threads here (thread_ranks.h). Verdicts,
 * reasons, games and what holds vacuously must be the same in all ranks; nothing is kept of a game. With one
 * rank short of memory or time no verdict may differ. HEDDLE_CASES (networks) and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdlib.h>

#include "explorer/backend.h"
#include "tests/random/random_formula.h"
#include "tests/support/check_trial.h"
#include "tests/support/drawn_model.h"
#include "tests/support/drawn_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 40u
#else
#define DEFAULT_CASES 300u
#endif
#define MOST_STATES 600u
#define MOST_LABELS 64u
#define PROPERTIES 5u /* a deadlock, then formulas */

struct totals {
    uint64_t compared, games, searched, vacuous, undecided;
};

/* What differs, or NULL. */
static const char *difference(const struct check_result *alone, const struct check_result *rank) {
    return alone->verdict != rank->verdict                         ? "verdicts"
           : alone->grounds != rank->grounds                       ? "grounds"
           : alone->vacuous != rank->vacuous                       ? "what holds vacuously"
           : alone->length != rank->length                         ? "lengths"
           : alone->game.made.vertices != rank->game.made.vertices ? "vertices"
           : alone->game.made.edges != rank->game.made.edges       ? "edges"
           : rank->evidence != NULL                                ? "evidence"
                                                                   : NULL;
}

static const char *judge(void *context, unsigned rank) {
    struct check_trial *check = context;
    const char *what = NULL;
    if (check->trial.short_budget != 0) {
        return check_trial_judge_short(check, rank);
    }
    if (check->check[rank] == NULL) {
        return check->trial.error[rank].text;
    }
    for (uint32_t i = 0; i < PROPERTIES && what == NULL; i++) {
        what = difference(&check->check[TRIAL_ALONE]->results[i], &check->check[rank]->results[i]);
    }
    return what;
}

static unsigned compare(struct check_trial *check, uint64_t *random, struct totals *totals) {
    struct trial *trial = &check->trial;
    trial->count = 2 + random_draw(random, THREAD_RANKS_MOST - 1);
    check->options = (struct check_options){.vacuity = 1,
                                            .games = random_draw(random, 4) == 0,
                                            .keep_going = random_draw(random, 4) == 0,
                                            .keep_apart = random_draw(random, 3) != 0};
    check->options.explore.max_depth = UINT64_MAX;
    unsigned wrong = trial_ask_alone(trial) != 0;
    for (uint32_t i = 0; i < PROPERTIES && !wrong; i++) {
        const struct check_result *result = &check->check[TRIAL_ALONE]->results[i];
        totals->compared++;
        totals->games += result->game.made.vertices != 0;
        totals->searched += result->grounds == GROUNDS_REACHED;
        totals->vacuous += result->vacuous != VACUITY_NONE;
    }
    wrong += wrong ? 0 : trial_compare(trial);
    if (!wrong && trial->seed % 2 == 0) {
        wrong += trial_compare_short(trial, random);
    }
    totals->undecided += check->undecided;
    return wrong + trial_end_alone(trial);
}

/* Each rank, and one process, has its own: a check adds to the formulas' nodes. The caller frees the
 * properties, even after a failure. Returns 0 or -1. */
static int make_properties(struct explored_model *model, uint64_t *random,
                           struct property made[TRIAL_ALONE + 1][PROPERTIES]) {
    const char *labels[MOST_LABELS + 1];
    struct error warning;
    const struct property_maker maker = {
        .tree = model->tree, .run = &model->run, .error = &model->error, .warning = &warning};
    const uint32_t count = network_label_texts(model->network, labels, MOST_LABELS + 1);
    int failed = 0;
    for (unsigned r = 0; r <= TRIAL_ALONE && !failed; r++) {
        failed = property_make(&maker, PROPERTY_DEADLOCK, NULL, &made[r][0]);
    }
    for (uint32_t i = 1; i < PROPERTIES && !failed; i++) {
        formula_text *text =
            (i == 1 ? random_plan_formula_make : random_formula_make)(random, labels, count, &model->memory);
        char *printed = random_formula_print(formula_root(text), 0);
        for (unsigned r = 0; r <= TRIAL_ALONE && !failed; r++) {
            failed = property_make(&maker, PROPERTY_FORMULA, printed, &made[r][i]);
        }
        free(printed);
        formula_text_free(text);
    }
    for (unsigned r = 0; r <= TRIAL_ALONE && !failed; r++) {
        failed = check_plan_formulas(model->network, made[r], PROPERTIES, &model->run, &model->error) < 0;
    }
    return failed;
}

/* The callback of drawn_models_check. */
static unsigned check_network(struct explored_model *model, void *totals) {
    static const struct trial_question question = {check_trial_answer, judge, check_trial_forget};
    struct property made[TRIAL_ALONE + 1][PROPERTIES] = {0};
    struct check_trial check = {
        .engine = backends[0],
        .network = model->network,
        .made = made[0],
        .properties = PROPERTIES,
        .stride = PROPERTIES,
        .trial = {.question = &question, .context = &check, .seed = model->drawn->seed}};
    uint64_t random = model->drawn->seed * 57 + 11;
    if (!network_has_plain_labels(model->network)) {
        return 0;
    }
    const unsigned wrong =
        make_properties(model, &random, made) != 0 || compare(&check, &random, totals) != 0;
    for (unsigned r = 0; r <= TRIAL_ALONE; r++) {
        for (uint32_t i = 0; i < PROPERTIES; i++) {
            property_free(&made[r][i], &model->run);
        }
    }
    return wrong;
}

static void test_random(void) {
    struct totals totals = {0};
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    drawn_models_check(0, cases, 8300, MOST_STATES, check_network, &totals);
    report_counts("properties", totals.compared, "by games", totals.games, "reached", totals.searched,
                  "vacuous", totals.vacuous, "undecided for one rank's limits", totals.undecided, NULL);
    if (cases >= 100) {
        CU_ASSERT(totals.compared >= cases && totals.games >= totals.compared / 4);
        CU_ASSERT(totals.searched >= totals.compared / 20 && totals.vacuous >= totals.compared / 50);
        CU_ASSERT(totals.undecided >= cases / 4);
    }
}

void suite_properties_ranks(void) {
    suite_add("several properties by several ranks", NULL, NULL, "random networks", test_random, NULL);
}
