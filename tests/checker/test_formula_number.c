/*
 * Formulas with numbers of any size, from their text to the verdict: random ones against their definition
 * (tests/oracle/oracle_number.h), and those that say what is decided and what is not.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "checker/property/property.h"
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

static const char graph[] = "des (0, 12, 2)\n"
                            "(0, \"a(9223372036854775808)\", 1)\n"
                            "(0, \"a(-9223372036854775809)\", 1)\n"
                            "(0, \"a(5000)\", 1)\n"
                            "(0, \"r(1 / 3)\", 1)\n"
                            "(0, \"r(-7)\", 1)\n"
                            "(0, \"l([1, 18446744073709551616])\", 1)\n"
                            "(0, \"s({18446744073709551616, 1})\", 1)\n"
                            "(0, \"b({1: 2, 7: 18446744073709551616})\", 1)\n"
                            "(0, \"t(c(340282366920938463463374607431768211456))\", 1)\n"
                            "(0, \"x(+2)\", 1)\n"
                            "(0, \"y(007)\", 1)\n"
                            "(0, \"z(1 + 1)\", 1)\n";

/* Operators give exact results, or say that they have none. */
static void test_operators(void) {
    static const struct formula_verdict cases[] = {
        // clang-format off
        {"val(99999999999999999999999 == 99999999999999999999998 + 1 && 007 == 7 && -0 == 0)", VERDICT_HOLDS},
        {"val(9223372036854775807 + 1 == 9223372036854775808 && -9223372036854775807 - 2 == -9223372036854775809)", VERDICT_HOLDS},
        {"val(4294967296 * 4294967296 == exp(2, 64) && exp(-2, 65) == -36893488147419103232)", VERDICT_HOLDS},
        {"val(succ(9223372036854775807) == exp(2, 63) && pred(-9223372036854775808) == -exp(2, 63) - 1)", VERDICT_HOLDS},
        {"val(-(-9223372036854775808) == exp(2, 63) && abs(-9223372036854775808) == exp(2, 63))", VERDICT_HOLDS},
        {"val(-7 div 2 == -4 && -7 mod 2 == 1 && -exp(2, 70) div 3 == -393530540239137101142 && -exp(2, 70) mod 3 == 2)", VERDICT_HOLDS},
        {"val(1/3 < 1/2 && -1/2 < -1/3 && 3 * (1/3) == 1 && 6/4 == 3/2 && 4/2 == 2)", VERDICT_HOLDS},
        {"val(max(1/3, 2) == 2 && min(1/3, -2) == -2 && floor(-1/2) == -1 && ceil(1/2) == 1 && round(1/2) == 1 && round(-1/2) == 0)", VERDICT_HOLDS},
        {"val(sqrt(exp(2, 100)) == exp(2, 50) && exp(1/2, -70) == exp(2, 70) && exp(0, 0) == 1 && exp(-1, exp(2, 80)) == 1)", VERDICT_HOLDS},
        {"val(Int2Nat(5) == 5 && Nat2Pos(exp(2, 64)) > 1 && Real2Int(4/2) == 2 && Pos2Real(3) == 3)", VERDICT_HOLDS},
        {"val(#[1, 2] == 2 && #{1, 2, 2} == 2 && #{1: 3, 2: 1} == 4 && count(1, {1: 3}) == 3 && count(2, {1: 3}) == 0)", VERDICT_HOLDS},
        {"val({1: 2, 1: 3} == {1: 5} && {1: 0} == {:} && {1: 2} - {1: 5} == {:} && {1: 2} * {1: 1, 2: 2} == {1: 1})", VERDICT_HOLDS},
        {"val(Set2Bag({1, 2}) == {2: 1, 1: 1} && Bag2Set({5: 2}) == {5} && 5 in {5: 1} && !(6 in {5: 1}))", VERDICT_HOLDS},
        {"val(7 mod 0 == 1)", VERDICT_UNDECIDED},
        {"val(7 div -2 == 1)", VERDICT_UNDECIDED},
        {"val(1 / 0 == 1)", VERDICT_UNDECIDED},
        {"val(Int2Nat(-1) == 0)", VERDICT_UNDECIDED},
        {"val(Real2Int(1/2) == 0)", VERDICT_UNDECIDED},
        {"val(Nat2Pos(0) == 0)", VERDICT_UNDECIDED},
        {"val(head([]) == 1)", VERDICT_UNDECIDED},
        {"val([1, 2] . 9223372036854775808 == 1)", VERDICT_UNDECIDED},
        {"val(exp(2, 1000000) > 0)", VERDICT_UNDECIDED},
        {"val(exp(exp(2, 60000), 2) > 0)", VERDICT_UNDECIDED},
        {"mu X(n: Nat = 3) . val(n > exp(2, 60000)) || X(n * n)", VERDICT_UNDECIDED},
        {"mu X(n: Nat = 3) . val(n > exp(2, 30000)) || X(n * n)", VERDICT_HOLDS},
        {"val({1: -1} == {:})", VERDICT_UNDECIDED},
        {"val(if([1] < [2], 5, 6) == 5 && (x * x whr x = exp(10, 30) end) == exp(10, 60))", VERDICT_HOLDS},
        // clang-format on
    };
    check_formula_verdicts(cases, LENGTH(cases), "", graph);
}

