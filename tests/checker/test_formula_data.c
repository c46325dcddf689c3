/*
 * Formulas with data, from their text to the verdict: random ones on small graphs against their definition
 * (tests/oracle/oracle_data.h). Infinite sorts are taken as large as a formula can tell apart. A sort that is
 * declared nowhere may have further values or not: a verdict must be right for both.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "checker/check.h"
#include "checker/property/property.h"
#include "specs/data/expand.h"
#include "explorer/backend.h"
#include "tests/random/random_data.h"
#include "tests/support/decide_formula.h"
#include "tests/support/small_network.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define DEFAULT_CASES 900u

struct totals {
    uint64_t compared, holds, violated, undecided, doubtful, exact_undecided, foreign, mismatches,
        kinds[DT_THEN + 1];
};

/* Whether the formula holds when the open sort has `more` values that occur nowhere. */
static int holds_with(struct random_data_formula *drawn, int more) {
    drawn->lts.values[TEST_BOOL] = 2;
    drawn->lts.values[TEST_ENUM] = 3;
    drawn->lts.values[TEST_NAT] = 5 + 8;
    drawn->lts.values[TEST_OPEN] = 2 + more;
    drawn->lts.values[TEST_LIST] = drawn->lts.values[TEST_SET] = drawn->lts.values[TEST_TREE] = 4 + 5;
    return data_test_holds(drawn->formula, &drawn->lts);
}

static void check_case(struct totals *totals, uint64_t seed) {
    static struct random_data_formula drawn;
    struct small_network small;
    const char *doubt = "";
    uint64_t random = seed;
    random_data_formula_make(&drawn, &random);
    small_network_open(&small);
    test_folder_write(&small.folder, "graph.aut", drawn.aut);
    small_network_compose(&small, "\"graph.aut\"");
    int least = holds_with(&drawn, 0), most = holds_with(&drawn, 3), one = holds_with(&drawn, 1);
    enum verdict verdict = decide_formula(&small, drawn.text, &doubt);
    int agree = least == most && least == one;
    int wrong = verdict == VERDICT_HOLDS      ? !least || !most || !one
                : verdict == VERDICT_VIOLATED ? least || most || one
                                              : *doubt == '\0';
    if (wrong) {
        totals->mismatches++;
        fprintf(stderr, "seed %llu: verdict %d, by definition %d %d %d: %s%s%s\n", (unsigned long long)seed,
                (int)verdict, least, one, most, drawn.text, drawn.aut, doubt);
    }
    totals->compared++;
    totals->holds += verdict == VERDICT_HOLDS;
    totals->violated += verdict == VERDICT_VIOLATED;
    totals->undecided += verdict == VERDICT_UNDECIDED;
    totals->doubtful += *doubt != '\0';
    totals->foreign += (uint64_t)drawn.foreign;
    totals->exact_undecided += verdict == VERDICT_UNDECIDED && agree && !drawn.adds;
    for (int kind = 0; kind <= DT_THEN; kind++) {
        totals->kinds[kind] += drawn.kinds[kind] > 0;
    }
    small_network_close(&small);
}

static void judge(uint64_t seed, void *context) {
    check_case(context, seed);
}

static void test_random(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES, 1, judge, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("formulas", totals.compared, "hold", totals.holds, "violated", totals.violated, "undecided",
                  totals.undecided, "that could be decided", totals.exact_undecided, "not exact",
                  totals.doubtful, "with values of other sorts", totals.foreign, NULL);
    CU_ASSERT_TRUE(totals.holds * 5 > totals.compared && totals.violated * 5 > totals.compared);
    CU_ASSERT_TRUE(totals.undecided * 5 < totals.compared);
    for (int kind = 0; kind <= DT_THEN; kind++) {
        CU_ASSERT_TRUE(totals.kinds[kind] * 50 > totals.compared);
    }
}

/* Values that occur in no label: there are several, and numbers among them are larger than those that occur.
 */
