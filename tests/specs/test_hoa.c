/*
 * The Hanoi format and automata with any acceptance: random ones, which are read and must accept the words
 * that they accept by definition (tests/oracle/oracle_hoa.h), as must what is made of them.
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
#include "base/stream/output.h"
#include "specs/ltl/hoa.h"
#include "specs/ltl/tgba_write.h"
#include "specs/syntax/formula.h"
#include "tests/random/random_hoa.h"
#include "tests/support/shortage.h"
#include "tests/support/ltl_build.h"
#include "tests/support/testing.h"

#define DEFAULT_CASES 3000u
#define WORDS 12u
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

/* --- words --- */

/* --- random automata --- */

struct totals {
    uint64_t mismatches, automata, states, accepted, rejected, deterministic, negated, complements, ranked,
        large;
};

static void report(struct totals *totals, uint64_t seed, const char *file, const char *text) {
    if (totals->mismatches++ == 0) {
        printf("\n%s\n", file);
    }
    printf("seed %llu: %s\n", (unsigned long long)seed, text);
}

/* A random automaton as it was drawn and written, and words. */
struct sample {
    struct totals *totals;
    uint64_t seed;
    struct random_hoa drawn;
    char text[TEXT];
    struct oracle_word word[WORDS];
    int holds[WORDS];
};

static void draw(struct sample *sample, arena *arena) {
    uint64_t random = sample->seed;
    random_hoa(&random, arena, &sample->drawn);
    random_hoa_write(&random, &sample->drawn, sample->text, sizeof sample->text);
    for (unsigned i = 0; i < WORDS; i++) {
        sample->word[i] = random_hoa_word(&random, &sample->drawn.automaton);
        sample->holds[i] = oracle_hoa_accepts(&sample->drawn.automaton, &sample->word[i]);
    }
}

/* An automaton accepts the words, or those that the sample does not. */
static void judge_words(struct sample *sample, const struct tgba *automaton, int is_negated,
                        const char *text) {
    for (unsigned i = 0; i < WORDS; i++) {
        if (ltl_accepts(automaton, &sample->word[i], sample->drawn.automaton.atoms) !=
            (sample->holds[i] ^ is_negated)) {
            report(sample->totals, sample->seed, sample->text, text);
            return;
        }
    }
}

/* The opposite by the dual acceptance, where the automaton is deterministic. */
static void judge_negation(struct sample *sample, const struct hoa *hoa) {
    const int is_deterministic = hoa_is_deterministic(hoa);
    struct hoa negated;
    struct tgba automaton;
    if (sample->drawn.is_deterministic && !is_deterministic) {
        report(sample->totals, sample->seed, sample->text, "it is deterministic");
    }
    if (!is_deterministic) {
        return;
    }
    sample->totals->deterministic++;
    const int made = hoa_negate(hoa, &negated);
    CU_ASSERT_TRUE(made >= 0);
    if (made == 1 && negated.acceptance.form == HOA_DISJUNCTIVE) {
        CU_ASSERT_EQUAL(hoa_to_tgba(&negated, &automaton), 0);
        judge_words(sample, &automaton, 1, "the negation is wrong");
        sample->totals->negated++;
        tgba_free(&automaton);
    }
    hoa_free(&negated);
}

/* The opposite by sets of states, where each component accepts all its cycles or none. */
static void judge_complement(struct sample *sample, const struct tgba *automaton) {
    struct tgba made;
    const int complement = tgba_complement(automaton, 4096, &made);
    CU_ASSERT_TRUE(complement >= 0);
    if (complement == 1) {
        CU_ASSERT_TRUE(tgba_is_deterministic(&made));
        judge_words(sample, &made, 1, "the complement is wrong");
        sample->totals->complements++;
    }
    tgba_free(&made);
}

/* The opposite by ranks, of small ones. */
static void judge_ranks(struct sample *sample, const struct tgba *automaton) {
    struct tgba made;
    struct tgba_word word;
    const int complement = automaton->states == 0 ? 0 : tgba_complement_by_ranks(automaton, 200, &made);
    CU_ASSERT_TRUE(complement >= 0);
    if (complement == 1) {
        judge_words(sample, &made, 1, "the complement by ranks is wrong");
        sample->totals->ranked += tgba_is_mixed(automaton);
        if (tgba_common_word(automaton, &made, sample->drawn.automaton.atoms, &word) != 0) {
            report(sample->totals, sample->seed, sample->text, "the complement by ranks has a word of it");
        }
        tgba_word_free(&word);
    }
    if (automaton->states > 0) {
        tgba_free(&made);
    }
}

