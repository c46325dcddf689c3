/* What heddle bench parity concludes from its tables, on made-up cells. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "bench/parity_conclusion.h"
#include "tests/support/testing.h"

#define OVER -1.0 /* over the limit */
#define NONE -2.0 /* left out */
#define ROWS 4u

struct made {
    struct memory memory;
    struct parity_cells cells;
};

static void begin(struct made *made) {
    memory_init(&made->memory, (uint64_t)1 << 20);
    made->cells = (struct parity_cells){.memory = &made->memory};
}

static void end(struct made *made) {
    parity_cells_free(&made->cells);
    CU_ASSERT_EQUAL(memory_used(&made->memory), 0);
}

/* The seconds of one variant for the games of a table; 1000 lifts each. */
static void add(struct made *made, const char *table, const char *way, const double *seconds) {
    static const char *const games[ROWS] = {"prop(1,2)", "prop(2,1)", "tprop(3)", "hanoi(4)"};
    struct error error;
    for (unsigned row = 0; row < ROWS; row++) {
        struct parity_cell cell = {.table = table, .game = games[row], .way = way, .row = row, .lifts = 1000};
        cell.outcome = seconds[row] == OVER   ? PARITY_OVER
                       : seconds[row] == NONE ? PARITY_LEFT_OUT
                                              : PARITY_SOLVED;
        cell.seconds = cell.outcome == PARITY_SOLVED ? seconds[row] : 0;
        CU_ASSERT_EQUAL_FATAL(parity_cells_add(&made->cells, &cell, &error), 0);
    }
}

/* Games in which the first group was faster, slower, or as fast. */
#define COUNTS(faster, slower, alike)                                                                        \
    (const uint64_t[]) {                                                                                     \
        faster, slower, alike                                                                                \
    }

static void expect(const struct made *made, const struct parity_conclusion *conclusion,
                   enum parity_verdict verdict, double ratio, const uint64_t counts[3]) {
    struct parity_finding finding = parity_conclude(conclusion, &made->cells);
    CU_ASSERT_EQUAL(finding.verdict, verdict);
    CU_ASSERT_DOUBLE_EQUAL(finding.ratio, ratio, 1e-9);
    CU_ASSERT_EQUAL(finding.faster, counts[0]);
    CU_ASSERT_EQUAL(finding.slower, counts[1]);
    CU_ASSERT_EQUAL(finding.alike, counts[2]);
}

static struct parity_conclusion mean(double low, double high) {
    return (struct parity_conclusion){.table = "t",
                                      .statement = "a against b",
                                      .first = "a",
                                      .second = "b",
                                      .rule = PARITY_RULE_MEAN,
                                      .low = low,
                                      .high = high};
}

/* Ratios 2, 1/8, 1.05 and one that only b solved in time. */
static void add_a_and_b(struct made *made) {
    add(made, "t", "a", (const double[ROWS]){2, 1, 1.05, OVER});
    add(made, "t", "b", (const double[ROWS]){1, 8, 1, 5});
    add(made, "other", "a", (const double[ROWS]){9, 9, 9, 9});
    add(made, "other", "b", (const double[ROWS]){1, 1, 1, 1});
}

static void test_mean(void) {
    struct made made;
    double ratio = cbrt(2.0 / 8 * 1.05);
    begin(&made);
    add_a_and_b(&made);
    struct parity_conclusion conclusion = mean(0, 1);
    expect(&made, &conclusion, PARITY_HOLDS, ratio, COUNTS(1, 2, 1));
    CU_ASSERT_EQUAL(parity_conclude(&conclusion, &made.cells).solved, 3);
    conclusion = mean(0.5, 2);
    expect(&made, &conclusion, PARITY_HOLDS, ratio, COUNTS(1, 2, 1));
    conclusion = mean(0.7, 0);
    expect(&made, &conclusion, PARITY_FAILS, ratio, COUNTS(1, 2, 1));
    conclusion = mean(0, 0.6);
    expect(&made, &conclusion, PARITY_FAILS, ratio, COUNTS(1, 2, 1));
    end(&made);
}

/* Statements about some games only, and games that only one side solved. */
static void test_games(void) {
    struct made made;
    begin(&made);
    add_a_and_b(&made);
    struct parity_conclusion conclusion = mean(0, 1);
    conclusion.games = "prop(";
    expect(&made, &conclusion, PARITY_HOLDS, 0.5, COUNTS(1, 1, 0));
    conclusion.games = "hanoi(";
    expect(&made, &conclusion, PARITY_FAILS, -1, COUNTS(0, 1, 0));
    conclusion.low = 1;
    conclusion.high = 0;
    expect(&made, &conclusion, PARITY_HOLDS, -1, COUNTS(0, 1, 0));
    conclusion.games = "ring(";
    expect(&made, &conclusion, PARITY_NOT_MEASURED, -1, COUNTS(0, 0, 0));
    end(&made);
}

