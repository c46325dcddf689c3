/*
 * Invisible steps (specs/ltl/tgba_steps.h): of random formulas it is decided whether such steps matter, and
 * all short words show whether they do: those that are the same but for steps (tests/oracle/oracle_ltl.h)
 * must all satisfy the formula, or none.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/ltl/ltl_of_tree.h"
#include "specs/ltl/tgba_steps.h"
#include "specs/syntax/ltl_tree.h"
#include "tests/random/random_ltl.h"
#include "tests/support/ltl_build.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"

#define DEFAULT_CASES 400u
#define MOST_LENGTH 5u /* of the words */
#define WORDS 60u
#define TABLE 32768u

/* A formula with its automata. */
struct subject {
    struct memory memory;
    struct run run;
    struct error error;
    struct ltl_store store;
    struct bdd_pool pool;
    struct tgba yes, no;
    arena *arena;
    const struct oracle_ltl *formula;
    unsigned atoms;
    uint8_t kind[3];
    struct oracle_atoms kinds;
};

static void open_subject(struct subject *subject, uint64_t *random, unsigned operators) {
    memory_init(&subject->memory, (uint64_t)1 << 30);
    subject->run = (struct run){.memory = &subject->memory, .threads = 1};
    subject->arena = arena_create(&subject->memory);
    subject->atoms = 2;
    subject->kinds = (struct oracle_atoms){0, 0};
    for (unsigned a = 0; a < subject->atoms; a++) {
        subject->kind[a] = (uint8_t)(random_draw(random, 3) == 0 ? TGBA_PREDICATE : TGBA_EVENT);
    }
    if (random_draw(random, 3) == 0) {
        subject->kind[random_draw(random, 2)] = TGBA_END;
    }
    for (unsigned a = 0; a < subject->atoms; a++) {
        subject->kinds.predicates |= subject->kind[a] == TGBA_PREDICATE ? 1u << a : 0;
        subject->kinds.ends |= subject->kind[a] == TGBA_END ? 1u << a : 0;
    }
    subject->formula = random_ltl(random, subject->arena, operators, subject->atoms);
    CU_ASSERT_EQUAL_FATAL(ltl_open(&subject->store, &subject->run, &subject->error), 0);
    CU_ASSERT_EQUAL_FATAL(bdd_open(&subject->pool, &subject->run, &subject->error), 0);
    CU_ASSERT_EQUAL_FATAL(tgba_of_formula(&subject->store, &subject->pool,
                                          ltl_build(&subject->store, subject->formula), subject->atoms,
                                          &subject->yes, &subject->no),
                          0);
}

static void close_subject(struct subject *subject) {
    tgba_free(&subject->yes);
    tgba_free(&subject->no);
    bdd_close(&subject->pool);
    ltl_close(&subject->store);
    arena_free(subject->arena);
    CU_ASSERT_EQUAL(memory_used(&subject->memory), 0);
}

/* --- all short words --- */

/* What is known of words by what they are without steps. */
struct known {
    struct oracle_word word[TABLE]; /* length 0: free */
    int holds[TABLE];
};

static int is_same(const struct oracle_word *a, const struct oracle_word *b) {
    return a->length == b->length && a->loop == b->loop &&
           memcmp(a->letter, b->letter, a->length * sizeof *a->letter) == 0;
}

/* Notes whether a word satisfies the formula. Returns whether one that is the same but for steps differs. */
static int note(struct known *known, const struct oracle_word *rest, int holds) {
    uint64_t place = rest->length * 31u + rest->loop;
    for (unsigned i = 0; i < rest->length; i++) {
        place = place * 0x9e3779b97f4a7c15u + rest->letter[i];
    }
    place = place * 0x9e3779b97f4a7c15u >> 49;
    while (known->word[place].length != 0 && !is_same(&known->word[place], rest)) {
        place = (place + 1) % TABLE;
    }
    if (known->word[place].length == 0) {
        known->word[place] = *rest;
        known->holds[place] = holds;
    }
    return known->holds[place] != holds;
}

