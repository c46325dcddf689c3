/*
 * Formulas decided by parity games of several ranks: random formulas on random networks and models with data,
 * each by one process and by one to four ranks, which are threads here (thread_ranks.h). Verdicts must be
 * those of one process and of the naive evaluation, and the games must have as many vertices, edges and
 * priorities. Limits of one rank must end all, never with a wrong verdict. HEDDLE_CASES (networks) and
 * HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker/check_formula.h"
#include "explorer/backend.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/random/random_formula.h"
#include "tests/support/drawn_model.h"
#include "tests/support/drawn_network.h"
#include "tests/support/small_network.h"
#include "tests/support/testing.h"
#include "tests/support/trial.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 300u
#endif
#define FORMULAS 4u /* of a network */
#define MOST_STATES 600u
#define MOST_LABELS 64u

struct totals {
    uint64_t networks, compared, holds, large, several, undecided, alternation[4]; /* the depth, or more */
};

struct subject {
    struct trial trial;
    const struct network *network;
    const struct formula *formula;
    struct check_formula_options options;
    struct check_formula played[TRIAL_ALONE + 1];
};

static int answer(void *context, unsigned rank) {
    struct subject *subject = context;
    check_formula(backends[0], subject->network, subject->formula, &subject->options,
                  &subject->trial.run[rank], &subject->played[rank]);
    return 0;
}

static void forget(void *context, unsigned rank) {
    struct subject *subject = context;
    struct check_formula *played = &subject->played[rank];
    memory_free(&subject->trial.memory[rank], played->search.several,
                played->search.several_bytes); /* which the search owns */
    check_formula_free(played);
}

/* What differs, or NULL. */
static const char *difference(const struct check_formula *alone, const struct check_formula *rank) {
    const struct check_game *a = &alone->figures, *b = &rank->figures;
    return alone->verdict != rank->verdict ? (rank->why.code != ERROR_NONE ? rank->why.text : "verdicts")
           : a->made.vertices != b->made.vertices                      ? "vertices"
           : a->made.edges != b->made.edges                            ? "edges"
           : a->made.priorities != b->made.priorities                  ? "priorities"
           : a->alternation_depth != b->alternation_depth              ? "alternation depths"
           : alone->search.result.states != rank->search.result.states ? "states"
           : !b->made.by_ranks && alone->verdict != VERDICT_UNDECIDED  ? "who solved it"
           : rank->kept                                                ? "wishes to keep the game"
                                                                       : NULL;
}

/* What is wrong in a rank, beside which one was short of memory or time; or NULL. */
static const char *short_difference(const struct check_formula *alone, const struct subject *subject,
                                    const struct check_formula *rank) {
    if (rank->verdict != subject->played[0].verdict) {
        return "verdicts of ranks";
    }
    if (rank->verdict != VERDICT_UNDECIDED || alone->verdict == VERDICT_UNDECIDED) {
        return rank->verdict != alone->verdict ? "verdicts" : NULL;
    }
    return trial_is_at_limit(&rank->why) ||
                   (rank->why.code == ERROR_NONE && rank->search.result.outcome != EXPLORE_DONE)
               ? NULL
               : rank->why.text;
}

static const char *judge(void *context, unsigned rank) {
    const struct subject *subject = context;
    const struct check_formula *alone = &subject->played[TRIAL_ALONE], *played = &subject->played[rank];
    return subject->trial.short_budget != 0 ? short_difference(alone, subject, played)
                                            : difference(alone, played);
}

static void draw_options(struct subject *subject, uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    subject->trial.threads = 1 + random_draw(random, 2);
    subject->trial.count = 1 + random_draw(random, THREAD_RANKS_MOST);
    subject->options = (struct check_formula_options){.words = words[random_draw(random, 5)],
                                                      .keep_apart = random_draw(random, 3) != 0};
    subject->options.explore.max_depth = UINT64_MAX;
    subject->options.explore.first_slots = random_draw(random, 2) ? 8 : 0;
}

static void count_worth(const struct subject *subject, struct totals *totals) {
    const struct check_formula *alone = &subject->played[TRIAL_ALONE];
    const uint32_t depth = alone->figures.alternation_depth;
    totals->compared++;
    totals->holds += alone->verdict == VERDICT_HOLDS;
    totals->large += alone->figures.made.vertices >= 50;
    totals->several += subject->network->initial_count > 1;
    totals->alternation[depth < 3 ? depth : 3]++;
}

/* expected: by the naive evaluation; VERDICT_UNDECIDED where there is none. */
static unsigned compare_formula(struct subject *subject, uint64_t *random, enum verdict expected,
                                struct totals *totals) {
    struct trial *trial = &subject->trial;
    const struct check_formula *alone = &subject->played[TRIAL_ALONE];
    draw_options(subject, random);
    trial_ask_alone(trial);
    unsigned wrong = trial_tell(
        trial, 0,
        expected != VERDICT_UNDECIDED && alone->verdict != expected ? "one process is wrong" : NULL);
    if (alone->verdict != VERDICT_UNDECIDED || alone->why.code == ERROR_INPUT) {
        count_worth(subject, totals);
        wrong += trial_compare(trial);
    }
    if (alone->verdict != VERDICT_UNDECIDED && random_draw(random, 3) == 0) {
        wrong += trial_compare_short(trial, random);
        totals->undecided += subject->played[0].verdict == VERDICT_UNDECIDED;
    }
    if (wrong != 0) {
        char *text = random_formula_print(subject->formula, 0);
        fprintf(stderr, "the formula: %s\n", text);
        free(text);
    }
    return wrong + trial_end_alone(trial);
}

