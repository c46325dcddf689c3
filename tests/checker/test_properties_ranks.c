/*
 * Several properties in one check by several ranks, formulas that need a game among them: random networks and
 * formulas, by check_run alone and by two to four ranks, which are threads here (thread_ranks.h). Verdicts,
 * reasons, games and what holds vacuously must be the same in all ranks; nothing is kept of a game. With one
 * rank short of memory or time no verdict may differ. HEDDLE_CASES (networks) and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_formula.h"
#include "tests/random/random_network.h"
#include "tests/support/drawn_network.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"
#include "tests/support/thread_ranks.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 40u
#else
#define DEFAULT_CASES 300u
#endif
#define MOST_STATES 600u
#define MOST_LABELS 64u
#define BUDGET ((uint64_t)1 << 30)
#define PROPERTIES 5u           /* a deadlock, then formulas */
#define ALONE THREAD_RANKS_MOST /* the properties of one process */

struct totals {
    uint64_t compared, games, searched, vacuous, undecided;
};

struct trial {
    const struct network *network;
    struct property made[THREAD_RANKS_MOST + 1][PROPERTIES]; /* a check adds to the formulas' nodes */
    struct check_options options;
    unsigned count;
    struct thread_ranks *ranks;
    unsigned short_rank; /* has this budget and deadline */
    uint64_t short_budget;
    double short_deadline;
    struct memory memory[THREAD_RANKS_MOST];
    struct run run[THREAD_RANKS_MOST];
    struct check *check[THREAD_RANKS_MOST];
    struct error error[THREAD_RANKS_MOST];
};

static void run_rank(void *context, unsigned rank) {
    struct trial *trial = context;
    const int is_short = trial->short_budget != 0 && rank == trial->short_rank;
    memory_init(&trial->memory[rank], is_short ? trial->short_budget : BUDGET);
    trial->error[rank].code = ERROR_NONE;
    trial->run[rank] = (struct run){.memory = &trial->memory[rank],
                                    .threads = 1,
                                    .deadline = is_short ? trial->short_deadline : 0,
                                    .ranks = thread_ranks_get(trial->ranks, rank)};
    trial->check[rank] = check_run(trial->network, trial->made[rank], PROPERTIES, &trial->options,
                                   &trial->run[rank], &trial->error[rank]);
    ranks_end(trial->run[rank].ranks, trial->check[rank] != NULL ? 0 : 3);
}

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

/* The same, beside a rank that is short of memory or time. */
static const char *short_difference(const struct check_result *alone, const struct check_result *rank,
                                    struct totals *totals) {
    totals->undecided += rank->verdict == VERDICT_UNDECIDED;
    return rank->verdict != VERDICT_UNDECIDED ? rank->verdict != alone->verdict ? "verdicts" : NULL
           : rank->why.code == ERROR_INPUT || rank->why.code == ERROR_IO ? rank->why.text
                                                                         : NULL;
}

/* What is wrong in a rank, or NULL. */
static const char *judge(const struct trial *trial, unsigned r, const struct check *alone,
                         struct totals *totals) {
    const char *what = NULL;
    if (trial->check[r] == NULL) {
        return trial->short_budget == 0 ? trial->error[r].text : NULL;
    }
    for (uint32_t i = 0; i < PROPERTIES && what == NULL; i++) {
        const struct check_result *a = &alone->results[i], *b = &trial->check[r]->results[i];
        what = trial->short_budget != 0 ? short_difference(a, b, totals) : difference(a, b);
    }
    return what;
}

/* Runs the ranks' check; how many were wrong. */
static unsigned compare_ranks(struct trial *trial, uint64_t seed, const struct check *alone,
                              struct totals *totals) {
    unsigned wrong = 0;
    trial->ranks = thread_ranks_create(trial->count, seed);
    thread_ranks_run(trial->ranks, run_rank, trial);
    for (unsigned r = 0; r < trial->count; r++) {
        const char *what = judge(trial, r, alone, totals);
        if (what != NULL) {
            fprintf(stderr, "seed %llu, rank %u of %u%s: %s differ\n", (unsigned long long)seed, r,
                    trial->count, trial->short_budget != 0 ? ", one is short" : "", what);
            wrong++;
        }
        check_free(trial->check[r], &trial->run[r]);
        wrong += memory_used(&trial->memory[r]) != 0;
    }
    wrong += !thread_ranks_are_idle(trial->ranks);
    thread_ranks_free(trial->ranks);
    return wrong;
}

static void draw_short(struct trial *trial, uint64_t *random) {
    trial->short_rank = (unsigned)(random_next(random) % trial->count);
    trial->short_budget = BUDGET;
    trial->short_deadline = 0;
    if (random_next(random) % 4 != 0) {
        trial->short_budget = ((uint64_t)4096 << random_next(random) % 12) + random_next(random) % 4096;
    } else {
        trial->short_deadline = run_clock() + 0.0001 * (double)(random_next(random) % 200);
    }
}

