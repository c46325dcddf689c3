/*
 * Formulas with predicates on random PRISM models, beside the definitions: the walker finds the states, the
 * transitions and where predicates hold, and the naive evaluator (tests/oracle/oracle_formula.h) says where
 * the formula does; it must hold in all initial states. All evidence is verified, by a tree that is read
 * again.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text/definitions.h"
#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "explorer/backend.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/random/random_prism.h"
#include "tests/support/check_trial.h"
#include "tests/support/evidence_file.h"
#include "tests/support/place_model.h"
#include "tests/support/ranks_judge.h"
#include "tests/support/testing.h"
#include "tests/support/walked_model.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define CASES 80
#else
#define CASES 500
#endif
#define FORMULAS 6u /* of each model */

/* --- formulas --- */

struct drawing {
    const struct walked_model *subject;
    uint64_t *random;
    FILE *out;
    unsigned bound; /* X1 .. are bound */
    uint64_t predicates;
};

static uint32_t below(struct drawing *drawing, uint32_t bound) {
    return random_draw(drawing->random, bound);
}

/* A predicate other than {"deadlock"}. */
static void put_test(struct drawing *drawing) {
    drawing->predicates++;
    walked_model_put_test(drawing->subject, drawing->random, drawing->out);
}

static void put_predicate(struct drawing *drawing) {
    if (below(drawing, 20) == 0) {
        drawing->predicates++;
        fputs("{\"deadlock\"}", drawing->out);
    } else {
        put_test(drawing);
    }
}

static void put_action(struct drawing *drawing) {
    uint32_t labels = walker_label_count(drawing->subject->walker);
    if (labels == 0 || below(drawing, 3) == 0) {
        fputs("true", drawing->out);
        return;
    }
    const char *label = walker_label(drawing->subject->walker, below(drawing, labels));
    const char *quote = strcmp(label, "i") == 0 ? "" : "\"";
    fprintf(drawing->out, "%s%s%s%s", below(drawing, 3) == 0 ? "not " : "", quote, label, quote);
}

static void put_formula(struct drawing *drawing, unsigned depth);

static void put_modality(struct drawing *drawing, unsigned depth) {
    static const char *const forms[] = {"", "*", "* . true", "?", "+"};
    int box = (int)below(drawing, 2);
    fputs(box ? "[(" : "<(", drawing->out);
    put_action(drawing);
    fprintf(drawing->out, ")%s%s ", forms[below(drawing, 2) ? 0 : below(drawing, LENGTH(forms))],
            box ? "]" : ">");
    put_formula(drawing, depth);
}

/* A formula without variables of those around it. */
static void put_closed(struct drawing *drawing, unsigned depth) {
    unsigned bound = drawing->bound;
    drawing->bound = 0;
    fputs("(", drawing->out);
    put_formula(drawing, depth);
    fputs(")", drawing->out);
    drawing->bound = bound;
}

static void put_leaf(struct drawing *drawing) {
    if (drawing->bound > 0 && below(drawing, 3) > 0) {
        fprintf(drawing->out, "X%u", 1 + below(drawing, drawing->bound));
    } else if (below(drawing, 6) == 0) {
        fputs(below(drawing, 2) ? "true" : "false", drawing->out);
    } else {
        fputs(below(drawing, 3) ? "" : "!", drawing->out);
        put_predicate(drawing);
    }
}

static void put_formula(struct drawing *drawing, unsigned depth) {
    uint32_t what = below(drawing, 16);
    if (depth == 0) {
        put_leaf(drawing);
    } else if (what < 5) {
        put_modality(drawing, depth - 1);
    } else if (what < 9) {
        fputs("(", drawing->out);
        put_formula(drawing, depth - 1);
        fputs(what < 7 ? " && " : " || ", drawing->out);
        put_formula(drawing, depth - 1);
        fputs(")", drawing->out);
    } else if (what < 11) {
        fputs("(", drawing->out);
        if (below(drawing, 2)) {
            put_predicate(drawing);
        } else {
            put_closed(drawing, below(drawing, 2));
        }
        fputs(" => ", drawing->out);
        put_formula(drawing, depth - 1);
        fputs(")", drawing->out);
    } else if (what < 13) {
        fprintf(drawing->out, "(%s X%u . ", what == 11 ? "mu" : "nu", drawing->bound + 1);
        drawing->bound++;
        put_formula(drawing, depth - 1);
        drawing->bound--;
        fputs(")", drawing->out);
    } else if (what == 13) {
        fputs("!", drawing->out);
        put_closed(drawing, depth - 1);
    } else if (what == 14) {
        fputs("(", drawing->out);
        put_closed(drawing, depth - 1);
        fputs(" equ ", drawing->out);
        put_closed(drawing, depth > 1 ? depth - 2 : 0);
        fputs(")", drawing->out);
    } else {
        put_leaf(drawing);
    }
}

