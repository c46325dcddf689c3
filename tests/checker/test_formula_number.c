/*
 * Formulas with numbers of any size, from their text to the verdict: random ones against their definition
 * (tests/oracle/oracle_number.h), and those that say what is decided and what is not.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "tests/random/random_number.h"
#include "tests/support/decide_formula.h"
#include "tests/support/testing.h"

#define DEFAULT_CASES 400u
#define LONG_CASES 20000u

struct totals {
    uint64_t compared, holds, violated, undecided, large, mismatches, kinds[NT_KINDS];
};

static void check_case(uint64_t seed, void *context) {
    static struct random_number_formula drawn;
    struct totals *totals = context;
    struct small_network small;
    const char *doubt = "";
    uint64_t random = seed;
    random_number_formula_make(&drawn, &random);
    small_network_open(&small);
    test_folder_write(&small.folder, "graph.aut", drawn.aut);
    small_network_compose(&small, "\"graph.aut\"");
    enum verdict verdict = decide_formula(&small, drawn.text, &doubt);
    int holds = verdict != VERDICT_UNDECIDED && number_test_holds(drawn.formula, &drawn.lts);
    int wrong = verdict == VERDICT_UNDECIDED ? *doubt == '\0' : holds != (verdict == VERDICT_HOLDS);
    if (wrong) {
        totals->mismatches++;
        fprintf(stderr, "seed %llu: verdict %d, by definition %d: %s%s%s\n", (unsigned long long)seed,
                (int)verdict, holds, drawn.text, drawn.aut, doubt);
    }
    totals->compared++;
    totals->holds += verdict == VERDICT_HOLDS;
    totals->violated += verdict == VERDICT_VIOLATED;
    totals->undecided += verdict == VERDICT_UNDECIDED;
    totals->large += (uint64_t)drawn.is_large;
    for (int kind = 0; kind < NT_KINDS; kind++) {
        totals->kinds[kind] += drawn.kinds[kind] > 0;
    }
    small_network_close(&small);
}

static void test_random(void) {
    struct totals totals = {0};
    if (judge_seeds(test_is_long() ? LONG_CASES : DEFAULT_CASES, 1, check_case, &totals,
                    &totals.mismatches) == 0) {
        return;
    }
    report_counts("formulas", totals.compared, "hold", totals.holds, "violated", totals.violated, "undecided",
                  totals.undecided, "with numbers beyond 64 bits", totals.large, NULL);
    CU_ASSERT_TRUE(totals.holds * 4 > totals.compared && totals.violated * 4 > totals.compared);
    CU_ASSERT_TRUE(totals.undecided * 4 < totals.compared);
    CU_ASSERT_TRUE(totals.large * 2 > totals.compared);
    for (int kind = 0; kind < NT_KINDS; kind++) {
        CU_ASSERT_TRUE(totals.kinds[kind] * 50 > totals.compared);
    }
}

void suite_formula_number(void) {
    suite_add("formulas with numbers of any size", NULL, NULL, "random formulas", test_random, NULL);
}