/* What is written reads again. */
static void judge_written(struct sample *sample, struct bench *bench, const struct tgba *automaton) {
    static const char *const atoms[] = {"a", "\"b \\ c\"", "{d > \"1\"}"};
    const struct tgba_texts texts = {automaton, "a \"name\" \\ of it", atoms, sample->drawn.automaton.atoms};
    struct hoa again;
    struct tgba read;
    size_t size;
    output *output = output_in_memory(&bench->run, "x.hoa", &bench->error);
    CU_ASSERT_EQUAL_FATAL(tgba_write_hoa(&texts, output, &bench->error), 0);
    const char *bytes = output_contents(output, &size);
    CU_ASSERT_EQUAL_FATAL(hoa_read(&again, &bench->pool, (struct formula_source){"x.hoa", bytes, size}), 0);
    CU_ASSERT_STRING_EQUAL(again.name, texts.formula);
    for (uint32_t a = 0; a < again.atoms; a++) {
        CU_ASSERT_STRING_EQUAL(again.atom[a], atoms[a]);
    }
    CU_ASSERT_EQUAL(again.states, automaton->states);
    CU_ASSERT_EQUAL(again.edge.count, automaton->edge.count);
    CU_ASSERT_EQUAL_FATAL(hoa_to_tgba(&again, &read), 0);
    judge_words(sample, &read, 0, "what was written reads as another automaton");
    output_discard(output);
    tgba_free(&read);
    hoa_free(&again);
}

/* The same over other variables: a and c change places. */
static void judge_renamed(struct sample *sample, struct hoa *hoa) {
    const bdd function[] = {bdd_variable(hoa->pool, 2), bdd_variable(hoa->pool, 1),
                            bdd_variable(hoa->pool, 0)};
    struct tgba automaton;
    CU_ASSERT_EQUAL(hoa_rename(hoa, function), 0);
    CU_ASSERT_EQUAL_FATAL(hoa_to_tgba(hoa, &automaton), 0);
    for (unsigned i = 0; i < WORDS; i++) {
        struct oracle_word word = sample->word[i];
        for (unsigned k = 0; k < word.length; k++) {
            const uint32_t letter = word.letter[k];
            word.letter[k] = (letter & 2) | (letter >> 2 & 1) | (letter & 1) << 2;
        }
        if (ltl_accepts(&automaton, &word, 3) != sample->holds[i]) {
            report(sample->totals, sample->seed, sample->text, "it was renamed wrongly");
            break;
        }
    }
    tgba_free(&automaton);
}

static void judge(uint64_t seed, void *context) {
    struct sample *sample = test_present(calloc(1, sizeof *sample));
    struct bench bench;
    struct hoa hoa;
    struct tgba automaton;
    open_bench(&bench);
    arena *arena = arena_create(&bench.memory);
    sample->totals = context;
    sample->seed = seed;
    draw(sample, arena);
    if (read_text(&bench, sample->text, &hoa) != 0) {
        char described[1600];
        report(context, seed, sample->text, error_describe(&bench.error, described, sizeof described));
    } else {
        CU_ASSERT_EQUAL(hoa.acceptance.form, HOA_DISJUNCTIVE);
        CU_ASSERT_EQUAL_FATAL(hoa_to_tgba(&hoa, &automaton), 0);
        judge_words(sample, &automaton, 0, "it was converted wrongly");
        judge_negation(sample, &hoa);
        CU_ASSERT_EQUAL_FATAL(tgba_reduce(&automaton), 0);
        judge_words(sample, &automaton, 0, "it was reduced wrongly");
        judge_complement(sample, &automaton);
        judge_ranks(sample, &automaton);
        judge_written(sample, &bench, &automaton);
        judge_renamed(sample, &hoa);
        sample->totals->automata++;
        sample->totals->states += automaton.states;
        sample->totals->large += automaton.states > 2 || automaton.marks > 1;
        tgba_free(&automaton);
    }
    for (unsigned i = 0; i < WORDS; i++) {
        sample->totals->accepted += (uint64_t)sample->holds[i];
        sample->totals->rejected += (uint64_t)!sample->holds[i];
    }
    hoa_free(&hoa);
    arena_free(arena);
    close_bench(&bench);
    free(sample);
}