/* The text of a formula; free() frees it. */
static char *draw_formula(const struct walked_model *subject, uint64_t *random) {
    char *text = NULL;
    size_t length = 0;
    struct drawing drawing = {.subject = subject, .random = random};
    drawing.out = test_present(open_memstream(&text, &length));
    if (below(&drawing, 4) == 0) { /* what a search decides */
        fputs(below(&drawing, 2) ? "[true*] (" : "<true*> (", drawing.out);
        put_predicate(&drawing);
        fputs(below(&drawing, 2) ? " && " : " => ", drawing.out);
        put_modality(&drawing, 0);
        fputs(")", drawing.out);
    } else {
        put_formula(&drawing, 2 + below(&drawing, 3));
    }
    fclose(drawing.out);
    return test_present(text);
}

/* --- what is compared --- */

struct tally {
    struct random_prism random;
    struct ranks_tally ranks;
    uint64_t mismatches, models, several, formulas, holding, violated, games, searched, confirmed, faults;
    uint64_t networks, vacuous, tight; /* tight: without enough memory */
};

static int holds_in(void *context, const struct formula *predicate, uint32_t state) {
    struct walked_model *subject = context;
    int holds = walker_holds(subject->walker, predicate->predicate, subject->tuples[state], &place.error);
    subject->fails |= holds < 0;
    return holds == 1;
}

/* Whether the formula holds in all initial states. */
static int truth_of(struct walked_model *subject, const struct formula *formula) {
    const struct oracle_lts lts = {.states = subject->states,
                                   .offsets = subject->offsets,
                                   .edge_label = subject->label,
                                   .edge_target = subject->target};
    const struct oracle_predicates predicates = {holds_in, subject};
    uint8_t holds[WALKED_MOST_STATES + 1];
    int all = 1;
    subject->fails = 0;
    oracle_formula_evaluate_with(formula, &lts, &predicates, holds);
    for (uint64_t i = 0; i < subject->initial; i++) {
        all &= holds[i];
    }
    return all;
}

/* Writes and verifies the evidence of a result. NULL, or what is wrong. */
static const char *judge_evidence(struct tally *tally, const struct walked_model *subject,
                                  const struct property *property, const struct check_result *result) {
    char model[600];
    snprintf(model, sizeof model, "%s", test_folder_path(&place.folder, subject->path));
    const char *path = test_folder_path(&place.folder, "evidence.json");
    const struct evidence_subject about = {model, language_options(subject->tree),
                                           walker_names(subject->walker), subject->width, subject->walker};
    const struct evidence_claim claim = {&about, property, result->verdict == VERDICT_HOLDS, &result->trace,
                                         check_formula_strategy(result->evidence)};
    struct verification verification;
    if (evidence_write(path, FILE_JSON, &claim, &place.run, &place.error) != 0) {
        return "the evidence was not written";
    }
    int status = evidence_file_verify(path, NULL, &place.run, &verification);
    tally->confirmed += status == 1;
    if (status != 1) {
        printf("\n%s", verification.reason);
    }
    return status == 1 ? NULL : "the evidence is not confirmed";
}

/* Compares a check with the truth. NULL, or what differs. */
static const char *judge_check(struct tally *tally, struct walked_model *subject, int truth,
                               const struct property *property, const struct check *check) {
    const struct check_result *result = &check->results[0];
    tally->games += result->grounds == GROUNDS_GAME;
    tally->searched += result->grounds != GROUNDS_GAME;
    tally->holding += truth != 0;
    tally->violated += truth == 0;
    if (result->verdict != (truth ? VERDICT_HOLDS : VERDICT_VIOLATED)) {
        return truth ? "it holds" : "it is violated";
    }
    tally->vacuous += result->vacuous == VACUITY_ANTECEDENT;
    if (result->vacuous == VACUITY_ANTECEDENT && !truth_of(subject, result->antecedent.never)) {
        return "it is not vacuous";
    }
    if (result->has_trace && result->length != result->trace.steps) {
        return "the length is not that of the trace";
    }
    if (result->grounds == GROUNDS_GAME && result->evidence == NULL && result->why.code != ERROR_MEMORY) {
        return "there is no evidence";
    }
    return result->has_trace || result->evidence != NULL ? judge_evidence(tally, subject, property, result)
                                                         : NULL;
}