/* The naive evaluation, where there is one initial state. */
static enum verdict evaluate(const struct formula *formula, const struct explored_model *model) {
    const struct oracle_graph *graph = model->graph;
    const struct oracle_lts lts = {(uint32_t)graph->states, graph->offsets, graph->edge_label,
                                   graph->edge_target};
    if (model->network->initial_count != 1) {
        return VERDICT_UNDECIDED;
    }
    uint8_t *holds = test_allocate(graph->states, 1);
    oracle_formula_evaluate(formula, &lts, holds);
    const enum verdict verdict = holds[0] ? VERDICT_HOLDS : VERDICT_VIOLATED;
    free(holds);
    return verdict;
}

static const struct trial_question question = {answer, judge, forget};

/* The callback of drawn_models_check. */
static unsigned check_network(struct explored_model *model, void *context) {
    static struct subject subject;
    struct totals *totals = context;
    const char *labels[MOST_LABELS + 1];
    const uint32_t count = network_label_texts(model->network, labels, MOST_LABELS + 1);
    uint64_t random = model->drawn->seed * 91 + 17;
    unsigned wrong = 0;
    subject =
        (struct subject){.network = model->network,
                         .trial = {.question = &question, .context = &subject, .seed = model->drawn->seed}};
    for (unsigned i = 0; i < FORMULAS && wrong == 0; i++) {
        formula_text *text = random_formula_make(&random, labels, count, &model->memory);
        subject.formula = formula_root(text);
        wrong += compare_formula(&subject, &random, evaluate(subject.formula, model), totals);
        formula_text_free(text);
    }
    totals->networks++;
    return wrong;
}

static void draw_networks(int with_data, uint64_t seed, uint64_t cases, struct totals *totals) {
    drawn_models_check(with_data, cases, seed, MOST_STATES, check_network, totals);
    report_counts("formulas", totals->compared, "hold", totals->holds, "large games", totals->large,
                  "of several initial states", totals->several, "alternation 1", totals->alternation[1], "2",
                  totals->alternation[2], "more", totals->alternation[3], "undecided for one rank's limits",
                  totals->undecided, NULL);
}

static void test_networks(void) {
    struct totals totals = {0};
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    draw_networks(0, 5700, cases, &totals);
    if (cases >= 100) {
        CU_ASSERT(totals.compared >= cases && totals.large >= totals.compared / 10);
        CU_ASSERT(totals.holds >= totals.compared / 4 && totals.holds <= totals.compared * 3 / 4);
        CU_ASSERT(totals.alternation[1] >= totals.compared / 10);
        CU_ASSERT(totals.alternation[2] + totals.alternation[3] >= totals.compared / 50);
        CU_ASSERT(totals.undecided >= totals.compared / 20);
    }
}

static void test_models_with_data(void) {
    struct totals totals = {0};
    const uint64_t cases = number_of_cases(DEFAULT_CASES) / 2;
    draw_networks(1, 6900, cases, &totals);
    CU_ASSERT(cases < 100 || (totals.compared >= cases / 2 && totals.several >= cases / 50));
}

/* A limit of depth or of states leaves the formula undecided in all ranks. */
static void test_limits(void) {
    static const struct formula_options dialect = {.dialect = FORMULA_DIALECT_MCL};
    static const char text[] = "nu X . mu Y . (<true> X or <a> Y)";
    static struct subject subject;
    struct small_network scene;
    struct error warning;
    small_network_open(&scene);
    test_folder_write(&scene.folder, "count.aut",
                      "des (0, 5, 5)\n(0, a, 1)\n(1, c, 2)\n(2, c, 3)\n(3, c, 4)\n(4, c, 0)\n");
    small_network_compose(&scene, "\"count.aut\" ||| \"count.aut\" ||| \"count.aut\"");
    formula_text *read = formula_read((struct formula_source){"formula", text, strlen(text)}, &dialect,
                                      &scene.run, &warning, &scene.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read);
    subject = (struct subject){.network = scene.network,
                               .formula = formula_root(read),
                               .trial = {.question = &question, .context = &subject, .count = 3}};
    for (unsigned which = 0; which < 2; which++) {
        subject.options.explore.max_depth = which == 0 ? 2 : UINT64_MAX;
        subject.options.explore.max_states = which == 0 ? 0 : 20;
        trial_ask(&subject.trial);
        for (unsigned r = 0; r < subject.trial.count; r++) {
            CU_ASSERT_EQUAL(subject.played[r].verdict, VERDICT_UNDECIDED);
            CU_ASSERT_EQUAL(subject.played[r].search.result.outcome, EXPLORE_LIMIT);
            CU_ASSERT(subject.played[r].figures.made.vertices == 0);
        }
        CU_ASSERT_EQUAL(trial_end(&subject.trial), 0);
    }
    formula_text_free(read);
    small_network_close(&scene);
}

void suite_formula_ranks(void) {
    suite_add("formulas by games of several ranks", NULL, NULL, "limits", test_limits, "random networks",
              test_networks, "random models with data", test_models_with_data, NULL);
}
