/*
 * Formulas through check_run: random formulas of the recognised shapes, and others, on random networks,
 * against the evaluation of the formula on the naive explorer's graph. Each is decided by searches where its
 * shape allows, by a game as well, together with others and alone, with and without limits; a formula and its
 * negation disagree; traces and witnesses are confirmed by the verifier, and no word is shorter than a trace.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "checker/verify/evidence_read.h"
#include "frontend/walk/walker.h"
#include "checker/verify/verify.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "specs/automata/formula_observer.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/random/random_formula.h"
#include "tests/support/drawn_model.h"
#include "tests/support/drawn_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 150u
#else
#define DEFAULT_CASES 1000u
#endif
#define DRAWN 4u             /* formulas of a network */
#define FORMULAS (2 * DRAWN) /* with their negations */
#define MOST_STATES 120u
#define MOST_LABELS 40u
#define BUDGET ((uint64_t)1 << 30)

struct totals {
    struct test_folder folder;
    uint64_t networks, compared, mismatches;
    uint64_t verdicts[2][2];              /* by game; by whether it holds */
    uint64_t grounds[GROUNDS_GAME + 1];   /* grounds of verdicts without limits */
    uint64_t traces, witnesses, shortest; /* numbers of traces that were examined */
    uint64_t undecided, decided;          /* verdicts under a limit */
};

struct subject {
    uint64_t seed;
    const char *directory;
    const char *path;
    language_tree *tree;
    const struct network *network;
    const char **components;
    struct oracle_lts lts;
    struct memory memory;
    uint64_t random;
    struct property properties[FORMULAS];
    int holds[FORMULAS];
    struct totals *totals;
};

static void report(const struct subject *subject, const char *what, const char *which) {
    subject->totals->mismatches++;
    fprintf(stderr, "seed %llu: %s differ: %s\n", (unsigned long long)subject->seed, what, which);
}

/* --- traces --- */

/* Whether the verifier confirms the trace, from a file. NULL, or what is wrong. */
static const char *verify_file(const struct subject *subject, const struct run *run, const char *path) {
    struct error error;
    const struct evidence *evidence;
    struct verification verification = {0};
    evidence_reader *reader = evidence_open(path, run, &error);
    int read = reader == NULL ? -1 : evidence_read(reader, &evidence, &error);
    int failed = read != 1 || verify_evidence(reader, evidence, &(struct verify_input){.tree = subject->tree},
                                              run, &verification, &error) != 0;
    if (failed || !verification.confirmed) {
        fprintf(stderr, "%s\n", failed ? error.text : verification.reason);
    }
    const char *what = failed || !verification.confirmed ? "what the verifier says of traces" : NULL;
    verification_free(&verification, run);
    evidence_close(reader);
    return what;
}

static const char *verify_result(const struct subject *subject, const struct run *run,
                                 const struct property *property, const struct check_result *result) {
    char path[600];
    struct error error;
    struct evidence_subject about = {subject->path, language_options(subject->tree), subject->components,
                                     subject->network->component_count, NULL};
    walker *walker = language_walk(subject->tree, run, &error);
    about.walker = walker;
    snprintf(path, sizeof path, "%s/trace.json", subject->directory);
    struct evidence_claim claim = {&about, property, result->verdict == VERDICT_HOLDS, &result->trace, NULL};
    int failed = evidence_write(path, FILE_JSON, &claim, run, &error);
    walker_free(walker);
    return failed ? "writing traces" : verify_file(subject, run, path);
}

