/*
 * What formulas of linear time say of the rest of a word: random formulas, beside their truth by definition
 * (tests/oracle/oracle_ltl.h); how they are written; and what may still become of them, beside all short
 * words.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/text_buffer.h"
#include "specs/ltl/ltl_future.h"
#include "specs/ltl/ltl_of_tree.h"
#include "specs/ltl/ltl_progress.h"
#include "specs/ltl/ltl_write.h"
#include "specs/syntax/ltl_tree.h"
#include "tests/random/random_ltl.h"
#include "tests/support/ltl_build.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"

#define DEFAULT_CASES 2000u
#define WORDS 12u
#define MOST_ATOMS 4u

/* --- a store, and all that one needs --- */

struct workshop {
    struct memory memory;
    struct run run;
    struct error error;
    struct ltl_store store;
    struct bdd_pool pool;
    struct ltl_progression progression;
    arena *drawing;
};

static void open_workshop(struct workshop *shop) {
    memory_init(&shop->memory, (uint64_t)1 << 30);
    shop->run = (struct run){.memory = &shop->memory, .threads = 1};
    shop->progression = (struct ltl_progression){.store = &shop->store};
    shop->drawing = arena_create(&shop->memory);
    CU_ASSERT_EQUAL_FATAL(ltl_open(&shop->store, &shop->run, &shop->error), 0);
    CU_ASSERT_EQUAL_FATAL(bdd_open(&shop->pool, &shop->run, &shop->error), 0);
}

static void close_workshop(struct workshop *shop) {
    ltl_progression_free(&shop->progression);
    bdd_close(&shop->pool);
    ltl_close(&shop->store);
    arena_free(shop->drawing);
    CU_ASSERT_EQUAL(memory_used(&shop->memory), 0);
}

static formula_text *read_text(const char *text, const struct run *run, struct error *error) {
    const struct formula_options options = {.dialect = FORMULA_DIALECT_LTL};
    struct error warning;
    return formula_read((struct formula_source){"formula", text, strlen(text)}, &options, run, &warning,
                        error);
}

/* --- the rest of a word --- */

/* The word without its first letters. */
static struct oracle_word rest_of(const struct oracle_word *word, unsigned letters) {
    struct oracle_word rest = {0, 0, {0}};
    unsigned at = 0, place[64];
    for (unsigned i = 0; i < letters; i++) {
        at = at + 1 < word->length ? at + 1 : word->loop;
    }
    memset(place, 0xff, sizeof place);
    for (; place[at] == UINT32_MAX; at = at + 1 < word->length ? at + 1 : word->loop) {
        place[at] = rest.length;
        rest.letter[rest.length++] = word->letter[at];
    }
    rest.loop = place[at];
    return rest;
}

static void spread(uint32_t letter, uint8_t holds[MOST_ATOMS]) {
    for (unsigned a = 0; a < MOST_ATOMS; a++) {
        holds[a] = letter >> a & 1;
    }
}

struct totals {
    uint64_t mismatches, formulas, letters, decided, forever, written, longest, held, failed;
};

static void count_mismatch(struct totals *totals, uint64_t seed, const char *text) {
    printf("%sseed %llu: %s", totals->mismatches++ == 0 ? "\n" : "", (unsigned long long)seed, text);
}

static void judge_progress(struct totals *totals, uint64_t seed, struct workshop *shop, ltl formula,
                           const struct oracle_word *word) {
    const int truth = ltl_holds_on(&shop->store, formula, word);
    uint8_t holds[MOST_ATOMS];
    ltl rest = formula;
    for (unsigned i = 0; i < word->length + 2; i++) {
        const struct oracle_word left = rest_of(word, i);
        if (ltl_holds_on(&shop->store, rest, &left) != truth) {
            count_mismatch(totals, seed, "the rest decides otherwise\n");
            return;
        }
        spread(left.letter[0], holds);
        rest = ltl_progress(&shop->progression, rest, holds);
        totals->letters++;
        totals->decided += rest <= LTL_TRUE;
    }
    const struct oracle_word same = {1, 0, {word->letter[0]}};
    spread(word->letter[0], holds);
    const int forever = ltl_holds_for_ever(&shop->progression, formula, holds);
    if (forever != ltl_holds_on(&shop->store, formula, &same)) {
        count_mismatch(totals, seed, "a letter for ever decides otherwise\n");
    }
    totals->forever += (uint64_t)forever;
}

/* --- texts --- */