/* The order of lists, sets, bags and structs. */
static void test_order(void) {
    static const struct formula_verdict cases[] = {
        // clang-format off
        {"val({1, 2} < {1, 2, 3} && !({1, 2} < {2, 1}) && {1, 2} <= {2, 1} && !({1} < {2}) && !({2} <= {1}) && {3, 1} > {1})", VERDICT_HOLDS},
        {"val([1, 2] < [1, 3] && [] < [1] && !([1] < [1]) && [1] <= [1] && [2] > [1, 5] && [1] < [1, 0])", VERDICT_HOLDS},
        {"val([{1}] < [{1, 2}] && !([{1}] < [{2}]) && !([{2}] <= [{1}]))", VERDICT_HOLDS},
        {"val({1: 1} < {1: 2} && {1: 1} <= {1: 1} && !({2: 1} <= {1: 9}) && {1: 1, 2: 1} >= {2: 1})", VERDICT_HOLDS},
        {"val(c(exp(2, 64)) < c(exp(2, 65)) && d < c(0) && !(c(1) < c(1)) && c(1) <= c(1))", VERDICT_HOLDS},
        {"val(1/3 < 2/5 && 9223372036854775807 < 9223372036854775808 && -9223372036854775809 <= -9223372036854775808)", VERDICT_HOLDS},
        {"exists s: Set(Nat) . <s(s)> val(s > {1} && s <= {exp(2, 64), 1})", VERDICT_HOLDS},
        {"exists l: List(Nat) . <l(l)> val(l > [1, exp(2, 64) - 1] && l < [1, exp(2, 64) + 1])", VERDICT_HOLDS},
        {"exists b: Bag(Nat) . <b(b)> val(b > {1: 2} && count(7, b) == exp(2, 64))", VERDICT_HOLDS},
        // clang-format on
    };
    check_formula_verdicts(cases, LENGTH(cases), "sort D = struct d | c(p: Nat);", graph);
}

/* What a few values decide of infinitely many. */
static void test_infinite(void) {
    static const struct formula_verdict cases[] = {
        // clang-format off
        {"exists n: Int . <a(n)> val(n < -9223372036854775808)", VERDICT_HOLDS},
        {"exists n: Nat . <a(n)> val(n > 9223372036854775807 && n == 9223372036854775807 + 1)", VERDICT_HOLDS},
        {"forall n: Nat . [a(n)] false", VERDICT_VIOLATED},
        {"forall n: Int . [a(n)] val(n * n > 1)", VERDICT_HOLDS},
        {"forall n: Pos . [a(n)] val(n == 5000)", VERDICT_VIOLATED},
        {"forall n: Nat . val(n < 5000 || n >= 5000) && val(n < exp(2, 70) || n >= exp(2, 70))", VERDICT_HOLDS},
        {"forall n: Nat . val(n < exp(2, 200))", VERDICT_VIOLATED},
        {"exists n: Nat . val(n < 0)", VERDICT_VIOLATED},
        {"exists n: Pos . val(n == 0)", VERDICT_VIOLATED},
        {"exists n: Int . val(n < 0)", VERDICT_HOLDS},
        {"exists n: Int . val(n < -exp(2, 80))", VERDICT_HOLDS},
        {"exists n: Int . val(0 < n && n < 1)", VERDICT_VIOLATED},
        {"exists n: Int . val(exp(2, 64) < n && n < exp(2, 64) + 2)", VERDICT_HOLDS},
        {"exists n: Int . val(exp(2, 64) < n && n < exp(2, 64) + 1)", VERDICT_VIOLATED},
        {"exists m, n: Int . val(exp(2, 64) < n && n < exp(2, 64) + 2 && exp(2, 64) < m && m < exp(2, 64) + 2 && m != n)", VERDICT_VIOLATED},
        {"exists n: Real . val(0 < n && n < 1)", VERDICT_HOLDS},
        {"forall n: Real . val(n < 1/3 || n == 1/3 || n > 1/3)", VERDICT_HOLDS},
        {"exists m, n: Real . val(m != n && 0 < n && n < 1/3 && 0 < m && m < 1/3)", VERDICT_HOLDS},
        {"forall n: Int . exists m: Nat . val(m == n)", VERDICT_VIOLATED},
        {"forall n: Nat . exists m: Int . val(m == n)", VERDICT_HOLDS},
        {"forall n: Nat . exists m: Pos . val(m == n)", VERDICT_VIOLATED},
        {"forall n: Real . exists m: Int . val(m == n)", VERDICT_VIOLATED},
        {"exists n: Real . forall m: Int . val(m != n) && val(n > 0)", VERDICT_HOLDS},
        {"exists m: Nat . forall n: Nat . val(n <= m)", VERDICT_UNDECIDED},
        {"forall n: Nat . val(n + 1 > n)", VERDICT_UNDECIDED},
        {"forall l: List(Nat) . val(#l < 5)", VERDICT_UNDECIDED},
        {"exists s: Set(Set(Bool)) . val(s != {{}}) && val(s != {}) && val(s != {{true}})", VERDICT_UNDECIDED},
        {"val({n: Nat | n < 3} == {0, 1, 2} && {n: Int | n < 3 && n > -2} == {-1, 0, 1, 2})", VERDICT_HOLDS},
        {"val({n: Nat | n > 3} == {})", VERDICT_UNDECIDED},
        {"forall n: Nat . nu X(m: Nat = n) . [e] X(m) && val(m >= 0)", VERDICT_HOLDS},
        {"nu X(m: Nat = 0) . val(m < 1) || X(m - 1)", VERDICT_HOLDS},
        {"nu X(m: Nat = 0) . val(m >= 0) && X(m - 1)", VERDICT_UNDECIDED},
        // clang-format on
    };
    check_formula_verdicts(cases, LENGTH(cases), "", graph);
}

