/*
 * Properties of cycles against naive verdicts: random ones of random networks, each through check_run in the
 * base configuration (one thread, all properties of a network at once) and in one drawn at random, on every
 * backend. Verdicts must agree, lassos be the canonical ones; every lasso is confirmed by
 * checker/verify/verify.h, and refuted when it is tampered with. Under a limit no verdict may be wrong.
 * HEDDLE_CASES (properties) and HEDDLE_SEED choose others.
 */
#include <CUnit/CUnit.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "checker/evidence/evidence.h"
#include "frontend/walk/walker.h"
#include "checker/verify/verify.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_model.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle_cycle.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 500u
#else
#define DEFAULT_CASES 6000u
#endif
#define MOST_STATES 800u
#define BUDGET ((uint64_t)1 << 30)
#define PROPERTIES 6u /* properties of each network */
#define MOST_LABELS 3u

enum cycle_kind {
    KIND_LIVELOCK,
    KIND_STARVATION,
    KIND_STARVATION_PATTERN,
    KIND_STARVATION_UNKNOWN,
    KIND_NEVER_CYCLE,
    KINDS
};

static const char *const kind_names[KINDS] = {"livelock", "starvation", "starvation 'pattern'",
                                              "starvation of no label", "never-cycle"};

/* Matches a label, or all labels that begin with a character. */
struct wanted {
    const char *label; /* or NULL */
    char initial;
};

struct drawn {
    enum cycle_kind kind;
    struct wanted wanted[MOST_LABELS];
    uint32_t count;
    char text[2048]; /* what the option takes */
    struct oracle_cycle_goal goal;
    struct oracle_cycle truth;
};

struct totals {
    uint64_t compared, networks, mismatches, violated[KINDS], holds[KINDS];
    uint64_t deep, long_cycles,
        several; /* paths of 3 steps or more; cycles of 4 or more; several sets in one property */
    uint64_t confirmed, refuted, limited, undecided;
};

struct subject {
    const struct random_network *files; /* of the network or model */
    struct test_folder folder, results;
    struct memory memory, spill;
    struct run run;
    language_tree *tree;
    struct network *network;
    struct oracle_graph *graph;
    struct drawn drawn[PROPERTIES];
    struct evidence_subject about;
    uint64_t random;
    struct totals *totals;
};

static void report(struct subject *subject, const char *how, const char *what, const struct drawn *drawn) {
    subject->totals->mismatches++;
    fprintf(stderr, "\nseed %llu, %s: %s differ of %s %s\n", (unsigned long long)subject->files->seed, how,
            what, kind_names[drawn->kind], drawn->text);
}

/* --- drawing --- */

static int is_wanted(const struct wanted *wanted, const char *label) {
    return wanted->label != NULL ? strcmp(wanted->label, label) == 0 : label[0] == wanted->initial;
}

static int goal_live(void *context, const char *label) {
    const struct drawn *drawn = context;
    switch (drawn->kind) {
    case KIND_LIVELOCK:
        return strcmp(label, "i") == 0;
    case KIND_NEVER_CYCLE:
        return 1;
    default:
        return !is_wanted(&drawn->wanted[0], label);
    }
}

static int goal_needed(void *context, uint32_t set, const char *label) {
    const struct drawn *drawn = context;
    return is_wanted(&drawn->wanted[set], label);
}

static void draw_wanted(struct subject *subject, int pattern, struct wanted *wanted) {
    const struct oracle_graph *graph = subject->graph;
    const char *label =
        graph->edges == 0 ? "none" : graph->edge_label[random_next(&subject->random) % graph->edges];
    pattern = pattern && isalnum((unsigned char)label[0]);
    *wanted = (struct wanted){pattern ? NULL : label, pattern ? label[0] : '\0'};
}