/* The product of the graph with a counter of steps below `depth`: no path in it has more steps. */
static void unfold(const struct oracle_lts *lts, uint32_t depth, struct oracle_lts *out) {
    uint64_t edges = lts->offsets[lts->states], used = 0;
    uint64_t *offsets = calloc((size_t)lts->states * depth + 1, sizeof *offsets);
    const char **labels = calloc(edges * depth + 1, sizeof *labels);
    uint32_t *targets = calloc(edges * depth + 1, sizeof *targets);
    for (uint32_t level = 0; level < depth; level++) {
        for (uint32_t s = 0; s < lts->states; s++) {
            offsets[level * lts->states + s] = used;
            for (uint64_t e = lts->offsets[s]; e < lts->offsets[s + 1] && level + 1 < depth; e++) {
                labels[used] = lts->edge_label[e];
                targets[used++] = (level + 1) * lts->states + lts->edge_target[e];
            }
        }
    }
    offsets[(size_t)lts->states * depth] = used;
    *out = (struct oracle_lts){lts->states * depth, offsets, labels, targets};
}

/* For [R] false and <R> true: whether no word of R that is shorter than the trace leads anywhere. */
static const char *compare_length(const struct subject *subject, const struct formula *formula,
                                  uint64_t length) {
    struct oracle_lts unfolded;
    const char *what = NULL;
    int is_leaf = (formula->kind == FORMULA_BOX && formula->left->kind == FORMULA_FALSE) ||
                  (formula->kind == FORMULA_DIAMOND && formula->left->kind == FORMULA_TRUE);
    if (!is_leaf || length == 0 || length * subject->lts.states > 150) {
        return NULL;
    }
    unfold(&subject->lts, (uint32_t)length, &unfolded);
    uint8_t *reached = malloc(unfolded.states);
    oracle_regular_reaches(formula->regular, &unfolded, 0, reached);
    for (uint32_t s = 0; s < unfolded.states && what == NULL; s++) {
        what = reached[s] ? "shortest lengths" : NULL;
    }
    subject->totals->shortest++;
    free(reached);
    free((void *)unfolded.offsets);
    free((void *)unfolded.edge_label);
    free((void *)unfolded.edge_target);
    return what;
}

/* --- verdicts --- */

/* Some of the properties, and how they are checked. */
struct trial {
    struct check_options options;
    unsigned threads;
    uint32_t which[FORMULAS], count;
    struct property chosen[FORMULAS]; /* not owned */
};

static const char *compare_trace(const struct subject *subject, const struct run *run,
                                 const struct trial *trial, uint32_t at, const struct check_result *result) {
    const struct property *property = &trial->chosen[at];
    int wanted = !trial->options.no_traces && result->grounds == GROUNDS_REACHED &&
                 (result->verdict == VERDICT_VIOLATED || trial->options.witnesses);
    if (result->grounds != GROUNDS_GAME && result->has_trace != wanted) {
        return "wishes for traces";
    }
    if (!result->has_trace) {
        return NULL;
    }
    subject->totals->traces += result->verdict == VERDICT_VIOLATED;
    subject->totals->witnesses += result->verdict == VERDICT_HOLDS;
    if (result->trace.steps != result->length) {
        return "lengths of traces";
    }
    const char *what = compare_length(subject, formula_root(property->formula), result->length);
    return what != NULL ? what : verify_result(subject, run, property, result);
}

static const char *compare_result(const struct subject *subject, const struct run *run,
                                  const struct trial *trial, const struct check *check, uint32_t at) {
    const struct check_result *result = &check->results[at];
    const struct property *property = &trial->chosen[at];
    int game = property->plan == NULL || trial->options.games, holds = subject->holds[trial->which[at]];
    if (result->verdict != (holds ? VERDICT_HOLDS : VERDICT_VIOLATED)) {
        return result->why.code != ERROR_NONE ? result->why.text : "verdicts";
    }
    subject->totals->compared++;
    subject->totals->verdicts[game][holds]++;
    subject->totals->grounds[result->grounds]++;
    if ((result->grounds == GROUNDS_GAME) != game || (result->game.made.vertices != 0) != game) {
        return "ways to the verdict";
    }
    if (result->search != CHECK_NO_SEARCH && result->search >= check->search_count) {
        return "numbers of searches";
    }
    int searched = result->grounds != GROUNDS_TRIVIAL && result->grounds != GROUNDS_LABELS;
    if (searched && result->search == CHECK_NO_SEARCH) {
        return "searches, which are missing,";
    }
    return compare_trace(subject, run, trial, at, result);
}

