/*
 * Checks against naive verdicts: thousands of random properties of random networks, each through check_run in
 * the base configuration (one thread, default layout, all properties of a network at once) and in one drawn
 * at random, on every backend. Verdicts, shortest lengths, canonical traces and counts must agree exactly;
 * under a limit no verdict may be wrong. A case that fails leaves its files in the temporary directory, and
 * the seed is printed. HEDDLE_CASES (properties, not networks) and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_model.h"
#include "tests/support/folder.h"
#include "tests/random/random_network.h"
#include "tests/random/random_property.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 900u
#else
#define DEFAULT_CASES 6000u
#endif
#define MOST_STATES 3000u
#define BUDGET ((uint64_t)1 << 30)
#define PROPERTIES 6u /* properties of each network */

struct worth {
    uint64_t violated, holds, at_once, one_step, deep; /* lengths 0, 1, at least 6 */
};

struct totals {
    uint64_t compared, networks, mismatches;
    uint64_t split;     /* violated by one run of a monitor and not by another along the same labels */
    uint64_t limited;   /* verdicts under a limit */
    uint64_t undecided; /* undecided verdicts among these */
    uint64_t found;     /* violations found under a limit */
    uint64_t traced;    /* violations with a trace */
    struct worth worth[RANDOM_PROPERTY_KINDS];
};

/* A network with its properties and their naive verdicts. */
struct subject {
    const struct random_network *drawn;
    const char *directory; /* the network's folder, for files of monitors */
    struct memory memory, spill;
    struct run run;
    language_tree *tree;
    struct network *network;
    struct oracle_graph *graph;
    struct random_property properties[PROPERTIES];
    struct oracle_verdict verdicts[PROPERTIES];
    struct totals *totals;
    uint64_t random;
};

static void report(struct subject *subject, const char *how, const char *what, const char *which) {
    subject->totals->mismatches++;
    fprintf(stderr, "seed %llu, %s: %s differ of %s (%s)\n", (unsigned long long)subject->drawn->seed, how,
            what, which, subject->drawn->path);
}

/* --- one check --- */

/* Some of the subject's properties, in an order of their own, and how they are checked. */
struct trial {
    struct subject *subject;
    const char *how; /* for messages */
    unsigned threads;
    struct check_options options;
    uint32_t which[PROPERTIES], count;
    struct property made[PROPERTIES];
};

static int make_properties(struct trial *trial) {
    int failed = 0;
    for (uint32_t i = 0; i < trial->count; i++) {
        struct error error;
        const struct random_property *drawn = &trial->subject->properties[trial->which[i]];
        if (random_property_make(drawn, trial->subject->tree, &trial->subject->run, &trial->made[i],
                                 &error) != 0) {
            report(trial->subject, trial->how, error.text, drawn->text);
            failed = 1;
        }
    }
    return failed;
}

static void free_properties(struct trial *trial) {
    for (uint32_t i = 0; i < trial->count; i++) {
        property_free(&trial->made[i], &trial->subject->run);
    }
}

/* Runs the trial's check. NULL with *error filled: only when memory runs out. */
static struct check *run_trial(struct trial *trial, const struct backend *backend, struct error *error) {
    struct subject *subject = trial->subject;
    subject->run.threads = trial->threads;
    trial->options.backend = backend;
    struct check *check =
        check_run(subject->network, trial->made, trial->count, &trial->options, &subject->run, error);
    if (check != NULL && check->property_count != trial->count) {
        report(subject, trial->how, "numbers of results", "all");
    }
    return check;
}

static int same_counts(const struct subject *subject, const struct oracle_verdict *verdict,
                       const struct check_search *search) {
    const struct oracle_graph *graph = subject->graph;
    /* The oracle's edges are distinct; transitions are counted as fired. */
    int distinct = graph->transitions == graph->edges;
    /* Those of models with data are entries of a matrix. */
    int countable = !language_has_variables(subject->tree);
    return search->result.states == verdict->states && search->result.deadlocks == verdict->deadlocks &&
           search->result.levels == verdict->levels &&
           (!countable ||
            (!search->product ? search->result.transitions == graph->transitions
                              : !distinct || search->result.transitions == verdict->transitions));
}

