/*
 * Checks on smaller networks: random properties of random networks, with all operators, have the verdicts of
 * the check of the whole network, and the verifier confirms their traces, which are paths of the whole
 * network. With `shortest`, they are as long as shortest ones. HEDDLE_CASES and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/composed/composed_check.h"
#include "checker/evidence/evidence.h"
#include "checker/verify/verify.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/random/random_formula.h"
#include "tests/random/random_ltl.h"
#include "tests/random/random_network.h"
#include "tests/random/random_vectors.h"
#include "tests/support/drawn_network.h"
#include "tests/support/folder.h"
#include "tests/support/ltl_build.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 150u
#else
#define DEFAULT_CASES 450u /* more than 2000 properties */
#endif
#define MOST_STATES 600u
#define PROPERTIES 6u
#define TEXT 600

struct totals {
    struct test_folder folder;
    uint64_t networks, compared, runs, mismatches, violated, traces, lassos, longer, smaller, unlocated;
    uint64_t equivalences[EQUIVALENCES];
};

struct subject {
    uint64_t seed, random;
    unsigned monitors;
    struct memory memory;
    struct run run;
    language_tree *tree;
    struct network *network;
    struct property properties[PROPERTIES];
    const char *path;
    struct totals *totals;
};

static void report(struct subject *subject, const char *what, const char *which) {
    subject->totals->mismatches++;
    fprintf(stderr, "seed %llu: %s differ of %s (%s)\n", (unsigned long long)subject->seed, what, which,
            subject->totals->folder.path);
}

/* --- properties --- */

static const char *draw_label(struct subject *subject) {
    const struct network *network = subject->network;
    const uint32_t number = random_draw(&subject->random, network->label_count + 1);
    return number == network->label_count ? "absent" : network->labels[number].text;
}

/* Replaces each $ of a shape by a label. */
static void fill_shape(struct subject *subject, const char *shape, char *text) {
    size_t used = 0;
    for (; *shape != '\0' && used + 1 < TEXT; shape++) {
        if (*shape == '$') {
            used += (size_t)snprintf(text + used, TEXT - used, "%s", draw_label(subject));
        } else {
            text[used++] = *shape;
        }
    }
    text[used < TEXT ? used : TEXT - 1] = '\0';
}

/* Formulas that pass over internal steps, and some that do not. */
static void write_formula(struct subject *subject, char *text) {
    static const char *const shapes[] = {
        "[true* . \"$\" . (not \"$\")* . \"$\"] false",
        "<true* . \"$\" . (not \"$\")* . \"$\"> true",
        "[true* . \"$\"] mu X . (<true> true and [not \"$\"] X)",
        "[true* . \"$\"] <true* . \"$\"> true",
        "[true*] (<true> true and [true* . \"$\"] false)",
        "<true*> [true] false or <true* . \"$\"> @",
        "nu X . ([(not \"$\")* . \"$\"] X and <true* . \"$\"> true)",
        "[true* . \"$\" . true*] <true> true",
        "mu X . (<(not \"$\")* . \"$\"> true or (<true> true and [true] X))",
        "nu X . (<true* . \"$\"> true and ([true] false or <true> X))",
        "[(true* . \"$\")+] [(not \"$\")*] not [true] false",
        "<(not \"$\")*> @",
        "<(not \"$\")*> not <true> true",
        "[not \"$\"] -|",
        "mu X . ([true] X or <true* . (\"$\" or \"$\")> true)",
        "nu X . mu Y . (<(not \"$\")* . \"$\"> X or <(not \"$\")* . \"$\"> Y)",
        "[true* . \"$\" . \"$\"] false",
        "<true* . \"$\"> <\"$\" or i> true",
        "[true*] <i or \"$\"> true",
        "mu X . (<true> true and [true] [true] X)",
        "<(true . \"$\")*> [true] false",
        "<true* . \"$\"> [true] false",
        "[true* . \"$\"] <true> true",
    };
    fill_shape(subject, shapes[random_draw(&subject->random, sizeof shapes / sizeof *shapes)], text);
}