/* Under a limit a verdict is right, or there is none. */
static const char *compare_limited(const struct subject *subject, const struct trial *trial,
                                   const struct check_result *result, uint32_t at) {
    int holds = subject->holds[trial->which[at]];
    subject->totals->undecided += result->verdict == VERDICT_UNDECIDED;
    subject->totals->decided += result->verdict != VERDICT_UNDECIDED;
    return result->verdict == VERDICT_UNDECIDED ||
                   result->verdict == (holds ? VERDICT_HOLDS : VERDICT_VIOLATED)
               ? NULL
               : "verdicts under a limit";
}

static void run_trial(struct subject *subject, const struct backend *backend, struct trial *trial,
                      int limited) {
    struct error error;
    struct run run = {
        .memory = &subject->memory, .threads = trial->threads, .device_bytes = TEST_DEVICE_BYTES};
    for (uint32_t i = 0; i < trial->count; i++) {
        trial->chosen[i] = subject->properties[trial->which[i]];
    }
    trial->options.backend = backend;
    struct check *check =
        check_run(subject->network, trial->chosen, trial->count, &trial->options, &run, &error);
    if (check == NULL) {
        report(subject, error.text, "all");
        return;
    }
    for (uint32_t at = 0; at < trial->count; at++) {
        const char *what = limited ? compare_limited(subject, trial, &check->results[at], at)
                                   : compare_result(subject, &run, trial, check, at);
        if (what != NULL) {
            report(subject, what, trial->chosen[at].name);
        }
    }
    check_free(check, &run);
}

static struct trial base_trial(void) {
    struct trial trial = {
        .options = {.explore.max_depth = UINT64_MAX, .witnesses = 1}, .threads = 1, .count = FORMULAS};
    for (uint32_t i = 0; i < FORMULAS; i++) {
        trial.which[i] = i;
    }
    return trial;
}

static struct trial draw_trial(uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5};
    struct trial trial = base_trial();
    trial.threads = 1 + (unsigned)(random_next(random) % 3);
    trial.options.words = words[random_next(random) % 4];
    trial.options.explore.first_slots = random_next(random) % 2 ? 8 : 0;
    trial.options.keep_going = random_next(random) % 3 == 0;
    trial.options.no_traces = random_next(random) % 6 == 0;
    trial.options.witnesses = random_next(random) % 2 == 0;
    trial.options.games = random_next(random) % 2 == 0;
    trial.count = 1 + (uint32_t)(random_next(random) % FORMULAS);
    random_shuffle(random, trial.which, FORMULAS);
    return trial;
}

/* Draws a limit of depth or of states, so that searches end early. */
static struct trial limit_trial(uint64_t *random, uint32_t states) {
    struct trial trial = draw_trial(random);
    if (random_next(random) % 2) {
        trial.options.explore.max_depth = random_next(random) % 6;
    } else {
        trial.options.explore.max_states = 1 + random_next(random) % (states + 1);
    }
    return trial;
}

/* --- one network --- */

/* Draws a formula that a search without observer decides. */
static char *draw_label_formula(uint64_t *random, const char *const *labels, uint32_t label_count) {
    static const char *const forms[] = {"[true* . \"%s\"] false",
                                        "<true* . \"%s\" . true*> true",
                                        "[true* . true* . (\"%s\" + \"%s\")] false",
                                        "not (<true* . (\"%s\" or not \"%s\")> true)",
                                        "[true*] <true> true and [true* . \"%s\" . nil] false",
                                        "[true* . \"%s\"] false and [true*] [\"%s\"] false",
                                        "<true* . \"%s\"> true or <true* . \"%s\"> true"};
    enum { FORMS = LENGTH(forms) };
    size_t bytes = 4096;
    char *text = malloc(bytes);
    /* Half of the formulas may have a label that the network does not have: the last one. */
    uint32_t first =
        random_next(random) % 2 ? label_count - 1 : (uint32_t)(random_next(random) % label_count);
    uint32_t second =
        random_next(random) % 2 ? label_count - 1 : (uint32_t)(random_next(random) % label_count);
    snprintf(text, bytes, forms[random_next(random) % FORMS], labels[first], labels[second]);
    return text;
}