static void judge_text(struct totals *totals, uint64_t seed, struct workshop *shop, ltl formula) {
    static char names[MOST_ATOMS][2] = {"a", "b", "c", "d"};
    struct text_buffer atoms[MOST_ATOMS], text = {0};
    for (unsigned a = 0; a < MOST_ATOMS; a++) {
        atoms[a] = (struct text_buffer){.data = names[a], .length = 1};
    }
    CU_ASSERT_EQUAL_FATAL(ltl_write(&shop->store, formula, atoms, &text), 0);
    formula_text *read = read_text(text.data, &shop->run, &shop->error);
    if (read == NULL) {
        count_mismatch(totals, seed, text.data);
        printf(": %s\n", shop->error.text);
    } else {
        const struct ltl_tree *tree = formula_ltl(read);
        uint32_t number[MOST_ATOMS] = {0};
        for (uint64_t a = 0; a < tree->atom.count; a++) {
            number[a] = (uint32_t)(tree->atom.data[a].action->text[0] - 'a');
        }
        const ltl again = ltl_of_tree(&shop->store, tree, number);
        uint64_t random = seed;
        for (unsigned i = 0; i < WORDS; i++) {
            const struct oracle_word word = random_ltl_word(&random, MOST_ATOMS);
            if (ltl_holds_on(&shop->store, again, &word) != ltl_holds_on(&shop->store, formula, &word)) {
                count_mismatch(totals, seed, text.data);
                printf(": the text has another meaning\n");
                break;
            }
        }
    }
    totals->longest = text.length > totals->longest ? text.length : totals->longest;
    totals->written++;
    formula_text_free(read);
    text_buffer_free(&shop->memory, &text);
}

static void judge(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct workshop shop;
    uint64_t random = seed;
    open_workshop(&shop);
    const unsigned atoms = 1 + random_draw(&random, MOST_ATOMS), operators = 2 + random_draw(&random, 10);
    const ltl formula = ltl_build(&shop.store, random_ltl(&random, shop.drawing, operators, atoms));
    for (unsigned i = 0; i < WORDS; i++) {
        const struct oracle_word word = random_ltl_word(&random, atoms);
        judge_progress(totals, seed, &shop, formula, &word);
        const ltl rest = ltl_progress(&shop.progression, formula, (const uint8_t[MOST_ATOMS]){i & 1, i & 2});
        judge_text(totals, seed, &shop, i == 0 ? formula : rest);
    }
    totals->formulas++;
    close_workshop(&shop);
}

static void test_random(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES, 1, judge, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("formulas", totals.formulas, "letters", totals.letters, "after which they are decided",
                  totals.decided, "true of a letter for ever", totals.forever, "texts", totals.written,
                  "bytes of the longest", totals.longest, NULL);
    CU_ASSERT_TRUE(totals.decided * 2 > totals.letters / 4 && totals.decided < totals.letters);
}

/* --- what may become of a formula --- */

/* Events a and b, a label that is neither, a predicate, and the end of the run, in the order of atoms. */
#define EVENTS 3u
#define LENGTH_OF_WORDS 4u
enum { ATOM_A, ATOM_B, ATOM_PREDICATE, ATOM_END };
static const char *const label[EVENTS] = {"a", "b", "other"};

/* Letter 0 .. 2 * EVENTS - 1: an event, and the predicate; above: the end of the run. */
static uint32_t letter_of(unsigned number) {
    const unsigned event = number / 2;
    return (event < 2         ? 1u << event
            : event == EVENTS ? 1u << ATOM_END
                              : 0) |
           (number % 2 ? 1u << ATOM_PREDICATE : 0);
}

/* Notes whether the word, with any loop or an end, satisfies the formula: found[predicate of the first
 * letter][truth]. */
static void note_words(const struct oracle_ltl *formula, struct oracle_word *word, int found[2][2]) {
    const int first = (int)(word->letter[0] >> ATOM_PREDICATE & 1);
    for (word->loop = 0; word->loop < word->length; word->loop++) {
        found[first][oracle_ltl_holds(formula, word) & 1] = 1;
    }
    for (unsigned predicate = 0; predicate < 2; predicate++) {
        word->letter[word->length++] = letter_of(2 * EVENTS + predicate);
        word->loop = word->length - 1;
        found[first][oracle_ltl_holds(formula, word) & 1] = 1;
        word->length--;
    }
}

static void note_all_words(const struct oracle_ltl *formula, int found[2][2]) {
    memset(found, 0, 4 * sizeof found[0][0]);
    for (unsigned length = 1, count = 2 * EVENTS; length <= LENGTH_OF_WORDS; length++, count *= 2 * EVENTS) {
        for (unsigned number = 0; number < count; number++) {
            struct oracle_word word = {length, 0, {0}};
            for (unsigned i = 0, left = number; i < length; i++, left /= 2 * EVENTS) {
                word.letter[i] = letter_of(left % (2 * EVENTS));
            }
            note_words(formula, &word, found);
        }
    }
}