static void test_fresh_values(void) {
    static const struct formula_verdict cases[] = {
        // clang-format off
        {"exists x, y: Nat . val(x != y) && [true* . a(x)] false && [true* . a(y)] false", VERDICT_HOLDS},
        {"forall x, y: Nat . val(x == y) || <true* . a(x)> true || <true* . a(y)> true", VERDICT_VIOLATED},
        {"exists x, y: Bool . val(x != y) && [true* . b(x)] false && [true* . b(y)] false", VERDICT_VIOLATED},
        {"exists x: Nat . val(x > 3) && [true* . a(x)] false", VERDICT_HOLDS},
        {"forall x: Nat . val(x <= 3) || <true* . a(x)> true", VERDICT_VIOLATED},
        {"exists x: Nat . val(x > 3) && <true* . a(x)> true", VERDICT_VIOLATED},
        {"forall x: Nat . val(!(x < 3)) || val(x == 0 || x == 1 || x == 2)", VERDICT_HOLDS},
        {"forall x: Nat . val(!(x < 3)) || [true* . a(x)] false", VERDICT_VIOLATED},
        {"forall x, y: List(Nat) . val(x == y)", VERDICT_VIOLATED},
        {"exists x, y, z: Set(Nat) . val(x != y && y != z && z != x)", VERDICT_HOLDS},
        {"exists x, y: List(List(Nat)) . val(x != y) && nu X(z: List(List(Nat)) = x) . val(z != y) && [true] X(z)", VERDICT_HOLDS},
        {"forall x, y: Unknown . val(x == y)", VERDICT_UNDECIDED},
        // clang-format on
    };
    check_formula_verdicts(cases, LENGTH(cases), "",
                           "des (0, 3, 3)\n(0, \"a(1)\", 1)\n(1, \"a(3)\", 2)\n(2, \"b(true)\", 0)\n");
}

/* Names for several sorts: of constructors' parts, functions, actions, and of operators that are built in. */
static void test_overloads(void) {
    static const char declared[] =
        "sort Id = Nat; Door = struct open(by: Bool)?is | shut(by: Bool); Key = struct gold(by: Bool)?is | "
        "none;\n"
        "act turn: Door; turn: Key; count: Id;\n"
        "map f: Door -> Bool; f: Id -> Bool; f: Key -> Bool; succ: Door -> Door; same: Door; same: Key;\n"
        "var d: Door; n: Id; k: Key;\n"
        "eqn f(d) = by(d); f(n) = n > 1; f(k) = !is(k); succ(d) = shut(by(d)); same = none; same = "
        "shut(true);\n";
    static const struct formula_verdict cases[] = {
        // clang-format off
        {"forall k: Key . val(k == gold(true) || k == gold(false) || k == none)", VERDICT_HOLDS},
        {"exists d: Door . val(d == open(true) && f(d)) && <turn(d)> true", VERDICT_HOLDS},
        {"exists k: Key . <turn(k)> val(f(k))", VERDICT_VIOLATED},
        {"forall k: Key . val(f(k)) => val(k == none)", VERDICT_HOLDS},
        {"exists n: Id . <count(n)> val(f(n))", VERDICT_HOLDS},
        {"forall n: Id . val(n < 2 => !f(n))", VERDICT_HOLDS},
        {"val(succ(open(true)) == shut(true) && succ(1) == 2)", VERDICT_HOLDS},
        {"val(is(open(true)) && is(gold(false)) && !is(shut(true)) && !is(none))", VERDICT_HOLDS},
        {"forall d: Door . [turn(d)] val(is(d))", VERDICT_HOLDS},
        {"exists k: Key . val(k == same)", VERDICT_UNDECIDED},
        {"val(open(true) < shut(false) && open(false) < open(true) && !(shut(true) <= shut(false)))", VERDICT_HOLDS},
        {"forall d, e: Door . val(d < e || e < d || d == e) && val(!(d < e && e <= d))", VERDICT_HOLDS},
        {"val(gold(true) >= none)", VERDICT_VIOLATED},
        // clang-format on
    };
    check_formula_verdicts(
        cases, LENGTH(cases), declared,
        "des (0, 3, 2)\n(0, \"turn(open(true))\", 1)\n(0, \"turn(gold(true))\", 1)\n(0, \"count(2)\", 1)\n");
}

