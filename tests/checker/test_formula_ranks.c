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

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_formula.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/random/random_formula.h"
#include "tests/random/random_network.h"
#include "tests/support/drawn_model.h"
#include "tests/support/folder.h"
#include "tests/support/small_network.h"
#include "tests/support/testing.h"
#include "tests/support/thread_ranks.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 300u
#endif
#define FORMULAS 4u /* of a network */
#define MOST_STATES 600u
#define MOST_LABELS 64u
#define BUDGET ((uint64_t)1 << 30)

struct totals {
    uint64_t networks, compared, holds, large, several, undecided, alternation[4]; /* the depth, or more */
};

struct trial {
    const struct network *network;
    const struct formula *formula;
    struct check_formula_options options;
    unsigned threads, count;
    struct thread_ranks *ranks;
    unsigned short_rank; /* has this budget and deadline */
    uint64_t short_budget;
    double short_deadline;
    struct memory memory[THREAD_RANKS_MOST];
    struct run run[THREAD_RANKS_MOST];
    struct check_formula played[THREAD_RANKS_MOST];
};

static void run_rank(void *context, unsigned rank) {
    struct trial *trial = context;
    const int is_short = trial->short_budget != 0 && rank == trial->short_rank;
    memory_init(&trial->memory[rank], is_short ? trial->short_budget : BUDGET);
    trial->run[rank] = (struct run){.memory = &trial->memory[rank],
                                    .threads = trial->threads,
                                    .deadline = is_short ? trial->short_deadline : 0,
                                    .ranks = thread_ranks_get(trial->ranks, rank)};
    check_formula(backends[0], trial->network, trial->formula, &trial->options, &trial->run[rank],
                  &trial->played[rank]);
    ranks_end(trial->run[rank].ranks, 0);
}

/* Whether something is left of a result. */
static unsigned close_played(struct check_formula *played, struct memory *memory) {
    memory_free(memory, played->search.several, played->search.several_bytes); /* which the search owns */
    check_formula_free(played);
    return memory_used(memory) != 0;
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
static const char *short_difference(const struct check_formula *alone, const struct trial *trial,
                                    const struct check_formula *rank) {
    const enum error_code code = rank->why.code;
    if (rank->verdict != trial->played[0].verdict) {
        return "verdicts of ranks";
    }
    if (rank->verdict != VERDICT_UNDECIDED || alone->verdict == VERDICT_UNDECIDED) {
        return rank->verdict != alone->verdict ? "verdicts" : NULL;
    }
    return code == ERROR_MEMORY || code == ERROR_LIMIT || code == ERROR_FULL || code == ERROR_INTERRUPTED ||
                   (code == ERROR_NONE && rank->search.result.outcome != EXPLORE_DONE)
               ? NULL
               : rank->why.text;
}

/* Runs the ranks; how many were wrong. */
static unsigned compare_ranks(struct trial *trial, uint64_t seed, const struct check_formula *alone,
                              struct totals *totals) {
    unsigned wrong = 0;
    trial->ranks = thread_ranks_create(trial->count, seed);
    thread_ranks_run(trial->ranks, run_rank, trial);
    for (unsigned r = 0; r < trial->count; r++) {
        const char *what = trial->short_budget != 0 ? short_difference(alone, trial, &trial->played[r])
                                                    : difference(alone, &trial->played[r]);
        if (what != NULL) {
            fprintf(stderr, "seed %llu, rank %u of %u%s%s: %s differ\n", (unsigned long long)seed, r,
                    trial->count, trial->options.keep_apart ? ", apart" : "",
                    trial->short_budget != 0 ? ", one is short" : "", what);
            wrong++;
        }
    }
    totals->undecided += trial->short_budget != 0 && trial->played[0].verdict == VERDICT_UNDECIDED;
    for (unsigned r = 0; r < trial->count; r++) {
        wrong += close_played(&trial->played[r], &trial->memory[r]);
    }
    wrong += !thread_ranks_are_idle(trial->ranks);
    thread_ranks_free(trial->ranks);
    return wrong;
}

static void draw_options(struct trial *trial, uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    trial->threads = 1 + (unsigned)(random_next(random) % 2);
    trial->count = 1 + (unsigned)(random_next(random) % THREAD_RANKS_MOST);
    trial->options = (struct check_formula_options){.words = words[random_next(random) % 5],
                                                    .keep_apart = random_next(random) % 3 != 0};
    trial->options.explore.max_depth = UINT64_MAX;
    trial->options.explore.first_slots = random_next(random) % 2 ? 8 : 0;
}

static void draw_short(struct trial *trial, uint64_t *random) {
    trial->short_rank = (unsigned)(random_next(random) % trial->count);
    trial->short_budget = BUDGET;
    trial->short_deadline = 0;
    if (random_next(random) % 4 != 0) {
        trial->short_budget = ((uint64_t)4096 << random_next(random) % 12) + random_next(random) % 4096;
    } else {
        trial->short_deadline = run_clock() + 0.0001 * (double)(random_next(random) % 100);
    }
}

static void count_worth(const struct trial *trial, const struct check_formula *alone, struct totals *totals) {
    const uint32_t depth = alone->figures.alternation_depth;
    totals->compared++;
    totals->holds += alone->verdict == VERDICT_HOLDS;
    totals->large += alone->figures.made.vertices >= 50;
    totals->several += trial->network->initial_count > 1;
    totals->alternation[depth < 3 ? depth : 3]++;
}

/* expected: by the naive evaluation; VERDICT_UNDECIDED where there is none. */
static unsigned compare_formula(struct trial *trial, uint64_t seed, uint64_t *random, enum verdict expected,
                                struct totals *totals) {
    struct memory memory;
    struct check_formula alone;
    unsigned wrong = 0;
    memory_init(&memory, BUDGET);
    const struct run run = {.memory = &memory, .threads = 1};
    draw_options(trial, random);
    check_formula(backends[0], trial->network, trial->formula, &trial->options, &run, &alone);
    if (expected != VERDICT_UNDECIDED && alone.verdict != expected) {
        fprintf(stderr, "seed %llu: one process is wrong\n", (unsigned long long)seed);
        wrong++;
    }
    if (alone.verdict != VERDICT_UNDECIDED || alone.why.code == ERROR_INPUT) {
        count_worth(trial, &alone, totals);
        wrong += compare_ranks(trial, seed, &alone, totals);
    }
    if (alone.verdict != VERDICT_UNDECIDED && random_next(random) % 3 == 0) {
        draw_short(trial, random);
        wrong += compare_ranks(trial, seed, &alone, totals);
        trial->short_budget = 0;
    }
    if (wrong != 0) {
        char *text = random_formula_print(trial->formula, 0);
        fprintf(stderr, "the formula: %s\n", text);
        free(text);
    }
    return wrong + close_played(&alone, &memory);
}

/* The naive evaluation, where there is one initial state. */
static enum verdict evaluate(const struct trial *trial, const struct oracle_graph *graph) {
    const struct oracle_lts lts = {(uint32_t)graph->states, graph->offsets, graph->edge_label,
                                   graph->edge_target};
    if (trial->network->initial_count != 1) {
        return VERDICT_UNDECIDED;
    }
    uint8_t *holds = test_allocate(graph->states, 1);
    oracle_formula_evaluate(trial->formula, &lts, holds);
    const enum verdict verdict = holds[0] ? VERDICT_HOLDS : VERDICT_VIOLATED;
    free(holds);
    return verdict;
}

static unsigned check_formulas(struct trial *trial, const struct oracle_graph *graph, uint64_t seed,
                               struct totals *totals) {
    const struct network *network = trial->network;
    const char *labels[MOST_LABELS + 1];
    uint32_t count = 0;
    uint64_t random = seed * 91 + 17;
    unsigned wrong = 0;
    for (uint32_t i = 0; i < network->label_count && i < MOST_LABELS; i++) {
        labels[count++] = network->labels[i].text;
    }
    labels[count++] = "i";
    for (unsigned i = 0; i < FORMULAS && wrong == 0; i++) {
        struct memory memory;
        memory_init(&memory, BUDGET);
        formula_text *text = random_formula_make(&random, labels, count, &memory);
        trial->formula = formula_root(text);
        wrong += compare_formula(trial, seed, &random, evaluate(trial, graph), totals);
        formula_text_free(text);
    }
    totals->networks++;
    return wrong;
}

/* The callback of drawn_models_check. */
static unsigned check_network(const struct random_network *drawn, const char *folder, uint64_t number,
                              void *context) {
    struct totals *totals = context;
    (void)folder;
    (void)number;
    struct memory memory;
    struct error error;
    static struct trial trial;
    unsigned wrong = 0;
    memset(&trial, 0, sizeof trial);
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 1};
    language_tree *tree = language_read(drawn->path, &drawn->options, &run, &error);
    struct oracle_graph *graph = tree == NULL ? NULL : oracle_explore_model(tree, MOST_STATES);
    struct network *network =
        graph == NULL || graph->outcome != ORACLE_DONE ? NULL : language_compile(tree, &run, &error);
    if (network != NULL) {
        trial.network = network;
        wrong = check_formulas(&trial, graph, drawn->seed, totals);
    }
    network_free(&memory, network);
    oracle_free(graph);
    language_free(tree);
    return wrong;
}

