/* Files in the Hanoi format with faults: what is wrong and where, mutated files, and depth. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/ltl/hoa.h"
#include "specs/syntax/formula.h"
#include "tests/random/random_hoa.h"
#include "tests/support/testing.h"

#define TEXT 16384u

/* A pool and what it needs. */
struct bench {
    struct memory memory;
    struct run run;
    struct error error;
    struct bdd_pool pool;
};

static void open_bench(struct bench *bench) {
    memory_init(&bench->memory, (uint64_t)1 << 30);
    bench->run = (struct run){.memory = &bench->memory, .threads = 1};
    bench->error = (struct error){.code = ERROR_NONE};
    CU_ASSERT_EQUAL_FATAL(bdd_open(&bench->pool, &bench->run, &bench->error), 0);
}

static void close_bench(struct bench *bench) {
    bdd_close(&bench->pool);
    CU_ASSERT_EQUAL(memory_used(&bench->memory), 0);
}

static int read_text(struct bench *bench, const char *text, struct hoa *hoa) {
    return hoa_read(hoa, &bench->pool, (struct formula_source){"x.hoa", text, strlen(text)});
}

#define HEAD "HOA: v1 Start: 0 AP: 2 \"a\" \"b\" "
#define END " --END--"

/* --- faults --- */

/* What is wrong, and where: the column of the word that must change. */
static const struct {
    const char *text;
    unsigned line, column;
    const char *message;
} faults[] = {
    {"", 1, 1, "unexpected end, expected 'HOA:'"},
    {"HOA v1", 1, 1, "unexpected 'HOA', expected 'HOA:'"},
    {"HOA: v2", 1, 6, "'v2' is another version of the format: v1 is read"},
    {"HOA: v1.1", 1, 6, "'v1.1' is another version of the format: v1 is read"},
    {"HOA: v1\nStates: x", 2, 9, "unexpected 'x', expected a number"},
    {"HOA: v1\nStates: 1\nStates: 1", 3, 1, "a second 'States:': the first one is in line 2"},
    {"HOA: v1 Foo: 1", 1, 9, "'Foo:' is not read: a header with a capital letter changes the meaning"},
    {"HOA: v1 foo: [", 1, 14, "unexpected '[', expected a header or '--BODY--'"},
    {"HOA: v1 Start: 0 & 1", 1, 18,
     "alternating automata are not read: '&' asks for runs from several states at once"},
    {"HOA: v1 AP: 2 \"a\" Start: 0", 1, 13, "2 atoms, but the texts of 1 follow"},
    {"HOA: v1 AP: 1 \"a\" \"b\"", 1, 19, "a text more than the 1 that 'AP:' says"},
    {"HOA: v1 AP: 2 \"a\" \"a\"", 1, 19, "two atoms have this text"},
    {"HOA: v1 AP: 1 \"a", 1, 15, "this string does not end"},
    {"HOA: v1 /* /* */", 1, 9, "this comment does not end"},
    {"HOA: v1 Alias: @a 0 Alias: @a 1 --BODY--", 1, 28, "a second alias '@a'"},
    {"HOA: v1 Alias: @a @b", 1, 19, "there is no alias '@b' before this place"},
    {"HOA: v1 Alias: @a 1\nAP: 1 \"a\" Acceptance: 0 t\n--BODY--", 1, 19,
     "there is no atom 1: 'AP:' has 1, from 0 on"},
    {"HOA: v1 Acceptance: 1 Inf(1)", 1, 27, "there is no acceptance set 1: 'Acceptance:' has 1, from 0 on"},
    {"HOA: v1 Acceptance: 1 Buchi(0)", 1, 23, "'Buchi' is not read: an acceptance is made of Fin and Inf"},
    {"HOA: v1 Acceptance: 1 !Inf(0)", 1, 23, "unexpected '!', expected a word, 't', 'f' or '('"},
    {"HOA: v1 Acceptance: 1 Inf(0) &", 1, 31, "unexpected end, expected a word, 't', 'f' or '('"},
    {"HOA: v1 States: 1\n--BODY--", 2, 1, "the header 'Acceptance:' is missing before this place"},
    {"HOA: v1 States: 1 Start: 1 Acceptance: 0 t --BODY--", 1, 26,
     "there is no state 1: 'States:' has 1, from 0 on"},
    {"HOA: v1 Start: 1 Acceptance: 0 t --BODY-- State: 0 --END--", 1, 16,
     "state 1 is not described in the body"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 [0] 1 --END--", 1, 70, "state 1 is not described in the body"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 State: 0", 1, 73,
     "state 0 is described a second time: the first one is in line 1"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 [2] 0", 1, 67, "there is no atom 2: 'AP:' has 2, from 0 on"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 [0] 0 {0}", 1, 73,
     "there is no acceptance set 0: 'Acceptance:' has 0, from 0 on"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 [0] 0 & 1", 1, 72,
     "alternating automata are not read: '&' asks for runs from several states at once"},
    {HEAD "Acceptance: 0 t --BODY-- State: [0] 0 [0] 0 --END--", 1, 74,
     "an edge with a label, of a state that has one"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 [0] 0 0 --END--", 1, 72,
     "an edge without a label, after some of this state with one"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 0 0 [0] 0 --END--", 1, 74,
     "an edge with a label, after some of this state without one"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 0 0 0 --END--", 1, 64,
     "state 0 has 3 edges without labels: there must be one for each letter, 2^2"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 0 0 0 0 0 --END--", 1, 74,
     "state 0 has more edges without labels than the 4 letters of 2 atoms"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 [0] 0", 1, 71,
     "unexpected end, expected an edge, 'State:' or '--END--'"},
    {HEAD "Acceptance: 0 t --BODY-- State: 0 [0] 0 --END--\nHOA: v1", 2, 1,
     "unexpected 'HOA:', expected the end of the file: one automaton of a file is read"},
    {HEAD "Acceptance: 0 t --BODY-- [0] 0", 1, 57, "unexpected '[', expected 'State:' or '--END--'"},
    {"HOA: v1 States: 2\n --ABORT-- ", 2, 2, "the automaton was given up by the program that wrote it"},
    {"HOA: v1 States: 2147483648", 1, 17, "numbers are less than 2^31 in this format"},
    {"HOA: v1 States: 1000001", 1, 17, "an automaton of more than 1000000 states"},
    {"HOA: v1 Acceptance: 1025 t", 1, 21, "an automaton of more than 1024 acceptance sets"},
    {"HOA: v1 Start: 1000000 Acceptance: 0 t --BODY--", 1, 16, "an automaton of more than 1000000 states"},
};