/* Whether two short words that are the same but for steps differ. */
static int steps_matter(const struct subject *subject, struct known *known) {
    int differ = 0;
    memset(known, 0, sizeof *known);
    for (unsigned length = 1; length <= MOST_LENGTH; length++) {
        for (uint32_t letters = 0; letters < 1u << (subject->atoms * length); letters++) {
            struct oracle_word word = {.length = length};
            for (unsigned i = 0; i < length; i++) {
                word.letter[i] = letters >> (subject->atoms * i) & ((1u << subject->atoms) - 1);
            }
            for (word.loop = 0; word.loop < length && !differ; word.loop++) {
                if (oracle_ltl_is_run(&word, subject->kinds)) {
                    const struct oracle_word rest = oracle_ltl_without_steps(&word, subject->kinds);
                    differ = note(known, &rest, (int)(oracle_ltl_holds(subject->formula, &word) & 1));
                }
            }
        }
    }
    return differ;
}

/* --- random formulas --- */

struct totals {
    uint64_t mismatches, ignored, seen, unseen, skipped, words;
    struct known *known;
};

static void report(struct totals *totals, uint64_t seed, const char *text) {
    printf("%sseed %llu: %s\n", totals->mismatches++ == 0 ? "\n" : "", (unsigned long long)seed, text);
}

/* The automaton that skips steps has the same words, and a letter without events leads nowhere else. */
static void judge_skipping(struct totals *totals, uint64_t seed, struct subject *subject) {
    uint64_t random = seed;
    struct tgba made;
    const uint8_t nothing[3] = {0};
    CU_ASSERT_EQUAL_FATAL(tgba_skip_steps(&subject->yes, subject->kind, subject->atoms, &made), 0);
    for (uint32_t s = 0; s < made.states; s++) {
        unsigned stays = 0, leaves = 0;
        for (uint64_t i = made.row.data[s]; i < made.row.data[s + 1]; i++) {
            const int reads = bdd_value(&subject->pool, made.edge.data[i].guard, nothing);
            stays += reads && made.edge.data[i].target == s;
            leaves += reads && made.edge.data[i].target != s;
        }
        if (stays != 1 || leaves != 0) {
            report(totals, seed, "a step leads to another state");
        }
    }
    for (unsigned i = 0; i < WORDS; i++) {
        const struct oracle_word word = random_ltl_word(&random, subject->atoms);
        if (oracle_ltl_is_run(&word, subject->kinds)) {
            totals->words++;
            if (ltl_accepts(&made, &word, subject->atoms) !=
                (int)(oracle_ltl_holds(subject->formula, &word) & 1)) {
                report(totals, seed, "the automaton that skips steps is wrong");
            }
        }
    }
    totals->skipped++;
    tgba_free(&made);
}

static void judge(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct subject subject;
    uint64_t random = seed;
    open_subject(&subject, &random, 1 + random_draw(&random, 6));
    const int ignored = tgba_ignores_steps(&subject.yes, &subject.no, NULL, subject.kind, subject.atoms);
    const int matter = steps_matter(&subject, totals->known);
    CU_ASSERT_TRUE(ignored == 0 || ignored == 1);
    if (ignored && matter) {
        report(totals, seed, "steps matter");
    }
    totals->ignored += (uint64_t)ignored;
    totals->seen += !ignored && matter;
    totals->unseen += !ignored && !matter;
    if (ignored && subject.kinds.predicates == 0) {
        judge_skipping(totals, seed, &subject);
    }
    close_subject(&subject);
}

static void test_random(void) {
    struct totals totals = {.known = test_allocate(1, sizeof *totals.known)};
    if (judge_seeds(DEFAULT_CASES, 1, judge, &totals, &totals.mismatches) != 0) {
        report_counts("formulas that ignore steps", totals.ignored, "others, by short words", totals.seen,
                      "by longer ones", totals.unseen, "automata that skip steps", totals.skipped,
                      "words of runs", totals.words, NULL);
        CU_ASSERT_TRUE(totals.unseen * 50 <= totals.seen);
    }
    free(totals.known);
}

/* --- some formulas --- */