static void draw_networks(int with_data, uint64_t seed, uint64_t cases, struct totals *totals) {
    drawn_models_check(with_data, cases, seed, check_network, totals);
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
    static struct trial trial;
    struct small_network scene;
    struct error warning;
    small_network_open(&scene);
    test_folder_write(&scene.folder, "count.aut",
                      "des (0, 5, 5)\n(0, a, 1)\n(1, c, 2)\n(2, c, 3)\n(3, c, 4)\n(4, c, 0)\n");
    small_network_compose(&scene, "\"count.aut\" ||| \"count.aut\" ||| \"count.aut\"");
    formula_text *read = formula_read((struct formula_source){"formula", text, strlen(text)}, &dialect,
                                      &scene.run, &warning, &scene.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read);
    memset(&trial, 0, sizeof trial);
    trial.network = scene.network;
    trial.formula = formula_root(read);
    trial.threads = 1;
    trial.count = 3;
    for (unsigned which = 0; which < 2; which++) {
        trial.options.explore.max_depth = which == 0 ? 2 : UINT64_MAX;
        trial.options.explore.max_states = which == 0 ? 0 : 20;
        trial.ranks = thread_ranks_create(trial.count, which);
        thread_ranks_run(trial.ranks, run_rank, &trial);
        for (unsigned r = 0; r < trial.count; r++) {
            CU_ASSERT_EQUAL(trial.played[r].verdict, VERDICT_UNDECIDED);
            CU_ASSERT_EQUAL(trial.played[r].search.result.outcome, EXPLORE_LIMIT);
            CU_ASSERT(trial.played[r].figures.made.vertices == 0);
            CU_ASSERT_EQUAL(close_played(&trial.played[r], &trial.memory[r]), 0);
        }
        thread_ranks_free(trial.ranks);
    }
    formula_text_free(read);
    small_network_close(&scene);
}

void suite_formula_ranks(void) {
    suite_add("formulas by games of several ranks", NULL, NULL, "limits", test_limits, "random networks",
              test_networks, "random models with data", test_models_with_data, NULL);
}
