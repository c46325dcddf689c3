/* Properties through libheddle: verdicts of every kind, their traces, their errors, and evidence
 * that `heddle verify` confirms. The models are in the folder $EXAMPLES. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "include/heddle.h"
#include "library/library.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define MOST_RESULTS 16

/* Copies of the callback's arguments, which are valid only during the call. */
struct told {
    unsigned count;
    enum heddle_verdict verdicts[MOST_RESULTS];
    int vacuous[MOST_RESULTS];
    uint64_t steps[MOST_RESULTS], lasso[MOST_RESULTS];
    char names[MOST_RESULTS][128], why[MOST_RESULTS][256], last_label[MOST_RESULTS][64];
    enum heddle_code code[MOST_RESULTS];
    const char *write; /* evidence of the first goes to this file; or NULL */
    int written;
};

#define NO_TRACE (UINT64_MAX - 1)

static void tell(void *user, const struct heddle_result *result) {
    struct told *told = user;
    uint32_t i = result->property;
    CU_ASSERT_EQUAL_FATAL(i, told->count);
    told->count++;
    told->verdicts[i] = result->verdict;
    told->vacuous[i] = result->vacuous;
    snprintf(told->names[i], sizeof told->names[i], "%s", result->name);
    told->steps[i] = result->trace != NULL ? result->trace->steps : NO_TRACE;
    if (result->trace != NULL) {
        told->lasso[i] = result->trace->lasso;
        snprintf(told->last_label[i], sizeof told->last_label[i], "%s",
                 result->trace->steps == 0 ? "" : result->trace->labels[result->trace->steps - 1]);
    }
    if (result->why != NULL) {
        told->code[i] = result->why->code;
        snprintf(told->why[i], sizeof told->why[i], "%s", result->why->whole);
    }
    if (i == 0 && told->write != NULL) {
        told->written = heddle_result_write(result, told->write);
    }
}

static heddle_context *context;
static heddle_network *network;

static void begin(const char *example) {
    char path[PATH_BYTES];
    context = heddle_create();
    CU_ASSERT_PTR_NOT_NULL_FATAL(context);
    CU_ASSERT_EQUAL(heddle_set_device(context, "cpu"), 0);
    network = heddle_network_open(context, command_example(example, path));
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
}

static void end(void) {
    heddle_network_close(network);
    CU_ASSERT_EQUAL(memory_used(&context->job.memory), 0);
    heddle_free(context);
}

static void expect_error(enum heddle_code code, const char *part) {
    const struct heddle_message *error = heddle_last_error(context);
    if (error->code != code || strstr(error->whole, part) == NULL) {
        printf("\n  not '%s' (%d): %s (%d)", part, code, error->whole, error->code);
        CU_FAIL("another error");
    }
}

/* What one property comes to, the only one of a call. */
struct expected {
    struct heddle_property property;
    enum heddle_verdict verdict;
    uint64_t steps, lasso;
    int vacuous;
};

/* All of them in one call. */
static void check_all(const char *example, const struct expected *cases, uint32_t count) {
    struct heddle_property properties[MOST_RESULTS];
    struct told told = {0};
    begin(example);
    for (uint32_t i = 0; i < count; i++) {
        properties[i] = cases[i].property;
    }
    CU_ASSERT_EQUAL(heddle_check(network, properties, count, tell, &told), 0);
    CU_ASSERT_EQUAL(told.count, count);
    for (uint32_t i = 0; i < told.count; i++) {
        if (told.verdicts[i] != cases[i].verdict || told.steps[i] != cases[i].steps ||
            (told.steps[i] != NO_TRACE && told.lasso[i] != cases[i].lasso) ||
            told.vacuous[i] != cases[i].vacuous || told.why[i][0] != '\0') {
            printf("\n  %s, %s: verdict %d, %lld steps, lasso %lld, vacuous %d, %s", example, told.names[i],
                   told.verdicts[i], (long long)told.steps[i], (long long)told.lasso[i], told.vacuous[i],
                   told.why[i]);
            CU_FAIL("another result");
        }
    }
    end();
}

