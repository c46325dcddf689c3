/* The times of a run of heddle bench beside those of an earlier one, on made-up tables. */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "bench/earlier.h"
#include "tests/support/testing.h"

struct line {
    const char *name;
    double first, second, published_seconds;
};

static const struct statistic_row columns[] = {
    COLUMN("name", "name", TEXT, name),
    COLUMN("first_seconds", "first", SECONDS, first),
    COLUMN("second_seconds", "second", MILLI, second),
    COLUMN("published_seconds", "published", SECONDS, published_seconds),
};

static const struct bench_table shapes = {"shapes", "Shapes.", columns, LENGTH(columns)};
static const struct bench_table others = {"others", "Others.", columns, LENGTH(columns)};

/* Rows of the same name are told apart by their order; -1 does not apply. */
static const struct line lines[] = {{"ring", 2, 1, 9}, {"ring", 8, 0.5, 9}, {"torus", 3, -1, 9}};

/* Of another benchmark's table; then half, a quarter and the same time, and one that was not measured. */
static const char before[] =
    "[{\"benchmark\": \"mec\", \"name\": \"shapes\", \"rows\": [{\"name\": \"ring\", \"first_seconds\": 7}]},"
    " {\"benchmark\": \"scc\", \"name\": \"shapes\", \"rows\": ["
    "  {\"name\": \"ring\", \"first_seconds\": 1, \"second_seconds\": 1, \"published_seconds\": 1},"
    "  {\"name\": \"torus\", \"second_seconds\": 5},"
    "  {\"name\": \"ring\", \"first_seconds\": 2}]}]";

static int ignore_table(void *context, const struct bench_table *table) {
    (void)context;
    (void)table;
    return 0;
}

static int ignore_line(void *context, const void *values) {
    (void)context;
    (void)values;
    return 0;
}

/* Keeps the last remark. */
static void keep_note(void *context, const char *text) {
    snprintf(context, 128, "%s", text);
}

struct made {
    struct memory memory;
    struct error error;
    struct record record;
    struct bench bench;
    struct recorder recorder;
    char note[128];
};

static void begin(struct made *made) {
    memory_init(&made->memory, (uint64_t)1 << 20);
    CU_ASSERT_EQUAL_FATAL(record_create(&made->record, &made->memory, &made->error), 0);
    made->recorder = (struct recorder){.record = &made->record,
                                       .benchmark = "scc",
                                       .next = {made->note, ignore_table, ignore_line, keep_note},
                                       .error = &made->error};
    made->bench = (struct bench){.sink = recorder_sink(&made->recorder), .error = &made->error};
    made->note[0] = '\0';
    CU_ASSERT_EQUAL_FATAL(bench_begin(&made->bench, &shapes), 0);
    for (size_t i = 0; i < LENGTH(lines); i++) {
        CU_ASSERT_EQUAL_FATAL(bench_line(&made->bench, &lines[i]), 0);
    }
    CU_ASSERT_EQUAL_FATAL(bench_begin(&made->bench, &others), 0);
    CU_ASSERT_EQUAL_FATAL(bench_line(&made->bench, &lines[0]), 0);
}

static const struct record_table *compare(struct made *made, const char *text) {
    json_error_t wrong;
    json_t *tables = json_loads(text, 0, &wrong);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tables);
    CU_ASSERT_EQUAL_FATAL(bench_earlier(&made->bench, &made->record, tables), 0);
    json_decref(tables);
    const struct record_table *table = record_find(&made->record, "scc", "earlier");
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    return table;
}

static void end(struct made *made) {
    record_free(&made->record);
    CU_ASSERT_EQUAL(memory_used(&made->memory), 0);
}

static void test_ratios(void) {
    struct made made;
    begin(&made);
    const struct record_table *table = compare(&made, before);
    CU_ASSERT_EQUAL_FATAL(table->row_count, 1);
    CU_ASSERT_STRING_EQUAL(record_value(table, 0, "table"), "shapes");
    CU_ASSERT_EQUAL(record_number(table, 0, "times"), 3);
    CU_ASSERT_DOUBLE_EQUAL(record_number(table, 0, "ratio"), 2, 1e-12); /* of 2, 1 and 4 */
    CU_ASSERT_EQUAL(record_number(table, 0, "slower"), 2);
    CU_ASSERT_DOUBLE_EQUAL(record_number(table, 0, "worst_ratio"), 4, 1e-12);
    CU_ASSERT_STRING_EQUAL(record_value(table, 0, "worst_row"), "ring");
    CU_ASSERT_STRING_EQUAL(record_value(table, 0, "worst_time"), "first_seconds");
    CU_ASSERT_STRING_EQUAL(made.note, "3 times, geometric mean 2.000, 2 grew by more than 5 %");
    end(&made);
}

/* Whatever an array holds, nothing is compared with what is no table. */
static void test_others(void) {
    static const char *const texts[] = {"[]", "[1, {\"benchmark\": \"scc\"}, []]",
                                        "[{\"benchmark\": \"scc\", \"name\": \"shapes\"}]",
                                        "[{\"benchmark\": \"scc\", \"name\": \"shapes\", \"rows\": [1, {}, "
                                        "{\"name\": 2}, {\"name\": \"ring\", "
                                        "\"first_seconds\": \"1\"}]}]"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct made made;
        begin(&made);
        CU_ASSERT_EQUAL(compare(&made, texts[i])->row_count, 0);
        CU_ASSERT_STRING_EQUAL(made.note, "the earlier run has none of these times");
        end(&made);
    }
}

void suite_earlier(void) {
    suite_add("runs of heddle bench beside each other", NULL, NULL, "ratios", test_ratios, "other files",
              test_others, NULL);
}