/* A value of a label counts for a variable if it is one of the variable's sort, in all its parts. */
static void test_sorts(void) {
    static const char declared[] =
        "sort D = struct d1 | d2; T = struct f(Nat) | f(D) | g | t(List(T)); A; Id = List(D);\n"
        "act a: Nat; a: List(Nat); n: Nat; n: Open; map h: T; i: Nat;\n";
    static const struct formula_verdict cases[] = {
        // clang-format off
        {"(forall l: List(Nat) . [a(l)] false) && [exists s: Set(Nat) . a(s)] false && <exists n: Pos . a(n)> true", VERDICT_HOLDS},
        {"[exists s: FSet(Nat), b: Bag(Nat), x: T, l: List(Bool) . a(s) || a(b) || a(x) || a(l)] false", VERDICT_HOLDS},
        {"exists l: List(Nat) . <b(l)> true", VERDICT_VIOLATED},
        {"<exists b: Bag(Nat) . o(b)> true && <exists s: Set(Nat) . o(s)> true && [exists b: Bag(Nat) . s(b)] false", VERDICT_HOLDS},
        {"<exists l: List(Int) . b(l)> true && <exists l: List(Real) . b(l)> true", VERDICT_HOLDS},
        {"[exists l: List(Pos) . c(l)] false && <exists l: List(Nat) . c(l)> true", VERDICT_HOLDS},
        {"[exists l: List(Int) . r(l)] false && <exists l: List(Real) . r(l)> true", VERDICT_HOLDS},
        {"[exists s: FSet(Nat) . s(s)] false && <exists s: Set(Int) . s(s)> true && [exists b: Bag(Int) . s(b)] false", VERDICT_HOLDS},
        {"[exists s: Set(Pos) . m(s)] false && <exists b: FBag(Pos) . m(b)> true && [exists b: Bag(Bool) . m(b)] false", VERDICT_HOLDS},
        {"<exists l: Id . k(l)> true && [exists l: List(List(D)) . k(l)] false", VERDICT_HOLDS},
        {"[exists x: T . t(x)] false", VERDICT_HOLDS},
        {"forall x: T . [u(x)] val(x == g || x == f(3) || x == f(d2) || x == t([f(3), t([g])]))", VERDICT_HOLDS},
        {"exists x, y: T . val(x != y && x != g && y != g) && <u(x)> true && <u(y)> true", VERDICT_HOLDS},
        {"exists x: T . <v(x)> true", VERDICT_UNDECIDED}, /* a mapping of which nothing is known */
        {"exists n: Nat . <w(n)> true", VERDICT_UNDECIDED},
        /* names of labels that the formula does not declare may be mappings, too */
        {"exists l: Id . <e(l)> true", VERDICT_UNDECIDED},
        {"exists l: List(Nat) . <p(l)> val(#l == 2)", VERDICT_UNDECIDED},
        {"forall l: List(Nat) . [p(l)] val(#l == 1)", VERDICT_UNDECIDED},
        {"forall l: List(Nat) . [p(l)] val(#l > 0)", VERDICT_HOLDS},
        {"exists n: Nat . <q(n)> true", VERDICT_UNDECIDED},
        {"exists x: T . <q(x)> true", VERDICT_UNDECIDED},
        {"exists x: Bool . <q(x)> true", VERDICT_UNDECIDED},
        {"exists x: D . <q(x)> true || <y(x)> true", VERDICT_UNDECIDED},
        {"exists x: D . <y(x)> true", VERDICT_VIOLATED},
        {"exists x: T . <x(x)> true", VERDICT_UNDECIDED}, /* no constructor with two parts */
        {"[exists x: A . n(x)] false && [exists f: Nat -> Nat . n(f)] false", VERDICT_HOLDS},
        {"exists x: Open . <n(x)> true", VERDICT_UNDECIDED},
        {"(exists l: List(Open) . <e(l)> true) && (exists x: Other . <c([x])> true) && forall l: List(Other) . [n(l)] false", VERDICT_HOLDS},
        {"exists x: struct f(Nat) | h(List(Bool)) . <t(x)> true", VERDICT_VIOLATED},
        {"exists x: struct f(Int) | h(List(Bool)) . <t(x)> true", VERDICT_HOLDS},
        // clang-format on
    };
    check_formula_verdicts(
        cases, LENGTH(cases), declared,
        "des (0, 24, 1)\n(0, \"a(5)\", 0)\n(0, \"b([1,-1])\", 0)\n(0, \"c([0])\", 0)\n(0, \"r([1/2])\", 0)\n"
        "(0, \"s({-1})\", 0)\n(0, \"m({1:1})\", 0)\n(0, \"e([d3])\", 0)\n(0, \"k([d1,d2])\", 0)\n"
        "(0, \"t(f(-1))\", 0)\n(0, \"t(f(true))\", 0)\n(0, \"x(f(1,2))\", 0)\n(0, \"q(no)\", 0)\n"
        "(0, \"t(t([f(1),0]))\", 0)\n(0, \"u(f(3))\", 0)\n(0, \"u(f(d2))\", 0)\n(0, \"u(g)\", 0)\n"
        "(0, \"u(t([f(3),t([g])]))\", 0)\n(0, \"v(h)\", 0)\n(0, \"w(i)\", 0)\n(0, \"n(5)\", 0)\n"
        "(0, \"o({})\", 0)\n(0, \"p([1,no])\", 0)\n(0, \"p([2])\", 0)\n(0, \"y(g)\", 0)\n");
}