static int find_future(struct workshop *shop, ltl formula, struct ltl_future *future) {
    static const uint32_t length[EVENTS] = {1, 1, 5};
    static const uint8_t is_internal[EVENTS] = {0};
    const struct label_texts labels = {label, length, is_internal, EVENTS};
    formula_text *text = read_text("(a && b) || ({p} && deadlock)", &shop->run, &shop->error);
    struct ltl_letters letters = {.pool = &shop->pool};
    if (text == NULL) {
        return -1;
    }
    const struct ltl_tree *tree = formula_ltl(text);
    CU_ASSERT_EQUAL(tree->atom.count, 4);
    const int failed = ltl_letters_open(&letters, &shop->pool, tree->atom.data, 4, &labels) != 0 ||
                       ltl_future_find(&letters, &shop->store, formula, future) != 0;
    ltl_letters_close(&letters);
    formula_text_free(text);
    return failed ? -1 : 0;
}

static void judge_future(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct workshop shop;
    struct ltl_future future;
    uint64_t random = seed;
    int found[2][2];
    open_workshop(&shop);
    const struct oracle_ltl *drawn = random_ltl(&random, shop.drawing, 1 + random_draw(&random, 3), 4);
    CU_ASSERT_EQUAL_FATAL(find_future(&shop, ltl_build(&shop.store, drawn), &future), 0);
    note_all_words(drawn, found);
    for (unsigned predicate = 0; predicate < 2; predicate++) {
        const uint8_t holds[MOST_ATOMS] = {[ATOM_PREDICATE] = (uint8_t)predicate};
        for (int truth = 0; truth < 2; truth++) {
            const bdd may = truth ? future.may_hold : future.may_fail;
            if (bdd_value(&shop.pool, may, holds) != found[predicate][truth]) {
                count_mismatch(totals, seed, truth ? "whether it may hold\n" : "whether it may fail\n");
            }
        }
        totals->held += !found[predicate][0];
        totals->failed += !found[predicate][1];
    }
    totals->formulas++;
    close_workshop(&shop);
}

static void test_future(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES / 4, 1, judge_future, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("formulas", totals.formulas, "that hold whatever follows", totals.held, "that fail",
                  totals.failed, NULL);
    CU_ASSERT_TRUE(totals.held * 20 > totals.formulas && totals.failed * 20 > totals.formulas);
}

/* --- sizes, and too little memory --- */

static void test_operators(void) {
    static const struct {
        const char *text;
        uint32_t operators, shown; /* shown: of at most 3 */
    } cases[] = {
        {"a", 0, 0}, {"!a", 1, 1}, {"a && b && c", 2, 2}, {"G (a -> F b)", 4, 4}, {"X X X X a", 4, 4}};
    struct workshop shop;
    open_workshop(&shop);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        formula_text *text = test_present(read_text(cases[i].text, &shop.run, &shop.error));
        const ltl formula = ltl_of_tree(&shop.store, formula_ltl(text), NULL);
        CU_ASSERT_EQUAL(ltl_count_operators(&shop.progression, formula, 100), cases[i].operators);
        CU_ASSERT_EQUAL(ltl_count_operators(&shop.progression, formula, 3), cases[i].shown);
        formula_text_free(text);
    }
    ltl wide = ltl_atom(&shop.store, 0, 0);
    for (unsigned i = 0; i < 64; i++) { /* 2^64 operators in 128 formulas */
        wide = ltl_binary(&shop.store, LTL_UNTIL, ltl_next(&shop.store, wide),
                          ltl_and(&shop.store, wide, ltl_atom(&shop.store, 1, 0)));
    }
    CU_ASSERT_EQUAL(ltl_count_operators(&shop.progression, wide, 5000), 5001);
    close_workshop(&shop);
}

static void attempt(const struct run *run, struct error *error, int *done) {
    struct ltl_store store;
    struct ltl_progression progression = {.store = &store};
    formula_text *text = read_text("G (a -> X (b U (c && X d)))", run, error);
    ltl rest = LTL_FALSE;
    if (text == NULL) {
        return;
    }
    if (ltl_open(&store, run, error) == 0) {
        rest = ltl_of_tree(&store, formula_ltl(text), NULL);
        rest = ltl_progress(&progression, rest, (const uint8_t[]){1, 0, 0, 0});
        rest = ltl_progress(&progression, rest, (const uint8_t[]){1, 1, 1, 0});
    }
    *done = !store.failed;
    CU_ASSERT_EQUAL(rest == LTL_FALSE, store.failed);
    ltl_progression_free(&progression);
    ltl_close(&store);
    formula_text_free(text);
}

static void test_memory(void) {
    struct memory memory;
    struct error error;
    memory_init(&memory, (uint64_t)1 << 30);
    const struct run run = {.memory = &memory, .threads = 1};
    for (struct shortage shortage = {.memory = &memory, .error = &error, .step = 16, .part = 50};
         shortage_goes_on(&shortage);) {
        attempt(&run, &error, &shortage.done);
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

void suite_ltl_progress(void) {
    suite_add("the rest of a run", NULL, NULL, "random formulas", test_random, "what may become of them",
              test_future, "operators", test_operators, "too little memory", test_memory, NULL);
}
