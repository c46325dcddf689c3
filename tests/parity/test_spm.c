/*
 * Small progress measures: thousands of random games with every queue, order and option, against the oracle
 * and with strategies verified; with less and less memory, interrupted at any check; families whose winners
 * are known; measures against the definition, at their bounds; queues. HEDDLE_CASES and HEDDLE_SEED choose
 * the games.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "parity/solve.h"
#include "parity/measures/spm.h"
#include "parity/measures/spm_reorder.h"
#include "tests/oracle/oracle_game.h"
#include "tests/support/game_case.h"
#include "tests/support/solve_judge.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 1500u
#define LARGE 4000u
#define WIDE 200u
#define WAYS_APART 5u /* each family is solved in one of so many ways */
#else
#define DEFAULT_CASES 12000u
#define LARGE 40000u
#define WIDE 800u
#define WAYS_APART 1u
#endif
#define VERTICES 40u
#define BUDGET ((uint64_t)1 << 32)

/* --- one game, solved once --- */

/* Solves within `limit` bytes. Returns what is wrong, or NULL. */
static const char *judge(const struct game *game, const uint8_t *winner, const struct solve_options *options,
                         uint64_t limit, struct solve_outcome *outcome) {
    const struct solve_trial trial = {*options, 1, limit == BUDGET ? 0 : limit};
    const char *wrong = solve_judge(solve_engines[0], game, winner, &trial, outcome);
    return wrong == NULL && outcome->code == ERROR_NONE && outcome->report.solver != SOLVER_SPM
               ? "another solver"
               : wrong;
}

/* --- random games --- */

struct totals {
    uint64_t cases, mismatches, lifted, spent, both_win;
    uint64_t queues[SPM_QUEUE_KINDS], orders[SPM_ORDERS], shortcuts[SPM_MOST_SHORTCUTS + 1], sided[2], lifts;
};

static void draw_options(uint64_t *random, struct solve_options *options) {
    uint64_t bits = random_next(random);
    *options = (struct solve_options){.solver = SOLVER_SPM};
    options->keep_loops = bits & 1;
    options->keep_cycles = bits >> 1 & 1;
    options->keep_priorities = bits >> 2 & 1;
    options->keep_whole = bits >> 3 & 1;
    options->spm.sides = (enum spm_sides)(random_next(random) % SPM_SIDES);
    options->spm.odd_first = bits >> 5 & 1;
    options->spm.queue = (enum spm_queue_kind)(random_next(random) % SPM_QUEUE_KINDS);
    options->spm.order = (enum spm_order)(random_next(random) % SPM_ORDERS);
    options->spm.shortcuts = (unsigned)(random_next(random) % (SPM_MOST_SHORTCUTS + 1));
    options->spm.seed = random_next(random);
}

static void report_case(uint64_t seed, const struct random_game *game, const struct solve_options *options,
                        uint64_t limit, const char *wrong) {
    fprintf(stderr, "\n    queue %d, order %d, shortcuts %u, %s, %s first; keeps%s%s%s%s, memory %llu:",
            (int)options->spm.queue, (int)options->spm.order, options->spm.shortcuts,
            options->spm.sides == SPM_SIDES_ONE ? "one side" : "in turn",
            options->spm.odd_first ? "Odd" : "Even", options->keep_loops ? " loops" : "",
            options->keep_cycles ? " cycles" : "", options->keep_priorities ? " priorities" : "",
            options->keep_whole ? " whole" : "", (unsigned long long)limit);
    random_game_report(game, seed, "spm", wrong);
}