/* As text, in the dialect of mCRL2. The caller frees it. */
static char *draw_formula(struct subject *subject, uint32_t index, const char *const *labels,
                          uint32_t label_count) {
    if (index == 0) {
        return draw_label_formula(&subject->random, labels, label_count);
    }
    formula_text *text =
        index == DRAWN - 1
            ? random_formula_make(&subject->random, labels, label_count, &subject->memory)
            : random_plan_formula_make(&subject->random, labels, label_count, &subject->memory);
    char *printed = random_formula_print(formula_root(text), 1);
    formula_text_free(text);
    return printed;
}

/* Makes each formula, followed by its negation, from texts. */
static int make_properties(struct subject *subject, const struct run *run, const char *const *labels,
                           uint32_t label_count) {
    int failed = 0;
    for (uint32_t i = 0; i < DRAWN && !failed; i++) {
        char *printed = draw_formula(subject, i, labels, label_count);
        size_t bytes = strlen(printed) + 16;
        char *negated = malloc(bytes);
        struct error warning, error;
        snprintf(negated, bytes, "not (%s)", printed);
        struct property_maker maker = {.tree = subject->tree,
                                       .run = run,
                                       .error = &error,
                                       .dialect = FORMULA_DIALECT_MCF,
                                       .warning = &warning};
        failed = property_make(&maker, PROPERTY_FORMULA, printed, &subject->properties[2 * i]) != 0 ||
                 property_make(&maker, PROPERTY_FORMULA, negated, &subject->properties[2 * i + 1]) != 0;
        if (failed && strstr(error.text, "which mCRL2 refuses") != NULL) {
            failed = 0;
            i--; /* another one is drawn */
        } else if (failed) {
            report(subject, error.text, printed);
        }
        free(negated);
        free(printed);
    }
    struct error error;
    return failed || check_plan_formulas(subject->network, subject->properties, FORMULAS, run, &error) < 0;
}

static void evaluate_all(struct subject *subject) {
    uint8_t *holds = malloc(subject->lts.states);
    for (uint32_t i = 0; i < FORMULAS; i++) {
        oracle_formula_evaluate(formula_root(subject->properties[i].formula), &subject->lts, holds);
        subject->holds[i] = holds[0];
    }
    free(holds);
}

static void check_network(struct subject *subject) {
    const char *labels[MOST_LABELS + 2];
    uint32_t count = 0;
    struct run run = {.memory = &subject->memory, .threads = 1};
    for (uint32_t i = 0; i < subject->network->label_count && count < MOST_LABELS; i++) {
        labels[count++] = subject->network->labels[i].text;
    }
    labels[count++] = "i";
    labels[count++] = "nowhere";
    if (make_properties(subject, &run, labels, count) == 0) {
        evaluate_all(subject);
        for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
            if (backend_takes(*backend, subject->network)) {
                struct trial base = base_trial(), drawn = draw_trial(&subject->random),
                             limited = limit_trial(&subject->random, subject->lts.states);
                run_trial(subject, *backend, &base, 0);
                run_trial(subject, *backend, &drawn, 0);
                run_trial(subject, *backend, &limited, 1);
            }
        }
    }
    for (uint32_t i = 0; i < FORMULAS; i++) {
        property_free(&subject->properties[i], &run);
    }
}

