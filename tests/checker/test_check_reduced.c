/*
 * Checks with partial-order reduction: random properties of random networks have the verdicts of the naive
 * checker, and their traces are paths of the network; with `shortest`, they are shortest ones. Formulas that
 * say what can be reached have the verdicts of the search of all states.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/check_steps.h"
#include "checker/evidence/evidence.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle_property.h"
#include "tests/random/random_ltl.h"
#include "tests/random/random_modules.h"
#include "tests/random/random_property.h"
#include "tests/random/random_vectors.h"
#include "tests/support/backend_test.h"
#include "tests/support/evidence_judge.h"
#include "tests/support/ltl_build.h"
#include "tests/support/folder.h"
#include "tests/support/same_trace.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 200u
#else
#define DEFAULT_CASES 800u
#endif
#define MOST_STATES 2000u
#define PROPERTIES 4u
#define FORMULAS 2u
#define ALL (PROPERTIES + FORMULAS)
#define BUDGET ((uint64_t)1 << 30)

struct totals {
    struct test_folder folder;
    uint64_t compared, mismatches, violated, reduced, longer, formulas, limited, on_devices, ignored, lassos;
};

struct subject {
    uint64_t seed, random;
    struct memory memory;
    struct run run;
    language_tree *tree;
    struct network *network;
    struct oracle_graph *graph;
    struct random_property drawn[PROPERTIES];
    struct oracle_verdict truths[PROPERTIES];
    struct property properties[ALL];
    struct totals *totals;
};

static void report(struct subject *subject, const char *what, const char *which) {
    subject->totals->mismatches++;
    fprintf(stderr, "seed %llu: %s differ of %s (%s)\n", (unsigned long long)subject->seed, what, which,
            subject->totals->folder.path);
}

/* --- properties --- */

/* A formula that something is never reached, or that it can be. */
static void write_formula(struct subject *subject, char *text, size_t size) {
    static const char *const shapes[] = {"[true* . 'r%u' . true* . 'r%u'] false",
                                         "<true* . 'r%u' . (not 'r%u')* . 'r%u'> true",
                                         "[(not 'r%u')* . 'r%u'] false",
                                         "<'r%u' . true* . 'r%u'> true",
                                         "[true* . 'r%u'] false and <true* . ('r%u' or 'r%u')> true",
                                         "<true* . i . 'r%u'> true",
                                         "[true*] <true> true"};
    uint64_t *random = &subject->random;
    snprintf(text, size, shapes[random_draw(random, 7)], random_draw(random, 6), random_draw(random, 6),
             random_draw(random, 6));
}

static void make_properties(struct subject *subject) {
    static const struct exp_options options;
    struct error error;
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        char path[160];
        snprintf(path, sizeof path, "%s/m%u.aut", subject->totals->folder.path, i);
        random_property_draw(&subject->random, subject->graph, subject->network, &options, path,
                             &subject->drawn[i]);
        oracle_verdict_find(subject->graph, &subject->drawn[i].goal, &subject->truths[i]);
        CU_ASSERT_EQUAL_FATAL(random_property_make(&subject->drawn[i], subject->tree, &subject->run,
                                                   &subject->properties[i], &error),
                              0);
    }
    for (uint32_t i = PROPERTIES; i < ALL; i++) {
        char text[200];
        struct error warning;
        const struct property_maker maker = {
            .tree = subject->tree, .run = &subject->run, .error = &error, .warning = &warning};
        write_formula(subject, text, sizeof text);
        CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_FORMULA, text, &subject->properties[i]), 0);
    }
    CU_ASSERT_EQUAL(check_plan_formulas(subject->network, subject->properties, ALL, &subject->run, &error),
                    0);
}

static void free_properties(struct subject *subject) {
    for (uint32_t i = 0; i < ALL; i++) {
        property_free(&subject->properties[i], &subject->run);
    }
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        random_property_free(&subject->drawn[i]);
        oracle_verdict_free(&subject->truths[i]);
    }
}

/* --- checks --- */