/* Solves a game with the defaults, twice as drawn, and the last time with part of the memory that it took. */
static void judge_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct random_game game;
    uint8_t winner[VERTICES];
    uint64_t random = seed * 31 + 7, limit = BUDGET;
    struct solve_options options = {.solver = SOLVER_SPM};
    random_game_make(seed, seed % 3 == 0 ? 10 : VERTICES, &game);
    oracle_game(&game.game, winner);
    totals->cases++;
    totals->both_win += memchr(winner, 0, game.game.vertices) && memchr(winner, 1, game.game.vertices);
    for (int i = 0; i < 4; i++) {
        struct solve_outcome outcome;
        const char *wrong = judge(&game.game, winner, &options, limit, &outcome);
        totals->mismatches += wrong != NULL;
        totals->lifts += outcome.report.lifts;
        totals->lifted += outcome.report.lifts > 0;
        totals->spent += outcome.code == ERROR_MEMORY;
        totals->queues[options.spm.queue]++;
        totals->orders[options.spm.order]++;
        totals->shortcuts[options.spm.shortcuts]++;
        totals->sided[options.spm.sides == SPM_SIDES_ONE]++;
        if (wrong != NULL) {
            report_case(seed, &game, &options, limit, wrong);
        }
        if (i < 2) {
            draw_options(&random, &options);
        } else {
            limit = 1 + outcome.taken * (1 + random_next(&random) % 16) / 16;
        }
    }
    random_game_free(&game);
}

static void test_random_games(void) {
    struct totals totals = {0};
    uint64_t cases = judge_seeds(DEFAULT_CASES, 20131, judge_seed, &totals, &totals.mismatches);
    report_counts("games", totals.cases, "won by both", totals.both_win, "solved with lifts", totals.lifted,
                  "in all", totals.lifts, "without memory", totals.spent, NULL);
    if (cases >= 500) { /* the drawn games are varied enough */
        CU_ASSERT_TRUE(3 * totals.both_win >= totals.cases);
        CU_ASSERT_TRUE(totals.lifted >= totals.cases);
        CU_ASSERT_TRUE(2 * totals.spent >= totals.cases);
        CU_ASSERT_TRUE(2 * totals.sided[0] >= totals.cases && 3 * totals.sided[1] >= 2 * totals.cases);
        for (unsigned i = 0; i < SPM_QUEUE_KINDS; i++) {
            CU_ASSERT_TRUE(2 * totals.queues[i] >= totals.cases);
        }
        for (unsigned i = 0; i <= SPM_MOST_SHORTCUTS; i++) {
            CU_ASSERT_TRUE(2 * totals.shortcuts[i] >= totals.cases);
        }
        for (unsigned i = 0; i < SPM_ORDERS; i++) {
            CU_ASSERT_TRUE(4 * totals.orders[i] >= totals.cases);
        }
    }
}

/* Every allocation fails in turn: the memory limit grows in small steps. */
static void test_every_allocation(void) {
    uint64_t failures = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random_game game;
        uint8_t winner[VERTICES];
        struct solve_options options;
        struct solve_outcome outcome;
        uint64_t random = seed, limit = 1;
        random_game_make(seed, VERTICES, &game);
        oracle_game(&game.game, winner);
        draw_options(&random, &options);
        do {
            CU_ASSERT_PTR_NULL(judge(&game.game, winner, &options, limit, &outcome));
            failures += outcome.code == ERROR_MEMORY;
            limit += 1 + limit / 16;
        } while (outcome.code == ERROR_MEMORY);
        random_game_free(&game);
    }
    CU_ASSERT_TRUE(failures > 60 * 20);
}

/* --- families --- */

static const struct game_family families[] = {
    {.kind = GAME_FAMILY_PROPAGATION, .width = 1, .length = 1},
    {.kind = GAME_FAMILY_PROPAGATION, .width = 300, .length = 30},
    {.kind = GAME_FAMILY_PROPAGATION, .width = 2, .length = LARGE / 2},
    {.kind = GAME_FAMILY_TREE, .length = 12},
    {.kind = GAME_FAMILY_JURDZINSKI, .width = 4, .length = 3},
    {.kind = GAME_FAMILY_JURDZINSKI, .width = 300, .length = 3},
    {.kind = GAME_FAMILY_JURDZINSKI, .width = 30, .length = 10}, /* several words */
    {.kind = GAME_FAMILY_HANOI, .length = 8},
    {.kind = GAME_FAMILY_RANDOM, .vertices = LARGE, .low = 1, .high = 4, .priorities = 2, .seed = 1},
    {.kind = GAME_FAMILY_RANDOM, .vertices = LARGE, .low = 1, .high = 2, .priorities = 4, .seed = 2},
    {.kind = GAME_FAMILY_RANDOM, .vertices = 100, .low = 1, .high = 2, .priorities = 100, .seed = 3},
    {.kind = GAME_FAMILY_FAIRNESS, .width = 50, .length = 20, .seed = 6},
};