static const struct {
    const char *formula;
    int ignores;
} known[] = {
    {"F a", 1},
    {"G F a", 1},
    {"G (a -> F b)", 1},
    {"!a W b", 1},
    {"F G deadlock", 1},
    {"F (a && X F b)", 1},
    {"G (a -> X {x=1})", 1},
    {"{x=1} U {y=1}", 1},
    {"F G (b -> X b)", 0}, /* seen by the marks of steps alone */
    {"a U b", 0},
    {"X a", 0},
    {"X {x=1}", 0},
    {"G F (!a && X a)", 0},
    {"F G (a || deadlock)", 0},
    {"G ({x=1} -> deadlock)", 0},
};

static int ignores(const char *written) {
    const struct formula_options options = {.dialect = FORMULA_DIALECT_LTL};
    const struct formula_source source = {"formula", written, strlen(written)};
    struct subject subject = {.atoms = 0};
    struct error warning;
    memory_init(&subject.memory, (uint64_t)1 << 30);
    subject.run = (struct run){.memory = &subject.memory, .threads = 1};
    formula_text *text = test_present(formula_read(source, &options, &subject.run, &warning, &subject.error));
    const struct ltl_tree *tree = formula_ltl(text);
    CU_ASSERT_EQUAL_FATAL(ltl_open(&subject.store, &subject.run, &subject.error), 0);
    CU_ASSERT_EQUAL_FATAL(bdd_open(&subject.pool, &subject.run, &subject.error), 0);
    tgba_atom_kinds(tree->atom.data, tree->atom.count, subject.kind);
    CU_ASSERT_EQUAL(tgba_of_formula(&subject.store, &subject.pool, ltl_of_tree(&subject.store, tree, NULL),
                                    (uint32_t)tree->atom.count, &subject.yes, &subject.no),
                    0);
    const int found =
        tgba_ignores_steps(&subject.yes, &subject.no, NULL, subject.kind, (uint32_t)tree->atom.count);
    formula_text_free(text);
    close_subject(&subject);
    return found;
}

static void test_known(void) {
    for (size_t i = 0; i < LENGTH(known); i++) {
        CU_ASSERT_EQUAL(ignores(known[i].formula), known[i].ignores);
    }
}

/* --- memory --- */

static void attempt(const struct oracle_ltl *formula, const struct run *run, struct error *error, int *done) {
    static const uint8_t kind[] = {TGBA_EVENT, TGBA_EVENT};
    struct ltl_store store;
    struct bdd_pool pool = {.memory = run->memory};
    struct tgba yes = {.pool = NULL}, no = {.pool = NULL}, made = {.pool = NULL};
    const int opened = ltl_open(&store, run, error) == 0 && bdd_open(&pool, run, error) == 0;
    *done = opened && tgba_of_formula(&store, &pool, ltl_build(&store, formula), 2, &yes, &no) == 0 &&
            tgba_ignores_steps(&yes, &no, NULL, kind, 2) == 1 && tgba_skip_steps(&no, kind, 2, &made) == 0;
    tgba_free(&made);
    tgba_free(&yes);
    tgba_free(&no);
    bdd_close(&pool);
    ltl_close(&store);
}

static void test_memory(void) {
    static const struct oracle_ltl a = {ORACLE_ATOM, 0, NULL, NULL}, b = {ORACLE_ATOM, 1, NULL, NULL},
                                   finally = {ORACLE_FINALLY, 0, &b, NULL},
                                   implies = {ORACLE_IMPLIES, 0, &a, &finally},
                                   always = {ORACLE_GLOBALLY, 0, &implies, NULL};
    struct memory memory;
    struct error error;
    memory_init(&memory, (uint64_t)1 << 30);
    const struct run run = {.memory = &memory, .threads = 1};
    for (struct shortage shortage = {.memory = &memory, .error = &error, .step = 64, .part = 50};
         shortage_goes_on(&shortage);) {
        attempt(&always, &run, &error, &shortage.done);
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

void suite_ltl_steps(void) {
    suite_add("invisible steps", NULL, NULL, "random formulas", test_random, "some formulas", test_known,
              "too little memory", test_memory, NULL);
}