/* A name of a label that is not declared may be any value of a sort that has others, but is itself. */
static void test_symbolic(void) {
    static const char declared[] = "sort D = struct d ?is_d | h; N = struct nil | cons(Nat, N); act n: Nat;\n"
                                   "map k: D -> Bool; p: Nat -> Nat; eqn k(d) = true; k(h) = false;\n";
    static const char network[] =
        "des (0, 9, 1)\n(0, \"a(f)\", 0)\n(0, \"b(g)\", 0)\n(0, \"c(u)\", 0)\n(0, \"c(v)\", 0)\n"
        "(0, \"e(pair(1,f))\", 0)\n(0, \"l([1,g])\", 0)\n(0, \"n(x)\", 0)\n(0, \"o(3)\", 0)\n"
        "(0, \"s(if(f==3,1,2))\", 0)\n";
    static const struct formula_verdict cases[] = {
        // clang-format off
        {"exists n: Nat . <a(n)> val(n == 3)", VERDICT_UNDECIDED},
        {"forall n: Nat . [a(n)] val(n < 5)", VERDICT_UNDECIDED},
        {"exists n: Nat . val(n == 3) && <a(n)> true", VERDICT_UNDECIDED},
        {"exists m, n: Nat . <a(m)> true && <b(n)> val(m == n)", VERDICT_UNDECIDED},
        {"exists l: List(Nat) . <l(l)> val(l == [1,2])", VERDICT_UNDECIDED},
        {"exists l: List(Nat) . <l(l)> val(l == [2,2])", VERDICT_VIOLATED},
        {"forall l: List(Nat) . [l(l)] val(#{l.1, 2} == 2)", VERDICT_UNDECIDED},
        {"exists x: D . <a(x)> val(is_d(x))", VERDICT_UNDECIDED},
        {"forall x: D . [a(x)] val(k(x))", VERDICT_UNDECIDED},
        {"forall x: N . [a(x)] val(x != nil)", VERDICT_UNDECIDED},
        {"exists x: P . <e(x)> val(x == pair(1,3))", VERDICT_UNDECIDED},
        {"exists x: P . <e(x)> val(x == pair(2,3))", VERDICT_VIOLATED},
        {"val(3 == 3) && [a(3)] false", VERDICT_UNDECIDED},
        {"exists n: Nat . <a(f)> true && <n(n)> true && [a(n)] false", VERDICT_UNDECIDED},
        {"forall n: Nat . [s(n)] val(n == 2)", VERDICT_UNDECIDED},
        {"exists x: T . <c(x)> val(x != u) && [c(x)] val(x == v)", VERDICT_HOLDS},
        {"forall n: Nat . [o(n)] val(n == 3)", VERDICT_HOLDS},
        // clang-format on
    };
    static const struct formula_verdict plain[] = {{"[a(3)] false", VERDICT_UNDECIDED},
                                                   {"[a(true)] false", VERDICT_UNDECIDED},
                                                   {"<a(f)> true", VERDICT_HOLDS},
                                                   {"<c(v)> true", VERDICT_HOLDS},
                                                   {"[o(u)] false", VERDICT_UNDECIDED},
                                                   {"[e(pair(1,-7))] false", VERDICT_UNDECIDED},
                                                   {"[e(pair(2,7))] false", VERDICT_HOLDS},
                                                   {"[l([1,4])] false", VERDICT_UNDECIDED},
                                                   {"[b(g)|a(3)] false", VERDICT_HOLDS},
                                                   {"<e(pair(1,f))> true", VERDICT_HOLDS},
                                                   {"[o(4)] false && <o(3)> true", VERDICT_HOLDS}};
    static const struct formula_verdict constructed[] = {{"[a(d)] false", VERDICT_UNDECIDED},
                                                         {"[n(f)] false", VERDICT_UNDECIDED}};
    static const char elsewhere[] =
        "des (0, 13, 1)\n(0, \"a(g)\", 0)\n(0, \"b(h)\", 0)\n(0, \"b(5)\", 0)\n(0, \"a(h2)\", 0)\n(0, "
        "\"b(g)\", 0)\n"
        "(0, \"c(s(s(0)))\", 0)\n(0, \"e([k] == [3])\", 0)\n(0, \"e2(k == g)\", 0)\n(0, \"e3(#{k,3})\", 0)\n"
        "(0, \"m(k)\", 0)\n(0, \"m(0)\", 0)\n(0, \"m(1025)\", 0)\n(0, \"m(1027)\", 0)\n";
    static const struct formula_verdict others[] = {
        {"[a(h)] false", VERDICT_UNDECIDED},
        {"val(1 == 1) && [a(h)] false", VERDICT_UNDECIDED},
        {"exists x: T . <a(x)> val(x != h)", VERDICT_UNDECIDED},
        {"[c(s(s(1)))] false", VERDICT_UNDECIDED},
        {"val(1 == 1) && [c(s(s(1)))] false", VERDICT_UNDECIDED},
        {"<e(false)> true", VERDICT_UNDECIDED},
        {"<e2(false)> true", VERDICT_UNDECIDED},
        {"exists n: Nat . <e3(n)> val(n == 1)", VERDICT_UNDECIDED},
        {"exists n: Nat . val(1025 < n && n < 1027) && [m(n)] false", VERDICT_UNDECIDED},
        {"<b(5)> true && <a(g)> true", VERDICT_HOLDS},
    };
    check_formula_verdicts(others, LENGTH(others), "", elsewhere);
    check_formula_verdicts(cases, LENGTH(cases), declared, network);
    check_formula_verdicts(plain, LENGTH(plain), "", network);
    check_formula_verdicts(constructed, LENGTH(constructed), "sort D = struct d | h; act n: Nat;\n", network);
}