#define FAMILIES LENGTH(families)

/* Solves and verifies a game; `first` becomes the solution, or is compared with it. */
static void solve_family(const struct game_store *store, const struct solve_options *options,
                         struct memory *memory, struct solution *first, int is_first) {
    struct run run = {.memory = memory, .threads = 1};
    struct solution solution = *first;
    struct solve_report report;
    struct error error;
    const char *wrong = NULL;
    uint64_t vertex, before = memory_used(memory);
    if (!is_first) {
        CU_ASSERT_EQUAL_FATAL(solution_create(&solution, store->game.vertices, memory, &error), 0);
    }
    CU_ASSERT_EQUAL(solve_cpu(&(struct solve_task){&store->game, options, &run, &solution, &report, &error}),
                    0);
    CU_ASSERT_EQUAL(solution_verify(&store->game, &solution, &run, &wrong, &vertex, &error), 1);
    CU_ASSERT_EQUAL(memcmp(solution.winner, first->winner, store->game.vertices), 0);
    if (!is_first) {
        solution_free(&solution, store->game.vertices, memory);
    }
    CU_ASSERT_EQUAL(memory_used(memory), before);
}

static void test_families(void) {
    for (unsigned i = 0; i < 2 * FAMILIES; i++) {
        struct memory memory;
        struct game_store store;
        struct solution first;
        struct error error;
        struct game_family family = families[i / 2];
        uint64_t even = 0, counted = 0;
        family.shuffled = i % 2;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 1};
        CU_ASSERT_EQUAL_FATAL(game_family_make(&family, &run, &store, &error), 0);
        CU_ASSERT_EQUAL_FATAL(solution_create(&first, store.game.vertices, &memory, &error), 0);
        solve_family(&store, &(struct solve_options){.solver = SOLVER_SPM}, &memory, &first, 1);
        for (unsigned way = i % WAYS_APART; way < SPM_QUEUE_KINDS * SPM_ORDERS; way += WAYS_APART) {
            const struct solve_options options = {.solver = SOLVER_SPM,
                                                  .keep_loops = way % 2,
                                                  .keep_cycles = way / 2 % 2,
                                                  .keep_whole = way / 4 % 2,
                                                  .spm = {.queue = (enum spm_queue_kind)(way / SPM_ORDERS),
                                                          .order = (enum spm_order)(way % SPM_ORDERS),
                                                          .odd_first = way / 3 % 2,
                                                          .shortcuts = way % 5 % 3}};
            if (way / 4 % 2 == 0 || family.vertices < LARGE) {
                solve_family(&store, &options, &memory, &first, 0);
            }
        }
        for (uint64_t v = 0; v < store.game.vertices; v++) {
            counted += first.winner[v] == PLAYER_EVEN;
        }
        CU_ASSERT_TRUE(!game_family_even(&family, &even) || counted == even);
        solution_free(&first, store.game.vertices, &memory);
        game_store_free(&store);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* --- too little memory, empty games, interruption --- */

static void test_measures_too_long(void) {
    const struct game_family family = {
        .kind = GAME_FAMILY_RANDOM, .vertices = 20000, .low = 2, .high = 3, .priorities = 20000, .seed = 4};
    struct memory memory;
    struct game_store store;
    struct solution solution;
    struct solve_report report;
    struct error error;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 1};
    CU_ASSERT_EQUAL_FATAL(game_family_make(&family, &run, &store, &error), 0);
    CU_ASSERT_EQUAL_FATAL(solution_create(&solution, store.game.vertices, &memory, &error), 0);
    const struct solve_options options = {
        .solver = SOLVER_SPM, .keep_loops = 1, .keep_cycles = 1, .keep_whole = 1};
    uint64_t before = memory_used(&memory);
    memory.limit = before + 8000000; /* enough for the rest, but not for 20000 measures of 10000 bits or so */
    CU_ASSERT_EQUAL(solve_cpu(&(struct solve_task){&store.game, &options, &run, &solution, &report, &error}),
                    -1);
    CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.text, "MiB"));
    CU_ASSERT_EQUAL(memory_used(&memory), before);
    const struct game empty = {0};
    CU_ASSERT_EQUAL(solve_cpu(&(struct solve_task){&empty, &options, &run, &solution, &report, &error}), 0);
    for (int order = 0; order < SPM_ORDERS; order++) {
        const struct solve_options ordered = {.solver = SOLVER_SPM, .spm.order = (enum spm_order)order};
        CU_ASSERT_EQUAL(spm_solve_in_order(solve_cpu, &(struct solve_task){&empty, &ordered, &run, &solution,
                                                                           &report, &error}),
                        0);
    }
    solution_free(&solution, store.game.vertices, &memory);
    game_store_free(&store);
}

