/* heddle bench all: which parts exist, and the outcomes of parts that fail, on benchmarks made up here. */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/all.h"
#include "explorer/backend.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

/* --- choosing --- */

static int choose(const char *only, unsigned size, struct bench_choice *parts) {
    struct error error;
    return bench_parts_choose(NULL, only, size, parts, &error);
}

static int has(const struct bench_choice *parts, int count, const char *benchmark, const char *part) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        found += strcmp(parts[i].benchmark->name, benchmark) == 0 && strcmp(parts[i].part->name, part) == 0;
    }
    return found;
}

static void test_choice(void) {
    struct bench_choice parts[BENCH_MOST_PARTS];
    int small = choose(NULL, 0, parts);
    CU_ASSERT_EQUAL(has(parts, small, "explore", "ring"), 1);
    CU_ASSERT_EQUAL(has(parts, small, "graph", "ring"), 1);
    CU_ASSERT_EQUAL(has(parts, small, "parity", "large"), 0);
    CU_ASSERT_EQUAL(has(parts, small, "mec", "large"), 0);
    int full = choose(NULL, BENCH_SIZES - 1, parts);
    CU_ASSERT_EQUAL(full, small + 3);
    CU_ASSERT_EQUAL(has(parts, full, "parity", "large"), 1);
    CU_ASSERT_EQUAL(choose("scc", 0, parts), 6);
    CU_ASSERT_EQUAL(choose("mec", 0, parts), 3);
    CU_ASSERT_EQUAL(choose("mec/large", 0, parts), 1);
    int some = choose("mec/large,graph,explore/ring,explore", 0, parts);
    CU_ASSERT_EQUAL(some, 10);
    CU_ASSERT_EQUAL(has(parts, some, "explore", "ring"), 1);
    CU_ASSERT_STRING_EQUAL(parts[0].benchmark->name, "explore");
    for (int i = 0; i < some; i++) {
        CU_ASSERT(parts[i].seconds > 0);
    }
}

/* The parts of one benchmark: a list of their names, without it. */
static void test_choice_of_one(void) {
    struct bench_choice parts[BENCH_MOST_PARTS];
    struct error error;
    CU_ASSERT_EQUAL(bench_parts_choose(&bench_mec, NULL, 0, parts, &error), 3);
    CU_ASSERT_EQUAL(bench_parts_choose(&bench_mec, NULL, BENCH_SIZES - 1, parts, &error), 5);
    CU_ASSERT_EQUAL(bench_parts_choose(&bench_mec, "large", 0, parts, &error), 1);
    CU_ASSERT_EQUAL(bench_parts_choose(&bench_explore, "deep,ring", 0, parts, &error), 2);
    CU_ASSERT_STRING_EQUAL(parts[0].part->name, "ring");
    CU_ASSERT_EQUAL(bench_parts_choose(&bench_explore, "deep,buckets", 0, parts, &error), -1);
    CU_ASSERT_STRING_EQUAL(error.text, "--only: explore has no part 'buckets'; it has ring, gas_station, "
                                       "counters, layouts, vectors, deep, shared, prism");
    CU_ASSERT_EQUAL(bench_parts_choose(&bench_explore, "explore/ring", 0, parts, &error), -1);
}

static void refuse(const char *only, const char *text) {
    struct bench_choice parts[BENCH_MOST_PARTS];
    struct error error;
    CU_ASSERT_EQUAL(bench_parts_choose(NULL, only, 0, parts, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.text, text));
}

static void test_refusals(void) {
    refuse("", "there is no benchmark ''; there are hashtable, explore");
    refuse("ring", "there is no benchmark 'ring'; there are hashtable, explore");
    refuse("explore/rings", "explore has no part 'rings'; it has ring, gas_station");
    refuse("explore,", "there is no benchmark ''");
    refuse("graphs", "there is no benchmark 'graphs'");
    refuse("mec,graph/", "graph has no part ''; it has ring");
}

/* --- benchmarks that fail --- */

struct line {
    const char *name, *empty;
    uint64_t count;
    double number, absent, large;
    int truth;
};

#define AT(member) offsetof(struct line, member)

static const struct statistic_row columns[] = {
    {"name", "name", NULL, STATISTIC_TEXT, AT(name)},
    {NULL, "for people", NULL, STATISTIC_CELL, AT(name)},
    {"count", NULL, NULL, STATISTIC_COUNT, AT(count)},
    {"number", "number", NULL, STATISTIC_SECONDS, AT(number)},
    {"rough", "rough", NULL, STATISTIC_ROUGH, AT(count)},
    {"milli", "milli", NULL, STATISTIC_MILLI, AT(number)},
    {"absent", "absent", NULL, STATISTIC_NUMBER, AT(absent)},
    {"large", "large", NULL, STATISTIC_NUMBER, AT(large)},
    {"empty", "empty", NULL, STATISTIC_TEXT, AT(empty)},
    {"truth", "truth", NULL, STATISTIC_TRUTH, AT(truth)},
};