static void check_drawn(const struct random_network *drawn, struct totals *totals) {
    static struct subject subject;
    struct error error;
    subject = (struct subject){.seed = drawn->seed,
                               .directory = totals->folder.path,
                               .path = drawn->path,
                               .random = drawn->seed * 1009,
                               .totals = totals};
    memory_init(&subject.memory, BUDGET);
    struct run run = {.memory = &subject.memory, .threads = 1};
    subject.tree = language_read(drawn->path, &drawn->options, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject.tree);
    struct oracle_graph *graph = oracle_explore_model(subject.tree, MOST_STATES);
    struct network *network =
        graph->outcome == ORACLE_DONE ? language_compile(subject.tree, &run, &error) : NULL;
    int usable = network != NULL && graph->level_begin[1] == 1 && !drawn->options.regex_extended;
    if (usable && network_has_plain_labels(network)) {
        subject.network = network;
        subject.components = calloc(network->component_count, sizeof *subject.components);
        for (uint32_t i = 0; i < network->component_count; i++) {
            subject.components[i] = network->components[i].name;
        }
        subject.lts = (struct oracle_lts){(uint32_t)graph->states, graph->offsets, graph->edge_label,
                                          graph->edge_target};
        totals->networks++;
        check_network(&subject);
        free(subject.components);
    }
    network_free(&subject.memory, network);
    oracle_free(graph);
    language_free(subject.tree);
    if (memory_used(&subject.memory) != 0) {
        report(&subject, "memory and 0", "the end");
    }
}

static void check_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct random_network drawn;
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, totals->folder.path, &drawn), 0);
    check_drawn(&drawn, totals);
}

static void check_model(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct drawn_model drawn;
    drawn_model_open(&drawn, seed, totals->folder.path);
    check_drawn(&drawn.network, totals);
    drawn_model_close(&drawn);
}

static void check_worth(const struct totals *totals) {
    uint64_t some = totals->networks / 10;
    for (int game = 0; game < 2; game++) {
        CU_ASSERT_TRUE(totals->verdicts[game][0] >= some && totals->verdicts[game][1] >= some);
    }
    CU_ASSERT_TRUE(totals->grounds[GROUNDS_REACHED] >= some && totals->grounds[GROUNDS_ABSENT] >= some);
    CU_ASSERT_TRUE(totals->grounds[GROUNDS_SEVERAL] >= some / 4 && totals->grounds[GROUNDS_LABELS] > 0 &&
                   totals->grounds[GROUNDS_TRIVIAL] > 0);
    CU_ASSERT_TRUE(totals->traces >= some && totals->witnesses >= some && totals->shortest >= some / 4);
    CU_ASSERT_TRUE(totals->undecided >= some && totals->decided >= some);
}

static uint64_t test_formulas(uint64_t seed, void (*check)(uint64_t seed, void *context),
                              struct totals *result) {
    struct totals totals = {0};
    uint64_t cases = judge_in_folder(&totals.folder, DEFAULT_CASES, seed, check, &totals, &totals.mismatches);
    report_counts("verdicts", totals.compared, "on networks", totals.networks, "by searches: hold",
                  totals.verdicts[0][1], "violated", totals.verdicts[0][0], "by games: hold",
                  totals.verdicts[1][1], "violated", totals.verdicts[1][0], "reached",
                  totals.grounds[GROUNDS_REACHED], "absent", totals.grounds[GROUNDS_ABSENT], "several",
                  totals.grounds[GROUNDS_SEVERAL], "labels", totals.grounds[GROUNDS_LABELS], "trivial",
                  totals.grounds[GROUNDS_TRIVIAL], "traces", totals.traces, "witnesses", totals.witnesses,
                  "lengths", totals.shortest, "under limits: undecided", totals.undecided, "decided",
                  totals.decided, NULL);
    *result = totals;
    return cases;
}

static void test_random_formulas(void) {
    struct totals totals;
    if (test_formulas(7701, check_seed, &totals) >= 500) {
        check_worth(&totals);
    }
}

/* Models in the PRISM language with one initial state, without errors. */
static void test_random_models(void) {
    struct totals totals;
    if (test_formulas(1, check_model, &totals) >= 500) {
        check_worth(&totals);
    }
}

void suite_check_properties(void) {
    suite_add("formulas through checks", NULL, NULL, "random formulas, by searches and by games",
              test_random_formulas, "random formulas on models with data", test_random_models, NULL);
}