/* `before` many times, the middle, and `after` as many times. */
static char *nest(const char *begin, const char *before, const char *middle, const char *after,
                  const char *end, unsigned times) {
    size_t room = strlen(begin) + strlen(middle) + strlen(end) + times * (strlen(before) + strlen(after)) + 1;
    char *text = test_allocate(room, 1), *at = text;
    at = stpcpy(at, begin);
    for (unsigned i = 0; i < times; i++) {
        at = stpcpy(at, before);
    }
    at = stpcpy(at, middle);
    for (unsigned i = 0; i < times; i++) {
        at = stpcpy(at, after);
    }
    stpcpy(at, end);
    return text;
}

/* Terms that are nested too deep to be computed are equal to nothing for certain, but for their own text. */
static void test_deep(void) {
    static const struct {
        const char *begin, *before, *middle, *after; /* of the label's argument */
        const char *formula;
        enum verdict verdict, computed; /* nested too deep, and a little less */
    } cases[] = {
        {"", "(", "1", ")", "<a(1)> true", VERDICT_UNDECIDED, VERDICT_HOLDS},
        {"", "true&&", "true", "", "<a(true)> true", VERDICT_UNDECIDED, VERDICT_HOLDS},
        {"", "!!", "true", "", "<a(true)> true", VERDICT_UNDECIDED, VERDICT_HOLDS},
        {"", "1|>", "[]", "", "exists n: Nat . <a([n])> true", VERDICT_UNDECIDED, VERDICT_VIOLATED},
        {"1", "+1", "", "", "<exists n: Nat . a(n)> true", VERDICT_UNDECIDED, VERDICT_HOLDS},
        {"", "c(1,", "e", ")", "[a(c(1 + 0, e))] false", VERDICT_UNDECIDED, VERDICT_HOLDS},
        {"", "(", "e", ")", "[a(e)] false", VERDICT_UNDECIDED, VERDICT_VIOLATED},
        {"", "(", "e", ")", "exists x: T . <a(x)> val(x == e)", VERDICT_UNDECIDED, VERDICT_HOLDS},
        {"", "c(1,", "e", ")", "<b(2)> true || <a(e, e)> true", VERDICT_VIOLATED, VERDICT_VIOLATED},
    };
    static const struct {
        unsigned times;
        int differs;
        enum verdict verdict;
    } actions[] = {{600, 0, VERDICT_HOLDS}, {600, 1, VERDICT_UNDECIDED}, {900, 1, VERDICT_UNDECIDED}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        for (int less = 0; less < 2; less++) { /* the second label shows what names there are */
            char *aut = nest("des (0, 2, 1)\n(0, \"d(e)\", 0)\n(0, \"a(", cases[i].begin, "", "", "", 1);
            char *begun =
                nest(aut, cases[i].before, cases[i].middle, cases[i].after, ")\", 0)\n", less ? 240 : 900);
            check_formula_verdicts(
                &(struct formula_verdict){cases[i].formula, less ? cases[i].computed : cases[i].verdict}, 1,
                "", begun);
            free(begun);
            free(aut);
        }
    }
    for (size_t i = 0; i < LENGTH(actions); i++) {
        unsigned times = actions[i].times;
        char *aut = nest("des (0, 2, 1)\n(0, \"b(1)\", 0)\n(0, \"b|a(", "1+", "1", "", ")\", 0)\n", times);
        char *text =
            nest("<b|a(", "1+", actions[i].differs ? "01" : "1", "", ")> true && [a(1)|c] false", times);
        check_formula_verdicts(&(struct formula_verdict){text, actions[i].verdict}, 1, "", aut);
        free(text);
        free(aut);
    }
}