/* Whether a property is undecided because a predicate has no value in a state. */
static int is_of_predicate(const struct check_result *result) {
    return result->verdict == VERDICT_UNDECIDED && result->why.code == ERROR_INPUT && result->why.line != 0 &&
           strstr(result->why.text, ", in the state ") != NULL;
}

static const char *judge_formula(struct tally *tally, struct walked_model *subject, const char *text,
                                 uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5};
    struct property property = {.kind = PROPERTY_FORMULA};
    struct error warning = {.code = ERROR_NONE};
    const struct property_maker maker = {
        .tree = subject->tree, .run = &place.run, .error = &place.error, .warning = &warning};
    struct check_options options = {.backend = backends[0],
                                    .explore.max_depth = UINT64_MAX,
                                    .words = words[random_draw(random, LENGTH(words))],
                                    .keep_going = (int)random_draw(random, 2),
                                    .witnesses = 1,
                                    .strategies = 1,
                                    .games = (int)random_draw(random, 2),
                                    .vacuity = (int)random_draw(random, 2),
                                    .walker = subject->walker};
    const char *what = NULL;
    const uint64_t budget = place.memory.limit;
    const int is_tight = random_draw(random, 8) == 0;
    place.error = (struct error){.code = ERROR_NONE};
    if (is_tight) {
        place.memory.limit = memory_used(&place.memory) + (UINT64_C(512) << random_draw(random, 12));
    }
    if (property_make(&maker, PROPERTY_FORMULA, text, &property) != 0 ||
        language_compile_predicates(subject->tree, subject->network, &place.run, &place.error) != 0 ||
        check_plan_formulas(subject->network, &property, 1, &place.run, &place.error) < 0) {
        property_free(&property, &place.run);
        place.memory.limit = budget;
        tally->tight += is_tight;
        return is_tight && place.error.code == ERROR_MEMORY ? NULL : "the formula was not read";
    }
    const int truth = truth_of(subject, formula_root(property.formula)), fails = subject->fails;
    place.run.threads = 1 + random_draw(random, 3);
    struct check *check = check_run(subject->network, &property, 1, &options, &place.run, &place.error);
    place.run.threads = 1;
    place.memory.limit = budget;
    tally->formulas++;
    if (is_tight &&
        (check == NULL ? place.error.code == ERROR_MEMORY : check->results[0].verdict == VERDICT_UNDECIDED)) {
        tally->tight++;
    } else if (fails && check != NULL) { /* whether that state is met is not certain */
        const struct check_result *result = &check->results[0];
        tally->faults += result->verdict == VERDICT_UNDECIDED;
        what = result->verdict == VERDICT_UNDECIDED
                   ? is_of_predicate(result) ? NULL : "another error than that of a predicate"
               : result->has_trace || result->evidence != NULL
                   ? judge_evidence(tally, subject, &property, result)
                   : NULL;
    } else {
        what = check == NULL ? "the check failed" : judge_check(tally, subject, truth, &property, check);
    }
    check_free(check, &place.run);
    property_free(&property, &place.run);
    uint64_t apart = *random; /* what else is drawn does not change */
    if (what == NULL && random_draw(&apart, 2) == 0) {
        const struct ranks_case of = {subject->network, &maker, PROPERTY_FORMULA, text};
        what = ranks_judge(&of, &apart, &tally->ranks);
    }
    return what;
}

static void judge(uint64_t seed, void *context) {
    static struct walked_model subject;
    struct tally *tally = context;
    uint64_t random = seed;
    const int failed = placed_model_draw(&subject.alone, &tally->random, seed);
    int usable = walked_model_open(&subject, failed) == 0 &&
                 (seed % 3 != 0 || walked_model_join(&subject, seed / 3) == 0) &&
                 walked_model_explore(&subject);
    tally->networks += usable && subject.tree != subject.alone.tree;
    tally->models += usable != 0;
    tally->several += usable && subject.initial > 1;
    for (uint32_t i = 0; i < FORMULAS && usable; i++) {
        char *formula = draw_formula(&subject, &random);
        const char *what = judge_formula(tally, &subject, formula, &random);
        if (placed_model_tell(&subject.alone, seed, what)) {
            puts(formula);
            tally->mismatches++;
        }
        free(formula);
    }
    walked_model_free(&subject);
}