/* Terms without variables in actions, and labels that are terms. */
static void test_terms(void) {
    static const struct formula_verdict cases[] = {
        // clang-format off
        {"<a(4999 + 1)> true", VERDICT_HOLDS},
        {"[true* . a(4999 + 1)] false", VERDICT_VIOLATED},
        {"<a((5000))> true && <a(05000)> true && <a(if(true, 5000, 1))> true && [a(-5000)] false", VERDICT_HOLDS},
        {"<a(9223372036854775807 + 1)> true && [a(9223372036854775807)] false && [a(exp(2, 63) - exp(2, 64))] false", VERDICT_HOLDS},
        {"<r(2/6)> true && <r(0 - 7)> true && <r(-7)> true && [r(7)] false", VERDICT_HOLDS},
        {"<l([1] ++ [2 * 9223372036854775808])> true && <l(1 |> [exp(2, 64)])> true && [l([exp(2, 64), 1])] false", VERDICT_HOLDS},
        {"<s({1, 18446744073709551616})> true && <s({18446744073709551616, 1, 1})> true && <s({1} + {exp(2, 64)})> true", VERDICT_HOLDS},
        {"<b({7: exp(2, 64) - 1, 1: 2, 7: 1})> true && [b({7: exp(2, 64), 1: 1})] false", VERDICT_HOLDS},
        {"<t(c(exp(2, 128)))> true && [t(c(1))] false", VERDICT_HOLDS},
        {"[t(3)] false", VERDICT_UNDECIDED}, /* c may be a mapping */
        {"[t(unknown)] false", VERDICT_UNDECIDED},
        {"[nothing(unknown)] false && <z(1 + 1)> true", VERDICT_HOLDS},
        {"<x(2)> true", VERDICT_UNDECIDED},
        {"exists n: Nat . <x(n)> true", VERDICT_UNDECIDED},
        {"<y(7)> true && <y(07)> true && <y(007)> true && <z(2)> true && <z(1 + 1)> true && [z(1)] false", VERDICT_HOLDS},
        {"exists n: Nat . <z(n)> val(n == 2)", VERDICT_HOLDS},
        {"<true* . (a(1) + a(2500 * 2))*> <!a(2 * 2500)> true", VERDICT_HOLDS},
        {"nu X(n: Nat = 2500 * 2) . <a(n)> true && val(n == 4999 + 1)", VERDICT_HOLDS},
        // clang-format on
    };
    check_formula_verdicts(cases, LENGTH(cases), "", graph);
    check_formula_verdicts(cases, LENGTH(cases), "act a: Int; y, z: Nat;", graph);
    check_formula_verdicts(
        (const struct formula_verdict[]){{"<t(f(3))> true && <t(last)> true", VERDICT_HOLDS}}, 1,
        "map f: Nat -> Nat; last: Nat; var n: Nat; eqn f(n) = n + 1; last = 2 + 2;",
        "des (0, 1, 1)\n(0, \"t(f(1 + 2))\", 0)\n");
    check_formula_verdicts(
        (const struct formula_verdict[]){{"exists n: Nat . val(n == 12) && <w(n)> true", VERDICT_UNDECIDED},
                                         {"exists n: Nat . <w(n)> true", VERDICT_UNDECIDED}},
        1, "", "des (0, 1, 1)\n(0, \"w(1 2)\", 0)\n");
}