/* Returns the name of a difference between the result of a search without limits and the oracle's; or NULL.
 */
static const char *compare_result(const struct trial *trial, const struct check *check, uint32_t at) {
    const struct subject *subject = trial->subject;
    const struct random_property *drawn = &subject->properties[trial->which[at]];
    const struct oracle_verdict *truth = &subject->verdicts[trial->which[at]];
    const struct check_result *result = &check->results[at];
    const struct check_search *search =
        result->search == CHECK_NO_SEARCH ? NULL : &check->searches[result->search];
    if (result->verdict != (truth->violated ? VERDICT_VIOLATED : VERDICT_HOLDS)) {
        return "verdicts";
    }
    if (search == NULL) {
        return result->vacuous == VACUITY_LABELS && !truth->violated ? NULL : "searches";
    }
    if (result->search >= check->search_count || search->product != (drawn->goal.kind == ORACLE_ERROR)) {
        return "kinds of search";
    }
    if (search->result.states > truth->states || search->result.levels > truth->levels) {
        return "counts, which are more than all,";
    }
    if (search->result.outcome == EXPLORE_DONE ? !same_counts(subject, truth, search)
                                               : trial->options.keep_going || !truth->violated) {
        return "counts";
    }
    if (!truth->violated) {
        return NULL;
    }
    if (result->length != truth->length) {
        return "shortest lengths";
    }
    if (trial->options.no_traces) {
        return result->has_trace ? "traces that nobody wants" : NULL;
    }
    if (!result->has_trace) {
        return "traces, which are missing,";
    }
    const char *fault = oracle_trace_fault(subject->graph, &drawn->goal, &result->trace);
    return fault != NULL ? fault : oracle_trace_difference(subject->graph, truth, &result->trace);
}

/* Compares each result, and frees the check, which may be NULL. */
static void take_check(struct trial *trial, struct check *check,
                       const char *(*compare)(const struct trial *trial, const struct check *check,
                                              uint32_t at)) {
    for (uint32_t at = 0; check != NULL && at < trial->count; at++) {
        const char *what = compare(trial, check, at);
        if (what != NULL) {
            report(trial->subject, trial->how, what, trial->made[at].name);
        }
    }
    check_free(check, &trial->subject->run);
}

static void compare_trial(struct trial *trial, const struct backend *backend) {
    struct subject *subject = trial->subject;
    struct error error;
    if (make_properties(trial) == 0) {
        struct check *check = run_trial(trial, backend, &error);
        if (check == NULL) {
            report(subject, trial->how, error.text, "all");
        }
        take_check(trial, check, compare_result);
    }
    free_properties(trial);
}

static struct trial base_trial(struct subject *subject) {
    struct trial trial = {.subject = subject, .how = "base", .threads = 1, .count = PROPERTIES};
    trial.options.explore.max_depth = UINT64_MAX;
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        trial.which[i] = i;
    }
    return trial;
}

static struct trial draw_trial(struct subject *subject) {
    static const unsigned threads[] = {1, 2, 4};
    static const uint32_t words[] = {0, 2, 4, 5, 9, 17};
    uint64_t *random = &subject->random;
    struct trial trial = base_trial(subject);
    trial.how = "drawn";
    trial.threads = threads[random_next(random) % 3];
    trial.options.words = words[random_next(random) % 6];
    trial.options.explore.bucket_integers = 4u << random_next(random) % 4;
    /* Tiny first tables force growth inside levels. */
    trial.options.explore.first_slots = random_next(random) % 2 ? 8 : 0;
    trial.options.keep_going = random_next(random) % 2 == 0;
    trial.options.no_traces = random_next(random) % 8 == 0;
    /* Some of the properties, in any order; often one alone. */
    trial.count = random_next(random) % 3 == 0 ? 1 : 1 + (uint32_t)(random_next(random) % PROPERTIES);
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        uint32_t other = (uint32_t)(random_next(random) % PROPERTIES), moved = trial.which[i];
        trial.which[i] = trial.which[other];
        trial.which[other] = moved;
    }
    return trial;
}