/* `whr`, sets by a condition, functions as values and bags; and labels with arguments of which not everything
 * is known. */
static void test_constructs(void) {
    static const char declared[] = "sort Id = Pos; map Last: Id; g: Nat -> Nat -> Bool; h: (Nat -> Nat) # "
                                   "Nat -> Nat; first: List(Nat) -> Nat; Odd: Set(Nat);\n"
                                   "var n, m: Nat; k: Nat -> Nat;\n"
                                   "eqn Last = 3; g(n) = lambda x: Nat . x == n; h(k, n) = k(n); first([]) = "
                                   "9; first([n]) = n; first([n, m]) = m; Odd = {n: Nat | n mod 2 == 1};\n";
    static const struct formula_verdict cases[] = {
        // clang-format off
        {"val(x + y == 5 whr x = 2, y = 3 end)", VERDICT_HOLDS},
        {"val((x whr x = x + 1 end) == 3 whr x = 2 end)", VERDICT_HOLDS},
        {"forall n: Nat . val(m > n whr m = n + 1 end) || val(n > 0)", VERDICT_HOLDS},
        {"nu X(s: Set(Id) = {n: Id | n <= Last}) . forall n: Id . [a(n)] (val(n in s) && X(s - {n}))", VERDICT_HOLDS},
        {"nu X(s: Set(Id) = {n: Id | n < Last}) . forall n: Id . [a(n)] (val(n in s) && X(s - {n}))", VERDICT_VIOLATED},
        {"val({n: Nat | n > 1} == {})", VERDICT_UNDECIDED},
        {"val({b: Bool | true} == {true, false} && {b: Bool | b} != {false})", VERDICT_HOLDS},
        {"forall n: Id . [a(n)] val(n <= Last)", VERDICT_HOLDS},
        {"val(g(1)(1))", VERDICT_UNDECIDED},
        {"val(h(lambda n: Nat . n, 1) == 1)", VERDICT_UNDECIDED},
        {"val({1: 2} == {:}) || <true> true", VERDICT_HOLDS},
        {"val(first([]) == 9 && first([4]) == 4 && first([4, 5]) == 5)", VERDICT_HOLDS},
        {"val(first([4, 5, 6]) == 4)", VERDICT_UNDECIDED},
        {"forall f: Nat -> Nat . <true* . a(3)> true", VERDICT_HOLDS},
        {"val(3 in {n: Nat | n > 2} && !(2 in {n: Nat | n > 2}))", VERDICT_HOLDS},
        {"forall n: Nat . [true* . a(n)] val(n in Odd)", VERDICT_HOLDS},
        {"exists n: Nat . <true* . a(n)> val(!(n in Odd))", VERDICT_VIOLATED},
        {"<true* . b({1})> true", VERDICT_UNDECIDED},
        {"forall s: Set(Bool) . val(s == {} || s == {true} || s == {false} || s == {true, false})", VERDICT_UNDECIDED},
        {"exists x: Real . <true* . c(x)> <c(x)> true", VERDICT_VIOLATED},
        // clang-format on
    };
    check_formula_verdicts(
        cases, LENGTH(cases), declared,
        "des (0, 5, 5)\n(0, \"a(1)\", 1)\n(1, \"a(3)\", 2)\n(2, \"b({x: Nat | x == 1})\", 3)\n"
        "(3, \"c(1/2)\", 4)\n(4, \"c(3/2)\", 0)\n");
}