/* Parts of multi-actions are compared by their values in any order, with or without arguments. */
static void test_parts(void) {
    static const char *const labels[] = {"b|a(05)", "a(05)|b", "b|a(4+1)",   "a(4+1)|b",  "b|a(5)",
                                         "a(5)|b",  "b|a( 5)", "c|b|a((5))", "a(1,05)|b", "a(5)|a(06)"};
    static const struct {
        const char *text;
        size_t first, count; /* labels for which it holds */
    } cases[] = {{"<b|a(5)> true", 0, 7},         {"<a(5)|b> true", 0, 7},    {"<b|a(05)> true", 0, 7},
                 {"<b|a(4+1)> true", 0, 7},       {"<b|a(5)|c> true", 7, 1},  {"<b|a(1,5)> true", 8, 1},
                 {"<a(6)|a(5)> true", 9, 1},      {"<a(5)|a(6)> true", 9, 1}, {"<b|a(6)> true", 0, 0},
                 {"<b> true || <b|a> true", 0, 0}};
    for (size_t i = 0; i < LENGTH(labels); i++) {
        char aut[80];
        snprintf(aut, sizeof aut, "des (0, 1, 1)\n(0, \"%s\", 0)\n", labels[i]);
        for (size_t k = 0; k < LENGTH(cases); k++) {
            int holds = i - cases[k].first < cases[k].count;
            check_formula_verdicts(
                &(struct formula_verdict){cases[k].text, holds ? VERDICT_HOLDS : VERDICT_VIOLATED}, 1, "",
                aut);
        }
    }
}

/* Formulas are marked as having data only if values must be computed or compared: others keep their warnings
 * of labels that are not there, and are examined for vacuity. */
static void test_marks(void) {
    static const struct {
        const char *formula;
        int has_data;
    } cases[] = {
        // clang-format off
        {"<a(5000)> true", 0}, {"<a(-1)> true", 0}, {"<a(4999 + 1)> true", 1}, {"<a(05000)> true", 1},
        {"<a((5000))> true", 1}, {"<a(-0)> true", 1}, {"<l([1, 18446744073709551616])> true", 0},
        {"<l([1] ++ [])> true", 1}, {"<s({1})> true", 1}, {"<t(c(1))> true", 0}, {"<t(e)> true", 1},
        {"<v(e)> true", 0}, {"<y(7)> true", 1}, {"<z(2)> true", 1}, {"<x(2)> true", 1}, {"<r(7)> true", 1},
        {"<t(c(340282366920938463463374607431768211456))> true", 0},
        {"<trans> true", 0}, {"<\"a(1+1)\"> true", 0}, {"<v> true && [t(max(1, 2))] false", 1},
        {"<a(5000)|v(1)> true", 0}, {"<v(1)|a(2 * 2)> true", 1},
        // clang-format on
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct small_network small;
        struct property property;
        struct error warning;
        small_network_open(&small);
        test_folder_write(&small.folder, "graph.aut", graph);
        small_network_compose(&small, "\"graph.aut\"");
        struct property_maker maker = {.tree = small.tree,
                                       .run = &small.run,
                                       .error = &small.error,
                                       .dialect = FORMULA_DIALECT_MCF,
                                       .warning = &warning};
        CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_FORMULA, cases[i].formula, &property), 0);
        CU_ASSERT_EQUAL(check_mark_data(small.network, &property, 1, &small.run, &small.error), 0);
        if (formula_has_data(property.formula) != cases[i].has_data) {
            fprintf(stderr, "%s\n", cases[i].formula);
            CU_FAIL("data or not");
        }
        property_free(&property, &small.run);
        small_network_close(&small);
    }
}

void suite_formula_number(void) {
    suite_add("formulas with numbers of any size", NULL, NULL, "operators", test_operators, "order",
              test_order, "values that are infinitely many", test_infinite, "terms without variables",
              test_terms, "parts of multi-actions", test_parts, "what has data", test_marks,
              "random formulas", test_random, NULL);
}