#define MOST_LOOKS 10000

/* Stops at the first check of the flag, the second, and so on, later in larger steps, until solving ends
 * before the stop. Then a deadline that has passed stops it. */
static void test_interruption(void) {
    const struct game_family family = {.kind = GAME_FAMILY_JURDZINSKI, .width = WIDE, .length = 3};
    struct game_case one;
    int looks = 1;
    game_case_open_family(&one, &family, BUDGET);
    one.options.solver = SOLVER_SPM;
    one.options.keep_whole = 1;
    while (game_case_interrupt(&one, looks) && looks < MOST_LOOKS) {
        looks += 1 + looks / 8;
        one.options.keep_whole = looks % 2;
    }
    CU_ASSERT_TRUE(looks > 2 && looks < MOST_LOOKS);
    uint64_t before = memory_used(&one.work.memory);
    one.options = (struct solve_options){.solver = SOLVER_SPM, .spm.sides = SPM_SIDES_ONE};
    one.work.run.deadline = run_clock() + 0.05;
    CU_ASSERT_EQUAL(solve_cpu(&one.task), -1);
    CU_ASSERT_EQUAL(one.work.error.code, ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(memory_used(&one.work.memory), before);
    game_case_close(&one);
}

/* --- measures, against the definition --- */

#define COMPONENTS 3u

/* Components of 2, 62 and 3 bits, with bounds 2, 2^61 + 1 and 5: the second is alone in a word. */
static const uint64_t bounds[COMPONENTS] = {2, ((uint64_t)1 << 61) + 1, 5};
static const struct spm_component components[COMPONENTS] = {
    {(uint64_t)3 << 61, (uint64_t)2 << 61, (uint64_t)1 << 61, 0},
    {(((uint64_t)1 << 62) - 1) << 1, ((((uint64_t)1 << 61) + 1) << 1), 2, 1},
    {(uint64_t)7 << 60, (uint64_t)5 << 60, (uint64_t)1 << 60, 2}};

static void pack(const uint64_t *values, uint64_t *measure) {
    memset(measure, 0, 3 * sizeof *measure);
    for (unsigned i = 0; i < COMPONENTS; i++) {
        measure[components[i].word] |= values[i] * components[i].one;
    }
}

/* The definition: raises the last of the first components, and carries if it is at its bound. Returns 0 for
 * the top. */
static int raise_naively(uint64_t *values, unsigned count) {
    while (count-- > 0) {
        if (values[count] < bounds[count]) {
            values[count]++;
            return 1;
        }
        values[count] = 0;
    }
    return 0;
}

static void test_measures(void) {
    static const struct spm_cut cuts[2 * COMPONENTS + 1] = {
        {.mask = ~(((uint64_t)1 << 60) - 1), .words = 3, .components = 3, .raises = 0},
        {.mask = ~(((uint64_t)1 << 60) - 1), .words = 3, .components = 3, .raises = 1},
        {.mask = ~(uint64_t)1, .words = 2, .components = 2, .raises = 0},
        {.mask = ~(uint64_t)1, .words = 2, .components = 2, .raises = 1},
        {.mask = ~(((uint64_t)1 << 61) - 1), .words = 1, .components = 1, .raises = 0},
        {.mask = ~(((uint64_t)1 << 61) - 1), .words = 1, .components = 1, .raises = 1},
        {.mask = 0, .words = 0, .components = 0, .raises = 0}};
    const struct spm_layout layout = {components, cuts, 3};
    uint64_t random = 5, tops = 0;
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t values[COMPONENTS], words[3][3];
        const struct spm_measure from = {words[0], 1}, to = {words[1], 1}, expected = {words[2], 1};
        for (unsigned j = 0; j < COMPONENTS; j++) {
            uint64_t bits = random_next(&random);
            values[j] = bits % 2 ? bounds[j] - bits / 2 % 2 : (bits >> 2) % (bounds[j] + 1);
        }
        unsigned level = (unsigned)(random_next(&random) % (2 * COMPONENTS + 1));
        pack(values, words[0]);
        for (unsigned j = cuts[level].components; j < COMPONENTS; j++) {
            values[j] = 0;
        }
        int is_top = cuts[level].raises && !raise_naively(values, cuts[level].components);
        pack(values, words[2]);
        if (is_top) {
            spm_set(expected, SPM_TOP, 3);
            tops++;
        }
        spm_progress(&layout, level, from, to, 3);
        CU_ASSERT_EQUAL(memcmp(words[1], words[2], sizeof *words), 0);
        CU_ASSERT_EQUAL(spm_is_top(to), is_top);
        CU_ASSERT_EQUAL(spm_is_greater(to, from, 3), is_top || memcmp(words[1], words[0], sizeof *words) != 0
                                                         ? !spm_is_greater(from, to, 3)
                                                         : 0);
        spm_set(from, SPM_TOP, 3);
        spm_progress(&layout, level, from, to, 3);
        CU_ASSERT_TRUE(spm_is_top(to));
    }
    CU_ASSERT_TRUE(tops > 500);
}

