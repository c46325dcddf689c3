/*
 * Formulas of linear temporal logic and their automata: random formulas, whose automata must accept the words
 * that satisfy them by definition (tests/oracle/oracle_ltl.h), while those of the negations accept the
 * others.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/ltl/ltl_of_tree.h"
#include "specs/ltl/tgba.h"
#include "specs/syntax/ltl_tree.h"
#include "tests/random/random_ltl.h"
#include "tests/support/shortage.h"
#include "tests/support/ltl_build.h"
#include "tests/support/testing.h"

#define DEFAULT_CASES 1500u
#define WORDS 40u

/* --- formulas --- */

static void show(const struct oracle_ltl *of) {
    static const char *const atoms[] = {"a", "b", "c", "d"};
    ltl_put(of, atoms, stdout);
}

/* --- words --- */

/* The word of a product, in the oracle's form; 0 if it is too long. */
static int take_word(const struct tgba_word *found, struct oracle_word *word) {
    if (found->length > LENGTH(word->letter)) {
        return 0;
    }
    *word = (struct oracle_word){(unsigned)found->length, (unsigned)found->loop, {0}};
    for (unsigned i = 0; i < word->length; i++) {
        for (unsigned a = 0; a < found->atoms; a++) {
            word->letter[i] |= (uint32_t)found->value[i * found->atoms + a] << a;
        }
    }
    return 1;
}

/* --- random formulas --- */

struct totals {
    uint64_t mismatches, formulas, states, other_states, edges, marks, obligations, limits, accepted,
        rejected;
};

static void report(struct totals *totals, uint64_t seed, const struct oracle_ltl *formula, const char *text) {
    if (totals->mismatches++ == 0) {
        printf("\n");
    }
    printf("seed %llu: ", (unsigned long long)seed);
    show(formula);
    printf(": %s\n", text);
}

/* Both automata on random words, and on a word that each accepts. */
static void judge_words(struct totals *totals, uint64_t seed, const struct oracle_ltl *formula,
                        struct ltl_store *store, ltl shown, const struct tgba *yes, const struct tgba *no,
                        unsigned atoms) {
    uint64_t random = seed;
    struct tgba_word found;
    for (unsigned i = 0; i < WORDS; i++) {
        const struct oracle_word word = random_ltl_word(&random, atoms);
        const int holds = (int)(oracle_ltl_holds(formula, &word) & 1);
        if (ltl_holds_on(store, shown, &word) != holds) {
            report(totals, seed, formula, "it was simplified wrongly");
        }
        if (ltl_holds_on(store, ltl_negate(store, shown), &word) == holds) {
            report(totals, seed, formula, "its negation is wrong");
        }
        if (ltl_accepts(yes, &word, atoms) != holds) {
            report(totals, seed, formula, holds ? "a word is not accepted" : "a word is accepted");
        }
        if (ltl_accepts(no, &word, atoms) == holds) {
            report(totals, seed, formula, "the negation's automaton is wrong");
        }
        totals->accepted += (uint64_t)holds;
        totals->rejected += (uint64_t)!holds;
    }
    for (int negated = 0; negated < 2; negated++) {
        struct oracle_word word;
        if (tgba_common_word(negated ? no : yes, NULL, atoms, &found) == 1 && take_word(&found, &word) &&
            (int)(oracle_ltl_holds(formula, &word) & 1) == negated) {
            report(totals, seed, formula, "a word that was found is wrong");
        }
        tgba_word_free(&found);
    }
    if (tgba_common_word(yes, no, atoms, &found) != 0) {
        report(totals, seed, formula, "both automata accept a word");
    }
    tgba_word_free(&found);
}

/* A deterministic weak automaton accepts the same words. */
static void judge_weak(struct totals *totals, uint64_t seed, const struct oracle_ltl *formula,
                       const struct tgba *yes, const struct tgba *no, unsigned atoms) {
    uint64_t random = seed;
    struct tgba weak;
    const int made = tgba_make_weak(yes, no, atoms, 4096, &weak);
    for (unsigned i = 0; i < WORDS && made == 1; i++) {
        const struct oracle_word word = random_ltl_word(&random, atoms);
        if (ltl_accepts(&weak, &word, atoms) != (int)(oracle_ltl_holds(formula, &word) & 1)) {
            report(totals, seed, formula, "the weak automaton is wrong");
        }
    }
    totals->obligations += made == 1;
    CU_ASSERT_TRUE(made >= 0);
    tgba_free(&weak);
}