static void test_random(void) {
    struct tally tally = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("models", tally.models, "of networks", tally.networks, "with several initial states",
                  tally.several, "formulas", tally.formulas, "that hold", tally.holding, "violated",
                  tally.violated, "by games", tally.games, "by searches", tally.searched,
                  "evidence confirmed", tally.confirmed, "vacuous", tally.vacuous, "without memory",
                  tally.tight, "errors in a state", tally.faults, "by ranks", tally.ranks.compared,
                  "violated", tally.ranks.violated, "undecided for one rank's limits", tally.ranks.undecided,
                  NULL);
    CU_ASSERT(cases < CASES ||
              (tally.models > cases / 3 && tally.networks > cases / 15 && tally.several * 60 > cases &&
               tally.holding > cases / 3 && tally.violated > cases / 3 && tally.games > cases / 3 &&
               tally.searched > cases / 10 && tally.confirmed > cases / 2 && tally.ranks.compared > cases &&
               tally.ranks.violated > cases / 4 && tally.ranks.undecided > cases / 20));
}

/* --- several invariants in one search --- */

#define INVARIANTS 6u

static void put_condition(struct drawing *drawing, unsigned depth) {
    if (depth == 0) {
        fputs(below(drawing, 4) ? "" : "!", drawing->out);
        put_test(drawing);
        return;
    }
    fputs("(", drawing->out);
    put_condition(drawing, below(drawing, depth));
    fputs(below(drawing, 2) ? " && " : " || ", drawing->out);
    put_condition(drawing, below(drawing, depth));
    fputs(")", drawing->out);
}

/* [true*] of a condition that one search can watch, or <true*> of one. */
static char *draw_invariant(const struct walked_model *subject, uint64_t *random) {
    char *text = NULL;
    size_t length = 0;
    struct drawing drawing = {.subject = subject, .random = random};
    drawing.out = test_present(open_memstream(&text, &length));
    int is_box = subject->initial > 1 || below(&drawing, 4) != 0;
    fputs(is_box ? "[true*] (" : "<true*> (", drawing.out);
    put_condition(&drawing, below(&drawing, 4));
    fputs(")", drawing.out);
    fclose(drawing.out);
    return test_present(text);
}

/* Of two results: the same trace, or the same error of a predicate. */
static int same_result(const struct check_result *left, const struct check_result *right) {
    return left->verdict == right->verdict && left->length == right->length &&
           check_trial_same_trace(left, right) &&
           (left->verdict != VERDICT_UNDECIDED ||
            (left->why.code == right->why.code && strcmp(left->why.text, right->why.text) == 0));
}

/* Whether it may depend on the order of tests in a state if a predicate without a value is evaluated. */
static int is_unsure(struct walked_model *subject, const struct property *property) {
    uint64_t count;
    formula_predicates(property->formula, &count);
    truth_of(subject, formula_root(property->formula));
    return subject->fails && count > 1;
}

/* All in one search, and each with an observer in a search of its own, as where a GPU may search. */
static const char *judge_together(struct tally *tally, struct walked_model *subject,
                                  const struct property *properties, uint32_t count, uint64_t *random) {
    struct backend with_observers = *backends[0];
    struct check_options options = {.backend = backends[0],
                                    .explore.max_depth = UINT64_MAX,
                                    .words = random_draw(random, 2) ? 0 : 5,
                                    .keep_going = (int)random_draw(random, 2),
                                    .witnesses = 1,
                                    .walker = subject->walker};
    const char *what = NULL;
    with_observers.on_device = 1;
    options.explore.max_depth = random_draw(random, 4) ? UINT64_MAX : random_draw(random, 5);
    options.explore.max_states = random_draw(random, 4) ? 0 : 1 + random_draw(random, 20);
    place.run.threads = 1 + random_draw(random, 3);
    struct check *check = check_run(subject->network, properties, count, &options, &place.run, &place.error);
    const int is_cut = options.explore.max_depth != UINT64_MAX || options.explore.max_states != 0;
    options.backend = &with_observers;
    for (uint32_t i = 0; i < count && what == NULL; i++) {
        struct check *alone =
            check_run(subject->network, properties + i, 1, &options, &place.run, &place.error);
        if (check == NULL || alone == NULL) {
            what = "the check failed";
            break;
        }
        const struct check_result *result = &check->results[i];
        const int unsure = is_unsure(subject, properties + i),
                  compared = !unsure && (!is_cut || (alone->results[0].verdict != VERDICT_UNDECIDED &&
                                                     result->verdict != VERDICT_UNDECIDED));
        tally->formulas++;
        tally->holding += result->verdict == VERDICT_HOLDS;
        tally->violated += result->verdict == VERDICT_VIOLATED;
        tally->searched += result->search != CHECK_NO_SEARCH;
        tally->faults += is_of_predicate(result);
        what = compared && !same_result(result, &alone->results[0]) ? "another result"
               : result->has_trace && i == 0 ? judge_evidence(tally, subject, properties + i, result)
                                             : NULL;
        check_free(alone, &place.run);
    }
    what = what == NULL && check != NULL && check->search_count > 1 ? "several searches" : what;
    if (what == NULL && options.keep_going && !is_cut && check != NULL && check->search_count > 0 &&
        check->searches[0].result.outcome != EXPLORE_DONE) {
        what = "not all states, although all are to be searched";
    }
    place.run.threads = 1;
    check_free(check, &place.run);
    return what;
}

