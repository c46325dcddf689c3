/*
 * Several formulas of linear time in one check, on random networks and PRISM models: each has the verdict,
 * the length and the trace that a check of it alone gives, by one process and by several ranks; several parts
 * of GPU 0, and ranks with it, give the same. Suite `check_ltl` compares those with the definition.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/device/device_list.h"
#include "checker/check.h"
#include "explorer/backend.h"
#include "tests/random/random_network.h"
#include "tests/support/backend_test.h"
#include "tests/support/check_trial.h"
#include "tests/support/drawn_network.h"
#include "tests/support/search_part.h"
#include "tests/support/testing.h"
#include "tests/support/walked_model.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define CASES 60u
#else
#define CASES 300u
#endif
#define FORMULAS 6u
#define NETWORKS 8u /* are drawn for one that is small enough */
#define TEXT_BYTES 600u

struct tally {
    const struct backend *engine; /* of several ranks or GPUs */
    struct random_prism random;
    uint64_t mismatches, models[2], formulas, holding, violated, together, saved, undecided;
};

/* --- formulas --- */

static void draw_atom(const struct walked_model *model, int has_data, uint64_t *random, char *text) {
    const uint32_t labels = walker_label_count(model->walker);
    const char *label = labels == 0 ? "i" : walker_label(model->walker, random_draw(random, labels));
    if (has_data && random_draw(random, 3) == 0) {
        FILE *out = test_present(fmemopen(text, TEXT_BYTES / 4, "w"));
        walked_model_put_test(model, random, out);
        fclose(out);
    } else if (strcmp(label, "i") == 0 || strlen(label) > 100 || strpbrk(label, "\"\\\n") != NULL ||
               *label == '\0') {
        strcpy(text, "i");
    } else {
        snprintf(text, TEXT_BYTES / 4, "\"%s\"", label);
    }
}

/* Most are safety formulas; those that a run violates which ends are among them. */
static void draw_formula(const struct walked_model *model, int has_data, uint64_t *random, char *text) {
    static const char *const forms[] = {"G (%s -> X !%s)",
                                        "G (%s -> X %s)",
                                        "!%s W %s",
                                        "%s W (%s || %s)",
                                        "G (%s -> X (!%s W %s))",
                                        "G (%s -> X X !%s)",
                                        "X X !%s",
                                        "G (%s -> X (%s R !%s))",
                                        "G (%s -> X (any -> !%s || X !%s))",
                                        "G (%s -> F %s)",
                                        "G !%s",
                                        "G (%s -> X (deadlock || !%s))"};
    char atom[3][TEXT_BYTES / 4];
    for (unsigned a = 0; a < LENGTH(atom); a++) {
        draw_atom(model, has_data, random, atom[a]);
    }
    text[0] = '\0';
    text_append(text, TEXT_BYTES, forms[random_draw(random, LENGTH(forms))], atom[0], atom[1], atom[2]);
}

/* --- comparisons --- */

/* What differs, or NULL. */
static const char *difference(const struct check_result *alone, const struct check_result *result) {
    return alone->verdict != result->verdict
               ? result->verdict == VERDICT_UNDECIDED && result->why.code != ERROR_NONE ? result->why.text
                 : alone->verdict == VERDICT_UNDECIDED && alone->why.code != ERROR_NONE ? alone->why.text
                                                                                        : "verdicts"
           : alone->length != result->length                     ? "lengths"
           : alone->vacuous != result->vacuous                   ? "what holds vacuously"
           : alone->ends_in_deadlock != result->ends_in_deadlock ? "deadlocks"
           : !check_trial_same_trace(alone, result)              ? "traces"
           : strcmp(alone->why.text, result->why.text) != 0      ? "reasons"
                                                                 : NULL;
}

struct subject {
    struct check_trial check; /* of all properties */
    struct property made[FORMULAS];
    struct tally *tally;
};