static void test_random(void) {
    struct totals totals = {0};
    if (judge_seeds(DEFAULT_CASES, 1, judge, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("automata", totals.automata, "states", totals.states, "large", totals.large,
                  "deterministic", totals.deterministic, "negated", totals.negated, "weak complements",
                  totals.complements, "others, by ranks", totals.ranked, "words accepted", totals.accepted,
                  "others", totals.rejected, NULL);
    CU_ASSERT_TRUE(totals.accepted * 6 > totals.rejected);
    CU_ASSERT_TRUE(totals.negated * 6 > totals.automata && totals.complements * 6 > totals.automata);
}

/* --- acceptance conditions --- */

static int has_part(const struct hoa *hoa, const uint64_t *sets, struct oracle_hoa_seen seen, int all) {
    int some = 0;
    for (uint32_t set = 0; set < 2 * hoa->sets; set++) {
        const int is_met = ((set < hoa->sets ? seen.in >> set : seen.out >> (set - hoa->sets)) & 1) != 0;
        if (bitset_has(sets, set)) {
            some |= is_met;
            if (all && !is_met) {
                return 0;
            }
        }
    }
    return all || some;
}

static int is_empty(const uint64_t *sets, uint64_t words) {
    for (uint64_t w = 0; w < words; w++) {
        if (sets[w] != 0) {
            return 0;
        }
    }
    return 1;
}

/* Whether the form says yes of what is seen. */
static int form_holds(const struct hoa *hoa, struct oracle_hoa_seen seen) {
    const struct hoa_acceptance *form = &hoa->acceptance;
    for (uint64_t part = 0; part < form->count; part++) {
        const uint64_t *fin = hoa_fin(form, part), *inf = hoa_inf(form, part);
        const int sees_fin = has_part(hoa, fin, seen, 0);
        if (form->form == HOA_DISJUNCTIVE && !sees_fin && has_part(hoa, inf, seen, 1)) {
            return 1;
        }
        if (form->form == HOA_STREETT && (sees_fin || is_empty(fin, form->words)) &&
            !has_part(hoa, inf, seen, 0)) {
            return 0;
        }
    }
    return form->form == HOA_STREETT;
}

static unsigned draw_sets(uint64_t *random, unsigned sets) {
    return (unsigned)random_next(random) & (unsigned)random_next(random) & ((1u << sets) - 1);
}

static void judge_form(uint64_t seed, void *context) {
    struct totals *totals = context;
    uint64_t random = seed;
    const unsigned sets = 20 + random_draw(&random, 4);
    char text[TEXT] = "HOA: v1 Acceptance: ";
    struct bench bench;
    struct hoa hoa;
    open_bench(&bench);
    arena *arena = arena_create(&bench.memory);
    const struct oracle_hoa_condition *condition = random_draw(&random, 2)
                                                       ? random_hoa_condition(&random, arena, sets)
                                                       : random_hoa_streett(&random, arena, sets);
    text_append(text, sizeof text, "%u ", sets);
    random_hoa_write_condition(&random, condition, text, sizeof text);
    text_append(text, sizeof text, " --BODY-- --END--");
    if (read_text(&bench, text, &hoa) != 0) {
        report(totals, seed, text, bench.error.text);
    }
    for (unsigned i = 0; i < 64 && totals->mismatches == 0; i++) {
        struct oracle_hoa_seen seen = {draw_sets(&random, sets), draw_sets(&random, sets)};
        seen.out |= ((1u << sets) - 1) & ~seen.in;
        const int holds = oracle_hoa_holds(condition, seen);
        if (form_holds(&hoa, seen) != holds) {
            report(totals, seed, text, "the form of the condition is wrong");
        }
        totals->accepted += (uint64_t)holds;
        totals->rejected += (uint64_t)!holds;
    }
    totals->automata++;
    totals->negated += hoa.acceptance.form == HOA_STREETT;
    hoa_free(&hoa);
    arena_free(arena);
    close_bench(&bench);
}

static void test_forms(void) {
    struct totals totals = {0};
    if (judge_seeds(600, 1, judge_form, &totals, &totals.mismatches) == 0) {
        return;
    }
    report_counts("conditions", totals.automata, "kept as pairs", totals.negated, "true", totals.accepted,
                  "false", totals.rejected, NULL);
    CU_ASSERT_TRUE(totals.negated * 4 > totals.automata);
}

/* --- samples --- */

#define HEAD "HOA: v1 Start: 0 AP: 2 \"a\" \"b\" "
#define BODY " --BODY-- "
#define END " --END--"

/* Files, and formulas with the same words, over a and b. */
static const struct {
    const char *text, *accepted, *rejected; /* words: letters, ';' before what repeats: - a b ab */
    uint32_t states, marks;                 /* of the reduced automaton */
} samples[] = {
    /* those of the format's description, shortened: Rabin, implicit labels, generalised Buchi, state labels
     */
    {HEAD "States: 2 acc-name: Rabin 1 Acceptance: 2 (Fin(0) & Inf(1))" BODY
          "State: 0 \"a U b\" [0 & !1] 0 {0} [1] 1 {0} State: 1 [t] 1 {1}" END,
     "a a b ; -", "a - b ; b", 2, 1},
    {HEAD "States: 3 Acceptance: 2 (Fin(0) & Inf(1))" BODY
          "State: 0 \"a U b\" { 0 } 2 0 1 1 State: 1 { 1 } 1 1 1 1 State: 2 \"sink\" { 0 } 2 2 2 2" END,
     "a ab ; -", "; a", 2, 1},
    {HEAD "States: 1 Acceptance: 2 (Inf(0) & Inf(1))" BODY "State: 0 0 0 {0} 0 {1} 0 {0 1}" END, "; a b",
     "b ; a", 1, 2},
    {"HOA: v1 States: 2 Start: 0 Start: 1 Acceptance: 1 Inf(0) AP: 1 \"a\"" BODY
     "State: [0] 0 {0} 0 1 State: [!0] 1 0 1" END,
     "; a -", "a ; -", 1, 1},
    {HEAD "Acceptance: 1 Inf(0)" BODY "State: 0 [t] 1 [1] 2 [!1] 3 State: 1 [0] 1 {0} [!0] 1 "
          "State: 2 {0} [0&1] 2 [0&!1] 3 State: 3 {0} [!0&1] 2 [!0&!1] 3" END,
     "- b a ; -", "- b ; -", 4, 1},
    /* co-Buchi; a set negated twice; both on a state and on its edges */
    {HEAD "Acceptance: 1 Fin(0)" BODY "State: 0 [0] 0 {0} [!0] 0" END, "a ; b", "; a b", 2, 1},
    {HEAD "Acceptance: 1 Fin(!0)" BODY "State: 0 [0] 0 {0} [!0] 0" END, "b ; a", "; a b", 2, 1},
    {HEAD "Acceptance: 2 Inf(!0) & Inf(1)" BODY "State: 0 {1} [0] 0 {0} [!0] 0" END, "; a b", "b ; a", 1, 1},
    /* no initial state, none at all, all words, no word */
    {"HOA: v1 AP: 1 \"a\" Acceptance: 0 t" BODY "State: 0 [t] 0" END, "", "; a", 0, 0},
    {"HOA: v1 States: 0 Acceptance: 0 t" BODY END, "", "; -", 0, 0},
    {HEAD "Acceptance: 0 t" BODY "State: 0 [t] 0" END, "; -", "", 1, 0},
    {HEAD "Acceptance: 0 f" BODY "State: 0 [t] 0" END, "", "; -", 0, 0},
    {HEAD "Acceptance: 1 Fin(0) & Inf(0)" BODY "State: 0 [t] 0 {0} [t] 0" END, "", "; -", 0, 0},
    {HEAD "Acceptance: 1 Inf(0) | Inf(!0)" BODY "State: 0 [0] 0 {0} [1] 0" END, "; a b", "; -", 2, 1},
    /* aliases of aliases, in a header before the atoms; a given-up automaton before this one */
    {"HOA: v1 Alias: @x 0 Alias: @y !@x & (1 | f) Start: 0 Acceptance: 0 t AP: 2 \"a\" \"b\"" BODY
     "State: 0 [@y] 0" END,
     "; b", "; ab", 1, 0},
    {"HOA: v1 Start: 7 States: 8 --ABORT-- HOA: v1 Acceptance: 0 t --BODY-- State: --ABORT-- " HEAD
     "Acceptance: 0 t" BODY "State: 0 [0] 0" END,
     "; a", "; b", 1, 0},
};

static unsigned letter_of(const char *text, size_t length) {
    unsigned letter = 0;
    for (size_t i = 0; i < length; i++) {
        letter |= text[i] == 'a' ? 1 : text[i] == 'b' ? 2 : 0;
    }
    return letter;
}

static struct oracle_word word_of(const char *text) {
    struct oracle_word word = {0};
    for (const char *at = text; *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        if (*at == ';') {
            word.loop = word.length;
        } else {
            word.letter[word.length++] = letter_of(at, length);
        }
        at += length;
    }
    return word;
}

static void test_samples(void) {
    for (size_t i = 0; i < LENGTH(samples); i++) {
        struct bench bench;
        struct hoa hoa;
        struct tgba automaton;
        open_bench(&bench);
        const struct oracle_word yes = word_of(samples[i].accepted), no = word_of(samples[i].rejected);
        if (read_text(&bench, samples[i].text, &hoa) != 0) {
            printf("\n%s: %s\n", samples[i].text, bench.error.text);
            CU_FAIL("a sample does not read");
        } else {
            CU_ASSERT_EQUAL_FATAL(hoa_to_tgba(&hoa, &automaton), 0);
            CU_ASSERT_EQUAL(tgba_reduce(&automaton), 0);
            const int failed = (yes.length > 0 && ltl_accepts(&automaton, &yes, 2) != 1) ||
                               (no.length > 0 && ltl_accepts(&automaton, &no, 2) != 0) ||
                               automaton.states > samples[i].states || automaton.marks > samples[i].marks;
            if (failed) {
                printf("\n%s: %u states, %u marks\n", samples[i].text, automaton.states, automaton.marks);
            }
            CU_ASSERT_FALSE(failed);
            tgba_free(&automaton);
        }
        hoa_free(&hoa);
        close_bench(&bench);
    }
}

/* --- memory --- */

/* Two variables change places. */
static const bdd *swapped(struct bdd_pool *pool, bdd *function) {
    function[0] = bdd_variable(pool, 1);
    function[1] = bdd_variable(pool, 0);
    return function;
}

static void attempt(struct bench *bench, const char *text, int *done) {
    struct hoa hoa = {.pool = NULL}, negated = {.pool = NULL};
    struct tgba automaton = {.pool = NULL}, complement = {.pool = NULL};
    bdd function[2];
    *done = bdd_open(&bench->pool, &bench->run, &bench->error) == 0 && read_text(bench, text, &hoa) == 0 &&
            hoa_to_tgba(&hoa, &automaton) == 0 && tgba_reduce(&automaton) == 0 &&
            tgba_complement(&automaton, 100, &complement) >= 0 && hoa_negate(&hoa, &negated) >= 0 &&
            hoa_rename(&negated, swapped(&bench->pool, function)) == 0;
    hoa_free(&hoa);
    hoa_free(&negated);
    tgba_free(&automaton);
    tgba_free(&complement);
    bdd_close(&bench->pool);
}

static void test_memory(void) {
    struct bench bench;
    memory_init(&bench.memory, (uint64_t)1 << 30);
    bench.run = (struct run){.memory = &bench.memory, .threads = 1};
    for (struct shortage shortage = {.memory = &bench.memory, .error = &bench.error, .step = 64, .part = 50};
         shortage_goes_on(&shortage);) {
        attempt(&bench,
                HEAD
                "name: \"x\" Alias: @x 0 & 1 Acceptance: 3 Fin(0) & Inf(1) | Fin(2) & (Fin(1) | Inf(0))" BODY
                "State: 0 [@x] 0 {0} [!@x] 1 {1} State: 1 {1} 0 1 1 0 State: [t] 2 2" END,
                &shortage.done);
    }
    CU_ASSERT_EQUAL(memory_used(&bench.memory), 0);
}

void suite_hoa(void) {
    suite_add("hoa", NULL, NULL, "random automata", test_random, "acceptance conditions", test_forms,
              "samples", test_samples, "memory", test_memory, NULL);
}