/* Formulas of linear time, on runs that end and that do not; with steps that count. */
static void write_ltl(struct subject *subject, char *text) {
    static const char *const shapes[] = {"G (\"$\" -> F \"$\")",
                                         "G F \"$\"",
                                         "F G !\"$\"",
                                         "\"$\" U \"$\"",
                                         "G (\"$\" -> X !\"$\")",
                                         "F \"$\" || G F i",
                                         "X X !\"$\"",
                                         "G F \"$\" -> G F \"$\"",
                                         "!\"$\" W \"$\"",
                                         "G (\"$\" -> F (deadlock || \"$\"))",
                                         "F deadlock",
                                         "G !(\"$\" && X \"$\" && X X \"$\")"};
    fill_shape(subject, shapes[random_draw(&subject->random, sizeof shapes / sizeof *shapes)], text);
}

/* A random formula about a few labels, the internal action, and ends. */
static void write_random_ltl(struct subject *subject, char *text) {
    char label[2][TEXT];
    const char *const atoms[] = {label[0], label[1], "i", "deadlock"};
    struct arena *arena = test_present(arena_create(&subject->memory));
    FILE *out = test_present(fmemopen(text, TEXT, "w"));
    for (unsigned i = 0; i < 2; i++) {
        snprintf(label[i], TEXT, "\"%s\"", draw_label(subject));
    }
    const unsigned operators = 1 + random_draw(&subject->random, 6), few = random_draw(&subject->random, 3);
    ltl_put(random_ltl(&subject->random, arena, operators, few == 0 ? 4 : 2), atoms, out);
    fclose(out);
    arena_free(arena);
}

static void write_random_formula(struct subject *subject, char *text) {
    const char *labels[3];
    for (unsigned i = 0; i < 3; i++) {
        labels[i] = draw_label(subject);
    }
    formula_text *formula = random_formula_make(&subject->random, labels, 3, &subject->memory);
    char *printed = random_formula_print(formula_root(formula), 0);
    snprintf(text, TEXT, "%s", strlen(printed) < TEXT ? printed : "[true*] <true> true");
    free(printed);
    formula_text_free(formula);
}

/* A monitor that follows three labels. */
static void write_monitor(struct subject *subject, char *text) {
    char content[4 * TEXT];
    snprintf(content, sizeof content,
             "des (0, 4, 4)\n(0, \"%s\", 1)\n(1, \"%s\", 2)\n(1, \"%s\", 0)\n(2, ERROR, 3)\n",
             draw_label(subject), draw_label(subject), draw_label(subject));
    snprintf(text, TEXT, "monitor-%u.aut", subject->monitors++);
    snprintf(text, TEXT, "%s", test_folder_write(&subject->totals->folder, text, content));
}

static void make_property(struct subject *subject, struct property *property) {
    static const enum property_kind kinds[] = {
        PROPERTY_DEADLOCK,    PROPERTY_NEVER,   PROPERTY_MONITOR, PROPERTY_LIVELOCK, PROPERTY_STARVATION,
        PROPERTY_NEVER_CYCLE, PROPERTY_FORMULA, PROPERTY_FORMULA, PROPERTY_FORMULA,  PROPERTY_FORMULA,
        PROPERTY_FORMULA,     PROPERTY_LTL,     PROPERTY_LTL,     PROPERTY_LTL};
    const enum property_kind kind = kinds[random_draw(&subject->random, sizeof kinds / sizeof *kinds)];
    struct error error, warning;
    const struct property_maker maker = {
        .tree = subject->tree, .run = &subject->run, .error = &error, .warning = &warning};
    char text[TEXT];
    if (kind == PROPERTY_MONITOR) {
        write_monitor(subject, text);
    } else if (kind == PROPERTY_LTL) {
        (random_draw(&subject->random, 2) ? write_random_ltl : write_ltl)(subject, text);
    } else if (kind == PROPERTY_FORMULA) {
        (random_draw(&subject->random, 4) == 0 ? write_random_formula : write_formula)(subject, text);
    } else {
        fill_shape(subject, kind == PROPERTY_NEVER_CYCLE ? "\"$\",\"$\"" : "\"$\"", text);
    }
    const int has_text = kind != PROPERTY_DEADLOCK && kind != PROPERTY_LIVELOCK;
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, kind, has_text ? text : NULL, property), 0);
}

/* --- checks --- */