static const char *judge_invariants(struct tally *tally, struct walked_model *subject, char *const *texts,
                                    uint32_t count, uint64_t *random) {
    struct property properties[INVARIANTS] = {{.kind = PROPERTY_FORMULA}};
    struct error warning = {.code = ERROR_NONE};
    const struct property_maker maker = {
        .tree = subject->tree, .run = &place.run, .error = &place.error, .warning = &warning};
    int failed = 0;
    for (uint32_t i = 0; i < count && !failed; i++) {
        failed = property_make(&maker, PROPERTY_FORMULA, texts[i], &properties[i]);
    }
    failed = failed ||
             language_compile_predicates(subject->tree, subject->network, &place.run, &place.error) != 0 ||
             check_plan_formulas(subject->network, properties, count, &place.run, &place.error) != 0;
    const char *what = failed ? "not all are decided by searches"
                              : judge_together(tally, subject, properties, count, random);
    for (uint32_t i = 0; i < count; i++) {
        property_free(&properties[i], &place.run);
    }
    return what;
}

static void judge_several(uint64_t seed, void *context) {
    static struct walked_model subject;
    struct tally *tally = context;
    char *texts[INVARIANTS] = {NULL};
    uint64_t random = seed;
    const int failed = placed_model_draw(&subject.alone, &tally->random, seed);
    int usable = walked_model_open(&subject, failed) == 0 && walked_model_explore(&subject);
    const uint32_t count = 2 + random_draw(&random, INVARIANTS - 1);
    for (uint32_t i = 0; i < count && usable; i++) {
        texts[i] = draw_invariant(&subject, &random);
    }
    const char *what = usable ? judge_invariants(tally, &subject, texts, count, &random) : NULL;
    tally->mismatches += placed_model_tell(&subject.alone, seed, what);
    for (uint32_t i = 0; i < count && usable; i++) {
        if (what != NULL) {
            puts(texts[i]);
        }
        free(texts[i]);
    }
    tally->models += usable != 0;
    walked_model_free(&subject);
}

static void test_several(void) {
    struct tally tally = {.mismatches = 0};
    uint64_t cases = judge_seeds(CASES, 500000, judge_several, &tally, &tally.mismatches);
    report_counts("models", tally.models, "invariants", tally.formulas, "that hold", tally.holding,
                  "violated", tally.violated, "errors in a state", tally.faults, NULL);
    CU_ASSERT(cases < CASES || (tally.models > cases / 3 && tally.holding > cases / 5 &&
                                tally.violated > cases / 5 && tally.faults * 100 > cases));
}

/* --- levels of thousands of states --- */

static const char counters[] = "mdp\nmodule m\n"
                               "  a : [0..16]; b : [0..16]; c : [0..16]; d : [0..16];\n"
                               "  [] a<16 -> (a'=a+1);\n  [] b<16 -> (b'=b+1);\n"
                               "  [] c<16 -> (c'=c+1);\n  [] d<16 -> (d'=d+1);\nendmodule\n";