static void draw(struct subject *subject, struct drawn *drawn) {
    uint64_t *random = &subject->random;
    *drawn = (struct drawn){.kind = (enum cycle_kind)(random_next(random) % KINDS)};
    drawn->count = drawn->kind == KIND_LIVELOCK      ? 0
                   : drawn->kind == KIND_NEVER_CYCLE ? 1 + (uint32_t)(random_next(random) % MOST_LABELS)
                                                     : 1;
    for (uint32_t i = 0; i < drawn->count; i++) {
        struct wanted *wanted = &drawn->wanted[i];
        size_t used = strlen(drawn->text), room = sizeof drawn->text - used;
        int pattern = drawn->kind == KIND_NEVER_CYCLE ? random_next(random) % 4 == 0
                                                      : drawn->kind == KIND_STARVATION_PATTERN;
        draw_wanted(subject, pattern, wanted);
        if (drawn->kind == KIND_STARVATION_UNKNOWN) {
            wanted->label = "no such label";
        }
        if (wanted->label != NULL) {
            snprintf(drawn->text + used, room, "%s\"%s\"", i == 0 ? "" : ",", wanted->label);
        } else {
            snprintf(drawn->text + used, room, "%s'%c.*'", i == 0 ? "" : ",", wanted->initial);
        }
    }
    drawn->goal = (struct oracle_cycle_goal){goal_live, goal_needed,
                                             drawn->kind == KIND_NEVER_CYCLE ? drawn->count : 0, drawn};
    drawn->truth = oracle_cycle_find(subject->graph, &drawn->goal);
}

static void count_worth(struct subject *subject, const struct drawn *drawn) {
    struct totals *totals = subject->totals;
    const struct oracle_cycle *truth = &drawn->truth;
    totals->compared++;
    totals->violated[drawn->kind] += truth->violated != 0;
    totals->holds[drawn->kind] += !truth->violated;
    totals->deep += truth->violated && truth->before >= 3;
    totals->long_cycles += truth->violated && truth->length >= 4;
    totals->several += truth->violated && drawn->goal.needed_count > 1;
}

static int make_property(struct subject *subject, const struct drawn *drawn, struct property *made,
                         struct error *error) {
    enum property_kind kind = drawn->kind == KIND_LIVELOCK      ? PROPERTY_LIVELOCK
                              : drawn->kind == KIND_NEVER_CYCLE ? PROPERTY_NEVER_CYCLE
                                                                : PROPERTY_STARVATION;
    struct property_maker maker = {.tree = subject->tree, .run = &subject->run, .error = error};
    return property_make(&maker, kind, drawn->text, made);
}

/* --- evidence --- */

static int confirms(struct subject *subject, const struct evidence *evidence, int *confirmed) {
    struct verification verification;
    struct error error;
    int failed = verify_evidence(NULL, evidence, &(struct verify_input){.tree = subject->tree}, &subject->run,
                                 &verification, &error);
    *confirmed = !failed && verification.confirmed;
    verification_free(&verification, &subject->run);
    return failed;
}

static void expect_refuted(struct subject *subject, const struct evidence *evidence, const char *what,
                           const struct drawn *drawn) {
    int confirmed;
    if (confirms(subject, evidence, &confirmed) != 0 || confirmed) {
        report(subject, "tampered evidence", what, drawn);
    }
    subject->totals->refuted++;
}

/* Changes one part of the evidence at a time, and restores it. */
static void tamper(struct subject *subject, struct evidence *evidence, const struct drawn *drawn) {
    struct trace *trace = &evidence->trace;
    uint64_t back = trace->lasso;
    trace->lasso = TRACE_NO_LASSO;
    expect_refuted(subject, evidence, "verdicts without return", drawn);
    trace->lasso = trace->steps;
    expect_refuted(subject, evidence, "verdicts without cycle", drawn);
    trace->lasso = back + 1;
    if (memcmp(trace_state(trace, back + 1), trace_state(trace, trace->steps),
               trace->components * sizeof *trace->states) != 0) {
        expect_refuted(subject, evidence, "verdicts with another return", drawn);
    }
    trace->lasso = back;
    struct evidence_property property = evidence->properties[0], *changed = &evidence->properties[0];
    *changed = (struct evidence_property){.kind = PROPERTY_STARVATION};
    changed->text = trace->labels[back + random_next(&subject->random) % (trace->steps - back)];
    expect_refuted(subject, evidence, "verdicts on a label of the cycle", drawn);
    struct evidence_property part = {.kind = PROPERTY_NEVER, .text = "no such label"};
    *changed = (struct evidence_property){.kind = PROPERTY_NEVER_CYCLE, .parts = &part, .part_count = 1};
    expect_refuted(subject, evidence, "verdicts on a label that is missing", drawn);
    *changed = (struct evidence_property){.kind = PROPERTY_LIVELOCK};
    for (uint64_t step = back; step < trace->steps; step++) {
        if (strcmp(trace->labels[step], "i") != 0) {
            expect_refuted(subject, evidence, "verdicts on a visible cycle", drawn);
            break;
        }
    }
    *changed = property;
}