/* The difference of a result from that of the naive checker; or NULL. */
static const char *compare_drawn(struct subject *subject, const struct check_options *how, uint32_t index,
                                 const struct check_result *result) {
    const struct oracle_verdict *truth = &subject->truths[index];
    subject->totals->compared++;
    if (result->verdict == VERDICT_UNDECIDED && how->explore.max_depth != UINT64_MAX) {
        subject->totals->limited++;
        return NULL;
    }
    if (result->verdict != (truth->violated ? VERDICT_VIOLATED : VERDICT_HOLDS)) {
        return "verdicts";
    }
    if (!truth->violated) {
        return NULL;
    }
    subject->totals->violated++;
    subject->totals->reduced += result->reduced != 0;
    subject->totals->longer += result->length > truth->length;
    if (result->length < truth->length || (!result->reduced && result->length != truth->length)) {
        return "lengths";
    }
    if (how->shortest && result->reduced) {
        return "traces that should be shortest";
    }
    return !result->has_trace ? "traces, which are missing,"
           : result->trace.steps != result->length
               ? "numbers of steps"
               : oracle_trace_fault(subject->graph, &subject->drawn[index].goal, &result->trace);
}

/* The same from the search of all states. */
static const char *compare_formula(struct subject *subject, const struct check_options *how,
                                   const struct check_result *result, const struct check_result *full) {
    subject->totals->formulas++;
    if (result->verdict == VERDICT_UNDECIDED && how->explore.max_depth != UINT64_MAX) {
        return NULL;
    }
    if (result->verdict != full->verdict) {
        return "verdicts";
    }
    if (result->grounds != full->grounds) {
        return NULL; /* another part of the formula decides it alone */
    }
    return result->grounds == GROUNDS_REACHED && result->length < full->length ? "lengths" : NULL;
}