static unsigned compare(struct trial *trial, uint64_t seed, uint64_t *random, struct totals *totals) {
    struct memory memory;
    struct error error;
    memory_init(&memory, BUDGET);
    const struct run run = {.memory = &memory, .threads = 1};
    trial->count = 2 + (unsigned)(random_next(random) % (THREAD_RANKS_MOST - 1));
    trial->options = (struct check_options){.backend = backends[0],
                                            .vacuity = 1,
                                            .games = random_next(random) % 4 == 0,
                                            .keep_going = random_next(random) % 4 == 0,
                                            .keep_apart = random_next(random) % 3 != 0};
    trial->options.explore.max_depth = UINT64_MAX;
    struct check *alone =
        check_run(trial->network, trial->made[ALONE], PROPERTIES, &trial->options, &run, &error);
    unsigned wrong = alone == NULL;
    for (uint32_t i = 0; i < PROPERTIES && !wrong; i++) {
        totals->compared++;
        totals->games += alone->results[i].game.made.vertices != 0;
        totals->searched += alone->results[i].grounds == GROUNDS_REACHED;
        totals->vacuous += alone->results[i].vacuous != VACUITY_NONE;
    }
    wrong += wrong ? 0 : compare_ranks(trial, seed, alone, totals);
    if (!wrong && seed % 2 == 0) {
        draw_short(trial, random);
        wrong += compare_ranks(trial, seed, alone, totals);
        trial->short_budget = 0;
    }
    check_free(alone, &run);
    return wrong;
}

/* The caller frees the properties, even after a failure. Returns 0 or -1. */
static int make_properties(struct trial *trial, uint64_t *random, language_tree *tree, const struct run *run,
                           struct error *error) {
    const char *labels[MOST_LABELS + 1];
    uint32_t count = 0;
    struct error warning;
    const struct property_maker maker = {.tree = tree, .run = run, .error = error, .warning = &warning};
    for (uint32_t i = 0; i < trial->network->label_count && i < MOST_LABELS; i++) {
        labels[count++] = trial->network->labels[i].text;
    }
    labels[count++] = "i";
    int failed = 0;
    for (unsigned r = 0; r <= ALONE && !failed; r++) {
        failed = property_make(&maker, PROPERTY_DEADLOCK, NULL, &trial->made[r][0]);
    }
    for (uint32_t i = 1; i < PROPERTIES && !failed; i++) {
        formula_text *text =
            (i == 1 ? random_plan_formula_make : random_formula_make)(random, labels, count, run->memory);
        char *printed = random_formula_print(formula_root(text), 0);
        for (unsigned r = 0; r <= ALONE && !failed; r++) {
            failed = property_make(&maker, PROPERTY_FORMULA, printed, &trial->made[r][i]);
        }
        free(printed);
        formula_text_free(text);
    }
    for (unsigned r = 0; r <= ALONE && !failed; r++) {
        failed = check_plan_formulas(trial->network, trial->made[r], PROPERTIES, run, error) < 0;
    }
    return failed;
}

static unsigned check_network(const struct random_network *drawn, struct totals *totals) {
    static struct trial trial;
    struct memory memory;
    struct error error = {.code = ERROR_NONE};
    uint64_t random = drawn->seed * 57 + 11;
    unsigned wrong = 0;
    memset(&trial, 0, sizeof trial);
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 1};
    language_tree *tree = language_read(drawn->path, &drawn->options, &run, &error);
    struct oracle_graph *graph = tree == NULL ? NULL : oracle_explore_model(tree, MOST_STATES);
    struct network *network =
        graph == NULL || graph->outcome != ORACLE_DONE ? NULL : language_compile(tree, &run, &error);
    if (network != NULL && network_has_plain_labels(network)) {
        trial.network = network;
        if (make_properties(&trial, &random, tree, &run, &error) != 0) {
            fprintf(stderr, "seed %llu: %s\n", (unsigned long long)drawn->seed, error.text);
            wrong++;
        } else {
            wrong += compare(&trial, drawn->seed, &random, totals);
        }
        for (uint32_t i = 0; i < (ALONE + 1) * PROPERTIES; i++) {
            property_free(&trial.made[i / PROPERTIES][i % PROPERTIES], &run);
        }
    }
    network_free(&memory, network);
    oracle_free(graph);
    language_free(tree);
    return wrong + (memory_used(&memory) != 0);
}

static void test_random(void) {
    struct test_folder folder;
    struct totals totals = {0};
    const uint64_t cases = number_of_cases(DEFAULT_CASES),
                   seed = number_from_environment("HEDDLE_SEED", 8300);
    unsigned wrong = 0;
    test_folder_create(&folder);
    for (uint64_t i = 0; i < cases && wrong == 0; i++) {
        struct random_network drawn;
        CU_ASSERT_EQUAL_FATAL(random_network_generate(seed + i, folder.path, &drawn), 0);
        wrong += check_network(&drawn, &totals);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    if (wrong == 0) {
        test_folder_remove(&folder);
    }
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