/* --- queues, against lists --- */

static void test_queues(void) {
    for (unsigned kind = 0; kind < SPM_QUEUE_KINDS; kind++) {
        enum { COUNT = 7 };
        uint32_t block[2 * COUNT], model[COUNT], size = 0;
        uint64_t random = 11 + kind, others = 0;
        struct spm_queue queue;
        CU_ASSERT_EQUAL_FATAL(spm_queue_bytes(COUNT), sizeof block);
        spm_queue_init(&queue, (enum spm_queue_kind)kind, COUNT, 3, block);
        for (unsigned i = 0; i < 20000; i++) {
            uint32_t vertex = (uint32_t)(random_next(&random) % COUNT), at = 0;
            if (random_next(&random) % 2) {
                while (at < size && model[at] != vertex) {
                    at++;
                }
                if (at == size || kind == SPM_QUEUE_STACK) { /* the vertex moves to the end */
                    size -= at < size;
                    memmove(model + at, model + at + 1, (size - at) * sizeof *model);
                    model[size++] = vertex;
                }
                spm_queue_push(&queue, vertex);
            } else if (size > 0) {
                uint32_t popped = spm_queue_pop(&queue);
                at = kind == SPM_QUEUE_STACK ? size - 1 : 0;
                while (kind == SPM_QUEUE_RANDOM && at + 1 < size && model[at] != popped) {
                    at++;
                }
                others += at != 0;
                CU_ASSERT_EQUAL(popped, model[at]);
                memmove(model + at, model + at + 1, (--size - at) * sizeof *model);
            }
            CU_ASSERT_EQUAL(queue.size, size);
            uint32_t inside = 0;
            for (vertex = 0; vertex < COUNT; vertex++) {
                inside += spm_queue_has(&queue, vertex) != 0;
            }
            CU_ASSERT_EQUAL(inside, size);
        }
        CU_ASSERT_TRUE((others > 0) == (kind != SPM_QUEUE_FIFO));
    }
}

void suite_spm(void) {
    suite_add("spm", NULL, NULL, "random games with every queue, order and option, against the oracle",
              test_random_games, "every allocation fails in its turn", test_every_allocation,
              "families, in every way, that agree", test_families,
              "measures that do not fit, and empty games", test_measures_too_long, "interruption at any look",
              test_interruption, "measures, against the definition", test_measures, "queues, against lists",
              test_queues, NULL);
}