static void check_evidence(struct subject *subject, const struct check_result *result,
                           const struct property *property, const struct drawn *drawn) {
    struct error error;
    const struct evidence *evidence;
    const char *path = test_folder_path(&subject->results, "lasso.json");
    CU_ASSERT_EQUAL_FATAL(evidence_write(path, FILE_JSON,
                                         &(struct evidence_claim){.subject = &subject->about,
                                                                  .property = property,
                                                                  .trace = &result->trace},
                                         &subject->run, &error),
                          0);
    evidence_reader *reader = evidence_open(path, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reader);
    CU_ASSERT_EQUAL_FATAL(evidence_read(reader, &evidence, &error), 1);
    int confirmed;
    if (confirms(subject, evidence, &confirmed) != 0 || !confirmed) {
        report(subject, "evidence", "verdicts", drawn);
    }
    subject->totals->confirmed++;
    tamper(subject, (struct evidence *)(uintptr_t)evidence, drawn);
    evidence_close(reader);
}

/* --- one check --- */

struct trial {
    struct subject *subject;
    const char *how;
    unsigned threads;
    struct check_options options;
    uint32_t which[PROPERTIES], count;
    int deadlock; /* whether deadlocks are checked, too, as the last property */
    int evidence;
};

/* What differs between a result and the truth; NULL for nothing. */
static const char *compare_result(const struct trial *trial, const struct check_result *result,
                                  const struct drawn *drawn) {
    const struct oracle_cycle *truth = &drawn->truth;
    if (result->verdict != (truth->violated ? VERDICT_VIOLATED : VERDICT_HOLDS)) {
        return result->why.code == ERROR_NONE ? "verdicts" : result->why.text;
    }
    if (!truth->violated) {
        return result->has_trace || result->cycle_length != 0 ? "traces of what holds" : NULL;
    }
    if (result->length - result->cycle_length != truth->before ||
        (truth->length != 0 && result->cycle_length != truth->length)) {
        return "lengths";
    }
    if (trial->options.no_traces || !result->has_trace) {
        return trial->options.no_traces != !result->has_trace ? "wishes for traces" : NULL;
    }
    if (result->trace.steps != result->length) {
        return "lengths of traces";
    }
    return oracle_cycle_fault(trial->subject->graph, &drawn->goal, truth, &result->trace);
}

/* Under a limit. */
static const char *compare_limited(const struct check_result *result, const struct drawn *drawn) {
    const struct oracle_cycle *truth = &drawn->truth;
    switch (result->verdict) {
    case VERDICT_HOLDS:
        return truth->violated ? "verdicts (holds)" : NULL;
    case VERDICT_VIOLATED:
        return !truth->violated || result->length - result->cycle_length != truth->before
                   ? "verdicts (violated)"
                   : NULL;
    default:
        return NULL;
    }
}

static void compare_check(struct trial *trial, const struct check *check, const struct property *made,
                          int limited) {
    struct subject *subject = trial->subject;
    for (uint32_t i = 0; i < trial->count; i++) {
        const struct drawn *drawn = &subject->drawn[trial->which[i]];
        const struct check_result *result = &check->results[i];
        const char *what = limited ? compare_limited(result, drawn) : compare_result(trial, result, drawn);
        if (what != NULL) {
            report(subject, trial->how, what, drawn);
        } else if (trial->evidence && result->has_trace) {
            check_evidence(subject, result, &made[i], drawn);
        }
        subject->totals->limited += limited;
        subject->totals->undecided += result->verdict == VERDICT_UNDECIDED;
    }
    const struct check_result *deadlock = &check->results[trial->count];
    if (trial->deadlock && !limited &&
        deadlock->verdict != (subject->graph->deadlocks != 0 ? VERDICT_VIOLATED : VERDICT_HOLDS)) {
        report(subject, trial->how, "deadlocks beside", &subject->drawn[trial->which[0]]);
    }
}