/* Whether the verifier confirms the trace. */
static int is_confirmed(struct subject *subject, const struct evidence_subject *about,
                        const struct check_result *result, const struct property *property) {
    struct error error;
    struct verification verification;
    const struct evidence *evidence;
    const char *path = test_folder_path(&subject->totals->folder, "trace.json");
    const struct evidence_claim claim = {.subject = about,
                                         .property = property,
                                         .holds = result->verdict == VERDICT_HOLDS,
                                         .trace = &result->trace};
    CU_ASSERT_EQUAL_FATAL(evidence_write(path, FILE_JSON, &claim, &subject->run, &error), 0);
    evidence_reader *reader = evidence_open(path, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reader);
    int fine = evidence_read(reader, &evidence, &error) == 1 &&
               verify_evidence(reader, evidence, &(struct verify_input){.tree = subject->tree}, &subject->run,
                               &verification, &error) == 0;
    if (fine) {
        fine = verification.confirmed;
        if (!fine) {
            fprintf(stderr, "%s\n", verification.reason);
        }
        verification_free(&verification, &subject->run);
    } else {
        fprintf(stderr, "%s\n", error.text);
    }
    evidence_close(reader);
    return fine;
}

/* The difference of a result from that of the whole network; or NULL. */
static const char *compare(struct subject *subject, const struct check_options *how,
                           const struct property *property, const struct check_result *result,
                           const struct check_result *whole) {
    struct totals *totals = subject->totals;
    totals->compared++;
    totals->runs += property->kind == PROPERTY_LTL;
    if (result->verdict != whole->verdict) {
        return "verdicts";
    }
    totals->violated += result->verdict == VERDICT_VIOLATED;
    totals->unlocated += result->is_unlocated != 0;
    if (!result->has_trace || result->evidence != NULL) {
        const int may_lack = result->verdict == VERDICT_HOLDS ||
                             (property->kind == PROPERTY_FORMULA && result->grounds != GROUNDS_REACHED);
        return may_lack ? NULL : "traces, which are missing,";
    }
    const int is_lasso = result->trace.lasso != TRACE_NO_LASSO;
    totals->traces++;
    totals->lassos += is_lasso;
    if (!is_lasso && result->grounds == whole->grounds) {
        totals->longer += result->length > whole->length;
        /* With fewer labels, it may be seen earlier that a run violates a formula of linear time. */
        const int differs =
            property->kind == PROPERTY_LTL ? result->length > whole->length : result->length != whole->length;
        if (differs && (how->shortest || !result->reduced)) {
            return "lengths";
        }
    }
    return result->trace.steps != result->length ? "numbers of steps" : NULL;
}

static void count_groups(struct subject *subject, const struct composed_check *composed) {
    for (uint32_t i = 0; i < composed->group_count; i++) {
        const struct composed_group *group = &composed->groups[i];
        const struct network *made =
            group->composition == NULL ? NULL : composition_network(group->composition);
        subject->totals->equivalences[group->equivalence]++;
        subject->totals->smaller += made != NULL && made->component_count < subject->network->component_count;
    }
}

static void compare_all(struct subject *subject, const struct evidence_subject *about) {
    struct error error;
    struct composed_check composed;
    struct check_options how = {.backend = backends[0],
                                .explore = {.max_depth = UINT64_MAX},
                                .witnesses = random_draw(&subject->random, 2) != 0,
                                .no_files = 1,
                                .subject = about};
    struct check *whole =
        check_run(subject->network, subject->properties, PROPERTIES, &how, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(whole);
    how.shortest = random_draw(&subject->random, 3) == 0;
    how.vacuity = random_draw(&subject->random, 3) == 0;
    how.no_files = random_draw(&subject->random, 5) != 0;
    const struct composed_options composing = {.first_states =
                                                   random_draw(&subject->random, 10) == 0 ? 20 : 0,
                                               .next_states = random_draw(&subject->random, 10) == 0 ? 40 : 0,
                                               .most_states = 400,
                                               .most_steps = 10000};
    const int failed = composed_check_run(subject->network, subject->properties, PROPERTIES, &how, &composing,
                                          &subject->run, &composed, &error);
    CU_ASSERT_EQUAL_FATAL(failed, 0);
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        const struct property *property = &subject->properties[i];
        const struct check_result *result = &composed.check->results[i];
        const char *what = compare(subject, &how, property, result, &whole->results[i]);
        if (what == NULL && result->has_trace && result->evidence == NULL &&
            !is_confirmed(subject, about, result, property)) {
            what = "traces and the network";
        }
        if (what != NULL) {
            report(subject, what, property->name);
        }
    }
    count_groups(subject, &composed);
    composed_check_free(&composed, &subject->run);
    check_free(whole, &subject->run);
}