static void test_every_and_most(void) {
    struct made made;
    begin(&made);
    add_a_and_b(&made);
    struct parity_conclusion conclusion = mean(0, 3);
    double ratio = cbrt(2.0 / 8 * 1.05);
    conclusion.rule = PARITY_RULE_EVERY;
    expect(&made, &conclusion, PARITY_FAILS, ratio, COUNTS(1, 2, 1)); /* for the game that a did not solve */
    conclusion.high = 0;
    expect(&made, &conclusion, PARITY_HOLDS, ratio, COUNTS(1, 2, 1));
    conclusion.low = 0.2;
    expect(&made, &conclusion, PARITY_FAILS, ratio, COUNTS(1, 2, 1)); /* for 1/8 */
    conclusion.games = "prop(1";
    expect(&made, &conclusion, PARITY_HOLDS, 2, COUNTS(0, 1, 0));
    conclusion = mean(0, 0);
    conclusion.rule = PARITY_RULE_MOST;
    expect(&made, &conclusion, PARITY_FAILS, ratio, COUNTS(1, 2, 1));
    conclusion.first = "b";
    conclusion.second = "a";
    expect(&made, &conclusion, PARITY_HOLDS, 1 / ratio, COUNTS(2, 1, 1));
    conclusion.games = "prop("; /* half is not most */
    expect(&made, &conclusion, PARITY_FAILS, 2, COUNTS(1, 1, 0));
    end(&made);
}

/* The best of a group counts; of rates, the most. */
static void test_groups(void) {
    struct made made;
    begin(&made);
    add_a_and_b(&made);
    add(&made, "t", "c", (const double[ROWS]){0.5, OVER, 2, OVER});
    struct parity_conclusion conclusion = mean(0, 1);
    conclusion.second = "b c"; /* 0.5, 8, 1, 5 */
    expect(&made, &conclusion, PARITY_HOLDS, cbrt(4.0 / 8 * 1.05), COUNTS(1, 2, 1));
    conclusion.rates =
        1; /* 1000 lifts in each of these times; the ratios of the rates are 1/4, 8, 1 / 1.05 */
    conclusion.low = 1;
    conclusion.high = 0;
    expect(&made, &conclusion, PARITY_HOLDS, cbrt(8 / (4 * 1.05)), COUNTS(1, 1, 1));
    end(&made);
}

/* A missing variant leaves a conclusion open; one that gave up affects only its game. */
static void test_not_measured(void) {
    struct made made;
    begin(&made);
    add(&made, "t", "a", (const double[ROWS]){1, 1, 1, OVER});
    struct parity_conclusion conclusion = mean(0, 1);
    expect(&made, &conclusion, PARITY_NOT_MEASURED, -1, COUNTS(0, 0, 0));
    add(&made, "t", "b", (const double[ROWS]){NONE, NONE, NONE, NONE});
    expect(&made, &conclusion, PARITY_NOT_MEASURED, -1, COUNTS(0, 0, 0));
    add(&made, "t", "c", (const double[ROWS]){NONE, 4, NONE, OVER});
    conclusion.second = "c";
    expect(&made, &conclusion, PARITY_HOLDS, 0.25, COUNTS(1, 0, 0));
    conclusion.second = "c b";
    expect(&made, &conclusion, PARITY_NOT_MEASURED, -1, COUNTS(0, 0, 0));
    end(&made);
}

/* Times too short to compare are alike. */
static void test_short_times(void) {
    struct made made;
    begin(&made);
    add(&made, "t", "a", (const double[ROWS]){1e-6, 0, 5e-5, OVER});
    add(&made, "t", "b", (const double[ROWS]){5e-5, 1e-5, 2e-4, OVER});
    struct parity_conclusion conclusion = mean(0, 1);
    expect(&made, &conclusion, PARITY_HOLDS, cbrt(0.5), COUNTS(1, 0, 2));
    end(&made);
}

/* What has been published can be shown, and compares something in a way that can fail. */
static void test_published(void) {
    for (unsigned i = 0; i < parity_published_count; i++) {
        const struct parity_conclusion *conclusion = &parity_published[i];
        CU_ASSERT(strlen(conclusion->statement) > 0 && strlen(conclusion->statement) <= 61);
        CU_ASSERT(conclusion->first != NULL && *conclusion->first != '\0');
        CU_ASSERT(conclusion->second != NULL && *conclusion->second != '\0');
        CU_ASSERT(conclusion->rule == PARITY_RULE_MOST || conclusion->low > 0 || conclusion->high > 0);
        CU_ASSERT(conclusion->high == 0 || conclusion->low < conclusion->high);
    }
}

void suite_parity_conclusion(void) {
    suite_add("conclusions of heddle bench parity", NULL, NULL, "geometric means", test_mean,
              "games of a name", test_games, "every game, most games", test_every_and_most,
              "groups of ways, rates", test_groups, "what is not measured", test_not_measured,
              "times that are too short", test_short_times, "published conclusions can be shown",
              test_published, NULL);
}
