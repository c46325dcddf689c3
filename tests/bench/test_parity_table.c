/* The tables of heddle bench parity: cells of ways that fail or are wrong. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/parity_table.h"
#include "explorer/backend.h"
#include "tests/support/testing.h"

/* --- ways that fail --- */

typedef int solve_function(const struct solve_task *task);

static int solve_usage(const struct solve_task *task) {
    return error_set(task->error, ERROR_USAGE, "not for such games");
}

static int solve_memory(const struct solve_task *task) {
    return error_set(task->error, ERROR_MEMORY, "not enough memory");
}

static int solve_interrupted(const struct solve_task *task) {
    return error_set(task->error, ERROR_INTERRUPTED, "interrupted");
}

/* Solves correctly except for one vertex. */
static int solve_wrong(const struct solve_task *task) {
    int result = solve_cpu(task);
    task->solution->winner[0] = (uint8_t)!task->solution->winner[0];
    return result;
}

/* --- a table of one game --- */

static const struct parity_subject subjects[] = {
    {"prop(2,3)",
     "prop(2,3)",
     {.kind = GAME_FAMILY_PROPAGATION, .width = 2, .length = 3},
     {.kind = GAME_FAMILY_PROPAGATION, .width = 2, .length = 3},
     NULL,
     NETWORK_RING,
     0,
     0,
     PARITY_NATURAL | PARITY_SHUFFLED},
};
static const struct parity_list games = {subjects, 1};

/* The last line. */
struct seen {
    const struct bench_table *table;
    unsigned lines;
    char shown[3][16], outcome[3][32]; /* the texts of each way */
    int exact;
};

static const void *value_of(const struct bench_table *table, const void *values, const char *name) {
    for (unsigned i = 0; i < table->column_count; i++) {
        const struct statistic_row *column = &table->columns[i];
        if (strcmp(column->key != NULL ? column->key : column->label, name) == 0) {
            return (const char *)values + column->offset;
        }
    }
    CU_FAIL_FATAL("a column is missing");
    return NULL;
}

static int see_table(void *context, const struct bench_table *table) {
    ((struct seen *)context)->table = table;
    return 0;
}

static int see_line(void *context, const void *values) {
    static const char *const labels[] = {"1", "2", "3"}, *const keys[] = {"a_outcome", "b_outcome",
                                                                          "c_outcome"};
    struct seen *seen = context;
    for (unsigned i = 0; i < 3; i++) {
        const char *outcome = *(const char *const *)value_of(seen->table, values, keys[i]);
        strcpy(seen->shown[i], *(const char *const *)value_of(seen->table, values, labels[i]));
        strcpy(seen->outcome[i], outcome == NULL ? "" : outcome);
    }
    seen->exact = *(const int *)value_of(seen->table, values, "exact");
    seen->lines++;
    return 0;
}

struct measured {
    struct memory memory;
    struct seen seen;
    struct bench bench;
    struct error error;
    int result;
};

/* The first way solves by promotion, the second one is given, the third one solves by attractors. */
static void measure(solve_function *second, struct measured *measured) {
    struct parity_way ways[] = {{"a", "1", 0, NULL, 0, {.solver = SOLVER_PROMOTION}},
                                {"b", "2", 0, second, 0, {.solver = SOLVER_PROMOTION}},
                                {"c", "3", 0, NULL, 0, {.solver = SOLVER_ATTRACTOR}}};
    struct parity_table table = {"part", "table", "title", &games, ways, 3, 1};
    struct run run = {.memory = &measured->memory, .threads = 1};
    *measured = (struct measured){.result = 0};
    memory_init(&measured->memory, (uint64_t)1 << 30);
    measured->bench = (struct bench){.run = &run,
                                     .backend = backends[0],
                                     .quick = 1,
                                     .sink = {&measured->seen, see_table, see_line, NULL},
                                     .error = &measured->error};
    measured->result = parity_table_run(&measured->bench, &table);
}

static void end(struct measured *measured) {
    CU_ASSERT_EQUAL(memory_used(&measured->memory), 0);
}

/* The second way's cell of the last line; the others' are solved. */
static void expect(solve_function *second, const char *shown, const char *told) {
    struct measured measured;
    measure(second, &measured);
    CU_ASSERT_EQUAL(measured.result, 0);
    CU_ASSERT_EQUAL(measured.seen.lines, 2);
    CU_ASSERT(strlen(measured.seen.shown[0]) > 0 && strlen(measured.seen.shown[2]) > 0);
    CU_ASSERT_STRING_EQUAL(measured.seen.outcome[0], "");
    CU_ASSERT_STRING_EQUAL(measured.seen.outcome[2], "");
    CU_ASSERT_STRING_EQUAL(measured.seen.shown[1], shown);
    CU_ASSERT_STRING_EQUAL(measured.seen.outcome[1], told);
    CU_ASSERT_EQUAL(measured.seen.exact, strcmp(told, "wrong") != 0);
    CU_ASSERT_EQUAL(measured.bench.wrong, strcmp(told, "wrong") == 0 ? 2 : 0);
    CU_ASSERT_EQUAL(measured.bench.stopped, strcmp(shown, "mem") == 0 ? 2 : 0);
    end(&measured);
}

static void test_failures(void) {
    expect(solve_usage, "", "");
    expect(solve_memory, "mem", "memory ran out");
    expect(solve_wrong, "wrong", "wrong");
}

static void test_interrupted(void) {
    struct measured measured;
    measure(solve_interrupted, &measured);
    CU_ASSERT_EQUAL(measured.result, -1);
    CU_ASSERT_EQUAL(measured.error.code, ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(measured.seen.lines, 0);
    end(&measured);
}

void suite_parity_table(void) {
    suite_add("tables of heddle bench parity", NULL, NULL,
              "ways that fail are cells, ways that are wrong are reported", test_failures,
              "an interruption ends it", test_interrupted, NULL);
}