/* --- under a limit --- */

/* Returns the name of a fault of a verdict under a limit, or NULL; `depth` is the limit of depth. */
static const char *compare_limited(const struct trial *trial, const struct check *check, uint32_t at) {
    const struct subject *subject = trial->subject;
    const struct random_property *drawn = &subject->properties[trial->which[at]];
    const struct oracle_verdict *truth = &subject->verdicts[trial->which[at]];
    const struct check_result *result = &check->results[at];
    uint64_t depth = trial->options.explore.max_depth;
    const struct check_search *search =
        result->search == CHECK_NO_SEARCH ? NULL : &check->searches[result->search];
    subject->totals->limited++;
    subject->totals->undecided += result->verdict == VERDICT_UNDECIDED;
    switch (result->verdict) {
    case VERDICT_HOLDS:
        if (truth->violated) {
            return "verdicts under a limit (holds)";
        }
        if (result->vacuous) {
            return NULL; /* no transition can have such a label, even a transition that was not seen */
        }
        return search == NULL ||
                       (search->result.outcome == EXPLORE_DONE && search->result.states == truth->states)
                   ? NULL
                   : "verdicts under a limit, for the search is incomplete,";
    case VERDICT_UNDECIDED:
        if (search == NULL || search->result.outcome == EXPLORE_DONE) {
            return "verdicts under a limit (undecided, though the search is complete)";
        }
        /* Every state up to the depth was found, and every state above the depth was expanded. */
        return search->result.outcome == EXPLORE_LIMIT && trial->options.explore.max_states == 0 &&
                       truth->violated && depth > truth->length
                   ? "verdicts under a limit of depth (undecided)"
                   : NULL;
    default:
        break;
    }
    if (!truth->violated || truth->length != result->length) {
        return "violations under a limit";
    }
    if (depth < truth->length) {
        return "violations that a limit of depth cannot see";
    }
    subject->totals->found++;
    subject->totals->traced += result->has_trace != 0;
    if (!result->has_trace) {
        return result->why.code == ERROR_NONE ? "reasons for no trace" : NULL;
    }
    return result->trace.steps != truth->length
               ? "lengths of traces under a limit"
               : oracle_trace_fault(subject->graph, &drawn->goal, &result->trace);
}

/* One limit of some kind; the stop flag counts as one. */
static void limit_trial(struct trial *trial, const int *stop) {
    struct subject *subject = trial->subject;
    const struct oracle_verdict *truth = &subject->verdicts[trial->which[0]];
    uint64_t *random = &subject->random;
    uint64_t used = memory_used(&subject->memory);
    uint64_t length = truth->violated ? truth->length : truth->levels;
    switch (random_next(random) % 6) {
    case 0:
    case 1:
        trial->how = "max_depth";
        trial->options.explore.max_depth = length + random_next(random) % 4;
        trial->options.explore.max_depth -= trial->options.explore.max_depth >= 2 ? 2 : 0;
        break;
    case 2:
        trial->how = "max_states";
        trial->options.explore.max_states = 1 + random_next(random) % (subject->graph->states + 1);
        break;
    case 3:
        trial->how = "stop";
        subject->run.stop = stop;
        break;
    case 4:
        trial->how = "deadline";
        subject->run.deadline = run_clock() - (random_next(random) % 2 ? 1 : -0.0005);
        break;
    default:
        trial->how = "memory";
        /* The spill memory has no room, a little, or enough for the levels. */
        memory_init(&subject->spill, random_next(random) % 2 ? BUDGET : 1 + random_next(random) % 5000);
        subject->run.spill = random_next(random) % 3 ? &subject->spill : NULL;
        subject->memory.limit =
            used + ((uint64_t)1 << 12 << random_next(random) % 11) + random_next(random) % 50000;
    }
}