static void test_kinds(void) {
    char monitor[PATH_BYTES], formula[PATH_BYTES], multiaction[PATH_BYTES];
    command_put_file("twice.aut", "des (0, 2, 2)\n(0, trans, 1)\n(1, ERROR, 1)\n");
    command_put_file("works.mcl", "% two files, of two dialects\n[true* . \"no such\"] false\n");
    command_put_file("works.mcf", "<true*.trans>true\n");
    const struct expected cases[] = {
        {{HEDDLE_DEADLOCK_FREE, NULL}, HEDDLE_HOLDS, NO_TRACE, 0, 0},
        {{HEDDLE_NEVER, "trans"}, HEDDLE_VIOLATED, 2, HEDDLE_NO_LASSO, 0},
        {{HEDDLE_NEVER, "'no such.*'"}, HEDDLE_HOLDS, NO_TRACE, 0, 1},
        {{HEDDLE_NO_LIVELOCK, NULL}, HEDDLE_HOLDS, NO_TRACE, 0, 1},
        {{HEDDLE_NO_STARVATION, "trans"}, HEDDLE_VIOLATED, 3, 2, 0},
        {{HEDDLE_NEVER_CYCLE, "work_1,\"work_2\""}, HEDDLE_VIOLATED, 8, 0, 0},
        {{HEDDLE_NO_FAIR_CYCLE, "work_1,\"work_2\""}, HEDDLE_VIOLATED, 8, 0, 0},
        {{HEDDLE_MONITOR, command_path("twice.aut", monitor)}, HEDDLE_VIOLATED, 2, HEDDLE_NO_LASSO, 0},
        {{HEDDLE_FORMULA, "<true* . trans> true"}, HEDDLE_HOLDS, 2, HEDDLE_NO_LASSO, 0},
        {{HEDDLE_FORMULA, "mu X . [true] X"}, HEDDLE_VIOLATED, 3, 0, 0},
        {{HEDDLE_CTL, "EF <trans> true"}, HEDDLE_HOLDS, 2, HEDDLE_NO_LASSO, 0},
        {{HEDDLE_CTL, "AG !deadlock"}, HEDDLE_HOLDS, NO_TRACE, 0, 0},
        {{HEDDLE_LTL, "G !deadlock"}, HEDDLE_HOLDS, NO_TRACE, 0, 0},
        {{HEDDLE_LTL, "G !trans"}, HEDDLE_VIOLATED, 2, HEDDLE_NO_LASSO, 0},
        {{HEDDLE_FORMULA_FILE, command_path("works.mcl", formula)}, HEDDLE_HOLDS, NO_TRACE, 0, 1},
        {{HEDDLE_FORMULA_FILE, command_path("works.mcf", multiaction)}, HEDDLE_HOLDS, 2, HEDDLE_NO_LASSO, 0},
    };
    check_all("producer/network.exp", cases, LENGTH(cases));
}

static void test_traces(void) {
    const struct expected deadlock[] = {
        {{HEDDLE_DEADLOCK_FREE, NULL}, HEDDLE_VIOLATED, 11, HEDDLE_NO_LASSO, 0}};
    const struct expected livelock[] = {{{HEDDLE_NO_LIVELOCK, NULL}, HEDDLE_VIOLATED, 6, 0, 0}};
    check_all("gas_station-2/gas_station.exp", deadlock, LENGTH(deadlock));
    check_all("locks/locks.exp", livelock, LENGTH(livelock));
}

static void test_schedulers(void) {
    const struct expected cases[] = {
        {{HEDDLE_ALMOST_SURELY, "done"}, HEDDLE_HOLDS, NO_TRACE, 0, 0},
        {{HEDDLE_ALMOST_SURELY_REPEATEDLY, "high_0"}, HEDDLE_VIOLATED, NO_TRACE, 0, 0},
        {{HEDDLE_ALMOST_SURELY_BY_ALL, "done"}, HEDDLE_HOLDS, NO_TRACE, 0, 0},
    };
    check_all("shared_coin-2-1/coin.exp", cases, LENGTH(cases));
}

/* A trace's states are those that its labels lead to: the space says so. */
struct following {
    const struct heddle_trace *trace;
    heddle_space *space;
    uint64_t step;
    int found;
};