/* The Büchi automaton with marks on states accepts the same words. */
static void judge_marks_on_states(struct totals *totals, uint64_t seed, const struct oracle_ltl *formula,
                                  const struct tgba *yes, unsigned atoms) {
    uint64_t random = seed + 1;
    struct tgba made;
    CU_ASSERT_EQUAL(tgba_degeneralise(yes, &made), 0);
    CU_ASSERT_TRUE(made.marks <= 1);
    for (uint32_t s = 0; s < made.states; s++) {
        for (uint64_t i = made.row.data[s]; i + 1 < made.row.data[s + 1]; i++) {
            CU_ASSERT_EQUAL(made.edge.data[i].marks, made.edge.data[i + 1].marks);
        }
    }
    for (unsigned i = 0; i < WORDS; i++) {
        const struct oracle_word word = random_ltl_word(&random, atoms);
        if (ltl_accepts(&made, &word, atoms) != (int)(oracle_ltl_holds(formula, &word) & 1)) {
            report(totals, seed, formula, "the automaton with marks on states is wrong");
        }
    }
    totals->other_states += made.states;
    tgba_free(&made);
}

/* So does the automaton for Markov decision processes. */
static void judge_limit(struct totals *totals, uint64_t seed, const struct oracle_ltl *formula,
                        const struct tgba *yes, unsigned atoms) {
    uint64_t random = seed + 2;
    struct tgba made;
    const int is_made = tgba_limit(yes, 2000, &made);
    CU_ASSERT_TRUE(is_made >= 0);
    for (unsigned i = 0; i < WORDS && is_made == 1; i++) {
        const struct oracle_word word = random_ltl_word(&random, atoms);
        if (ltl_accepts(&made, &word, atoms) != (int)(oracle_ltl_holds(formula, &word) & 1)) {
            report(totals, seed, formula, "the automaton for Markov decision processes is wrong");
        }
    }
    totals->limits += is_made == 1;
    tgba_free(&made);
}