static void compare_under_limit(struct trial *trial, const struct backend *backend) {
    static const int stop = 1;
    struct subject *subject = trial->subject;
    struct error error;
    if (make_properties(trial) == 0) {
        limit_trial(trial, &stop);
        struct check *check = run_trial(trial, backend, &error);
        if (check == NULL && error.code != ERROR_MEMORY && error.code != ERROR_INTERRUPTED) {
            report(subject, trial->how, error.text, "all");
        }
        take_check(trial, check, compare_limited);
    }
    subject->memory.limit = BUDGET;
    subject->run.stop = NULL;
    subject->run.deadline = 0;
    subject->run.spill = NULL;
    free_properties(trial);
    if (memory_used(&subject->spill) != 0) {
        report(subject, trial->how, "spilled memory at the end and 0", "all");
    }
}

/* --- one network --- */

static void count_worth(struct subject *subject) {
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        const struct random_property *drawn = &subject->properties[i];
        const struct oracle_verdict *truth = &subject->verdicts[i];
        struct worth *worth = &subject->totals->worth[drawn->kind];
        worth->violated += truth->violated != 0;
        worth->holds += !truth->violated;
        worth->at_once += truth->violated && truth->length == 0;
        worth->one_step += truth->violated && truth->length == 1;
        worth->deep += truth->violated && truth->length >= 6;
        if (truth->violated && drawn->goal.kind == ORACLE_ERROR) {
            uint32_t runs, errors;
            oracle_runs(drawn->goal.automaton, truth->labels, truth->length, &runs, &errors);
            subject->totals->split += runs > errors;
        }
        subject->totals->compared++;
    }
}

static void check_network(struct subject *subject) {
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/m%u.aut", subject->directory, i);
        random_property_draw(&subject->random, subject->graph, subject->network, &subject->drawn->options,
                             path, &subject->properties[i]);
        oracle_verdict_find(subject->graph, &subject->properties[i].goal, &subject->verdicts[i]);
    }
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (backend_takes(*backend, subject->network)) {
            struct trial base = base_trial(subject), drawn = draw_trial(subject),
                         limited = draw_trial(subject);
            limited.options.no_traces = 0;
            compare_trial(&base, *backend);
            compare_trial(&drawn, *backend);
            compare_under_limit(&limited, *backend);
        }
    }
    count_worth(subject);
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        random_property_free(&subject->properties[i]);
        oracle_verdict_free(&subject->verdicts[i]);
    }
}

/* Returns whether the files of the case can be removed. */
static int compare_network(const struct random_network *drawn, const char *directory, struct totals *totals) {
    static struct subject subject;
    uint64_t mismatches = totals->mismatches;
    struct error error;
    subject = (struct subject){
        .drawn = drawn, .directory = directory, .totals = totals, .random = drawn->seed * 1009};
    memory_init(&subject.memory, BUDGET);
    subject.run = (struct run){.memory = &subject.memory, .threads = 1, .device_bytes = TEST_DEVICE_BYTES};
    subject.tree = language_read(drawn->path, &drawn->options, &subject.run, &error);
    if (subject.tree == NULL) {
        report(&subject, "reading", error.text, "all");
        return 0;
    }
    subject.graph = oracle_explore_model(subject.tree, MOST_STATES);
    if (subject.graph->outcome == ORACLE_DONE) {
        subject.network = language_compile(subject.tree, &subject.run, &error);
        if (subject.network == NULL) {
            report(&subject, "composing", error.text, "all");
        } else {
            totals->networks++;
            check_network(&subject);
        }
    }
    network_free(&subject.memory, subject.network);
    oracle_free(subject.graph);
    language_free(subject.tree);
    if (memory_used(&subject.memory) != 0) {
        report(&subject, "the end", "memory and 0", "all");
    }
    return totals->mismatches == mismatches;
}