static int find_step(void *user, uint64_t from, const char *label, uint64_t to) {
    struct following *following = user;
    const struct heddle_trace *trace = following->trace;
    uint32_t local[16];
    (void)from;
    CU_ASSERT_EQUAL(heddle_space_local_states(following->space, to, local), 0);
    if (strcmp(label, trace->labels[following->step]) != 0 ||
        memcmp(local, trace->local_states + (following->step + 1) * trace->components,
               trace->components * sizeof *local) != 0) {
        return 0;
    }
    return (int)to + 1;
}

static void follow(void *user, const struct heddle_result *result) {
    struct following *following = user;
    uint64_t state = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(result->trace);
    following->trace = result->trace;
    CU_ASSERT_EQUAL(result->trace->components, heddle_network_components(network));
    for (following->step = 0; following->step < result->trace->steps; following->step++) {
        int next = heddle_space_visit_successors(following->space, state, find_step, following);
        CU_ASSERT_FATAL(next > 0);
        state = (uint64_t)next - 1;
    }
    following->found = (int)state;
}

static int count_one(void *user, uint64_t from, const char *label, uint64_t to) {
    (void)from, (void)label, (void)to;
    ++*(int *)user;
    return 0;
}

static void test_trace_in_space(void) {
    begin("gas_station-2/gas_station.exp");
    int successors = 0;
    struct following following = {.space = heddle_space_create(network, NULL), .found = -1};
    CU_ASSERT_PTR_NOT_NULL_FATAL(following.space);
    CU_ASSERT_EQUAL(
        heddle_check(network, &(struct heddle_property){HEDDLE_DEADLOCK_FREE, NULL}, 1, follow, &following),
        0);
    CU_ASSERT_FATAL(following.found > 0);
    CU_ASSERT_EQUAL(
        heddle_space_visit_successors(following.space, (uint64_t)following.found, count_one, &successors), 0);
    CU_ASSERT_EQUAL(successors, 0);
    heddle_space_free(following.space);
    end();
}

/* --- errors and undecided properties --- */

static void refuse(enum heddle_property_kind kind, const char *text, enum heddle_code code,
                   const char *part) {
    struct told told = {0};
    const struct heddle_property properties[] = {{HEDDLE_DEADLOCK_FREE, NULL}, {kind, text}};
    CU_ASSERT_EQUAL(heddle_check(network, properties, 2, tell, &told), -1);
    CU_ASSERT_EQUAL(told.count, 0);
    expect_error(code, part);
}

static void test_errors(void) {
    struct told told = {0};
    begin("producer/network.exp");
    refuse(HEDDLE_FORMULA, "[true* . ", HEDDLE_INPUT, "formula:1:10: ");
    CU_ASSERT_EQUAL(heddle_last_error(context)->column, 10);
    refuse(HEDDLE_FORMULA, "mu X .\n  not X", HEDDLE_INPUT, "formula:2:");
    refuse(HEDDLE_FORMULA_FILE, "/nowhere/file.mcl", HEDDLE_IO, "/nowhere/file.mcl");
    refuse(HEDDLE_MONITOR, "/nowhere/monitor.aut", HEDDLE_IO, "/nowhere/monitor.aut");
    refuse(HEDDLE_NEVER, "'a[b'", HEDDLE_INPUT, "property 1 ('a[b')");
    refuse(HEDDLE_NEVER, NULL, HEDDLE_USAGE, "property 1 (): it needs a text");
    refuse((enum heddle_property_kind)99, "text", HEDDLE_USAGE, "no such kind");
    CU_ASSERT_EQUAL(heddle_check(network, NULL, 0, tell, &told), -1);
    expect_error(HEDDLE_USAGE, "nothing to check");
    CU_ASSERT_EQUAL(heddle_check(NULL, NULL, 0, tell, &told), -1);
    CU_ASSERT_EQUAL(heddle_result_write(NULL, "nothing.json"), -1);
    end();
}

static void test_undecided(void) {
    struct told told = {0};
    const struct heddle_property properties[] = {{HEDDLE_DEADLOCK_FREE, NULL},
                                                 {HEDDLE_FORMULA, "nu X . <true> X"}};
    begin("ring-6/ring.exp");
    heddle_set_limits(context, 50, UINT64_MAX);
    CU_ASSERT_EQUAL(heddle_check(network, properties, LENGTH(properties), tell, &told), 0);
    CU_ASSERT_EQUAL(told.count, LENGTH(properties));
    for (uint32_t i = 0; i < told.count; i++) {
        CU_ASSERT_EQUAL(told.verdicts[i], HEDDLE_UNDECIDED);
        CU_ASSERT_EQUAL(told.code[i], HEDDLE_LIMIT);
        CU_ASSERT_PTR_NOT_NULL(strstr(told.why[i], "50 states"));
    }
    heddle_stop(context);
    CU_ASSERT_EQUAL(heddle_check(network, properties, 1, tell, &told), -1);
    expect_error(HEDDLE_INTERRUPTED, "interrupted");
    end();
}

