/* Statistics rows and their JSON. */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text/json_text.h"
#include "base/memory.h"
#include "base/options/statistics.h"
#include "tests/support/testing.h"

struct values {
    const char *name, *missing, *cell;
    uint64_t states, edges, bytes;
    double seconds, load, rate, never;
    int complete, unknown;
};

static const struct statistic_row rows[] = {
    {"name", "name", NULL, STATISTIC_TEXT, offsetof(struct values, name)},
    {"missing", "missing", NULL, STATISTIC_TEXT, offsetof(struct values, missing)},
    {"states", "states", NULL, STATISTIC_COUNT, offsetof(struct values, states)},
    {"edges", "edges", NULL, STATISTIC_COUNT, offsetof(struct values, edges)},
    {"memory_bytes", "memory", NULL, STATISTIC_BYTES, offsetof(struct values, bytes)},
    {"seconds", "time", NULL, STATISTIC_SECONDS, offsetof(struct values, seconds)},
    {"table_load", "table load", NULL, STATISTIC_SHARE, offsetof(struct values, load)},
    {NULL, "speed", "states/s", STATISTIC_RATE, offsetof(struct values, rate)},
    {"never", "never", NULL, STATISTIC_NUMBER, offsetof(struct values, never)},
    {"complete", NULL, NULL, STATISTIC_TRUTH, offsetof(struct values, complete)},
    {"unknown", "unknown", NULL, STATISTIC_TRUTH, offsetof(struct values, unknown)},
    {"cell", "cell", NULL, STATISTIC_CELL, offsetof(struct values, cell)},
    {"no_cell", "no cell", NULL, STATISTIC_CELL, offsetof(struct values, missing)},
};

static const struct values values = {
    .name = "ring",
    .missing = NULL,
    .cell = ">60 s",
    .states = 1299078,
    .edges = STATISTIC_ABSENT,
    .bytes = 4096,
    .seconds = 1.25,
    .load = 0.5,
    .rate = 1e6,
    .never = -1,
    .complete = 0,
    .unknown = -1,
};

#define ROWS LENGTH(rows)

static char *printed(const struct values *values, int at_least) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    statistics_print(rows, ROWS, values, at_least, stream);
    fclose(stream);
    return text;
}

static void test_rows(void) {
    char *text = printed(&values, 0);
    CU_ASSERT_STRING_EQUAL(text, "name        ring\n"
                                 "states      1 299 078\n"
                                 "memory      4.00 KiB\n"
                                 "time        1.250 s\n"
                                 "table load  50.0 %\n"
                                 "speed       1.00 M states/s\n"
                                 "cell        >60 s\n");
    free(text);
    struct values cut = values;
    cut.edges = 0;
    text = printed(&cut, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "states      at least 1 299 078\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "edges       none so far\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "memory      4.00 KiB\n"));
    free(text);
}

static void test_json(void) {
    struct memory memory;
    memory_init(&memory, UINT64_MAX);
    json_t *object = json_object();
    CU_ASSERT_EQUAL(statistics_json(&memory, rows, ROWS, &values, object), 0);
    CU_ASSERT_EQUAL(json_object_size(object), 7);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "name")), "ring");
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(object, "states")), 1299078);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(object, "memory_bytes")), 4096);
    CU_ASSERT_EQUAL(json_real_value(json_object_get(object, "seconds")), 1.25);
    CU_ASSERT_EQUAL(json_real_value(json_object_get(object, "table_load")), 0.5);
    CU_ASSERT(json_is_false(json_object_get(object, "complete")));
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "cell")), ">60 s");
    struct values most = values; /* unsigned 64-bit values; integers of JSON are signed */
    most.states = UINT64_MAX - 1;
    CU_ASSERT_EQUAL(statistics_json(&memory, rows, ROWS, &most, object), 0);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "states")), "18446744073709551614");
    most.states = INT64_MAX;
    CU_ASSERT_EQUAL(statistics_json(&memory, rows, ROWS, &most, object), 0);
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(object, "states")), INT64_MAX);
    struct values bytes = values; /* texts need not be UTF-8 */
    bytes.name = "r\xffng";
    CU_ASSERT_EQUAL(statistics_json(&memory, rows, ROWS, &bytes, object), 0);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "name")), "r\xef\xbf\xbdng");
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    memory_init(&memory, 0);
    CU_ASSERT_EQUAL(statistics_json(&memory, rows, ROWS, &bytes, object), -1);
    json_decref(object);
}

static void test_text_equals(void) {
    struct memory memory;
    memory_init(&memory, UINT64_MAX);
    CU_ASSERT_EQUAL(json_text_equals(&memory, "a \xc3\xa4", "a \xc3\xa4"), 1);
    CU_ASSERT_EQUAL(json_text_equals(&memory, "a \xc3\xa4", "a \xef\xbf\xbd"), 0);
    CU_ASSERT_EQUAL(json_text_equals(&memory, "a \xff!", "a \xef\xbf\xbd!"), 1);
    CU_ASSERT_EQUAL(json_text_equals(&memory, "a \xff!", "b \xef\xbf\xbd!"), 0);
    CU_ASSERT_EQUAL(json_text_equals(&memory, "a \xff!", "a !"), 0);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    memory_init(&memory, 0); /* without memory, texts cannot be put into JSON */
    CU_ASSERT_EQUAL(json_text_equals(&memory, "a \xff!", "a \xef\xbf\xbd!"), -1);
    CU_ASSERT_EQUAL(json_text_equals(&memory, "a", "a"), 1);
    CU_ASSERT_EQUAL(json_text_equals(&memory, "a", "b"), 0);
}

void suite_statistics(void) {
    suite_add("statistics", NULL, NULL, "rows", test_rows, "JSON", test_json, "bytes as texts of JSON",
              test_text_equals, NULL);
}
