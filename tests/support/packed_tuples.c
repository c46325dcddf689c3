/* Packed states, bit by bit. */
#include "tests/support/packed_tuples.h"

#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/process.h"
#include "tests/support/testing.h"

static size_t tuple_bits(const struct packed_tuples *tuples) {
    size_t bits = 0;
    for (size_t k = 0; k < tuples->fields; k++) {
        bits += tuples->width[k];
    }
    return bits;
}

size_t packed_tuple_bytes(const struct packed_tuples *tuples) {
    size_t bits = tuple_bits(tuples);
    return bits == 0 ? 1 : (bits + 7) / 8;
}

static size_t sorted_fields; /* of the tuples that are being sorted */

static int compare_tuples(const void *a, const void *b) {
    const uint32_t *left = a, *right = b;
    for (size_t k = 0; k < sorted_fields; k++) {
        if (left[k] != right[k]) {
            return left[k] < right[k] ? -1 : 1;
        }
    }
    return 0;
}

void packed_tuples_sort(struct packed_tuples *tuples) {
    size_t kept = 0;
    sorted_fields = tuples->fields;
    if (tuples->fields > 0) {
        qsort(tuples->tuple, tuples->count, tuples->fields * sizeof *tuples->tuple, compare_tuples);
    }
    for (size_t i = 0; i < tuples->count; i++) {
        const uint32_t *tuple = tuples->tuple + i * tuples->fields;
        if (kept == 0 || compare_tuples(tuples->tuple + (kept - 1) * tuples->fields, tuple) != 0) {
            memmove(tuples->tuple + kept++ * tuples->fields, tuple, tuples->fields * sizeof *tuple);
        }
    }
    tuples->count = kept;
}

void packed_tuples_write(const struct packed_tuples *tuples, FILE *file) {
    size_t bytes = packed_tuple_bytes(tuples), unused = bytes * 8 - tuple_bits(tuples);
    unsigned char *buffer = test_allocate(bytes, 1);
    for (size_t i = 0; i < tuples->count; i++) {
        size_t bit = unused; /* from the highest bit of the first byte */
        memset(buffer, 0, bytes);
        for (size_t k = 0; k < tuples->fields; k++) {
            for (unsigned b = tuples->width[k]; b-- > 0; bit++) {
                buffer[bit / 8] |=
                    (unsigned char)((tuples->tuple[i * tuples->fields + k] >> b & 1u) << (7 - bit % 8));
            }
        }
        fwrite(buffer, 1, bytes, file);
    }
    free(buffer);
}

static void read_tuple(struct packed_tuples *tuples, const unsigned char *bytes, uint32_t *tuple) {
    size_t bit = packed_tuple_bytes(tuples) * 8 - tuple_bits(tuples);
    for (size_t k = 0; k < bit; k++) {
        CU_ASSERT_EQUAL(bytes[0] >> (7 - k) & 1, 0);
    }
    for (size_t k = 0; k < tuples->fields; k++) {
        tuple[k] = 0;
        for (unsigned b = 0; b < tuples->width[k]; b++, bit++) {
            tuple[k] = tuple[k] << 1 | (bytes[bit / 8] >> (7 - bit % 8) & 1u);
        }
    }
}

void packed_tuples_read(struct packed_tuples *tuples, const char *path) {
    size_t size;
    char *text = process_read_file(path, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    const char *end = strchr(text, '\n');
    CU_ASSERT_PTR_NOT_NULL_FATAL(end);
    json_t *head = json_loadb(text, (size_t)(end - text), 0, NULL), *widths = json_object_get(head, "packed");
    CU_ASSERT_EQUAL(json_integer_value(json_object_get(head, "heddle_evidence")), 2);
    tuples->count = (size_t)json_integer_value(json_object_get(head, "states"));
    tuples->fields = json_array_size(widths);
    CU_ASSERT_FATAL(tuples->fields <= PACKED_MOST_FIELDS);
    for (size_t k = 0; k < tuples->fields; k++) {
        tuples->width[k] = (unsigned)json_integer_value(json_array_get(widths, k));
    }
    size_t bytes = packed_tuple_bytes(tuples);
    const unsigned char *begin = (const unsigned char *)end + 1;
    CU_ASSERT_EQUAL_FATAL(size, (size_t)(end + 1 - text) + tuples->count * bytes + 1);
    CU_ASSERT_EQUAL(text[size - 1], '\n');
    tuples->tuple = test_allocate(tuples->count * tuples->fields, sizeof *tuples->tuple);
    for (size_t i = 0; i < tuples->count; i++) {
        read_tuple(tuples, begin + i * bytes, tuples->tuple + i * tuples->fields);
    }
    json_decref(head);
    free(text);
}