static void note_warning(void *user, const struct heddle_message *warning) {
    CU_ASSERT_STRING_EQUAL(warning->path, "formula");
    CU_ASSERT_EQUAL(warning->line, 1);
    ++*(unsigned *)user;
}

static void test_warning(void) {
    unsigned warnings = 0;
    struct told told = {0};
    begin("producer/network.exp");
    heddle_set_warning(context, note_warning, &warnings);
    CU_ASSERT_EQUAL(
        heddle_check(network, &(struct heddle_property){HEDDLE_FORMULA, "<true*> @"}, 1, tell, &told), 0);
    CU_ASSERT_EQUAL(told.verdicts[0], HEDDLE_HOLDS);
    CU_ASSERT_EQUAL(warnings, 1);
    end();
}

static void note_absent(void *user, const struct heddle_message *warning) {
    CU_ASSERT_PTR_NOT_NULL(strstr(warning->text, "never nonesuch: no transition of the network has such"));
    ++*(unsigned *)user;
}

/* The library warns of what the command warns of. */
static void test_absent_label(void) {
    unsigned warnings = 0;
    struct told told = {0};
    begin("producer/network.exp");
    heddle_set_warning(context, note_absent, &warnings);
    CU_ASSERT_EQUAL(
        heddle_check(network, &(struct heddle_property){HEDDLE_NEVER, "nonesuch"}, 1, tell, &told), 0);
    CU_ASSERT_EQUAL(told.verdicts[0], HEDDLE_HOLDS);
    CU_ASSERT_EQUAL(warnings, 1);
    end();
}

/* --- evidence --- */

static void write_evidence(const char *example, const struct heddle_property *property, const char *name,
                           int written) {
    char path[PATH_BYTES];
    struct told told = {.write = command_path(name, path)};
    begin(example);
    CU_ASSERT_EQUAL(heddle_check(network, property, 1, tell, &told), 0);
    CU_ASSERT_EQUAL(told.written, written);
    if (written != 0) {
        expect_error(HEDDLE_USAGE, "no evidence");
    }
    CU_ASSERT_EQUAL(command_has_file(name), written == 0);
    end();
}

static void expect_verified(const char *name) {
    char path[PATH_BYTES];
    command_exits(0, NULL, "verify", command_path(name, path));
}

static void test_evidence(void) {
    const struct heddle_property deadlock = {HEDDLE_DEADLOCK_FREE, NULL},
                                 livelock = {HEDDLE_NO_LIVELOCK, NULL},
                                 reached = {HEDDLE_FORMULA, "<true* . trans> true"},
                                 played = {HEDDLE_FORMULA, "[true] mu X . <true> (<true> true and X)"};
    write_evidence("gas_station-2/gas_station.exp", &deadlock, "stuck.json", 0);
    expect_verified("stuck.json");
    write_evidence("locks/locks.exp", &livelock, "lasso.json", 0);
    expect_verified("lasso.json");
    write_evidence("producer/network.exp", &reached, "witness.json", 0);
    expect_verified("witness.json");
    write_evidence("producer/network.exp", &played, "strategy.json", 0);
    expect_verified("strategy.json");
    write_evidence("gas_station-2/gas_station.exp", &deadlock, "table.txt", 0);
    write_evidence("producer/network.exp", &deadlock, "nothing.json", -1);
}

void suite_library_check(void) {
    command_suite("library_check", "properties of every kind in one call", test_kinds, "traces and lassos",
                  test_traces, "schedulers", test_schedulers, "a trace goes through the state space",
                  test_trace_in_space, "properties that are wrong", test_errors,
                  "limits leave verdicts undecided", test_undecided, "warnings", test_warning,
                  "a label that is nowhere", test_absent_label, "evidence is confirmed", test_evidence, NULL);
}