static void run_trial(struct trial *trial, const struct backend *backend, int limited) {
    struct subject *subject = trial->subject;
    struct property made[PROPERTIES + 1] = {0};
    struct error error = {.code = ERROR_NONE};
    int failed = 0;
    uint64_t limit = subject->memory.limit;
    const int *stop = subject->run.stop;
    subject->memory.limit = BUDGET;
    subject->run.stop = NULL;
    for (uint32_t i = 0; i < trial->count; i++) {
        failed |= make_property(subject, &subject->drawn[trial->which[i]], &made[i], &error) != 0;
    }
    struct property_maker maker = {.tree = subject->tree, .run = &subject->run, .error = &error};
    failed |= trial->deadlock && property_make(&maker, PROPERTY_DEADLOCK, NULL, &made[trial->count]) != 0;
    subject->memory.limit = limit;
    subject->run.stop = stop;
    subject->run.threads = trial->threads;
    trial->options.backend = backend;
    struct check *check = failed ? NULL
                                 : check_run(subject->network, made, trial->count + (uint32_t)trial->deadlock,
                                             &trial->options, &subject->run, &error);
    if (check != NULL) {
        compare_check(trial, check, made, limited);
    } else if (!limited || (error.code != ERROR_MEMORY && error.code != ERROR_INTERRUPTED)) {
        report(subject, trial->how, error.text, &subject->drawn[trial->which[0]]);
    }
    check_free(check, &subject->run);
    for (uint32_t i = 0; i <= trial->count; i++) {
        property_free(&made[i], &subject->run);
    }
}

static struct trial base_trial(struct subject *subject) {
    struct trial trial = {
        .subject = subject, .how = "base", .threads = 1, .count = PROPERTIES, .evidence = 1};
    trial.options.explore.max_depth = UINT64_MAX;
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        trial.which[i] = i;
    }
    return trial;
}

static struct trial draw_trial(struct subject *subject) {
    static const uint32_t words[] = {0, 2, 4, 5};
    uint64_t *random = &subject->random;
    struct trial trial = base_trial(subject);
    trial.how = "drawn";
    trial.evidence = 0;
    trial.threads = 1 + (unsigned)(random_next(random) % 4);
    trial.options.words = words[random_next(random) % 4];
    trial.options.explore.first_slots = random_next(random) % 2 ? 8 : 0;
    trial.options.keep_going = random_next(random) % 4 == 0;
    trial.options.no_traces = random_next(random) % 8 == 0;
    trial.deadlock = random_next(random) % 2 == 0;
    trial.count = 1 + (uint32_t)(random_next(random) % PROPERTIES);
    random_shuffle(random, trial.which, PROPERTIES);
    return trial;
}

static void run_limited(struct subject *subject, const struct backend *backend) {
    static const int stop = 1;
    struct trial trial = draw_trial(subject);
    uint64_t *random = &subject->random, used = memory_used(&subject->memory);
    switch (random_next(random) % 8) {
    case 0:
        trial.how = "max_states";
        trial.options.explore.max_states = 1 + random_next(random) % (subject->graph->states + 1);
        break;
    case 1:
        trial.how = "max_depth";
        trial.options.explore.max_depth = random_next(random) % (subject->graph->levels + 1);
        break;
    case 2:
        trial.how = "stop";
        subject->run.stop = &stop;
        break;
    default: /* most of these stop in the graph or after it */
        trial.how = "memory";
        subject->run.spill = random_next(random) % 2 ? &subject->spill : NULL;
        subject->memory.limit = used + random_next(random) % ((uint64_t)1 << (10 + random_next(random) % 12));
    }
    run_trial(&trial, backend, 1);
    subject->memory.limit = BUDGET;
    subject->run.stop = NULL;
    subject->run.spill = NULL;
}

/* --- one network --- */

static void check_network(struct subject *subject) {
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        draw(subject, &subject->drawn[i]);
        count_worth(subject, &subject->drawn[i]);
    }
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (backend_takes(*backend, subject->network)) {
            struct trial trial = base_trial(subject);
            run_trial(&trial, *backend, 0);
            trial = draw_trial(subject);
            run_trial(&trial, *backend, 0);
            run_limited(subject, *backend);
        }
    }
}