static void check_network(struct subject *subject, const struct exp_options *options) {
    struct error error;
    walker *walker = language_walk(subject->tree, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
    const struct evidence_subject about = {.network = subject->path,
                                           .options = options,
                                           .components = walker_names(walker),
                                           .component_count = walker_components(walker),
                                           .walker = walker};
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        make_property(subject, &subject->properties[i]);
    }
    CU_ASSERT(check_plan_formulas(subject->network, subject->properties, PROPERTIES, &subject->run, &error) >=
              0);
    compare_all(subject, &about);
    subject->totals->networks++;
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        property_free(&subject->properties[i], &subject->run);
    }
    walker_free(walker);
}

/* A network with all operators, or one of vectors, of which some results are hidden. */
static const char *draw_network(struct subject *subject, struct random_network *random) {
    static const struct exp_options plain;
    char text[TEXT];
    if (subject->seed % 2 == 0) {
        CU_ASSERT_EQUAL_FATAL(random_network_generate(subject->seed, subject->totals->folder.path, random),
                              0);
        return random->path;
    }
    random->options = plain;
    const char *path = random_vectors_write(&subject->totals->folder, &subject->random);
    snprintf(text, sizeof text, "hide r%u, r%u in \"%s\" end hide\n", random_draw(&subject->random, 6),
             random_draw(&subject->random, 6), path);
    test_folder_write(&subject->totals->folder, "hidden.exp", text);
    return test_folder_path(&subject->totals->folder, "hidden.exp");
}

static void judge_network(uint64_t seed, void *context) {
    static struct subject subject;
    struct totals *totals = context;
    struct random_network random;
    struct error error;
    const uint64_t mismatches = totals->mismatches;
    subject = (struct subject){.seed = seed, .random = seed * 7919, .totals = totals};
    memory_init(&subject.memory, (uint64_t)1 << 30);
    subject.run = (struct run){.memory = &subject.memory, .threads = 1};
    subject.path = draw_network(&subject, &random);
    subject.tree = language_read(subject.path, &random.options, &subject.run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject.tree);
    struct oracle_graph *graph = oracle_explore_model(subject.tree, MOST_STATES);
    if (graph->outcome == ORACLE_DONE) {
        subject.network = language_compile(subject.tree, &subject.run, &error);
        if (subject.network != NULL && network_has_plain_labels(subject.network) &&
            !composition_is_rated(subject.network)) {
            check_network(&subject, &random.options);
        }
        network_free(&subject.memory, subject.network);
    }
    oracle_free(graph);
    language_free(subject.tree);
    if (memory_used(&subject.memory) != 0) {
        report(&subject, "memory at the end and 0", "all");
    }
    if (totals->mismatches != mismatches) {
        test_folder_create(&totals->folder); /* the files stay */
    }
}

static void test_random(void) {
    struct totals totals = {0};
    uint64_t cases =
        judge_in_folder(&totals.folder, DEFAULT_CASES, 4001, judge_network, &totals, &totals.mismatches);
    report_counts("networks", totals.networks, "properties", totals.compared, "of linear time", totals.runs,
                  "violated", totals.violated, "traces", totals.traces, "lassos", totals.lassos, "longer",
                  totals.longer, "without trace", totals.unlocated, "smaller networks", totals.smaller,
                  "strong", totals.equivalences[EQUIVALENCE_STRONG], "branching",
                  totals.equivalences[EQUIVALENCE_BRANCHING], "divbranching",
                  totals.equivalences[EQUIVALENCE_DIVBRANCHING], NULL);
    if (cases >= DEFAULT_CASES) {
        CU_ASSERT(totals.compared >= 2 * cases && totals.traces >= cases / 2);
        CU_ASSERT(totals.lassos >= cases / 20 && totals.longer >= cases / 100 && totals.smaller >= cases / 4);
    }
}

void suite_composed(void) {
    suite_add("checks on smaller networks", NULL, NULL, "random properties", test_random, NULL);
}