/* The same checks on a GPU: verdicts, lengths and traces are those of the host. */
static void compare_device(struct subject *subject, const struct check_options *how, uint32_t first,
                           uint32_t count, const struct check *host) {
    struct error error;
    struct check_options device = *how;
    device.backend = backend_find("cuda");
    if (device.backend == NULL || !backend_takes(device.backend, subject->network)) {
        return;
    }
    struct check *check =
        check_run(subject->network, subject->properties + first, count, &device, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    for (uint32_t i = 0; i < count; i++) {
        const struct check_result *one = &host->results[i], *other = &check->results[i];
        const char *what =
            other->verdict != one->verdict                                   ? "verdicts on a GPU"
            : other->length != one->length || other->reduced != one->reduced ? "lengths on a GPU"
            : other->has_trace != one->has_trace                             ? "traces on a GPU"
            : one->has_trace && one->game.made.vertices == 0 && !same_trace(&one->trace, &other->trace)
                ? "steps on a GPU"
                : NULL;
        if (what != NULL) {
            report(subject, what, subject->properties[first + i].name);
        }
        subject->totals->on_devices += one->reduced != 0;
    }
    check_free(check, &subject->run);
}

static void compare_check(struct subject *subject, const struct check_options *how, uint32_t first,
                          uint32_t count, const struct check *full) {
    struct error error;
    struct check *check =
        check_run(subject->network, subject->properties + first, count, how, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    for (uint32_t i = 0; i < count; i++) {
        const struct check_result *result = &check->results[i];
        const char *what = first + i < PROPERTIES
                               ? compare_drawn(subject, how, first + i, result)
                               : compare_formula(subject, how, result, &full->results[first + i]);
        if (what != NULL) {
            report(subject, what, subject->properties[first + i].name);
        }
    }
    compare_device(subject, how, first, count, check);
    check_free(check, &subject->run);
}

static void check_network(struct subject *subject) {
    static const uint32_t words[] = {0, 0, 2, 4, 5};
    uint64_t *random = &subject->random;
    struct error error;
    struct check_options how = {.backend = backends[0],
                                .explore = {.max_depth = UINT64_MAX},
                                .words = words[random_draw(random, 5)],
                                .witnesses = random_draw(random, 2) != 0,
                                .vacuity = random_draw(random, 2) != 0};
    make_properties(subject);
    struct check *full = check_run(subject->network, subject->properties, ALL, &how, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(full);
    how.explore.partial_order = 1;
    how.keep_going = random_draw(random, 3) == 0;
    how.shortest = random_draw(random, 2) != 0;
    compare_check(subject, &how, 0, ALL, full);
    compare_check(subject, &how, random_draw(random, ALL), 1, full);
    how.explore.max_depth = random_draw(random, 12);
    how.shortest = 0;
    compare_check(subject, &how, 0, ALL, full);
    check_free(full, &subject->run);
    free_properties(subject);
}

static void judge_network(uint64_t seed, void *context) {
    static const struct exp_options options;
    static struct subject subject;
    struct totals *totals = context;
    uint64_t mismatches = totals->mismatches;
    struct error error;
    subject = (struct subject){.seed = seed, .random = seed * 104729, .totals = totals};
    memory_init(&subject.memory, BUDGET);
    subject.run = (struct run){
        .memory = &subject.memory, .threads = 1 + (unsigned)(seed % 2), .device_bytes = TEST_DEVICE_BYTES};
    const char *path = seed % 3 == 0 ? random_modules_write(&totals->folder, &subject.random)
                                     : random_vectors_write(&totals->folder, &subject.random);
    CU_ASSERT_EQUAL_FATAL(
        language_load(path, &options, &subject.run, &subject.tree, &subject.network, &error), 0);
    subject.graph = oracle_explore_model(subject.tree, MOST_STATES);
    if (subject.graph->outcome == ORACLE_DONE) {
        check_network(&subject);
    }
    network_free(&subject.memory, subject.network);
    oracle_free(subject.graph);
    language_free(subject.tree);
    if (memory_used(&subject.memory) != 0) {
        report(&subject, "memory at the end and 0", "all");
    }
    if (totals->mismatches != mismatches) {
        test_folder_create(&totals->folder); /* the files stay */
    }
}

/* --- linear time --- */

#define RUNS 5u

/* A random formula about labels of the network, or one that is likely to ignore steps. */
static void write_ltl(struct subject *subject, char *text, size_t size) {
    static const char *const atoms[] = {"'r0'", "'r1'", "'r2'", "'r3'", "deadlock"};
    static const char *const shapes[] = {"G ('r%u' -> F 'r%u')",
                                         "G F 'r%u' -> G F 'r%u'",
                                         "F G !'r%u'",
                                         "!'r%u' W 'r%u'",
                                         "G F ('r%u' || deadlock)",
                                         "F ('r%u' && X F 'r%u')",
                                         "G ('r%u' -> X (!'r%u' U 'r%u'))",
                                         "F deadlock || G F 'r%u'"};
    uint64_t *random = &subject->random;
    arena *arena = test_present(arena_create(&subject->memory));
    FILE *out = test_present(fmemopen(text, size, "w"));
    if (random_draw(random, 2) == 0) {
        fprintf(out, shapes[random_draw(random, LENGTH(shapes))], random_draw(random, 6),
                random_draw(random, 6), random_draw(random, 6));
    } else {
        ltl_put(random_ltl(random, arena, 1 + random_draw(random, 7), LENGTH(atoms)), atoms, out);
    }
    fclose(out);
    arena_free(arena);
}

/* The difference from the check of all states; or NULL. */
static const char *compare_runs(struct subject *subject, const struct evidence_subject *about,
                                const struct property *property, const struct check *check,
                                const struct check_result *full) {
    struct totals *totals = subject->totals;
    const struct check_result *result = &check->results[0];
    struct error error = {.code = ERROR_NONE};
    const struct evidence_claim claim = {about, property, 0, &result->trace, NULL};
    const char *path = test_folder_path(&totals->folder, "evidence.json");
    const int ignored = check_ignores_steps(property, &subject->run, &error);
    const struct check_search *search =
        result->search == CHECK_NO_SEARCH ? NULL : &check->searches[result->search];
    /* Without a product, the search looks for labels that must not occur: these are visible. */
    const int is_reduced = search != NULL && search->product && search->result.reduced != 0;
    totals->compared++;
    totals->ignored += ignored == 1;
    totals->reduced += is_reduced;
    totals->violated += full->verdict == VERDICT_VIOLATED;
    totals->longer += result->reduced != 0;
    totals->lassos += is_reduced && result->cycle_length != 0;
    if (result->verdict != full->verdict) {
        return "verdicts";
    }
    if (result->verdict != VERDICT_VIOLATED) {
        return NULL;
    }
    return !result->has_trace || result->trace.steps != result->length ? "traces"
           : is_reduced && ignored != 1                                ? "reductions"
           : evidence_write(path, FILE_JSON, &claim, &subject->run, &error) != 0 ||
                   evidence_judge(path, &subject->run, NULL, &error) != 0
               ? "evidence"
               : NULL;
}

static void judge_runs_of(struct subject *subject, const struct evidence_subject *about) {
    struct error error, warning;
    const struct property_maker maker = {
        .tree = subject->tree, .run = &subject->run, .error = &error, .warning = &warning};
    char text[4000];
    struct property property = {.kind = PROPERTY_LTL};
    struct check_options how = {.backend = backends[0], .explore = {.max_depth = UINT64_MAX}};
    write_ltl(subject, text, sizeof text);
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_LTL, text, &property), 0);
    CU_ASSERT_EQUAL(check_plan_formulas(subject->network, &property, 1, &subject->run, &error), 0);
    struct check *full = check_run(subject->network, &property, 1, &how, &subject->run, &error);
    how.explore.partial_order = 1;
    how.words = random_draw(&subject->random, 2) ? 4 : 0;
    how.shortest = random_draw(&subject->random, 2) != 0;
    struct check *check = check_run(subject->network, &property, 1, &how, &subject->run, &error);
    CU_ASSERT_FATAL(full != NULL && check != NULL);
    const char *what = compare_runs(subject, about, &property, check, &full->results[0]);
    if (what != NULL) {
        report(subject, what, text);
    }
    check_free(full, &subject->run);
    check_free(check, &subject->run);
    property_free(&property, &subject->run);
}

static void judge_runs(uint64_t seed, void *context) {
    static const struct exp_options options;
    static struct subject subject;
    struct totals *totals = context;
    struct error error;
    const uint64_t mismatches = totals->mismatches;
    subject = (struct subject){.seed = seed, .random = seed * 15485863, .totals = totals};
    memory_init(&subject.memory, BUDGET);
    subject.run = (struct run){.memory = &subject.memory, .threads = 1 + (unsigned)(seed % 2)};
    char path[400];
    snprintf(path, sizeof path, "%s",
             seed % 3 == 0 ? random_modules_write(&totals->folder, &subject.random)
                           : random_vectors_write(&totals->folder, &subject.random));
    CU_ASSERT_EQUAL_FATAL(
        language_load(path, &options, &subject.run, &subject.tree, &subject.network, &error), 0);
    walker *walker = test_present(language_walk(subject.tree, &subject.run, &error));
    const struct evidence_subject about = {path, &options, walker_names(walker), walker_components(walker),
                                           walker};
    subject.graph = oracle_explore_model(subject.tree, MOST_STATES);
    for (unsigned i = 0; i < RUNS && subject.graph->outcome == ORACLE_DONE; i++) {
        judge_runs_of(&subject, &about);
    }
    walker_free(walker);
    network_free(&subject.memory, subject.network);
    oracle_free(subject.graph);
    language_free(subject.tree);
    if (memory_used(&subject.memory) != 0) {
        report(&subject, "memory at the end and 0", "all");
    }
    if (totals->mismatches != mismatches) {
        test_folder_create(&totals->folder); /* the files stay */
    }
}

static void test_random_runs(void) {
    struct totals totals = {0};
    const uint64_t cases =
        judge_in_folder(&totals.folder, DEFAULT_CASES, 1, judge_runs, &totals, &totals.mismatches);
    report_counts("formulas", totals.compared, "that ignore steps", totals.ignored, "violated",
                  totals.violated, "by fewer states", totals.reduced, "with other traces", totals.longer,
                  "lassos", totals.lassos, NULL);
    if (cases >= 500) {
        CU_ASSERT_TRUE(totals.compared >= 3 * cases);
        CU_ASSERT_TRUE(totals.reduced >= cases / 2);
        CU_ASSERT_TRUE(totals.lassos >= cases / 20);
    }
}

static void test_random_properties(void) {
    struct totals totals = {0};
    uint64_t cases =
        judge_in_folder(&totals.folder, DEFAULT_CASES, 9001, judge_network, &totals, &totals.mismatches);
    report_counts("properties", totals.compared, "violated", totals.violated, "by fewer states",
                  totals.reduced, "with longer traces", totals.longer, "undecided under a limit",
                  totals.limited, "formulas", totals.formulas, "by fewer states on GPUs", totals.on_devices,
                  NULL);
    if (cases >= 500) {
        CU_ASSERT_TRUE(totals.compared >= 5 * cases);
        CU_ASSERT_TRUE(totals.violated >= cases);
        CU_ASSERT_TRUE(totals.longer >= cases / 10);
        CU_ASSERT_TRUE(totals.limited >= cases / 10);
    }
}

void suite_check_reduced(void) {
    suite_add("checks with partial-order reduction", NULL, NULL, "random properties", test_random_properties,
              "linear time", test_random_runs, NULL);
}