static void judge(uint64_t seed, void *context) {
    struct totals *totals = context;
    uint64_t random = seed;
    const unsigned atoms = 1 + random_draw(&random, 4), operators = 2 + random_draw(&random, 11);
    struct memory memory;
    struct error error = {.code = ERROR_NONE};
    struct ltl_store store;
    struct bdd_pool pool;
    struct tgba yes, no;
    memory_init(&memory, (uint64_t)1 << 30);
    const struct run run = {.memory = &memory, .threads = 1};
    arena *drawing = arena_create(&memory);
    const struct oracle_ltl *drawn = random_ltl(&random, drawing, operators, atoms);
    CU_ASSERT_EQUAL_FATAL(ltl_open(&store, &run, &error), 0);
    CU_ASSERT_EQUAL_FATAL(bdd_open(&pool, &run, &error), 0);
    const ltl formula = ltl_build(&store, drawn), negated = ltl_negate(&store, formula);
    CU_ASSERT_EQUAL_FATAL(tgba_translate(&yes, &store, &pool, formula, atoms), 0);
    CU_ASSERT_EQUAL_FATAL(tgba_translate(&no, &store, &pool, negated, atoms), 0);
    judge_words(totals, seed, drawn, &store, formula, &yes, &no, atoms);
    judge_weak(totals, seed, drawn, &yes, &no, atoms);
    judge_marks_on_states(totals, seed, drawn, &yes, atoms);
    judge_limit(totals, seed, drawn, &yes, atoms);
    CU_ASSERT_TRUE(tgba_classes(&yes, &no, atoms) >= 0);
    totals->formulas++;
    totals->states += yes.states;
    totals->edges += yes.edge.count;
    totals->marks += yes.marks;
    tgba_free(&yes);
    tgba_free(&no);
    bdd_close(&pool);
    ltl_close(&store);
    arena_free(drawing);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_random(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES, 1, judge, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("formulas", totals.formulas, "states", totals.states, "with marks on states",
                  totals.other_states, "edges", totals.edges, "marks", totals.marks, "obligations",
                  totals.obligations, "limit-deterministic", totals.limits, "words that satisfy one",
                  totals.accepted, "others", totals.rejected, NULL);
    CU_ASSERT_TRUE(totals.limits * 10 > totals.formulas * 9);
    CU_ASSERT_TRUE(totals.accepted * 3 > totals.rejected && totals.rejected * 3 > totals.accepted);
}

/* --- laws, as they are written --- */

/* Pairs of formulas that the same words satisfy. */
static const char *const laws[][2] = {
    {"a U b", "b || (a && X (a U b))"},
    {"a R b", "!(!a U !b)"},
    {"a W b", "G a || (a U b)"},
    {"a M b", "b U (a && b)"},
    {"F a", "true U a"},
    {"G a", "!F !a"},
    {"F a", "a || X F a"},
    {"G a", "a && X G a"},
    {"X (a U b)", "X a U X b"},
    {"F (a || b)", "F a || F b"},
    {"G (a && b)", "G a && G b"},
    {"G F (a || b)", "G F a || G F b"},
    {"F G (a && b)", "F G a && F G b"},
    {"G F a", "F G F a"},
    {"F G a", "G F G a"},
    {"a U (a U b)", "a U b"},
    {"(a U b) && (c U b)", "(a && c) U b"},
    {"(a U b) || (a U c)", "a U (b || c)"},
    {"a R (b && c)", "(a R b) && (a R c)"},
    {"(a || b) R c", "(a R c) || (b R c)"},
    {"!X a", "X !a"},
    {"F (a && G F b)", "F a && G F b"},
    {"G (a || F G b)", "G a || F G b"},
    {"G F X a", "G F a"},
    {"a xor b", "!(a <-> b)"},
    {"a -> b", "!a || b"},
    {"(a W b) && F b", "a U b"},
    {"a U b", "(a W b) && F b"},
    {"G (a -> G a) && F a", "F G a && (!a W G a)"},
    {"G (a -> X b) && G (b -> X a) && a", "a && G ((a -> X b) && (b -> X a))"},
};
/* And pairs of which some word satisfies one. */
static const char *const differences[][2] = {
    {"F (a && b)", "F a && F b"},
    {"G (a || b)", "G a || G b"},
    {"a U b", "a W b"},
    {"G F (a && b)", "G F a && G F b"},
    {"X F a", "F a"},
    {"a U b", "F b"},
    {"F G a", "G F a"},
    {"(a && b) U c", "a U (b U c)"},
    {"a M b", "a R b"},
};

static formula_text *read_text(const char *text, const struct run *run) {
    const struct formula_options options = {.dialect = FORMULA_DIALECT_LTL};
    const struct formula_source source = {"formula", text, strlen(text)};
    struct error warning, error;
    return test_present(formula_read(source, &options, run, &warning, &error));
}

/* Whether two formulas, about atoms whose names are single letters, are equivalent. */
static int are_equivalent(const char *const pair[2]) {
    struct memory memory;
    struct error error;
    struct ltl_store store;
    struct bdd_pool pool;
    struct tgba yes[2], no[2];
    struct tgba_word word;
    memory_init(&memory, (uint64_t)1 << 30);
    const struct run run = {.memory = &memory, .threads = 1};
    CU_ASSERT_EQUAL_FATAL(ltl_open(&store, &run, &error), 0);
    CU_ASSERT_EQUAL_FATAL(bdd_open(&pool, &run, &error), 0);
    for (int i = 0; i < 2; i++) {
        formula_text *text = read_text(pair[i], &run);
        const struct ltl_tree *tree = formula_ltl(text);
        uint32_t number[4] = {0};
        for (uint64_t a = 0; a < tree->atom.count; a++) {
            number[a] = (uint32_t)(tree->atom.data[a].action->text[0] - 'a');
        }
        const ltl formula = ltl_of_tree(&store, tree, number);
        CU_ASSERT_EQUAL(tgba_of_formula(&store, &pool, formula, 4, &yes[i], &no[i]), 0);
        formula_text_free(text);
    }
    int found = 0;
    for (int i = 0; i < 2; i++) {
        found |= tgba_common_word(&yes[i], &no[!i], 4, &word);
        tgba_word_free(&word);
    }
    for (int i = 0; i < 2; i++) {
        tgba_free(&yes[i]);
        tgba_free(&no[i]);
    }
    bdd_close(&pool);
    ltl_close(&store);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    return !found;
}

static void test_laws(void) {
    for (size_t i = 0; i < LENGTH(laws) + LENGTH(differences); i++) {
        const int is_law = i < LENGTH(laws);
        const char *const *pair = is_law ? laws[i] : differences[i - LENGTH(laws)];
        const int equivalent = are_equivalent(pair);
        if (equivalent != is_law) {
            printf("\n%s and %s: %d\n", pair[0], pair[1], equivalent);
        }
        CU_ASSERT_EQUAL(equivalent, is_law);
    }
}

/* --- memory --- */

static void attempt(const char *written, const struct run *run, struct error *error, int *done) {
    const struct formula_options options = {.dialect = FORMULA_DIALECT_LTL};
    const struct formula_source source = {"formula", written, strlen(written)};
    struct error warning;
    struct ltl_store store;
    struct bdd_pool pool = {.memory = run->memory};
    struct tgba yes = {.pool = NULL}, no = {.pool = NULL};
    formula_text *text = formula_read(source, &options, run, &warning, error);
    const uint32_t number[] = {0, 1, 2, 3};
    if (text == NULL) {
        return;
    }
    const int opened = ltl_open(&store, run, error) == 0 && bdd_open(&pool, run, error) == 0;
    const ltl formula = opened ? ltl_of_tree(&store, formula_ltl(text), number) : LTL_FALSE;
    *done = opened && !store.failed && tgba_of_formula(&store, &pool, formula, 4, &yes, &no) == 0 &&
            tgba_classes(&yes, &no, 4) >= 0;
    tgba_free(&yes);
    tgba_free(&no);
    bdd_close(&pool);
    ltl_close(&store);
    formula_text_free(text);
}

static void test_memory(void) {
    struct memory memory;
    struct error error;
    memory_init(&memory, (uint64_t)1 << 30);
    const struct run run = {.memory = &memory, .threads = 1};
    for (struct shortage shortage = {.memory = &memory, .error = &error, .step = 64, .part = 50};
         shortage_goes_on(&shortage);) {
        attempt("G (a -> F (b && X c)) && (F G d || c U (c <-> X X b))", &run, &error, &shortage.done);
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* --- sizes --- */

/* Formulas with the fewest states that an automaton of them has, as published (Etessami and Holzmann 2000,
 * Gastin and Oddoux 2001, Babiak et al. 2012). */
static void test_sizes(void) {
    static const struct {
        const char *formula;
        uint32_t states, marks;
    } sizes[] = {
        {"G (a -> F b)", 2, 1},
        {"G F a && G F b && G F c", 1, 3},
        {"F a && F b && F c && F d", 16, 1},
        {"F G a && F G b && F G c", 2, 1},
        {"F (a && F b) && F (c && F d)", 9, 1},
        {"a U (b U (c U d))", 4, 1},
        {"((a U b) U c) U d", 8, 1},
        {"!(G F a && G F b -> G (c -> F d))", 2, 2},
    };
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        struct memory memory;
        struct error error;
        struct ltl_store store;
        struct bdd_pool pool;
        struct tgba yes, no;
        memory_init(&memory, (uint64_t)1 << 30);
        const struct run run = {.memory = &memory, .threads = 1};
        CU_ASSERT_EQUAL_FATAL(ltl_open(&store, &run, &error), 0);
        CU_ASSERT_EQUAL_FATAL(bdd_open(&pool, &run, &error), 0);
        formula_text *text = read_text(sizes[i].formula, &run);
        const struct ltl_tree *tree = formula_ltl(text);
        const uint32_t number[] = {0, 1, 2, 3};
        CU_ASSERT_EQUAL(tgba_of_formula(&store, &pool, ltl_of_tree(&store, tree, number),
                                        (uint32_t)tree->atom.count, &yes, &no),
                        0);
        if (yes.states > sizes[i].states) {
            printf("\n%s: %u states, %u marks\n", sizes[i].formula, yes.states, yes.marks);
        }
        CU_ASSERT_TRUE(yes.states <= sizes[i].states && yes.marks <= sizes[i].marks);
        tgba_free(&yes);
        tgba_free(&no);
        formula_text_free(text);
        bdd_close(&pool);
        ltl_close(&store);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

void suite_ltl(void) {
    suite_add("linear temporal logic", NULL, NULL, "random formulas", test_random, "laws", test_laws, "sizes",
              test_sizes, "too little memory", test_memory, NULL);
}