/* The least states of level 32, which several threads share; with folded vectors, too. */
static void judge_large(struct walked_model *subject, const struct property *properties, unsigned threads,
                        uint32_t words) {
    static const uint32_t ends[][4] = {{0, 0, 16, 16}, {16, 0, 0, 16}}, last[4] = {16, 16, 0, 0};
    struct check_options options = {
        .backend = backends[0], .explore.max_depth = UINT64_MAX, .words = words, .walker = subject->walker};
    place.run.threads = threads;
    struct check *check = check_run(subject->network, properties, 2, &options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    CU_ASSERT_EQUAL(check->search_count, 1);
    for (uint32_t i = 0; i < 2; i++) {
        const struct check_result *result = &check->results[i];
        CU_ASSERT_FATAL(result->verdict == VERDICT_VIOLATED && result->has_trace);
        CU_ASSERT_EQUAL(result->length, 32);
        CU_ASSERT_EQUAL(memcmp(trace_state(&result->trace, 32), ends[i], sizeof ends[i]), 0);
    }
    check_free(check, &place.run);
    /* In the middle of level 32, which has the states from number 40120 on. */
    options.explore.max_states = 40500;
    check = check_run(subject->network, properties, 1, &options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    CU_ASSERT(check->searches[0].result.states > 40120 && check->searches[0].result.states < 43401);
    CU_ASSERT(check->results[0].verdict == VERDICT_VIOLATED && check->results[0].length == 32);
    check_free(check, &place.run);
    options.explore.max_states = 0;
    /* A predicate without a value, with the levels and without. */
    for (options.no_traces = 0; options.no_traces < 2; options.no_traces++) {
        check = check_run(subject->network, properties + 2, 1, &options, &place.run, &place.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(check);
        CU_ASSERT_EQUAL(check->results[0].verdict, VERDICT_UNDECIDED);
        CU_ASSERT_EQUAL(check->results[0].why.code, ERROR_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(check->results[0].why.text,
                                      "in the state a=0, b=0, c=15, d=16; the shortest "
                                      "path there has 31 steps: [i] d=1"));
        check_free(check, &place.run);
    }
    options.no_traces = 0;
    /* Two states of level 32: the first has no value, the last is the one that is looked for. */
    check = check_run(subject->network, properties + 3, 1, &options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    CU_ASSERT_FATAL(check->results[0].verdict == VERDICT_VIOLATED && check->results[0].has_trace);
    CU_ASSERT_EQUAL(memcmp(trace_state(&check->results[0].trace, 32), last, sizeof last), 0);
    check_free(check, &place.run);
    place.run.threads = 1;
}

static void test_large(void) {
    static const char *const texts[] = {"[true*] {a+b+c+d<32}", "[true*] ({a+b+c+d<32} || {a<16})",
                                        "[true*] {mod(7, 31-(a+b+c+d))>=0}",
                                        "[true*] ({a+b<32} && {mod(7, 32-(c+d))>=0})"};
    static struct walked_model subject;
    struct ranks_tally tally = {.compared = 0};
    uint64_t random = 1;
    struct property properties[LENGTH(texts)] = {{.kind = PROPERTY_FORMULA}};
    struct error warning = {.code = ERROR_NONE};
    CU_ASSERT_EQUAL_FATAL(walked_model_open(&subject, placed_model_load(&subject.alone, counters, "")), 0);
    const struct property_maker maker = {
        .tree = subject.tree, .run = &place.run, .error = &place.error, .warning = &warning};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_FORMULA, texts[i], &properties[i]), 0);
    }
    CU_ASSERT_EQUAL_FATAL(
        language_compile_predicates(subject.tree, subject.network, &place.run, &place.error), 0);
    CU_ASSERT_EQUAL_FATAL(
        check_plan_formulas(subject.network, properties, LENGTH(texts), &place.run, &place.error), 0);
    judge_large(&subject, properties, 1, 0);
    judge_large(&subject, properties, 4, 0); /* each has one chunk of level 32 */
    judge_large(&subject, properties, 2, 5);
    for (size_t i = 0; i < LENGTH(texts); i++) { /* each rank has states of level 32 */
        const struct ranks_case of = {subject.network, &maker, PROPERTY_FORMULA, texts[i]};
        CU_ASSERT_PTR_NULL(ranks_judge(&of, &random, &tally));
    }
    for (size_t i = 0; i < LENGTH(texts); i++) {
        property_free(&properties[i], &place.run);
    }
    walked_model_free(&subject);
}

void suite_check_predicates(void) {
    suite_add("formulas with predicates", workplace_open, workplace_close,
              "random models beside the definition", test_random, "several invariants in one search",
              test_several, "levels of thousands of states", test_large, NULL);
}