static const char *judge_rank(void *context, unsigned rank) {
    struct subject *subject = context;
    const struct check *alone = subject->check.check[TRIAL_ALONE], *check = subject->check.check[rank];
    const char *what = NULL;
    if (subject->check.trial.short_budget != 0) {
        return check_trial_judge_short(&subject->check, rank);
    }
    for (uint32_t i = 0; i < FORMULAS && what == NULL; i++) {
        what = check == NULL ? subject->check.trial.error[rank].text
                             : difference(&alone->results[i], &check->results[i]);
    }
    /* A GPU follows observers where the CPU tests states. */
    return what != NULL || subject->check.engine->on_device || alone->search_count == check->search_count
               ? what
               : "the searches";
}

/* Each property in a check of its own; *searches grows by theirs. A search that was cut off may have decided
 * more, or less. */
static const char *compare_alone(struct subject *subject, uint64_t *searches) {
    const struct check *all = subject->check.check[TRIAL_ALONE];
    const struct check_options *options = &subject->check.options;
    const int is_cut = options->explore.max_states != 0 || options->explore.max_depth != UINT64_MAX;
    const char *what = NULL;
    for (uint32_t i = 0; i < FORMULAS && what == NULL; i++) {
        struct check *alone =
            check_run(subject->check.network, &subject->made[i], 1, options, &place.run, &place.error);
        const struct check_result *own = alone == NULL ? NULL : &alone->results[0],
                                  *result = &all->results[i];
        what = alone == NULL ? place.error.text
               : is_cut && (own->verdict == VERDICT_UNDECIDED || result->verdict == VERDICT_UNDECIDED)
                   ? NULL
                   : difference(own, result);
        subject->tally->holding += result->verdict == VERDICT_HOLDS;
        subject->tally->violated += result->verdict == VERDICT_VIOLATED;
        subject->tally->undecided += result->verdict == VERDICT_UNDECIDED;
        *searches += alone == NULL ? 0 : alone->search_count;
        check_free(alone, &place.run);
    }
    return what;
}

static void draw_options(struct check_trial *check, uint64_t *random) {
    check_trial_draw(check, random);
    check->trial.count = check->trial.devices != NULL ? 1 : 2 + random_draw(random, THREAD_RANKS_MOST - 1);
    check->options.backend = backends[0];
    check->options.no_traces = random_draw(random, 4) == 0;
    check->options.keep_going = random_draw(random, 8) == 0;
    check->options.vacuity = random_draw(random, 2) != 0;
    if (random_draw(random, 4) == 0) {
        check->options.explore.max_depth = random_draw(random, 6);
    } else if (!check->engine->on_device && random_draw(random, 4) == 0) {
        check->options.explore.max_states = 1 + random_draw(random, 40);
    }
}

static const char *compare(struct subject *subject, uint64_t *random) {
    struct check_trial *check = &subject->check;
    struct tally *tally = subject->tally;
    uint64_t searches = 0;
    unsigned wrong = 0;
    draw_options(check, random);
    if (trial_ask_alone(&check->trial) != 0) { /* an error of the model ends each check */
        trial_end_alone(&check->trial);
        return NULL;
    }
    const char *what = compare_alone(subject, &searches);
    const struct check *all = check->check[TRIAL_ALONE];
    tally->formulas += FORMULAS;
    tally->together += all->search_count < searches;
    tally->saved += all->search_count < searches ? searches - all->search_count : 0;
    if (what == NULL && check->options.explore.max_states == 0) {
        wrong += trial_compare(&check->trial);
        wrong += !check->engine->on_device && random_draw(random, 4) == 0
                     ? trial_compare_short(&check->trial, random)
                     : 0;
    }
    wrong += trial_end_alone(&check->trial);
    return what != NULL ? what
           : wrong != 0 ? "several ranks or GPUs do not answer as one process does"
                        : NULL;
}

/* --- random cases --- */