static void compare_drawn(struct subject *subject, const struct random_network *files) {
    struct error error;
    subject->files = files;
    memory_init(&subject->memory, BUDGET);
    memory_init(&subject->spill, BUDGET);
    subject->run = (struct run){.memory = &subject->memory, .threads = 1, .device_bytes = TEST_DEVICE_BYTES};
    subject->random = files->seed;
    subject->tree = language_read(subject->files->path, &subject->files->options, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->tree);
    subject->network = language_compile(subject->tree, &subject->run, &error);
    subject->graph = oracle_explore_model(subject->tree, MOST_STATES);
    if (subject->network != NULL && subject->graph->outcome == ORACLE_DONE) {
        walker *walker = language_walk(subject->tree, &subject->run, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
        subject->about = (struct evidence_subject){.network = subject->files->path,
                                                   .options = &subject->files->options,
                                                   .components = walker_names(walker),
                                                   .component_count = walker_components(walker),
                                                   .walker = walker};
        check_network(subject);
        subject->totals->networks++;
        walker_free(walker);
    }
    network_free(&subject->memory, subject->network);
    oracle_free(subject->graph);
    language_free(subject->tree);
    if (memory_used(&subject->memory) != 0 || memory_used(&subject->spill) != 0) {
        report(subject, "the end", "memory and 0", &subject->drawn[0]);
    }
}

static void compare_network(struct subject *subject, uint64_t seed) {
    struct random_network drawn;
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, subject->folder.path, &drawn), 0);
    compare_drawn(subject, &drawn);
}

static void compare_model(struct subject *subject, uint64_t seed) {
    struct drawn_model drawn;
    drawn_model_open(&drawn, seed, subject->folder.path);
    compare_drawn(subject, &drawn.network);
    drawn_model_close(&drawn);
}

static void check_worth(const struct totals *totals, uint64_t cases) {
    for (int kind = 0; kind < KINDS; kind++) {
        if (totals->violated[kind] < cases / 40 ||
            (kind != KIND_STARVATION_UNKNOWN && totals->holds[kind] < cases / 40)) {
            fprintf(stderr, "%s: %llu violated, %llu hold\n", kind_names[kind],
                    (unsigned long long)totals->violated[kind], (unsigned long long)totals->holds[kind]);
            CU_FAIL("a verdict is too rare");
        }
    }
    CU_ASSERT(totals->deep >= cases / 100 && totals->long_cycles >= cases / 50);
    CU_ASSERT(totals->several >= cases / 50);
    CU_ASSERT(totals->confirmed >= cases / 4 && totals->refuted >= cases);
    CU_ASSERT(totals->undecided >= cases / 10);
}

static void test_random(void (*compare)(struct subject *subject, uint64_t seed), uint64_t first) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", first);
    static struct totals totals;
    struct subject *subject = calloc(1, sizeof *subject);
    memset(&totals, 0, sizeof totals);
    subject->totals = &totals;
    test_folder_create(&subject->folder);
    test_folder_create(&subject->results);
    cases = cases < DEFAULT_CASES ? cases : DEFAULT_CASES;
    for (uint64_t i = 0; totals.compared < cases && i < cases && totals.mismatches < 10; i++) {
        compare(subject, seed + i);
    }
    if (totals.mismatches == 0) {
        test_folder_remove(&subject->folder);
    }
    test_folder_remove(&subject->results);
    free(subject);
    report_counts("properties", totals.compared, "networks", totals.networks, "deep", totals.deep,
                  "long cycles", totals.long_cycles, "with several labels", totals.several,
                  "lassos confirmed", totals.confirmed, "changed ones refuted", totals.refuted,
                  "under limits", totals.limited, "undecided", totals.undecided, NULL);
    CU_ASSERT_EQUAL(totals.mismatches, 0);
    if (cases >= 500 && totals.mismatches == 0 && compare == compare_network) {
        check_worth(&totals, cases);
    }
}

static void test_random_networks(void) {
    test_random(compare_network, 90210);
}

/* Models in the PRISM language, without errors. */
static void test_random_models(void) {
    test_random(compare_model, 1);
}

void suite_cycle(void) {
    suite_add("cycles against naive verdicts", NULL, NULL, "random networks", test_random_networks,
              "random models with data", test_random_models, NULL);
}