static void test_faults(void) {
    for (size_t i = 0; i < LENGTH(faults); i++) {
        struct bench bench;
        struct hoa hoa;
        open_bench(&bench);
        CU_ASSERT_EQUAL(read_text(&bench, faults[i].text, &hoa), -1);
        const struct error *error = &bench.error;
        const int is_limit = strstr(faults[i].message, "more than 10") != NULL;
        if (strcmp(error->text, faults[i].message) != 0 || error->line != faults[i].line ||
            error->column != faults[i].column || error->code != (is_limit ? ERROR_LIMIT : ERROR_INPUT) ||
            strcmp(error->path, "x.hoa") != 0) {
            printf("\n%s\n%u:%u: %s\n", faults[i].text, (unsigned)error->line, (unsigned)error->column,
                   error->text);
            CU_FAIL("another error");
        }
        hoa_free(&hoa);
        close_bench(&bench);
    }
}

/* Changes a text at some places: bytes are left out, doubled, or replaced by others of the text or of the
 * format. */
static void mutate(uint64_t *random, char *text, size_t size) {
    static const char *const pieces[] = {
        "--END--", "--BODY--", "--ABORT--", "{",  "}",  "[",        "]",  "(",     ")",
        "&",       "|",        "!",         "9",  "/*", "*/",       "\"", "@p0",   "State: 0",
        "Fin(0)",  "t",        "HOA:",      "\\", "-1", "Start: 1", "x:", "AP: 3", "4294967296"};
    for (unsigned changes = 1 + random_draw(random, 4); changes > 0; changes--) {
        const size_t length = strlen(text), at = random_draw(random, (uint32_t)length + 1),
                     cut = random_draw(random, 4) == 0 ? random_draw(random, (uint32_t)(length - at) + 1)
                                                       : (length > at) * random_draw(random, 3);
        const char *piece = random_draw(random, 3) == 0 ? "" : pieces[random_draw(random, LENGTH(pieces))];
        const size_t after = at + (cut > length - at ? length - at : cut);
        if (length + strlen(piece) + 1 < size) {
            memmove(text + at + strlen(piece), text + after, length - after + 1);
            memcpy(text + at, piece, strlen(piece));
        }
    }
}

struct totals {
    uint64_t mismatches, files, refused;
};

/* Errors have a place in the file. */
static void judge_error(struct totals *totals, uint64_t seed, const char *text, const struct error *error) {
    totals->refused++;
    if ((error->code != ERROR_INPUT && error->code != ERROR_LIMIT) || error->line == 0 ||
        error->column == 0 || strcmp(error->path, "x.hoa") != 0) {
        totals->mismatches++;
        printf("\nseed %llu: %s\n%s\n", (unsigned long long)seed, error->text, text);
    }
}

static void judge_mutated(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct bench bench;
    struct random_hoa drawn;
    struct hoa hoa;
    char text[TEXT];
    uint64_t random = seed;
    open_bench(&bench);
    arena *arena = arena_create(&bench.memory);
    random_hoa(&random, arena, &drawn);
    random_hoa_write(&random, &drawn, text, sizeof text);
    mutate(&random, text, sizeof text);
    if (read_text(&bench, text, &hoa) == 0) {
        struct tgba automaton;
        CU_ASSERT_TRUE(hoa_to_tgba(&hoa, &automaton) == 0 || bench.error.code == ERROR_LIMIT);
        tgba_free(&automaton);
    } else {
        judge_error(totals, seed, text, &bench.error);
    }
    totals->files++;
    hoa_free(&hoa);
    arena_free(arena);
    close_bench(&bench);
}

static void test_mutated(void) {
    struct totals totals = {0};
    if (judge_seeds(500, 1, judge_mutated, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("files", totals.files, "refused", totals.refused, NULL);
    CU_ASSERT_TRUE(totals.refused * 3 > totals.files * 2);
}

/* --- depth --- */

static void test_depth(void) {
    const size_t depth = 1000000;
    char *brackets = text_repeated(HEAD "Acceptance: 0 ", "(", depth, "t"),
         *label = text_repeated(HEAD "Acceptance: 0 t --BODY-- State: 0 [", "!", depth, "0] 0" END),
         *comments = text_repeated(HEAD "Acceptance: 0 t ", "/*", depth, "");
    const char *const texts[] = {brackets, label, comments};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct bench bench;
        struct hoa hoa;
        open_bench(&bench);
        CU_ASSERT_EQUAL(read_text(&bench, texts[i], &hoa), i == 1 ? 0 : -1);
        hoa_free(&hoa);
        close_bench(&bench);
        free((char *)texts[i]);
    }
}

void suite_hoa_faults(void) {
    suite_add("hoa_faults", NULL, NULL, "faults", test_faults, "mutated files", test_mutated, "depth",
              test_depth, NULL);
}