static const char *judge_model(struct tally *tally, struct walked_model *model, int has_data,
                               uint64_t *random) {
    static const struct trial_question question = {check_trial_answer, judge_rank, check_trial_forget};
    const struct device_list devices = {.count = 2 + random_draw(random, 3)};
    const int parts = tally->engine->on_device && random_draw(random, 2);
    struct subject subject = {.check = {.engine = tally->engine,
                                        .network = model->network,
                                        .properties = FORMULAS,
                                        .trial = {.question = &question,
                                                  .context = &subject,
                                                  .devices = parts ? &devices : NULL,
                                                  .seed = *random}},
                              .tally = tally};
    struct error warning;
    char text[FORMULAS][TEXT_BYTES];
    const struct property_maker maker = {
        .tree = model->tree, .run = &place.run, .error = &place.error, .warning = &warning};
    int failed = 0;
    subject.check.made = subject.made;
    for (uint32_t i = 0; i < FORMULAS && !failed; i++) {
        draw_formula(model, has_data, random, text[i]);
        failed = property_make(&maker, PROPERTY_LTL, text[i], &subject.made[i]);
    }
    failed = failed ||
             language_compile_predicates(model->tree, model->network, &place.run, &place.error) != 0 ||
             check_plan_formulas(model->network, subject.made, FORMULAS, &place.run, &place.error) < 0;
    if (tally->engine->on_device && !parts) {
        setenv("HEDDLE_EXCHANGE", "messages", 1); /* of ranks */
    }
    /* A predicate may have what a GPU does not compute. */
    const int is_taken = failed || !tally->engine->on_device || backend_takes(tally->engine, model->network);
    const char *what = failed ? place.error.text : is_taken ? compare(&subject, random) : NULL;
    unsetenv("HEDDLE_EXCHANGE");
    for (uint32_t i = 0; i < FORMULAS; i++) {
        if (what != NULL) {
            printf("\n%s", text[i]);
        }
        property_free(&subject.made[i], &place.run);
    }
    return what;
}

static int draw_network(struct walked_model *model, uint64_t seed) {
    static struct random_network network;
    *model = (struct walked_model){.path = ""};
    for (uint64_t i = 0; i < NETWORKS; i++) {
        walked_model_free(model);
        if (random_network_generate(seed * NETWORKS + i, test_folder_path(&place.folder, ""), &network) ==
                0 &&
            walked_model_read(model, network.path, &network.options) == 0 && walked_model_explore(model)) {
            return 1;
        }
    }
    return 0;
}

static void judge(uint64_t seed, void *context) {
    static struct walked_model model;
    struct tally *tally = context;
    uint64_t random = seed;
    const int has_data = seed % 2 != 0;
    const int usable =
        has_data
            ? walked_model_open(&model, placed_model_draw(&model.alone, &tally->random, seed)) == 0 &&
                  (seed % 4 == 1 || walked_model_join(&model, seed / 4) == 0) && walked_model_explore(&model)
            : draw_network(&model, seed);
    if (!usable || (tally->engine->on_device && (network_is_long(model.network, &place.run) ||
                                                 !backend_takes(tally->engine, model.network)))) {
        walked_model_free(&model);
        return;
    }
    tally->models[has_data]++;
    for (unsigned i = 0; i < 3; i++) {
        const char *what = judge_model(tally, &model, has_data, &random);
        if (what != NULL) {
            printf("\nHEDDLE_SEED=%llu: %s\n", (unsigned long long)seed, what);
            tally->mismatches++;
        }
    }
    walked_model_free(&model);
}

static void draw_models(const struct backend *engine, uint64_t seed) {
    struct tally tally = {.engine = engine};
    const uint64_t cases = judge_seeds(CASES, seed, judge, &tally, &tally.mismatches);
    report_counts("networks", tally.models[0], "models", tally.models[1], "formulas", tally.formulas,
                  "that hold", tally.holding, "violated", tally.violated, "undecided", tally.undecided,
                  "checks with fewer searches", tally.together, "searches fewer", tally.saved, NULL);
    CU_ASSERT(cases < CASES ||
              (tally.models[0] > cases / 5 && tally.models[1] > cases / 5 && tally.formulas > 3 * cases &&
               tally.holding > tally.formulas / 5 && tally.violated > tally.formulas / 5 &&
               tally.together > cases / 5 && tally.saved > cases / 3));
}

static void test_random(void) {
    draw_models(backends[0], 1);
}

static void test_on_gpus(void) {
    if (search_has_device()) {
        draw_models(backend_find("cuda"), 3000);
    }
}

void suite_check_together(void) {
    suite_add("several formulas of linear time", workplace_open, workplace_close, "random models",
              test_random, "on several GPUs", test_on_gpus, NULL);
}