/* Parameters that take more and more values, of which the network reaches few; or of which that is not known.
 * Each case makes as many subformulas as there may be. */
static void test_endless(void) {
    static const struct formula_verdict cases[] = {
        {"nu X(n: Nat = 0) . [e] X(n + 1) && [exists b: Bool . b(b)] X(max(0, n - 1)) && val(n <= 1)",
         VERDICT_HOLDS},
        {"mu X(n: Nat = 0) . <e> X(n + 1) || <exists b: Bool . b(b)> X(max(0, n - 1)) || val(n > 1)",
         VERDICT_VIOLATED},
        {"nu X(n: Nat = 0) . [true] X(n + 1) && val(n >= 0)", VERDICT_UNDECIDED},
        {"nu X(n: Nat = 0) . [true] X(n + 1) && val(n < 1000)", VERDICT_VIOLATED},
    };
    check_formula_verdicts(
        cases, LENGTH(cases), "",
        "des (0, 4, 3)\n(0, e, 1)\n(0, e, 2)\n(1, \"b(true)\", 0)\n(2, \"b(false)\", 0)\n");
}

/* What may be taken out of a quantifier and what may not: e leads to two states, which have different labels.
 */
static void test_hoisting(void) {
    static const struct formula_verdict cases[] = {
        {"forall x: Bool . <e . b(x)> true", VERDICT_HOLDS},
        {"exists x: Bool . [e . b(x)] false", VERDICT_VIOLATED},
        {"exists x: Bool . <e . b(x)> true", VERDICT_HOLDS},
        {"forall x: Bool . [e . b(x)] false", VERDICT_VIOLATED},
        {"forall x: Bool . forall y: Bool . [e . b(x) . e . b(y)] false", VERDICT_VIOLATED},
        {"forall x: Bool . exists y: Bool . <e . b(x) . e . b(y)> val(x != y)", VERDICT_HOLDS},
        {"forall x: Bool . [e . e* . b(x) . (e . b(x))*] <e . b(!x)> true", VERDICT_HOLDS},
        {"exists x: Bool . <(e . b(x))* . e> [b(x)] false", VERDICT_HOLDS},
    };
    check_formula_verdicts(
        cases, LENGTH(cases), "",
        "des (0, 4, 3)\n(0, e, 1)\n(0, e, 2)\n(1, \"b(true)\", 0)\n(2, \"b(false)\", 0)\n");
}

/* A formula for each of 22,500 labels: true* stands before all of them once. */
static void test_many_labels(void) {
    enum { MANY = 150 };
    static const struct formula_verdict cases[] = {
        {"forall n: Nat, m: Nat . [true* . s(n, m)] <true> true", VERDICT_HOLDS},
        {"exists n: Nat . exists m: Nat . <true . true . s(n, m)> [true] false", VERDICT_VIOLATED},
    };
    size_t room = (size_t)MANY * MANY * 40 + 100, used = 0;
    char *aut = test_allocate(room, 1);
    used += (size_t)snprintf(aut, room, "des (0, %d, %d)\n", MANY * MANY, MANY);
    for (unsigned i = 0; i < MANY * MANY; i++) { /* from n to m, but never from a state to itself */
        unsigned n = i / MANY, m = i % MANY;
        used += (size_t)snprintf(aut + used, room - used, "(%u, \"s(%u,%u)\", %u)\n", n, n, m,
                                 m == n ? (n + 1) % MANY : m);
    }
    check_formula_verdicts(cases, LENGTH(cases), "", aut);
    free(aut);
}