static int show(struct bench *bench, const char *name) {
    static const struct bench_table table = {"table", "A <title> & more.", columns, LENGTH(columns)};
    struct line line = {name, NULL, UINT64_C(9007199254740993), 0.25, -1, 28900.5, 1};
    return bench_begin(bench, &table) != 0 ? -1 : bench_line(bench, &line);
}

static int run_good(struct bench *bench) {
    return show(bench, "good, as \"it\" \xc3\xbc is");
}

static int run_memory(struct bench *bench) {
    return show(bench, "memory") != 0 ? -1 : error_memory(bench->error, "for it");
}

static int run_slow(struct bench *bench) {
    return error_set(bench->error, ERROR_INTERRUPTED, "interrupted");
}

static int run_broken(struct bench *bench) {
    return error_set(bench->error, ERROR_DEVICE, "the device is lost");
}

static int run_wrong(struct bench *bench) {
    bench->wrong++;
    return show(bench, "wrong");
}

static int run_spent(struct bench *bench) {
    bench->stopped++;
    return show(bench, "spent");
}

/* Every part is run under its name, with its own deadline if there are deadlines. */
static double deadlines[2];
static unsigned deadlines_seen;

static int run_deadline(struct bench *bench) {
    CU_ASSERT_STRING_EQUAL(bench->part, "part");
    deadlines[deadlines_seen++ % 2] = bench->run->deadline;
    return 0;
}

struct measured {
    struct memory memory;
    struct record record;
    struct bench bench;
    struct bench_all all;
    struct run run;
    struct error error;
    unsigned lines, said;
    char last[512];
    int result;
};

static int see_table(void *context, const struct bench_table *table) {
    (void)context, (void)table;
    return 0;
}

static int see_line(void *context, const void *values) {
    (void)values;
    ((struct measured *)context)->lines++;
    return 0;
}

static void see_note(void *context, const char *text) {
    (void)context, (void)text;
}

static void hear(void *context, const char *text) {
    struct measured *measured = context;
    measured->said++;
    snprintf(measured->last, sizeof measured->last, "%s", text);
}

static void run_all(struct measured *measured, const struct benchmark *const *list, unsigned count,
                    double seconds, const int *stop) {
    struct bench_choice parts[8];
    *measured = (struct measured){0};
    memory_init(&measured->memory, (uint64_t)1 << 26);
    record_create(&measured->record, &measured->memory);
    measured->run = (struct run){.memory = &measured->memory,
                                 .threads = 1,
                                 .stop = stop,
                                 .deadline = seconds > 0 ? run_clock() + seconds : 0};
    for (unsigned i = 0; i < count; i++) {
        parts[i] = (struct bench_choice){list[i], list[i]->parts, i == 0 ? 3 : 1};
    }
    measured->bench = (struct bench){.run = &measured->run,
                                     .backend = backend_find("cpu"),
                                     .quick = 1,
                                     .sink = {measured, see_table, see_line, see_note},
                                     .error = &measured->error};
    measured->all = (struct bench_all){
        .parts = parts, .count = count, .record = &measured->record, .say = hear, .context = measured};
    measured->result = bench_all_run(&measured->bench, &measured->all);
}

static void close_all(struct measured *measured) {
    record_free(&measured->record);
    CU_ASSERT_EQUAL(memory_used(&measured->memory), 0);
}

/* NULL if it was not made. */
static const json_t *table_of(const struct measured *measured, const char *benchmark) {
    size_t i;
    json_t *table;
    json_array_foreach(measured->record.tables, i, table) {
        if (strcmp(command_text(table, "benchmark"), benchmark) == 0) {
            return table;
        }
    }
    return NULL;
}

static const char *outcome_of(const struct measured *measured, size_t row) {
    return command_text(json_array_get(json_object_get(table_of(measured, "all"), "rows"), row), "outcome");
}

static const struct benchmark good = {"good", {{.name = "part", .run = run_good}}, 0},
                              memory = {"memory", {{.name = "part", .run = run_memory}}, 0},
                              slow = {"slow", {{.name = "part", .run = run_slow}}, 0},
                              broken = {"broken", {{.name = "part", .run = run_broken}}, 0},
                              wrong = {"wrong", {{.name = "part", .run = run_wrong}}, 0},
                              spent = {"spent", {{.name = "part", .run = run_spent}}, 0},
                              timed = {"timed", {{.name = "part", .run = run_deadline}}, 0};