/* Checks that the generator draws every kind of property with both verdicts, and violations at all depths. */
static void check_worth(const struct totals *totals, uint64_t cases) {
    struct worth all = {0};
    for (uint32_t kind = 0; kind < RANDOM_PROPERTY_KINDS; kind++) {
        const struct worth *worth = &totals->worth[kind];
        if (worth->holds < cases / 90 || (kind != RANDOM_NEVER_UNKNOWN && worth->violated < cases / 40)) {
            fprintf(stderr, "%s: %llu violated, %llu hold\n",
                    random_property_kind_name((enum random_property_kind)kind),
                    (unsigned long long)worth->violated, (unsigned long long)worth->holds);
            CU_FAIL("a verdict is too rare");
        }
        all.at_once += worth->at_once;
        all.one_step += worth->one_step;
        all.deep += worth->deep;
    }
    CU_ASSERT_TRUE(totals->compared >= cases);
    CU_ASSERT_TRUE(all.at_once >= cases / 30 && all.one_step >= cases / 30 && all.deep >= cases / 30);
    CU_ASSERT_TRUE(totals->split >= cases / 30);
    CU_ASSERT_TRUE(totals->undecided >= cases / 30 && totals->found >= cases / 30);
    CU_ASSERT_TRUE(totals->traced >= cases / 30);
    CU_ASSERT_TRUE(totals->worth[RANDOM_DEADLOCK].at_once > 0 && totals->worth[RANDOM_DEADLOCK].deep > 0);
}

static void report_totals(const struct totals *totals) {
    report_counts("properties", totals->compared, "of networks", totals->networks, "split runs",
                  totals->split, "verdicts under limits", totals->limited, "undecided", totals->undecided,
                  "violated", totals->found, "with a trace", totals->traced, NULL);
    CU_ASSERT_EQUAL(totals->mismatches, 0);
}

/* How networks are drawn. */
struct draw {
    void (*open)(struct drawn_model *drawn, uint64_t seed,
                 const char *folder);         /* writes it into the folder */
    void (*close)(struct drawn_model *drawn); /* or NULL */
};

/* Draws networks with the numbers from `seed`, until `cases` of their properties are compared. */
static void compare_networks(const struct draw *draw, uint64_t cases, uint64_t seed, struct totals *totals) {
    struct test_folder folder;
    memset(totals, 0, sizeof *totals);
    test_folder_create(&folder);
    for (uint64_t i = 0; totals->compared < cases && i < cases && totals->mismatches < 10; i++) {
        struct drawn_model drawn;
        draw->open(&drawn, seed + i, folder.path);
        if (!compare_network(&drawn.network, folder.path, totals)) {
            test_folder_create(&folder);
        }
        if (draw->close != NULL) {
            draw->close(&drawn);
        }
    }
    test_folder_remove(&folder);
    report_totals(totals);
}

static void draw_network(struct drawn_model *drawn, uint64_t seed, const char *folder) {
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, folder, &drawn->network), 0);
}

static void test_random_properties(void) {
    static const struct draw draw = {draw_network, NULL};
    static struct totals totals;
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    compare_networks(&draw, cases, number_from_environment("HEDDLE_SEED", 20263), &totals);
    if (cases >= 500 && totals.mismatches == 0) {
        check_worth(&totals, cases);
    }
}

/* Models in the PRISM language. Those with an error in some state are left out. */
static void test_random_models(void) {
    static const struct draw draw = {drawn_model_open, drawn_model_close};
    static struct totals totals;
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    compare_networks(&draw, cases, number_from_environment("HEDDLE_SEED", 1), &totals);
    CU_ASSERT(cases < 2000 ||
              (totals.worth[RANDOM_DEADLOCK].violated > cases / 400 && totals.found > cases / 50 &&
               totals.worth[RANDOM_MONITOR_CHAIN].violated > cases / 400));
}

void suite_check_oracle(void) {
    suite_add("checks against naive verdicts", NULL, NULL, "random properties", test_random_properties,
              "random properties of models with data", test_random_models, NULL);
}
