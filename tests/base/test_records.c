/* Packed tuples against arrays of tuples: packing, order, sorting, finding, and their bytes. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/records.h"
#include "base/run.h"
#include "tests/support/packed_tuples.h"
#include "tests/support/testing.h"

#define CASES 300u
#define MOST_FIELDS 12u
#define MOST_TUPLES 3000u

struct drawn {
    struct memory memory;
    struct run run;
    struct packed_tuples tuples;
    uint8_t width[MOST_FIELDS];
    uint64_t random;
};

static uint32_t draw_value(struct drawn *drawn, unsigned width) {
    return width == 0 ? 0 : (uint32_t)(random_next(&drawn->random) >> (64 - width));
}

/* Some cases have a few values of each field, so that tuples are equal. */
static void draw_case(struct drawn *drawn, uint64_t seed) {
    *drawn = (struct drawn){.random = seed};
    memory_init(&drawn->memory, UINT64_MAX);
    drawn->run = (struct run){.memory = &drawn->memory, .threads = 1 + seed % 4};
    struct packed_tuples *tuples = &drawn->tuples;
    tuples->fields = random_draw(&drawn->random, MOST_FIELDS + 1);
    tuples->count = random_draw(&drawn->random, seed % 3 == 0 ? 20 : MOST_TUPLES);
    unsigned most = 1 + random_draw(&drawn->random, 32), few = random_draw(&drawn->random, 2);
    for (size_t k = 0; k < tuples->fields; k++) {
        tuples->width[k] = random_draw(&drawn->random, most + 1);
        drawn->width[k] = (uint8_t)tuples->width[k];
    }
    tuples->tuple = test_allocate(tuples->count * tuples->fields, sizeof *tuples->tuple);
    for (size_t i = 0; i < tuples->count * tuples->fields; i++) {
        unsigned width = tuples->width[i % tuples->fields];
        tuples->tuple[i] = draw_value(drawn, few && width > 2 ? 2 : width);
    }
}

static void compare_bytes(const struct drawn *drawn, const struct records *records) {
    char *expected = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&expected, &size);
    packed_tuples_write(&drawn->tuples, file);
    fclose(file);
    CU_ASSERT_EQUAL(records->bytes, packed_tuple_bytes(&drawn->tuples));
    CU_ASSERT_EQUAL_FATAL(size, records->count * records->bytes);
    uint8_t *bytes = test_allocate(records->bytes, 1);
    uint64_t *back = test_allocate(records->words, sizeof *back);
    for (uint64_t i = 0; i < records->count; i++) {
        records_to_bytes(records, records_at(records, i), bytes);
        CU_ASSERT_EQUAL(memcmp(bytes, expected + i * records->bytes, records->bytes), 0);
        CU_ASSERT(records_from_bytes(records, bytes, back));
        CU_ASSERT_EQUAL(records_compare(records, back, records_at(records, i)), 0);
    }
    free(bytes);
    free(back);
    free(expected);
}

static int is_listed(const struct packed_tuples *tuples, const uint32_t *tuple) {
    for (size_t i = 0; i < tuples->count; i++) {
        if (memcmp(tuples->tuple + i * tuples->fields, tuple, tuples->fields * sizeof *tuple) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Finds tuples of the list, and others that differ from them in one number. */
static void find_tuples(struct drawn *drawn, const struct records *records) {
    const struct packed_tuples *tuples = &drawn->tuples;
    uint64_t *record = test_allocate(records->words, sizeof *record);
    uint32_t tuple[MOST_FIELDS + 1];
    for (unsigned k = 0; k < 60 && tuples->count > 0; k++) {
        memcpy(tuple, tuples->tuple + random_draw(&drawn->random, (uint32_t)tuples->count) * tuples->fields,
               tuples->fields * sizeof *tuple);
        if (k % 3 != 0 && tuples->fields > 0) {
            uint32_t field = random_draw(&drawn->random, (uint32_t)tuples->fields);
            tuple[field] = draw_value(drawn, tuples->width[field]);
        }
        CU_ASSERT(records_pack(records, tuple, record));
        CU_ASSERT_EQUAL(records_has(records, record), is_listed(tuples, tuple));
        const uint64_t at = records_find(records, record);
        CU_ASSERT(at == 0 || records_compare(records, records_at(records, at - 1), record) < 0);
        CU_ASSERT(at == records->count || records_compare(records, records_at(records, at), record) >= 0);
    }
    for (size_t k = 0; k < tuples->fields && tuples->count > 0; k++) {
        memcpy(tuple, tuples->tuple, tuples->fields * sizeof *tuple);
        tuple[k] = tuples->width[k] == 32 ? tuple[k] : 1u << tuples->width[k];
        CU_ASSERT_EQUAL(records_pack(records, tuple, record), tuples->width[k] == 32);
    }
    free(record);
}

static void check_case(struct drawn *drawn) {
    struct packed_tuples *tuples = &drawn->tuples;
    struct records records;
    struct error error;
    uint32_t tuple[MOST_FIELDS + 1];
    CU_ASSERT_EQUAL_FATAL(records_open(&records, &drawn->run, drawn->width, (uint32_t)tuples->fields, &error),
                          0);
    for (uint64_t i = 0; i < tuples->count; i++) {
        CU_ASSERT_EQUAL_FATAL(records_reserve(&records, i + 1, tuples->count, &error), 0);
        CU_ASSERT(records_pack(&records, tuples->tuple + i * tuples->fields, records_at(&records, i)));
        records_unpack(&records, records_at(&records, i), tuple);
        CU_ASSERT_EQUAL(memcmp(tuple, tuples->tuple + i * tuples->fields, tuples->fields * sizeof *tuple), 0);
    }
    records.count = tuples->count;
    CU_ASSERT_EQUAL(records_sort(&records, &error), 0);
    packed_tuples_sort(tuples);
    CU_ASSERT_EQUAL_FATAL(records.count, tuples->count);
    compare_bytes(drawn, &records);
    CU_ASSERT_EQUAL(records_make_index(&records, &error), 0);
    find_tuples(drawn, &records);
    records_free(&records);
    CU_ASSERT_EQUAL(memory_used(&drawn->memory), 0);
    free(tuples->tuple);
}

static void test_random(void) {
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), cases = number_of_cases(CASES);
    for (uint64_t k = 0; k < cases; k++) {
        struct drawn drawn;
        draw_case(&drawn, seed + k);
        check_case(&drawn);
    }
}

/* Without memory for the second list, sorting fails, and all memory is freed. */
static void test_memory(void) {
    struct memory memory;
    struct records records;
    struct error error;
    memory_init(&memory, (uint64_t)3 << 20);
    const struct run run = {.memory = &memory, .threads = 2};
    CU_ASSERT_EQUAL_FATAL(records_open(&records, &run, (const uint8_t[]){32, 32}, 2, &error), 0);
    CU_ASSERT_EQUAL_FATAL(records_reserve(&records, (2 << 20) / 8, (2 << 20) / 8, &error), 0);
    records.count = (2 << 20) / 8;
    CU_ASSERT_EQUAL(records_sort(&records, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
    records_free(&records);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_width(void) {
    CU_ASSERT_EQUAL(records_width(0), 0);
    CU_ASSERT_EQUAL(records_width(1), 1);
    CU_ASSERT_EQUAL(records_width(2), 2);
    CU_ASSERT_EQUAL(records_width(3), 2);
    CU_ASSERT_EQUAL(records_width(UINT32_MAX), 32);
}

void suite_records(void) {
    suite_add("records", NULL, NULL, "random tuples", test_random, "memory for sorting", test_memory,
              "bits of numbers", test_width, NULL);
}