/* Each failure is reported, and all parts run, the last one too. */
static void test_failures(void) {
    const struct benchmark *const list[] = {&memory, &slow, &broken, &wrong, &spent, &good};
    struct measured measured;
    run_all(&measured, list, 6, 1000, NULL);
    CU_ASSERT_EQUAL(measured.result, 0);
    CU_ASSERT_EQUAL(measured.all.cut, 3);
    CU_ASSERT_EQUAL(measured.all.failed, 1);
    CU_ASSERT_EQUAL(measured.all.left_out, 0);
    CU_ASSERT_EQUAL(measured.bench.wrong, 1);
    CU_ASSERT_EQUAL(measured.bench.stopped, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(outcome_of(&measured, 0), "not enough memory for it"));
    CU_ASSERT_PTR_NOT_NULL(strstr(outcome_of(&measured, 1), "its share of --timeout"));
    CU_ASSERT_PTR_NOT_NULL(strstr(outcome_of(&measured, 2), "failed: the device is lost"));
    CU_ASSERT_PTR_NOT_NULL(strstr(outcome_of(&measured, 3), "not what must be"));
    CU_ASSERT_PTR_NOT_NULL(strstr(outcome_of(&measured, 4), "memory ran out"));
    CU_ASSERT_STRING_EQUAL(outcome_of(&measured, 5), "done");
    CU_ASSERT_EQUAL(measured.lines, 4 + 6); /* lines of the tables and of the parts */
    CU_ASSERT_EQUAL(measured.said, 6 + 5);  /* 6 names, and 5 outcomes other than done */
    const json_t *notes = json_object_get(table_of(&measured, "memory"), "notes");
    CU_ASSERT_EQUAL_FATAL(json_array_size(notes), 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(json_string_value(json_array_get(notes, 0)), "memory/part: cut short"));
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(notes, 1)), bench_all_scale(0));
    close_all(&measured);
}

static void test_stop(void) {
    const struct benchmark *const list[] = {&good, &good};
    struct measured measured;
    int stop = 1;
    run_all(&measured, list, 2, 0, &stop);
    CU_ASSERT_EQUAL(measured.result, 0);
    CU_ASSERT_EQUAL(measured.all.left_out, 2);
    CU_ASSERT_STRING_EQUAL(outcome_of(&measured, 1), "not begun");
    CU_ASSERT_PTR_NULL(table_of(&measured, "good"));
    CU_ASSERT_EQUAL(measured.said, 0);
    close_all(&measured);
}

/* The first part gets 3/4 of the time, and the second one the rest. */
static void test_deadlines(void) {
    const struct benchmark *const list[] = {&timed, &timed};
    struct measured measured;
    deadlines_seen = 0;
    run_all(&measured, list, 2, 4000, NULL);
    CU_ASSERT_EQUAL(deadlines_seen, 2);
    CU_ASSERT(deadlines[0] < measured.run.deadline - 900);
    CU_ASSERT(deadlines[0] > measured.run.deadline - 1100);
    CU_ASSERT_DOUBLE_EQUAL(deadlines[1], measured.run.deadline, 1e-3);
    close_all(&measured);
    run_all(&measured, list, 2, 0, NULL);
    CU_ASSERT_EQUAL(deadlines[0], 0);
    CU_ASSERT_EQUAL(deadlines[1], 0);
    close_all(&measured);
}

/* --- records --- */

/* What programs read, and what people do. */
static void test_record(void) {
    const struct benchmark *const list[] = {&good};
    struct measured measured;
    run_all(&measured, list, 1, 0, NULL);
    json_t *row = json_loads("{\"name\": \"good, as \\\"it\\\" \xc3\xbc is\", \"count\": 9007199254740993, "
                             "\"number\": 0.25, \"rough\": 9007199254740993, \"milli\": 0.25, "
                             "\"large\": 28900.5, \"truth\": true}",
                             0, NULL);
    json_t *cells = json_loads("[\"good, as \\\"it\\\" \xc3\xbc is\", \"good, as \\\"it\\\" \xc3\xbc is\", "
                               "\"9 007 199 254 740 993\", \"0.25\", "
                               "\"9.01 P\", \"250\", \"\", \"28900\", \"\", \"yes\"]",
                               0, NULL);
    const json_t *shown = json_array_get(measured.record.shown, 0);
    CU_ASSERT(json_equal(json_array_get(json_object_get(table_of(&measured, "good"), "rows"), 0), row));
    CU_ASSERT(json_equal(json_array_get(json_object_get(shown, "cells"), 0), cells));
    json_decref(row);
    json_decref(cells);
    json_t *column = json_loads("[null, \"for people\", false]", 0, NULL);
    CU_ASSERT(json_equal(json_array_get(json_object_get(shown, "columns"), 1), column));
    json_decref(column);
    close_all(&measured);
}

void suite_bench_parts(void) {
    suite_add("parts of heddle bench all", NULL, NULL, "parts by name", test_choice, "parts of one benchmark",
              test_choice_of_one, "names that do not exist", test_refusals, "parts that fail", test_failures,
              "an interruption ends all", test_stop, "time is shared", test_deadlines, "tables are kept",
              test_record, NULL);
}