static void read_in_any_case(const char *text, int is_read) {
    static const char *const label[] = {"A(2)"};
    static const uint32_t length[] = {4};
    static const uint8_t is_internal[] = {0};
    const struct label_texts labels = {label, length, is_internal, 1};
    const struct formula_options options = {.dialect = FORMULA_DIALECT_MCF, .ignore_case = 1};
    struct memory memory;
    memory_init(&memory, (uint64_t)1 << 24);
    const struct run run = {.memory = &memory};
    struct error error = {.code = ERROR_NONE}, warning;
    const struct formula_source source = {"formula", text, strlen(text)};
    formula_text *read = formula_read(source, &options, &run, &warning, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read);
    formula_mark_data(read, &labels);
    CU_ASSERT_FALSE(formula_has_data(read));
    CU_ASSERT_EQUAL(formula_expand(read, &labels, "formula", &run, &error) == 0, is_read);
    CU_ASSERT_EQUAL(error.code, is_read ? ERROR_NONE : ERROR_INPUT);
    formula_text_free(read);
}

/* Labels in any case are compared as texts, so what is no text must not be: however deep it is nested. */
static void test_any_case(void) {
    static const struct {
        const char *text;
        int is_read;
    } cases[] = {{"[a(2)] false", 1},           {"[a(k, [-1, 2]) | b] false", 1},
                 {"[\"a({1, 2})\"] false", 1},  {"[a(1 + 1)] false", 0},
                 {"<a({1, 2})> true", 0},       {"<b . a(max(1, 2))> true", 0},
                 {"<a(1) | b([1/2])> true", 0}, {"[a(007)] false", 0}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        read_in_any_case(cases[i].text, cases[i].is_read);
    }
    for (int is_sum = 0; is_sum < 2; is_sum++) {
        char *text = nest("<a(", is_sum ? "1+" : "s(", "0", is_sum ? "" : ")", ")> true", 600);
        read_in_any_case(text, !is_sum);
        free(text);
    }
}

/* With every budget of memory from none to enough, the formula is read and written out, or memory has run
 * out; nothing is left. */
static void test_memory(void) {
    static const char text[] =
        "sort D = struct k0 | k1(p: Nat)?is_k1; map f: Nat -> Nat; var n: Nat; eqn f(n) = n + 1;\n"
        "form nu X(l: List(Nat) = [], s: Set(Nat) = {1}) . (forall n, m: Nat, d: D . [a(n)|b(m)] "
        "(val(n != m && f(n) == 2 && is_k1(d)) || X([n], s + {m}))) && [exists e: E . c(e)] false;";
    static const char *const label[] = {"a(1)|b(2)", "a(2)|b(3)", "c(k1(4))", "i"};
    static const uint32_t length[] = {9, 9, 8, 1};
    static const uint8_t is_internal[] = {0, 0, 0, 1};
    const struct label_texts labels = {label, length, is_internal, 4};
    const struct formula_options options = {.dialect = FORMULA_DIALECT_MCF};
    struct error error, warning;
    struct shortage shortage = {.memory = &place.memory, .error = &error, .step = 64, .part = 16};
    while (shortage_goes_on(&shortage)) {
        formula_text *read = formula_read((struct formula_source){"formula", text, strlen(text)}, &options,
                                          &place.run, &warning, &error);
        shortage.done = read != NULL && formula_expand(read, &labels, "formula", &place.run, &error) == 0;
        CU_ASSERT(!shortage.done || (formula_is_expanded(read) && formula_doubt(read) != NULL));
        formula_text_free(read);
    }
    CU_ASSERT_TRUE(shortage.failures > 20);
}

void suite_formula_data(void) {
    suite_add("formulas with data", workplace_open, workplace_close, "values that do not occur",
              test_fresh_values, "names for several sorts", test_overloads, "values of other sorts",
              test_sorts, "names that are not declared", test_symbolic, "deep terms", test_deep,
              "all expressions", test_constructs, "endless parameters", test_endless,
              "parts before quantifiers", test_hoisting, "many labels", test_many_labels,
              "labels in any case", test_any_case, "random formulas", test_random, "too little memory",
              test_memory, NULL);
}
